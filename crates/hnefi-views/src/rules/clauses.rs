//! Every answer of the rule sets with its clause: below a chapter, and side by side.
use hnefi_balance::figures;
use hnefi_rules::{Clause, Grade, Point, Question, Ruleset, leaflets};
use hnefi_words::{ClauseWords, Words, capital};

use super::balance::turned_over;

/// One question under one rule set.
#[derive(Clone, Debug)]
pub(crate) struct ClauseRow {
    pub(crate) id: &'static str,
    pub(crate) title: String,
    /// The answer; empty for a point that has none but its clause.
    pub(crate) answer: String,
    pub(crate) clause: ClauseWords,
    /// What other answers would do to the balance, a sentence each.
    pub(crate) changes: Vec<String>,
}

/// One question under all leaflets.
#[derive(Clone, Debug)]
pub(crate) struct CompareRow {
    pub(crate) id: &'static str,
    pub(crate) title: String,
    pub(crate) differs: bool,
    /// The answer, where all give the same.
    pub(crate) answer: String,
    /// How well it is founded under each, as one text.
    pub(crate) grades: String,
    /// The id of the grade that all share, or `mixed`.
    pub(crate) grade: &'static str,
    pub(crate) cells: Vec<Cell>,
}

/// What one leaflet says.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub(crate) ruleset: String,
    pub(crate) ruleset_id: String,
    /// The answer; for a point of which each has words of its own, the clause.
    pub(crate) answer: String,
    /// Whether fewer leaflets say this than say something else.
    pub(crate) rare: bool,
    pub(crate) clause: ClauseWords,
}

/// Every question and point, as a rule file has them.
pub(crate) fn all() -> impl Iterator<Item = Clause> {
    let questions = Question::ALL.iter().copied().map(Clause::Question);
    questions.chain(Point::ALL.iter().copied().map(Clause::Point))
}

/// Every answer of one rule set.
pub(crate) fn rows(ruleset: &Ruleset) -> Vec<ClauseRow> {
    all().map(|clause| row(ruleset, clause)).collect()
}

/// One answer of one rule set.
pub(crate) fn row(ruleset: &Ruleset, clause: Clause) -> ClauseRow {
    let words = Words::english();
    ClauseRow {
        id: clause.id(),
        title: words.clause_title(clause),
        answer: answer(ruleset, clause),
        clause: words.clause(ruleset, clause),
        changes: match clause {
            Clause::Question(question) => turned_over(figures(), ruleset, question),
            Clause::Point(_) => Vec::new(),
        },
    }
}

/// Every question under all leaflets: those that they answer differently first.
pub(crate) fn compared() -> Vec<CompareRow> {
    let words = Words::english();
    let mut rows: Vec<CompareRow> = all()
        .map(|clause| {
            let answers: Vec<String> = leaflets().iter().map(|ruleset| full_answer(ruleset, clause)).collect();
            let cells: Vec<Cell> = leaflets()
                .iter()
                .zip(&answers)
                .map(|(ruleset, answer)| Cell {
                    ruleset: ruleset.name().to_owned(),
                    ruleset_id: ruleset.id().to_owned(),
                    rare: answers.iter().filter(|other| *other == answer).count() * 2 < answers.len(),
                    answer: answer.clone(),
                    clause: words.clause(ruleset, clause),
                })
                .collect();
            let differs = answers.iter().any(|answer| *answer != answers[0]);
            CompareRow {
                id: clause.id(),
                title: words.clause_title(clause),
                differs,
                answer: answers[0].clone(),
                grades: grades(clause),
                grade: shared_grade(clause).map_or("mixed", Grade::id),
                cells,
            }
        })
        .collect();
    rows.sort_by_key(|row| !row.differs);
    rows
}

/// The answer, or the clause where that is all there is.
fn full_answer(ruleset: &Ruleset, clause: Clause) -> String {
    let answer = answer(ruleset, clause);
    if answer.is_empty() { Words::english().clause(ruleset, clause).text } else { answer }
}

/// How well an answer is founded, where that is the same under every leaflet.
fn shared_grade(clause: Clause) -> Option<Grade> {
    let first = leaflets()[0].source(clause).grade;
    leaflets().iter().all(|ruleset| ruleset.source(clause).grade == first).then_some(first)
}

/// Which leaflets say it, of which it is our reading, and where it is our choice.
fn grades(clause: Clause) -> String {
    let words = Words::english();
    let of = |grade: Grade| {
        let those = leaflets().iter().filter(move |ruleset| ruleset.source(clause).grade == grade);
        those.map(|ruleset| ruleset.name()).collect::<Vec<_>>()
    };
    let graded = |grade: Grade| (words.grade(grade), of(grade));
    let all = [Grade::Text, Grade::Reading, Grade::Default].map(graded);
    let told: Vec<String> = all
        .into_iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(grade, names)| match names.len() == leaflets().len() {
            true => grade,
            false => words.format("compare-graded", &[("grade", grade.into()), ("names", words.list(&names).into())]),
        })
        .collect();
    told.join("; ")
}

fn answer(ruleset: &Ruleset, clause: Clause) -> String {
    let words = Words::english();
    capital(&match clause {
        Clause::Question(question) => words.answer(question, ruleset.answers().word(question)),
        Clause::Point(point) => words.point_says(ruleset, point),
    })
}

//! Every answer of the rule sets with its clause: below a chapter, and side by side.

use hnefi_rules::{Clause, Point, Question, Ruleset, leaflets};
use hnefi_words::{ClauseWords, Words};

use crate::house::capital;

/// One question under one rule set.
#[derive(Clone, Debug)]
pub(crate) struct ClauseRow {
    pub(crate) id: &'static str,
    pub(crate) title: String,
    /// The answer; empty for a point that has none.
    pub(crate) answer: String,
    pub(crate) clause: ClauseWords,
}

/// One question under all leaflets.
#[derive(Clone, Debug)]
pub(crate) struct CompareRow {
    pub(crate) id: &'static str,
    pub(crate) title: String,
    pub(crate) differs: bool,
    pub(crate) cells: Vec<Cell>,
}

/// What one leaflet says.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub(crate) ruleset: String,
    pub(crate) ruleset_id: String,
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
    }
}

/// Every question under all leaflets: those that they answer differently first.
pub(crate) fn compared() -> Vec<CompareRow> {
    let words = Words::english();
    let mut rows: Vec<CompareRow> = all()
        .map(|clause| {
            let answers: Vec<String> = leaflets().iter().map(|ruleset| answer(ruleset, clause)).collect();
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
            CompareRow { id: clause.id(), title: words.clause_title(clause), differs, cells }
        })
        .collect();
    rows.sort_by_key(|row| !row.differs);
    rows
}

fn answer(ruleset: &Ruleset, clause: Clause) -> String {
    match clause {
        Clause::Question(question) => capital(&Words::english().answer(question, ruleset.answers().word(question))),
        Clause::Point(_) => String::new(),
    }
}

//! Rule sets in words: questions, answers, clauses and grades.

use hnefi_formats::answers::ClauseAnswer;
use hnefi_rules::{Clause, Grade, Point, Question, Ruleset};

use crate::Words;
use crate::documents::capital;

/// A clause of a rule set, ready to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseWords {
    /// The key of its question or point in rule files.
    pub id: &'static str,
    /// What it says, in our own words.
    pub text: String,
    /// Where the leaflet has it; empty where the leaflet is silent.
    pub section: String,
    /// How well it is founded.
    pub grade: Grade,
    /// The same in words: "said by the leaflet", or by whoever else published the rule set.
    pub grade_words: String,
}

impl From<ClauseWords> for ClauseAnswer {
    fn from(words: ClauseWords) -> ClauseAnswer {
        ClauseAnswer { id: words.id, text: words.text, section: words.section, grade: words.grade.id() }
    }
}

impl Words {
    /// A clause of a rule set with its section and grade. A changed answer without a clause of its own says
    /// what it was before; words that speak of an answer that was changed give way to our own.
    pub fn clause(&self, ruleset: &Ruleset, clause: Clause) -> ClauseWords {
        let source = ruleset.source(clause);
        let outdated = ruleset.is_outdated(clause);
        let (text, section, grade) = match clause {
            Clause::Point(point) if outdated => (capital(&self.point_says(ruleset, point)) + ".", "", Grade::House),
            Clause::Question(question) if outdated => {
                let answer = capital(&self.answer(question, ruleset.answers().word(question)));
                let base = ruleset.made_from().map_or("", |base| base.name());
                let text = self.format("clause-outdated", &[("answer", answer.into()), ("base", base.into())]);
                (text, source.section.as_str(), source.grade)
            }
            _ if !source.clause.is_empty() => (source.clause.clone(), source.section.as_str(), source.grade),
            Clause::Question(question) => (self.house_clause(ruleset, question), source.section.as_str(), source.grade),
            Clause::Point(_) => (self.text("clause-house-point"), source.section.as_str(), source.grade),
        };
        ClauseWords {
            id: clause.id(),
            text,
            section: section.to_owned(),
            grade,
            grade_words: self.grade_under(grade, ruleset),
        }
    }

    fn house_clause(&self, ruleset: &Ruleset, question: Question) -> String {
        let answer = self.answer(question, ruleset.answers().word(question));
        match ruleset.made_from() {
            None => self.format("clause-house", &[("answer", answer.into())]),
            Some(base) => {
                let was = self.answer(question, base.answers().word(question));
                self.format(
                    "clause-house-changed",
                    &[("answer", answer.into()), ("base", base.name().into()), ("was", was.into())],
                )
            }
        }
    }

    /// A question as people ask it: "May the king come back to the throne?"
    pub fn question(&self, question: Question) -> String {
        self.text(&format!("question-{}", question.id()))
    }

    /// An answer in people's words. `word` is one of [`Question::words`].
    pub fn answer(&self, question: Question, word: &str) -> String {
        self.text(&format!("answer-{}-{word}", question.id()))
    }

    /// A point common to all rule sets as a heading.
    pub fn point(&self, point: Point) -> String {
        self.text(&format!("point-{}", point.id()))
    }

    /// What a rule set has under that heading, in people's words; empty for points on which each says something of its own.
    ///
    /// ```
    /// use hnefi_rules::{Point, leaflets};
    /// let words = hnefi_words::Words::english();
    /// assert_eq!(words.point_says(&leaflets()[0], Point::ThroneStop), "only the king may");
    /// assert_eq!(words.point_says(&leaflets()[0], Point::Match), "");
    /// ```
    pub fn point_says(&self, ruleset: &Ruleset, point: Point) -> String {
        let id = format!("point-says-{}", point.id());
        if !self.has(&id) {
            return String::new();
        }
        let word = |question| ruleset.answers().word(question).into();
        let values = [
            ("throne", word(Question::SoldiersThrone)),
            ("king-throne", word(Question::KingThrone)),
            ("trap", word(Question::SoldierTrap)),
            ("shieldwall", word(Question::Shieldwall)),
            ("no-move", word(Question::NoMove)),
        ];
        self.format(&id, &values)
    }

    /// A question or a point as a heading.
    pub fn clause_title(&self, clause: Clause) -> String {
        match clause {
            Clause::Question(question) => self.question(question),
            Clause::Point(point) => self.point(point),
        }
    }

    /// How well an answer is founded, briefly: "said by the leaflet".
    pub fn grade(&self, grade: Grade) -> String {
        self.format("grade", &[("grade", grade.id().into())])
    }

    /// How well an answer of a rule set is founded, briefly: "said by the leaflet", or "said by the publisher" where
    /// no leaflet of this program says it.
    pub fn grade_under(&self, grade: Grade, ruleset: &Ruleset) -> String {
        let id = if ruleset.is_of_a_leaflet() { "grade" } else { "grade-publisher" };
        self.format(id, &[("grade", grade.id().into())])
    }

    /// How well an answer of a rule set is founded, as a sentence that explains the grade.
    pub fn grade_long(&self, grade: Grade, ruleset: &Ruleset) -> String {
        let id = if ruleset.is_of_a_leaflet() { "grade-long" } else { "grade-long-publisher" };
        self.format(id, &[("grade", grade.id().into())])
    }
}

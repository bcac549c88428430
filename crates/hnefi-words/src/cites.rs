//! Clauses cited with what a reader needs to look them up, and what others say.

use std::sync::Arc;

use hnefi_formats::answers::{CitedAnswer, ClauseAnswer};
use hnefi_rules::{Capture, Clause, Played, Position, Referee, Ruleset};

use crate::Words;

/// Cites the clauses of one rule set.
///
/// ```
/// use hnefi_rules::{Game, Intent, Question, leaflet, referees};
/// use hnefi_words::{Cites, Words};
/// let fetlar = leaflet("fetlar-2018").unwrap();
/// let cites = Cites::new(Words::english(), fetlar, &referees()[..5], "/rules/fetlar-2018");
/// let cited = cites.clause(Question::Escape.into(), String::new());
/// assert_eq!(cited.address, "/rules/fetlar-2018#clause-escape");
/// assert_eq!(cited.grade_words, "said by the leaflet");
/// ```
#[derive(Clone, Copy)]
pub struct Cites<'a> {
    words: &'a Words,
    ruleset: &'a Ruleset,
    others: &'a [Arc<Referee>],
    page: &'a str,
}

impl<'a> Cites<'a> {
    /// Cites a rule set. `others` are asked whether they would have captured a piece, too; `page` is the path of the web
    /// app's page about the rule set.
    pub fn new(words: &'a Words, ruleset: &'a Ruleset, others: &'a [Arc<Referee>], page: &'a str) -> Cites<'a> {
        Cites { words, ruleset, others, page }
    }

    /// A clause. `others` says how other rule sets decide.
    pub fn clause(&self, clause: Clause, others: String) -> CitedAnswer {
        let words = self.words.clause(self.ruleset, clause);
        CitedAnswer {
            grade_words: words.grade_words.clone(),
            address: format!("{}#clause-{}", self.page, clause.id()),
            clause: ClauseAnswer::from(words),
            others,
            also: Vec::new(),
        }
    }

    /// The clauses that decided a capture, and under which other rule sets the piece would have stayed; `None` where the
    /// capture is known from a record alone. `before` is the position before the move.
    pub fn capture(&self, before: &Position, played: &Played, capture: &Capture) -> Option<CitedAnswer> {
        let mut clauses = capture.clauses.iter();
        let first = clauses.next()?;
        let spares = |other: &&Arc<Referee>| {
            before.size() == other.ruleset().size() && !other.takes(before, played.mv, capture.square)
        };
        let sparing: Vec<Arc<Ruleset>> = self.others.iter().filter(spares).map(|o| o.ruleset().clone()).collect();
        let others = match sparing.as_slice() {
            [] => String::new(),
            some => {
                let rulesets = self.words.rulesets(some);
                self.words
                    .format("capture-not-elsewhere", &[("piece", capture.piece.into()), ("rulesets", rulesets.into())])
            }
        };
        let also = clauses.map(|clause| self.clause(clause, String::new())).collect();
        Some(CitedAnswer { also, ..self.clause(first, others) })
    }
}

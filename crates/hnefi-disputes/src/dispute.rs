//! A question that tables ask.

use hnefi_rules::{Clause, Question, Ruleset};
use hnefi_words::{Value, Words, capital};

use crate::{Example, Ruling};

/// A question that tables ask, with the clauses that answer it and an example.
#[derive(Clone, Copy, Debug)]
pub struct Dispute {
    pub(crate) id: &'static str,
    pub(crate) theme: Theme,
    pub(crate) asks: Asks,
    pub(crate) clauses: &'static [Clause],
    pub(crate) also: &'static [Clause],
    pub(crate) example: Example,
}

/// Under which heading a dispute stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// The king: what captures him, what he captures, where he goes.
    King,
    /// What throne and corners are to soldiers.
    Squares,
    /// How soldiers are captured.
    Captures,
    /// How a game begins and ends.
    Game,
}

/// What a dispute asks of its example, and so what is said when nothing special happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asks {
    /// Whether something is captured.
    Capturing,
    /// Whether the move is allowed.
    Moving,
    /// Whether the game ends.
    Ending,
}

impl Theme {
    /// Every theme, in the order of the book.
    pub const ALL: [Theme; 4] = [Theme::King, Theme::Squares, Theme::Captures, Theme::Game];

    /// The heading.
    pub fn title(self, words: &Words) -> String {
        words.text(match self {
            Theme::King => "disputes-king",
            Theme::Squares => "disputes-squares",
            Theme::Captures => "disputes-captures",
            Theme::Game => "disputes-game",
        })
    }
}

impl Dispute {
    /// Its id, as addresses and programs write it.
    pub fn id(&self) -> &'static str {
        self.id
    }

    /// Under which heading it stands.
    pub fn theme(&self) -> Theme {
        self.theme
    }

    /// The questions and points that decide it; the first is the one to cite. Turning one of these answers over changes what
    /// happens in the example, where a board can show it.
    pub fn clauses(&self) -> &'static [Clause] {
        self.clauses
    }

    /// Further questions and points on which the answer rests, which the example does not show.
    pub fn also(&self) -> &'static [Clause] {
        self.also
    }

    /// What is on the board.
    pub fn example(&self) -> &Example {
        &self.example
    }

    /// The question as players ask it.
    pub fn question(&self, words: &Words) -> String {
        words.text(&format!("dispute-{}", self.id))
    }

    /// Other words for it, for the search.
    pub fn synonyms(&self, words: &Words) -> String {
        words.text(&format!("dispute-{}-also", self.id))
    }

    /// What a rule set answers, without a full stop: the words of its answer to the first clause, or a sentence made for
    /// this dispute from all its answers and from what the referee did in the example.
    pub fn answer(&self, words: &Words, ruleset: &Ruleset, ruling: &Ruling) -> String {
        let id = format!("dispute-{}-answer", self.id);
        let questions = self.clauses.iter().chain(self.also).filter_map(|clause| match clause {
            Clause::Question(question) => Some(*question),
            Clause::Point(_) => None,
        });
        let word = |question: Question| ruleset.answers().word(question);
        if words.has(&id) {
            let mut values: Vec<(&str, Value<'_>)> = questions.map(|q| (q.id(), word(q).into())).collect();
            values.push(("ruling", ruling.verdict.id().into()));
            return words.format(&id, &values);
        }
        let mut answers = questions.map(|question| words.answer(question, word(question)));
        capital(&answers.next().unwrap_or_default())
    }
}

//! What is wrong with a text, and where.

use std::sync::Arc;

use hnefi_rules::{GameError, Ruleset, SetupErrors};

use crate::{DiagramFault, Place, RecordFault};

/// Why a text was refused, and where.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct ReadError {
    /// Where.
    pub place: Place,
    /// What.
    pub fault: ReadFault,
}

impl ReadError {
    pub(crate) fn new(place: Place, fault: impl Into<ReadFault>) -> ReadError {
        ReadError { place, fault: fault.into() }
    }
}

/// What is wrong at a place in a text.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReadFault {
    /// No reader takes the text.
    #[error("this is no game, position or rule set in any known format")]
    Unrecognised,
    /// The text is longer than a reader takes.
    #[error("the text has more than {0} characters")]
    TooLong(usize),
    /// A game has more moves than a reader takes, variations included, or a text more games.
    #[error("there are more than {0}")]
    TooMany(usize),
    /// A tag has another form than its format gives it.
    #[error("a tag is written {0}")]
    Tag(&'static str),
    /// Something that was opened is not closed.
    #[error("this `{0}` is not closed")]
    Unclosed(char),
    /// Something means nothing where it stands.
    #[error("`{0}` means nothing here")]
    Stray(String),
    /// A variation belongs to a move that is not there.
    #[error("`{0}` names no move from which a variation could start")]
    Address(String),
    /// A comment belongs to a move that is not there.
    #[error("`{0}` names no move that a comment could be about")]
    Comment(String),
    /// A key of a rules string.
    #[error("`{key}`: {problem}")]
    Key {
        /// The key.
        key: String,
        /// What is wrong with it.
        problem: KeyProblem,
    },
    /// Nothing names the rule set under which to play.
    #[error("the text names no rule set")]
    NoRules,
    /// A drawn board cannot be read.
    #[error(transparent)]
    Diagram(#[from] DiagramFault),
    /// A side is none.
    #[error("`{0}` is no side")]
    Side(String),
    /// The position cannot be played under the rule set.
    #[error("{0}")]
    Setup(SetupErrors, Arc<Ruleset>),
    /// Something that is as wrong in a line of recorded games: its shape, the rule set, the rows, or a move.
    #[error(transparent)]
    Record(RecordFault),
    /// The result or the ending is another one than the moves give, or none that can be.
    #[error("`{0}` is not how this game ends")]
    Result(String),
    /// The game is to have ended by a claim that the rule set does not know, or that the board refutes.
    #[error(transparent)]
    Claim(GameError),
}

impl<E> From<E> for ReadFault
where
    RecordFault: From<E>,
{
    fn from(error: E) -> ReadFault {
        ReadFault::Record(error.into())
    }
}

/// What is wrong with a key of a rules string.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyProblem {
    /// The key must be there and is not.
    #[error("it is missing")]
    Missing,
    /// The key stands there twice.
    #[error("it stands here for the second time")]
    Twice,
    /// The notation has no such key.
    #[error("there is no such key")]
    Unknown,
    /// The key has no such value.
    #[error("`{0}` is none of its values")]
    Value(String),
    /// The notation knows the value, and no rule set of this program can play it.
    #[error("`{0}` cannot be played here")]
    Unplayable(String),
}

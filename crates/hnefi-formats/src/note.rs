//! What a reader understood otherwise than it was written, and what a writer could not write.

use hnefi_rules::{Outcome, Question, Side, Square};

use crate::{Place, Said};

/// Something that the reader of a text should be told: nothing is wrong, but not all is as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Where it stands in the text, if it stands there at all.
    pub place: Option<Place>,
    /// What there is to tell.
    pub remark: Remark,
}

/// What there is to tell of a text that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// A key of a rules string means nothing that a question could answer in the same way; another answer
    /// was taken in its place.
    Nearest {
        /// The key with its value, as in `tfr:w`.
        written: String,
        /// The question that it comes closest to.
        question: Question,
        /// The answer that was taken.
        taken: &'static str,
    },
    /// A rules string asks for something that this program decides by a definition of its own.
    OwnDefinition {
        /// The key with its value, as in `efe:y`.
        written: String,
        /// The question.
        question: Question,
    },
    /// A rules string says nothing about a question; an answer was taken.
    Unsaid {
        /// The question.
        question: Question,
        /// The answer that was taken.
        taken: &'static str,
    },
    /// The rules are called like a published rule set and answer a question otherwise.
    Against {
        /// The id of the published rule set.
        published: &'static str,
        /// The question.
        question: Question,
        /// What the text answers.
        answer: &'static str,
    },
    /// The rules fit several rule sets, and one of them was taken.
    AlsoFits {
        /// The id of the one that was taken.
        taken: &'static str,
        /// The ids of the others.
        others: Vec<&'static str>,
    },
    /// Nothing says which end of a drawn board is the top: the rank of the bottom line was taken to be 1.
    Orientation,
    /// A drawn board has rank 1 on top.
    UpsideDown,
    /// Nothing says whose move it is.
    Turn(Side),
    /// The captures that were written are not those that the rules make.
    Captures {
        /// The move as it was written.
        mv: String,
        /// What was written, by file, then rank.
        written: Vec<Square>,
        /// What the rules capture, by file, then rank.
        actual: Vec<Square>,
    },
    /// The piece letter that was written is not that of the piece that moved.
    Piece {
        /// The move as it was written.
        mv: String,
    },
    /// The recorded result is not the one on the board, which counts.
    Result {
        /// What was recorded.
        said: Said,
        /// How the game stands on the board; `None` while it goes on.
        board: Option<Outcome>,
    },
    /// A result is written in a way that does not say which side won.
    UnclearResult(String),
}

/// A text that was written, and what did not get into it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The text.
    pub text: String,
    /// What is lost or reads otherwise, in a fixed order.
    pub losses: Vec<Loss>,
}

/// Something that the written text does not say, or says otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The format cannot say how the rule set answers a question.
    Answer {
        /// The question.
        question: Question,
        /// The answer that is lost.
        answer: &'static str,
        /// What the text says in its place, as in `tfr:w`; `None` where it says nothing.
        instead: Option<String>,
    },
    /// The name was changed to fit.
    Name(String),
    /// So many comments are left out.
    Comments(usize),
    /// So many variations are left out.
    Variations(usize),
    /// So many comments have letters changed that would end them.
    CommentLetters(usize),
    /// So many tags have letters changed that would end them.
    TagLetters(usize),
    /// The names of tags that are left out.
    Tags(Vec<String>),
    /// So many moves that could not be played are left out.
    Unplayed(usize),
    /// The side to move is left out.
    Turn(Side),
    /// The first position is left out.
    Position,
    /// The rule set is left out.
    Rules,
    /// The result is left out.
    Result,
    /// What identifies the record is left out.
    Id(String),
    /// The recorder's words for how the game ended are left out.
    Termination(String),
    /// So many marks such as `!` or `$1` are left out: no format that is written has them.
    Marks(usize),
}

//! An analysis as a page asks about it.

use serde::{Deserialize, Serialize};

use crate::{At, PositionAnswer, Refused, RulesName};

/// A question about an analysis: the text that it is, the place in it, and what is to be changed.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct StudyQuestion {
    /// The game with its variations, in any format.
    #[serde(default)]
    pub text: String,
    /// The moves that lead to the place, such as `d1-d4`.
    #[serde(default)]
    pub path: Vec<String>,
    /// What is changed.
    #[serde(default)]
    pub edit: Option<StudyEdit>,
    /// Not an answer is wanted, but the analysis as a file of this format.
    #[serde(default)]
    pub write: Option<String>,
}

/// A change of an analysis, told apart by `do`.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum StudyEdit {
    /// Goes to a move from the place, which is made if it is not there.
    Play {
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// The moves that are played after it.
        #[serde(default)]
        then: Vec<String>,
    },
    /// Puts the variation that leads to the place before those beside it.
    Promote {
        /// Whether it becomes the main line.
        #[serde(default)]
        main: bool,
    },
    /// Deletes the move at the place, and what follows it.
    Delete,
    /// Says something else of the place.
    Comment {
        /// The words.
        text: String,
    },
    /// Draws a coloured square or an arrow, or takes it away.
    Mark {
        /// Such as `Ge5` or `Gd1d4`.
        mark: String,
    },
    /// Takes all that is drawn at the place away.
    Unmark,
    /// Judges the same moves by another rule set.
    Rules {
        /// Its id, the code of house rules, or a rule file.
        rules: String,
    },
    /// Begins anew.
    Start {
        /// With this game; without moves, from this position.
        at: At,
    },
    /// Reads another text.
    Read {
        /// The text, in any format.
        text: String,
        /// By which rule set it is judged, where it names none.
        #[serde(default)]
        rules: String,
        /// Which of its games, counted from 1.
        #[serde(default)]
        game: usize,
    },
}

/// An analysis at a place.
#[derive(Clone, Debug, Serialize)]
pub struct StudyAnswer {
    /// What it is now.
    pub text: String,
    /// The moves that lead to the place, as far as they are in it.
    pub path: Vec<String>,
    /// The place as other questions name it.
    pub at: At,
    /// How the game stands there.
    pub shown: PositionAnswer,
    /// The same in words.
    pub says: String,
    /// The moves of the line on which the place is: those that lead there, then those that go on.
    pub line: Vec<String>,
    /// The moves that go on from the place, the main one first.
    pub next: Vec<String>,
    /// Whether the place is in a variation.
    pub variation: bool,
    /// The words that are said of the place.
    pub comment: String,
    /// What is drawn there, such as `Ge5` and `Gd1d4`.
    pub marks: Vec<String>,
    /// The rule set.
    pub rules: RulesName,
    /// Its id or the code of house rules, as a form names it.
    pub rules_code: String,
    /// Who plays, or what the game is called; empty where nothing says so.
    pub title: String,
    /// The number of files and ranks.
    pub size: u8,
    /// Whether the throne means anything.
    pub throne: bool,
    /// Whether the corners mean anything.
    pub corners: bool,
    /// What was refused, where a move was tried that is illegal. Nothing has changed then.
    pub refused: Option<Refused>,
    /// What was understood otherwise than it was written, or is lost, a sentence each.
    pub notes: Vec<String>,
    /// The tree as HTML; empty where nobody has written it.
    pub html: String,
    /// The refusal and the notes as a page writes them.
    pub said: String,
    /// What the last move captured, and by which clause the game ended, as a page writes it.
    pub captured: String,
}

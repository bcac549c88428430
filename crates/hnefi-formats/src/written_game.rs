//! A game as somebody wrote it down: nothing in it is played yet.

use std::sync::Arc;

use hnefi_rules::{Outcome, Ruleset, Setup, Side};

use crate::{GameTree, MoveError, Note, Place, ReadError, ReadFault, RecordId, WrittenMove};

/// A game as somebody wrote it down. Whatever format it came in, it looks like this.
///
/// ```
/// use hnefi_formats::{Content, read_any};
/// let read = read_any("[Rules \"fetlar-2018\"]\n\n1. d1-d4 f4-i4 {why?} (f4-f3) 2. h1-h3\n").unwrap();
/// let Content::Games(games) = read.content else { panic!("no games") };
/// let tree = games[0].play(None).unwrap();
/// assert_eq!(tree.main_line().len(), 3);
/// assert_eq!(tree.node(1).next.len(), 2, "a move and one instead of it");
/// assert!(tree.rejections().next().is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WrittenGame {
    /// What identifies a record, if it came as one.
    pub id: Option<RecordId>,
    /// The tags in order, but those that say what the other fields hold.
    pub tags: Vec<Tag>,
    /// The rule set that the text names or describes; `None` if it names none.
    pub rules: Option<Result<ReadRules, ReadError>>,
    /// The first position, where the text gives one.
    pub position: Option<(Place, Setup)>,
    /// The side that moves first, where the text says so.
    pub turn: Option<(Place, Side)>,
    /// What is remarked before the first move.
    pub comment: String,
    /// The moves, each after the one that it follows in the text or that its variation follows.
    pub moves: Vec<FoundMove>,
    /// The recorded result, which never decides anything.
    pub result: Option<WrittenResult>,
    /// In the recorder's words, how the game ended.
    pub termination: Option<String>,
    /// How many marks such as `$1` stand between the moves. They mean nothing here.
    pub marks: usize,
}

/// A rule set as a text names or describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadRules {
    /// The rule set: one of this program's where the text fits it, else a house rule with the nearest as base.
    pub ruleset: Arc<Ruleset>,
    /// What was understood otherwise than it was written.
    pub notes: Vec<Note>,
}

impl ReadRules {
    pub(crate) fn known(ruleset: &Arc<Ruleset>) -> ReadRules {
        ReadRules { ruleset: ruleset.clone(), notes: Vec::new() }
    }
}

/// A tag that means nothing to the program: who played, where, when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its name as it was written.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// A move as somebody wrote it down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundMove {
    /// After which move it comes: 0 for the first position, else the number of a move, counted from 1. Always
    /// smaller than its own number. The first that comes after a move is the main line.
    pub parent: usize,
    /// Where it stands.
    pub place: Place,
    /// The move as it was written, at most 60 characters of it.
    pub text: String,
    /// What it says, or why it is no move.
    pub read: Result<WrittenMove, MoveError>,
    /// What is remarked about it.
    pub comment: String,
}

/// A recorded result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenResult {
    /// Where it stands.
    pub place: Place,
    /// As it was written.
    pub text: String,
    /// What it says.
    pub said: Said,
}

/// What a recorded result says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Said {
    /// A side won.
    Win(Side),
    /// Nobody won.
    Draw,
    /// The game goes on, or nobody knows.
    Open,
    /// Somebody won, but the way it is written does not tell which side.
    Unclear,
}

impl Said {
    /// The word for this result in the formats that this program writes: `attackers`, `defenders`, `draw` or `*`.
    pub const fn id(self) -> &'static str {
        match self {
            Said::Win(side) => side.id(),
            Said::Draw => "draw",
            Said::Open | Said::Unclear => "*",
        }
    }

    /// What a word says, in any way in which results are written.
    pub(crate) fn read(word: &str) -> Option<Said> {
        Some(match word.trim().to_ascii_lowercase().as_str() {
            "attackers" | "attacker" | "1" => Said::Win(Side::Attackers),
            "defenders" | "defender" | "-1" => Said::Win(Side::Defenders),
            "draw" | "drawn" | "0" | "1/2-1/2" | "½-½" => Said::Draw,
            "*" | "?" | "ongoing" | "" => Said::Open,
            "1-0" | "0-1" | "white" | "black" | "red" | "blue" => Said::Unclear,
            _ => return None,
        })
    }
}

impl From<Option<Outcome>> for Said {
    fn from(outcome: Option<Outcome>) -> Said {
        match outcome {
            None => Said::Open,
            Some(Outcome { winner: None, .. }) => Said::Draw,
            Some(Outcome { winner: Some(side), .. }) => Said::Win(side),
        }
    }
}

impl WrittenGame {
    /// The rule set that the text names or describes.
    ///
    /// # Errors
    /// A [`ReadError`] if there is none or it cannot be read.
    pub fn ruleset(&self) -> Result<Arc<Ruleset>, ReadError> {
        self.read_rules().map(|rules| rules.ruleset.clone())
    }

    fn read_rules(&self) -> Result<&ReadRules, ReadError> {
        let place = self.position.as_ref().map_or(Place::START, |(place, _)| *place);
        let rules = self.rules.as_ref().ok_or(ReadError::new(place, ReadFault::NoRules))?;
        rules.as_ref().map_err(ReadError::clone)
    }

    /// Plays everything that was written down, under a rule set that is given, or else the one that the text
    /// names. A move that is refused stays in the tree with the reason; see [`GameTree::rejections`].
    ///
    /// # Errors
    /// A [`ReadError`] if there is no rule set, it cannot be read, or the first position cannot be played.
    pub fn play(&self, ruleset: Option<Arc<Ruleset>>) -> Result<GameTree, ReadError> {
        let (ruleset, notes) = match ruleset {
            Some(ruleset) => (ruleset, Vec::new()),
            None => self.read_rules().map(|rules| (rules.ruleset.clone(), rules.notes.clone()))?,
        };
        GameTree::play(self, &ruleset, notes)
    }

    /// The value of a tag, the first of its name; capital and small letters are the same.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name)).map(|tag| tag.value.as_str())
    }
}

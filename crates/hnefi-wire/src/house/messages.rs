//! House rules as the editor asks about them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// House rules as the editor holds them.
#[derive(Clone, Debug, Deserialize)]
pub struct HouseQuestion {
    /// The id of the rule set that they start from.
    pub base: String,
    /// The name that their maker gave them; may be empty.
    #[serde(default)]
    pub name: String,
    /// The start position as rows, rank 1 first; that of the base where it is empty.
    #[serde(default)]
    pub start: String,
    /// Answers by the ids of their questions; those of the base where they are not given.
    #[serde(default)]
    pub answers: BTreeMap<String, String>,
}

/// What the rules crate says to house rules.
#[derive(Clone, Debug, Default, Serialize)]
pub struct HouseAnswer {
    /// The code that holds them, for their address.
    pub code: String,
    /// The name to show.
    pub title: String,
    /// Whether they make a game.
    pub playable: bool,
    /// Why they do not.
    pub faults: Vec<HouseFault>,
    /// The ids of the questions answered otherwise than by the base.
    pub changed: Vec<&'static str>,
    /// Whether the throne means anything.
    pub throne: bool,
    /// Whether the corners mean anything.
    pub corners: bool,
    /// Everything that differs from the base, a sentence each.
    pub differs: Vec<String>,
}

/// Something that keeps house rules from being played.
#[derive(Clone, Debug, Serialize)]
pub struct HouseFault {
    /// Where: `name`, `start`, or `answers.` with the id of a question.
    pub place: String,
    /// The squares that it is about.
    pub squares: Vec<String>,
    /// What is wrong, as a sentence.
    pub says: String,
}

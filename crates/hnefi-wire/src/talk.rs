//! What is said beside a game, as pages hear it.

use serde::Serialize;

use crate::SideWord;

/// What is said beside a game, as far as one page may hear it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TalkState {
    /// The lines are those after the one of this number; with 0 they are all, and the page forgets what it has shown.
    pub since: u64,
    /// What was said.
    pub lines: Vec<TalkLine>,
    /// What who looks on may say; left out where that is as it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub may: Option<TalkRights>,
}

/// What somebody may say beside a game.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TalkRights {
    /// Where: `players` or `watchers`; null where he may say nothing.
    pub room: Option<&'static str>,
    /// Whether he may use words of his own.
    pub words: bool,
    /// Why he may say nothing, or no words of his own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Whether the talk is closed.
    pub closed: bool,
    /// Whether he may close it, or open it again.
    pub closes: bool,
}

/// A line of the talk.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TalkLine {
    /// Its number.
    pub number: u64,
    /// Where it was said: `players` or `watchers`.
    pub room: &'static str,
    /// What who said it is called; null for somebody without a name.
    pub name: Option<String>,
    /// The path of his page, for a member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// Which side he plays; null for a watcher.
    pub side: Option<SideWord>,
    /// Whether it was said by who looks on.
    pub you: bool,
    /// The key of the greeting, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub greeting: Option<&'static str>,
    /// What was said.
    pub says: String,
}

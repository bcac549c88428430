//! What is said beside a game, as its page writes it.

use askama::Template;
use hnefi_live::{Greeting, SaidWords};
use hnefi_wire::{TalkLine, TalkState};
use hnefi_words::Words;

use crate::filters;

/// The new lines, and what can be said.
#[derive(Template)]
#[template(path = "talk.html")]
pub(super) struct TalkLines<'a> {
    pub(super) talk: &'a TalkState,
}

impl TalkLines<'_> {
    /// Who said a line, where he has no name.
    fn nobody(line: &TalkLine) -> String {
        Words::english().text(match line.side {
            Some(hnefi_wire::SideWord::Attackers) => "play-attackers",
            Some(hnefi_wire::SideWord::Defenders) => "play-defenders",
            None => "lobby-guest",
        })
    }

    /// The greetings: keys and words.
    fn greetings() -> impl Iterator<Item = (&'static str, String)> {
        Greeting::ALL.into_iter().map(|one| (one.id(), Words::english().text(&format!("greeting-{}", one.id()))))
    }

    fn longest() -> usize {
        SaidWords::LONGEST
    }
}

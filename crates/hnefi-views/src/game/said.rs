//! What a game page is told, as it writes it.

use askama::Template;
use hnefi_wire::{PlyState, ServerMessage, WhyState};
use hnefi_words::Words;
use serde_json::value::{RawValue, to_raw_value};

use super::panels::Panels;
use super::talk::TalkLines;
use crate::clause::{ClauseLine, RefusedLines};
use crate::drawn::html;
use crate::{Drawn, filters};

/// A message to a game page, with how the page writes it: of a state its panels, of an answer or a refusal what stands below the board.
///
/// ```
/// use hnefi_wire::{Refused, RefusedId, ServerMessage};
/// let refused = ServerMessage::Refused(RefusedId { id: None, refused: Refused::plain("refused-stale") });
/// let drawn = hnefi_views::game::message(&refused);
/// assert!(drawn.html.starts_with(r#"<p class="refusal">"#));
/// assert!(hnefi_views::game::message(&ServerMessage::Pong).html.is_empty());
/// ```
pub fn message(said: &ServerMessage) -> Drawn<&ServerMessage> {
    let html = match said {
        ServerMessage::State(state) => html(&Panels::of(state)),
        // Of a move one may ask why.
        ServerMessage::Refused(said) => html(&RefusedLines { refused: &said.refused, asks: said.id.is_some() }),
        ServerMessage::Why(why) => html(&WhyLines { why }),
        ServerMessage::Talk(talk) => html(&TalkLines { talk }),
        ServerMessage::Hint(_) | ServerMessage::WhatIf(_) | ServerMessage::Pong | ServerMessage::Goto(_) => {
            String::new()
        }
    };
    Drawn { said, html }
}

/// The answer to a question, with how a page writes it.
pub fn why(why: WhyState) -> Drawn<WhyState> {
    Drawn { html: html(&WhyLines { why: &why }), said: why }
}

/// A ply with how a page writes it: its button in the list of moves, and if it captured something, what and by which clauses.
/// The first ply has the number 1.
pub fn ply(ply: PlyState, number: usize) -> Drawn<PlyState> {
    Drawn { html: html(&PlyLines::of(&ply, number)), said: ply }
}

/// The same as JSON, as a [`View`](hnefi_wire::View) keeps plies.
pub fn ply_json(said: PlyState, number: usize) -> Box<RawValue> {
    // What is made of words and numbers alone can be written.
    to_raw_value(&ply(said, number)).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

#[derive(Template)]
#[template(path = "why.html")]
struct WhyLines<'a> {
    why: &'a WhyState,
}

#[derive(Template)]
#[template(path = "game-ply.html")]
struct PlyLines<'a> {
    ply: &'a PlyState,
    number: usize,
    notation: String,
    label: String,
    captured: Captured<'a>,
}

/// What a ply captured.
#[derive(Template)]
#[template(path = "captured.html")]
pub(crate) struct Captured<'a> {
    /// What fell, a sentence each.
    says: Vec<&'a str>,
    /// The clauses by which it fell, each once.
    clauses: Vec<ClauseLine<'a>>,
    /// What other rule sets say, each once.
    others: Vec<&'a str>,
}

impl<'a> PlyLines<'a> {
    fn of(ply: &'a PlyState, number: usize) -> PlyLines<'a> {
        let taken: Vec<&str> = ply.captures.iter().map(|captured| captured.capture.square.as_str()).collect();
        let taken = if taken.is_empty() { String::new() } else { format!(" ×{}", taken.join(" ")) };
        let notation = ply.mv.replace('-', "–") + &taken;
        let values = [("number", number.to_string().into()), ("says", ply.says.as_str().into())];
        let label = format!("{notation}. {}", Words::english().format("play-move-shown", &values));
        PlyLines { ply, number, notation, label, captured: Captured::by(ply) }
    }
}

impl<'a> Captured<'a> {
    pub(crate) fn by(ply: &'a PlyState) -> Captured<'a> {
        let (mut says, mut clauses, mut others, mut row) = (Vec::new(), Vec::new(), Vec::new(), false);
        let mut cited = Vec::new();
        for captured in &ply.captures {
            // A row that fell together is told once.
            let is_row = captured.capture.by == "shieldwall";
            if !(is_row && std::mem::replace(&mut row, is_row)) {
                says.push(captured.says.as_str());
            }
            let Some(clause) = captured.capture.clause.as_deref() else { continue };
            for one in std::iter::once(clause).chain(&clause.also) {
                if !cited.contains(&one.clause.id) {
                    cited.push(one.clause.id);
                    clauses.push(ClauseLine::cited(one));
                }
            }
            if !clause.others.is_empty() && !others.contains(&clause.others.as_str()) {
                others.push(&clause.others);
            }
        }
        Captured { says, clauses, others }
    }
}

//! Conditional moves as their owner's page shows them, and the positions that they lead to.

use std::collections::BTreeMap;

use hnefi_live::{ActError, Conditional, Room, Viewer};
use hnefi_rules::Intent;
use serde::Serialize;

use crate::read::read;
use crate::{Refused, Refusing, SideWord, legal_of};

/// The conditional moves of who looks; nobody else is told of them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ConditionalState {
    /// Whether some can be made now: the other side is to move.
    pub may: bool,
    /// The lines, from the other side's move to one's own.
    pub lines: Vec<Vec<String>>,
    /// Whether something unforeseen has ended those that there were.
    pub ended: bool,
    /// The most lines.
    pub most: usize,
    /// The most moves of a line.
    pub longest: usize,
}

impl ConditionalState {
    /// Those of who looks; `None` where he can make none in this game.
    pub(crate) fn of(room: &Room, viewer: &Viewer) -> Option<ConditionalState> {
        let side = room.conditional_side(viewer)?;
        let conditional = room.conditional(side);
        Some(ConditionalState {
            may: room.log().turn() == Some(!side),
            lines: conditional.lines().iter().map(|line| line.iter().map(Intent::to_string).collect()).collect(),
            ended: *conditional == Conditional::Ended,
            most: Conditional::MOST_LINES,
            longest: Conditional::LONGEST,
        })
    }
}

/// The position to which some moves would lead from the game as it stands.
#[derive(Clone, Debug, Serialize)]
pub struct WhatIf {
    /// The moves.
    pub moves: Vec<String>,
    /// The position after them.
    pub position: String,
    /// The side to move there.
    pub turn: SideWord,
    /// The squares to which each of its pieces may go; none where the game would be over.
    pub legal: BTreeMap<String, Vec<String>>,
}

/// Plays moves on from the game as it stands, without playing them in it.
///
/// # Errors
/// When who asks makes no conditional moves here, the game has moved on, there are too many moves, or one is not legal.
pub fn what_if(room: &Room, viewer: &Viewer, ply: u32, moves: &[String]) -> Result<WhatIf, Refusing> {
    let refused = |error| Refusing::of(error, room.game());
    if room.conditional_side(viewer).is_none() {
        return Err(refused(ActError::ConditionalNotHere));
    }
    if ply != room.log().plies() {
        return Err(Refusing::stale());
    }
    if moves.len() > Conditional::LONGEST {
        return Err(refused(ActError::ConditionalTooMany));
    }
    let mut game = room.game().clone();
    for intent in read_line(moves)? {
        let mv = game.legal(intent).map_err(|refusal| Refusing::of(ActError::Illegal(refusal), &game))?;
        game.play(mv).map_err(|refusal| refused(ActError::Illegal(refusal)))?;
    }
    Ok(WhatIf {
        moves: moves.to_vec(),
        position: game.position().rows_text(),
        turn: game.position().turn().into(),
        legal: if game.outcome().is_none() { legal_of(&game) } else { BTreeMap::new() },
    })
}

/// **Read**: moves as text become a line.
pub(crate) fn read_line(moves: &[String]) -> Result<Vec<Intent>, Refused> {
    moves.iter().map(|mv| mv.split_once('-').map_or_else(|| read(mv, ""), |(from, to)| read(from, to))).collect()
}

//! The legal moves of a position.

use hnefi_rules::{Game, Ply, Position};
use serde::Serialize;

use super::{CaptureAnswer, Cite, OutcomeAnswer};

/// The legal moves of a position, each with what it does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MovesAnswer {
    /// The id of the rule set.
    pub rules: String,
    /// The rows of the position, rank 1 first.
    pub position: String,
    /// The side to move.
    pub turn: &'static str,
    /// How the game is over already, if it is.
    pub outcome: Option<OutcomeAnswer>,
    /// How many moves there are; 0 when the game is over.
    pub legal_moves: usize,
    /// By the file and rank that they start from, then those that they go to.
    pub moves: Vec<MoveAnswer>,
}

/// A legal move and what it does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveAnswer {
    /// `from` and `to` with a hyphen.
    #[serde(rename = "move")]
    pub mv: String,
    /// Where the piece stands.
    pub from: String,
    /// Where it goes.
    pub to: String,
    /// What moves.
    pub piece: &'static str,
    /// What it captures, by file, then rank; a captured king is among them.
    pub captures: Vec<CaptureAnswer>,
    /// How the move ends the game.
    pub outcome: Option<OutcomeAnswer>,
}

impl MovesAnswer {
    /// The legal moves of a game as it stands. `cite` says which clauses decide their captures.
    pub fn of(game: &Game, cite: Cite<'_>) -> MovesAnswer {
        let plies = legal_plies(game);
        MovesAnswer {
            rules: game.referee().ruleset().id().to_owned(),
            position: game.position().rows_text(),
            turn: game.position().turn().id(),
            outcome: game.outcome().map(OutcomeAnswer::from),
            legal_moves: plies.len(),
            moves: plies.iter().map(|ply| MoveAnswer::of(game.position(), ply, cite)).collect(),
        }
    }
}

impl MoveAnswer {
    /// What a move does in a position.
    pub fn of(before: &Position, ply: &Ply, cite: Cite<'_>) -> MoveAnswer {
        let mv = ply.played.mv;
        MoveAnswer {
            mv: mv.to_string(),
            from: mv.from().to_string(),
            to: mv.to().to_string(),
            piece: ply.played.piece.id(),
            captures: CaptureAnswer::all(before, &ply.played, cite),
            outcome: ply.outcome.map(OutcomeAnswer::from),
        }
    }
}

/// Every legal move of a game as it would be played, by the square it starts from, file before rank, then by the one it
/// goes to.
pub fn legal_plies(game: &Game) -> Vec<Ply> {
    let mut after = game.clone();
    let mut plies = Vec::new();
    for mv in game.moves() {
        if let Ok(ply) = after.play(mv) {
            plies.push(ply.clone());
            after.undo();
        }
    }
    plies.sort_by_key(|ply| (ply.played.mv.from().file_then_rank(), ply.played.mv.to().file_then_rank()));
    plies
}

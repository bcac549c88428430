//! What `position` says, turned into a game.

use std::sync::Arc;

use hnefi_formats::{Content, Format, MoveError, ReadError, read_as, read_move};
use hnefi_rules::{Game, Referee, Refusal, RowsError, Setup, SetupErrors, SideError};

/// Why `position` gives no game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(crate) enum BoardError {
    /// Nothing, or something else, stands where the position should.
    #[error("write: position startpos, position rows ROWS SIDE or position fen ROWS SIDE, then moves and the moves")]
    Form,
    #[error(transparent)]
    TaflZero(#[from] ReadError),
    #[error(transparent)]
    Rows(#[from] RowsError),
    #[error(transparent)]
    Side(#[from] SideError),
    #[error("this position cannot be played: {0}")]
    Setup(#[from] SetupErrors),
    #[error("move {number}: {fault}")]
    Unreadable { number: usize, fault: MoveError },
    #[error("move {number}, {}: {}", refusal.intent, refusal.reason.code())]
    Refused { number: usize, refusal: Refusal },
}

/// The game that a position and its moves make. Nothing is left half done: there is a game or an error.
pub(crate) fn read_game(referee: &Arc<Referee>, words: &[String]) -> Result<Game, BoardError> {
    let at = words.iter().position(|word| word == "moves").unwrap_or(words.len());
    let (place, moves) = words.split_at(at);
    let place: Vec<&str> = place.iter().map(String::as_str).collect();
    let mut game = match place.as_slice() {
        ["startpos"] => Game::new(referee.clone()),
        // Rows begin with a slash, rank 1 first; without one the highest rank comes first.
        ["rows" | "fen", rows, side] if rows.starts_with('/') => {
            let side = match *side {
                "a" => "attackers",
                "d" => "defenders",
                side => side,
            };
            start(referee, &Setup::from_rows(rows)?, side.parse()?)?
        }
        ["rows" | "fen", rows] if rows.starts_with('/') => {
            start(referee, &Setup::from_rows(rows)?, referee.ruleset().first())?
        }
        ["rows", rows, ..] => return Err(Setup::from_rows(rows).map_or_else(Into::into, |_| BoardError::Form)),
        ["fen", rows, side] => match read_as(Format::TaflZero, &format!("{rows} {side}"))?.content {
            Content::Position(read) => start(referee, &read.setup, read.turn.unwrap_or(referee.ruleset().first()))?,
            _ => return Err(BoardError::Form),
        },
        _ => return Err(BoardError::Form),
    };
    for (index, text) in moves.iter().skip(1).enumerate() {
        let number = index + 1;
        let written = read_move(text).map_err(|fault| BoardError::Unreadable { number, fault })?;
        let mv = game.legal(written.intent).map_err(|refusal| BoardError::Refused { number, refusal })?;
        game.play(mv);
    }
    Ok(game)
}

fn start(referee: &Arc<Referee>, setup: &Setup, turn: hnefi_rules::Side) -> Result<Game, BoardError> {
    Ok(Game::from_position(referee.clone(), referee.position(setup, turn)?))
}

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

/// What was said last and the game that it made.
pub(crate) type Before = Option<(Vec<String>, Game)>;

/// The game that a position and its moves make. Nothing is left half done: there is a game or an error. A line that
/// goes on where the one before ended is played on from there.
pub(crate) fn read_game(referee: &Arc<Referee>, words: &[String], before: &Before) -> Result<Game, BoardError> {
    let at = words.iter().position(|word| word == "moves").unwrap_or(words.len());
    let before = before.as_ref().filter(|(said, _)| words.starts_with(said) && said.len() >= at);
    let (mut game, played) = match before {
        Some((said, game)) => (game.clone(), said.len().max(at + 1)),
        None => (place(referee, &words[..at])?, at + 1),
    };
    for (index, text) in words.iter().enumerate().skip(played) {
        let number = index - at;
        let written = read_move(text).map_err(|fault| BoardError::Unreadable { number, fault })?;
        game.play(written.intent).map_err(|refusal| BoardError::Refused { number, refusal })?;
    }
    Ok(game)
}

/// The game that begins where the words before `moves` say.
fn place(referee: &Arc<Referee>, words: &[String]) -> Result<Game, BoardError> {
    let place: Vec<&str> = words.iter().map(String::as_str).collect();
    Ok(match place.as_slice() {
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
        ["fen", placement @ ..] if matches!(placement.len(), 1 | 2) => {
            match read_as(Format::TaflZero, &placement.join(" "))?.content {
                // Without a side it is as with rows: who begins is to move.
                Content::Position(read) => {
                    let turn = read.turn.filter(|_| placement.len() == 2).unwrap_or(referee.ruleset().first());
                    start(referee, &read.setup, turn)?
                }
                _ => return Err(BoardError::Form),
            }
        }
        _ => return Err(BoardError::Form),
    })
}

fn start(referee: &Arc<Referee>, setup: &Setup, turn: hnefi_rules::Side) -> Result<Game, BoardError> {
    Ok(Game::from_position(referee.clone(), referee.position(setup, turn)?))
}

//! The lines of a file of openings: what a header says, and the moves of an opening.

use std::sync::Arc;

use hnefi_formats::read_move;
use hnefi_rules::{Game, Intent, Move, Referee};

/// The name and the value in a line of a header.
pub(crate) fn header_line(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.strip_prefix('#')?.split_once(':')?;
    Some((name.trim(), value.trim()))
}

/// The game after the moves of a line. It is not over.
pub(crate) fn read_line(line: &str, referee: &Arc<Referee>) -> Result<Game, String> {
    let mut game = Game::new(referee.clone());
    for word in line.split_whitespace() {
        // Numbers before moves are for people.
        if word.strip_suffix('.').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit())) {
            continue;
        }
        let written = read_move(word).map_err(|error| error.to_string())?;
        let mv = legal(&game, written.intent)?;
        game.play(mv).expect("a legal move");
    }
    if game.outcome().is_some() {
        return Err("the game is over after these moves".to_owned());
    }
    Ok(game)
}

fn legal(game: &Game, intent: Intent) -> Result<Move, String> {
    game.legal(intent).map_err(|refusal| format!("{intent}: {}", refusal.reason.code()))
}

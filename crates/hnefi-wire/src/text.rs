//! A game as text.

use hnefi_formats::{GameTree, write_tag_list};
use hnefi_rules::Game;
use hnefi_words::Words;

/// A game as text that can be read again; with `clauses`, every capture names the clause that decided it.
///
/// ```
/// use hnefi_rules::{Game, Intent, Referee, leaflet};
/// use std::sync::Arc;
/// let mut game = Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone())));
/// game.play(Intent { from: "d1".parse().unwrap(), to: "d4".parse().unwrap() }).unwrap();
/// assert!(hnefi_wire::game_text(&game, true).contains("1. d1-d4"));
/// ```
pub fn game_text(game: &Game, clauses: bool) -> String {
    let mut tree = GameTree::of(game);
    if clauses {
        Words::english().remark_captures(&mut tree);
    }
    write_tag_list(&tree).text
}

//! Where the rules are asked about a place in a game: At the table.
use std::collections::HashMap;

use hnefi_formats::{GameTree, Judged};

use super::view::tried;

/// How the address for a place goes on behind the rules: the position, with the move that led there. Of a move that ends the game, or
/// was refused, the move is asked about. `times` is what [`times_stood`] says.
pub(super) fn table_query(tree: &GameTree, at: usize, times: &[u32]) -> String {
    let node = tree.node(at);
    let (number, asked) = match (&node.judged, node.ply()) {
        (Judged::Played(ply, _), _) if ply.outcome.is_some() => (node.parent, format!("&move={}", ply.played.mv)),
        (_, Some(ply)) => (at, format!("&last={}", ply.played.mv)),
        (_, None) => (at, tried(node).map(|mv| format!("&move={mv}")).unwrap_or_default()),
    };
    let position = tree.position(number);
    let times = if times[at] > 1 { format!("&times={}", times[at]) } else { String::new() };
    format!("&position={}&turn={}{asked}{times}", position.rows_text(), position.turn().id())
}

/// How many times the position of each place stood on the way to it, that time included.
pub(super) fn times_stood(tree: &GameTree) -> Vec<u32> {
    let mut times = vec![0; tree.nodes().len()];
    let mut stood: HashMap<u64, u32> = HashMap::new();
    let mut waiting = vec![(0, false)];
    while let Some((number, left)) = waiting.pop() {
        let count = stood.entry(tree.position(number).hash()).or_default();
        // What was not played leaves the position as it was before.
        let stands = u32::from(number == 0 || tree.node(number).ply().is_some());
        if left {
            *count -= stands;
            continue;
        }
        *count += stands;
        times[number] = *count;
        waiting.push((number, true));
        waiting.extend(tree.node(number).next.iter().map(|&next| (next, false)));
    }
    times
}

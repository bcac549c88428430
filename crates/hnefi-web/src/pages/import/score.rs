//! The list of moves with comments and variations, as one run of things to show.

use hnefi_formats::write_move;
use hnefi_rules::Side;

use super::tree::{FoundMove, Judged, Tree};

/// Variations within variations are drawn as deep as this; what goes deeper stands between brackets.
const DEEPEST: usize = 6;

/// Something in the list of moves, in the order in which it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// The number before a move, such as `3.` or `3. …`.
    Number(String),
    /// A move.
    Move {
        /// Its number in the tree.
        number: usize,
        /// As people read it.
        text: String,
        /// Whether it belongs to the main line.
        main: bool,
        /// Whether something is wrong with it.
        faulty: bool,
        /// Whether it could not be reached.
        unreached: bool,
    },
    /// A remark.
    Comment(String),
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
    /// A variation in a deep variation begins.
    Bracket,
    /// A variation in a deep variation ends.
    Unbracket,
}

enum Work {
    /// What comes after this move, in a variation so deep.
    After(usize, usize, bool),
    /// This move, in a variation so deep, with its number.
    Move(usize, usize),
    Item(Item),
}

/// Puts a game in the order in which it is read: each move, then the variations to it, then what follows.
pub(super) fn score(tree: &Tree, moves: &[FoundMove], comment: &str) -> Vec<Item> {
    let mut items = Vec::with_capacity(tree.nodes.len() * 2);
    let first = !comment.is_empty();
    if first {
        items.push(Item::Comment(comment.to_owned()));
    }
    let mut waiting = vec![Work::After(0, 0, true)];
    while let Some(work) = waiting.pop() {
        match work {
            Work::Item(item) => items.push(item),
            Work::Move(number, deep) => {
                let again = put(&mut items, tree, moves, number, deep, true);
                waiting.push(Work::After(number, deep, again));
            }
            Work::After(number, deep, numbered) => {
                let Some((&main, others)) = tree.nodes[number].next.split_first() else { continue };
                let again = put(&mut items, tree, moves, main, deep, numbered);
                waiting.push(Work::After(main, deep, again || !others.is_empty()));
                for &other in others.iter().rev() {
                    let (open, close) = match deep < DEEPEST {
                        true => (Item::Open, Item::Close),
                        false => (Item::Bracket, Item::Unbracket),
                    };
                    waiting.push(Work::Item(close));
                    waiting.push(Work::Move(other, deep + 1));
                    waiting.push(Work::Item(open));
                }
            }
        }
    }
    items
}

/// Puts a move with its number and remark; says whether the next move needs a number again.
fn put(items: &mut Vec<Item>, tree: &Tree, moves: &[FoundMove], number: usize, deep: usize, numbered: bool) -> bool {
    let Some(found) = moves.get(number - 1) else { return true };
    let (count, second) = turn(tree, tree.nodes[number].depth);
    match (second, numbered) {
        (false, _) => items.push(Item::Number(format!("{count}."))),
        (true, true) => items.push(Item::Number(format!("{count}. …"))),
        (true, false) => {}
    }
    let judged = &tree.nodes[number].judged;
    let text = match judged {
        Judged::Played(ply, _) => pretty(&write_move(&ply.played)),
        _ => pretty(&found.text.chars().take(40).collect::<String>()),
    };
    items.push(Item::Move {
        number,
        text,
        main: deep == 0,
        faulty: judged.is_faulty(),
        unreached: matches!(judged, Judged::Unreached),
    });
    if found.comment.is_empty() {
        return false;
    }
    items.push(Item::Comment(found.comment.clone()));
    true
}

/// The number of a move as people count, and whether it is the answer of the second side.
pub(super) fn turn(tree: &Tree, depth: usize) -> (usize, bool) {
    let first: Side = tree.referee.ruleset().first();
    let ply = depth - 1 + usize::from(tree.start.turn() != first);
    (ply / 2 + 1, ply % 2 == 1)
}

/// A move as people read it: `d1–d4 ×d5 f4`.
pub(super) fn pretty(written: &str) -> String {
    match written.split_once('x') {
        Some((mv, taken)) => format!("{} ×{}", mv.replace('-', "–"), taken.replace(['/', 'x'], " ")),
        None => written.replace('-', "–"),
    }
}

//! The list of moves with comments and variations, as one run of things to show.
use hnefi_formats::{GameTree, Judged, Node, Remarks, write_move};
use hnefi_rules::Side;

/// Variations within variations are drawn as deep as this; what goes deeper stands between brackets.
const DEEPEST: usize = 6;

/// Something in the list of moves, in the order in which it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// A move.
    Move {
        /// The number before it, such as `3.` or `3. …`; empty where none is needed.
        count: String,
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
pub(crate) fn score(tree: &GameTree) -> Vec<Item> {
    let mut items = Vec::with_capacity(tree.nodes().len() * 2);
    remark(&mut items, tree.node(0));
    let mut waiting = vec![Work::After(0, 0, true)];
    while let Some(work) = waiting.pop() {
        match work {
            Work::Item(item) => items.push(item),
            Work::Move(number, deep) => {
                let again = put(&mut items, tree, number, deep, true);
                waiting.push(Work::After(number, deep, again));
            }
            Work::After(number, deep, numbered) => {
                let Some((&main, others)) = tree.node(number).next.split_first() else { continue };
                let again = put(&mut items, tree, main, deep, numbered);
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
fn put(items: &mut Vec<Item>, tree: &GameTree, number: usize, deep: usize, numbered: bool) -> bool {
    let node = tree.node(number);
    let (count, second) = turn(tree, node.depth);
    let count = match (second, numbered) {
        (false, _) => format!("{count}."),
        (true, true) => format!("{count}. …"),
        (true, false) => String::new(),
    };
    let text = match &node.judged {
        Judged::Played(ply, _) => pretty(&write_move(&ply.played)),
        _ => pretty(&node.text.chars().take(40).collect::<String>()),
    };
    items.push(Item::Move {
        count,
        number,
        text,
        main: deep == 0,
        faulty: is_faulty(node),
        unreached: matches!(node.judged, Judged::Unreached),
    });
    remark(items, node)
}

/// Puts the words that are said of a place; says whether there are any.
fn remark(items: &mut Vec<Item>, node: &Node) -> bool {
    let words = Remarks::read(&node.comment).words;
    let says = !words.is_empty();
    items.extend(says.then_some(Item::Comment(words)));
    says
}

/// The number of a move as people count, and whether it is the answer of the second side.
pub(crate) fn turn(tree: &GameTree, depth: usize) -> (usize, bool) {
    let first: Side = tree.ruleset().first();
    let ply = depth - 1 + usize::from(tree.start().turn() != first);
    (ply / 2 + 1, ply % 2 == 1)
}

/// Whether something is wrong with a move: it cannot be played, or the record says something else of it.
pub(crate) fn is_faulty(node: &Node) -> bool {
    matches!(node.judged, Judged::Played(_, Some(_)) | Judged::Unread(_) | Judged::Refused(_))
}

/// A move as people read it: `d1–d4 ×d5 f4`.
pub(crate) fn pretty(written: &str) -> String {
    match written.split_once('x') {
        Some((mv, taken)) => format!("{} ×{}", mv.replace('-', "–"), taken.replace(['/', 'x'], " ")),
        None => written.replace('-', "–"),
    }
}

#[cfg(test)]
mod tests {
    use hnefi_formats::{Content, read_any};

    use super::*;

    fn run(text: &str) -> String {
        let Content::Games(games) = read_any(text).unwrap().content else { panic!("no game") };
        let words = score(&games[0].play(None).unwrap()).into_iter().map(|item| match item {
            Item::Move { count, number, text, main, .. } => {
                format!("{count} {number}={text}{}", if main { "" } else { "'" }).trim().to_owned()
            }
            Item::Comment(text) => format!("{{{text}}}"),
            Item::Open => "<".to_owned(),
            Item::Close => ">".to_owned(),
            Item::Bracket => "(".to_owned(),
            Item::Unbracket => ")".to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn variations_stand_after_the_move_that_they_replace() {
        let text =
            "[Rules \"fetlar-2018\"]\n{Hm.}\n1. d1-d4 f4-i4 (1. ... f4-f3 {no} 2. d4-d3 (2. d4-d2)) 2. h1-h3 e5-e3\n";
        assert_eq!(
            run(text),
            "{Hm.} 1. 1=d1–d4 2=f4–i4 < 1. … 3=f4–f3' {no} 2. 4=d4–d3' < 2. 5=d4–d2' > > 2. 6=h1–h3 7=e5–e3"
        );
    }

    #[test]
    fn what_the_second_side_begins_is_counted_so() {
        let text = "[Rules \"fetlar-2018\"]\n[Turn \"defenders\"]\n1. ... f4-i4 2. d1-d4\n";
        assert_eq!(run(text), "1. … 1=f4–i4 2. 2=d1–d4");
    }

    #[test]
    fn deep_variations_stand_between_brackets() {
        let text = format!("[Rules \"fetlar-2018\"]\n1. d1-d4 {}{}", "(1. d1-c1 f4-f3 ".repeat(20), ")".repeat(20));
        let run = run(&text);
        let count = |sign| run.matches(sign).count();
        assert_eq!([count('<'), count('>')], [DEEPEST; 2], "{run}");
        assert_eq!([count('('), count(')')], [20 - DEEPEST; 2], "{run}");
    }
}

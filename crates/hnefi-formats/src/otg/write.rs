//! Writing a game as OpenTafl saves it.

use hnefi_rules::{Piece, Ply};

use super::address::Address;
use crate::marks::round_brackets;
use crate::named::is_tag_name;
use crate::scan::comment;
use crate::{GameTree, Loss, Said, Written, write_rules_string};

/// Writes a game with its comments and variations as OpenTafl saves it.
///
/// ```
/// use hnefi_formats::{Content, read_any, write_otg};
/// let text = "[Rules \"fetlar-online\"]\n1. d1-d4 f4-i4 {Bold.} (1. ... f4-f3) 2. h1-h4 *";
/// let Content::Games(games) = read_any(text).unwrap().content else { panic!("no games") };
/// let written = write_otg(&games[0].play(None).unwrap());
/// let moves = written.text.split("\n\n").skip(1).collect::<Vec<_>>();
/// assert_eq!(moves, ["1. d1-d4 f4-i4\n[|Bold.]", "1b.1.1a. ..... f4-f3", "2. h1-h4\n"]);
/// ```
pub fn write_otg(tree: &GameTree) -> Written {
    let mut writer =
        Writer { tree, text: String::new(), tag_letters: 0, lost_tags: Vec::new(), comment_letters: 0, too_deep: 0 };
    let rules = write_rules_string(tree.ruleset());
    writer.tags(&rules.text);
    writer.moves();
    let Writer { text, tag_letters, lost_tags, comment_letters, too_deep, .. } = writer;
    let counted = |count: usize, loss: fn(usize) -> Loss| (count > 0).then(|| loss(count));
    let own = [
        (!lost_tags.is_empty()).then_some(Loss::Tags(lost_tags)),
        counted(tag_letters, Loss::TagLetters),
        counted(comment_letters, Loss::CommentLetters),
        counted(too_deep, Loss::Variations),
    ];
    let losses = rules.losses.into_iter().chain(own.into_iter().flatten()).chain(tree.lost_anyway());
    Written { text, losses: losses.collect() }
}

struct Writer<'a> {
    tree: &'a GameTree,
    text: String,
    tag_letters: usize,
    /// The names of tags that mean something else here, or cannot be written.
    lost_tags: Vec<String>,
    comment_letters: usize,
    too_deep: usize,
}

/// The names of tags that say what the program knows of a game.
const OWN: [&str; 8] =
    ["rules", "position", "turn", "result", "termination", "start-comment", "starting-comment", "id"];

impl Writer<'_> {
    fn tag(&mut self, name: &str, value: &str) {
        let clean = comment(&value.replace('[', "(").replace(']', ")"));
        self.tag_letters += usize::from(clean != value);
        self.text.push_str(&format!("[{}:{clean}]\n", name.to_lowercase()));
    }

    fn tags(&mut self, rules: &str) {
        let tree = self.tree;
        if let Some(id) = &tree.id {
            self.tag("id", &id.to_tag());
        }
        for tag in &tree.tags {
            if OWN.contains(&tag.name.to_ascii_lowercase().as_str()) || !is_tag_name(&tag.name) {
                self.lost_tags.push(tag.name.clone());
            } else {
                self.tag(&tag.name, &tag.value);
            }
        }
        let said = tree.said();
        let result = match said {
            Said::Win(hnefi_rules::Side::Attackers) => "1",
            Said::Win(hnefi_rules::Side::Defenders) => "-1",
            Said::Draw => "0",
            Said::Open | Said::Unclear => "?",
        };
        self.tag("result", result);
        if let Some(ending) = tree.ending() {
            self.tag("termination", &ending);
        }
        if !tree.node(0).comment.is_empty() {
            self.tag("start-comment", &round_brackets(&tree.node(0).comment));
        }
        let start = tree.start();
        let other_side = start.turn() != tree.ruleset().first();
        if start.setup() != *tree.ruleset().start() || other_side {
            self.tag("position", &start.rows_text());
        }
        if other_side {
            self.tag("turn", start.turn().id());
        }
        self.text.push_str(&format!("[rules:{rules}]\n"));
    }

    fn moves(&mut self) {
        let tree = self.tree;
        let second = usize::from(tree.start().turn() != tree.ruleset().first());
        let mut rest: Vec<(usize, Address)> = Vec::new();
        rest.extend(tree.played_after(0).first().map(|&number| (number, Address::main(second))));
        while let Some((number, address)) = rest.pop() {
            let next = self.turn(number, address, &mut rest);
            rest.extend(next);
        }
    }

    /// Writes a turn, pushes what follows it in its line and gives the variations that leave it.
    fn turn(&mut self, number: usize, mut address: Address, rest: &mut Vec<(usize, Address)>) -> Vec<(usize, Address)> {
        let tree = self.tree;
        self.text.push_str(&format!("\n{address}"));
        let mut comments: Vec<&str> = Vec::new();
        let mut variations: Vec<(usize, Address)> = Vec::new();
        if address.is_second() {
            self.text.push_str(" .....");
            comments.push("");
        }
        let mut next = Some(number);
        while let Some(number) = next {
            let node = tree.node(number);
            let Some(ply) = node.ply() else { break };
            self.text.push(' ');
            self.text.push_str(&written(ply));
            comments.push(&node.comment);
            let siblings = tree.played_after(node.parent);
            if siblings[0] == number {
                for (&other, count) in siblings[1..].iter().zip(1..) {
                    match address.variation(count) {
                        Some(address) => variations.push((other, address)),
                        None => self.too_deep += 1,
                    }
                }
            }
            let last = address.is_second();
            address.advance();
            next = tree.played_after(number).first().copied();
            if last {
                break;
            }
        }
        rest.extend(next.map(|number| (number, address)));
        self.text.push('\n');
        if comments.iter().any(|comment| !comment.is_empty()) {
            if comments.len() == 1 {
                comments.push("");
            }
            let mut clean = Vec::with_capacity(2);
            for comment in comments {
                let comment = round_brackets(comment);
                let changed = comment.replace('[', "(").replace(']', ")").replace('|', "/");
                self.comment_letters += usize::from(changed != comment);
                clean.push(changed);
            }
            self.text.push_str(&format!("[{}]\n", clean.join("|")));
        }
        variations.reverse();
        variations
    }
}

/// A move as OpenTafl writes it: a letter for the king, moving or captured.
fn written(ply: &Ply) -> String {
    let king = |piece: Piece| if piece == Piece::King { "K" } else { "" };
    let mut text = format!("{}{}", king(ply.played.piece), ply.played.mv);
    for (index, capture) in ply.played.captures.iter().enumerate() {
        text.push(if index == 0 { 'x' } else { '/' });
        text.push_str(king(capture.piece));
        text.push_str(&capture.square.to_string());
    }
    text
}

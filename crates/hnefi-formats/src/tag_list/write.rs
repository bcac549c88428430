//! Writing a game as a chess-like list.

use crate::named::{is_tag_name, written_id};
use crate::{GameTree, House, Loss, Written, write_move};

/// Writes a game with its comments and variations as a list that people read and chess programs know.
///
/// ```
/// use hnefi_formats::{Content, read_any, write_tag_list};
/// let text = "[Attackers \"Anna\"]\n[Rules \"copenhagen\"]\n[Result \"*\"]\n\n\
///     {A friendly game.}\n1. d1-d4 f4-i4 {Bold.} (1. ... f4-f3 2. h1-h3)\n2. h1-h4\n";
/// let Content::Games(games) = read_any(text).unwrap().content else { panic!("no games") };
/// let written = write_tag_list(&games[0].play(None).unwrap());
/// assert_eq!(written.text, text);
/// assert!(written.losses.is_empty());
/// ```
pub fn write_tag_list(tree: &GameTree) -> Written {
    let mut writer = Writer {
        tree,
        text: String::new(),
        tag_letters: 0,
        lost_tags: Vec::new(),
        comment_letters: 0,
        lost_ending: None,
    };
    writer.tags();
    writer.text.push('\n');
    let comment = &tree.node(0).comment;
    if !comment.is_empty() {
        writer.comment(comment);
        writer.text.push('\n');
    }
    writer.moves();
    let Writer { text, tag_letters, lost_tags, comment_letters, lost_ending, .. } = writer;
    let counted = |count: usize, loss: fn(usize) -> Loss| (count > 0).then(|| loss(count));
    let own = [
        (!lost_tags.is_empty()).then_some(Loss::Tags(lost_tags)),
        counted(tag_letters, Loss::TagLetters),
        counted(comment_letters, Loss::CommentLetters),
        lost_ending.map(Loss::Termination),
    ];
    Written { text, losses: own.into_iter().flatten().chain(tree.lost_anyway()).collect() }
}

struct Writer<'a> {
    tree: &'a GameTree,
    text: String,
    tag_letters: usize,
    /// The names of tags that mean something else here, or cannot be written.
    lost_tags: Vec<String>,
    comment_letters: usize,
    /// Words for how the game ended that no reader of such a list takes for an ending.
    lost_ending: Option<String>,
}

/// The names of tags that say what the program knows of a game.
const OWN: [&str; 9] = ["rules", "base", "position", "fen", "turn", "result", "ending", "termination", "id"];
/// Those that say something of house rules, where a game has some.
const OF_HOUSE: [&str; 3] = ["called", "start", "house"];

/// What is still to be written of a tree.
enum Rest {
    /// The beginning of a variation.
    Open,
    /// A move, the second half of a turn with its number where asked for.
    Move { number: usize, numbered: bool, in_variation: bool },
    /// The end of a variation.
    Close,
}

impl Writer<'_> {
    fn tag(&mut self, name: &str, value: &str) {
        let clean = value.replace(|c: char| c.is_control(), " ");
        self.tag_letters += usize::from(clean != value);
        let escaped = clean.replace('\\', "\\\\").replace('"', "\\\"");
        self.text.push_str(&format!("[{name} \"{escaped}\"]\n"));
    }

    fn tags(&mut self) {
        let tree = self.tree;
        if let Some(id) = &tree.id {
            self.tag("Id", &id.to_tag());
        }
        let ruleset = tree.ruleset();
        let house = House::of(ruleset);
        for tag in &tree.tags {
            let mut name = tag.name.clone();
            let known = name.to_ascii_lowercase();
            let is_own = OWN.contains(&known.as_str()) || (house.is_some() && OF_HOUSE.contains(&known.as_str()));
            if is_own || !is_tag_name(&name) {
                self.lost_tags.push(name);
                continue;
            }
            if let Some(first) = name.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            self.tag(&name, &tag.value);
        }
        self.tag("Rules", &written_id(ruleset));
        if let Some(house) = house {
            self.tag("Base", &house.base);
            if let Some(name) = &house.name {
                self.tag("Called", name);
            }
            if let Some(rows) = &house.start {
                self.tag("Start", rows);
            }
            for change in house.changes() {
                self.tag("House", &change);
            }
        }
        let start = tree.start();
        if start.setup() != *ruleset.start() || start.turn() != ruleset.first() {
            self.tag("Position", &start.rows_text());
            self.tag("Turn", start.turn().id());
        }
        self.tag("Result", tree.said().id());
        if let Some(ending) = tree.ending() {
            match tree.may_end_by(&ending) {
                true => self.tag("Ending", &ending),
                false => self.lost_ending = Some(ending),
            }
        }
    }

    fn comment(&mut self, comment: &str) {
        let clean = comment.replace('}', ")");
        self.comment_letters += usize::from(clean != comment);
        self.text.push_str(&format!("{{{clean}}}"));
    }

    /// The moves: after each its variations, then what follows it.
    fn moves(&mut self) {
        let tree = self.tree;
        let second = usize::from(tree.start().turn() != tree.ruleset().first());
        let mut rest: Vec<Rest> = Vec::new();
        if let Some(&number) = tree.played_after(0).first() {
            rest.push(Rest::Move { number, numbered: true, in_variation: false });
        }
        while let Some(next) = rest.pop() {
            let (number, numbered, in_variation) = match next {
                Rest::Move { number, numbered, in_variation } => (number, numbered, in_variation),
                Rest::Open => {
                    self.text.push_str(" (");
                    continue;
                }
                Rest::Close => {
                    self.text.push(')');
                    continue;
                }
            };
            let node = tree.node(number);
            let Some(ply) = node.ply() else { continue };
            let half = node.depth - 1 + second;
            let first = half.is_multiple_of(2);
            match self.text.chars().next_back() {
                Some('\n' | '(') | None => {}
                _ if first && !in_variation => self.text.push('\n'),
                _ => self.text.push(' '),
            }
            if first {
                self.text.push_str(&format!("{}. ", half / 2 + 1));
            } else if numbered {
                self.text.push_str(&format!("{}. ... ", half / 2 + 1));
            }
            self.text.push_str(&write_move(&ply.played));
            if !node.comment.is_empty() {
                self.text.push(' ');
                self.comment(&node.comment);
            }
            let siblings = tree.played_after(node.parent);
            let variations = if siblings[0] == number { &siblings[1..] } else { &[] };
            if let Some(&next) = tree.played_after(number).first() {
                rest.push(Rest::Move { number: next, numbered: !variations.is_empty(), in_variation });
            }
            for &number in variations.iter().rev() {
                rest.push(Rest::Close);
                rest.push(Rest::Move { number, numbered: true, in_variation: true });
                rest.push(Rest::Open);
            }
        }
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }
}

//! Recorded games as JSON, one object a line, with everything that a game may have.
//!
//! Written: `docs/formats/replay.md` describes the keys.
//!
//! Tolerated when read: unknown keys, each of which becomes a tag; blank lines; `null` for any key that may be left out; a name of the field for a
//! rule set; of a key that stands there twice the last. A record without moves is a game that has not begun.

use std::collections::{BTreeMap, HashMap};

use hnefi_rules::Setup;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::house::House;
use crate::named::{ruleset_named, short, written_id};
use crate::scan::comment;
use crate::{
    FoundMove, GameTree, MAX_GAMES, MAX_MOVES, Place, ReadError, ReadFault, ReadRules, Record, RecordFault, RecordId,
    Said, Tag, Written, WrittenGame, WrittenResult, read_move, read_record, write_move,
};

/// A line of moves that leaves another.
#[derive(Deserialize, Serialize)]
struct Branch<'a> {
    after: usize,
    #[serde(borrow)]
    moves: Vec<&'a RawValue>,
}

/// Reads every game of a text.
pub(crate) fn read(text: &str) -> Result<Vec<WrittenGame>, ReadError> {
    let mut games = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        if games.len() == MAX_GAMES {
            return Err(ReadError::new(Place { line: index + 1, column: 1 }, ReadFault::TooMany(MAX_GAMES)));
        }
        games.push(game(line, index + 1)?);
    }
    if games.is_empty() {
        return Err(ReadError::new(Place::START, ReadFault::Unrecognised));
    }
    Ok(games)
}

/// The keys that mean something.
const KEYS: [&str; 11] =
    ["id", "rules", "house", "moves", "position", "turn", "result", "termination", "tags", "comments", "branches"];

/// One line of a text.
struct Line<'a> {
    text: &'a str,
    number: usize,
    keys: HashMap<String, &'a RawValue>,
}

fn game(text: &str, number: usize) -> Result<WrittenGame, ReadError> {
    let keys = serde_json::from_str(text).unwrap_or_default();
    let line = Line { text, number, keys };
    let record = read_record(text).map_err(|(_, fault)| {
        let place = match &fault {
            // The parser ends its message with where it stopped.
            RecordFault::Json(message) => {
                let column = message.rsplit(' ').next().and_then(|column| column.parse().ok());
                Place { line: number, column: column.unwrap_or(1).max(1) }
            }
            RecordFault::Shape { key, .. } => line.place(key),
            _ => line.place(""),
        };
        ReadError::new(place, fault)
    })?;
    let mut game = WrittenGame { id: record.id.clone(), ..WrittenGame::default() };
    game.rules = line.rules(&record);
    if let Some(rows) = &record.position {
        let place = line.place("position");
        let setup = Setup::from_rows(rows).map_err(|error| ReadError::new(place, error))?;
        game.position = Some((place, setup));
    }
    if let Some(side) = &record.turn {
        let place = line.place("turn");
        let side = side.parse().map_err(|_| ReadError::new(place, ReadFault::Side(short(side))))?;
        game.turn = Some((place, side));
    }
    if let Some(text) = line.get::<Option<String>>("result", "a text")?.flatten() {
        let said = Said::read(&text).unwrap_or(Said::Unclear);
        game.result = Some(WrittenResult { place: line.place("result"), text: short(&text), said });
    }
    game.termination = line.get::<Option<String>>("termination", "a text")?.flatten();
    if let Some(tags) = line.get::<Vec<(String, String)>>("tags", "a list of pairs of texts")? {
        game.tags = tags.into_iter().map(|(name, value)| Tag { name, value }).collect();
    }
    game.tags.extend(line.further());
    line.moves(&mut game)?;
    if let Some(comments) = line.get::<BTreeMap<usize, String>>("comments", "texts by the numbers of moves")? {
        for (number, text) in comments {
            match number.checked_sub(1) {
                None => game.comment = comment(&text),
                Some(index) => match game.moves.get_mut(index) {
                    Some(found) => found.comment = comment(&text),
                    None => {
                        let fault = ReadFault::Comment(number.to_string());
                        return Err(ReadError::new(line.place("comments"), fault));
                    }
                },
            }
        }
    }
    Ok(game)
}

impl Line<'_> {
    /// Where the value of a key stands.
    fn place(&self, key: &str) -> Place {
        self.keys.get(key).map_or(Place { line: self.number, column: 1 }, |value| self.place_of(value))
    }

    fn place_of(&self, value: &RawValue) -> Place {
        let byte = (value.get().as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let column = self.text.get(..byte).map_or(1, |before| before.chars().count() + 1);
        Place { line: self.number, column }
    }

    /// The keys that mean nothing to the program, as tags in the order of the text: a text's content, and anything else
    /// as JSON.
    fn further(&self) -> impl Iterator<Item = Tag> {
        let unknown = |(key, value): &(&String, &&RawValue)| !KEYS.contains(&key.as_str()) && value.get() != "null";
        let mut keys: Vec<_> = self.keys.iter().filter(unknown).collect();
        keys.sort_by_key(|(_, value)| value.get().as_ptr() as usize);
        let content = |value: &RawValue| String::deserialize(value).unwrap_or_else(|_| value.get().to_owned());
        keys.into_iter().map(move |(key, value)| Tag { name: key.clone(), value: content(value) })
    }

    fn get<'a, T: Deserialize<'a>>(&'a self, key: &'static str, wanted: &'static str) -> Result<Option<T>, ReadError> {
        let Some(value) = self.keys.get(key).filter(|value| value.get() != "null") else { return Ok(None) };
        let read = serde_json::from_str(value.get());
        read.map(Some).map_err(|_| ReadError::new(self.place(key), RecordFault::Shape { key, wanted }))
    }

    fn rules(&self, record: &Record) -> Option<Result<ReadRules, ReadError>> {
        let name = record.rules.as_ref()?;
        let place = self.place("rules");
        if name.starts_with("dim:") {
            return Some(crate::rules_string::read_rules_string_at(name, place.right(1)));
        }
        if let Some(house) = &record.house {
            let rule = house.ruleset(name);
            let rule = rule.map(|ruleset| ReadRules { ruleset, notes: Vec::new() });
            return Some(rule.map_err(|fault| ReadError::new(self.place("house"), fault)));
        }
        let known = ruleset_named(name, None).map(ReadRules::known);
        Some(known.ok_or_else(|| ReadError::new(place, RecordFault::UnknownRules(short(name)))))
    }

    fn moves(&self, game: &mut WrittenGame) -> Result<(), ReadError> {
        let main = self.get::<Vec<&RawValue>>("moves", "a list of moves")?.unwrap_or_default();
        self.line(game, 0, &main)?;
        for branch in self.get::<Vec<Branch<'_>>>("branches", "a list of lines of moves")?.unwrap_or_default() {
            if branch.after > game.moves.len() {
                let fault = ReadFault::Address(branch.after.to_string());
                return Err(ReadError::new(self.place("branches"), fault));
            }
            self.line(game, branch.after, &branch.moves)?;
        }
        Ok(())
    }

    fn line(&self, game: &mut WrittenGame, after: usize, moves: &[&RawValue]) -> Result<(), ReadError> {
        let mut parent = after;
        // Columns are counted on from move to move.
        let mut counted = (0, 0);
        for &value in moves {
            if game.moves.len() == MAX_MOVES {
                return Err(ReadError::new(self.place_of(value), ReadFault::TooMany(MAX_MOVES)));
            }
            let byte = (value.get().as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
            counted = match self.text.get(counted.0..byte) {
                Some(between) => (byte, counted.1 + between.chars().count()),
                None => counted,
            };
            let text = String::deserialize(value).unwrap_or_else(|_| value.get().to_owned());
            // The text begins behind its quote.
            let place = Place { line: self.number, column: counted.1 + 2 };
            let read = read_move(&text);
            game.moves.push(FoundMove { parent, place, text: short(&text), read, comment: String::new() });
            parent = game.moves.len();
        }
        Ok(())
    }
}

/// Writes a game as a line of JSON that `hnefi replay` reads, with its comments and variations.
///
/// ```
/// use hnefi_formats::{Content, read_any, write_json_line};
/// let text = "[Rules \"fetlar-2018\"]\n1. d1-d4 f4-i4 {Bold.} (1. ... f4-f3) 2. h1-h4 *";
/// let Content::Games(games) = read_any(text).unwrap().content else { panic!("no games") };
/// let written = write_json_line(&games[0].play(None).unwrap());
/// assert_eq!(
///     written.text,
///     concat!(
///         r#"{"rules":"fetlar-2018","moves":["d1-d4","f4-i4","h1-h4"],"result":"ongoing","#,
///         r#""comments":{"2":"Bold."},"branches":[{"after":1,"moves":["f4-f3"]}]}"#,
///         "\n"
///     )
/// );
/// ```
pub fn write_json_line(tree: &GameTree) -> Written {
    #[derive(Serialize)]
    struct Out<'a> {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a RecordId>,
        rules: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        house: Option<House>,
        #[serde(skip_serializing_if = "Option::is_none")]
        position: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        turn: Option<&'static str>,
        moves: Vec<String>,
        result: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        termination: Option<String>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        tags: Vec<(&'a str, &'a str)>,
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        comments: BTreeMap<usize, &'a str>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        branches: Vec<BranchOut>,
    }
    #[derive(Serialize)]
    struct BranchOut {
        after: usize,
        moves: Vec<String>,
    }

    let ruleset = tree.ruleset();
    let start = tree.start();
    let set_up = start.setup() != *ruleset.start() || start.turn() != ruleset.first();
    let mut comments = BTreeMap::new();
    if !tree.node(0).comment.is_empty() {
        comments.insert(0, tree.node(0).comment.as_str());
    }
    // Moves are numbered as they are written: the main line, then line after line.
    let mut numbers: HashMap<usize, usize> = HashMap::from([(0, 0)]);
    let mut lines: Vec<BranchOut> = Vec::new();
    let mut waiting = std::collections::VecDeque::from([(0, tree.played_after(0).first().copied())]);
    while let Some((after, first)) = waiting.pop_front() {
        let mut line = BranchOut { after: numbers[&after], moves: Vec::new() };
        let mut next = first;
        while let Some(number) = next {
            let node = tree.node(number);
            let Some(ply) = node.ply() else { break };
            line.moves.push(write_move(&ply.played));
            let own = numbers.len();
            numbers.insert(number, own);
            if !node.comment.is_empty() {
                comments.insert(own, node.comment.as_str());
            }
            let siblings = tree.played_after(node.parent);
            if siblings[0] == number {
                waiting.extend(siblings[1..].iter().map(|&other| (node.parent, Some(other))));
            }
            next = tree.played_after(number).first().copied();
        }
        lines.push(line);
    }
    let main = lines.remove(0);
    let rules = written_id(ruleset);
    let out = Out {
        id: tree.id.as_ref(),
        rules: &rules,
        house: House::of(ruleset),
        position: set_up.then(|| start.rows_text()),
        turn: set_up.then(|| start.turn().id()),
        moves: main.moves,
        result: match tree.said() {
            Said::Open | Said::Unclear => "ongoing",
            said => said.id(),
        },
        termination: tree.ending(),
        tags: tree.tags.iter().map(|tag| (tag.name.as_str(), tag.value.as_str())).collect(),
        comments,
        branches: lines,
    };
    let mut text = serde_json::to_string(&out).expect("texts, numbers and lists always fit JSON");
    text.push('\n');
    Written { text, losses: tree.lost_anyway() }
}

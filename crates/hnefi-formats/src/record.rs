//! A recorded game as one line of JSON, before anything in it is checked.
//!
//! Tolerated when read: unknown keys, whatever stands in them, `null` for a key that may be left out, of a
//! key that stands there twice the last, and a `result` or `termination` in unknown words.

use std::collections::HashMap;

use hnefi_rules::Side;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{House, RecordFault};

/// A recorded game as somebody wrote it down: nothing is checked yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Whatever identifies the record; it is given back as it is.
    pub id: Option<RecordId>,
    /// The id of its rule set.
    pub rules: Option<String>,
    /// What the rule set changes, where it is a house rule.
    pub house: Option<House>,
    /// The moves. What is no text in the record stands here as its JSON, and is no move.
    pub moves: Vec<String>,
    /// The rows of the first position, where it is not the start of the rule set.
    pub position: Option<String>,
    /// The side that moves first, where the rule set's first side does not.
    pub turn: Option<String>,
    /// How the game ended, as far as the record tells in words that are known: see [`RecordedResult::read`].
    pub result: Option<RecordedResult>,
    /// Whether the record says that it ended on the board, and not by what somebody did off it.
    pub on_board: bool,
}

/// The result that somebody wrote down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordedResult {
    /// A side won.
    Won(Side),
    /// Nobody won.
    Draw,
    /// The game goes on.
    Ongoing,
}

impl RecordedResult {
    /// The result of a word: `attackers`, `defenders`, `draw`, or `ongoing` (also `*`).
    ///
    /// ```
    /// use hnefi_formats::RecordedResult;
    /// assert_eq!(RecordedResult::read("draw"), Some(RecordedResult::Draw));
    /// assert_eq!(RecordedResult::read("white"), None);
    /// ```
    pub fn read(word: &str) -> Option<RecordedResult> {
        match word {
            "draw" => Some(RecordedResult::Draw),
            "ongoing" | "*" => Some(RecordedResult::Ongoing),
            side => side.parse().ok().map(RecordedResult::Won),
        }
    }

    /// The word of this result.
    pub const fn id(self) -> &'static str {
        match self {
            RecordedResult::Won(side) => side.id(),
            RecordedResult::Draw => "draw",
            RecordedResult::Ongoing => "ongoing",
        }
    }
}

/// Whether a record's word for how its game ended means an end on the board.
pub(crate) fn ends_on_board(termination: &str) -> bool {
    let word = termination.replace('_', "-");
    ["corner", "edge", "king", "no-legal-move", "exit-fort", "encirclement", "repetition"]
        .iter()
        .any(|beginning| word.starts_with(beginning))
}

/// What identifies a record: any JSON, kept letter for letter, so that no number loses a digit and no
/// object the order of its keys.
///
/// ```
/// use hnefi_formats::read_record;
/// let id = read_record(r#"{"id":{"b":1e400,"a":0.10},"moves":[]}"#).unwrap().id.unwrap();
/// assert_eq!(id.json(), r#"{"b":1e400,"a":0.10}"#);
/// ```
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct RecordId(Box<RawValue>);

impl RecordId {
    /// The id as JSON.
    pub fn json(&self) -> &str {
        self.0.get()
    }

    /// The id in the value of a tag: its JSON, or the content of a text that cannot be taken for anything else.
    ///
    /// ```
    /// use hnefi_formats::{RecordId, read_record};
    /// for (json, tag) in [("7", "7"), (r#""final""#, "final"), (r#""7""#, r#""7""#), ("[1,2]", "[1,2]")] {
    ///     let id = read_record(&format!(r#"{{"id":{json},"moves":[]}}"#)).unwrap().id.unwrap();
    ///     assert_eq!(id.to_tag(), tag);
    ///     assert_eq!(RecordId::from_tag(tag), id);
    /// }
    /// ```
    pub fn to_tag(&self) -> String {
        let plain = text(&self.0);
        if RecordId::from_tag(&plain) == *self { plain } else { self.json().to_owned() }
    }

    /// The id that the value of a tag says: see [`RecordId::to_tag`].
    pub fn from_tag(value: &str) -> RecordId {
        let raw = RawValue::from_string(value.to_owned());
        let value = || serde_json::value::to_raw_value(value).expect("a text always fits JSON");
        RecordId(raw.unwrap_or_else(|_| value()))
    }
}

impl PartialEq for RecordId {
    fn eq(&self, other: &RecordId) -> bool {
        self.json() == other.json()
    }
}

impl Eq for RecordId {}

impl std::fmt::Display for RecordId {
    /// What a text says, and anything else as JSON.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&text(&self.0))
    }
}

/// The content of a text, or the JSON of anything else.
fn text(value: &RawValue) -> String {
    String::deserialize(value).unwrap_or_else(|_| value.get().to_owned())
}

/// Reads one line of recorded games.
///
/// # Errors
/// What is wrong with its shape, with the record's id as far as it could be read.
pub fn read_record(line: &str) -> Result<Record, (Option<RecordId>, RecordFault)> {
    let keys: HashMap<String, &RawValue> = serde_json::from_str(line).map_err(|error| {
        let fault = match error.is_data() {
            true => RecordFault::Shape { key: "record", wanted: "an object" },
            false => RecordFault::Json(error.to_string()),
        };
        (None, fault)
    })?;
    let id = keys.get("id").map(|&id| RecordId(id.to_owned()));
    let read = || {
        let moves = keys.get("moves").and_then(|moves| Vec::<&RawValue>::deserialize(*moves).ok());
        let moves = moves.ok_or(RecordFault::Shape { key: "moves", wanted: "a list of moves" })?;
        let moves = moves.into_iter().map(text).collect();
        let optional = |key| optional_text(&keys, key);
        let house = keys.get("house").map_or(Ok(None), |&value| {
            let wanted = "a base with answers";
            Option::<House>::deserialize(value).map_err(|_| RecordFault::Shape { key: "house", wanted })
        })?;
        Ok((optional("rules")?, house, optional("position")?, optional("turn")?, moves))
    };
    match read() {
        Ok((rules, house, position, turn, moves)) => {
            // What these say in other words, or not as text, is passed over.
            let word = |key| keys.get(key).and_then(|&value: &&RawValue| String::deserialize(value).ok());
            let result = word("result").and_then(|word| RecordedResult::read(&word));
            let on_board = word("termination").is_some_and(|word| ends_on_board(&word));
            Ok(Record { id, rules, house, moves, position, turn, result, on_board })
        }
        Err(fault) => Err((id, fault)),
    }
}

fn optional_text(keys: &HashMap<String, &RawValue>, key: &'static str) -> Result<Option<String>, RecordFault> {
    keys.get(key)
        .map_or(Ok(None), |&value| Option::deserialize(value).map_err(|_| RecordFault::Shape { key, wanted: "a text" }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refuse(line: &str, id: Option<&str>, wanted: &RecordFault) {
        let (found, fault) = read_record(line).expect_err("a fault");
        assert_eq!((found.as_ref().map(RecordId::json), &fault), (id, wanted));
    }

    #[test]
    fn an_id_stays_as_it_was_written() {
        for id in [
            "null",
            "7",
            "1.0",
            "-0",
            "1e400",
            "123456789012345678901234567890",
            r#""\u00e9""#,
            r#"{"b":[ ],"a":0.10}"#,
        ] {
            let record = read_record(&format!(r#"{{"moves":[],"id": {id} }}"#)).unwrap();
            assert_eq!(record.id.unwrap().json(), id);
        }
        let text = read_record(r#"{"moves":[],"id":"\u00e9\n"}"#).unwrap().id.unwrap();
        assert_eq!(text.to_string(), "é\n");
        assert_eq!(read_record(r#"{"moves":[]}"#).unwrap(), Record::default());
    }

    #[test]
    fn what_does_not_matter_is_passed_over() {
        let line = r#"{"huge":1e999,"broken":"\ud800","deep":[[[{}]]],"moves":["d1-d4",1e999,"\ud800",null],"rules":null,
            "turn":"attackers","turn":"defenders"}"#;
        let record = read_record(line).unwrap();
        assert_eq!(record.moves, ["d1-d4", "1e999", r#""\ud800""#, "null"]);
        assert_eq!((record.id, record.rules, record.turn.as_deref()), (None, None, Some("defenders")));
    }

    #[test]
    fn a_result_is_kept_where_its_word_is_known() {
        let read = |line: &str| {
            let record = read_record(line).unwrap();
            (record.result, record.on_board)
        };
        let won = Some(RecordedResult::Won(Side::Attackers));
        assert_eq!(read(r#"{"moves":[],"result":"attackers"}"#), (won, false));
        assert_eq!(read(r#"{"moves":[],"result":"attackers","termination":"king_capture"}"#), (won, true));
        assert_eq!(read(r#"{"moves":[],"result":"attackers","termination":"resigned"}"#), (won, false));
        assert_eq!(read(r#"{"moves":[],"result":"*"}"#), (Some(RecordedResult::Ongoing), false));
        assert_eq!(read(r#"{"moves":[],"result":7,"termination":null}"#), (None, false));
        for word in ["attackers", "defenders", "draw", "ongoing"] {
            assert_eq!(RecordedResult::read(word).unwrap().id(), word);
        }
    }

    #[test]
    fn a_wrong_shape_is_named() {
        let object = RecordFault::Shape { key: "record", wanted: "an object" };
        for line in ["[]", "7", "null", r#""d1-d4""#, r#"[1,"fetlar-2018",[]]"#] {
            refuse(line, None, &object);
        }
        for line in ["", "{", r#"{"id":1,"moves":[}"#, r#"{"moves":[]} {}"#] {
            let (id, fault) = read_record(line).expect_err("no JSON");
            assert!(id.is_none() && matches!(fault, RecordFault::Json(_)), "{line}: {fault}");
        }
        let moves = RecordFault::Shape { key: "moves", wanted: "a list of moves" };
        refuse(r#"{"id":[1]}"#, Some("[1]"), &moves);
        refuse(r#"{"id":1,"moves":"d1-d4"}"#, Some("1"), &moves);
        refuse(r#"{"id":1,"moves":null}"#, Some("1"), &moves);
        refuse(r#"{"position":[],"moves":[]}"#, None, &RecordFault::Shape { key: "position", wanted: "a text" });
    }
}

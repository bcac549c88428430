//! Recorded games, one JSON object a line, and what the referee makes of them.
//!
//! `docs/formats/replay.md` describes both directions.

use std::sync::Arc;

use hnefi_rules::{Game, Outcome, Ply, Referee, Refusal, RowsError, Ruleset, Setup, SetupErrors, Side};
use serde::Serialize;

use crate::{Mismatch, MoveError, Record, RecordId, RecordedResult, read_move, read_record};

/// What the referee makes of a recorded game.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayedRecord {
    /// The record's own id.
    pub id: Option<RecordId>,
    /// The rule set under which it was replayed, if it was found.
    pub ruleset: Option<Arc<Ruleset>>,
    /// The plies up to the end or to what is wrong.
    pub plies: Vec<PlyRecord>,
    /// The rows of the first position and the side that moves first, if it could be played.
    pub start: Option<(String, Side)>,
    /// How the game ended on the board, if it did.
    pub outcome: Option<Outcome>,
    /// What is wrong, if anything is.
    pub error: Option<RecordError>,
}

/// A ply of a replayed game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlyRecord {
    /// The move without its captures.
    #[serde(rename = "move")]
    pub mv: String,
    /// The squares of the captured pieces, the king's included, by file, then rank.
    pub captures: Vec<String>,
    /// The rows after the ply.
    pub position: String,
    /// The side to move after the ply: `attackers` or `defenders`.
    pub turn: &'static str,
    /// How many legal moves that side has; 0 when the game is over.
    pub legal_moves: u32,
    /// How the ply ended the game.
    pub outcome: Option<OutcomeRecord>,
}

/// How a game ended, in machine-readable output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OutcomeRecord {
    /// `attackers`, `defenders`, or nobody.
    pub winner: Option<&'static str>,
    /// The word for the ending: see [`Ending::id`](hnefi_rules::Ending::id).
    pub reason: &'static str,
}

impl From<Outcome> for OutcomeRecord {
    fn from(outcome: Outcome) -> OutcomeRecord {
        OutcomeRecord { winner: outcome.winner.map(Side::id), reason: outcome.reason.id() }
    }
}

/// What is wrong with a recorded game, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The number of the ply at fault, counted from 1; 0 when it lies before the first.
    pub ply: usize,
    /// The move at fault as it was written.
    pub mv: Option<String>,
    /// What is wrong.
    pub fault: RecordFault,
}

/// What is wrong with a recorded game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordFault {
    /// The line is no JSON.
    #[error("the line is no JSON: {0}")]
    Json(String),
    /// The line is JSON of another shape.
    #[error("`{key}` must be {wanted}")]
    Shape {
        /// The key at fault.
        key: &'static str,
        /// What it must be.
        wanted: &'static str,
    },
    /// The record names no rule set.
    #[error("the record names no rule set")]
    NoRules,
    /// The record names a rule set that nobody knows.
    #[error("there is no rule set `{0}`")]
    UnknownRules(String),
    /// The rows cannot be read.
    #[error(transparent)]
    Rows(#[from] RowsError),
    /// The side to move is no side.
    #[error("`{0}` is no side: write `attackers` or `defenders`")]
    Turn(String),
    /// The position cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupErrors),
    /// A move cannot be read.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A move is refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// What was written of a move is not what happened.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    /// The game ended on the board otherwise than the record says, or did not end there though it says so.
    #[error("the record says `{}`, and on the board {}", .written.id(), ended(.outcome))]
    Result {
        /// What the record says.
        written: RecordedResult,
        /// How the game ended on the board.
        outcome: Option<Outcome>,
    },
}

fn ended(outcome: &Option<Outcome>) -> String {
    let winner = |outcome: &Outcome| outcome.winner.map_or("a draw".to_owned(), |side| format!("a win of the {side}"));
    outcome.as_ref().map_or_else(|| "the game is not over".to_owned(), |outcome| format!("it was {}", winner(outcome)))
}

impl RecordFault {
    /// The code of this fault in machine-readable output.
    pub const fn code(&self) -> &'static str {
        match self {
            RecordFault::Json(_) | RecordFault::Shape { .. } => "unreadable-record",
            RecordFault::NoRules | RecordFault::UnknownRules(_) => "unknown-rules",
            RecordFault::Rows(_) => "unreadable-position",
            RecordFault::Turn(_) => "unreadable-turn",
            RecordFault::Setup(_) => "unplayable-position",
            RecordFault::Move(_) => "unreadable-move",
            RecordFault::Refused(refusal) => refusal.reason.code(),
            RecordFault::Mismatch(mismatch) => mismatch.code(),
            RecordFault::Result { .. } => "result-mismatch",
        }
    }
}

impl RecordError {
    fn before_first(fault: RecordFault) -> RecordError {
        RecordError { ply: 0, mv: None, fault }
    }
}

/// Replays one line of recorded games. `referee_of` finds the referee of the rule set that the record
/// names, or of one that stands for all.
///
/// ```
/// use hnefi_formats::replay_record;
/// use hnefi_rules::{Referee, leaflet};
/// use std::sync::Arc;
/// let line = r#"{"id":7,"rules":"fetlar-2018","moves":["d1-d4","f4-i4","a1-a2"]}"#;
/// let referee_of = |id: Option<&str>| Some(Arc::new(Referee::new(leaflet(id?)?.clone())));
/// let replayed = replay_record(line, referee_of);
/// assert_eq!(replayed.plies[1].mv, "f4-i4");
/// assert_eq!(replayed.error.unwrap().fault.code(), "nothing-there");
/// ```
pub fn replay_record(line: &str, referee_of: impl FnOnce(Option<&str>) -> Option<Arc<Referee>>) -> ReplayedRecord {
    let mut replayed =
        ReplayedRecord { id: None, ruleset: None, plies: Vec::new(), start: None, outcome: None, error: None };
    let record = match read_record(line) {
        Ok(record) => record,
        Err((id, fault)) => {
            replayed.id = id;
            replayed.error = Some(RecordError::before_first(fault));
            return replayed;
        }
    };
    replayed.id.clone_from(&record.id);
    let begun = find(&record, referee_of).and_then(|referee| {
        replayed.ruleset = Some(referee.ruleset().clone());
        begin(&record, referee)
    });
    match begun {
        Err(fault) => replayed.error = Some(RecordError::before_first(fault)),
        Ok(mut game) => {
            replayed.start = Some((game.start().rows_text(), game.start().turn()));
            for (index, text) in record.moves.iter().enumerate() {
                match play(&mut game, text) {
                    Ok(ply) => replayed.plies.push(ply),
                    Err(fault) => {
                        replayed.error = Some(RecordError { ply: index + 1, mv: Some(text.clone()), fault });
                        break;
                    }
                }
            }
            replayed.outcome = game.outcome();
            if replayed.error.is_none()
                && let Some(fault) = disagreement(&record, game.outcome())
            {
                let (ply, mv) = (record.moves.len(), record.moves.last().cloned());
                replayed.error = Some(RecordError { ply, mv, fault });
            }
        }
    }
    replayed
}

/// What the recorded result has against the one on the board. A game that did not end on the board may have
/// any result, unless the record says that it did.
fn disagreement(record: &Record, outcome: Option<Outcome>) -> Option<RecordFault> {
    let written = record.result?;
    let agrees = match (outcome, written) {
        (None, _) => !record.on_board,
        (Some(outcome), RecordedResult::Won(side)) => outcome.winner == Some(side),
        (Some(outcome), RecordedResult::Draw) => outcome.winner.is_none(),
        (Some(_), RecordedResult::Ongoing) => false,
    };
    (!agrees).then_some(RecordFault::Result { written, outcome })
}

fn find(
    record: &Record,
    referee_of: impl FnOnce(Option<&str>) -> Option<Arc<Referee>>,
) -> Result<Arc<Referee>, RecordFault> {
    referee_of(record.rules.as_deref()).ok_or_else(|| match &record.rules {
        None => RecordFault::NoRules,
        Some(id) => RecordFault::UnknownRules(id.chars().take(60).collect()),
    })
}

fn begin(record: &Record, referee: Arc<Referee>) -> Result<Game, RecordFault> {
    let turn = match &record.turn {
        None => referee.ruleset().first(),
        Some(text) => text.parse().map_err(|_| RecordFault::Turn(text.chars().take(20).collect()))?,
    };
    let position = match &record.position {
        None => referee.position(referee.ruleset().start(), turn)?,
        Some(rows) => referee.position(&Setup::from_rows(rows)?, turn)?,
    };
    Ok(Game::from_position(referee, position))
}

/// The five steps of a move as far as a file goes: read, legal, play, and what to show of it.
fn play(game: &mut Game, text: &str) -> Result<PlyRecord, RecordFault> {
    let written = read_move(text)?;
    let mv = game.legal(written.intent)?;
    let ply = game.play(mv);
    if let Err(mismatch) = written.check(&ply.played) {
        game.undo();
        return Err(mismatch.into());
    }
    let ply = ply.clone();
    Ok(ply_record(game, &ply))
}

fn ply_record(game: &Game, ply: &Ply) -> PlyRecord {
    let position = &ply.played.position;
    PlyRecord {
        mv: ply.played.mv.to_string(),
        captures: ply.played.captures.iter().map(|capture| capture.square.to_string()).collect(),
        position: position.rows_text(),
        turn: position.turn().id(),
        legal_moves: match ply.outcome {
            Some(_) => 0,
            None if game.forbids_repetition() => game.moves().len() as u32,
            None => game.referee().count_moves(position),
        },
        outcome: ply.outcome.map(OutcomeRecord::from),
    }
}

impl PlyRecord {
    /// The move with its captures: `d1-d4xd5/f4`.
    pub fn written(&self) -> String {
        if self.captures.is_empty() { self.mv.clone() } else { format!("{}x{}", self.mv, self.captures.join("/")) }
    }
}

impl ReplayedRecord {
    /// The rows of the position up to which the game was replayed, and the side to move in it; `None` if there was
    /// no first position.
    pub fn last_position(&self) -> Option<(&str, Side)> {
        let (rows, turn) = self.start.as_ref()?;
        match self.plies.last() {
            None => Some((rows, *turn)),
            Some(ply) => Some((&ply.position, ply.turn.parse().ok()?)),
        }
    }

    /// The line of JSON that answers the record. `say` puts a fault into a sentence.
    pub fn to_json(&self, say: impl Fn(&RecordFault) -> String) -> String {
        #[derive(Serialize)]
        struct Out<'a> {
            #[serde(skip_serializing_if = "Option::is_none")]
            id: Option<&'a RecordId>,
            plies: &'a [PlyRecord],
            outcome: Option<OutcomeRecord>,
            error: Option<ErrorOut<'a>>,
        }
        #[derive(Serialize)]
        struct ErrorOut<'a> {
            ply: usize,
            #[serde(rename = "move")]
            mv: Option<&'a str>,
            reason: &'static str,
            message: String,
        }
        let out = Out {
            id: self.id.as_ref(),
            plies: &self.plies,
            outcome: self.outcome.map(OutcomeRecord::from),
            error: self.error.as_ref().map(|error| ErrorOut {
                ply: error.ply,
                mv: error.mv.as_deref(),
                reason: error.fault.code(),
                message: say(&error.fault),
            }),
        };
        serde_json::to_string(&out).expect("texts, numbers and lists always fit JSON")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hnefi_rules::leaflet;

    fn replay(line: &str) -> ReplayedRecord {
        replay_record(line, |id| Some(Arc::new(Referee::new(leaflet(id?)?.clone()))))
    }

    #[track_caller]
    fn refuse(line: &str, ply: usize, mv: Option<&str>, code: &str) {
        let replayed = replay(line);
        let error = replayed.error.expect("an error");
        assert_eq!((error.ply, error.mv.as_deref(), error.fault.code()), (ply, mv, code), "{}", error.fault);
        assert_eq!(replayed.plies.len(), ply.saturating_sub(1));
    }

    #[test]
    fn a_game_is_answered_ply_by_ply() {
        let line = r#"{"id":{"a":[1]},"rules":"fetlar-2018","moves":["e3-e5"],"turn":"attackers","position":
            "/11/9K1/t3t6/5T5/4T6/11/4t6/11/11/11/11/","more":true}"#;
        let replayed = replay(line);
        assert_eq!(
            replayed.to_json(|fault| fault.to_string()),
            concat!(
                r#"{"id":{"a":[1]},"plies":[],"outcome":null,"error":{"ply":1,"move":"e3-e5","reason":"blocked","#,
                r#""message":"e3-e5: the defender on e5 stands in the way"}}"#
            )
        );
        let line = line.replace("e3-e5", "e3-e4xe5/f4");
        refuse(&line, 1, Some("e3-e4xe5/f4"), "capture-mismatch");
    }

    #[test]
    fn captures_are_sorted_and_may_be_written_or_not() {
        let position = "/1K9/11/11/11/11/11/11/3tT1Tt3/11/11/5t5/";
        let line = |mv: &str| {
            format!(r#"{{"rules":"viking-game","position":"{position}","turn":"attackers","moves":["{mv}"]}}"#)
        };
        let expected = concat!(
            r#"{"plies":[{"move":"f11-f8","captures":["e8","g8"],"position":"/1K9/11/11/11/11/11/11/3t1t1t3/11/11/11/","#,
            r#""turn":"defenders","legal_moves":20,"outcome":null}],"outcome":null,"error":null}"#
        );
        for mv in ["f11-f8", "f11f8xe8xg8", "f11-f8xg8/e8"] {
            assert_eq!(replay(&line(mv)).to_json(|fault| fault.to_string()), expected, "{mv}");
        }
        refuse(&line("f11-f8xe8"), 1, Some("f11-f8xe8"), "capture-mismatch");
        refuse(&line("f11-f9xe8"), 1, Some("f11-f9xe8"), "capture-mismatch");
        refuse(&line("Kf11-f8"), 1, Some("Kf11-f8"), "piece-mismatch");
        assert_eq!(replay(&line("f11-f8")).plies[0].written(), "f11-f8xe8/g8");
    }

    #[test]
    fn a_captured_king_may_be_left_unwritten() {
        // The attacker takes the king on e4 and the defender on d5 with one move.
        let position = "/11/11/4t6/3tK6/2tT1t5/4t6/11/11/11/11/11/";
        for (mv, fits) in [("f5-e5xe4", false), ("f5-e5xd5", true), ("f5-e5xd5/e4", true), ("f5-e5", true)] {
            let line = format!(r#"{{"rules":"fetlar-2018","position":"{position}","moves":["{mv}"]}}"#);
            let replayed = replay(&line);
            // Without an attacker on f4 the king stands.
            assert!(replayed.outcome.is_none());
            let taken = position.replace("3tK6", "3tKt5");
            let replayed = replay(&line.replace(position, &taken));
            assert_eq!(replayed.error.is_none(), fits, "{mv}: {replayed:?}");
            if fits {
                assert_eq!(replayed.plies[0].captures, ["d5", "e4"]);
                assert_eq!(replayed.plies[0].legal_moves, 0);
                assert!(!replayed.plies[0].position.contains('K'));
                assert_eq!(replayed.outcome.unwrap().reason.id(), "king-captured");
            }
        }
    }

    #[test]
    fn a_result_must_be_that_of_the_board() {
        let escape = |rest: &str| {
            let position = "/11/11/11/5t5/11/11/11/11/11/11/1K9/";
            format!(
                r#"{{"rules":"fetlar-2018","turn":"defenders","position":"{position}","moves":["b11-a11"],"result":{rest}}}"#
            )
        };
        for rest in [r#""defenders""#, r#""defenders","termination":"corner""#, r#""white""#, "null"] {
            assert_eq!(replay(&escape(rest)).error, None, "{rest}");
        }
        for rest in [r#""attackers""#, r#""draw""#, r#""ongoing""#] {
            let error = replay(&escape(rest)).error.unwrap();
            assert_eq!((error.ply, error.mv.as_deref(), error.fault.code()), (1, Some("b11-a11"), "result-mismatch"));
        }
        let undecided = |rest: &str| {
            let line = escape(rest).replace("b11-a11", "b11-b9");
            replay(&line).error.map(|error| error.fault.to_string())
        };
        assert_eq!(undecided(r#""attackers","termination":"resigned""#), None);
        assert_eq!(undecided(r#""attackers""#), None);
        assert_eq!(
            undecided(r#""attackers","termination":"king_capture""#).as_deref(),
            Some("the record says `attackers`, and on the board the game is not over")
        );
    }

    #[test]
    fn bad_records_are_errors_before_the_first_ply() {
        refuse("{", 0, None, "unreadable-record");
        refuse("[]", 0, None, "unreadable-record");
        refuse(r#"{"rules":"fetlar-2018"}"#, 0, None, "unreadable-record");
        refuse(r#"{"rules":"fetlar-2018","moves":"d1-d4"}"#, 0, None, "unreadable-record");
        refuse(r#"{"rules":7,"moves":[]}"#, 0, None, "unreadable-record");
        refuse(r#"{"moves":["d1-d4"]}"#, 0, None, "unknown-rules");
        refuse(r#"{"rules":"copenhagen","moves":[]}"#, 0, None, "unknown-rules");
        refuse(r#"{"rules":"fetlar-2018","moves":[],"position":"11/11"}"#, 0, None, "unreadable-position");
        refuse(r#"{"rules":"fetlar-2018","moves":[],"turn":"black"}"#, 0, None, "unreadable-turn");
        let two = "/K10/11/11/11/11/5t5/11/11/11/11/11/";
        refuse(
            &format!(r#"{{"rules":"fetlar-2018","moves":["a1-a2"],"position":"{two}"}}"#),
            0,
            None,
            "unplayable-position",
        );
        let small = replay(r#"{"rules":"viking-game","moves":[],"position":"/7/7/7/3K3/7/7/7/"}"#);
        assert_eq!(small.ruleset.unwrap().id(), "viking-game", "the message names the rule set");
        assert_eq!(replay(r#"{"id":"x","rules":7,"moves":[]}"#).id.unwrap().to_string(), "x");
    }

    #[test]
    fn moves_after_the_end_are_errors() {
        let line = r#"{"rules":"fetlar-2018","position":"/11/11/11/4t6/11/11/11/11/11/11/3K7/","turn":"defenders",
            "moves":["d11-a11","e4-e5"]}"#;
        refuse(line, 2, Some("e4-e5"), "game-over");
        assert_eq!(replay(line).outcome.unwrap().reason.id(), "king-escaped");
        let stalled = r#"{"rules":"fetlar-2018","position":"/11/11/11/11/11/5K5/11/11/11/11/11/","moves":[]}"#;
        let replayed = replay(stalled);
        assert_eq!((replayed.error, replayed.outcome.unwrap().reason.id()), (None, "no-legal-move"));
        refuse(&stalled.replace("[]", r#"["f6-f7"]"#), 1, Some("f6-f7"), "game-over");
        refuse(r#"{"rules":"fetlar-2018","moves":[4]}"#, 1, Some("4"), "unreadable-move");
        refuse(r#"{"rules":"fetlar-2018","moves":["d1-d4","d1-d5"]}"#, 2, Some("d1-d5"), "nothing-there");
    }
}

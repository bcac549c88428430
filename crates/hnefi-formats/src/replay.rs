//! Recorded games, and what the referee makes of them.
//!
//! `docs/formats/replay.md` describes both directions.

use std::sync::Arc;

use hnefi_rules::{Game, Outcome, Referee, Setup};

use crate::{
    MoveError, PlyRecord, ReadError, Record, RecordError, RecordFault, RecordedResult, ReplayedRecord, WrittenGame,
    WrittenMove, read_move, read_record,
};

/// Replays one line of recorded games, under the house rule that it describes, or else under the rule set that it
/// names, whose referee `referee_of` finds.
///
/// ```
/// use hnefi_formats::replay_record;
/// use hnefi_rules::{Referee, leaflet};
/// use std::sync::Arc;
/// let line = r#"{"id":7,"rules":"fetlar-2018","moves":["d1-d4","f4-i4","a1-a2"]}"#;
/// let referee_of = |id: Option<&str>| Some(Arc::new(Referee::new(leaflet(id?)?.clone())));
/// let replayed = replay_record(line, referee_of);
/// assert_eq!(replayed.plies[1].written(), "f4-i4");
/// assert_eq!(replayed.error.unwrap().fault.code(), "nothing-there");
/// ```
pub fn replay_record(line: &str, referee_of: impl FnOnce(Option<&str>) -> Option<Arc<Referee>>) -> ReplayedRecord {
    replay_line(line, |record| find(record, referee_of))
}

/// Replays one line of recorded games under a rule set that is given, whatever the record names.
pub fn replay_record_under(line: &str, referee: &Arc<Referee>) -> ReplayedRecord {
    replay_line(line, |_| Ok(referee.clone()))
}

fn replay_line(line: &str, find: impl FnOnce(&Record) -> Result<Arc<Referee>, RecordFault>) -> ReplayedRecord {
    let mut replayed = ReplayedRecord::default();
    let record = match read_record(line) {
        Ok(record) => record,
        Err((id, fault)) => {
            replayed.id = id;
            replayed.error = Some(RecordError::before_first(fault));
            return replayed;
        }
    };
    replayed.id.clone_from(&record.id);
    let begun = find(&record).and_then(|referee| {
        replayed.ruleset = Some(referee.ruleset().clone());
        begin(&record, referee)
    });
    match begun {
        Err(fault) => replayed.error = Some(RecordError::before_first(fault)),
        Ok(mut game) => {
            replayed.run(&mut game, record.moves.iter().map(|text| (text.as_str(), read_move(text))));
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

/// Replays a game that was read from any other text, along its main line.
///
/// ```
/// use hnefi_formats::{read_tag_list, replay_game};
/// use hnefi_rules::Referee;
/// use std::sync::Arc;
/// let games = read_tag_list("[Rules \"fetlar-2018\"]\n\n1. d1-d4 f4-i4\n2. h1-h4xi4 *\n").unwrap();
/// let referee = Arc::new(Referee::new(games[0].ruleset().unwrap()));
/// let replayed = replay_game(&games[0], referee).unwrap();
/// assert_eq!(replayed.error.unwrap().fault.code(), "capture-mismatch");
/// ```
///
/// # Errors
/// A [`ReadError`] if a move is none, the first position cannot be played, or the game cannot have ended as
/// recorded. A move that is refused is told in the [`ReplayedRecord`].
pub fn replay_game(written: &WrittenGame, referee: Arc<Referee>) -> Result<ReplayedRecord, ReadError> {
    let mut game = written.begin(referee)?;
    let mut replayed = ReplayedRecord { ruleset: Some(game.referee().ruleset().clone()), ..ReplayedRecord::default() };
    let moves = written.main_line().map(|found| Ok((found.text.as_str(), Ok(found.written()?.clone()))));
    replayed.run(&mut game, moves.collect::<Result<Vec<_>, ReadError>>()?);
    if replayed.error.is_none() {
        written.end(&mut game)?;
        replayed.outcome = game.outcome();
    }
    Ok(replayed)
}

impl ReplayedRecord {
    /// Plays the moves up to the end or to what is wrong.
    fn run<'a>(&mut self, game: &mut Game, moves: impl IntoIterator<Item = (&'a str, Result<WrittenMove, MoveError>)>) {
        self.start = Some((game.start().rows_text(), game.start().turn()));
        for (index, (text, read)) in moves.into_iter().enumerate() {
            match read.map_err(RecordFault::from).and_then(|written| play(game, &written)) {
                Ok(ply) => self.plies.push(ply),
                Err(fault) => {
                    self.error = Some(RecordError { ply: index + 1, mv: Some(text.to_owned()), fault });
                    break;
                }
            }
        }
        self.outcome = game.outcome();
    }
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
    if let Some(house) = &record.house {
        let ruleset = house.ruleset(record.rules.as_deref().ok_or(RecordFault::NoRules)?)?;
        return Ok(Arc::new(Referee::new(ruleset)));
    }
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
fn play(game: &mut Game, written: &WrittenMove) -> Result<PlyRecord, RecordFault> {
    let before = *game.position();
    let ply = game.play(written.intent)?;
    if let Err(mismatch) = written.check(&ply.played) {
        game.undo();
        return Err(mismatch.into());
    }
    let ply = ply.clone();
    let legal_moves = match ply.outcome {
        Some(_) => 0,
        None if game.forbids_repetition() => game.moves().len() as u32,
        None => game.referee().count_moves(&ply.played.position),
    };
    Ok(PlyRecord { before, ply, legal_moves })
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
            replayed.to_json(|fault| fault.to_string(), &|_, _, _| None),
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
            r#"{"plies":[{"move":"f11-f8","captures":[{"square":"e8","piece":"defender","by":"attacker","partner":"d8","#,
            r#""clause":null},{"square":"g8","piece":"defender","by":"attacker","partner":"h8","clause":null}],"#,
            r#""position":"/1K9/11/11/11/11/11/11/3t1t1t3/11/11/11/","#,
            r#""turn":"defenders","legal_moves":20,"outcome":null}],"outcome":null,"error":null}"#
        );
        for mv in ["f11-f8", "f11f8xe8xg8", "f11-f8xg8/e8"] {
            assert_eq!(replay(&line(mv)).to_json(|fault| fault.to_string(), &|_, _, _| None), expected, "{mv}");
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
                assert_eq!(replayed.plies[0].written(), format!("{}xd5/e4", &mv[..5]));
                assert_eq!(replayed.plies[0].legal_moves, 0);
                assert!(!replayed.last_position().unwrap().0.contains('K'));
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

    #[test]
    fn a_house_rule_is_played() {
        // The board of the base is larger, and nothing stands on its c1.
        let line = |house: &str| format!(r#"{{"rules":"mine","house":{house},"moves":["c1-d1"]}}"#);
        let house = r#"{"base":"fetlar-2018","start":"/2t4/1t5/3T3/t2KT2/7/7/2t4/","answers":{"no-move":"draw"}}"#;
        let replayed = replay(&line(house));
        assert_eq!((&replayed.error, replayed.plies.len()), (&None, 1));
        let ruleset = replayed.ruleset.unwrap();
        assert_eq!((ruleset.id(), ruleset.answers().word(hnefi_rules::Question::NoMove)), ("mine", "draw"));

        let chosen = Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()));
        let under = replay_record_under(&line(house), &chosen);
        assert_eq!(under.ruleset.unwrap().id(), "fetlar-2018");
        assert_eq!(under.error.unwrap().fault.code(), "nothing-there");

        for (house, code) in [
            ("7", "unreadable-record"),
            ("null", "unknown-rules"),
            (r#"{"base":"chess"}"#, "unknown-rules"),
            (r#"{"base":"fetlar-2018","answers":{"no-move":"maybe"}}"#, "unreadable-rules"),
            (r#"{"base":"fetlar-2018","start":"/7/"}"#, "unreadable-position"),
        ] {
            refuse(&line(house), 0, None, code);
        }
    }
}

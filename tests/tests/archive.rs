//! A folder of recorded games between people, replayed under the rule sets whose moves and captures they share.
//!
//! The environment variable `HNEFI_GAMES` names the folder; without it there is nothing to replay, and the
//! test says so. A game without a shieldwall has the same legal moves and captures under three of the
//! leaflets; where a leaflet's own draw ends it earlier, that draw must be what stops it.

use std::path::PathBuf;
use std::sync::Arc;

use hnefi_formats::replay_record;
use hnefi_rules::{Ending, Game, Intent, Outcome, Piece, Referee, Ruleset, Side, Square, leaflet};
use hnefi_tests::{house, slow};

struct Record {
    id: String,
    moves: Vec<Written>,
    termination: String,
    result: String,
}

struct Written {
    text: String,
    from: Square,
    to: Square,
    captures: Vec<Square>,
}

#[derive(Default)]
struct Tally {
    games: usize,
    plies: usize,
    captures: usize,
    stopped: usize,
}

/// The text of a file of the archive; `None` without an archive.
fn archive(file: &str) -> Option<String> {
    let Some(folder) = std::env::var_os("HNEFI_GAMES").map(PathBuf::from) else {
        println!("skipped: HNEFI_GAMES names no folder of recorded games");
        return None;
    };
    let file = folder.join(file);
    Some(std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display())))
}

/// The records of a text, without games in which a shieldwall falls.
fn records(text: &str) -> Vec<Record> {
    text.lines().filter_map(record).collect()
}

#[test]
fn copenhagen_under_three_leaflets() {
    let Some(text) = archive("copenhagen-11x11.jsonl") else { return };
    let records = records(&text);
    assert!(records.len() > 900, "only {} games to replay", records.len());
    for id in ["fetlar-2018", "viking-game", "cyningstan-2014"] {
        replay_all(leaflet(id).unwrap(), &records);
    }
}

#[test]
fn brandubh_under_a_house_rule() {
    let Some(text) = archive("brandubh-7x7.jsonl") else { return };
    let records = records(&text);
    assert!(records.len() > 200, "only {} games to replay", records.len());
    replay_all(&house::brandubh(), &records);
}

/// The same records through the reader of recorded games, which checks the written captures itself.
#[test]
fn copenhagen_through_the_reader_of_recorded_games() {
    let Some(text) = archive("copenhagen-11x11.jsonl") else { return };
    let referee = Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()));
    for line in text.lines().filter(|line| record(line).is_some()) {
        let replayed = replay_record(line, |_| Some(referee.clone()));
        if let Some(error) = replayed.error {
            assert_eq!(error.fault.code(), "game-over", "{:?}: {}", replayed.id, error.fault);
            assert_eq!(replayed.outcome, Some(Outcome::draw(Ending::Repetition)), "{:?}", replayed.id);
        }
    }
}

fn replay_all(ruleset: &Arc<Ruleset>, records: &[Record]) {
    let fast = Arc::new(Referee::new(ruleset.clone()));
    let slow = slow::Referee::new(ruleset);
    let mut tally = Tally::default();
    for record in records {
        replay(record, Game::new(fast.clone()), slow::Game::new(slow.clone(), slow.start()), &mut tally);
    }
    println!(
        "{}: {} games, {} plies, {} captures; {} games stopped by a draw of the rule set",
        ruleset.id(),
        tally.games,
        tally.plies,
        tally.captures,
        tally.stopped
    );
    assert_eq!(tally.games, records.len());
}

fn replay(record: &Record, mut game: Game, mut slow: slow::Game, tally: &mut Tally) {
    tally.games += 1;
    for (index, written) in record.moves.iter().enumerate() {
        let place =
            format!("{}: game {}, ply {}, {}", game.referee().ruleset().id(), record.id, index + 1, written.text);
        if let Some(outcome) = game.outcome() {
            assert_eq!(outcome, Outcome::draw(Ending::Repetition), "{place} comes after the end");
            tally.stopped += 1;
            return;
        }
        let mv = game.legal(Intent { from: written.from, to: written.to });
        let mv = mv.unwrap_or_else(|refusal| panic!("{place} is refused: {refusal}"));
        let ply = game.play(mv).clone();
        let played = slow.play(written.from, written.to).unwrap_or_else(|code| panic!("{place}: slow says {code}"));
        let captured: Vec<_> = ply.played.captures.iter().map(|c| (c.square, c.piece)).collect();
        assert!(captured.iter().copied().eq(played.captures.iter().map(|c| (c.square, c.piece))), "{place}");
        assert_eq!(ply.outcome, slow.outcome(), "{place}");

        let mut soldiers: Vec<Square> =
            captured.iter().filter(|&&(_, piece)| piece != Piece::King).map(|&(square, _)| square).collect();
        let king = captured.iter().find(|&&(_, piece)| piece == Piece::King).map(|&(square, _)| square);
        // Who wrote the record may have left out the king.
        soldiers.extend(king.filter(|king| written.captures.contains(king)));
        soldiers.sort_unstable();
        assert_eq!(soldiers, written.captures, "{place}: captures");
        tally.plies += 1;
        tally.captures += captured.len();
    }
    let ending = game.outcome();
    if let Some(winner) = ending.and_then(|outcome| outcome.winner) {
        assert_eq!(winner.id(), record.result, "{}: who won", record.id);
    }
    match record.termination.as_str() {
        "corner" => assert_eq!(ending, Some(Outcome::win(Side::Defenders, Ending::KingEscaped)), "{}", record.id),
        "king_capture" | "king_capture_next_throne" | "king_capture_on_throne" => {
            assert_eq!(ending, Some(Outcome::win(Side::Attackers, Ending::KingCaptured)), "{}", record.id);
        }
        // There the side that cannot move loses; under the leaflets it is a draw.
        "no_legal_move_loss" => assert_eq!(ending, Some(Outcome::draw(Ending::NoLegalMove)), "{}", record.id),
        _ => {}
    }
}

fn record(line: &str) -> Option<Record> {
    let json: serde_json::Value = serde_json::from_str(line).expect("one JSON object a line");
    if json["shieldwall"] == serde_json::Value::Bool(true) {
        return None;
    }
    let moves = json["moves"].as_array().expect("a list of moves");
    Some(Record {
        id: json["id"].as_str().unwrap_or_default().to_owned(),
        moves: moves.iter().map(|text| written(text.as_str().expect("a move is text"))).collect(),
        termination: json["termination"].as_str().unwrap_or_default().to_owned(),
        result: json["result"].as_str().unwrap_or_default().to_owned(),
    })
}

fn written(text: &str) -> Written {
    let square = |part: &str| -> Square { part.parse().unwrap_or_else(|error| panic!("{text}: {error}")) };
    let (way, captured) = text.split_once('x').unwrap_or((text, ""));
    let (from, to) = way.split_once('-').unwrap_or_else(|| panic!("{text} is no move"));
    let mut captures: Vec<Square> = captured.split(['x', '/']).filter(|part| !part.is_empty()).map(square).collect();
    // A few records name a captured piece twice.
    captures.sort_unstable();
    captures.dedup();
    Written { text: text.to_owned(), from: square(from), to: square(to), captures }
}

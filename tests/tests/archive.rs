//! A folder of recorded games between people, replayed under the leaflets whose moves and captures they share.
//!
//! The environment variable `HNEFI_GAMES` names the folder; without it there is nothing to replay, and the
//! test says so. A game without a shieldwall has the same legal moves and captures under three of the
//! leaflets; where a leaflet's own draw ends it earlier, that draw must be what stops it.

use std::path::PathBuf;
use std::sync::Arc;

use hnefi_rules::{Ending, Game, Intent, Outcome, Piece, Referee, Side, Square, leaflet};
use hnefi_tests::slow;

struct Record {
    id: String,
    moves: Vec<Written>,
    termination: String,
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

#[test]
fn archive_of_games_between_people() {
    let Some(folder) = std::env::var_os("HNEFI_GAMES").map(PathBuf::from) else {
        println!("skipped: HNEFI_GAMES names no folder of recorded games");
        return;
    };
    let file = folder.join("copenhagen-11x11.jsonl");
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let records: Vec<Record> = text.lines().filter_map(record).collect();
    assert!(records.len() > 900, "only {} games to replay in {}", records.len(), file.display());

    for id in ["fetlar-2018", "viking-game", "cyningstan-2014"] {
        let tally = replay_all(id, &records);
        println!(
            "{id}: {} games, {} plies, {} captures; {} games stopped by a draw of the leaflet",
            tally.games, tally.plies, tally.captures, tally.stopped
        );
        assert_eq!(tally.games, records.len());
    }
}

fn replay_all(id: &str, records: &[Record]) -> Tally {
    let ruleset = leaflet(id).unwrap();
    let fast = Arc::new(Referee::new(ruleset.clone()));
    let slow = slow::Referee::new(ruleset);
    let mut tally = Tally::default();
    for record in records {
        replay(record, Game::new(fast.clone()), slow::Game::new(slow.clone(), slow.start()), &mut tally);
    }
    tally
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
    if json["shieldwall"] != serde_json::Value::Bool(false) {
        return None;
    }
    let moves = json["moves"].as_array().expect("a list of moves");
    Some(Record {
        id: json["id"].as_str().unwrap_or_default().to_owned(),
        moves: moves.iter().map(|text| written(text.as_str().expect("a move is text"))).collect(),
        termination: json["termination"].as_str().unwrap_or_default().to_owned(),
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

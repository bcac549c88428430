//! A folder of recorded games between people, replayed by both referees under the rule set that they were played
//! by, and under the leaflets whose moves and captures are the same.
//!
//! The environment variable `HNEFI_GAMES` names the folder; without it there is nothing to replay, and the
//! test says so. The archive's server judged some ends otherwise than we do; the lists below name every such
//! game, and a test fails as soon as one joins or leaves them.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use hnefi_formats::replay_record;
use hnefi_rules::{Ending, Game, Intent, Outcome, Piece, Question, Referee, Ruleset, Side, Square, leaflet, ruleset};
use hnefi_tests::slow;

struct Record {
    id: String,
    moves: Vec<Written>,
    termination: String,
    result: String,
    shieldwall: bool,
}

struct Written {
    text: String,
    from: Square,
    to: Square,
    captures: Vec<Square>,
}

/// How a record fared.
struct Replayed {
    plies: usize,
    captures: usize,
    walls: usize,
    /// The outcome on the board after the last ply that was played.
    outcome: Option<Outcome>,
    /// How many plies of the record come after that outcome.
    left_over: usize,
    /// The last position, for messages.
    position: String,
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

fn records(text: &str) -> Vec<Record> {
    text.lines().map(record).collect()
}

#[test]
fn copenhagen() {
    let Some(text) = archive("copenhagen-11x11.jsonl") else { return };
    let records = records(&text);
    assert_eq!(records.len(), 1049);
    assert_eq!(judge(ruleset("copenhagen").unwrap(), &records), 230);
}

#[test]
fn brandubh() {
    let Some(text) = archive("brandubh-7x7.jsonl") else { return };
    let records = records(&text);
    assert_eq!(records.len(), 262);
    assert_eq!(judge(ruleset("brandubh").unwrap(), &records), 55);
}

/// Games in which a position occurs for the third time and play goes on for so many plies: the archive has games
/// from before that lost them for the defenders. The attackers won each of them in the end.
const PLAYED_ON: [(&str, usize); 6] = [
    ("211b1ead870b8289", 105),
    ("31e26dd692d6b002", 4),
    ("62c5f801d5b0f39e", 2),
    ("95f05284dfa76fbc", 28),
    ("d6d7b29c7542f19a", 28),
    ("fc60478a33cedd99", 1),
];

/// Games whose record ends, unexplained, with a win for the defenders, on the very ply that completes an exit fort.
const FORTS: [&str; 29] = [
    "0b36a7892a11fbd0",
    "16911737c8c8f981",
    "174df2d1877a2ebf",
    "17b8bdf8d9e8fb1a",
    "1e812d9417630324",
    "2017b494faee8f83",
    "25f1ba8f32e1833f",
    "33ce5a43a1bb245f",
    "46b3889e0fef8925",
    "50fe45001752f9b8",
    "5b57e3ff916d7431",
    "61954b218969549d",
    "79a118bbd3111669",
    "86d4acf45b4eaf77",
    "8777e9cb301534df",
    "8b17b16c7b8287ce",
    "97b278522c43df69",
    "9842870832675f86",
    "99a4dcedf2c0e4c9",
    "9ea6f3b7eae86f8f",
    "b40f2508a4530a96",
    "b87dc45ff773d7e5",
    "bc10036664b30cd9",
    "d4176fff818f6094",
    "d8b851fd4095f603",
    "e996fa5631c10a06",
    "f3b40589a2f1921f",
    "fae8404400007433",
    "fc4bf8a92e773dfc",
];

/// Games whose record ends with a win for the attackers on the very ply that closes a ring: unexplained, but one, in
/// which the defenders have no move either. No other game closes one.
const RINGS: [&str; 15] = [
    "0176b472c79eb886",
    "0248bdbea09c924f",
    "1de7a99b384cdc87",
    "3ca96e831d636929",
    "459a0c3b898668ee",
    "5522edf93d4683a3",
    "5d39f20cd6e36e5a",
    "5fdf44a410e8408f",
    "640d02c43246fe04",
    "75386e65acfce722",
    "96ae16ca1274aede",
    "a1d9a82d0d128d61",
    "b9fd2e66bf4b7759",
    "cf521b09c4c4b565",
    "dcbec5cc49e35fb3",
];

/// Those of them that the defenders could break: in both they can take the attacker on f7 against the empty throne.
const BREAKABLE_RINGS: [&str; 2] = ["cf521b09c4c4b565", "dcbec5cc49e35fb3"];

/// Games whose record ends, unexplained, with a win for the defenders and the king where no attacker comes, where
/// we see no exit fort: in both he stands one step from the edge.
const UNFINISHED_FORTS: [&str; 2] = ["735284d1d59e3710", "d02b0a12f3fe6f5a"];

/// Replays every record and compares what ended on the board with what is recorded. Returns how many games ended
/// on the board.
fn judge(ruleset: &Arc<Ruleset>, records: &[Record]) -> usize {
    let (mut plies, mut captures, mut walls, mut ended) = (0, 0, 0, 0);
    let (mut played_on, mut forts, mut rings) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for record in records {
        let replayed = replay(ruleset, record);
        let place = format!("{}: game {}: {}", ruleset.id(), record.id, replayed.position);
        plies += replayed.plies;
        captures += replayed.captures;
        walls += usize::from(replayed.walls > 0);
        assert!(ruleset.id() != "copenhagen" || record.shieldwall == (replayed.walls > 0), "{place}");
        let Some(outcome) = replayed.outcome else {
            let on_the_board = ["", "unexplained_record_end", "resigned", "timeout"];
            assert!(
                on_the_board.contains(&record.termination.as_str()),
                "{place}: it ends with {}",
                record.termination
            );
            continue;
        };
        ended += 1;
        assert_eq!(outcome.winner.map(Side::id), Some(record.result.as_str()), "{place}: who won");
        let told = match record.termination.as_str() {
            "corner" => Some(Ending::KingEscaped),
            "king_capture" | "king_capture_next_throne" | "king_capture_on_throne" => Some(Ending::KingCaptured),
            "no_legal_move_loss" if outcome.reason != Ending::Encirclement => Some(Ending::NoLegalMove),
            _ => None,
        };
        assert!(told.is_none_or(|told| told == outcome.reason), "{place}: it ends with {}", record.termination);
        match outcome.reason {
            Ending::Repetition => {
                println!("{place} occurs for the third time; {} plies follow", replayed.left_over);
                played_on.insert((record.id.as_str(), replayed.left_over));
            }
            Ending::ExitFort => {
                println!("{place} has an exit fort");
                forts.insert(record.id.as_str());
            }
            Ending::Encirclement => {
                println!("{place} has a ring");
                rings.insert(record.id.as_str());
            }
            _ => {}
        }
        assert!(outcome.reason == Ending::Repetition || replayed.left_over == 0, "{place}: play goes on");
    }
    println!(
        "{}: {} games, {plies} plies, {captures} captures, {walls} games with a shieldwall, {ended} ended on the board",
        ruleset.id(),
        records.len()
    );
    if ruleset.id() == "copenhagen" {
        assert_eq!(played_on, BTreeSet::from(PLAYED_ON));
        assert_eq!(forts, BTreeSet::from(FORTS));
        assert_eq!(rings, BTreeSet::from(RINGS));
    } else {
        assert!(played_on.is_empty() && forts.is_empty() && rings.is_empty());
    }
    ended
}

/// Without the rules against them the games end alike, but for the forts, rings and third occurrences.
#[test]
fn copenhagen_without_forts_rings_and_repetition() {
    let Some(text) = archive("copenhagen-11x11.jsonl") else { return };
    let mut plain: Ruleset = ruleset("copenhagen").unwrap().as_ref().clone();
    for (question, word) in
        [(Question::ExitFort, "none"), (Question::Encirclement, "none"), (Question::Repetition, "none")]
    {
        plain = plain.with(question, word).unwrap();
    }
    let plain = Arc::new(plain);
    for record in records(&text) {
        let replayed = replay(&plain, &record);
        assert_eq!(replayed.left_over, 0, "{}: {}", record.id, replayed.position);
        let unfinished = FORTS.iter().chain(&RINGS).chain(&UNFINISHED_FORTS);
        if unfinished.into_iter().any(|&id| id == record.id) && record.termination != "no_legal_move_loss" {
            assert_eq!(replayed.outcome, None, "{}: {}", record.id, replayed.position);
        }
    }
}

/// Where a ring must be unbreakable to win, play would go on in the games whose rings could be broken, and in no other.
#[test]
fn copenhagen_with_unbreakable_rings() {
    let Some(text) = archive("copenhagen-11x11.jsonl") else { return };
    let unbreakable = Arc::new(ruleset("copenhagen").unwrap().with(Question::Encirclement, "unbreakable").unwrap());
    for record in records(&text).iter().filter(|record| RINGS.contains(&record.id.as_str())) {
        let outcome = replay(&unbreakable, record).outcome;
        let breakable = BREAKABLE_RINGS.contains(&record.id.as_str());
        assert_eq!(
            outcome,
            (!breakable).then_some(Outcome::win(Side::Attackers, Ending::Encirclement)),
            "{}",
            record.id
        );
    }
}

/// A game without a shieldwall has the same legal moves and captures under three of the leaflets; where a
/// leaflet's own draw ends it earlier, that draw must be what stops it.
#[test]
fn copenhagen_under_three_leaflets() {
    let Some(text) = archive("copenhagen-11x11.jsonl") else { return };
    let records: Vec<Record> = records(&text).into_iter().filter(|record| !record.shieldwall).collect();
    assert_eq!(records.len(), 1014);
    for id in ["fetlar-2018", "viking-game", "cyningstan-2014"] {
        let mut stopped = 0;
        for record in &records {
            let replayed = replay(leaflet(id).unwrap(), record);
            if replayed.left_over > 0 {
                assert_eq!(replayed.outcome, Some(Outcome::draw(Ending::Repetition)), "{id}: {}", record.id);
                stopped += 1;
            }
            let winner = replayed.outcome.and_then(|outcome| outcome.winner);
            assert!(winner.is_none_or(|winner| winner.id() == record.result), "{id}: {}", record.id);
        }
        println!("{id}: {} games, {stopped} stopped by a draw", records.len());
    }
}

/// The same records through the reader of recorded games, which checks the written captures itself.
#[test]
fn through_the_reader_of_recorded_games() {
    for (file, id) in [("copenhagen-11x11.jsonl", "copenhagen"), ("brandubh-7x7.jsonl", "brandubh")] {
        let Some(text) = archive(file) else { return };
        let referee = Arc::new(Referee::new(ruleset(id).unwrap().clone()));
        for line in text.lines() {
            let replayed = replay_record(line, |_| Some(referee.clone()));
            let id = record(line).id;
            let played_on = PLAYED_ON.iter().any(|&(game, _)| game == id);
            let fault = replayed.error.map(|error| error.fault.code());
            assert_eq!(fault, played_on.then_some("game-over"), "{id}");
        }
    }
}

fn replay(ruleset: &Arc<Ruleset>, record: &Record) -> Replayed {
    let mut game = Game::new(Arc::new(Referee::new(ruleset.clone())));
    let slow = slow::Referee::new(ruleset);
    let start = slow.start();
    let mut slow = slow::Game::new(slow, start);
    let (mut captures, mut walls) = (0, 0);
    for (index, written) in record.moves.iter().enumerate() {
        let place = format!("{}: game {}, ply {}, {}", ruleset.id(), record.id, index + 1, written.text);
        if game.outcome().is_some() {
            break;
        }
        let mv = game.legal(Intent { from: written.from, to: written.to });
        let mv = mv.unwrap_or_else(|refusal| panic!("{place} is refused: {refusal} in {:?}", game.position()));
        let ply = game.play(mv).unwrap().clone();
        let played = slow.play(written.from, written.to).unwrap_or_else(|code| panic!("{place}: slow says {code}"));
        let told: Vec<_> = ply.played.captures.iter().map(|c| (c.square, c.piece, c.by.id())).collect();
        assert!(told.iter().copied().eq(played.captures.iter().map(|c| (c.square, c.piece, c.by))), "{place}");
        assert_eq!(ply.outcome, slow.outcome(), "{place}");
        let mut soldiers: Vec<Square> =
            told.iter().filter(|&&(_, piece, _)| piece != Piece::King).map(|&(square, ..)| square).collect();
        let king = told.iter().find(|&&(_, piece, _)| piece == Piece::King).map(|&(square, ..)| square);
        // Who wrote the record may have left out the king.
        soldiers.extend(king.filter(|king| written.captures.contains(king)));
        soldiers.sort_unstable();
        assert_eq!(soldiers, written.captures, "{place}: captures that lead to {:?}", game.position());
        captures += told.len();
        walls += told.iter().filter(|&&(.., by)| by == "shieldwall").count();
    }
    let plies = game.plies().count();
    Replayed {
        plies,
        captures,
        walls,
        outcome: game.outcome(),
        left_over: record.moves.len() - plies,
        position: format!("{:?}", game.position()),
    }
}

fn record(line: &str) -> Record {
    let json: serde_json::Value = serde_json::from_str(line).expect("one JSON object a line");
    let moves = json["moves"].as_array().expect("a list of moves");
    Record {
        id: json["id"].as_str().unwrap_or_default().to_owned(),
        moves: moves.iter().map(|text| written(text.as_str().expect("a move is text"))).collect(),
        termination: json["termination"].as_str().unwrap_or_default().to_owned(),
        result: json["result"].as_str().unwrap_or_default().to_owned(),
        shieldwall: json["shieldwall"] == serde_json::Value::Bool(true),
    }
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

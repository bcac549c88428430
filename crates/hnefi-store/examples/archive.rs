//! Measures how long a search of finished games takes: `archive [GAMES] [FILE]`. Fills a database with games played by
//! chance, each by two of a thousand persons, and asks for them in every way. A file that is there already is only asked.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hnefi_live::{Arrangement, Change, Entry, Event, Log, NewGame, PersonId, Seat, Seats};
use hnefi_rules::{Game, Referee, Side, rulesets};
use hnefi_store::{Store, Terms, Wanted, WantedPlayer, position_key};
use tokio::task::JoinSet;

/// A day, in milliseconds.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// How long after a game the next one begins: a hundred thousand games are two years.
const APART_MS: i64 = 10 * 60 * 1000;
/// How many persons play.
const PERSONS: usize = 1_000;
/// How many games are written at once.
const AT_ONCE: usize = 256;
/// How often each question is asked.
const ASKED: usize = 50;

#[tokio::main]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let games: usize = arguments.next().map_or(100_000, |number| number.parse().expect("a number of games"));
    let file = arguments.next().map_or_else(|| std::env::temp_dir().join("hnefi-archive.db"), PathBuf::from);
    let is_there = file.exists();
    let store = Store::open(&file).await.expect("the store opens");
    if !is_there {
        fill(&store, games).await;
    }
    let bytes = std::fs::metadata(&file).map_or(0, |file| file.len());
    println!("{:.0} MB", bytes as f64 / 1e6);
    let any = Wanted::default;
    let newest = store.find(&any(), 1).await.expect("games").remove(0);
    let end = newest.ended_ms + 1;
    let from = |days: i64| Some(end - days * DAY_MS);
    let player = Some(person(7));
    let ruleset = |id: &str| Some(id.to_owned());
    let start = |id: &str| {
        let start = Referee::new(hnefi_rules::ruleset(id).expect("a rule set").clone()).start();
        Some(position_key(&start.setup(), start.turn()))
    };
    let rare = store.load(&newest.game.id).await.expect("it loads").expect("it is there");
    let last = rare.game().plies().last().map(|ply| ply.played.position).expect("a ply");
    let rare = Some(position_key(&last.setup(), last.turn()));
    for (name, wanted) in [
        ("the newest", any()),
        ("a rule set", Wanted { ruleset: ruleset("copenhagen"), ..any() }),
        ("a rule set that nobody plays", Wanted { ruleset: ruleset("none"), ..any() }),
        ("a player", Wanted { player: player.clone().map(WantedPlayer::of), ..any() }),
        (
            "a player and a rule set",
            Wanted { player: player.clone().map(WantedPlayer::of), ruleset: ruleset("brandubh"), ..any() },
        ),
        ("an ending", Wanted { ending: Some("king-captured".to_owned()), ..any() }),
        ("an ending that never was", Wanted { ending: Some("exit-fort".to_owned()), ..any() }),
        ("draws", Wanted { winner: Some(None), ..any() }),
        ("draws of a rule set", Wanted { winner: Some(None), ruleset: ruleset("brandubh"), ..any() }),
        ("somebody who never played", Wanted { player: Some(WantedPlayer::of(PersonId::new("nobody"))), ..any() }),
        (
            "a player against one whom he never played",
            Wanted {
                player: player.clone().map(|person| WantedPlayer {
                    person,
                    side: Some(Side::Attackers),
                    against: Some(PersonId::new("nobody")),
                }),
                ..any()
            },
        ),
        (
            "a player, an ending that never was",
            Wanted { player: player.clone().map(WantedPlayer::of), ending: Some("exit-fort".to_owned()), ..any() },
        ),
        ("a start", Wanted { position: start("copenhagen"), ..any() }),
        (
            "a start, of a player",
            Wanted { position: start("copenhagen"), player: player.clone().map(WantedPlayer::of), ..any() },
        ),
        (
            "a start, an ending that never was",
            Wanted { position: start("copenhagen"), ending: Some("exit-fort".to_owned()), ..any() },
        ),
        ("the last two days", Wanted { since_ms: from(2), ..any() }),
        ("before the last two days", Wanted { until_ms: from(2), ..any() }),
        ("a day of a year ago", Wanted { since_ms: from(365), until_ms: from(364), ..any() }),
        ("a day to come", Wanted { since_ms: from(-1), until_ms: from(-2), ..any() }),
        ("a year, a rule set that nobody plays", Wanted { since_ms: from(365), ruleset: ruleset("none"), ..any() }),
        (
            "a year, an ending that never was",
            Wanted { since_ms: from(500), until_ms: from(135), ending: Some("exit-fort".to_owned()), ..any() },
        ),
        (
            "a player, in the last two days",
            Wanted { player: player.clone().map(WantedPlayer::of), since_ms: from(2), ..any() },
        ),
        (
            "a player, on a day of a year ago",
            Wanted { player: player.clone().map(WantedPlayer::of), since_ms: from(365), until_ms: from(364), ..any() },
        ),
        (
            "a start, on a day of a year ago",
            Wanted { position: start("copenhagen"), since_ms: from(365), until_ms: from(364), ..any() },
        ),
        ("a rare position", Wanted { position: rare, ..any() }),
        ("a position that never stood", Wanted { position: Some(1), ..any() }),
    ] {
        let mut took = Vec::with_capacity(ASKED);
        let mut found = 0;
        for _ in 0..ASKED {
            let begun = Instant::now();
            found = store.find(&wanted, 20).await.expect("an answer").len();
            took.push(begun.elapsed());
        }
        took.sort();
        let ms = |took: Duration| took.as_secs_f64() * 1000.0;
        println!(
            "{name}: {found} found, {:.1} ms in the median, {:.1} at most",
            ms(took[ASKED / 2]),
            ms(took[ASKED - 1])
        );
    }
    store.close().await;
}

fn person(number: usize) -> PersonId {
    PersonId::new(format!("person{number}"))
}

async fn fill(store: &Store, games: usize) {
    for number in 0..PERSONS {
        store.make_person(&person(number), &format!("token{number}"), 0).await.expect("a person");
    }
    let referees: Vec<_> = rulesets().map(|ruleset| Arc::new(Referee::new(ruleset.clone()))).collect();
    let (mut writing, begun) = (JoinSet::new(), Instant::now());
    for number in 0..games {
        if writing.len() >= AT_ONCE {
            writing.join_next().await;
        }
        let (store, referee) = (store.clone(), referees[number % referees.len()].clone());
        writing.spawn(async move { play(&store, number, referee).await });
        if number % 10_000 == 9_999 {
            eprintln!("{} games, {:.0} s", number + 1, begun.elapsed().as_secs_f64());
        }
    }
    while writing.join_next().await.is_some() {}
}

/// A game by chance, of at most 80 plies and then given up.
async fn play(store: &Store, number: usize, referee: Arc<Referee>) {
    let mut rng = fastrand::Rng::with_seed(number as u64);
    let id = format!("game{number}");
    let mut seat = || Seat::Person { person: person(rng.usize(..PERSONS)), moves: 0 };
    let new = NewGame {
        id: id.clone(),
        made_ms: number as i64 * APART_MS,
        match_id: id.clone(),
        match_game: 1,
        swapped: false,
        match_length: None,
        clock: None,
        game: Game::new(referee),
        arrangement: Arrangement::Friend,
        seats: Seats { attackers: seat(), defenders: seat() },
    };
    store.make_on(&new, &[], Terms { listed: true, ..Terms::default() }).await.expect("a game is made");
    let mut log = Log::new(new.game, new.made_ms);
    let mut entries = Vec::new();
    for ply in 0..80 {
        let moves = log.game().moves();
        let Some(&mv) = moves.get(rng.usize(..moves.len().max(1))).filter(|_| !log.is_over()) else { break };
        let event = Event::Ply { mv, client_id: None };
        entries.push(log.append(Entry::new(new.made_ms + ply, event)).expect("a legal move"));
    }
    if !log.is_over() {
        let event = Event::Resigned { by: Side::Attackers };
        entries.push(log.append(Entry::new(new.made_ms + 80, event)).expect("the game goes on"));
    }
    store.commit(&Change { entries, ..Change::none(&id, &log, 0) }, &[]).await.expect("it is stored");
    store.archive(&id).await.expect("it is put away");
}

//! Measures how many plies the store takes: `load [GAMES] [PLIES] [A_SECOND]`. Every game appends one ply after
//! another, all games at once, each ply acknowledged after its commit; with a third number the plies of all games
//! together come at that pace, evenly, and a ply that has to wait for the one before it has waited since its turn.

use std::sync::Arc;
use std::time::Duration;

use hnefi_live::{Arrangement, Change, Entry, Event, NewGame, Seat, Seats};
use hnefi_rules::{Game, Referee, leaflet};
use hnefi_store::{Store, now_ms};
use tokio::time::{Instant, sleep_until};

#[tokio::main]
async fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<usize>().expect("a number"));
    let games = numbers.next().unwrap_or(1000);
    let plies = numbers.next().unwrap_or(20);
    let pace = numbers.next();
    let file = std::env::temp_dir().join(format!("hnefi-load-{}.db", std::process::id()));
    let store = Store::open(&file).await.expect("the store opens");
    let referee = Arc::new(Referee::new(leaflet("fetlar-2018").expect("a leaflet").clone()));
    for number in 0..games {
        let new = NewGame {
            id: number.to_string(),
            made_ms: now_ms(),
            match_id: number.to_string(),
            match_game: 1,
            swapped: false,
            match_length: None,
            clock: None,
            game: Game::new(referee.clone()),
            arrangement: Arrangement::Friend,
            seats: Seats { attackers: Seat::Open, defenders: Seat::Open },
        };
        store.make(&new, &[]).await.expect("a game is made");
    }
    let begun = Instant::now();
    let players: Vec<_> = (0..games)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move {
                let id = number.to_string();
                // When a ply is to be asked for, if there is a pace.
                let due = |turn: usize| {
                    Some(begun + Duration::from_secs(turn as u64 * games as u64 + number as u64) / pace? as u32)
                };
                let mut log = store.load(&id).await.expect("it loads").expect("it is there");
                let mut waits = Vec::with_capacity(plies);
                for turn in 0..plies {
                    let moves = log.game().referee().moves(log.game().position());
                    let Some(&mv) = moves.get((number * 7 + turn * 13) % moves.len().max(1)) else { break };
                    let asked = match due(turn) {
                        Some(due) if due > Instant::now() => {
                            sleep_until(due).await;
                            Instant::now()
                        }
                        Some(due) => due,
                        None => Instant::now(),
                    };
                    let event = Event::Ply { mv, client_id: Some(turn.to_string()) };
                    let seen = log.version();
                    let Ok(written) = log.append(Entry::new(now_ms(), event)) else { break };
                    let change = Change { entries: vec![written], ..Change::none(&id, &log, seen) };
                    store.commit(&change, &[]).await.expect("it is stored");
                    waits.push(asked.elapsed());
                }
                waits
            })
        })
        .collect();
    let mut waits = Vec::new();
    for player in players {
        waits.extend(player.await.expect("a player ends"));
    }
    let seconds = begun.elapsed().as_secs_f64();
    waits.sort();
    let at = |share: f64| waits[((waits.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    println!("{} plies in {seconds:.2} s: {:.0} a second", waits.len(), waits.len() as f64 / seconds);
    println!("waits: half under {:.1} ms, 99 of 100 under {:.1} ms", at(0.5), at(0.99));
    store.close().await;
    let size = std::fs::metadata(&file).map_or(0, |file| file.len());
    println!("{:.2} kB a game", size as f64 / games as f64 / 1000.0);
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", file.display()));
    }
}

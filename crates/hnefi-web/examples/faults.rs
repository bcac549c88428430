//! Two nodes behind a proxy, games between people, and faults: nodes are killed, stopped past their lease, cut off from NATS and from the
//! database, while everybody plays on. Says what was lost, doubled or decided by it (nothing may be), and how long sockets were away.
//!
//! `faults HNEFI [GAMES] [FAULTS] [SECONDS] [WITHIN]`: a move every so many seconds in each game. `HNEFI` is the path of the program; the parts are
//! started by `deploy/nodes.sh`. It fails when anything is wrong, and where `WITHIN` is given, when a socket is away for more than so many
//! seconds after a fault is over.

#[path = "faults/club.rs"]
mod club;
#[path = "../tests/web/common/mod.rs"]
mod common;
#[path = "faults/game.rs"]
mod game;
#[path = "faults/relay.rs"]
mod relay;

use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use club::{Club, Fault};
use common::Browser;
use game::{Game, Seen};
use tokio::sync::watch;
use tokio::time::sleep;

/// How long a node is stopped or cut off: longer than its lease.
const LASTS: Duration = Duration::from_secs(6);
/// How long a socket is waited for at all.
const PATIENCE: Duration = Duration::from_secs(180);
/// How long nothing is done between two faults.
const PAUSE: Duration = Duration::from_secs(14);

/// Somebody's address: no network asks for more than it may.
fn from(number: usize) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(127, 0, 1 + (number / 100) as u8, 2 + (number % 100) as u8))
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let maximum = getrlimit(Resource::Nofile).maximum;
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let hnefi = arguments.first().context("write `faults HNEFI [GAMES] [FAULTS] [SECONDS] [WITHIN]`")?;
    let number = |at: usize, usual: usize| arguments.get(at).map_or(Ok(usual), |text| text.parse());
    let (games, faults, pace) = (number(1, 500)?, number(2, 50)?, Duration::from_secs(number(3, 2)? as u64));

    let within = arguments.get(4).map(|text| text.parse().map(Duration::from_secs)).transpose()?;

    let club = Club::start(Path::new(hnefi)).await?;
    let seen = Arc::new(Seen::default());
    let (stop, stopping) = watch::channel(false);
    let mut playing = Vec::new();
    for number in 0..games {
        let browser = |side: usize| Browser { from: Some(from(2 * number + side)), ..Browser::new(&club.address) };
        let game = Game::begin(browser(0), browser(1), number, seen.clone()).await;
        playing.push(tokio::spawn(game.play(pace, stopping.clone())));
    }
    println!("{games} games are played by {} sockets", 2 * games);
    sleep(pace * 3).await;

    let mut whole = Vec::new();
    for round in 0..faults {
        let (fault, node) = Fault::of_round(round);
        let moves = seen.moves();
        seen.forget_outages();
        let began = seen.now();
        club.begin(fault, node)?;
        if fault != Fault::Kill {
            sleep(LASTS).await;
            club.end(fault, node)?;
        }
        let over = seen.now();
        sleep(PAUSE).await;
        while seen.broken_now() > 0 {
            let away = seen.broken_now();
            ensure!(seen.now() < over + PATIENCE, "{fault:?} of node {}: {away} sockets are still away", node + 1);
            sleep(Duration::from_millis(100)).await;
        }
        let (broken, last) = seen.outages();
        let (since, after) = (last.saturating_sub(began), last.saturating_sub(over));
        println!(
            "{:>2}. {fault:?} of node {}: {broken} sockets broke, the last was whole {since:.1?} after it began, {after:.1?} after it was over; {} moves meanwhile",
            round + 1,
            node + 1,
            seen.moves() - moves
        );
        whole.push((fault, after));
    }
    stop.send_replace(true);
    let mut plies = 0;
    for game in playing {
        plies += game.await.context("a game broke off")??;
    }
    let late = club.late_acts().await?;
    let worst = whole.iter().map(|&(_, after)| after).max().unwrap_or_default();
    println!(
        "{faults} faults, {plies} moves acknowledged, {} games ended on the board; {} moves were sent again, {} had been stored though the answer was lost; the slowest socket was whole {worst:.1?} after its fault",
        seen.ended(),
        seen.resent(),
        seen.met()
    );
    ensure!(late == 0, "{late} acts were stored under an epoch that was gone");
    for (fault, after) in whole {
        ensure!(within.is_none_or(|within| after <= within), "{fault:?}: a socket was away for {after:.1?}");
    }
    if seen.moves() == 0 { bail!("nobody has played") } else { Ok(()) }
}

//! Puts the load of a club on the program itself: members, games on the clock, its log in JSON. Prints how long moves take until they are
//! acknowledged, beside what the disk takes in the same minute.
//!
//! `club [HNEFI] moves [GAMES] [A_SECOND] [SECONDS] [THINKING] [NODES]`: so many moves a second in all, 0 for as many as there can be, while the
//! computer thinks in so many games. `club [HNEFI] sockets [NUMBER] [NODES]`: what open sockets cost. `HNEFI` is the path of the program.
//!
//! With `NODES`, that many servers share the database that `HNEFI_POSTGRES` names, where one or more over the bus that `HNEFI_NATS` names,
//! and of two who play each other each is at another one; sockets are all at the last one, and their games at the first. 0 is one server on SQLite, -1 one on PostgreSQL that runs alone.

#[path = "../tests/web/common/mod.rs"]
mod common;
#[path = "load/mod.rs"]
mod load;

use std::ffi::OsStr;
use std::fs::File;
use std::io::{Seek, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use common::{Browser, Page};
use data_encoding::HEXLOWER;
use hnefi_live::PersonId;
use hnefi_store::{NewAccount, Place, Store, now_ms};
use load::{Server, Times, keep, raise_descriptors};
use sha2::{Digest, Sha256};
use sqlx::Connection;
use tokio::sync::watch;
use tokio::time::{interval, sleep};

/// How long open sockets are watched.
const STANDING: Duration = Duration::from_secs(15);
/// Both have an hour and a minute a move, so that no flag falls.
const GAME: &str = "rules=fetlar-2018&mode=friend&side=attackers&clock=60%2B60";

/// Letters for numbers: names have no digits.
fn name(number: usize) -> String {
    let letter = |digit: usize| char::from(b'a' + (digit % 26) as u8);
    ['M', letter(number / 676), letter(number / 26), letter(number)].iter().collect()
}

fn token(number: usize) -> String {
    format!("member-{number}")
}

/// Somebody's address: no network asks for more than it may.
fn from(number: usize) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(127, 0, 1 + (number / 200) as u8, 2 + (number % 200) as u8))
}

/// The program with so many members; as so many nodes.
async fn club(hnefi: &Path, members: usize, nodes: i64) -> anyhow::Result<(Vec<Server>, PathBuf)> {
    let folder = tempfile::tempdir_in(".")?;
    let url = if nodes == 0 { None } else { Some(database().await?) };
    let place = Place::of(folder.path(), url.as_deref())?;
    let store = Store::open(&place).await?;
    for number in 0..members {
        let person = PersonId::new(format!("member{number}"));
        let hash = HEXLOWER.encode(&Sha256::digest(token(number).as_bytes()));
        store.make_person(&person, &hash, now_ms()).await?;
        store.open_account(NewAccount { person, name: name(number).parse()?, password: None, at_ms: now_ms() }).await?;
    }
    store.close().await;
    let path = folder.path().to_owned();
    let arguments =
        ["serve", "--no-open", "--listen", "127.0.0.1:0", "--log", "info", "--log-format", "json", "--data"];
    let bus = match nodes > 0 {
        true => Some(std::env::var("HNEFI_NATS").context("HNEFI_NATS names no NATS")?),
        false => None,
    };
    let mut servers = Vec::new();
    let mut folder = Some(folder);
    for number in 0..nodes.max(1) {
        let own = match folder.take() {
            Some(folder) => folder,
            None => tempfile::tempdir_in(".")?,
        };
        for key in ["links.key", "push.key"] {
            // The first one makes them.
            if number > 0 {
                std::fs::copy(path.join(key), own.path().join(key))?;
            }
        }
        let data = own.path().to_owned();
        let mut arguments: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
        arguments.push(data.as_os_str());
        if let Some(url) = &url {
            arguments.extend(["--database", url].map(OsStr::new));
        }
        if let Some(bus) = bus.as_deref() {
            arguments.extend(["--bus", bus].map(OsStr::new));
        }
        servers.push(Server::start(hnefi, &arguments, own)?);
    }
    Ok((servers, path))
}

/// A database of its own on the server that `HNEFI_POSTGRES` names.
async fn database() -> anyhow::Result<String> {
    let server = std::env::var("HNEFI_POSTGRES").context("HNEFI_POSTGRES names no PostgreSQL")?;
    let name = format!("club_{}", std::process::id());
    let mut connection = sqlx::postgres::PgConnection::connect(&server).await?;
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!("create schema {name}"))).execute(&mut connection).await?;
    let join = if server.contains('?') { '&' } else { '?' };
    Ok(format!("{server}{join}options[search_path]={name}"))
}

fn member(servers: &[Server], number: usize) -> Browser {
    // Every node is that of as many who make games as of those who join them.
    let server = &servers[(number / 2 + number % 2) % servers.len()];
    Browser { cookie: Some(format!("visitor={}", token(number))), ..server.browser(from(number)) }
}

/// A game between two members.
async fn two(server: &[Server], number: usize) -> (Page, Page) {
    let (mut one, mut other) = (member(server, 2 * number), member(server, 2 * number + 1));
    let game = one.make_game(GAME).await;
    let ones = one.open(&game).await;
    other.post(&ones.link("join"), "").await;
    let others = other.open(&game).await;
    (ones, others)
}

/// What a bare write takes until it is on the disk, ten times a second.
fn disk(folder: &Path, stop: Arc<AtomicBool>) -> std::thread::JoinHandle<std::io::Result<Times>> {
    let path = folder.join("bare");
    std::thread::spawn(move || {
        let (mut file, mut times) = (File::create(path)?, Times::default());
        while !stop.load(Ordering::Relaxed) {
            let begun = Instant::now();
            file.rewind()?;
            file.write_all(&[7; 4096])?;
            file.sync_data()?;
            times.0.push(begun.elapsed());
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(times)
    })
}

/// One against the computer at the highest level, game after game, so that it always thinks.
async fn thinks(mut browser: Browser) {
    for number in 0.. {
        let game = browser.make_game("rules=fetlar-2018&mode=computer&side=defenders&level=8").await;
        let mut page = browser.open(&game).await;
        loop {
            page.until_state(|state| state["turn"] == "defenders" || !state["outcome"].is_null()).await;
            if !page.state["outcome"].is_null() {
                break;
            }
            page.play_any(number + page.plies.len()).await;
        }
    }
}

async fn moves(
    hnefi: &Path,
    games: usize,
    a_second: usize,
    seconds: u64,
    (thinking, nodes): (usize, i64),
) -> anyhow::Result<()> {
    let (server, folder) = club(hnefi, 2 * games + thinking, nodes).await?;
    let computers: Vec<_> =
        (0..thinking).map(|number| tokio::spawn(thinks(member(&server, 2 * games + number)))).collect();
    // Every game is played from its beginning, at the pace of the measurement, so that no page falls silent while others come.
    let pace = Duration::from_secs_f64(games as f64 / if a_second == 0 { 500.0 } else { a_second as f64 });
    let (measured, from_when) = watch::channel(None::<Instant>);
    let lasts = Duration::from_secs(seconds);
    let mut playing = Vec::new();
    for game in 0..games {
        let (mut one, mut other) = two(&server, game).await;
        let from_when = from_when.clone();
        playing.push(tokio::spawn(async move {
            let (mut times, mut beat) = (Times::default(), interval(pace));
            for number in 0.. {
                let began = *from_when.borrow();
                if a_second > 0 || began.is_none() {
                    beat.tick().await;
                }
                if began.is_some_and(|began| began.elapsed() >= lasts) || !one.state["outcome"].is_null() {
                    break;
                }
                let (mover, waits) = if number % 2 == 0 { (&mut one, &mut other) } else { (&mut other, &mut one) };
                let sent = Instant::now();
                mover.play_any(game + number * 7).await;
                if began.is_some() {
                    times.0.push(sent.elapsed());
                }
                waits.until_plies(number + 1).await;
            }
            times
        }));
    }
    let stop = Arc::new(AtomicBool::new(false));
    let bare = disk(&folder, stop.clone());
    let worked = |servers: &[Server]| servers.iter().map(Server::processor).sum::<anyhow::Result<Duration>>();
    let (begun, before) = (Instant::now(), worked(&server)?);
    measured.send_replace(Some(begun));
    let mut all = Times::default();
    for played in playing {
        all.0.extend(played.await?.0);
    }
    let each = (worked(&server)? - before) / u32::try_from(all.0.len().max(1))?;
    let a_second = all.0.len() as f64 / begun.elapsed().as_secs_f64();
    stop.store(true, Ordering::Relaxed);
    computers.iter().for_each(|computer| computer.abort());
    let megabytes = server.iter().map(|server| Ok(format!("{:.1}", server.memory()? as f64 / 1e6)));
    let megabytes = megabytes.collect::<anyhow::Result<Vec<_>>>()?;
    println!(
        "{a_second:.0} moves a second in {games} games, the computer thinking in {thinking}; {} MB, {each:.0?} of the servers’ processor time a move",
        megabytes.join(" + ")
    );
    all.tell("until a move is acknowledged");
    match bare.join() {
        Ok(times) => times?.tell("a bare write and fdatasync meanwhile"),
        Err(_) => bail!("the disk was not measured"),
    }
    Ok(())
}

/// Sockets of members and of who looks on, all of them at the last node, while the first serves the games.
async fn sockets(hnefi: &Path, number: usize, nodes: i64) -> anyhow::Result<()> {
    let (servers, _) = club(hnefi, 2, nodes).await?;
    let (first, last) = (&servers[0], &servers[servers.len() - 1]);
    let memory = || servers.iter().map(Server::memory).collect::<anyhow::Result<Vec<_>>>();
    let worked = || servers.iter().map(Server::processor).collect::<anyhow::Result<Vec<_>>>();
    let (empty, idle) = (memory()?, worked()?);
    let (mut pages, mut watch) = (Vec::new(), String::new());
    for n in 0..number {
        if n % 900 == 0 {
            let (ones, others) = two(std::slice::from_ref(first), 0).await;
            watch = ones.link("watch");
            pages.extend([keep(ones), keep(others)]);
        }
        let mut page = last.browser(from(10 + n % 1000)).connect(&format!("/ws{watch}")).await?;
        page.hello().await;
        pages.push(keep(page));
    }
    let opened = worked()?;
    sleep(STANDING).await;
    let open = pages.iter().filter(|page| !page.is_finished()).count();
    println!("{open} of {} sockets open", pages.len());
    let (full, kept) = (memory()?, worked()?);
    for at in 0..servers.len() {
        let each = |what: f64| what / pages.len() as f64;
        println!(
            "server {}: {:.1} MB in all, {:.1} kB each, {:.0} µs of processor time to open one, {:.1} µs a second to keep it",
            at + 1,
            full[at] as f64 / 1e6,
            each(full[at].saturating_sub(empty[at]) as f64 / 1e3),
            each((opened[at] - idle[at]).as_secs_f64() * 1e6),
            each((kept[at] - opened[at]).as_secs_f64() * 1e6 / STANDING.as_secs_f64()),
        );
    }
    pages.iter().for_each(|page| page.abort());
    Ok(())
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    raise_descriptors();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: usize| arguments.get(at).map_or(Ok(usual), |text| text.parse());
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [hnefi, "moves", ..] => {
            let (games, a_second, seconds, thinking) =
                (number(2, 1000)?, number(3, 500)?, number(4, 60)?, number(5, 0)?);
            let nodes = arguments.get(6).map_or(Ok(0), |text| text.parse())?;
            moves(Path::new(hnefi), games.max(1), a_second, seconds as u64, (thinking, nodes)).await
        }
        [hnefi, "sockets", ..] => {
            let nodes = arguments.get(3).map_or(Ok(0), |text| text.parse())?;
            sockets(Path::new(hnefi), number(2, 10_000)?, nodes).await
        }
        _ => bail!(
            "write `club HNEFI moves [GAMES] [A_SECOND] [SECONDS] [THINKING] [NODES]` or `club HNEFI sockets [NUMBER] [NODES]`"
        ),
    }
}

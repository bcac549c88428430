//! Attacks a server of its own on this machine, and tells how those fare who only want to play.
//!
//! `attack WHAT`: `watchers`, `games`, `searches`, `proofs`, `idle`, `sockets [NUMBER]`, `moves [A_SECOND] [SECONDS]`, or `all`. The
//! server is the example `serve` beside this one. Attackers and players come from different addresses 127.0.0.x.

#[path = "../tests/web/common/mod.rs"]
mod common;
#[path = "load/mod.rs"]
mod load;

use std::ffi::OsStr;
use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use anyhow::bail;
use common::{Page, dial};
use load::{Server, Times, keep, raise_descriptors};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{interval, sleep, timeout};

const SCREEN: &str = "rules=fetlar-2018&mode=screen";
const FRIEND: &str = "rules=fetlar-2018&mode=friend&side=attackers";

/// The example `serve` beside this one, in a new folder.
fn start() -> anyhow::Result<Server> {
    let folder = tempfile::tempdir()?;
    let serve = std::env::current_exe()?.with_file_name("serve");
    let path = folder.path().to_owned();
    Server::start(&serve, &[path.as_os_str(), OsStr::new("127.0.0.1:0")], folder)
}

fn address(last: u8) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(127, 0, 0, last))
}

async fn two(server: &Server, first: u8, second: u8) -> (Page, Page) {
    let (mut anna, mut bo) = (server.browser(address(first)), server.browser(address(second)));
    let game = anna.make_game(FRIEND).await;
    let annas = anna.open(&game).await;
    bo.post(&annas.link("join"), "").await;
    let bos = bo.open(&game).await;
    (annas, bos)
}

/// Watchers without end on one game: can its player come back?
async fn watchers(server: &Server) -> anyhow::Result<()> {
    let (mut player, eve) = (server.browser(address(3)), server.browser(address(2)));
    let game = player.make_game(SCREEN).await;
    let watch = player.open(&game).await.link("watch");
    let (mut pages, mut refused) = (Vec::new(), 0);
    for _ in 0..1_100 {
        match eve.connect(&format!("/ws{watch}")).await {
            Ok(mut page) => {
                page.hello().await;
                pages.push(keep(page));
            }
            Err(_) => refused += 1,
        }
        // As fast as one network may say hello.
        sleep(Duration::from_millis(12)).await;
    }
    let mut back = 0;
    for _ in 0..20 {
        back += usize::from(player.connect(&format!("/ws/game/{game}")).await.is_ok());
    }
    println!("watchers: {} in, {refused} refused; the player came back {back} of 20 times", pages.len());
    pages.iter().for_each(|page| page.abort());
    Ok(())
}

/// Games without end from one client without cookies: can another make one?
async fn games(server: &Server) -> anyhow::Result<()> {
    let until = Instant::now() + Duration::from_secs(10);
    let floods: Vec<_> = (0..8)
        .map(|number| {
            let eve = server.browser(address(2));
            tokio::spawn(async move {
                let (mut made, mut refused) = (0, 0);
                while Instant::now() < until {
                    let mut eve = eve.clone();
                    // Half of them make up a cookie.
                    eve.cookie = (number % 2 == 0).then(|| format!("visitor={}", format!("{refused:04}").repeat(15)));
                    match eve.post("/games", SCREEN).await.status {
                        303 => made += 1,
                        _ => refused += 1,
                    }
                }
                (made, refused)
            })
        })
        .collect();
    let mut honest = 0;
    for _ in 0..40 {
        sleep(Duration::from_millis(200)).await;
        honest += usize::from(server.browser(address(3)).post("/games", SCREEN).await.status == 303);
    }
    let (mut made, mut refused) = (0, 0);
    for flood in floods {
        let (some, none) = flood.await?;
        made += some;
        refused += none;
    }
    println!("games: the flood got {made} and was refused {refused}; an honest user got {honest} of 40");
    Ok(())
}

/// How long the computer at level 3 and another person take to answer, while something goes on.
async fn answers(server: &Server, what: &str) {
    let mut anna = server.browser(address(3));
    let people = two(server, 4, 5).await;
    let people = tokio::spawn(async move {
        let (mut one, mut other) = people;
        let mut times = Times::default();
        for number in 0..300 {
            let (mover, waits) = if number % 2 == 0 { (&mut one, &mut other) } else { (&mut other, &mut one) };
            let begun = Instant::now();
            mover.play_any(number * 7).await;
            times.0.push(begun.elapsed());
            waits.until_plies(number + 1).await;
            sleep(Duration::from_millis(50)).await;
            if !mover.state["outcome"].is_null() {
                break;
            }
        }
        times
    });
    let mut times = Times::default();
    let game = anna.make_game("rules=fetlar-2018&mode=computer&side=attackers&level=3").await;
    let mut page = anna.open(&game).await;
    for number in 0..15 {
        if !page.state["outcome"].is_null() {
            break;
        }
        let plies = page.plies.len();
        page.play_any(number * 5).await;
        let begun = Instant::now();
        page.until_state(|state| state["turn"] == "attackers" || !state["outcome"].is_null()).await;
        page.until_plies(page.plies.len().max(plies + 1)).await;
        times.0.push(begun.elapsed());
    }
    times.tell(&format!("{what}: level 3 answers another visitor"));
    if let Ok(times) = people.await {
        times.tell(&format!("{what}: a move between people"));
    }
}

/// Fifty games at the highest level by one visitor.
async fn searches(server: &Server) -> anyhow::Result<()> {
    answers(server, "alone").await;
    let mut eve = server.browser(address(2));
    let mut pages = Vec::new();
    for _ in 0..50 {
        let game = eve.make_game("rules=fetlar-2018&mode=computer&side=defenders&level=8").await;
        pages.push(keep(eve.open(&game).await));
    }
    answers(server, "50 games at level 8").await;
    pages.iter().for_each(|page| page.abort());
    Ok(())
}

/// Proofs in 49 games by one visitor.
async fn proofs(server: &Server) -> anyhow::Result<()> {
    let mut eve = server.browser(address(2));
    let mut pages = Vec::new();
    for _ in 0..49 {
        let game = eve.make_game(SCREEN).await;
        let mut page = eve.open(&game).await;
        // As fast as one person may send messages: two a page.
        sleep(Duration::from_millis(250)).await;
        pages.push(tokio::spawn(async move {
            loop {
                page.send(json!({"type": "prove", "ply": 0})).await;
                if page.next().await.is_err() {
                    return;
                }
                sleep(Duration::from_secs(10)).await;
            }
        }));
    }
    answers(server, "49 proofs").await;
    pages.iter().for_each(|page| page.abort());
    Ok(())
}

/// Connections that say nothing, or never end what they say.
async fn idle(server: &Server) -> anyhow::Result<()> {
    let before = server.memory()?;
    let mut lines = Vec::new();
    for number in 0..5_000u32 {
        let from = Some(address(10 + (number / 900) as u8));
        let Ok(mut line) = dial(&server.address, from).await else { break };
        if number % 2 == 0 {
            line.write_all(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ").await?;
        }
        lines.push(line);
    }
    let (opened, during) = (lines.len(), server.memory()?);
    let served = server.browser(address(3)).get("/").await.status;
    sleep(Duration::from_secs(40)).await;
    let mut open = 0;
    for line in &mut lines {
        let mut rest = Vec::new();
        open += usize::from(timeout(Duration::from_millis(1), line.read_to_end(&mut rest)).await.is_err());
    }
    println!(
        "idle: {opened} opened, +{:.1} MB; another got {served} meanwhile; {open} open after 40 s",
        during.saturating_sub(before) as f64 / 1e6
    );
    Ok(())
}

/// Sockets that look on.
async fn sockets(server: &Server, number: usize) -> anyhow::Result<()> {
    let mut player = server.browser(address(3));
    let empty = server.memory()?;
    let (mut pages, mut watch) = (Vec::new(), String::new());
    for n in 0..number {
        if n % 900 == 0 {
            let game = player.make_game(SCREEN).await;
            watch = player.open(&game).await.link("watch");
        }
        // From so many networks that none sends more than it may.
        let browser = server.browser(address(10 + u8::try_from(n % 12)?));
        let mut page = browser.connect(&format!("/ws{watch}")).await?;
        page.hello().await;
        pages.push(keep(page));
    }
    sleep(Duration::from_secs(15)).await;
    let open = pages.iter().filter(|page| !page.is_finished()).count();
    let full = server.memory()?;
    println!(
        "sockets: {open} of {number} open, {:.1} MB in all, {:.1} kB each",
        full as f64 / 1e6,
        full.saturating_sub(empty) as f64 / number as f64 / 1e3
    );
    pages.iter().for_each(|page| page.abort());
    Ok(())
}

/// A hundred games between two people each, with so many moves a second in all.
async fn moves(server: &Server, a_second: u32, seconds: u32) -> anyhow::Result<()> {
    let mut games = Vec::new();
    for number in 0..100 {
        games.push(two(server, 20 + number, 130 + number).await);
    }
    let pause = Duration::from_secs(100) / a_second;
    let playing: Vec<_> = games
        .into_iter()
        .enumerate()
        .map(|(game, (mut one, mut other))| {
            tokio::spawn(async move {
                sleep(pause * game as u32 / 100).await;
                let (mut times, mut clock) = (Times::default(), interval(pause));
                for number in 0..(a_second * seconds / 100) as usize {
                    clock.tick().await;
                    let (mover, waits) = if number % 2 == 0 { (&mut one, &mut other) } else { (&mut other, &mut one) };
                    let begun = Instant::now();
                    mover.play_any(game + number * 7).await;
                    times.0.push(begun.elapsed());
                    waits.until_plies(number + 1).await;
                    if !mover.state["outcome"].is_null() {
                        break;
                    }
                }
                times
            })
        })
        .collect();
    let mut all = Times::default();
    for played in playing {
        all.0.extend(played.await?.0);
    }
    all.tell(&format!("moves: {a_second} a second with 200 sockets"));
    Ok(())
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    raise_descriptors();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: u32| arguments.get(at).map_or(Ok(usual), |text| text.parse());
    let what = arguments.first().map_or("all", String::as_str);
    let wanted: Vec<&str> = match what {
        "all" => vec!["watchers", "games", "searches", "proofs", "idle", "sockets", "moves"],
        one => vec![one],
    };
    for what in wanted {
        let server = start()?;
        match what {
            "watchers" => watchers(&server).await?,
            "games" => games(&server).await?,
            "searches" => searches(&server).await?,
            "proofs" => proofs(&server).await?,
            "idle" => idle(&server).await?,
            "sockets" => sockets(&server, number(1, 10_000)? as usize).await?,
            "moves" => moves(&server, number(1, 500)?.max(1), number(2, 10)?).await?,
            _ => bail!("`{what}` is no attack: watchers, games, searches, proofs, idle, sockets, moves or all"),
        }
    }
    Ok(())
}

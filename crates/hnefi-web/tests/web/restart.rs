//! The server is stopped or killed in mid-game, and everybody goes on where they were.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Browser, Page};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

/// A server in a process of its own.
struct Process {
    child: Child,
    address: String,
}

impl Process {
    /// Starts the program of `examples/serve.rs`, which lies beside this test's own program.
    fn start(data: &std::path::Path, listen: &str) -> Process {
        let own = std::env::current_exe().unwrap();
        let program = own.parent().unwrap().parent().unwrap().join("examples/serve");
        let child = Command::new(&program)
            .args([data.to_str().unwrap(), listen])
            .stdout(Stdio::piped())
            .stdin(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let mut process = Process { child, address: String::new() };
        let mut line = String::new();
        BufReader::new(process.child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        process.address = line.trim().strip_prefix("http://").unwrap_or_else(|| panic!("{line:?}")).to_owned();
        process
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn come_back(browser: &Browser, page: Page) -> Page {
    let game = page.state["game"].as_str().unwrap().to_owned();
    let mut back = browser.connect(&format!("/ws/game/{game}")).await.unwrap();
    (back.state, back.plies) = (page.state, page.plies);
    back.hello().await;
    back
}

#[tokio::test]
async fn killed_in_mid_game_nothing_acknowledged_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Process::start(folder.path(), "127.0.0.1:0");
    let address = server.address.clone();
    let (mut anna, mut bo) = (Browser::new(&address), Browser::new(&address));
    let game = anna.make_game("rules=fetlar-2018&mode=friend&side=attackers").await;
    let mut annas = anna.open(&game).await;
    let links = annas.state["links"].clone();
    assert_eq!(bo.post(&annas.link("join"), "").await.status, 303);
    let mut bos = bo.open(&game).await;

    for round in 0..4 {
        for number in 0..5 {
            let acknowledged = annas.plies.len();
            annas.play_any(round * 11 + number * 7).await;
            bos.until_plies(acknowledged + 1).await;
            bos.play_any(round * 5 + number * 3).await;
            annas.until_plies(acknowledged + 2).await;
        }
        // A move is on its way when the power goes.
        let legal = annas.state["legal"].as_object().unwrap();
        let (from, tos) = legal.iter().next().unwrap();
        let mv = format!("{from}-{}", tos[0].as_str().unwrap());
        let (id, ply) = (format!("lost-{round}"), annas.plies.len());
        annas.send_move(&id, ply, &mv).await;
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        server = Process::start(folder.path(), &address);

        let acknowledged = bos.plies.clone();
        annas = come_back(&anna, annas).await;
        assert_eq!(annas.plies[..ply], acknowledged[..ply]);
        assert!(annas.plies.len() == ply || annas.plies.len() == ply + 1);
        // She sends it again, as the page does: it is played once, whether or not it had arrived.
        annas.send_move(&id, ply, &mv).await;
        annas.until_plies(ply + 1).await;
        assert_eq!(annas.plies[ply]["move"], mv.as_str());
        bos = come_back(&bo, bos).await;
        bos.until_plies(ply + 1).await;
        bos.play_any(round).await;
        annas.until_plies(ply + 2).await;
    }
    assert_eq!(annas.state["links"]["watch"], links["watch"], "links stay what they were");
    assert_eq!(annas.state["links"]["seat"], links["seat"]);
}

/// How far the running time had come with the last beat, or `None` before the first.
async fn beat(folder: &std::path::Path) -> Option<i64> {
    let options = SqliteConnectOptions::new().filename(folder.join("hnefi.db")).read_only(true);
    let mut connection = options.connect().await.unwrap();
    let beat = sqlx::query_scalar("select clock_ms from heartbeat").fetch_optional(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    beat
}

/// The first beat that is later than this.
async fn beat_after(folder: &std::path::Path, last: i64) -> i64 {
    loop {
        match beat(folder).await {
            Some(beat) if beat > last => return beat,
            _ => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

/// How often the server is killed while clocks run: twice, or as often as `HNEFI_CYCLES` says.
fn cycles() -> usize {
    std::env::var("HNEFI_CYCLES").ok().map_or(2, |cycles| cycles.parse().expect("HNEFI_CYCLES is a number"))
}

#[tokio::test]
async fn killed_with_running_clocks_nobody_pays_for_what_the_server_was_away() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Process::start(folder.path(), "127.0.0.1:0");
    let address = server.address.clone();
    let (mut anna, mut bo) = (Browser::new(&address), Browser::new(&address));
    let game = anna.make_game("rules=fetlar-2018&mode=friend&side=attackers&clock=60%2B0").await;
    let mut annas = anna.open(&game).await;
    assert_eq!(bo.post(&annas.link("join"), "").await.status, 303);
    let mut bos = bo.open(&game).await;
    annas.play("d1-d4").await;
    bos.until_plies(1).await;
    bos.play("f4-e4").await;
    annas.until_plies(2).await;
    let mut seen = Instant::now();
    annas = come_back(&anna, annas).await;
    for _ in 0..cycles() {
        let left = annas.state["clock"]["attackers"].as_i64().unwrap();
        // One beat may be on its way to the disk since before that state; the next one is later.
        let before = beat(folder.path()).await.unwrap_or(-1);
        let on_its_way = beat_after(folder.path(), before).await;
        let first = beat_after(folder.path(), on_its_way).await;
        let last = beat_after(folder.path(), first).await;
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        let ran = i64::try_from(seen.elapsed().as_millis()).unwrap();
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        let back = Instant::now();
        server = Process::start(folder.path(), &address);
        annas = come_back(&anna, annas).await;
        let clock = &annas.state["clock"];
        let now = clock["attackers"].as_i64().unwrap();
        let waits = clock["waits_ms"].as_i64().unwrap();
        assert!(waits > 0 || back.elapsed() > Duration::from_secs(9), "everybody has a while to come back");
        assert!(now <= left - (last - first), "she pays up to the last beat: {left} {now} {first} {last}");
        // On a busy machine who comes back may come when the clock runs again.
        let since = i64::try_from(back.elapsed().as_millis()).unwrap();
        let again = if waits > 0 { 0 } else { since };
        assert!(now >= left - ran - again, "and for nothing after it: {left} {now} {ran} {again}");
        annas.until_state(|state| state["notices"][0].as_str().is_some_and(|says| says.contains("was away"))).await;
        assert_eq!(annas.state["outcome"], serde_json::Value::Null);
        // The count goes on, so that the next beats are later.
        beat_after(folder.path(), last + 100).await;
        seen = Instant::now();
        annas = come_back(&anna, annas).await;
    }
    bos = come_back(&bo, bos).await;
    annas.play("e1-e3").await;
    bos.until_plies(3).await;
    assert!(annas.state["notices"].as_array().unwrap().is_empty(), "it is said until the next move");
}

#[tokio::test]
async fn the_computer_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Process::start(folder.path(), "127.0.0.1:0");
    let mut anna = Browser::new(&server.address);
    let game = anna.make_game("rules=fetlar-2018&mode=computer&side=attackers&level=8").await;
    let mut page = anna.open(&game).await;
    page.play("d1-d4").await;
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let server = Process::start(folder.path(), &server.address);
    let mut page = Browser { address: server.address.clone(), ..anna }.open(&game).await;
    page.until_plies(2).await;
}

#[cfg(unix)]
#[tokio::test]
async fn asked_to_stop_it_says_good_bye() {
    use rustix::process::{Pid, Signal, kill_process};
    for signal in [Signal::TERM, Signal::INT] {
        let folder = tempfile::tempdir().unwrap();
        let mut server = Process::start(folder.path(), "127.0.0.1:0");
        let mut anna = Browser::new(&server.address);
        let game = anna.make_game("rules=fetlar-2018&mode=screen").await;
        let mut page = anna.open(&game).await;
        page.play("d1-d4").await;
        kill_process(Pid::from_child(&server.child), signal).unwrap();
        let (code, reason) = page.closed().await;
        assert_eq!(code, 1012, "{reason}");
        drop(page);
        assert!(server.child.wait().unwrap().success());
    }
}

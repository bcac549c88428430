//! A bot that is told to stop plays its game to the end, though the line to the server is lost meanwhile.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::beside::Beside;
use crate::common::folder;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_hnefi");
/// So long a test waits for what must come. It is no measure of speed.
const PATIENCE: Duration = Duration::from_secs(240);

/// What a bot asks for, each with the line on which the test answers as the server.
fn listen() -> (String, Receiver<(String, TcpStream)>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (asked, asks) = channel();
    std::thread::spawn(move || {
        while let Ok((mut client, _)) = listener.accept() {
            let (mut head, mut byte) = (Vec::new(), [0]);
            while !head.ends_with(b"\r\n\r\n") && client.read(&mut byte).is_ok_and(|read| read == 1) {
                head.push(byte[0]);
            }
            let head = String::from_utf8_lossy(&head).into_owned();
            let line = head.lines().next().and_then(|line| line.strip_suffix(" HTTP/1.1")).unwrap_or_default();
            if asked.send((line.to_owned(), client)).is_err() {
                return;
            }
        }
    });
    (url, asks)
}

fn answer(client: &mut TcpStream, lines: &[Value]) {
    let body: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nConnection: close\r\n\r\n";
    client.write_all(format!("{head}{body}").as_bytes()).unwrap();
}

/// The line that the bot asks for next; all else is granted meanwhile.
fn next_line(asks: &Receiver<(String, TcpStream)>) -> TcpStream {
    loop {
        let (asked, mut client) = asks.recv_timeout(PATIENCE).expect("the bot comes again");
        if asked == "GET /api/stream" {
            return client;
        }
        answer(&mut client, &[json!({})]);
    }
}

#[test]
fn a_game_on_the_clock_is_played_on_after_the_line_was_lost() {
    let folder = folder("bot-stops");
    let (url, asks) = listen();
    std::fs::write(folder.join("token"), "hnefi_something\n").unwrap();
    let child = Command::new(PROGRAM)
        .args(["bot", "--server", &url, "--games", "1", "--token-file"])
        .arg(folder.join("token"))
        .args(["--", PROGRAM, "uci"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut bot = Beside(child);
    let mut said = BufReader::new(bot.0.stdout.take().unwrap());
    let game = json!({
        "id": "g", "rules": "brandubh", "rules_name": "Brandubh", "clock": "5+3", "you": ["attackers"],
        "players": {"attackers": {"name": "Engine"}, "defenders": {"name": "Anna"}},
    });
    let hello = json!({
        "type": "hello", "account": {"name": "Engine", "scopes": ["challenge", "play"]}, "seeks": [], "games": [game],
    });
    let mut state = json!({
        "type": "state", "game": "g", "version": 1, "since": 0, "plies": [], "you": ["attackers"], "turn": "defenders",
        "players": game["players"], "outcome": null, "offer": null, "clock": {},
    });

    let mut line = next_line(&asks);
    answer(&mut line, &[hello.clone(), state.clone()]);
    let mut told = String::new();
    while !told.contains("Game g: brandubh against Anna") {
        assert_ne!(said.read_line(&mut told).unwrap(), 0, "{told}");
    }
    kill_process(Pid::from_child(&bot.0), Signal::INT).unwrap();
    // A bot that is to stop declines what it would have no room for otherwise.
    let seek = json!({"id": "s", "own": false, "rules": "brandubh", "by": "Bo", "clock": "5+3"});
    let begun = Instant::now();
    loop {
        assert!(begun.elapsed() < PATIENCE, "it was told to stop");
        writeln!(line, "{}", json!({"type": "seeks", "seeks": [seek]})).unwrap();
        if let Ok((asked, mut client)) = asks.recv_timeout(Duration::from_millis(100)) {
            answer(&mut client, &[json!({})]);
            assert_eq!(asked, "POST /api/lobby/seeks/s/withdraw");
            break;
        }
    }
    drop(line);

    let mut line = next_line(&asks);
    state["version"] = json!(2);
    state["turn"] = Value::Null;
    state["outcome"] = json!({"winner": "attackers", "reason": "resignation", "says": "The defenders resign."});
    answer(&mut line, &[hello, state]);
    said.read_to_string(&mut told).unwrap();
    assert!(bot.0.wait().unwrap().success(), "{told}");
    assert!(told.contains("The line is lost") && told.contains("Game g: The defenders resign."), "{told}");
    assert!(told.trim_end().ends_with("Stopped"), "{told}");
    std::fs::remove_dir_all(&folder).unwrap();
}

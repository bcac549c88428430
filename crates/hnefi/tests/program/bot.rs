//! Two engines play each other on a server, which is started anew in the middle of their game.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{folder, hnefi_in};
use crate::database::Database;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use ureq::Agent;

const PROGRAM: &str = env!("CARGO_BIN_EXE_hnefi");
const PASSWORD: &str = "a long walk by the sea";
/// So long a test waits for what must come. It is no measure of speed.
const PATIENCE: Duration = Duration::from_secs(240);

/// A program that ends with the test.
struct Running(Child);

impl Running {
    fn tell(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.0), signal).unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The server, when it answers.
fn serve(address: &str, data: &Path) -> Running {
    serve_with(address, data, &[])
}

fn serve_with(address: &str, data: &Path, further: &[&str]) -> Running {
    let child = Command::new(PROGRAM)
        .args(["serve", "--no-open", "--listen", address, "--data"])
        .arg(data)
        .args(further)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut running = Running(child);
    let mut line = String::new();
    BufReader::new(running.0.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains(address), "{line}");
    running
}

fn agent() -> Agent {
    Agent::config_builder().http_status_as_error(false).max_redirects(0).build().new_agent()
}

/// Signs a bot up, and gives its token.
fn bot_account(url: &str, name: &str) -> String {
    account_with(url, name, "challenge=yes&play=yes")
}

/// The same, with a token that allows what is named alone.
fn account_with(url: &str, name: &str, scopes: &str) -> String {
    let mut cookies: Vec<String> = Vec::new();
    let mut post = |path: &str, form: &str| {
        let request = agent()
            .post(format!("{url}{path}"))
            .header("Origin", url)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Cookie", cookies.join("; "));
        let mut response = request.send(form).unwrap();
        for cookie in response.headers().get_all("set-cookie") {
            cookies.push(cookie.to_str().unwrap().split(';').next().unwrap().to_owned());
        }
        (response.status().as_u16(), response.body_mut().read_to_string().unwrap())
    };
    let password = PASSWORD.replace(' ', "+");
    assert_eq!(post("/sign-up", &format!("name={name}&password={password}")).0, 200);
    assert_eq!(post("/account/bot", &format!("password={password}")).0, 303);
    let (_, page) = post("/account/tokens", &format!("label=bot&{scopes}&password={password}"));
    page.split_once("<code>").unwrap().1.split('<').next().unwrap().to_owned()
}

fn ask(url: &str, token: &str, path: &str, body: Option<Value>) -> Value {
    let (address, bearer) = (format!("{url}{path}"), format!("Bearer {token}"));
    let sent = match body {
        Some(body) => agent().post(address).header("Authorization", bearer).send(body.to_string()),
        None => agent().get(address).header("Authorization", bearer).call(),
    };
    // While the server starts anew, nobody answers.
    let Ok(mut response) = sent else { return Value::Null };
    serde_json::from_str(&response.body_mut().read_to_string().unwrap_or_default()).unwrap_or(Value::Null)
}

/// Asks until something applies to the answer.
fn until(url: &str, token: &str, path: &str, wish: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let answer = ask(url, token, path, None);
        if wish(&answer) {
            return answer;
        }
        assert!(begun.elapsed() < PATIENCE, "{path}: {answer}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// A bot whose engine thinks about its third move, and all further ones, once there is the file `gate`.
fn gated_bot(url: &str, token_file: &Path, gate: &Path) -> Running {
    let script = format!(
        "n=0
        while read -r line; do
            case $line in go*) n=$((n+1));; esac
            i=0
            while [ $n -gt 2 ] && [ ! -e '{}' ] && [ $i -lt 2400 ]; do sleep 0.1; i=$((i+1)); done
            echo \"$line\"
        done",
        gate.display()
    );
    let file = token_file.with_extension("sh");
    std::fs::write(&file, script).unwrap();
    bot_through(url, token_file, &[], &format!("sh {}", file.display()))
}

fn bot(url: &str, token_file: &Path, further: &[&str]) -> Running {
    bot_through(url, token_file, further, "cat")
}

/// A bot whose engine hears what a script lets through.
fn bot_through(url: &str, token_file: &Path, further: &[&str], script: &str) -> Running {
    // The weakest level moves quickly, whatever the clock.
    let engine = format!("(echo 'setoption name Level value 1'; {script}) | {PROGRAM} uci");
    let child = Command::new(PROGRAM)
        .args(["bot", "--server", url, "--rules", "brandubh", "--token-file"])
        .arg(token_file)
        .args(further)
        .args(["--", "sh", "-c", &engine])
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    Running(child)
}

#[test]
fn two_engines_play_to_the_end_though_the_server_starts_anew_in_the_middle() {
    two_engines_play("bot", &[], Signal::TERM);
}

#[test]
fn two_engines_play_to_the_end_in_postgresql_though_the_server_is_killed_in_the_middle() {
    let Some(database) = Database::new() else { return };
    let (folder, url) = (folder("bot-moved"), database.url());
    two_engines_play("bot-postgres", &["--database", &url], Signal::KILL);

    let hnefi = |arguments: &[&str]| hnefi_in(&folder, arguments, "");
    let there = hnefi(&["admin", "ratings", "recompute", "--database", &url]);
    let moved = hnefi(&["admin", "move-database", "--from", &url, "--to", "games"]);
    assert_eq!((there.code, moved.code), (0, 0), "{there:?} {moved:?}");
    // What the moved results make of the ratings is what was moved of them.
    assert_eq!(hnefi(&["admin", "ratings", "recompute", "--data", "games"]).out, there.out);
    assert!(there.out.starts_with("1 rated game,"), "{}", there.out);
    std::fs::remove_dir_all(&folder).unwrap();
}

fn two_engines_play(name: &str, further: &[&str], end: Signal) {
    let folder = folder(name);
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let url = format!("http://{address}");
    let data = folder.join("data");
    let server = serve_with(&address, &data, further);
    let tokens = ["Engine", "Machine"].map(|name| {
        let token = bot_account(&url, name);
        std::fs::write(folder.join(name), format!("{token}\n")).unwrap();
        token
    });
    // However fast they are, the server ends in the middle of their game.
    let gate = folder.join("gate");
    let mut bots = ["Engine", "Machine"].map(|name| gated_bot(&url, &folder.join(name), &gate));
    until(&url, &tokens[0], "/api/lobby", |lobby| lobby["here"].as_array().is_some_and(|here| here.len() == 2));

    let declined = json!({"rules": "copenhagen", "clock": "5+3", "to": "Machine"});
    ask(&url, &tokens[0], "/api/lobby/seeks", Some(declined));
    until(&url, &tokens[0], "/api/lobby", |lobby| lobby["seeks"] == json!([]));
    let seek = json!({"rules": "brandubh", "clock": "5+3", "to": "Machine", "rated": true});
    ask(&url, &tokens[0], "/api/lobby/seeks", Some(seek));
    let games = until(&url, &tokens[0], "/api/games", |games| games[0]["id"].is_string());
    let path = format!("/api/games/{}", games[0]["id"].as_str().unwrap());
    let plies = |state: &Value| state["plies"].as_array().map_or(0, Vec::len);
    let before = until(&url, &tokens[0], &path, |state| plies(state) >= 3);

    server.tell(end);
    let mut server = server;
    assert_eq!(server.0.wait().unwrap().success(), end == Signal::TERM);
    let _server = serve_with(&address, &data, further);
    std::fs::write(&gate, "").unwrap();
    let end = until(&url, &tokens[0], &path, |state| !state["outcome"].is_null());
    assert!(plies(&end) > plies(&before), "it went on");
    let reason = end["outcome"]["reason"].as_str().unwrap();
    assert!(!["aborted", "resignation", "abandoned", "time"].contains(&reason), "it was played to its end: {reason}");
    until(&url, &tokens[0], "/api/account", |account| {
        account["ratings"][0]["list"] == "seven slow bots" || account["ratings"][0]["list"] == "seven fast bots"
    });

    for bot in &mut bots {
        bot.tell(Signal::INT);
        let mut said = String::new();
        bot.0.stdout.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(bot.0.wait().unwrap().success(), "{said}");
        assert!(said.contains("The line is lost") && said.trim_end().ends_with("Stopped"), "{said}");
        assert_eq!(said.matches("Connected to").count(), 2, "{said}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_token_that_is_worth_nothing_ends_the_bot_with_the_reason() {
    let folder = folder("bot-token");
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let _server = serve(&address, &folder.join("data"));
    std::fs::write(folder.join("token"), "hnefi_nothing").unwrap();
    let token = folder.join("token");
    let url = format!("http://{address}");
    let bot = |server: &str, engine: &[&str]| {
        let token = token.to_str().unwrap();
        let all = [&["bot", "--server", server, "--token-file", token, "--"], engine].concat();
        hnefi_in(&folder, &all, "")
    };
    let ran = bot(&url, &[PROGRAM, "uci"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.out.is_empty() && ran.err.contains("There is no such token"), "{ran:?}");
    // What can be known before it connects is told at once.
    for (server, engine, says) in [
        (&*url, &["no-such-engine"][..], "The engine cannot play: no-such-engine"),
        ("tafl.example", &[PROGRAM, "uci"], "“tafl.example” is no address of a server"),
    ] {
        let ran = bot(server, engine);
        assert!(ran.code == 2 && ran.out.is_empty() && ran.err.contains(says), "{ran:?}");
    }
    let ran = bot(&format!("{url}/nowhere"), &[PROGRAM, "uci"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
    // Who may not play takes no challenge.
    std::fs::write(&token, account_with(&url, "Engine", "challenge=yes")).unwrap();
    let ran = bot(&url, &[PROGRAM, "uci"]);
    assert!(ran.code == 1 && ran.err.contains("lacks the scope “play”"), "{ran:?}");
    // Two tokens in one file are none.
    std::fs::write(&token, "one\ntwo\n").unwrap();
    assert_eq!(bot(&url, &[PROGRAM, "uci"]).code, 2);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A proxy in front of a server that loses the first move, and says the second time that it could not be stored.
fn proxy(to: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (to, own) = (to.to_owned(), address.clone());
    std::thread::spawn(move || {
        let mut failures = vec![
            "HTTP/1.1 409 Conflict\r\nContent-Length: 52\r\n\r\n{\"error\":{\"code\":\"server-error\",\"message\":\"x\"}}     ",
            "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n",
        ];
        while let Ok((mut client, _)) = listener.accept() {
            let mut head = Vec::new();
            let mut byte = [0];
            while !head.ends_with(b"\r\n\r\n") && client.read(&mut byte).is_ok_and(|read| read == 1) {
                head.push(byte[0]);
            }
            // One request a connection, so that each is seen.
            let head = String::from_utf8(head).unwrap().replace(&own, &to);
            let head = head.replacen("\r\n", "\r\nConnection: close\r\n", 1);
            if head.starts_with("POST")
                && head.contains("/acts ")
                && let Some(failure) = failures.pop()
            {
                let length = head.to_lowercase().split_once("content-length: ").map(|(_, rest)| rest.to_owned());
                let length = length.and_then(|rest| rest.lines().next()?.parse().ok()).unwrap_or(0);
                let _ = client.read_exact(&mut vec![0; length]);
                let _ = client.write_all(failure.replacen("\r\n", "\r\nConnection: close\r\n", 1).as_bytes());
                continue;
            }
            let Ok(mut server) = TcpStream::connect(&to) else { continue };
            let (mut asks, mut hears) = (client.try_clone().unwrap(), server.try_clone().unwrap());
            server.write_all(head.as_bytes()).unwrap();
            std::thread::spawn(move || {
                let _ = std::io::copy(&mut asks, &mut hears);
            });
            std::thread::spawn(move || {
                let _ = std::io::copy(&mut server, &mut client);
                let _ = client.shutdown(std::net::Shutdown::Both);
            });
        }
    });
    address
}

#[test]
fn a_move_that_a_proxy_loses_is_sent_again_and_a_challenge_waits_for_room() {
    let folder = folder("bot-proxy");
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let url = format!("http://{address}");
    let _server = serve(&address, &folder.join("data"));
    let [anna, bo, engine] = ["Anna", "Bo", "Engine"].map(|name| bot_account(&url, name));
    std::fs::write(folder.join("Engine"), &engine).unwrap();
    let through = format!("http://{}", proxy(&address));
    let _bot = bot(&through, &folder.join("Engine"), &["--games", "1"]);
    until(&url, &anna, "/api/lobby", |lobby| lobby["here"].as_array().is_some_and(|here| here.len() == 1));
    let seek = json!({"rules": "brandubh", "clock": "5+3", "to": "Engine", "side": "defenders"});
    ask(&url, &anna, "/api/lobby/seeks", Some(seek.clone()));
    let games = until(&url, &anna, "/api/games", |games| games[0]["id"].is_string());
    let path = format!("/api/games/{}", games[0]["id"].as_str().unwrap());
    until(&url, &anna, &path, |state| state["plies"].as_array().is_some_and(|plies| plies.len() == 1));

    ask(&url, &bo, "/api/lobby/seeks", Some(seek));
    until(&url, &bo, "/api/lobby", |lobby| lobby["seeks"][0]["to"] == "Engine");
    // The bot hears of it while it has no room.
    std::thread::sleep(Duration::from_millis(500));
    ask(&url, &anna, &format!("{path}/acts"), Some(json!({"type": "resign"})));
    until(&url, &bo, "/api/games", |games| games[0]["id"].is_string());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_bot_challenges_another_one_and_ends_when_the_games_are_over() {
    let folder = folder("bot-challenge");
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let url = format!("http://{address}");
    let _server = serve(&address, &folder.join("data"));
    let tokens = ["Engine", "Machine"].map(|name| {
        let token = bot_account(&url, name);
        std::fs::write(folder.join(name), format!("{token}\n")).unwrap();
        token
    });
    let refused = |further: &[&str]| {
        let token = folder.join("Engine");
        let mut all = vec!["bot", "--server", &url, "--token-file", token.to_str().unwrap()];
        all.extend(further);
        all.extend(["--", PROGRAM, "uci"]);
        hnefi_in(&folder, &all, "")
    };
    let without_rules = refused(&["--challenge", "Machine"]);
    assert!(without_rules.code == 2 && without_rules.err.contains("--rules"), "{without_rules:?}");
    assert_eq!(refused(&["--rated"]).code, 2, "nobody is challenged");
    for (further, says) in [
        (["--rules", "brandubh", "--challenge", "Nobody"], "Nobody"),
        (["--rules", "brandubh", "--challenge", "Engine"], "your own"),
    ] {
        let ran = refused(&further);
        assert!(ran.code == 1 && ran.err.contains(says), "{ran:?}");
    }
    let wrong = refused(&["--rules", "brandubh", "--challenge", "Machine", "--clock", "soon"]);
    assert!(wrong.code == 1 && wrong.err.contains("soon"), "{wrong:?}");

    let waits = bot(&url, &folder.join("Machine"), &[]);
    until(&url, &tokens[1], "/api/lobby", |lobby| lobby["here"].as_array().is_some_and(|here| here.len() == 1));
    let further = ["--challenge", "machine", "--clock", "1+1", "--rated", "--times", "2", "--games", "1"];
    let mut bot_of = bot(&url, &folder.join("Engine"), &further);
    let mut said = String::new();
    bot_of.0.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(bot_of.0.wait().unwrap().success(), "{said}");
    assert_eq!(said.matches("Challenged: machine, brandubh, 1+1").count(), 2, "{said}");
    for line in said.lines() {
        let time = line.get(..20).unwrap_or_default();
        assert!(time.ends_with('Z') && time.starts_with("20") && time[11..19].split(':').count() == 3, "{line}");
    }
    // Games are rated after they are over, by and by.
    until(&url, &tokens[0], "/api/account", |account| account["ratings"][0]["games"] == 2);
    drop(waits);

    // Who declines all is told of.
    let declines = ["--rules", "copenhagen", "--challenge", "Machine"];
    let mut picky = bot(&url, &folder.join("Machine"), &[]);
    until(&url, &tokens[1], "/api/lobby", |lobby| lobby["here"].as_array().is_some_and(|here| here.len() == 1));
    let ran = refused(&declines);
    assert!(ran.code == 1 && ran.err.contains("accepted no challenge"), "{ran:?}");
    picky.tell(Signal::INT);
    assert!(picky.0.wait().unwrap().success());
    std::fs::remove_dir_all(&folder).unwrap();
}

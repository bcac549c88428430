//! The web app, started by the program.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use crate::beside::Beside;
use crate::common::{folder, hnefi_in};

#[test]
fn it_prints_its_address_and_answers_there() {
    let folder = folder("serve");
    let child = Command::new(env!("CARGO_BIN_EXE_hnefi"))
        .args(["serve", "--no-open", "--listen", "127.0.0.1:0", "--data"])
        .arg(folder.join("games"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut server = Beside(child);
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("Hnefi is at http://").unwrap_or_else(|| panic!("{line:?}")).to_owned();
    assert!(!address.ends_with(":0"), "{address}");

    let mut stream = std::net::TcpStream::connect(&address).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("Which leaflet is in your box?"), "{page}");
    assert!(folder.join("games").is_dir());

    drop(server);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_address_that_is_taken_is_named() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let folder = folder("taken");
    let ran = hnefi_in(&folder, &["serve", "--no-open", "--listen", &address, "--data", "games"], "");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.starts_with("error: ") && ran.err.contains(&address), "{}", ran.err);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The answer to a question to a server, head and all.
fn asked(address: &str, path: &str) -> String {
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_file_sets_it_up_the_log_has_numbers_and_no_secrets_and_metrics_are_told_elsewhere() {
    let folder = folder("settings");
    let settings =
        "listen = \"127.0.0.1:0\"\nmetrics = \"127.0.0.1:0\"\nno-open = true\nlog = \"error\"\nlog-format = \"json\"\n";
    std::fs::write(folder.join("hnefi.toml"), settings).unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_hnefi"))
        .args(["serve", "--log", "info", "--settings"])
        .arg(folder.join("hnefi.toml"))
        .env("HNEFI_DATA", folder.join("games"))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut server = Beside(child);
    let log = BufReader::new(server.0.stderr.take().unwrap());
    let mut lines = log.lines().map(|line| serde_json::from_str::<serde_json::Value>(&line.unwrap()).unwrap());
    let mut said = |message: &str| lines.find(|line| line["message"] == message).unwrap();
    let metrics = said("metrics")["address"].as_str().unwrap().to_owned();
    let address = said("ready")["address"].as_str().unwrap().strip_prefix("http://").unwrap().to_owned();

    let secret = "nbcdefghjkmnpqrstvwxyz0123";
    let answer = asked(&address, &format!("/join/{secret}"));
    assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
    let id = answer.lines().find_map(|line| line.strip_prefix("x-request-id: ")).unwrap().to_owned();
    let line = said("answered");
    assert_eq!((line["span"]["id"].as_str(), line["status"].as_u64()), (Some(&*id), Some(404)));
    assert_eq!(line["span"]["route"].as_str(), Some("/join/{secret}"));
    assert!(!line.to_string().contains(secret), "{line}");

    assert!(asked(&address, "/metrics").starts_with("HTTP/1.1 404"), "not where people are");
    let told = asked(&metrics, "/metrics");
    assert!(told.starts_with("HTTP/1.1 200"), "{told}");
    for (line, value) in [
        ("hnefi_requests_total{method=\"GET\",route=\"/join/{secret}\",status=\"404\"}", "1"),
        ("hnefi_requests_total{method=\"GET\",route=\"none\",status=\"404\"}", "1"),
        ("hnefi_store_works", "1"),
        ("hnefi_sockets", "0"),
        ("hnefi_change_seconds_count", "0"),
    ] {
        assert!(told.lines().any(|told| told == format!("{line} {value}")), "{line}\n{told}");
    }
    drop(server);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_file_of_settings_that_is_none_says_where() {
    let folder = folder("bad-settings");
    std::fs::write(folder.join("bad.toml"), "lan = true\nport = 80\n").unwrap();
    let ran = hnefi_in(&folder, &["serve", "--settings", "bad.toml"], "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("bad.toml") && ran.err.contains("line 2") && ran.err.contains("`port`"), "{}", ran.err);
    let ran = hnefi_in(&folder, &["serve", "--settings", "none.toml"], "");
    assert!(ran.code == 2 && ran.err.contains("none.toml"), "{}", ran.err);
    std::fs::remove_dir_all(&folder).unwrap();
}

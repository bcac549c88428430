//! The web app, started by the program.

mod beside;
mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use beside::Beside;
use common::{folder, hnefi_in};

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

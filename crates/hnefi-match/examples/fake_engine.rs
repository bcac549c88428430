//! An engine that speaks the protocol and goes wrong on demand, for the tests of the laboratory.
//!
//! ```text
//! cargo run -p hnefi-match --example fake_engine -- WAY
//! ```
//!
//! `first` plays the first legal move and nothing goes wrong. `crash` ends at the third move, `silent` never
//! answers a question, `mute` not even the greeting, `illegal` and `nonsense` answer with no legal move, `slow`
//! takes seven seconds, `chatty` talks without an answer, `deaf` reads nothing after the greeting, `taflzero` knows
//! rule sets by other names and lists its options late, `surly` has something to say about it. `stumble` answers its first
//! question with no legal move and all later ones well, `leave` ends after its first answer, `burn` crashes at its first
//! question and takes its program along, `stubborn` stays when nobody speaks to it any more.

use std::io::{BufRead, Write};
use std::time::Duration;

use hnefi_uci::Session;

fn main() {
    let way = std::env::args().nth(1).unwrap_or_default();
    let mut seen = String::new();
    let mut position = String::new();
    let mut questions = 0;
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        match line.split_whitespace().next().unwrap_or_default() {
            "uci" if way == "mute" => {}
            "uci" if way == "taflzero" => {
                say("id name fake\nuciok\noption name Variant type combo default copenhagen11x11 var copenhagen11x11");
            }
            // It knows every rule set that our engine knows.
            "uci" => {
                let ours = Session::converse("uci\n");
                let variants = ours.lines().find(|line| line.starts_with("option name Variant")).unwrap_or_default();
                say(&format!("id name fake\nid author nobody\n{variants}\nuciok"));
            }
            "isready" => {
                if way == "surly" {
                    say("info string what of it");
                }
                say("readyok");
                if way == "deaf" {
                    sleep_on();
                }
            }
            "setoption" => seen = format!("{seen}{line}\n"),
            "position" => position = line,
            "go" => {
                questions += 1;
                go(&way, questions, &format!("{seen}{position}\n"));
            }
            "quit" if way != "stubborn" => return,
            _ => {}
        }
    }
    if way == "stubborn" {
        sleep_on();
    }
}

fn go(way: &str, questions: u32, so_far: &str) {
    match way {
        "crash" if questions == 3 => {
            eprintln!("something broke");
            std::process::exit(3);
        }
        "burn" => {
            let _ = std::env::current_exe().and_then(std::fs::remove_file);
            std::process::exit(3);
        }
        "stumble" if questions == 1 => return say("bestmove a1a2"),
        "silent" => return,
        "illegal" => return say("info score cp 7\nbestmove a1a2"),
        "nonsense" => return say("bestmove (none)"),
        "slow" => std::thread::sleep(Duration::from_secs(7)),
        "chatty" => loop {
            say("info string I am thinking");
        },
        _ => {}
    }
    let answers = Session::converse(&format!("{so_far}perft 1\n"));
    let mv = answers.lines().find_map(|line| line.strip_suffix(": 1")).unwrap_or("(none)");
    say(&format!("info depth 1 score cp {questions} nodes 1 pv {mv}\nbestmove {mv}"));
    if way == "leave" {
        std::process::exit(0);
    }
}

fn sleep_on() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(60));
    }
}

fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{text}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

//! An engine that speaks the Hnefatafl Text Protocol and goes wrong on demand, for the tests of the laboratory.
//!
//! ```text
//! cargo run -p hnefi-match --example fake_htp -- WAY [PORT]
//! ```
//!
//! `first` plays the first legal move and nothing goes wrong. `crash` ends at the third question, `silent` answers
//! none, `illegal` answers with no legal move, `refuse` will not have any move but its own, `resign` gives up at
//! the third question, `polite` talks of giving up and plays on, `rude` plays on no board. With a port it connects there and answers questions alone; `far` never connects.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use hnefi_rules::{Game, Referee, ruleset};
use hnefi_uci::split_command;

fn main() -> std::io::Result<()> {
    let mut words = std::env::args().skip(1);
    let way = words.next().unwrap_or_default();
    // What it talks about besides is nobody's business.
    println!("thinking aloud\n  A B C");
    match words.next().and_then(|port| port.parse::<u16>().ok()) {
        Some(_) if way == "far" => std::io::stdin().read_line(&mut String::new()).map(|_| ()),
        Some(port) => {
            let stream = TcpStream::connect(("127.0.0.1", port))?;
            converse(&way, stream.try_clone()?, stream, false)
        }
        None => converse(&way, std::io::stdin(), std::io::stdout(), true),
    }
}

fn converse(way: &str, from: impl Read, mut to: impl Write, answers: bool) -> std::io::Result<()> {
    let referee = Referee::new(ruleset("copenhagen").expect("one of our own").clone());
    let mut game = Game::new(std::sync::Arc::new(referee));
    let mut questions = 0;
    for line in BufReader::new(from).lines() {
        let line = line?;
        let words = split_command(&line).unwrap_or_default();
        let answer = match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            ["quit"] => return Ok(()),
            ["board_size", ..] if way == "rude" => Err("no board for you".to_owned()),
            ["play", ..] if way == "refuse" => Err("you cannot do that".to_owned()),
            ["play", _, from, to] => {
                let mv = game.moves().into_iter().find(|mv| mv.to_string() == format!("{from}-{to}"));
                mv.map(|mv| game.play(mv).unwrap()).map(|_| String::new()).ok_or("no such move".to_owned())
            }
            ["generate_move"] => {
                questions += 1;
                match way {
                    "silent" => continue,
                    "crash" if questions == 3 => {
                        eprintln!("something broke");
                        std::process::exit(3);
                    }
                    "resign" if questions == 3 => Ok(format!("play {} resigns _", role(&game))),
                    "illegal" => Ok(format!("play {} a1 a2, score: 7", role(&game))),
                    "polite" => Ok(format!("{}, score: 9, you should resign", first_move(&mut game))),
                    _ => Ok(first_move(&mut game)),
                }
            }
            _ => Ok(String::new()),
        };
        match answer {
            Ok(text) if answers => writeln!(to, "2 turn: play\n= {text}\nescape_vec:\n")?,
            Err(text) if answers => writeln!(to, "? {text}\n")?,
            Ok(text) if text.starts_with("play") => writeln!(to, "{text}")?,
            Ok(_) => {}
            Err(text) => return Err(std::io::Error::other(text)),
        }
        to.flush()?;
    }
    Ok(())
}

fn first_move(game: &mut Game) -> String {
    let role = role(game);
    let Some(mv) = game.moves().into_iter().next() else { return format!("play {role} resigns _") };
    game.play(mv).unwrap();
    format!("play {role} {} {}", mv.from(), mv.to())
}

fn role(game: &Game) -> &'static str {
    match game.position().turn() {
        hnefi_rules::Side::Attackers => "attacker",
        hnefi_rules::Side::Defenders => "defender",
    }
}

//! Swiss events by lot: what they promise, and how well they find the stronger: the figures of `docs/bench/events.md`.
//!
//! `cargo run --release -p hnefi-events --example swiss 10000 FILE` plays 10,000 events, a line of the file each; what the file has already is not played again.
//! `... swiss time 500` tells how long each round of an
//! event with 500 players takes to pair, and `... swiss pair 500` pairs its last round once more, for whoever counts instructions.

mod played;

use std::io::Write;
use std::time::Instant;

use hnefi_events::{Act, By, Form, GamesEach, Plan, swiss_rounds};
use played::{Played, World, correlation, play_round};

/// The sizes of events that have a row each.
const SIZES: [(u32, u32); 5] = [(7, 15), (16, 31), (32, 63), (64, 127), (128, 200)];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, otherwise: u32| match arguments.get(at).map(|text| text.parse()) {
        None => otherwise,
        Some(Ok(number)) => number,
        Some(Err(error)) => {
            eprintln!("{}: {error}", arguments[at]);
            std::process::exit(2);
        }
    };
    let done = match arguments.first().map(String::as_str) {
        Some("time") => return time(number(1, 500)),
        Some("pair") => return pair(number(1, 500)),
        _ => match arguments.get(1) {
            Some(file) => events(number(0, 10_000), file).and_then(|()| read(file)),
            None => Err(std::io::Error::other("name a file for what is played")),
        },
    };
    match done {
        Ok(events) => tell(&events),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
}

/// Plays events of all sizes in turn, until the file has so many.
fn events(count: u32, file: &str) -> std::io::Result<()> {
    let mut keep = std::fs::OpenOptions::new().create(true).append(true).open(file)?;
    for event in read(file)?.len() as u32..count {
        let (least, most) = SIZES[event as usize % SIZES.len()];
        writeln!(keep, "{}", Played::new(u64::from(event), least, most).to_line())?;
    }
    Ok(())
}

/// The events of a file, in the order in which they were played.
fn read(file: &str) -> std::io::Result<Vec<Played>> {
    let text = std::fs::read_to_string(file)?;
    let wrong = |at: usize| std::io::Error::other(format!("{file}, line {}: no event", at + 1));
    text.lines().enumerate().map(|(at, line)| Played::from_line(line).ok_or_else(|| wrong(at))).collect()
}

fn tell(events: &[Played]) {
    let of_size = |at: usize| events.iter().skip(at).step_by(SIZES.len());
    let all: Vec<Vec<&Played>> = (0..SIZES.len()).map(|at| of_size(at).collect()).collect();
    println!(
        "| players | events | rounds | met again | of those avoidable | second bye | of those avoidable | sides by two | of those avoidable | by more |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for ((least, most), events) in SIZES.into_iter().zip(&all) {
        let sum = |of: fn(&Played) -> u32| events.iter().map(|event| of(event)).sum::<u32>();
        println!(
            "| {least} to {most} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            events.len(),
            sum(|event| event.rounds),
            sum(|event| event.again),
            sum(|event| event.again_avoidable),
            sum(|event| event.byes),
            sum(|event| event.byes_avoidable),
            sum(|event| event.by_two),
            sum(|event| event.by_two_avoidable),
            sum(|event| event.by_more),
        );
    }
    println!();
    println!(
        "| players | games a pairing | who plays whom | {} |",
        (1..=9).map(|round| round.to_string()).collect::<Vec<_>>().join(" | ")
    );
    println!("|---|---|---{}|", "|---".repeat(9));
    for ((least, most), events) in SIZES.into_iter().zip(&all) {
        for games in [GamesEach::One, GamesEach::Two] {
            for (name, of) in [("Swiss", 0), ("table", 1)] {
                let mean = |round: usize| {
                    let found = events.iter().filter(|event| event.games == games);
                    let found: Vec<f64> =
                        found.filter_map(|event| event.correlations[of].get(round).copied()).collect();
                    let enough = found.len() * 10 > events.len();
                    if enough {
                        format!("{:.2}", found.iter().sum::<f64>() / found.len() as f64)
                    } else {
                        String::new()
                    }
                };
                let means: Vec<String> = (0..9).map(mean).collect();
                println!("| {least} to {most} | {} | {name} | {} |", games.number(), means.join(" | "));
            }
        }
    }
}

fn big(players: u32, games: GamesEach) -> World {
    let plan = Plan { games, ..Plan::new(Form::Swiss { rounds: None }) };
    World::new(plan, players, 1)
}

/// How long it takes to pair each round of an event.
fn time(players: u32) {
    println!("| round | single games | matches of two |");
    println!("|---|---|---|");
    let [mut one, mut two] = [GamesEach::One, GamesEach::Two].map(|games| big(players, games));
    for round in 1..=swiss_rounds(players) {
        let took = [&mut one, &mut two].map(|world| {
            let begun = Instant::now();
            world.act(Act::Pair);
            let took = begun.elapsed().as_secs_f64() * 1000.0;
            play_round(world);
            took
        });
        println!("| {round} | {:.0} ms | {:.0} ms |", took[0], took[1]);
    }
    let correlations = [&one, &two].map(correlation);
    println!("\nrank correlation {:.2} and {:.2}", correlations[0], correlations[1]);
}

/// Plays an event whose rounds but the last are paired by hand, by lot, and pairs the last.
fn pair(players: u32) {
    let mut world = big(players, GamesEach::One);
    let rounds = swiss_rounds(players);
    for _ in 1..rounds {
        world.pair_by_table();
        play_round(&mut world);
    }
    let row = world.event.handle_act(0, By::Machine, Act::Pair);
    println!("{:?}", row.map(|_| world.event.paid(rounds)));
}

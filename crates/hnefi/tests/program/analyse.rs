//! `hnefi analyse`: what it writes, what it tells, and its exit status.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{Ran, folder, hnefi_in};

fn analyse(arguments: &[&str], input: &str) -> Ran {
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let folder = folder(&format!("analyse-{}", RUNS.fetch_add(1, Ordering::Relaxed)));
    let all: Vec<&str> = ["analyse", "-", "--nodes", "2000"].iter().chain(arguments).copied().collect();
    let ran = hnefi_in(&folder, &all, input);
    std::fs::remove_dir_all(&folder).unwrap();
    ran
}

const MISSED: &str = "[Rules \"brandubh\"]\n[Position \"/7/7/3t3/K5T/t6/7/7/\"]\n[Turn \"defenders\"]\n\n1. ... g4-g3 2. d3-a3 {Gone.}\n";

#[test]
fn the_format_stays_and_every_format_that_holds_it_comes_back_the_same() {
    let list = analyse(&[], MISSED);
    assert_eq!((list.code, list.err.as_str()), (0, ""));
    assert!(
        list.out.contains("{Blunder: g4–g3 let the attackers capture the king with d3–a3; better was a4–a1"),
        "{list:?}"
    );
    let json = analyse(&["--to", "json"], MISSED);
    assert_eq!((json.code, json.err.as_str()), (0, ""));
    let convert = |text: &str| hnefi_in(Path::new("."), &["convert", "-", "--to", "tag-list"], text);
    assert_eq!(convert(&json.out).out, list.out);
    assert_eq!(analyse(&[], &json.out).out, json.out, "analysed again in its own format");
    assert_eq!(analyse(&[], &list.out).out, list.out, "nothing stands there twice");
    // What it has to say of Brandubh's rules is another thing.
    let otg = convert(&analyse(&["--to", "otg"], MISSED).out);
    let moves = |text: &str| text.split_once("\n\n").unwrap().1.to_owned();
    assert_eq!(moves(&otg.out), moves(&list.out));
    let commas = analyse(&["--to", "commas"], MISSED);
    assert_eq!(commas.code, 0);
    assert!(commas.err.contains("lost: 3 comments are lost.\nlost: One variation is lost."), "{}", commas.err);
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let game = "brandubh, d1-c1, d3-c3, d2-c2, d4-d1\n";
    let [one, three] = ["1", "3"].map(|threads| analyse(&["--threads", threads, "--json"], game));
    assert_eq!(one.code, 0, "{}", one.err);
    assert_eq!(one.out, three.out);
}

#[test]
fn a_game_that_cannot_be_played_is_named_and_the_others_are_analysed() {
    let games = format!("{MISSED}\n[Rules \"brandubh\"]\n\n1. d1-d4\n\n{MISSED}");
    let ran = analyse(&[], &games);
    assert_eq!(ran.code, 1);
    assert_eq!(ran.out.matches("Accuracy: ").count(), 2);
    assert!(ran.err.starts_with("error: Game 2: Line 9, column 4: "), "{}", ran.err);
}

#[test]
fn what_holds_no_games_is_an_error() {
    let position = analyse(&[], "/7/7/3t3/K5T/t6/7/7/ defenders\n");
    assert_eq!((position.code, position.out.as_str()), (2, ""));
    assert!(position.err.ends_with("only games are analysed.\n"), "{}", position.err);
    let diagram = analyse(&["--to", "diagram"], MISSED);
    assert_eq!(diagram.code, 2);
    assert!(diagram.err.contains("only otg, tag-list, commas or json"), "{}", diagram.err);
    let two = analyse(&["--to", "otg"], &format!("{MISSED}\n{MISSED}"));
    assert_eq!(two.code, 2);
    let missing = hnefi_in(Path::new("."), &["analyse", "no-such-file"], "");
    assert_eq!(missing.code, 2);
}

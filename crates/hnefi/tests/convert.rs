//! `hnefi convert`: what it writes, what it tells, and its exit status.

mod common;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{Ran, folder, hnefi_in};

fn convert(arguments: &[&str], input: &str) -> Ran {
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let folder = folder(&format!("convert-{}", RUNS.fetch_add(1, Ordering::Relaxed)));
    let all: Vec<&str> = ["convert"].iter().chain(arguments).copied().collect();
    let ran = hnefi_in(&folder, &all, input);
    std::fs::remove_dir_all(&folder).unwrap();
    ran
}

#[test]
fn a_house_rule_is_replayed_as_it_was_written_down() {
    // Under Brandubh itself the king has not won at the edge, and its board has 7 rows.
    let start = "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/";
    let list = format!(
        "[Rules \"ours\"]\n[Base \"brandubh\"]\n[Start \"{start}\"]\n[House \"escape=edge\"]\n\
         [Position \"/9/9/9/9/9/9/5t3/1K7/9/\"]\n\n1. ... b8-a8\n"
    );
    let here = Path::new(".");
    let written = hnefi_in(here, &["convert", "-", "--to", "json"], &list);
    assert_eq!((written.code, written.err.as_str()), (0, ""));
    assert!(written.out.contains(r#""house":{"base":"brandubh","start":"/3ttt3/"#), "{}", written.out);
    let replayed = hnefi_in(here, &["replay", "-"], &written.out);
    assert_eq!(
        replayed.out, "Game 1: one ply. The defenders win: the king has reached the edge.\nOne game, no error.\n",
        "{}",
        written.out
    );
    let forced = hnefi_in(here, &["replay", "--rules", "brandubh", "-"], &written.out);
    assert_eq!(forced.code, 1);
    assert!(forced.out.contains("it cannot be replayed"), "{}", forced.out);
}

#[test]
fn every_rule_set_comes_back_from_its_string() {
    for id in hnefi_rules::rulesets().map(|ruleset| ruleset.id()) {
        let string = convert(&[id], "");
        assert_eq!(string.code, 0, "{}", string.err);
        let file = convert(&["-"], &string.out);
        assert_eq!(file.code, 0, "{}", file.err);
        assert!(file.out.contains(&format!("id = \"{id}\"\n")), "{}\n{}", string.out, file.out);
    }
}

#[test]
fn games_go_round_all_formats() {
    let start = "[Attackers \"Anna\"]\n[Rules \"fetlar-online\"]\n[Result \"*\"]\n\n\
        {Hello.}\n1. d1-d4 f4-i4 {Bold.} (1. ... f4-f3 2. h1-h3 {So?})\n2. h1-h4\n";
    let otg = convert(&["-", "--to", "otg"], start);
    assert_eq!(otg.code, 0, "{}", otg.err);
    let json = convert(&["-"], &otg.out);
    assert_eq!(json.code, 0, "{}", json.err);
    assert!(!json.err.contains("lost:"), "{}", json.err);
    let list = convert(&["-"], &json.out);
    assert_eq!((list.code, &list.err[..]), (0, ""));
    assert_eq!(list.out, start);
}

#[test]
fn a_bad_game_does_not_stop_the_others() {
    let text = "{\"id\":1,\"rules\":\"copenhagen\",\"moves\":[\"d1-d4\"]}\n\
        {\"id\":2,\"rules\":\"copenhagen\",\"moves\":[\"d1-d4\",\"a4-a1\"]}\n\
        {\"id\":3,\"rules\":\"chess\",\"moves\":[]}\n\
        {\"id\":4,\"rules\":\"brandubh\",\"moves\":[\"d2-e2\"]}\n";
    let ran = convert(&["-", "--to", "commas"], text);
    assert_eq!((ran.code, &ran.out[..]), (1, "copenhagen, d1-d4\nbrandubh, d2-e2\n"));
    let errors: Vec<&str> = ran.err.lines().filter(|line| line.starts_with("error:")).collect();
    assert_eq!(errors.len(), 2, "{}", ran.err);
    assert!(errors[0].starts_with("error: Game 2: Line 2, column 48: It is the defenders’ turn"), "{}", errors[0]);
    assert!(errors[1].contains("Game 3: Line 3") && errors[1].contains("chess"), "{}", errors[1]);
}

#[test]
fn what_cannot_become_what_is_said() {
    let rows = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
    let ran = convert(&["-", "--to", "otg"], rows);
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains("rows, taflzero or diagram"), "{}", ran.err);
    let ran = convert(&["-", "--rules", "copenhagen"], rows);
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains("11×11"), "{}", ran.err);
    let ran = convert(&["-", "--from", "nonsense"], rows);
    assert_eq!(ran.code, 2, "{}", ran.err);
    let ran = convert(&["no-such-file"], "");
    assert_eq!(ran.code, 1, "{}", ran.err);
    let ran = convert(&["-"], "What is this?");
    assert_eq!((ran.code, &ran.out[..]), (1, ""));
    let two = "brandubh, d2-e2\nbrandubh, d2-c2, c4-c5\nbrandubh, d2-c2, c4-c6\n";
    let ran = convert(&["-", "--to", "otg"], two);
    assert_eq!(ran.code, 2, "{}", ran.err);
}

#[test]
fn strict_writes_nothing_that_loses() {
    let list = "[Rules \"brandubh\"]\n\n1. d2-e2 {Why?} c4-c5\n";
    let lax = convert(&["-", "--to", "commas"], list);
    assert_eq!((lax.code, &lax.out[..], &lax.err[..]), (0, "brandubh, d2-e2, c4-c5\n", "lost: One comment is lost.\n"));
    let strict = convert(&["-", "--to", "commas", "--strict"], list);
    assert_eq!((strict.code, &strict.out[..]), (1, ""));
    let whole = convert(&["-", "--to", "json", "--strict"], list);
    assert_eq!(whole.code, 0, "{}", whole.err);
}

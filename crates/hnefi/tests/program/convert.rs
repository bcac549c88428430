//! `hnefi convert`: what it writes, what it tells, and its exit status.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{Ran, folder, hnefi_in};

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
fn rules_that_kept_a_published_id_are_written_as_what_they_change() {
    let folder = folder("convert-changed");
    let changed = hnefi_rules::ruleset("copenhagen").unwrap().with(hnefi_rules::Question::NoMove, "draw").unwrap();
    std::fs::write(folder.join("my.toml"), changed.to_toml()).unwrap();
    let list = hnefi_in(&folder, &["convert", "-", "--rules", "my.toml", "--to", "tag-list"], "d1-d4, f4-i4, h1-h4");
    assert_eq!((list.code, list.err.as_str()), (0, ""));
    assert_eq!(
        list.out,
        "[Rules \"copenhagen-changed\"]\n[Base \"copenhagen\"]\n[House \"no-move=draw\"]\n[Result \"*\"]\n\n\
         1. d1-d4 f4-i4\n2. h1-h4\n"
    );
    let json = hnefi_in(&folder, &["convert", "-", "--strict", "--to", "json"], &list.out);
    assert_eq!((json.code, json.err.as_str()), (0, ""));
    assert!(json.out.starts_with(r#"{"rules":"copenhagen-changed","house":{"base":"copenhagen","#), "{}", json.out);
    let back = hnefi_in(&folder, &["convert", "-", "--strict", "--to", "tag-list"], &json.out);
    assert_eq!((back.out.as_str(), back.err.as_str()), (list.out.as_str(), ""));
    for text in [&list.out, &json.out] {
        let replayed = hnefi_in(&folder, &["replay", "-"], text);
        assert_eq!(replayed.out, "Game 1: 3 plies. Undecided.\nOne game, no error.\n", "{text}{}", replayed.err);
    }
    std::fs::remove_dir_all(&folder).unwrap();
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
    assert_eq!(ran.code, 2, "{}", ran.err);
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

/// A record with an id and a key of its own.
const EVENT: &str = r#"{"id":7,"rules":"brandubh","moves":["d1-c1"],"event":"x"}"#;

#[test]
fn ids_and_further_keys_travel_as_tags_or_are_told() {
    let list = convert(&["--strict", "--to", "tag-list", "-"], EVENT);
    assert_eq!((list.code, &list.err[..]), (0, ""));
    assert!(list.out.starts_with("[Id \"7\"]\n[Event \"x\"]\n[Rules \"brandubh\"]\n"), "{}", list.out);
    let json = convert(&["--strict", "-"], &list.out);
    assert_eq!((json.code, &json.err[..]), (0, ""));
    assert!(json.out.starts_with(r#"{"id":7,"rules":"brandubh""#), "{}", json.out);
    assert!(json.out.contains(r#""tags":[["Event","x"]]"#), "{}", json.out);
    let otg = convert(&["--to", "otg", "-"], EVENT);
    assert!(otg.out.starts_with("[id:7]\n[event:x]\n"), "{}", otg.out);
    let strict = convert(&["--strict", "--to", "commas", "-"], EVENT);
    assert_eq!((strict.code, &strict.out[..]), (1, ""));
    assert!(strict.err.contains("lost: A tag is lost: event.\nlost: The id is lost: 7.\n"), "{}", strict.err);
}

#[test]
fn whatever_is_dropped_is_told() {
    let told = |arguments: &[&str], text: &str, said: &str| {
        let ran = convert(arguments, text);
        assert!(ran.err.contains(said), "{text}\n{}", ran.err);
        let strict = convert(&[arguments, &["--strict"]].concat(), text);
        assert_eq!((strict.code, &strict.out[..]), (1, ""), "{text}");
    };
    let moves = r#""rules":"brandubh","moves":["d1-c1"]"#;
    told(&["--to", "commas", "-"], &format!(r#"{{{moves},"termination":"unknown_end"}}"#), "“unknown_end”");
    told(&["--to", "tag-list", "-"], &format!(r#"{{{moves},"tags":[["Result","draw"]]}}"#), "A tag is lost: Result.");
    told(&["--to", "otg", "-"], &format!(r#"{{{moves},"white player":"Anna"}}"#), "A tag is lost: white player.");
    told(&["-"], "[Rules \"brandubh\"]\n\n1. d1-c1! $3\n", "2 marks");
    told(&["-"], "[Rules \"brandubh\"]\n[Result \"1-0\"]\n\n1. d1-c1\n", "The result is lost.");
    // How a game under way stopped is kept where there is a place for it.
    let kept = convert(&["--strict", "-"], &format!(r#"{{{moves},"result":"ongoing","termination":"unknown_end"}}"#));
    assert!(kept.out.contains("[Ending \"unknown_end\"]"), "{}{}", kept.out, kept.err);
}

#[test]
fn words_that_are_no_ending_are_no_part_of_a_game_as_text() {
    let record = r#"{"rules":"brandubh","moves":["d1-c1"],"result":"attackers","termination":"resigned"}"#;
    let list = convert(&["--to", "tag-list", "-"], record);
    assert_eq!((list.code, &list.out[..]), (0, "[Rules \"brandubh\"]\n[Result \"attackers\"]\n\n1. d1-c1\n"));
    assert_eq!(list.err, "lost: What the text says of how it ended is lost: “resigned”.\n");
    let replayed = hnefi_in(Path::new("."), &["replay", "-"], &list.out);
    assert_eq!(
        replayed.out, "Game 1: one ply. The attackers win: the defenders resigned.\nOne game, no error.\n",
        "{}",
        replayed.err
    );
    let strict = convert(&["--strict", "--to", "tag-list", "-"], record);
    assert_eq!((strict.code, &strict.out[..]), (1, ""));
    // Records may use any words.
    let json = convert(&["--strict", "--to", "json", "-"], record);
    assert_eq!((json.code, &json.err[..]), (0, ""));
    assert!(json.out.contains(r#""termination":"resigned""#), "{}", json.out);
}

#[test]
fn a_game_without_moves_goes_through_commas() {
    let record = r#"{"rules":"fetlar-2018","moves":[]}"#;
    let commas = convert(&["--strict", "--to", "commas", "-"], record);
    assert_eq!((commas.code, &commas.out[..], &commas.err[..]), (0, "fetlar-2018\n", ""));
    let json = convert(&["--strict", "-"], &commas.out);
    assert_eq!((json.code, &json.err[..]), (0, ""));
    assert_eq!(json.out, "{\"rules\":\"fetlar-2018\",\"moves\":[],\"result\":\"ongoing\"}\n");
}

#[test]
fn a_game_that_went_on_after_its_end_is_kept_up_to_there() {
    let game = r#"{"id":"on","rules":"brandubh","moves":["b6-c6","d7-a7","c6-c5","a7-b7"],"position":"/7/7/7/7/7/1t5/3K3/","result":"attackers"}"#;
    let refused = convert(&["-", "--to", "commas"], game);
    assert_eq!((refused.code, &refused.out[..]), (1, ""), "{}", refused.err);
    let kept = convert(&["-", "--keep-prefix"], game);
    assert_eq!(kept.code, 0, "{}", kept.err);
    assert!(
        kept.out.ends_with("[Result \"defenders\"]\n[Ending \"king-escaped\"]\n\n1. b6-c6 d7-a7\n"),
        "{}",
        kept.out
    );
    for said in ["The game is over", "lost: 2 moves that cannot be played are left out.", "that the attackers won"] {
        assert!(kept.err.contains(said), "{said}: {}", kept.err);
    }
    assert!(!kept.err.contains("error:"), "{}", kept.err);
    let strict = convert(&["-", "--keep-prefix", "--strict"], game);
    assert_eq!((strict.code, &strict.out[..]), (1, ""));
    // Any other move that cannot be played is still refused.
    let wrong = convert(&["-", "--keep-prefix"], &game.replace("b6-c6", "b6-c5"));
    assert_eq!((wrong.code, &wrong.out[..]), (1, ""));
}

#[test]
fn games_are_written_to_files_of_their_own() {
    let folder = folder("convert-split");
    let text = "brandubh, d2-e2\nbrandubh, d2-c2, c4-c5\nbrandubh, d2-c2, c4-c6\n";
    let split = ["convert", "-", "--to", "otg", "--split", "games"];
    // A game that loses something keeps the others from being written, too.
    let strict = hnefi_in(&folder, &[&split[..], &["--strict"]].concat(), &format!("{text}brandubh, d2-a1\n"));
    assert_eq!((strict.code, folder.join("games").exists()), (1, false), "{}", strict.err);
    let ran = hnefi_in(&folder, &split, text);
    assert_eq!((ran.code, &ran.out[..]), (0, ""), "{}", ran.err);
    for (number, last) in [(1, "1. d2-e2\n"), (2, "1. d2-c2 c4-c5\n"), (3, "1. d2-c2 c4-c6\n")] {
        let path = folder.join(format!("games/{number}.otg"));
        assert!(std::fs::read_to_string(&path).unwrap().ends_with(last), "{}", path.display());
    }
    // What is there already stays as it is.
    std::fs::remove_file(folder.join("games/1.otg")).unwrap();
    let again = hnefi_in(&folder, &split, text);
    assert_eq!(again.code, 2, "{}", again.err);
    assert!(again.err.contains("2.otg") && !folder.join("games/1.otg").exists(), "{}", again.err);
    let rules = hnefi_in(&folder, &["convert", "brandubh", "--split", "rules"], "");
    assert_eq!((rules.code, folder.join("rules").exists()), (2, false), "{}", rules.err);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_diagram_says_whose_move_it_is() {
    let folder = folder("convert-diagram");
    for side in ["attackers", "defenders"] {
        let rows = format!("/3t3/3t3/3T3/ttTKTtt/3T3/3t3/2t4/ {side}\n");
        let drawn = hnefi_in(&folder, &["convert", "--strict", "-"], &rows);
        assert_eq!(drawn.code, 0, "{}", drawn.err);
        assert!(drawn.out.ends_with(&format!("\n   a b c d e f g\n{side} to move\n")), "{}", drawn.out);
        let back = hnefi_in(&folder, &["convert", "--strict", "-"], &drawn.out);
        assert_eq!((back.out, &back.err[..]), (rows, ""));
        std::fs::write(folder.join("board.txt"), &drawn.out).unwrap();
        let moves = hnefi_in(&folder, &["moves", "--json", "--rules", "brandubh", "--diagram", "board.txt"], "");
        assert!(moves.out.contains(&format!(r#""turn":"{side}""#)), "{}{}", moves.out, moves.err);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn captures_name_their_clauses_where_that_is_asked_for() {
    let text = "[Rules \"fetlar-2018\"]\n[Position \"/1K9/11/11/11/11/11/11/3tT1Tt3/11/11/5t5/\"]\n\n\
        1. f11-f8xe8/g8 {Well.} b1-a1\n";
    let cited = convert(&["-", "--to", "tag-list", "--clauses"], text);
    let remark = "{Well.\ne8 and g8: The leaflet says so under “Taking pieces” (sandwich).}";
    assert!(cited.out.contains(&format!("f11-f8xe8/g8 {remark} b1-a1")), "{}{}", cited.out, cited.err);
    let plain = convert(&["-", "--to", "tag-list"], text);
    assert!(!plain.out.contains("Taking"), "{}", plain.out);
}

#[test]
fn a_file_that_is_not_there_was_named_wrongly_in_every_command() {
    let none = "no-such-file.txt";
    let commands: [&[&str]; 9] = [
        &["convert", none],
        &["replay", none],
        &["rules", none],
        &["moves", "--rules", "brandubh", "--diagram", none],
        &["why", "--rules", "brandubh", "--diagram", none, "d4"],
        &["prove", "--rules", "brandubh", "--diagram", none],
        &["perft", "--rules", none, "1"],
        &["uci", "--rules", none],
        &["match", "--rules", "brandubh", "--nodes", "9", "--openings", none, "own", "own"],
    ];
    for command in commands {
        let ran = hnefi_in(Path::new("."), command, "");
        assert_eq!((ran.code, &ran.out[..]), (2, ""), "{command:?}: {}", ran.err);
        assert!(ran.err.contains(none), "{command:?}: {}", ran.err);
    }
}

//! The program as somebody meets it: what it prints, where, and with which exit code.

use std::path::Path;

use crate::common::{Ran, folder, hnefi_in};

fn hnefi(arguments: &[&str]) -> Ran {
    hnefi_in(Path::new("."), arguments, "")
}

#[track_caller]
fn refused(arguments: &[&str], message: &str) {
    let ran = hnefi(arguments);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
    assert!(ran.err.contains(message), "{ran:?}");
}

const COMMANDS: [&str; 13] = [
    "serve",
    "play",
    "rules",
    "moves",
    "why",
    "replay",
    "perft",
    "bench",
    "uci",
    "match",
    "selfplay",
    "shards",
    "completions",
];

#[test]
fn help_is_in_words() {
    for arguments in [vec!["--help"], vec!["-h"]] {
        let ran = hnefi(&arguments);
        assert_eq!(ran.code, 0);
        for command in COMMANDS {
            assert!(ran.out.contains(&format!("\n  {command} ")), "{command} in {}", ran.out);
        }
        assert!(ran.out.contains("Exit codes: 0"));
    }
    for command in COMMANDS {
        let ran = hnefi(&[command, "--help"]);
        assert_eq!(ran.code, 0);
        // An id that has no words would be shown instead of them.
        assert!(!ran.out.contains("cli-"), "{}", ran.out);
    }
}

#[test]
fn every_rule_set_is_listed_the_leaflets_apart() {
    let ran = hnefi(&["rules"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let ids: Vec<&str> = ran
        .out
        .lines()
        .filter(|l| !l.starts_with(' ') && l.contains("  "))
        .filter_map(|l| l.split(' ').next())
        .collect();
    assert_eq!(ids, hnefi_rules::rulesets().map(|ruleset| ruleset.id()).collect::<Vec<_>>());
    let apart = ran.out.find("\nRule sets that the community plays\n").unwrap();
    let place = |ruleset: &hnefi_rules::Ruleset| ran.out.find(&format!("\n{} ", ruleset.id())).unwrap_or(0);
    assert!(hnefi_rules::leaflets().iter().all(|ruleset| place(ruleset) < apart), "{}", ran.out);
    assert!(hnefi_rules::community().iter().all(|ruleset| apart < place(ruleset)), "{}", ran.out);
    assert!(ran.out.contains("tablut-15        Tablut 15x15 (15×15, attackers first)"), "{}", ran.out);
}

#[test]
fn every_rule_set_is_taken_by_its_id_everywhere() {
    for ruleset in hnefi_rules::rulesets() {
        let id = ruleset.id();
        let shown = hnefi(&["rules", id]);
        assert_eq!((shown.code, shown.out.lines().next()), (0, Some(ruleset.name())));
        let moves = hnefi(&["moves", "--json", "--rules", id]).out;
        let count = moves.split_once("\"legal_moves\":").unwrap().1.split(',').next().unwrap();
        assert_eq!(hnefi(&["perft", "--rules", id, "1"]).out, format!("{count}\n"));
        let king = ruleset.start().throne().to_string();
        assert!(hnefi(&["why", "--rules", id, &king]).out.starts_with("Why does the king on "), "{id}");
    }
    let compared = hnefi(&["rules", "--compare", "copenhagen", "brandubh", "fetlar-2018"]).out;
    assert!(compared.contains("Does a row of pieces on the edge fall together?"), "{compared}");
    assert!(compared.contains("They begin from different start positions."), "{compared}");
    let leaflets = hnefi(&["rules", "--compare"]).out;
    let match_said = leaflets.split_once("Playing a match").unwrap().1.split_once("House rules").unwrap();
    assert!(match_said.0.contains("The leaflet does not speak of matches. [our choice]"), "{leaflets}");
    assert!(match_said.0.contains("after several games each way"), "Regency Chess asks for them: {leaflets}");
    assert!(match_said.1.contains("devise your own"), "nestorgames invites to it: {leaflets}");
    assert!(!compared.contains("Playing a match"), "none of these three speaks of it: {compared}");
    refused(&["rules", "tablut"], "Did you mean tablut-saami, tablut-linnaeus or tablut-15?");
    refused(&["rules", "Copenhagen"], "Did you mean copenhagen?");
}

#[test]
fn disputes_are_found_by_their_words() {
    let all = hnefi(&["disputes"]);
    assert_eq!((all.code, all.out.matches('?').count()), (0, 30), "{}", all.out);
    assert_eq!(hnefi(&["disputes", " "]).out, all.out);
    let shown = hnefi(&["disputes", "king", "edge"]).out;
    assert!(shown.starts_with("Is the king captured on the edge?\n11 x . ."), "{shown}");
    assert!(
        shown.contains("\n  No, he is safe there.\n  Attackers d5–a5. Nothing is captured.\n    Fetlar 2018: "),
        "{shown}"
    );
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    let first = |arguments: &[&str]| hnefi(arguments).out.lines().next().unwrap_or_default().to_owned();
    for typed in ["shieldwall", "Shield-Wall", "sheildwall"] {
        assert_eq!(first(&["disputes", typed]), "Does a shieldwall capture a row on the edge?");
    }
    let brandubh = hnefi(&["disputes", "--rules", "brandubh", "threefold"]).out;
    assert!(brandubh.contains("\n 7 x . . . . . x\n"), "{brandubh}");
    let (own, leaflets) = (brandubh.find("    Brandubh: ").unwrap(), brandubh.find("    Fetlar 2018: ").unwrap());
    assert!(own < leaflets, "{brandubh}");
    refused(&["disputes", "bicycle"], "no dispute is about “bicycle”. Try one word of it");
    refused(&["disputes", "--rules", "nowhere"], "nowhere");
}

#[test]
fn senseless_rules_are_refused_with_the_reason() {
    let folder = folder("senseless");
    let head = "format = 2\nid = \"ours\"\nname = \"Ours\"\nbase = \"brandubh\"\n";
    for (rules, reason) in [
        ("[start]\nis = \"/K2t3/3t3/3T3/ttT1Ttt/3T3/3t3/3t3/\"\n", "The king stands on the corner a1"),
        ("[start]\nis = \"/7/7/7/3K3/7/7/7/\"\n", "at least 1 of them, and there are none."),
        ("[start]\nis = \"/ttttttt/t5t/t5t/t2K2t/t5t/t5t/ttttttt/\"\n", "where only the king may stand"),
        ("[answers.encirclement]\nis = \"perhaps\"\n", "Write none, closed or unbreakable."),
        ("[answers]\nescape = \"edge\"\n", "such as [answers.escape] with is = \"edge\""),
    ] {
        std::fs::write(folder.join("ours.toml"), format!("{head}{rules}")).unwrap();
        for arguments in [vec!["play", "--rules", "ours.toml"], vec!["rules", "ours.toml"]] {
            let ran = hnefi_in(&folder, &arguments, "");
            assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
            assert!(ran.err.starts_with("error: ours.toml: ") && ran.err.contains(reason), "{ran:?}");
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn replay_tells_the_kinds_of_error_apart() {
    let escape = r#""rules":"fetlar-2018","turn":"defenders","position":"/11/11/11/5t5/11/11/11/11/11/11/1K9/""#;
    let records = [
        format!(r#"{{"id":"a",{escape},"moves":["b11-a11"],"result":"defenders","termination":"corner"}}"#),
        format!(r#"{{"id":"b",{escape},"moves":["b11-a11"],"result":"attackers"}}"#),
        format!(r#"{{"id":"c",{escape},"moves":["b11-a11","f4-f5"]}}"#),
        format!(r#"{{"id":"d",{escape},"moves":["b11-c9"]}}"#),
        format!(r#"{{"id":"e",{escape},"moves":["b11-b10xb9"]}}"#),
        format!(r#"{{"id":"f",{escape},"moves":["b11-b10"],"result":"attackers","termination":"king_capture"}}"#),
        format!(r#"{{"id":"g",{escape},"moves":["b11-b10"],"result":"attackers","termination":"resigned"}}"#),
    ]
    .join("\n");
    let ran = hnefi_in(Path::new("."), &["replay", "-"], &records);
    assert_eq!(ran.code, 1);
    for line in [
        "Game 1 (a): one ply. The defenders win: the king has reached a corner.",
        "Game 2 (b): ply 1, b11-a11: another result. The record says that the attackers won. \
         The defenders win: the king has reached a corner.",
        "Game 3 (c): ply 2, f4-f5: played on after the end. The game is over. \
         The defenders win: the king has reached a corner.",
        "  The position: /11/11/11/5t5/11/11/11/11/11/11/K10/ (attackers to move)",
        "Game 4 (d): ply 1, b11-c9: an illegal move. \
         Pieces move in a straight line, and b11 and c9 lie on no common row or column.",
        "Game 5 (e): ply 1, b11-b10xb9: another capture. \
         The record says that this move captures b9, but under Fetlar 2018 it captures nothing.",
        "Game 6 (f): ply 1, b11-b10: another result. \
         The record says that the attackers won. But on the board it is not over.",
        "Game 7 (g): one ply. Undecided.",
        "7 games, 5 with errors: one illegal move, one other capture, one played on after its end and 2 other results.",
    ] {
        assert!(ran.out.lines().any(|said| said == line), "{line} is missing in\n{}", ran.out);
    }
    let json = hnefi_in(Path::new("."), &["replay", "--json", "-"], &records).out;
    let reasons: Vec<&str> = json
        .lines()
        .filter_map(|line| Some(line.split_once("\"reason\":\"")?.1))
        .map(|rest| rest.split('"').next().unwrap())
        .collect();
    assert!(json.contains(r#""error":{"ply":1,"move":"b11-a11","reason":"result-mismatch""#), "{reasons:?}");
    assert!(json.contains(r#""error":{"ply":2,"move":"f4-f5","reason":"game-over""#), "{reasons:?}");
}

#[test]
fn one_rule_set_is_shown_with_every_question() {
    let ran = hnefi(&["rules", "nestorgames"]);
    for question in hnefi_rules::Question::ALL {
        let title = hnefi_words::Words::english().question(*question);
        assert!(ran.out.contains(&title), "{title}");
    }
    assert!(ran.out.contains("[said by the leaflet: Playing 1]"));
    assert!(!ran.out.contains('\u{1b}'), "no colour where nobody looks");
    refused(&["rules", "chess"], "There is no rule set “chess”");
    refused(&["rules", "nestorgames", "fetlar-2018"], "Without --compare");
}

#[test]
fn house_rules_are_shown_as_changed() {
    let folder = folder("house");
    let file = "format = 1\nid = \"ours\"\nname = \"Ours\"\nbase = \"viking-game\"\n[answers.no-move]\nis = \"loss\"\n";
    std::fs::write(folder.join("ours.toml"), file).unwrap();
    let ran = hnefi_in(&folder, &["rules", "ours.toml"], "");
    assert!(ran.out.contains("One answer is changed from The Viking Game"), "{}", ran.out);
    assert!(ran.out.contains("* What if the side to move cannot move? that side loses"), "{}", ran.out);
    assert_eq!(ran.out.lines().filter(|line| line.starts_with('*')).count(), 1);
    let json = hnefi_in(&folder, &["rules", "ours.toml", "--json"], "").out;
    assert!(json.contains(r#""changed":["no-move"]"#), "{json}");

    // The changed rule is the one that is played.
    let position = "/11/11/11/11/11/5K5/11/11/11/11/11/";
    let moves = |rules: &str| hnefi_in(&folder, &["moves", "--json", "--rules", rules, "--position", position], "").out;
    assert!(moves("ours.toml").contains(r#""outcome":{"winner":"defenders","reason":"no-legal-move"}"#));
    assert!(moves("viking-game").contains(r#""outcome":{"winner":null,"reason":"no-legal-move"}"#));

    std::fs::write(folder.join("broken.toml"), file.replace("loss", "win")).unwrap();
    let ran = hnefi_in(&folder, &["perft", "--rules", "broken.toml", "1"], "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("“win” is no answer to “answers.no-move”. Write draw or loss."), "{}", ran.err);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_proxy_is_an_address_or_a_network() {
    for bad in ["proxy.example", "10.0.0.0/33", "fd00::/129", "172.16.0.0/"] {
        let message = format!("“{bad}” is neither an address nor a network. Write it like 10.0.0.7 or 172.16.0.0/12.");
        refused(&["serve", "--no-open", "--behind", "172.16.0.0/12", "--behind", bad], &message);
    }
}

#[test]
fn the_bench_tells_nodes_time_and_speed() {
    let ran = hnefi(&["bench", "1"]);
    let names: Vec<&str> = ran.out.lines().filter_map(|line| line.split_once(": ")).map(|(name, _)| name).collect();
    assert!(ran.out.starts_with("fetlar-2018 after 0 plies: "), "{}", ran.out);
    assert!(names.ends_with(&["Total time (ms)", "Nodes searched", "Nodes/second"]), "{}", ran.out);
    assert_eq!(hnefi(&["bench", "0"]).code, 2);
}

#[test]
fn moves_and_perft_count_alike() {
    let ran = hnefi(&["moves", "--rules", "fetlar-2018"]);
    assert!(ran.out.contains("Fetlar 2018, attackers to move: 116 legal moves."), "{}", ran.out);
    assert_eq!(hnefi(&["perft", "--rules", "fetlar-2018", "1"]).out, "116\n");
    assert_eq!(hnefi(&["perft", "--rules", "fetlar-2018", "0"]).out, "1\n");
    let divided = hnefi(&["perft", "--rules", "fetlar-2018", "2", "--divide"]).out;
    let counts: Vec<u64> =
        divided.lines().filter_map(|line| line.split_once(": ")).map(|(_, n)| n.parse().unwrap()).collect();
    assert_eq!(counts.len(), 116);
    assert_eq!(divided.lines().last().unwrap(), counts.iter().sum::<u64>().to_string());
}

#[test]
fn positions_that_cannot_be_played_are_refused() {
    refused(&["moves"], "Name the rule set with --rules: fetlar-2018, viking-game");
    let at = |position: &'static str| ["moves", "--rules", "fetlar-2018", "--position", position];
    refused(&at("11/11"), "rank 1 (the bottom row) first");
    refused(&at("/11/11/11/11/11/11/11/11/11/11/11/"), "There is no king on the board.");
    refused(&at("/K10/11/11/11/11/5t5/11/11/11/11/11/"), "the corner a1");
    refused(&at("/K10/11/11/11/11/5t5/11/11/11/11/11/"), "A soldier stands on the throne, f6");
    refused(&at("/7/7/7/3K3/7/7/7/"), "is played on 11×11");
    refused(&["moves", "--rules", "fetlar-2018", "--turn", "black"], "“black” is no side");
    refused(&["moves", "--rules", "fetlar-2018", "--position", "/11/", "--diagram", "x"], "cannot be used with");
    let ran = hnefi(&["moves", "--rules", "fetlar-2018", "--diagram", "no-such-file"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.starts_with("error: no-such-file: "), "{}", ran.err);
}

#[test]
fn a_diagram_comes_from_standard_input() {
    let drawn = hnefi(&["moves", "--rules", "viking-game", "--position", "/1t9/11/11/11/11/11/11/11/8K2/11/11/"]).out;
    let again = hnefi_in(
        Path::new("."),
        &["moves", "--rules", "viking-game", "--diagram", "-"],
        &drawn[..drawn.find("\n\n").unwrap()],
    );
    assert_eq!(again.out, drawn);
}

#[test]
fn a_diagram_may_have_a_byte_order_mark_and_its_faults_name_the_file() {
    let folder = folder("diagram-mark");
    let board = "\u{feff}. . . . . . .\n. . . . . . .\n. t . . . . .\n. . . K . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n";
    std::fs::write(folder.join("board.txt"), board).unwrap();
    std::fs::write(folder.join("wrong.txt"), board.replace('t', "q")).unwrap();
    let moves =
        |file: &str, input: &str| hnefi_in(&folder, &["moves", "--rules", "brandubh", "--diagram", file], input);
    let ran = moves("board.txt", "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(moves("-", board).out, ran.out);
    let wrong = moves("wrong.txt", "");
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.starts_with("error: wrong.txt: In line 3, column 3 of the diagram: "), "{}", wrong.err);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn long_help_breaks_no_sentence() {
    for command in ["backup", "restore", "site"] {
        let help = hnefi(&[command, "--help"]).out;
        let paragraph = help.split("\nUsage:").next().unwrap().trim_end();
        let whole = |line: &str| line.is_empty() || line.ends_with('.') || line.chars().count() > 70;
        assert!(paragraph.lines().all(whole), "{command}: {paragraph}");
    }
}

#[test]
fn why_answers_for_pieces_and_moves() {
    let at = ["--rules", "fetlar-2018", "--position", "/11/11/11/1tT1t6/11/11/11/11/11/11/5K5/"];
    // Long lines are broken where they happen to be too long.
    let why = |more: &[&str]| {
        let ran = hnefi(&[&["why"], &at[..], more].concat());
        ran.out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let open = why(&["c4"]);
    assert!(open.contains("but the opposite side is open: d4 is empty."), "{open}");
    assert!(open.contains("The rules behind it, under Fetlar 2018:"), "{open}");
    assert!(
        why(&["--turn", "attackers", "e4-d4"]).contains("The defender on c4 is captured against the attacker on b4.")
    );
    assert!(why(&["--turn", "attackers", "e4-c5"]).contains("lie on no common row or column"));
    // After a last move the other side is to move.
    let json = why(&["--json", "--last", "a4-b4", "c4"]);
    assert!(json.contains(r#""turn":"defenders","square":"c4""#), "{json}");

    let refuse = |more: &[&str], message: &str| refused(&[&["why"], &at[..], more].concat(), message);
    refuse(&["g7"], "Nothing stands on g7.");
    refuse(&["m1"], "m1 is not on this board.");
    refuse(&["hello"], "“hello” is neither a square");
    refuse(&["--last", "a4-a5", "c4"], "nothing stands on a5");
    refuse(&["--last", "c4-b4", "c4"], "c4 is not empty");
    refuse(&["--last", "a4-b4", "--turn", "attackers", "c4"], "cannot be their turn again");
}

#[test]
fn replay_answers_every_record_and_says_that_some_were_wrong() {
    let records = concat!(
        "\u{feff}{\"id\":1,\"rules\":\"fetlar-2018\",\"moves\":[\"d1-d4\"]}\r\n",
        "\n",
        "not json\n",
        "{\"id\":null,\"rules\":\"viking-game\",\"moves\":[\"d1d4\",\"f4-f5\"]}\n",
        "{\"rules\":\"chess\",\"moves\":[]}",
    );
    let ran = hnefi_in(Path::new("."), &["replay", "--json", "-"], records);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    let lines: Vec<serde_json::Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["id"], 1);
    assert_eq!(lines[0]["error"], serde_json::Value::Null);
    assert_eq!(lines[1]["error"]["ply"], 0);
    assert_eq!(lines[1]["error"]["move"], serde_json::Value::Null);
    assert_eq!(lines[1]["error"]["reason"], "unreadable-record");
    assert_eq!(lines[2]["plies"].as_array().unwrap().len(), 1);
    assert_eq!(lines[2]["error"]["ply"], 2);
    assert_eq!(lines[2]["error"]["move"], "f4-f5");
    assert_eq!(lines[2]["error"]["reason"], "blocked");
    assert_eq!(lines[3]["error"]["reason"], "unknown-rules");

    let forced = hnefi_in(Path::new("."), &["replay", "--rules", "fetlar-2018", "-"], records);
    assert!(
        forced.out.ends_with("4 games, 2 with errors: one illegal move and one that cannot be read.\n"),
        "{}",
        forced.out
    );
    let fine = hnefi_in(Path::new("."), &["replay", "-"], records.lines().next().unwrap());
    assert_eq!(fine.code, 0);
    assert_eq!(fine.out, "Game 1 (1): one ply. Undecided.\nOne game, no error.\n");
    assert_eq!(hnefi_in(Path::new("."), &["replay", "-"], "").out, "No games.\n");
    let missing = hnefi(&["replay", "no-such-file"]);
    assert_eq!(missing.code, 2);
    assert!(missing.err.contains("no-such-file"));
}

#[test]
fn places_in_a_game_as_text_are_those_in_the_file() {
    let game = "[Rules \"brandubh\"]\n[Result \"defenders\"]\n[Ending \"boredom\"]\n\n1. d2-e2\n";
    let unknown = "[Rules \"nowhere\"]\n\n1. d2-e2\n";
    let commands: [&[&str]; 2] = [&["replay", "-"], &["prove", "--game", "-"]];
    for (text, place) in [
        (game.to_owned(), "line 2, column 1"),
        (format!("\n\n{game}"), "line 4, column 1"),
        (format!("\u{feff}\r\n \t\n\n{game}"), "line 5, column 1"),
        (unknown.to_owned(), "line 1, column 1"),
        (format!("\u{feff}  {unknown}"), "line 1, column 3"),
        (format!("\n\n  {unknown}"), "line 3, column 3"),
    ] {
        for arguments in commands {
            let ran = hnefi_in(Path::new("."), arguments, &text);
            assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{arguments:?}, {text:?}: {}", ran.err);
            assert!(ran.err.starts_with(&format!("error: {place}: ")), "{arguments:?}, {text:?}: {}", ran.err);
        }
    }
    // Blank lines and indents are no part of a game.
    let fine = format!("\n\n  {}", game.replace("boredom", "time"));
    let ran = hnefi_in(Path::new("."), &["replay", "-"], &fine);
    assert_eq!((ran.code, ran.out.lines().count()), (0, 2), "{}{}", ran.out, ran.err);
}

#[test]
fn bytes_that_are_no_text_are_an_error_of_their_line() {
    let folder = folder("bytes");
    std::fs::write(folder.join("games"), b"\xff\xfe{}\n{\"rules\":\"fetlar-2018\",\"moves\":[]}\n").unwrap();
    let ran = hnefi_in(&folder, &["replay", "--json", "games"], "");
    assert_eq!((ran.code, ran.out.lines().count()), (1, 2));
    assert!(ran.out.lines().nth(1).unwrap().ends_with(r#""error":null}"#));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_record_cannot_steer_the_terminal() {
    let record = r#"{"id":"\u001b[2J","rules":"fetlar-2018","moves":["d1\u001b[31m"]}"#;
    let ran = hnefi_in(Path::new("."), &["replay", "-"], record);
    assert!(ran.out.starts_with("Game 1 (\u{fffd}[2J): ply 1, d1\u{fffd}[31m: unreadable."), "{}", ran.out);
    assert!(!ran.out.contains('\u{1b}'), "{}", ran.out);
    // Where a program reads, everything comes as it was.
    let json = hnefi_in(Path::new("."), &["replay", "--json", "-"], record).out;
    assert!(json.starts_with(r#"{"id":"\u001b[2J","#) && json.contains(r#""move":"d1\u001b[31m""#), "{json}");
    let text = "[Rules \"fetlar-2018\"]\n\n1. d1\u{1b}[31m\n";
    let ran = hnefi_in(Path::new("."), &["replay", "-"], text);
    assert!(ran.code == 1 && !ran.err.contains('\u{1b}'), "{ran:?}");
}

#[test]
fn an_id_is_given_back_as_it_was_written() {
    for id in [r#"{"b": 1, "a": [0.10]}"#, "12345678901234567890123", "1e400", "null"] {
        let record = format!(r#"{{"id": {id}, "rules": "fetlar-2018", "moves": []}}"#);
        let ran = hnefi_in(Path::new("."), &["replay", "--json", "-"], &record);
        assert_eq!(ran.out, format!("{{\"id\":{id},\"plies\":[],\"outcome\":null,\"error\":null}}\n"));
    }
}

#[test]
fn a_reader_who_leaves_is_no_error() {
    let line = r#"{"rules":"fetlar-2018","moves":["d1-d4","f4-i4"]}"#;
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_hnefi"))
        .args(["replay", "--json", "-"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    for _ in 0..10_000 {
        if std::io::Write::write_all(&mut stdin, format!("{line}\n").as_bytes()).is_err() {
            break;
        }
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    // Nor is one of errors.
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_hnefi"))
        .args(["convert", "-", "--to", "commas"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    let wrong = r#"{"rules":"fetlar-2018","moves":["d1-d4","f4-f4"]}"#;
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, format!("{wrong}\n{line}\n").as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let (code, out) = (output.status.code(), String::from_utf8(output.stdout).unwrap());
    assert_eq!((code, out.as_str()), (Some(1), "fetlar-2018, d1-d4, f4-i4\n"));
}

#[test]
fn a_game_to_be_proved_names_its_wrong_move() {
    let wrong = r#"{"rules":"brandubh","moves":["d2-e2","d3-e3","d1-d2x"]}"#;
    let house = r#"{"rules":"ours","house":{"base":"brandubh","answers":{"escape":"edge"}},"moves":["d2-e2"]}"#;
    let prove = |more: &[&str], record: &str| {
        let mut all = vec!["prove", "--json", "--game", "-"];
        all.extend(more);
        hnefi_in(Path::new("."), &all, record)
    };
    let ran = prove(&[], wrong);
    assert!(ran.code == 1 && ran.err.starts_with("error: ply 3, d1-d2x: "), "{ran:?}");
    let rules = |ran: Ran| serde_json::from_str::<serde_json::Value>(&ran.out).unwrap()["rules"].clone();
    assert_eq!(rules(prove(&["--rules", "brandubh"], house)), "brandubh");
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = hnefi(&["completions", shell]);
        assert_eq!(ran.code, 0);
        assert!(ran.out.contains("perft"), "{shell}");
    }
    assert_eq!(hnefi(&["completions", "cmd"]).code, 2);
}

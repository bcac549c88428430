//! With which exit code the program ends: 2 for what was typed wrongly, 1 for what failed or had an error.

use std::path::Path;
use std::process::Command;

use crate::common::{folder, hnefi_in};

#[test]
fn what_was_typed_wrongly_is_named_with_status_2() {
    let folder = folder("statuses");
    std::fs::create_dir(folder.join("rules")).unwrap();
    let house = "format = 1\nid = \"ours\"\nname = \"Ours\"\nbase = \"brandubh\"\n[answers.no-move]\nis = \"loss\"\n";
    std::fs::write(folder.join("ours.toml"), house).unwrap();
    std::fs::write(folder.join("token"), "hnefi_nothing\n").unwrap();
    let bot = "bot --server http://127.0.0.1:9 --token-file token --rules";
    for (typed, says) in [
        ("serve --no-open --log loud", "“loud”"),
        (
            "serve --no-open --public-url nonsense",
            "“nonsense” is no public address. Write it like https://tafl.example",
        ),
        ("serve --no-open --host :::", "“:::” is no name of a machine. Write it like tafl.example"),
        ("serve --no-open --host tafl.example:80", "--host"),
        ("serve --lan=perhaps", "--lan"),
        ("moves --rules rules", "rules: "),
        ("moves --rules ours.toml/ours", "ours.toml/ours"),
        ("match --rules brandubh --nodes 1 nosuchprog own", "nosuchprog cannot be run"),
        ("match --rules brandubh --nodes 1 '' own", "cannot be run"),
        ("match --rules brandubh --nodes 1 --option Nope=3 own own --second-name b", "Nope"),
        ("match --rules brandubh --nodes 1 --option Hash=much own own --second-name b", "`much` is no value for Hash"),
        ("match --rules brandubh --nodes 1 --first-name a --second-name a own own", "both engines are called a"),
        (&format!("{bot} nowhere -- cat"), "There is no rule set “nowhere”"),
        (&format!("{bot} brandubh,ours.toml -- cat"), "“ours.toml” is a file of rules, and a bot plays only"),
    ] {
        let arguments: Vec<&str> = typed.split(' ').collect();
        let ran = hnefi_in(&folder, &arguments, "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{typed}: {}", ran.err);
        assert!(ran.err.contains(says), "{typed}: {}", ran.err);
    }
    let quote = hnefi_in(&folder, &["match", "--rules", "brandubh", "--nodes", "1", "x 'y", "own"], "");
    assert!(quote.code == 2 && quote.err.contains("`x 'y` is no command line"), "{quote:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_empty_variable_is_named() {
    for (variable, flag) in [("HNEFI_HOST", "--host"), ("HNEFI_PUBLIC_URL", "--public-url")] {
        let ran = Command::new(env!("CARGO_BIN_EXE_hnefi")).args(["serve", "--no-open"]).env(variable, "").output();
        let ran = ran.unwrap();
        let err = String::from_utf8(ran.stderr).unwrap();
        assert!(ran.status.code() == Some(2) && err.contains(flag), "{variable}: {err}");
    }
}

#[test]
fn a_recorded_game_with_an_error_is_named_with_status_1() {
    let wrong = r#"{"rules":"brandubh","moves":["d2-e2","d3-e3","d1-d2x"]}"#;
    let unknown = r#"{"rules":"nowhere","moves":[]}"#;
    let text = "[Rules \"brandubh\"]\n\n1. d2-e2 e1-e9\n";
    for (more, game, code, says) in [
        (&[][..], wrong, 1, "error: ply 3, d1-d2x: "),
        (&["--ply", "3"], wrong, 1, "error: ply 3, d1-d2x: "),
        (&["--ply", "2"], wrong, 0, ""),
        (&[], unknown, 1, "nowhere"),
        (&[], "no json", 1, "error: "),
        (&[], text, 1, "error: "),
        (&["--ply", "9"], r#"{"rules":"brandubh","moves":["d2-e2"]}"#, 2, "There is no ply 9"),
        (&["--rules", "nowhere"], wrong, 2, "There is no rule set “nowhere”"),
    ] {
        let arguments = [&["prove", "--json", "--nodes", "100", "--game", "-"], more].concat();
        let ran = hnefi_in(Path::new("."), &arguments, game);
        assert_eq!((ran.code, ran.out.is_empty()), (code, code != 0), "{more:?}, {game}: {}", ran.err);
        assert!(ran.err.contains(says), "{more:?}, {game}: {}", ran.err);
    }
}

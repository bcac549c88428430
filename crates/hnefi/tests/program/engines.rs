//! `hnefi uci` and `hnefi match` as other programs and people meet them.

use std::path::Path;

#[cfg(target_os = "linux")]
use crate::beside::Beside;
use crate::common::{folder, hnefi_in};

#[test]
fn other_programs_ask_for_moves() {
    let ran = hnefi_in(Path::new("."), &["uci"], "uci\ndance\nposition startpos moves d1d4\ngo depth 2\n");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("id name Hnefi "), "{}", ran.out);
    assert!(ran.out.contains("info string `dance` is no command known here\n"), "{}", ran.out);
    assert!(ran.out.lines().last().unwrap().starts_with("bestmove "), "{}", ran.out);
    let quit = hnefi_in(Path::new("."), &["uci", "--rules", "brandubh"], "go infinite\nperft 1\nquit\ngo perft 1\n");
    assert_eq!((quit.code, quit.out.contains("Nodes searched")), (0, false), "{quit:?}");
}

#[test]
fn house_rules_are_played_behind_the_protocol() {
    let folder = folder("uci-house");
    let file = "format = 1\nid = \"ours\"\nname = \"Ours\"\nbase = \"viking-game\"\n[answers.no-move]\nis = \"loss\"\n";
    std::fs::write(folder.join("ours.toml"), file).unwrap();
    let stuck = "position rows /11/11/11/11/11/5K5/11/11/11/11/11/ attackers\ngo depth 1\n";
    let ran = hnefi_in(&folder, &["uci", "--rules", "ours.toml"], stuck);
    assert!(ran.out.contains("the game is over: no-legal-move, the defenders win"), "{}", ran.out);
    let arguments = "match --rules ours.toml --nodes 30 --pairs 1 --move-cap 10 --record games.jsonl own own";
    let ran = hnefi_in(&folder, &arguments.split(' ').collect::<Vec<_>>(), "");
    assert_eq!(ran.code, 0, "{ran:?}");
    let header = std::fs::read_to_string(folder.join("games.jsonl")).unwrap();
    assert!(header.lines().next().unwrap().contains("[answers.no-move]"), "{header}");
    let body: String = header.lines().skip(1).map(|line| format!("{line}\n")).collect();
    let replayed = hnefi_in(&folder, &["replay", "--rules", "ours.toml", "-"], &body);
    assert_eq!(replayed.code, 0, "{replayed:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_match_is_played_and_taken_up_again() {
    let folder = folder("match");
    let program = env!("CARGO_BIN_EXE_hnefi");
    let other = format!("'{program}' uci");
    let mut arguments = vec!["match", "--rules", "brandubh", "--nodes", "40", "--pairs", "2", "--move-cap", "14"];
    arguments.extend(["--record", "games.jsonl", "--second-option", "Level=1", "--second-option", "Seed=1"]);
    arguments.extend(["--sprt", "-5,5", "own", &other]);
    let ran = hnefi_in(&folder, &arguments, "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    assert!(ran.out.starts_with("own against hnefi, Brandubh"), "{}", ran.out);
    for line in ["own ", "... as attackers", "... as defenders", "attackers, whoever"] {
        assert!(ran.out.lines().any(|l| l.starts_with(line)), "{line} in {}", ran.out);
    }
    assert!(ran.out.contains("Test of -5 against 5 Elo: ratio "), "{}", ran.out);
    let games = std::fs::read_to_string(folder.join("games.jsonl")).unwrap();
    assert_eq!(games.lines().count(), 5);

    // The same command adds nothing; as JSON it says the same.
    arguments.insert(1, "--json");
    let again = hnefi_in(&folder, &arguments, "");
    let json: serde_json::Value = serde_json::from_str(&again.out).unwrap();
    let sum =
        |score: &serde_json::Value| ["won", "drawn", "lost"].iter().map(|k| score[k].as_u64().unwrap()).sum::<u64>();
    assert_eq!((sum(&json["together"]), sum(&json["as_attackers"])), (4, 2), "{json}");
    assert_eq!(std::fs::read_to_string(folder.join("games.jsonl")).unwrap(), games);

    // What was recorded is replayed like any other game.
    let body: String = games.lines().skip(1).map(|line| format!("{line}\n")).collect();
    let replayed = hnefi_in(&folder, &["replay", "-"], &body);
    assert_eq!(replayed.code, 0, "{}", replayed.out);

    // Another match keeps its hands off.
    let nodes = arguments.iter().position(|a| *a == "40").unwrap();
    arguments[nodes] = "41";
    let other = hnefi_in(&folder, &arguments, "");
    assert_eq!(other.code, 1);
    assert!(other.err.contains("holds another match: limit is"), "{}", other.err);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_engine_that_may_take_a_rule_file_for_another_rule_set_is_named() {
    let folder = folder("match-namesake");
    let brandubh = hnefi_rules::ruleset("brandubh").unwrap().to_toml();
    let file = brandubh.replacen("is = \"loss\"", "is = \"draw\"", 1);
    assert_ne!(file, brandubh);
    std::fs::write(folder.join("ours.toml"), file).unwrap();
    let by_id = format!("'{}' uci", env!("CARGO_BIN_EXE_hnefi"));
    let by_file = format!("{by_id} --rules ours.toml");
    let said = |rules: &str, second: &str, options: &[&str]| {
        let play = ["match", "--rules", rules, "--nodes", "20", "--pairs", "1", "--move-cap", "12"];
        let ran = hnefi_in(&folder, &[&play[..], options, &["own", second]].concat(), "");
        assert_eq!(ran.code, 0, "{ran:?}");
        ran.err.contains(
            "hnefi is asked for “brandubh” by this name, and may know other rules by it than those of ours.toml",
        )
    };
    assert!(said("ours.toml", &by_id, &[]));
    assert!(!said("ours.toml", &by_file, &[]), "it has been given the file");
    assert!(!said("ours.toml", &by_id, &["--second-option", "Variant=brandubh"]), "it was asked by hand");
    assert!(!said("brandubh", &by_id, &[]));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn openings_are_made_and_played_from() {
    let folder = folder("openings");
    let drawn = "openings drawn --rules brandubh --rules copenhagen --count 30 --out made";
    let ran = hnefi_in(&folder, &drawn.split(' ').collect::<Vec<_>>(), "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    assert!(ran.out.starts_with("made/drawn/brandubh.txt: 30 openings of 30 candidates\n"), "{}", ran.out);
    let book = "openings book --rules brandubh --count 1 --games 2 --nodes 30 --deep-nodes 100 --split 0-100 --decisive 0 --wins 0 --lean -2 --level 9000 --move-cap 20 --out made";
    let ran = hnefi_in(&folder, &book.split(' ').collect::<Vec<_>>(), "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    let text = std::fs::read_to_string(folder.join("made/book/brandubh.txt")).unwrap();
    assert!(text.contains("\n# lean: -2\n") && text.contains("\n# engine: bench "), "{text}");
    for openings in ["made/drawn/brandubh.txt", "made/book/brandubh.txt", "drawn"] {
        let play = ["match", "--rules", "brandubh", "--nodes", "20", "--pairs", "1", "--move-cap", "12", "--openings"];
        let ran = hnefi_in(&folder, &[&play[..], &[openings, "own", "own"]].concat(), "");
        assert_eq!(ran.code, 0, "{openings}: {ran:?}");
    }
    let wrong = "match --rules copenhagen --nodes 20 --openings made/drawn/brandubh.txt own own";
    let ran = hnefi_in(&folder, &wrong.split(' ').collect::<Vec<_>>(), "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("holds openings for brandubh, and the rule set here is copenhagen"), "{}", ran.err);
    let longer = "openings drawn --rules brandubh --seed 2 --out made";
    let ran = hnefi_in(&folder, &longer.split(' ').collect::<Vec<_>>(), "");
    assert_eq!((ran.code, ran.err.contains("seed is 1 there, and 2 here")), (1, true), "{ran:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn house_rules_of_one_id_that_differ_get_no_openings_together() {
    let folder = folder("openings-house");
    let house = "format = 1\nid = \"ours\"\nname = \"Ours\"\nbase = \"brandubh\"\n";
    for (name, more) in [("one", ""), ("same", ""), ("two", "[answers.no-move]\nis = \"draw\"\n")] {
        std::fs::write(folder.join(format!("{name}.toml")), format!("{house}{more}")).unwrap();
    }
    let make = |other: &str| {
        let drawn = format!("openings drawn --rules one.toml --rules {other}.toml --count 2 --out made");
        hnefi_in(&folder, &drawn.split(' ').collect::<Vec<_>>(), "")
    };
    let ran = make("two");
    assert!(ran.code == 2 && ran.err.contains("Two rule sets that differ are called “ours”"), "{ran:?}");
    assert!(!folder.join("made").exists(), "nothing was begun");
    let ran = make("same");
    assert_eq!((ran.code, ran.out.lines().count()), (0, 1), "{ran:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_was_typed_wrong_is_named() {
    let refuse = |arguments: &str, said: &str| {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let ran = hnefi_in(Path::new("."), &arguments, "");
        assert!(ran.code == 2 && ran.err.contains(said), "{arguments:?}: {ran:?}");
    };
    refuse("match --rules brandubh own own", "--nodes");
    refuse("match --rules brandubh --nodes 1 --movetime 5 own own", "cannot be used with");
    refuse("match --rules chess --nodes 1 own own", "There is no rule set “chess”");
    refuse("match --rules brandubh --clock soon own own", "`soon` is no clock");
    refuse("match --rules brandubh --nodes 1 --option Hash own own", "with = between them");
    refuse("match --rules brandubh --nodes 1 --sprt 5 own own", "two numbers of Elo points");
    refuse("match --rules brandubh --nodes 1 --move-cap 6 own own", "give --move-cap a greater number");
    refuse("match --rules brandubh --nodes 1 --move-cap 0 own own", "0 is not in 1..=100000");
    refuse("match --rules brandubh --nodes 1 --concurrency 0 own own", "0 is not in 1..=256");
    refuse("match --rules brandubh --nodes 1 --alpha 0.1 own own", "--sprt");
    refuse("openings book --rules brandubh --move-cap 8", "give --move-cap a greater number");
    refuse("openings drawn --rules brandubh --count 0", "0 is not in 1..=1000000");
    refuse("match --rules brandubh --nodes 1 --sprt 5,0 own own", "elo0 must be below elo1");
    refuse("match --rules brandubh --nodes 1 --openings /no/such own own", "/no/such: ");
    refuse("openings drawn", "--rules");
    refuse("openings drawn --rules chess", "There is no rule set “chess”");
    refuse("openings drawn --rules brandubh --plies 8-4", "the least and the most plies");
    refuse("openings book --rules brandubh --split 35", "two shares in per cent");
    refuse("match --rules brandubh --nodes 1 own /no/such/engine", "/no/such/engine cannot be run");
    refuse("match --rules brandubh --nodes 1 --option Sauce=hot own own", "Sauce");
    refuse("match --rules brandubh --nodes 1 --first-name x --second-name x own own", "both engines are called x");
}

#[test]
fn openings_that_come_again_are_warned_of() {
    let warned = |more: &str| {
        let command = format!("match --rules brandubh --nodes 5 --pairs 3 --move-cap 8 {more} own own --second-name b");
        let ran = hnefi_in(Path::new("."), &command.split(' ').collect::<Vec<_>>(), "");
        assert_eq!(ran.code, 0, "{ran:?}");
        ran.err
    };
    assert!(warned("--random-plies 0").starts_with("All 3 pairs begin alike: "));
    assert_eq!(warned("--random-plies 6"), "");
}

/// What the engine of a test has started: processes that nobody else has, found by an argument with this test's own id in it.
#[cfg(target_os = "linux")]
struct Marked(String);

#[cfg(target_os = "linux")]
impl Marked {
    fn running(&self) -> Vec<rustix::process::Pid> {
        let asleep = format!("sleep\0{}\0", self.0);
        let processes = std::fs::read_dir("/proc").unwrap().flatten();
        processes
            .filter(|process| std::fs::read(process.path().join("cmdline")).is_ok_and(|line| line == asleep.as_bytes()))
            .filter_map(|process| rustix::process::Pid::from_raw(process.file_name().to_str()?.parse().ok()?))
            .collect()
    }

    fn until(&self, wanted: usize) -> bool {
        (0..1200).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            self.running().len() == wanted
        })
    }
}

#[cfg(target_os = "linux")]
impl Drop for Marked {
    fn drop(&mut self) {
        for pid in self.running() {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        }
    }
}

/// A shell script takes the place of an engine that hears nothing while it thinks.
#[cfg(target_os = "linux")]
#[test]
fn engines_end_with_the_program() {
    use rustix::process::{Pid, Signal, kill_process};
    for (signal, code) in [(Signal::TERM, 143), (Signal::INT, 130)] {
        let marked = Marked(format!("{}{:07}", 100 + code, std::process::id()));
        let script = format!(
            r#"while read line; do case "$line" in uci) echo uciok;; isready) echo readyok;; go*) sleep {};; esac; done"#,
            marked.0
        );
        let running_match = std::process::Command::new(env!("CARGO_BIN_EXE_hnefi"))
            .args(["match", "--rules", "brandubh", "--nodes", "5", "--silence", "600"])
            .args([&format!("sh -c '{script}'"), "own"])
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let mut running_match = Beside(running_match);
        assert!(marked.until(1), "the engine thinks");
        kill_process(Pid::from_child(&running_match.0), signal).unwrap();
        assert_eq!(running_match.0.wait().unwrap().code(), Some(code));
        assert!(marked.until(0), "the engine is left behind");
    }
}

//! `hnefi selfplay` and `hnefi shards`: games that are kept, and what is said of them.

use std::collections::HashMap;
use std::path::Path;

use crate::common::{Ran, folder, hnefi_in};
use hnefi_rules::JUDGE;
use hnefi_selfplay::Shards;
use serde_json::Value;

const FEW: [&str; 9] = ["selfplay", "--rules", "brandubh", "--nodes", "30", "--move-cap", "40", "--out", "data"];

fn play(folder: &Path, more: &[&str]) -> Ran {
    hnefi_in(folder, &[&FEW[..], more].concat(), "")
}

#[test]
fn the_positions_are_those_of_the_games() {
    let folder = folder("selfplay-positions");
    let ran = play(&folder, &["--games", "6", "--threads", "2", "--seed", "5"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("brandubh-5-0.shard: 6 games, "), "{}", ran.out);

    let lines = hnefi_in(&folder, &["shards", "--positions", "data"], "");
    assert_eq!((lines.code, lines.err.as_str()), (0, ""));
    let mut lines = lines.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let shards = Shards::in_folder(&folder.join("data")).unwrap();
    let mut results: HashMap<String, u32> = HashMap::new();
    for game in shards.games() {
        let (game, mut ply) = (game.unwrap(), 0);
        game.replay(shards.referee(&game), |position, record, game| {
            let line = lines.next().unwrap();
            assert_eq!(line["rules"], "brandubh");
            assert_eq!((&line["seed"], &line["game"], &line["ply"]), (&5.into(), &game.number.into(), &ply.into()));
            assert_eq!(
                (&line["position"], &line["side"]),
                (&position.rows_text().into(), &position.turn().id().into())
            );
            assert_eq!((&line["move"], &line["score"]), (&record.mv.to_string().into(), &record.score.into()));
            assert_eq!(line["result"].as_f64().unwrap() as f32, game.result());
            let start = shards.header(game).settings.starts.kinds()[usize::from(game.start)].to_string();
            assert_eq!((&line["start"], &line["ending"]), (&start.into(), &game.why.id().into()));
            assert_eq!((&line["nodes"][0], &line["nodes"][1]), (&game.nodes[0].into(), &game.nodes[1].into()));
            for (key, is) in [("chance", record.by_chance), ("takes", record.takes), ("threat", record.threat)] {
                assert_eq!(line[key], is, "{line}");
            }
            ply += 1;
        })
        .unwrap();
        *results.entry(game.result().to_string()).or_default() += 1;
    }
    assert_eq!(lines.next(), None);
    assert_eq!(results.values().sum::<u32>(), 6);

    // The same command has nothing to add; with more games, it goes on.
    let file = folder.join("data/brandubh-5-0.shard");
    let before = std::fs::read(&file).unwrap();
    let ran = play(&folder, &["--games", "6", "--seed", "5"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, "6 games are there already.\n"), "{ran:?}");
    assert_eq!(std::fs::read(&file).unwrap(), before);
    assert_eq!(play(&folder, &["--games", "8", "--seed", "5"]).code, 0);
    assert!(std::fs::read(&file).unwrap().starts_with(&before));

    let said = hnefi_in(&folder, &["shards", "data", "data/brandubh-5-0.shard"], "");
    let head = said.out.lines().next().unwrap();
    assert!(head.starts_with("brandubh: 8 games, "), "{said:?}");
    assert!(head.contains("; 30 positions a move, own net corner-two-7 "), "{said:?}");
    assert_eq!(said.err, "", "a shard that is named twice is read once");
    std::fs::copy(&file, folder.join("copy.shard")).unwrap();
    let said = hnefi_in(&folder, &["shards", "data", "copy.shard"], "");
    assert!(
        said.err.contains("8 games of copy.shard lie in data/brandubh-5-0.shard, too, and count once."),
        "{said:?}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_cannot_be_used_is_told() {
    let folder = folder("selfplay-refused");
    for (more, told) in [
        (&["--starts", "nowhere=1"][..], "`nowhere=1` is no start: write KIND"),
        (&["--starts", "defenders-1-4=1"], "`defenders-1-4`: the board has 4 defenders, and 4 would be taken off"),
        (&["--starts", "book+0-40=1"], "never gets beyond an opening of"),
        (&["--give-up", "900:8"], "`900:8` does not say when a game is given up"),
        (&["--games", "0"], "0 is not in 1"),
        (&["--threads", "0"], "--threads"),
        (&["--from", "4294967295", "--games", "2"], "there is no room for 2"),
        (&["--eval", "none.toml"], "none.toml: "),
    ] {
        let ran = play(&folder, more);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{more:?}: {ran:?}");
        assert!(ran.err.contains(told), "{more:?}: {}", ran.err);
    }
    assert!(!folder.join("data").exists(), "nothing was begun");
    std::fs::write(folder.join("foreign.shard"), "nothing of ours").unwrap();
    for (path, code, told) in [
        ("foreign.shard", 1, "error: foreign.shard is no shard of games\n"),
        (".", 1, "error: ./foreign.shard is no shard of games\n"),
        ("nowhere", 2, "error: nowhere: No such file or directory (os error 2)\n"),
    ] {
        for arguments in [&["shards", path][..], &["train", path, "--out", "a.net"]] {
            let ran = hnefi_in(&folder, arguments, "");
            assert_eq!((ran.code, ran.err.as_str()), (code, told), "{ran:?}");
        }
    }
    assert_eq!(play(&folder, &["--games", "2"]).code, 0);
    let file = folder.join("data/brandubh-1-0.shard");
    let mut bytes = std::fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let train = ["train", "data", "--out", "a.net"];
    for arguments in [&["shards", "data"][..], &["shards", "--positions", "data"], &train, &FEW] {
        let ran = hnefi_in(&folder, arguments, "");
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.err.starts_with("error: data/brandubh-1-0.shard, byte "), "{}", ran.err);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn games_that_were_played_in_another_way_are_counted_apart() {
    let folder = folder("selfplay-apart");
    let house = "format = 1\nid = \"ours\"\nname = \"Ours\"\nbase = \"brandubh\"\n";
    std::fs::write(folder.join("one.toml"), house).unwrap();
    std::fs::write(folder.join("two.toml"), format!("{house}[answers.no-move]\nis = \"draw\"\n")).unwrap();
    for (rules, nodes, seed, out) in [
        ("brandubh", "20", "1", "nodes"),
        ("brandubh", "20", "2", "nodes"),
        ("brandubh", "30", "3", "nodes"),
        ("one.toml", "20", "1", "one"),
        ("two.toml", "20", "1", "two"),
    ] {
        let play = ["selfplay", "--rules", rules, "--nodes", nodes, "--seed", seed, "--out", out];
        let ran =
            hnefi_in(&folder, &[&play[..], &["--games", "1", "--move-cap", "30", "--starts", "start=1"]].concat(), "");
        assert_eq!(ran.code, 0, "{ran:?}");
    }
    let heads = |arguments: &[&str]| -> Vec<String> {
        let said = hnefi_in(&folder, &[&["shards"], arguments].concat(), "");
        let head = |line: &&str| line.contains(" positions a move, ");
        said.out.lines().filter(head).map(str::to_owned).collect()
    };
    let nodes = heads(&["nodes"]);
    assert!(nodes.len() == 2 && nodes[0].starts_with("brandubh: 2 games, "), "{nodes:?}");
    assert!(nodes[0].contains("; 20 positions a move, ") && nodes[1].contains("; 30 positions a move, "), "{nodes:?}");
    let houses = heads(&["one", "two"]);
    assert!(houses.len() == 2 && houses.iter().all(|head| head.starts_with("ours: 1 games, ")), "{houses:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn games_that_another_judge_ruled_count_but_are_not_played_again() {
    let folder = folder("selfplay-judge");
    assert_eq!(play(&folder, &["--games", "1"]).code, 0);
    let file = folder.join("data/brandubh-1-0.shard");
    let bytes = std::fs::read(&file).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let (header, games) = bytes[24..].split_at(length);
    let mut header: Value = serde_json::from_slice(header).unwrap();
    header["judge"] = (JUDGE - 1).into();
    let header = serde_json::to_vec(&header).unwrap();
    let mut head = [(header.len() as u32).to_le_bytes(), crc32fast::hash(&header).to_le_bytes()].concat();
    head.extend(crc32fast::hash(&head).to_le_bytes());
    std::fs::write(&file, [&bytes[..12], &head, &header, games].concat()).unwrap();

    let told = format!("data/brandubh-1-0.shard: its games were ruled by the judge of number {}, ", JUDGE - 1);
    let ran = hnefi_in(&folder, &["shards", "data"], "");
    assert!(ran.code == 0 && ran.out.starts_with("brandubh: 1 games, ") && ran.err.starts_with(&told), "{ran:?}");
    for arguments in [&["shards", "--positions", "data"][..], &["train", "data", "--out", "a.net"]] {
        let ran = hnefi_in(&folder, arguments, "");
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
        assert!(ran.err.starts_with(&format!("error: {told}")), "{ran:?}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Starts games without an end, ends them with a signal when some are finished, and looks at what is left.
#[cfg(unix)]
fn keeps_what_is_finished(name: &str, signal: rustix::process::Signal) {
    use std::process::{Command, Stdio};
    let folder = folder(name);
    // Whoever runs the tests may ignore the signal himself, and all that he starts with him.
    let heeds = cfg!(target_os = "linux").then_some("--default-signal=HUP");
    let mut child = Command::new("env")
        .args(heeds)
        .arg(env!("CARGO_BIN_EXE_hnefi"))
        .args([&FEW[..], &["--games", "1000000"]].concat())
        .current_dir(&folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let file = folder.join("data/brandubh-1-0.shard");
    let begun = || std::fs::metadata(&file).is_ok_and(|data| data.len() > 20_000);
    while !begun() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, signal).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let shards = Shards::in_folder(&folder.join("data")).unwrap();
    assert!(shards.len() > 3 && shards.torn().next().is_none(), "{}", shards.len());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(unix)]
#[test]
fn told_to_end_it_keeps_what_is_finished() {
    keeps_what_is_finished("selfplay-signal", rustix::process::Signal::INT);
}

#[cfg(unix)]
#[test]
fn when_its_terminal_ends_it_keeps_what_is_finished() {
    keeps_what_is_finished("selfplay-hangup", rustix::process::Signal::HUP);
}

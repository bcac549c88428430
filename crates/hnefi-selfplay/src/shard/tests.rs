//! The dump in `docs/formats/shards.md` is what is written and read.

use std::path::Path;

use hnefi_rules::{Intent, JUDGE, Setup, Side};

use super::{Header, Shard, ShardWriter, Shards};
use crate::played::Place;
use crate::{Played, PlyRecord, Settings, Why};

const HOUSE: &str = "format=1\nid=\"ours\"\nname=\"Ours\"\nbase=\"brandubh\"\n";

fn header() -> Header {
    Header {
        rules: "ours".to_owned(),
        ruleset: HOUSE.to_owned(),
        judge: 1,
        engine: "hnefi 0.1.0, bench 1234567".to_owned(),
        mind: "by hand".to_owned(),
        settings: Settings {
            seed: 1,
            nodes: 2000,
            starts: "start+0-6=1,defenders-2-3/4=2".parse().unwrap(),
            chance: 20,
            give_up: None,
            quiet: None,
            to_the_end: 10,
            plies: 240,
        },
    }
}

fn game() -> Played {
    let ply = |mv: &str, score| {
        let (from, to) = mv.split_once('-').unwrap();
        let mv = Intent { from: from.parse().unwrap(), to: to.parse().unwrap() };
        PlyRecord { mv, score, by_chance: false, takes: false, threat: false }
    };
    Played {
        number: 7,
        start: 1,
        opening: None,
        setup: Some(Setup::from_rows("/3t3/3t3/7/tt1K1tt/3T3/3t3/3t3/").unwrap()),
        turn: Side::Attackers,
        nodes: [2000, 500],
        to_the_end: false,
        plies: vec![
            PlyRecord { by_chance: true, ..ply("d1-c1", Some(-35)) },
            PlyRecord { threat: false, ..ply("d4-d3", Some(-29_997)) },
        ],
        winner: Some(Side::Defenders),
        why: Why::Forced,
        place: Place::nowhere(),
    }
}

/// Sixteen bytes a line: the offset, the bytes, and what is ASCII in them.
fn dump(bytes: &[u8]) -> String {
    let line = |(at, some): (usize, &[u8])| {
        let hex: Vec<String> = some.iter().map(|byte| format!("{byte:02x}")).collect();
        let text: String =
            some.iter().map(|&byte| if (32..127).contains(&byte) { char::from(byte) } else { '.' }).collect();
        format!("{:04x}  {:<47}  {text}", 16 * at, hex.join(" "))
    };
    bytes.chunks(16).enumerate().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_forced_win_that_is_not_played_counts_as_long_as_it_takes() {
    // Three plies from the last position on, of which one is kept.
    assert_eq!(game().length(), 4);
    assert_eq!(Played { why: Why::Quiet, ..game() }.length(), 2);
    assert_eq!(Played { plies: Vec::new(), ..game() }.length(), 0);
}

#[test]
fn a_game_from_a_start_that_its_header_does_not_have_is_damage() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ours-1-0.shard");
    let (mut writer, _) = ShardWriter::open(&path, &header()).unwrap();
    writer.append(&Played { start: 2, ..game() }).unwrap();
    drop(writer);
    let error = Shard::open(&path).unwrap().next().unwrap().unwrap_err().to_string();
    assert!(error.contains("game 7 began from start 2, and the header has 2"), "{error}");
}

#[test]
fn games_that_another_judge_ruled_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ours-1-0.shard");
    let shards = |judge| {
        let _ = std::fs::remove_file(&path);
        let (mut writer, _) = ShardWriter::open(&path, &Header { judge, ..header() }).unwrap();
        writer.append(&game()).unwrap();
        drop(writer);
        Shards::in_folder(folder.path()).unwrap()
    };
    let same = shards(JUDGE);
    assert_eq!((same.check_judge().is_ok(), same.ruled_otherwise().count()), (true, 0));
    let other = shards(JUDGE - 1);
    assert_eq!(other.ruled_otherwise().collect::<Vec<_>>(), [(&*path, JUDGE - 1)]);
    let error = other.check_judge().unwrap_err().to_string();
    let told = format!("{}: its games were ruled by the judge of number {}, ", path.display(), JUDGE - 1);
    assert!(error.starts_with(&told), "{error}");
}

#[test]
fn headers_are_alike_that_differ_in_their_seed_alone() {
    let change = |change: &dyn Fn(&mut Header)| {
        let mut other = header();
        change(&mut other);
        header().is_alike(&other)
    };
    assert!(change(&|header| header.settings.seed = 9));
    assert!(!change(&|header| header.settings.nodes = 9));
    assert!(!change(&|header| header.settings.plies = 9));
    assert!(!change(&|header| header.mind = "own net a 01234567".to_owned()));
    assert!(!change(&|header| header.engine = "hnefi 0.1.0, bench 7".to_owned()));
    assert!(!change(&|header| header.judge = 2));
    assert!(!change(&|header| header.ruleset = HOUSE.replace("brandubh", "tablut-15")));
}

#[test]
fn the_page_shows_a_shard_byte_by_byte() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ours-1-0.shard");
    let (mut writer, _) = ShardWriter::open(&path, &header()).unwrap();
    writer.append(&game()).unwrap();
    drop(writer);
    let wanted = dump(&std::fs::read(&path).unwrap());
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats/shards.md");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains(&format!("```text\n{wanted}\n```")), "the page should show:\n{wanted}");

    let mut shard = Shard::open(&path).unwrap();
    assert_eq!(shard.header(), &header());
    assert_eq!(shard.by_ref().map(Result::unwrap).collect::<Vec<_>>(), [game()]);
    let shards = Shards::in_folder(folder.path()).unwrap();
    let read = shards.games().next().unwrap().unwrap();
    let mut positions = Vec::new();
    read.replay(shards.referee(&read), |position, _, _| positions.push(position.rows_text())).unwrap();
    assert_eq!(positions, ["/3t3/3t3/7/tt1K1tt/3T3/3t3/3t3/", "/2t4/3t3/7/tt1K1tt/3T3/3t3/3t3/"]);
}

//! Shards: what they keep, what they notice, and that they go on.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;

use hnefi_engine::{Cancel, Engine, EngineOptions, Idea, MindChoice};
use hnefi_rules::{Game, Piece, Referee, Square, ruleset};
use hnefi_selfplay::{Count, Played, Recipe, Run, Settings, Shard, ShardError, Shards, Why};

fn recipe(seed: u64) -> Recipe {
    let ruleset = ruleset("brandubh").unwrap();
    let starts = "start+0-6=1,book+0-2=1,drawn=1,defenders-1-2+0-4=2,attackers-1-1=1".parse().unwrap();
    let settings =
        Settings { seed, nodes: 60, plies: 40, chance: 100, to_the_end: 30, starts, ..Settings::of(ruleset) };
    Recipe::new(ruleset.clone(), settings, "a test", "by hand").unwrap()
}

fn engine() -> Engine {
    Engine::of_mind(EngineOptions { threads: 1, hash_mb: 1, seed: Some(1) }, MindChoice::Hand)
}

fn play(recipe: &Recipe, out: &Path, numbers: std::ops::Range<u32>, threads: usize) -> Result<Count, ShardError> {
    Run { recipe, out, numbers, threads }.play(&engine, &Cancel::new(), &mut |_| {})
}

/// The games of a folder by their numbers.
fn games(folder: &Path) -> BTreeMap<u32, Played> {
    let shards = Shards::in_folder(folder).unwrap();
    let games: BTreeMap<u32, Played> =
        shards.games().map(|game| game.unwrap()).map(|game| (game.number, game)).collect();
    assert_eq!(games.len() as u64, shards.len());
    games
}

#[test]
fn the_same_seed_plays_the_same_games_on_one_thread_and_on_three() {
    let [one, three, other] = [1, 3, 1].map(|_| tempfile::tempdir().unwrap());
    let count = play(&recipe(7), one.path(), 0..12, 1).unwrap();
    assert_eq!(play(&recipe(7), three.path(), 0..12, 3).unwrap(), count);
    play(&recipe(8), other.path(), 0..12, 1).unwrap();
    let same = games(one.path());
    assert_eq!(same.len(), 12);
    assert_eq!(same, games(three.path()));
    assert_ne!(same, games(other.path()));
    let kinds: std::collections::BTreeSet<u8> = same.values().map(|game| game.start).collect();
    assert!(kinds.len() >= 4, "{kinds:?}");
    assert!(same.values().any(|game| game.why == Why::Forced) && same.values().any(|game| game.to_the_end));
}

#[test]
fn a_game_does_not_depend_on_what_the_engine_played_before() {
    let ruleset = ruleset("brandubh").unwrap();
    let settings = Settings { nodes: 1500, ..Settings::of(ruleset) };
    let recipe = Recipe::new(ruleset.clone(), settings, "a test", "by hand").unwrap();
    let used = engine();
    for number in 0..8 {
        let game = |engine| recipe.play(engine, number, &Cancel::new()).unwrap();
        assert_eq!(game(&used), game(&engine()), "game {number}");
    }
}

#[test]
fn what_a_position_teaches_does_not_depend_on_how_long_nothing_was_taken_before_it() {
    let ruleset = ruleset("copenhagen").unwrap();
    let starts = "sealed-1-4=1".parse().unwrap();
    let settings = Settings { nodes: 50, plies: 60, chance: 0, give_up: None, starts, ..Settings::of(ruleset) };
    let recipe = Recipe::new(ruleset.clone(), settings, "a test", "by hand").unwrap();
    let folder = tempfile::tempdir().unwrap();
    play(&recipe, folder.path(), 0..3, 1).unwrap();
    let plies = |game: Played| game.plies;
    let taught: Vec<_> = games(folder.path()).into_values().map(plies).collect();
    let by = |engine: &Engine| -> Vec<_> {
        (0..3).map(|number| plies(recipe.play(engine, number, &Cancel::new()).unwrap())).collect()
    };
    assert!(taught == by(&engine().without(Idea::Standstill)));
    assert!(taught != by(&engine()), "no game lasts so long that it matters");
}

#[test]
fn beginnings_near_the_best_are_alike_whatever_is_looked_at_and_differ_by_number() {
    let ruleset = ruleset("brandubh").unwrap();
    let beginnings = |nodes, margin: &str| -> Vec<Vec<_>> {
        let starts = format!("start+4-4{margin}=1").parse().unwrap();
        let settings = Settings { nodes, plies: 6, starts, ..Settings::of(ruleset) };
        let recipe = Recipe::new(ruleset.clone(), settings, "a test", "by hand").unwrap();
        let begun = |number| recipe.play(&engine(), number, &Cancel::new()).unwrap().plies;
        (0..4).map(|number| begun(number).iter().take(4).map(|ply| ply.mv).collect()).collect()
    };
    let near = beginnings(50, "~40");
    assert_eq!(near, beginnings(90, "~40"));
    assert_ne!(near, beginnings(50, ""));
    let different: std::collections::BTreeSet<_> = near.iter().map(|moves| format!("{moves:?}")).collect();
    assert!(different.len() >= 3, "{near:?}");
    // Nothing but what is as good as the best.
    let best = beginnings(50, "~0");
    assert_ne!(best, near);
}

#[test]
fn games_behind_sealed_corners_begin_there() {
    let recipe = |id: &str, starts: &str| {
        let ruleset = ruleset(id).unwrap();
        let settings = Settings { nodes: 50, plies: 12, starts: starts.parse().unwrap(), ..Settings::of(ruleset) };
        Recipe::new(ruleset.clone(), settings, "a test", "by hand")
    };
    let copenhagen = recipe("copenhagen", "sealed-1-4+0-1=1").unwrap();
    let (mut counts, mut boards) = (std::collections::BTreeSet::new(), std::collections::BTreeSet::new());
    for number in 0..20 {
        let game = copenhagen.play(&engine(), number, &Cancel::new()).unwrap();
        let setup = game.setup.unwrap();
        let of = |piece| setup.pieces().filter(|&(_, other)| other == piece).count();
        assert!((12..=24).contains(&of(Piece::Attacker)) && of(Piece::King) == 1, "{setup:?}");
        // Whatever walks as a king does from a corner, past everybody but attackers, stays there.
        for corner in setup.squares().filter(|&square| setup.is_corner(square)) {
            let mut reached = vec![corner];
            let mut at = 0;
            while let Some(&from) = reached.get(at) {
                let beside = |to: &Square| from.file().abs_diff(to.file()) + from.rank().abs_diff(to.rank()) == 1;
                let open = |to: &Square| setup.piece(*to) != Some(Piece::Attacker) && !reached.contains(to);
                let next: Vec<Square> = setup.squares().filter(beside).filter(open).collect();
                reached.extend(next);
                at += 1;
            }
            assert!(reached.len() <= 6, "{setup:?}");
        }
        counts.insert(of(Piece::Defender));
        boards.insert(format!("{setup:?}"));
    }
    assert_eq!((counts.into_iter().collect::<Vec<_>>(), boards.len()), (vec![1, 2, 3, 4], 20));
    for (id, starts, says) in [
        ("tawlbwrdd", "sealed-1-4=1", "hold all corners"),
        ("brandubh", "sealed-1-1=1", "hold all corners"),
        ("copenhagen", "sealed-1-13=1", "12 defenders, and 13"),
    ] {
        let refused = recipe(id, starts).unwrap_err().to_string();
        assert!(refused.contains(says), "{refused}");
    }
}

#[test]
fn a_run_that_was_torn_goes_on_as_if_it_had_never_stopped() {
    let [whole, torn] = [0, 1].map(|_| tempfile::tempdir().unwrap());
    let recipe = recipe(3);
    play(&recipe, whole.path(), 0..8, 1).unwrap();
    play(&recipe, torn.path(), 0..5, 2).unwrap();
    let path = torn.path().join("brandubh-3-0.shard");
    let all = std::fs::read(&path).unwrap();
    let last = Shard::open(&path).unwrap().map(|game| game.unwrap().place.offset).last().unwrap();
    // Wherever the last game was torn, also within the head of its block.
    for length in [last + 1, last + 11, last + 12, last + 40, all.len() as u64 - 1] {
        std::fs::write(&path, &all[..length as usize]).unwrap();
        let mut shard = Shard::open(&path).unwrap();
        assert_eq!(shard.by_ref().filter(|game| game.is_ok()).count(), 4, "{length}");
        assert_eq!(shard.torn_at(), Some(last));
        assert_eq!(Shards::in_folder(torn.path()).unwrap().torn().next(), Some((&*path, last)));
        play(&recipe, torn.path(), 0..8, 1).unwrap();
        assert_eq!(games(torn.path()), games(whole.path()), "torn at {length}");
        assert_eq!(Shards::in_folder(torn.path()).unwrap().torn().next(), None);
    }
    // What a power cut leaves of a file that had grown: zeros after the last game.
    for zeros in [12, 300, 9_000] {
        let grown = [&all[..], &vec![0; zeros]].concat();
        std::fs::write(&path, &grown).unwrap();
        let mut shard = Shard::open(&path).unwrap();
        assert_eq!(shard.by_ref().map(Result::unwrap).count(), 5);
        assert_eq!(shard.torn_at(), Some(all.len() as u64));
        play(&recipe, torn.path(), 0..8, 1).unwrap();
        assert_eq!(games(torn.path()), games(whole.path()), "{zeros} zeros");
        assert_eq!(Shards::in_folder(torn.path()).unwrap().torn().next(), None);
        // Something after the zeros is damage.
        let damaged = [&grown[..], &[1]].concat();
        std::fs::write(&path, &damaged).unwrap();
        assert!(play(&recipe, torn.path(), 0..8, 1).unwrap_err().to_string().contains("CRC-32"));
        assert_eq!(std::fs::read(&path).unwrap(), damaged);
    }
    // And zeros in the place of its last sectors, which begin within a game.
    let places: Vec<u64> = {
        std::fs::write(&path, &all).unwrap();
        Shard::open(&path).unwrap().map(|game| game.unwrap().place.offset).collect()
    };
    for back in 1..=2 {
        let sector = (all.len() - 1) / 512 * 512 - 512 * (back - 1);
        let mut cut = all.clone();
        cut[sector..].fill(0);
        std::fs::write(&path, &cut).unwrap();
        let mut shard = Shard::open(&path).unwrap();
        let kept = shard.by_ref().map(Result::unwrap).count();
        let begun = places.iter().rposition(|&place| place <= sector as u64).unwrap();
        assert_eq!((kept, shard.torn_at()), (begun, Some(places[begun])));
        play(&recipe, torn.path(), 0..8, 1).unwrap();
        assert_eq!(games(torn.path()), games(whole.path()), "zeros from byte {sector} on");
    }
    // Also within the header, before any game.
    for length in [0, 5, 11, 30] {
        std::fs::write(&path, &all[..length]).unwrap();
        play(&recipe, torn.path(), 0..8, 1).unwrap();
        assert_eq!(games(torn.path()), games(whole.path()), "torn at {length}");
    }
}

#[test]
fn a_run_that_is_cancelled_keeps_what_is_finished() {
    let [whole, cancelled] = [0, 1].map(|_| tempfile::tempdir().unwrap());
    let recipe = recipe(4);
    play(&recipe, whole.path(), 0..8, 1).unwrap();
    let (cancel, path) = (Cancel::new(), cancelled.path());
    let run = Run { recipe: &recipe, out: path, numbers: 0..8, threads: 2 };
    let count = run
        .play(&engine, &cancel, &mut |progress| {
            if progress.played == 3 {
                cancel.cancel();
            }
        })
        .unwrap();
    assert!((3..8).contains(&count.games()), "{count:?}");
    assert_eq!(games(path).len() as u64, count.games());
    play(&recipe, path, 0..8, 2).unwrap();
    assert_eq!(games(path), games(whole.path()));
}

#[test]
fn damage_is_told_with_its_file_and_byte() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = recipe(5);
    play(&recipe, folder.path(), 0..4, 1).unwrap();
    let path = folder.path().join("brandubh-5-0.shard");
    let offsets: Vec<u64> = Shard::open(&path).unwrap().map(|game| game.unwrap().place.offset).collect();
    let all = std::fs::read(&path).unwrap();
    // In the middle of a game, in the length of a block, and in the header.
    for (byte, told) in [(offsets[2] + 50, offsets[2]), (offsets[1] + 1, offsets[1]), (100, 12)] {
        let mut damaged = all.clone();
        damaged[byte as usize] ^= 0x10;
        std::fs::write(&path, &damaged).unwrap();
        let place = format!("{}, byte {told}: ", path.display());
        let errors = [
            play(&recipe, folder.path(), 0..6, 1).unwrap_err(),
            Shards::in_folder(folder.path()).unwrap_err(),
            match Shard::open(&path) {
                Ok(shard) => shard.filter_map(Result::err).next().unwrap(),
                Err(error) => error,
            },
        ];
        for error in errors {
            assert!(error.to_string().starts_with(&place), "{error}");
            assert!(error.to_string().contains("CRC-32"), "{error}");
        }
        assert_eq!(std::fs::read(&path).unwrap(), damaged, "a damaged shard is left alone");
    }
}

#[test]
fn a_move_that_is_not_legal_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    play(&recipe(5), folder.path(), 0..2, 1).unwrap();
    let mut game = Shard::open(&folder.path().join("brandubh-5-0.shard")).unwrap().nth(1).unwrap().unwrap();
    game.plies[1].mv = game.plies[0].mv;
    let referee = Referee::new(ruleset("brandubh").unwrap().clone());
    let error = game.replay(&referee, |_, _, _| {}).unwrap_err().to_string();
    let place = format!("brandubh-5-0.shard, byte {}: game {}, ply 1: ", game.place.offset, game.number);
    assert!(error.contains(&place), "{error}");
}

#[test]
fn what_lies_in_two_shards_counts_once() {
    let [one, folder] = [0, 1].map(|_| tempfile::tempdir().unwrap());
    let recipe = recipe(6);
    play(&recipe, one.path(), 0..6, 1).unwrap();
    play(&recipe, folder.path(), 0..4, 1).unwrap();
    play(&recipe, folder.path(), 3..6, 1).unwrap();
    let shards = Shards::in_folder(folder.path()).unwrap();
    let repeated = shards.repeated();
    assert_eq!(repeated.iter().map(|repeated| repeated.games).collect::<Vec<_>>(), [1]);
    assert!(repeated[0].first.ends_with("brandubh-6-0.shard") && repeated[0].again.ends_with("brandubh-6-3.shard"));
    assert_eq!(shards.len(), 6);
    assert_eq!(games(folder.path()), games(one.path()));
    // The same numbers of another seed are other games.
    play(&self::recipe(9), folder.path(), 0..4, 1).unwrap();
    let shards = Shards::in_folder(folder.path()).unwrap();
    assert_eq!((shards.len(), shards.repeated().len()), (10, 1));
    // A block that was copied within one file.
    let path = folder.path().join("brandubh-6-3.shard");
    let bytes = std::fs::read(&path).unwrap();
    let last = Shard::open(&path).unwrap().map(|game| game.unwrap().place.offset).last().unwrap();
    std::fs::write(&path, [&bytes, &bytes[last as usize..]].concat()).unwrap();
    assert_eq!(Shards::in_folder(folder.path()).unwrap().len(), 10);
    assert_eq!(Shards::in_folder(folder.path()).unwrap().games().count(), 10);
}

#[test]
fn replayed_games_are_those_that_were_played() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = recipe(2);
    let count = play(&recipe, folder.path(), 0..10, 1).unwrap();
    let shards = Shards::in_folder(folder.path()).unwrap();
    let referee = Arc::new(Referee::new(ruleset("brandubh").unwrap().clone()));
    let mut searched = 0;
    for game in shards.games() {
        let game = game.unwrap();
        let mut again = Game::from_position(referee.clone(), game.first(&referee).unwrap());
        game.replay(&referee, |position, ply, game| {
            assert_eq!(position, again.position());
            searched += u64::from(ply.score.is_some());
            let last = std::ptr::eq(ply, game.plies.last().unwrap());
            if !(last && matches!(game.why, Why::Forced | Why::GivenUp)) {
                again.play(ply.mv).unwrap();
            }
        })
        .unwrap();
        match game.why {
            Why::Board(ending) => {
                let outcome = again.outcome().unwrap();
                assert_eq!((outcome.reason, outcome.winner), (ending, game.winner));
            }
            Why::Forced => {
                let score = game.plies.last().unwrap().score.unwrap();
                assert!(!game.to_the_end && score.unsigned_abs() > 29_000);
                assert_eq!(game.result(), if score > 0 { 1.0 } else { 0.0 });
            }
            Why::GivenUp | Why::Quiet => panic!("nothing is given up here"),
            Why::Cap => assert_eq!((game.plies.len(), game.winner), (40, None)),
        }
    }
    assert_eq!((searched, shards.plies()), (count.positions, count.plies));
}

#[test]
fn games_that_are_given_up_were_clear_and_those_played_to_their_end_are_not() {
    let ruleset = ruleset("brandubh").unwrap();
    let give_up = Some("150/150:2".parse().unwrap());
    let settings = Settings { nodes: 60, give_up, to_the_end: 40, ..Settings::of(ruleset) };
    let recipe = Recipe::new(ruleset.clone(), settings, "a test", "by hand").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let count = play(&recipe, folder.path(), 0..30, 2).unwrap();
    let (mut given_up, mut to_the_end) = (0, 0);
    for game in games(folder.path()).values() {
        if game.why == Why::GivenUp {
            given_up += 1;
            let clear = game.plies.iter().rev().take(2).all(|ply| match game.result() {
                1.0 => ply.score.unwrap() >= 150,
                _ => ply.score.unwrap() <= -150,
            });
            assert!(clear && !game.to_the_end, "{game:?}");
        }
        if game.to_the_end {
            to_the_end += 1;
            assert!(matches!(game.why, Why::Board(_) | Why::Cap), "{:?}", game.why);
        }
    }
    assert!(given_up > 3 && to_the_end > 3, "{given_up} {to_the_end}");
    assert!(count.given_up.judged > 0 && count.forced.judged > 0, "{count:?}");
}

#[test]
fn a_game_without_captures_is_a_draw_where_that_is_asked_for() {
    let ruleset = ruleset("brandubh").unwrap();
    let settings = Settings { nodes: 60, quiet: Some(8), chance: 0, ..Settings::of(ruleset) };
    let recipe = Recipe::new(ruleset.clone(), settings, "a test", "by hand").unwrap();
    let folder = tempfile::tempdir().unwrap();
    play(&recipe, folder.path(), 0..30, 2).unwrap();
    let referee = Referee::new(ruleset.clone());
    let mut quiet = 0;
    for game in games(folder.path()).values() {
        let mut men = Vec::new();
        game.replay(&referee, |position, _, _| men.push(position.pieces().count())).unwrap();
        // Of the plies before the last one, which may have taken something.
        let longest = men.chunk_by(|one, next| one == next).map(<[usize]>::len).max().unwrap();
        if game.why == Why::Quiet {
            quiet += 1;
            assert_eq!((game.winner, game.to_the_end), (None, false));
            assert!(men.iter().rev().take(8).all(|count| count == men.last().unwrap()), "{men:?}");
        }
        assert!(game.to_the_end || game.start != 0 || longest <= 8 + 6, "{longest}");
    }
    assert!(quiet > 3, "{quiet}");
}

#[test]
fn other_settings_and_other_files_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    play(&recipe(1), folder.path(), 0..1, 1).unwrap();
    let path = folder.path().join("brandubh-1-0.shard");
    let ruleset = ruleset("brandubh").unwrap();
    let settings = Settings { nodes: 61, ..recipe(1).header().settings.clone() };
    let other = Recipe::new(ruleset.clone(), settings, "a test", "by hand").unwrap();
    let error = play(&other, folder.path(), 0..1, 1).unwrap_err().to_string();
    assert_eq!(error, format!("{} keeps other games: nodes is 60 there, and 61 here", path.display()));

    std::fs::write(&path, "a letter to somebody").unwrap();
    let error = play(&recipe(1), folder.path(), 0..1, 1).unwrap_err().to_string();
    assert_eq!(error, format!("{} is no shard of games", path.display()));
    assert_eq!(std::fs::read(&path).unwrap(), b"a letter to somebody");
    assert!(matches!(Shards::in_folder(folder.path()).unwrap_err(), ShardError::Foreign(_)));

    std::fs::remove_file(&path).unwrap();
    assert!(matches!(Shards::in_folder(folder.path()).unwrap_err(), ShardError::None(_)));
    play(&recipe(1), folder.path(), 0..1, 1).unwrap();
    let mut file = OpenOptions::new().write(true).open(&path).unwrap();
    file.seek(SeekFrom::Start(8)).unwrap();
    file.write_all(&[2]).unwrap();
    let error = Shard::open(&path).unwrap_err().to_string();
    assert!(error.ends_with("is a shard of version 2, and this program reads version 1"), "{error}");
    file.seek(SeekFrom::Start(8)).unwrap();
    file.write_all(&[1]).unwrap();
    file.lock().unwrap();
    assert!(matches!(play(&recipe(1), folder.path(), 0..2, 1).unwrap_err(), ShardError::Busy(_)));
}

#[test]
fn a_shard_that_was_played_in_a_way_that_nobody_here_knows_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    play(&recipe(1), folder.path(), 0..1, 1).unwrap();
    let path = folder.path().join("brandubh-1-0.shard");
    let bytes = std::fs::read(&path).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let (header, games) = bytes[24..].split_at(length);
    let header = [&header[..length - 1], b",\"boldness\":3}"].concat();
    let mut block = [(header.len() as u32).to_le_bytes(), crc32fast::hash(&header).to_le_bytes()].concat();
    block.extend(crc32fast::hash(&block).to_le_bytes());
    let later = [&bytes[..12], &block, &header, games].concat();
    std::fs::write(&path, &later).unwrap();
    let error = play(&recipe(1), folder.path(), 0..2, 1).unwrap_err().to_string();
    assert_eq!(error, format!("{} keeps other games: boldness is 3 there, and nothing here", path.display()));
    assert!(std::fs::read(&path).unwrap() == later);
    assert_eq!(games_in(&path), 1);
}

fn games_in(path: &Path) -> usize {
    Shard::open(path).unwrap().map(Result::unwrap).count()
}

#[test]
fn games_that_cannot_begin_are_refused() {
    let ruleset = ruleset("brandubh").unwrap();
    let refused = |starts: &str, plies| {
        let settings = Settings { starts: starts.parse().unwrap(), plies, ..Settings::of(ruleset) };
        Recipe::new(ruleset.clone(), settings, "a test", "by hand").unwrap_err().to_string()
    };
    assert_eq!(refused("defenders-1-4=1", 100), "`defenders-1-4`: the board has 4 defenders, and 4 would be taken off");
    assert_eq!(refused("start+3-9=1", 9), "a game that ends after 9 plies never gets beyond an opening of 9");
    for wrong in ["", "start", "start=0", "nowhere=1", "defenders=1", "defenders-3-2=1", "start+4=1", "start=x"] {
        let text = format!("start+0-2=1, {wrong}");
        let error = text.parse::<hnefi_selfplay::Starts>().unwrap_err().to_string();
        assert!(error.starts_with(&format!("`{wrong}` is no start: ")), "{error}");
    }
    let many = vec!["start=1"; 201].join(",");
    assert_eq!(many.parse::<hnefi_selfplay::Starts>().unwrap_err().to_string(), "there are at most 200 starts");
}

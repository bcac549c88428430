//! A training learns, goes on as if nothing had happened, and refuses what does not fit.

use std::path::Path;
use std::sync::Arc;

use hnefi_engine::{Cancel, Engine, EngineOptions, MindChoice};
use hnefi_rules::{Ruleset, ruleset};
use hnefi_selfplay::{Recipe, Run, Settings, Shards, mind_of_own_net, mind_of_own_nets};
use hnefi_train::{
    CheckpointError, End, Far, Lesson, Material, MaterialError, Sample, Step, Targets, Training, TrainingSettings,
};

/// Some quick games of a rule set.
fn play(rules: &str, games: u32, folder: &Path) {
    let ruleset = ruleset(rules).unwrap().clone();
    let settings = Settings { nodes: 40, plies: 50, ..Settings::of(&ruleset) };
    play_by(BY_HAND, ruleset, settings, games, folder);
}

const BY_HAND: (&str, MindChoice) = ("by hand", MindChoice::Hand);

fn play_by(mind: (&str, MindChoice), ruleset: Arc<Ruleset>, settings: Settings, games: u32, folder: &Path) {
    let recipe = Recipe::new(ruleset, settings, "a test", mind.0).unwrap();
    let engine = || Engine::of_mind(EngineOptions { threads: 1, hash_mb: 1, seed: Some(1) }, mind.1.clone());
    Run { recipe: &recipe, out: folder, numbers: 0..games, threads: 1 }
        .play(&engine, &Cancel::new(), &mut |_| {})
        .unwrap();
}

fn settings(material: &Material) -> TrainingSettings {
    TrainingSettings {
        hidden: 64,
        buckets: 2,
        epochs: 3,
        batch: 256,
        rate: 0.004,
        result: 0.5,
        threads: 2,
        seed: 3,
        data: material.digest.clone(),
        from: String::new(),
    }
}

fn to_the_end(training: &mut Training<'_>) {
    while training.step() != Step::Done {}
}

#[test]
fn behind_sealed_corners_the_sooner_end_counts_more() {
    let folder = tempfile::tempdir().unwrap();
    let ruleset = ruleset("copenhagen").unwrap().clone();
    let starts = "sealed-0-0=1".parse().unwrap();
    let settings = Settings { nodes: 200, plies: 200, chance: 0, starts, ..Settings::of(&ruleset) };
    play_by(BY_HAND, ruleset, settings, 60, folder.path());
    let material = Material::of(&Shards::in_folder(folder.path()).unwrap(), 2, &mut |_| {}).unwrap();
    let targets = Targets::of(&material.teaching, 0.5);
    let mut wins: Vec<(u32, f32)> = Vec::new();
    for sample in material.teaching.iter() {
        let End::Alone(Far { won, left }) = sample.end else { panic!("{sample:?}") };
        let target = targets.target(&sample);
        assert!((target.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{target:?}");
        if won == 0 {
            wins.push((left, target[0]));
        }
    }
    wins.sort_by_key(|win| win.0);
    assert!(wins.windows(2).all(|two| two[0].1 >= two[1].1), "{wins:?}");
    let (soonest, latest) = (wins[0], wins[wins.len() - 1]);
    assert!(latest.0 > soonest.0 + 10 && latest.1 < soonest.1, "{soonest:?} {latest:?}");
}

#[test]
fn what_a_net_for_endgames_said_counts_beside_how_soon_its_games_were_won() {
    let folder = tempfile::tempdir().unwrap();
    let ruleset = ruleset("copenhagen").unwrap().clone();
    let starts = "sealed-1-2=1".parse().unwrap();
    let settings = Settings { nodes: 100, plies: 60, chance: 0, starts, ..Settings::of(&ruleset) };
    let nets = ["a", "b"].map(|name| mind_of_own_net(name, 0));
    play_by((&mind_of_own_nets(&nets), MindChoice::Own), ruleset, settings, 40, folder.path());
    let material = Material::of(&Shards::in_folder(folder.path()).unwrap(), 2, &mut |_| {}).unwrap();
    let [by_score, both, by_end] = [0.0, 0.5, 1.0].map(|result| Targets::of(&material.teaching, result));
    let (mut known, mut alone) = (Vec::new(), 0);
    for sample in material.teaching.iter() {
        let defenders = sample.men.iter().filter(|&&man| (121..242).contains(&man)).count() - 1;
        let End::Soon(far) = sample.end else {
            assert!(defenders > 1 && matches!(sample.end, End::Alone(_)), "{sample:?}");
            alone += 1;
            continue;
        };
        assert!(defenders <= 1);
        let [score, half, end] = [&by_score, &both, &by_end].map(|targets| targets.target(&sample));
        let alike = |one: [f32; 3], other: [f32; 3]| one.iter().zip(other).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!(alike(end, by_end.target(&Sample { end: End::Alone(far), ..sample })), "{end:?}");
        assert!(alike(half, std::array::from_fn(|way| (score[way] + end[way]) / 2.0)), "{score:?} {half:?} {end:?}");
        if sample.score.abs() < 16_000 {
            known.push((sample.score, score[0] - score[2]));
        } else {
            assert_eq!(score, end, "{}", sample.score);
        }
    }
    known.sort_by_key(|&(score, _)| score);
    assert!(alone > 0 && known.len() > 100 && known[0].0 < known[known.len() - 1].0, "{alone}, {known:?}");
    assert!(known.windows(2).all(|two| two[0].1 <= two[1].1), "{known:?}");
}

#[test]
fn a_training_learns_and_goes_on_where_it_was_laid_aside() {
    let folder = tempfile::tempdir().unwrap();
    play("brandubh", 60, folder.path());
    let material = Material::of(&Shards::in_folder(folder.path()).unwrap(), 2, &mut |_| {}).unwrap();
    let targets = Targets::of(&material.teaching, 0.5);
    let lesson = Lesson { teaching: &material.teaching, testing: &material.testing, targets: &targets };
    let begin = || Training::new(settings(&material), &material.inputs, lesson);

    let mut whole = begin();
    to_the_end(&mut whole);
    let epochs = whole.epochs();
    assert_eq!(epochs.len(), 3);
    assert!(epochs[2].taught < epochs[0].taught, "{epochs:?}");
    // Who says the same of every position cannot do worse than to find all ends equally likely.
    assert!(whole.blind_loss() <= 3f64.ln() + 0.2, "{}", whole.blind_loss());
    let known = material.testing.iter().filter(|sample| sample.end != End::Nothing).count();
    assert_eq!(whole.calibration().iter().map(|tenth| tenth.0).sum::<u64>(), known as u64);
    let known = material.teaching.iter().filter(|sample| sample.end != End::Nothing).count();
    assert!(known > 0 && known < material.teaching.len(), "games of unequal sides are among those that teach");

    // Whoever begins with what the games taught knows it already.
    let more = TrainingSettings { from: "the first".to_owned(), rate: 0.0001, ..settings(&material) };
    let mut taught = Training::from(more, &material.inputs, lesson, whole.weights().clone());
    while !matches!(taught.step(), Step::Ended(_)) {}
    assert!(taught.epochs()[0].taught < epochs[1].taught, "{:?} after {epochs:?}", taught.epochs());

    // Laid aside in the middle of an epoch, and between two.
    for stop in [2, 1 + material.teaching.len().div_ceil(256)] {
        let mut part = begin();
        (0..stop).for_each(|_| _ = part.step());
        let aside = part.checkpoint();
        let mut rest = Training::resume(settings(&material), &material.inputs, lesson, &aside).unwrap();
        assert!(rest.done() > 0.0 && rest.done() < 1.0);
        to_the_end(&mut rest);
        assert_eq!(rest.weights(), whole.weights(), "after {stop} steps");
        assert_eq!(rest.epochs(), whole.epochs());
    }
}

#[test]
fn a_checkpoint_of_another_plan_or_a_damaged_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    play("brandubh", 30, folder.path());
    let material = Material::of(&Shards::in_folder(folder.path()).unwrap(), 2, &mut |_| {}).unwrap();
    let targets = Targets::of(&material.teaching, 0.5);
    let lesson = Lesson { teaching: &material.teaching, testing: &material.testing, targets: &targets };
    let training = Training::new(settings(&material), &material.inputs, lesson);
    let bytes = training.checkpoint();
    let resume =
        |settings: TrainingSettings, bytes: &[u8]| Training::resume(settings, &material.inputs, lesson, bytes).err();
    assert!(resume(settings(&material), &bytes).is_none());
    assert!(resume(TrainingSettings { threads: 3, ..settings(&material) }, &bytes).is_none());
    let other = TrainingSettings { rate: 0.001, ..settings(&material) };
    let told = resume(other, &bytes).unwrap().to_string();
    assert!(told.ends_with("by other games: rate is 0.004 there, and 0.001 is asked for"), "{told}");
    let mut spoilt = bytes.clone();
    spoilt[bytes.len() / 2] ^= 1;
    assert!(matches!(resume(settings(&material), &spoilt), Some(CheckpointError::Damaged)));
    for length in [0, 3, 11, 40, bytes.len() - 4] {
        assert!(matches!(resume(settings(&material), &bytes[..length]), Some(CheckpointError::Damaged)), "{length}");
    }
}

#[test]
fn games_of_which_none_tells_how_games_end_teach_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let ruleset = ruleset("brandubh").unwrap().clone();
    // The attackers look at half as many positions.
    let starts = "start+0-8/2=1".parse().unwrap();
    let settings = Settings { nodes: 40, plies: 50, starts, ..Settings::of(&ruleset) };
    play_by(BY_HAND, ruleset, settings, 40, folder.path());
    let told = Material::of(&Shards::in_folder(folder.path()).unwrap(), 4, &mut |_| {}).err().unwrap();
    assert!(matches!(&told, MaterialError::Ends { rules, .. } if rules == "brandubh"), "{told}");
}

#[test]
fn boards_of_two_sizes_teach_no_single_net() {
    let folder = tempfile::tempdir().unwrap();
    play("brandubh", 2, folder.path());
    play("fetlar-2018", 1, folder.path());
    let told = Material::of(&Shards::in_folder(folder.path()).unwrap(), 4, &mut |_| {}).err().unwrap();
    assert!(matches!(&told, MaterialError::Boards(..)), "{told}");
}

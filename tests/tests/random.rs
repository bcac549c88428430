//! The two referees on hundreds of thousands of random plies.
//!
//! Half of the plies start from thin positions, because the start hides nearly everything in which the
//! leaflets differ.

use std::sync::Arc;

use fastrand::Rng;
use hnefi_rules::{Question, Ruleset, leaflet};
use hnefi_tests::{Duel, Style, house, thin};

const STYLES: [Style; 3] = [Style::Wandering, Style::Greedy, Style::Shuffling];

/// Plays at least so many plies from the start, and as many from thin positions.
fn compare(duel: &Duel, plies_each: usize, rng: &mut Rng) -> (usize, usize) {
    let size = duel.fast().ruleset().size();
    let (mut from_start, mut from_thin) = (0, 0);
    while from_start < plies_each || from_thin < plies_each {
        if from_start < plies_each {
            let style = STYLES[rng.usize(..STYLES.len())];
            from_start += duel.play_randomly(duel.start(), 200, style, rng);
        }
        if from_thin > from_start {
            continue;
        }
        let setup = thin::setup(size, rng);
        let Some(position) = duel.position(&setup, thin::side(rng)) else { continue };
        for &mv in &duel.fast().moves(&position) {
            duel.compare_play(&position, mv);
        }
        let style = STYLES[rng.usize(..STYLES.len())];
        from_thin += duel.play_randomly(position, 30, style, rng);
    }
    (from_start, from_thin)
}

fn compare_leaflet(id: &str, seed: u64) {
    let duel = Duel::new(leaflet(id).unwrap());
    let (from_start, from_thin) = compare(&duel, 100_000, &mut Rng::with_seed(seed));
    println!("{id}: {from_start} plies from the start and {from_thin} from thin positions compared");
    assert!(from_start >= 100_000 && from_thin >= 100_000);
}

#[test]
fn fetlar_2018() {
    compare_leaflet("fetlar-2018", 1);
}

#[test]
fn viking_game() {
    compare_leaflet("viking-game", 2);
}

#[test]
fn cyningstan_2014() {
    compare_leaflet("cyningstan-2014", 3);
}

#[test]
fn nestorgames() {
    compare_leaflet("nestorgames", 4);
}

#[test]
fn regency_chess() {
    compare_leaflet("regency-chess", 5);
}

#[test]
fn each_answer_turned_over() {
    let (mut rulesets, mut plies) = (0, 0);
    for (index, (ruleset, question, word)) in house::turned_over().enumerate() {
        let name = format!("{} with {} = {word}", ruleset.id(), question.id());
        let duel = Duel::named(&ruleset, name);
        let (from_start, from_thin) = compare(&duel, 400, &mut Rng::with_seed(1000 + index as u64));
        rulesets += 1;
        plies += from_start + from_thin;
    }
    println!("{rulesets} rule sets with one answer turned over: {plies} plies compared");
}

#[test]
fn many_answers_turned_over() {
    let mut plies = 0;
    let mut boards = house::other_boards();
    boards.push(leaflet("nestorgames").unwrap().clone());
    for (seed, board) in (0..250).zip(boards.iter().cycle()) {
        let mut rng = Rng::with_seed(5000 + seed);
        let mut ruleset: Ruleset = board.as_ref().clone();
        for &question in Question::ALL {
            let words = question.words();
            ruleset = ruleset.with(question, words[rng.usize(..words.len())]).unwrap();
        }
        let duel = Duel::named(&Arc::new(ruleset), format!("random answers of seed {seed}"));
        let (from_start, from_thin) = compare(&duel, 300, &mut rng);
        plies += from_start + from_thin;
    }
    println!("250 rule sets with random answers on boards of all sizes: {plies} plies compared");
}

#[test]
fn other_boards() {
    for (index, ruleset) in house::other_boards().iter().enumerate() {
        let duel = Duel::new(ruleset);
        let (from_start, from_thin) = compare(&duel, 5_000, &mut Rng::with_seed(9000 + index as u64));
        println!("{}: {from_start} plies from the start and {from_thin} from thin positions", ruleset.id());
    }
}

/// The comparison itself is put to the test: with one answer turned over for one referee only, the two must
/// come to disagree.
#[test]
fn a_referee_with_another_answer_is_found_out() {
    // The slow referee knows nothing of what people agree on.
    let off_the_board = [Question::Agreement, Question::Claims];
    for (index, (ruleset, question, word)) in house::turned_over().enumerate() {
        if off_the_board.contains(&question) {
            continue;
        }
        let duel = Duel::mismatched(&ruleset, leaflet(ruleset.id()).unwrap());
        let mut rng = Rng::with_seed(7000 + index as u64);
        let agreed = std::panic::catch_unwind(move || compare(&duel, 20_000, &mut rng)).is_ok();
        assert!(!agreed, "nobody noticed {} with {} = {word}", ruleset.id(), question.id());
    }
}

//! The two referees on random plies, under every rule set and many that somebody made up.
//!
//! Half of the plies start from thin positions and from scenes in which rare things are about to happen, because
//! the start hides nearly everything in which the rule sets differ. `HNEFI_PLIES=20` plays twenty times as many.

use std::collections::BTreeMap;
use std::sync::Arc;

use fastrand::Rng;
use hnefi_rules::{Position, Question, Ruleset, leaflet, leaflets, ruleset};
use hnefi_tests::{Duel, Style, house, scenes, thin};

const STYLES: [Style; 3] = [Style::Wandering, Style::Greedy, Style::Shuffling];

/// What was compared, and how often each thing happened.
#[derive(Default)]
struct Tally {
    from_start: usize,
    from_elsewhere: usize,
    seen: BTreeMap<&'static str, usize>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.from_start += other.from_start;
        self.from_elsewhere += other.from_elsewhere;
        for (what, count) in other.seen {
            *self.seen.entry(what).or_default() += count;
        }
    }

    fn print(&self, name: &str) {
        let Tally { from_start, from_elsewhere, seen } = self;
        println!("{name}: {from_start} plies from the start and {from_elsewhere} from elsewhere compared; {seen:?}");
    }

    fn assert_seen(&self, least: usize, things: &[&str]) {
        for what in things {
            assert!(self.seen.get(what).is_some_and(|&count| count >= least), "too little of {what}: {:?}", self.seen);
        }
    }
}

/// How many times as many plies as in the routine run.
fn scale() -> usize {
    std::env::var("HNEFI_PLIES").map_or(1, |text| text.parse().expect("HNEFI_PLIES is a number"))
}

/// A thin position or a scene that can be played.
fn elsewhere(duel: &Duel, rng: &mut Rng) -> Option<Position> {
    let size = duel.fast().ruleset().size();
    let (setup, turn) =
        if rng.u8(..3) == 0 { (thin::setup(size, rng), thin::side(rng)) } else { scenes::scene(size, rng) };
    duel.position(&setup, turn)
}

/// Plays at least so many plies from the start, and as many from elsewhere.
fn compare(duel: &Duel, plies_each: usize, rng: &mut Rng) -> Tally {
    let (mut from_start, mut from_elsewhere) = (0, 0);
    while from_start < plies_each || from_elsewhere < plies_each {
        if from_start < plies_each {
            let style = STYLES[rng.usize(..STYLES.len())];
            // A random start may end the game at once.
            from_start += duel.play_randomly(duel.start(), 200, style, rng).max(1);
        }
        while from_elsewhere < plies_each.min(from_start) {
            let Some(position) = elsewhere(duel, rng) else { continue };
            for &mv in &duel.fast().moves(&position) {
                duel.compare_play(&position, mv);
            }
            let style = STYLES[rng.usize(..STYLES.len())];
            from_elsewhere += duel.play_randomly(position, 30, style, rng).max(1);
        }
    }
    Tally { from_start, from_elsewhere, seen: duel.seen() }
}

fn compare_all<'a>(rulesets: impl Iterator<Item = &'a Arc<Ruleset>>, plies: usize, seed: u64) -> Tally {
    let mut all = Tally::default();
    for (index, ruleset) in (0..).zip(rulesets) {
        let plies = plies * scale();
        let tally = compare(&Duel::new(ruleset), plies, &mut Rng::with_seed(seed + index));
        tally.print(ruleset.id());
        assert!(tally.from_start >= plies && tally.from_elsewhere >= plies);
        all.add(tally);
    }
    all
}

#[test]
fn leaflets_compared() {
    let tally = compare_all(leaflets().iter(), 6_000, 1);
    tally.assert_seen(3, &["king-captured", "king-escaped", "no-legal-move", "repetition"]);
    tally.assert_seen(3, &["king", "corner", "throne", "trap", "four-sides", "three-and-throne"]);
}

#[test]
fn rule_sets_of_the_community_compared() {
    let tally = compare_all(hnefi_rules::community().iter(), 1_500, 101);
    let endings = ["king-captured", "king-escaped", "exit-fort", "encirclement", "no-legal-move", "repetition"];
    tally.assert_seen(3, &endings);
    tally.assert_seen(3, &["shieldwall", "throne", "four-sides", "repetition-attackers"]);
}

#[test]
fn each_answer_turned_over() {
    let mut all = Tally::default();
    let copenhagen = ruleset("copenhagen").unwrap();
    for (index, (ruleset, question, word)) in (0..).zip(house::turned_over().chain(house::turned_over_from(copenhagen)))
    {
        let name = format!("{} with {} = {word}", ruleset.id(), question.id());
        let duel = Duel::named(&ruleset, name);
        all.add(compare(&duel, 30 * scale(), &mut Rng::with_seed(1000 + index)));
    }
    all.print("one answer turned over");
}

#[test]
fn made_up_house_rules() {
    let (mut made, mut refused, mut all) = (0, BTreeMap::new(), Tally::default());
    let mut rng = Rng::with_seed(5000);
    while made < 200 {
        match house::random(&mut rng) {
            Ok(ruleset) => {
                made += 1;
                let duel = Duel::named(&ruleset, format!("made-up rule set {made}:\n{}", ruleset.to_toml()));
                all.add(compare(&duel, 60 * scale(), &mut rng));
            }
            Err(reason) => *refused.entry(reason.code()).or_insert(0) += 1,
        }
    }
    all.print("200 made-up rule sets");
    println!("refused as senseless: {refused:?}");
    all.assert_seen(3, &["shieldwall", "exit-fort", "encirclement", "repeats", "no-legal-move", "trap"]);
    all.assert_seen(3, &["repetition", "repetition-attackers", "repetition-defenders"]);
}

#[test]
fn other_boards() {
    for (index, ruleset) in (0..).zip(&house::other_boards()) {
        let duel = Duel::new(ruleset);
        compare(&duel, 500 * scale(), &mut Rng::with_seed(9000 + index)).print(ruleset.id());
    }
}

/// The comparison itself is put to the test: with one answer turned over for one referee only, the two must
/// come to disagree.
#[test]
fn a_referee_with_another_answer_is_found_out() {
    // The slow referee knows nothing of what people agree on.
    let off_the_board = [Question::Agreement, Question::Claims];
    // The panics that are expected here would fill the screen.
    let quiet = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut unnoticed = Vec::new();
    let copenhagen = ruleset("copenhagen").unwrap();
    let turned_over =
        house::turned_over_from(leaflet("nestorgames").unwrap()).chain(house::turned_over_from(copenhagen));
    for (index, (changed, question, word)) in (0..).zip(turned_over) {
        if off_the_board.contains(&question) {
            continue;
        }
        let duel = Duel::mismatched(&changed, ruleset(changed.id()).unwrap());
        let mut rng = Rng::with_seed(7000 + index);
        let agreed = std::panic::catch_unwind(move || compare(&duel, 20_000, &mut rng)).is_ok();
        if agreed {
            unnoticed.push(format!("{} with {} = {word}", changed.id(), question.id()));
        }
    }
    std::panic::set_hook(quiet);
    assert!(unnoticed.is_empty(), "nobody noticed {unnoticed:#?}");
}

//! Perft: the tables of `tests/perft`, counted by both referees.

use std::collections::BTreeSet;
use std::sync::Arc;

use hnefi_rules::{
    Position, Question, Referee, Ruleset, Setup, SetupErrors, Side, leaflet, leaflets, ruleset, rulesets,
};
use hnefi_tests::{Symmetry, house, slow};

/// The largest number to which each referee counts in the routine run.
const FAST_MOST: u64 = 100_000_000;
const SLOW_MOST: u64 = 1_500_000;

/// How deep both count the lopsided positions, and the fast one when an answer is turned over.
const LOPSIDED_DEPTH: usize = 3;

/// The table of a rule set, if it has one.
fn table(id: &str) -> Option<Vec<(u32, u64)>> {
    let path = format!("{}/perft/{id}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).ok()?;
    assert!(text.starts_with("# Source: "), "{path} does not say where its numbers come from");
    let counts = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (depth, count) = line.split_once(' ').unwrap_or_else(|| panic!("{path}: {line}"));
        (depth.parse().expect("a depth"), count.parse().expect("a count"))
    });
    Some(counts.collect())
}

#[test]
fn start_positions() {
    for ruleset in rulesets() {
        let fast = Referee::new(ruleset.clone());
        let slow = slow::Referee::new(ruleset);
        let Some(table) = table(ruleset.id()) else {
            agree(&fast, &fast.start(), &slow, &slow.start(), ruleset.id());
            continue;
        };
        assert!(table.iter().map(|&(depth, _)| depth).eq(1..=table.len() as u32), "{}", ruleset.id());
        assert!(table.len() >= 3 && table[2].1 <= FAST_MOST, "{}", ruleset.id());
        for (depth, count) in table {
            if count <= FAST_MOST {
                assert_eq!(fast.perft(&fast.start(), depth), count, "{}, depth {depth}", ruleset.id());
            }
            if count <= SLOW_MOST {
                assert_eq!(slow.perft(&slow.start(), depth), count, "{}, depth {depth}", ruleset.id());
            }
        }
    }
}

/// Without numbers to compare with, both referees count as deep as the slow one can.
fn agree(fast: &Referee, position: &Position, slow: &slow::Referee, board: &slow::Board, about: &str) {
    let counts = (1..).map(|depth| (depth, fast.perft(position, depth)));
    for (depth, count) in counts.take_while(|&(depth, count)| count <= SLOW_MOST && depth <= LOPSIDED_DEPTH as u32) {
        assert_eq!(slow.perft(board, depth), count, "{about}, depth {depth}");
    }
}

/// The numbers that others have published come out of the rule sets as they are.
#[test]
fn published_numbers() {
    let published: [(&str, &[u64]); 3] = [
        ("brandubh", &[40, 960, 39_512, 1_007_392]),
        ("tablut-saami", &[80, 4_400, 353_200]),
        ("tawlbwrdd", &[136, 7_620, 1_042_016]),
    ];
    for (id, counts) in published {
        assert!(
            table(id).unwrap().iter().map(|&(_, count)| count).take(counts.len()).eq(counts.iter().copied()),
            "{id}"
        );
    }
}

/// The deepest number that others have published.
#[test]
fn fetlar_2018_to_depth_five() {
    let fast = Referee::new(leaflet("fetlar-2018").unwrap().clone());
    assert_eq!(Some(&(5, fast.perft(&fast.start(), 5))), table("fetlar-2018").unwrap().get(4));
}

struct Lopsided {
    about: String,
    setup: Setup,
    turn: Side,
    counts: Vec<(String, Vec<u64>)>,
}

fn lopsided() -> Vec<Lopsided> {
    read_lopsided(include_str!("../../perft/lopsided.txt"))
}

/// The positions in which shieldwalls, forts and rings cut the tree.
fn walls_forts_and_rings() -> Vec<Lopsided> {
    read_lopsided(include_str!("../../perft/walls-forts-rings.txt"))
}

fn read_lopsided(text: &str) -> Vec<Lopsided> {
    assert!(text.starts_with("# Source: "));
    let mut positions: Vec<Lopsided> = Vec::new();
    let mut about = "";
    for line in text.lines().filter(|line| !line.is_empty()) {
        if let Some(remark) = line.strip_prefix("# ") {
            about = remark;
            continue;
        }
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["position", rows, side] => positions.push(Lopsided {
                about: about.to_owned(),
                setup: Setup::from_rows(rows).unwrap_or_else(|error| panic!("{line}: {error}")),
                turn: side.parse().unwrap_or_else(|error| panic!("{line}: {error}")),
                counts: Vec::new(),
            }),
            [id, ref counts @ ..] => {
                let counts = counts.iter().map(|count| count.parse().expect("a count")).collect();
                positions.last_mut().expect("a position before its counts").counts.push((id.to_owned(), counts));
            }
            [] => {}
        }
    }
    positions
}

impl Lopsided {
    fn under(&self, referee: &Referee) -> Result<Position, SetupErrors> {
        referee.position(&self.setup, self.turn)
    }
}

/// Counts one position with both referees under each rule set that has counts for it.
fn count(place: &Lopsided) {
    for (id, counts) in &place.counts {
        assert_eq!(counts.len(), LOPSIDED_DEPTH, "{}", place.about);
        let ruleset = ruleset(id).unwrap();
        let fast = Referee::new(ruleset.clone());
        let slow = slow::Referee::new(ruleset);
        let position = place.under(&fast).unwrap_or_else(|errors| panic!("{}: {errors}", place.about));
        let board = slow::Board::from_setup(&place.setup, place.turn);
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(fast.perft(&position, depth), count, "{id}, depth {depth}: {}", place.about);
            assert_eq!(slow.perft(&board, depth), count, "slow, {id}, depth {depth}: {}", place.about);
        }
    }
}

#[test]
fn positions_with_walls_forts_and_rings() {
    let positions = walls_forts_and_rings();
    assert_eq!(positions.len(), 8);
    for place in &positions {
        let ids: Vec<&str> = place.counts.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(ids, ["fetlar-2018", "nestorgames", "copenhagen", "fetlar-online"], "{}", place.about);
        count(place);
    }
}

#[test]
fn lopsided_positions() {
    let positions = lopsided();
    assert_eq!(positions.len(), 20);
    let images = |place: &Lopsided| Symmetry::all().map(|symmetry| symmetry.setup(&place.setup).to_rows());
    let boards: BTreeSet<String> = positions.iter().flat_map(images).collect();
    assert_eq!(boards.len(), 20 * 8, "a position equals its own mirror image or another's");
    for place in &positions {
        count(place);
        let counted = |ruleset: &Ruleset| place.counts.iter().any(|(id, _)| id == ruleset.id());
        for leaflet in leaflets().iter().filter(|leaflet| !counted(leaflet)) {
            let (fast, slow) = (Referee::new(leaflet.clone()), slow::Referee::new(leaflet));
            let board = slow::Board::from_setup(&place.setup, place.turn);
            let position = place.under(&fast).unwrap_or_else(|errors| panic!("{}: {errors}", place.about));
            agree(&fast, &position, &slow, &board, &format!("{}: {}", leaflet.id(), place.about));
        }
    }
    for id in ["fetlar-2018", "viking-game", "cyningstan-2014", "nestorgames", "regency-chess"] {
        assert!(positions.iter().all(|place| place.counts.iter().any(|(known, _)| known == id)), "{id} has no counts");
    }
}

/// The questions that no count can show: who begins is given with the position, and the others say what a
/// game is worth, not what can be played.
const NOT_COUNTED: [Question; 5] =
    [Question::FirstMove, Question::NoMove, Question::Repetition, Question::Agreement, Question::Claims];

/// Whether a count of some lopsided position changes when one answer alone is turned over.
fn changes_a_count(positions: &[Lopsided], leaflet: &Ruleset, question: Question, word: &str) -> bool {
    let mut before = leaflet.clone();
    if question == Question::OccupiedThroneAttackers {
        // An armed king is a partner on his throne anyway, whatever the throne is.
        before = before.with(Question::KingArms, "unarmed").unwrap();
    }
    let after = Referee::new(Arc::new(before.with(question, word).unwrap()));
    let before = Referee::new(Arc::new(before));
    // Where the edge is the king's goal he cannot be set up on it, and there is nothing to compare.
    let count = |referee: &Referee, place: &Lopsided| {
        place.under(referee).ok().map(|position| referee.perft(&position, LOPSIDED_DEPTH as u32))
    };
    positions.iter().any(|place| match (count(&before, place), count(&after, place)) {
        (Some(before), Some(after)) => before != after,
        _ => false,
    })
}

#[test]
fn every_answer_turned_over_changes_a_count() {
    let mut positions = walls_forts_and_rings();
    positions.extend(lopsided());
    let mut unnoticed = Vec::new();
    for (ruleset, question, word) in house::turned_over() {
        let leaflet = leaflet(ruleset.id()).unwrap();
        if !NOT_COUNTED.contains(&question) && !changes_a_count(&positions, leaflet, question, word) {
            unnoticed.push(format!("{} with {} = {word}", leaflet.id(), question.id()));
        }
    }
    assert!(unnoticed.is_empty(), "no lopsided position notices: {unnoticed:#?}");
}

#[test]
fn every_difference_between_leaflets_changes_a_count() {
    let positions = lopsided();
    for one in leaflets() {
        for other in leaflets() {
            for question in one.differences(other) {
                let word = other.answers().word(question);
                let noticed = NOT_COUNTED.contains(&question) || changes_a_count(&positions, one, question, word);
                assert!(noticed, "{} and {} differ in {}", one.id(), other.id(), question.id());
            }
        }
    }
}

//! The clauses that a capture cites, held to what they say of themselves: each is turned over, and the slow referee judges
//! the same move again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fastrand::Rng;
use hnefi_rules::{
    Capture, Clause, Intent, Move, Piece, Point, Question, Referee, Ruleset, Setup, Side, leaflets, ruleset, rulesets,
};
use hnefi_tests::{house, scenes, slow, thin};

/// The questions that may have a say in a capture: turning over any other changes none, which the slow referee shows in a
/// part of the cases.
const ANY: &[Question] = &[
    Question::EmptyThroneAttackers,
    Question::EmptyThroneDefenders,
    Question::OccupiedThroneAttackers,
    Question::OccupiedThroneDefenders,
    Question::CornersAttackers,
    Question::CornersDefenders,
    Question::KingArms,
    Question::KingOpen,
    Question::KingOnThrone,
    Question::KingBesideThrone,
    Question::KingOnEdge,
    Question::KingBesideCorner,
    Question::SoldierTrap,
    Question::Shieldwall,
];

/// Whether a rule set rules on a captured piece as it was ruled: a soldier falls; the king falls against the same.
fn rules_alike(ruleset: &Ruleset, board: &slow::Board, mv: Move, capture: &Capture) -> bool {
    let captures = slow::Referee::new(ruleset).play(board, mv.from(), mv.to()).captures;
    captures.iter().any(|c| {
        let same = capture.piece != Piece::King || (c.by, c.partner) == (capture.by.id(), capture.by.square());
        c.square == capture.square && same
    })
}

/// A rule set with every other combination of answers to some questions.
fn turned_over(ruleset: &Ruleset, questions: &[Question]) -> Vec<Ruleset> {
    let Some((&first, rest)) = questions.split_first() else { return vec![ruleset.clone()] };
    let others = first.words().iter().filter(|&&word| word != ruleset.answers().word(first));
    let changed = others.map(|word| ruleset.with(first, word).expect("the word answers the question"));
    changed.flat_map(|changed| turned_over(&changed, rest)).collect()
}

/// Checks what a capture cites; returns the ids of it.
fn check(ruleset: &Ruleset, board: &slow::Board, mv: Move, capture: &Capture, asked: &[Question]) -> String {
    let stands = |ruleset: &Ruleset| !rules_alike(ruleset, board, mv, capture);
    let place = || format!("{:?}: {capture:?} by {mv} on {}", ruleset.answers(), board.to_rows());
    let deciding: Vec<Question> =
        asked.iter().copied().filter(|&question| turned_over(ruleset, &[question]).iter().any(stands)).collect();
    let cited: Vec<Question> = capture
        .clauses
        .iter()
        .filter_map(|clause| match clause {
            Clause::Question(question) => Some(question),
            Clause::Point(_) => None,
        })
        .collect();
    let points: Vec<Clause> = capture.clauses.iter().filter(|clause| matches!(clause, Clause::Point(_))).collect();
    if capture.piece == Piece::King {
        assert_eq!((cited.as_slice(), points), (deciding.as_slice(), vec![Point::KingTaken.into()]), "{}", place());
    } else if !deciding.is_empty() {
        let mut sorted = cited.clone();
        sorted.sort();
        assert_eq!((sorted, points), (deciding, vec![]), "{}", place());
    } else if cited.is_empty() {
        assert_eq!(points, [Point::Sandwich.into()], "{}", place());
    } else {
        assert!(cited.len() > 1 && points.is_empty(), "{}", place());
        assert!(turned_over(ruleset, &cited).iter().any(stands), "all of them together decide: {}", place());
    }
    capture.clauses.iter().map(Clause::id).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_a_capture_cites_is_what_decides_it() {
    let known: Vec<Arc<Referee>> = rulesets().map(|ruleset| Arc::new(Referee::new(ruleset.clone()))).collect();
    let mut rng = Rng::with_seed(61);
    let mut cited: BTreeMap<String, usize> = BTreeMap::new();
    for round in 0..6_000 {
        let referee = match house::random(&mut rng) {
            Ok(ruleset) if round % 2 == 0 => Arc::new(Referee::new(ruleset)),
            _ => known[rng.usize(..known.len())].clone(),
        };
        let size = referee.ruleset().size();
        let (setup, turn) = match rng.bool() {
            true => scenes::scene(size, &mut rng),
            false => (thin::setup(size, &mut rng), thin::side(&mut rng)),
        };
        let Ok(position) = referee.position(&setup, turn) else { continue };
        let board = slow::Board::from_setup(&setup, turn);
        let asked = if rng.u8(..32) == 0 { Question::ALL } else { ANY };
        for mv in referee.moves(&position) {
            for capture in &referee.play(&position, mv).captures {
                let ids = check(referee.ruleset(), &board, mv, capture, asked);
                *cited.entry(ids).or_insert(0) += 1;
            }
        }
    }
    println!("{cited:#?}");
    let seen = |id: &str| cited.keys().any(|ids| ids.split(' ').any(|cited| cited == id));
    let all = ANY.iter().map(|question| question.id()).chain([Point::Sandwich.id(), Point::KingTaken.id()]);
    assert_eq!(all.filter(|id| !seen(id)).collect::<Vec<_>>(), Vec::<&str>::new(), "every clause is among those cited");
    assert!(cited.contains_key("occupied-throne-attackers king-arms"), "where several causes suffice, all are named");
}

/// Where soldiers may stop on corners, a row ends before the comrade who stands there.
#[test]
fn a_row_beside_a_comrade_on_a_corner_cites_what_decides_it() {
    let open = ruleset("copenhagen").unwrap().with(Question::Corners, "open").unwrap();
    let setup = Setup::from_rows("/TTT8/ttt8/11/3t7/11/5K5/11/9T1/11/11/11/").unwrap();
    let referee = Referee::new(Arc::new(open.clone()));
    let position = referee.position(&setup, Side::Attackers).unwrap();
    let intent = Intent { from: "d4".parse().unwrap(), to: "d1".parse().unwrap() };
    let mv = referee.legal(&position, intent).unwrap();
    let board = slow::Board::from_setup(&setup, Side::Attackers);
    let captures = referee.play(&position, mv).captures;
    assert_eq!(captures.len(), 2);
    for capture in &captures {
        assert!(check(&open, &board, mv, capture, Question::ALL).contains("shieldwall"));
    }
}

/// The chapters say by hand, in an example at least, which clause decides, for every clause that decides a capture in play.
#[test]
fn every_clause_that_decides_is_named_in_an_example() {
    let mut missing = Vec::new();
    for ruleset in leaflets().iter().chain(ruleset("copenhagen")) {
        let referee = Referee::new(ruleset.clone());
        let mut rng = Rng::with_seed(62);
        let mut cited = BTreeSet::new();
        for _ in 0..20_000 {
            let setup = match rng.bool() {
                true => scenes::scene(ruleset.size(), &mut rng).0,
                false => thin::setup(ruleset.size(), &mut rng),
            };
            let Ok(position) = referee.position(&setup, thin::side(&mut rng)) else { continue };
            for mv in referee.moves(&position) {
                let played = referee.play(&position, mv);
                cited.extend(played.captures.iter().flat_map(|capture| capture.clauses.iter()));
            }
        }
        let chapter = hnefi_chapters::chapter(ruleset.id()).expect("every rule set has a chapter");
        let cases = chapter.examples().filter_map(|example| example.case(ruleset.id()));
        let named: BTreeSet<Clause> =
            cases.flat_map(|case| &case.expected.captures).flat_map(|fallen| fallen.clauses.iter()).collect();
        missing.extend(cited.difference(&named).map(|clause| format!("{}: {}", ruleset.id(), clause.id())));
    }
    assert!(missing.is_empty(), "named in no example:\n{}", missing.join("\n"));
}

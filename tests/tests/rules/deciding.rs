//! Every clause that decides a ruling does so: the answer turned over alone makes the referee rule otherwise.

use std::collections::BTreeSet;
use std::sync::Arc;

use fastrand::Rng;
use hnefi_rules::{
    Clause, Effect, Ending, Game, Inquiry, Intent, Outcome, Point, Question, Referee, Ruleset, Ruling, Setup, Side,
    ruleset, rulesets,
};
use hnefi_tests::thin;

/// What rule sets say that differ from this one in the answer to one question.
fn turned_over(ruleset: &Arc<Ruleset>, game: &Game, question: Question, asked: Inquiry) -> Vec<Ruling> {
    let other = |word: &&str| {
        let house = Arc::new(ruleset.with(question, word).unwrap());
        Game::from_position(Arc::new(Referee::new(house)), *game.position()).ruling(asked)
    };
    question.words().iter().filter(|word| **word != ruleset.answers().word(question)).map(other).collect()
}

#[test]
fn a_clause_decides_if_turning_it_over_alone_changes_the_ruling() {
    let mut rng = Rng::with_seed(14);
    let mut seen = BTreeSet::new();
    for ruleset in rulesets() {
        let referee = Arc::new(Referee::new(ruleset.clone()));
        for _ in 0..25 {
            let setup = thin::setup(ruleset.size(), &mut rng);
            let Ok(position) = referee.position(&setup, thin::side(&mut rng)) else { continue };
            let game = Game::from_position(referee.clone(), position);
            let moves = game.moves();
            let king = position.king();
            let mut asks: Vec<Option<Intent>> = vec![None];
            asks.extend((0..3).filter(|_| !moves.is_empty()).map(|_| Some(moves[rng.usize(..moves.len())].intent())));
            // What the king does, and what goes to the throne, is argued about most.
            asks.extend(moves.iter().find(|mv| Some(mv.from()) == king).map(|mv| Some(mv.intent())));
            let from = setup.pieces().next().map(|(square, _)| square);
            asks.extend(from.map(|from| Some(Intent { from, to: referee.throne() })));
            for intent in asks {
                let asked = Inquiry { intent, times: rng.usize(1..5) };
                let (own, deciding) = (game.ruling(asked), game.deciding(asked));
                for &question in Question::ALL {
                    let turned = turned_over(ruleset, &game, question, asked);
                    let decides = turned.iter().any(|other| !other.is_like(&own));
                    let named = deciding.iter().find(|deciding| deciding.clause == Clause::Question(question));
                    let at = format!("{}: {} {asked:?} in {position:?}", ruleset.id(), question.id());
                    match named.map(|named| &named.effect) {
                        // Where several ways to capture suffice, the clauses of all are named, though none decides alone.
                        Some(Effect::Captures(_)) => {}
                        // The clause of a refusal or an ending may have another beside it that says the same.
                        Some(Effect::Refuses | Effect::Ends(_)) => {}
                        Some(_) => assert!(decides, "{at} is named and decides nothing"),
                        None if [Question::KingReach, Question::SoldiersReach].contains(&question) => {
                            assert!(!decides || !deciding.is_empty(), "{at}: nothing is named");
                        }
                        None => assert!(!decides, "{at} decides and is not named"),
                    }
                    seen.extend(named.map(|_| question));
                }
            }
        }
    }
    assert!(seen.len() >= 15, "too few questions decide: {seen:?}");
}

/// A game that begins with a position under a published rule set.
fn game(id: &str, rows: &str, turn: Side) -> Game {
    let referee = Arc::new(Referee::new(ruleset(id).unwrap().clone()));
    let position = referee.position(&Setup::from_rows(rows).unwrap(), turn).unwrap();
    Game::from_position(referee, position)
}

/// A ring that is set up round defenders without a move is a ring, as when a move makes both.
#[test]
fn a_ring_comes_before_a_side_without_a_move() {
    let game = game("tawlbwrdd", "/11/11/3tt6/2tKTt5/2tTt6/3t7/11/11/11/11/11/", Side::Defenders);
    let asked = Inquiry { intent: None, times: 1 };
    assert_eq!(game.ruling(asked).outcome, Some(Outcome::win(Side::Attackers, Ending::Encirclement)));
    assert_eq!(game.deciding(asked)[0].clause, Question::Encirclement.into());
}

/// Two side by side are safe between an enemy and a hostile square as between two enemies.
#[test]
fn two_side_by_side_before_a_corner_are_told_to_be_safe() {
    let game = game("fetlar-2018", "/1TT8/11/11/3t7/11/5K5/11/11/11/11/11/", Side::Attackers);
    let intent = Intent { from: "d4".parse().unwrap(), to: "d1".parse().unwrap() };
    let deciding = game.deciding(Inquiry { intent: Some(intent), times: 1 });
    let pair = Effect::Spares(vec!["b1".parse().unwrap(), "c1".parse().unwrap()]);
    assert!(deciding.iter().any(|one| one.clause == Point::SeveralAtOnce.into() && one.effect == pair), "{deciding:?}");
}

//! Repetition, judged three ways that must agree: by a game that keeps its history, by the quick trail of a search, and
//! by an oracle that goes through everything that was played, each time anew.

use std::sync::Arc;

use fastrand::Rng;
use hnefi_rules::{Game, Intent, Move, Position, Referee, Repeat, Repetition, Ruleset, Side, Trail, ruleset, rulesets};
use hnefi_tests::{house, thin};

/// The words of the question on repetition.
const ANSWERS: [&str; 9] = [
    "third-position-draw",
    "sequence-draw",
    "third-position-attackers-win",
    "third-position-mover-loses",
    "third-position-forbidden",
    "defenders-never-repeat",
    "aggressor-loses",
    "aggressor-deviates",
    "none",
];

/// What the rule set says of the last position, from the whole list of positions and moves.
fn oracle(referee: &Referee, positions: &[Position], moves: &[Move]) -> Repeat {
    let (last, earlier) = positions.split_last().unwrap();
    let alike: Vec<usize> = (0..earlier.len()).filter(|&at| earlier[at] == *last).collect();
    let third = alike.len() >= 2;
    let aggressor = || {
        let first = alike[alike.len() - 2];
        let since: Vec<usize> = (first..earlier.len()).collect();
        let forces = |side: Side| {
            let own = since.iter().filter(|&&at| positions[at].turn() == side);
            own.clone().all(|&at| referee.threatens(&positions[at + 1], side))
                && own.clone().any(|&at| referee.moves(&positions[at]).len() > 1)
        };
        Side::ALL.into_iter().find(|&side| forces(side) && !forces(!side))
    };
    let thrice = || {
        (2..=moves.len() / 6).any(|pairs| {
            let mut runs = moves[moves.len() - 6 * pairs..].chunks(2 * pairs);
            let first = runs.next();
            runs.all(|run| Some(run) == first)
        })
    };
    let when = |it: bool, repeat: Repeat| if it { repeat } else { Repeat::Nothing };
    match referee.ruleset().answers().repetition {
        Repetition::None => Repeat::Nothing,
        Repetition::ThirdPosition => when(third, Repeat::Draw),
        Repetition::Sequence => when(thrice(), Repeat::Draw),
        Repetition::AttackersWin => when(third, Repeat::Won(Side::Attackers)),
        Repetition::MoverLoses => when(third, Repeat::Won(last.turn())),
        Repetition::Forbidden => when(third, Repeat::Forbidden),
        Repetition::DefendersForbidden => when(!alike.is_empty() && last.turn() == Side::Attackers, Repeat::Forbidden),
        Repetition::AggressorLoses if third => aggressor().map_or(Repeat::Draw, |side| Repeat::Won(!side)),
        Repetition::AggressorDeviates if third => when(aggressor() == Some(!last.turn()), Repeat::Forbidden),
        Repetition::AggressorLoses | Repetition::AggressorDeviates => Repeat::Nothing,
    }
}

/// A random game in which somebody often goes back, compared after every ply.
fn compare(referee: &Arc<Referee>, start: Position, plies: usize, rng: &mut Rng, seen: &mut Seen) {
    let mut game = Game::from_position(referee.clone(), start);
    let mut trail = Trail::of(&game);
    let mut positions = vec![start];
    let mut moves: Vec<Move> = Vec::new();
    for _ in 0..plies {
        let on_board = referee.moves(game.position());
        let legal = game.moves();
        if game.outcome().is_none() {
            for mv in on_board {
                let next = referee.advance(game.position(), mv);
                positions.push(next.position);
                moves.push(mv);
                let said = oracle(referee, &positions, &moves);
                trail.push(mv, &next.position, !next.taken.is_empty());
                assert_eq!(trail.judge(referee, next.position.turn()), said, "{mv} in {game:?}");
                trail.pop();
                positions.pop();
                moves.pop();
                let forbidden = said == Repeat::Forbidden;
                assert_eq!(legal.contains(&mv), !forbidden, "{mv} in {game:?}");
                assert_eq!(game.legal(mv.intent()).is_ok(), !forbidden, "{mv} in {game:?}");
                seen.forbidden += u32::from(forbidden);
            }
        }
        if legal.is_empty() || rng.u8(..8) == 0 {
            if game.undo().is_none() {
                return;
            }
            trail.pop();
            positions.pop();
            moves.pop();
            assert_eq!(format!("{trail:?}"), format!("{:?}", Trail::of(&game)));
            assert_eq!(game.position(), positions.last().unwrap());
            continue;
        }
        let back = moves.len().checked_sub(2).map(|at| Intent { from: moves[at].to(), to: moves[at].from() });
        let back = back.and_then(|back| legal.iter().copied().find(|mv| mv.intent() == back));
        let mv = back.filter(|_| rng.u8(..10) > 0).unwrap_or_else(|| legal[rng.usize(..legal.len())]);
        let captured = !referee.advance(game.position(), mv).taken.is_empty();
        let ply = game.play(mv).unwrap().clone();
        positions.push(ply.played.position);
        moves.push(mv);
        trail.push(mv, &ply.played.position, captured);
        let said = oracle(referee, &positions, &moves);
        let by_repetition = said.outcome().filter(|_| ply.played.ending.is_none());
        if let Some(outcome) = by_repetition {
            assert_eq!(ply.outcome, Some(outcome), "{game:?}");
            match outcome.winner {
                None => seen.drawn += 1,
                Some(_) => seen.won += 1,
            }
        } else {
            assert!(ply.outcome.is_none_or(|outcome| outcome.reason.id() != "repetition"), "{game:?}");
        }
    }
}

#[derive(Debug, Default)]
struct Seen {
    forbidden: u32,
    drawn: u32,
    won: u32,
}

#[test]
fn every_rule_set_and_answer_is_judged_alike_three_ways() {
    let mut rng = Rng::with_seed(31);
    let mut all: Vec<Arc<Ruleset>> = rulesets().cloned().collect();
    let small = ["brandubh", "tablut-saami", "fetlar-2018"].map(|id| ruleset(id).unwrap());
    for base in small {
        all.extend(ANSWERS.iter().map(|word| Arc::new(base.with(hnefi_rules::Question::Repetition, word).unwrap())));
    }
    all.extend(house::other_boards());
    let mut seen = Seen::default();
    for ruleset in all {
        let referee = Arc::new(Referee::new(ruleset));
        for round in 0..6 {
            let start = if round % 2 == 0 {
                referee.start()
            } else {
                let side = thin::side(&mut rng);
                let setup = thin::setup(referee.ruleset().size(), &mut rng);
                referee.position(&setup, side).unwrap_or_else(|_| referee.start())
            };
            compare(&referee, start, 60, &mut rng, &mut seen);
        }
    }
    assert!(seen.forbidden > 100 && seen.drawn > 10 && seen.won > 10, "too little was repeated: {seen:?}");
}

/// Where repetition ends nothing, pieces may walk to and fro for as long as they like. A game that went through all its
/// positions for every move of every ply would compare them billions of times here.
#[test]
fn a_long_shuttle_costs_no_more_at_its_end() {
    for word in ["none", "aggressor-deviates"] {
        let ruleset = ruleset("brandubh").unwrap().with(hnefi_rules::Question::Repetition, word).unwrap();
        let referee = Arc::new(Referee::new(Arc::new(ruleset)));
        let mut game = Game::new(referee);
        let intent = |from: &str, to: &str| Intent { from: from.parse().unwrap(), to: to.parse().unwrap() };
        let shuttle = [intent("d1", "c1"), intent("d3", "c3"), intent("c1", "d1"), intent("c3", "d3")];
        for ply in 0..20_000 {
            assert!(!game.moves().is_empty(), "{word}: ply {ply}");
            assert_eq!(game.play(shuttle[ply % 4]).unwrap().outcome, None, "{word}: ply {ply}");
            assert_eq!(game.pending(), None);
        }
        assert_eq!(game.plies().len(), 20_000);
        while game.undo().is_some() {}
        assert_eq!(format!("{game:?}"), format!("{:?}", Game::new(game.referee().clone())));
    }
}

/// A move of another board, or of a game that has gone on since, is refused like any other intent.
#[test]
fn a_foreign_move_is_refused() {
    let games: Vec<Game> = rulesets().map(|ruleset| Game::new(Arc::new(Referee::new(ruleset.clone())))).collect();
    let (mut taken, mut refused) = (0, 0);
    for from in &games {
        for to in &games {
            for mv in from.moves() {
                let mut game = to.clone();
                let legal = game.legal(mv.intent());
                match game.play(mv) {
                    Ok(ply) => {
                        assert_eq!(legal, Ok(ply.played.mv));
                        taken += 1;
                    }
                    Err(refusal) => {
                        assert_eq!(legal, Err(refusal));
                        assert_eq!(game, *to);
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(taken > 1_000 && refused > 1_000);
}

//! Proofs hold against every defence, and what a look at every line finds is proved.

use std::sync::Arc;

use hnefi_engine::{
    Analysis, Budget, Cancel, Engine, EngineOptions, Idea, Level, MindChoice, ProofBudget, Verdict, prove, prove_in,
};
use hnefi_rules::{Ending, Game, Intent, Move, Position, Referee, Setup, Side, ruleset};

const BUDGET: ProofBudget = ProofBudget { nodes: 60_000, table_mb: 4 };

/// Whether a side wins within so many plies, by looking at every line.
fn wins_within(referee: &Referee, position: &Position, winner: Side, plies: u32) -> bool {
    if plies == 0 {
        return false;
    }
    let after = |mv| {
        let next = referee.advance(position, mv);
        match next.ending {
            Some(Ending::KingCaptured | Ending::Encirclement) => winner == Side::Attackers,
            Some(_) => winner == Side::Defenders,
            None => match referee.stalled(&next.position) {
                Some(outcome) => outcome.winner == Some(winner),
                None => wins_within(referee, &next.position, winner, plies - 1),
            },
        }
    };
    let mut moves = referee.moves(position).into_iter();
    if position.turn() == winner { moves.any(after) } else { moves.all(after) }
}

#[test]
fn a_short_win_is_proved_under_every_rule_set() {
    let mut chance = fastrand::Rng::with_seed(41);
    let mut proved = [0; 2];
    for referee in crate::common::referees() {
        let small = referee.ruleset().size() < 9;
        for _ in 0..if small { 60 } else { 12 } {
            let Some(game) = crate::common::thin_game(&referee, &mut chance) else { continue };
            let position = game.position();
            let winner = position.turn();
            if !wins_within(&referee, position, winner, 1) && wins_within(&referee, position, winner, 3) {
                let verdict = prove(&referee, position, winner, BUDGET, &Cancel::new());
                assert!(
                    matches!(verdict, Verdict::Proven { .. }),
                    "{}: {position:?}: {verdict:?}",
                    referee.ruleset().id()
                );
                proved[winner as usize] += 1;
            }
        }
    }
    assert!(proved.iter().all(|&n| n >= 3), "too few wins: {proved:?}");
}

#[test]
fn no_defence_escapes_a_proof() {
    let mut chance = fastrand::Rng::with_seed(42);
    let (mut proofs, mut longest) = (0, 0);
    for referee in crate::common::referees().iter().filter(|referee| referee.ruleset().size() <= 11) {
        for _ in 0..25 {
            let Some(game) = crate::common::thin_game(referee, &mut chance) else { continue };
            let winner = game.position().turn();
            let mut position = *game.position();
            let Verdict::Proven { line, .. } = prove(referee, &position, winner, BUDGET, &Cancel::new()) else {
                continue;
            };
            proofs += 1;
            longest = longest.max(line.len());
            // The winner plays the first move of a proof, the loser anything; the next proof must be found.
            for _ in 0..30 {
                let told = format!("{}: {position:?} for the {winner}", referee.ruleset().id());
                let mv = if position.turn() == winner {
                    let budget = ProofBudget { nodes: 10 * BUDGET.nodes, ..BUDGET };
                    match prove(referee, &position, winner, budget, &Cancel::new()) {
                        Verdict::Proven { line, .. } => line[0],
                        other => panic!("{told}: {other:?}"),
                    }
                } else {
                    let moves = referee.moves(&position);
                    moves[chance.usize(..moves.len())]
                };
                let by = position.turn();
                let next = referee.advance(&position, mv);
                position = next.position;
                if next.ending.is_some() {
                    assert_eq!(by, winner, "{told}: the loser won");
                    break;
                }
                if let Some(outcome) = referee.stalled(&position) {
                    assert_eq!(outcome.winner, Some(winner), "{told}: without a move");
                    break;
                }
            }
        }
    }
    assert!(proofs >= 30 && longest >= 3, "{proofs} proofs, the longest {longest} plies");
}

#[test]
fn the_line_of_a_proof_can_be_played_and_ends_the_game() {
    let referee = Referee::new(ruleset("fetlar-2018").unwrap().clone());
    let setup = Setup::from_rows("/11/11/5K5/11/11/11/11/11/5t5/11/5t5/").unwrap();
    let mut position = referee.position(&setup, Side::Defenders).unwrap();
    let Verdict::Proven { line, .. } = prove(&referee, &position, Side::Defenders, BUDGET, &Cancel::new()) else {
        panic!("two lanes at once win");
    };
    let mut ending = None;
    for mv in line {
        assert_eq!(ending, None);
        let mv = referee.legal(&position, mv.intent()).unwrap();
        let next = referee.advance(&position, mv);
        (position, ending) = (next.position, next.ending);
    }
    assert_eq!(ending, Some(Ending::KingEscaped));
}

#[test]
fn what_cannot_be_won_is_never_proved() {
    let referee = Referee::new(ruleset("fetlar-2018").unwrap().clone());
    // One attacker alone captures nobody.
    let setup = Setup::from_rows("/11/11/5K5/11/11/11/11/11/11/11/5t5/").unwrap();
    let position = referee.position(&setup, Side::Attackers).unwrap();
    let verdict = prove(&referee, &position, Side::Attackers, BUDGET, &Cancel::new());
    assert!(matches!(verdict, Verdict::NotForced | Verdict::Unknown), "{verdict:?}");
    let cancelled = Cancel::new();
    cancelled.cancel();
    let start = referee.start();
    assert_eq!(prove(&referee, &start, Side::Attackers, BUDGET, &cancelled), Verdict::Unknown);
}

#[test]
fn what_is_told_of_length_and_refutation_is_so_on_small_boards() {
    let mut chance = fastrand::Rng::with_seed(43);
    let (mut lengths, mut refuted) = ([0; 5], 0);
    for referee in crate::common::referees().iter().filter(|referee| referee.ruleset().size() < 9) {
        for _ in 0..1_000 {
            let Some(game) = crate::common::thin_game(referee, &mut chance) else { continue };
            let position = game.position();
            let few = |turn| referee.count_moves(&position.with_turn(turn)) <= 40;
            if !Side::ALL.into_iter().all(few) {
                continue;
            }
            let winner = if chance.u8(..3) > 0 { position.turn() } else { !position.turn() };
            let budget = ProofBudget { nodes: 6_000, table_mb: 1 };
            let told = format!("{}: {position:?} for the {winner}", referee.ruleset().id());
            match prove(referee, position, winner, budget, &Cancel::new()) {
                Verdict::Proven { line, plies } if (plies as usize) < lengths.len() => {
                    assert!(wins_within(referee, position, winner, plies), "{told}: {line:?}");
                    assert!(line.len() <= plies as usize, "{told}: {line:?}");
                    lengths[plies as usize] += 1;
                }
                Verdict::NotForced => {
                    assert!(!wins_within(referee, position, winner, 3), "{told}: refuted");
                    refuted += 1;
                }
                Verdict::Proven { .. } | Verdict::Unknown => {}
            }
        }
    }
    assert!(lengths[1..4].iter().all(|&n| n >= 3) && refuted >= 10, "{lengths:?}, {refuted} refuted");
}

#[test]
fn no_rule_on_repetition_stands_against_a_proof_in_a_game() {
    let mut chance = fastrand::Rng::with_seed(44);
    let (mut proofs, mut past) = (0, 0);
    for referee in crate::common::repetitions() {
        for _ in 0..40 {
            let Some(mut game) = crate::common::thin_game(&referee, &mut chance) else { continue };
            for _ in 0..6 {
                let moves = game.moves();
                if game.play(moves[chance.usize(..moves.len())]).unwrap().outcome.is_some() {
                    game.undo();
                    break;
                }
            }
            let winner = game.position().turn();
            let Verdict::Proven { line, .. } = prove_in(&game, winner, BUDGET, &Cancel::new()) else { continue };
            proofs += 1;
            past += game.plies().count();
            let mut seen = vec![*game.position()];
            for mv in line {
                let mv = game.legal(mv.intent()).expect("no rule on repetition stands against a proof");
                game.play(mv).unwrap();
                assert!(!seen.contains(game.position()), "{mv} repeats {:?}", game.position());
                seen.push(*game.position());
            }
            let outcome = game.outcome().expect("the line ends the game");
            assert_eq!(outcome.winner, Some(winner));
        }
    }
    assert!(proofs >= 30 && past >= 60, "{proofs} proofs after {past} plies");
}

#[test]
fn a_lane_that_was_left_open_before_may_be_answered_by_repetition() {
    let referee = std::sync::Arc::new(Referee::new(ruleset("fetlar-2018").unwrap().clone()));
    let setup = Setup::from_rows("/5t5/11/11/11/11/11/11/11/11/11/4K6/").unwrap();
    let mut game = Game::from_position(referee.clone(), referee.position(&setup, Side::Attackers).unwrap());
    play(&mut game, "f1-f2 e11-d11 f2-f1 d11-e11 f1-f2 e11-d11 f2-g2 d11-e11");
    // The king has two ways out, but g2-f2 brings the position about for the third time.
    let mut drawn = game.clone();
    let back = drawn.legal(Intent { from: "g2".parse().unwrap(), to: "f2".parse().unwrap() }).unwrap();
    assert_eq!(drawn.play(back).unwrap().outcome.unwrap().winner, None);
    let verdict = prove_in(&game, Side::Defenders, BUDGET, &Cancel::new());
    assert!(!matches!(verdict, Verdict::Proven { .. }), "{verdict:?}");
    assert!(matches!(
        prove(&referee, game.position(), Side::Defenders, BUDGET, &Cancel::new()),
        Verdict::Proven { .. }
    ));
}

/// A game from a position, after some moves.
fn game(id: &str, rows: &str, turn: Side, moves: &str) -> Game {
    let referee = Arc::new(Referee::new(ruleset(id).unwrap().clone()));
    let position = referee.position(&Setup::from_rows(rows).unwrap(), turn).unwrap();
    let mut game = Game::from_position(referee, position);
    play(&mut game, moves);
    game
}

fn play(game: &mut Game, moves: &str) {
    for mv in moves.split_whitespace() {
        let (from, to) = mv.split_once('-').unwrap();
        let mv = game.legal(Intent { from: from.parse().unwrap(), to: to.parse().unwrap() }).unwrap();
        game.play(mv).unwrap();
    }
}

#[test]
fn the_search_sees_that_repetition_answers_a_lane_that_was_left_open_before() {
    for (id, winner) in [("fetlar-2018", None), ("copenhagen", Some(Side::Attackers))] {
        let moves = "f1-f2 e11-e10 f2-f1 e10-e11 f1-f2 e11-e10 f2-g2";
        let mut game = game(id, "/5t5/11/11/11/11/11/11/11/4T6/3T1T5/4K6/", Side::Attackers, moves);
        let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 1, seed: Some(1) });
        let budget = Budget { depth: 6, nodes: 200_000, time: None };
        let back: Vec<_> = game
            .moves()
            .into_iter()
            .filter(|mv| (mv.from().to_string(), mv.to().to_string()) == ("e10".into(), "e11".into()))
            .collect();
        let analysis = Analysis { level: Level::FULL, budget, lines: 1, among: &back };
        let choice = engine.analyse(&game, &analysis, &Cancel::new(), &mut |_, _| {}).unwrap();
        assert_eq!(choice.score.forced_win(), None, "{id}: {choice:?}");
        // For that move has an answer that ends the game.
        play(&mut game, "e10-e11 g2-f2");
        assert_eq!(game.outcome().map(|outcome| outcome.winner), Some(winner), "{id}");
    }
}

#[test]
fn a_proof_long_enough_for_a_sequence_to_come_a_third_time_is_not_trusted() {
    let block = "h7-e7 b2-c2 h9-h7 c2-d2 h11-h9 d2-e2 e11-h11 e2-f2 e7-e11 f2-b2 ";
    let (rows, turn) = ("/11/1t9/11/11/11/11/7T3/11/7T3/11/4T2Kt2/", Side::Defenders);
    let all = block.repeat(3);
    let (before, last) = all.trim().rsplit_once(' ').unwrap();
    let mut at_the_end = game("viking-game", rows, turn, before);
    let verdict = prove_in(&at_the_end, Side::Defenders, BUDGET, &Cancel::new());
    assert_eq!(verdict, Verdict::Unknown);
    play(&mut at_the_end, last);
    assert_eq!(at_the_end.outcome().map(|outcome| outcome.winner), Some(None));
    // Where the sequence has not come twice, the same win is one.
    let early = game("viking-game", rows, turn, block.rsplit_once(" f2-b2").unwrap().0);
    assert!(matches!(prove_in(&early, Side::Defenders, BUDGET, &Cancel::new()), Verdict::Proven { plies: ..10, .. }));
}

#[test]
fn a_win_over_a_position_that_came_only_once_is_proved() {
    let rows = "/11/11/11/11/t10/11/11/11/4t6/3tKt5/11/";
    let game = game("fetlar-2018", rows, Side::Defenders, "e10-e11 a5-a6 e11-e10 a6-a5");
    let verdict = prove_in(&game, Side::Defenders, BUDGET, &Cancel::new());
    assert!(matches!(verdict, Verdict::Proven { plies: 3, .. }), "{verdict:?}");
}

#[test]
fn a_line_is_whole_although_the_table_forgot() {
    let referee = Referee::new(ruleset("magpie").unwrap().clone());
    let setup = Setup::from_rows("/7/7/3T3/7/2t1tK1/1T1T3/3T3/").unwrap();
    let position = referee.position(&setup, Side::Defenders).unwrap();
    let budget = ProofBudget { nodes: 1_000_000, table_mb: 1 };
    let Verdict::Proven { line, plies } = prove(&referee, &position, Side::Defenders, budget, &Cancel::new()) else {
        panic!("the defenders win")
    };
    assert!(line.len() <= plies as usize, "{line:?}");
    let mut game = Game::from_position(Arc::new(referee), position);
    for mv in line {
        game.play(mv.intent()).unwrap();
    }
    assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(Side::Defenders));
}

#[test]
fn a_search_proves_a_win_that_it_would_leave_out() {
    let referee = Arc::new(Referee::new(ruleset("fetlar-2018").unwrap().clone()));
    let rows = "/11/11/11/6t3t/6ttt2/2t4tKt1/6tttt1/8t2/4t6/8t2/2t5t2/";
    let position = referee.position(&Setup::from_rows(rows).unwrap(), Side::Attackers).unwrap();
    let game = Game::from_position(referee, position);
    let analysis = Analysis { level: Level::FULL, budget: Budget::of_nodes(9_000), lines: 1, among: &[] };
    let steady = || Engine::of_mind(EngineOptions { threads: 1, hash_mb: 8, seed: Some(1) }, MindChoice::Hand);
    let best = |engine: Engine| engine.analyse(&game, &analysis, &Cancel::new(), &mut |_, _| {}).unwrap();
    assert_eq!(best(steady().without(Idea::Proofs)).score.forced_win(), None);
    let proved = best(steady());
    assert_eq!(proved.score.forced_win(), Some(7));
    let mut end = game.clone();
    for &mv in &proved.pv {
        end.play(mv).unwrap();
    }
    assert_eq!((proved.pv.len(), end.outcome().and_then(|outcome| outcome.winner)), (7, Some(Side::Attackers)));
    // Among other moves it is none.
    let other = game.moves().into_iter().find(|&mv| mv != proved.mv).unwrap();
    let among = [other];
    let chosen = steady().analyse(&game, &Analysis { among: &among, ..analysis }, &Cancel::new(), &mut |_, _| {});
    assert_eq!(chosen.unwrap().mv, other);
}

#[test]
fn a_win_that_is_proved_of_another_line_becomes_the_first_and_stands_once() {
    let referee = Arc::new(Referee::new(ruleset("fetlar-2018").unwrap().clone()));
    let rows = "/11/11/11/5t5/9t1/11/11/11/2t1t6/2tt7/4Ktt4/";
    let position = referee.position(&Setup::from_rows(rows).unwrap(), Side::Attackers).unwrap();
    let game = Game::from_position(referee, position);
    let analysis = Analysis { level: Level::FULL, budget: Budget::of_nodes(20_000), lines: 3, among: &[] };
    let engine = Engine::of_mind(EngineOptions { threads: 1, hash_mb: 8, seed: Some(1) }, MindChoice::Hand);
    let mut told: Vec<Vec<Move>> = Vec::new();
    let best = engine.analyse(&game, &analysis, &Cancel::new(), &mut |choice, line| {
        if line == 1 {
            told.push(Vec::new());
        }
        told.last_mut().unwrap().push(choice.mv);
    });
    let best = best.unwrap();
    assert!(best.score.forced_win().is_some(), "{}", best.score);
    assert!(told.iter().any(|moves| moves.len() == 3), "{told:?}");
    for moves in told {
        assert!(moves.iter().enumerate().all(|(at, mv)| !moves[..at].contains(mv)), "{moves:?}");
    }
}

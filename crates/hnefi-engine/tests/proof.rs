//! Proofs hold against every defence, and what a look at every line finds is proved.

use hnefi_engine::{Cancel, ProofBudget, Verdict, prove, prove_in};
use hnefi_rules::{Ending, Game, Intent, Position, Referee, Setup, Side, ruleset};

mod common;

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
    for referee in common::referees() {
        let small = referee.ruleset().size() < 9;
        for _ in 0..if small { 60 } else { 12 } {
            let Some(game) = common::thin_game(&referee, &mut chance) else { continue };
            let position = game.position();
            let winner = position.turn();
            if !wins_within(&referee, position, winner, 1) && wins_within(&referee, position, winner, 3) {
                let verdict = prove(&referee, position, winner, BUDGET, &Cancel::new());
                assert!(matches!(verdict, Verdict::Proven(_)), "{}: {position:?}: {verdict:?}", referee.ruleset().id());
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
    for referee in common::referees().iter().filter(|referee| referee.ruleset().size() <= 11) {
        for _ in 0..25 {
            let Some(game) = common::thin_game(referee, &mut chance) else { continue };
            let winner = game.position().turn();
            let mut position = *game.position();
            let Verdict::Proven(line) = prove(referee, &position, winner, BUDGET, &Cancel::new()) else { continue };
            proofs += 1;
            longest = longest.max(line.len());
            // The winner plays the first move of a proof, the loser anything; the next proof must be found.
            for _ in 0..30 {
                let told = format!("{}: {position:?} for the {winner}", referee.ruleset().id());
                let mv = if position.turn() == winner {
                    let budget = ProofBudget { nodes: 10 * BUDGET.nodes, ..BUDGET };
                    match prove(referee, &position, winner, budget, &Cancel::new()) {
                        Verdict::Proven(line) => line[0],
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
    let Verdict::Proven(line) = prove(&referee, &position, Side::Defenders, BUDGET, &Cancel::new()) else {
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
    for referee in common::referees().iter().filter(|referee| referee.ruleset().size() < 9) {
        for _ in 0..1_000 {
            let Some(game) = common::thin_game(referee, &mut chance) else { continue };
            let position = game.position();
            let few = |turn| referee.count_moves(&position.with_turn(turn)) <= 40;
            if !Side::ALL.into_iter().all(few) {
                continue;
            }
            let winner = if chance.u8(..3) > 0 { position.turn() } else { !position.turn() };
            let budget = ProofBudget { nodes: 6_000, table_mb: 1 };
            let told = format!("{}: {position:?} for the {winner}", referee.ruleset().id());
            match prove(referee, position, winner, budget, &Cancel::new()) {
                Verdict::Proven(line) if line.len() < lengths.len() => {
                    assert!(wins_within(referee, position, winner, line.len() as u32), "{told}: {line:?}");
                    lengths[line.len()] += 1;
                }
                Verdict::NotForced => {
                    assert!(!wins_within(referee, position, winner, 3), "{told}: refuted");
                    refuted += 1;
                }
                Verdict::Proven(_) | Verdict::Unknown => {}
            }
        }
    }
    assert!(lengths[1..4].iter().all(|&n| n >= 3) && refuted >= 10, "{lengths:?}, {refuted} refuted");
}

#[test]
fn a_proof_in_a_game_goes_over_nothing_that_the_game_has_seen() {
    let mut chance = fastrand::Rng::with_seed(44);
    let (mut proofs, mut past) = (0, 0);
    for referee in common::repetitions() {
        for _ in 0..40 {
            let Some(mut game) = common::thin_game(&referee, &mut chance) else { continue };
            for _ in 0..6 {
                let moves = game.moves();
                if game.play(moves[chance.usize(..moves.len())]).outcome.is_some() {
                    game.undo();
                    break;
                }
            }
            let winner = game.position().turn();
            let Verdict::Proven(line) = prove_in(&game, winner, BUDGET, &Cancel::new()) else { continue };
            proofs += 1;
            let mut seen: Vec<Position> = game.plies().map(|ply| ply.played.position).collect();
            past += seen.len();
            seen.push(*game.start());
            for mv in line {
                let mv = game.legal(mv.intent()).expect("no rule on repetition stands against a proof");
                game.play(mv);
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
    let moves = "f1-f2 e11-d11 f2-f1 d11-e11 f1-f2 e11-d11 f2-g2 d11-e11";
    for mv in moves.split(' ') {
        let (from, to) = mv.split_once('-').unwrap();
        let mv = game.legal(Intent { from: from.parse().unwrap(), to: to.parse().unwrap() }).unwrap();
        game.play(mv);
    }
    // The king has two ways out, but g2-f2 brings the position about for the third time.
    let mut drawn = game.clone();
    let back = drawn.legal(Intent { from: "g2".parse().unwrap(), to: "f2".parse().unwrap() }).unwrap();
    assert_eq!(drawn.play(back).outcome.unwrap().winner, None);
    let verdict = prove_in(&game, Side::Defenders, BUDGET, &Cancel::new());
    assert!(!matches!(verdict, Verdict::Proven(_)), "{verdict:?}");
    assert!(matches!(prove(&referee, game.position(), Side::Defenders, BUDGET, &Cancel::new()), Verdict::Proven(_)));
}

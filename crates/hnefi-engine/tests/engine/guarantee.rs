//! What no level overlooks, compared with a count of all moves and answers by the referee.

use crate::common::{random_game, referees, repetitions, steady_engine, thin_game};
use hnefi_engine::{Budget, Cancel, Engine, Level};
use hnefi_rules::{Ending, Game, Move, Reach, Repetition};

/// The moves that win at once.
fn wins(game: &Game) -> Vec<Move> {
    let side = game.position().turn();
    let mut game = game.clone();
    let moves = game.moves();
    moves
        .into_iter()
        .filter(|&mv| {
            let winner = game.play(mv).unwrap().outcome.and_then(|outcome| outcome.winner);
            game.undo();
            winner == Some(side)
        })
        .collect()
}

/// The moves after which the other side cannot win at once.
fn safe(game: &Game) -> Vec<Move> {
    let side = game.position().turn();
    let mut game = game.clone();
    let moves = game.moves();
    moves
        .into_iter()
        .filter(|&mv| {
            let safe = match game.play(mv).unwrap().outcome {
                Some(outcome) => outcome.winner != Some(!side),
                None => wins(&game).is_empty(),
            };
            game.undo();
            safe
        })
        .collect()
}

#[derive(Default, Debug)]
struct Seen {
    wins: [usize; 2],
    dangers: [usize; 2],
}

fn check(engine: &Engine, game: &Game, levels: &[Level], budget: u64, seen: &mut Seen) {
    let side = game.position().turn();
    let (wins, safe) = (wins(game), safe(game));
    let all = game.moves().len();
    if !wins.is_empty() {
        seen.wins[side as usize] += 1;
    } else if !safe.is_empty() && safe.len() < all {
        seen.dangers[side as usize] += 1;
    }
    for &level in levels {
        let told = || format!("{:?} in {:?}", game.referee().ruleset().id(), game.position());
        let choice =
            engine.choose_within(game, level, Budget::of_nodes(budget), &Cancel::new()).expect("the game is not over");
        assert!(game.legal(choice.mv.intent()).is_ok(), "{level:?} played {}, {}", choice.mv, told());
        if !wins.is_empty() {
            assert!(wins.contains(&choice.mv), "{level:?} missed a win with {}, {}", choice.mv, told());
            assert_eq!(choice.score.forced_win(), Some(1));
        } else if level.is_guarded() && !safe.is_empty() {
            assert!(safe.contains(&choice.mv), "{level:?} lost by {}, {}", choice.mv, told());
        }
    }
}

#[test]
fn takes_every_win_in_one_and_averts_every_loss_on_the_next_ply() {
    for referee in referees() {
        let engine = steady_engine();
        let mut chance = fastrand::Rng::with_seed(41);
        let mut seen = Seen::default();
        // A king who moves one step at a time onto a corner cannot be stopped by stepping in between.
        let stepping = referee.ruleset().answers().king_reach == Reach::One;
        // On wide boards the count of all moves and answers takes its time.
        let wanted = if referee.ruleset().size() > 11 { 2 } else { 5 };
        let enough = |seen: &Seen| {
            let dangers = if stepping { &seen.dangers[1..] } else { &seen.dangers[..] };
            seen.wins.iter().chain(dangers).all(|&n| n >= wanted)
        };
        for number in 0..400 {
            if enough(&seen) {
                break;
            }
            let Some(game) = thin_game(&referee, &mut chance) else { continue };
            // A budget of one node ends before anything is searched.
            let budget = [1, 40, 300][number % 3];
            check(&engine, &game, &Level::ALL, budget, &mut seen);
        }
        let id = referee.ruleset().id();
        assert!(enough(&seen), "{id}: too few cases, {seen:?}");
    }
}

#[test]
fn holds_in_games_that_began_at_the_start() {
    for referee in referees() {
        let engine = steady_engine();
        let mut chance = fastrand::Rng::with_seed(5);
        let mut seen = Seen::default();
        for _ in 0..if referee.ruleset().size() > 11 { 2 } else { 8 } {
            let plies = chance.usize(10..90);
            let game = random_game(&referee, &mut chance, plies);
            check(&engine, &game, &[Level::ALL[0], Level::ALL[2], Level::FULL], 300, &mut seen);
        }
    }
}

#[test]
fn the_winner_in_one_is_the_side_to_move() {
    for referee in referees() {
        let mut chance = fastrand::Rng::with_seed(99);
        let games = (0..40).filter_map(|_| thin_game(&referee, &mut chance));
        for game in games {
            let choice =
                steady_engine().choose_within(&game, Level::FULL, Budget::of_nodes(50), &Cancel::new()).unwrap();
            let mut after = game.clone();
            let outcome = after.play(choice.mv).unwrap().outcome;
            if choice.score.forced_win() == Some(1) {
                assert_eq!(outcome.and_then(|o| o.winner), Some(game.position().turn()));
            } else {
                assert_ne!(outcome.and_then(|o| o.winner), Some(game.position().turn()));
            }
        }
    }
}

/// Plays a random move of each side to and fro until the next ply or two may end the game by repetition.
fn shuffled(mut game: Game, chance: &mut fastrand::Rng, plies: usize) -> Option<Game> {
    let pick = |game: &Game, chance: &mut fastrand::Rng| {
        let moves = game.moves();
        let mv = moves[chance.usize(..moves.len())];
        let quiet = game.referee().play(game.position(), mv).captures.is_empty();
        quiet.then_some(mv)
    };
    let mut there = Vec::new();
    for _ in 0..2 {
        let mv = pick(&game, chance)?;
        there.push(mv.intent());
        game.play(mv).unwrap();
        game.turn()?;
    }
    let back: Vec<_> = there.iter().map(|way| hnefi_rules::Intent { from: way.to, to: way.from }).collect();
    let circle = [there[0], there[1], back[0], back[1]];
    for number in 2..plies {
        let mv = game.legal(circle[number % 4]).ok()?;
        if !game.play(mv).unwrap().played.captures.is_empty() || game.outcome().is_some() {
            return None;
        }
    }
    Some(game)
}

#[test]
fn holds_where_repetition_is_near() {
    for referee in repetitions() {
        let rule = referee.ruleset().answers().repetition;
        // How many plies of a circle bring about what the rule speaks of.
        let circle = match rule {
            Repetition::Sequence => 12,
            Repetition::DefendersForbidden => 4,
            _ => 8,
        };
        let engine = steady_engine();
        let mut chance = fastrand::Rng::with_seed(23);
        let (mut seen, mut decided, mut forbidden) = (Seen::default(), 0, 0);
        for number in 0..60 {
            let Some(game) = thin_game(&referee, &mut chance) else { continue };
            let Some(game) = shuffled(game, &mut chance, circle - 1 - number % 2) else { continue };
            check(&engine, &game, &[Level::ALL[2], Level::FULL], 40, &mut seen);
            let mut after = game.clone();
            decided += usize::from(game.moves().into_iter().any(|mv| {
                let reason = after.play(mv).unwrap().outcome.map(|outcome| outcome.reason);
                after.undo();
                reason == Some(Ending::Repetition)
            }));
            forbidden += usize::from(game.moves().len() < game.referee().moves(game.position()).len());
        }
        let id = referee.ruleset().id();
        let (decided_enough, forbidden_enough) = match rule {
            Repetition::None => (0, 0),
            Repetition::Forbidden | Repetition::DefendersForbidden => (0, 4),
            // Somebody must threaten all the time, which few circles do.
            Repetition::AggressorDeviates => (0, 0),
            _ => (4, 0),
        };
        assert!(decided >= decided_enough, "{id} {rule:?}: too few cases, {decided}, {seen:?}");
        assert!(forbidden >= forbidden_enough, "{id} {rule:?}: too few cases, {forbidden}, {seen:?}");
    }
}

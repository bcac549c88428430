//! Principal variations: legal move for move, up to the win that they tell, and not much shorter than the search was deep.

use std::sync::Arc;

use crate::common::{random_game, steady_engine, thin_game};
use hnefi_engine::{Analysis, Budget, Cancel, Choice, Level};
use hnefi_rules::{BySide, Game, Referee, leaflets, ruleset};

/// What is told of a position, and what is answered at last.
fn told(game: &Game, budget: Budget, lines: usize) -> Vec<Choice> {
    let analysis = Analysis { level: Level::FULL, budget, lines, among: &[] };
    let mut told = Vec::new();
    let answer = steady_engine().analyse(game, &analysis, &Cancel::new(), &mut |choice, _| told.push(choice.clone()));
    told.extend(answer);
    told
}

/// The game after a line of which every move is legal.
#[track_caller]
fn after(game: &Game, choice: &Choice) -> Game {
    let mut line = game.clone();
    for &mv in &choice.pv {
        line.play(mv).unwrap_or_else(|refusal| panic!("{refusal} in {:?} from {:?}", choice.pv, game.position()));
    }
    line
}

/// Checks every forced win that is told of a position; counts those in more than one ply by winner.
fn check_wins(game: &Game, lines: usize, wins: &mut BySide<usize>) {
    let turn = game.position().turn();
    for choice in told(game, Budget { depth: 7, nodes: 10_000, time: None }, lines) {
        let (winner, plies) = match (choice.score.forced_win(), choice.score.forced_loss()) {
            (Some(plies), _) => (turn, plies),
            (_, Some(plies)) => (!turn, plies),
            _ => continue,
        };
        // What is told before anything was searched is the best move at a glance.
        if choice.depth == 0 {
            continue;
        }
        let (end, id) = (after(game, &choice), game.referee().ruleset().id());
        let said = || format!("{id}, {:?}: {} {:?}", game.position(), choice.score, choice.pv);
        assert_eq!(end.outcome().map(|outcome| outcome.winner), Some(Some(winner)), "{}", said());
        assert_eq!(choice.pv.len(), plies as usize, "{}", said());
        wins[winner] += usize::from(plies > 1);
    }
}

#[test]
fn a_forced_win_is_shown_to_its_end() {
    for ruleset in leaflets().iter().chain(ruleset("copenhagen")).chain(ruleset("brandubh")) {
        let referee = Arc::new(Referee::new(ruleset.clone()));
        let mut chance = fastrand::Rng::with_seed(5);
        let mut wins = BySide { attackers: 0, defenders: 0 };
        for number in 0..2_000 {
            // Some plies before the end of a game by chance, and boards on which the king stands in a crowd.
            let game = if number % 4 == 0 {
                let mut game = random_game(&referee, &mut chance, 400);
                (0..1 + number % 6).for_each(|_| drop(game.undo()));
                Some(game)
            } else {
                thin_game(&referee, &mut chance)
            };
            if let Some(game) = game {
                check_wins(&game, 1 + number % 3, &mut wins);
            }
            if wins.attackers >= 40 && wins.defenders >= 40 {
                break;
            }
        }
        assert!(wins.attackers >= 20 && wins.defenders >= 40, "{}: {wins:?}", ruleset.id());
    }
}

#[test]
fn a_line_is_about_as_long_as_the_search_was_deep() {
    let (mut plies, mut depths, mut lines) = (0, 0, 0);
    for ruleset in leaflets().iter().chain(ruleset("copenhagen")) {
        let referee = Arc::new(Referee::new(ruleset.clone()));
        let mut chance = fastrand::Rng::with_seed(6);
        for number in 0..8 {
            let game = random_game(&referee, &mut chance, 4 + 3 * number);
            if game.outcome().is_some() {
                continue;
            }
            // Interrupted wherever it is, as by a clock.
            let budget = Budget::of_nodes(12_345);
            let last = told(&game, budget, 1).pop().unwrap();
            after(&game, &last);
            if last.score.forced_win().or(last.score.forced_loss()).is_none() {
                assert!(last.deepest as usize >= last.pv.len());
                assert!(last.pv.len() * 2 >= last.depth as usize, "{last:?}");
                (plies, depths, lines) = (plies + last.pv.len(), depths + last.depth as usize, lines + 1);
            }
        }
    }
    assert!(plies * 10 >= depths * 9, "{plies} plies in {lines} lines of depth {depths} in all");
}

#[test]
fn as_many_positions_are_looked_at_as_the_budget_has() {
    let referee = Arc::new(Referee::new(ruleset("copenhagen").unwrap().clone()));
    let mut chance = fastrand::Rng::with_seed(7);
    let mut exact = 0;
    for number in 0..4 {
        let game = random_game(&referee, &mut chance, 8 * number);
        for nodes in [1, 2, 99, 100, 255, 256, 257, 5_000] {
            let last = told(&game, Budget::of_nodes(nodes), 1).pop().unwrap();
            let forced = last.score.forced_win().or(last.score.forced_loss()).is_some();
            let more = nodes / 2 + if forced { 1_000 } else { 0 };
            assert!((nodes..=nodes + more).contains(&last.nodes), "{} for {nodes}: {last:?}", last.nodes);
            exact += usize::from(last.nodes == nodes);
        }
    }
    assert!(exact >= 28, "{exact} of 32");
}

#[test]
fn the_lines_that_stand_at_last_begin_with_different_moves() {
    let mut cut = 0;
    for id in ["fetlar-2018", "brandubh", "tablut-saami"] {
        let referee = Arc::new(Referee::new(ruleset(id).unwrap().clone()));
        let games = [Game::new(referee.clone()), random_game(&referee, &mut fastrand::Rng::with_seed(7), 12)];
        for (game, nodes) in games
            .iter()
            .filter(|game| game.outcome().is_none())
            .flat_map(|game| (200..6_000).step_by(400).map(move |nodes| (game, nodes)))
        {
            let analysis =
                Analysis { level: Level::FULL, budget: Budget { depth: 8, nodes, time: None }, lines: 4, among: &[] };
            let mut stands: Vec<Choice> = Vec::new();
            let best = steady_engine().analyse(game, &analysis, &Cancel::new(), &mut |choice, line| {
                stands.resize(stands.len().max(line), choice.clone());
                stands[line - 1] = choice.clone();
            });
            assert_eq!(best.map(|best| best.mv), stands.first().map(|first| first.mv), "{id}, {nodes} nodes");
            let moves: Vec<_> = stands.iter().map(|choice| choice.mv).collect();
            let twice = moves.iter().enumerate().any(|(at, mv)| moves[..at].contains(mv));
            assert!(!twice, "{id}, {nodes} nodes: {moves:?}");
            cut += usize::from(stands.iter().any(|choice| choice.depth != stands[0].depth));
        }
    }
    assert!(cut > 3, "only {cut} searches ended in the middle of a depth");
}

//! Positions that are easily misjudged are judged as they should be.

#[path = "../../examples/positions/mod.rs"]
#[allow(dead_code)]
mod positions;

use hnefi_engine::{Mind, MindChoice, OwnMind};
use hnefi_rules::{BySide, Piece, Setup, Side, Square};

use positions::{attackers_score, cases, engine, engine_of, play_on};

#[test]
fn the_engine_knows_who_is_better_where_it_is_easily_misjudged() {
    for case in cases().unwrap() {
        let (name, score) = (&*case.name, attackers_score(&engine(), &case.game, 100_000));
        assert!(case.expected.contains(&score), "{name}: {score} should be in {:?}", case.expected);
    }
}

#[test]
fn behind_sealed_corners_a_king_with_one_man_or_five_falls_within_sixty_plies() {
    let budgets = [5_000, 10_000, 15_000, 20_000, 30_000];
    for name in ["sealed-1", "sealed-5"] {
        let won = budgets.map(|budget| {
            let case = cases().unwrap().into_iter().find(|case| case.name == name).unwrap();
            let engines = BySide { attackers: engine(), defenders: engine_of(MindChoice::Hand) };
            let budgets = BySide { attackers: budget, defenders: budget };
            let (outcome, scores) = play_on(case.game, &engines, &budgets, 60);
            (outcome.is_some_and(|outcome| outcome.winner == Some(Side::Attackers)), scores.len())
        });
        // One search more or less turns a single game.
        assert!(won.iter().filter(|(won, _)| *won).count() >= 4, "{name}: {won:?}");
    }
}

#[test]
fn behind_sealed_corners_every_defender_who_falls_is_a_gain_also_where_another_net_takes_over() {
    let game = cases().unwrap().into_iter().find(|case| case.name == "sealed-5").unwrap().game;
    let mind = OwnMind::new(game.referee(), &MindChoice::Own);
    let mut setup = Setup::from_rows(&game.position().rows_text()).unwrap();
    let defenders: Vec<Square> =
        setup.pieces().filter(|&(_, piece)| piece == Piece::Defender).map(|(square, _)| square).collect();
    let mut scores = BySide { attackers: Vec::new(), defenders: Vec::new() };
    for square in defenders {
        for turn in Side::ALL {
            let position = game.referee().position(&setup, turn).unwrap();
            scores[turn].push(mind.attackers_score(&mut mind.begin(&position), &position));
        }
        setup.set(square, None);
    }
    for turn in Side::ALL {
        assert!(scores[turn].is_sorted_by(|before, after| before < after), "{turn:?}: {:?}", scores[turn]);
    }
}

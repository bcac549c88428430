//! Tests of the evaluation.

use std::sync::Arc;

use hnefi_net::{Card, Net};
use hnefi_rules::{Position, Referee, Setup, Side, ruleset, rulesets};

use super::by_hand::{HELD, MOST};
use super::weights::{Plan, Weights};
use super::{ByHand, ByNet, Evaluation, Inputs, Mind, MindChoice, OwnMind, Stage, nets};
use crate::score::FORCED;

fn position(referee: &Referee, rows: &str) -> Position {
    referee.position(&Setup::from_rows(rows).unwrap(), Side::Attackers).unwrap()
}

#[test]
fn every_start_is_level_and_no_position_looks_like_a_forced_end() {
    const { assert!(MOST < FORCED) };
    let mut chance = fastrand::Rng::with_seed(8);
    for ruleset in rulesets() {
        let referee = Referee::new(ruleset.clone());
        let mind = ByHand::new(&referee);
        assert_eq!(mind.judge(&referee.start()), 0, "{}", ruleset.id());
        for _ in 0..300 {
            // Boards that no game reaches may have any number of men.
            let size = ruleset.size();
            let mut setup = Setup::empty(size).unwrap();
            let men = chance.u8(1..150);
            for number in 0..men {
                let square = hnefi_rules::Square::new(chance.u8(..size), chance.u8(..size)).unwrap();
                let soldier = if chance.bool() { hnefi_rules::Piece::Attacker } else { hnefi_rules::Piece::Defender };
                setup.set(square, Some(if number + 1 == men { hnefi_rules::Piece::King } else { soldier }));
            }
            let Ok(position) = referee.position(&setup, Side::Attackers) else { continue };
            let score = mind.judge(&position);
            assert!(score.abs() <= MOST, "{}: {score} for {position:?}", ruleset.id());
        }
    }
}

#[test]
fn the_weights_of_every_family_can_be_read_and_written() {
    let mut families: Vec<&str> = rulesets().map(|ruleset| Weights::family(ruleset)).collect();
    families.sort_unstable();
    families.dedup();
    assert_eq!(families, ["corner-four", "corner-four-siege", "corner-two", "edge-four", "edge-two"]);
    for ruleset in rulesets() {
        let weights = Weights::of(ruleset);
        assert_eq!(Weights::from_toml(&weights.to_toml()), Ok(weights));
    }
    let text = Weights::of(ruleset("fetlar-2018").unwrap()).to_toml();
    for (spoilt, told) in [
        (text.replacen("move = ", "mvoe = ", 1), "there is no group of features \"mvoe\" in [take]"),
        (text.replacen("move = [", "move = [1, ", 1), "\"move\" in [take] has 2 weights, and should have 1"),
        (text.replacen("attackers-on = ", "#", 1), "\"attackers-on\" is missing in [take]"),
        (text.replacen("[take]", "[hold]", 1).replace("\n[hold]", "\n[wait]"), "[take] is missing"),
        (format!("{text}[wait]\n"), "there is no plan \"wait\"; there are take and hold"),
    ] {
        assert_eq!(Weights::from_toml(&spoilt).unwrap_err().to_string(), told);
    }
}

#[test]
fn the_score_is_what_the_features_and_the_weights_say() {
    let mut chance = fastrand::Rng::with_seed(9);
    for ruleset in rulesets() {
        let referee = Referee::new(ruleset.clone());
        let (mind, evaluation) = (ByHand::new(&referee), Evaluation::new(&referee));
        let weights = Weights::of(ruleset);
        let sum = |position: &Position, plan: Plan| -> i32 {
            let features = evaluation.features(position);
            features.into_iter().map(|(feature, times)| i32::from(weights.values(plan)[feature]) * times).sum()
        };
        let level = Plan::ALL.map(|plan| sum(&referee.start(), plan));
        let mut position = referee.start();
        for _ in 0..200 {
            let moves = referee.moves(&position);
            let next = referee.advance(&position, moves[chance.usize(..moves.len())]);
            position = match next.ending {
                None if referee.has_move(&next.position) => next.position,
                _ => referee.start(),
            };
            let score = mind.judge(&position);
            let take = sum(&position, Plan::Take) - level[0];
            let hold = sum(&position, Plan::Hold) - level[1];
            let hold = if hold > 0 { hold / HELD } else { hold };
            assert_eq!(score, take.max(hold).clamp(-MOST, MOST), "{}: {position:?}", ruleset.id());
        }
    }
}

/// Twenty attackers in a ring, or on the edge with room between them.
const RING: &str = "/11/11/3ttttt3/2t5t2/2t1T3t2/2t2K2t2/2t3T1t2/2t5t2/3ttttt3/11/11/";
const NO_RING: &str = "/3t1t1t3/11/3t1t1t3/t9t/2t1T3t2/5K5/2t3T1t2/t9t/3t1t1t3/11/3t1t1t3/";

#[test]
fn a_closed_ring_is_better_than_as_many_attackers_without_one() {
    for id in ["fetlar-2018", "copenhagen", "nestorgames", "tawlbwrdd", "viking-game"] {
        let referee = Referee::new(ruleset(id).unwrap().clone());
        let mind = ByHand::new(&referee);
        let (ring, none) = (position(&referee, RING), position(&referee, NO_RING));
        assert_eq!(ring.men(Side::Attackers), none.men(Side::Attackers));
        let (ring, none) = (mind.judge(&ring), mind.judge(&none));
        assert!(ring > none, "{id}: {ring} with a ring, {none} without");
    }
}

#[test]
fn attackers_count_as_hunters_by_their_steps_from_the_king() {
    let hunters = |id: &str, rows: &str| {
        let referee = Referee::new(ruleset(id).unwrap().clone());
        let features = Evaluation::new(&referee).features(&position(&referee, rows));
        ["hunters", "hunters-far"].map(|name| {
            let group = Weights::groups().iter().find(|group| group.name == name).unwrap();
            features.iter().find(|(feature, _)| group.range().contains(feature)).map(|(f, _)| f - group.range().start)
        })
    };
    // One within two steps, another within three, one farther off.
    assert_eq!(hunters("fetlar-2018", "/1K9/11/2t8/t10/1t9/11/11/11/11/11/11/"), [Some(1), Some(2)]);
    // Those on the other side of the board are not near, however large it is.
    let rows = "/7t7/15/15/15/15/15/15/15/15/15/7t7/15/15/7K7/15/";
    assert_eq!(hunters("tablut-15", rows), [Some(0), Some(1)]);
}

/// A net by chance that sees positions of a rule set.
fn net(inputs: &Inputs, seed: u64) -> Arc<Net> {
    let mut chance = fastrand::Rng::with_seed(seed);
    let mut weights = hnefi_net::Weights::zero(inputs.shape(64, 4));
    for list in weights.lists_mut() {
        list.iter_mut().for_each(|weight| *weight = chance.f32() * 0.4 - 0.2);
    }
    Arc::new(Net::new(&weights, Card { inputs: inputs.name(), ..Card::default() }).unwrap())
}

#[test]
fn a_nets_sums_follow_a_game_through_captures_and_back() {
    for ruleset in rulesets() {
        let referee = Referee::new(ruleset.clone());
        let mind = ByNet::new(&referee, net(&Inputs::new(&referee), 3)).unwrap();
        let mut chance = fastrand::Rng::with_seed(5);
        let mut state = mind.begin(&referee.start());
        let mut positions = vec![referee.start()];
        for _ in 0..80 {
            let position = positions.last().unwrap();
            let moves = referee.moves(position);
            let Some(&mv) = moves.get(chance.usize(..moves.len().max(1))) else { break };
            let next = referee.advance(position, mv);
            if next.ending.is_some() {
                break;
            }
            positions.push(next.position);
            // From anywhere to anywhere, as a search goes that takes moves back.
            let position = &positions[chance.usize(..positions.len())];
            let fresh = mind.attackers_score(&mut mind.begin(position), position);
            assert_eq!(mind.attackers_score(&mut state, position), fresh, "{}", ruleset.id());
            for score in [fresh, -500, 0, 200, 600] {
                let chances = mind.chances(position, score);
                assert!((chances.attackers + chances.draw + chances.defenders - 1.0).abs() < 1e-5);
                let points = chances.attackers_points();
                let wanted = (score as f32 / mind.net().card().scale as f32).clamp(-12.0, 12.0);
                assert!(((points / (1.0 - points)).ln() - wanted).abs() < 0.01, "{points} at {score}");
            }
        }
    }
}

#[test]
fn behind_sealed_corners_the_score_grows_on_the_way_to_the_win_and_the_chances_do_not() {
    let referee = Referee::new(ruleset("copenhagen").unwrap().clone());
    let mind = OwnMind::new(&referee, &MindChoice::Own);
    // All corners are sealed; the king is penned on the edge with two soldiers left, or walks about with four.
    let penned = "/2t2t2t2/2t1T1t4/tt2t1t4/2t4t3/K1t6t1/7t2t/t5t1T2/1t8t/2t8/t7t2/2t4t3/";
    let roams = "/3t1t1Kt2/2t1tt1t3/1t1T2tt3/5T3t1/9t1/t9t/5t4t/1tT2t4t/1tT6t1/2t8/5t1t3/";
    let [penned, roams] = [penned, roams].map(|rows| {
        let position = position(&referee, rows);
        let score = mind.attackers_score(&mut mind.begin(&position), &position);
        (score, mind.chances(&position, score).attackers_points())
    });
    assert!(penned.0 > roams.0 + 25, "{penned:?} {roams:?}");
    assert!((penned.1 - roams.1).abs() < 0.05 && roams.1 > 0.8, "{penned:?} {roams:?}");
}

#[test]
fn a_net_for_other_inputs_is_refused_and_the_engine_judges_by_hand() {
    let referee = |id: &str| Referee::new(ruleset(id).unwrap().clone());
    let (large, small) = (referee("fetlar-2018"), referee("brandubh"));
    let net = net(&Inputs::new(&large), 1);
    let told = ByNet::new(&small, net.clone()).err().unwrap().to_string();
    assert!(told.contains("men 11x11") && told.contains("men 7x7"), "{told}");
    let choice = MindChoice::Net(net);
    assert!(choice.fits(&large).is_ok() && choice.fits(&small).is_err());
    assert!(matches!(OwnMind::new(&large, &choice), OwnMind::Net(_)));
    assert!(matches!(OwnMind::new(&small, &choice), OwnMind::Hand(_)));
    assert!(matches!(OwnMind::new(&large, &MindChoice::Hand), OwnMind::Hand(_)));
}

#[test]
fn images_of_a_man_are_the_eight_of_the_board() {
    let inputs = Inputs::new(&Referee::new(ruleset("fetlar-2018").unwrap().clone()));
    for man in 0..inputs.shape(64, 1).men {
        let mut images: Vec<usize> = (0..8).map(|image| inputs.image(man, image)).collect();
        assert_eq!(images[0], man);
        assert!(images.iter().all(|image| image / 121 == man / 121));
        images.sort_unstable();
        images.dedup();
        assert!([1, 4, 8].contains(&images.len()), "{man}: {images:?}");
    }
}

#[test]
fn endgames_are_judged_by_a_net_of_their_own() {
    let referee = Referee::new(ruleset("copenhagen").unwrap().clone());
    let mind = OwnMind::new(&referee, &MindChoice::Own);
    let [game, endgame] = [Stage::Game, Stage::Endgame].map(|stage| nets::of(&referee, stage).unwrap());
    assert_eq!(mind.nets().collect::<Vec<_>>(), [&*game, &*endgame]);
    let (game, endgame) = (ByNet::new(&referee, game).unwrap(), ByNet::new(&referee, endgame).unwrap());

    let one = "/2t5t2/1t7t1/t8tt/5t5/7K3/t8T1/11/t1t8/5t4t/1t6tt1/3t4t2/";
    let none = "/2t5t2/1t7t1/t8tt/5t5/7K3/t10/11/t1t8/5t4t/1t6tt1/3t4t2/";
    let two = "/2t5t2/1t7t1/t8tt/5t5/7K3/t8T1/4T6/t1t8/5t4t/1t6tt1/3t4t2/";
    let mut state = mind.begin(&referee.start());
    // A search goes from endgames back to what comes before them.
    for rows in [two, one, none, two, one] {
        let position = position(&referee, rows);
        let fresh = |by: &ByNet| by.attackers_score(&mut by.begin(&position), &position);
        let score = mind.attackers_score(&mut state, &position);
        let by = if rows == two { &game } else { &endgame };
        if rows == two {
            // Here the attackers are ahead, and both nets count.
            assert!(
                fresh(&game) > 100 && score == mind.attackers_score(&mut mind.begin(&position), &position),
                "{score}"
            );
        } else {
            assert_eq!(score, fresh(&endgame), "{rows}");
        }
        assert_eq!(mind.chances(&position, score), by.chances(&position, fresh(by)), "{rows}");
    }
    let file = OwnMind::new(&referee, &MindChoice::Net(nets::of(&referee, Stage::Game).unwrap()));
    assert_eq!(file.nets().count(), 1, "a net that somebody names judges everything");
}

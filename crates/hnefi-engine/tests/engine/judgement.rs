//! What the computer answers to offers and claims.

use crate::common::{random_game, referees, steady_engine};
use hnefi_engine::Cancel;
use hnefi_rules::{Game, Ground, Intent, Offer, Referee, Setup, Side, leaflet, ruleset};
use std::sync::Arc;

const FORT: &str = "/3TK1T4/3TTTT4/11/t9t/11/11/11/11/11/11/3ttt5/";
const SEALED: &str = "/3t4t2/1tt6t1/1t3t4t/t10/5t5/4TKT4/11/11/t9t/1t7t1/2t5t2/";

fn game(id: &str, rows: &str, turn: Side) -> Game {
    let referee = Arc::new(Referee::new(ruleset(id).unwrap().clone()));
    let position = referee.position(&Setup::from_rows(rows).unwrap(), turn).unwrap();
    Game::from_position(referee, position)
}

fn judges(game: &Game, offer: Offer, side: Side) -> bool {
    steady_engine().judges_drawn(game, offer, side, &Cancel::new())
}

/// Both sides walk in rounds and take nothing. `look` sees the game before each ply.
fn walk(game: &mut Game, rounds: [&[&str]; 2], plies: usize, look: impl Fn(&Game, usize)) {
    let mut at = rounds.map(|round| *round.last().unwrap());
    for ply in 0..plies {
        look(game, ply);
        let round = rounds[ply % 2];
        let to = round[ply / 2 % round.len()];
        let intent = Intent { from: at[ply % 2].parse().unwrap(), to: to.parse().unwrap() };
        let mv = game.legal(intent).unwrap_or_else(|_| panic!("{intent} at ply {ply}"));
        let played = game.play(mv).unwrap();
        assert!(played.outcome.is_none() && played.played.captures.is_empty(), "{intent} at ply {ply}");
        at[ply % 2] = to;
    }
}

#[test]
fn grants_a_king_at_the_side_whom_nobody_can_dislodge() {
    let game = game("fetlar-2018", FORT, Side::Attackers);
    assert!(judges(&game, Offer::Claim(Ground::KingAtSide), Side::Attackers));
    assert!(!judges(&game, Offer::Claim(Ground::KingShutIn), Side::Attackers), "corners are not closed");
}

#[test]
fn grants_a_king_shut_in_by_walls_that_stand_for_good() {
    let game = game("fetlar-2018", SEALED, Side::Defenders);
    assert!(judges(&game, Offer::Claim(Ground::KingShutIn), Side::Defenders));
    assert!(!judges(&game, Offer::Claim(Ground::KingShutIn), Side::Attackers), "the attackers may still win");
}

#[test]
fn refuses_claims_that_the_board_does_not_show() {
    for referee in referees() {
        let game = Game::new(referee);
        for ground in Ground::ALL {
            for side in Side::ALL {
                assert!(!judges(&game, Offer::Claim(ground), side), "{ground:?}");
            }
        }
        assert!(!judges(&game, Offer::Draw, Side::Attackers), "a draw before anything happened");
        assert!(judges(&game, Offer::TakeBack, Side::Attackers));
    }
}

#[test]
fn gives_away_no_win_and_takes_a_draw_when_lost() {
    // The king has a lane to a11 and one to k11 and nobody who could stop both.
    let rows = "/3ttt5/11/11/11/11/11/11/11/11/11/4K6/";
    let mut game = game("viking-game", rows, Side::Attackers);
    let mv = game.legal(Intent { from: "d1".parse().unwrap(), to: "d2".parse().unwrap() }).unwrap();
    game.play(mv).unwrap();
    assert!(!judges(&game, Offer::Draw, Side::Defenders));
    assert!(judges(&game, Offer::Draw, Side::Attackers));
    assert!(!judges(&game, Offer::Claim(Ground::NoProgress), Side::Defenders));
}

#[test]
fn wants_to_play_a_game_that_has_just_begun() {
    let referee = Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()));
    for seed in [5, 9] {
        let game = random_game(&referee, &mut fastrand::Rng::with_seed(seed), 12);
        let agreed = Side::ALL.map(|side| judges(&game, Offer::Draw, side));
        assert_eq!(agreed, [false, false], "seed {seed}");
    }
}

#[test]
fn agrees_to_no_progress_after_long_shuffling() {
    let mut game = game("viking-game", SEALED, Side::Attackers);
    // The king's round is long, so that no sequence of moves comes three times.
    let rounds = [["e3", "f3"].as_slice(), &["f7", "f8", "d8", "d9", "h9", "h8", "f8", "f7", "f6"]];
    walk(&mut game, rounds, 40, |_, _| {});
    assert!(judges(&game, Offer::Claim(Ground::NoProgress), Side::Defenders));
}

#[test]
fn a_cancelled_judgement_agrees_to_nothing() {
    let cancel = Cancel::new();
    cancel.cancel();
    let game = game("fetlar-2018", FORT, Side::Attackers);
    assert!(!steady_engine().judges_drawn(&game, Offer::Claim(Ground::KingAtSide), Side::Attackers, &cancel));
}

#[test]
fn agrees_to_a_draw_once_a_lead_has_long_won_nothing() {
    // Behind sealed corners a king is alone.
    let rows = "/2t5t2/1t7t1/t3t4tt/11/7K3/t10/11/t1t8/5t4t/1t6tt1/3t4t2/";
    let mut game = game("copenhagen", rows, Side::Attackers);
    // The rounds of a soldier and the king fit together after 144 plies.
    let rounds = [
        ["e4", "d4", "c4", "b4", "b5", "c5", "d5", "e5", "e3"].as_slice(),
        &["h6", "h7", "h8", "g8", "g7", "g6", "g5", "h5"],
    ];
    walk(&mut game, rounds, 150, |game, ply| {
        assert!(ply != 20 || !judges(game, Offer::Draw, Side::Attackers));
    });
    assert!(judges(&game, Offer::Draw, Side::Attackers));
}

#[test]
fn agrees_to_a_draw_once_a_king_has_long_been_shut_in_whom_nobody_can_take() {
    let rows = "/3tKt2t2/2t1t4t1/tt2t1t3t/11/11/11/7T3/11/tt8t/2t6t1/2t5t2/";
    let mut game = game("fetlar-2018", rows, Side::Attackers);
    let rounds = [
        ["g5", "h5", "i5", "j5", "j4", "i4", "h4", "h3", "g3"].as_slice(),
        &["h8", "g8", "f8", "e8", "e7", "f7", "g7", "h7"],
    ];
    walk(&mut game, rounds, 150, |game, ply| {
        assert!(ply != 60 || !judges(game, Offer::Draw, Side::Attackers));
    });
    assert!(judges(&game, Offer::Draw, Side::Attackers));
}

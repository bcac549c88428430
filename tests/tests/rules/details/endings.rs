//! Repetition, the order of endings, claims, and boards that are set up.

use hnefi_rules::{Ending, Outcome, Referee, Setup, SetupError, Side, leaflet};
use hnefi_tests::slow;

use super::both::{Both, KING_CAPTURED, KING_ESCAPED, LEAFLETS, REPEATED, STALLED, board, falls, square};

// 5. Repetition.

const SHUFFLE: [&str; 4] = ["d1-d2", "f8-g8", "d2-d1", "g8-f8"];

#[test]
fn both_sides_shuffling_from_the_start() {
    for (id, plies) in
        [("fetlar-2018", 8), ("viking-game", 12), ("cyningstan-2014", 8), ("nestorgames", 8), ("regency-chess", 8)]
    {
        let mut game = Both::at_start(id);
        assert_eq!(game.cycle(&SHUFFLE, 40), Some(plies), "{id}");
        assert_eq!(game.outcome(), REPEATED, "{id}");
        assert_eq!(game.refused("d1-d2"), "game-over");
    }
}

#[test]
fn king_and_defender_changing_places() {
    let cycle = ["c3-d3", "k5-k6", "d4-c4", "k6-k5", "d3-d4", "k5-k6", "c4-c3", "k6-k5"];
    let mut game = Both::set_up("viking-game", "K c3, T d4, t k5", Side::Defenders);
    assert_eq!(game.cycle(&cycle, 40), Some(24));
    assert_eq!(game.outcome(), REPEATED);
    // The moves come round after eight plies, but then king and defender have changed places: the position
    // comes round after sixteen.
    let mut game = Both::set_up("fetlar-2018", "K c3, T d4, t k5", Side::Defenders);
    assert_eq!(game.cycle(&cycle, 40), Some(32));
    assert_eq!(game.outcome(), REPEATED);
}

#[test]
fn one_side_shuffling_alone_is_no_sequence() {
    let mut game = Both::at_start("viking-game");
    let mut last = "k4";
    // The defenders go back and forth; the attacker never makes the same two moves running.
    for next in ["i4", "h4", "j4", "g4", "i4", "k4", "h4", "i4"] {
        game.play(&format!("{last}-{next}"));
        let shuffle = if game.piece("f8").is_some() { "f8-g8" } else { "g8-f8" };
        game.play(shuffle);
        last = next;
    }
    assert_eq!(game.outcome(), None);
}

#[test]
fn a_third_equal_position_is_no_draw_by_sequence() {
    // The same position three times, by different ways.
    let ways = [
        ["d1-d2", "f8-g8", "d2-d1", "g8-f8"],
        ["d1-d3", "f8-h8", "d3-d1", "h8-f8"],
        ["d1-d4", "f8-i8", "d4-d1", "i8-f8"],
    ];
    let mut game = Both::at_start("viking-game");
    assert_eq!(game.cycle(ways.as_flattened(), 12), None);
    let mut game = Both::at_start("fetlar-2018");
    assert_eq!(game.cycle(ways.as_flattened(), 12), Some(8));
}

#[test]
fn the_side_to_move_belongs_to_a_position() {
    // The same pieces with the other side to move do not count: a king who loses a tempo.
    let mut game = Both::set_up("fetlar-2018", "K c3, t k5", Side::Defenders);
    let plies = ["c3-d3", "k5-k6", "d3-e3", "k6-k5", "e3-c3", "k5-k6", "c3-d3", "k6-k5", "d3-c3", "k5-k6"];
    for (ply, text) in plies.iter().enumerate() {
        game.play(text);
        assert_eq!(game.outcome(), None, "after ply {}", ply + 1);
    }
}

// 6. The order in which endings are looked for.

#[test]
fn the_king_s_fate_comes_before_a_side_without_a_move() {
    for id in LEAFLETS {
        // The king escapes; the attackers have no move, but nobody asks.
        let mut game = Both::set_up(id, "K a3, T b10 c11 d9", Side::Defenders);
        game.play("a3-a1");
        assert_eq!(game.outcome(), KING_ESCAPED, "{id}");
        // The king alone is captured; the defenders have no move, but nobody asks.
        let mut game = Both::set_up(id, "K f7, t e7 f8 g2", Side::Attackers);
        game.play("g2-g7");
        assert_eq!(game.outcome(), KING_CAPTURED, "{id}");
    }
}

// 7. All attackers captured.

#[test]
fn all_attackers_captured_is_a_draw() {
    for id in LEAFLETS {
        let mut game = Both::set_up(id, "K b3, t d8, T c8 e2", Side::Defenders);
        game.play("e2-e8");
        assert_eq!(game.outcome(), STALLED, "{id}");
    }
}

// 8. Claims.

#[test]
fn claims_are_answered_by_people() {
    use hnefi_rules::{GameError, Ground, Offer};
    for id in LEAFLETS {
        // The king at the side, with nothing in reach.
        let mut game = Both::set_up(id, "K f11, T b11 j11, t d8 e4", Side::Attackers).fast;
        let expected: &[Ground] = match id {
            "fetlar-2018" => &[Ground::KingAtSide, Ground::KingShutIn],
            "viking-game" => &[Ground::NoProgress],
            _ => &[],
        };
        assert_eq!(game.grounds(), expected, "{id}");
        assert!(game.allows_agreement(), "{id}");
        for ground in Ground::ALL {
            let offered = game.offer(Side::Defenders, Offer::Claim(ground));
            if !expected.contains(&ground) {
                assert_eq!(offered, Err(GameError::NoClaim(ground)), "{id}");
                continue;
            }
            assert_eq!(game.outcome(), None, "{id}: a claim alone ends nothing");
            assert_eq!(game.accept(Side::Defenders), Err(GameError::NoOffer), "{id}: nobody grants his own claim");
            let mut granted = game.clone();
            granted.accept(Side::Attackers).unwrap();
            assert_eq!(granted.outcome(), Some(Outcome::draw(Ending::Claim(ground))), "{id}");
            game.drop_offer(Side::Attackers).unwrap();
            assert_eq!(game.outcome(), None, "{id}: play goes on");
        }
    }
}

#[test]
fn a_claim_that_the_board_refutes_is_refused_with_the_square() {
    use hnefi_rules::{GameError, Ground, Offer, Refutation};
    let claimed = |board: &str, turn, ground| {
        Both::set_up("fetlar-2018", board, turn).fast.offer(Side::Defenders, Offer::Claim(ground))
    };
    let square = |text: &str| text.parse().unwrap();
    // At the side means on a square of the edge; one away from it is not.
    for king in ["f6", "b5", "j10", "e2"] {
        let untrue = GameError::Untrue(Refutation::NotAtSide { king: square(king) });
        let board = format!("K {king}, t d8 c3");
        assert_eq!(claimed(&board, Side::Attackers, Ground::KingAtSide), Err(untrue), "{king}");
    }
    for king in ["a5", "k10", "e1", "f11", "b1"] {
        let board = format!("K {king}, t d8 c3");
        assert_eq!(claimed(&board, Side::Attackers, Ground::KingAtSide), Ok(()), "{king}");
    }
    // He can reach a corner: he is there with the next move, and the defenders are to make it.
    let to = |to| Err(GameError::Untrue(Refutation::Escapes { king: square("f11"), to: square(to) }));
    let open = "K f11, T b11, t d8 c3";
    assert_eq!(claimed(open, Side::Defenders, Ground::KingShutIn), to("k11"));
    assert_eq!(claimed(open, Side::Attackers, Ground::KingShutIn), Ok(()), "an attacker may come between");
    assert_eq!(claimed("K f11, T b11 j11, t d8 c3", Side::Defenders, Ground::KingShutIn), Ok(()));
}

/// What was claimed and granted before stays so: a record is not judged again.
#[test]
fn a_claim_of_a_record_stays_made() {
    use hnefi_rules::{Ground, Offer};
    let mut game = Both::at_start("fetlar-2018").fast;
    let claim = Offer::Claim(Ground::KingAtSide);
    assert!(game.offer(Side::Defenders, claim).is_err());
    game.offer_as_made(Side::Defenders, claim).unwrap();
    game.accept(Side::Attackers).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::draw(Ending::Claim(Ground::KingAtSide))));
}

#[test]
fn an_offer_does_not_outlive_the_end() {
    use hnefi_rules::{GameError, Offer};
    for id in LEAFLETS {
        let mut game = Both::set_up(id, "K a5, t a10 b11 h2, T c11", Side::Defenders);
        game.fast.offer(Side::Defenders, Offer::Draw).unwrap();
        let mut taking_back = game.fast.clone();
        game.play("a5-a1");
        let won = game.fast.clone();
        assert_eq!(game.outcome(), KING_ESCAPED, "{id}");
        assert_eq!(game.fast.pending(), None, "{id}");
        for by in Side::ALL {
            assert_eq!(game.fast.accept(by), Err(GameError::NoOffer), "{id}: the loser would have a draw");
            assert_eq!(game.fast.drop_offer(by), Err(GameError::NoOffer), "{id}: the game would go on");
        }
        assert_eq!(game.fast, won, "{id}");
        game.fast.undo();
        taking_back.undo();
        assert_eq!(game.fast.pending(), Some((Side::Defenders, Offer::Draw)), "{id}: the end taken back, it stands");
        game.fast.undo();
        assert_eq!(game.fast, taking_back, "{id}");
    }
}

// 9. The order of results in one move.

#[test]
fn a_king_on_a_corner_wins_even_as_he_captures() {
    for id in LEAFLETS {
        let mut game = Both::set_up(id, "K a5, t a10 b11 h2, T c11", Side::Defenders);
        game.play("a5-a9");
        game.play("h2-h3");
        assert_eq!(game.piece("a10"), None, "{id}: it fell between the king and the corner");
        let mut game = Both::set_up(id, "K a5, t b11 h2, T c11", Side::Defenders);
        assert_eq!(game.play("a5-a11"), falls([("b11", "defender c11")]), "{id}");
        assert_eq!(game.outcome(), KING_ESCAPED, "{id}");
        assert_eq!(game.piece("b11"), None, "{id}: the captures of the last move are carried out");
    }
}

#[test]
fn king_and_soldier_may_fall_to_one_move() {
    for id in LEAFLETS {
        let mut game = Both::set_up(id, "K f7, t e7 f8 i7 g2, T h7", Side::Attackers);
        let both = falls([("f7", "three-and-throne f6"), ("h7", "attacker i7")]);
        assert_eq!(game.play("g2-g7"), both, "{id}");
        assert_eq!(game.outcome(), KING_CAPTURED, "{id}");
        assert_eq!((game.piece("f7"), game.piece("h7")), (None, None), "{id}");
    }
}

// 11. Set-up positions.

#[test]
fn set_ups_that_cannot_be_played_are_refused_with_every_reason() {
    let cases: [(&str, &[SetupError]); 6] = [
        ("t a5", &[SetupError::NoKing]),
        ("K a5 c8, t h3", &[SetupError::TwoKings(square("a5"), square("c8"))]),
        ("K k11, t h3", &[SetupError::KingOnCorner(square("k11"))]),
        ("K a5, t f6", &[SetupError::SoldierOnThrone(square("f6"))]),
        ("K a5, t h3, T k1", &[SetupError::SoldierOnCorner(square("k1"))]),
        ("K a1, T f6, t h3", &[SetupError::KingOnCorner(square("a1")), SetupError::SoldierOnThrone(square("f6"))]),
    ];
    for id in LEAFLETS {
        let ruleset = leaflet(id).unwrap();
        let slow = slow::Referee::new(ruleset);
        let referee = Referee::new(ruleset.clone());
        for (pieces, expected) in &cases {
            let setup = board(pieces);
            let errors = referee.position(&setup, Side::Attackers).unwrap_err().0;
            assert_eq!(errors, *expected, "{id}: {pieces}");
            assert_eq!(slow.problems(&setup), errors.iter().map(|e| e.code()).collect::<Vec<_>>(), "{id}: {pieces}");
        }
        let small = Setup::from_rows("/7/7/1t5/3K3/7/7/7/").unwrap();
        assert_eq!(
            referee.position(&small, Side::Attackers).unwrap_err().0,
            [SetupError::Size { given: 7, wanted: 11 }],
            "{id}"
        );
        assert_eq!(slow.problems(&small), ["board-size"], "{id}");
    }
}

#[test]
fn a_king_set_up_surrounded_is_not_captured_until_struck() {
    for id in LEAFLETS {
        let mut game = Both::set_up(id, "K h8, T b2, t g8 i8 h9 h7 a5", Side::Defenders);
        assert_eq!(game.outcome(), None, "{id}");
        game.play("b2-b3");
        game.play("g8-g7");
        game.play("b3-b2");
        assert!(!game.play("g7-g8").is_empty(), "{id}");
        assert_eq!(game.outcome(), KING_CAPTURED, "{id}");
    }
}

#[test]
fn a_set_up_without_a_move_is_over() {
    for id in LEAFLETS {
        let game = Both::set_up(id, "K h8, t g8 i8 h9 h7", Side::Defenders);
        assert_eq!(game.outcome(), STALLED, "{id}");
        assert_eq!(game.refused("h8-h7"), "game-over", "{id}");
        let game = Both::set_up(id, "K h8, T a4", Side::Attackers);
        assert_eq!(game.outcome(), STALLED, "{id}");
    }
}

#[test]
fn the_set_up_position_counts_as_the_first_occurrence() {
    let mut game = Both::set_up("cyningstan-2014", "K c3, t k5", Side::Defenders);
    assert_eq!(game.cycle(&["c3-d3", "k5-k6", "d3-c3", "k6-k5"], 20), Some(8));
}

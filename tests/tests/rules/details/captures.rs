//! What falls, when, and against what.

use hnefi_rules::{Piece, Side, Square};

use super::both::{ALL_BUT_NESTORGAMES, Both, KING_CAPTURED, LEAFLETS, NOTHING, STALLED, falls};

// Common to all.

#[test]
fn two_side_by_side_are_safe_but_one_on_each_side_of_the_mover_both_fall() {
    for id in LEAFLETS {
        let mut game = Both::set_up(id, "K b3, t d8 h8 f11, T e8 g8", Side::Attackers);
        assert_eq!(game.play("f11-f8"), falls([("e8", "attacker d8"), ("g8", "attacker h8")]), "{id}");
        let mut game = Both::set_up(id, "K b3, t d8 g11, T e8 f8", Side::Attackers);
        assert_eq!(game.play("g11-g8"), falls(NOTHING), "{id}");
    }
}

#[test]
fn up_to_three_fall_at_once() {
    for id in LEAFLETS {
        let mut game = Both::set_up(id, "K b3, t e8 i8 g10 g2, T f8 h8 g9", Side::Attackers);
        let three = falls([("f8", "attacker e8"), ("g9", "attacker g10"), ("h8", "attacker i8")]);
        assert_eq!(game.play("g2-g8"), three, "{id}");
    }
}

#[test]
fn only_nestorgames_closes_the_throne_to_soldiers() {
    for id in LEAFLETS {
        for (pieces, turn) in [("K b3, t f2", Side::Attackers), ("K b3, T f2, t k5", Side::Defenders)] {
            let mut game = Both::set_up(id, pieces, turn);
            if id == "nestorgames" {
                assert_eq!(game.refused("f2-f8"), "throne-closed");
            } else {
                assert_eq!(game.play("f2-f8"), falls(NOTHING), "{id}");
            }
        }
    }
}

#[test]
fn moving_in_between_is_safe() {
    for id in LEAFLETS {
        // Between two enemies, and between an enemy and a corner.
        let mut game = Both::set_up(id, "K b3, t d8 f8 c1, T e2", Side::Defenders);
        assert_eq!(game.play("e2-e8"), falls(NOTHING), "{id}");
        assert_eq!(game.piece("e8"), Some(Piece::Defender));
        let mut game = Both::set_up(id, "K e3, t d8 c1, T b9", Side::Defenders);
        assert_eq!(game.play("b9-b1"), falls(NOTHING), "{id}");
        assert_eq!(game.piece("b1"), Some(Piece::Defender));
    }
}

#[test]
fn corners_are_hostile_to_both_sides() {
    for id in LEAFLETS {
        let mut game = Both::set_up(id, "K e3, t c8, T b1", Side::Attackers);
        assert_eq!(game.play("c8-c1"), falls([("b1", "corner a1")]), "{id}");
        let mut game = Both::set_up(id, "K e3, t a10, T h9", Side::Defenders);
        assert_eq!(game.play("h9-a9"), falls([("a10", "corner a11")]), "{id}");
    }
}

#[test]
fn the_edge_is_no_partner() {
    for id in LEAFLETS {
        let mut game = Both::set_up(id, "K e3, t d8, T d11", Side::Attackers);
        assert_eq!(game.play("d8-d10"), falls(NOTHING), "{id}");
    }
}

#[test]
fn the_king_is_armed() {
    for id in LEAFLETS {
        // As hammer and as anvil.
        let mut game = Both::set_up(id, "K e3, t d8, T c8", Side::Defenders);
        assert_eq!(game.play("e3-e8"), falls([("d8", "defender c8")]), "{id}");
        let mut game = Both::set_up(id, "K e8, t d8, T c2", Side::Defenders);
        assert_eq!(game.play("c2-c8"), falls([("d8", "king e8")]), "{id}");
    }
}

#[test]
fn only_the_king_stops_on_throne_and_corner() {
    for id in LEAFLETS {
        let game = Both::set_up(id, "K f4, t f9 a8, T f5", Side::Attackers);
        assert_eq!(game.refused("f9-f6"), "throne-stop");
        assert_eq!(game.refused("a8-a11"), "corner-stop");
        let mut game = Both::set_up(id, "K f9, t a8", Side::Defenders);
        assert_eq!(game.play("f9-f6"), falls(NOTHING), "{id}");
        let mut game = Both::set_up(id, "K f9, t a8", Side::Defenders);
        assert_eq!(game.play("f9-f3"), falls(NOTHING), "{id}: the king passes over the throne");
    }
}

#[test]
fn nine_pieces_cannot_move_at_the_start() {
    for id in LEAFLETS {
        let start = Both::at_start(id);
        let stuck = |side: Side, piece: Piece| {
            let position = start.fast.position().with_turn(side);
            let mut board = start.slow.board().clone();
            board.turn = side;
            let fast = start.fast.referee().moves(&position);
            let slow = start.slow.referee().moves(&board);
            let stuck = |from: &Square| !fast.iter().any(|mv| mv.from() == *from);
            assert!(position.pieces().all(|(s, _)| stuck(&s) != slow.iter().any(|&(from, _)| from == s)));
            position.pieces().filter(|&(s, p)| p == piece && stuck(&s)).count()
        };
        assert_eq!(stuck(Side::Defenders, Piece::King), 1, "{id}");
        assert_eq!(stuck(Side::Defenders, Piece::Defender), 4, "{id}");
        assert_eq!(stuck(Side::Attackers, Piece::Attacker), 4, "{id}");
    }
}

// 1. Capture needs the mover.

#[test]
fn leaving_the_throne_captures_nothing_until_an_attacker_strikes() {
    for id in ["fetlar-2018", "viking-game", "cyningstan-2014"] {
        // The defender on f7 stands between the attacker on f8 and the throne.
        let mut game = Both::set_up(id, "K f6, t f8 b2, T f7", Side::Defenders);
        assert_eq!(game.play("f6-k6"), falls(NOTHING), "{id}");
        assert_eq!(game.play("b2-b3"), falls(NOTHING), "{id}");
        assert_eq!(game.piece("f7"), Some(Piece::Defender), "{id}");
        game.play("k6-k5");
        game.play("f8-g8");
        game.play("k5-k6");
        assert_eq!(game.play("g8-f8"), falls([("f7", "throne f6")]), "{id}");
    }
}

#[test]
fn the_mover_stands_opposite_the_partner() {
    for id in LEAFLETS {
        // The attacker arrives beside the defender, but not in line with the other one.
        let mut game = Both::set_up(id, "K b3, t d8 e2, T e8", Side::Attackers);
        assert_eq!(game.play("e2-e7"), falls(NOTHING), "{id}");
        // A defender who already stands between two attackers is not struck by a third from the side.
        let mut game = Both::set_up(id, "K b3, t d8 f8 e2, T e8", Side::Attackers);
        assert_eq!(game.play("e2-e7"), falls(NOTHING), "{id}");
    }
}

#[test]
fn walking_into_a_surrounded_pocket_is_safe_until_struck() {
    for id in LEAFLETS {
        let mut game = Both::set_up(id, "K h2, t g8 i8 h9 a5", Side::Defenders);
        assert_eq!(game.play("h2-h8"), falls(NOTHING), "{id}");
        let captures = game.play("a5-h5");
        assert_eq!(captures, falls(NOTHING), "{id}");
        game.play("h8-h7");
        game.play("g8-g9");
        game.play("h7-h8");
        game.play("h5-h7");
        // Three surround him now and the last one moved in line with another.
        let expected = if id == "nestorgames" { KING_CAPTURED } else { None };
        assert_eq!(game.outcome(), expected, "{id}");
    }
}

// 2. The king captured by four, or by three and the throne.

#[test]
fn one_of_the_four_must_have_moved() {
    for id in ALL_BUT_NESTORGAMES {
        let mut game = Both::set_up(id, "K h8, t g8 i8 h9 h7 a5", Side::Attackers);
        assert_eq!(game.play("a5-a6"), falls(NOTHING), "{id}");
        assert_eq!(game.outcome(), STALLED, "{id}: the king cannot move and has no soldiers");
        let mut game = Both::set_up(id, "K h8, t g8 i8 h9 h5", Side::Attackers);
        assert_eq!(game.play("h5-h7"), falls([("h8", "four-sides")]), "{id}");
        assert_eq!(game.outcome(), KING_CAPTURED, "{id}");
        assert_eq!(game.piece("h8"), None, "{id}: he leaves the board");
    }
}

#[test]
fn the_throne_needs_four_under_every_leaflet() {
    for id in LEAFLETS {
        let mut game = Both::set_up(id, "K f6, t e6 g2 f7 b2, T a9", Side::Attackers);
        assert_eq!(game.play("g2-g6"), falls(NOTHING), "{id}");
        game.play("a9-a8");
        game.play("b2-b5");
        game.play("a8-a9");
        assert_eq!(game.play("b5-f5"), falls([("f6", "four-sides")]), "{id}");
        assert_eq!(game.outcome(), KING_CAPTURED, "{id}");
    }
}

// 3. The empty throne as the fourth side.

#[test]
fn beside_the_empty_throne_three_attackers_suffice() {
    for id in LEAFLETS {
        let mut game = Both::set_up(id, "K f7, t e7 f9 b8 g2, T a9", Side::Attackers);
        assert_eq!(game.play("g2-g7"), falls(NOTHING), "{id}: a sandwich is not enough there");
        game.play("a9-a10");
        assert_eq!(game.play("f9-f8"), falls([("f7", "three-and-throne f6")]), "{id}");
        assert_eq!(game.outcome(), KING_CAPTURED, "{id}");
    }
}

// 4. nestorgames near the throne, and its trap.

#[test]
fn nestorgames_takes_the_king_in_a_sandwich_away_from_the_throne() {
    let sandwich = |id: &str| {
        let mut game = Both::set_up(id, "K h8, t g8 i2", Side::Attackers);
        (game.play("i2-i8"), game.outcome())
    };
    assert_eq!(sandwich("nestorgames"), (falls([("h8", "attacker g8")]), KING_CAPTURED));
    for id in ALL_BUT_NESTORGAMES {
        assert_eq!(sandwich(id), (falls(NOTHING), None), "{id}");
    }
}

#[test]
fn nestorgames_takes_the_king_against_a_corner_and_on_the_edge() {
    for (pieces, strike, by) in [
        ("K a10, t b2 d9", "d9-a9", "corner a11"),
        ("K a5, t a4 d6", "d6-a6", "attacker a4"),
        ("K a5, t a4 a6 d5", "d5-b5", "trap"),
        ("K b11, t c11 b5", "b5-b10", "trap"),
    ] {
        let king = pieces[2..].split(',').next().unwrap();
        let mut game = Both::set_up("nestorgames", pieces, Side::Attackers);
        assert_eq!(game.play(strike), falls([(king, by)]), "{pieces}");
        assert_eq!(game.outcome(), KING_CAPTURED, "{pieces}");
        for id in ALL_BUT_NESTORGAMES {
            let mut game = Both::set_up(id, pieces, Side::Attackers);
            assert_eq!(game.play(strike), falls(NOTHING), "{id}: {pieces}");
            assert_ne!(game.outcome(), KING_CAPTURED, "{id}: {pieces}");
        }
    }
}

#[test]
fn a_soldier_on_the_edge_is_trapped_from_the_inner_side() {
    for id in LEAFLETS {
        let mut game = Both::set_up(id, "K h8, t a4 a6 d9, T b5", Side::Defenders);
        assert_eq!(game.play("b5-a5"), falls(NOTHING), "{id}: it moved in between");
        game.play("d9-d5");
        game.play("h8-h7");
        let captures = game.play("d5-b5");
        let expected = if id == "nestorgames" { falls([("a5", "trap")]) } else { falls(NOTHING) };
        assert_eq!(captures, expected, "{id}");
    }
}

#[test]
fn a_trap_counts_no_comrades() {
    // The defender on a5 has a comrade above him.
    let mut game = Both::set_up("nestorgames", "K h8, t a4 d5, T a5 a6", Side::Attackers);
    assert_eq!(game.play("d5-b5"), falls(NOTHING));
}

#[test]
fn the_throne_with_the_king_on_it() {
    let strike = |id: &str| {
        let mut game = Both::set_up(id, "K f6, t d2, T e6", Side::Attackers);
        game.play("d2-d6")
    };
    assert_eq!(strike("nestorgames"), falls([("e6", "throne f6")]));
    for id in ALL_BUT_NESTORGAMES {
        assert_eq!(strike(id), falls(NOTHING), "{id}");
    }
    for id in LEAFLETS {
        let mut game = Both::set_up(id, "K f6, t e6, T d2", Side::Defenders);
        let captures = game.play("d2-d6");
        assert_eq!(captures.len(), 1, "{id}: an attacker falls against the king or his throne");
    }
}

#[test]
fn the_empty_throne_is_hostile_to_both_sides_but_under_regency_chess() {
    for (pieces, turn, strike) in
        [("K b3, t h8, T f7", Side::Attackers, "h8-f8"), ("K b3, t f7, T h8", Side::Defenders, "h8-f8")]
    {
        for id in LEAFLETS {
            let mut game = Both::set_up(id, pieces, turn);
            let expected = if id == "regency-chess" { falls(NOTHING) } else { falls([("f7", "throne f6")]) };
            assert_eq!(game.play(strike), expected, "{id}: {pieces}");
        }
    }
}

// 10. The trap of nestorgames.

#[test]
fn one_move_may_trap_two() {
    let mut game = Both::set_up("nestorgames", "K h8, t a3 c1 b8, T a2 b1", Side::Attackers);
    assert_eq!(game.play("b8-b2"), falls([("a2", "trap"), ("b1", "trap")]));
    for king in ["a2", "b1"] {
        let soldier = if king == "a2" { "b1" } else { "a2" };
        let pieces = format!("K {king}, T {soldier} h8, t a3 c1 b8");
        let mut game = Both::set_up("nestorgames", &pieces, Side::Attackers);
        assert_eq!(game.play("b8-b2"), falls([("a2", "trap"), ("b1", "trap")]), "the king included");
        assert_eq!(game.outcome(), KING_CAPTURED);
    }
    for id in ALL_BUT_NESTORGAMES {
        let mut game = Both::set_up(id, "K h8, t a3 c1 b8, T a2 b1", Side::Attackers);
        assert_eq!(game.play("b8-b2"), falls(NOTHING), "{id}");
    }
}

#[test]
fn a_king_beside_his_own_soldier_is_not_trapped() {
    let mut game = Both::set_up("nestorgames", "K e1, T d1, t f1 e8", Side::Attackers);
    assert_eq!(game.play("e8-e2"), falls(NOTHING));
    assert_eq!(game.outcome(), None);
}

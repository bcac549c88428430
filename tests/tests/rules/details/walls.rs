//! Shieldwalls under Copenhagen.

use hnefi_rules::Side::{self, Attackers, Defenders};

use super::both::{Both, NOTHING, falls};

const COPENHAGEN: &str = "copenhagen";

fn after(pieces: &str, side: Side, mv: &str) -> Vec<(String, String)> {
    Both::set_up(COPENHAGEN, pieces, side).play(mv)
}

#[test]
fn a_row_falls_to_its_last_bracket() {
    let row = falls([("d1", "shieldwall"), ("e1", "shieldwall")]);
    assert_eq!(after("K k6, T d1 e1, t d2 e2 c1 f5", Attackers, "f5-f1"), row);
    assert_eq!(after("K k6, T d1 e1, t d2 e2 f1 c5", Attackers, "c5-c1"), row);
    assert_eq!(after("K k6, t d1 e1, T d2 e2 f1 c5 a3", Defenders, "c5-c1"), row);
}

#[test]
fn the_last_move_must_bracket() {
    // The piece in front comes last.
    assert_eq!(after("K k6, T d1 e1, t d2 c1 f1 e5", Attackers, "e5-e2"), falls(NOTHING));
    // The row walks in between by itself.
    assert_eq!(after("K k6, T d1 e7, t d2 e3 c1 f1", Defenders, "e7-e4"), falls(NOTHING));
}

#[test]
fn one_man_is_no_row() {
    assert_eq!(after("K k6, T d1, t d2 c1 e5", Attackers, "e5-e1"), falls([("d1", "attacker c1")]));
}

#[test]
fn every_piece_of_the_row_must_be_faced() {
    assert_eq!(after("K k6, T d1 e1 f1, t d2 f2 c1 g5", Attackers, "g5-g1"), falls(NOTHING));
    assert_eq!(after("K k6, T d1 e1 f1, t d2 f2 c1 g5, T e2", Attackers, "g5-g1"), falls(NOTHING));
}

#[test]
fn a_gap_ends_the_row() {
    assert_eq!(after("K k6, T c1 d1 f1 g1, t c2 d2 f2 g2 b1 h5", Attackers, "h5-h1"), falls(NOTHING));
}

#[test]
fn a_corner_brackets_at_the_far_end() {
    let pieces = "K k6, T b1 c1, t b2 c2 d5";
    assert_eq!(after(pieces, Attackers, "d5-d1"), falls([("b1", "shieldwall"), ("c1", "shieldwall")]));
    let pieces = "K g6, t b1 c1 k9, T b2 c2 d5";
    assert_eq!(after(pieces, Defenders, "d5-d1"), falls([("b1", "shieldwall"), ("c1", "shieldwall")]));
}

#[test]
fn a_king_in_the_row_stays() {
    let mut game = Both::set_up(COPENHAGEN, "K e1, T d1 f1, t d2 e2 f2 c1 g5", Attackers);
    assert_eq!(game.play("g5-g1"), falls([("d1", "shieldwall"), ("f1", "shieldwall")]));
    assert!(game.piece("e1").is_some());
    assert_eq!(game.outcome(), None);
}

#[test]
fn the_king_faces_brackets_and_strikes() {
    let row = falls([("d1", "shieldwall"), ("e1", "shieldwall")]);
    assert_eq!(after("K d2, T e2 c1 f5, t d1 e1 a5", Defenders, "f5-f1"), row);
    assert_eq!(after("K c1, T d2 e2 f5, t d1 e1 a5", Defenders, "f5-f1"), row);
    assert_eq!(after("K f5, T d2 e2 c1, t d1 e1 a5", Defenders, "f5-f1"), row);
}

#[test]
fn one_move_takes_rows_on_both_hands() {
    let mut game = Both::set_up(COPENHAGEN, "K k6, T c1 d1 f1 g1 k2, t c2 d2 f2 g2 b1 h1 e3 a5", Attackers);
    let both = [("c1", "shieldwall"), ("d1", "shieldwall"), ("f1", "shieldwall"), ("g1", "shieldwall")];
    assert_eq!(game.play("e3-e1"), falls(both));
}

#[test]
fn no_row_falls_where_the_rule_set_has_no_shieldwall() {
    let mut game = Both::set_up("fetlar-online", "K k6, T d1 e1, t d2 e2 c1 f5", Attackers);
    assert_eq!(game.play("f5-f1"), falls(NOTHING));
}

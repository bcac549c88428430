//! What people are told about a piece that still stands, or a move that is refused.

use std::sync::Arc;

use hnefi_rules::{Intent, Piece, Referee, Ruleset, Setup, Side, leaflet, leaflets};
use hnefi_words::{WhyWords, Words};

fn others(id: &str) -> Vec<Arc<Referee>> {
    leaflets().iter().filter(|r| r.id() != id).map(|r| Arc::new(Referee::new(r.clone()))).collect()
}

fn setup(pieces: &str) -> Setup {
    let mut setup = Setup::empty(11).unwrap();
    for piece in pieces.split(' ') {
        let (letter, square) = piece.split_at(1);
        setup.set(square.parse().unwrap(), Piece::from_letter(letter.chars().next().unwrap()));
    }
    setup
}

fn intent(text: &str) -> Intent {
    let (from, to) = text.split_once('-').unwrap();
    Intent { from: from.parse().unwrap(), to: to.parse().unwrap() }
}

fn ask(ruleset: &Arc<Ruleset>, pieces: &str, square: &str, last: &str) -> WhyWords {
    let referee = Referee::new(ruleset.clone());
    let position = referee.position(&setup(pieces), Side::Attackers).unwrap();
    let last = (!last.is_empty()).then(|| intent(last));
    let why = referee.why_not(&position, square.parse().unwrap(), last, &others(ruleset.id())).unwrap();
    Words::english().why_not(&why, ruleset)
}

#[track_caller]
fn check(id: &str, pieces: &str, square: &str, last: &str, lines: &[&str]) {
    let words = ask(leaflet(id).unwrap(), pieces, square, last);
    assert_eq!(words.lines, lines);
    assert!(!words.clauses.is_empty());
}

#[test]
fn the_open_side_is_named() {
    let square_open = "The attacker on b4 is to the left of it, but the opposite side is open: d4 is empty.";
    check("fetlar-2018", "Ka2 tb4 Tc4", "c4", "b2-b4", &[square_open]);
    let comrade = "The attacker on b4 is to the left of it, but the opposite side is open: a comrade stands on d4.";
    check("fetlar-2018", "Ka2 tb4 Tc4 Td4", "c4", "b2-b4", &[comrade]);
    let edge = "The defender on b2 is above it, but the opposite side is open: \
                the board ends below, and the edge is no partner.";
    let corner = "The corner a1, which is hostile, is to the left of it, but the opposite side is open: c1 is empty.";
    check("viking-game", "Ka5 tb1 Tb2", "b1", "f2-b2", &[edge, corner]);
    let nothing = "Nothing closes in on it. To be captured it must stand between two partners on opposite sides, \
                   each an enemy or a hostile square.";
    check("fetlar-2018", "Kd7 Th7", "h7", "", &[nothing]);
}

#[test]
fn the_square_that_is_hostile_elsewhere_is_named() {
    check(
        "regency-chess",
        "Ka2 Tf4 tf5",
        "f5",
        "",
        &[
            "The defender on f4 is below it, but the opposite side is open: \
             the empty throne is not hostile to attackers under Regency Chess.",
            "Under all the other leaflets the empty throne would be hostile to attackers. \
             There it would be captured by an enemy who has just moved next to it.",
        ],
    );
    check(
        "fetlar-2018",
        "Kf6 tf4 Tf5",
        "f5",
        "a4-f4",
        &[
            "The attacker on f4 is below it, but the opposite side is open: \
             the throne, while the king is on it, is not hostile to defenders under Fetlar 2018.",
            "Under nestorgames the throne with the king on it would be hostile to defenders. \
             There it would be captured by an enemy who has just moved next to it.",
        ],
    );
    check(
        "fetlar-2018",
        "Kb1 tc1 tb2",
        "b1",
        "c5-c1",
        &[
            "Under Fetlar 2018 the king cannot be captured beside a corner: \
             neither the corner nor the edge counts against him.",
            "Under nestorgames the corner would be hostile to the king. \
             There he would be captured by an attacker who has just moved next to him.",
        ],
    );
}

#[test]
fn between_two_the_last_move_decides() {
    let pieces = "Ka2 tb4 td4 Tc4 th1";
    check(
        "fetlar-2018",
        pieces,
        "c4",
        "c5-c4",
        &["It moved in between the attackers on b4 and d4 itself, and a piece that does that is safe. \
           One of them, or another enemy, must move next to it again to capture it."],
    );
    check(
        "fetlar-2018",
        pieces,
        "c4",
        "h2-h1",
        &["It stands between the attackers on b4 and d4, but the last move was not made by one of them. \
           A capture needs the piece that has just moved to be part of it; standing there already is not enough."],
    );
    check(
        "fetlar-2018",
        pieces,
        "c4",
        "",
        &["It stands between the attackers on b4 and d4, so the last move decides. \
           If the last move brought one of them next to it, it is captured. \
           If it moved in between by itself, or something else moved last, it is safe."],
    );
    let words = ask(leaflet("fetlar-2018").unwrap(), "Ka5 tb1 Tc1", "b1", "f1-c1");
    assert_eq!(words.title, "The attacker on b1 is captured");
    assert_eq!(
        words.lines,
        [
            "The attacker on b1 is captured against the corner a1.",
            "The last move captures it, so it should come off the board."
        ]
    );
}

#[test]
fn the_king_is_told_what_he_needs() {
    check(
        "fetlar-2018",
        "Kd4 td5 tc4 te4",
        "d4",
        "d9-d5",
        &[
            "In the open it takes four attackers, one on each side of the king.",
            "Three attackers stand next to him.",
            "One side is not closed: d3 is empty.",
        ],
    );
    check(
        "nestorgames",
        "Kd4 td5",
        "d4",
        "d9-d5",
        &[
            "In the open it takes two attackers on opposite sides of the king.",
            "The attacker on d5 is above him, but the opposite side is open: d3 is empty.",
        ],
    );
    check(
        "nestorgames",
        "Kf5 tf4 te5 Tg5",
        "f5",
        "a4-f4",
        &[
            "Beside the empty throne it takes three attackers, one on each of the king’s other sides; \
             the throne is the fourth.",
            "Two attackers stand next to him.",
            "One side is not closed: a comrade stands on g5.",
        ],
    );
    check(
        "nestorgames",
        "Ka5 ta4 tb5",
        "a5",
        "a3-a4",
        &[
            "On the edge it takes two attackers, one on each side of the king along the edge, \
             or three attackers who leave him no side but the edge.",
            "The attacker on b5 is to the right of him, but the opposite side is open: \
             the board ends to the left, and the edge is no partner.",
            "The attacker on a4 is below him, but the opposite side is open: a6 is empty.",
            "Under nestorgames a piece that is shut in on every side falls too, \
             but here one side is still open: a6 is empty.",
        ],
    );
    check(
        "viking-game",
        "Ka5 ta4 ta6 tb5",
        "a5",
        "a3-a4",
        &[
            "Under The Viking Game the king cannot be captured on the edge: \
             his fourth side is off the board, and the edge does not count against him.",
            "Under nestorgames he would be captured here by an attacker who has just moved next to him.",
        ],
    );
}

#[test]
fn a_trap_is_explained_on_both_sides() {
    let words = ask(leaflet("fetlar-2018").unwrap(), "Kd7 Ta2 tb2 ta3 te5", "a2", "e9-e5");
    assert!(words.lines[0].starts_with("It stands between"), "{words:?}");
    let trapped = "Kd7 Ta5 ta4 tb5 ta6";
    let words = ask(leaflet("fetlar-2018").unwrap(), trapped, "a5", "c5-b5");
    assert_eq!(
        words.lines[1],
        "Under nestorgames it would be captured here by an enemy who has just moved next to it."
    );
    let words = ask(leaflet("nestorgames").unwrap(), trapped, "a5", "c5-b5");
    assert_eq!(words.lines[0], "The defender on a5 is captured: it is shut in on every side.");
}

#[test]
fn an_unarmed_king_is_named() {
    let house = leaflet("fetlar-2018").unwrap().with(hnefi_rules::Question::KingArms, "unarmed").unwrap();
    let words = ask(&Arc::new(house), "Kc4 td4 Te4", "d4", "e9-e4");
    assert_eq!(
        words.lines[0],
        "The defender on e4 is to the right of it, but the opposite side is open: \
         the king stands on c4, and he takes no part in captures under Fetlar 2018."
    );
    assert_eq!(words.clauses[0].text, "House rule: no.");
}

#[test]
fn a_refused_move_says_who_allows_it() {
    let ruleset = leaflet("nestorgames").unwrap();
    let referee = Referee::new(ruleset.clone());
    let position = referee.position(&setup("Ka5 te6"), Side::Attackers).unwrap();
    let refusal = referee.legal(&position, intent("e6-h6")).unwrap_err();
    let allowed: Vec<Arc<Ruleset>> = others("nestorgames")
        .iter()
        .filter(|other| other.legal(&position, refusal.intent).is_ok())
        .map(|other| other.ruleset().clone())
        .collect();
    let words = Words::english().why_refused(&refusal, ruleset, &allowed);
    assert_eq!(words.title, "Why is e6–h6 refused?");
    assert_eq!(
        words.lines,
        [
            "Under nestorgames the throne on f6 is closed to soldiers: they may not even pass over it.",
            "Under Fetlar 2018, The Viking Game, Cyningstan 2014 and Regency Chess the move is allowed.",
        ]
    );
    assert_eq!(words.clauses[0].section, "Playing 1");
}

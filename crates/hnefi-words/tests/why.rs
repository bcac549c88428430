//! What people are told about a piece that still stands, or a move that is refused.

use std::sync::Arc;

use hnefi_rules::{Intent, Piece, Question, Referee, Ruleset, Setup, Side, leaflet, leaflets, ruleset};
use hnefi_words::{WhyWords, Words};

fn others(ruleset: &Ruleset) -> Vec<Arc<Referee>> {
    leaflets().iter().filter(|other| !other.is_same(ruleset)).map(|r| Arc::new(Referee::new(r.clone()))).collect()
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
    let why = referee.why_not(&position, square.parse().unwrap(), last, &others(ruleset)).unwrap();
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
    let clause = "House rule: no. (Fetlar 2018 has it otherwise: yes, like any other piece.)";
    assert_eq!(words.clauses[0].text, clause);
}

#[test]
fn a_refused_move_says_who_allows_it() {
    let ruleset = leaflet("nestorgames").unwrap();
    let referee = Referee::new(ruleset.clone());
    let position = referee.position(&setup("Ka5 te6"), Side::Attackers).unwrap();
    let refusal = referee.legal(&position, intent("e6-h6")).unwrap_err();
    let allowed: Vec<Arc<Ruleset>> = others(ruleset)
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

fn house(base: &str, question: Question, word: &str) -> Arc<Ruleset> {
    Arc::new(ruleset(base).unwrap().with(question, word).unwrap())
}

#[test]
fn a_row_on_the_edge_is_told_what_holds_it() {
    let copenhagen = ruleset("copenhagen").unwrap();
    let closed = "Ka9 Tc1 Td1 tc2 td2 tb1 te1";
    let words = ask(copenhagen, closed, "c1", "e4-e1");
    assert_eq!(words.title, "The defender on c1 is captured");
    assert!(words.lines[0].starts_with("The defender on c1 is captured by a shieldwall"), "{words:?}");
    for (last, beginning) in [
        (
            "c9-c2",
            "Its row on the edge is closed at both ends, with an enemy in front of every piece, but the last move",
        ),
        ("c5-c1", "Its row on the edge is closed at both ends, with an enemy in front of every piece, but it stepped"),
        ("", "Its row on the edge is closed at both ends, with an enemy in front of every piece, so the last move"),
    ] {
        let words = ask(copenhagen, closed, "c1", last);
        assert!(words.lines[0].starts_with(beginning), "{last}: {words:?}");
        assert_eq!(words.clauses[0], Words::english().clause(copenhagen, Question::Shieldwall.into()));
    }
    let words = ask(copenhagen, "Ka9 Tc1 Td1 tc2 tb1 te1", "d1", "e4-e1");
    assert_eq!(
        words.lines[1],
        "Under Copenhagen a row of two or more on the edge falls together, \
         but only with an enemy in front of every piece of it, and here d2 is empty."
    );
    let words = ask(copenhagen, "Ka9 Tc1 Td1 tc2 td2 te1", "c1", "e4-e1");
    assert_eq!(words.lines.last().unwrap().split('.').nth(1), Some(" Here a front or an end is still open"));
    assert!(words.clauses.contains(&Words::english().clause(copenhagen, Question::Shieldwall.into())), "{words:?}");
}

#[test]
fn a_king_with_half_his_arms_is_explained() {
    let hammer = house("fetlar-2018", Question::KingArms, "hammer");
    let pieces = "Kc4 td4 Te4";
    assert_eq!(
        ask(&hammer, pieces, "d4", "e9-e4").lines,
        [
            "It stands between the defender on e4 and the king on c4, but under Fetlar 2018 the king captures \
             only by his own move. It falls only when he himself moves next to it.",
            "Under all leaflets it would be captured here by an enemy who has just moved next to it.",
        ]
    );
    let anvil = house("fetlar-2018", Question::KingArms, "anvil");
    let words = ask(&anvil, pieces, "d4", "c9-c4");
    assert!(words.lines[0].contains("but under Fetlar 2018 the king’s own move captures nothing."), "{words:?}");
    let words = ask(&hammer, "Kc4 td4", "d4", "c9-c4");
    assert_eq!(words.lines.len(), 1, "{words:?}");
}

#[test]
fn a_king_with_half_his_arms_holds_up_corners_and_rows() {
    let anvil = house("fetlar-2018", Question::KingArms, "anvil");
    assert_eq!(
        ask(&anvil, "Kc1 tb1", "b1", "c5-c1").lines[0],
        "It stands between the king on c1 and the corner a1, but under Fetlar 2018 the king’s own move captures \
         nothing, and a square does not move."
    );
    let row = "Tb1 tc1 td1 Ke1 Tc2 Td2";
    for (arms, last, end) in [
        (
            "anvil",
            "e4-e1",
            "the king’s own move captures nothing. The row falls only when somebody else closes an end of it.",
        ),
        (
            "hammer",
            "b5-b1",
            "the king captures only by his own move. The row falls only when he himself closes its end.",
        ),
    ] {
        let words = ask(&house("copenhagen", Question::KingArms, arms), row, "c1", last);
        assert!(words.lines[0].ends_with(end), "{words:?}");
    }
}

#[test]
fn a_defender_on_the_throne_closes_nothing() {
    let open = house("fetlar-2018", Question::SoldiersThrone, "stop");
    let words = ask(&open, "Kf5 Tf6 te5 tg5 tf4", "f5", "f1-f4");
    assert!(words.lines.iter().any(|line| line.contains("comrade stands on f6")), "{words:?}");
}

#[test]
fn a_throne_that_counts_only_when_boxed_says_so() {
    let linnaeus = ruleset("tablut-linnaeus").unwrap();
    let referee = Referee::new(linnaeus.clone());
    let setup = Setup::from_rows("/9/9/4t4/4T4/4Kt3/9/9/9/9/").unwrap();
    let position = referee.position(&setup, Side::Attackers).unwrap();
    let why = referee.why_not(&position, "e4".parse().unwrap(), Some(intent("a3-e3")), &[]).unwrap();
    assert_eq!(
        Words::english().why_not(&why, linnaeus).lines,
        ["The attacker on e3 is below it, but the opposite side is open: the throne with the king on it \
          is hostile to defenders only while attackers stand on his three other sides."]
    );
}

#[test]
fn a_king_near_special_squares_is_told_what_it_takes_there() {
    for (question, word, pieces, square, line) in [
        (
            Question::KingBesideThrone,
            "two",
            "Kf5 te5",
            "f5",
            "Beside the throne it takes two attackers on opposite sides of the king; \
             the throne counts only while an attacker stands on it.",
        ),
        (
            Question::KingOnEdge,
            "sandwich",
            "Ka5 ta4",
            "a5",
            "On the edge it takes two attackers, one on each side of the king along the edge.",
        ),
        (
            Question::KingOnEdge,
            "surrounded",
            "Ka5 ta4",
            "a5",
            "On the edge it takes three attackers, who leave the king no side but the edge.",
        ),
        (
            Question::KingBesideCorner,
            "sandwich",
            "Kb1 tb2",
            "b1",
            "Beside a corner it takes one attacker, on the king’s other side along the edge, opposite the corner.",
        ),
        (
            Question::KingBesideCorner,
            "surrounded",
            "Kb1 tb2",
            "b1",
            "Beside a corner it takes two attackers, who leave the king no side but the corner and the edge.",
        ),
        (
            Question::KingBesideThrone,
            "four",
            "Kf5 te5",
            "f5",
            "Under Fetlar 2018 the king cannot be captured beside the throne: \
             the throne does not count against him, and no attacker may stand on it.",
        ),
    ] {
        let words = ask(&house("fetlar-2018", question, word), pieces, square, "");
        assert_eq!(words.lines[0], line);
        assert!(words.lines.iter().all(|line| !line.contains("why-") && !line.contains('{')), "{words:?}");
    }
    let stop = house("fetlar-2018", Question::SoldiersThrone, "stop").with(Question::KingBesideThrone, "four").unwrap();
    let words = ask(&Arc::new(stop), "Kf5 te5", "f5", "");
    assert_eq!(
        words.lines[0],
        "Beside the throne it takes four attackers, one on each side of the king; \
         the throne counts only while an attacker stands on it."
    );
    let surrounded = ask(&house("fetlar-2018", Question::KingOnEdge, "surrounded"), "Ka5 ta4", "a5", "");
    assert_eq!(surrounded.lines[2], "Two sides are not closed: a6 is empty and b5 is empty.");
}

#[test]
fn all_leaflets_and_others_besides_are_told_in_one() {
    let harmless = leaflet("fetlar-2018").unwrap().with(Question::CornersDefenders, "harmless").unwrap().to_toml();
    let house = Ruleset::from_toml(&harmless.replacen("id = \"fetlar-2018\"", "id = \"mine\"", 1)).unwrap();
    let referee = Referee::new(Arc::new(house));
    let position = referee.position(&setup("Ka5 tc1 Tb1"), Side::Attackers).unwrap();
    let of_leaflets = leaflets().iter().map(|r| Arc::new(Referee::new(r.clone())));
    let all: Vec<_> = of_leaflets.chain([Arc::new(Referee::new(ruleset("copenhagen").unwrap().clone()))]).collect();
    for (asked, told) in [
        (&all[..leaflets().len()], "all leaflets"),
        (&all, "all leaflets and Copenhagen"),
        (&all[leaflets().len() - 1..], "Regency Chess and Copenhagen"),
    ] {
        let why = referee.why_not(&position, "b1".parse().unwrap(), None, asked).unwrap();
        let words = Words::english().why_not(&why, referee.ruleset());
        let line = format!("Under {told} the corner would be hostile to defenders. ");
        assert!(words.lines[1].starts_with(&line), "{words:?}");
    }
}

//! Rule sets for the tests that no leaflet has: one answer turned over, other boards.

use std::sync::Arc;

use fastrand::Rng;
use hnefi_rules::{FORMAT, Piece, Question, Ruleset, RulesetError, Senseless, Setup, Side, Square, leaflets, rulesets};

/// Every leaflet with one answer turned over, in every way, with the question and the word that it now has.
pub fn turned_over() -> impl Iterator<Item = (Arc<Ruleset>, Question, &'static str)> {
    leaflets().iter().flat_map(turned_over_from)
}

/// A rule set with one answer turned over, in every way, with the question and the word that it now has.
pub fn turned_over_from(ruleset: &Arc<Ruleset>) -> impl Iterator<Item = (Arc<Ruleset>, Question, &'static str)> {
    Question::ALL.iter().flat_map(move |&question| {
        let same = ruleset.answers().word(question);
        question.words().iter().filter(move |&&word| word != same).map(move |&word| {
            let ruleset = ruleset.with(question, word).expect("a word of the question");
            (Arc::new(ruleset), question, word)
        })
    })
}

/// House rules on boards of 7, 9, 13 and 15 ranks, each with other answers.
pub fn other_boards() -> Vec<Arc<Ruleset>> {
    OTHER_BOARDS.iter().map(|text| Arc::new(Ruleset::from_toml(text).expect("a rule file that reads"))).collect()
}

/// A house rule made up at random: any rule set for its base, some or all answers changed, on a board of any
/// size with a start of its own. Many make no game, and are refused with the reason.
///
/// # Errors
/// Why it makes no game.
pub fn random(rng: &mut Rng) -> Result<Arc<Ruleset>, Senseless> {
    let bases: Vec<_> = rulesets().collect();
    let base = bases[rng.usize(..bases.len())];
    let change_one_in = [1, 1, 2, 4, 8][rng.usize(..5)];
    let mut text = format!("format = {FORMAT}\nid = \"made-up\"\nname = \"Made up\"\nbase = \"{}\"\n", base.id());
    if rng.bool() {
        let start = start(rng);
        text += &format!("board = {}\nstart.is = \"{}\"\n", start.size(), start.to_rows());
    }
    for &question in Question::ALL {
        if rng.u8(..change_one_in) == 0 {
            let words = question.words();
            text += &format!("answers.{}.is = \"{}\"\n", question.id(), words[rng.usize(..words.len())]);
        }
    }
    match Ruleset::from_toml(&text) {
        Ok(ruleset) => Ok(Arc::new(ruleset)),
        Err(RulesetError::Senseless(reason)) => Err(reason),
        Err(error) => panic!("{error} in\n{text}"),
    }
}

/// A random start, the same from all four sides or not, the king mostly on the throne.
fn start(rng: &mut Rng) -> Setup {
    let size = 7 + 2 * rng.u8(..5);
    let mut start = Setup::empty(size).expect("an odd number from 7 to 15");
    let half = size / 2;
    let throne = start.throne();
    let on = |file: u8, rank: u8| Square::new(file, rank).expect("within the board");
    start.set(if rng.u8(..8) == 0 { on(rng.u8(..size), rng.u8(..size)) } else { throne }, Some(Piece::King));
    let even = rng.u8(..4) > 0;
    for _ in 0..rng.u8(2..=size) {
        let (file, rank) = (rng.u8(..size), rng.u8(..size));
        let far = file.abs_diff(half).max(rank.abs_diff(half));
        let side = if rng.u8(..=half) < far { Side::Attackers } else { Side::Defenders };
        let (mut file, mut rank) = (file, rank);
        for _ in 0..if even { 4 } else { 1 } {
            let square = on(file, rank);
            if start.piece(square).is_none() && (square != throne && !start.is_corner(square) || rng.u8(..64) == 0) {
                start.set(square, Some(Piece::soldier_of(side)));
            }
            (file, rank) = (rank, size - 1 - file);
        }
    }
    start
}

const OTHER_BOARDS: [&str; 4] = [
    r#"
        format = 1
        id = "seven"
        name = "Seven"
        base = "fetlar-2018"
        board = 7
        start.is = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
        answers.king-open.is = "two"
        answers.king-on-edge.is = "exposed"
        answers.no-move.is = "loss"
    "#,
    r#"
        format = 1
        id = "nine"
        name = "Nine"
        base = "nestorgames"
        board = 9
        start.is = "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/"
        answers.escape.is = "edge"
        answers.king-arms.is = "unarmed"
        answers.king-throne.is = "barred"
        answers.repetition.is = "sequence-draw"
    "#,
    r#"
        format = 1
        id = "thirteen"
        name = "Thirteen"
        base = "regency-chess"
        board = 13
        start.is = "/4ttttt4/6t6/13/6T6/t5T5t/t5T5t/tt1TTTKTTT1tt/t5T5t/t5T5t/6T6/13/6t6/4ttttt4/"
        answers.soldier-trap.is = "captured"
        answers.king-reach.is = "one"
        answers.first-move.is = "defenders"
    "#,
    r#"
        format = 1
        id = "fifteen"
        name = "Fifteen"
        base = "cyningstan-2014"
        board = 15
        start.is = "/5ttttt5/7t7/15/15/7T7/t6T6t/t5TTT5t/tt2TTTKTTT2tt/t5TTT5t/t6T6t/7T7/15/15/7t7/5ttttt5/"
        answers.soldiers-throne.is = "blocked"
        answers.corners.is = "open"
        answers.king-beside-corner.is = "exposed"
        answers.soldiers-reach.is = "one"
    "#,
];

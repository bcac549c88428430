//! Rule sets for the tests that no leaflet has: one answer turned over, other boards.

use std::sync::Arc;

use hnefi_rules::{Question, Ruleset, leaflets};

/// Every leaflet with one answer turned over, in every way, with the question and the word that it now has.
pub fn turned_over() -> impl Iterator<Item = (Arc<Ruleset>, Question, &'static str)> {
    leaflets().iter().flat_map(|leaflet| {
        Question::ALL.iter().flat_map(move |&question| {
            let same = leaflet.answers().word(question);
            question.words().iter().filter(move |&&word| word != same).map(move |&word| {
                let ruleset = leaflet.with(question, word).expect("a word of the question");
                (Arc::new(ruleset), question, word)
            })
        })
    })
}

/// House rules on boards of 7, 9, 13 and 15 ranks, each with other answers.
pub fn other_boards() -> Vec<Arc<Ruleset>> {
    OTHER_BOARDS.iter().map(|text| Arc::new(Ruleset::from_toml(text).expect("a rule file that reads"))).collect()
}

/// Brandubh on 7x7 as the federation plays it: the nearest house rule.
pub fn brandubh() -> Arc<Ruleset> {
    Arc::new(Ruleset::from_toml(BRANDUBH).expect("a rule file that reads"))
}

/// Tablut on 9x9 with the edge as the king's goal: the nearest house rule.
pub fn tablut() -> Arc<Ruleset> {
    Arc::new(Ruleset::from_toml(TABLUT).expect("a rule file that reads"))
}

const BRANDUBH: &str = r#"
    format = 1
    id = "brandubh"
    name = "Brandubh"
    base = "fetlar-2018"
    board = 7
    start.is = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
    answers.king-open.is = "two"
    answers.king-on-edge.is = "exposed"
    answers.king-beside-corner.is = "exposed"
    answers.no-move.is = "loss"
    answers.repetition.is = "none"
"#;

const TABLUT: &str = r#"
    format = 1
    id = "tablut"
    name = "Tablut"
    base = "fetlar-2018"
    board = 9
    start.is = "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/"
    answers.king-open.is = "two"
    answers.escape.is = "edge"
    answers.corners.is = "open"
    answers.corners-attackers.is = "harmless"
    answers.corners-defenders.is = "harmless"
    answers.no-move.is = "loss"
"#;

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

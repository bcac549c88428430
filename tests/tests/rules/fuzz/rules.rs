//! The readers of the rules themselves: squares, sides, rows, rule files and the words in them.

use fastrand::Rng;
use hnefi_rules::{Ground, Piece, Point, Question, leaflets};
use hnefi_tests::{house, readers, thin};

use super::input::{feed, texts};

#[test]
fn squares() {
    let tally = feed(21, 60_000, &texts(&["a1", "k11", "f6", "o15", "H8"]), readers::square);
    println!("squares: {tally:?}");
}

#[test]
fn sides_and_words() {
    let mut good = texts(&["attackers", "defenders"]);
    good.extend(Question::ALL.iter().map(|question| question.id().to_owned()));
    good.extend(Point::ALL.iter().map(|point| point.id().to_owned()));
    good.extend(Ground::ALL.iter().map(|ground| ground.id().to_owned()));
    let tally = feed(22, 60_000, &good, readers::word);
    println!("words: {tally:?}");
}

#[test]
fn pieces() {
    let letters: Vec<char> =
        (0..=0x2fff).filter_map(char::from_u32).filter(|&c| Piece::from_letter(c).is_some()).collect();
    assert_eq!(letters, ['K', 'T', 't']);
    assert!(letters.iter().all(|&letter| Piece::from_letter(letter).map(Piece::letter) == Some(letter)));
}

#[test]
fn rows() {
    let mut rng = Rng::with_seed(23);
    let mut good: Vec<String> = leaflets().iter().map(|ruleset| ruleset.start().to_rows()).collect();
    for size in [7, 9, 11, 13, 15] {
        good.extend((0..4).map(|_| thin::setup(size, &mut rng).to_rows()));
    }
    let tally = feed(24, 60_000, &good, readers::rows);
    println!("rows: {tally:?}");
}

#[test]
fn rule_files() {
    let mut good: Vec<String> = leaflets().iter().map(|ruleset| ruleset.to_toml()).collect();
    good.extend(house::other_boards().iter().map(|ruleset| ruleset.to_toml()));
    let tally = feed(25, 1_500, &good, readers::rule_file);
    println!("whole rule files: {tally:?}");

    // Short files, where a change hits something more often.
    let short = texts(&[
        "format = 1\nid = \"a-1\"\nname = \"A\"\nbase = \"fetlar-2018\"\n[answers.no-move]\nis = \"loss\"\n",
        "format = 1\nid = \"b\"\nname = \"B\"\nbase = \"nestorgames\"\n[answers.king-arms]\nis = \"unarmed\"\ngrade = \"house\"\nsection = \"\"\nclause = \"c\"\n",
        "format = 1\nid = \"c\"\nname = \"C\"\nbase = \"viking-game\"\nboard = 7\nstart.is = \"/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/\"\n",
        "format = 1\nid = \"d\"\nname = \"D\"\nbase = \"regency-chess\"\n[points.match]\nclause = \"best of three\"\n",
    ]);
    let tally = feed(26, 20_000, &short, readers::rule_file);
    println!("house rules: {tally:?}");
}

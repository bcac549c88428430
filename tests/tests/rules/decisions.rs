//! The examples in the decision records on forts, rings and the aggressor, played by both referees in all eight
//! ways of turning and mirroring the board.

use std::sync::Arc;

use hnefi_rules::{Ending, Game, Intent, Outcome, Piece, Question, Referee, Ruleset, Setup, Side, Square, ruleset};
use hnefi_tests::{Symmetry, slow};

/// The cells of each row of the table of examples, without the header.
fn examples(text: &'static str) -> Vec<Vec<&'static str>> {
    let table = text.split("## Examples").nth(1).expect("a table of examples");
    let rows = table.lines().filter(|line| line.starts_with("| K "));
    rows.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
}

fn square(text: &str) -> Square {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// `d1-d4` as two squares.
fn way(text: &str) -> (Square, Square) {
    let (from, to) = text.split_once('-').unwrap_or_else(|| panic!("{text} is no move"));
    (square(from), square(to))
}

/// A board from `K f6, t d8 h8, T e8`.
fn board(size: u8, pieces: &str) -> Setup {
    let mut setup = Setup::empty(size).unwrap();
    for group in pieces.split(", ") {
        let mut words = group.split(' ');
        let letter = words.next().and_then(|letter| letter.chars().next()).expect("a letter");
        for word in words {
            assert_eq!(setup.piece(square(word)), None, "two pieces on {word} in {pieces}");
            setup.set(square(word), Piece::from_letter(letter));
        }
    }
    setup
}

/// The same game under both referees.
struct Both {
    fast: Game,
    slow: slow::Game,
}

impl Both {
    fn new(ruleset: &Arc<Ruleset>, setup: &Setup, turn: Side) -> Both {
        let fast = Arc::new(Referee::new(ruleset.clone()));
        let slow = slow::Referee::new(ruleset);
        let position = fast.position(setup, turn).unwrap_or_else(|errors| panic!("{setup:?}: {errors}"));
        let board = slow::Board::from_setup(setup, turn);
        Both { fast: Game::from_position(fast, position), slow: slow::Game::new(slow, board) }
    }

    /// Plays a move, or tells the code of the reason against it.
    fn play(&mut self, (from, to): (Square, Square)) -> Result<Option<Outcome>, &'static str> {
        let legal = self.fast.legal(Intent { from, to }).map_err(|refusal| refusal.reason.code());
        let slow = self.slow.play(from, to);
        assert_eq!(legal.map(|_| ()), slow.map(|_| ()), "{from}-{to} in {:?}", self.fast.position());
        self.fast.play(legal?).unwrap();
        assert_eq!(self.fast.outcome(), self.slow.outcome(), "{:?}", self.fast.position());
        Ok(self.fast.outcome())
    }
}

/// Plays every example of a table under Copenhagen with one answer; whether each ends as it says is in a cell of its
/// own, the last cell tells why.
fn check(text: &'static str, side: Side, ending: Ending, (question, word): (Question, &str), cell: usize) {
    let copenhagen = Arc::new(ruleset("copenhagen").unwrap().with(question, word).unwrap());
    let (mut yes, mut no, mut wrong) = (0, 0, Vec::new());
    for example in examples(text) {
        let [pieces, mv, .., why] = example[..] else { panic!("{example:?} has too few cells") };
        let verdict = example[cell];
        let expected = match verdict {
            "yes" => Some(Outcome::win(side, ending)),
            "no" => None,
            _ => panic!("{verdict} is neither yes nor no"),
        };
        *if verdict == "yes" { &mut yes } else { &mut no } += 1;
        let setup = board(11, pieces);
        let (from, to) = way(mv);
        for symmetry in Symmetry::all() {
            let mut game = Both::new(&copenhagen, &symmetry.setup(&setup), side);
            let outcome = game.play((symmetry.square(from, 11), symmetry.square(to, 11)));
            if outcome != Ok(expected) {
                wrong.push(format!("{pieces}: {mv}: {verdict} ({why}): {outcome:?} in {:?}", game.fast.position()));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(yes >= 10 && no >= 10, "{yes} and {no}");
}

#[test]
fn exit_forts() {
    let text = include_str!("../../../docs/adr/0008-what-can-never-be-broken.md");
    check(text, Side::Defenders, Ending::ExitFort, (Question::ExitFort, "defenders-win"), 2);
}

#[test]
fn rings() {
    let text = include_str!("../../../docs/adr/0009-encirclement.md");
    for (cell, word) in [(2, "closed"), (3, "unbreakable")] {
        check(text, Side::Attackers, Ending::Encirclement, (Question::Encirclement, word), cell);
    }
}

#[test]
fn the_aggressor() {
    let loses = ruleset("tablut-saami").unwrap();
    assert_eq!(loses.answers().word(Question::Repetition), "aggressor-loses");
    let deviates = Arc::new(loses.with(Question::Repetition, "aggressor-deviates").unwrap());
    let (mut somebody, mut nobody, mut wrong) = (0, 0, Vec::new());
    for example in examples(include_str!("../../../docs/adr/0010-the-aggressor.md")) {
        let [pieces, first, moves, verdict, why] = example[..] else { panic!("{example:?} has not five cells") };
        let aggressor = match verdict {
            "nobody" => None,
            side => Some(side.parse::<Side>().unwrap()),
        };
        *if aggressor.is_some() { &mut somebody } else { &mut nobody } += 1;
        let setup = board(9, pieces);
        let first: Side = first.parse().unwrap();
        let moves: Vec<(Square, Square)> = moves.split(' ').map(way).collect();
        let plies = 2 * moves.len();
        for symmetry in Symmetry::all() {
            let image = |square| symmetry.square(square, 9);
            let mut game = Both::new(loses, &symmetry.setup(&setup), first);
            let mut other = Both::new(&deviates, &symmetry.setup(&setup), first);
            for (ply, &(from, to)) in (1..).zip(moves.iter().cycle().take(plies)) {
                let last = ply == plies;
                let mv = (image(from), image(to));
                let outcome = game.play(mv);
                let expected =
                    last.then_some(Outcome { winner: aggressor.map(|side| !side), reason: Ending::Repetition });
                let mover = if ply % 2 == 1 { first } else { !first };
                let refused = last && aggressor == Some(mover);
                let answer = other.play(mv);
                let fits = answer == if refused { Err("repeats") } else { Ok(None) };
                if outcome != Ok(expected) || !fits {
                    wrong.push(format!("{pieces}: {verdict} ({why}): ply {ply}: {outcome:?}, {answer:?}"));
                    break;
                }
            }
        }
    }
    wrong.dedup();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(somebody >= 10 && nobody >= 10, "{somebody} and {nobody}");
}

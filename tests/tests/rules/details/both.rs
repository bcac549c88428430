//! The same game under both referees.

use std::sync::Arc;

use hnefi_rules::{Ending, Game, Intent, Outcome, Piece, Referee, Setup, Side, Square, ruleset};
use hnefi_tests::slow;

pub(crate) const LEAFLETS: [&str; 5] =
    ["fetlar-2018", "viking-game", "cyningstan-2014", "nestorgames", "regency-chess"];
pub(crate) const ALL_BUT_NESTORGAMES: [&str; 4] = ["fetlar-2018", "viking-game", "cyningstan-2014", "regency-chess"];

pub(crate) const NOTHING: [(&str, &str); 0] = [];

pub(crate) fn square(text: &str) -> Square {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// A board from `K f6, t d8 h8, T e8`: a letter, then the squares on which such pieces stand.
pub(crate) fn board(pieces: &str) -> Setup {
    let mut setup = Setup::empty(11).unwrap();
    for group in pieces.split(", ") {
        let mut words = group.split(' ');
        let piece = words.next().and_then(|letter| Piece::from_letter(letter.chars().next()?)).expect("t, T or K");
        for word in words {
            assert_eq!(setup.piece(square(word)), None, "two pieces on {word}");
            setup.set(square(word), Some(piece));
        }
    }
    setup
}

/// The same game under both referees, which must agree about everything that is asked.
pub(crate) struct Both {
    pub(crate) fast: Game,
    pub(crate) slow: slow::Game,
}

impl Both {
    pub(crate) fn at_start(id: &str) -> Both {
        let ruleset = ruleset(id).unwrap();
        let slow = slow::Referee::new(ruleset);
        let start = slow.start();
        Both { fast: Game::new(Arc::new(Referee::new(ruleset.clone()))), slow: slow::Game::new(slow, start) }
    }

    pub(crate) fn set_up(id: &str, pieces: &str, turn: Side) -> Both {
        let ruleset = ruleset(id).unwrap();
        let referee = Arc::new(Referee::new(ruleset.clone()));
        let setup = board(pieces);
        let position = referee.position(&setup, turn).unwrap_or_else(|errors| panic!("{id}: {errors}"));
        let slow = slow::Referee::new(ruleset);
        assert!(slow.problems(&setup).is_empty());
        Both {
            fast: Game::from_position(referee, position),
            slow: slow::Game::new(slow, slow::Board::from_setup(&setup, turn)),
        }
    }

    /// Plays `f11-f8` and returns what fell, and against what: `e8 attacker d8`.
    pub(crate) fn play(&mut self, text: &str) -> Vec<(String, String)> {
        let (from, to) = text.split_once('-').expect("from-to");
        let (from, to) = (square(from), square(to));
        let mv = self.fast.legal(Intent { from, to }).unwrap_or_else(|refusal| panic!("{refusal}"));
        let ply = self.fast.play(mv).unwrap().clone();
        let played = self.slow.play(from, to).unwrap_or_else(|code| panic!("{text}: {code}"));
        let words = |by: &str, partner: Option<Square>| match partner {
            Some(partner) => format!("{by} {partner}"),
            None => by.to_owned(),
        };
        let fast: Vec<_> =
            ply.played.captures.iter().map(|c| (c.square.to_string(), words(c.by.id(), c.by.square()))).collect();
        let slow: Vec<_> = played.captures.iter().map(|c| (c.square.to_string(), words(c.by, c.partner))).collect();
        assert_eq!(fast, slow, "{text}");
        assert_eq!(ply.played.position.rows_text(), played.board.to_rows(), "{text}");
        assert_eq!(ply.outcome, self.slow.outcome(), "{text}");
        fast
    }

    /// The code of the reason against a move.
    pub(crate) fn refused(&self, text: &str) -> &'static str {
        let (from, to) = text.split_once('-').expect("from-to");
        let (from, to) = (square(from), square(to));
        let fast = self.fast.legal(Intent { from, to }).expect_err(text).reason.code();
        assert_eq!(self.slow.legal(from, to), Err(fast), "{text}");
        fast
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        assert_eq!(self.fast.outcome(), self.slow.outcome());
        self.fast.outcome()
    }

    pub(crate) fn piece(&self, text: &str) -> Option<Piece> {
        assert_eq!(self.fast.position().piece(square(text)), self.slow.board().piece(square(text)));
        self.fast.position().piece(square(text))
    }

    /// Plays moves over and over; returns the plies after which the game was over.
    pub(crate) fn cycle(&mut self, moves: &[&str], most: usize) -> Option<usize> {
        for (ply, text) in moves.iter().cycle().take(most).enumerate() {
            self.play(text);
            if self.outcome().is_some() {
                return Some(ply + 1);
            }
        }
        None
    }
}

pub(crate) fn falls<const N: usize>(captures: [(&str, &str); N]) -> Vec<(String, String)> {
    captures.into_iter().map(|(square, by)| (square.to_owned(), by.to_owned())).collect()
}

pub(crate) const KING_CAPTURED: Option<Outcome> = Some(Outcome::win(Side::Attackers, Ending::KingCaptured));
pub(crate) const KING_ESCAPED: Option<Outcome> = Some(Outcome::win(Side::Defenders, Ending::KingEscaped));
pub(crate) const REPEATED: Option<Outcome> = Some(Outcome::draw(Ending::Repetition));
pub(crate) const STALLED: Option<Outcome> = Some(Outcome::draw(Ending::NoLegalMove));

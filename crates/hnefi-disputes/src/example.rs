//! What a dispute puts on the board, on any size of it.

use hnefi_rules::{Intent, MIN_SIZE, Piece, Ruleset, Setup, Side, Square};

/// A few pieces and what is done with them. They are written on the smallest board; on a larger one they keep their
/// distance to what the dispute is about: the throne, or the corner a1.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    pub(crate) anchor: Anchor,
    /// A letter, then its squares: `K c3 t b3 d1`.
    pub(crate) pieces: &'static str,
    pub(crate) turn: Side,
    pub(crate) done: Done,
}

/// What an example is about, and so what it keeps its distance to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// The throne in the middle.
    Throne,
    /// The corner a1 and the two edges that meet there.
    Corner,
    /// The rule set's own start.
    Start,
}

/// What is done in an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Done {
    /// Nothing: who is to move is what matters.
    Nothing,
    /// These moves, the last of which is judged.
    Moves(&'static str),
    /// A side claims a draw on the first ground that its rules know, and the other one agrees.
    Claim(Side),
}

impl Example {
    /// The board under a rule set before anything is done.
    pub fn board(&self, ruleset: &Ruleset) -> Setup {
        if self.anchor == Anchor::Start {
            return ruleset.start().clone();
        }
        let mut board = ruleset.start().clone();
        for square in board.squares() {
            board.set(square, None);
        }
        let mut piece = Piece::King;
        for word in self.pieces.split(' ') {
            match word {
                "K" => piece = Piece::King,
                "T" => piece = Piece::Defender,
                "t" => piece = Piece::Attacker,
                _ => board.set(self.place(read(word), ruleset.size()), Some(piece)),
            }
        }
        board
    }

    /// Who is to move under a rule set.
    pub fn turn(&self, ruleset: &Ruleset) -> Side {
        match self.anchor {
            Anchor::Start => ruleset.first(),
            _ => self.turn,
        }
    }

    /// The moves on a board of a rule set, in order.
    pub fn moves(&self, ruleset: &Ruleset) -> Vec<Intent> {
        let Done::Moves(moves) = self.done else { return Vec::new() };
        let at = |square| self.place(read(square), ruleset.size());
        let intent = |(from, to)| Intent { from: at(from), to: at(to) };
        moves.split(' ').filter_map(|mv| mv.split_once('-')).map(intent).collect()
    }

    /// Where a square of the smallest board lies on one of this size.
    fn place(&self, square: Square, size: u8) -> Square {
        let off = match self.anchor {
            Anchor::Throne => (size - MIN_SIZE) / 2,
            Anchor::Corner | Anchor::Start => 0,
        };
        Square::new(square.file() + off, square.rank() + off).expect("no board is larger than the largest")
    }
}

fn read(square: &str) -> Square {
    square.parse().expect("the tests read every square of the examples")
}

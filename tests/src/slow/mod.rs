//! A second referee: obvious, slow, and independent of the first one's ways of working.
//!
//! It shares with `hnefi-rules` only the names of things: squares, pieces, sides, the answers of a rule set.
//! Board, moves, captures, endings and repetition are its own. Somebody who knows the rules should be able to
//! read it beside the reading of the leaflets, clause by clause; each part names the question or point of
//! the rule files that it carries out.
//!
//! ```
//! use hnefi_rules::leaflet;
//! use hnefi_tests::slow::Referee;
//!
//! let referee = Referee::new(leaflet("fetlar-2018").unwrap());
//! let start = referee.start();
//! assert_eq!(referee.moves(&start).len(), 116);
//!
//! let (d1, d4) = ("d1".parse().unwrap(), "d4".parse().unwrap());
//! assert_eq!(referee.legal(&start, d1, d4), Ok(()));
//! let played = referee.play(&start, d1, d4);
//! assert!(played.captures.is_empty());
//! assert_eq!(played.ending, None);
//! ```

mod board;
mod capture;
mod enclosure;
mod game;
mod king;
mod moves;
mod repetition;
mod shieldwall;

pub use board::Board;
pub use capture::{Captured, Played};
pub use game::Game;

use hnefi_rules::{Answers, Corners, Escape, Piece, Ruleset, Setup, Side, SoldiersThrone};

/// Decides under one rule set.
#[derive(Clone, Debug)]
pub struct Referee {
    answers: Answers,
    start: Setup,
    first: Side,
}

impl Referee {
    /// A referee for a rule set.
    pub fn new(ruleset: &Ruleset) -> Referee {
        // `first-move`.
        Referee { answers: *ruleset.answers(), start: ruleset.start().clone(), first: ruleset.first() }
    }

    /// The board at the start of the game, the side that moves first on turn.
    pub fn start(&self) -> Board {
        Board::from_setup(&self.start, self.first)
    }

    /// The codes of everything that forbids playing from a set-up board; none if it can be played.
    ///
    /// Point `set-up`: exactly one king, no soldier on throne or corner, the king on no corner. Where the
    /// edge is the king's goal, he may not stand there either, and where soldiers may stop on the throne or on
    /// corners, they may stand there.
    pub fn problems(&self, setup: &Setup) -> Vec<&'static str> {
        let board = Board::from_setup(setup, self.first);
        let mut problems = Vec::new();
        if setup.size() != self.start.size() {
            problems.push("board-size");
        }
        let kings: Vec<_> = board.pieces().filter(|&(_, piece)| piece == Piece::King).collect();
        if kings.is_empty() {
            problems.push("no-king");
        } else if kings.len() > 1 {
            problems.push("two-kings");
        } else if board.is_corner(kings[0].0) {
            problems.push("king-on-corner");
        } else if board.is_edge(kings[0].0) && self.answers.escape == Escape::Edge {
            problems.push("king-on-edge");
        }
        for (square, piece) in board.pieces() {
            let throne_closed = self.answers.soldiers_throne != SoldiersThrone::Stop;
            if piece != Piece::King && square == board.throne() && throne_closed {
                problems.push("soldier-on-throne");
            }
            if piece != Piece::King && board.is_corner(square) && self.answers.corners == Corners::KingOnly {
                problems.push("soldier-on-corner");
            }
        }
        problems
    }

    /// The number of legal moves at the last ply of every line of `depth` plies. A position in which a
    /// move has ended the game by itself is not continued; repetition is not looked at.
    pub fn perft(&self, board: &Board, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves(board);
        if depth == 1 {
            return moves.len() as u64;
        }
        let mut leaves = 0;
        for (from, to) in moves {
            let played = self.play(board, from, to);
            if played.ending.is_none() {
                leaves += self.perft(&played.board, depth - 1);
            }
        }
        leaves
    }
}

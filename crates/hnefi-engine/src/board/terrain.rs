//! What a rule set makes of the board, worked out once before a search.

use hnefi_rules::{
    Answers, Escape, ExitFort, KingThrone, NoMove, Position, Reach, Referee, Shieldwall, Side, Square, Trap,
};

use crate::board::squares::Squares;

/// The board as a rule set has it: goals, edges, hostile squares, and what ends a game there.
#[derive(Clone, Debug)]
pub(crate) struct Terrain {
    pub(crate) size: u8,
    pub(crate) throne: Square,
    /// Every square.
    pub(crate) board: Squares,
    pub(crate) edge: Squares,
    pub(crate) corners: Squares,
    /// Where the king escapes.
    pub(crate) goals: Squares,
    /// Where the king may go on an empty board.
    pub(crate) king_ground: Squares,
    /// Where soldiers may stand.
    pub(crate) soldier_ground: Squares,
    /// Bits of a lane that are no squares.
    pub(crate) outside: u16,
    /// Whether the king escapes by the corners.
    pub(crate) by_corner: bool,
    pub(crate) king_reach: Reach,
    /// Whether a side without a move loses, rather than draws.
    pub(crate) stuck_loses: bool,
    /// Whether the defenders win by a fort on the edge.
    pub(crate) fort_wins: bool,
    /// Whether soldiers fall in rows on the edge.
    pub(crate) shieldwalls: bool,
    /// Whether a soldier falls who is shut in, though nobody stands across from the piece that came.
    pub(crate) traps: bool,
}

impl Terrain {
    pub(crate) fn new(referee: &Referee) -> Terrain {
        let ruleset = referee.ruleset();
        let answers: &Answers = ruleset.answers();
        let start = ruleset.start();
        let (size, throne) = (ruleset.size(), referee.throne());
        let set = |test: &dyn Fn(Square) -> bool| Squares::of(start.squares().filter(|&s| test(s)));
        let board = set(&|_| true);
        let corners = set(&|s| referee.is_corner(s));
        let edge = set(&|s| referee.is_edge(s));
        let only_throne = set(&|s| s == throne);
        let by_corner = answers.escape == Escape::Corner;
        Terrain {
            size,
            throne,
            board,
            edge,
            corners,
            goals: set(&|s| referee.escapes(s)),
            king_ground: if answers.king_throne == KingThrone::Barred { board.without(&only_throne) } else { board },
            soldier_ground: board.without(&corners).without(&only_throne),
            outside: !((1u32 << size) - 1) as u16,
            by_corner,
            king_reach: answers.king_reach,
            stuck_loses: answers.no_move == NoMove::Loss,
            fort_wins: answers.exit_fort == ExitFort::DefendersWin,
            shieldwalls: answers.shieldwall == Shieldwall::Captured,
            traps: answers.soldier_trap == Trap::Captured,
        }
    }

    /// What bars the king's way along his row and along his column besides other pieces.
    #[inline(always)]
    pub(crate) fn barred(&self, king: Square) -> (u16, u16) {
        let ground = |lane: u8| self.board.0[usize::from(lane & 15)] & !self.king_ground.0[usize::from(lane & 15)];
        // The ground is the same by columns as by rows.
        (ground(king.rank()), ground(king.file()))
    }

    /// A side's pieces, the king with the defenders.
    #[inline(always)]
    pub(crate) fn men(&self, position: &Position, side: Side) -> Squares {
        Squares(*position.rows(side))
    }
}

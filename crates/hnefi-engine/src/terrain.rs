//! What a rule set makes of the board, worked out once before a search.

use hnefi_rules::{
    Answers, BySide, Direction, Escape, KingBesideThrone, KingCapture, KingExposure, KingThrone, NoMove, Piece,
    Position, Reach, Referee, Side, Square,
};

use crate::squares::Squares;

/// The board as a rule set has it: goals, edges, hostile squares, and where attackers stand well.
pub(crate) struct Terrain {
    pub(crate) size: u8,
    pub(crate) throne: Square,
    /// Every square.
    pub(crate) board: Squares,
    pub(crate) edge: Squares,
    pub(crate) corners: Squares,
    /// Where the king escapes.
    pub(crate) goals: Squares,
    /// One set for every corner to be sealed, or for every side of the board where the edge is the goal.
    pub(crate) gates: [Squares; 4],
    /// Squares from which attackers seal the gates for good, those of each gate together.
    pub(crate) guards: [Squares; 4],
    /// Where the king may go on an empty board.
    pub(crate) king_ground: Squares,
    /// Whether two attackers capture the king in the open.
    pub(crate) frail_king: bool,
    /// The least number of attackers beside the king before one more can capture him.
    pub(crate) takers: u32,
    pub(crate) king_reach: Reach,
    /// Whether a side without a move loses, rather than draws.
    pub(crate) stuck_loses: bool,
    /// The soldiers of each side at the start of a game.
    pub(crate) soldiers: BySide<i32>,
    /// A number that differs between rule sets, so that they can share one table.
    pub(crate) salt: u64,
}

/// The least number of attackers beside the king before one more can capture him, wherever he stands.
fn takers(answers: &Answers) -> u32 {
    let by = |how: KingCapture| if how == KingCapture::Two { 1 } else { 3 };
    let beside_throne = match answers.king_beside_throne {
        KingBesideThrone::Three => 2,
        KingBesideThrone::Four => 3,
        KingBesideThrone::Two => 1,
    };
    let inside = by(answers.king_open).min(by(answers.king_on_throne)).min(beside_throne);
    let exposed = |how: KingExposure, sandwich: u32, surrounded: u32| match how {
        KingExposure::Safe => inside,
        KingExposure::Exposed | KingExposure::Sandwich => sandwich,
        KingExposure::Surrounded => surrounded,
    };
    // Against a corner the arriving attacker needs no other.
    inside.min(exposed(answers.king_on_edge, 1, 2)).min(exposed(answers.king_beside_corner, 0, 1))
}

impl Terrain {
    pub(crate) fn new(referee: &Referee) -> Terrain {
        let ruleset = referee.ruleset();
        let answers: &Answers = ruleset.answers();
        let start = ruleset.start();
        let (size, throne) = (ruleset.size(), referee.throne());
        let last = size - 1;
        let set = |test: &dyn Fn(Square) -> bool| Squares::of(start.squares().filter(|&s| test(s)));
        let board = set(&|_| true);
        let corners = set(&|s| referee.is_corner(s));
        let edge = set(&|s| referee.is_edge(s));
        let only_throne = set(&|s| s == throne);
        let by_corner = answers.escape == Escape::Corner;
        let gate = |n: usize| {
            set(&|s| match (by_corner, n) {
                (true, _) => s.file() == last * (n as u8 & 1) && s.rank() == last * (n as u8 >> 1),
                (false, 0) => s.file() == 0,
                (false, 1) => s.file() == last,
                (false, 2) => s.rank() == 0,
                (false, _) => s.rank() == last,
            })
        };
        let from_corner = |s: Square, n: usize| {
            let file = if n & 1 == 0 { s.file() } else { last - s.file() };
            let rank = if n >> 1 == 0 { s.rank() } else { last - s.rank() };
            file + rank
        };
        let guard = |n: usize| set(&|s| by_corner && from_corner(s, n) == 2);
        let frail_king = answers.king_open == KingCapture::Two;
        Terrain {
            size,
            throne,
            board,
            edge,
            corners,
            goals: set(&|s| referee.escapes(s)),
            gates: std::array::from_fn(gate),
            guards: std::array::from_fn(guard),
            king_ground: if answers.king_throne == KingThrone::Barred { board.without(&only_throne) } else { board },
            frail_king,
            takers: takers(answers),
            king_reach: answers.king_reach,
            stuck_loses: answers.no_move == NoMove::Loss,
            soldiers: BySide {
                attackers: start.pieces().filter(|&(_, p)| p == Piece::Attacker).count() as i32,
                defenders: start.pieces().filter(|&(_, p)| p == Piece::Defender).count() as i32,
            },
            salt: ruleset
                .to_toml()
                .bytes()
                .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)),
        }
    }

    /// A side's pieces, the king with the defenders.
    #[inline(always)]
    pub(crate) fn men(&self, position: &Position, side: Side) -> Squares {
        let mut men = Squares::EMPTY;
        for rank in 0..self.size {
            men.0[usize::from(rank)] = position.row_bits(side, rank);
        }
        men
    }

    /// The squares beside a square.
    #[inline]
    pub(crate) fn neighbours(&self, square: Square) -> impl Iterator<Item = (Direction, Square)> + use<> {
        let size = self.size;
        Direction::ALL.into_iter().filter_map(move |d| Some((d, square.step(d, size)?)))
    }

    /// What the king and others reach in one more move over `free` squares, if they slide as he does.
    #[inline(always)]
    pub(crate) fn spread(&self, from: &Squares, free: &Squares) -> Squares {
        match self.king_reach {
            Reach::Any => from.slid(free),
            Reach::One => from.or(&from.beside().and(free)),
        }
    }
}

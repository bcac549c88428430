//! What a rule set makes of the board, worked out once before a search.

use hnefi_rules::{
    Answers, BySide, Escape, ExitFort, KingThrone, NoMove, Piece, Position, Reach, Referee, Shieldwall, Side, Square,
    Trap,
};

use crate::evaluate::{Seals, SquareTables, Weights, Worth, class, worth};
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
    /// Where the king may go on an empty board.
    pub(crate) king_ground: Squares,
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
    /// What the features of a position are worth.
    pub(crate) weights: Weights,
    pub(crate) square_tables: SquareTables,
    pub(crate) seals: Seals,
    /// What the weights of the start come to, which counts as level.
    pub(crate) level: Worth,
    /// The class of every square.
    classes: [u8; 256],
    /// For so many soldiers of each side that are left, how many parts of a full army they are.
    parts_left: BySide<[u8; 256]>,
    /// A number that differs between rule sets, so that they can share one table.
    pub(crate) salt: u64,
}

impl Terrain {
    pub(crate) fn new(referee: &Referee) -> Terrain {
        Terrain::with_weights(referee, Weights::of(referee.ruleset()))
    }

    /// The same with weights of somebody's choice.
    pub(crate) fn with_weights(referee: &Referee, weights: Weights) -> Terrain {
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
        let soldiers = |piece| start.pieces().filter(|&(_, p)| p == piece).count();
        let soldiers = BySide { attackers: soldiers(Piece::Attacker), defenders: soldiers(Piece::Defender) };
        let parts = |full: usize, parts: usize| {
            // An army may be larger in a position that somebody set up.
            std::array::from_fn(|left| ((left * parts + full / 2) / full.max(1)).min(parts) as u8)
        };
        let mut classes = [0; 256];
        for square in start.squares() {
            classes[square.index()] = class(size, square.file(), square.rank()) as u8;
        }
        let mut terrain = Terrain {
            size,
            throne,
            board,
            edge,
            corners,
            goals: set(&|s| referee.escapes(s)),
            king_ground: if answers.king_throne == KingThrone::Barred { board.without(&only_throne) } else { board },
            outside: !((1u32 << size) - 1) as u16,
            by_corner,
            king_reach: answers.king_reach,
            stuck_loses: answers.no_move == NoMove::Loss,
            fort_wins: answers.exit_fort == ExitFort::DefendersWin,
            shieldwalls: answers.shieldwall == Shieldwall::Captured,
            traps: answers.soldier_trap == Trap::Captured,
            square_tables: SquareTables::new(size, &weights),
            weights,
            seals: Seals::new(),
            level: Worth::default(),
            classes,
            parts_left: BySide { attackers: parts(soldiers.attackers, 24), defenders: parts(soldiers.defenders, 12) },
            salt: ruleset
                .to_toml()
                .bytes()
                .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)),
        };
        terrain.level = worth(&terrain, &referee.start());
        terrain
    }

    /// The class of a square; squares that are images of each other share one.
    #[inline(always)]
    pub(crate) fn class(&self, square: Square) -> usize {
        self.classes[square.index() & 255].into()
    }

    /// How much of a full army so many soldiers are, in twelfths of the defenders or in twenty-fourths of the attackers.
    #[inline(always)]
    pub(crate) fn part_left(&self, side: Side, soldiers: u32) -> usize {
        self.parts_left[side][soldiers as usize & 255].into()
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

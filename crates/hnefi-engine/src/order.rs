//! Which moves to try first.

use hnefi_rules::{Move, Piece, Position, Referee, Side};

use crate::score::MAX_PLY;
use crate::squares::Squares;
use crate::table::squares;
use crate::terrain::Terrain;

/// What earlier refutations taught about which moves to try first.
pub(crate) struct Memory {
    killers: [[u16; 2]; MAX_PLY + 1],
    history: Box<[[i16; 1 << 16]; 2]>,
}

/// Moves with their ranks, handed out best first.
pub(crate) struct Ordered {
    moves: Vec<(i32, Move)>,
    next: usize,
}

const FROM_TABLE: i32 = 1 << 24;
const CAPTURE: i32 = 1 << 20;
const KILLER: i32 = 1 << 18;
const HISTORY_MOST: i32 = 16_000;

impl Memory {
    pub(crate) fn new() -> Memory {
        let history = vec![[0; 1 << 16]; 2].try_into().expect("two sides");
        Memory { killers: [[0; 2]; MAX_PLY + 1], history }
    }

    /// A quiet move refuted what the other side had played, after `tried` had failed to.
    pub(crate) fn reward(&mut self, side: Side, ply: usize, mv: Move, tried: &[Move], depth: i32) {
        let key = squares(mv);
        let killers = &mut self.killers[ply];
        if killers[0] != key {
            killers[1] = killers[0];
            killers[0] = key;
        }
        let bonus = (depth * depth * 4).min(1_000);
        self.learn(side, key, bonus);
        for &other in tried {
            self.learn(side, squares(other), -bonus);
        }
    }

    fn learn(&mut self, side: Side, key: u16, bonus: i32) {
        let cell = &mut self.history[side as usize][usize::from(key)];
        let old = i32::from(*cell);
        *cell = (old + bonus - old * bonus.abs() / HISTORY_MOST) as i16;
    }

    fn rank(&self, side: Side, ply: usize, key: u16) -> i32 {
        if self.killers[ply].contains(&key) { KILLER } else { i32::from(self.history[side as usize][usize::from(key)]) }
    }
}

impl Ordered {
    /// Every legal move, or, with `only`, those onto certain squares.
    pub(crate) fn all(
        referee: &Referee,
        terrain: &Terrain,
        position: &Position,
        memory: &Memory,
        ply: usize,
        from_table: u16,
        only: Option<&Squares>,
    ) -> Ordered {
        let side = position.turn();
        let strikes = strikes(terrain, position);
        let only = only.unwrap_or(&terrain.board);
        let mut moves = Vec::with_capacity(128);
        referee.for_each_move(position, |mv| {
            if !only.has(mv.to()) {
                return;
            }
            let key = squares(mv);
            let rank = if key == from_table {
                FROM_TABLE
            } else if strikes.has(mv.to()) {
                CAPTURE + memory.rank(side, ply, key)
            } else {
                memory.rank(side, ply, key)
            };
            moves.push((rank, mv));
        });
        Ordered { moves, next: 0 }
    }

    /// The moves onto squares where they may capture, and those of the king if `king` is set.
    pub(crate) fn sharp(
        referee: &Referee,
        terrain: &Terrain,
        position: &Position,
        memory: &Memory,
        ply: usize,
        king: bool,
    ) -> Ordered {
        let side = position.turn();
        let strikes = strikes(terrain, position);
        let king = position.king().filter(|_| king && side == Side::Defenders);
        let mut moves = Vec::new();
        if king.is_none() && strikes.is_empty() {
            return Ordered { moves, next: 0 };
        }
        referee.for_each_move(position, |mv| {
            if strikes.has(mv.to()) || Some(mv.from()) == king {
                moves.push((memory.rank(side, ply, squares(mv)), mv));
            }
        });
        Ordered { moves, next: 0 }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

/// So many moves are picked one by one; by then most positions are settled. The rest is sorted at once.
const PICKED: usize = 4;

impl Iterator for Ordered {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let rest = self.moves.get_mut(self.next..)?;
        // Equal ranks go by squares, so that the order does not depend on how it was found.
        if self.next < PICKED {
            let best = (0..rest.len()).max_by_key(|&i| rest[i])?;
            rest.swap(0, best);
        } else if self.next == PICKED {
            rest.sort_unstable_by(|a, b| b.cmp(a));
        }
        let mv = rest.first()?.1;
        self.next += 1;
        Some(mv)
    }
}

/// The squares on which a piece of the side to move may capture a soldier that stands between it and a
/// partner. Traps, which need no partner, are not among them.
pub(crate) fn strikes(terrain: &Terrain, position: &Position) -> Squares {
    let side = position.turn();
    let mut victims = terrain.men(position, !side);
    if let Some(king) = position.king().filter(|_| side == Side::Attackers) {
        victims.0[usize::from(king.rank())] &= !(1 << king.file());
    }
    let mut partners = terrain.men(position, side).or(&terrain.corners);
    partners.0[usize::from(terrain.throne.rank())] |= 1 << terrain.throne.file();
    let mut set = Squares::EMPTY;
    for i in 0..16 {
        let (v, p) = (victims.0[i], partners.0[i]);
        set.0[i] |= (p << 1 & v) << 1 | (p >> 1 & v) >> 1;
        if i > 0 && i < 15 {
            set.0[i + 1] |= partners.0[i - 1] & v;
            set.0[i - 1] |= partners.0[i + 1] & v;
        }
    }
    set.and(&terrain.board)
}

/// Whether a move is the king's.
pub(crate) fn is_kings(position: &Position, mv: Move) -> bool {
    position.piece(mv.from()) == Some(Piece::King)
}

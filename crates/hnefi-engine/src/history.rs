//! What earlier refutations taught about quiet moves.

use hnefi_rules::{Move, Side};

use crate::score::MAX_PLY;
use crate::table::squares;

/// What refuted the other side's moves before, by the move itself and by what went before it.
pub(crate) struct History {
    killers: [[u16; 2]; MAX_PLY + 2],
    /// By side, the square left, and the file or rank gone to.
    moves: Box<[[i16; 256 * 32]; 2]>,
    /// By side, where the last move of the other side ended, and where this one ends.
    answers: Box<[[i16; 1 << 16]; 2]>,
    /// By side, where one's own last move ended, and where this one ends.
    plans: Box<[[i16; 1 << 16]; 2]>,
    /// What answered a move of the other side well, by its two squares.
    counters: Box<[u16; 256 * 32]>,
}

/// What went before a move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Recent {
    pub(crate) ply: usize,
    /// The other side's last move.
    pub(crate) theirs: Option<Move>,
    /// One's own last move.
    pub(crate) own: Option<Move>,
    killers: [u16; 2],
    counter: u16,
}

/// No history goes beyond this either way.
const MOST: i32 = 16_000;
const KILLER: i32 = 1 << 18;

impl History {
    pub(crate) fn new() -> History {
        History {
            killers: [[0; 2]; MAX_PLY + 2],
            moves: tables(),
            answers: tables(),
            plans: tables(),
            counters: vec![0; 256 * 32].try_into().expect("a table of its size"),
        }
    }

    /// What went before the moves of a position.
    pub(crate) fn recent(&self, ply: usize, theirs: Option<Move>, own: Option<Move>) -> Recent {
        let counter = theirs.map_or(0, |mv| self.counters[slot(mv)]);
        Recent { ply, theirs, own, killers: self.killers[ply], counter }
    }

    /// Forgets the killers two plies on, which belong to other positions.
    pub(crate) fn forget_killers(&mut self, ply: usize) {
        self.killers[ply] = [0; 2];
    }

    /// A quiet move refuted what the other side had played, after `tried` had failed to.
    pub(crate) fn reward(&mut self, side: Side, recent: &Recent, mv: Move, tried: &[Move], depth: i32) {
        let key = squares(mv);
        let killers = &mut self.killers[recent.ply];
        if killers[0] != key {
            killers[1] = killers[0];
            killers[0] = key;
        }
        if let Some(theirs) = recent.theirs {
            self.counters[slot(theirs)] = key;
        }
        let bonus = (depth * depth * 8 + 32 * depth).min(1_600);
        self.learn(side, recent, mv, bonus);
        for &other in tried {
            self.learn(side, recent, other, -bonus);
        }
    }

    fn learn(&mut self, side: Side, recent: &Recent, mv: Move, bonus: i32) {
        let add = |cell: &mut i16| {
            let old = i32::from(*cell);
            *cell = (old + bonus - old * bonus.abs() / MOST) as i16;
        };
        let side = side as usize;
        add(&mut self.moves[side][slot(mv)]);
        if let Some(theirs) = recent.theirs {
            add(&mut self.answers[side][pair(theirs, mv)]);
        }
        if let Some(own) = recent.own {
            add(&mut self.plans[side][pair(own, mv)]);
        }
    }

    /// How well a quiet move did before.
    #[inline(always)]
    pub(crate) fn known(&self, side: Side, recent: &Recent, mv: Move) -> i32 {
        let side = side as usize;
        let mut sum = i32::from(self.moves[side][slot(mv)]);
        if let Some(theirs) = recent.theirs {
            sum += i32::from(self.answers[side][pair(theirs, mv)]);
        }
        if let Some(own) = recent.own {
            sum += i32::from(self.plans[side][pair(own, mv)]);
        }
        sum
    }

    /// The rank of a quiet move among the others.
    #[inline(always)]
    pub(crate) fn of_quiet(&self, side: Side, recent: &Recent, mv: Move) -> i32 {
        let key = squares(mv);
        let mut rank = self.known(side, recent, mv);
        if key == recent.killers[0] {
            rank += 2 * KILLER;
        } else if key == recent.killers[1] || key == recent.counter {
            rank += KILLER;
        }
        rank
    }

    /// The rank of a capture among the others.
    #[inline(always)]
    pub(crate) fn of_capture(&self, side: Side, mv: Move) -> i32 {
        i32::from(self.moves[side as usize][slot(mv)])
    }
}

fn tables<const N: usize>() -> Box<[[i16; N]; 2]> {
    vec![[0; N]; 2].try_into().expect("one for each side")
}

/// A move by the square that it leaves and the file or rank that it goes to: a move changes only one of them.
#[inline(always)]
fn slot(mv: Move) -> usize {
    let (from, to) = (mv.from(), mv.to());
    let along = if from.rank() == to.rank() { to.file() } else { 16 | to.rank() };
    from.index() << 5 | usize::from(along)
}

#[inline(always)]
fn pair(before: Move, mv: Move) -> usize {
    before.to().index() << 8 | mv.to().index()
}

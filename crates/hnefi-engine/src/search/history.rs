//! What earlier refutations taught about quiet moves.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicI16, AtomicU16};

use hnefi_rules::{Move, Side};

use crate::score::MAX_PLY;
use crate::search::table::squares;

/// What refuted the other side's moves before.
pub(crate) struct History {
    killers: [[u16; 2]; MAX_PLY + 2],
    learned: Arc<Learned>,
}

/// What all threads of a search learn together, by the move itself and by what went before it. Of lessons that two
/// write at once, one may get lost.
pub(crate) struct Learned {
    /// By side, the square left, and the file or rank gone to.
    moves: Box<[[[AtomicI16; 32]; 256]; 2]>,
    /// By side, where the last move of the other side ended, and where this one ends.
    answers: Box<[[Ends; 256]; 2]>,
    /// By side, where one's own last move ended, and where this one ends.
    plans: Box<[[Ends; 256]; 2]>,
    /// What answered a move of the other side well, by its two squares.
    counters: Box<[AtomicU16]>,
}

impl Default for Learned {
    fn default() -> Learned {
        Learned {
            moves: tables(),
            answers: tables(),
            plans: tables(),
            counters: (0..256 * 32).map(|_| AtomicU16::new(0)).collect(),
        }
    }
}

impl Learned {
    /// Makes everything count half, so that what is learnt anew outweighs it soon.
    pub(crate) fn fade(&self) {
        let fade = |cell: &AtomicI16| cell.store(cell.load(Relaxed) / 2, Relaxed);
        self.moves.iter().flatten().flatten().for_each(fade);
        [&self.answers, &self.plans].into_iter().for_each(|table| table.iter().flatten().flatten().for_each(fade));
    }
}

/// A number for every square on which a move may end.
type Ends = [AtomicI16; 256];

static NOTHING: Ends = [const { AtomicI16::new(0) }; 256];

/// What is known of the quiet moves of a position.
pub(crate) struct Ranks<'a> {
    moves: &'a [[AtomicI16; 32]; 256],
    answers: &'a Ends,
    plans: &'a Ends,
    killers: [u16; 2],
    counter: u16,
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
const KILLER: i32 = 1 << 16;
/// No rank goes beyond this either way.
pub(crate) const RANK: i32 = (1 << 20) - 1;

impl History {
    /// The history of a thread, which learns with all those that were given the same.
    pub(crate) fn new(learned: Arc<Learned>) -> History {
        History { killers: [[0; 2]; MAX_PLY + 2], learned }
    }

    /// What went before the moves of a position.
    pub(crate) fn recent(&self, ply: usize, theirs: Option<Move>, own: Option<Move>) -> Recent {
        let counter = theirs.map_or(0, |mv| self.learned.counters[slot(mv)].load(Relaxed));
        Recent { ply, theirs, own, killers: self.killers[ply], counter }
    }

    /// Forgets the killers of a ply, which belong to other positions.
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
            self.learned.counters[slot(theirs)].store(key, Relaxed);
        }
        let bonus = (depth * depth * 8 + 32 * depth).min(1_600);
        self.learn(side, recent, mv, bonus);
        for &other in tried {
            self.learn(side, recent, other, -bonus);
        }
    }

    fn learn(&mut self, side: Side, recent: &Recent, mv: Move, bonus: i32) {
        let add = |cell: &AtomicI16| {
            let old = i32::from(cell.load(Relaxed));
            cell.store((old + bonus - old * bonus.abs() / MOST) as i16, Relaxed);
        };
        let side = side as usize;
        let to = mv.to().index();
        add(&self.learned.moves[side][mv.from().index()][along(mv)]);
        if let Some(theirs) = recent.theirs {
            add(&self.learned.answers[side][theirs.to().index()][to]);
        }
        if let Some(own) = recent.own {
            add(&self.learned.plans[side][own.to().index()][to]);
        }
    }

    /// What is known of the quiet moves of a side, after what went before.
    #[inline(always)]
    pub(crate) fn ranks(&self, side: Side, recent: &Recent) -> Ranks<'_> {
        let side = side as usize;
        Ranks {
            moves: &self.learned.moves[side],
            answers: recent.theirs.map_or(&NOTHING, |mv| &self.learned.answers[side][mv.to().index()]),
            plans: recent.own.map_or(&NOTHING, |mv| &self.learned.plans[side][mv.to().index()]),
            killers: recent.killers,
            counter: recent.counter,
        }
    }

    /// The rank of a capture among the others.
    #[inline(always)]
    pub(crate) fn of_capture(&self, side: Side, mv: Move) -> i32 {
        i32::from(self.learned.moves[side as usize][mv.from().index()][along(mv)].load(Relaxed))
    }
}

impl Ranks<'_> {
    /// How well a move did before, up to 48,000 either way.
    #[inline(always)]
    pub(crate) fn score(&self, mv: Move) -> i32 {
        let to = mv.to().index();
        i32::from(self.moves[mv.from().index()][along(mv)].load(Relaxed))
            + i32::from(self.answers[to].load(Relaxed))
            + i32::from(self.plans[to].load(Relaxed))
    }

    /// The moves that come before the others, by their squares; 0 where there is none.
    pub(crate) fn best(&self) -> [u16; 3] {
        [self.killers[0], self.killers[1], self.counter]
    }

    /// Whether a move is one of them.
    pub(crate) fn is_best(&self, mv: Move) -> bool {
        self.best().contains(&squares(mv))
    }

    /// The rank of a move among the others.
    #[inline(always)]
    pub(crate) fn rank(&self, mv: Move) -> i32 {
        let key = squares(mv);
        let mut rank = self.score(mv);
        if key == self.killers[0] {
            rank += 2 * KILLER;
        } else if key == self.killers[1] || key == self.counter {
            rank += KILLER;
        }
        debug_assert!(rank.abs() <= RANK);
        rank
    }
}

fn tables<const N: usize>() -> Box<[[[AtomicI16; N]; 256]; 2]> {
    let sides = (0..2).map(|_| [const { [const { AtomicI16::new(0) }; N] }; 256]);
    sides.collect::<Box<[_]>>().try_into().expect("one for each side")
}

/// The file or rank that a move goes to: it changes only one of them.
#[inline(always)]
fn along(mv: Move) -> usize {
    let (from, to) = (mv.from(), mv.to());
    usize::from(if from.rank() == to.rank() { to.file() } else { 16 | to.rank() })
}

/// A move by the square that it leaves and the file or rank that it goes to.
#[inline(always)]
fn slot(mv: Move) -> usize {
    mv.from().index() << 5 | along(mv)
}

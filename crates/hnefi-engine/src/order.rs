//! Which moves to try first: handed out in stages, so that what is not reached is not even listed.

use hnefi_rules::{Move, Position, Referee, Side, Square};

use crate::history::{History, Recent};
use crate::squares::Squares;
use crate::table::squares;
use crate::terrain::Terrain;

/// The moves of a position, best first: the one from the table, captures, killers, the rest by history.
pub(crate) struct Picker<'p> {
    position: &'p Position,
    /// The squares on which a move must end, where others need not be tried.
    only: Option<Squares>,
    first: Option<Move>,
    strikes: Squares,
    recent: Recent,
    stage: Stage,
    /// The part of the worker's list that belongs to this position.
    base: usize,
    next: usize,
    /// Only the king is still to be tried of those who capture nothing.
    quiet_off: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    First,
    ListCaptures,
    Captures,
    ListQuiet,
    Quiet,
    Done,
}

/// A move with its rank.
#[derive(Clone, Copy)]
pub(crate) struct Ranked {
    rank: i32,
    mv: Move,
}

/// So many quiet moves are picked one by one; by then most positions are settled. The rest is sorted at once.
const PICKED: usize = 5;

impl<'p> Picker<'p> {
    pub(crate) fn new(
        terrain: &Terrain,
        position: &'p Position,
        first: Option<Move>,
        recent: Recent,
        only: Option<Squares>,
        list: &[Ranked],
    ) -> Picker<'p> {
        let base = list.len();
        let strikes = strikes(terrain, position);
        Picker { position, only, first, strikes, recent, stage: Stage::First, base, next: base, quiet_off: false }
    }

    /// From here on, of the moves that capture nothing only the king's are handed out.
    pub(crate) fn skip_quiet(&mut self, list: &mut Vec<Ranked>) {
        if !self.quiet_off && self.stage == Stage::Quiet {
            let king = self.position.king();
            let mut kept = self.next;
            for index in self.next..list.len() {
                if Some(list[index].mv.from()) == king {
                    list[kept] = list[index];
                    kept += 1;
                }
            }
            list.truncate(kept);
        }
        self.quiet_off = true;
    }

    /// The next move.
    pub(crate) fn next(&mut self, referee: &Referee, history: &History, list: &mut Vec<Ranked>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::First => {
                    self.stage = Stage::ListCaptures;
                    if self.first.is_some() {
                        return self.first;
                    }
                }
                Stage::ListCaptures => {
                    self.list_captures(referee, history, list);
                    self.stage = Stage::Captures;
                }
                Stage::Captures => match self.pick(list) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::ListQuiet,
                },
                Stage::ListQuiet => {
                    list.truncate(self.base);
                    self.next = self.base;
                    self.list_quiet(referee, history, list);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if self.next == self.base + PICKED {
                        list[self.next..].sort_by_key(|ranked| std::cmp::Reverse(ranked.rank));
                    }
                    let mv = if self.next < self.base + PICKED {
                        self.pick(list)
                    } else {
                        let mv = list.get(self.next).map(|ranked| ranked.mv);
                        self.next += 1;
                        mv
                    };
                    if mv.is_some() {
                        return mv;
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Whether a move ends where it may capture.
    #[inline(always)]
    pub(crate) fn may_capture(&self, mv: Move) -> bool {
        self.strikes.has(mv.to())
    }

    /// Gives the worker's list back as it was.
    pub(crate) fn finish(self, list: &mut Vec<Ranked>) {
        list.truncate(self.base);
    }

    fn pick(&mut self, list: &mut [Ranked]) -> Option<Move> {
        let rest = list.get_mut(self.next..)?;
        let mut best = 0;
        for i in 1..rest.len() {
            if rest[i].rank > rest[best].rank {
                best = i;
            }
        }
        let mv = rest.get(best)?.mv;
        rest.swap(0, best);
        self.next += 1;
        Some(mv)
    }

    fn list_captures(&mut self, referee: &Referee, history: &History, list: &mut Vec<Ranked>) {
        let onto = match &self.only {
            Some(only) => self.strikes.and(only),
            None => self.strikes,
        };
        let (side, first) = (self.position.turn(), self.first);
        each_square(&onto, |to| {
            referee.for_each_move_onto(self.position, to, |mv| {
                if Some(mv) != first {
                    list.push(Ranked { rank: history.of_capture(side, mv), mv });
                }
            });
        });
    }

    fn list_quiet(&mut self, referee: &Referee, history: &History, list: &mut Vec<Ranked>) {
        let (side, first, recent) = (self.position.turn(), self.first, self.recent);
        let strikes = &self.strikes;
        let mut push = |mv: Move| {
            if !strikes.has(mv.to()) && Some(mv) != first {
                list.push(Ranked { rank: history.of_quiet(side, &recent, mv), mv });
            }
        };
        match &self.only {
            Some(only) if side == Side::Attackers => {
                each_square(only, |to| referee.for_each_move_onto(self.position, to, &mut push));
            }
            _ if self.quiet_off => referee.for_each_move_of_king(self.position, push),
            _ => referee.for_each_move(self.position, push),
        }
    }
}

/// The empty squares on which a piece of the side to move may capture a soldier that stands between it and a
/// partner. Traps and shieldwalls, which need no partner, are not among them.
pub(crate) fn strikes(terrain: &Terrain, position: &Position) -> Squares {
    let side = position.turn();
    let own = terrain.men(position, side);
    let others = terrain.men(position, !side);
    let mut victims = others;
    if let Some(king) = position.king().filter(|_| side == Side::Attackers) {
        victims.0[usize::from(king.rank())] &= !(1 << king.file());
    }
    let mut partners = own.or(&terrain.corners);
    partners.0[usize::from(terrain.throne.rank())] |= 1 << terrain.throne.file();
    let empty = terrain.board.without(&own).without(&others);
    let mut set = Squares::EMPTY;
    for i in 0..16 {
        let (v, p) = (victims.0[i], partners.0[i]);
        let mut struck = (p << 1 & v) << 1 | (p >> 1 & v) >> 1;
        if i > 1 {
            struck |= partners.0[i - 2] & victims.0[i - 1];
        }
        if i < 14 {
            struck |= partners.0[i + 2] & victims.0[i + 1];
        }
        set.0[i] = struck & empty.0[i];
    }
    set
}

/// Calls `visit` with each square of a set, rank 1 first.
#[inline(always)]
pub(crate) fn each_square(set: &Squares, mut visit: impl FnMut(Square)) {
    for (rank, &row) in (0..).zip(&set.0) {
        let mut row = row;
        while row != 0 {
            if let Some(square) = Square::new(row.trailing_zeros() as u8, rank) {
                visit(square);
            }
            row &= row - 1;
        }
    }
}

/// Whether a move is the king's.
#[inline(always)]
pub(crate) fn is_kings(position: &Position, mv: Move) -> bool {
    position.king() == Some(mv.from())
}

/// The move of a table's entry, if it can be played here.
#[inline]
pub(crate) fn from_squares(referee: &Referee, position: &Position, key: u16) -> Option<Move> {
    if key == 0 {
        return None;
    }
    let square = |index: u16| Square::new(index as u8 & 15, index as u8 >> 4);
    let (from, to) = (square(key >> 8)?, square(key & 0xff)?);
    referee.legal(position, hnefi_rules::Intent { from, to }).ok().filter(|&mv| squares(mv) == key)
}

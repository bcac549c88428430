//! Which moves to try first: handed out in stages, so that what is not reached is not even listed.

use hnefi_rules::{Move, Position, Referee, Side, Square};

use crate::board::squares::{Squares, each_square};
use crate::board::strikes::{is_kings, strikes};
use crate::board::terrain::Terrain;
use crate::search::history::{History, RANK, Recent};
use crate::search::table::squares;

/// The moves of a position, best first: the one from the table, captures, killers, the rest by history.
pub(crate) struct Picker<'p> {
    position: &'p Position,
    /// The squares on which a move must end that is not the king's, where others need not be tried.
    only: Option<Squares>,
    first: Option<Move>,
    strikes: Squares,
    recent: Recent,
    stage: Stage,
    /// The part of the worker's list that belongs to this position.
    base: usize,
    /// Only the king is still to be tried of those who capture nothing.
    quiet_off: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    First,
    ListCaptures,
    Captures,
    ListKillers,
    Killers,
    ListQuiet,
    Quiet,
    Done,
}

/// The moves still to be tried, of all positions on the way to the one at hand, and their ranks.
#[derive(Default)]
pub(crate) struct List {
    /// A rank above and the place in the list of its position below, so that the greatest key tells the best move.
    keys: Vec<i32>,
    moves: Vec<Move>,
}

/// The bits that tell a move's place in the list of its position, which has 900 at most.
const PLACE: u32 = 10;
/// The key of a move that was handed out.
const GONE: i32 = i32::MIN;

impl List {
    #[inline(always)]
    fn push(&mut self, base: usize, rank: i32, mv: Move) {
        let place = (self.moves.len() - base) as i32;
        debug_assert!(rank.abs() <= RANK && place < 1 << PLACE);
        self.keys.push(rank << PLACE | place);
        self.moves.push(mv);
    }

    fn truncate(&mut self, base: usize) {
        self.keys.truncate(base);
        self.moves.truncate(base);
    }

    /// Takes out the best of the moves from `base` on.
    #[inline]
    fn pick(&mut self, base: usize) -> Option<Move> {
        let keys = self.keys.get_mut(base..)?;
        let best = keys.iter().fold(GONE, |best, &key| best.max(key));
        if best == GONE {
            return None;
        }
        let place = (best & ((1 << PLACE) - 1)) as usize;
        *keys.get_mut(place)? = GONE;
        self.moves.get(base + place).copied()
    }
}

impl<'p> Picker<'p> {
    pub(crate) fn new(
        terrain: &Terrain,
        position: &'p Position,
        first: Option<Move>,
        recent: Recent,
        only: Option<Squares>,
        list: &List,
    ) -> Picker<'p> {
        let base = list.moves.len();
        let strikes = strikes(terrain, position);
        Picker { position, only, first, strikes, recent, stage: Stage::First, base, quiet_off: false }
    }

    /// From here on, of the moves that capture nothing only the king's are handed out.
    pub(crate) fn skip_quiet(&mut self, list: &mut List) {
        if self.stage == Stage::Killers && self.position.turn() == Side::Attackers {
            self.stage = Stage::Done;
        }
        if !self.quiet_off && matches!(self.stage, Stage::Quiet | Stage::Killers) {
            let king = self.position.king();
            for (key, mv) in list.keys[self.base..].iter_mut().zip(&list.moves[self.base..]) {
                if Some(mv.from()) != king {
                    *key = GONE;
                }
            }
        }
        self.quiet_off = true;
    }

    /// Whether moves that capture nothing are still to be listed.
    #[inline(always)]
    pub(crate) fn is_before_quiet(&self) -> bool {
        !self.quiet_off && matches!(self.stage, Stage::ListCaptures | Stage::Captures)
    }

    /// The next move.
    pub(crate) fn next(&mut self, referee: &Referee, history: &History, list: &mut List) -> Option<Move> {
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
                Stage::Captures => match list.pick(self.base) {
                    Some(mv) => return Some(mv),
                    None if self.quiet_off && self.position.turn() == Side::Attackers => self.stage = Stage::Done,
                    None => self.stage = Stage::ListKillers,
                },
                Stage::ListKillers => {
                    list.truncate(self.base);
                    self.list_killers(referee, history, list);
                    self.stage = Stage::Killers;
                }
                Stage::Killers => match list.pick(self.base) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::ListQuiet,
                },
                Stage::ListQuiet => {
                    list.truncate(self.base);
                    self.list_quiet(referee, history, list);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match list.pick(self.base) {
                    Some(mv) if history.ranks(self.position.turn(), &self.recent).is_best(mv) => {}
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Done,
                },
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
    pub(crate) fn finish(self, list: &mut List) {
        list.truncate(self.base);
    }

    fn list_captures(&mut self, referee: &Referee, history: &History, list: &mut List) {
        let onto = match &self.only {
            Some(only) => self.strikes.and(only),
            None => self.strikes,
        };
        let (side, first, base) = (self.position.turn(), self.first, self.base);
        each_square(&onto, |to| {
            referee.for_each_move_onto(self.position, to, |mv| {
                if Some(mv) != first {
                    list.push(base, history.of_capture(side, mv), mv);
                }
            });
        });
    }

    /// Killers and counters come before the others are even listed.
    fn list_killers(&mut self, referee: &Referee, history: &History, list: &mut List) {
        let side = self.position.turn();
        let ranks = history.ranks(side, &self.recent);
        let keys = ranks.best();
        for (i, &key) in keys.iter().enumerate() {
            if keys[..i].contains(&key) {
                continue;
            }
            let Some(mv) = from_squares(referee, self.position, key) else { continue };
            let wanted = match &self.only {
                Some(only) => only.has(mv.to()) || is_kings(self.position, mv),
                None => !self.quiet_off || is_kings(self.position, mv),
            };
            if wanted && !self.strikes.has(mv.to()) && Some(mv) != self.first {
                list.push(self.base, ranks.rank(mv), mv);
            }
        }
    }

    fn list_quiet(&mut self, referee: &Referee, history: &History, list: &mut List) {
        let (first, base) = (self.first, self.base);
        let ranks = history.ranks(self.position.turn(), &self.recent);
        let strikes = &self.strikes;
        let mut push = |mv: Move| {
            if !strikes.has(mv.to()) && Some(mv) != first {
                list.push(base, ranks.score(mv), mv);
            }
        };
        match &self.only {
            Some(only) => {
                let king = self.position.king();
                let mut soldiers = |mv: Move| {
                    if Some(mv.from()) != king {
                        push(mv)
                    }
                };
                each_square(only, |to| referee.for_each_move_onto(self.position, to, &mut soldiers));
                if self.position.turn() == Side::Defenders {
                    referee.for_each_move_of_king(self.position, push);
                }
            }
            _ if self.quiet_off => referee.for_each_move_of_king(self.position, push),
            _ => referee.for_each_move(self.position, push),
        }
    }
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

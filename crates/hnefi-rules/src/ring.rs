//! Closed rings, and the moves that close them.

use crate::field::Field;
use crate::lanes::{Lanes, slide};
use crate::referee::Rare;
use crate::{Ending, Move, Position, Referee, Side, Square};

/// From how many steps away the way to the edge is looked at. Whoever is farther away than that is asked by trying moves.
const STEPS: usize = 16;

/// How the ways to the edge go on that begin in one direction: straight on, or with a turn towards lower or higher lanes.
#[derive(Clone, Copy)]
struct Way(u8);

impl Way {
    const STRAIGHT: u8 = 1;
    const BELOW: u8 = 2;
    const ABOVE: u8 = 4;
}

/// What is known of the ways to the edge.
struct Ways {
    /// Every square without an attacker.
    free: Field,
    /// `within[n]`: the squares from which so many steps over free squares, or fewer, lead to the edge.
    within: [Field; STEPS],
    /// How many of them are known.
    known: usize,
    /// Whether all ways are known.
    all: bool,
}

impl Referee {
    /// Whether no way leads from a defender to the edge past the attackers as they stand.
    #[inline]
    pub(crate) fn has_closed_ring(&self, position: &Position) -> bool {
        let free = self.without_attackers(position);
        let border = Field::of(&self.edge);
        let mut reached = Field::of(&position.rows.defenders);
        loop {
            if reached.meets(&border) {
                return false;
            }
            let next = reached.spread(&free);
            if next.is(&reached) {
                return true;
            }
            reached = next;
        }
    }

    /// A move with which the attackers complete a ring that wins, if there is one, whoever's turn it is.
    ///
    /// ```
    /// use hnefi_rules::{Referee, Setup, Side, ruleset};
    /// let referee = Referee::new(ruleset("copenhagen").unwrap().clone());
    /// let setup = Setup::from_rows("/11/6ttt2/5tT2t1/5t1K1t1/6t1t2/11/11/11/7t3/11/11/").unwrap();
    /// let position = referee.position(&setup, Side::Defenders).unwrap();
    /// assert_eq!(referee.closing_move(&position).unwrap().to_string(), "h9-h5");
    /// assert_eq!(referee.closing_move(&referee.start()), None);
    /// ```
    #[inline(always)]
    pub fn closing_move(&self, position: &Position) -> Option<Move> {
        if self.rare.any(Rare::RING) { self.look_for_closing_move(position) } else { None }
    }

    /// The king is never captured by such a move, and any other defender is captured or cut off by it: the square where it
    /// ends lies on every way of his to the edge, and so on every shortest one, or beside him where he falls.
    #[inline(never)]
    fn look_for_closing_move(&self, position: &Position) -> Option<Move> {
        let king = position.king()?;
        if self.has_two_ways_out(position, king) {
            return None;
        }
        let defenders = Field::of(&position.rows.defenders);
        let ways = self.ways_to_the_edge(position, king);
        let mut to = ways.free.without(&defenders);
        match ways.distance(king) {
            Some(steps) => to = to.and(&ways.shared(king, steps)),
            None if !ways.all => return self.try_closing(position, &to),
            None => {}
        }
        if to.is_empty() {
            return None;
        }
        let free_ones = ways.within[ways.known - 1].and(&defenders);
        for square in free_ones.squares().filter(|&square| square != king) {
            let Some(steps) = ways.distance(square) else { continue };
            to = to.and(&ways.shared(square, steps).or(&self.where_he_falls(&ways, &defenders, square)));
            if to.is_empty() {
                return None;
            }
        }
        self.try_closing(position, &to)
    }

    /// A quick test for two ways from the king to the edge that share no square, with one turn each at most: no single move
    /// closes both. Most positions have them.
    #[inline(always)]
    fn has_two_ways_out(&self, position: &Position, king: Square) -> bool {
        let (rows, columns) = (&position.rows.attackers, &position.columns.attackers);
        let (west, east) = self.ways_out(rows, king.rank(), king.file());
        let (south, north) = self.ways_out(columns, king.file(), king.rank());
        // Ways that begin in opposite directions never meet; others cross if each turns to where the other began, and a move
        // can end there.
        let apart = |one: Way, other: Way, one_side: u8, other_side: u8| {
            one.0 & !one_side != 0 && other.0 != 0 || one.0 != 0 && other.0 & !other_side != 0
        };
        west.0 != 0 && east.0 != 0
            || south.0 != 0 && north.0 != 0
            || apart(west, north, Way::ABOVE, Way::BELOW)
            || apart(west, south, Way::BELOW, Way::BELOW)
            || apart(east, north, Way::ABOVE, Way::ABOVE)
            || apart(east, south, Way::BELOW, Way::ABOVE)
    }

    /// How ways lead to the edge that begin downwards in a lane of the attackers' board, and upwards.
    #[inline(always)]
    fn ways_out(&self, attackers: &Lanes, lane: u8, at: u8) -> (Way, Way) {
        let (mut below, mut above) = (0, 0);
        for (index, &men) in (0..).zip(&attackers.0) {
            below |= if index < lane { men } else { 0 };
            above |= if index > lane { men } else { 0 };
        }
        let outside = !((1u32 << self.size) - 1) as u16;
        let reached = slide(attackers.lane(lane) | outside, at);
        let ends = 1 | 1 << (self.size - 1);
        let way = |part: u16| {
            let turns = |blocked: u16, how: u8| if part & !blocked != 0 { how } else { 0 };
            Way(turns(!ends, Way::STRAIGHT) | turns(below, Way::BELOW) | turns(above, Way::ABOVE))
        };
        let before = (1u16 << at) - 1;
        (way(reached & before), way(reached & !before))
    }

    /// The first of the attackers' moves onto some squares that completes a ring.
    #[inline(never)]
    fn try_closing(&self, position: &Position, to: &Field) -> Option<Move> {
        let theirs = position.with_turn(Side::Attackers);
        let mut closing = None;
        for square in to.squares() {
            self.for_each_move_onto(&theirs, square, |mv| {
                if closing.is_none() && self.advance(&theirs, mv).ending == Some(Ending::Encirclement) {
                    closing = Some(mv);
                }
            });
            if closing.is_some() {
                break;
            }
        }
        closing
    }

    #[inline(always)]
    fn without_attackers(&self, position: &Position) -> Field {
        Field::of(&self.ground).without(&Field::of(&position.rows.attackers))
    }

    /// The ways to the edge, as far away as the king stands, or all of them if he has none.
    #[inline(always)]
    fn ways_to_the_edge(&self, position: &Position, king: Square) -> Ways {
        let free = self.without_attackers(position);
        let mut ways = Ways { free, within: [Field::EMPTY; STEPS], known: 1, all: false };
        let mut reached = Field::of(&self.edge).and(&free);
        ways.within[0] = reached;
        while !reached.has(king) && ways.known < STEPS {
            let next = reached.spread(&free);
            if next.is(&reached) {
                ways.all = true;
                break;
            }
            ways.within[ways.known] = next;
            ways.known += 1;
            reached = next;
        }
        ways
    }

    /// Where a move may end that captures a defender: beside him, or at an end of a row of defenders on the edge.
    #[inline(never)]
    fn where_he_falls(&self, ways: &Ways, defenders: &Field, square: Square) -> Field {
        let mut alone = Field::EMPTY;
        alone.add(square);
        let mut set = alone.beside(&ways.free);
        if self.rare.any(Rare::SHIELDWALL) && self.edge.has(square) {
            let on_edge = Field::of(&self.edge);
            let row = on_edge.and(defenders);
            let mut comrades = alone;
            loop {
                let next = comrades.spread(&row);
                if next.is(&comrades) {
                    break;
                }
                comrades = next;
            }
            set = set.or(&comrades.beside(&on_edge));
        }
        set
    }
}

impl Ways {
    /// How many steps lead from a square to the edge; `None` if none are known to.
    #[inline(always)]
    fn distance(&self, square: Square) -> Option<usize> {
        self.within[..self.known].iter().position(|within| within.has(square))
    }

    /// The squares that all shortest ways to the edge share from a square on, which is so many steps away from it.
    #[inline(always)]
    fn shared(&self, square: Square, steps: usize) -> Field {
        let mut shared = Field::EMPTY;
        let mut here = Field::EMPTY;
        here.add(square);
        for nearer in self.within[..steps].iter().rev() {
            here = here.beside(nearer);
            if here.is_single() {
                shared = shared.or(&here);
            }
        }
        shared
    }
}

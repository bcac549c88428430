//! Forts and rings: what one side can never break while the other one holds still.
//!
//! Both are judged by the same closure: every square on which the hunters could ever stand, given that the
//! pieces against them stay where they are. It starts from the hunters' squares, spreads over all that is
//! empty, takes every piece that could be captured from the squares so far, and spreads on. It never
//! forgets a way in, so that what it leaves out is out of reach for good.

use crate::lanes::Lanes;
use crate::referee::Rare;
use crate::{Direction, Ending, Hostility, OccupiedThrone, Position, Referee, Shieldwall, Side, Square, Trap};

impl Referee {
    /// Whether the move just made ended the game by a fort or a ring. `side` made it.
    #[inline(always)]
    pub(crate) fn enclosed(&self, position: &Position, side: Side) -> Option<Ending> {
        match side {
            Side::Defenders => {
                let fort = self.rare.any(Rare::FORT) && position.king().is_some_and(|k| self.edge.has(k));
                (fort && self.has_exit_fort(position)).then_some(Ending::ExitFort)
            }
            Side::Attackers => {
                let ring = self.rare.any(Rare::RING) && self.may_be_encircled(position);
                (ring && self.is_encircled(position)).then_some(Ending::Encirclement)
            }
        }
    }

    /// Whether the king stands on the edge in a fort that the attackers can never break, and can move in it.
    ///
    /// Found are the forts that hold while only the king moves. Whether the rule set gives a win for it does
    /// not matter here, nor whose turn it is.
    ///
    /// ```
    /// use hnefi_rules::{Referee, Setup, Side, ruleset};
    /// let referee = Referee::new(ruleset("copenhagen").unwrap().clone());
    /// let fort = "/3TK1T4/4TT5/11/11/5t5/11/11/11/11/11/11/";
    /// let position = referee.position(&Setup::from_rows(fort).unwrap(), Side::Attackers).unwrap();
    /// assert!(referee.has_exit_fort(&position));
    /// ```
    #[inline(never)]
    pub fn has_exit_fort(&self, position: &Position) -> bool {
        let Some(king) = position.king().filter(|&king| self.edge.has(king) && !self.corners.has(king)) else {
            return false;
        };
        let mut standing = position.rows.defenders;
        standing.flip(king.rank(), 1 << king.file());
        let reached = self.closure(position.rows.attackers, standing, Side::Defenders, |_| false);
        // Where he can step to an empty square beside him, he can step back again, and both are out of reach.
        !reached.has(king) && self.king_destinations(position) != (0, 0)
    }

    /// Whether king and defenders are ringed in so that none of them can ever reach the edge, and some
    /// attacker can move who is not needed for it.
    ///
    /// Whether the rule set gives a win for it does not matter here, nor whose turn it is.
    #[inline(never)]
    pub fn is_encircled(&self, position: &Position) -> bool {
        let edge = self.edge;
        let meets = |a: &Lanes, b: &Lanes| a.0.iter().zip(&b.0).any(|(a, b)| a & b != 0);
        let reached = self.closure(position.rows.defenders, position.rows.attackers, Side::Attackers, |reached| {
            meets(reached, &edge)
        });
        if meets(&reached, &edge) {
            return false;
        }
        let touched = around(&reached);
        let mut spare = position.rows.attackers;
        for (spare, (touched, reached)) in spare.0.iter_mut().zip(touched.0.iter().zip(&reached.0)) {
            *spare &= !(touched | reached);
        }
        squares(&spare).any(|from| self.soldier_can_move(position, from))
    }

    /// A quick test that every encircled position passes: from no defender is the way to the edge free along
    /// the lanes that are cheapest to look at.
    #[inline(always)]
    fn may_be_encircled(&self, position: &Position) -> bool {
        let last = self.size - 1;
        let (rows, columns) = (&position.rows, &position.columns);
        let on_edge = rows.defenders.lane(0)
            | rows.defenders.lane(last)
            | columns.defenders.lane(0)
            | columns.defenders.lane(last);
        let Some(king) = position.king() else { return false };
        let shut = |attackers: u16, at: u8| attackers >> at != 0 && attackers & ((1 << at) - 1) != 0;
        on_edge == 0
            && shut(rows.attackers.lane(king.rank()), king.file())
            && shut(columns.attackers.lane(king.file()), king.rank())
    }

    /// Every square on which a hunter could ever stand while the soldiers `standing` of side `hunted` hold
    /// still. Stops early once `enough` says so.
    fn closure(&self, hunters: Lanes, standing: Lanes, hunted: Side, enough: impl Fn(&Lanes) -> bool) -> Lanes {
        let hostile = self.ever_hostile(hunted);
        let (mut reached, mut left) = (hunters, standing);
        loop {
            self.spread(&mut reached, &left);
            if enough(&reached) {
                return reached;
            }
            let fallen = self.could_fall(&reached, &standing, &left, &hostile);
            if fallen == Lanes::default() {
                return reached;
            }
            for i in 0..16 {
                reached.0[i] |= fallen.0[i];
                left.0[i] &= !fallen.0[i];
            }
        }
    }

    /// Adds every square that is joined to a reached one by squares that hold no piece of `left`.
    fn spread(&self, reached: &mut Lanes, left: &Lanes) {
        let inside = ((1u32 << self.size) - 1) as u16;
        loop {
            let beside = around(reached);
            let mut grew = 0;
            for i in 0..usize::from(self.size) {
                let next = (reached.0[i] | beside.0[i]) & inside & !left.0[i] | reached.0[i];
                grew |= next ^ reached.0[i];
                reached.0[i] = next;
            }
            if grew == 0 {
                return;
            }
        }
    }

    /// The special squares that are, at some time, partners against a side's soldiers.
    fn ever_hostile(&self, hunted: Side) -> Lanes {
        let answers = &self.answers;
        let mut hostile =
            if self.hostile[hunted].empty.has(Square::at(0, 0)) { self.corners } else { Lanes::default() };
        let throne = match hunted {
            Side::Attackers => {
                answers.empty_throne_attackers == Hostility::Hostile
                    || answers.occupied_throne_attackers == Hostility::Hostile
            }
            Side::Defenders => {
                answers.empty_throne_defenders == Hostility::Hostile
                    || answers.occupied_throne_defenders != OccupiedThrone::Harmless
            }
        };
        if throne {
            hostile.add(self.throne);
        }
        hostile
    }

    /// The soldiers of `left` that hunters on the reached squares could capture.
    fn could_fall(&self, reached: &Lanes, standing: &Lanes, left: &Lanes, hostile: &Lanes) -> Lanes {
        let mut fallen = Lanes::default();
        let partner = |i: usize| reached.0[i] | hostile.0[i];
        for i in 0..usize::from(self.size) {
            let (p, r) = (partner(i), reached.0[i]);
            let in_row = (p << 1 & r >> 1) | (r << 1 & p >> 1);
            let in_column = if i > 0 && i + 1 < usize::from(self.size) {
                (partner(i - 1) & reached.0[i + 1]) | (reached.0[i - 1] & partner(i + 1))
            } else {
                0
            };
            fallen.0[i] = left.0[i] & (in_row | in_column);
        }
        if self.answers.soldier_trap == Trap::Captured {
            for square in squares(left) {
                let mut hunter = false;
                let shut = Direction::ALL.into_iter().all(|d| match square.step(d, self.size) {
                    None => true,
                    Some(s) => {
                        hunter |= reached.has(s);
                        reached.has(s) || s == self.throne || self.corners.has(s)
                    }
                });
                if shut && hunter {
                    fallen.0[usize::from(square.rank())] |= 1 << square.file();
                }
            }
        }
        if self.answers.shieldwall == Shieldwall::Captured {
            for square in squares(left).filter(|&s| self.edge.has(s)) {
                if self.could_fall_in_row(square, reached, standing, hostile) {
                    fallen.0[usize::from(square.rank())] |= 1 << square.file();
                }
            }
        }
        fallen
    }

    /// Whether hunters could capture the soldier on a square of the edge in some row of the pieces that stood
    /// there at first.
    fn could_fall_in_row(&self, square: Square, reached: &Lanes, standing: &Lanes, hostile: &Lanes) -> bool {
        let has = |set: &Lanes, s: Option<Square>| s.is_some_and(|s| set.has(s));
        [Direction::North, Direction::East].into_iter().any(|along| {
            let across = if along == Direction::North { Direction::East } else { Direction::North };
            let inward = match (square.step(across, self.size), square.step(across.opposite(), self.size)) {
                (Some(_), None) => across,
                (None, Some(_)) => across.opposite(),
                _ => return false,
            };
            let in_row = |s: Square| standing.has(s) && !self.corners.has(s) && has(reached, s.step(inward, self.size));
            // How many comrades the longest row has on one side that ends at a bracket there.
            let reach = |way: Direction| {
                let (mut best, mut at, mut comrades) = (None, square, 0);
                while let Some(next) = at.step(way, self.size) {
                    if reached.has(next) || self.corners.has(next) && hostile.has(next) {
                        best = Some(comrades);
                    }
                    if !in_row(next) {
                        break;
                    }
                    (at, comrades) = (next, comrades + 1);
                }
                best
            };
            let (Some(one), Some(other)) = (reach(along), reach(along.opposite())) else { return false };
            in_row(square) && one + other > 0
        })
    }
}

/// The squares beside those of a set.
fn around(set: &Lanes) -> Lanes {
    let mut beside = Lanes::default();
    for i in 0..16 {
        let below = if i > 0 { set.0[i - 1] } else { 0 };
        let above = if i < 15 { set.0[i + 1] } else { 0 };
        beside.0[i] = set.0[i] << 1 | set.0[i] >> 1 | below | above;
    }
    beside
}

fn squares(set: &Lanes) -> impl Iterator<Item = Square> + '_ {
    (0..16u8).flat_map(|rank| {
        let lane = set.lane(rank);
        (0..16u8).filter(move |file| lane >> file & 1 != 0).map(move |file| Square::at(file, rank))
    })
}

//! Forts and rings.
//!
//! A closed ring needs a look at the board alone. Forts, and rings that nobody can break while the attackers hold still, are
//! judged by one closure: every square on which the hunters could ever stand, given that the
//! pieces against them stay where they are. It starts from the hunters' squares, spreads over all that is
//! empty, takes every piece that could be captured from the squares so far, and spreads on. It never
//! forgets a way in, so that what it leaves out is out of reach for good.

use crate::area::Area;
use crate::referee::Rare;
use crate::{Direction, Encirclement, Ending, Hostility, OccupiedThrone, Position, Referee, Side, Square};

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
        // Where he can step to an empty square beside him, he can step back again, and both are out of reach.
        if self.king_destinations(position) == (0, 0) {
            return false;
        }
        let mut standing = Area::of(&position.rows.defenders);
        standing.remove(king);
        let closure = Closure::of(Area::of(&position.rows.attackers), standing, Side::Defenders);
        let mut until = Area::default();
        until.add(king);
        self.close(closure, &until).is_some()
    }

    /// Whether king and defenders are ringed in as the rule set asks, whoever's turn it is: not at all if it gives no
    /// win for it.
    ///
    /// ```
    /// use hnefi_rules::{Question, Referee, Setup, Side, ruleset};
    /// let copenhagen = ruleset("copenhagen").unwrap();
    /// // Every man of the ring is needed: whoever moves next opens it.
    /// let ring = Setup::from_rows("/11/6ttt2/5tT2t1/5t1K1t1/6ttt2/11/11/11/11/11/11/").unwrap();
    /// let encircled = |answer: &str| {
    ///     let referee = Referee::new(copenhagen.with(Question::Encirclement, answer).unwrap().into());
    ///     referee.is_encircled(&referee.position(&ring, Side::Defenders).unwrap())
    /// };
    /// assert!(encircled("closed"));
    /// assert!(!encircled("unbreakable"));
    /// assert!(!encircled("none"));
    /// ```
    #[inline(never)]
    pub fn is_encircled(&self, position: &Position) -> bool {
        match self.answers.encirclement {
            Encirclement::None => false,
            Encirclement::Closed => self.has_closed_ring(position),
            Encirclement::Unbreakable => self.has_unbreakable_ring(position),
        }
    }

    /// None of the defenders can ever reach the edge, and some attacker can move who is not needed for it.
    fn has_unbreakable_ring(&self, position: &Position) -> bool {
        let attackers = Area::of(&position.rows.attackers);
        let closure = Closure::of(Area::of(&position.rows.defenders), attackers, Side::Attackers);
        let Some((reached, _)) = self.close(closure, &self.border) else { return false };
        let spare = attackers.without(&reached).without(&reached.around());
        spare.squares().any(|from| self.soldier_can_move(position, from))
    }

    /// In how many directions, over all rows and columns, the way to the edge is free of attackers for the outermost
    /// defender. Every encircled position has none.
    pub fn open_ways(&self, position: &Position) -> u32 {
        let mut open = 0;
        outermost(position, |up, down| open += u32::from(up) + u32::from(down));
        open
    }

    /// A quick test that every encircled position passes: there is no open way.
    #[inline(always)]
    fn may_be_encircled(&self, position: &Position) -> bool {
        let mut open = 0;
        outermost(position, |up, down| open |= u16::from(up) | u16::from(down));
        open == 0
    }

    /// Every square on which a hunter could ever stand while the soldiers hunted hold still, and those of them
    /// who cannot fall; `None` as soon as it is known to hold a square of `until`.
    pub(crate) fn close(&self, mut closure: Closure, until: &Area) -> Option<(Area, Area)> {
        let board = self.board;
        loop {
            // Spread over everything that holds none of those left.
            let free = board.without(&closure.left).without(&closure.fixed);
            loop {
                if closure.reached.meets(until) {
                    return None;
                }
                let next = closure.reached.around().and(&free).or(&closure.reached);
                if next == closure.reached {
                    break;
                }
                closure.reached = next;
            }
            let fallen = self.could_fall(&closure);
            if fallen == Area::default() {
                return Some((closure.reached, closure.left));
            }
            closure.reached = closure.reached.or(&fallen);
            closure.left = closure.left.without(&fallen);
        }
    }

    /// The special squares that are, at some time, partners against a side's soldiers.
    fn ever_hostile(&self, hunted: Side) -> Area {
        let answers = &self.answers;
        let mut hostile = Area::of(&self.hostile[hunted].empty);
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

    /// The soldiers left that hunters on the reached squares could capture.
    fn could_fall(&self, closure: &Closure) -> Area {
        let Closure { reached, left, .. } = closure;
        let hostile = self.ever_hostile(closure.hunted);
        let partners = reached.or(&hostile);
        let in_row = |a: &Area, b: &Area| a.left().and(&b.right());
        let in_column = |a: &Area, b: &Area| a.up().and(&b.down());
        let mut fallen = in_row(&partners, reached)
            .or(&in_row(reached, &partners))
            .or(&in_column(&partners, reached))
            .or(&in_column(reached, &partners))
            .and(left);
        if self.rare.any(Rare::TRAP) {
            for square in left.squares().filter(|&square| self.could_be_trapped(square, reached)) {
                fallen.add(square);
            }
        }
        if self.rare.any(Rare::SHIELDWALL) {
            let corners = hostile.and(&Area::of(&self.corners));
            for square in left.and(&self.border).squares() {
                if self.could_fall_in_row(square, closure, &corners) {
                    fallen.add(square);
                }
            }
        }
        fallen
    }

    fn could_be_trapped(&self, square: Square, reached: &Area) -> bool {
        let mut sides = Direction::ALL.into_iter().filter_map(|d| square.step(d, self.size));
        let closed = |s: Square| reached.has(s) || s == self.throne || self.corners.has(s);
        sides.clone().all(closed) && sides.any(|s| reached.has(s))
    }

    /// Whether hunters could capture the soldier on a square of the edge in some row of those who stood there
    /// at first.
    fn could_fall_in_row(&self, square: Square, closure: &Closure, corners: &Area) -> bool {
        let Closure { reached, standing, .. } = closure;
        [Direction::North, Direction::East].into_iter().any(|along| {
            let across = if along == Direction::North { Direction::East } else { Direction::North };
            let inward = match (square.step(across, self.size), square.step(across.opposite(), self.size)) {
                (Some(_), None) => across,
                (None, Some(_)) => across.opposite(),
                _ => return false,
            };
            let in_row = |s: Square| {
                let faced = s.step(inward, self.size).is_some_and(|front| reached.has(front));
                (standing.has(s) || closure.fixed.has(s)) && !self.corners.has(s) && faced
            };
            // How many comrades the longest row has on one side that ends at a bracket there.
            let comrades = |way: Direction| {
                let (mut longest, mut at, mut count) = (None, square, 0);
                while let Some(next) = at.step(way, self.size) {
                    if reached.has(next) || corners.has(next) {
                        longest = Some(count);
                    }
                    if !in_row(next) {
                        break;
                    }
                    (at, count) = (next, count + 1);
                }
                longest
            };
            let (Some(one), Some(other)) = (comrades(along), comrades(along.opposite())) else { return false };
            in_row(square) && one + other > 0
        })
    }
}

/// Calls `visit` for every row and column with whether the outermost defenders have no attacker before the edge.
#[inline(always)]
fn outermost(position: &Position, mut visit: impl FnMut(bool, bool)) {
    for lanes in [&position.rows, &position.columns] {
        for (&attackers, &defenders) in lanes.attackers.0.iter().zip(&lanes.defenders.0) {
            let below_lowest = |men: u16| (men & men.wrapping_neg()).wrapping_sub(1);
            visit(defenders > attackers, below_lowest(defenders) < below_lowest(attackers));
        }
    }
}

/// What is known while a closure grows.
pub(crate) struct Closure {
    /// Where hunters can stand, as far as known.
    pub(crate) reached: Area,
    /// The soldiers hunted, as they stood at first.
    pub(crate) standing: Area,
    /// Those of them who cannot fall, as far as known.
    pub(crate) left: Area,
    /// A king who stays where no rule takes him.
    pub(crate) fixed: Area,
    /// Their side.
    pub(crate) hunted: Side,
}

impl Closure {
    /// What is known at first: where hunters stand, and the soldiers of the side hunted who hold still.
    pub(crate) fn of(hunters: Area, standing: Area, hunted: Side) -> Closure {
        Closure { reached: hunters, standing, left: standing, fixed: Area::default(), hunted }
    }
}

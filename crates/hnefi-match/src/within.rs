//! Whether a side wins within so many plies, whatever the other one plays.

use std::collections::HashMap;

use hnefi_rules::{Position, Referee, Side};

/// Whether `winner` can force a win within so many plies from a position that has no past. `nodes` is how many
/// positions may be looked at, and what is left of that afterwards; `None` when it did not last.
///
/// Every move of both sides counts, so both answers are certain. This is depth-first proof-number search in
/// which a position with more plies to come is another one than the same with fewer; nothing repeats that way.
///
/// ```
/// use hnefi_match::wins_within;
/// use hnefi_rules::{Referee, Setup, Side, leaflet};
/// let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
/// // Two lanes at once: the attackers can close only one of them.
/// let setup = Setup::from_rows("/11/11/5K5/11/11/11/11/11/5t5/11/5t5/").unwrap();
/// let position = referee.position(&setup, Side::Defenders).unwrap();
/// assert_eq!(wins_within(&referee, &position, Side::Defenders, 1, &mut 10_000), Some(false));
/// assert_eq!(wins_within(&referee, &position, Side::Defenders, 3, &mut 10_000), Some(true));
/// assert_eq!(wins_within(&referee, &position, Side::Attackers, 9, &mut 100), None);
/// ```
pub fn wins_within(referee: &Referee, position: &Position, winner: Side, plies: u32, nodes: &mut u64) -> Option<bool> {
    let mut prover = Prover { referee, winner, known: HashMap::new(), left: *nodes };
    let known = match referee.stalled(position) {
        Some(outcome) => decided(outcome.winner == Some(winner)),
        None => prover.widen(position, plies, Known { proof: ENDLESS, refutation: ENDLESS }),
    };
    *nodes = prover.left;
    match known {
        Known { proof: 0, .. } => Some(true),
        Known { refutation: 0, .. } => Some(false),
        _ => None,
    }
}

/// More than any number that a position can have.
const ENDLESS: u32 = 1 << 30;

/// How much is left to prove a win, and to refute it. One of them is 0 once that is done.
#[derive(Clone, Copy, Debug)]
struct Known {
    proof: u32,
    refutation: u32,
}

fn decided(won: bool) -> Known {
    if won { Known { proof: 0, refutation: ENDLESS } } else { Known { proof: ENDLESS, refutation: 0 } }
}

struct Prover<'a> {
    referee: &'a Referee,
    winner: Side,
    known: HashMap<(u64, u32), Known>,
    left: u64,
}

impl Prover<'_> {
    /// Works on a position that goes on until it is settled, one of its numbers reaches its bound, or no nodes are
    /// left.
    fn widen(&mut self, position: &Position, plies: u32, bound: Known) -> Known {
        let wins = position.turn() == self.winner;
        let mut children = self.children(position, plies);
        let now = loop {
            let now = sum(&children, wins);
            let settled = now.proof == 0 || now.refutation == 0;
            if settled || now.proof >= bound.proof || now.refutation >= bound.refutation || self.left == 0 {
                break now;
            }
            let ours = |known: Known| if wins { known.proof } else { known.refutation };
            let theirs = |known: Known| if wins { known.refutation } else { known.proof };
            let open = children.iter().enumerate().filter(|(_, (_, known))| ours(*known) > 0);
            let Some((best, (_, known))) = open.clone().min_by_key(|(_, (_, known))| ours(*known)) else { break now };
            let second = open.filter(|&(index, _)| index != best).map(|(_, (_, known))| ours(*known)).min();
            let until = ours(bound).min(second.map_or(ENDLESS, |second| second + second / 4 + 1));
            let rest = theirs(now).saturating_sub(theirs(*known));
            let against = if theirs(bound) >= ENDLESS { ENDLESS } else { theirs(bound).saturating_sub(rest) };
            let bound = match wins {
                true => Known { proof: until, refutation: against },
                false => Known { proof: against, refutation: until },
            };
            let after = children[best].0;
            children[best].1 = self.widen(&after, plies - 1, bound);
        };
        self.known.insert((position.hash(), plies), now);
        now
    }

    /// The positions after each move, and what is known of them. One that settles the matter stands alone.
    fn children(&mut self, position: &Position, plies: u32) -> Vec<(Position, Known)> {
        let wins = position.turn() == self.winner;
        let mut children = Vec::with_capacity(128);
        if plies == 0 {
            return children;
        }
        for mv in self.referee.moves(position) {
            self.left = self.left.saturating_sub(1);
            let next = self.referee.advance(position, mv);
            let after = next.position;
            let won = match next.ending {
                // A move ends the game by itself only where it wins.
                Some(_) => Some(wins),
                None => self.referee.stalled(&after).map(|outcome| outcome.winner == Some(self.winner)),
            };
            let known = match won {
                Some(won) => decided(won),
                None if plies == 1 => decided(false),
                None => self.guess(&after, plies - 1),
            };
            if won == Some(wins) || (known.proof == 0 && wins) || (known.refutation == 0 && !wins) {
                return vec![(after, known)];
            }
            children.push((after, known));
        }
        children
    }

    /// What is known of a position that goes on, or what to expect of it: where the winner threatens to win at
    /// once, few answers are left.
    fn guess(&mut self, position: &Position, plies: u32) -> Known {
        if let Some(&known) = self.known.get(&(position.hash(), plies)) {
            return known;
        }
        if position.turn() == self.winner {
            return match self.wins_at_once(position) {
                true => decided(true),
                false if plies <= 2 => decided(false),
                false => Known { proof: 4, refutation: 1 },
            };
        }
        match self.wins_at_once(&position.with_turn(self.winner)) {
            true => Known { proof: 2, refutation: 2 },
            false => Known { proof: 16, refutation: 1 },
        }
    }

    fn wins_at_once(&mut self, position: &Position) -> bool {
        self.left = self.left.saturating_sub(1);
        self.referee.moves(position).into_iter().any(|mv| {
            let next = self.referee.advance(position, mv);
            match next.ending {
                Some(_) => position.turn() == self.winner,
                None => self.referee.stalled(&next.position).is_some_and(|end| end.winner == Some(self.winner)),
            }
        })
    }
}

/// What the children's numbers make of a position's. Without any, nothing is won in time.
fn sum(children: &[(Position, Known)], wins: bool) -> Known {
    if children.is_empty() {
        return decided(false);
    }
    let add = |numbers: &mut dyn Iterator<Item = u32>| numbers.fold(0u32, |sum, n| (sum + n).min(ENDLESS));
    let proofs = &mut children.iter().map(|(_, known)| known.proof);
    let refutations = &mut children.iter().map(|(_, known)| known.refutation);
    match wins {
        true => Known { proof: proofs.min().unwrap_or(ENDLESS), refutation: add(refutations) },
        false => Known { proof: add(proofs), refutation: refutations.min().unwrap_or(ENDLESS) },
    }
}

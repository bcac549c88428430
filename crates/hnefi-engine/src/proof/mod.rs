//! Proofs: that a side wins whatever the other one plays.
//!
//! The search looks everywhere to a fixed depth. This looks where the other side has fewest answers, as
//! deep as it takes, and what it finds is certain. It is depth-first proof-number search: every position
//! has a number for how much is left to prove that the side wins and one for how much is left to refute it.
//!
//! A position that arises again on the way counts as no win. So a proof needs no rule on repetition, and
//! what is not proved is not refuted either.

mod table;

use hnefi_rules::{Move, Position, Referee, Side};

use self::table::{ENDLESS, Known, Table};
use crate::Cancel;
use crate::guarantee::winner_of;
use crate::terrain::Terrain;
use crate::threats::can_win;

/// How much a proof may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofBudget {
    /// The most positions to look at.
    pub nodes: u64,
    /// The size of its table in mebibytes.
    pub table_mb: usize,
}

/// What became of an attempt at a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side wins whatever the other one plays. The line is one of those that the proof holds, with good
    /// defence; it ends with the move that ends the game.
    Proven(Vec<Move>),
    /// Everything was looked at, and the side cannot force a win without going over a position again.
    NotForced,
    /// The budget did not last, or somebody cancelled.
    Unknown,
}

/// Tries to prove that `winner` wins a position.
///
/// Moves that the game's past forbids are not known here: the proof is one from this position on.
///
/// ```
/// use hnefi_engine::{Cancel, ProofBudget, Verdict, prove};
/// use hnefi_rules::{Referee, Setup, Side, leaflet};
/// let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
/// // Two lanes at once: the attackers can close only one of them.
/// let setup = Setup::from_rows("/11/11/5K5/11/11/11/11/11/5t5/11/5t5/").unwrap();
/// let position = referee.position(&setup, Side::Defenders).unwrap();
/// let budget = ProofBudget { nodes: 100_000, table_mb: 4 };
/// let verdict = prove(&referee, &position, Side::Defenders, budget, &Cancel::new());
/// assert!(matches!(verdict, Verdict::Proven(line) if line.len() == 3));
/// ```
pub fn prove(referee: &Referee, position: &Position, winner: Side, budget: ProofBudget, cancel: &Cancel) -> Verdict {
    let mut prover = Prover {
        referee,
        terrain: Terrain::new(referee),
        winner,
        table: Table::new(budget.table_mb),
        left: budget.nodes,
        cancel,
        path: Vec::new(),
    };
    if !referee.has_move(position) {
        let won = referee.stalled(position).is_some_and(|outcome| outcome.winner == Some(winner));
        return if won { Verdict::Proven(Vec::new()) } else { Verdict::NotForced };
    }
    prover.widen(position, Known { proof: ENDLESS, refutation: ENDLESS });
    let known = prover.table.get(position.hash()).unwrap_or(Known::NEW);
    if known.proof == 0 {
        Verdict::Proven(prover.line(position))
    } else if known.refutation == 0 {
        Verdict::NotForced
    } else {
        Verdict::Unknown
    }
}

struct Prover<'a> {
    referee: &'a Referee,
    terrain: Terrain,
    winner: Side,
    table: Table,
    left: u64,
    cancel: &'a Cancel,
    /// The positions on the way to the one at hand.
    path: Vec<u64>,
}

/// A move and what is known about the position after it.
struct Child {
    mv: Move,
    position: Position,
    known: Known,
    /// Whether it is decided without looking at the position after it.
    ended: bool,
}

impl Prover<'_> {
    /// Works on a position until one of its numbers reaches its bound, or the budget is spent.
    fn widen(&mut self, position: &Position, bound: Known) {
        let mut children = self.children(position);
        let wins = position.turn() == self.winner;
        self.path.push(position.hash());
        loop {
            let now = sum(&children, wins);
            self.table.put(position.hash(), now);
            if now.proof >= bound.proof || now.refutation >= bound.refutation || now.is_settled() || self.is_spent() {
                break;
            }
            let Some((next, bound)) = self.choose(&children, wins, now, bound) else { break };
            let child = &children[next];
            let after = child.position;
            self.widen(&after, bound);
            children[next].known = self.table.get(after.hash()).unwrap_or(Known::NEW);
        }
        self.path.pop();
    }

    /// The child to work on, and until when.
    fn choose(&self, children: &[Child], wins: bool, now: Known, bound: Known) -> Option<(usize, Known)> {
        // Seen by the side to move: what is left until it succeeds, and until it fails.
        let ours = |known: Known| if wins { known.proof } else { known.refutation };
        let theirs = |known: Known| if wins { known.refutation } else { known.proof };
        let open = children.iter().enumerate().filter(|(_, child)| !child.known.is_settled());
        let (best, child) = open.clone().min_by_key(|(_, child)| ours(child.known))?;
        let second = open.filter(|&(index, _)| index != best).map(|(_, child)| ours(child.known)).min();
        let rest = theirs(now) - theirs(child.known).min(theirs(now));
        let until_success = ours(bound).min(second.map_or(ENDLESS, |n| n + n / 4 + 1));
        let until_failure = if theirs(bound) >= ENDLESS { ENDLESS } else { theirs(bound).saturating_sub(rest) };
        let bound = if wins {
            Known { proof: until_success, refutation: until_failure }
        } else {
            Known { proof: until_failure, refutation: until_success }
        };
        Some((best, bound))
    }

    fn children(&mut self, position: &Position) -> Vec<Child> {
        let wins = position.turn() == self.winner;
        let mut children = Vec::with_capacity(128);
        for mv in self.referee.moves(position) {
            let next = self.referee.advance(position, mv);
            let after = next.position;
            self.left = self.left.saturating_sub(1);
            let decided = match next.ending {
                Some(ending) => Some(winner_of(ending) == self.winner),
                None if !self.referee.has_move(&after) => {
                    Some(self.referee.stalled(&after).is_some_and(|outcome| outcome.winner == Some(self.winner)))
                }
                None if self.path.contains(&after.hash()) || after.hash() == position.hash() => Some(false),
                None => None,
            };
            let known = match decided {
                Some(true) => Known::PROVEN,
                Some(false) => Known::REFUTED,
                None => self.table.get(after.hash()).unwrap_or_else(|| self.first_guess(&after)),
            };
            let child = Child { mv, position: after, known, ended: decided.is_some() };
            if decided == Some(wins) {
                // One move that settles it is enough.
                return vec![child];
            }
            children.push(child);
        }
        children
    }

    /// What to expect of a position that nobody has looked at: forcing moves first.
    fn first_guess(&self, position: &Position) -> Known {
        let wins = position.turn() == self.winner;
        if can_win(self.referee, &self.terrain, position) {
            return if wins { Known::PROVEN } else { Known::REFUTED };
        }
        // The fewer answers, the sooner a proof. A threat leaves few.
        let passed = position.with_turn(!position.turn());
        match (wins, can_win(self.referee, &self.terrain, &passed)) {
            (false, true) => Known { proof: 1, refutation: 2 },
            (false, false) => Known { proof: 8, refutation: 1 },
            (true, true) => Known { proof: 2, refutation: 1 },
            (true, false) => Known { proof: 4, refutation: 1 },
        }
    }

    fn is_spent(&self) -> bool {
        self.left == 0 || self.cancel.is_cancelled()
    }

    /// A line of the proof: the quickest known win against the answers that hold out.
    fn line(&mut self, position: &Position) -> Vec<Move> {
        let mut line = Vec::new();
        let mut at = *position;
        let mut seen = vec![at.hash()];
        loop {
            self.path.clone_from(&seen);
            let children = self.children(&at);
            let wins = at.turn() == self.winner;
            let proven = children.iter().filter(|child| child.known.proof == 0);
            let next = if wins {
                proven.min_by_key(|child| (!child.ended, child.known.refutation))
            } else {
                proven.max_by_key(|child| !child.ended)
            };
            let Some(child) = next else { return line };
            line.push(child.mv);
            if child.ended || seen.contains(&child.position.hash()) {
                return line;
            }
            seen.push(child.position.hash());
            at = child.position;
        }
    }
}

/// What the children's numbers make of a position's. Where all answers must be met, the numbers of answers
/// that lead to one and the same position would be counted twice if they were added up; so the greatest
/// counts, and one for each other.
fn sum(children: &[Child], wins: bool) -> Known {
    let weak = |numbers: &mut dyn Iterator<Item = u32>| {
        let (mut most, mut open) = (0, 0);
        for n in numbers {
            most = most.max(n);
            open += u32::from(n > 0);
        }
        if most >= ENDLESS { ENDLESS } else { (most + open.saturating_sub(1)).min(ENDLESS - 1) }
    };
    let proofs = &mut children.iter().map(|child| child.known.proof);
    let refutations = &mut children.iter().map(|child| child.known.refutation);
    if wins {
        Known { proof: proofs.min().unwrap_or(ENDLESS), refutation: weak(refutations) }
    } else {
        Known { proof: weak(proofs), refutation: refutations.min().unwrap_or(ENDLESS) }
    }
}

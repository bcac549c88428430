//! Proofs: that a side wins whatever the other one plays.
//!
//! The search looks everywhere to a fixed depth. This looks where the other side has fewest answers, as
//! deep as it takes, and what it finds is certain. It is depth-first proof-number search: every position
//! has a number for how much is left to prove that the side wins and one for how much is left to refute it.
//!
//! A position that arises again on the way counts as no win, and so does one that the game has seen so often
//! that a rule on repetition would ask about it. So a proof needs no such rule; only a proof that is long
//! enough for a sequence of moves to come a third time is not trusted where that is a draw. What is refuted
//! because a position came again is refuted on that way only; before a refutation is told it is gone through
//! once more without a way.

mod expand;
mod line;
mod past;
mod table;
mod win;

use std::collections::HashSet;

use hnefi_rules::{Game, Move, Position, Referee, Side};

use self::expand::Child;
use self::table::{ENDLESS, Known, Table};
use crate::Cancel;
use crate::board::terrain::Terrain;
use crate::board::threats::let_go;
use crate::search::control::Control;

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
    /// The side wins whatever the other one plays.
    Proven {
        /// A line of the proof, in which the other side holds out long. It ends with the move that ends the game.
        line: Vec<Move>,
        /// So many plies it takes at most.
        plies: u32,
    },
    /// Everything was looked at, and the side cannot force a win without going over a position again.
    NotForced,
    /// The budget did not last, or somebody cancelled.
    Unknown,
}

/// Tries to prove that `winner` wins a position.
///
/// Moves that the game's past forbids are not known here: the proof is one from this position on. For a game
/// with a past there is [`prove_in`].
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
/// assert!(matches!(verdict, Verdict::Proven { line, plies: 3 } if line.len() == 3));
/// ```
pub fn prove(referee: &Referee, position: &Position, winner: Side, budget: ProofBudget, cancel: &Cancel) -> Verdict {
    let mut prover = Prover::new(referee, winner, budget, cancel);
    prover.trusted = past::trusted(referee, &[]);
    prover.verdict(position)
}

/// Tries to prove that `winner` wins a game as it stands, in a way that no rule on repetition can take away: no line of the
/// proof goes over a position twice, or over one that may come no more. A game that is over is won by who won it.
///
/// ```
/// use hnefi_engine::{Cancel, ProofBudget, Verdict, prove_in};
/// use hnefi_rules::{Game, Referee, Side, leaflet};
/// let game = Game::new(std::sync::Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone())));
/// let budget = ProofBudget { nodes: 1_000, table_mb: 1 };
/// assert_eq!(prove_in(&game, Side::Attackers, budget, &Cancel::new()), Verdict::Unknown);
/// ```
pub fn prove_in(game: &Game, winner: Side, budget: ProofBudget, cancel: &Cancel) -> Verdict {
    if let Some(outcome) = game.outcome() {
        return if outcome.winner == Some(winner) { won_already() } else { Verdict::NotForced };
    }
    let mut prover = Prover::in_game(game, game.referee(), winner, budget.table_mb, cancel);
    prover.left = budget.nodes;
    prover.verdict(game.position())
}

/// What is said of a side that has won.
fn won_already() -> Verdict {
    Verdict::Proven { line: Vec::new(), plies: 0 }
}

pub(crate) struct Prover<'a> {
    referee: &'a Referee,
    terrain: Terrain,
    winner: Side,
    table: Table,
    left: u64,
    cancel: &'a Cancel,
    /// The limits of the search that it works beside, if it does.
    control: Option<&'a Control<'a>>,
    /// The positions of the game that must not come again.
    past: HashSet<u64>,
    /// In so many plies no sequence of moves comes a third time, where that matters.
    trusted: u32,
    /// The king left the same open lane more than once. To bring that position back may be an answer to a lane.
    lane_was_left: bool,
    /// The positions on the way to the one at hand.
    path: Vec<u64>,
}

impl<'a> Prover<'a> {
    fn new(referee: &'a Referee, winner: Side, budget: ProofBudget, cancel: &'a Cancel) -> Prover<'a> {
        Prover {
            referee,
            terrain: Terrain::new(referee),
            winner,
            table: Table::new(budget.table_mb),
            left: budget.nodes,
            cancel,
            control: None,
            past: HashSet::new(),
            trusted: u32::MAX,
            lane_was_left: false,
            path: Vec::new(),
        }
    }

    /// One who tries to prove that `winner` wins a game that is not over, a few positions at a time.
    pub(crate) fn in_game(
        game: &Game,
        referee: &'a Referee,
        winner: Side,
        table_mb: usize,
        cancel: &'a Cancel,
    ) -> Prover<'a> {
        let mut prover = Prover::new(referee, winner, ProofBudget { nodes: 0, table_mb }, cancel);
        prover.past = past::spent(game);
        prover.trusted = past::trusted(referee, &game.plies().map(|ply| ply.played.mv).collect::<Vec<_>>());
        prover.lane_was_left = let_go(game, &prover.terrain).defenders;
        prover
    }

    /// Heeds the time of a search, too, also while it looks again for a line that its table has lost.
    pub(crate) fn beside(self, control: &'a Control<'a>) -> Prover<'a> {
        Prover { control: Some(control), ..self }
    }

    /// Goes on for so many positions. Says what became of it once there is a proof, or nothing more to look at.
    pub(crate) fn go_on(&mut self, position: &Position, nodes: u64) -> Option<Verdict> {
        self.left = nodes;
        self.widen(position, Known::NEVER);
        let known = self.table.get(position.hash()).unwrap_or(Known::NEW);
        match (known.proof, known.refutation) {
            (0, _) if known.plies <= self.trusted => {
                let line = self.line(position);
                let plies = known.plies.max(line.len() as u32);
                Some(Verdict::Proven { line, plies })
            }
            (0, _) | (_, 0) => Some(Verdict::Unknown),
            _ => None,
        }
    }

    fn verdict(&mut self, position: &Position) -> Verdict {
        if let Some(outcome) = self.referee.stalled(position) {
            return if outcome.winner == Some(self.winner) { won_already() } else { Verdict::NotForced };
        }
        let mut wins_known = self.table.proven();
        loop {
            self.widen(position, Known::NEVER);
            let known = self.table.get(position.hash()).unwrap_or(Known::NEW);
            if known.proof == 0 {
                if known.plies > self.trusted {
                    return Verdict::Unknown;
                }
                let line = self.line(position);
                let plies = known.plies.max(line.len() as u32);
                return Verdict::Proven { line, plies };
            }
            if known.refutation != 0 {
                return Verdict::Unknown;
            }
            if self.holds_out(position) {
                return Verdict::NotForced;
            }
            // Some refutation rested on a position that came again, and is none. With the wins found since there may
            // be more to find.
            if self.is_spent() || self.table.proven() == wins_known {
                return Verdict::Unknown;
            }
            wins_known = self.table.proven();
            self.table.forget_refuted();
        }
    }

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
            Known { proof: until_success, refutation: until_failure, plies: 0 }
        } else {
            Known { proof: until_failure, refutation: until_success, plies: 0 }
        };
        Some((best, bound))
    }

    fn is_spent(&self) -> bool {
        self.left == 0 || self.cancel.is_cancelled() || self.control.is_some_and(Control::is_late)
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
    let proven = children.iter().filter(|child| child.known.proof == 0).map(|child| child.known.plies + 1);
    if wins {
        let plies = proven.min().unwrap_or(0);
        Known { proof: proofs.min().unwrap_or(ENDLESS), refutation: weak(refutations), plies }
    } else {
        let (proof, refutation) = (weak(proofs), refutations.min().unwrap_or(ENDLESS));
        // An answer that does not meet a threat loses on the next ply.
        let plies = if proof == 0 { proven.max().unwrap_or(0).max(2) } else { 0 };
        Known { proof, refutation, plies }
    }
}

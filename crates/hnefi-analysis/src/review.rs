//! A game ply by ply: how the chances changed, and how accurate both sides were.

use hnefi_rules::{BySide, Game, Intent, Move, Outcome, Side};

use crate::chances::{of_outcome, of_winner, points};
use crate::{Found, Grade, Mistake};

/// What a whole game shows. See the [crate] for an example.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The chances at every position, from the first on; `None` where nothing was found yet.
    pub chances: Vec<Option<[u32; 3]>>,
    /// Every move whose chances are known before and after it, in order.
    pub changes: Vec<Change>,
    /// The mistakes among them, in order.
    pub mistakes: Vec<Mistake>,
    /// How accurate each side was, of 100; `None` where none of its moves counts.
    ///
    /// A move that loses so many points (a win is 1, a draw a half) against the best one found has 100 · e^(−4 · points): 100 for the best
    /// one, 67 where a tenth of a point is lost, 14 where half a point is. The accuracy of a side is the mean over its moves, but for those
    /// at which it had less than a fiftieth of a point left to lose.
    pub accuracy: BySide<Option<f64>>,
}

/// How a move changed the chances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The number of the move, from 1.
    pub ply: usize,
    /// Who made it.
    pub side: Side,
    /// The move.
    pub mv: Move,
    /// The chances before it, if the best move found had been made.
    pub before: [u32; 3],
    /// The chances after it.
    pub after: [u32; 3],
    /// The points that it lost for its side, from 0 to 1; 0 where it is the best move found.
    pub lost: f64,
    /// How bad that is.
    pub grade: Option<Grade>,
}

/// With fewer points than these there is nothing left to lose.
const NOTHING: f64 = 0.02;

/// A move that seems to lose such a part of what makes it a mistake is looked at more closely.
const DOUBT: f64 = 0.6;

impl Review {
    /// Reviews the plies of a game by what was found at each of its positions, from the first on. What is missing at the end of the
    /// list is not found yet; a game that is over needs nothing at its end.
    pub fn of(game: &Game, found: &[Option<Found>]) -> Review {
        let plies = game.plies().len();
        let over = game.outcome().filter(|outcome| outcome.reason.is_by_move());
        let won = winners(game, found, over);
        let chances: Vec<_> = (0..=plies)
            .map(|at| match over.filter(|_| at == plies) {
                Some(outcome) => Some(of_outcome(outcome)),
                None => {
                    let found = found.get(at)?.as_ref()?;
                    let carried = won[at].filter(|_| !found.is_settled());
                    Some(carried.map_or(found.chances, of_winner))
                }
            })
            .collect();
        let changes: Vec<Change> = (1..=plies).filter_map(|ply| Change::of(game, ply, found, &chances)).collect();
        let mistakes = changes.iter().filter_map(|change| Mistake::of(game, change, found)).collect();
        let accuracy =
            BySide { attackers: accuracy(&changes, Side::Attackers), defenders: accuracy(&changes, Side::Defenders) };
        Review { chances, changes, mistakes, accuracy }
    }

    /// The positions at which a longer search would decide whether a move was a mistake, in order: those before and after every move
    /// that seems to lose three fifths of what makes one, or more, and that were not searched over so many positions yet.
    pub fn doubtful(&self, found: &[Option<Found>], nodes: u64) -> Vec<usize> {
        let suspects = self.changes.iter().filter(|change| {
            let had = points(change.before, change.side);
            Grade::of(had, change.lost / DOUBT).is_some()
        });
        let mut positions: Vec<usize> = suspects.flat_map(|change| [change.ply - 1, change.ply]).collect();
        positions.dedup();
        let short = |found: &Found| !found.is_settled() && found.nodes < nodes;
        positions.retain(|&at| found.get(at).and_then(Option::as_ref).is_some_and(short));
        positions
    }
}

/// Who wins by force at each position from the first on, where a search found it there or at a neighbour: a win holds before the move of the
/// winner that led to it, and after the moves of the loser and those of the line that wins.
fn winners(game: &Game, found: &[Option<Found>], over: Option<Outcome>) -> Vec<Option<Side>> {
    let plies = game.plies().len();
    let settled = |at: usize| found.get(at).and_then(Option::as_ref).filter(|found| found.is_settled());
    let turn = |at: usize| game.position_after(at).map(|position| position.turn());
    let seen = |at: usize| match over.filter(|_| at == plies) {
        Some(outcome) => outcome.winner,
        None => turn(at).zip(settled(at)).map(|(turn, found)| if found.win_in.is_some() { turn } else { !turn }),
    };
    let mut won: Vec<Option<Side>> = (0..=plies).map(seen).collect();
    for at in (0..plies).rev() {
        won[at] = won[at].or(won[at + 1].filter(|&winner| turn(at) == Some(winner)));
    }
    let mut line = Vec::new();
    for at in 0..plies {
        if let Some(found) = settled(at) {
            line = found.line();
        }
        let follows = line.first().copied() == game.ply(at).map(|ply| Intent::from(ply.played.mv));
        line = if follows { line.split_off(1) } else { Vec::new() };
        won[at + 1] = won[at + 1].or(won[at].filter(|&winner| follows || turn(at) != Some(winner)));
    }
    won
}

impl Change {
    fn of(game: &Game, ply: usize, found: &[Option<Found>], chances: &[Option<[u32; 3]>]) -> Option<Change> {
        let (before, after) = (chances[ply - 1]?, chances[ply]?);
        let (side, mv) = (game.position_after(ply - 1)?.turn(), game.ply(ply - 1)?.played.mv);
        let best = found.get(ply - 1).and_then(Option::as_ref).and_then(|found| found.line().first().copied());
        // Where the computer would have played the same, it has only learnt more by it.
        let lost = match best == Some(Intent::from(mv)) {
            true => 0.0,
            false => (points(before, side) - points(after, side)).max(0.0),
        };
        Some(Change { ply, side, mv, before, after, lost, grade: Grade::of(points(before, side), lost) })
    }

    /// How much the chances changed by it, whichever way, in points.
    ///
    /// ```
    /// use hnefi_analysis::{Found, Review};
    /// use hnefi_rules::{Game, Intent, Referee, ruleset};
    /// let mut game = Game::new(std::sync::Arc::new(Referee::new(ruleset("copenhagen").unwrap().clone())));
    /// game.play(Intent { from: "d1".parse().unwrap(), to: "d4".parse().unwrap() }).unwrap();
    /// let found = |chances| Some(Found { chances, ..Found::default() });
    /// let review = Review::of(&game, &[found([400, 200, 400]), found([500, 200, 300])]);
    /// assert!((review.changes[0].size() - 0.1).abs() < 1e-9);
    /// ```
    pub fn size(&self) -> f64 {
        (points(self.before, self.side) - points(self.after, self.side)).abs()
    }
}

fn accuracy(changes: &[Change], side: Side) -> Option<f64> {
    let counts = |change: &&Change| change.side == side && points(change.before, side) >= NOTHING;
    let marks: Vec<f64> = changes.iter().filter(counts).map(|change| 100.0 * (-4.0 * change.lost).exp()).collect();
    (!marks.is_empty()).then(|| marks.iter().sum::<f64>() / marks.len() as f64)
}

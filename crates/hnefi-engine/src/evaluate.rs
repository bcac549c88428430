//! How good a position looks without searching on.

mod features;
mod measure;
mod seals;
#[cfg(test)]
mod tests;
mod weights;

use hnefi_rules::{Piece, Position, Referee, Side, Square};

use crate::Score;
use crate::terrain::Terrain;
use measure::{Tally, measure};

pub use features::Group;
pub(crate) use features::class;
pub(crate) use seals::Seals;
pub use weights::{Plan, Weights, WeightsError};
pub(crate) use weights::{SquareTables, Worth};

/// Judges positions for the search. Another mind is another value of this kind.
pub(crate) trait Evaluate: Sync {
    /// How good a position is for the attackers, in hundredths of an attacker, well below a forced end.
    ///
    /// The eight mirror images of a position must get the same number.
    fn attackers_score(&self, terrain: &Terrain, position: &Position) -> i32;

    /// The same for the side to move.
    fn score(&self, terrain: &Terrain, position: &Position) -> i32 {
        let score = self.attackers_score(terrain, position);
        if position.turn() == Side::Attackers { score } else { -score }
    }
}

/// The evaluation written by hand: for each of the attackers' plans a sum of what a position has of each feature,
/// times the feature's weight for that plan.
///
/// The features are in `measure.rs`; the weights are data, one file for each family of rule sets, found by
/// playing. The start of a rule set counts as level.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ByHand;

/// No sum of weights may look like a forced end.
const MOST: i32 = 15_000;

/// To hold the king back wins nothing by itself, so it counts so many times less where it succeeds.
const HELD: i32 = 64;

impl Evaluate for ByHand {
    #[inline]
    fn attackers_score(&self, terrain: &Terrain, position: &Position) -> i32 {
        better_plan(worth(terrain, position), terrain.level)
    }
}

/// The attackers follow the plan that is better.
#[inline(always)]
fn better_plan(worth: Worth, level: Worth) -> i32 {
    let (take, hold) = (worth.take - level.take, worth.hold - level.hold);
    let hold = if hold > 0 { hold / HELD } else { hold };
    take.max(hold).clamp(-MOST, MOST)
}

/// The sum of the weights for each plan, as it is.
#[inline(always)]
pub(crate) fn worth(terrain: &Terrain, position: &Position) -> Worth {
    let mut sum = Sum { terrain, worth: Worth::default() };
    measure(terrain, position, &mut sum);
    sum.worth
}

struct Sum<'a> {
    terrain: &'a Terrain,
    worth: Worth,
}

impl Tally for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, feature: usize, times: i32) {
        let Worth { take, hold } = self.terrain.weights.of_feature(feature);
        self.worth.take += take * times;
        self.worth.hold += hold * times;
    }

    #[inline(always)]
    fn soldiers(&mut self, terrain: &Terrain, position: &Position, king: Square) -> (u32, u32) {
        let (worth, counts) = terrain.square_tables.sum(terrain.size, position, king);
        self.worth.take += worth.take;
        self.worth.hold += worth.hold;
        counts
    }
}

/// The evaluation by itself, for those who study it or look for other weights, as the program `hnefi-tune` does.
///
/// ```
/// use hnefi_engine::{Evaluation, Weights};
/// use hnefi_rules::{Referee, leaflet};
///
/// let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
/// let evaluation = Evaluation::new(&referee);
/// assert_eq!(evaluation.score(&referee.start()).hundredths(), 0);
///
/// let start = evaluation.features(&referee.start());
/// let left = Weights::groups().iter().find(|group| group.name == "attackers-left").unwrap();
/// assert!(start.contains(&(left.range().end - 1, 1)), "all attackers are left");
/// ```
pub struct Evaluation {
    terrain: Terrain,
}

impl Evaluation {
    /// The evaluation of positions of the referee's rule set.
    pub fn new(referee: &Referee) -> Evaluation {
        Evaluation { terrain: Terrain::new(referee) }
    }

    /// How good a position is for the side to move as it stands.
    pub fn score(&self, position: &Position) -> Score {
        Score::new(ByHand.score(&self.terrain, position))
    }

    /// The features of a position, each with how often the position has it, if it has it at all.
    ///
    /// For each [`Plan`], the sum of these counts times [`Weights::values`], less the same sum for the start of the rule
    /// set, is what the plan is worth. The score for the attackers is the greater of the two, where only a small part of what
    /// [`Plan::Hold`] is worth above nothing counts.
    pub fn features(&self, position: &Position) -> Vec<(usize, i32)> {
        let mut listed = Listed::default();
        measure(&self.terrain, position, &mut listed);
        listed.0
    }
}

#[derive(Default)]
struct Listed(Vec<(usize, i32)>);

impl Tally for Listed {
    fn add(&mut self, feature: usize, times: i32) {
        if times != 0 {
            self.0.push((feature, times));
        }
    }

    fn soldiers(&mut self, terrain: &Terrain, position: &Position, _: Square) -> (u32, u32) {
        let (mut attackers, mut defenders) = ([0; features::CLASSES], [0; features::CLASSES]);
        for (square, piece) in position.pieces() {
            match piece {
                Piece::Attacker => attackers[terrain.class(square)] += 1,
                Piece::Defender => defenders[terrain.class(square)] += 1,
                Piece::King => {}
            }
        }
        for (classes, group) in [(attackers, features::ATTACKERS_ON), (defenders, features::DEFENDERS_ON)] {
            for (class, &times) in classes.iter().enumerate() {
                self.add(group.at(class), times);
            }
        }
        (attackers.iter().sum::<i32>() as u32, defenders.iter().sum::<i32>() as u32)
    }
}

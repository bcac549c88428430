//! The evaluation written by hand.

use hnefi_net::Chances;
use hnefi_rules::{BySide, Position, Referee, Square};

use super::measure::{Measure, Tally};
use super::weights::{SquareTables, Weights, Worth};
use super::{Calibration, Mind};

/// The evaluation written by hand: for each of the attackers' plans a sum of what a position has of each feature,
/// times the feature's weight for that plan.
///
/// The features are in `measure.rs`; the weights are data, one file for each family of rule sets, found by
/// playing. The start of a rule set counts as level.
pub struct ByHand {
    pub(super) measure: Measure,
    /// What the features of a position are worth.
    weights: Weights,
    square_tables: SquareTables,
    /// What the weights of the start come to, which counts as level.
    level: Worth,
    /// How games end at a score, by the side to move.
    calibration: BySide<Calibration>,
}

impl ByHand {
    /// The evaluation of positions of the referee's rule set, with the rule set's own weights.
    pub fn new(referee: &Referee) -> ByHand {
        ByHand::with_weights(referee, Weights::of(referee.ruleset()))
    }

    /// The same with weights of somebody's choice.
    pub fn with_weights(referee: &Referee, weights: Weights) -> ByHand {
        let measure = Measure::new(referee);
        let square_tables = SquareTables::new(measure.terrain.size, &weights);
        let calibration = Calibration::of(referee.ruleset());
        let mut mind = ByHand { measure, weights, square_tables, level: Worth::default(), calibration };
        mind.level = mind.worth(&referee.start());
        mind
    }

    /// How good a position is for the attackers.
    #[inline]
    pub(crate) fn judge(&self, position: &Position) -> i32 {
        better_plan(self.worth(position), self.level)
    }

    /// The sum of the weights for each plan, as it is.
    #[inline(always)]
    fn worth(&self, position: &Position) -> Worth {
        let mut sum = Sum { mind: self, worth: Worth::default() };
        self.measure.tell(position, &mut sum);
        sum.worth
    }
}

/// No sum of weights may look like a forced end.
pub(super) const MOST: i32 = 15_000;

/// To hold the king back wins nothing by itself, so it counts so many times less where it succeeds.
pub(super) const HELD: i32 = 64;

impl Mind for ByHand {
    /// Every position is judged by itself.
    type State = ();

    fn begin(&self, _: &Position) {}

    #[inline]
    fn attackers_score(&self, (): &mut (), position: &Position) -> i32 {
        self.judge(position)
    }

    fn chances(&self, position: &Position, score: i32) -> Chances {
        self.calibration[position.turn()].chances(score)
    }
}

/// The attackers follow the plan that is better.
#[inline(always)]
fn better_plan(worth: Worth, level: Worth) -> i32 {
    let (take, hold) = (worth.take - level.take, worth.hold - level.hold);
    let hold = if hold > 0 { hold / HELD } else { hold };
    take.max(hold).clamp(-MOST, MOST)
}

struct Sum<'a> {
    mind: &'a ByHand,
    worth: Worth,
}

impl Tally for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, feature: usize, times: i32) {
        let Worth { take, hold } = self.mind.weights.of_feature(feature);
        self.worth.take += take * times;
        self.worth.hold += hold * times;
    }

    #[inline(always)]
    fn soldiers(&mut self, measure: &Measure, position: &Position, king: Square) -> (u32, u32) {
        let (worth, counts) = self.mind.square_tables.sum(measure.terrain.size, position, king);
        self.worth.take += worth.take;
        self.worth.hold += worth.hold;
        counts
    }
}

//! The evaluation by itself, without a search.

use hnefi_rules::{Piece, Position, Referee, Square};

use super::Mind;
use super::by_hand::ByHand;
use super::features;
use super::measure::{Measure, Tally};
use crate::Score;

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
    mind: ByHand,
}

impl Evaluation {
    /// The evaluation of positions of the referee's rule set.
    pub fn new(referee: &Referee) -> Evaluation {
        Evaluation { mind: ByHand::new(referee) }
    }

    /// How good a position is for the side to move as it stands.
    pub fn score(&self, position: &Position) -> Score {
        Score::from_hundredths(self.mind.score(&mut (), position))
    }

    /// The features of a position, each with how often the position has it, if it has it at all.
    ///
    /// For each [`Plan`](crate::Plan), the sum of these counts times [`Weights::values`](crate::Weights::values), less the same sum for the start of the rule
    /// set, is what the plan is worth. The score for the attackers is the greater of the two, where only a small part of what
    /// [`Plan::Hold`](crate::Plan::Hold) is worth above nothing counts.
    pub fn features(&self, position: &Position) -> Vec<(usize, i32)> {
        let mut listed = Listed::default();
        self.mind.measure.tell(position, &mut listed);
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

    fn soldiers(&mut self, measure: &Measure, position: &Position, _: Square) -> (u32, u32) {
        let (mut attackers, mut defenders) = ([0; features::CLASSES], [0; features::CLASSES]);
        for (square, piece) in position.pieces() {
            match piece {
                Piece::Attacker => attackers[measure.class(square)] += 1,
                Piece::Defender => defenders[measure.class(square)] += 1,
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

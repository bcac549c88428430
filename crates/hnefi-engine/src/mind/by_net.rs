//! The evaluation by a net.

use std::sync::Arc;

use arrayvec::ArrayVec;
use hnefi_net::{Accumulator, Chances, Change, Head, Net};
use hnefi_rules::{Position, Referee, Side, Square};

use super::Mind;
use super::by_hand::MOST;
use super::inputs::{Inputs, Measures};

/// The evaluation by a [`Net`], which has learnt from games.
///
/// ```
/// use hnefi_engine::{ByNet, Mind, shipped_nets};
/// use hnefi_rules::{Referee, ruleset};
///
/// let referee = Referee::new(ruleset("brandubh").unwrap().clone());
/// let shipped = shipped_nets().iter().find(|net| net.families == ["corner-two"] && net.size == 7).unwrap();
/// let mind = ByNet::new(&referee, shipped.net.clone()).unwrap();
/// let start = referee.start();
/// let score = mind.attackers_score(&mut mind.begin(&start), &start);
/// let chances = mind.chances(&start, score);
/// assert!(chances.attackers < chances.defenders);
///
/// let larger = Referee::new(ruleset("copenhagen").unwrap().clone());
/// assert!(ByNet::new(&larger, shipped.net.clone()).is_err());
/// ```
pub struct ByNet {
    net: Arc<Net>,
    inputs: Inputs,
}

/// A net that learnt from other inputs than those of a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetMismatch {
    /// The inputs that the net knows.
    pub net: String,
    /// Those of the rule set.
    pub rules: String,
}

impl std::fmt::Display for NetMismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the net sees \"{}\", and positions of this rule set have \"{}\"", self.net, self.rules)
    }
}

impl std::error::Error for NetMismatch {}

impl ByNet {
    /// A net's evaluation of positions of the referee's rule set.
    ///
    /// # Errors
    /// A net for another board, or one that was made when positions were measured otherwise.
    pub fn new(referee: &Referee, net: Arc<Net>) -> Result<ByNet, NetMismatch> {
        let inputs = Inputs::new(referee);
        let shape = net.shape();
        if net.card().inputs != inputs.name() || inputs.shape(shape.hidden, shape.buckets) != shape {
            return Err(NetMismatch { net: net.card().inputs.clone(), rules: inputs.name() });
        }
        Ok(ByNet { net, inputs })
    }

    /// The net.
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// How likely the net finds each end of the game, without searching on.
    fn expects(&self, position: &Position) -> Chances {
        let state = self.begin(position);
        self.net.chances(&state.sums, &self.measured(position), self.head(position))
    }

    /// What the net sees of a position beside the men.
    #[inline(never)]
    pub(super) fn measured(&self, position: &Position) -> Measures {
        let mut measures = Measures::new();
        self.inputs.measure_into(position, &mut measures);
        measures
    }

    /// How good a position is for the attackers that was measured so.
    #[inline(never)]
    pub(super) fn score_by(&self, state: &mut Sums, position: &Position, measures: &Measures) -> i32 {
        let changes = self.changes(state, position);
        let score = self.net.score(&mut state.sums, changes.as_change(), measures, self.head(position));
        score.clamp(-MOST, MOST)
    }

    #[inline(always)]
    fn head(&self, position: &Position) -> Head {
        let turn = usize::from(position.turn() == Side::Defenders);
        Head { turn, bucket: self.inputs.bucket(position, self.net.shape().buckets) }
    }

    /// What stands otherwise in a position than where the sums were taken last.
    #[inline(always)]
    fn changes(&self, state: &mut Sums, position: &Position) -> Changes {
        let mut changes = Changes::default();
        for (plane, side) in Side::ALL.into_iter().enumerate() {
            let rows = position.rows(side);
            for four in 0..4 {
                let word =
                    |rows: &[u16; 16]| (0..4).fold(0, |word, i| word | u64::from(rows[4 * four + i]) << (16 * i));
                let (now, before) = (word(rows), word(&state.rows[plane]));
                let mut changed = now ^ before;
                while changed != 0 {
                    let bit = changed.trailing_zeros() as usize;
                    changed &= changed - 1;
                    let man = self.inputs.man(plane, bit & 15, 4 * four + bit / 16);
                    changes.note(&self.net, &mut state.sums, man, now >> bit & 1 != 0);
                }
            }
            state.rows[plane] = *rows;
        }
        if state.king != position.king() {
            for (king, comes) in [(state.king, false), (position.king(), true)] {
                if let Some(king) = king {
                    changes.note(&self.net, &mut state.sums, self.inputs.king(king), comes);
                }
            }
            state.king = position.king();
        }
        changes
    }
}

/// The sums of a position's men, and which position that is.
pub struct Sums {
    sums: Accumulator,
    rows: [[u16; 16]; 2],
    king: Option<Square>,
}

/// Men who leave the board and men who come.
#[derive(Default)]
struct Changes {
    gone: ArrayVec<usize, 8>,
    come: ArrayVec<usize, 8>,
}

impl Changes {
    #[inline(always)]
    fn note(&mut self, net: &Net, sums: &mut Accumulator, man: usize, comes: bool) {
        let list = if comes { &mut self.come } else { &mut self.gone };
        list.push(man);
        if list.is_full() {
            net.change(sums, self.as_change());
            self.gone.clear();
            self.come.clear();
        }
    }

    #[inline(always)]
    fn as_change(&self) -> Change<'_> {
        Change { gone: &self.gone, come: &self.come }
    }
}

impl Mind for ByNet {
    type State = Sums;

    fn begin(&self, position: &Position) -> Sums {
        let mut state = Sums { sums: self.net.accumulator(), rows: [[0; 16]; 2], king: None };
        let changes = self.changes(&mut state, position);
        self.net.change(&mut state.sums, changes.as_change());
        state
    }

    // The sums follow whatever position is judged next, which is never far from the one judged last.
    #[inline]
    fn attackers_score(&self, state: &mut Sums, position: &Position) -> i32 {
        self.score_by(state, position, &self.measured(position))
    }

    /// What the net expects of the position, shifted to the points that the score stands for.
    fn chances(&self, position: &Position, score: i32) -> Chances {
        self.expects(position).shifted(score as f32 / self.net.card().scale as f32)
    }

    /// Nets say less than the evaluation by hand of the same chances.
    fn margins(&self) -> i32 {
        60
    }
}

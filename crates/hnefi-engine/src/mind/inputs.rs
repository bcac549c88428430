//! What a net sees of a position.

use arrayvec::ArrayVec;
use hnefi_net::Shape;
use hnefi_rules::{Position, Referee, Side, Square};

use super::features::{ATTACKERS_ON, DEFENDERS_ON, FEATURES, GROUPS};
use super::measure::{Measure, Tally};

/// The most measures that a position has.
pub(super) const MOST: usize = 64;

/// The measures of a position, each with how often it is there.
pub(super) type Measures = ArrayVec<(u16, i16), MOST>;

/// What a net sees of positions of one rule set: the men on their squares, and the measures that the evaluation by hand
/// takes as well, but for those that only say where soldiers stand.
///
/// ```
/// use hnefi_engine::Inputs;
/// use hnefi_rules::{Referee, ruleset};
///
/// let referee = Referee::new(ruleset("brandubh").unwrap().clone());
/// let inputs = Inputs::new(&referee);
/// // Eight attackers, four defenders, and the king, who counts as a defender and by himself.
/// assert_eq!(inputs.men(&referee.start()).len(), 8 + 5 + 1);
/// assert_eq!(inputs.bucket(&referee.start(), 4), 3);
/// ```
pub struct Inputs {
    measure: Measure,
    size: usize,
    /// How many men a full board has, without the king.
    full: usize,
}

impl Inputs {
    /// What a net sees under a referee's rule set.
    pub fn new(referee: &Referee) -> Inputs {
        let start = referee.start();
        let size = usize::from(start.size());
        let full = (start.men(Side::Attackers) + start.men(Side::Defenders)).saturating_sub(1).max(1) as usize;
        Inputs { measure: Measure::new(referee), size, full }
    }

    /// The shape of a net with so many sums and buckets that sees this.
    pub fn shape(&self, hidden: usize, buckets: usize) -> Shape {
        Shape { men: 3 * self.size * self.size, measures: FEATURES, hidden, buckets }
    }

    /// What the inputs are, in a word that changes with them.
    pub fn name(&self) -> String {
        let groups = GROUPS.iter().flat_map(|group| group.name.bytes().chain((group.len as u16).to_le_bytes()));
        let sum = groups.fold(0x811c_9dc5_u32, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        format!("men {0}x{0}, {FEATURES} measures {sum:08x}", self.size)
    }

    /// The numbers of the men on the board.
    pub fn men(&self, position: &Position) -> Vec<usize> {
        let mut men = Vec::with_capacity(64);
        for side in Side::ALL {
            for (rank, &row) in position.rows(side).iter().enumerate() {
                each_bit(row, |file| men.push(self.man(side as usize, file, rank)));
            }
        }
        men.extend(position.king().map(|king| self.king(king)));
        men
    }

    /// The measures of a position, each with how often it is there.
    pub fn measures(&self, position: &Position) -> Vec<(u16, i16)> {
        let mut counted = Measures::new();
        self.measure_into(position, &mut counted);
        counted.into_iter().collect()
    }

    /// The bucket of so many that a position falls into by its men.
    #[inline(always)]
    pub fn bucket(&self, position: &Position, buckets: usize) -> usize {
        let men = (position.men(Side::Attackers) + position.men(Side::Defenders)) as usize;
        (men.saturating_sub(2) * buckets / self.full).min(buckets - 1)
    }

    /// The number of the same man in one of the eight images of the board.
    pub fn image(&self, man: usize, image: usize) -> usize {
        let (plane, square) = (man / (self.size * self.size), man % (self.size * self.size));
        let (mut file, mut rank) = (square % self.size, square / self.size);
        if image & 1 != 0 {
            file = self.size - 1 - file;
        }
        if image & 2 != 0 {
            rank = self.size - 1 - rank;
        }
        if image & 4 != 0 {
            (file, rank) = (rank, file);
        }
        self.man(plane, file, rank)
    }

    #[inline(always)]
    pub(super) fn man(&self, plane: usize, file: usize, rank: usize) -> usize {
        (plane * self.size + rank) * self.size + file
    }

    #[inline(always)]
    pub(super) fn king(&self, king: Square) -> usize {
        self.man(2, king.file().into(), king.rank().into())
    }

    #[inline(always)]
    pub(super) fn measure_into(&self, position: &Position, counted: &mut Measures) {
        self.measure.tell(position, &mut Counted(counted));
    }
}

/// Does something for each bit of a row.
#[inline(always)]
fn each_bit(mut row: u16, mut act: impl FnMut(usize)) {
    while row != 0 {
        act(row.trailing_zeros() as usize);
        row &= row - 1;
    }
}

struct Counted<'a>(&'a mut Measures);

impl Tally for Counted<'_> {
    #[inline(always)]
    fn add(&mut self, feature: usize, times: i32) {
        if times != 0 {
            let known = self.0.try_push((feature as u16, times as i16));
            debug_assert!(known.is_ok(), "more than {MOST} measures");
        }
    }

    #[inline(always)]
    fn soldiers(&mut self, _: &Measure, position: &Position, _: Square) -> (u32, u32) {
        const { assert!(ATTACKERS_ON.len == DEFENDERS_ON.len) };
        (position.men(Side::Attackers), position.men(Side::Defenders).saturating_sub(1))
    }
}

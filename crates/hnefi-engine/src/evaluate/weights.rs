//! The weights of the features, and how they are read and written.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use hnefi_rules::{Encirclement, Escape, KingCapture, Position, Repetition, Ruleset, Side, Square};

use super::features::{ATTACKERS_ON, CLASSES, DEFENDERS_ON, FEATURES, GROUPS, Group, class};

/// What each feature of a position is worth to the attackers, in hundredths of an attacker.
///
/// A file of weights is TOML: one key for each group of features with a list of whole numbers. The engine has
/// one such file for each family of rule sets.
///
/// ```
/// use hnefi_engine::Weights;
/// use hnefi_rules::leaflet;
///
/// let weights = Weights::of(leaflet("nestorgames").unwrap());
/// assert_eq!(Weights::family(leaflet("nestorgames").unwrap()), "corner-two");
/// assert_eq!(Weights::from_toml(&weights.to_toml()).unwrap(), weights);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(Arc<[i16; FEATURES]>);

/// Why a text is no file of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightsError(String);

impl std::fmt::Display for WeightsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WeightsError {}

/// The families of rule sets and their weights.
const FAMILIES: [(&str, &str); 5] = [
    ("corner-four", include_str!("../../weights/corner-four.toml")),
    ("corner-four-siege", include_str!("../../weights/corner-four-siege.toml")),
    ("corner-two", include_str!("../../weights/corner-two.toml")),
    ("edge-four", include_str!("../../weights/edge-four.toml")),
    ("edge-two", include_str!("../../weights/edge-two.toml")),
];

static WEIGHTS: LazyLock<Vec<Weights>> = LazyLock::new(|| {
    let read = |(family, text): (&str, &str)| match Weights::from_toml(text) {
        Ok(weights) => weights,
        Err(error) => unreachable!("the weights of {family} are tested: {error}"),
    };
    FAMILIES.into_iter().map(read).collect()
});

impl Weights {
    /// The name of the family that a rule set belongs to: where the king escapes, by how many he falls in the
    /// open, and, where he escapes by a corner and falls by four, whether a siege that lasts wins.
    pub fn family(ruleset: &Ruleset) -> &'static str {
        FAMILIES[family(ruleset)].0
    }

    /// The weights that the engine has for a rule set.
    pub fn of(ruleset: &Ruleset) -> Weights {
        WEIGHTS[family(ruleset)].clone()
    }

    /// The groups of features in the order of the features' numbers.
    pub fn groups() -> &'static [Group] {
        GROUPS
    }

    /// Weights of so many values, in the order of the features' numbers; `None` if the number of values is wrong.
    pub fn new(values: &[i16]) -> Option<Weights> {
        Some(Weights(Arc::new(values.try_into().ok()?)))
    }

    /// The weight of every feature, by number.
    pub fn values(&self) -> &[i16] {
        &*self.0
    }

    #[inline(always)]
    pub(crate) fn value(&self, feature: usize) -> i32 {
        i32::from(self.0[feature])
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    /// What is wrong: no TOML, a group that is missing, unknown, or of a wrong length, a number out of range.
    pub fn from_toml(text: &str) -> Result<Weights, WeightsError> {
        let groups: BTreeMap<String, Vec<i16>> =
            toml::from_str(text).map_err(|error| WeightsError(error.to_string().trim_end().to_string()))?;
        if let Some(unknown) = groups.keys().find(|&name| GROUPS.iter().all(|group| group.name != name)) {
            return Err(WeightsError(format!("there is no group of features \"{unknown}\"")));
        }
        let mut values = [0; FEATURES];
        for group in GROUPS {
            let given = groups.get(group.name).ok_or_else(|| WeightsError(format!("\"{}\" is missing", group.name)))?;
            if given.len() != group.len {
                let (name, wanted, len) = (group.name, group.len, given.len());
                return Err(WeightsError(format!("\"{name}\" has {len} weights, and should have {wanted}")));
            }
            values[group.range()].copy_from_slice(given);
        }
        Ok(Weights(Arc::new(values)))
    }

    /// Writes a file of weights.
    pub fn to_toml(&self) -> String {
        let line = |group: &Group| {
            let values: Vec<String> = self.0[group.range()].iter().map(i16::to_string).collect();
            format!("{} = [{}]\n", group.name, values.join(", "))
        };
        GROUPS.iter().map(line).collect()
    }
}

impl Group {
    /// The numbers of the group's features.
    pub fn range(&self) -> Range<usize> {
        self.first..self.first + self.len
    }
}

fn family(ruleset: &Ruleset) -> usize {
    let answers = ruleset.answers();
    let siege = answers.encirclement == Encirclement::AttackersWin || answers.repetition == Repetition::AttackersWin;
    match (answers.escape, answers.king_open) {
        (Escape::Corner, KingCapture::Four) if siege => 1,
        (Escape::Corner, KingCapture::Four) => 0,
        (Escape::Corner, KingCapture::Two) => 2,
        (_, KingCapture::Four) => 3,
        (_, KingCapture::Two) => 4,
    }
}

/// What soldiers are worth on their squares, prepared for a few squares at a time.
#[derive(Debug)]
pub(crate) struct SquareTables {
    attackers: Box<[Ranks; 8]>,
    defenders: Box<[Ranks; 8]>,
}

/// For each six files of a rank, what every set of soldiers on them is worth, and their number above.
type Ranks = [[i32; 64]; 3];

const ONE: i32 = 1 << 20;

impl SquareTables {
    pub(crate) fn new(size: u8, weights: &Weights) -> SquareTables {
        let tables = |group: Group| {
            let mut tables = Box::new([[[0; 64]; 3]; 8]);
            for (rank, thirds) in (0..size.div_ceil(2)).zip(tables.iter_mut()) {
                for (third, sets) in (0u8..).zip(thirds.iter_mut()) {
                    for (set, worth) in sets.iter_mut().enumerate() {
                        let files = (0..6).filter(|file| set >> file & 1 != 0).map(|file| 6 * third + file);
                        let on_board = files.filter(|&file| file < size);
                        *worth = on_board.map(|file| ONE + weights.value(group.at(class(size, file, rank)))).sum();
                    }
                }
            }
            tables
        };
        const { assert!(ATTACKERS_ON.len == CLASSES && DEFENDERS_ON.len == CLASSES) };
        SquareTables { attackers: tables(ATTACKERS_ON), defenders: tables(DEFENDERS_ON) }
    }

    /// What the soldiers' squares are worth together, and how many soldiers there are of each side.
    #[inline(always)]
    pub(crate) fn sum(&self, size: u8, position: &Position, king: Square) -> (i32, (u32, u32)) {
        let (attackers, defenders) = (position.rows(Side::Attackers), position.rows(Side::Defenders));
        let size = usize::from(size);
        let (mut a, mut d) = (0, 0);
        // Ranks that lie opposite each other are worth the same.
        let half = |tables: &[Ranks; 8], rank: usize, row: u16| {
            let [low, middle, high] = &tables[rank & 7];
            let worth = low[usize::from(row & 63)] + middle[usize::from(row >> 6 & 63)];
            if size > 12 { worth + high[usize::from(row >> 12)] } else { worth }
        };
        for rank in 0..size / 2 {
            let opposite = (size - 1 - rank) & 15;
            a += half(&self.attackers, rank, attackers[rank & 15]) + half(&self.attackers, rank, attackers[opposite]);
            d += half(&self.defenders, rank, defenders[rank & 15]) + half(&self.defenders, rank, defenders[opposite]);
        }
        let middle = size / 2;
        a += half(&self.attackers, middle, attackers[middle & 15]);
        d += half(&self.defenders, middle, defenders[middle & 15]);
        // The king is no soldier.
        let (file, rank) = (usize::from(king.file()), usize::from(king.rank()));
        d -= self.defenders[rank.min(size - 1 - rank) & 7][file / 6 % 3][1 << (file % 6)];
        let count = |sum: i32| (sum + ONE / 2) >> 20;
        let worth = a + d - (count(a) + count(d)) * ONE;
        (worth, (count(a) as u32, count(d) as u32))
    }
}

//! The weights of the features, and how they are read and written.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use hnefi_rules::{Encirclement, Escape, KingCapture, Position, Repetition, Ruleset, Side, Square};

use super::features::{ATTACKERS_ON, CLASSES, DEFENDERS_ON, FEATURES, GROUPS, Group, class};

/// What each feature of a position is worth to the attackers, in hundredths of an attacker: once for each [`Plan`].
///
/// A file of weights is TOML: a table for each plan, and in it one key for each group of features with a list of
/// whole numbers. Without a table `hold`, both plans have the weights of `take`, and are one. The engine has one such
/// file for each family of rule sets.
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
pub struct Weights(Arc<BothPlans>);

type BothPlans = [[i16; FEATURES]; 2];

/// What the attackers may be after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// To take the king.
    Take,
    /// To hold the king back from the corners, which may be no more than a draw.
    Hold,
}

impl Plan {
    /// Both plans.
    pub const ALL: [Plan; 2] = [Plan::Take, Plan::Hold];

    /// The name of the plan's table in a file of weights.
    pub const fn name(self) -> &'static str {
        match self {
            Plan::Take => "take",
            Plan::Hold => "hold",
        }
    }
}

impl std::str::FromStr for Plan {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Plan, WeightsError> {
        let plan = Plan::ALL.into_iter().find(|plan| plan.name() == text);
        plan.ok_or_else(|| WeightsError(format!("there is no plan \"{text}\"; there are take and hold")))
    }
}

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

    /// The same weights but for one plan, which gets these values in the order of the features' numbers; `None` if the
    /// number of values is wrong.
    pub fn with(&self, plan: Plan, values: &[i16]) -> Option<Weights> {
        let mut both = *self.0;
        both[plan as usize] = values.try_into().ok()?;
        Some(Weights(Arc::new(both)))
    }

    /// The weight of every feature for a plan, by number.
    pub fn values(&self, plan: Plan) -> &[i16] {
        &self.0[plan as usize]
    }

    #[inline(always)]
    pub(crate) fn of_feature(&self, feature: usize) -> Worth {
        let [take, hold] = &*self.0;
        Worth { take: take[feature].into(), hold: hold[feature].into() }
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    /// What is wrong: no TOML, a group that is missing, unknown, or of a wrong length, a number out of range.
    pub fn from_toml(text: &str) -> Result<Weights, WeightsError> {
        let mut plans: BTreeMap<String, BTreeMap<String, Vec<i16>>> =
            toml::from_str(text).map_err(|error| WeightsError(error.to_string().trim_end().to_string()))?;
        let take = plans.remove("take").ok_or_else(|| WeightsError("[take] is missing".to_string()))?;
        let take = read_plan("take", &take)?;
        let hold = plans.remove("hold").map_or(Ok(take), |hold| read_plan("hold", &hold))?;
        match plans.keys().next() {
            Some(unknown) => Err(WeightsError(format!("there is no plan \"{unknown}\"; there are take and hold"))),
            None => Ok(Weights(Arc::new([take, hold]))),
        }
    }

    /// Writes a file of weights.
    pub fn to_toml(&self) -> String {
        let table = |plan: Plan| {
            let line = |group: &Group| {
                let values: Vec<String> = self.values(plan)[group.range()].iter().map(i16::to_string).collect();
                format!("{} = [{}]\n", group.name, values.join(", "))
            };
            format!("[{}]\n{}", plan.name(), GROUPS.iter().map(line).collect::<String>())
        };
        let [take, hold] = &*self.0;
        let hold = if take == hold { String::new() } else { format!("\n{}", table(Plan::Hold)) };
        table(Plan::Take) + &hold
    }
}

fn read_plan(plan: &str, groups: &BTreeMap<String, Vec<i16>>) -> Result<[i16; FEATURES], WeightsError> {
    if let Some(unknown) = groups.keys().find(|&name| GROUPS.iter().all(|group| group.name != name)) {
        return Err(WeightsError(format!("there is no group of features \"{unknown}\" in [{plan}]")));
    }
    let mut values = [0; FEATURES];
    for group in GROUPS {
        let missing = || WeightsError(format!("\"{}\" is missing in [{plan}]", group.name));
        let given = groups.get(group.name).ok_or_else(missing)?;
        if given.len() != group.len {
            let (name, wanted, len) = (group.name, group.len, given.len());
            return Err(WeightsError(format!("\"{name}\" in [{plan}] has {len} weights, and should have {wanted}")));
        }
        values[group.range()].copy_from_slice(given);
    }
    Ok(values)
}

impl Group {
    /// The numbers of the group's features.
    pub fn range(&self) -> Range<usize> {
        self.first..self.first + self.len
    }
}

fn family(ruleset: &Ruleset) -> usize {
    let answers = ruleset.answers();
    let siege = answers.encirclement != Encirclement::None || answers.repetition == Repetition::AttackersWin;
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

/// For each six files of a rank, what every set of soldiers on them is worth, and their number.
type Ranks = [[Parts; 64]; 3];

/// What a position is worth for both plans, and how many soldiers there are, in one number that adds up.
#[derive(Clone, Copy, Debug, Default)]
struct Parts(i64);

impl Parts {
    const BITS: u32 = 24;

    fn soldier(take: i16, hold: i16) -> Parts {
        Parts(i64::from(take) + (i64::from(hold) << Self::BITS) + (1 << (2 * Self::BITS)))
    }

    #[inline(always)]
    fn apart(self) -> (Worth, u32) {
        let low = |number: i64| number << (64 - Self::BITS) >> (64 - Self::BITS);
        let take = low(self.0);
        let above = (self.0 - take) >> Self::BITS;
        let hold = low(above);
        (Worth { take: take as i32, hold: hold as i32 }, ((above - hold) >> Self::BITS) as u32)
    }
}

/// A sum of weights for each plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Worth {
    pub(crate) take: i32,
    pub(crate) hold: i32,
}

impl SquareTables {
    pub(crate) fn new(size: u8, weights: &Weights) -> SquareTables {
        let [take, hold] = &*weights.0;
        let tables = |group: Group| {
            let mut tables = Box::new([[[Parts::default(); 64]; 3]; 8]);
            for (rank, thirds) in (0..size.div_ceil(2)).zip(tables.iter_mut()) {
                for (third, sets) in (0u8..).zip(thirds.iter_mut()) {
                    for (set, parts) in sets.iter_mut().enumerate() {
                        let files = (0..6).filter(|file| set >> file & 1 != 0).map(|file| 6 * third + file);
                        for file in files.filter(|&file| file < size) {
                            let class = group.at(class(size, file, rank));
                            parts.0 += Parts::soldier(take[class], hold[class]).0;
                        }
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
    pub(crate) fn sum(&self, size: u8, position: &Position, king: Square) -> (Worth, (u32, u32)) {
        let (attackers, defenders) = (position.rows(Side::Attackers), position.rows(Side::Defenders));
        let size = usize::from(size);
        let (mut a, mut d) = (0, 0);
        // Ranks that lie opposite each other are worth the same.
        let half = |tables: &[Ranks; 8], rank: usize, row: u16| {
            let [low, middle, high] = &tables[rank & 7];
            let worth = low[usize::from(row & 63)].0 + middle[usize::from(row >> 6 & 63)].0;
            if size > 12 { worth + high[usize::from(row >> 12)].0 } else { worth }
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
        d -= self.defenders[rank.min(size - 1 - rank) & 7][file / 6 % 3][1 << (file % 6)].0;
        let ((a, attackers), (d, defenders)) = (Parts(a).apart(), Parts(d).apart());
        (Worth { take: a.take + d.take, hold: a.hold + d.hold }, (attackers, defenders))
    }
}

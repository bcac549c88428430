//! The families of rule sets that are rated together.

use hnefi_rules::{Ruleset, leaflet, ruleset};

/// Rule sets in which who plays one well plays the others well: their players are rated together.
///
/// ```
/// use hnefi_ratings::Family;
/// use hnefi_rules::ruleset;
/// assert_eq!(Family::of(ruleset("fetlar-2018").unwrap()), Some(Family::Leaflets));
/// assert_eq!(Family::of(ruleset("tablut-saami").unwrap()), Some(Family::Nine));
/// assert_eq!(Family::from_id("nine"), Some(Family::Nine));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// The five leaflets.
    Leaflets,
    /// Copenhagen and its kin: the community's rule sets on 11x11.
    Copenhagen,
    /// Those on 7x7.
    Seven,
    /// Those on 9x9.
    Nine,
    /// Those on 13x13 and 15x15.
    Large,
}

impl Family {
    /// All families.
    pub const ALL: [Family; 5] = [Family::Leaflets, Family::Copenhagen, Family::Seven, Family::Nine, Family::Large];

    /// The family of a rule set; `None` for house rules, which are not rated, whatever they are called.
    pub fn of(rules: &Ruleset) -> Option<Family> {
        let listed = ruleset(rules.id()).is_some_and(|listed| **listed == *rules);
        match rules.size() {
            _ if !listed => None,
            _ if leaflet(rules.id()).is_some() => Some(Family::Leaflets),
            ..=8 => Some(Family::Seven),
            9..=10 => Some(Family::Nine),
            11..=12 => Some(Family::Copenhagen),
            13.. => Some(Family::Large),
        }
    }

    /// Its id, such as `leaflets`.
    pub const fn id(self) -> &'static str {
        match self {
            Family::Leaflets => "leaflets",
            Family::Copenhagen => "copenhagen",
            Family::Seven => "seven",
            Family::Nine => "nine",
            Family::Large => "large",
        }
    }

    /// The family of an id.
    pub fn from_id(id: &str) -> Option<Family> {
        Family::ALL.into_iter().find(|family| family.id() == id)
    }
}

//! The rule sets that the program brings along: the published leaflets, and those of the community.

use std::sync::{Arc, LazyLock};

use super::Ruleset;
use crate::Referee;

/// Names and texts of files in `rulesets/`.
macro_rules! files {
    ($($id:literal),* $(,)?) => {
        &[$(($id, include_str!(concat!("../../../../rulesets/", $id, ".toml")))),*]
    };
}

/// The one list of the leaflets, in the order of the rules page.
const LEAFLET_FILES: &[(&str, &str)] =
    files!["fetlar-2018", "viking-game", "cyningstan-2014", "nestorgames", "regency-chess"];

/// The one list of what the community plays, in the order of the rules page.
const COMMUNITY_FILES: &[(&str, &str)] = files![
    "copenhagen",
    "fetlar-online",
    "historical-11",
    "brandubh",
    "tablut-saami",
    "tablut-linnaeus",
    "sea-battle",
    "tawlbwrdd",
    "ard-ri",
    "magpie",
    "parlett-13",
    "tablut-15",
];

static LEAFLETS: LazyLock<Vec<Arc<Ruleset>>> = LazyLock::new(|| read(LEAFLET_FILES));
static COMMUNITY: LazyLock<Vec<Arc<Ruleset>>> = LazyLock::new(|| read(COMMUNITY_FILES));
static REFEREES: LazyLock<Vec<Arc<Referee>>> =
    LazyLock::new(|| rulesets().map(|ruleset| Arc::new(Referee::new(ruleset.clone()))).collect());

fn read(files: &[(&str, &str)]) -> Vec<Arc<Ruleset>> {
    files
        .iter()
        .map(|(name, text)| match Ruleset::from_toml(text) {
            Ok(ruleset) => Arc::new(ruleset),
            Err(error) => panic!("embedded rule file {name}.toml: {error}"),
        })
        .collect()
}

/// The leaflets, in the order of the rules page: Fetlar 2018 first.
pub fn leaflets() -> &'static [Arc<Ruleset>] {
    &LEAFLETS
}

/// The rule sets that the community plays, in the order of the rules page: Copenhagen first.
pub fn community() -> &'static [Arc<Ruleset>] {
    &COMMUNITY
}

/// Every rule set of this program: the leaflets, then those of the community.
///
/// ```
/// use hnefi_rules::rulesets;
/// assert_eq!(rulesets().next().unwrap().id(), "fetlar-2018");
/// assert!(rulesets().all(|ruleset| ruleset.base().is_none()));
/// ```
pub fn rulesets() -> impl Iterator<Item = &'static Arc<Ruleset>> + Clone {
    leaflets().iter().chain(community())
}

/// A referee for every rule set of this program, in the order of [`rulesets`]: for who asks what others would say.
///
/// ```
/// use hnefi_rules::{referees, rulesets};
/// assert_eq!(referees().len(), rulesets().count());
/// ```
pub fn referees() -> &'static [Arc<Referee>] {
    &REFEREES
}

/// The leaflet of an id, such as `viking-game`.
pub fn leaflet(id: &str) -> Option<&'static Arc<Ruleset>> {
    LEAFLETS.iter().find(|r| r.id() == id)
}

/// The rule set of an id, a leaflet's such as `viking-game` or one of the community's such as `copenhagen`.
///
/// ```
/// use hnefi_rules::ruleset;
/// assert_eq!(ruleset("brandubh").unwrap().size(), 7);
/// assert!(ruleset("chess").is_none());
/// ```
pub fn ruleset(id: &str) -> Option<&'static Arc<Ruleset>> {
    leaflet(id).or_else(|| community().iter().find(|r| r.id() == id))
}

impl Ruleset {
    /// Whether this is a rule set of this program, and not house rules that kept the id of one.
    ///
    /// ```
    /// use hnefi_rules::{Question, ruleset};
    /// let copenhagen = ruleset("copenhagen").unwrap();
    /// assert!(copenhagen.is_published());
    /// assert!(!copenhagen.with(Question::NoMove, "draw").unwrap().is_published());
    /// ```
    pub fn is_published(&self) -> bool {
        ruleset(self.id()).is_some_and(|known| known.is_same(self))
    }

    /// The rule set of this program from which house rules were made: their base, or the one whose id they kept.
    /// `None` for a rule set of this program, and for house rules that name none.
    ///
    /// ```
    /// use hnefi_rules::{Question, ruleset};
    /// let copenhagen = ruleset("copenhagen").unwrap();
    /// assert!(copenhagen.made_from().is_none());
    /// assert_eq!(copenhagen.with(Question::NoMove, "draw").unwrap().made_from(), Some(copenhagen));
    /// ```
    pub fn made_from(&self) -> Option<&'static Arc<Ruleset>> {
        if self.is_published() {
            return None;
        }
        ruleset(self.base().unwrap_or(self.id()))
    }

    /// Whether this is the rule set of a leaflet, or house rules that were made from one.
    ///
    /// ```
    /// use hnefi_rules::{Question, leaflet, ruleset};
    /// assert!(leaflet("fetlar-2018").unwrap().with(Question::NoMove, "loss").unwrap().is_of_a_leaflet());
    /// assert!(!ruleset("copenhagen").unwrap().is_of_a_leaflet());
    /// ```
    pub fn is_of_a_leaflet(&self) -> bool {
        leaflet(self.made_from().map_or(self.id(), |base| base.id())).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_listed_under_its_id() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulesets");
        for file in std::fs::read_dir(&folder).unwrap() {
            let path = file.unwrap().path();
            let id = path.file_stem().unwrap().to_str().unwrap();
            assert!(
                ruleset(id).is_some(),
                "rulesets/{id}.toml is in neither list of crates/hnefi-rules/src/ruleset/embedded.rs"
            );
        }
        for (name, text) in LEAFLET_FILES.iter().chain(COMMUNITY_FILES) {
            assert_eq!(Ruleset::from_toml(text).unwrap().id(), *name, "the id in rulesets/{name}.toml");
        }
    }
}

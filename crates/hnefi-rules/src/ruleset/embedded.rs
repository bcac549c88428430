//! The rule sets that the program brings along: five published leaflets, and those of the community.

use std::sync::{Arc, LazyLock};

use super::Ruleset;

const LEAFLET_FILES: [(&str, &str); 5] = [
    ("fetlar-2018.toml", include_str!("../../../../rulesets/fetlar-2018.toml")),
    ("viking-game.toml", include_str!("../../../../rulesets/viking-game.toml")),
    ("cyningstan-2014.toml", include_str!("../../../../rulesets/cyningstan-2014.toml")),
    ("nestorgames.toml", include_str!("../../../../rulesets/nestorgames.toml")),
    ("regency-chess.toml", include_str!("../../../../rulesets/regency-chess.toml")),
];

const COMMUNITY_FILES: [(&str, &str); 12] = [
    ("copenhagen.toml", include_str!("../../../../rulesets/copenhagen.toml")),
    ("fetlar-online.toml", include_str!("../../../../rulesets/fetlar-online.toml")),
    ("historical-11.toml", include_str!("../../../../rulesets/historical-11.toml")),
    ("brandubh.toml", include_str!("../../../../rulesets/brandubh.toml")),
    ("tablut-saami.toml", include_str!("../../../../rulesets/tablut-saami.toml")),
    ("tablut-linnaeus.toml", include_str!("../../../../rulesets/tablut-linnaeus.toml")),
    ("sea-battle.toml", include_str!("../../../../rulesets/sea-battle.toml")),
    ("tawlbwrdd.toml", include_str!("../../../../rulesets/tawlbwrdd.toml")),
    ("ard-ri.toml", include_str!("../../../../rulesets/ard-ri.toml")),
    ("magpie.toml", include_str!("../../../../rulesets/magpie.toml")),
    ("parlett-13.toml", include_str!("../../../../rulesets/parlett-13.toml")),
    ("tablut-15.toml", include_str!("../../../../rulesets/tablut-15.toml")),
];

static LEAFLETS: LazyLock<Vec<Arc<Ruleset>>> = LazyLock::new(|| read(&LEAFLET_FILES));
static COMMUNITY: LazyLock<Vec<Arc<Ruleset>>> = LazyLock::new(|| read(&COMMUNITY_FILES));

fn read(files: &[(&str, &str)]) -> Vec<Arc<Ruleset>> {
    files
        .iter()
        .map(|(name, text)| match Ruleset::from_toml(text) {
            Ok(ruleset) => Arc::new(ruleset),
            Err(error) => panic!("embedded rule file {name}: {error}"),
        })
        .collect()
}

/// The five leaflets, in the order of the rules page: Fetlar 2018 first.
pub fn leaflets() -> &'static [Arc<Ruleset>] {
    &LEAFLETS
}

/// The twelve rule sets that the community plays, in the order of the rules page: Copenhagen first.
pub fn community() -> &'static [Arc<Ruleset>] {
    &COMMUNITY
}

/// Every rule set of this program: the leaflets, then those of the community.
///
/// ```
/// use hnefi_rules::rulesets;
/// assert_eq!(rulesets().count(), 17);
/// assert!(rulesets().all(|ruleset| ruleset.base().is_none()));
/// ```
pub fn rulesets() -> impl Iterator<Item = &'static Arc<Ruleset>> + Clone {
    leaflets().iter().chain(community())
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

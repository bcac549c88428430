//! The five published leaflets, embedded in the program.

use std::sync::{Arc, LazyLock};

use super::Ruleset;

const FILES: [(&str, &str); 5] = [
    ("fetlar-2018.toml", include_str!("../../../../rulesets/fetlar-2018.toml")),
    ("viking-game.toml", include_str!("../../../../rulesets/viking-game.toml")),
    ("cyningstan-2014.toml", include_str!("../../../../rulesets/cyningstan-2014.toml")),
    ("nestorgames.toml", include_str!("../../../../rulesets/nestorgames.toml")),
    ("regency-chess.toml", include_str!("../../../../rulesets/regency-chess.toml")),
];

static LEAFLETS: LazyLock<Vec<Arc<Ruleset>>> = LazyLock::new(|| {
    FILES
        .iter()
        .map(|(name, text)| match Ruleset::from_toml(text) {
            Ok(ruleset) => Arc::new(ruleset),
            Err(error) => panic!("embedded rule file {name}: {error}"),
        })
        .collect()
});

/// The five leaflets, in the order of the rules page: Fetlar 2018 first.
pub fn leaflets() -> &'static [Arc<Ruleset>] {
    &LEAFLETS
}

/// The leaflet of an id, such as `viking-game`.
pub fn leaflet(id: &str) -> Option<&'static Arc<Ruleset>> {
    LEAFLETS.iter().find(|r| r.id() == id)
}

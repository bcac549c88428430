//! The names of rule sets on the wire.

use std::sync::Arc;

use hnefi_rules::{Ruleset, ruleset, rulesets};

/// A rule set under the name by which an engine knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The name that was used.
    pub name: String,
    /// The rule set that it means.
    pub ruleset: Arc<Ruleset>,
}

/// Names of TaflZero for rule sets of ours.
const ALIASES: [(&str, &str); 2] = [("copenhagen11x11", "copenhagen"), ("historical11x11", "historical-11")];

/// Why a name means no rule set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VariantError {
    /// Nobody knows the name.
    #[error("there is no rule set `{0}`; `uci` lists them")]
    Unknown(String),
    /// TaflZero knows it, but it is another game than any of ours.
    #[error(
        "`tablut9x9` starts from another board than the tabluts known here: choose tablut-saami or tablut-linnaeus"
    )]
    OtherTablut,
}

impl Variant {
    /// The rule set of a name: one of our ids, or a name of TaflZero. Capitals do not matter.
    ///
    /// ```
    /// use hnefi_uci::Variant;
    /// assert_eq!(Variant::of("copenhagen11x11").unwrap().ruleset.id(), "copenhagen");
    /// assert_eq!(Variant::of("nestorgames").unwrap().ruleset.id(), "nestorgames");
    /// assert!(Variant::of("chess").is_err());
    /// ```
    ///
    /// # Errors
    /// A [`VariantError`] that names the name.
    pub fn of(name: &str) -> Result<Variant, VariantError> {
        let lower = name.to_ascii_lowercase();
        let id = ALIASES.iter().find(|(alias, _)| *alias == lower).map_or(lower.as_str(), |(_, id)| id);
        match ruleset(id) {
            Some(ruleset) => Ok(Variant { name: lower.clone(), ruleset: ruleset.clone() }),
            None if lower == "tablut9x9" => Err(VariantError::OtherTablut),
            None => Err(VariantError::Unknown(name.chars().take(40).collect())),
        }
    }

    /// Whether the option of this name chooses the rule set.
    ///
    /// ```
    /// assert!(hnefi_uci::Variant::is_option("UCI_Variant"));
    /// ```
    pub fn is_option(name: &str) -> bool {
        ["variant", "uci_variant"].contains(&name.to_ascii_lowercase().as_str())
    }

    /// Every name, our ids first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        rulesets().map(|ruleset| ruleset.id()).chain(ALIASES.iter().map(|(alias, _)| *alias))
    }

    /// The other names of a rule set.
    pub(crate) fn aliases(id: &str) -> impl Iterator<Item = &'static str> {
        ALIASES.iter().filter(move |(_, of)| *of == id).map(|(alias, _)| *alias)
    }
}

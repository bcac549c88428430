//! What was named: a rule set, a file of weights, and the engine that judges by it.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use hnefi_engine::{Engine, EngineOptions, MindChoice, Weights};
use hnefi_rules::{Referee, ruleset};

/// A referee of a rule set that is named.
pub(crate) fn referee(id: &str) -> anyhow::Result<Arc<Referee>> {
    let ruleset = ruleset(id).with_context(|| format!("there is no rule set \"{id}\""))?;
    Ok(Arc::new(Referee::new(ruleset.clone())))
}

/// An engine on one thread that judges by hand and plays the same every time, perhaps with other weights than its own.
pub(crate) fn engine(seed: u64, weights: Option<&Weights>) -> Engine {
    let choice = weights.cloned().map_or(MindChoice::Hand, MindChoice::Weights);
    Engine::of_mind(EngineOptions { threads: 1, hash_mb: 2, seed: Some(seed) }, choice)
}

/// The weights in a file.
pub(crate) fn read_weights(file: &Path) -> anyhow::Result<Weights> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    Weights::from_toml(&text).with_context(|| format!("{} holds no weights", file.display()))
}

/// The weights in a file, or `None` for "own", the engine's.
pub(crate) fn named_weights(name: &str) -> anyhow::Result<Option<Weights>> {
    if name == "own" { Ok(None) } else { read_weights(name.as_ref()).map(Some) }
}

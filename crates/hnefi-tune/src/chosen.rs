//! What was named: a rule set, a file of weights, the engine that judges by it, and where a result goes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, ensure};
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

/// Says whether a result can go to a file before the work that makes it.
pub(crate) fn check_place(file: &Path) -> anyhow::Result<()> {
    ensure!(!file.is_dir(), "cannot write {}: it is a folder", file.display());
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        let cannot = || format!("cannot write {}: {} is no folder that can be read", file.display(), folder.display());
        std::fs::read_dir(folder).with_context(cannot)?;
    }
    Ok(())
}

/// Writes a file whole: nobody finds half of it.
pub(crate) fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let written = std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, file));
    written.with_context(|| format!("cannot write {}", file.display()))
}

//! Compares who depends on whom with the table in ARCHITECTURE.md.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use cargo_metadata::{DependencyKind, MetadataCommand};

use crate::process::root;

type Table = BTreeMap<String, BTreeSet<String>>;

/// Fails with every edge that the table does not allow, and every row that no longer fits.
pub(crate) fn check() -> Result<()> {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).context("ARCHITECTURE.md")?;
    let problems = compare(&read_table(&text), &workspace()?);
    if problems.is_empty() {
        println!("the crates depend on each other as ARCHITECTURE.md says");
        return Ok(());
    }
    bail!("ARCHITECTURE.md and the crates disagree:\n  {}", problems.join("\n  "))
}

/// The rows of the table: a crate's name in the first column, those it may depend on in the last.
fn read_table(text: &str) -> Table {
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    text.lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.trim().strip_prefix('|')?.strip_suffix('|')?.split('|').collect();
            let (first, last) = (cells.first()?, cells.last()?);
            let name = names(first).into_iter().next()?;
            (cells.len() == 3).then(|| (name, names(last).into_iter().collect()))
        })
        .collect()
}

fn workspace() -> Result<Table> {
    let metadata = MetadataCommand::new().current_dir(root()).no_deps().exec().context("cargo metadata")?;
    let members: BTreeSet<String> = metadata.packages.iter().map(|p| p.name.to_string()).collect();
    Ok(metadata
        .packages
        .iter()
        .map(|package| {
            let used = package
                .dependencies
                .iter()
                .filter(|d| d.kind != DependencyKind::Development && members.contains(&d.name))
                .map(|d| d.name.clone())
                .collect();
            (package.name.to_string(), used)
        })
        .collect())
}

fn compare(allowed: &Table, used: &Table) -> Vec<String> {
    let mut problems = Vec::new();
    for (name, dependencies) in used {
        let Some(may) = allowed.get(name) else {
            problems.push(format!("`{name}` has no row in the table"));
            continue;
        };
        for dependency in dependencies.difference(may) {
            problems.push(format!("`{name}` depends on `{dependency}`, which its row does not allow"));
        }
        for dependency in may.difference(dependencies) {
            problems.push(format!("`{name}` no longer depends on `{dependency}`: take it out of its row"));
        }
    }
    for name in allowed.keys().filter(|name| !used.contains_key(*name)) {
        problems.push(format!("`{name}` has a row and is no crate"));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str =
        "| crate | what | may depend on |\n|---|---|---|\n| `a` | the `base` | nothing |\n| `b` | more | `a` |\n";

    #[test]
    fn every_disagreement_is_named() {
        let table = read_table(PAGE);
        assert_eq!(table.keys().collect::<Vec<_>>(), ["a", "b"]);
        let set = |names: &[&str]| names.iter().map(|n| n.to_string()).collect::<BTreeSet<_>>();
        let used: Table = [("a".to_owned(), set(&["b"])), ("c".to_owned(), set(&[]))].into();
        let problems = compare(&table, &used);
        assert_eq!(problems.len(), 3, "{problems:?}");
        let same: Table = [("a".to_owned(), set(&[])), ("b".to_owned(), set(&["a"]))].into();
        assert!(compare(&table, &same).is_empty());
    }
}

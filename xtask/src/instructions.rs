//! Counts the instructions that perft takes a leaf. Unlike seconds, they repeat on a noisy machine.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use crate::bench::build_perft;
use crate::process::{output, program, root};
use crate::setup;
use crate::steps::Done;

/// How many per cent more instructions than recorded are too many.
const TOLERANCE: f64 = 3.0;

/// The measured runs: a name, the mode, the depth, the rule set, and the leaves of its start.
const RUNS: [(&str, [&str; 3], u64); 3] = [
    ("every leaf made", ["make", "3", "fetlar-2018"], 806_344),
    ("last ply counted", ["count", "4", "fetlar-2018"], 50_456_804),
    ("copenhagen, every leaf made", ["make", "3", "copenhagen"], 806_344),
];

/// The committed figures.
#[derive(Serialize, Deserialize)]
struct Recorded {
    /// The compiler with which they were made; another one's code is not compared.
    rustc: String,
    /// Instructions a leaf, by the name of the run.
    instructions_per_leaf: BTreeMap<String, f64>,
}

/// Counts, and compares with the committed figures, on a machine of their kind.
pub(crate) fn check() -> Result<Done> {
    match not_comparable(&host()?) {
        Some(why) => Ok(Done::Skipped(why)),
        None => run(false).map(|()| Done::Passed),
    }
}

/// The kind of machine that this one is, as the compiler calls it.
fn host() -> Result<String> {
    let said = output(program("rustc").arg("-vV"))?;
    said.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned).context("rustc names no host")
}

/// Why the committed figures say nothing of a kind of machine; nothing where they do.
fn not_comparable(host: &str) -> Option<String> {
    let fits = host.starts_with("x86_64-");
    (!fits).then(|| format!("the figures count instructions of x86_64, and this machine is {host}"))
}

/// Counts, and compares with the committed figures or records them.
pub(crate) fn run(record: bool) -> Result<()> {
    if let Some(why) = not_comparable(&host()?) {
        bail!(why);
    }
    setup::valgrind()?;
    let perft = build_perft("x86-64-v3")?;
    let rustc = output(program("rustc").arg("--version"))?.trim().to_owned();
    let mut counted = BTreeMap::new();
    for (name, arguments, leaves) in RUNS {
        counted.insert(name.to_owned(), count(&perft, arguments)? / leaves as f64);
    }
    let path = root().join("docs/bench/instructions.json");
    if record {
        let recorded = Recorded { rustc, instructions_per_leaf: counted };
        std::fs::write(&path, serde_json::to_string_pretty(&recorded)? + "\n")
            .context("docs/bench/instructions.json")?;
        println!("recorded in {}", path.display());
        return Ok(());
    }
    let text = std::fs::read_to_string(&path).context("docs/bench/instructions.json")?;
    let recorded: Recorded = serde_json::from_str(&text).context("docs/bench/instructions.json")?;
    let mut worse = Vec::new();
    for (name, now) in &counted {
        let then = recorded.instructions_per_leaf.get(name).with_context(|| format!("no figure for `{name}`"))?;
        let change = (now / then - 1.0) * 100.0;
        println!("perft, {name}: {now:.3} instructions a leaf, {then:.3} recorded, {change:+.1} %");
        if change > TOLERANCE {
            worse.push(format!("{name}: {change:+.1} %"));
        }
    }
    if recorded.rustc != rustc {
        println!("recorded with {}, built with {rustc}: shown, not judged", recorded.rustc);
        return Ok(());
    }
    if worse.is_empty() {
        return Ok(());
    }
    bail!(
        "perft takes more instructions than {TOLERANCE} % over the committed figures ({}); if that is meant, run `cargo xtask instructions --record`",
        worse.join(", ")
    )
}

/// The instructions of one whole run, counted by valgrind.
fn count(perft: &PathBuf, arguments: [&str; 3]) -> Result<f64> {
    let text = output(
        program("valgrind").args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(perft).args(arguments),
    )?;
    let line = text.lines().find(|line| line.contains("refs:")).context("valgrind printed no count")?;
    let digits: String = line.rsplit(':').next().unwrap_or_default().chars().filter(char::is_ascii_digit).collect();
    digits.parse().context("valgrind's count")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_another_kind_of_machine_are_not_compared() {
        assert_eq!(not_comparable("x86_64-unknown-linux-gnu"), None);
        let why = not_comparable("aarch64-unknown-linux-gnu").unwrap();
        assert!(why.ends_with("this machine is aarch64-unknown-linux-gnu"), "{why}");
    }
}

//! Times perft as the benchmark page quotes it.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::process::{cargo, output, program, root, run};

/// How often each run is repeated; the best is quoted.
const TIMES: usize = 5;

/// The runs: the mode, the depth and the rule set.
const RUNS: [(&str, &str, &str); 3] =
    [("count", "5", "fetlar-2018"), ("make", "4", "fetlar-2018"), ("make", "4", "copenhagen")];

/// Builds and times both kinds of perft for both kinds of processor.
pub(crate) fn run_all() -> Result<()> {
    for cpu in ["x86-64-v3", "x86-64"] {
        let perft = build_perft(cpu)?;
        for (mode, depth, rules) in RUNS {
            let mut best: Option<(f64, String)> = None;
            for _ in 0..TIMES {
                let line = output(program(&perft.to_string_lossy()).args([mode, depth, rules]))?.trim().to_owned();
                let seconds = seconds(&line).with_context(|| format!("no seconds in `{line}`"))?;
                if best.as_ref().is_none_or(|(fastest, _)| seconds < *fastest) {
                    best = Some((seconds, line));
                }
            }
            println!("{cpu:<10} perft {mode} {depth} {rules}: {}", best.map_or(String::new(), |(_, line)| line));
        }
    }
    Ok(())
}

/// The example `perft` of the rules crate, built for a kind of processor in a folder of its own.
pub(crate) fn build_perft(cpu: &str) -> Result<PathBuf> {
    let folder = root().join("target").join(format!("perft-{cpu}"));
    run(cargo()
        .args(["build", "--release", "--quiet", "--package", "hnefi-rules", "--example", "perft", "--target-dir"])
        .arg(&folder)
        .env("RUSTFLAGS", format!("-C target-cpu={cpu}")))?;
    Ok(folder.join("release/examples/perft"))
}

fn seconds(line: &str) -> Option<f64> {
    line.split(", ").find_map(|part| part.strip_suffix(" s")?.parse().ok())
}

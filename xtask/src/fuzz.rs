//! Fuzzing for so many seconds, with coverage to guide it. The bounded forms of the same checks are among the tests.

use std::path::Path;

use anyhow::{Context, Result, bail};
use cargo_metadata::{Metadata, MetadataCommand};

use crate::process::{cargo, output, program, root, run};
use crate::setup;

/// What makes the compiler count for libFuzzer which ways a program went.
const FLAGS: &str = "--cfg fuzzing -C debug-assertions -C codegen-units=1 -C passes=sancov-module \
    -C llvm-args=-sanitizer-coverage-level=4 -C llvm-args=-sanitizer-coverage-inline-8bit-counters \
    -C llvm-args=-sanitizer-coverage-pc-table -C llvm-args=-sanitizer-coverage-trace-compares";

/// Runs the targets of `fuzz/` that are named, or all of them, each for so many seconds. All of them run even if one fails.
pub(crate) fn run_all(seconds: u32, named: &[String]) -> Result<()> {
    let folder = root().join("fuzz");
    let metadata = MetadataCommand::new().current_dir(&folder).no_deps().exec().context("cargo metadata in fuzz/")?;
    let targets = choose(&targets(&metadata), named)?;
    setup::cpp_compiler()?;
    // Named, so that the flags are for the targets alone and not for what runs while they are built.
    let host = host()?;
    let mut build = cargo();
    build.args(["build", "--release", "--quiet", "--target", &host, "--manifest-path"]).arg(folder.join("Cargo.toml"));
    build.args(targets.iter().flat_map(|target| ["--bin", target])).env("RUSTFLAGS", FLAGS);
    build.env_remove("CARGO_TARGET_DIR").current_dir(&folder);
    run(&mut build)?;
    let programs = folder.join("target").join(&host).join("release");
    let failed: Vec<&str> = targets
        .iter()
        .filter(|target| fuzz(&folder, &programs, target, seconds).is_err())
        .map(String::as_str)
        .collect();
    if failed.is_empty() {
        println!("{} targets, {seconds} s each: nothing found", targets.len());
        return Ok(());
    }
    bail!("{} failed; what they failed on is kept in fuzz/artifacts", failed.join(", "))
}

/// Runs one target; inputs that went new ways are kept for the next time, and so is one that fails.
fn fuzz(folder: &Path, programs: &Path, target: &str, seconds: u32) -> Result<()> {
    println!("\n== {target}");
    let (corpus, artifacts) = (folder.join("corpus").join(target), folder.join("artifacts").join(target));
    for made in [&corpus, &artifacts] {
        std::fs::create_dir_all(made).with_context(|| made.display().to_string())?;
    }
    run(program(&programs.join(target).to_string_lossy())
        .args([format!("-max_total_time={seconds}"), format!("-artifact_prefix={}/", artifacts.display())])
        .args(["-timeout=20", "-rss_limit_mb=4096", "-verbosity=1", "-print_final_stats=1"])
        .arg(&corpus))
}

fn targets(metadata: &Metadata) -> Vec<String> {
    metadata.packages.iter().flat_map(|package| &package.targets).map(|target| target.name.clone()).collect()
}

fn choose(targets: &[String], named: &[String]) -> Result<Vec<String>> {
    if let Some(unknown) = named.iter().find(|name| !targets.contains(name)) {
        bail!("there is no target `{unknown}`; there are {}", targets.join(", "));
    }
    Ok(if named.is_empty() { targets.to_vec() } else { named.to_vec() })
}

/// The kind of machine that this is, as the compiler calls it.
fn host() -> Result<String> {
    let said = output(program("rustc").arg("-vV"))?;
    said.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned).context("rustc -vV names no host")
}

#[cfg(test)]
mod tests {
    use super::choose;

    #[test]
    fn targets_are_chosen_by_name() {
        let all = ["square".to_owned(), "rows".to_owned()];
        assert_eq!(choose(&all, &[]).unwrap(), all);
        assert_eq!(choose(&all, &all[1..]).unwrap(), all[1..]);
        let error = choose(&all, &["ruins".to_owned()]).unwrap_err().to_string();
        assert_eq!(error, "there is no target `ruins`; there are square, rows");
    }
}

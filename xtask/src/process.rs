//! Starting other programs from the root of the workspace.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use cargo_metadata::MetadataCommand;
use rustix::process::{Pid, Signal, kill_process_group};

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// The folder in which cargo builds.
pub(crate) fn target() -> Result<PathBuf> {
    target_of(MetadataCommand::new().current_dir(root()))
}

/// Cargo knows it: the environment may name it, and so may settings of the user.
fn target_of(asked: &mut MetadataCommand) -> Result<PathBuf> {
    Ok(asked.no_deps().exec().context("cargo metadata")?.target_directory.into())
}

/// A program, to be run in the root of the workspace.
pub(crate) fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root());
    command
}

/// Cargo itself, the one that runs this program.
pub(crate) fn cargo() -> Command {
    let mut command = program(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
    // A flag or version meant for this program alone must not reach the ones that it builds.
    command.env_remove("CARGO_MANIFEST_DIR").env_remove("CARGO_PKG_NAME");
    command
}

/// Runs a command to its end with its output on the screen.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = shown(command);
    println!("$ {shown}");
    let status = command.status().with_context(|| format!("`{shown}` could not be started"))?;
    if status.success() { Ok(()) } else { bail!("`{shown}` failed: {status}") }
}

/// Builds the program, and examples beside it.
pub(crate) fn build(examples: &[&str]) -> Result<()> {
    // Of one package alone, crates would have other features than the tests have built them with, and all be built anew.
    let mut cargo = cargo();
    cargo.args(["build", "--quiet", "--workspace", "--bin", "hnefi"]);
    run(cargo.args(examples.iter().flat_map(|example| ["--example", example])))
}

/// Runs a command likewise; one that takes longer than that is ended with all that it has started.
pub(crate) fn run_within(command: &mut Command, patience: Duration) -> Result<()> {
    let shown = shown(command);
    println!("$ {shown}");
    let mut child = command.process_group(0).spawn().with_context(|| format!("`{shown}` could not be started"))?;
    let until = Instant::now() + patience;
    loop {
        match child.try_wait()? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => bail!("`{shown}` failed: {status}"),
            None if Instant::now() > until => {
                let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
                let _ = child.wait();
                bail!("`{shown}` was not done in {} s", patience.as_secs());
            }
            None => std::thread::sleep(Duration::from_millis(100)),
        }
    }
}

/// Runs a command to its end and gives what it printed, standard error after standard output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let shown = shown(command);
    let output = command.output().with_context(|| format!("`{shown}` could not be started"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(text) } else { bail!("`{shown}` failed: {}\n{text}", output.status) }
}

/// Whether a program can be found and answers `--version`.
pub(crate) fn exists(name: &str) -> bool {
    succeeds(Command::new(name).arg("--version"))
}

/// Whether a command can be run and says that it succeeded; nothing of it is shown.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    let quiet = || std::process::Stdio::null();
    command.stdout(quiet()).stderr(quiet()).status().is_ok_and(|status| status.success())
}

fn shown(command: &Command) -> String {
    let mut words = vec![command.get_program().to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|a| a.to_string_lossy().into_owned()));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_is_asked_where_it_builds() {
        let mut asked = MetadataCommand::new();
        asked.current_dir(root());
        asked.env("CARGO_TARGET_DIR", "elsewhere");
        assert_eq!(target_of(&mut asked).unwrap(), root().join("elsewhere"));
        asked.env_remove("CARGO_TARGET_DIR").env("CARGO_BUILD_TARGET_DIR", "/built");
        assert_eq!(target_of(&mut asked).unwrap(), PathBuf::from("/built"));
    }

    #[test]
    fn what_takes_too_long_is_ended() {
        let error = run_within(program("sleep").arg("3600"), Duration::from_millis(50)).unwrap_err();
        assert!(error.to_string().contains("`sleep 3600` was not done"), "{error}");
        assert!(run_within(&mut program("true"), Duration::from_secs(60)).is_ok());
        assert!(run_within(&mut program("false"), Duration::from_secs(60)).is_err());
    }
}

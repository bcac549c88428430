//! The steps of `cargo xtask test`, in order.

use std::ffi::OsString;
use std::thread;
use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use clap::ValueEnum;

use crate::process::{self, cargo, program, target};
use crate::{dependencies, forgotten, instructions, licences, links, nodes, postgres, setup, wasm};

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Step {
    /// The code is formatted.
    Format,
    /// Clippy has nothing to say.
    Clippy,
    /// The crates depend on each other only as ARCHITECTURE.md's table allows.
    Dependencies,
    /// What the pages of the documentation point to is there.
    Links,
    /// The licences of all crates are among those that deny.toml allows; with `cargo deny` more, where it is installed.
    Licences,
    /// All Rust tests: rules chapters, perft tables, random games, and the rest.
    Tests,
    /// The module that a page loads is made from these sources; where its compiler can be had, by being made again.
    Wasm,
    /// The store's tests once more, and the program's, on PostgreSQL.
    Postgres,
    /// Several servers on one database, over a real PostgreSQL and a real NATS.
    Nodes,
    /// The documentation builds without a warning.
    Docs,
    /// The JavaScript has the types that its comments promise.
    Types,
    /// The browser tests, in Chromium.
    Browser,
    /// Perft takes no more instructions a leaf than the committed figures say.
    Instructions,
}

/// How a step ended that did not fail.
pub(crate) enum Done {
    Passed,
    /// It could not be made here, for this reason.
    Skipped(String),
}

/// Runs the steps that `only` names (all, if it names none) without those that `skip` names.
pub(crate) fn run(only: &[Step], skip: &[Step]) -> Result<()> {
    let chosen: Vec<Step> = Step::value_variants()
        .iter()
        .copied()
        .filter(|step| (only.is_empty() || only.contains(step)) && !skip.contains(step))
        .collect();
    run_all(&chosen)
}

fn run_step(step: Step) -> Result<Done> {
    match step {
        Step::Wasm => return wasm::check(),
        Step::Nodes => return nodes::test(),
        Step::Format => process::run(cargo().args(["fmt", "--all", "--check"])),
        Step::Clippy => process::run(cargo().args([
            "clippy",
            "--workspace",
            "--all-targets",
            "--quiet",
            "--",
            "--deny",
            "warnings",
        ])),
        Step::Dependencies => dependencies::check(),
        Step::Links => links::check(),
        Step::Licences => licences::check(),
        Step::Tests => {
            forgotten::check()?;
            // Clippy has seen that all examples compile; tests start these.
            process::build(&["serve", "fake_engine", "fake_htp"])?;
            let test = |what: &str| {
                let mut cargo = cargo();
                cargo.args(["test", "--workspace", "--no-fail-fast", "--quiet", what]);
                process::run(cargo.env("RUST_TEST_THREADS", test_threads()))
            };
            let (tests, examples) = (test("--tests"), test("--doc"));
            tests.and(examples)
        }
        Step::Postgres => postgres::test(),
        Step::Docs => process::run(
            cargo().args(["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "--deny warnings"),
        ),
        Step::Types => {
            setup::node_packages()?;
            process::run(program("npm").args(["run", "--silent", "check"]))
        }
        Step::Browser => {
            setup::node_packages()?;
            let (chromium, shell) = (setup::chromium()?, setup::headless_shell());
            process::build(&["native"])?;
            let target = target()?;
            process::run(
                program("npm")
                    .args(["run", "--silent", "browser-tests"])
                    .env("HEADLESS_SHELL", shell.as_ref().unwrap_or(&chromium))
                    .env("CHROMIUM", &chromium)
                    .env("HNEFI_BIN", target.join("debug").join("hnefi"))
                    .env("HNEFI_NATIVE", target.join("debug/examples/native")),
            )
        }
        Step::Instructions => return instructions::check(),
    }
    .map(|()| Done::Passed)
}

/// How many tests of a program run at once, if nobody says: two on a core, since many wait for a server or for a clock.
fn test_threads() -> OsString {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::env::var_os("RUST_TEST_THREADS").unwrap_or_else(|| (2 * cores).to_string().into())
}

/// How a step went, and how many seconds it took.
type Ended = (Step, Result<Done>, u64);

fn timed(step: Step) -> Ended {
    let began = Instant::now();
    let result = run_step(step);
    match &result {
        Ok(Done::Passed) => {}
        Ok(Done::Skipped(why)) => println!("{step:?} skipped: {why}"),
        Err(error) => eprintln!("{step:?}: {error:#}"),
    }
    (step, result, began.elapsed().as_secs())
}

/// Runs all of these steps even if one fails, and prints a line for each at the end.
fn run_all(steps: &[Step]) -> Result<()> {
    let mut results = Vec::new();
    thread::scope(|scope| {
        // The module's compiler keeps one core busy for minutes, and the steps after it often wait for a server.
        let mut module: Option<thread::ScopedJoinHandle<Ended>> = None;
        let end = |module: thread::ScopedJoinHandle<Ended>| {
            module.join().unwrap_or_else(|_| (Step::Wasm, Err(anyhow!("Wasm panicked")), 0))
        };
        for &step in steps {
            if step == Step::Wasm {
                println!("\n== Wasm, beside what comes next");
                module = Some(scope.spawn(move || timed(step)));
                continue;
            }
            if step == Step::Browser {
                results.extend(module.take().map(end));
            }
            println!("\n== {step:?}");
            results.push(timed(step));
        }
        results.extend(module.map(end));
    });
    results.sort_by_key(|&(step, ..)| step);
    println!();
    let count = |wanted: fn(&Result<Done>) -> bool| results.iter().filter(|(_, result, _)| wanted(result)).count();
    for (step, result, seconds) in &results {
        let word = match result {
            Ok(Done::Passed) => "passed",
            Ok(Done::Skipped(_)) => "skipped",
            Err(_) => "FAILED",
        };
        println!("{:<13} {word:<7} {seconds} s", format!("{step:?}"));
    }
    let (passed, failed) = (count(|result| matches!(result, Ok(Done::Passed))), count(Result::is_err));
    println!("{passed} passed, {} skipped, {failed} failed", results.len() - passed - failed);
    if failed > 0 { bail!("not everything passed") } else { Ok(()) }
}

//! The project's own chores. `cargo xtask test` is what the continuous integration runs.

mod bench;
mod dependencies;
mod forgotten;
mod fuzz;
mod instructions;
mod licences;
mod links;
mod nats;
mod nodes;
mod postgres;
mod process;
mod setup;
mod steps;
mod wasm;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The chores.
#[derive(Parser)]
#[command(name = "cargo xtask", about = "The project's own chores")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Runs every check: format, clippy, crate table, links, licences, tests, WebAssembly, the store on PostgreSQL, several servers,
    /// documentation, JavaScript types, browser tests, instruction counts. Installs what they need, or says what to install
    Test {
        /// Runs only these steps
        #[arg(long = "only", value_name = "STEP")]
        only: Vec<steps::Step>,
        /// Leaves these steps out
        #[arg(long = "skip", value_name = "STEP")]
        skip: Vec<steps::Step>,
    },
    /// Redraws the resulting diagrams in docs/rules and docs/sheets. Expectations stay as people wrote them
    Bless,
    /// Counts the instructions of perft a leaf and compares them with the committed figures
    Instructions {
        /// Writes the figures of this machine's compiler to docs/bench/instructions.json
        #[arg(long)]
        record: bool,
    },
    /// Feeds the readers of text whatever goes new ways through them. Any stable Rust will do, with a C++ compiler
    Fuzz {
        /// For so many seconds each
        #[arg(value_parser = clap::value_parser!(u32).range(1..))]
        seconds: u32,
        /// Only these targets of fuzz/
        #[arg(value_name = "TARGET")]
        targets: Vec<String>,
    },
    /// Builds the module that a page loads, and notes what it was made from
    Wasm,
    /// Writes everything that works without a server, for any web host, as `hnefi site` does
    Site {
        /// What `hnefi site` is told: a folder that is made, and its options
        #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "FOLDER")]
        told: Vec<std::ffi::OsString>,
    },
    /// Times perft, built for x86-64-v3 and for the baseline: best of five each
    Bench,
}

fn main() -> ExitCode {
    let done = match Arguments::parse().chore {
        Chore::Test { only, skip } => steps::run(&only, &skip),
        Chore::Bless => {
            process::run(process::cargo().args(["run", "--quiet", "--package", "hnefi-chapters", "--example", "bless"]))
        }
        Chore::Instructions { record } => instructions::run(record),
        Chore::Fuzz { seconds, targets } => fuzz::run_all(seconds, &targets),
        Chore::Wasm => wasm::build(),
        Chore::Site { told } => {
            let hnefi = ["run", "--quiet", "--release", "--package", "hnefi", "--", "site"];
            process::run(process::cargo().args(hnefi).args(told))
        }
        Chore::Bench => bench::run_all(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

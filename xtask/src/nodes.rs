//! The tests of several servers that share one database, with the real parts: PostgreSQL and NATS.

use anyhow::Result;

use crate::process::{build, cargo, program, run, target};
use crate::steps::Done;
use crate::{nats, postgres, setup};

/// Runs the tests that need NATS and PostgreSQL on those that `HNEFI_NATS` and `HNEFI_POSTGRES` name, or that are started for them.
pub(crate) fn test() -> Result<Done> {
    let nats = match std::env::var_os("HNEFI_NATS") {
        Some(_) => None,
        None => match setup::nats() {
            Ok(program) => Some(nats::Server::start(&program)?),
            Err(error) => return Ok(Done::Skipped(format!("{error:#}"))),
        },
    };
    let postgres = match std::env::var_os("HNEFI_POSTGRES") {
        Some(_) => None,
        None => match setup::postgres() {
            Ok(programs) => Some(postgres::Server::start(programs)?),
            Err(error) => return Ok(Done::Skipped(format!("{error:#}"))),
        },
    };
    for tests in [&["nats"][..], &["web", "nodes::"]] {
        // Of one package alone, crates would have other features than the tests have built them with, and all be built anew.
        let mut cargo = cargo();
        cargo.args(["test", "--quiet", "--workspace", "--test"]).args(tests);
        if let Some(nats) = &nats {
            cargo.env("HNEFI_NATS", nats.url());
        }
        if let Some(postgres) = &postgres {
            cargo.env("HNEFI_POSTGRES", postgres.url());
        }
        run(&mut cargo)?;
    }
    faults()
}

/// Four faults while people play at two nodes behind a proxy, all started by `deploy/nodes.sh`.
fn faults() -> Result<Done> {
    if let Err(error) = setup::nginx() {
        return Ok(Done::Skipped(format!("the faults: {error:#}")));
    }
    build(&["faults"])?;
    let target = target()?;
    let mut faults = program(&target.join("debug/examples/faults").to_string_lossy());
    faults.arg(target.join("debug/hnefi")).args(["12", "4", "1"]);
    // Where the script finds what is not installed.
    run(faults.env("DEBIAN_UNPACKED", setup::unpacked()))?;
    Ok(Done::Passed)
}

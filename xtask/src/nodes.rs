//! The tests of several servers that share one database, with the real parts: NATS.

use anyhow::Result;

use crate::process::{cargo, run};
use crate::steps::Done;
use crate::{nats, setup};

/// Runs the tests that need NATS on the one that `HNEFI_NATS` names, or one that is started for them.
pub(crate) fn test() -> Result<Done> {
    let nats = match std::env::var_os("HNEFI_NATS") {
        Some(_) => None,
        None => match setup::nats() {
            Ok(program) => Some(nats::Server::start(&program)?),
            Err(error) => return Ok(Done::Skipped(format!("{error:#}"))),
        },
    };
    let mut cargo = cargo();
    cargo.args(["test", "--quiet", "--package", "hnefi-bus", "--test", "nats"]);
    if let Some(nats) = &nats {
        cargo.env("HNEFI_NATS", nats.url());
    }
    run(&mut cargo)?;
    Ok(Done::Passed)
}

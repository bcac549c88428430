//! `hnefi uci`: our engine behind the protocol that other programs speak.

use std::process::ExitCode;

use hnefi_uci::Session;

use super::Done;
use crate::args::UciArgs;
use crate::chosen;

/// Answers lines on standard input until `quit`. `docs/formats/engine-protocol.md` describes them.
pub(crate) fn uci(args: &UciArgs) -> Done {
    let mut session = Session::new(std::io::stdout());
    if let Some(rules) = &args.rules {
        session = session.with_ruleset(chosen::ruleset(rules)?);
    }
    session.run(std::io::stdin().lock());
    Ok(ExitCode::SUCCESS)
}

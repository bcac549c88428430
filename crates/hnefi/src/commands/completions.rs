//! `hnefi completions`: completions for a shell, made from the command line itself.

use std::process::ExitCode;

use clap::CommandFactory;

use super::Done;
use crate::args::{Args, CompletionsArgs};
use crate::output::Output;

/// Prints the completions for a shell.
pub(crate) fn completions(out: &mut Output, args: &CompletionsArgs) -> Done {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "hnefi", &mut script);
    out.part(String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}

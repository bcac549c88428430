//! Hnefatafl, played exactly as the leaflet in your box says.
//!
//! What was typed ([`args`]) becomes one of the [`commands`]; each writes to an [`output::Output`] and fails
//! with an [`error::Error`] that knows its exit code.

mod args;
mod board;
mod chosen;
mod cited;
mod commands;
mod error;
mod log;
mod output;
mod progress;
mod settings;
mod signals;
mod signature;
use std::process::ExitCode;

use clap::Parser;
use hnefi_words::Words;

use crate::args::{Args, Command};
use crate::output::{Output, harmless, say_beside};
use crate::settings::Settings;

fn main() -> ExitCode {
    let args = Args::parse();
    let mut out = Output::to_terminal();
    let done = match args.command {
        None => commands::serve(&mut out, Settings::of_environment()),
        Some(Command::Serve(args)) => commands::serve(&mut out, args),
        Some(Command::Site(args)) => commands::site(&mut out, args),
        Some(Command::Backup(args)) => commands::backup(&mut out, args),
        Some(Command::Restore(args)) => commands::restore(&mut out, args),
        Some(Command::Admin(args)) => commands::admin(&mut out, args),
        Some(Command::Play(args)) => commands::play(&mut out, &args),
        Some(Command::Rules(args)) => commands::rules(&mut out, &args),
        Some(Command::Disputes(args)) => commands::disputes(&mut out, &args),
        Some(Command::Moves(args)) => commands::moves(&mut out, &args),
        Some(Command::Why(args)) => commands::why(&mut out, &args),
        Some(Command::Prove(args)) => commands::prove(&mut out, &args),
        Some(Command::Replay(args)) => commands::replay(&mut out, &args),
        Some(Command::Convert(args)) => commands::convert(&mut out, &args),
        Some(Command::Bench(args)) => commands::bench(&mut out, &args),
        Some(Command::Analyse(args)) => commands::analyse(&mut out, &args),
        Some(Command::Perft(args)) => commands::perft(&mut out, &args),
        Some(Command::Uci(args)) => commands::uci(&args),
        Some(Command::Bot(args)) => commands::bot(&mut out, &args),
        Some(Command::Match(args)) => commands::match_(&mut out, &args),
        Some(Command::Openings { kind }) => commands::openings(&mut out, &kind),
        Some(Command::Selfplay(args)) => commands::selfplay(&mut out, &args),
        Some(Command::Train(args)) => commands::train(&mut out, &args),
        Some(Command::Shards(args)) => commands::shards(&mut out, &args),
        Some(Command::Nets(args)) => commands::nets(&mut out, &args),
        Some(Command::Completions(args)) => commands::completions(&mut out, &args),
    };
    match done.and_then(|code| out.flush().map(|()| code).map_err(Into::into)) {
        Ok(code) => code,
        // Whoever read the output has seen enough.
        Err(error) if error.is_broken_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            // What was written before the error stays before it.
            let _ = out.flush();
            let message = harmless(&error.to_string());
            say_beside(&Words::english().format("cli-error", &[("message", message.into())]));
            error.exit_code()
        }
    }
}

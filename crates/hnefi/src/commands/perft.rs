//! `hnefi perft`: the usual check of a move generator.

use std::process::ExitCode;

use super::Done;
use crate::args::PerftArgs;
use crate::chosen;
use crate::output::Output;

/// Counts the moves of a tree; with `--divide` below each first move as well.
pub(crate) fn perft(out: &mut Output, args: &PerftArgs) -> Done {
    let ruleset = chosen::rules_option(args.at.rules.as_deref())?;
    let (referee, position) = chosen::position(&args.at, &ruleset, None)?;
    if args.divide && args.depth > 0 {
        let mut counts = referee.divide(&position, args.depth);
        counts.sort_by_key(|(mv, _)| (mv.from().file_then_rank(), mv.to().file_then_rank()));
        for (mv, count) in counts {
            out.line(format!("{mv}: {count}"))?;
        }
        out.line("")?;
    }
    out.line(referee.perft(&position, args.depth).to_string())?;
    Ok(ExitCode::SUCCESS)
}

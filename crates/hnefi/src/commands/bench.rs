//! `hnefi bench`: a fixed amount of search, so that two builds can be compared.

use std::process::ExitCode;

use hnefi_engine::Cancel;

use super::Done;
use crate::args::BenchArgs;
use crate::output::Output;

/// Searches fixed positions, and tells how many nodes that took and how long. `docs/bench/search.md` has the number.
pub(crate) fn bench(out: &mut Output, args: &BenchArgs) -> Done {
    let mut said = Ok(());
    let cancel = Cancel::new();
    let bench = hnefi_uci::Bench::run(args.depth, &cancel, &mut |line| {
        said = out.line(line).and_then(|()| out.flush());
        if said.is_err() {
            cancel.cancel();
        }
    });
    said?;
    if let Some(bench) = bench {
        out.line(bench.to_string())?;
    }
    Ok(ExitCode::SUCCESS)
}

//! `hnefi selfplay`: the engine plays itself, and its games are kept. `docs/formats/shards.md` describes the files.

use std::path::Path;
use std::process::ExitCode;

use hnefi_engine::{Cancel, Engine, EngineOptions, MindChoice, OwnMind};
use hnefi_rules::Referee;
use hnefi_selfplay::{
    Progress, Recipe, Run, Settings, mind_of_net, mind_of_own_net, mind_of_own_nets, mind_of_weights,
};
use hnefi_words::Words;

use super::Done;
use super::shards::count_lines;
use crate::args::SelfplayArgs;
use crate::chosen;
use crate::error::Error;
use crate::output::{Output, harmless, say_beside};
use crate::progress::{ProgressLine, hours};
use crate::signals;
use crate::signature::signature;

/// Plays the games that are not there yet.
pub(crate) fn selfplay(out: &mut Output, args: &SelfplayArgs) -> Done {
    let ruleset = chosen::ruleset(&args.rules)?;
    let (choice, mind) = eval(&args.eval, &Referee::new(ruleset.clone()))?;
    let suits = Settings::of(&ruleset);
    let settings = Settings {
        seed: args.seed,
        nodes: args.nodes,
        starts: args.starts.clone().unwrap_or(suits.starts),
        chance: args.chance,
        give_up: args.give_up.map_or(suits.give_up, |may| may.0),
        quiet: args.quiet,
        to_the_end: args.to_the_end,
        plies: args.move_cap,
    };
    let recipe =
        Recipe::new(ruleset, settings, &format!("hnefi {}, {}", env!("CARGO_PKG_VERSION"), signature()?), &mind)
            .map_err(|error| Error::Input(error.to_string()))?;
    let end = args.from.checked_add(args.games).ok_or_else(|| {
        let values = [("from", args.from.to_string().into()), ("games", args.games.to_string().into())];
        Error::input("cli-selfplay-no-room", &values)
    })?;
    let numbers = args.from..end;
    let run = Run { recipe: &recipe, out: &args.out, numbers, threads: args.threads };
    let cancel = Cancel::new();
    signals::cancel(&cancel);
    let mut line = ProgressLine::new();
    let engine = || Engine::of_mind(EngineOptions { threads: 1, hash_mb: 2, seed: Some(1) }, choice.clone());
    let count = run.play(&engine, &cancel, &mut |progress| match (progress.played, progress.done) {
        (0, 0) => {}
        (0, games) => {
            let values = [("games", games.to_string().into())];
            say_beside(&Words::english().format("cli-selfplay-goes-on", &values));
        }
        _ => line.show(|| told(progress)),
    });
    line.end();
    let count = count?;
    let values = [
        ("path", harmless(&run.path().display().to_string()).into()),
        ("games", count.games().to_string().into()),
        ("positions", count.positions.to_string().into()),
    ];
    out.line(Words::english().format("cli-selfplay-done", &values))?;
    count_lines(out, &count)?;
    Ok(if cancel.is_cancelled() { ExitCode::from(130) } else { ExitCode::SUCCESS })
}

/// By what the engine judges, and what tells it from others.
fn eval(value: &str, referee: &Referee) -> Result<(MindChoice, String), Error> {
    let choice = match value {
        "own" => MindChoice::Own,
        "hand" => MindChoice::Hand,
        path => return in_file(Path::new(path), referee),
    };
    let mind = OwnMind::new(referee, &choice);
    let nets: Vec<String> = mind.nets().map(|net| mind_of_own_net(&net.card().name, net.digest())).collect();
    let name = if nets.is_empty() { "by hand".to_owned() } else { mind_of_own_nets(&nets) };
    Ok((choice, name))
}

/// The net or the weights in a file, and what tells them from others.
fn in_file(path: &Path, referee: &Referee) -> Result<(MindChoice, String), Error> {
    let bytes = chosen::read_bytes(path)?;
    let wrong = |message: String| {
        let shown = path.display().to_string();
        Error::input("cli-error-file", &[("path", shown.as_str().into()), ("message", message.into())])
    };
    let choice = MindChoice::from_bytes(&bytes).map_err(|error| wrong(harmless(&error.to_string())))?;
    let name = match &choice {
        MindChoice::Net(net) => mind_of_net(path, net.digest()),
        _ => mind_of_weights(path, &bytes),
    };
    choice.fits(referee).map_err(|error| wrong(error.to_string()))?;
    Ok((choice, name))
}

/// How far the run has got.
fn told(progress: &Progress<'_>) -> String {
    let seconds = progress.elapsed.as_secs_f64();
    let left = progress.wanted.saturating_sub(progress.done) as f64 * seconds / progress.played as f64;
    let percent = |games: u64| (100 * games + progress.count.games() / 2) / progress.count.games().max(1);
    let [won, drawn, lost] = progress.count.results.map(percent);
    Words::english().format(
        "cli-selfplay-progress",
        &[
            ("done", progress.done.to_string().into()),
            ("games", progress.wanted.to_string().into()),
            ("positions", progress.count.positions.to_string().into()),
            ("speed", format!("{:.0}", progress.positions as f64 / seconds.max(1e-3)).into()),
            ("won", won.to_string().into()),
            ("drawn", drawn.to_string().into()),
            ("lost", lost.to_string().into()),
            ("rest", hours(left).into()),
        ],
    )
}

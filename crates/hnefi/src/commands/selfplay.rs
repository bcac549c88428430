//! `hnefi selfplay`: the engine plays itself, and its games are kept. `docs/formats/shards.md` describes the files.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hnefi_engine::{Cancel, Engine, EngineOptions, Judgement, Mind, Weights};
use hnefi_net::Net;
use hnefi_rules::{Referee, Ruleset};
use hnefi_selfplay::{Progress, Recipe, Run, Settings, mind_of_file};
use hnefi_words::Words;

use super::Done;
use super::shards::count_lines;
use crate::args::SelfplayArgs;
use crate::chosen;
use crate::error::Error;
use crate::output::{Output, harmless};
use crate::signals;
use crate::signature::signature;

/// Plays the games that are not there yet.
pub(crate) fn selfplay(out: &mut Output, args: &SelfplayArgs) -> Done {
    let ruleset = chosen::ruleset(&args.rules)?;
    let (judgement, name) = match (&args.weights, &args.net) {
        (Some(path), _) => weights(path)?,
        (None, Some(path)) => net(path, &Referee::new(ruleset.clone()))?,
        (None, None) => (Judgement::Hand, "by hand".to_owned()),
    };
    with_mind(out, args, ruleset, &name, &|| engine(&judgement))
}

/// An engine for one thread. Its table is small: games are searched by few positions a move.
fn engine(judgement: &Judgement) -> Engine {
    Engine::judging(EngineOptions { threads: 1, hash_mb: 2, seed: Some(1) }, judgement.clone())
}

/// The net in a file, and what tells it from others.
fn net(path: &Path, referee: &Referee) -> Result<(Judgement, String), Error> {
    let bytes = chosen::read_bytes(path)?;
    let wrong = |message: String| {
        let shown = path.display().to_string();
        Error::input("cli-error-file", &[("path", shown.as_str().into()), ("message", message.into())])
    };
    let net = Net::from_bytes(&bytes).map_err(|error| wrong(error.to_string()))?;
    let judgement = Judgement::Net(Arc::new(net));
    judgement.fits(referee).map_err(|error| wrong(error.to_string()))?;
    Ok((judgement, mind_of_file("net", path, &bytes)))
}

/// The weights in a file, and what tells them from others.
fn weights(path: &Path) -> Result<(Judgement, String), Error> {
    let text = chosen::read_text(path)?;
    let shown = path.display().to_string();
    let weights = Weights::from_toml(&text).map_err(|error| {
        let values = [("path", shown.as_str().into()), ("message", error.to_string().into())];
        Error::input("cli-error-file", &values)
    })?;
    Ok((Judgement::Weights(weights), mind_of_file("weights", path, text.as_bytes())))
}

/// Plays with an engine that judges by a mind of this name.
fn with_mind<M: Mind>(
    out: &mut Output,
    args: &SelfplayArgs,
    ruleset: Arc<Ruleset>,
    mind: &str,
    engine: &(dyn Fn() -> Engine<M> + Sync),
) -> Done {
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
        Recipe::new(ruleset, settings, &format!("hnefi {}, {}", env!("CARGO_PKG_VERSION"), signature()?), mind)
            .map_err(|error| Error::Input(error.to_string()))?;
    let numbers = args.from..args.from.saturating_add(args.games);
    let run = Run { recipe: &recipe, out: &args.out, numbers, threads: args.threads.get() };
    let cancel = Cancel::new();
    signals::cancel(&cancel);
    let mut line = Line::new();
    let count = run.play(engine, &cancel, &mut |progress| line.show(progress));
    line.end();
    let count = count.map_err(|error| Error::Failed(error.to_string()))?;
    let values = [
        ("path", harmless(&run.path().display().to_string()).into()),
        ("games", count.games().to_string().into()),
        ("positions", count.positions.to_string().into()),
    ];
    out.line(Words::english().format("cli-selfplay-done", &values))?;
    count_lines(out, &count)?;
    Ok(if cancel.is_cancelled() { ExitCode::from(130) } else { ExitCode::SUCCESS })
}

/// The line that shows how far the run has got: written over itself where somebody watches, else once a minute.
struct Line {
    watched: bool,
    last: Instant,
    shown: bool,
}

impl Line {
    fn new() -> Line {
        Line { watched: std::io::stderr().is_terminal(), last: Instant::now(), shown: false }
    }

    fn show(&mut self, progress: &Progress<'_>) {
        if progress.played == 0 && progress.done > 0 {
            let values = [("games", progress.done.to_string().into())];
            let _ = writeln!(std::io::stderr(), "{}", Words::english().format("cli-selfplay-goes-on", &values));
        }
        let pause = Duration::from_millis(if self.watched { 200 } else { 60_000 });
        if progress.played == 0 || self.last.elapsed() < pause {
            return;
        }
        (self.last, self.shown) = (Instant::now(), true);
        let seconds = progress.elapsed.as_secs_f64();
        let left = progress.wanted.saturating_sub(progress.done) as f64 * seconds / progress.played as f64;
        let percent = |games: u64| (100 * games + progress.count.games() / 2) / progress.count.games().max(1);
        let [won, drawn, lost] = progress.count.results.map(percent);
        let text = Words::english().format(
            "cli-selfplay-progress",
            &[
                ("done", progress.done.to_string().into()),
                ("games", progress.wanted.to_string().into()),
                ("positions", progress.count.positions.to_string().into()),
                ("speed", format!("{:.0}", progress.positions as f64 / seconds.max(1e-3)).into()),
                ("won", won.to_string().into()),
                ("drawn", drawn.to_string().into()),
                ("lost", lost.to_string().into()),
                ("rest", span(left).into()),
            ],
        );
        let mut to = std::io::stderr().lock();
        // Where the line cannot be shown, the games go on all the same.
        let _ = if self.watched { write!(to, "\r{text}\x1b[K") } else { writeln!(to, "{text}") };
        let _ = to.flush();
    }

    fn end(&self) {
        if self.watched && self.shown {
            eprint!("\r\x1b[K");
        }
    }
}

fn span(seconds: f64) -> String {
    let minutes = (seconds / 60.0).ceil() as u64;
    format!("{}:{:02}", minutes / 60, minutes % 60)
}

//! `hnefi openings`: makes the files of openings from which matches start. `docs/formats/openings.md` describes them.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use hnefi_match::{Draw, Filter, Lean, Made, Recipe, Trial};
use hnefi_rules::{Referee, Ruleset, rulesets};
use hnefi_words::Words;

use super::Done;
use crate::args::{BookArgs, DrawnArgs, MadeFor, OpeningsCommand};
use crate::chosen;
use crate::error::Error;
use crate::output::{Output, harmless};
use crate::progress::{ProgressLine, hours};
use crate::signature::signature;

/// Makes a file for each rule set that was named.
pub(crate) fn openings(out: &mut Output, command: &OpeningsCommand) -> Done {
    match command {
        OpeningsCommand::Book(args) => book(out, args),
        OpeningsCommand::Drawn(args) => drawn(out, args),
    }
}

fn book(out: &mut Output, args: &BookArgs) -> Done {
    let (cap, longest) = (args.move_cap as usize, args.to.plies.1);
    if cap <= longest {
        let values = [("cap", cap.to_string().into()), ("longest", longest.to_string().into())];
        return Err(Error::input("cli-match-cap", &values));
    }
    let filter = Filter {
        deep_nodes: args.deep_nodes,
        level: args.level,
        games: args.games,
        game_nodes: args.nodes,
        split: args.split.0..=args.split.1,
        decisive: args.decisive,
        wins: args.wins,
        move_cap: cap,
    };
    let trial = Trial { filter, lean: args.lean.map(Lean), engine: signature()? };
    make(out, &args.to, Some(&trial), args.count as usize, args.concurrency as usize)
}

fn drawn(out: &mut Output, args: &DrawnArgs) -> Done {
    make(out, &args.to, None, args.count as usize, 1)
}

/// One file after the other. Every one that lacks something when it is done makes the command fail.
fn make(out: &mut Output, to: &MadeFor, trial: Option<&Trial>, count: usize, concurrency: usize) -> Done {
    let words = Words::english();
    let mut all_there = true;
    for ruleset in named(&to.rules)? {
        let draw = Draw { seed: to.seed, plies: to.plies.0..=to.plies.1 };
        let recipe = Recipe { referee: Arc::new(Referee::new(ruleset.clone())), draw, trial: trial.cloned() };
        let path = to.out.join(recipe.kind().id()).join(format!("{}.txt", ruleset.id()));
        let mut line = ProgressLine::new();
        let made = recipe.make(&path, count, concurrency, &mut |made| line.show(|| told(&ruleset, made)));
        line.end();
        let made = made.map_err(|error| Error::Failed(error.to_string()))?;
        all_there &= made.kept >= count;
        out.line(words.format("cli-openings-made", &values(&made, &path)))?;
        out.flush()?;
    }
    Ok(if all_there { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn values<'a>(made: &Made, path: &Path) -> [(&'a str, hnefi_words::Value<'a>); 3] {
    [
        ("path", harmless(&path.display().to_string()).into()),
        ("kept", made.kept.to_string().into()),
        ("candidates", made.candidates.to_string().into()),
    ]
}

/// The rule sets of the names; `all` stands for every one that the program brings along. One that is named again counts once.
fn named(names: &[String]) -> Result<Vec<Arc<Ruleset>>, Error> {
    let mut named: Vec<Arc<Ruleset>> = Vec::new();
    for name in names {
        let more = if name == "all" { rulesets().cloned().collect() } else { vec![chosen::ruleset(name)?] };
        for ruleset in more {
            match named.iter().find(|other| other.id() == ruleset.id()) {
                None => named.push(ruleset),
                Some(other) if other.is_same(&ruleset) => {}
                Some(_) => {
                    return Err(Error::input("cli-openings-two", &[("rules", harmless(ruleset.id()).into())]));
                }
            }
        }
    }
    Ok(named)
}

/// How far a file has got.
fn told(ruleset: &Ruleset, made: &Made) -> String {
    Words::english().format(
        "cli-openings-progress",
        &[
            ("ruleset", harmless(ruleset.id()).into()),
            ("kept", made.kept.to_string().into()),
            ("wanted", made.wanted.to_string().into()),
            ("candidates", made.candidates.to_string().into()),
            ("games", made.games.to_string().into()),
            ("rest", rest(made).into()),
        ],
    )
}

/// How much longer it takes if it goes on like this, in hours and minutes.
fn rest(made: &Made) -> String {
    let new = made.kept.saturating_sub(made.found);
    if new == 0 {
        return "?".to_owned();
    }
    let seconds = made.elapsed.as_secs_f64() / new as f64 * made.wanted.saturating_sub(made.kept) as f64;
    hours(seconds)
}

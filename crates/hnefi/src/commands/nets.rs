//! `hnefi nets`: what nets say of themselves. `docs/formats/net.md` describes it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use hnefi_engine::{MindChoice, OwnMind, Stage, shipped_nets};
use hnefi_match::{MatchRecord, MatchRecordError, Tally};
use hnefi_net::{Card, Net, Strength};
use hnefi_rules::{Referee, rulesets};
use hnefi_train::{Material, calibration};
use hnefi_words::Words;
use serde::Serialize;

use super::Done;
use super::train::{material, noted};
use crate::args::NetsArgs;
use crate::chosen;
use crate::error::Error;
use crate::output::{Output, Style, harmless, write_whole};

/// Shows the cards of nets.
pub(crate) fn nets(out: &mut Output, args: &NetsArgs) -> Done {
    if !args.matches.is_empty() || !args.calibrate.is_empty() {
        note(args)?;
    }
    let mut nets: Vec<Arc<Net>> = Vec::new();
    for path in &args.files {
        nets.push(Arc::new(chosen::net(path)?));
    }
    if args.files.is_empty() {
        nets.extend(shipped_nets().iter().map(|shipped| shipped.net.clone()));
    }
    for net in &nets {
        let bytes = net.to_bytes().map_err(|error| Error::Failed(error.to_string()))?.len();
        if args.json {
            let told =
                serde_json::to_string(&Told::of(net, bytes)).map_err(|error| Error::Failed(error.to_string()))?;
            out.line(told)?;
        } else {
            show(out, net, bytes)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes into the card of the one net that is named what matches showed of it, each in place of an earlier one of the same match, and how often its
/// odds came true. The weights and all else stay.
fn note(args: &NetsArgs) -> Result<(), Error> {
    let [path] = &*args.files else {
        return Err(Error::input("cli-nets-one", &[("nets", args.files.len().to_string().into())]));
    };
    let net = chosen::net(path)?;
    let mut card = net.card().clone();
    for record in &args.matches {
        let shown = shown_by(record, path, &net)?;
        let of = |shown: &Strength| [&shown.rules, &shown.against, &shown.limit].map(String::clone);
        card.strength.retain(|earlier| of(earlier) != of(&shown));
        card.strength.push(shown);
    }
    if !args.calibrate.is_empty() {
        card.calibration = calibrated(&args.calibrate, path, &net)?;
    }
    let noted = net.with_card(card).and_then(|net| net.to_bytes());
    write_whole(path, &noted.map_err(|error| Error::Failed(error.to_string()))?)
}

/// How often the odds of the net in a file came true in the games of shards.
fn calibrated(shards: &[PathBuf], path: &Path, net: &Net) -> Result<Vec<(u64, f64)>, Error> {
    let shape = net.shape();
    let material = material(shards, shape.buckets, Material::to_ask)?;
    let (inputs, wanted) = (&net.card().inputs, material.inputs.name());
    if *inputs != wanted || material.inputs.shape(shape.hidden, shape.buckets) != shape {
        let path = harmless(&path.display().to_string());
        let values = [("path", path.into()), ("inputs", harmless(inputs).into()), ("wanted", wanted.into())];
        return Err(Error::input("cli-nets-sees", &values));
    }
    Ok(noted(calibration(&net.weights(), material.teaching.iter().chain(material.testing.iter()))))
}

/// What a match showed of the net in a file.
fn shown_by(record: &Path, path: &Path, net: &Net) -> Result<Strength, Error> {
    let (shown, named) = (record.display().to_string(), path.display().to_string());
    let (header, games) = MatchRecord::read(record).map_err(|error| match &error {
        MatchRecordError::File { error: cause, .. } => Error::caused(error.to_string(), cause),
        _ => Error::Input(error.to_string()),
    })?;
    if !header.first.was_given("EvalFile", net) {
        let values = [("path", shown.as_str().into()), ("net", named.as_str().into())];
        return Err(Error::input("cli-nets-other", &values));
    }
    let mut tally = Tally::default();
    games.iter().for_each(|game| tally.add(game));
    let Some(points) = tally.score().share() else {
        return Err(Error::input("cli-no-games", &[("path", shown.as_str().into())]));
    };
    let elo = tally.elo().map(|elo| [elo.difference, elo.low, elo.high]);
    Ok(Strength {
        rules: header.rules,
        against: header.second.name,
        limit: header.limit,
        games: tally.score().games(),
        points,
        elo: elo.filter(|elo| elo.iter().all(|end| end.is_finite())),
    })
}

/// What is told of a net for programs.
#[derive(Serialize)]
struct Told<'a> {
    bytes: usize,
    men: usize,
    measures: usize,
    hidden: usize,
    buckets: usize,
    judges: Vec<&'static str>,
    endgames: bool,
    card: &'a Card,
}

impl Told<'_> {
    fn of(net: &Net, bytes: usize) -> Told<'_> {
        let shape = net.shape();
        Told {
            bytes,
            men: shape.men,
            measures: shape.measures,
            hidden: shape.hidden,
            buckets: shape.buckets,
            judges: judged_by(net),
            endgames: is_for_endgames(net),
            card: net.card(),
        }
    }
}

/// The rule sets that the engine judges by a net if nobody says otherwise.
fn judged_by(net: &Net) -> Vec<&'static str> {
    let digest = net.digest();
    let same = |own: &Net| own.shape() == net.shape() && own.digest() == digest;
    let own = |ruleset: &Arc<_>| OwnMind::new(&Referee::new(Arc::clone(ruleset)), &MindChoice::Own);
    rulesets().filter(|ruleset| own(ruleset).nets().any(same)).map(|ruleset| ruleset.id()).collect()
}

/// Whether the engine judges nothing by it but endgames.
fn is_for_endgames(net: &Net) -> bool {
    let mut endgames = shipped_nets().iter().filter(|shipped| shipped.stage == Stage::Endgame);
    endgames.any(|shipped| shipped.net.shape() == net.shape() && shipped.net.digest() == net.digest())
}

fn show(out: &mut Output, net: &Net, bytes: usize) -> Result<(), Error> {
    let (words, card, shape) = (Words::english(), net.card(), net.shape());
    let head = [
        ("name", harmless(&card.name).into()),
        ("bytes", bytes.to_string().into()),
        ("generation", card.generation.to_string().into()),
    ];
    out.line(out.styled(Style::Strong, words.format("cli-nets-head", &head)))?;
    let judges = judged_by(net);
    if !judges.is_empty() {
        let told = if is_for_endgames(net) { "cli-nets-judges-endgames" } else { "cli-nets-judges" };
        out.wrapped(2, &words.format(told, &[("rules", judges.join(", ").into())]))?;
    }
    let taught = [
        ("positions", card.positions.to_string().into()),
        ("rules", harmless(&card.rules.join(", ")).into()),
        ("epochs", card.epochs.into()),
    ];
    out.wrapped(2, &words.format("cli-nets-taught", &taught))?;
    let loss = [("loss", format!("{:.4}", card.loss).into()), ("blind", format!("{:.4}", card.blind_loss).into())];
    out.wrapped(2, &words.format("cli-nets-loss", &loss))?;
    let shape = [
        ("men", shape.men.to_string().into()),
        ("measures", shape.measures.to_string().into()),
        ("hidden", shape.hidden.to_string().into()),
        ("buckets", shape.buckets.to_string().into()),
    ];
    out.wrapped(2, &words.format("cli-nets-shape", &shape))?;
    for shown in &card.strength {
        let interval = shown.elo.map(|[_, low, high]| format!("[{low:+.0}, {high:+.0}]"));
        let values = [
            ("points", format!("{:.1} %", 100.0 * shown.points).into()),
            ("games", shown.games.to_string().into()),
            ("against", harmless(&shown.against).into()),
            ("rules", harmless(&shown.rules).into()),
            ("limit", harmless(&shown.limit).into()),
            ("elo", shown.elo.map_or_else(String::new, |[elo, ..]| format!("{elo:+.0}")).into()),
            ("interval", interval.unwrap_or_else(|| "none".to_owned()).into()),
        ];
        out.wrapped(2, &words.format("cli-nets-strength", &values))?;
    }
    if card.calibration.iter().all(|(count, _)| *count == 0) {
        return Ok(());
    }
    let columns = ["cli-nets-expects", "cli-nets-positions", "cli-nets-got"].map(|id| words.text(id));
    let [expects, positions, got] = &columns;
    out.line(format!("  {expects:>12}  {positions:>10}  {got}"))?;
    for (tenth, (count, points)) in card.calibration.iter().enumerate().filter(|(_, (count, _))| *count > 0) {
        let range = format!("{}–{} %", 10 * tenth, 10 * tenth + 10);
        out.line(format!("  {range:>12}  {count:>10}  {:.1} %", 100.0 * points))?;
    }
    Ok(())
}

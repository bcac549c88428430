//! `hnefi nets`: what nets say of themselves. `docs/formats/net.md` describes it.

use std::process::ExitCode;
use std::sync::Arc;

use hnefi_engine::{MindChoice, OwnMind, Stage, shipped_nets};
use hnefi_net::{Card, Net};
use hnefi_rules::{Referee, rulesets};
use hnefi_words::Words;
use serde::Serialize;

use super::Done;
use crate::args::NetsArgs;
use crate::chosen;
use crate::error::Error;
use crate::output::{Output, Style, harmless};

/// Shows the cards of nets.
pub(crate) fn nets(out: &mut Output, args: &NetsArgs) -> Done {
    let mut nets: Vec<Arc<Net>> = Vec::new();
    for path in &args.files {
        let net = Net::from_bytes(&chosen::read_bytes(path)?).map_err(|error| {
            let shown = path.display().to_string();
            Error::input("cli-error-file", &[("path", shown.as_str().into()), ("message", error.to_string().into())])
        })?;
        nets.push(Arc::new(net));
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
    let own = |ruleset: &Arc<_>| OwnMind::new(&Referee::new(Arc::clone(ruleset)), &MindChoice::Own);
    rulesets().filter(|ruleset| own(ruleset).nets().any(|own| own == net)).map(|ruleset| ruleset.id()).collect()
}

/// Whether the engine judges nothing by it but endgames.
fn is_for_endgames(net: &Net) -> bool {
    shipped_nets().iter().any(|shipped| shipped.stage == Stage::Endgame && *shipped.net == *net)
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
    let columns = ["cli-nets-expects", "cli-nets-positions", "cli-nets-got"].map(|id| words.text(id));
    let [expects, positions, got] = &columns;
    out.line(format!("  {expects:>12}  {positions:>10}  {got}"))?;
    for (tenth, (count, points)) in card.calibration.iter().enumerate().filter(|(_, (count, _))| *count > 0) {
        let range = format!("{}–{} %", 10 * tenth, 10 * tenth + 10);
        out.line(format!("  {range:>12}  {count:>10}  {:.1} %", 100.0 * points))?;
    }
    Ok(())
}

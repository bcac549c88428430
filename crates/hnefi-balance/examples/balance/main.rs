//! Who wins: what attackers and defenders get when the engine plays itself from the start of each rule set, and what one clause
//! changes. `docs/bench/balance.md` has the figures.
//!
//! `balance play FOLDER NODES [RULES...]` plays 400 games of each rule set, and puts what they add up to into `figures.csv` of this crate.
//! `balance clauses FOLDER NODES [LEAFLET...]` does so for each leaflet with one answer of another leaflet. A cell of which this engine has
//! figures already is left out: to play it again, take its line away. Rules under which the engine plays the same games share their
//! figures, and a game that is in FOLDER is never played twice.
//! `balance again FOLDER NODES SEED RULES...` plays other 400 games of each, and says how far they are from the figures of the file, which
//! stays as it is.
//! `balance tables` prints the tables of that file, `balance plots INTO` draws the plots.

mod alike;
mod cell;
mod plot;
mod table;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hnefi_balance::{Figures, Share, figures};
use hnefi_engine::Cancel;
use hnefi_rules::{Question, Ruleset, leaflets, ruleset, rulesets};
use hnefi_uci::Bench;

use alike::answers_elsewhere;
use cell::Cell;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["play", folder, nodes, rules @ ..] => {
            let (folder, nodes) = (Path::new(folder), number(nodes)?);
            let cells = named(rules, || rulesets().cloned().collect())?;
            play(cells.into_iter().map(|rules| Cell::of(folder, rules, nodes)))
        }
        ["clauses", folder, nodes, rules @ ..] => {
            let (folder, nodes) = (Path::new(folder), number(nodes)?);
            let cells = named(rules, || leaflets().to_vec())?;
            play(cells.iter().flat_map(|leaflet| turned_over(folder, leaflet, nodes)))
        }
        ["again", folder, nodes, seed, rules @ ..] if !rules.is_empty() => {
            let (folder, nodes) = (Path::new(folder), number(nodes)?);
            let seed = seed.parse().map_err(|_| format!("`{seed}` is no seed"))?;
            again(named(rules, Vec::new)?.into_iter().map(|rules| Cell::of(folder, rules, nodes).with_seed(seed)))
        }
        ["tables"] => {
            print!("{}", table::all(figures())?);
            Ok(())
        }
        ["plots", into] => plot::write(figures(), &PathBuf::from(into)),
        _ => Err("write `balance play FOLDER NODES [RULES...]`, `balance clauses FOLDER NODES [LEAFLET...]`, \
                  `balance again FOLDER NODES SEED RULES...`, `balance tables` or `balance plots INTO`"
            .into()),
    }
}

/// Plays the cells of which this engine has no figures. Those of each are put into the file when it is played.
fn play(cells: impl Iterator<Item = Cell>) -> Result<(), Failure> {
    let engine = engine()?;
    for cell in cells {
        let figures = in_the_file()?;
        let mut known = figures.all().iter().filter(|figure| figure.engine == engine);
        if known.clone().any(|figure| cell.is_of(figure)) {
            continue;
        }
        let figure = match known.find_map(|figure| cell.like(figure)) {
            Some(figure) => figure,
            None => cell.play(engine)?,
        };
        let turned = figure
            .turned
            .as_ref()
            .map_or(String::new(), |turned| format!("{} {} ", turned.question.id(), turned.answer));
        println!("{} {turned}{}: {}", figure.rules, figure.nodes, Share::of(figure.results));
        // Another run may have put its own there meanwhile.
        let mut figures = in_the_file()?;
        figures.put(figure);
        std::fs::write(file(), figures.to_csv())?;
    }
    Ok(())
}

/// Plays the games of the cells, and prints how far they are from the figures of the file.
fn again(cells: impl Iterator<Item = Cell>) -> Result<(), Failure> {
    let (engine, figures) = (engine()?, in_the_file()?);
    for cell in cells {
        let first = figures.all().iter().find(|figure| figure.engine == engine && cell.is_of(figure));
        let first = first.ok_or("the file has no figures of these rules at this strength by this engine")?;
        let figure = cell.play(engine)?;
        let (share, known) = (Share::of(figure.results), Share::of(first.results));
        let (change, half) = share.change(&known);
        let (change, half) = (100.0 * change, 100.0 * half);
        println!("{} {}: {share}, in the file {known}: {change:+.1} ± {half:.1}", figure.rules, figure.nodes);
    }
    Ok(())
}

/// The file of figures.
fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("figures.csv")
}

/// The figures that stand in it now.
fn in_the_file() -> Result<Figures, Failure> {
    Ok(Figures::from_csv(&std::fs::read_to_string(file())?)?)
}

/// The node count of this engine's bench.
fn engine() -> Result<u64, Failure> {
    Ok(Bench::run(Bench::DEPTH, &Cancel::new(), &mut |_| {}).ok_or("the bench was cancelled")?.nodes)
}

fn number(nodes: &str) -> Result<u32, Failure> {
    nodes.parse().map_err(|_| format!("`{nodes}` is no number of positions").into())
}

/// The rule sets with these ids, or all.
fn named(ids: &[&str], all: impl Fn() -> Vec<Arc<Ruleset>>) -> Result<Vec<Arc<Ruleset>>, Failure> {
    if ids.is_empty() {
        return Ok(all());
    }
    ids.iter().map(|id| ruleset(id).cloned().ok_or_else(|| format!("no rule set is called `{id}`").into())).collect()
}

/// A leaflet with each answer of another leaflet that differs from its own, one at a time. The engine claims nothing, so what may be
/// claimed is left as it is.
fn turned_over(folder: &Path, leaflet: &Arc<Ruleset>, nodes: u32) -> Vec<Cell> {
    let answers = answers_elsewhere(leaflet).into_iter().filter(|&(question, _)| question != Question::Claims);
    answers.filter_map(|(question, word)| Cell::turned_over(folder, leaflet, question, word, nodes)).collect()
}

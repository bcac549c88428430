//! Who wins: what attackers and defenders get when the engine plays itself from the start of each rule set, and what one clause
//! changes. `docs/bench/balance.md` has the figures.
//!
//! `balance play FOLDER NODES [RULES...]` plays 400 games of each rule set, those that are there already excepted.
//! `balance clauses FOLDER NODES [LEAFLET...]` does so for each leaflet with one answer of another leaflet.
//! `balance tables FOLDER` prints the tables, `balance plots FOLDER INTO` draws the plots.

mod cell;
mod plot;
mod table;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hnefi_rules::{Question, Ruleset, leaflets, ruleset, rulesets};

use cell::Cell;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["play", folder, nodes, rules @ ..] => {
            let all = || rulesets().cloned().collect();
            for rules in named(rules, all)? {
                Cell::of(Path::new(folder), rules, nodes.parse()?).play()?;
            }
            Ok(())
        }
        ["clauses", folder, nodes, rules @ ..] => {
            for leaflet in named(rules, || leaflets().to_vec())? {
                for cell in turned_over(Path::new(folder), &leaflet, nodes.parse()?) {
                    cell.play()?;
                }
            }
            Ok(())
        }
        ["tables", folder] => {
            table::print(Path::new(folder))?;
            Ok(())
        }
        ["plots", folder, into] => plot::write(Path::new(folder), &PathBuf::from(into)),
        _ => Err("write `balance play FOLDER NODES [RULES...]`, `balance clauses FOLDER NODES [LEAFLET...]`, \
                  `balance tables FOLDER` or `balance plots FOLDER INTO`"
            .into()),
    }
}

/// The rule sets with these ids, or all.
fn named(ids: &[&str], all: impl Fn() -> Vec<Arc<Ruleset>>) -> Result<Vec<Arc<Ruleset>>, Failure> {
    if ids.is_empty() {
        return Ok(all());
    }
    ids.iter().map(|id| ruleset(id).cloned().ok_or_else(|| format!("no rule set is called `{id}`").into())).collect()
}

/// A leaflet with each answer of another leaflet that differs from its own, one at a time.
fn turned_over(folder: &Path, leaflet: &Arc<Ruleset>, nodes: u32) -> Vec<Cell> {
    let mut cells = Vec::new();
    for &question in Question::ALL {
        let mut seen = vec![leaflet.answers().word(question)];
        for other in leaflets() {
            let word = other.answers().word(question);
            if !seen.contains(&word) {
                seen.push(word);
                cells.extend(Cell::turned_over(folder, leaflet, question, word, nodes));
            }
        }
    }
    cells
}

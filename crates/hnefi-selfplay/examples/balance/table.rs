//! The figures as tables of Markdown.

use std::fmt::Write;
use std::path::Path;

use hnefi_rules::{leaflets, rulesets};
use hnefi_selfplay::Count;

use crate::cell::{Cell, Share};
use crate::{Failure, turned_over};

/// The strengths: how many positions are looked at for a move.
pub(crate) const NODES: [u32; 4] = [1000, 4000, 16_000, 64_000];

/// The clauses are turned over at this strength.
const CLAUSES_AT: u32 = 16_000;

/// Prints all tables.
pub(crate) fn print(folder: &Path) -> Result<(), Failure> {
    let mut text = String::new();
    writeln!(
        text,
        "| rule set | positions a move | attackers | draws | defenders | attackers' points | cap | plies |"
    )?;
    writeln!(text, "|---|---|---|---|---|---|---|---|")?;
    for rules in rulesets() {
        for nodes in NODES {
            if let Some(count) = Cell::of(folder, rules.clone(), nodes).count()? {
                writeln!(text, "| {} | {nodes} | {} |", rules.name(), columns(&count))?;
            }
        }
    }
    writeln!(text, "\n| leaflet | question | its answer | turned over | games | attackers' points | change |")?;
    writeln!(text, "|---|---|---|---|---|---|---|")?;
    for leaflet in leaflets() {
        let Some(own) = Cell::of(folder, leaflet.clone(), CLAUSES_AT).count()? else { continue };
        let own = Share::of(own.results);
        for cell in turned_over(folder, leaflet, CLAUSES_AT) {
            let (Some(count), Some((question, word))) = (cell.count()?, cell.turned) else { continue };
            let share = Share::of(count.results);
            let (name, asked, answer) = (leaflet.name(), question.id(), leaflet.answers().word(question));
            let (change, games) = (share.change(&own), count.games());
            writeln!(text, "| {name} | {asked} | {answer} | {word} | {games} | {share} | {change} |")?;
        }
    }
    print!("{text}");
    Ok(())
}

/// The columns of one cell.
fn columns(count: &Count) -> String {
    let percent = |games: u64| format!("{:.1}", 100.0 * games as f64 / count.games() as f64);
    let [won, drawn, lost] = count.results.map(percent);
    let cap = percent(count.ended.get("cap").copied().unwrap_or(0));
    let (share, plies) = (Share::of(count.results), count.plies / count.games());
    format!("{won} | {drawn} | {lost} | {share} | {cap} | {plies}")
}

//! The figures as tables of Markdown.

use std::fmt::{self, Write};

use hnefi_balance::{Figure, Figures, Share};
use hnefi_rules::{leaflets, rulesets};

/// All tables.
pub(crate) fn all(figures: &Figures) -> Result<String, fmt::Error> {
    let mut text = String::new();
    writeln!(
        text,
        "| rule set | positions a move | attackers | draws | defenders | attackers' points | cap | plies |"
    )?;
    writeln!(text, "|---|---|---|---|---|---|---|---|")?;
    for rules in rulesets() {
        for figure in figures.of(rules.id()) {
            writeln!(text, "| {} | {} | {} |", rules.name(), figure.nodes, columns(figure))?;
        }
    }
    writeln!(text, "\n| leaflet | question | its answer | turned over | attackers' points | change |")?;
    writeln!(text, "|---|---|---|---|---|---|")?;
    for leaflet in leaflets() {
        for figure in figures.turned_over(leaflet.id()) {
            let own = figures.of(leaflet.id()).find(|own| own.nodes == figure.nodes);
            let (Some(own), Some(turned)) = (own, &figure.turned) else { continue };
            let share = Share::of(figure.results);
            let (change, half) = share.change(&Share::of(own.results));
            let (name, question, answer) = (leaflet.name(), turned.question, leaflet.answers().word(turned.question));
            let change = match figure.same_games(own) {
                true => "the same games".to_owned(),
                false => format!("{:+.1} ± {:.1}", 100.0 * change, 100.0 * half),
            };
            writeln!(text, "| {name} | {} | {answer} | {} | {share} | {change} |", question.id(), turned.answer)?;
        }
    }
    Ok(text)
}

/// The columns of one figure.
fn columns(figure: &Figure) -> String {
    let percent = |games: u32| format!("{:.1}", 100.0 * f64::from(games) / f64::from(figure.games()));
    let [won, drawn, lost] = figure.results.map(percent);
    let (share, plies) = (Share::of(figure.results), figure.plies / u64::from(figure.games()));
    format!("{won} | {drawn} | {lost} | {share} | {} | {plies}", percent(figure.cap))
}

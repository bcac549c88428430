//! The figures as pictures: one for each rule set, and one for all.

use std::fmt::Write;
use std::path::Path;

use hnefi_rules::{Ruleset, rulesets};

use crate::Failure;
use crate::cell::{Cell, Share};
use crate::table::NODES;

/// The colours, on light and on dark paper: of attackers, draws and defenders, of words and of lines.
const STYLE: &str = "<style>text{fill:#222}.l{stroke:#888}.a{fill:#3b3a39}.d{fill:#b9b2a6}.k{fill:#d9a441}.p{fill:#0b62a8;stroke:#0b62a8}\
    @media(prefers-color-scheme:dark){text{fill:#ddd}.a{fill:#8d8984}.d{fill:#55504a}.k{fill:#c08b2c}.p{fill:#6db5f2;stroke:#6db5f2}}</style>";

/// Draws all pictures into a folder.
pub(crate) fn write(folder: &Path, into: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(into)?;
    for rules in rulesets() {
        let mut rows = Vec::new();
        for nodes in NODES {
            if let Some(count) = Cell::of(folder, rules.clone(), nodes).count()? {
                rows.push((nodes, count.results));
            }
        }
        if !rows.is_empty() {
            std::fs::write(into.join(format!("{}.svg", rules.id())), bars(rules, &rows))?;
        }
    }
    for nodes in NODES {
        let mut rows = Vec::new();
        for rules in rulesets() {
            if let Some(count) = Cell::of(folder, rules.clone(), nodes).count()? {
                rows.push((rules.name().to_owned(), Share::of(count.results)));
            }
        }
        if !rows.is_empty() {
            rows.sort_by(|a, b| b.1.points.total_cmp(&a.1.points));
            std::fs::write(into.join(format!("all-{nodes}.svg")), intervals(nodes, &rows))?;
        }
    }
    Ok(())
}

fn head(width: f64, height: f64, title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"13\" \
         role=\"img\">\n<title>{title}</title>\n{STYLE}\n"
    )
}

/// What attackers won, drew and lost, a bar for each strength.
fn bars(rules: &Ruleset, rows: &[(u32, [u64; 3])]) -> String {
    const LEFT: f64 = 64.0;
    const LONG: f64 = 300.0;
    let height = 26.0 * rows.len() as f64 + 34.0;
    let mut svg = head(LEFT + LONG + 8.0, height, &format!("{}: who wins", rules.name()));
    for (row, &(nodes, results)) in rows.iter().enumerate() {
        let y = 26.0 * row as f64 + 6.0;
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{nodes}</text>", LEFT - 8.0, y + 14.0);
        let games = results.iter().sum::<u64>() as f64;
        let mut x = LEFT;
        for (class, count) in ["a", "d", "k"].into_iter().zip(results) {
            let width = LONG * count as f64 / games;
            let _ =
                writeln!(svg, "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"20\"/>");
            x += width;
        }
    }
    let (half, end) = (LEFT + LONG / 2.0, height - 28.0);
    let _ = writeln!(svg, "<line class=\"l\" x1=\"{half}\" x2=\"{half}\" y1=\"2\" y2=\"{end}\"/>");
    for (class, word, x) in [("a", "attackers", LEFT), ("d", "draws", LEFT + 110.0), ("k", "defenders", LEFT + 190.0)] {
        let _ = writeln!(
            svg,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{}\" width=\"12\" height=\"12\"/><text x=\"{}\" y=\"{}\">{word}</text>",
            height - 20.0,
            x + 18.0,
            height - 9.0
        );
    }
    svg + "</svg>\n"
}

/// The attackers' points with their intervals, a row for each rule set.
fn intervals(nodes: u32, rows: &[(String, Share)]) -> String {
    const LEFT: f64 = 190.0;
    const LONG: f64 = 420.0;
    let height = 24.0 * rows.len() as f64 + 40.0;
    let mut svg = head(LEFT + LONG + 20.0, height, &format!("Attackers' points at {nodes} positions a move"));
    for percent in [0, 25, 50, 75, 100] {
        let (x, end) = (LEFT + LONG * f64::from(percent) / 100.0, height - 30.0);
        let _ = writeln!(
            svg,
            "<line class=\"l\" x1=\"{x}\" x2=\"{x}\" y1=\"4\" y2=\"{end}\" stroke-opacity=\"0.5\"/><text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{percent} %</text>",
            height - 12.0
        );
    }
    for (row, (name, share)) in rows.iter().enumerate() {
        let y = 24.0 * row as f64 + 16.0;
        let at = |share: f64| LEFT + LONG * share;
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{name}</text><line class=\"p\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y}\" y2=\"{y}\" \
             stroke-width=\"2\"/><circle class=\"p\" cx=\"{:.1}\" cy=\"{y}\" r=\"4\"/>",
            LEFT - 10.0,
            y + 4.0,
            at(share.low),
            at(share.high),
            at(share.points)
        );
    }
    svg + "</svg>\n"
}

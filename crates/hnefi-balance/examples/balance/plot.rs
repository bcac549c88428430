//! The figures as pictures: all rule sets by strength, and for each leaflet what its clauses change.

use std::fmt::Write;
use std::path::Path;

use hnefi_balance::{Figures, Share};
use hnefi_rules::{Ruleset, leaflets, rulesets};

use crate::Failure;

/// The colours, on light and on dark paper: of words, of lines, and of four strengths from weak to strong.
const STYLE: &str = "<style>text{fill:#222}.l{stroke:#888}.s0{fill:#c9b458;stroke:#c9b458}.s1{fill:#6fae6e;stroke:#6fae6e}\
    .s2{fill:#2f7f9e;stroke:#2f7f9e}.s3{fill:#3d2f7c;stroke:#3d2f7c}\
    @media(prefers-color-scheme:dark){text{fill:#ddd}.s0{fill:#8a6d1d;stroke:#8a6d1d}.s1{fill:#3f8f57;stroke:#3f8f57}\
    .s2{fill:#4fb3d0;stroke:#4fb3d0}.s3{fill:#d7ccff;stroke:#d7ccff}}</style>";

/// Draws all pictures into a folder.
pub(crate) fn write(figures: &Figures, into: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(into)?;
    std::fs::write(into.join("strength.svg"), strength(figures))?;
    for leaflet in leaflets() {
        if figures.turned_over(leaflet.id()).next().is_some() {
            std::fs::write(into.join(format!("clauses-{}.svg", leaflet.id())), clauses(figures, leaflet))?;
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

/// An axis of points of a hundred: where it begins, how wide it is, and its ends.
struct Axis {
    left: f64,
    wide: f64,
    from: f64,
    to: f64,
}

impl Axis {
    fn at(&self, points: f64) -> f64 {
        self.left + self.wide * (points.clamp(self.from, self.to) - self.from) / (self.to - self.from)
    }

    /// Its lines and numbers.
    fn lines(&self, svg: &mut String, height: f64, marks: &[f64]) {
        for &mark in marks {
            let (x, end, words) = (self.at(mark), height - 30.0, height - 12.0);
            let _ = writeln!(
                svg,
                "<line class=\"l\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"4\" y2=\"{end}\" stroke-opacity=\"0.5\"/>\
                 <text x=\"{x:.1}\" y=\"{words}\" text-anchor=\"middle\">{mark}</text>"
            );
        }
    }

    /// A point with its interval.
    fn point(&self, svg: &mut String, class: usize, y: f64, [low, points, high]: [f64; 3]) {
        let [low, points, high] = [low, points, high].map(|share| self.at(100.0 * share));
        let _ = writeln!(
            svg,
            "<line class=\"s{class}\" x1=\"{low:.1}\" x2=\"{high:.1}\" y1=\"{y}\" y2=\"{y}\" stroke-width=\"1.5\"/>\
             <circle class=\"s{class}\" cx=\"{points:.1}\" cy=\"{y}\" r=\"3\"/>"
        );
    }
}

/// The attackers' points of each rule set, a point for each strength; what the strongest engine finds best for the attackers comes first.
fn strength(figures: &Figures) -> String {
    let mut strengths: Vec<u32> =
        rulesets().flat_map(|rules| figures.of(rules.id())).map(|figure| figure.nodes).collect();
    strengths.sort_unstable();
    strengths.dedup();
    let mut rows: Vec<(&str, Vec<(usize, Share)>)> = rulesets()
        .map(|rules| {
            let class = |nodes| strengths.iter().position(|&strength| strength == nodes).unwrap_or(0);
            let shares = figures.of(rules.id()).map(|figure| (class(figure.nodes), Share::of(figure.results)));
            (rules.name(), shares.collect())
        })
        .filter(|(_, shares): &(_, Vec<_>)| !shares.is_empty())
        .collect();
    let last = |shares: &[(usize, Share)]| shares.last().map_or(0.0, |(_, share)| share.points);
    rows.sort_by(|a, b| last(&b.1).total_cmp(&last(&a.1)));
    let axis = Axis { left: 190.0, wide: 420.0, from: 0.0, to: 100.0 };
    let height = 34.0 * rows.len() as f64 + 60.0;
    let mut svg = head(630.0, height, "Attackers' points by rule set and by positions a move");
    axis.lines(&mut svg, height - 22.0, &[0.0, 25.0, 50.0, 75.0, 100.0]);
    for (row, (name, shares)) in rows.iter().enumerate() {
        let y = 34.0 * row as f64 + 8.0;
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{name}</text>", axis.left - 12.0, y + 16.0);
        for &(class, share) in shares {
            axis.point(&mut svg, class, y + 6.0 * class as f64 + 2.0, [share.low, share.points, share.high]);
        }
    }
    for (class, strength) in strengths.iter().enumerate() {
        let (x, y) = (axis.left + 105.0 * class as f64, height - 8.0);
        let _ = writeln!(
            svg,
            "<circle class=\"s{class}\" cx=\"{x}\" cy=\"{}\" r=\"4\"/><text x=\"{}\" y=\"{y}\">{strength}</text>",
            y - 4.0,
            x + 9.0
        );
    }
    svg + "</svg>\n"
}

/// By how many points each answer of another leaflet changes what the attackers get under this one.
fn clauses(figures: &Figures, leaflet: &Ruleset) -> String {
    let mut rows: Vec<(String, f64, f64)> = figures
        .turned_over(leaflet.id())
        .filter_map(|figure| {
            let (own, turned) =
                (figures.of(leaflet.id()).find(|own| own.nodes == figure.nodes)?, figure.turned.as_ref()?);
            let (change, half) = Share::of(figure.results).change(&Share::of(own.results));
            let half = if figure.same_games(own) { 0.0 } else { half };
            Some((format!("{}: {}", turned.question.id(), turned.answer), change, half))
        })
        .collect();
    rows.sort_by(|a, b| b.1.total_cmp(&a.1));
    let far = rows.iter().map(|(_, change, half)| 100.0 * (change.abs() + half)).fold(10.0, f64::max);
    let end = (far / 10.0).ceil() * 10.0;
    let axis = Axis { left: 330.0, wide: 300.0, from: -end, to: end };
    let height = 22.0 * rows.len() as f64 + 44.0;
    let mut svg = head(650.0, height, &format!("{}: what one other answer changes", leaflet.name()));
    axis.lines(&mut svg, height, &[-end, -end / 2.0, 0.0, end / 2.0, end]);
    for (row, (name, change, half)) in rows.iter().enumerate() {
        let y = 22.0 * row as f64 + 16.0;
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{name}</text>", axis.left - 12.0, y + 4.0);
        axis.point(&mut svg, 2, y, [change - half, *change, change + half]);
    }
    svg + "</svg>\n"
}

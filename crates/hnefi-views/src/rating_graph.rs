//! How a rating went, as a picture.

use std::fmt::Write;

use hnefi_ratings::Rating;

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 186.0;
const LEFT: f64 = 54.0;
const RIGHT: f64 = 6.0;
const TOP: f64 = 8.0;
const BOTTOM: f64 = 24.0;

/// No more points are drawn.
const POINTS: usize = 200;

/// A rating after each game, from the first to the last, as an SVG: a line, and the band in which the strength lies with 95 %.
/// Nothing for less than two games. `name` says what is shown, to who cannot see it; `days` are those of the first and the last game.
///
/// ```
/// use hnefi_ratings::Rating;
/// use hnefi_views::rating_graph::rating_graph;
/// let after = |points: i64, games| Rating { millionths: points * 1_000_000, games, played_ms: i64::from(games) * 1000, ..Rating::new(0) };
/// let history = [after(1500, 1), after(1620, 2), after(1580, 3)];
/// let days = ["1 May 2026", "3 May 2026"];
/// assert!(rating_graph("9×9, slow", &history, days).unwrap().starts_with("<svg"));
/// assert_eq!(rating_graph("9×9, slow", &history[..1], days), None);
/// ```
pub fn rating_graph(name: &str, history: &[Rating], days: [&str; 2]) -> Option<String> {
    let (first, last) = (history.first()?, history.last()?);
    if history.len() < 2 {
        return None;
    }
    // Of many games every so manieth is drawn, and the last one always.
    let every = history.len().div_ceil(POINTS);
    let mut drawn: Vec<&Rating> = history.iter().rev().step_by(every).collect();
    drawn.reverse();
    let band = |rating: &Rating| {
        (rating.points() - rating.margin(rating.played_ms), rating.points() + rating.margin(rating.played_ms))
    };
    // The band of the last rating is whole; earlier ones may reach beyond the picture.
    let (from, to) = band(last);
    let low = drawn.iter().map(|rating| rating.points() - 20.0).fold(from, f64::min);
    let high = drawn.iter().map(|rating| rating.points() + 20.0).fold(to, f64::max);
    let (low, high) = ((low / 100.0).floor() * 100.0, (high / 100.0).ceil() * 100.0);
    let span = (last.played_ms - first.played_ms).max(1) as f64;
    let x = |rating: &Rating| LEFT + (rating.played_ms - first.played_ms) as f64 / span * (WIDTH - LEFT - RIGHT);
    let y = |points: f64| TOP + (high - points.clamp(low, high)) / (high - low) * (HEIGHT - TOP - BOTTOM);

    let name = name.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    let mut svg =
        format!("<svg class=\"rating-graph\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{name}\">");
    let step = if high - low > 500.0 { 200.0 } else { 100.0 };
    let mut line = low;
    while line <= high {
        let at = y(line);
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{line}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            at + 4.0
        );
        line += step;
    }
    for (x, anchor, day) in [(LEFT, "start", days[0]), (WIDTH - RIGHT, "end", days[1])] {
        let _ = write!(svg, "<text x=\"{x}\" y=\"{}\" text-anchor=\"{anchor}\">{day}</text>", HEIGHT - 6.0);
    }
    let upper = drawn.iter().map(|rating| (x(rating), y(band(rating).1)));
    let lower = drawn.iter().rev().map(|rating| (x(rating), y(band(rating).0)));
    let _ = write!(svg, "<path class=\"band\" d=\"{}Z\"/>", path(upper.chain(lower)));
    let _ = write!(
        svg,
        "<path class=\"line\" d=\"{}\"/></svg>",
        path(drawn.iter().map(|rating| (x(rating), y(rating.points()))))
    );
    Some(svg)
}

fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (index, (x, y)) in points.enumerate() {
        let _ = write!(path, "{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' });
    }
    path
}

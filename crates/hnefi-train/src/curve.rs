//! The losses of a training as a picture.

use std::fmt::Write;

use crate::Epoch;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 32.0;
const BOTTOM: f64 = 44.0;

/// The losses of all epochs as an SVG that is read on light and on dark paper: on the samples that teach, and on those that test.
///
/// ```
/// use hnefi_train::{Epoch, loss_curve};
/// let epochs = [Epoch { number: 1, taught: 0.9, tested: 0.92 }, Epoch { number: 2, taught: 0.8, tested: 0.85 }];
/// assert!(loss_curve(&epochs).starts_with("<svg"));
/// ```
pub fn loss_curve(epochs: &[Epoch]) -> String {
    let losses = epochs.iter().flat_map(|epoch| [epoch.taught, epoch.tested]);
    let (low, high) = losses.fold((f64::MAX, f64::MIN), |(low, high), loss| (low.min(loss), high.max(loss)));
    let room = ((high - low) * 0.08).max(0.001);
    let (low, high) = if epochs.is_empty() { (0.0, 1.0) } else { (low - room, high + room) };
    let last = epochs.len().max(2) as f64;
    let x = |number: f64| LEFT + (number - 1.0) / (last - 1.0) * (WIDTH - LEFT - RIGHT);
    let y = |loss: f64| HEIGHT - BOTTOM - (loss - low) / (high - low) * (HEIGHT - TOP - BOTTOM);

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <style>.p{{fill:#fff}}text{{fill:#222}}.g{{stroke:#ccc}}.a,.b{{fill:none;stroke-width:2}}.a{{stroke:#0b62a8}}.b{{stroke:#b3400f}}\
         @media(prefers-color-scheme:dark){{.p{{fill:#181818}}text{{fill:#ddd}}.g{{stroke:#444}}.a{{stroke:#6db5f2}}.b{{stroke:#f29a6d}}}}</style>\n\
         <title>Loss by epoch</title>\n<rect class=\"p\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n\
         <text x=\"{}\" y=\"20\" text-anchor=\"end\">loss in nats</text>\n",
        WIDTH - RIGHT
    );
    for step in 0..=4 {
        let loss = low + (high - low) * f64::from(step) / 4.0;
        let (line, text) = (y(loss), y(loss) + 4.0);
        let _ = writeln!(
            svg,
            "<line class=\"g\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{line:.1}\" y2=\"{line:.1}\"/><text x=\"{}\" y=\"{text:.1}\" text-anchor=\"end\">{loss:.4}</text>",
            WIDTH - RIGHT,
            LEFT - 8.0
        );
    }
    let every = epochs.len().div_ceil(10).max(1);
    for epoch in epochs.iter().filter(|epoch| (epoch.number as usize - 1).is_multiple_of(every)) {
        let number = epoch.number;
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{number}</text>",
            x(number.into()),
            HEIGHT - 24.0
        );
    }
    for (class, name, at, loss) in [
        ("a", "taught", LEFT, (|epoch| epoch.taught) as fn(&Epoch) -> f64),
        ("b", "tested", LEFT + 90.0, |epoch| epoch.tested),
    ] {
        let points: Vec<String> =
            epochs.iter().map(|epoch| format!("{:.1},{:.1}", x(epoch.number.into()), y(loss(epoch)))).collect();
        // One point is no line.
        let points = if let [only] = &points[..] { vec![only.clone(); 2] } else { points };
        let _ = writeln!(svg, "<polyline class=\"{class}\" stroke-linecap=\"round\" points=\"{}\"/>", points.join(" "));
        let _ = writeln!(
            svg,
            "<line class=\"{class}\" x1=\"{at}\" x2=\"{}\" y1=\"16\" y2=\"16\"/><text x=\"{}\" y=\"20\">{name}</text>",
            at + 20.0,
            at + 26.0
        );
    }
    let _ =
        writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">epoch</text>\n</svg>", WIDTH / 2.0, HEIGHT - 6.0);
    svg
}

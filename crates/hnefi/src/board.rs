//! The board in a terminal.

use hnefi_formats::write_diagram;
use hnefi_rules::{Intent, Piece, Ruleset, Setup, Square};

use crate::output::{Output, Style};

/// Draws a board as its diagram, coloured where colour is allowed, with the last move marked. Under a rule set,
/// throne and corners are marked only where they mean something.
pub(crate) fn draw(
    out: &mut Output,
    setup: &Setup,
    ruleset: Option<&Ruleset>,
    last: Option<Intent>,
) -> std::io::Result<()> {
    let ordinary = |square| {
        ruleset.is_some_and(|ruleset| match square == setup.throne() {
            true => !ruleset.has_throne(),
            false => !ruleset.has_corners(),
        })
    };
    let drawn = write_diagram(setup);
    for (line, rank) in drawn.lines().zip((0..setup.size()).rev().map(Some).chain([None])) {
        let Some(rank) = rank else {
            out.line(out.styled(Style::Faint, line))?;
            continue;
        };
        let mut text = String::new();
        for (column, letter) in line.chars().enumerate() {
            // The rank takes two columns, then each square a space and its letter.
            let square = (column >= 3 && column % 2 == 1)
                .then(|| u8::try_from((column - 3) / 2).ok())
                .flatten()
                .and_then(|file| Square::new(file, rank));
            let letter = letter.to_string();
            let Some(square) = square else {
                text.push_str(&if letter == " " { letter } else { out.styled(Style::Faint, letter) });
                continue;
            };
            let letter = match setup.piece(square) {
                None if ordinary(square) => ".".to_owned(),
                _ => letter,
            };
            let mut styles = vec![match setup.piece(square) {
                Some(Piece::Attacker) => Style::Attacker,
                Some(Piece::Defender) => Style::Defender,
                Some(Piece::King) => Style::King,
                None => Style::Faint,
            }];
            if last.is_some_and(|last| last.to == square || last.from == square) {
                styles.push(Style::Last);
            }
            text.push_str(&out.styled_all(&styles, letter));
        }
        out.line(text)?;
    }
    Ok(())
}

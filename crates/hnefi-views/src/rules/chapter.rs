//! A chapter as a page shows it.
use hnefi_chapters::{Block, Chapter};
use hnefi_rules::Square;

use super::example::ExampleView;

/// A part of a chapter.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// Paragraphs, as HTML.
    Prose(String),
    /// A heading with its anchor.
    Heading { level: u8, id: String, text: String },
    /// An example.
    Example(ExampleView),
}

/// Everything in a chapter, in order.
pub(super) fn parts(chapter: &Chapter) -> Vec<Part> {
    chapter
        .blocks
        .iter()
        .map(|block| match block {
            Block::Prose(html) => Part::Prose(html.clone()),
            Block::Heading { level, id, text } => Part::Heading { level: *level, id: id.clone(), text: text.clone() },
            Block::Example(example) => Part::Example(ExampleView::new(example)),
        })
        .collect()
}

/// The headings right below the title, for the list of contents.
pub(super) fn contents(parts: &[Part]) -> Vec<(String, String)> {
    parts
        .iter()
        .filter_map(|part| match part {
            Part::Heading { level: 2, id, text } => Some((id.clone(), text.clone())),
            _ => None,
        })
        .collect()
}

/// A sheet without its boards: its headings, each with what stands under it as HTML. What a board shows is told by its
/// caption, unless that speaks of squares.
pub(super) fn in_short(sheet: &Chapter) -> Vec<(String, String)> {
    let mut sections: Vec<(String, String)> = Vec::new();
    for block in &sheet.blocks {
        match (block, sections.last_mut()) {
            (Block::Heading { text, .. }, _) => sections.push((text.clone(), String::new())),
            // What stands before the first heading is about the sheet itself.
            (_, None) => {}
            (Block::Prose(html), Some((_, under))) => under.push_str(html),
            (Block::Example(example), Some((_, under))) => {
                let caption = example.caption.as_deref().filter(|caption| is_rule(caption));
                under.extend(caption.map(|caption| format!("<p>{}</p>", escaped(caption))));
            }
        }
    }
    sections
}

/// Whether a caption says something without its board: in more than three words, and naming no square.
fn is_rule(caption: &str) -> bool {
    let mut words = caption.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    caption.split_whitespace().count() > 3 && words.all(|word| word.parse::<Square>().is_err())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caption_that_needs_its_board_is_left_out() {
        assert!(is_rule("In the open and on the throne: four attackers."));
        assert!(!is_rule("f11–f8 captures both defenders."));
        assert!(!is_rule("An exit fort."));
    }

    #[test]
    fn every_sheet_is_told_in_short() {
        for sheet in hnefi_chapters::sheets() {
            let sections = in_short(sheet);
            assert!(sections.len() >= 3, "{}", sheet.name);
            assert!(sections.iter().all(|(title, under)| !title.is_empty() && !under.is_empty()), "{}", sheet.name);
        }
        let fetlar = in_short(hnefi_chapters::sheet("fetlar-2018").unwrap());
        let king = &fetlar.iter().find(|(title, _)| title == "Capturing the king").unwrap().1;
        assert!(king.contains("<p>In the open and on the throne: four attackers.</p>"), "{king}");
        assert!(king.contains("On the edge he is safe"), "{king}");
    }
}

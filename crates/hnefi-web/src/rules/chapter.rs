//! A chapter as a page shows it.

use hnefi_chapters::{Block, Chapter};

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

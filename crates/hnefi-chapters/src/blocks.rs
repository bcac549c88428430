//! What a chapter is made of.

use crate::Example;

/// One block of a chapter, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// Paragraphs, lists and tables, as HTML that is safe to show: raw HTML in a chapter is refused.
    ///
    /// A link to `clause:ID` becomes `<a class="grade grade-reading" href="/rules/fetlar-2018#clause-ID">`, a mark
    /// that shows how well a sentence is founded; the page of the rule set has an element of that id.
    Prose(String),
    /// A heading below the chapter's title.
    Heading {
        /// 2 to 6.
        level: u8,
        /// The anchor, once in the chapter.
        id: String,
        /// The words.
        text: String,
    },
    /// An example with its board.
    Example(Box<Example>),
}

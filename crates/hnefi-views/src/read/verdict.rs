//! What is said of a move that was not played, or that its record has otherwise.

use hnefi_wire::Refused;

use crate::clause::RefusedLines;
use crate::drawn::html;

/// What is said of the move at a place.
#[derive(Clone, Debug)]
pub(super) struct Verdict {
    /// The number of the place.
    pub(super) number: usize,
    /// Why the move was not played, or what the record says otherwise of it, with the clause that decides.
    pub(super) html: String,
}

impl Verdict {
    pub(super) fn new(number: usize, refused: &Refused) -> Verdict {
        Verdict { number, html: html(&RefusedLines { refused, asks: false }) }
    }
}

//! What is said of a move that was not played, or that its record has otherwise.

use hnefi_formats::answers::CitedAnswer;
use hnefi_wire::Refused;
use hnefi_words::Words;

/// What is said of the move at a place.
#[derive(Clone, Debug)]
pub(super) struct Verdict {
    /// The number of the place.
    pub(super) number: usize,
    /// Why the move was not played, or what the record says otherwise of it.
    pub(super) message: String,
    /// The clause that decides.
    pub(super) clause: Option<Box<CitedAnswer>>,
}

impl Verdict {
    pub(super) fn new(number: usize, refused: Refused) -> Verdict {
        Verdict { number, message: refused.message, clause: refused.clause }
    }

    /// How well a clause is founded, and where it stands.
    pub(super) fn source(clause: &CitedAnswer) -> String {
        let words = Words::english();
        let place = match (clause.clause.section.as_str(), clause.clause.grade) {
            // A house rule needs no leaflet to say it.
            ("", "house") => String::new(),
            ("", _) => words.text("clause-silent"),
            (section, _) => words.format("clause-section", &[("section", section.into())]),
        };
        let parts = [clause.grade_words.as_str(), place.as_str()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    }
}

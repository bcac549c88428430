//! A clause with its grade, which leads to where the rules have it.

use askama::Template;
use hnefi_formats::answers::{CitedAnswer, ClauseAnswer};
use hnefi_wire::{Refused, WhyClause};
use hnefi_words::Words;

use crate::filters;

/// A clause with how well it is founded.
#[derive(Clone, Debug, Template)]
#[template(path = "clause.html")]
pub(crate) struct ClauseLine<'a> {
    clause: &'a ClauseAnswer,
    /// How well it is founded, and where it stands.
    source: String,
    /// The page that has it, where one is known.
    address: Option<&'a str>,
}

impl<'a> ClauseLine<'a> {
    /// A clause that is cited.
    pub(crate) fn cited(cited: &'a CitedAnswer) -> ClauseLine<'a> {
        let source = source(&cited.clause, &cited.grade_words);
        ClauseLine {
            clause: &cited.clause,
            source,
            address: Some(cited.address.as_str()).filter(|address| !address.is_empty()),
        }
    }

    /// A clause and those that decided with it.
    pub(crate) fn all(cited: &'a CitedAnswer) -> impl Iterator<Item = ClauseLine<'a>> {
        std::iter::once(cited).chain(&cited.also).map(ClauseLine::cited)
    }

    /// A clause in the answer to a question.
    pub(crate) fn of(why: &'a WhyClause) -> ClauseLine<'a> {
        ClauseLine { clause: &why.clause, source: source(&why.clause, &why.grade_words), address: None }
    }
}

fn source(clause: &ClauseAnswer, grade_words: &str) -> String {
    let words = Words::english();
    let place = match (clause.section.as_str(), clause.grade) {
        // A house rule needs no leaflet to say it.
        ("", "house") => String::new(),
        ("", _) => words.text("clause-silent"),
        (section, _) => words.format("clause-section", &[("section", section.into())]),
    };
    let parts = [grade_words, place.as_str()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// Why something was refused, with the clause that decides.
#[derive(Clone, Debug, Template)]
#[template(path = "refused.html")]
pub(crate) struct RefusedLines<'a> {
    pub(crate) refused: &'a Refused,
    /// Whether the page can ask why.
    pub(crate) asks: bool,
}

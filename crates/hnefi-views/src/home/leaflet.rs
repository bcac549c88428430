//! The page of one rule set: play by it, its rules in short, and the way to everything else about it.
use askama::Template;
use hnefi_rules::{Clause, Question, Ruleset, leaflets};
use hnefi_words::Words;

use crate::diagram::Diagram;
use crate::filters;
use crate::rules::card::board_words;
use crate::rules::clauses::{ClauseRow, row};
use crate::{Base, Choices, Subject, Unfold};

/// What the rules in short answer: what one has to know before the first move.
const IN_SHORT: [Question; 13] = [
    Question::FirstMove,
    Question::Escape,
    Question::SoldiersReach,
    Question::KingReach,
    Question::SoldiersThrone,
    Question::EmptyThroneAttackers,
    Question::EmptyThroneDefenders,
    Question::KingOpen,
    Question::KingBesideThrone,
    Question::KingOnEdge,
    Question::KingArms,
    Question::Repetition,
    Question::NoMove,
];

/// What is asked besides where the answer is not `none`: things that few rule sets have.
const RARE: [Question; 4] = [Question::SoldierTrap, Question::Shieldwall, Question::ExitFort, Question::Encirclement];

/// The page of one rule set.
#[derive(Clone, Debug, Template)]
#[template(path = "leaflet.html")]
pub struct LeafletPage {
    unfold: Unfold,
    id: String,
    name: String,
    publisher: String,
    opening_words: String,
    start: String,
    board: String,
    is_leaflet: bool,
    has_sheet: bool,
    choices: Choices,
    rows: Vec<ClauseRow>,
}

impl LeafletPage {
    /// The page of a rule set of this program. The `choices` stand ready.
    pub fn new(base: &Base, ruleset: &Ruleset, choices: Choices) -> LeafletPage {
        let about = Words::english()
            .format("leaflet-unfold", &[("ruleset", ruleset.name().into()), ("board", board_words(ruleset).into())]);
        let shown = Subject::new(ruleset.start(), ruleset.answers());
        LeafletPage {
            unfold: Unfold::new(base, ruleset.name().to_owned(), &about, &shown),
            id: ruleset.id().to_owned(),
            name: ruleset.name().to_owned(),
            publisher: ruleset.publisher().to_owned(),
            opening_words: ruleset.opening_words().to_owned(),
            start: Diagram::start(ruleset).svg(),
            board: board_words(ruleset),
            is_leaflet: leaflets().iter().any(|leaflet| leaflet.id() == ruleset.id()),
            has_sheet: hnefi_chapters::sheet(ruleset.id()).is_some(),
            choices,
            rows: in_short(ruleset),
        }
    }
}

/// What one has to know of a rule set before the first move.
pub(crate) fn in_short(ruleset: &Ruleset) -> Vec<ClauseRow> {
    let rare = RARE.into_iter().filter(|&question| ruleset.answers().word(question) != "none");
    IN_SHORT.into_iter().chain(rare).map(|question| row(ruleset, Clause::Question(question))).collect()
}

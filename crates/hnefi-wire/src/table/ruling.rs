//! What decides at the table, and which rule sets decide otherwise.

use std::sync::Arc;

use hnefi_formats::answers::CitedAnswer;
use hnefi_rules::referees;
use hnefi_rules::{Clause, Deciding, Game, Inquiry, Position, Referee, Refusal, Ruleset, Ruling, Setup, Side, leaflet};
use hnefi_words::Words;

use crate::answers::cited;
use crate::{Decided, RulesName, TableGroup, TableRules};

/// The clauses that decide, each with what it does.
pub(super) fn decided(game: &Game, asked: Inquiry) -> Vec<Decided> {
    let (words, ruleset) = (Words::english(), game.referee().ruleset());
    let mut told = Vec::new();
    let state = |deciding: Deciding| {
        // Two clauses that end the game say so once.
        let says = Some(words.ruled(&deciding, game, asked)).filter(|says| !told.contains(says)).unwrap_or_default();
        told.push(says.clone());
        Decided { says, clause: cited(ruleset, deciding.clause, String::new()) }
    };
    game.deciding(asked).into_iter().map(state).collect()
}

/// The rule sets of the same board in groups that rule alike, the one that is asked first in the first of them. Empty where
/// nobody is left to compare with.
pub(super) fn groups(game: &Game, setup: &Setup, turn: Side, asked: Inquiry) -> Vec<TableGroup> {
    let own = game.ruling(asked);
    let deciding = game.deciding(asked);
    let others = others(game.referee().ruleset());
    let beyond_rules = own.refusal.is_some_and(|reason| reason.clause().is_none());
    if others.is_empty() || beyond_rules || asked.intent.is_none() && asked.times < 2 && deciding.is_empty() {
        return Vec::new();
    }
    let key = deciding.first().map(|deciding| deciding.clause);
    let mut groups: Vec<(Option<Ruling>, TableGroup)> = vec![(
        Some(own.clone()),
        TableGroup { same: true, says: summary(game, &own, asked), rules: vec![rules(game.referee().ruleset(), key)] },
    )];
    for other in &others {
        let (ruling, says, clauses) = match other.position(setup, turn) {
            Err(errors) => (None, Words::english().setup_errors(&errors, other.ruleset()).join(" "), Vec::new()),
            Ok(position) => {
                let there = game_of(other, position);
                let ruling = there.ruling(asked);
                let says = summary(&there, &ruling, asked);
                let clauses = match ruling.is_like(&own) {
                    true => key.into_iter().collect(),
                    false => clauses_there(game, &there, asked),
                };
                (Some(ruling), says, clauses)
            }
        };
        let alike = |known: &Option<Ruling>| match (known, &ruling) {
            (Some(known), Some(ruling)) => known.is_like(ruling),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        let told = TableRules {
            clauses: clauses.into_iter().map(|clause| cite(other.ruleset(), clause)).collect(),
            rules: RulesName::of(other.ruleset()),
        };
        match groups.iter_mut().find(|(known, _)| alike(known)) {
            // The community's rules are named where they differ.
            Some((_, group)) if group.same && leaflet(other.ruleset().id()).is_none() => {}
            Some((_, group)) => group.rules.push(told),
            None => groups.push((ruling, TableGroup { same: false, says, rules: vec![told] })),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

fn game_of(referee: &Arc<Referee>, position: Position) -> Game {
    Game::from_position(referee.clone(), position)
}

/// The clauses by which another rule set rules otherwise.
fn clauses_there(here: &Game, there: &Game, asked: Inquiry) -> Vec<Clause> {
    let parting = here.parting(*there.referee().ruleset().answers(), asked);
    match parting.is_empty() {
        false => parting.into_iter().map(Clause::from).collect(),
        true => there.deciding(asked).first().map(|deciding| deciding.clause).into_iter().collect(),
    }
}

/// A ruling as a sentence or two.
fn summary(game: &Game, ruling: &Ruling, asked: Inquiry) -> String {
    let (words, ruleset) = (Words::english(), game.referee().ruleset());
    if let Some(reason) = ruling.refusal {
        return match asked.intent {
            Some(intent) => words.refusal(&Refusal { intent, reason }, ruleset),
            None => words.text("table-repeats-forbidden"),
        };
    }
    let mut said: Vec<String> = Vec::new();
    for deciding in game.deciding(asked) {
        let says = words.ruled(&deciding, game, asked);
        if !says.is_empty() && !said.contains(&says) && said.len() < 2 {
            said.push(says);
        }
    }
    if said.is_empty() {
        let id = if asked.intent.is_some() { "table-nothing-captured" } else { "table-goes-on" };
        said.push(words.text(id));
    }
    said.join(" ")
}

fn rules(ruleset: &Ruleset, clause: Option<Clause>) -> TableRules {
    TableRules {
        rules: RulesName::of(ruleset),
        clauses: clause.into_iter().map(|clause| cite(ruleset, clause)).collect(),
    }
}

fn cite(ruleset: &Ruleset, clause: Clause) -> CitedAnswer {
    *cited(ruleset, clause, String::new())
}

/// Who is asked beside a rule set: those of the book of disputes with a board of its size, and what a house rule starts from.
fn others(own: &Ruleset) -> Vec<Arc<Referee>> {
    let voices = hnefi_disputes::voices(own.made_from());
    let is_asked = |other: &Arc<Ruleset>| voices.iter().any(|voice| Arc::ptr_eq(voice, other));
    let fits = |other: &Ruleset| !other.is_same(own) && other.size() == own.size();
    referees().iter().filter(|other| is_asked(other.ruleset()) && fits(other.ruleset())).cloned().collect()
}

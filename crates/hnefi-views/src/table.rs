//! At the table: a board to set up by tapping, beside a wooden one. All that it shows is in its address.

mod verdict;

use std::sync::Arc;

use askama::Template;
use hnefi_rules::{Intent, Ruleset, Setup, SetupError, SetupErrors, Side, community, leaflets};
use hnefi_wire::house::{self, LinkError, Unknown};
use hnefi_wire::{AskError, MOST_TIMES, say};
use hnefi_words::Words;
use serde::Deserialize;

pub use verdict::{answer, rulings};

use crate::filters;
use crate::{Base, Choices, Subject, Unfold};

/// What an address says. What is not there stands ready; what cannot be read is told, with what is shown instead of it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Address {
    /// The id of the rule set, or the code of house rules.
    pub rules: String,
    /// Rows, rank 1 first.
    pub position: String,
    /// The side to move.
    pub turn: String,
    /// A move to try.
    #[serde(rename = "move")]
    pub intent: String,
    /// The move that led to the position.
    pub last: String,
    /// How many times the position has stood.
    pub times: String,
}

/// At the table.
#[derive(Clone, Debug, Template)]
#[template(path = "table.html")]
pub struct TablePage {
    unfold: Unfold,
    groups: Vec<(&'static str, Vec<Choice>)>,
    attackers_to_move: bool,
    times: Vec<(usize, bool)>,
    choices: Choices,
    /// What is wrong with the address, and what is shown instead, a sentence or two each.
    problems: Vec<String>,
    state_json: String,
}

#[derive(Clone, Debug)]
struct Choice {
    id: String,
    name: String,
    /// What boards look alike under: the size, and whether throne and corners mean anything.
    board: String,
    chosen: bool,
}

/// How often a position can be said to have stood by choosing.
const TIMES: [usize; 4] = [1, 2, 3, 4];

impl TablePage {
    /// The page for what an address says. The `choices` stand ready, links begin with `base`.
    pub fn new(address: &Address, base: &Base, choices: Choices) -> TablePage {
        let mut problems = Vec::new();
        let ruleset = address.ruleset(&mut problems);
        let setup = address.setup(&ruleset, &mut problems);
        let turn = address.turn(&ruleset, &mut problems);
        let mv = intent(&address.intent, &mut problems);
        let last = intent(&address.last, &mut problems);
        let times = address.times(&mut problems);
        let name = house::name_of(&ruleset);
        let state = serde_json::json!({
            "rules": name,
            "first": ruleset.first().id(),
            "size": ruleset.size(),
            "throne": ruleset.has_throne(),
            "corners": ruleset.has_corners(),
            "board": board(&ruleset),
            "start": ruleset.start().to_rows(),
            "position": setup.to_rows(),
            "turn": turn.id(),
            "move": mv.map(|intent| intent.to_string()),
            "last": last.map(|intent| intent.to_string()),
            "times": times,
            "wrong": !problems.is_empty(),
        });
        TablePage {
            unfold: unfold(base, &ruleset, &setup, turn, mv),
            groups: groups(&ruleset, &name),
            attackers_to_move: turn == Side::Attackers,
            times: (1..=times.max(TIMES[TIMES.len() - 1])).map(|count| (count, count == times)).collect(),
            choices,
            problems,
            state_json: state.to_string(),
        }
    }

    /// Whether something is wrong with the address.
    pub fn is_wrong(&self) -> bool {
        !self.problems.is_empty()
    }
}

/// What programs show of a link to a position, perhaps with a move that somebody asks about.
fn unfold(base: &Base, ruleset: &Ruleset, setup: &Setup, turn: Side, mv: Option<Intent>) -> Unfold {
    let words = Words::english();
    let mv = mv.filter(|mv| setup.contains(mv.from) && setup.contains(mv.to));
    let values = [
        ("ruleset", ruleset.name().into()),
        ("turn", turn.into()),
        ("move", mv.map(|mv| words.intent(mv)).unwrap_or_default().into()),
        ("asks", if mv.is_some() { "move" } else { "position" }.into()),
    ];
    let shown = Subject::new(setup, ruleset.answers()).after(mv);
    Unfold::new(base, words.text("table-title"), &words.format("table-unfold", &values), &shown)
}

impl Address {
    fn ruleset(&self, problems: &mut Vec<String>) -> Arc<Ruleset> {
        if self.rules.is_empty() {
            return leaflets()[0].clone();
        }
        house::named(&self.rules).unwrap_or_else(|error| {
            let shown = &leaflets()[0];
            let wrong = match error {
                Unknown::Link(LinkError::Unknown) => say("api-table-rules", &self.rules),
                other => AskError::unknown(&self.rules, other).says(),
            };
            problems.push(instead(&wrong, "table-instead-rules", shown));
            shown.clone()
        })
    }

    fn setup(&self, ruleset: &Ruleset, problems: &mut Vec<String>) -> Setup {
        if self.position.is_empty() {
            return ruleset.start().clone();
        }
        let words = Words::english();
        let read = Setup::from_rows(&self.position).map_err(|error| words.rows_error(&error)).and_then(|setup| {
            let (given, wanted) = (setup.size(), ruleset.size());
            let size = SetupErrors(vec![SetupError::Size { given, wanted }]);
            if given == wanted { Ok(setup) } else { Err(words.setup_errors(&size, ruleset).join(" ")) }
        });
        read.unwrap_or_else(|wrong| {
            problems.push(instead(&wrong, "table-instead-position", ruleset));
            ruleset.start().clone()
        })
    }

    fn turn(&self, ruleset: &Ruleset, problems: &mut Vec<String>) -> Side {
        if self.turn.is_empty() {
            return ruleset.first();
        }
        self.turn.parse().unwrap_or_else(|error| {
            let wrong = Words::english().side_error(&error);
            problems.push(instead(&wrong, "table-instead-turn", ruleset));
            ruleset.first()
        })
    }

    fn times(&self, problems: &mut Vec<String>) -> usize {
        if self.times.is_empty() {
            return 1;
        }
        self.times.parse().ok().filter(|times| (1..=MOST_TIMES).contains(times)).unwrap_or_else(|| {
            problems.push(say("api-table-times", &self.times));
            1
        })
    }
}

/// What is wrong, and what is shown instead.
fn instead(wrong: &str, id: &'static str, ruleset: &Ruleset) -> String {
    let values = [("ruleset", ruleset.name().into()), ("side", ruleset.first().into())];
    format!("{wrong} {}", Words::english().format(id, &values))
}

/// The rule sets to choose from under their headings, and house rules where the address holds some.
fn groups(chosen: &Ruleset, name: &str) -> Vec<(&'static str, Vec<Choice>)> {
    let choice = |rules: &Arc<Ruleset>| Choice {
        id: rules.id().to_owned(),
        name: rules.name().to_owned(),
        board: board(rules),
        chosen: rules.id() == name,
    };
    let mut groups = vec![
        ("house-new-leaflets", leaflets().iter().map(choice).collect()),
        ("house-new-community", community().iter().map(choice).collect()),
    ];
    if !chosen.is_published() {
        let own = Choice { id: name.to_owned(), name: chosen.name().to_owned(), board: board(chosen), chosen: true };
        groups.insert(0, ("table-house", vec![own]));
    }
    groups
}

fn board(rules: &Ruleset) -> String {
    format!("{}-{}-{}", rules.size(), rules.has_throne(), rules.has_corners())
}

fn intent(text: &str, problems: &mut Vec<String>) -> Option<Intent> {
    if text.is_empty() {
        return None;
    }
    let read = || {
        let (from, to) = text.split_once('-')?;
        Some(Intent { from: from.parse().ok()?, to: to.parse().ok()? })
    };
    let intent = read();
    if intent.is_none() {
        problems.push(say("api-table-move", text));
    }
    intent
}

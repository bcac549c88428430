//! At the table: a board to set up by tapping, beside a wooden one. All that it shows is in its address.

use crate::server::html;
use askama::Template;
use axum::extract::Query;
use axum::response::Response;
use std::sync::Arc;

use hnefi_rules::{Intent, Ruleset, Setup, Side, community, leaflets};
use serde::Deserialize;

use crate::house;
use crate::server::filters;

/// What an address says. Whatever cannot be read is as if it were not there, so that an old or a broken
/// link still shows a board.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Address {
    rules: String,
    position: String,
    turn: String,
    #[serde(rename = "move")]
    intent: String,
}

#[derive(Template)]
#[template(path = "table.html")]
struct TablePage {
    groups: Vec<(&'static str, Vec<Choice>)>,
    attackers_to_move: bool,
    state_json: String,
}

struct Choice {
    id: String,
    name: String,
    /// What boards look alike under: the size, and whether throne and corners mean anything.
    board: String,
    chosen: bool,
}

pub(super) async fn table(Query(address): Query<Address>) -> Response {
    let ruleset = house::named(&address.rules).unwrap_or_else(|_| leaflets()[0].clone());
    let name = if house::is_known(&ruleset) { ruleset.id().to_owned() } else { address.rules.clone() };
    let setup = Setup::from_rows(&address.position).ok().filter(|setup| setup.size() == ruleset.size());
    let turn: Side = address.turn.parse().unwrap_or(ruleset.first());
    let state = serde_json::json!({
        "rules": name,
        "first": ruleset.first().id(),
        "size": ruleset.size(),
        "throne": ruleset.has_throne(),
        "corners": ruleset.has_corners(),
        "board": board(&ruleset),
        "start": ruleset.start().to_rows(),
        "position": setup.as_ref().unwrap_or(ruleset.start()).to_rows(),
        "turn": turn.id(),
        "move": read_intent(&address.intent).map(|intent| intent.to_string()),
    });
    html(&TablePage {
        groups: groups(&ruleset, &name),
        attackers_to_move: turn == Side::Attackers,
        state_json: state.to_string(),
    })
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
    if !house::is_known(chosen) {
        let own = Choice { id: name.to_owned(), name: chosen.name().to_owned(), board: board(chosen), chosen: true };
        groups.insert(0, ("table-house", vec![own]));
    }
    groups
}

fn board(rules: &Ruleset) -> String {
    format!("{}-{}-{}", rules.size(), rules.has_throne(), rules.has_corners())
}

fn read_intent(text: &str) -> Option<Intent> {
    let (from, to) = text.split_once('-')?;
    Some(Intent { from: from.parse().ok()?, to: to.parse().ok()? })
}

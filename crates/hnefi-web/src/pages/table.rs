//! At the table: a board to set up by tapping, beside a wooden one. All that it shows is in its address.

use askama::Template;
use axum::Router;
use axum::extract::Query;
use axum::response::Response;
use axum::routing::get;
use hnefi_rules::{Intent, Ruleset, Setup, Side, leaflet, leaflets};
use serde::Deserialize;

use super::filters;

/// The routes under `/table`.
pub fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/table", get(table))
}

/// What an address says. Whatever cannot be read is as if it were not there, so that an old or a broken
/// link still shows a board.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Address {
    rules: String,
    position: String,
    turn: String,
    #[serde(rename = "move")]
    intent: String,
}

#[derive(Template)]
#[template(path = "table.html")]
struct TablePage {
    leaflets: Vec<Choice>,
    attackers_to_move: bool,
    state_json: String,
}

struct Choice {
    id: String,
    name: String,
    chosen: bool,
}

async fn table(Query(address): Query<Address>) -> Response {
    let ruleset: &Ruleset = leaflet(&address.rules).unwrap_or(&leaflets()[0]);
    let setup = Setup::from_rows(&address.position).ok().filter(|setup| setup.size() == ruleset.size());
    let turn: Side = address.turn.parse().unwrap_or(Side::Attackers);
    let state = serde_json::json!({
        "rules": ruleset.id(),
        "size": ruleset.size(),
        "start": ruleset.start().to_rows(),
        "position": setup.as_ref().unwrap_or(ruleset.start()).to_rows(),
        "turn": turn.id(),
        "move": read_intent(&address.intent).map(|intent| intent.to_string()),
    });
    super::html(&TablePage {
        leaflets: leaflets()
            .iter()
            .map(|choice| Choice {
                id: choice.id().to_owned(),
                name: choice.name().to_owned(),
                chosen: choice.id() == ruleset.id(),
            })
            .collect(),
        attackers_to_move: turn == Side::Attackers,
        state_json: state.to_string(),
    })
}

fn read_intent(text: &str) -> Option<Intent> {
    let (from, to) = text.split_once('-')?;
    Some(Intent { from: from.parse().ok()?, to: to.parse().ok()? })
}

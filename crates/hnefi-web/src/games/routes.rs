//! The page of the games that everybody may watch or find.

use axum::Router;
use axum::extract::{Query, State};
use axum::response::Response;
use axum::routing::get;
use hnefi_live::{PersonId, Seat, ShownAs};
use hnefi_rules::{Ending, Setup, Side};
use hnefi_store::{FoundGame, Summary, Wanted, position_key};
use hnefi_views::games::{GamesPage, ListedGame};
use hnefi_wire::{called, level_name};
use hnefi_words::Words;
use serde::Deserialize;
use url::form_urlencoded::Serializer;

use crate::server::Problem;
use crate::server::forms::wrong;
use crate::server::html;
use crate::server::state::AppState;

/// How many finished games a page has.
const A_PAGE: u32 = 30;
/// How many games that are played now it has at most.
const RUNNING: u32 = 30;
/// The id of nobody, as one who won.
const NOBODY: &str = "nobody";

/// The routes of the games that everybody may watch or find.
pub(crate) fn router() -> Router<AppState> {
    Router::new().route("/games", get(games))
}

/// What somebody looks for. What is empty is not asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Asked {
    player: String,
    rules: String,
    ending: String,
    winner: String,
    position: String,
    turn: String,
    /// The number in the archive of the last game of the page before.
    before: Option<i64>,
}

async fn games(State(app): State<AppState>, Query(asked): Query<Asked>) -> Result<Response, Problem> {
    let board = asked.board()?;
    let mut page = GamesPage {
        player: asked.player.trim().to_owned(),
        rules: asked.rules.clone(),
        ending: asked.ending.clone(),
        winner: asked.winner.clone(),
        position: board.as_ref().map(|(setup, turn)| (setup.to_rows(), turn.id().to_owned())),
        board: board.as_ref().map(|(setup, _)| setup.clone()),
        ..GamesPage::default()
    };
    if asked.is_first() {
        let mut running = Vec::new();
        for game in app.store.listed(RUNNING).await? {
            running.push(listed(&app, game, None).await?);
        }
        page.running = Some(running);
    }
    let player = match page.player.as_str() {
        "" => None,
        name => match member_called(&app, name).await? {
            Some(person) => Some(person),
            None => {
                page.fault = Some(Words::english().format("games-nobody-called", &[("name", name.into())]));
                return Ok(html(&page));
            }
        },
    };
    let wanted = Wanted {
        player,
        position: board.map(|(setup, turn)| position_key(&setup, turn)),
        before: asked.before,
        ..asked.wanted()?
    };
    let found = app.store.find(&wanted, A_PAGE).await?;
    if let Some(last) = found.last().filter(|_| found.len() == A_PAGE as usize) {
        page.more = Some(asked.after(last.number));
    }
    for FoundGame { ply, game, .. } in found {
        page.found.push(listed(&app, game, ply).await?);
    }
    Ok(html(&page))
}

/// The person of a name.
async fn member_called(app: &AppState, name: &str) -> Result<Option<PersonId>, Problem> {
    let Ok(name) = name.parse() else { return Ok(None) };
    Ok(app.store.account_named(&name).await?.map(|account| account.person))
}

/// A game in a list.
async fn listed(app: &AppState, game: Summary, ply: Option<u32>) -> Result<ListedGame, Problem> {
    let words = Words::english();
    let status = &game.status;
    let (says, when) = match (&status.ending, status.to_move) {
        (Some(ending), _) => (ListedGame::result(ending, status.winner), crate::server::date::day(game.touched_ms)),
        (None, Some(side)) => (words.format("status-to-move", &[("side", side.into())]), String::new()),
        (None, None) => (String::new(), String::new()),
    };
    let names = app.store.names_in(&game.id).await?;
    Ok(ListedGame {
        attackers: player(&game.seats.attackers, &names.attackers),
        defenders: player(&game.seats.defenders, &names.defenders),
        ruleset_name: game.ruleset_name,
        says,
        plies: game.status.plies,
        when,
        ply,
        id: game.id,
    })
}

fn player(seat: &Seat, shown: &ShownAs) -> String {
    let words = Words::english();
    match (seat, shown) {
        (Seat::Computer { level }, _) => format!("{}, {}", words.text("games-computer"), level_name(*level)),
        (_, ShownAs::Former) => words.text("former-member"),
        (_, shown) => {
            shown.name().map_or_else(|| words.text("games-guest"), |name| called(name.as_str(), shown.is_bot()))
        }
    }
}

impl Asked {
    /// Whether this is the page that one comes to first: it has the games that are played now, too.
    fn is_first(&self) -> bool {
        let texts = [&self.player, &self.rules, &self.ending, &self.winner, &self.position];
        texts.into_iter().all(String::is_empty) && self.before.is_none()
    }

    fn board(&self) -> Result<Option<(Setup, Side)>, Problem> {
        if self.position.is_empty() {
            return Ok(None);
        }
        let setup = Setup::from_rows(&self.position);
        let setup = setup.map_err(|error| Problem::BadForm(Words::english().rows_error(&error)))?;
        let turn = self.turn.parse().map_err(|_| wrong("turn", &self.turn))?;
        Ok(Some((setup, turn)))
    }

    /// What is asked for, but the player and the position.
    fn wanted(&self) -> Result<Wanted, Problem> {
        let given = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        let is_ending = |id: &String| Ending::ALL.iter().any(|ending| ending.id() == id);
        if let Some(ending) = given(&self.ending).filter(|id| !is_ending(id)) {
            return Err(wrong("ending", &ending));
        }
        let winner = match self.winner.as_str() {
            "" => None,
            NOBODY => Some(None),
            side => Some(Some(side.parse().map_err(|_| wrong("winner", side))?)),
        };
        Ok(Wanted { ruleset: given(&self.rules), ending: given(&self.ending), winner, ..Wanted::default() })
    }

    /// The address of what comes after a game.
    fn after(&self, number: i64) -> String {
        let mut query = Serializer::new(String::new());
        for (key, value) in [
            ("player", &self.player),
            ("rules", &self.rules),
            ("ending", &self.ending),
            ("winner", &self.winner),
            ("position", &self.position),
            ("turn", &self.turn),
        ] {
            if !value.is_empty() {
                query.append_pair(key, value);
            }
        }
        query.append_pair("before", &number.to_string());
        format!("/games?{}", query.finish())
    }
}

//! The page of the games that everybody may watch or find.

use axum::Router;
use axum::extract::{Query, State};
use axum::response::Response;
use axum::routing::get;
use hnefi_live::{PersonId, Seat, ShownAs};
use hnefi_rules::{Ending, Setup, Side};
use hnefi_store::{FoundGame, Summary, Wanted, WantedPlayer, position_key};
use hnefi_views::address;
use hnefi_views::games::{GamesPage, ListedGame};
use hnefi_wire::{called, level_name};
use hnefi_words::{Words, isolated};
use serde::Deserialize;

use super::best;
use super::texts::{FORMATS, texts};
use crate::people::results;
use crate::server::date::day_ms;
use crate::server::forms::wrong;
use crate::server::person::MaybePerson;
use crate::server::state::AppState;
use crate::server::{Problem, html};

/// How many finished games a page has.
const A_PAGE: u32 = 30;
/// How many games that are played now it has at most.
const RUNNING: u32 = 30;
/// The id of nobody, as one who won.
const NOBODY: &str = "nobody";
/// A day, in milliseconds.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The routes of the games that everybody may watch or find.
pub(crate) fn router() -> Router<AppState> {
    Router::new().route("/games", get(games)).route("/games/text", get(text)).route("/players", get(best::page))
}

/// What somebody looks for. What is empty is not asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Asked {
    player: String,
    side: String,
    against: String,
    rules: String,
    ending: String,
    winner: String,
    /// The first day, such as `2026-11-23`.
    since: String,
    /// The last day.
    until: String,
    position: String,
    turn: String,
    /// The number in the archive of the last game of the page before.
    before: Option<i64>,
    /// The id of the format of a text.
    format: String,
}

async fn games(State(app): State<AppState>, Query(asked): Query<Asked>) -> Result<Response, Problem> {
    let board = asked.board()?;
    let mut page = GamesPage {
        player: asked.player.trim().to_owned(),
        side: asked.side.clone(),
        against: asked.against.trim().to_owned(),
        rules: asked.rules.clone(),
        ending: asked.ending.clone(),
        winner: asked.winner.clone(),
        since: asked.since.trim().to_owned(),
        until: asked.until.trim().to_owned(),
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
    let wanted = match asked.whole(&app).await? {
        Ok(wanted) => wanted,
        Err(fault) => {
            page.fault = Some(fault);
            return Ok(html(&page));
        }
    };
    if let Some(WantedPlayer { person, against: Some(other), .. }) = &wanted.player {
        page.score = score(&app, person, other, (&page.player, &page.against)).await?;
    }
    let found = app.store.find(&wanted, A_PAGE).await?;
    if let Some(last) = found.last().filter(|_| found.len() == A_PAGE as usize) {
        page.more = Some(asked.address("/games", &[("before", &last.number.to_string())]));
    }
    page.texts = FORMATS
        .map(|format| {
            let name = Words::english().format("games-format", &[("format", format.id().into())]);
            (asked.address("/games/text", &[("format", format.id())]), name)
        })
        .to_vec();
    for FoundGame { ply, game, .. } in found {
        page.found.push(listed(&app, game, ply).await?);
    }
    Ok(html(&page))
}

/// All that is asked for, as a file.
async fn text(State(app): State<AppState>, Query(asked): Query<Asked>, asks: MaybePerson) -> Result<Response, Problem> {
    let format = FORMATS.into_iter().find(|format| format.id() == asked.format);
    let format = format.ok_or_else(|| wrong("format", &asked.format))?;
    let wanted = asked.whole(&app).await?.map_err(Problem::BadForm)?;
    texts(app, asks.network, wanted, format)
}

/// What two people got against each other, in words; `None` if they never played.
async fn score(
    app: &AppState,
    one: &PersonId,
    other: &PersonId,
    names: (&str, &str),
) -> Result<Option<String>, Problem> {
    let results = results(app.store.between(one, other).await?);
    let values = [
        ("player", isolated(names.0).into()),
        ("against", isolated(names.1).into()),
        ("score", results.score().into()),
        ("games", i64::from(results.games()).into()),
    ];
    Ok((results.games() > 0).then(|| Words::english().format("games-score", &values)))
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

/// What a player is called.
pub(super) fn player(seat: &Seat, shown: &ShownAs) -> String {
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
        let texts = [&self.player, &self.side, &self.against, &self.rules, &self.ending, &self.winner, &self.position];
        let days = [&self.since, &self.until];
        texts.into_iter().chain(days).all(String::is_empty) && self.before.is_none()
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

    /// All that is asked for, or why that cannot be: nobody has such a name.
    async fn whole(&self, app: &AppState) -> Result<Result<Wanted, String>, Problem> {
        let position = self.board()?.map(|(setup, turn)| position_key(&setup, turn));
        let mut wanted = Wanted { position, before: self.before, ..self.wanted()? };
        for (typed, to, days) in [(&self.since, &mut wanted.since_ms, 0), (&self.until, &mut wanted.until_ms, 1)] {
            let typed = typed.trim();
            if typed.is_empty() {
                continue;
            }
            let Some(begins) = day_ms(typed) else {
                return Ok(Err(Words::english().format("games-no-day", &[("day", typed.into())])));
            };
            *to = Some(begins + days * DAY_MS);
        }
        let side = match self.side.as_str() {
            "" => None,
            side => Some(side.parse().map_err(|_| wrong("side", side))?),
        };
        let mut people = [None, None];
        for (name, person) in [&self.player, &self.against].into_iter().zip(&mut people) {
            let name = name.trim();
            if name.is_empty() {
                continue;
            }
            *person = member_called(app, name).await?;
            if person.is_none() {
                return Ok(Err(Words::english().format("games-nobody-called", &[("name", name.into())])));
            }
        }
        wanted.player = match people {
            [None, None] if side.is_some() => return Ok(Err(Words::english().text("games-side-of-whom"))),
            [None, None] => None,
            [Some(person), against] => Some(WantedPlayer { person, side, against }),
            // Who plays against somebody has the other side.
            [None, Some(person)] => Some(WantedPlayer { person, side: side.map(|side: Side| !side), against: None }),
        };
        Ok(Ok(wanted))
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

    /// The address of a page for what is asked for, with more that it asks.
    fn address(&self, path: &str, more: &[(&str, &str)]) -> String {
        let mut asked = vec![
            ("player", self.player.trim()),
            ("side", self.side.as_str()),
            ("against", self.against.trim()),
            ("rules", &self.rules),
            ("ending", &self.ending),
            ("winner", &self.winner),
            ("since", self.since.trim()),
            ("until", self.until.trim()),
            ("position", &self.position),
            ("turn", &self.turn),
        ];
        asked.extend(more);
        address(path, &asked)
    }
}

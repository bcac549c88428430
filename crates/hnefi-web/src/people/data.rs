//! All that the server knows of a member, as a file.

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_DISPOSITION;
use axum::response::{IntoResponse, Response};
use hnefi_live::{MatchLength, PersonId, Saying};
use hnefi_lobby::Seek;
use hnefi_ratings::Rating;
use hnefi_rules::Side;
use hnefi_store::{ListedEvent, Summary};
use serde_json::{Map, Value, json};

use super::account::Member;
use crate::server::Problem;
use crate::server::state::AppState;

/// So many games are listed, the one touched last first.
const GAMES: u32 = 100_000;

/// The file. Secrets are not in it: of passwords and codes it says that they are there. What else is left out, `docs/accounts.md` tells.
pub(super) async fn data(State(app): State<AppState>, member: Member) -> Result<Response, Problem> {
    let (store, id) = (&app.store, &member.person.id);
    let account = &member.account;
    let sessions: Vec<Value> = store
        .sessions_of(id)
        .await?
        .iter()
        .map(|session| json!({"device": session.device, "since_ms": session.made_ms, "seen_ms": session.seen_ms}))
        .collect();
    let passkeys: Vec<Value> = store
        .passkeys_of(id)
        .await?
        .iter()
        .map(|key| json!({"id": key.id, "label": key.label, "made_ms": key.made_ms, "used_ms": key.used_ms}))
        .collect();
    let tokens: Vec<Value> = store
        .tokens_of(id)
        .await?
        .iter()
        .map(|token| {
            let (scopes, made_ms, used_ms) = (token.scopes.to_string(), token.made_ms, token.used_ms);
            json!({"name": token.name, "scopes": scopes, "made_ms": made_ms, "used_ms": used_ms})
        })
        .collect();
    let games: Vec<Value> = store.games_of(id, GAMES).await?.iter().map(|game| game_json(game, &member)).collect();
    let ratings: Vec<Value> = store
        .ratings_of(id)
        .await?
        .iter()
        .map(|(list, rating)| {
            let mut told = rating_json(rating);
            told["list"] = json!(list.to_string());
            told
        })
        .collect();
    let mut histories = Map::new();
    for (list, _) in store.ratings_of(id).await? {
        let history = store.rating_history(list, id).await?;
        histories.insert(list.to_string(), history.iter().map(rating_json).collect());
    }
    let said: Vec<Value> = store
        .said_by(id)
        .await?
        .iter()
        .map(|line| {
            let (greeting, words) = match &line.saying {
                Saying::Greeting(greeting) => (Some(greeting.id()), None),
                Saying::Words(words) => (None, Some(words.as_str())),
            };
            json!({"game": line.game, "room": line.room.id(), "at_ms": line.at_ms, "greeting": greeting, "words": words})
        })
        .collect();
    let conditional: Vec<Value> = store
        .conditional_of(id)
        .await?
        .into_iter()
        .map(|(game, lines)| json!({"game": game, "lines": lines.split('/').collect::<Vec<_>>()}))
        .collect();
    let reports: Vec<Value> = store
        .reports_by(id)
        .await?
        .iter()
        .map(|report| {
            json!({"kind": report.made.kind.id(), "game": report.made.game, "words": report.made.words,
                "at_ms": report.made.at_ms, "answer": report.answer})
        })
        .collect();
    let done: Vec<Value> = store
        .done_to(id)
        .await?
        .iter()
        .map(|done| {
            json!({"act": done.act, "why": done.why, "at_ms": done.at_ms, "game": done.game, "until_ms": done.until_ms})
        })
        .collect();
    let dodged: Vec<Value> = store
        .dodged_since(id, 0)
        .await?
        .iter()
        .map(|dodged| json!({"game": dodged.game, "how": dodged.how.id(), "at_ms": dodged.at_ms}))
        .collect();
    let runs: Vec<Value> = store.events_of(id, GAMES).await?.iter().map(event_json).collect();
    let plays: Vec<Value> = store.events_with(id, GAMES).await?.iter().map(event_json).collect();
    let seeks = store.seeks().await?;
    let seeks: Vec<Value> = seeks.iter().filter(|(_, seek)| seek.by == *id).map(|(_, seek)| seek_json(seek)).collect();
    let ignored: Vec<Value> = store
        .ignored_by(id)
        .await?
        .iter()
        .map(|(other, how)| json!({"person": other.as_str(), "how": how.id()}))
        .collect();
    let away: Vec<Value> = store
        .away_book(id)
        .await?
        .times()
        .iter()
        .map(|away| json!({"from_ms": away.from_ms, "until_ms": away.until_ms, "days": away.days}))
        .collect();
    let mail = store.mail_of(id).await?;
    let told = json!({
        "person": id.as_str(),
        "name": account.name.as_str(),
        "names": store.names_of(id).await?,
        "member_since_ms": account.made_ms,
        "name_changed_ms": account.named_ms,
        "administrator": account.administrator,
        "moderator": account.moderator,
        "has_password": account.password.is_some(),
        "recovery_codes_left": store.codes_left(id).await?,
        "devices_known": store.known_devices_of(id).await?,
        "sessions": sessions,
        "passkeys": passkeys,
        "bot_since_ms": account.bot_ms,
        "away": away,
        "mail": mail.map(|mail| json!({"address": mail.address, "confirmed": mail.verified, "daily": mail.daily})),
        "tokens": tokens,
        "ratings": ratings,
        "ratings_after_each_game": histories,
        "said": said,
        "reports": reports,
        "done_to_you": done,
        "games_not_played": dodged,
        "ignored": ignored,
        "games": games,
        "events_you_run": runs,
        "events_you_play_in": plays,
        "seeks": seeks,
        "conditional_moves": conditional,
        "browsers_told": store.pushes_of(id).await?.len(),
    });
    let name = format!("attachment; filename=\"hnefi-{}.json\"", id.as_str());
    Ok(([(CONTENT_DISPOSITION, name)], Json(told)).into_response())
}

/// A rating right after a game.
fn rating_json(rating: &Rating) -> Value {
    json!({
        "points": rating.points(),
        "deviation": rating.deviation(rating.played_ms),
        "games": rating.games,
        "played_ms": rating.played_ms,
    })
}

/// A seek or a challenge that waits.
fn seek_json(seek: &Seek) -> Value {
    json!({
        "rules": seek.rules,
        "clock": seek.control.to_string(),
        "side": seek.side.map(Side::id),
        "games": seek.length.map(MatchLength::games),
        "rated": seek.rated,
        "range": seek.range.map(|range| range.to_string()),
        "to": seek.to.as_ref().map(PersonId::as_str),
        "made_ms": seek.made_ms,
    })
}

fn event_json(event: &ListedEvent) -> Value {
    json!({"event": event.id, "name": event.head.name, "touched_ms": event.touched_ms})
}

fn game_json(game: &Summary, member: &Member) -> Value {
    let sides: Vec<&str> =
        Side::ALL.into_iter().filter(|&side| game.seats[side].is_held_by(&member.person.id)).map(Side::id).collect();
    json!({
        "game": game.id,
        "text": format!("/game/{}/text", game.id),
        "rules": game.ruleset_id,
        "rules_name": game.ruleset_name,
        "sides": sides,
        "plies": game.status.plies,
        "winner": game.status.winner.map(Side::id),
        "ending": game.status.ending,
        "touched_ms": game.touched_ms,
    })
}

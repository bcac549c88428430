//! One mail a day at the most that says what waits: one's moves in games of days, little time left, challenges.

use hnefi_clock::Control;
use hnefi_live::{PersonId, ShownAs};
use hnefi_rules::Side;
use hnefi_store::{DailyReader, StoreError, Summary};
use hnefi_views::home::left_words;
use hnefi_words::Words;

use super::letters::{Written, line};
use super::{MailSettings, STOP, stop_secret};
use crate::game::open_game::OpenGames;
use crate::home::is_waited_for;
use crate::server::secret;

/// How many running games are looked at.
const LOOKED_AT: u32 = 1_000;
/// How long something waits before a mail says so, in milliseconds: who is here sees it by himself.
const A_WHILE: i64 = 60 * 60_000;

/// Puts up letters for those for whom something waits of which no mail has said anything yet.
pub(super) async fn put_up(games: &OpenGames, now_ms: i64) -> Result<(), StoreError> {
    for DailyReader { person, told_ms } in games.store.daily_readers(now_ms).await? {
        if is_news(games, &person, told_ms, now_ms).await? {
            games.store.tell_daily(&person, &secret::game_id(), now_ms).await?;
        }
    }
    Ok(())
}

/// Whether something waits that did not when a mail said last what does.
async fn is_news(games: &OpenGames, person: &PersonId, told_ms: i64, now_ms: i64) -> Result<bool, StoreError> {
    let since = |at_ms: i64| told_ms < at_ms && at_ms <= now_ms - A_WHILE;
    let became_short = |game: &Summary| {
        let quarter = i64::from(game.control.map_or(0, Control::base_ms)) / 4;
        let left = game.flag_ms.map(|flag_ms| flag_ms - games.time.now().at_ms);
        left.is_some_and(|left| left < quarter && left + (now_ms - told_ms) >= quarter)
    };
    if waiting(games, person).await?.iter().any(|game| since(game.touched_ms) || became_short(game)) {
        return Ok(true);
    }
    Ok(games.store.challenges_to(person).await?.iter().any(|&(_, made_ms)| since(made_ms)))
}

async fn waiting(games: &OpenGames, person: &PersonId) -> Result<Vec<Summary>, StoreError> {
    let running = games.store.running_of(person, LOOKED_AT).await?;
    Ok(running.into_iter().filter(|game| is_waited_for(game, person)).collect())
}

/// What waits for somebody; `None` when nothing does any more.
pub(super) async fn letter(
    games: &OpenGames,
    settings: &MailSettings,
    person: &PersonId,
    name: &str,
) -> Result<Option<Written>, StoreError> {
    let (words, store, base) = (Words::english(), &games.store, &settings.base);
    let (waiting, challenges) = (waiting(games, person).await?, store.challenges_to(person).await?);
    if waiting.is_empty() && challenges.is_empty() {
        return Ok(None);
    }
    let mut lines = Vec::new();
    for game in &waiting {
        let names = store.names_in(&game.id).await?;
        let other = Side::ALL.into_iter().find(|&side| !game.seats[side].is_held_by(person));
        let other = other.and_then(|side| ShownAs::name(&names[side])).map(|name| name.as_str().to_owned());
        let against = other.unwrap_or_else(|| words.text("push-somebody"));
        let values = [("rules", line(&game.ruleset_name).into()), ("name", line(&against).into())];
        let left = game.flag_ms.map(|flag_ms| format!(": {}", left_words(flag_ms - games.time.now().at_ms)));
        lines.push(format!(
            "- {}{}\n  {base}/game/{}",
            words.format("push-game", &values),
            left.unwrap_or_default(),
            game.id
        ));
    }
    for (by, _) in &challenges {
        let name = store.name(by).await?.map_or_else(|| words.text("push-somebody"), |name| line(name.as_str()));
        lines.push(format!("- {}\n  {base}/lobby", words.format("push-challenge-by", &[("name", name.into())])));
    }
    let stop = format!("{base}{STOP}{}", stop_secret(games, person));
    let values = [
        ("name", line(name).into()),
        ("waiting", lines.join("\n").into()),
        ("home", format!("{base}/").into()),
        ("stop", stop.clone().into()),
    ];
    let subject = match (waiting.len(), challenges.len()) {
        (0, _) => words.text("push-challenge"),
        (games, _) => words.format("mail-daily-subject", &[("games", games.into())]),
    };
    Ok(Some(Written { subject, text: words.format("mail-daily-text", &values), stop: Some(stop) }))
}

//! What was done in an event, in words.

use hnefi_events::{Act, GameId, GameResult};
use hnefi_views::events::Logged;

use super::log::{Held, Line};
use super::says::{self, called, say, text};

/// What was done after so many rows, in a sentence or two.
pub(super) fn since(held: &Held, since: u64) -> String {
    let new = usize::try_from(since).ok().and_then(|since| held.lines.get(since..)).unwrap_or_default();
    let entered =
        new.iter().filter(|(_, line)| matches!(line, Line::Done(row) if matches!(row.act, Act::Enter { .. })));
    match (entered.count(), new) {
        (_, []) => text("event-done-nothing"),
        (2.., _) => say("event-done-entered", &[("count", held.event.players().len().into())]),
        (_, [(_, line)]) => of(held, line),
        (_, [.., (_, line)]) => of(held, line),
    }
}

/// All that was done, the newest first.
pub(super) fn all(held: &Held) -> Vec<Logged> {
    let lines = held.lines.iter().rev();
    lines.map(|(at_ms, line)| Logged { at: says::moment(*at_ms), what: of(held, line) }).collect()
}

fn of(held: &Held, line: &Line) -> String {
    let row = match line {
        Line::Made { .. } => return text("event-log-made"),
        Line::Told(_) => return text("event-log-told"),
        Line::Named { player, name } => {
            let key = held.event.player(*player).map_or("?", |player| player.key.as_str());
            return say(
                "event-log-named",
                &[("name", hnefi_words::isolated(key).into()), ("new", hnefi_words::isolated(name).into())],
            );
        }
        Line::Done(row) => row,
    };
    let with_name = |id: &str, player| say(id, &[("name", called(held, player).into())]);
    match &row.act {
        Act::Enter { key, .. } => {
            let online = held.event.player_of(key).filter(|_| held.online.is_some());
            let name = online.map_or(key.as_str(), |player| held.name(player.no));
            say("event-log-entered", &[("name", hnefi_words::isolated(name).into())])
        }
        Act::CheckIn { player } => with_name("event-log-checked-in", *player),
        Act::Leave { player } => with_name("event-log-left", *player),
        Act::Return { player } => with_name("event-log-returned", *player),
        Act::WishBye { player, round } => {
            say("event-log-wished", &[("name", called(held, *player).into()), ("round", (*round).into())])
        }
        Act::Places { places: Some(places) } => say("event-log-places", &[("places", (*places).into())]),
        Act::Places { places: None } => text("event-log-places-any"),
        Act::Begin => text("event-log-begun"),
        Act::Pair => String::new(),
        Act::Paired { drawn, by_hand: None } => say("event-log-paired", &[("round", drawn.round.into())]),
        Act::Paired { drawn, by_hand: Some(why) } => {
            say("event-log-paired-by-hand", &[("round", drawn.round.into()), ("why", why.as_str().into())])
        }
        Act::Unpair { reason } => say("event-log-unpaired", &[("why", reason.as_str().into())]),
        Act::Swap { one, other, reason } => say(
            "event-log-swapped",
            &[
                ("one", called(held, *one).into()),
                ("other", called(held, *other).into()),
                ("why", reason.as_str().into()),
            ],
        ),
        Act::Result { game, result } => of_game(held, "event-log-result", *game, Some(*result), ""),
        Act::Correct { game, result: Some(result), reason } => {
            of_game(held, "event-log-corrected", *game, Some(*result), reason)
        }
        Act::Correct { game, result: None, reason } => of_game(held, "event-log-reopened", *game, None, reason),
        Act::Close => text("event-log-closed"),
        Act::Finish => text("event-log-finished"),
    }
}

/// What was said of a game. Its players are those who have it now; of one that was thrown away since, there are none.
fn of_game(held: &Held, id: &str, at: GameId, result: Option<GameResult>, why: &str) -> String {
    let says = match (held.event.game(at), result) {
        (Some(game), Some(result)) => says::result(held, game, result),
        _ => String::new(),
    };
    say(id, &[("round", at.round.into()), ("table", at.table.into()), ("result", says.into()), ("why", why.into())])
}

//! The records of games that were played on the server for an event.

use hnefi_events::{Game, GameId};
use hnefi_formats::{GameTree, RecordId, Tag, write_move};
use hnefi_rules::Intent;
use hnefi_store::{EventMatch, Store, StoreError};
use hnefi_views::diagram::Diagram;
use hnefi_views::events::{ExportGamePage, MovePair};
use hnefi_words::Words;
use jiff::Timestamp;

use super::log::Held;
use super::says::{self, say, text};
use super::show::played;

/// A game with its moves.
pub(super) struct Record {
    id: GameId,
    /// The game, with who played, and where.
    pub(super) tree: GameTree,
    /// The same as a page.
    pub(super) page: ExportGamePage,
}

impl Record {
    /// The name of its page's file.
    pub(super) fn file(&self) -> String {
        let GameId { round, table, game } = self.id;
        format!("{round}-{table}-{game}.html")
    }

    /// The id of its cell.
    pub(super) fn cell(&self) -> String {
        says::game_id(self.id)
    }
}

/// The games of an event that were made on this server, in the order of rounds and boards.
pub(super) async fn records(store: &Store, held: &Held, matches: &[EventMatch]) -> Result<Vec<Record>, StoreError> {
    let pairings =
        held.event.rounds().iter().flat_map(|round| round.pairings.iter().map(move |pairing| (round, pairing)));
    let mut records = Vec::new();
    for (round, pairing) in pairings {
        for game in &pairing.games {
            let Some(summary) = played(game.id, matches) else { continue };
            let Some(log) = store.load(&summary.id).await? else { continue };
            let title = match pairing.games.len() {
                1 => says::round_title(round),
                _ => {
                    format!("{} · {}", says::round_title(round), say("event-game", &[("number", game.id.game.into())]))
                }
            };
            let mut tree = GameTree::of(log.game());
            tree.id = Some(RecordId::from_tag(&summary.id));
            tree.tags = tags(held, game, summary.touched_ms);
            records.push(Record { id: game.id, page: page(held, game, &title, log.game()), tree });
        }
    }
    Ok(records)
}

/// Who played where, and when it ended, by Greenwich.
fn tags(held: &Held, game: &Game, at_ms: i64) -> Vec<Tag> {
    let date = Timestamp::from_millisecond(at_ms).unwrap_or_default().strftime("%Y-%m-%d").to_string();
    let GameId { round, table, game: number } = game.id;
    [
        ("Event", held.told.name.clone()),
        ("Round", format!("{round}.{table}.{number}")),
        ("Date", date),
        ("Attackers", held.name(game.attackers).to_owned()),
        ("Defenders", held.name(game.defenders).to_owned()),
    ]
    .map(|(name, value)| Tag { name: name.to_owned(), value })
    .into()
}

fn page(held: &Held, game: &Game, title: &str, played: &hnefi_rules::Game) -> ExportGamePage {
    let (words, ruleset) = (Words::english(), played.referee().ruleset());
    let moves: Vec<String> = played.plies().map(|ply| write_move(&ply.played)).collect();
    let last = played.plies().last().map(|ply| Intent { from: ply.played.mv.from(), to: ply.played.mv.to() });
    let setup = played.position().setup();
    let result = game.result.map_or_else(|| text("event-goes-on"), |result| says::result(held, game, result));
    ExportGamePage {
        event: held.told.name.clone(),
        title: title.to_owned(),
        board: game.id.table,
        attackers: held.name(game.attackers).to_owned(),
        defenders: held.name(game.defenders).to_owned(),
        rules: ruleset.name().to_owned(),
        result,
        ended: played.outcome().map(|outcome| words.outcome(&outcome, ruleset)),
        drawing: Diagram::new(&setup).under(ruleset.answers()).arrived(last).svg(),
        moves: moves
            .chunks(2)
            .map(|pair| MovePair { first: pair[0].clone(), second: pair.get(1).cloned().unwrap_or_default() })
            .collect(),
    }
}

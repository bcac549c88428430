//! The queue, and who rates what is in it.

use hnefi_live::PersonId;
use hnefi_ratings::{Advantage, List, RatedGame, Rating, Standing};
use hnefi_rules::{BySide, Side};

use super::{advantage, rating};
use crate::db::{Connection, Row, params};
use crate::{StoreError, order};

/// Puts a game into the queue if it is rated and has ended with a result, and is not there yet.
pub(crate) async fn queue(to: &mut Connection, game: &str) -> Result<(), StoreError> {
    let sql = "insert into rating_queue (number, kind, game, at_ms, list, ruleset_id, attackers, defenders, winner) \
               select (select coalesce(max(number), 0) + 1 from rating_queue), 'ended', game.id, game.touched_ms, \
               game.rated, game.ruleset_id, attackers.person, defenders.person, game.winner from game \
               join seat attackers on attackers.game = game.id and attackers.side = 'attackers' \
               join seat defenders on defenders.game = game.id and defenders.side = 'defenders' \
               where game.id = $1 and game.rated is not null and game.to_move is null \
               and game.ending not in ('broken-off', 'aborted') \
               and attackers.person <> defenders.person \
               on conflict (game, kind) do nothing";
    to.execute(sql, params![game]).await?;
    Ok(())
}

/// Puts it into the queue that a game counts no more.
pub(crate) async fn annul(
    to: &mut Connection,
    game: &str,
    why: &str,
    actor: Option<&PersonId>,
    at_ms: i64,
) -> Result<(), StoreError> {
    let sql = "insert into rating_queue (number, kind, game, at_ms) \
               select (select coalesce(max(number), 0) + 1 from rating_queue), 'annulled', game, $2 from rating_queue \
               where game = $1 and kind = 'ended' on conflict (game, kind) do nothing";
    if to.execute(sql, params![game, at_ms]).await? == 0 {
        let sql = "select 1 as one from rating_queue where game = $1 and kind = 'annulled'";
        if to.fetch(sql, params![game]).await?.is_empty() {
            return Err(StoreError::NoGame(game.to_owned()));
        }
        return Ok(());
    }
    order::noted(to, actor, game, why, at_ms).await
}

/// Rates what is next in the queue, at most so many rows.
pub(crate) async fn rate(to: &mut Connection, most: i64) -> Result<(), StoreError> {
    let sql = "select queue.*, annulled.number as annulled from rating_queue queue \
               left join rating_queue annulled on annulled.game = queue.game and annulled.kind = 'annulled' \
               where queue.number > (select number from rater) order by queue.number limit $1";
    for row in to.fetch(sql, params![most]).await? {
        let number: i64 = row.get("number")?;
        match Queued::read(&row)? {
            Queued::Ended(game) if game.is_of_two() && row.get::<Option<i64>>("annulled")?.is_none() => {
                rate_game(to, number, &game).await?;
            }
            Queued::Ended(_) => {}
            Queued::Annulled { game } => {
                if let Some(first) = rated_before(to, &game).await? {
                    return go_back(to, first).await;
                }
            }
        }
        to.execute("update rater set number = $1", params![number]).await?;
    }
    Ok(())
}

/// A row of the queue.
pub(super) enum Queued {
    Ended(Game),
    Annulled { game: String },
}

/// A game in the queue.
pub(super) struct Game {
    players: BySide<String>,
    ruleset: String,
    list: List,
    winner: Option<Side>,
    at_ms: i64,
}

impl Queued {
    pub(super) fn read(row: &Row) -> Result<Queued, StoreError> {
        let (kind, game): (String, String) = (row.get("kind")?, row.get("game")?);
        if kind == "annulled" {
            return Ok(Queued::Annulled { game });
        }
        let corrupt = |problem: String| StoreError::corrupt(&game, format!("in the queue of ratings: {problem}"));
        let (list, winner): (String, Option<String>) = (row.get("list")?, row.get("winner")?);
        let winner = winner.map(|side| side.parse().map_err(|_| corrupt(format!("winner {side}")))).transpose()?;
        Ok(Queued::Ended(Game {
            players: BySide { attackers: row.get("attackers")?, defenders: row.get("defenders")? },
            ruleset: row.get("ruleset_id")?,
            list: list.parse().map_err(|error| corrupt(format!("{error}")))?,
            winner,
            at_ms: row.get("at_ms")?,
        }))
    }
}

impl Game {
    /// Whether two people played it: nothing is learnt of who plays himself.
    pub(super) fn is_of_two(&self) -> bool {
        self.players.attackers != self.players.defenders
    }

    /// The game as the ratings take it.
    pub(super) fn rated(&self) -> RatedGame<'_, String> {
        let Game { players, ruleset, list, winner, at_ms } = self;
        RatedGame { players: players.clone(), ruleset, list: *list, winner: *winner, at_ms: *at_ms }
    }
}

async fn rate_game(to: &mut Connection, number: i64, game: &Game) -> Result<(), StoreError> {
    let list = game.list.to_string();
    let mut players = BySide { attackers: Rating::new(game.at_ms), defenders: Rating::new(game.at_ms) };
    for side in Side::ALL {
        let sql = "select * from rating where list = $1 and person = $2";
        let rows = to.fetch(sql, params![&list, &game.players[side]]).await?;
        if let Some(row) = rows.first() {
            players[side] = rating(row)?;
        }
    }
    let pool = game.list.pool.id();
    let sql = "select * from advantage where ruleset_id = $1 and pool = $2";
    let rows = to.fetch(sql, params![&game.ruleset, pool]).await?;
    let known = rows.first().map(advantage).transpose()?;
    let before = Standing { players, advantage: known.unwrap_or_else(|| Advantage::new(game.at_ms)) };
    let after = before.after(game.winner, game.at_ms);
    for side in Side::ALL {
        let Rating { millionths, deviation_millionths, volatility_billionths, games, played_ms } = after.players[side];
        let row = || {
            params![
                number,
                &list,
                &game.players[side],
                millionths,
                deviation_millionths,
                volatility_billionths,
                games,
                played_ms
            ]
        };
        let sql = "insert into rating_change (number, list, person, points, deviation, volatility, games, played_ms) \
                   values ($1, $2, $3, $4, $5, $6, $7, $8)";
        to.execute(sql, row()).await?;
        let sql = "insert into rating (number, list, person, points, deviation, volatility, games, played_ms) \
                   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (list, person) do update set number = $1, \
                   points = $4, deviation = $5, volatility = $6, games = $7, played_ms = $8";
        to.execute(sql, row()).await?;
    }
    let Advantage { millionths, deviation_millionths, games, played_ms } = after.advantage;
    let row = || params![number, &game.ruleset, pool, millionths, deviation_millionths, games, played_ms];
    let sql = "insert into advantage_change (number, ruleset_id, pool, points, deviation, games, played_ms) \
               values ($1, $2, $3, $4, $5, $6, $7)";
    to.execute(sql, row()).await?;
    let sql = "insert into advantage (number, ruleset_id, pool, points, deviation, games, played_ms) \
               values ($1, $2, $3, $4, $5, $6, $7) on conflict (ruleset_id, pool) do update set number = $1, \
               points = $4, deviation = $5, games = $6, played_ms = $7";
    to.execute(sql, row()).await?;
    Ok(())
}

/// The row with which a game was rated, if its result still is in the ratings.
async fn rated_before(to: &mut Connection, game: &str) -> Result<Option<i64>, StoreError> {
    let sql = "select queue.number from rating_queue queue \
               join advantage_change change on change.number = queue.number where queue.game = $1";
    let rows = to.fetch(sql, params![game]).await?;
    Ok(rows.first().map(|row| row.get("number")).transpose()?)
}

/// Takes ratings back to what they were before a row of the queue.
async fn go_back(to: &mut Connection, first: i64) -> Result<(), StoreError> {
    for sql in [
        "delete from rating_change where number >= $1",
        "delete from advantage_change where number >= $1",
        "delete from rating where number >= $1 and not exists (select 1 from rating_change change \
         where change.list = rating.list and change.person = rating.person)",
        "delete from advantage where number >= $1 and not exists (select 1 from advantage_change change \
         where change.ruleset_id = advantage.ruleset_id and change.pool = advantage.pool)",
        // What is left of them is the row of the last change.
        "insert into rating (number, list, person, points, deviation, volatility, games, played_ms) \
         select change.number, change.list, change.person, change.points, change.deviation, change.volatility, \
         change.games, change.played_ms from rating join rating_change change \
         on change.list = rating.list and change.person = rating.person \
         where rating.number >= $1 and change.number = (select max(last.number) from rating_change last \
         where last.list = change.list and last.person = change.person) \
         on conflict (list, person) do update set number = excluded.number, points = excluded.points, \
         deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games, \
         played_ms = excluded.played_ms",
        "insert into advantage (number, ruleset_id, pool, points, deviation, games, played_ms) \
         select change.number, change.ruleset_id, change.pool, change.points, change.deviation, change.games, \
         change.played_ms from advantage join advantage_change change \
         on change.ruleset_id = advantage.ruleset_id and change.pool = advantage.pool \
         where advantage.number >= $1 and change.number = (select max(last.number) from advantage_change last \
         where last.ruleset_id = change.ruleset_id and last.pool = change.pool) \
         on conflict (ruleset_id, pool) do update set number = excluded.number, points = excluded.points, \
         deviation = excluded.deviation, games = excluded.games, played_ms = excluded.played_ms",
        "update rater set number = $1 - 1",
    ] {
        to.execute(sql, params![first]).await?;
    }
    Ok(())
}

/// Takes all ratings away, so that they are made again from the first row on.
pub(crate) async fn forget(to: &mut Connection) -> Result<(), StoreError> {
    go_back(to, 1).await
}

//! Ratings as they are stored, and the queue that makes them.
//!
//! The transaction that ends a rated game puts a numbered row into the queue, and so does who annuls one. Ratings follow it row by
//! row ([`Store::rate_waiting`]): whatever is stored of them is what the queue says up to a row. So they can be computed anew
//! ([`Store::recomputed_ratings`]), and an annulled game is taken back by going back to its row and rating again from there.

mod rater;
mod recomputed;

use hnefi_live::PersonId;
use hnefi_ratings::{Advantage, List, Pool, Rating};

pub(crate) use rater::{annul, forget, queue, rate};
pub use recomputed::Recomputed;

use crate::db::{Row, params};
use crate::write::Write;
use crate::{Store, StoreError};

/// How many rows of the queue are rated in one transaction, so that moves need not wait for long.
const AT_ONCE: i64 = 20;

impl Store {
    /// Rates what waits in the queue, in its order.
    ///
    /// # Errors
    /// When the database fails, or a row of the queue cannot be read; ratings stay as they were before that row.
    pub async fn rate_waiting(&self) -> Result<(), StoreError> {
        while self.is_behind().await? {
            self.writer.write(Write::Rate { most: AT_ONCE }).await?;
        }
        Ok(())
    }

    /// Waits until a rated game has ended or was annulled, if none has since the last time.
    pub async fn rated_game_ended(&self) {
        self.writer.queued().await;
    }

    /// A rated game may have ended on another server.
    pub fn rated_game_ended_elsewhere(&self) {
        self.writer.queue_grew();
    }

    async fn is_behind(&self) -> Result<bool, StoreError> {
        let sql = "select 1 as one from rater where number < (select coalesce(max(number), 0) from rating_queue)";
        Ok(!self.readers.fetch(sql, params![]).await?.is_empty())
    }

    /// Annuls the result of a rated game: it counts no more, and ratings are made again from its row on. Twice is once. What was done to
    /// whom, and why, is noted.
    ///
    /// # Errors
    /// [`StoreError::NoGame`] when no game of this id has been rated, or the database fails.
    pub async fn annul(&self, game: &str, why: &str, at_ms: i64) -> Result<(), StoreError> {
        self.writer.write(Write::Annul { game: game.to_owned(), why: why.to_owned(), at_ms }).await
    }

    /// The rating of a person in a list; `None` before a first game.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn rating(&self, list: List, person: &PersonId) -> Result<Option<Rating>, StoreError> {
        let sql = "select * from rating where list = $1 and person = $2";
        let rows = self.readers.fetch(sql, params![&list.to_string(), person.as_str()]).await?;
        rows.first().map(rating).transpose()
    }

    /// The ratings of a person in all lists, by the ids of the lists.
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn ratings_of(&self, person: &PersonId) -> Result<Vec<(List, Rating)>, StoreError> {
        let sql = "select * from rating where person = $1 order by list";
        let rows = self.readers.fetch(sql, params![person.as_str()]).await?;
        rows.iter().map(|row| Ok((list(row)?, rating(row)?))).collect()
    }

    /// The ratings of a person in a list after each game, the first one first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn rating_history(&self, list: List, person: &PersonId) -> Result<Vec<Rating>, StoreError> {
        let sql = "select * from rating_change where list = $1 and person = $2 order by number";
        let rows = self.readers.fetch(sql, params![&list.to_string(), person.as_str()]).await?;
        rows.iter().map(rating).collect()
    }

    /// The best of a list who have an open account, and whose ratings are not provisional at a time in milliseconds since 1970, at most
    /// `limit`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn best(&self, list: List, at_ms: i64, limit: u32) -> Result<Vec<(PersonId, Rating)>, StoreError> {
        // Who is too long away is known only with the time, so it goes on after the last one until there are enough.
        let sql = "select rating.* from rating join account on account.person = rating.person \
                   where list = $1 and deviation <= $2 and closed_ms is null \
                   and points <= $3 and (points < $3 or rating.person > $4) order by points desc, rating.person limit $5";
        let settled = (Rating::PROVISIONAL * 1e6) as i64;
        let at_once = i64::from(limit) * 2;
        let mut best = Vec::new();
        let (mut points, mut last) = (i64::MAX, String::new());
        loop {
            let rows = self.readers.fetch(sql, params![&list.to_string(), settled, points, &last, at_once]).await?;
            for row in &rows {
                let rating = rating(row)?;
                (points, last) = (rating.millionths, row.get("person")?);
                if !rating.is_provisional(at_ms) && best.len() < limit as usize {
                    best.push((PersonId::new(last.clone()), rating));
                }
            }
            if best.len() >= limit as usize || (rows.len() as i64) < at_once {
                return Ok(best);
            }
        }
    }

    /// What the attackers' side of a rule set is worth to a pool of players; `None` before anything is known.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn advantage(&self, ruleset: &str, pool: Pool) -> Result<Option<Advantage>, StoreError> {
        let sql = "select * from advantage where ruleset_id = $1 and pool = $2";
        let rows = self.readers.fetch(sql, params![ruleset, pool.id()]).await?;
        rows.first().map(advantage).transpose()
    }
}

fn list(row: &Row) -> Result<List, StoreError> {
    let list: String = row.get("list")?;
    list.parse().map_err(|error| StoreError::corrupt("of a rating", error))
}

fn rating(row: &Row) -> Result<Rating, StoreError> {
    Ok(Rating {
        millionths: row.get("points")?,
        deviation_millionths: row.get("deviation")?,
        volatility_billionths: row.get("volatility")?,
        games: row.get("games")?,
        played_ms: row.get("played_ms")?,
    })
}

fn advantage(row: &Row) -> Result<Advantage, StoreError> {
    Ok(Advantage {
        millionths: row.get("points")?,
        deviation_millionths: row.get("deviation")?,
        games: row.get("games")?,
        played_ms: row.get("played_ms")?,
    })
}

//! Ratings computed anew from the queue.

use std::collections::HashSet;

use hnefi_ratings::Book;

use super::rater::Queued;
use super::{advantage, list, rating};
use crate::db::{Readers, Row, params};
use crate::write::Write;
use crate::{Store, StoreError};

/// What the queue says about ratings, beside what is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recomputed {
    /// How many games count.
    pub games: u64,
    /// How many were annulled.
    pub annulled: u64,
    /// The ratings that the queue makes, a line each: list, person, and the numbers as they are stored.
    pub ratings: Vec<String>,
    /// The lines that are stored and the queue does not make, or the other way round.
    pub differ: Vec<String>,
}

impl Store {
    /// Rates what waits, computes all ratings anew from the queue, and compares them with those that are stored.
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn recomputed_ratings(&self) -> Result<Recomputed, StoreError> {
        loop {
            self.rate_waiting().await?;
            let before = self.rated_to().await?;
            let recomputed = recomputed(&self.readers).await?;
            // Where a server rates meanwhile, half of what was read may be older than the rest.
            if before == self.rated_to().await? && !self.is_behind().await? {
                return Ok(recomputed);
            }
        }
    }

    async fn rated_to(&self) -> Result<Option<i64>, StoreError> {
        let rows = self.readers.fetch("select number from rater", params![]).await?;
        Ok(rows.first().map(|row| row.get("number")).transpose()?)
    }

    /// Makes all stored ratings anew from the queue.
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn remake_ratings(&self) -> Result<(), StoreError> {
        self.writer.write(Write::ForgetRatings).await?;
        self.rate_waiting().await
    }
}

async fn recomputed(readers: &Readers) -> Result<Recomputed, StoreError> {
    let rows = readers.fetch("select * from rating_queue order by number", params![]).await?;
    let mut games = Vec::new();
    let mut annulled = HashSet::new();
    for row in &rows {
        match Queued::read(row)? {
            Queued::Ended(game) if game.is_of_two() => games.push((row.get::<String>("game")?, game)),
            Queued::Ended(_) => {}
            Queued::Annulled { game } => {
                annulled.insert(game);
            }
        }
    }
    games.retain(|(id, _)| !annulled.contains(id));
    let mut book = Book::default();
    for (_, game) in &games {
        book.rate(game.rated());
    }
    let rating_line = |list, person: &str, rating| format!("{list} {person} {rating:?}");
    let advantage_line = |ruleset: &str, pool: &str, advantage| format!("{ruleset} {pool} {advantage:?}");
    let made: Vec<String> = book
        .ratings()
        .map(|(list, person, rating)| rating_line(list, person, *rating))
        .chain(book.advantages().map(|(ruleset, pool, advantage)| advantage_line(ruleset, pool.id(), *advantage)))
        .collect();
    let mut stored = HashSet::new();
    for row in readers.fetch("select * from rating", params![]).await? {
        stored.insert(rating_line(list(&row)?, &text(&row, "person")?, rating(&row)?));
    }
    for row in readers.fetch("select * from advantage", params![]).await? {
        stored.insert(advantage_line(&text(&row, "ruleset_id")?, &text(&row, "pool")?, advantage(&row)?));
    }
    let made_set: HashSet<String> = made.iter().cloned().collect();
    let mut differ: Vec<String> = made_set.symmetric_difference(&stored).cloned().collect();
    differ.sort();
    Ok(Recomputed { games: games.len() as u64, annulled: annulled.len() as u64, ratings: made, differ })
}

fn text(row: &Row, column: &str) -> Result<String, StoreError> {
    Ok(row.get(column)?)
}

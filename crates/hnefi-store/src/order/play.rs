//! What is known of how somebody plays, for moderators: agreement with the engine, endings, and with whom he shares an address.

use hnefi_live::PersonId;
use hnefi_ratings::List;
use hnefi_rules::{BySide, Side};

use super::{OrderWrite, number};
use crate::db::{Connection, Row, params};
use crate::write::Write;
use crate::{Store, StoreError};

/// For how long it is kept from where a game was played, in days.
pub const PLACES_KEPT_DAYS: i64 = 30;

/// How the moves of one side agree with the engine's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// How many positions were compared.
    pub positions: u32,
    /// In how many of them the engine's first choice was played.
    pub agreed: u32,
    /// What the moves lost altogether, in thousandths of a point.
    pub lost: u32,
}

/// A game whose moves were compared with the engine's.
#[derive(Clone, Debug)]
pub struct JudgedGame {
    /// Which.
    pub game: String,
    /// By which engine, and how far it searched.
    pub engine: String,
    /// Both sides.
    pub sides: BySide<Agreement>,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

/// How often games of somebody ended in a way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedSo {
    /// The id of the ending, such as `aborted`.
    pub ending: String,
    /// How often, whoever won.
    pub games: u32,
    /// How often he lost so.
    pub lost: u32,
}

impl Store {
    /// The rated games of a person that are over and were not compared by this engine, the newest first, at most `limit`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn unjudged(&self, person: &PersonId, engine: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        let sql = "select queue.game from rating_queue queue where queue.kind = 'ended' \
                   and (queue.attackers = $1 or queue.defenders = $1) and not exists \
                   (select 1 from judged where judged.game = queue.game and judged.engine = $2) \
                   order by queue.number desc limit $3";
        let rows = self.readers.fetch(sql, params![person.as_str(), engine, limit]).await?;
        rows.iter().map(|row| Ok(row.get("game")?)).collect()
    }

    /// The rated games of a person that are over, the newest first, at most `limit`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn rated_games_of(&self, person: &PersonId, limit: u32) -> Result<Vec<String>, StoreError> {
        let sql = "select game from rating_queue where kind = 'ended' and (attackers = $1 or defenders = $1) \
                   order by number desc limit $2";
        let rows = self.readers.fetch(sql, params![person.as_str(), limit]).await?;
        rows.iter().map(|row| Ok(row.get("game")?)).collect()
    }

    /// Keeps how the moves of a game agree with the engine's, instead of what was kept of it before.
    ///
    /// # Errors
    /// When there is no such game, or the database fails.
    pub async fn keep_judged(&self, judged: JudgedGame) -> Result<(), StoreError> {
        self.writer.write(Write::Order(OrderWrite::Judged(judged))).await
    }

    /// How the moves of a person agree in a list, by this engine, and in how many games that was compared.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn agreement(&self, person: &PersonId, list: List, engine: &str) -> Result<(u32, Agreement), StoreError> {
        let sql = "select count(*) as games, cast(coalesce(sum(positions), 0) as bigint) as positions, \
                   cast(coalesce(sum(agreed), 0) as bigint) as agreed, cast(coalesce(sum(lost), 0) as bigint) as lost from judged join rating_queue queue on queue.game = judged.game \
                   and queue.kind = 'ended' where queue.list = $1 and judged.engine = $2 \
                   and ((judged.side = 'attackers' and queue.attackers = $3) \
                   or (judged.side = 'defenders' and queue.defenders = $3))";
        let rows = self.readers.fetch(sql, params![&list.to_string(), engine, person.as_str()]).await?;
        rows.first().map_or(Ok((0, Agreement::default())), agreement)
    }

    /// The same of each other person of the list whose rating lies within so many points of another one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn agreement_beside(
        &self,
        person: &PersonId,
        list: List,
        engine: &str,
        within: f64,
    ) -> Result<Vec<(u32, Agreement)>, StoreError> {
        let Some(rating) = self.rating(list, person).await? else { return Ok(Vec::new()) };
        let around = (within * 1e6) as i64;
        // Few games were compared, and many people have a rating: so it goes from the games to those who played them.
        let sql = "select count(*) as games, cast(sum(positions) as bigint) as positions, cast(sum(agreed) as bigint) as agreed, \
                   cast(sum(lost) as bigint) as lost from \
                   (select case when judged.side = 'attackers' then queue.attackers else queue.defenders end as player, \
                   positions, agreed, lost from judged join rating_queue queue on queue.game = judged.game and queue.kind = 'ended' \
                   where queue.list = $1 and judged.engine = $2) compared \
                   join rating on rating.person = compared.player and rating.list = $1 \
                   where rating.points between $3 and $4 and compared.player <> $5 group by compared.player order by compared.player";
        let (from, to) = (rating.millionths - around, rating.millionths + around);
        let rows = self.readers.fetch(sql, params![&list.to_string(), engine, from, to, person.as_str()]).await?;
        rows.iter().map(agreement).collect()
    }

    /// How the games of a person against people ended, by ending.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn endings_of(&self, person: &PersonId) -> Result<Vec<EndedSo>, StoreError> {
        let sql = "select game.ending, count(*) as games, \
                   coalesce(sum(case when game.winner is not null and game.winner <> seat.side then 1 else 0 end), 0) as lost \
                   from game join seat on seat.game = game.id where seat.person = $1 and game.arrangement = 'friend' \
                   and game.ending is not null group by game.ending order by game.ending";
        let rows = self.readers.fetch(sql, params![person.as_str()]).await?;
        let read = |row: &Row| {
            Ok(EndedSo { ending: row.get("ending")?, games: number(row, "games")?, lost: number(row, "lost")? })
        };
        rows.iter().map(read).collect()
    }

    /// Notes from where somebody plays a rated game, by a keyed hash of the address.
    ///
    /// # Errors
    /// When there is no such game or person, or the database fails.
    pub async fn played_from(&self, game: &str, person: &PersonId, place: &str, at_ms: i64) -> Result<(), StoreError> {
        let (game, person, place) = (game.to_owned(), person.clone(), place.to_owned());
        self.writer.write(Write::Order(OrderWrite::PlayedFrom { game, person, place, at_ms })).await
    }

    /// With whom a person has played rated games from one address, and in how many of them.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn beside_each_other(&self, person: &PersonId) -> Result<Vec<(PersonId, u32)>, StoreError> {
        let sql = "select other.person, count(distinct own.game) as games from played_from own \
                   join played_from other on other.game = own.game and other.place = own.place \
                   and other.person <> own.person where own.person = $1 group by other.person order by other.person";
        let rows = self.readers.fetch(sql, params![person.as_str()]).await?;
        rows.iter().map(|row| Ok((PersonId::new(row.get::<String>("person")?), number(row, "games")?))).collect()
    }
}

pub(super) async fn keep(to: &mut Connection, judged: &JudgedGame) -> Result<(), StoreError> {
    let JudgedGame { game, engine, sides, at_ms } = judged;
    for side in Side::ALL {
        let Agreement { positions, agreed, lost } = sides[side];
        let sql = "insert into judged (game, side, engine, at_ms, positions, agreed, lost) \
                   values ($1, $2, $3, $4, $5, $6, $7) on conflict (game, side) do update set engine = $3, at_ms = $4, \
                   positions = $5, agreed = $6, lost = $7";
        to.execute(sql, params![game, side.id(), engine, *at_ms, positions, agreed, lost]).await?;
    }
    Ok(())
}

pub(super) async fn place(
    to: &mut Connection,
    (game, person, place): (&str, &PersonId, &str),
    at_ms: i64,
) -> Result<(), StoreError> {
    let sql = "insert into played_from (game, person, place, at_ms) values ($1, $2, $3, $4) \
               on conflict (game, person, place) do nothing";
    to.execute(sql, params![game, person.as_str(), place, at_ms]).await?;
    Ok(())
}

fn agreement(row: &Row) -> Result<(u32, Agreement), StoreError> {
    let (positions, agreed, lost) = (number(row, "positions")?, number(row, "agreed")?, number(row, "lost")?);
    Ok((number(row, "games")?, Agreement { positions, agreed, lost }))
}

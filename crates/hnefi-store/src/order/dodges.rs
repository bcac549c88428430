//! Who got away from games without playing them.

use hnefi_live::{Dodge, PersonId};

use crate::db::{Connection, Row, params};
use crate::rows::ChangeRow;
use crate::{Store, StoreError};

/// With how many players of like rating somebody is compared at most.
const BESIDE: u32 = 200;

/// How often somebody got away from games against people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dodges {
    /// How many of his games are over.
    pub games: u32,
    /// How often he did not make his first move.
    pub aborted: u32,
    /// How often he left, or lost on time, before his fourth move.
    pub left: u32,
    /// How often he did not come to the next game of a match.
    pub match_left: u32,
}

/// A game from which somebody got away without playing it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dodged {
    /// Which.
    pub game: String,
    /// How.
    pub how: Dodge,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

impl Dodges {
    /// How often he did so in one way.
    pub fn count(&self, how: Dodge) -> u32 {
        match how {
            Dodge::Aborted => self.aborted,
            Dodge::Left => self.left,
            Dodge::MatchLeft => self.match_left,
        }
    }
}

/// The columns of a count, of the person of `one` since `$2`.
macro_rules! counts {
    () => {
        "(select count(*) from seat join game on game.id = seat.game where seat.person = one.id and game.arrangement = 'friend' \
         and game.ending is not null and game.touched_ms >= $2) as games, \
         (select count(*) from dodge where dodge.person = one.id and kind = 'aborted' and at_ms >= $2) as aborted, \
         (select count(*) from dodge where dodge.person = one.id and kind = 'left' and at_ms >= $2) as left_early, \
         (select count(*) from dodge where dodge.person = one.id and kind = 'match-left' and at_ms >= $2) as match_left"
    };
}

impl Store {
    /// The games from which a person got away without playing them since a time in milliseconds since 1970, the oldest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn dodged_since(&self, person: &PersonId, since_ms: i64) -> Result<Vec<Dodged>, StoreError> {
        let sql = "select game, kind, at_ms from dodge where person = $1 and at_ms >= $2 order by at_ms, game, kind";
        let rows = self.readers.fetch(sql, params![person.as_str(), since_ms]).await?;
        let read = |row: &Row| {
            let (game, kind): (String, String) = (row.get("game")?, row.get("kind")?);
            let how = Dodge::from_id(&kind).ok_or_else(|| StoreError::corrupt(&game, kind))?;
            Ok(Dodged { game, how, at_ms: row.get("at_ms")? })
        };
        rows.iter().map(read).collect()
    }

    /// How often a person got away from games since a time, in milliseconds since 1970.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn dodges(&self, person: &PersonId, since_ms: i64) -> Result<Dodges, StoreError> {
        let sql = concat!("select ", counts!(), " from person one where one.id = $1");
        let rows = self.readers.fetch(sql, params![person.as_str(), since_ms]).await?;
        rows.first().map_or(Ok(Dodges::default()), dodges)
    }

    /// The same of each other person whose rating in some list lies within so many points of his in it, 200 persons at most.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn dodges_beside(
        &self,
        person: &PersonId,
        since_ms: i64,
        within: f64,
    ) -> Result<Vec<Dodges>, StoreError> {
        let sql = concat!(
            "select ",
            counts!(),
            " from (select distinct other.person as id from rating own join rating other on other.list = own.list \
             and other.person <> own.person and other.points between own.points - $3 and own.points + $3 \
             where own.person = $1 order by other.person limit $4) one"
        );
        let around = (within * 1e6) as i64;
        let rows = self.readers.fetch(sql, params![person.as_str(), since_ms, around, BESIDE]).await?;
        let all: Result<Vec<Dodges>, StoreError> = rows.iter().map(dodges).collect();
        Ok(all?.into_iter().filter(|one| one.games > 0).collect())
    }
}

fn dodges(row: &Row) -> Result<Dodges, StoreError> {
    let number = |column: &str| super::number(row, column);
    Ok(Dodges {
        games: number("games")?,
        aborted: number("aborted")?,
        left: number("left_early")?,
        match_left: number("match_left")?,
    })
}

/// Notes who got away from a game with a change of it.
pub(crate) async fn note(to: &mut Connection, change: &ChangeRow) -> Result<(), StoreError> {
    let Some(last) = change.entries.last() else { return Ok(()) };
    match change.dodged {
        Some((side, how)) => {
            let sql = "insert into dodge (game, person, kind, at_ms) select seat.game, seat.person, $1, $2 from seat \
                       join game on game.id = seat.game where seat.game = $3 and seat.side = $4 and seat.person is not null \
                       and game.arrangement = 'friend' on conflict (game, person, kind) do nothing";
            to.execute(sql, params![how.id(), last.at_ms, &change.game, side.id()]).await?;
        }
        // A game that was over goes on.
        None if change.entries.iter().any(|entry| ["taken-back", "accepted"].contains(&entry.kind)) => {
            to.execute("delete from dodge where game = $1", params![&change.game]).await?;
        }
        None => {}
    }
    Ok(())
}

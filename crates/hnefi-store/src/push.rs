//! Browsers that are told what waits for their people, and for which move of a game it was told that time is short.

use hnefi_clock::Control;
use hnefi_live::PersonId;

use crate::db::{Connection, params};
use crate::write::Write;
use crate::{Store, StoreError};

/// The most browsers that are told for one person; the oldest is forgotten first.
const MOST: i64 = 10;

/// Something to write about those who are told.
#[derive(Debug)]
pub(crate) enum PushWrite {
    Keep { endpoint: String, person: PersonId, session: String, subscription: String, at_ms: i64 },
    Drop { endpoint: String },
    Short { game: String, ply: u32 },
}

/// A game of days in which the time of a move is short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortOfTime {
    /// The game.
    pub game: String,
    /// After how many plies.
    pub ply: u32,
    /// Who is to move.
    pub person: PersonId,
}

impl Store {
    /// Tells a browser from now on, while the session under which it asked goes on. `endpoint` is the SHA-256 of its address.
    ///
    /// ```
    /// use hnefi_live::PersonId;
    /// use hnefi_store::Store;
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// # let folder = tempfile::tempdir().unwrap();
    /// let store = Store::open(&folder.path().join("games.db")).await.unwrap();
    /// let ann = PersonId::new("ann");
    /// store.make_person(&ann, "5e88", 1_000).await.unwrap();
    /// store.keep_push("e1", &ann, "5e88", "{}", 2_000).await.unwrap();
    /// assert_eq!(store.pushes_of(&ann).await.unwrap(), [("e1".to_owned(), "{}".to_owned())]);
    /// store.end_session("5e88", 3_000).await.unwrap();
    /// assert_eq!(store.pushes_of(&ann).await.unwrap(), []);
    /// # });
    /// ```
    ///
    /// # Errors
    /// When the person is unknown, or the database fails.
    pub async fn keep_push(
        &self,
        endpoint: &str,
        person: &PersonId,
        session: &str,
        subscription: &str,
        at_ms: i64,
    ) -> Result<(), StoreError> {
        let write = PushWrite::Keep {
            endpoint: endpoint.to_owned(),
            person: person.clone(),
            session: session.to_owned(),
            subscription: subscription.to_owned(),
            at_ms,
        };
        self.writer.write(Write::Push(write)).await
    }

    /// Tells a browser no more. One that is not there is not told.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn drop_push(&self, endpoint: &str) -> Result<(), StoreError> {
        self.writer.write(Write::Push(PushWrite::Drop { endpoint: endpoint.to_owned() })).await
    }

    /// The browsers that are told for a person: the SHA-256 of their addresses, and what they gave.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn pushes_of(&self, person: &PersonId) -> Result<Vec<(String, String)>, StoreError> {
        let sql = "select push.endpoint, push.subscription from push join session on session.token = push.session \
                   where push.person = $1 and session.person = $1 and session.ended_ms is null \
                   order by push.made_ms, push.endpoint";
        let rows = self.readers.fetch(sql, params![person.as_str()]).await?;
        rows.iter().map(|row| Ok((row.get("endpoint")?, row.get("subscription")?))).collect()
    }

    /// The games of days in which less than a quarter of the time of a move is left at this running time, and of which nobody
    /// was told.
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn short_of_time(&self, clock_ms: i64) -> Result<Vec<ShortOfTime>, StoreError> {
        let longest = i64::from(Control::days(Control::MOST_DAYS).map_or(0, Control::base_ms));
        let sql = "select game.id, game.control, game.flag_ms + game.skipped_ms as flag_ms, game.plies, seat.person from game \
                   join seat on seat.game = game.id and seat.side = game.to_move \
                   left join short_told on short_told.game = game.id and short_told.ply = game.plies \
                   where game.flag_ms + game.skipped_ms > $1 and game.flag_ms + game.skipped_ms <= $2 and game.control like '%d' \
                   and seat.person is not null and short_told.game is null order by game.flag_ms + game.skipped_ms, game.id";
        let mut short = Vec::new();
        for row in self.readers.fetch(sql, params![clock_ms, clock_ms + longest / 4]).await? {
            let (game, control): (String, String) = (row.get("id")?, row.get("control")?);
            let control: Control = control.parse().map_err(|error| StoreError::corrupt(&game, error))?;
            if row.get::<i64>("flag_ms")? - clock_ms < i64::from(control.base_ms()) / 4 {
                let ply = u32::try_from(row.get::<i64>("plies")?).map_err(|error| StoreError::corrupt(&game, error))?;
                short.push(ShortOfTime { game, ply, person: PersonId::new(row.get::<String>("person")?) });
            }
        }
        Ok(short)
    }

    /// Notes that it was told that the time of the move after so many plies is short.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn told_short(&self, game: &str, ply: u32) -> Result<(), StoreError> {
        self.writer.write(Write::Push(PushWrite::Short { game: game.to_owned(), ply })).await
    }
}

pub(crate) async fn write(to: &mut Connection, write: &PushWrite) -> Result<(), StoreError> {
    match write {
        PushWrite::Keep { endpoint, person, session, subscription, at_ms } => {
            let sql = "insert into push (endpoint, person, session, subscription, made_ms) values ($1, $2, $3, $4, $5) \
                       on conflict (endpoint) do update set person = $2, session = $3, subscription = $4, made_ms = $5";
            to.execute(sql, params![endpoint, person.as_str(), session, subscription, *at_ms]).await?;
            let sql = "delete from push where person = $1 and endpoint not in \
                       (select endpoint from push where person = $1 order by made_ms desc, endpoint limit $2)";
            to.execute(sql, params![person.as_str(), MOST]).await?;
        }
        PushWrite::Drop { endpoint } => {
            to.execute("delete from push where endpoint = $1", params![endpoint]).await?;
        }
        PushWrite::Short { game, ply } => {
            let sql = "insert into short_told (game, ply) values ($1, $2) on conflict (game) do update set ply = $2";
            to.execute(sql, params![game, i64::from(*ply)]).await?;
        }
    }
    Ok(())
}

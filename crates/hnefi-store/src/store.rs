//! The store: games in one database.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use hnefi_live::{Change, LinkKind, Log, NewGame, OtherGame, PersonId, Seats, Stored};
use hnefi_rules::Side;

use crate::db::{Connection, Database, Readers, params};
use crate::health::free_bytes;
use crate::migrate::migrate;
use crate::nodes::{self, Member};
use crate::replay::{self, replay};
use crate::rows::{ChangeRow, GameRow};
use crate::write::Write;
use crate::writer::{Guard, Writer};
use crate::{Health, Link, LinkTarget, Place, StoreError, Summary, Terms};

/// How many connections read at once.
pub(crate) const READERS: u32 = 4;

/// Games in one database: one connection writes, a few read. Clones share them.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) writer: Writer,
    pub(crate) readers: Readers,
    /// The folder of the database, if it is in one.
    pub(crate) folder: Option<PathBuf>,
    /// What it is as one of several servers.
    pub(crate) member: Option<Arc<Member>>,
}

impl Store {
    /// Opens the database of a place, and brings it up to date. A file is made if there is none.
    ///
    /// # Errors
    /// When the file cannot be opened, is no database, or was made by a newer program; when PostgreSQL cannot be reached, does not
    /// let us in, is too old, or has no such database.
    pub async fn open(place: impl Into<Place>) -> Result<Store, StoreError> {
        let place = place.into();
        Store::open_in(Database::at(&place), place.folder().map(Path::to_owned)).await
    }

    /// Opens the database of a place for a server that is the only one there. On PostgreSQL the connection that writes holds a lock, so
    /// that nothing is written without it; a file is guarded by the lock of its [`DataFolder`](crate::DataFolder).
    ///
    /// # Errors
    /// [`StoreError::InUse`] when another server was opened there in this way, and those of [`Store::open`].
    pub async fn open_alone(place: impl Into<Place>) -> Result<Store, StoreError> {
        let place = place.into();
        let database = Database::at(&place);
        let (mut connection, alone) = database.connect_alone().await?;
        migrate(&mut connection).await?;
        nodes::alone(&mut connection).await?;
        let writer = Writer::start(database.clone(), connection, alone.map(Guard::Alone));
        let folder = place.folder().map(Path::to_owned);
        Ok(Store { writer, readers: database.readers(READERS).await?, folder, member: None })
    }

    /// Waits until another server is at work in the database because this one has lost its connection, and tells so.
    /// This one writes no more then.
    pub async fn lost(&self) -> StoreError {
        self.writer.lost().await
    }

    pub(crate) async fn open_in(database: Database, folder: Option<PathBuf>) -> Result<Store, StoreError> {
        let mut connection = database.connect().await?;
        migrate(&mut connection).await?;
        Ok(Store::with(database, connection, folder).await?)
    }

    /// A store with a database that is up to date.
    pub(crate) async fn with(
        database: Database,
        connection: Connection,
        folder: Option<PathBuf>,
    ) -> Result<Store, sqlx::Error> {
        let readers = database.readers(READERS).await?;
        Ok(Store { writer: Writer::start(database, connection, None), readers, folder, member: None })
    }

    /// Finishes what was begun and closes the database. Whatever is asked afterwards fails.
    pub async fn close(&self) {
        self.writer.stop().await;
        self.readers.close().await;
    }

    /// Ends at once, without writing what waits: what this server may write no more, or cannot.
    pub async fn abandon(&self) {
        self.writer.abandon().await;
    }

    /// How the store is. If the last write failed, another one is tried.
    pub async fn health(&self) -> Health {
        Health {
            reads: self.readers.fetch("select max(version) as version from migration", params![]).await.is_ok(),
            written: self.writer.health().await,
            free_bytes: self.folder.as_deref().and_then(free_bytes),
        }
    }

    /// Makes a game, with the links that lead to it.
    ///
    /// # Errors
    /// When the id, a link or the place in the match is taken already, a person on a seat is unknown, or the database fails.
    pub async fn make(&self, game: &NewGame, links: &[Link]) -> Result<(), StoreError> {
        self.writer.write(Write::Make(Box::new(GameRow::of(game)), links.to_vec())).await
    }

    /// Makes a game on terms, which hold for all further games of its match, with the links that lead to it.
    ///
    /// # Errors
    /// Those of [`Store::make`].
    pub async fn make_on(&self, game: &NewGame, links: &[Link], terms: Terms) -> Result<(), StoreError> {
        self.writer.write(Write::Make(Box::new(terms.row(game)), links.to_vec())).await
    }

    /// Makes the game of a seek on terms, with the links that lead to it. The seek ends with it, if it was kept.
    ///
    /// # Errors
    /// Those of [`Store::make`].
    pub async fn make_of_seek(
        &self,
        seek: &str,
        game: &NewGame,
        links: &[Link],
        terms: Terms,
    ) -> Result<(), StoreError> {
        let row = GameRow { seek: Some(seek.to_owned()), ..terms.row(game) };
        self.writer.write(Write::Make(Box::new(row), links.to_vec())).await
    }

    /// Makes a game with all that has happened in it, and the links that lead to it, or nothing. `change` begins with its first entry.
    ///
    /// # Errors
    /// [`StoreError::Known`] when there is a game of this id, which stays as it is, and those of [`Store::make`].
    pub async fn keep(&self, game: &NewGame, change: &Change, links: &[Link]) -> Result<(), StoreError> {
        let (game, change) = (Box::new(GameRow::of(game)), Box::new(ChangeRow::of(change, links)));
        self.writer.write(Write::Keep(game, change)).await
    }

    /// **Append**: stores all that one act changed, or nothing: rows of the log, seats, the next game of the match,
    /// when the server must act, and new links. Returns after the commit.
    ///
    /// # Errors
    /// [`StoreError::Stale`] when the log has other rows than the change has seen, [`StoreError::Duplicate`] when the
    /// client id of a move is known already, [`StoreError::Taken`] when somebody else sits on a seat, an error of the database
    /// when nobody knows the person who sits down. After
    /// [`StoreError::Commit`] nobody knows what is stored: load the game again.
    pub async fn commit(&self, change: &Change, links: &[Link]) -> Result<(), StoreError> {
        self.writer.write(Write::Commit(Box::new(ChangeRow::of(change, links)))).await
    }

    /// Loads a game as it was ruled, under its own rule set; `None` if no game has this id. What today's judge would
    /// rule otherwise stands as it was, and [`Log::ruled_otherwise`] tells of it.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] names the game and the row that cannot be read or played.
    pub async fn load(&self, game: &str) -> Result<Option<Log>, StoreError> {
        let sql = "select game.*, ruleset.toml from game join ruleset on ruleset.digest = game.ruleset where id = $1";
        let rows = self.readers.fetch(sql, params![game]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let corrupt = |problem| StoreError::corrupt(game, problem);
        let version: i64 = row.get("version").map_err(|error| StoreError::corrupt(game, error))?;
        // What has been appended since the first query is left out, so that the game and its log belong together.
        let sql = "select * from entry where game = $1 and seq <= $2 order by seq";
        let entries = self.readers.fetch(sql, params![game, version]).await?;
        let status = replay::status(row).map_err(corrupt)?;
        // A long game takes a while, and other games are played meanwhile.
        let id = game.to_owned();
        let replayed = tokio::task::spawn_blocking(move || replay(&id, &rows[0], &entries)).await;
        let log = replayed.map_err(|error| StoreError::corrupt(game, error))??;
        if status != log.status() {
            tracing::warn!(game, "answers to offers that came after its end are read as nothing");
            let (game, version, status) = (game.to_owned(), log.version(), log.status());
            // It is for lists of games; a disk that is full is no reason not to read.
            let _ = self.writer.write(Write::Status { game, version, status }).await;
        }
        Ok(Some(log))
    }

    /// Loads a game with its people and its match; `None` if no game has this id.
    ///
    /// # Errors
    /// Those of [`Store::load`].
    pub async fn stored(&self, game: &str) -> Result<Option<Stored>, StoreError> {
        let Some(summary) = self.summary(game).await? else { return Ok(None) };
        let Some(log) = self.load(game).await? else { return Ok(None) };
        let others = self.games_of_match(&summary.match_id).await?.into_iter().filter(|other| other.id != game);
        let other = |other: Summary| OtherGame {
            id: other.id,
            match_game: other.match_game,
            swapped: other.swapped,
            status: other.status,
        };
        Ok(Some(Stored {
            id: summary.id,
            log,
            seats: summary.seats,
            arrangement: summary.arrangement,
            match_id: summary.match_id,
            match_game: summary.match_game,
            swapped: summary.swapped,
            match_length: summary.match_length,
            rated: summary.rated.is_some(),
            no_away: summary.no_away,
            no_take_back: summary.no_take_back,
            conditional: self.conditional(game).await?,
            others: others.map(other).collect(),
        }))
    }

    /// The games in which the server must act by itself, and when, in milliseconds since 1970; what is due first comes
    /// first. Those alone that this server serves, or as the keeper of several that nobody does.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn due(&self) -> Result<Vec<(String, i64)>, StoreError> {
        let (mine, keeps) = self.mine();
        let rows = self
            .readers
            .fetch(
                "select id, due_ms from game where due_ms is not null and (owner = $1 or (owner is null and $2 = 1)) \
                 order by due_ms, id",
                params![mine, keeps],
            )
            .await?;
        rows.iter().map(|row| Ok((row.get("id")?, row.get("due_ms")?))).collect()
    }

    /// How a game stands, and who plays; `None` if no game has this id.
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn summary(&self, game: &str) -> Result<Option<Summary>, StoreError> {
        let sql = "select * from game join seat on seat.game = game.id where game.id = $1";
        let rows = self.readers.fetch(sql, params![game]).await?;
        Ok(replay::summaries(&rows)?.into_iter().next())
    }

    /// Who plays in a game; `None` if no game has this id.
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn seats(&self, game: &str) -> Result<Option<Seats>, StoreError> {
        Ok(self.summary(game).await?.map(|summary| summary.seats))
    }

    /// The games in which a person holds a seat, the one touched last first, at most `limit`.
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn games_of(&self, person: &PersonId, limit: u32) -> Result<Vec<Summary>, StoreError> {
        let sql = "select * from game join seat on seat.game = game.id where game.id in \
                   (select id from game where id in (select game from seat where person = $1) \
                   order by touched_ms desc, id limit $2) \
                   order by game.touched_ms desc, game.id, seat.side";
        let rows = self.readers.fetch(sql, params![person.as_str(), limit]).await?;
        replay::summaries(&rows)
    }

    /// The running games in which a person holds a seat, that in which a flag falls first first, at most `limit`.
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn running_of(&self, person: &PersonId, limit: u32) -> Result<Vec<Summary>, StoreError> {
        let sql = "select * from game join seat on seat.game = game.id where game.id in \
                   (select id from game where ending is null and id in (select game from seat where person = $1) \
                   order by coalesce(flag_ms + skipped_ms, $3), touched_ms desc, id limit $2) \
                   order by coalesce(game.flag_ms + game.skipped_ms, $3), game.touched_ms desc, game.id, seat.side";
        let rows = self.readers.fetch(sql, params![person.as_str(), limit, i64::MAX]).await?;
        replay::summaries(&rows)
    }

    /// The games of a match, the first one first.
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn games_of_match(&self, match_id: &str) -> Result<Vec<Summary>, StoreError> {
        let sql = "select * from game join seat on seat.game = game.id where game.match_id = $1 \
                   order by game.match_game, seat.side";
        let rows = self.readers.fetch(sql, params![match_id]).await?;
        replay::summaries(&rows)
    }

    /// What the secret of a link opens, given by its SHA-256 in hexadecimal; `None` if nothing.
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn link(&self, secret: &str) -> Result<Option<LinkTarget>, StoreError> {
        let rows = self.readers.fetch("select game, kind, side from link where secret = $1", params![secret]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let game: String = row.get("game")?;
        let (kind, side): (String, Option<String>) = (row.get("kind")?, row.get("side")?);
        let kind = LinkKind::from_id(&kind).ok_or_else(|| StoreError::corrupt(&game, format!("link kind {kind}")))?;
        let side = side.map(|side| Side::from_str(&side)).transpose();
        let side = side.map_err(|error| StoreError::corrupt(&game, error))?;
        Ok(Some(LinkTarget { game, kind, side }))
    }
}

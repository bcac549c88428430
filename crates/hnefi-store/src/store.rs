//! The store: games in one SQLite file.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use hnefi_live::{Entry, Event, LinkKind, Log, PersonId, Seat, Seats};
use hnefi_rules::{BySide, Game, Side};

use crate::db::{Database, Readers, params};
use crate::health::free_bytes;
use crate::migrate::migrate;
use crate::rows::{self, GameRow};
use crate::write::{Append, Write};
use crate::writer::Writer;
use crate::{Health, LinkTarget, NewLink, NewSeat, StoreError, Summary, now_ms};

/// How many connections read at once.
const READERS: u32 = 4;

/// Games in one SQLite file: one connection writes, a few read. Clones share them.
#[derive(Clone, Debug)]
pub struct Store {
    writer: Writer,
    readers: Readers,
    /// The folder of the database, if it is in one.
    folder: Option<PathBuf>,
}

/// A game to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// Its id, which nobody else may have.
    pub id: String,
    /// The match that it belongs to: the id of the first game.
    pub match_id: String,
    /// Which game of the match it is, counted from 1.
    pub match_game: u32,
    /// The rule set and the first position. Nothing may have happened in it.
    pub game: Game,
    /// Who plays.
    pub seats: BySide<NewSeat>,
    /// The link for watchers, if there is one.
    pub watch: Option<NewLink>,
}

impl NewGame {
    /// The first game of a match, without a link for watchers.
    pub fn first(id: &str, game: Game, seats: BySide<NewSeat>) -> NewGame {
        NewGame { id: id.to_owned(), match_id: id.to_owned(), match_game: 1, game, seats, watch: None }
    }
}

impl Store {
    /// Opens the database in a file, makes it if there is none, and brings it up to date.
    ///
    /// # Errors
    /// When the file cannot be opened, is no database, or was made by a newer program.
    pub async fn open(file: &Path) -> Result<Store, StoreError> {
        Store::open_in(Database::in_file(file), file.parent().map(Path::to_owned)).await
    }

    pub(crate) async fn open_in(database: Database, folder: Option<PathBuf>) -> Result<Store, StoreError> {
        let mut connection = database.connect().await?;
        migrate(&mut connection).await?;
        let readers = database.readers(READERS).await?;
        Ok(Store { writer: Writer::start(database, connection), readers, folder })
    }

    /// Finishes what was begun and closes the file. Whatever is asked afterwards fails.
    pub async fn close(&self) {
        self.writer.stop().await;
        self.readers.close().await;
    }

    /// How the store is. If the last write failed, another one is tried.
    pub async fn health(&self) -> Health {
        Health {
            reads: self.readers.fetch("select max(version) as version from migration", params![]).await.is_ok(),
            written: self.writer.health().await,
            free_bytes: self.folder.as_deref().and_then(free_bytes),
        }
    }

    /// Whether the store does its work.
    ///
    /// # Errors
    /// When it does not, with what failed last.
    pub async fn check(&self) -> Result<(), StoreError> {
        let health = self.health().await;
        match health.works() {
            true => Ok(()),
            false => {
                Err(StoreError::Commit(health.written.failure.map_or("it does not answer".to_owned(), |f| f.cause)))
            }
        }
    }

    /// Makes a game.
    ///
    /// # Errors
    /// When the id, a link or the place in the match is taken already, or the database fails.
    pub async fn make_game(&self, game: &NewGame) -> Result<(), StoreError> {
        self.writer.write(Write::MakeGame(Box::new(GameRow::of(game, now_ms())))).await
    }

    /// **Append**: adds one row to the log of a game and applies it to `log`, both or neither. Returns
    /// after the commit.
    ///
    /// # Errors
    /// [`StoreError::Event`] when it cannot happen now, [`StoreError::Duplicate`] when the client id of a move
    /// is known already, [`StoreError::Stale`] when the log has rows that `log` has not seen.
    pub async fn append(&self, game: &str, log: &mut Log, entry: Entry) -> Result<(), StoreError> {
        self.append_and(game, log, entry, None).await
    }

    /// Accepts a rematch: appends the row that says so, and makes the next game, both or neither.
    ///
    /// # Errors
    /// Those of [`Store::append`] and of [`Store::make_game`].
    pub async fn append_rematch(
        &self,
        game: &str,
        log: &mut Log,
        entry: Entry,
        next: &NewGame,
    ) -> Result<(), StoreError> {
        let next = GameRow::of(next, entry.at_ms);
        self.append_and(game, log, entry, Some(next)).await
    }

    async fn append_and(
        &self,
        game: &str,
        log: &mut Log,
        entry: Entry,
        next: Option<GameRow>,
    ) -> Result<(), StoreError> {
        if let Event::Ply { client_id: Some(client_id), .. } = &entry.event
            && log.has_client_id(client_id)
        {
            return Err(StoreError::Duplicate { game: game.to_owned(), client_id: client_id.clone() });
        }
        let mut after = log.clone();
        after.apply(&entry)?;
        let append = Append {
            game: game.to_owned(),
            version: log.version(),
            row: rows::EntryRow::of(&entry, log.game(), after.game()),
            standing: after.standing(),
            next,
        };
        self.writer.write(Write::Append(Box::new(append))).await?;
        *log = after;
        Ok(())
    }

    /// Gives the open seat of a side to a person, with a link by which he can move it.
    ///
    /// # Errors
    /// [`StoreError::Taken`] if the seat is not open.
    pub async fn join(&self, game: &str, side: Side, person: &PersonId, link: NewLink) -> Result<(), StoreError> {
        let (game, person) = (game.to_owned(), person.clone());
        self.writer.write(Write::Join { game, side, person, link }).await
    }

    /// Moves a person's seat to another person. Its links are forgotten, and `link` takes their place.
    ///
    /// # Errors
    /// [`StoreError::Taken`] if `from` does not hold the seat any more, or has moved it meanwhile.
    pub async fn move_seat(
        &self,
        game: &str,
        side: Side,
        from: &Seat,
        to: &PersonId,
        link: NewLink,
    ) -> Result<(), StoreError> {
        let Seat::Person { person, moves } = from else { return Err(StoreError::Taken) };
        let write =
            Write::MoveSeat { game: game.to_owned(), side, from: person.clone(), moves: *moves, to: to.clone(), link };
        self.writer.write(write).await
    }

    /// Loads a game by replaying its log under its own rule set; `None` if no game has this id.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] names the game and the row that cannot be read or replayed.
    pub async fn load(&self, game: &str) -> Result<Option<Log>, StoreError> {
        let rows = self.readers.fetch("select * from game where id = $1", params![game]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let version: i64 = row.get("version").map_err(|error| StoreError::corrupt(game, error))?;
        // What has been appended since the first query is left out, so that the game and its log belong together.
        let sql = "select * from happening where game = $1 and seq <= $2 order by seq";
        let entries = self.readers.fetch(sql, params![game, version]).await?;
        rows::replay(game, row, &entries).map(Some)
    }

    /// How a game stands, and who plays; `None` if no game has this id.
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn summary(&self, game: &str) -> Result<Option<Summary>, StoreError> {
        let rows = self
            .readers
            .fetch("select * from game join seat on seat.game = game.id where game.id = $1", params![game])
            .await?;
        Ok(rows::summaries(&rows)?.into_iter().next())
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
                   (select id from game where id in (select game from seat where visitor = $1) \
                   order by touched_ms desc, id limit $2) \
                   order by game.touched_ms desc, game.id, seat.side";
        let rows = self.readers.fetch(sql, params![person.as_str(), limit]).await?;
        rows::summaries(&rows)
    }

    /// The games of a match, the first one first.
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn games_of_match(&self, match_id: &str) -> Result<Vec<Summary>, StoreError> {
        let rows = self
            .readers
            .fetch(
                "select * from game join seat on seat.game = game.id where game.match_id = $1 \
             order by game.match_game, seat.side",
                params![match_id],
            )
            .await?;
        rows::summaries(&rows)
    }

    /// What the secret of a link opens, given by its SHA-256 in hexadecimal; `None` if nothing.
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn link(&self, secret: &str) -> Result<Option<LinkTarget>, StoreError> {
        let row = self.readers.fetch("select game, kind, side from link where secret = $1", params![secret]).await?;
        let Some(row) = row.first() else { return Ok(None) };
        let game: String = row.get("game")?;
        let (kind, side): (String, Option<String>) = (row.get("kind")?, row.get("side")?);
        let kind = LinkKind::from_id(&kind).ok_or_else(|| StoreError::corrupt(&game, format!("link kind {kind}")))?;
        let side = side.map(|side| Side::from_str(&side)).transpose();
        let side = side.map_err(|error| StoreError::corrupt(&game, error))?;
        Ok(Some(LinkTarget { game, kind, side }))
    }
}

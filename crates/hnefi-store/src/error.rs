//! What can go wrong with the store.

use std::time::{SystemTime, UNIX_EPOCH};

/// Why the store could not do something.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else has appended to the game since this writer read it. Load it again.
    #[error("game {game} has changed since it was read at version {version}")]
    Stale {
        /// The game.
        game: String,
        /// The version that the writer had seen.
        version: u64,
    },
    /// A move with this client id is in the log already.
    #[error("game {game} already has the move {client_id}")]
    Duplicate {
        /// The game.
        game: String,
        /// The id that the client gave its move.
        client_id: String,
    },
    /// There is a game, or an event, of this id already.
    #[error("there is {0} already")]
    Known(String),
    /// No game has this id.
    #[error("there is no game {0}")]
    NoGame(String),
    /// The log of this event has other rows than who writes has seen.
    #[error("event {0} has changed since it was read")]
    EventStale(String),
    /// No event has this id.
    #[error("there is no event {0}")]
    NoEvent(String),
    /// Somebody else holds the seat, or has just taken it.
    #[error("the seat is taken")]
    Taken,
    /// The name is that of another account, was, or looks like one that is.
    #[error("the name is taken")]
    NameTaken,
    /// The name was changed less than [`NAME_STAYS_MS`](crate::NAME_STAYS_MS) ago.
    #[error("the name was changed a short while ago")]
    TooSoon,
    /// The talk of the game is closed.
    #[error("the talk is closed")]
    TalkClosed,
    /// As much has been said in the game as may be.
    #[error("as much has been said as may be")]
    TalkFull,
    /// Somebody cannot be away for so many days more.
    #[error("{0}")]
    Away(hnefi_clock::AwayError),
    /// An account that has played becomes no bot's.
    #[error("the account has played already")]
    HasPlayed,
    /// There is an open report of this kind by the same person already.
    #[error("this is reported already")]
    Reported,
    /// No open report has this number.
    #[error("there is no such open report")]
    NoReport,
    /// Who wants to do it to somebody may not.
    #[error("that is not allowed")]
    NotAllowed,
    /// The person has no account, and what was asked for wants one; or there is no such person.
    #[error("there is no such account")]
    NoAccount,
    /// It is none of the account's recovery codes.
    #[error("there is no such recovery code")]
    NoCode,
    /// The account of this person cannot be read.
    #[error("the account of {0} cannot be read")]
    Account(String),
    /// A row cannot be read back as what happened.
    #[error("game {game} cannot be read: {problem}")]
    Corrupt {
        /// The game.
        game: String,
        /// What is wrong, and in which row.
        problem: String,
    },
    /// The database was made by a newer version of this program.
    #[error("the database has version {found}, and this program knows versions up to {known}: use a newer program")]
    TooNew {
        /// The version of the database.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// A server of PostgreSQL does not answer.
    #[error("{place} cannot be reached: {why}")]
    Unreachable {
        /// Which.
        place: String,
        /// Why.
        why: String,
    },
    /// A server of PostgreSQL does not let this user in, or wants another password.
    #[error("{place} does not let us in: {why}")]
    LetIn {
        /// Which.
        place: String,
        /// What it says.
        why: String,
    },
    /// A server of PostgreSQL has no such database.
    #[error("{place}: {why}: make it first (createdb)")]
    NoDatabase {
        /// Which.
        place: String,
        /// What it says.
        why: String,
    },
    /// A server of PostgreSQL is too old.
    #[error("{place} is PostgreSQL {found}: {oldest} or newer is needed")]
    TooOld {
        /// Which.
        place: String,
        /// Its version.
        found: u32,
        /// The oldest that will do.
        oldest: u32,
    },
    /// A database of PostgreSQL cannot hold every text.
    #[error("{place} has the encoding {encoding}: make a database with the encoding UTF8")]
    Encoding {
        /// Which.
        place: String,
        /// Its encoding.
        encoding: String,
    },
    /// Another server is at work in the database.
    #[error("another Hnefi is at work in {0}: stop it first, or name another database with --database")]
    InUse(String),
    /// The connection was lost, and another server is at work in the database now.
    #[error("the connection to {0} was lost, and another Hnefi is at work there now: this one writes no more")]
    Lost(String),
    /// Several servers share a database of PostgreSQL alone.
    #[error("{0} is for one server: several share a database of PostgreSQL (--database)")]
    NoNodes(String),
    /// Another server serves this game: ask it.
    #[error("game {game} is served by node {node}")]
    Elsewhere {
        /// The game.
        game: String,
        /// The number of the node.
        node: i64,
    },
    /// This server has let go of the game: claim it again, and load it.
    #[error("game {0} is served by nobody just now")]
    Released(String),
    /// The key of this server is not that of the other servers on the database.
    #[error("{0} is not the one that the other servers of this database have: copy theirs into the folder of --data")]
    OtherKey(&'static str),
    /// There are no games in the database.
    #[error("there are no games in {0}")]
    NoGames(String),
    /// There are games already in the database into which others should be moved.
    #[error("there are games in {0} already")]
    HasGames(String),
    /// A table that was moved is not as it was read.
    #[error("the table {0} is not what was written into it: nothing was moved")]
    Differs(String),
    /// The tables of this program are not such as can be moved.
    #[error("the tables cannot be moved: {0}")]
    Schema(String),
    /// Another version of the program has written in the database last.
    #[error("the games in {0} are of another version of Hnefi: start a server of this one there first")]
    OtherProgram(String),
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// The database could not commit. Whether the rows are in it is known when it is read again.
    #[error("the database could not commit: {0}")]
    Commit(String),
    /// The writer has stopped, because the store is closing.
    #[error("the store is closing")]
    Closing,
}

impl StoreError {
    /// A game that cannot be read or written, and why.
    ///
    /// ```
    /// use hnefi_store::StoreError;
    /// assert_eq!(StoreError::corrupt("g", "no end").to_string(), "game g cannot be read: no end");
    /// ```
    pub fn corrupt(game: &str, problem: impl std::fmt::Display) -> StoreError {
        StoreError::Corrupt { game: game.to_owned(), problem: problem.to_string() }
    }
}

/// The time now, in milliseconds since 1970.
pub fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

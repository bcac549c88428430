//! What a page asks.

use hnefi_wire::kept::Kept;
use hnefi_wire::{
    At, HouseQuestion, Incoming, Limits, ReviewQuestion, Seen, StudyQuestion, TableQuestion, TryQuestion,
};
use serde::Deserialize;

/// A question, with the number by which the page knows its answer.
#[derive(Clone, Debug, Deserialize)]
pub struct Asked {
    /// The number.
    #[serde(default)]
    pub id: u64,
    /// The question.
    #[serde(flatten)]
    pub ask: Ask,
}

/// What a page asks, told apart by `ask`.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Ask {
    /// Which edition of rules and words is this?
    About,
    /// Which rule sets are there?
    Rules,
    /// A question at the table, as the server is asked under `/api/table`.
    Table {
        /// The question.
        question: TableQuestion,
    },
    /// A page, as the server would write it.
    Page {
        /// Which.
        page: hnefi_views::offline::Asked,
        /// What links begin with.
        url: String,
        /// What stands in every page of the build.
        build: hnefi_views::Build,
    },
    /// House rules, as the server is asked under `/api/house`.
    House {
        /// The question.
        question: HouseQuestion,
    },
    /// An analysis at a place, after a change; or as a file.
    Study {
        /// The question.
        question: StudyQuestion,
    },
    /// What a whole game shows.
    Review {
        /// The question.
        question: Box<ReviewQuestion>,
    },
    /// How a move does in the place of a mistake.
    Try {
        /// The question.
        question: Box<TryQuestion>,
    },
    /// How does a game stand, and where may pieces go?
    Position {
        /// Which.
        at: At,
    },
    /// Why does a piece still stand, or what is to be said of a move?
    Why {
        /// Where.
        at: At,
        /// The square.
        #[serde(default)]
        square: Option<String>,
        /// The move.
        #[serde(rename = "move", default)]
        mv: Option<String>,
    },
    /// What does each rule set say of the last move?
    Rulings {
        /// Of which game.
        at: At,
    },
    /// The leaves of the tree of moves.
    Perft {
        /// From where.
        at: At,
        /// How deep.
        depth: u32,
        /// Whether every leaf is made, not only counted.
        #[serde(default)]
        made: bool,
    },
    /// Plies by chance, boiled down to a number.
    Walk {
        /// The rule set.
        rules: String,
        /// How many plies.
        plies: u32,
        /// Where chance begins.
        seed: u64,
    },
    /// What a net of chance thinks of positions of chance, boiled down to a number.
    Judge {
        /// The rule set.
        rules: String,
        /// How many positions.
        positions: u32,
        /// Where chance begins.
        seed: u64,
    },
    /// The computer's move.
    Choose {
        /// Where.
        at: At,
        /// The level, 1 to 8.
        level: u8,
        /// The game, whose next search goes on with what this one has learnt.
        #[serde(default)]
        game: String,
    },
    /// What a computer's seat owes in a game: a move, or what it says to an offer.
    Duty {
        /// Where.
        at: At,
        /// The game.
        game: String,
        /// Of a move, the level.
        #[serde(default)]
        level: Option<u8>,
        /// Of an answer, the side that is asked.
        #[serde(default)]
        side: Option<String>,
        /// Of an answer, what is offered.
        #[serde(default)]
        offer: Option<String>,
    },
    /// What would the computer play?
    Hint {
        /// Where.
        at: At,
        /// The game.
        #[serde(default)]
        game: String,
    },
    /// What is to be thought of a position? Told as the search goes deeper.
    Analyse {
        /// Which.
        at: At,
        /// The game.
        #[serde(default)]
        game: String,
        /// What it may cost.
        #[serde(flatten)]
        limits: Limits,
    },
    /// Does a side win by force?
    Prove {
        /// Where.
        at: At,
    },
    /// Makes a game that is kept in this browser; nothing is opened yet.
    Begin {
        /// Its id.
        game: String,
        /// The time, in milliseconds since 1970.
        at_ms: i64,
        /// Where it begins. Nothing has happened.
        at: At,
        /// `computer` or `screen`.
        mode: String,
        /// Against the computer, the person's side.
        #[serde(default)]
        side: Option<String>,
        /// The computer's level.
        #[serde(default)]
        level: Option<u8>,
        /// How many games the match has, if that is settled.
        #[serde(default)]
        games: Option<u32>,
    },
    /// Opens a game as it was kept.
    Open {
        /// The game.
        kept: Box<Kept>,
        /// The time.
        at_ms: i64,
        /// What the page shows of it already.
        #[serde(default)]
        seen: Seen,
    },
    /// A kept game as text, with the clauses that decided its captures.
    Text {
        /// The game.
        kept: Box<Kept>,
    },
    /// What a page says in a game, as it would to the server's socket.
    Say {
        /// The game.
        game: String,
        /// The time.
        at_ms: i64,
        /// An id that no game has.
        new_id: String,
        /// What it says.
        message: Incoming,
    },
    /// The change that was told is stored: now it is shown.
    Stored {
        /// The game.
        game: String,
    },
    /// The computer has found what the game waited for.
    Found {
        /// The game.
        game: String,
        /// The time.
        at_ms: i64,
        /// An id that no game has.
        new_id: String,
        /// The version of the game that it is about.
        version: u64,
        /// The move.
        #[serde(rename = "move", default)]
        mv: Option<String>,
        /// Whether the computer agrees.
        #[serde(default)]
        agrees: Option<bool>,
    },
    /// The time has come that a game asked for.
    Time {
        /// The game.
        game: String,
        /// The time.
        at_ms: i64,
    },
    /// Closes a game.
    Close {
        /// The game.
        game: String,
    },
}

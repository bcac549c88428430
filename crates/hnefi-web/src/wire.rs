//! The messages of the socket and of At the table, as JSON. `docs/formats/web-protocol.md` describes them,
//! and a test compares the two.

use std::collections::BTreeMap;
use std::sync::Arc;

use hnefi_rules::{Clause, Outcome, Ply, Ruleset, Side, Standing};
use hnefi_words::{WhyWords, Words};
use serde::{Deserialize, Serialize};

/// What a page says to the server.
#[derive(Clone, Debug, Deserialize)]
pub struct Incoming {
    /// For which of the seats that the visitor holds.
    #[serde(rename = "as", default)]
    pub seat: Option<SideWord>,
    /// What it says.
    #[serde(flatten)]
    pub message: ClientMessage,
}

/// What a page says to the server, told apart by `type`.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ClientMessage {
    /// First: what the page already shows.
    Hello {
        /// How many plies.
        plies: u32,
        /// At which version.
        version: u64,
    },
    /// A move.
    Move {
        /// The client's own id of the move.
        id: String,
        /// How many plies were played before it.
        ply: u32,
        /// Where the piece stands.
        from: String,
        /// Where it would go.
        to: String,
    },
    /// The side gives the game up.
    Resign,
    /// The side offers something.
    Offer {
        /// `draw`, `claim`, `take-back` or `rematch`.
        kind: String,
        /// The ground of a claim.
        #[serde(default)]
        ground: Option<String>,
    },
    /// The side answers the offer that stands.
    Answer {
        /// Whether it accepts.
        accept: bool,
    },
    /// The side takes its offer back.
    Withdraw,
    /// Why does the piece on a square still stand, or why is a move refused?
    Why {
        /// The square.
        #[serde(default)]
        square: Option<String>,
        /// The move, such as `d1-d4`.
        #[serde(rename = "move", default)]
        mv: Option<String>,
        /// The position asked about: the one after so many plies.
        ply: u32,
    },
    /// What would the computer play?
    Hint,
    /// Is somebody there?
    Ping,
}

/// A side as a word of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SideWord {
    /// The attackers.
    Attackers,
    /// The defenders.
    Defenders,
}

impl From<Side> for SideWord {
    fn from(side: Side) -> SideWord {
        match side {
            Side::Attackers => SideWord::Attackers,
            Side::Defenders => SideWord::Defenders,
        }
    }
}

impl From<SideWord> for Side {
    fn from(word: SideWord) -> Side {
        match word {
            SideWord::Attackers => Side::Attackers,
            SideWord::Defenders => Side::Defenders,
        }
    }
}

/// What the server says to a page, told apart by `type`.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// All that the page shows.
    State(Box<State>),
    /// Something was refused.
    Refused(RefusedId),
    /// The answer to a question.
    Why(Why),
    /// What the computer would play.
    Hint(Hint),
    /// Somebody is there.
    Pong,
    /// The match goes on in another game.
    Goto(Goto),
}

/// A move that the computer would play.
#[derive(Clone, Debug, Serialize)]
pub struct Hint {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same as a sentence.
    pub says: String,
}

/// The game in which a match goes on.
#[derive(Clone, Debug, Serialize)]
pub struct Goto {
    /// Its id.
    pub game: String,
    /// The secret by which watchers see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watch: Option<String>,
}

/// All that a game page shows.
#[derive(Clone, Debug, Serialize)]
pub struct State {
    /// The id of the game.
    pub game: String,
    /// How many things have happened in it.
    pub version: u64,
    /// The rule set.
    pub rules: RulesName,
    /// The number of files and ranks.
    pub size: u8,
    /// The seats that the visitor holds.
    pub you: Vec<SideWord>,
    /// Who plays.
    pub players: Both<Player>,
    /// The first position.
    pub start: Start,
    /// The number of the first ply in `plies`.
    pub since: u32,
    /// The plies from number `since` on.
    pub plies: Vec<Arc<PlyState>>,
    /// The side to move, whether or not the game is over.
    pub turn: SideWord,
    /// Whether the computer thinks.
    pub thinking: bool,
    /// The squares to which each piece may go that the visitor may move now.
    pub legal: BTreeMap<String, Vec<String>>,
    /// How the game stands, in words.
    pub status: String,
    /// How it ended.
    pub outcome: Option<OutcomeState>,
    /// The offer that stands.
    pub offer: Option<OfferState>,
    /// What the visitor may do besides moving.
    pub actions: Vec<String>,
    /// The match that the game belongs to.
    #[serde(rename = "match")]
    pub match_state: MatchState,
    /// Links to share.
    pub links: Links,
    /// The id of the game in which the match goes on.
    pub next: Option<String>,
}

/// A rule set by its id and name.
#[derive(Clone, Debug, Serialize)]
pub struct RulesName {
    /// The id.
    pub id: String,
    /// The name that people read.
    pub name: String,
}

impl RulesName {
    /// The id and name of a rule set.
    pub fn of(ruleset: &Ruleset) -> RulesName {
        RulesName { id: ruleset.id().to_owned(), name: ruleset.name().to_owned() }
    }
}

/// One thing for each side.
#[derive(Clone, Debug, Serialize)]
pub struct Both<T> {
    /// The attackers' one.
    pub attackers: T,
    /// The defenders' one.
    pub defenders: T,
}

/// Who plays a side.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Player {
    /// A person.
    Person {
        /// Whether a page of his is connected.
        online: bool,
    },
    /// The computer.
    Computer {
        /// Its level, 1 to 8.
        level: u8,
        /// The name of the level.
        name: String,
    },
    /// Nobody has joined yet.
    Open,
}

/// A first position.
#[derive(Clone, Debug, Serialize)]
pub struct Start {
    /// Rows, rank 1 first.
    pub position: String,
    /// The side that moves first.
    pub turn: SideWord,
}

/// A ply as the page shows it.
#[derive(Clone, Debug, Serialize)]
pub struct PlyState {
    /// The move, such as `d1-d4`.
    #[serde(rename = "move")]
    pub mv: String,
    /// The side that moved.
    pub by: SideWord,
    /// What it captured, by file, then rank.
    pub captures: Vec<CaptureState>,
    /// The position after it.
    pub position: String,
    /// The side to move after it, whether or not the game is over.
    pub turn: SideWord,
    /// The ply as a sentence.
    pub says: String,
}

impl PlyState {
    /// A ply as the page shows it.
    pub fn of(ply: &Ply, ruleset: &Ruleset) -> PlyState {
        let played = &ply.played;
        PlyState {
            mv: played.mv.to_string(),
            by: ply.side().into(),
            captures: played.captures.iter().map(|c| CaptureState::of(c.square, c.piece)).collect(),
            position: played.position.rows_text(),
            turn: played.position.turn().into(),
            says: Words::english().ply(ply, ruleset),
        }
    }
}

/// A captured piece.
#[derive(Clone, Debug, Serialize)]
pub struct CaptureState {
    /// Where it stood.
    pub square: String,
    /// What it was.
    pub piece: &'static str,
}

impl CaptureState {
    fn of(square: hnefi_rules::Square, piece: hnefi_rules::Piece) -> CaptureState {
        CaptureState { square: square.to_string(), piece: piece.id() }
    }
}

/// How a game ended.
#[derive(Clone, Debug, Serialize)]
pub struct OutcomeState {
    /// The side that won; null for a draw.
    pub winner: Option<SideWord>,
    /// The id of the reason.
    pub reason: &'static str,
    /// The same as a sentence.
    pub says: String,
}

impl OutcomeState {
    /// An outcome as the page shows it.
    pub fn of(outcome: &Outcome, ruleset: &Ruleset) -> OutcomeState {
        OutcomeState {
            winner: outcome.winner.map(SideWord::from),
            reason: outcome.reason.id(),
            says: Words::english().outcome(outcome, ruleset),
        }
    }
}

/// An offer that stands.
#[derive(Clone, Debug, Serialize)]
pub struct OfferState {
    /// Who made it.
    pub by: SideWord,
    /// `draw`, `claim`, `take-back` or `rematch`.
    pub kind: &'static str,
    /// The ground of a claim.
    pub ground: Option<&'static str>,
    /// The offer as a sentence.
    pub says: String,
    /// Whether the visitor is the one to answer.
    pub answer: bool,
}

/// A match: games between the same two players with sides swapped.
#[derive(Clone, Debug, Serialize)]
pub struct MatchState {
    /// Which game of the match this is.
    pub game: u32,
    /// The points of who plays the attackers now: 1 for a win, a half for a draw.
    pub attackers: f64,
    /// The points of who plays the defenders now.
    pub defenders: f64,
    /// The score as a sentence.
    pub says: String,
}

/// Links to share.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Links {
    /// For a friend, while a seat is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub join: Option<String>,
    /// The address of a picture of it to scan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub join_qr: Option<String>,
    /// For watchers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watch: Option<String>,
    /// For the visitor's other device.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// The address of a picture of it to scan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat_qr: Option<String>,
    /// Whether the addresses open on this machine alone.
    pub local_only: bool,
}

/// A refusal with the id of the message that it answers.
#[derive(Clone, Debug, Serialize)]
pub struct RefusedId {
    /// The client's id of the move; null where there was none.
    pub id: Option<String>,
    /// Why.
    #[serde(flatten)]
    pub refused: Refused,
}

/// Why something was refused.
#[derive(Clone, Debug, Serialize)]
pub struct Refused {
    /// For programs.
    pub code: String,
    /// For people.
    pub message: String,
    /// The clause that decides, where one does.
    pub clause: Option<Box<ClauseState>>,
}

impl Refused {
    /// A refusal that no clause of a rule set decides, by the id of its words: `refused-` and its code.
    pub fn plain(words: &str) -> Refused {
        let code = words.strip_prefix("refused-").unwrap_or(words).to_owned();
        Refused { code, message: Words::english().text(words), clause: None }
    }

    /// What the referee refuses. `allowed_by` says in words which other rule sets allow it.
    pub fn by_referee(refusal: &hnefi_rules::Refusal, ruleset: &Ruleset, others: String) -> Refused {
        let words = Words::english();
        Refused {
            code: refusal.reason.code().to_owned(),
            message: words.refusal(refusal, ruleset),
            clause: refusal.reason.clause().map(|clause| Box::new(ClauseState::of(ruleset, clause, others))),
        }
    }
}

/// A clause of a rule set.
#[derive(Clone, Debug, Serialize)]
pub struct ClauseState {
    /// What it says, in our own words.
    pub text: String,
    /// Where the leaflet has it; empty where the leaflet is silent.
    pub section: String,
    /// How well it is founded: `text`, `reading`, `default` or `house`.
    pub grade: &'static str,
    /// The same in words.
    pub grade_words: String,
    /// How other rule sets decide, as a sentence; empty where they agree.
    pub others: String,
}

impl ClauseState {
    fn of(ruleset: &Ruleset, clause: Clause, others: String) -> ClauseState {
        let words = Words::english().clause(ruleset, clause);
        let hnefi_words::ClauseWords { text, section, grade, grade_words } = words;
        ClauseState { text, section, grade: grade.id(), grade_words, others }
    }
}

/// The answer to a question.
#[derive(Clone, Debug, Serialize)]
pub struct Why {
    /// The square or move asked about.
    pub about: String,
    /// The question.
    pub title: String,
    /// The answer, the weightiest line first.
    pub lines: Vec<String>,
    /// The clauses that decide.
    pub clauses: Vec<WhyClause>,
    /// The squares round the piece.
    pub marks: Vec<Mark>,
}

impl Why {
    /// An answer in words.
    pub fn of(about: String, words: WhyWords, marks: Vec<Mark>) -> Why {
        let clause = |words: hnefi_words::ClauseWords| WhyClause {
            text: words.text,
            section: words.section,
            grade: words.grade.id(),
            grade_words: words.grade_words,
        };
        Why {
            about,
            title: words.title,
            lines: words.lines,
            clauses: words.clauses.into_iter().map(clause).collect(),
            marks,
        }
    }
}

/// A clause in an answer.
#[derive(Clone, Debug, Serialize)]
pub struct WhyClause {
    /// What it says, in our own words.
    pub text: String,
    /// Where the leaflet has it; empty where the leaflet is silent.
    pub section: String,
    /// How well it is founded: `text`, `reading`, `default` or `house`.
    pub grade: &'static str,
    /// The same in words.
    pub grade_words: String,
}

/// What a square is to the piece beside it.
#[derive(Clone, Debug, Serialize)]
pub struct Mark {
    /// The square.
    pub square: String,
    /// `open`, `enemy`, `hostile` or `harmless`.
    pub mark: &'static str,
}

impl Mark {
    /// The word for what stands on a side of a piece; `None` for the edge.
    pub fn word(standing: Standing) -> Option<&'static str> {
        match standing {
            Standing::Edge => None,
            Standing::Empty | Standing::Comrade(_) => Some("open"),
            Standing::Enemy(_) => Some("enemy"),
            Standing::Hostile(_) => Some("hostile"),
            Standing::Unarmed | Standing::Harmless(_) => Some("harmless"),
        }
    }
}

/// A question at the table.
#[derive(Clone, Debug, Deserialize)]
pub struct TableQuestion {
    /// The id of the rule set.
    pub rules: String,
    /// Rows, rank 1 first.
    pub position: String,
    /// The side to move.
    pub turn: SideWord,
    /// A move to try.
    #[serde(rename = "move", default)]
    pub mv: Option<String>,
    /// A square to ask about: why does the piece there still stand?
    #[serde(default)]
    pub square: Option<String>,
    /// The move that led to the position.
    #[serde(default)]
    pub last: Option<String>,
}

/// The referee's answer at the table.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TableAnswer {
    /// Whether the board can be played.
    pub playable: bool,
    /// Every reason why not, a sentence each.
    pub problems: Vec<String>,
    /// The squares to which each piece of the side to move may go.
    pub legal: BTreeMap<String, Vec<String>>,
    /// How the game has ended already, if it has.
    pub outcome: Option<OutcomeState>,
    /// What the move does.
    #[serde(rename = "move")]
    pub mv: Option<TableMove>,
    /// Why the piece asked about still stands; null where nothing stands.
    pub why: Option<Why>,
    /// What the other rule sets say to the move.
    pub others: Vec<TableOther>,
}

/// What a move at the table does.
#[derive(Clone, Debug, Serialize)]
pub struct TableMove {
    /// Whether it is legal.
    pub allowed: bool,
    /// What it does, or why it is refused.
    pub says: String,
    /// What it captures.
    pub captures: Vec<TableCapture>,
    /// The position after it; after a refusal the one before.
    pub position: String,
    /// The side to move in that position.
    pub turn: SideWord,
    /// How it ends the game.
    pub outcome: Option<OutcomeState>,
    /// Why it is refused.
    pub refusal: Option<Refused>,
}

/// A capture at the table.
#[derive(Clone, Debug, Serialize)]
pub struct TableCapture {
    /// Where the piece stood.
    pub square: String,
    /// What it was.
    pub piece: &'static str,
    /// By what it fell, as a sentence.
    pub says: String,
}

/// What another rule set says.
#[derive(Clone, Debug, Serialize)]
pub struct TableOther {
    /// Which.
    pub rules: RulesName,
    /// Whether it says the same.
    pub same: bool,
    /// What it says.
    pub says: String,
}

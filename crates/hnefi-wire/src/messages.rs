//! The messages of the socket, as JSON.

use hnefi_rules::Side;
use serde::{Deserialize, Serialize};

use crate::{RefusedId, State, TalkState, WhatIf, WhyState};

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
        /// `draw`, `claim`, `take-back`, `rematch` or `same-sides`.
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
    /// The side makes conditional moves instead of those that it had.
    Conditional {
        /// How many plies were played before them.
        ply: u32,
        /// The lines, each from the other side's move to one's own; none to have none.
        lines: Vec<Vec<String>>,
    },
    /// To which position would some moves lead?
    WhatIf {
        /// How many plies were played before them.
        ply: u32,
        /// The moves.
        moves: Vec<String>,
    },
    /// The side gives the other one 15 seconds.
    GiveTime,
    /// The side claims a game that the other one has left.
    ClaimAbandoned {
        /// Whether as a draw.
        draw: bool,
    },
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
    /// Does a side win by force?
    Prove {
        /// The position asked about: the one after so many plies.
        ply: u32,
    },
    /// From now on the page hears what is said beside the game.
    Talk,
    /// Something is said beside the game: a greeting, or words.
    Say {
        /// The key of a greeting.
        #[serde(default)]
        greeting: Option<String>,
        /// Words of one's own.
        #[serde(default)]
        words: Option<String>,
    },
    /// A player closes the talk of the game, or opens it again.
    CloseTalk {
        /// Whether it is closed from now on.
        closed: bool,
    },
    /// Is somebody there?
    Ping,
}

/// A side as a word of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
    Why(WhyState),
    /// What the computer would play.
    Hint(Hint),
    /// What is said beside the game.
    Talk(TalkState),
    /// The position to which some moves would lead.
    WhatIf(WhatIf),
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

//! What happens in a game, and why it cannot.

use hnefi_rules::{Game, GameError, Ground, Move, Offer, Refusal, Side};

/// Something that happens in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The side to move moved.
    Ply {
        /// The move, legal where it was made.
        mv: Move,
        /// The id that the client gave it, by which a move that is sent again is known.
        client_id: Option<String>,
    },
    /// A side offered something.
    Offered {
        /// Who.
        by: Side,
        /// What.
        offer: OfferKind,
    },
    /// The offer that stood was declined by the other side, or withdrawn by its own.
    Dropped {
        /// Who declined or withdrew it.
        by: Side,
    },
    /// The other side's offer was accepted.
    Accepted {
        /// Who accepted it.
        by: Side,
    },
    /// A side resigned.
    Resigned {
        /// Who.
        by: Side,
    },
    /// A side's last move was taken back with all that came after it, without asking.
    TakenBack {
        /// Whose move.
        by: Side,
    },
    /// The clocks were set going.
    ClocksStarted,
    /// The time of a side ran out.
    FlagFell {
        /// Whose.
        by: Side,
        /// Whether the other side could not have won by any moves.
        draw: bool,
    },
    /// A side did not make its first move in time: the game has no result.
    Aborted {
        /// Who.
        by: Side,
    },
    /// A side gave the other one time.
    TimeGiven {
        /// Who gave it.
        by: Side,
        /// How much, in milliseconds.
        ms: u32,
    },
    /// The server was away, which is on nobody's clock.
    Downtime {
        /// For how long, in milliseconds.
        ms: u32,
    },
    /// Who plays a side has gone away for some days, or stays away longer or less long: both clocks stand still.
    Away {
        /// Which side.
        by: Side,
        /// For how long from now at the most, in milliseconds.
        ms: u32,
    },
    /// Who plays a side is away no more.
    Back {
        /// Which side.
        by: Side,
    },
    /// Who played a side in this game did not come to the next one, and forfeits the match.
    MatchForfeited {
        /// Which side.
        by: Side,
    },
    /// A side claimed a game that the other one has left.
    ClaimedAbandoned {
        /// Who claimed it.
        by: Side,
        /// Whether as a draw.
        draw: bool,
    },
    /// The server broke the game off without a result, because it had become too long. Nothing follows but
    /// another game.
    BrokenOff,
}

/// What a side can offer the other, within a game or after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OfferKind {
    /// Something within the game.
    Game(Offer),
    /// Another game.
    Rematch(Sides),
}

/// Who plays which side in the next game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sides {
    /// Each the other's.
    Swapped,
    /// Each his own again.
    Same,
}

impl OfferKind {
    /// The word for this offer in the log: `draw`, `take-back`, `rematch`, `same-sides` or `claim:` with its ground.
    pub fn id(self) -> &'static str {
        match self {
            OfferKind::Game(Offer::Draw) => "draw",
            OfferKind::Game(Offer::TakeBack) => "take-back",
            OfferKind::Game(Offer::Claim(Ground::KingAtSide)) => "claim:king-at-side",
            OfferKind::Game(Offer::Claim(Ground::KingShutIn)) => "claim:king-shut-in",
            OfferKind::Game(Offer::Claim(Ground::NoProgress)) => "claim:no-progress",
            OfferKind::Rematch(Sides::Swapped) => "rematch",
            OfferKind::Rematch(Sides::Same) => "same-sides",
        }
    }

    /// The offer of a word.
    pub fn from_id(id: &str) -> Option<OfferKind> {
        let claims = Ground::ALL.map(|ground| OfferKind::Game(Offer::Claim(ground)));
        let rematches = [Sides::Swapped, Sides::Same].map(OfferKind::Rematch);
        [OfferKind::Game(Offer::Draw), OfferKind::Game(Offer::TakeBack)]
            .into_iter()
            .chain(rematches)
            .chain(claims)
            .find(|offer| offer.id() == id)
    }
}

/// Why an event cannot happen now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventError {
    /// The move is not legal now.
    #[error("{0}")]
    Refused(Refusal),
    /// The game does not allow it.
    #[error("{0}")]
    Game(#[from] GameError),
    /// A rematch can be offered when the game is over.
    #[error("the game is not over")]
    NotOver,
    /// The server has broken the game off.
    #[error("the game was broken off")]
    BrokenOff,
}

impl Event {
    /// Who did it; for a ply, the side that moved in `game`, which stands before it; `None` for the server.
    pub fn by(&self, game: &Game) -> Option<Side> {
        match *self {
            Event::BrokenOff | Event::ClocksStarted | Event::Downtime { .. } => None,
            Event::Ply { .. } => Some(game.position().turn()),
            Event::Offered { by, .. }
            | Event::Dropped { by }
            | Event::Accepted { by }
            | Event::Resigned { by }
            | Event::FlagFell { by, .. }
            | Event::Aborted { by }
            | Event::TimeGiven { by, .. }
            | Event::Away { by, .. }
            | Event::Back { by }
            | Event::MatchForfeited { by }
            | Event::ClaimedAbandoned { by, .. }
            | Event::TakenBack { by } => Some(by),
        }
    }

    /// The word for what happened, in the log.
    pub const fn kind(&self) -> &'static str {
        match self {
            Event::Ply { .. } => "ply",
            Event::Offered { .. } => "offered",
            Event::Dropped { .. } => "dropped",
            Event::Accepted { .. } => "accepted",
            Event::Resigned { .. } => "resigned",
            Event::TakenBack { .. } => "taken-back",
            Event::ClocksStarted => "clocks-started",
            Event::FlagFell { .. } => "flag-fell",
            Event::Aborted { .. } => "aborted",
            Event::TimeGiven { .. } => "time-given",
            Event::Downtime { .. } => "downtime",
            Event::Away { .. } => "away",
            Event::Back { .. } => "back",
            Event::MatchForfeited { .. } => "match-forfeited",
            Event::ClaimedAbandoned { .. } => "claimed-abandoned",
            Event::BrokenOff => "broken-off",
        }
    }
}

//! What people can do in a game, and why they may not.

use hnefi_rules::{GameError, Ground, Intent, Refusal, Side};

use crate::{EventError, OfferKind, Sides};

/// Something that somebody wants to do in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// To move.
    Move {
        /// From where to where.
        intent: Intent,
        /// How many plies he has seen.
        ply: u32,
        /// The client's own id of the move, by which it is known when it is sent again.
        client_id: String,
    },
    /// To resign.
    Resign,
    /// To offer something, or to do at once what nobody needs to be asked for.
    Offer(OfferKind),
    /// To accept or decline the offer that stands.
    Answer {
        /// Whether to accept.
        accept: bool,
    },
    /// To withdraw one's own offer.
    Withdraw,
    /// To make conditional moves instead of those that there were.
    Foresee {
        /// How many plies he has seen.
        ply: u32,
        /// The lines, each from the other side's move to one's own; none to have none.
        lines: Vec<Vec<Intent>>,
    },
    /// To give the other side some time.
    GiveTime,
    /// To claim a game that the other side has left.
    ClaimAbandoned {
        /// Whether as a draw.
        draw: bool,
    },
    /// To take the open seat of a side.
    Join {
        /// The side.
        side: Side,
    },
    /// To take over the seat of a side, with the link that its holder made for another device.
    MoveSeat {
        /// The side.
        side: Side,
    },
}

/// Why an act is refused. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActError {
    /// He does not play this side.
    #[error("this is not your seat")]
    NotYourSeat,
    /// The other side is to move.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The game has moved on since he saw it.
    #[error("the game has moved on")]
    Stale,
    /// Nobody plays the other side yet.
    #[error("nobody has joined yet")]
    NobodyYet,
    /// The match has gone on with another game.
    #[error("the match has gone on")]
    MatchWentOn,
    /// The other one of two games that began at once goes on.
    #[error("the other game of the match goes on")]
    OtherGameOn,
    /// In a match of so many games the players swap sides after each.
    #[error("sides are swapped in this match")]
    SidesSettled,
    /// The id of the move is empty or too long.
    #[error("the move has no proper id")]
    MoveId,
    /// The move is not legal.
    #[error("{0}")]
    Illegal(Refusal),
    /// The rules of the game do not allow it now.
    #[error("{0}")]
    Game(GameError),
    /// A rematch can be offered when the game is over.
    #[error("the game is not over")]
    NotOver,
    /// The server has broken the game off.
    #[error("the game was broken off")]
    BrokenOff,
    /// A long game is paced, and the last move was just now.
    #[error("the last move was just now")]
    TooSoon,
    /// Somebody else has taken the seat.
    #[error("the seat is taken")]
    SeatTaken,
    /// He holds the other seat himself.
    #[error("the invitation is your own")]
    OwnInvitation,
    /// Nobody holds the seat that is to be moved.
    #[error("nobody holds the seat")]
    NobodysSeat,
    /// In a rated game and in one of an event, whoever sat down plays.
    #[error("the seat goes to nobody else in this game")]
    SeatStays,
    /// He has offered so often without a move that it would only make the game longer.
    #[error("there were too many offers without a move")]
    TooManyOffers,
    /// No clock runs that could be given time.
    #[error("the other side can be given no time")]
    NoClock,
    /// The other side is here, or has not been away for long enough.
    #[error("the other side has not left")]
    NotAway,
    /// Nothing is taken back in a rated game.
    #[error("nothing is taken back in a rated game")]
    Rated,
    /// Nothing is taken back in a game of an event.
    #[error("nothing is taken back in this game")]
    NoTakeBack,
    /// Conditional moves are made where two people play and nobody sits at the board all the time.
    #[error("there are no conditional moves in this game")]
    ConditionalNotHere,
    /// Conditional moves are made while the other side is to move.
    #[error("it is your turn")]
    ConditionalYourTurn,
    /// There are more conditional moves than there may be.
    #[error("these are too many conditional moves")]
    ConditionalTooMany,
    /// A line of conditional moves ends with the other side's move.
    #[error("a line of conditional moves ends with a move of one's own")]
    ConditionalEnd,
    /// Two lines of conditional moves answer the same move in two ways.
    #[error("two conditional moves answer the same move")]
    ConditionalTwoAnswers,
    /// Who did not come to the next game has forfeited the match.
    #[error("the match is over")]
    Forfeited,
    /// Help would be unfair to the other side.
    #[error("help would be unfair")]
    Unfair,
}

impl From<EventError> for ActError {
    fn from(error: EventError) -> ActError {
        match error {
            EventError::Refused(refusal) => ActError::Illegal(refusal),
            EventError::Game(error) => ActError::Game(error),
            EventError::NotOver => ActError::NotOver,
            EventError::BrokenOff => ActError::BrokenOff,
        }
    }
}

/// What somebody may do besides moving, answering and withdrawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Resign.
    Resign,
    /// Offer a draw.
    OfferDraw,
    /// Claim a draw.
    Claim(Ground),
    /// Take a move back, or ask to.
    TakeBack,
    /// Offer the next game of the match.
    Rematch(Sides),
    /// Give the other side some time.
    GiveTime,
    /// Ask what the computer would play.
    Hint,
    /// Ask whether a side wins by force.
    Prove,
}

//! Why something is not done.

use crate::{GameId, PlanPart, PlayerNo};

/// Why an act is refused. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A part of the plan is out of its range.
    #[error("{what:?} is {value}, and may be {least} to {most}")]
    Plan {
        /// Which part.
        what: PlanPart,
        /// What it is.
        value: i64,
        /// The least that it may be.
        least: i64,
        /// The most that it may be.
        most: i64,
    },
    /// Only an arbiter may do this.
    #[error("only an arbiter may do this")]
    NotYours,
    /// There is no such player.
    #[error("there is no player {0}")]
    NoPlayer(PlayerNo),
    /// Somebody has entered under this key: this player.
    #[error("player {0} has entered under this key")]
    EnteredAlready(PlayerNo),
    /// The key, or the reason, is empty or longer than [`crate::Plan::MOST_TEXT`] bytes.
    #[error("a text of {0} bytes: it may have 1 to 500")]
    Text(usize),
    /// There are as many players as this form can have.
    #[error("there are {most} players, and no room for more")]
    Full {
        /// So many.
        most: usize,
    },
    /// All places are taken.
    #[error("all {places} places are taken")]
    NoPlace {
        /// How many there are.
        places: u32,
    },
    /// There cannot be fewer places than players who take part.
    #[error("{taken} places are taken")]
    Taken {
        /// So many.
        taken: usize,
    },
    /// Too few players for this to begin.
    #[error("{here} players are here: at least {least} are needed")]
    TooFew {
        /// How many there are.
        here: usize,
        /// How many are needed.
        least: usize,
    },
    /// The event has begun already.
    #[error("the event has begun")]
    Begun,
    /// The event has not begun yet.
    #[error("the event has not begun")]
    NotBegun,
    /// The event is over.
    #[error("the event is over")]
    Finished,
    /// Nobody enters, or comes back, any more: the last round before which that was possible is this.
    #[error("late entry ended with round {0}")]
    TooLate(u32),
    /// The player has left, or did not come.
    #[error("player {0} is not here")]
    NotHere(PlayerNo),
    /// The player is here.
    #[error("player {0} is here")]
    Here(PlayerNo),
    /// Nobody checks in in this event, or no longer.
    #[error("nobody checks in now")]
    NoCheckIn,
    /// In this form nobody is left without a game by wish, and nobody changes places with anybody else but at one table.
    #[error("this form has no room for that")]
    Form,
    /// This round is paired already, or will never be.
    #[error("round {0} is not to come")]
    NotToCome(u32),
    /// The player has wished for so many rounds without a game as one may.
    #[error("player {player} may wish for {most} rounds without a game")]
    NoMoreByes {
        /// Who.
        player: PlayerNo,
        /// How many one may wish for.
        most: u32,
    },
    /// This round must be closed first.
    #[error("round {0} is not over")]
    RoundOpen(u32),
    /// There is no round that could be closed or changed.
    #[error("no round is open")]
    NoRound,
    /// All rounds have been paired.
    #[error("all {0} rounds are paired")]
    NoMoreRounds(u32),
    /// There is no such game.
    #[error("there is no game {} at table {} of round {}", .0.game, .0.table, .0.round)]
    NoGame(GameId),
    /// The game has ended, so only a correction changes that.
    #[error("game {} at table {} of round {} has ended", .0.game, .0.table, .0.round)]
    Ended(GameId),
    /// A later round rests on this: throw its pairing away first.
    #[error("round {0} rests on it")]
    BuiltUpon(u32),
    /// A pairing by hand, or of a row, is none: what is wrong with it.
    #[error("the pairing of round {round}: {fault:?}")]
    Drawn {
        /// Which round.
        round: u32,
        /// What is wrong.
        fault: DrawFault,
    },
    /// A row of a log holds what can only be asked for.
    #[error("this act is none that a log holds")]
    NoRow,
}

/// What is wrong with a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawFault {
    /// It is for another round than the next.
    Round,
    /// This player is in it twice.
    Twice(PlayerNo),
    /// This player is missing in it.
    Missing(PlayerNo),
    /// There is no such player, or not in this round.
    Unknown(PlayerNo),
}

/// The rows of a log that could not be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row {row} of the log: {refusal}")]
pub struct ReplayError {
    /// Which row, counted from 1.
    pub row: usize,
    /// Why it was refused.
    pub refusal: Refusal,
}

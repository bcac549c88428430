//! The match laboratory: which of two engines is stronger, and how sure that is.
//!
//! A [`Match`] says what is played; [`Match::run`] plays it, each opening twice with sides changed, and writes
//! every game to a [`MatchRecord`] as it ends, so that a match can go on after whatever stopped it. What the games say
//! is a [`Tally`]: the score by side and by pair, [`Elo`] with intervals, and the state of an [`Sprt`].
//!
//! Our referee decides every game. An engine that crashes, stays silent, plays an illegal move or oversteps its
//! time loses that game, and the match goes on.
//!
//! `docs/bench/match.md` explains the statistics.

mod agreement;
mod book;
mod contender;
mod difference;
mod elo;
mod game;
mod growing_file;
mod htp;
mod laboratory;
mod limit;
mod lines;
mod openings;
mod player;
mod record;
mod sprt;
mod tally;
mod within;

pub use agreement::{DrawAgreement, DrawAgreementError};
pub use book::{BookError, Draw, Filter, Kept, Lean, Made, Recipe, Trial};
pub use contender::{Contender, ContenderError};
pub use difference::HeaderDifference;
pub use elo::Elo;
pub use game::{Ended, GameRecord, Place, RecordedOutcome, RecordedScore};
pub use growing_file::{GrowingError, GrowingFile};
pub use laboratory::{Match, MatchError, Progress};
pub use limit::{Limit, LimitError};
pub use openings::{Opening, Openings, OpeningsError};
pub use record::{Header, HeaderContender, MatchRecord, MatchRecordError};
pub use sprt::{Sprt, SprtError, Verdict};
pub use tally::{Score, Tally};
pub use within::wins_within;

//! Who looks for a game, and who plays whom.
//!
//! A [`Lobby`] is a state machine that is told the time and does nothing by itself: people come and go, put up a [`Seek`], take one
//! of somebody else's, or take their own back. Nothing here waits, stores, or draws lots.
//!
//! ```
//! use hnefi_live::PersonId;
//! use hnefi_lobby::{Applicant, Lobby, Seek, SeekError};
//!
//! let (ann, bo) = (PersonId::new("ann"), PersonId::new("bo"));
//! let mut lobby = Lobby::default();
//! lobby.handle_enter(1, ann.clone());
//! lobby.handle_enter(2, bo.clone());
//! lobby.handle_post(1_000, "s1", Seek::new(ann.clone(), "copenhagen", "10+5".parse().unwrap(), 1_000)).unwrap();
//!
//! let own = lobby.acceptable("s1", &Applicant::guest(ann.clone()));
//! assert_eq!(own, Err(SeekError::Own));
//! let seek = lobby.handle_take("s1", &Applicant::guest(bo.clone())).unwrap();
//! // The game is made, and then:
//! lobby.handle_made(2_000, seek, &bo, "game1");
//! assert_eq!(lobby.seeks().count(), 0);
//! assert_eq!(lobby.called_to(1).as_deref(), Some("game1"), "Ann is called to the game where she waits");
//! ```

mod lobby;
mod patience;
mod seek;

pub use lobby::{AWAY_MS, Lobby, MOST_SEEKS};
pub use patience::{REMEMBERED_MS, waits_until};
pub use seek::{Applicant, Range, RangeError, Seek, SeekError, list};

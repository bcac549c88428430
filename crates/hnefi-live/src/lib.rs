//! A game between people and the computer, as a pure state machine.
//!
//! A [`Log`] is a game with everything that happened in it, [`Entry`] by entry; a [`Seat`] says who plays a
//! side. What one act does is a [`Change`], to be stored whole or not at all. Nothing here waits, stores, draws lots, looks at a clock, or puts anything into words: the time comes
//! with what happens.
//!
//! ```
//! use hnefi_live::{Entry, Event, Log, OfferKind};
//! use hnefi_rules::{Game, Offer, Referee, Side, leaflet};
//! use std::sync::Arc;
//!
//! let referee = Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()));
//! let mut log = Log::new(Game::new(referee), 1_000);
//! let offer = Event::Offered { by: Side::Attackers, offer: OfferKind::Game(Offer::Draw) };
//! log.apply(&Entry { at_ms: 2_000, event: offer }).unwrap();
//! log.apply(&Entry { at_ms: 3_000, event: Event::Accepted { by: Side::Defenders } }).unwrap();
//! assert!(log.game().outcome().is_some_and(|outcome| outcome.winner.is_none()));
//! assert_eq!((log.version(), log.touched_ms()), (2, 3_000));
//! ```

mod change;
mod log;
mod person;
mod seat;

pub use change::{Change, NewGame, SeatChange, Standing, Written, WrittenPly};
pub use log::{Entry, Event, EventError, Log, OfferKind};
pub use person::PersonId;
pub use seat::{Arrangement, LinkKind, Seat, Seats};

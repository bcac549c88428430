//! A game between people and the computer, as a pure state machine.
//!
//! A [`Room`] is a game with its people: what somebody does goes in with the time, and out comes a [`Change`], to be
//! stored whole or not at all, and what is to be done then ([`Effect`]). In it, a [`Log`] is the game with everything
//! that happened, [`Entry`] by entry, and a [`Seat`] says who plays a side. Nothing here waits, stores, draws lots,
//! looks at a clock, or puts anything into words.
//!
//! ```
//! use hnefi_live::{Entry, Event, Log, OfferKind};
//! use hnefi_rules::{Game, Offer, Referee, Side, leaflet};
//! use std::sync::Arc;
//!
//! let referee = Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()));
//! let mut log = Log::new(Game::new(referee), 1_000);
//! let offer = Event::Offered { by: Side::Attackers, offer: OfferKind::Game(Offer::Draw) };
//! log.apply(&Entry::new(2_000, offer)).unwrap();
//! log.apply(&Entry::new(3_000, Event::Accepted { by: Side::Defenders })).unwrap();
//! assert!(log.game().outcome().is_some_and(|outcome| outcome.winner.is_none()));
//! assert_eq!((log.version(), log.touched_ms()), (2, 3_000));
//! ```

mod act;
mod acting;
mod change;
mod conditional;
mod dodge;
mod effect;
mod limits;
mod log;
mod moment;
mod name;
mod person;
mod room;
mod score;
mod seat;
mod stored;
mod talk;
mod timed;
mod timing;
mod together;
mod viewer;

pub use act::{Act, ActError, Action};
pub use change::{Change, GameStatus, NewGame, SeatChange, Written, WrittenPly};
pub use conditional::Conditional;
pub use dodge::Dodge;
pub use effect::{Duty, Effect, Found, Task};
pub use limits::Limits;
pub use log::{Entry, Event, EventError, Log, OfferKind, RuledOtherwise, RuledPly, Sides};
pub use moment::Moment;
pub use name::{NameError, PersonName};
pub use person::{PersonId, ShownAs};
pub use room::Room;
pub use score::{MatchLength, MatchResult, Score};
pub use seat::{Arrangement, LinkKind, Seat, Seats};
pub use stored::{OtherGame, Stored};
pub use talk::{Greeting, SaidWords, Saying, TalkError, TalkRoom};
pub use timed::Timed;
pub use timing::{ABSENCE_MS, BETWEEN_MS, GIFT_MS};
pub use viewer::{Against, Viewer};

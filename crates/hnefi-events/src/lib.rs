//! Tournaments as a pure state machine: who plays whom, why, and how everybody stands.
//!
//! An [`Event`] is what its [`Plan`] and the rows of its log say. What somebody does ([`Act`]) goes in with the time, and out comes a [`Row`], to be stored;
//! what is due by itself comes with [`Event::due`] and [`Event::handle_time`]. The same entries and results always give the same
//! pairings, and each says [`Why`]. Nothing here waits, stores, looks at a clock, knows a game, or puts anything into words.
//!
//! ```
//! use hnefi_events::{Act, By, Event, Form, GameId, GameResult, Plan, PlayerNo};
//!
//! let arbiter = By::Arbiter("ann".to_owned());
//! let mut event = Event::new(Plan::new(Form::RoundRobin { cycles: 1 })).unwrap();
//! for key in ["ann", "ben", "eve"] {
//!     event.handle_act(0, By::Player, Act::Enter { key: key.to_owned(), rating: None }).unwrap();
//! }
//! event.handle_act(1, arbiter.clone(), Act::Begin).unwrap();
//! event.handle_act(2, arbiter.clone(), Act::Pair).unwrap();
//!
//! let round = event.round(1).unwrap();
//! assert_eq!((round.pairings.len(), round.byes.len()), (1, 1));
//! let game = round.pairings[0].games[0];
//! event.handle_act(3, By::Machine, Act::Result { game: game.id, result: GameResult::Attackers }).unwrap();
//! assert_eq!(event.standings()[0].player, game.attackers);
//!
//! let rows = event.rows().to_vec();
//! assert_eq!(Event::replay(event.plan().clone(), rows), Ok(event));
//! ```

mod act;
mod acting;
mod balance;
mod berger;
mod course;
mod cross_table;
mod draw;
mod due;
mod event;
mod groups;
mod knock_out;
mod lot;
mod matching;
mod plan;
mod player;
mod refusal;
mod round;
mod standing;
mod swiss;
mod text;
mod tie_break;

pub use act::{Act, By, Drawn, DrawnPair, GameId, GameResult, Row};
pub use balance::{Balance, Share};
pub use berger::{berger, berger_rounds};
pub use course::{Line, Met};
pub use cross_table::{Cell, CrossTable};
pub use due::Due;
pub use event::{Event, Stage};
pub use matching::{Matching, Proof, cheapest_pairs};
pub use plan::{Form, GamesEach, Overdue, Plan, PlanPart, Unplayed};
pub use player::{Player, PlayerNo, Presence};
pub use refusal::{DrawFault, Refusal, ReplayError};
pub use round::{Bye, ByeKind, Game, Pairing, Penalties, Round, Why};
pub use standing::{Decider, Standing, TieBreakValue};
pub use swiss::swiss_rounds;
pub use text::TextError;
pub use tie_break::{Part, TieBreak};

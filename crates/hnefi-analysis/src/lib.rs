//! What a whole game shows when every position of it was searched.
//!
//! Somebody searches the positions of a game, each as long as [`Effort`] says, and gives what was [`Found`]. A [`Review`] tells from it how
//! the chances changed from ply to ply, which moves were mistakes, why, and how accurate both sides were. A [`Trial`] judges another move in the place of
//! a mistake. Nothing here searches, waits or speaks: the reasons are facts, and `hnefi-words` has the sentences.
//!
//! ```
//! use hnefi_analysis::{Found, Reason, Review};
//! use hnefi_rules::{Game, Intent, Referee, Setup, Side, ruleset};
//! use std::sync::Arc;
//!
//! // The attackers have to close the king's way to a11, and do not.
//! let referee = Arc::new(Referee::new(ruleset("copenhagen").unwrap().clone()));
//! let setup = Setup::from_rows("/11/11/t10/11/11/K10/11/11/11/5t5/11/").unwrap();
//! let position = referee.position(&setup, Side::Attackers).unwrap();
//! let mut game = Game::from_position(referee, position);
//! game.play(Intent { from: "f10".parse().unwrap(), to: "g10".parse().unwrap() }).unwrap();
//! let before = Found { chances: [200, 300, 500], pv: vec!["f10-a10".into()], ..Found::default() };
//! let after = Found { win_in: Some(1), chances: [0, 0, 1000], pv: vec!["a6-a11".into()], ..Found::default() };
//! let review = Review::of(&game, &[Some(before), Some(after)]);
//! let mistake = &review.mistakes[0];
//! assert!(matches!(mistake.reason, Reason::Loses { plies: 1, .. }));
//! assert_eq!(mistake.better.as_ref().unwrap().mv.to_string(), "f10-a10");
//! ```

mod better;
mod chances;
mod effort;
mod facts;
mod found;
mod mistake;
mod reason;
mod review;
mod trial;

pub use better::{Better, Merit};
pub use chances::{of_outcome, points};
pub use effort::Effort;
pub use found::Found;
pub use mistake::{Grade, Mistake};
pub use reason::Reason;
pub use review::{Change, Review};
pub use trial::{Trial, Verdict};

//! The rules of Hnefatafl, exactly as five published leaflets have them, and those that the community plays.
//!
//! A [`Ruleset`] is data: one file, one graded answer to each [`Question`], each with the clause that it
//! comes from. A [`Referee`] decides under one rule set; a [`Game`] is one stack of what happened.
//! A move that somebody submits becomes an [`Intent`], then, if [`Game::legal`] finds nothing against it, a
//! [`Move`]; [`Game::play`] asks that and tells what the move did.
//!
//! ```
//! use hnefi_rules::{Game, Intent, Reason, Referee, leaflet};
//! use std::sync::Arc;
//!
//! let referee = Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()));
//! let mut game = Game::new(referee);
//!
//! let blocked = Intent { from: "f2".parse().unwrap(), to: "f5".parse().unwrap() };
//! let refusal = game.legal(blocked).unwrap_err();
//! assert!(matches!(refusal.reason, Reason::Blocked { .. }));
//!
//! let ply = game.play(Intent { from: "d1".parse().unwrap(), to: "d4".parse().unwrap() }).unwrap();
//! assert_eq!(ply.outcome, None);
//! ```
//!
//! This crate knows no files, clocks, sockets or screens, and no randomness.

mod area;
mod capture;
mod cause;
mod deciding;
mod enclosure;
mod field;
mod game;
mod help;
mod hold;
mod king;
mod lanes;
mod moves;
mod onto;
mod outcome;
mod perft;
mod play;
mod position;
mod referee;
mod refusal;
mod repetition;
mod ring;
mod rows;
mod ruleset;
mod setup;
mod shieldwall;
mod side;
mod square;
mod strike;
mod why;

pub use capture::{Capture, Partner, Taken};
pub use cause::Clauses;
pub use deciding::{Deciding, Effect, Inquiry, Ruling};
pub use game::{Game, GameError, Happening, JUDGE, Offer, Ply, RulingError};
pub use hold::{ClaimProof, Hold, Refutation, Shuttle};
pub use king::KingPlace;
pub use moves::MoveList;
pub use outcome::{Ending, Ground, Outcome, OutcomeError};
pub use play::{Advanced, Made, Played};
pub use position::Position;
pub use referee::Referee;
pub use refusal::{Reason, Refusal};
pub use repetition::{Counted, Repeat, Trail};
pub use rows::RowsError;
pub use ruleset::{
    Agreement, Answers, Claims, Clause, Corners, Encirclement, Escape, ExitFort, FORMAT, FirstMove, Grade, Hostility,
    KingArms, KingBesideThrone, KingCapture, KingExposure, KingThrone, NoMove, OccupiedThrone, Point, Question, Reach,
    Repetition, Ruleset, RulesetError, Senseless, Shieldwall, SoldiersThrone, Source, Trap, community, leaflet,
    leaflets, referees, ruleset, rulesets,
};
pub use setup::{MIN_SIZE, Setup, SetupError, SetupErrors};
pub use side::{BySide, Piece, Side, SideError};
pub use square::{Direction, Intent, MAX_SIZE, Move, Square, SquareError};
pub use why::{Neighbour, Standing, Why, WhyNot};

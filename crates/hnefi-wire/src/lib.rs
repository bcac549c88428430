//! What a page and the referee say to each other, whether the referee is on a server or in the page itself.
//!
//! A page speaks in [`Incoming`] and hears [`ServerMessage`]; at the table it asks a [`TableQuestion`], of house rules a
//! [`HouseQuestion`]. `docs/formats/web-protocol.md` describes them. Here is also what makes the answers out of a room, a game or a
//! position, so that all who answer do it alike. Nothing here waits, stores or sends.
//!
//! ```
//! use hnefi_wire::{Act, Incoming, read_act};
//! let said = r#"{"type":"move","id":"a","ply":0,"from":"d1","to":"d4"}"#;
//! let incoming: Incoming = serde_json::from_str(said).unwrap();
//! assert!(matches!(read_act(incoming.message), Ok(Some(Act::Move { ply: 0, .. }))));
//! ```

mod analysis;
mod answers;
mod ask;
mod at;
mod clock;
mod computer;
mod conditional;
mod edition;
pub mod house;
pub mod kept;
mod messages;
mod position;
mod proofs;
mod questions;
mod read;
mod refused;
mod review;
mod show;
mod state;
mod study;
mod table;
mod talk;
mod text;
mod view;

pub use analysis::{FoundLine, Limits, Step, analyse, found};
pub use answers::{CaptureState, Mark, Refused, RefusedId, WhyClause, WhyState};
pub use ask::{AskError, say, wrong};
pub use at::{At, intent, ruleset_of};
pub use clock::{AbsentState, AwayState, ClockState, control_words};
pub use computer::{PROOF_BUDGET, find, hint};
pub use conditional::{ConditionalState, WhatIf, what_if};
pub use edition::edition;
pub use hnefi_live::Act;
pub use house::messages::{HouseAnswer, HouseFault, HouseQuestion};
pub use messages::{ClientMessage, Goto, Hint, Incoming, ServerMessage, SideWord};
pub use position::PositionAnswer;
pub use proofs::forced_win;
pub use questions::{at_ply, other_referees, why};
pub use read::read_act;
pub use refused::Refusing;
pub use review::messages::{ReviewAnswer, ReviewQuestion, TryAnswer, TryQuestion, Wanted};
pub use review::{AccuracyState, ChangeState, MistakeState, Reviewed, annotate, review, tried};
pub use show::{Seen, Shown, called, legal_of, level_name};
pub use state::{
    Both, HouseState, Links, MatchState, OfferState, OutcomeState, Player, PlyState, ProofState, RulesName, Start,
    State,
};
pub use study::Study;
pub use study::messages::{StudyAnswer, StudyEdit, StudyQuestion};
pub use table::messages::{Decided, MOST_TIMES, TableAnswer, TableGroup, TableMove, TableQuestion, TableRules};
pub use table::{answer as table_answer, rulings};
pub use talk::{TalkLine, TalkRights, TalkState};
pub use text::game_text;
pub use view::{View, WritePly};

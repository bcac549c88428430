//! The messages of the sockets and of the questions under `/api`, as JSON. `docs/formats/web-protocol.md` describes
//! them, and a test compares the two.

pub use crate::game::answers::{CaptureState, Mark, Refused, RefusedId, WhyClause, WhyState};
pub use crate::game::messages::{ClientMessage, Goto, Hint, Incoming, ServerMessage, SideWord};
pub use crate::game::state::{
    Both, HouseState, Links, MatchState, OfferState, OutcomeState, Player, PlyState, ProofState, RulesName, Start,
    State,
};
pub use crate::house::messages::{HouseAnswer, HouseFault, HouseQuestion};
pub use crate::table::messages::{Decided, TableAnswer, TableGroup, TableMove, TableQuestion, TableRules};

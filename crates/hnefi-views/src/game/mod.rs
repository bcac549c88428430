//! The page on which a game is played or watched, and the page behind an invitation to one.

mod invite;
mod page;
mod panels;
mod said;
mod talk;

pub use invite::{Invite, InviteKind, InvitePage};
pub use page::{GameArticle, GameEvent, GamePage, HerePage};
pub(crate) use said::Captured;
pub use said::{message, ply, ply_json, why};

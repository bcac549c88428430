//! The page on which a game is played or watched, and the page behind an invitation to one.

mod invite;
mod page;

pub use invite::{Invite, InviteKind, InvitePage};
pub use page::{GameArticle, GamePage, HerePage};

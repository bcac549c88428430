//! Pictures of positions, for programs that unfold a link into a card: a PNG for each position, drawn once and kept
//! for a while, and the words beside it.

mod canvas;
mod draw;
mod gallery;
mod routes;

pub(crate) use draw::draw_icon;
pub(crate) use gallery::Gallery;
pub(crate) use routes::router;

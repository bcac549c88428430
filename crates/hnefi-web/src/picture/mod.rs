//! Pictures of positions, for programs that unfold a link into a card: a PNG for each position, drawn once and kept
//! for a while, and the words beside it.

mod canvas;
mod draw;
mod gallery;
mod routes;
mod unfold;

pub(crate) use gallery::Gallery;
pub(crate) use routes::router;
pub(crate) use unfold::Unfold;

use hnefi_rules::{Answers, Intent, Setup};

/// All that a picture shows. Equal ones are the same picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subject {
    setup: Setup,
    /// Whether the throne is marked.
    throne: bool,
    /// Whether the corners are marked.
    corners: bool,
    /// The move that led there.
    last: Option<Intent>,
}

impl Subject {
    /// A position under these answers.
    pub(crate) fn new(setup: &Setup, answers: &Answers) -> Subject {
        Subject { setup: setup.clone(), throne: answers.has_throne(), corners: answers.has_corners(), last: None }
    }

    /// Tints the squares of the move that led there.
    #[must_use]
    pub(crate) fn after(self, last: Option<Intent>) -> Subject {
        Subject { last, ..self }
    }

    /// The path of the picture. It holds all that the picture shows, and names no game.
    pub(crate) fn path(&self) -> String {
        let mut path = format!("/picture.png?position={}", self.setup.to_rows());
        for (is, word) in [(self.throne, "throne"), (self.corners, "corners")] {
            if is {
                path.push_str(&format!("&{word}=yes"));
            }
        }
        if let Some(last) = self.last {
            path.push_str(&format!("&move={last}"));
        }
        path
    }
}

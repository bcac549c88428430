//! The page behind an invitation: opening it takes nothing, the button does.

use askama::Template;
use hnefi_rules::{Side, leaflet, leaflets};
use hnefi_words::Words;

use super::filters;
use crate::diagram::Diagram;

/// What an invitation offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InviteKind {
    /// The open seat of a game, for a friend.
    Join,
    /// Your own seat, on another device.
    Seat,
}

/// An invitation.
#[derive(Clone, Debug, Template)]
#[template(path = "invite.html")]
pub struct InvitePage {
    /// What it offers.
    pub kind: InviteKind,
    /// The name of the rule set.
    pub ruleset_name: String,
    /// The id of the rule set.
    pub ruleset_id: String,
    /// The side of the seat.
    pub side: Side,
    /// The address to which the button posts.
    pub action: String,
    /// Whether somebody already took the seat.
    pub taken: bool,
    /// Whether the addresses of this server open on its own machine only.
    pub host_only: bool,
}

impl InvitePage {
    fn side_words(&self, id: &str) -> String {
        Words::english().format(id, &[("side", self.side.into()), ("ruleset", (&self.ruleset_name).into())])
    }

    fn title(&self) -> String {
        match (self.kind, self.taken) {
            (InviteKind::Join, false) => self.side_words("invite-title"),
            (InviteKind::Join, true) => self.side_words("invite-title-taken"),
            (InviteKind::Seat, _) => self.side_words("invite-title-seat"),
        }
    }

    fn about(&self) -> String {
        match self.kind {
            InviteKind::Join => self.side_words("invite-about"),
            InviteKind::Seat => self.side_words("invite-about-seat"),
        }
    }

    fn button(&self) -> String {
        match self.kind {
            InviteKind::Join => self.side_words("invite-join"),
            InviteKind::Seat => self.side_words("invite-move-seat"),
        }
    }

    /// The start position, for whoever has never seen the game.
    fn diagram(&self) -> String {
        let start = leaflet(&self.ruleset_id).unwrap_or(&leaflets()[0]).start();
        Diagram::new(start).svg()
    }
}

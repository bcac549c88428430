//! The page behind an invitation: opening it takes nothing, the button does.

use askama::Template;
use hnefi_rules::Side;

use super::filters;

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

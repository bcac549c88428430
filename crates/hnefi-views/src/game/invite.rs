//! The page behind an invitation: opening it takes nothing, the button does.
use std::sync::Arc;

use askama::Template;
use hnefi_clock::Control;
use hnefi_rules::{Escape, Ruleset, Setup, Side};
use hnefi_wire::control_words;
use hnefi_wire::house::{self, HouseRules};
use hnefi_words::Words;

use crate::diagram::Diagram;
use crate::filters;
use crate::{Base, Subject, Unfold};

/// What an invitation offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InviteKind {
    /// The open seat of a game, for a friend.
    Join,
    /// Your own seat, on another device.
    Seat,
}

/// An invitation.
#[derive(Clone, Debug)]
pub struct Invite {
    /// What it offers.
    pub kind: InviteKind,
    /// What who invites is called, if he has said.
    pub host: Option<String>,
    /// What who follows the invitation is called already, or nothing; `None` where that is not asked.
    pub name: Option<String>,
    /// Why the name that was typed cannot be.
    pub fault: Option<String>,
    /// The first position, as far as a stranger may see it.
    pub start: Setup,
    /// The rule set.
    pub rules: Arc<Ruleset>,
    /// The side of the seat.
    pub side: Side,
    /// How many games the match has, if that is settled.
    pub games: Option<u32>,
    /// How much time there is; `None` for a game without clocks.
    pub clock: Option<Control>,
    /// Whether everybody may watch the game and find it.
    pub listed: bool,
    /// The address to which the button posts.
    pub action: String,
    /// Whether somebody already took the seat.
    pub taken: bool,
    /// Whether the addresses of this server open on its own machine only.
    pub host_only: bool,
}

/// Its page.
#[derive(Clone, Debug, Template)]
#[template(path = "invite.html")]
pub struct InvitePage {
    unfold: Unfold,
    invite: Invite,
}

impl InvitePage {
    /// The page of an invitation.
    pub fn new(base: &Base, invite: Invite) -> InvitePage {
        let about = if invite.taken { invite.taken_words() } else { invite.about() };
        let shown = Subject::new(&invite.start, invite.rules.answers());
        InvitePage { unfold: Unfold::new(base, invite.title(), &about, &shown), invite }
    }
}

impl std::ops::Deref for InvitePage {
    type Target = Invite;

    fn deref(&self) -> &Invite {
        &self.invite
    }
}

impl Invite {
    /// That there is nothing to take any more.
    fn taken_words(&self) -> String {
        Words::english().text(match self.kind {
            InviteKind::Join => "invite-taken",
            InviteKind::Seat => "invite-seat-used",
        })
    }

    fn side_words(&self, id: &str) -> String {
        let begins = if self.rules.first() == self.side { "you" } else { "they" };
        let goal = if self.rules.answers().escape == Escape::Edge { "edge" } else { "corner" };
        let host = self.host.clone();
        let values = [
            ("named", host.is_some().into()),
            ("host", host.unwrap_or_default().into()),
            ("side", self.side.into()),
            ("ruleset", self.rules.name().into()),
            ("begins", begins.into()),
            ("goal", goal.into()),
        ];
        Words::english().format(id, &values)
    }

    /// That it is a match, and how its games follow on each other.
    fn match_words(&self, games: &u32) -> String {
        let days = self.clock.is_some_and(|control| !control.is_live());
        let id = if days { "invite-match-days" } else { "invite-match" };
        Words::english().format(id, &[("games", i64::from(*games).into())])
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

    /// The first position, for whoever has never seen the game.
    fn diagram(&self) -> String {
        Diagram::new(&self.start).under(self.rules.answers()).svg()
    }

    /// The page about the rules.
    fn address(&self) -> String {
        house::address(&self.rules)
    }

    /// How much time there is, as a sentence.
    fn clock_words(&self) -> Option<String> {
        let values = [("control", control_words(self.clock?).into())];
        Some(Words::english().format("clock-invite", &values))
    }

    /// The house rules, if these are some.
    fn house(&self) -> Option<HouseRules> {
        (!self.rules.is_published()).then(|| HouseRules::of(&self.rules))
    }
}

//! Accounts: logging in and signing up, one's own account, and the page of a member.

use askama::Template;
use hnefi_wire::called;
use hnefi_words::Words;

use crate::home::GameRow;
use crate::mail::OwnMail;
use crate::order::{MemberOrder, OwnOrder};
use crate::ratings::RatingRow;
use crate::record::Record;
use crate::{address, filters};

/// The page on which somebody logs in.
#[derive(Clone, Debug, Default, Template)]
#[template(path = "log-in.html")]
pub struct LogInPage {
    /// What was wrong with the last try.
    pub fault: Option<String>,
    /// The name that stands ready.
    pub name: String,
    /// Where to go afterwards: a path of this server, or nothing.
    pub to: String,
    /// Whether there are games of a guest that come along.
    pub guest: bool,
    /// Whether passkeys work here.
    pub passkeys: bool,
}

/// The page on which somebody makes an account.
#[derive(Clone, Debug, Default, Template)]
#[template(path = "sign-up.html")]
pub struct SignUpPage {
    /// What was wrong with the last try.
    pub fault: Option<String>,
    /// The name that stands ready.
    pub name: String,
    /// Where to go afterwards: a path of this server, or nothing.
    pub to: String,
    /// Whether there are games of a guest that come along.
    pub guest: bool,
    /// Whether passkeys work here.
    pub passkeys: bool,
    /// The fewest characters of a password.
    pub shortest: usize,
}

/// The page that shows recovery codes, once.
#[derive(Clone, Debug, Template)]
#[template(path = "codes.html")]
pub struct CodesPage {
    /// Whether the account was made just now.
    pub welcome: bool,
    /// Whose they are.
    pub name: String,
    /// The codes.
    pub codes: Vec<String>,
    /// Where to go afterwards.
    pub to: String,
}

/// The page on which somebody who forgot his password sets a new one.
#[derive(Clone, Debug, Default, Template)]
#[template(path = "recover.html")]
pub struct RecoverPage {
    /// What was wrong with the last try.
    pub fault: Option<String>,
    /// The name that stands ready.
    pub name: String,
    /// The fewest characters of a password.
    pub shortest: usize,
    /// Whether this server sends mail.
    pub mail: bool,
}

/// One's own account.
#[derive(Clone, Debug, Template)]
#[template(path = "account.html")]
pub struct AccountPage {
    /// What was wrong with what was asked for.
    pub fault: Option<String>,
    /// Whether something was changed just now.
    pub saved: bool,
    /// The part that is open: `name`, `password`, `codes`, `passkeys`, `programs`, `away`, `mail`, `delete`, or none of them.
    pub open: &'static str,
    /// What one is called.
    pub name: String,
    /// The address of one's page.
    pub page: String,
    /// Since when there is the account, as a date.
    pub since: String,
    /// Whether one runs the server.
    pub administrator: bool,
    /// From when on the name can be changed, as a date; `None` for now.
    pub name_from: Option<String>,
    /// Whether there is a password.
    pub has_password: bool,
    /// How many recovery codes are left.
    pub codes_left: u32,
    /// The devices on which one is logged in.
    pub sessions: Vec<SessionRow>,
    /// The passkeys.
    pub passkeys: Vec<PasskeyRow>,
    /// Why no passkey can be made here, if so.
    pub passkeys_not: Option<String>,
    /// The tokens of programs.
    pub tokens: Vec<TokenRow>,
    /// Whether the account is a program's.
    pub bot: bool,
    /// Mail.
    pub mail: OwnMail,
    /// Time away.
    pub away: OwnAway,
    /// For how many days nobody gets the name of a deleted account.
    pub name_held: i64,
    /// The fewest characters of a password.
    pub shortest: usize,
    /// What there is of order: reports, what was done, whom one ignores.
    pub order: OwnOrder,
}

/// What one's account shows of time away.
#[derive(Clone, Debug, Default)]
pub struct OwnAway {
    /// Until when one is away, as a time; `None` for who is not.
    pub until: Option<String>,
    /// How many days are left.
    pub left: u32,
    /// How many there are in a year.
    pub a_year: u32,
}

/// A device in the list of devices.
#[derive(Clone, Debug)]
pub struct SessionRow {
    /// What its form calls it.
    pub id: String,
    /// What people call it.
    pub device: String,
    /// Whether it is the one that asks.
    pub here: bool,
    /// Since when, as a date.
    pub since: String,
    /// When it was seen last, as a date.
    pub seen: String,
}

/// A passkey in the list of passkeys.
#[derive(Clone, Debug)]
pub struct PasskeyRow {
    /// Its id.
    pub id: String,
    /// Where it was made, in words.
    pub label: String,
    /// When, as a date.
    pub since: String,
    /// When it was used last, as a date, if ever.
    pub used: Option<String>,
}

/// A token in the list of tokens.
#[derive(Clone, Debug)]
pub struct TokenRow {
    /// What its form calls it.
    pub id: String,
    /// What its member calls it.
    pub label: String,
    /// What it may do, in words.
    pub scopes: String,
    /// When it was made, as a date.
    pub since: String,
    /// When it was used last, as a date, if ever.
    pub used: Option<String>,
}

/// The page that shows a token, once.
#[derive(Clone, Debug, Template)]
#[template(path = "token.html")]
pub struct TokenPage {
    /// What its member calls it.
    pub label: String,
    /// What it may do, in words.
    pub scopes: String,
    /// The token.
    pub token: String,
}

/// The page of a member.
#[derive(Clone, Debug, Template)]
#[template(path = "member.html")]
pub struct MemberPage {
    /// What he is called.
    pub name: String,
    /// Whether it is a program's account.
    pub bot: bool,
    /// Since when he is a member, as a date.
    pub since: String,
    /// How many games with other people he has finished.
    pub finished: u32,
    /// His ratings, by list.
    pub ratings: Vec<RatingRow>,
    /// What his games that everybody may find add up to.
    pub record: Record,
    /// His games that the visitor may see; `None` for a visitor whom nobody knows.
    pub games: Option<Vec<GameRow>>,
    /// Whether the visitor is he.
    pub own: bool,
    /// The address of the page.
    pub page: String,
    /// What the visitor can do about him; `None` for who is nobody here, or he himself.
    pub order: Option<MemberOrder>,
}

/// What a device is called in words, given as `Firefox/Linux`.
///
/// ```
/// use hnefi_views::people::device_words;
/// assert_eq!(device_words(Some("Firefox/Linux")), "Firefox on Linux");
/// assert_eq!(device_words(None), "An unknown device");
/// ```
pub fn device_words(device: Option<&str>) -> String {
    let words = Words::english();
    match device.and_then(|device| device.split_once('/')) {
        Some((browser, system)) => {
            words.format("account-device", &[("browser", browser.into()), ("system", system.into())])
        }
        None => words.text("account-device-unknown"),
    }
}

impl MemberPage {
    fn called(&self) -> String {
        called(&self.name, self.bot)
    }

    /// The lobby with the form of a challenge to him.
    fn challenge(&self) -> String {
        with_to("/lobby", &self.name)
    }

    /// The page on which he is reported.
    fn report(&self) -> String {
        address("/report", &[("name", &self.name)])
    }

    /// His games that everybody may find.
    fn public(&self) -> String {
        address("/games", &[("player", &self.name)])
    }
}

impl LogInPage {
    fn sign_up(&self) -> String {
        with_to("/sign-up", &self.to)
    }
}

impl SignUpPage {
    fn log_in(&self) -> String {
        with_to("/log-in", &self.to)
    }

    fn password_about(&self) -> String {
        password_about(self.shortest)
    }
}

impl RecoverPage {
    fn password_about(&self) -> String {
        password_about(self.shortest)
    }
}

impl AccountPage {
    fn password_about(&self) -> String {
        password_about(self.shortest)
    }

    fn codes_left(&self) -> String {
        Words::english().format("codes-left", &[("codes", self.codes_left.into())])
    }

    fn away_about(&self) -> String {
        Words::english().format("away-about", &[("days", self.away.a_year.into())])
    }

    fn away_left(&self) -> String {
        Words::english().format("away-left", &[("days", self.away.left.into())])
    }

    fn delete_about(&self) -> String {
        Words::english().format("account-delete-about", &[("days", self.name_held.into())])
    }
}

impl MemberPage {
    fn finished_words(&self) -> String {
        Words::english().format("member-finished", &[("games", self.finished.into())])
    }
}

fn password_about(shortest: usize) -> String {
    Words::english().format("people-password-about", &[("least", shortest.into())])
}

/// An address that hands on where to go afterwards.
fn with_to(path: &str, to: &str) -> String {
    address(path, &[("to", to)])
}

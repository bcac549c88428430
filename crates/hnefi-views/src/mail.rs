//! Mail: one's address on the page of one's account, a new password by a link, and the pages of links in mails.

use askama::Template;
use hnefi_words::Words;

use crate::filters;

/// What one's account shows of mail.
#[derive(Clone, Debug, Default)]
pub struct OwnMail {
    /// Whether this server sends mail.
    pub on: bool,
    /// One's address, if there is one.
    pub address: Option<String>,
    /// Whether it is confirmed.
    pub verified: bool,
    /// Whether one mail a day says what waits.
    pub daily: bool,
}

/// The page on which somebody who forgot his password has a link sent.
#[derive(Clone, Debug, Default, Template)]
#[template(path = "reset.html")]
pub struct ResetPage {
    /// What was wrong with the last try.
    pub fault: Option<String>,
    /// Whether this server sends mail.
    pub on: bool,
    /// Whether a link was asked for just now.
    pub sent: bool,
}

/// The page to which that link leads.
#[derive(Clone, Debug, Template)]
#[template(path = "new-password.html")]
pub struct NewPasswordPage {
    /// What was wrong with the last try.
    pub fault: Option<String>,
    /// The secret of the link.
    pub link: String,
    /// Whose account it is.
    pub name: String,
    /// The fewest characters of a password.
    pub shortest: usize,
}

/// The page of a link in a mail: it says something, and may have a button that does it.
#[derive(Clone, Debug, Template)]
#[template(path = "mail-link.html")]
pub struct LinkPage {
    title: String,
    says: String,
    button: Option<String>,
}

impl NewPasswordPage {
    fn password_about(&self) -> String {
        Words::english().format("people-password-about", &[("least", self.shortest.into())])
    }
}

impl LinkPage {
    /// Of a link that confirms an address.
    pub fn confirm() -> LinkPage {
        LinkPage::new("mail-link-confirm", "mail-link-confirm-about").with("mail-link-confirm-do")
    }

    /// After the address was confirmed.
    pub fn confirmed() -> LinkPage {
        LinkPage::new("mail-link-confirmed", "mail-link-confirmed-about")
    }

    /// Of a link that stops the mail a day.
    pub fn stop() -> LinkPage {
        LinkPage::new("mail-link-stop", "mail-link-stop-about").with("mail-link-stop-do")
    }

    /// After it was stopped.
    pub fn stopped() -> LinkPage {
        LinkPage::new("mail-link-stopped", "mail-link-stopped-about")
    }

    /// Of a link that was used, is too old, or never was one.
    pub fn worn() -> LinkPage {
        LinkPage::new("mail-link-worn", "mail-link-worn-about")
    }

    fn new(title: &str, says: &str) -> LinkPage {
        let words = Words::english();
        LinkPage { title: words.text(title), says: words.text(says), button: None }
    }

    fn with(self, button: &str) -> LinkPage {
        LinkPage { button: Some(Words::english().text(button)), ..self }
    }
}

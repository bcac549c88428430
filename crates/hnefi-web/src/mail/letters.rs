//! Letters: what stands in each, and the mail that is made of it.

use hnefi_words::Words;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};

use super::MailSettings;
use crate::server::secret;

/// What stands in a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) subject: String,
    pub(super) text: String,
    /// Where one says that one wants no more of them.
    pub(super) stop: Option<String>,
}

/// A link that confirms an address.
pub(super) fn confirm(name: &str, link: &str) -> Written {
    linked(("mail-confirm-subject", "mail-confirm-text"), name, link)
}

/// A link that sets a new password.
pub(super) fn reset(name: &str, link: &str) -> Written {
    linked(("mail-reset-subject", "mail-reset-text"), name, link)
}

fn linked((subject, text): (&str, &str), name: &str, link: &str) -> Written {
    let words = Words::english();
    let values = [("name", line(name).into()), ("link", link.into())];
    Written { subject: words.text(subject), text: words.format(text, &values), stop: None }
}

/// One line of what others have written: no line break of theirs is one of a mail.
pub(super) fn line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// The mail that a letter becomes.
///
/// # Errors
/// When the address cannot be one.
pub(super) fn mail(settings: &MailSettings, to: &str, letter: Written) -> anyhow::Result<Message> {
    let raw = |name: &str, value: String| -> anyhow::Result<HeaderValue> {
        Ok(HeaderValue::new(HeaderName::new_from_ascii(name.to_owned())?, value))
    };
    let mut builder = Message::builder()
        .from(settings.from().clone())
        .to(Mailbox::new(None, to.parse()?))
        .subject(line(&letter.subject))
        .message_id(Some(format!("<{}@{}>", secret::game_id(), settings.host())))
        .raw_header(raw("Auto-Submitted", "auto-generated".to_owned())?)
        .header(ContentType::TEXT_PLAIN);
    if let Some(stop) = letter.stop {
        builder = builder
            .raw_header(raw("List-Unsubscribe", format!("<{stop}>"))?)
            .raw_header(raw("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned())?);
    }
    Ok(builder.body(letter.text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_others_write_makes_a_line_of_a_mail() {
        let settings =
            MailSettings::new("smtp://127.0.0.1:1", "Hnefi <hnefi@tafl.example>", "https://tafl.example").unwrap();
        let evil = "Eve\r\nBcc: mallory@mail.example\r\n\r\nGive me money";
        let letter = Written { subject: evil.to_owned(), ..confirm(evil, "https://tafl.example/mail/confirm/x") };
        let text = String::from_utf8(mail(&settings, "ann@mail.example", letter).unwrap().formatted()).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(!head.lines().any(|line| line.to_lowercase().starts_with("bcc")), "{head}");
        assert!(!body.lines().any(|line| line.starts_with("Bcc") || line.starts_with("Give me money")), "{body}");
        for to in ["a@b\r\nBcc: c@d", "a@b, c@d", "a b@c", ""] {
            assert!(mail(&settings, to, confirm("Ann", "https://tafl.example/x")).is_err(), "{to:?}");
        }
    }
}

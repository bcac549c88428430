//! Sending: letters one after the other, and again after growing waits where the mail server cannot take one.

use std::error::Error as _;
use std::io;
use std::sync::Arc;

use hnefi_live::PersonId;
use hnefi_store::{Letter, LetterKind, StoreError, now_ms};
use lettre::transport::smtp::Error;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use tokio::sync::Notify;

use super::letters::{self, Written};
use super::{MailSettings, daily};
use crate::game::open_game::OpenGames;
use crate::server::metrics::Metrics;
use crate::server::secret;

/// After how long a letter is tried again, in milliseconds; then it is as long again each time.
const AGAIN: [i64; 5] = [60_000, 5 * 60_000, 30 * 60_000, 2 * 60 * 60_000, 6 * 60 * 60_000];
/// Of how many looks what is to be sent one looks for what waits in games.
const DAILY: u64 = 15;
/// How many letters are read at once.
const AT_ONCE: u32 = 50;

/// Sends what waits.
pub(super) struct Sender {
    games: OpenGames,
    metrics: Metrics,
    settings: MailSettings,
    transport: AsyncSmtpTransport<Tokio1Executor>,
    wake: Arc<Notify>,
}

impl Sender {
    pub(super) fn new(
        games: OpenGames,
        metrics: Metrics,
        settings: MailSettings,
        wake: Arc<Notify>,
    ) -> anyhow::Result<Sender> {
        let transport = settings.transport()?;
        Ok(Sender { games, metrics, settings, transport, wake })
    }

    /// Sends until the games are closed.
    pub(super) async fn run(self) {
        for number in 0u64.. {
            match self.look(number.is_multiple_of(DAILY)).await {
                Ok(()) => {}
                Err(StoreError::Closing) => return,
                Err(error) => tracing::error!(%error, "what mail is to be sent could not be read or noted"),
            }
            tokio::select! {
                () = self.wake.notified() => {}
                () = tokio::time::sleep(self.settings.looking) => {}
            }
        }
    }

    /// Sends what is due now.
    async fn look(&self, for_daily: bool) -> Result<(), StoreError> {
        let store = &self.games.store;
        store.resolve_forgotten(now_ms()).await?;
        if for_daily {
            daily::put_up(&self.games, now_ms()).await?;
        }
        loop {
            let letters = store.letters_due(now_ms(), AT_ONCE).await?;
            if letters.is_empty() {
                return Ok(());
            }
            for letter in letters {
                if !self.send(&letter).await? {
                    return Ok(());
                }
            }
        }
    }

    /// Sends a letter, or notes when it is tried again; whether the mail server could be reached, so that others are worth a try.
    async fn send(&self, letter: &Letter) -> Result<bool, StoreError> {
        let (store, kind, now_ms) = (&self.games.store, letter.kind, now_ms());
        let person = letter.person.as_str();
        if now_ms - letter.made_ms > kind.given_up_ms() {
            tracing::warn!(kind = kind.id(), person, "a mail waited for too long, and was given up");
            self.metrics.mailed("given-up");
            store.letter_gone(&letter.id).await?;
            return Ok(true);
        }
        let link = matches!(kind, LetterKind::Confirm | LetterKind::Reset).then(secret::visitor_token);
        let Some(mail) = self.mail(letter, link.as_deref(), now_ms).await? else {
            store.letter_gone(&letter.id).await?;
            return Ok(true);
        };
        let Err(error) = self.transport.send(mail).await else {
            self.metrics.mailed("sent");
            store.letter_gone(&letter.id).await?;
            return Ok(true);
        };
        if let Some(link) = &link {
            store.link_unmailed(&secret::hash(link)).await?;
        }
        // What a mail server says may name addresses: its number says enough.
        let code = error.status().map(|code| code.to_string());
        let why = why(&error);
        if error.is_permanent() {
            tracing::warn!(kind = kind.id(), person, code, why, "a mail was refused for good");
            self.metrics.mailed("given-up");
            store.letter_gone(&letter.id).await?;
        } else {
            let wait = AGAIN.get(letter.tries as usize).or(AGAIN.last()).copied().unwrap_or_default();
            tracing::warn!(kind = kind.id(), person, code, why, again_ms = wait, "a mail could not be sent");
            self.metrics.mailed("again");
            store.letter_again(&letter.id, now_ms + wait).await?;
        }
        Ok(is_about_this_mail(&error))
    }

    /// The mail of a letter; `None` when it is of no use any more, or may not go out.
    async fn mail(&self, letter: &Letter, link: Option<&str>, now_ms: i64) -> Result<Option<Message>, StoreError> {
        let (store, kind) = (&self.games.store, letter.kind);
        let (Some(address), Some(account)) =
            (store.mail_of(&letter.person).await?, store.account(&letter.person).await?)
        else {
            return Ok(None);
        };
        let is_wanted = match kind {
            LetterKind::Confirm => !address.verified,
            LetterKind::Reset => address.verified,
            LetterKind::Daily => address.verified && address.daily,
        };
        if !is_wanted {
            return Ok(None);
        }
        let name = account.name.as_str();
        let written = match link {
            Some(link) => self.linked(letter, (name, link), now_ms).await?,
            None => daily::letter(&self.games, &self.settings, &letter.person, name).await?,
        };
        let Some(written) = written else { return Ok(None) };
        let mail = letters::mail(&self.settings, &address.address, written);
        Ok(mail.map_err(|_| tracing::error!(kind = kind.id(), "a letter cannot be made a mail")).ok())
    }

    /// A letter with a link, which works from now on; `None` where as many were sent as may be.
    async fn linked(
        &self,
        Letter { person, kind, .. }: &Letter,
        (name, link): (&str, &str),
        now_ms: i64,
    ) -> Result<Option<Written>, StoreError> {
        let (store, base) = (&self.games.store, &self.settings.base);
        if store.has_links_enough(person, *kind, now_ms).await? {
            self.is_enough(person, *kind);
            return Ok(None);
        }
        store.link_mailed(&secret::hash(link), person, *kind, now_ms).await?;
        Ok(Some(match kind {
            LetterKind::Reset => letters::reset(name, &format!("{base}/reset/{link}")),
            _ => letters::confirm(name, &format!("{base}/mail/confirm/{link}")),
        }))
    }

    fn is_enough(&self, person: &PersonId, kind: LetterKind) {
        tracing::info!(kind = kind.id(), person = person.as_str(), "somebody was sent as many links as may be");
        self.metrics.mailed("too-many");
    }
}

/// What kind of failure it was.
fn why(error: &Error) -> &'static str {
    match error {
        error if error.is_timeout() => "the mail server does not answer",
        error if error.is_tls() || is_handshake(error) => {
            "no TLS with the mail server: its certificate must be one that browsers trust"
        }
        error if error.status().is_some() => "the mail server does not take it",
        error if error.is_client() => "the mail server cannot do what is needed",
        _ => "the mail server cannot be reached",
    }
}

/// Whether the failure is one of this mail, so that others are worth a try: the server answered, or it cannot do what this mail needs.
fn is_about_this_mail(error: &Error) -> bool {
    error.status().is_some() || error.is_client()
}

/// Whether the mail server was reached, and TLS did not come about: the transport calls that a connection that failed.
fn is_handshake(error: &Error) -> bool {
    let mut causes = std::iter::successors(error.source(), |&cause| cause.source());
    causes.any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|io| io.kind() == io::ErrorKind::InvalidData))
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn a_mail_server_without_good_tls_is_told_from_one_that_is_away() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let smtp = format!("smtps://{}", listener.local_addr().unwrap());
        let settings = MailSettings::new(&smtp, "hnefi@tafl.example", "https://tafl.example").unwrap();
        let open = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            stream.write_all(b"220 no TLS here\r\n").await.unwrap();
            stream
        });
        let failed = settings.transport().unwrap().test_connection().await.unwrap_err();
        assert!(why(&failed).starts_with("no TLS") && !is_about_this_mail(&failed), "{failed:?}");
        drop(open.await.unwrap());
        let failed = settings.transport().unwrap().test_connection().await.unwrap_err();
        assert_eq!(why(&failed), "the mail server cannot be reached", "{failed:?}");
        assert!(!is_about_this_mail(&failed), "others have to wait, too");
    }

    #[tokio::test]
    async fn a_mail_that_a_server_cannot_take_holds_up_no_other() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let smtp = format!("smtp://{}", listener.local_addr().unwrap());
        tokio::spawn(async move {
            let (stream, _) = listener.accept().await.unwrap();
            let (read, mut write) = stream.into_split();
            let mut lines = BufReader::new(read).lines();
            write.write_all(b"220 post\r\n").await.unwrap();
            // It names no extension, so that it takes no address beyond ASCII.
            while lines.next_line().await.unwrap().is_some() {
                write.write_all(b"250 post\r\n").await.unwrap();
            }
        });
        let settings = MailSettings::new(&smtp, "hnefi@tafl.example", "https://tafl.example").unwrap();
        let mail = Message::builder()
            .from("hnefi@tafl.example".parse().unwrap())
            .to("j\u{f3}n@tafl.example".parse().unwrap())
            .body(String::new())
            .unwrap();
        let failed = settings.transport().unwrap().send(mail).await.unwrap_err();
        assert_eq!(why(&failed), "the mail server cannot do what is needed", "{failed:?}");
        assert!(is_about_this_mail(&failed), "{failed:?}");
    }
}

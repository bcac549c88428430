//! Mail: links that confirm an address or set a new password, and one mail a day that says what waits.
//!
//! Whoever wants a mail to be sent puts a letter into the database, and nobody waits for it. One task sends them, one after the other, with words
//! and links that are made when each is sent.

mod daily;
mod letters;
mod pages;
mod sender;
mod settings;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use hnefi_live::PersonId;
use tokio::sync::Notify;

pub use settings::MailSettings;

use crate::game::open_game::OpenGames;
use crate::server::metrics::Metrics;
use crate::server::secret;
use crate::server::state::{Addresses, AppState};

/// Where programs of mail services say that somebody wants no more mail; they come from no page of this server.
const STOP: &str = "/mail/stop/";

/// The mail that this server sends; none where nobody has set it up. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Mail(Option<Arc<Notify>>);

/// The pages that links in mails lead to.
pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/mail/confirm/{secret}", get(pages::confirm_page).post(pages::confirm))
        .route("/mail/stop/{secret}", get(pages::stop_page).post(pages::stop))
}

/// Whether a form need not come from a page of this server: its address alone says what is wanted, and by whom.
pub(crate) fn is_one_click(path: &str) -> bool {
    path.starts_with(STOP)
}

impl Mail {
    /// Mail waits until it is sent, if it is set up.
    pub(crate) fn new(addresses: &Addresses) -> Mail {
        Mail(addresses.mail.as_ref().map(|_| Arc::default()))
    }

    /// Begins to send, if it is set up.
    ///
    /// # Errors
    /// When the address of the mail server cannot be used.
    pub(crate) fn start(&self, games: OpenGames, metrics: Metrics, addresses: &Addresses) -> anyhow::Result<()> {
        if let (Some(wake), Some(settings)) = (&self.0, addresses.mail.clone()) {
            let sender = sender::Sender::new(games, metrics, settings, wake.clone())?;
            tokio::spawn(sender.run());
        }
        Ok(())
    }

    /// Whether this server sends mail.
    pub(crate) fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Something waits to be sent.
    pub(crate) fn waits(&self) {
        if let Some(wake) = &self.0 {
            wake.notify_one();
        }
    }
}

/// What the link of somebody says who wants no more mail a day: the same each time.
fn stop_secret(games: &OpenGames, person: &PersonId) -> String {
    format!("{}-{}", person.as_str(), games.secrets.mail_stop(person))
}

/// Who says by such a link that he wants no more mail.
fn stopped(games: &OpenGames, said: &str) -> Option<PersonId> {
    let person = PersonId::new(said.split_once('-')?.0);
    // By their hashes, so that the time it takes tells nothing.
    (secret::hash(&stop_secret(games, &person)) == secret::hash(said)).then_some(person)
}

//! Telling people whose pages are closed what waits for them, by Web Push.

mod notice;
mod routes;
mod sender;

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use axum::Router;
use axum::routing::{get, post};
use hnefi_push::{ServerKey, Services};
use hnefi_store::Store;
use tokio::sync::mpsc;

pub(crate) use notice::Notice;

use crate::server::secret;
use crate::server::state::{Addresses, AppState};

/// How many notices may wait to be sent before more are dropped.
const WAITING: usize = 1_000;

/// Where notices are handed in. Nobody waits for them. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Push(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    key: ServerKey,
    services: Services,
    /// How push services reach the operator: a `mailto:` or `https:` address.
    contact: String,
    notices: mpsc::Sender<Notice>,
}

/// The routes by which browsers ask to be told.
pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/push", get(routes::key))
        .route("/push/subscribe", post(routes::subscribe))
        .route("/push/unsubscribe", post(routes::unsubscribe))
}

impl Push {
    /// Reads the server's key from a file, or makes it, and begins to send.
    ///
    /// # Errors
    /// When the file cannot be read or written or holds something else, or a test's service is not one.
    pub(crate) fn start(store: Store, key: &Path, addresses: &Addresses) -> anyhow::Result<Push> {
        let bytes = secret::kept_key(key, || ServerKey::generate().to_bytes())?;
        let key =
            ServerKey::from_bytes(&bytes).with_context(|| format!("{} is no key: move it away", key.display()))?;
        let services = match &addresses.push_test_service {
            None => Services::known(),
            Some(address) => Services::known().and_of_test(address).with_context(|| {
                format!("`{address}` is no push service of a test: write it like http://127.0.0.1:9000")
            })?,
        };
        let contact = addresses.public_url.clone().filter(|url| url.starts_with("https://"));
        let contact = contact.unwrap_or_else(|| "mailto:nobody@hnefi.invalid".to_owned());
        let (notices, waiting) = mpsc::channel(WAITING);
        let push = Push(Arc::new(Shared { key, services, contact, notices }));
        tokio::spawn(sender::run(store, Arc::downgrade(&push.0), waiting));
        Ok(push)
    }

    /// The key itself, for those who must have the same.
    pub(crate) fn key(&self) -> [u8; 32] {
        self.0.key.to_bytes()
    }

    /// Tells somebody something, soon. While too much waits it is dropped: what is due stays on the first page.
    pub(crate) fn tell(&self, notice: Notice) {
        if self.0.notices.try_send(notice).is_err() {
            tracing::warn!("too many notices wait to be pushed: one was dropped");
        }
    }
}

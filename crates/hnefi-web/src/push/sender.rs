//! Sending: beside everything else, a few at once, and again for a while where a service cannot take it.

use std::num::NonZeroU32;
use std::sync::{Arc, Weak};
use std::time::Duration;

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use hnefi_live::PersonId;
use hnefi_push::{Answer, Subscription, request};
use hnefi_store::{Store, StoreError, now_ms};
use tokio::sync::{Semaphore, mpsc};
use ureq::Agent;

use super::{Notice, Shared};

/// How many messages are on their way at once.
const AT_ONCE: usize = 4;
/// How many notices are worked on at once, those that wait to be sent again among them.
const WORKED_ON: usize = 200;
/// How long a service may take.
const SENDING: Duration = Duration::from_secs(10);
/// After how long a message is sent again that could not be taken.
const AGAIN: [Duration; 3] = [Duration::from_secs(5), Duration::from_secs(60), Duration::from_secs(600)];
/// How many notices one person gets at once, and then one each minute.
const AT_ONCE_TO_ONE: u32 = 30;
const ONE_EVERY: Duration = Duration::from_secs(60);

/// What all notices are sent with.
struct Sender {
    store: Store,
    agent: Agent,
    on_their_way: Semaphore,
    rates: DefaultKeyedRateLimiter<PersonId>,
}

/// Sends what is handed in, until nobody is left to do so.
pub(super) async fn run(store: Store, push: Weak<Shared>, mut waiting: mpsc::Receiver<Notice>) {
    // What a service answers leads nowhere else, and its body says nothing that is needed.
    let agent: Agent = Agent::config_builder()
        .timeout_global(Some(SENDING))
        .max_redirects(0)
        .http_status_as_error(false)
        .build()
        .into();
    let burst = NonZeroU32::new(AT_ONCE_TO_ONE).unwrap_or(NonZeroU32::MIN);
    let quota = Quota::with_period(ONE_EVERY).unwrap_or(Quota::per_minute(burst)).allow_burst(burst);
    let rates = RateLimiter::keyed(quota);
    let sender = Arc::new(Sender { store, agent, on_their_way: Semaphore::new(AT_ONCE), rates });
    let worked_on = Arc::new(Semaphore::new(WORKED_ON));
    while let Some(notice) = waiting.recv().await {
        let Some(push) = push.upgrade() else { return };
        let Ok(place) = worked_on.clone().acquire_owned().await else { return };
        sender.rates.retain_recent();
        let sender = sender.clone();
        tokio::spawn(async move {
            match sender.deliver(&push, &notice).await {
                Ok(()) | Err(StoreError::Closing) => {}
                Err(error) => tracing::error!(%error, "a notice could not be pushed"),
            }
            drop(place);
        });
    }
}

impl Sender {
    /// Tells every browser of the person.
    async fn deliver(&self, push: &Shared, notice: &Notice) -> Result<(), StoreError> {
        let browsers = self.store.pushes_of(notice.to()).await?;
        if browsers.is_empty() || self.rates.check_key(notice.to()).is_err() {
            return Ok(());
        }
        for (endpoint, subscription) in browsers {
            self.send(push, notice, &endpoint, &subscription).await?;
        }
        Ok(())
    }

    /// Tells one browser, and forgets it if it is gone. What is not so any more is not told.
    async fn send(&self, push: &Shared, notice: &Notice, endpoint: &str, subscription: &str) -> Result<(), StoreError> {
        // Which services may be asked is decided when it is sent: an address that was kept once may be none today.
        let Ok(subscription) = Subscription::read(subscription, &push.services) else {
            return self.store.drop_push(endpoint).await;
        };
        for pause in std::iter::once(Duration::ZERO).chain(AGAIN) {
            tokio::time::sleep(pause).await;
            let Some(message) = notice.message(&self.store).await? else { return Ok(()) };
            let now_s = u64::try_from(now_ms() / 1_000).unwrap_or_default();
            let request = match request(&push.key, &push.contact, &subscription, &message, now_s) {
                Ok(request) => request,
                Err(error) => {
                    tracing::error!(%error, "a notice cannot be made a message");
                    return Ok(());
                }
            };
            match self.answer(request).await {
                Answer::Taken => return Ok(()),
                Answer::Gone => return self.store.drop_push(endpoint).await,
                Answer::Refused => {
                    tracing::warn!("a push service refused a notice");
                    return Ok(());
                }
                Answer::Later => {}
            }
        }
        tracing::warn!("a notice could not be pushed for a while, and was given up");
        Ok(())
    }

    /// Sends a request, and tells what became of it.
    async fn answer(&self, request: http::Request<Vec<u8>>) -> Answer {
        let Ok(_place) = self.on_their_way.acquire().await else { return Answer::Later };
        let agent = self.agent.clone();
        let sent = tokio::task::spawn_blocking(move || agent.run(request).map(|response| response.status())).await;
        match sent {
            Ok(Ok(status)) => Answer::of(status),
            Ok(Err(error)) => {
                tracing::debug!(%error, "a push service could not be reached");
                Answer::Later
            }
            Err(_) => Answer::Later,
        }
    }
}

//! Sending: beside everything else, a few at once, and again for a while where a service cannot take it.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use futures_util::future::try_join_all;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use hnefi_live::PersonId;
use hnefi_push::{Answer, Subscription, request};
use hnefi_store::{Store, StoreError, now_ms};
use tokio::sync::{Semaphore, mpsc};
use ureq::Agent;

use super::{Notice, Shared};

/// How many messages are on their way at once; and to one service, so that one that never answers takes no other's places.
const AT_ONCE: usize = 16;
const AT_ONCE_TO_A_SERVICE: usize = 2;
/// How many notices are sent for the first time at once.
const WORKED_ON: usize = 200;
/// How many messages may wait to be sent again before more are dropped.
const WAIT_AGAIN: usize = 5_000;
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
    /// Those to each service to which one is on its way, by its host.
    to_service: Mutex<HashMap<String, Arc<Semaphore>>>,
    wait_again: Arc<Semaphore>,
    rates: DefaultKeyedRateLimiter<PersonId>,
}

/// A notice for one browser, as it was kept.
struct ToBrowser {
    push: Arc<Shared>,
    notice: Notice,
    endpoint: String,
    subscription: String,
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
    let (on_their_way, wait_again) = (Semaphore::new(AT_ONCE), Arc::new(Semaphore::new(WAIT_AGAIN)));
    let sender = Arc::new(Sender { store, agent, on_their_way, to_service: Mutex::default(), wait_again, rates });
    let worked_on = Arc::new(Semaphore::new(WORKED_ON));
    while let Some(notice) = waiting.recv().await {
        let Some(push) = push.upgrade() else { return };
        let Ok(place) = worked_on.clone().acquire_owned().await else { return };
        sender.rates.retain_recent();
        let sender = sender.clone();
        tokio::spawn(async move {
            logged(sender.deliver(&push, &notice).await);
            drop(place);
        });
    }
}

fn logged(done: Result<(), StoreError>) {
    match done {
        Ok(()) | Err(StoreError::Closing) => {}
        Err(error) => tracing::error!(%error, "a notice could not be pushed"),
    }
}

impl Sender {
    /// Tells every browser of the person. One whose service cannot take it now is told later; nothing else waits for that.
    async fn deliver(self: &Arc<Sender>, push: &Arc<Shared>, notice: &Notice) -> Result<(), StoreError> {
        let browsers = self.store.pushes_of(notice.to()).await?;
        if browsers.is_empty() || self.rates.check_key(notice.to()).is_err() {
            return Ok(());
        }
        let told = browsers.into_iter().map(async |(endpoint, subscription)| {
            let to = ToBrowser { push: push.clone(), notice: notice.clone(), endpoint, subscription };
            if !self.send(&to).await? {
                self.send_later(to);
            }
            Ok(())
        });
        try_join_all(told).await.map(drop)
    }

    /// Tells one browser again, for a while.
    fn send_later(self: &Arc<Sender>, to: ToBrowser) {
        let Ok(place) = self.wait_again.clone().try_acquire_owned() else {
            return tracing::warn!("a notice could not be pushed, and too many wait to be sent again");
        };
        let sender = self.clone();
        tokio::spawn(async move {
            let _place = place;
            for pause in AGAIN {
                tokio::time::sleep(pause).await;
                match sender.send(&to).await {
                    Ok(false) => {}
                    settled => return logged(settled.map(drop)),
                }
            }
            tracing::warn!("a notice could not be pushed for a while, and was given up");
        });
    }

    /// Tells one browser, and forgets it if it is gone. What is not so any more is not told. Whether that is settled: if not, its service may
    /// take it later.
    async fn send(&self, to: &ToBrowser) -> Result<bool, StoreError> {
        let ToBrowser { push, notice, endpoint, subscription } = to;
        // Which services may be asked is decided when it is sent: an address that was kept once may be none today.
        let Ok(subscription) = Subscription::read(subscription, &push.services) else {
            return self.store.drop_push(endpoint).await.map(|()| true);
        };
        let Some(message) = notice.message(&self.store).await? else { return Ok(true) };
        let now_s = u64::try_from(now_ms() / 1_000).unwrap_or_default();
        let request = match request(&push.key, &push.contact, &subscription, &message, now_s) {
            Ok(request) => request,
            Err(error) => {
                tracing::error!(%error, "a notice cannot be made a message");
                return Ok(true);
            }
        };
        match self.answer(request).await {
            Answer::Later => return Ok(false),
            Answer::Taken => {}
            Answer::Gone => self.store.drop_push(endpoint).await?,
            Answer::Refused => tracing::warn!("a push service refused a notice"),
        }
        Ok(true)
    }

    /// The places for messages to a service.
    fn service(&self, to: &http::Uri) -> Arc<Semaphore> {
        let mut services = self.to_service.lock().unwrap_or_else(PoisonError::into_inner);
        services.retain(|_, places| Arc::strong_count(places) > 1);
        let host = to.host().unwrap_or_default().to_owned();
        services.entry(host).or_insert_with(|| Arc::new(Semaphore::new(AT_ONCE_TO_A_SERVICE))).clone()
    }

    /// Sends a request, and tells what became of it.
    async fn answer(&self, request: http::Request<Vec<u8>>) -> Answer {
        let service = self.service(request.uri());
        let Ok(_of_service) = service.acquire().await else { return Answer::Later };
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

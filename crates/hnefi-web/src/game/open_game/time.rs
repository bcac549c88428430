//! Time: flags fall whoever looks on, a beat tells how far it came, and what the server was away is told.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use hnefi_clock::Reading;
use hnefi_live::Moment;
use hnefi_store::{Beat, ShortOfTime, StoreError, now_ms};
use tokio::sync::Semaphore;
use tokio::time::MissedTickBehavior;

use super::{Live, OpenGame, OpenGames};
use crate::push::Notice;

/// How often it is noted how far the running time has come, while clocks run.
const BEAT: Duration = Duration::from_secs(1);
/// How many beats pass from one look for flags that fall soon to the next.
const LOOK: u64 = 60;
/// Flags that fall within so long are waited for in memory, in milliseconds. Twice as long as from one look to the next.
const SOON_MS: i64 = 120_000;
/// In how many games at once the server does what time asks for.
const AT_ONCE: usize = 8;

/// What time asks for in a game.
#[derive(Clone, Copy, Debug)]
enum Asked {
    /// To be told the time.
    Wake,
    /// To be told for how long the server was away, in milliseconds.
    Downtime(u32),
}

impl OpenGames {
    /// Keeps the time until the server stops. `before` is how far it had come when the server stopped last, where clocks
    /// were running.
    pub(crate) async fn keep_time(self, before: Option<Beat>) {
        if let Some(before) = before {
            self.tell_downtime(now_ms() - before.at_ms);
        }
        let mut beats = tokio::time::interval(BEAT);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut writing = tokio::spawn(async {});
        for number in 0u64.. {
            beats.tick().await;
            if self.stopping.load(Ordering::Relaxed) {
                return;
            }
            // It is read whatever the disk does, so that a disk that is slow is not taken for a machine that slept.
            let now = self.time.now();
            let gap = self.time.take_gap();
            if gap > 0 {
                self.tell_downtime(gap);
            }
            if number.is_multiple_of(LOOK) {
                self.look_soon();
                if self.store.keeps() {
                    tokio::spawn(self.clone().tell_short(now.at_ms));
                }
                self.note_away_soon();
            }
            if writing.is_finished() && self.store.keeps() {
                writing = tokio::spawn(self.clone().beat());
            }
        }
    }

    /// Looks for flags that fall soon, and for what is due in games that nobody has open.
    pub(crate) fn look_soon(&self) {
        let soon_ms = self.time.now().at_ms + SOON_MS;
        tokio::spawn(self.clone().for_each_flag(Some(soon_ms), Asked::Wake));
    }

    /// Notes how far the running time has come, if clocks run.
    pub(crate) async fn beat(self) {
        let noted = match self.store.has_running_clocks().await {
            Ok(true) => self.store.beat(Beat { clock_ms: self.time.now().at_ms, at_ms: now_ms() }).await,
            Ok(false) => Ok(()),
            Err(error) => Err(error),
        };
        match noted {
            Ok(()) | Err(StoreError::Closing) => {}
            Err(error) => tracing::error!(%error, "the beat of the clocks cannot be written"),
        }
    }

    /// Tells those who have less than a quarter of the time of a move left, once each move.
    async fn tell_short(self, clock_ms: i64) {
        let told = async {
            for ShortOfTime { game, ply, person } in self.store.short_of_time(clock_ms).await? {
                self.store.told_short(&game, ply).await?;
                self.push.tell(Notice::Short { game, to: person });
            }
            Ok(())
        };
        match told.await {
            Ok(()) | Err(StoreError::Closing) => {}
            Err(error) => tracing::error!(%error, "nobody could be told that time is short"),
        }
    }

    /// Tells everybody on whose clock it would have been that the server was away.
    fn tell_downtime(&self, away_ms: i64) {
        let ms = u32::try_from(away_ms.max(0)).unwrap_or(u32::MAX);
        tracing::warn!(ms, "the server was away while clocks ran");
        tokio::spawn(self.clone().for_each_flag(None, Asked::Downtime(ms)));
    }

    /// Does in every game in which a flag falls by this running time what time asks for, a few at once.
    async fn for_each_flag(self, by_ms: Option<i64>, asked: Asked) {
        let games = match self.store.flags(by_ms).await {
            Ok(games) => games,
            Err(StoreError::Closing) => return,
            Err(error) => return tracing::error!(%error, "in which games flags fall cannot be read"),
        };
        let places = Arc::new(Semaphore::new(AT_ONCE));
        for game in games {
            let Ok(place) = places.clone().acquire_owned().await else { return };
            let open_game = self.open(&game);
            tokio::spawn(async move {
                let done = match asked {
                    Asked::Wake => open_game.wake().await.map(|_| ()),
                    Asked::Downtime(ms) => open_game.downtime(ms).await,
                };
                match done {
                    // The node that serves it tells it the time.
                    Ok(()) | Err(StoreError::Elsewhere { .. }) => {}
                    Err(error) => tracing::error!(game, %error, "time could not do its part"),
                }
                drop(place);
            });
        }
    }
}

impl OpenGame {
    /// How far the time of the game has come.
    pub(super) fn now(&self) -> Reading {
        let time = *self.time.lock().unwrap_or_else(PoisonError::into_inner);
        let all = self.games.time.now();
        let waits_ms = all.resumes_in_ms.max(time.waits(all.at_ms));
        Reading { at_ms: time.at(all.at_ms), resumes_in_ms: waits_ms, ..all }
    }

    /// Now, for who has so much lag, with an id for the next game.
    pub(super) fn moment<'a>(&self, new_id: &'a str, lag_ms: u32) -> Moment<'a> {
        let Reading { at_ms: clock_ms, resumes_in_ms: waits_ms, .. } = self.now();
        Moment { at_ms: now_ms(), clock_ms, waits_ms, lag_ms, new_id }
    }

    /// Tells the game that the server was away.
    async fn downtime(self: &Arc<Self>, ms: u32) -> Result<(), StoreError> {
        let mut live = self.lock().await?;
        match live.room.handle_downtime(self.moment("", 0), ms) {
            Some(change) => self.append(&mut live, &change).await,
            None => Ok(()),
        }
    }

    /// Tells the game soon for how long nobody served it.
    pub(super) fn tell_gap(self: &Arc<Self>, ms: i64) {
        let open_game = self.clone();
        let ms = u32::try_from(ms.max(0)).unwrap_or(u32::MAX);
        tokio::spawn(async move {
            if let Err(error) = open_game.downtime(ms).await {
                tracing::error!(game = open_game.id, %error, "could not be told that nobody served it");
            }
        });
    }

    /// Waits for the next flag, if it falls soon; else a look for flags finds it in time.
    pub(super) fn wait_for_flag(self: &Arc<Self>, live: &mut Live, flag_ms: i64) {
        let now = self.now();
        let wait = flag_ms - now.at_ms + now.resumes_in_ms;
        if let Some(before) = live.flag.take() {
            before.abort();
        }
        if wait > SOON_MS {
            return;
        }
        let open_game = self.clone();
        let waiting = tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(wait.try_into().unwrap_or_default())).await;
            // On its own: what it does may set this alarm anew, and that ends this one.
            open_game.wake_at(now_ms());
        });
        live.flag = Some(waiting.abort_handle());
    }
}

//! The running time of this server, by which all clocks go.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use hnefi_clock::{Reading, Uptime};

/// Reads the machine's monotonic clock for everybody.
#[derive(Debug)]
pub(crate) struct RunningTime {
    begun: Instant,
    count: Mutex<Count>,
}

#[derive(Debug)]
struct Count {
    uptime: Uptime,
    /// How much further the count of other servers was, in milliseconds.
    ahead_ms: i64,
    /// For how long the server did not run, as nobody has been told yet.
    gap_ms: i64,
}

impl RunningTime {
    /// Goes on from where it was last known; where clocks were running, everybody has a while to come back first.
    pub(crate) fn new(at_ms: i64, clocks_run: bool) -> RunningTime {
        let count = Count { uptime: Uptime::new(at_ms, 0, clocks_run), ahead_ms: 0, gap_ms: 0 };
        RunningTime { begun: Instant::now(), count: Mutex::new(count) }
    }

    /// How far it has come.
    pub(crate) fn now(&self) -> Reading {
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        let reading = count.uptime.read(i64::try_from(self.begun.elapsed().as_millis()).unwrap_or(i64::MAX));
        count.gap_ms += reading.gap_ms;
        Reading { at_ms: reading.at_ms + count.ahead_ms, ..reading }
    }

    /// All servers that share the games have come this far: this one goes on from there, unless it is further.
    pub(crate) fn catch_up(&self, at_ms: i64) {
        let behind = at_ms - self.now().at_ms;
        self.count.lock().unwrap_or_else(PoisonError::into_inner).ahead_ms += behind.max(0);
    }

    /// For how long the server did not run since this was asked last, in milliseconds.
    pub(crate) fn take_gap(&self) -> i64 {
        std::mem::take(&mut self.count.lock().unwrap_or_else(PoisonError::into_inner).gap_ms)
    }
}

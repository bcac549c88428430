//! The engine as a page has it: with its clock, and stopped by it.

use std::sync::Arc;
use std::time::Duration;

use hnefi_engine::{Cancel, Clock, Engine, EngineOptions};

use crate::Host;

/// The size of the table of positions, in mebibytes.
const TABLE: usize = 32;

struct HostClock(Arc<dyn Host>);

impl Clock for HostClock {
    fn now(&self) -> Duration {
        Duration::from_secs_f64(self.0.now_ms().max(0.0) / 1000.0)
    }
}

/// An engine that has the page's clock.
pub(crate) fn engine(host: &Arc<dyn Host>, seed: u64) -> Engine {
    let options = EngineOptions { threads: 1, hash_mb: TABLE, seed: Some(seed) };
    Engine::new(options).with_clock(Arc::new(HostClock(host.clone())))
}

/// What stops a search when the page says so.
pub(crate) fn cancel(host: &Arc<dyn Host>) -> Cancel {
    let host = host.clone();
    Cancel::asking(move || host.is_told_to_stop())
}

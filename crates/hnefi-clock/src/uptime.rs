//! The running time of a server: what it counts while it runs.

/// Over how much silence the server did not run: suspended, stopped, or stuck. In milliseconds.
pub const GAP_MS: i64 = 3_000;
/// How long clocks wait after a start of the server, so that everybody is back before they go on. In milliseconds.
pub const GRACE_MS: i64 = 10_000;

/// Counts the running time of a server from readings of a monotonic clock, of which there is one a second at least.
///
/// What lies between two readings that are further apart than [`GAP_MS`] is no running time. After a start the count goes
/// on from where it was last known, [`GRACE_MS`] later where clocks were running.
///
/// ```
/// use hnefi_clock::Uptime;
/// let mut uptime = Uptime::new(50_000, 0, false);
/// assert_eq!(uptime.read(900).at_ms, 50_900);
/// // The machine slept.
/// let reading = uptime.read(60_900);
/// assert_eq!((reading.at_ms, reading.gap_ms), (50_900, 60_000));
/// assert_eq!(uptime.read(61_000).at_ms, 51_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uptime {
    at_ms: i64,
    read_ms: i64,
    resumes_ms: i64,
}

/// What [`Uptime::read`] has found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The running time, in milliseconds.
    pub at_ms: i64,
    /// For how long the server did not run just before, in milliseconds; 0 where it did.
    pub gap_ms: i64,
    /// In how many milliseconds the count goes on.
    pub resumes_in_ms: i64,
}

impl Uptime {
    /// A count that goes on from `at_ms`. The monotonic clock reads `mono_ms`; with `grace`, the count waits for a while.
    pub fn new(at_ms: i64, mono_ms: i64, grace: bool) -> Uptime {
        Uptime { at_ms, read_ms: mono_ms, resumes_ms: if grace { mono_ms + GRACE_MS } else { mono_ms } }
    }

    /// The monotonic clock reads `mono_ms`.
    pub fn read(&mut self, mono_ms: i64) -> Reading {
        let silence = mono_ms - self.read_ms;
        let gap_ms = if silence > GAP_MS { silence } else { 0 };
        if gap_ms == 0 {
            self.at_ms += (mono_ms - self.read_ms.max(self.resumes_ms)).max(0);
        }
        self.read_ms = self.read_ms.max(mono_ms);
        Reading { at_ms: self.at_ms, gap_ms, resumes_in_ms: (self.resumes_ms - mono_ms).max(0) }
    }
}

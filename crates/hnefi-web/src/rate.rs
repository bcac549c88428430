//! How many messages a socket may send.

use std::time::Instant;

/// How many messages may come at once.
const BURST: f64 = 60.0;
/// How many may come a second in the long run.
const A_SECOND: f64 = 10.0;

/// A bucket that fills with time and empties with messages. People, who tap and ask, never empty it.
#[derive(Debug)]
pub(crate) struct Bucket {
    left: f64,
    since: Instant,
}

impl Bucket {
    /// A full bucket.
    pub(crate) fn new() -> Bucket {
        Bucket { left: BURST, since: Instant::now() }
    }

    /// Takes one message out; whether there was one left.
    pub(crate) fn take(&mut self) -> bool {
        self.take_at(Instant::now())
    }

    fn take_at(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.since).as_secs_f64();
        self.left = (self.left + passed * A_SECOND).min(BURST);
        self.since = now;
        let enough = self.left >= 1.0;
        if enough {
            self.left -= 1.0;
        }
        enough
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_burst_passes_a_flood_does_not_and_time_forgives() {
        let mut bucket = Bucket::new();
        let now = bucket.since;
        assert_eq!((0..100).filter(|_| bucket.take_at(now)).count(), 60);
        let later = now + Duration::from_secs(2);
        assert_eq!((0..100).filter(|_| bucket.take_at(later)).count(), 20);
    }
}

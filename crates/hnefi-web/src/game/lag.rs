//! How long a message takes to a page and back, as the pings of the server find it.

use axum::body::Bytes;
use tokio::time::Instant;

/// How many of the last pings tell.
const TOLD: usize = 3;

/// The lag of one socket.
#[derive(Debug, Default)]
pub(super) struct Lag {
    /// How many pings were sent.
    pings: u64,
    /// When the last one was, until it is answered.
    asked: Option<Instant>,
    /// How long the last ones took, in milliseconds.
    took: [Option<u32>; TOLD],
}

impl Lag {
    /// A ping is sent, with this in it: an answer to another one tells nothing.
    pub(super) fn asked(&mut self) -> Bytes {
        self.pings += 1;
        self.asked = Some(Instant::now());
        Bytes::copy_from_slice(&self.pings.to_be_bytes())
    }

    /// A ping is answered.
    pub(super) fn answered(&mut self, payload: &[u8]) {
        if payload != self.pings.to_be_bytes() {
            return;
        }
        if let Some(asked) = self.asked.take() {
            self.took.rotate_right(1);
            self.took[0] = Some(u32::try_from(asked.elapsed().as_millis()).unwrap_or(u32::MAX));
        }
    }

    /// The lag, in milliseconds: the least of the last ones, so that one slow answer counts for nothing.
    pub(super) fn ms(&self) -> u32 {
        self.took.iter().flatten().copied().min().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_least_of_the_last_answers_counts_and_no_answer_to_another_ping() {
        let mut lag = Lag::default();
        assert_eq!(lag.ms(), 0);
        for (took, wanted) in [(300, 300), (80, 80), (5_000, 80), (400, 80), (500, 400)] {
            let payload = lag.asked();
            tokio::time::advance(Duration::from_millis(took)).await;
            lag.answered(b"another");
            lag.answered(&payload);
            lag.answered(&payload);
            assert_eq!(lag.ms(), wanted, "after {took}");
        }
    }
}

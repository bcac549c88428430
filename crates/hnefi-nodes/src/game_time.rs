//! The time of one game.

/// How long the clocks of a game stand still after it was taken over, so that everybody is back before they go on, in
/// milliseconds.
pub const WAIT_MS: i64 = 10_000;

/// How the time of one game follows from the running time that all nodes count together. All are milliseconds.
///
/// The stamps of a game's log and its clocks are times of the game. They go on evenly but for the times in which nobody
/// served it: those are left out, together with [`WAIT_MS`] after each.
///
/// ```
/// use hnefi_nodes::{GameTime, WAIT_MS};
/// let time = GameTime::default();
/// assert_eq!(time.at(5_000), 5_000);
/// // Its node was last seen at 5 s, but had stored an act at 5.4 s. Another one takes the game over at 9 s.
/// let time = time.taken_over(5_000, Some(5_400), 9_000);
/// assert_eq!((time.at(9_000), time.waits(9_000)), (5_400, WAIT_MS));
/// assert_eq!((time.at(19_000), time.waits(19_000)), (5_400, 0));
/// assert_eq!(time.at(20_000), 6_400);
/// assert_eq!(time.falls_at(6_400), 20_000);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GameTime {
    /// How much of the running time was no time of the game.
    pub skipped_ms: i64,
    /// The running time at which the game's time goes on; it stands still until then.
    pub resumes_ms: i64,
}

impl GameTime {
    /// The time of the game when the nodes count `now_ms`.
    pub fn at(&self, now_ms: i64) -> i64 {
        now_ms.max(self.resumes_ms) - self.skipped_ms
    }

    /// How much longer the game's time stands still.
    pub fn waits(&self, now_ms: i64) -> i64 {
        (self.resumes_ms - now_ms).max(0)
    }

    /// The running time at which the game's time comes to `game_ms`: from when a flag has fallen.
    pub fn falls_at(&self, game_ms: i64) -> i64 {
        game_ms + self.skipped_ms
    }

    /// The game's time once the game was taken over by a node that counts `now_ms` from one that counted `last_seen_ms` when
    /// it last renewed its lease. The last row of the game's log is stamped `last_stamp_ms`, a time of the game; `None` where
    /// no row has a stamp.
    ///
    /// The game's time goes on from where it was last known to have come, after a wait.
    pub fn taken_over(&self, last_seen_ms: i64, last_stamp_ms: Option<i64>, now_ms: i64) -> GameTime {
        let seen = self.at(last_seen_ms);
        let frozen = last_stamp_ms.map_or(seen, |stamp| stamp.max(seen));
        // A node that was taken over may have counted a little ahead.
        let resumes_ms = now_ms.max(last_seen_ms) + WAIT_MS;
        GameTime { skipped_ms: resumes_ms - frozen, resumes_ms }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_takeover_while_it_waits_takes_nothing_back() {
        let first = GameTime::default().taken_over(5_000, Some(1_000), 9_000);
        assert_eq!(first.at(9_000), 5_000);
        let second = first.taken_over(12_000, Some(1_000), 16_000);
        assert_eq!((second.at(16_000), second.waits(16_000)), (5_000, WAIT_MS));
        assert_eq!(second.at(16_000 + WAIT_MS + 250), 5_250);
    }

    #[test]
    fn time_goes_on_after_each_takeover() {
        let mut time = GameTime::default();
        let mut last = 0;
        for round in 0..50 {
            let taken = round * 20_000 + 4_000;
            assert!(time.at(taken - 3_500) >= last);
            let before = time.at(taken - 3_000);
            time = time.taken_over(taken - 3_000, Some(last), taken);
            assert_eq!(time.at(taken), before);
            last = time.at(taken + WAIT_MS + 700);
            assert_eq!(last, before + 700);
        }
        // 17 s of each 20 are played but for the wait, of which the first round had none.
        assert_eq!(last, 1_000 + 49 * 7_000 + 700);
    }

    #[test]
    fn a_node_that_counted_ahead_turns_nothing_back() {
        let time = GameTime::default().taken_over(9_300, Some(9_400), 9_000);
        assert_eq!((time.at(9_000), time.resumes_ms), (9_400, 9_300 + WAIT_MS));
    }
}

//! When something happens in a room.

/// When something happens, and what it may need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment<'a> {
    /// The time, in milliseconds since 1970.
    pub at_ms: i64,
    /// The running time of the server, by which clocks go, in milliseconds.
    pub clock_ms: i64,
    /// In how long the running time goes on, where it stands still for a while, in milliseconds: no flag falls before.
    pub waits_ms: i64,
    /// How much lag the line of who acts has, in milliseconds.
    pub lag_ms: u32,
    /// An id that no game has, for the next game if one begins.
    pub new_id: &'a str,
}

impl<'a> Moment<'a> {
    /// A moment without lag in which clocks go by the time of day.
    pub const fn new(at_ms: i64, new_id: &'a str) -> Moment<'a> {
        Moment { at_ms, clock_ms: at_ms, waits_ms: 0, lag_ms: 0, new_id }
    }
}

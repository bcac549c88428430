//! The line that shows how far long work has got.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// A line on standard error: written over itself where somebody watches, else once a minute.
pub(crate) struct ProgressLine {
    watched: bool,
    last: Instant,
    shown: bool,
}

impl ProgressLine {
    /// A line that shows nothing yet.
    pub(crate) fn new() -> ProgressLine {
        ProgressLine { watched: std::io::stderr().is_terminal(), last: Instant::now(), shown: false }
    }

    /// Shows a text, which is made only when it is time for one.
    pub(crate) fn show(&mut self, text: impl FnOnce() -> String) {
        let pause = Duration::from_millis(if self.watched { 200 } else { 60_000 });
        if self.last.elapsed() < pause {
            return;
        }
        (self.last, self.shown) = (Instant::now(), true);
        let mut to = std::io::stderr().lock();
        // Where the line cannot be shown, the work goes on all the same.
        let _ = if self.watched { write!(to, "\r{}\x1b[K", text()) } else { writeln!(to, "{}", text()) };
        let _ = to.flush();
    }

    /// Takes the line away, so that something else can stand there.
    pub(crate) fn end(&mut self) {
        if self.watched && self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
        self.shown = false;
    }
}

/// So many seconds in hours and minutes, begun minutes counted whole: `1:05`.
pub(crate) fn hours(seconds: f64) -> String {
    let minutes = (seconds / 60.0).ceil() as u64;
    format!("{}:{:02}", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::hours;

    #[test]
    fn a_begun_minute_counts() {
        assert_eq!([0.0, 1.0, 60.0, 3_600.5].map(hours), ["0:00", "0:01", "0:01", "1:01"]);
    }
}

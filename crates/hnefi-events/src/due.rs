//! What is due by itself, and when.

use crate::{Act, By, Event, Form, Row, Stage};

/// What is to be done next without anybody's doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// What: [`Act::Begin`], [`Act::Pair`], [`Act::Close`] or [`Act::Finish`].
    pub act: Act,
}

impl Event {
    /// What is due next, and when; `None` where nothing is before somebody does something.
    ///
    /// ```
    /// use hnefi_events::{Act, By, Event, Form, Plan};
    /// let plan = Plan { begins_ms: Some(1_000), round_ms: Some(60_000), by_itself: true, ..Plan::new(Form::RoundRobin { cycles: 1 }) };
    /// let mut event = Event::new(plan).unwrap();
    /// // Nothing begins without two players.
    /// assert_eq!(event.due(), None);
    /// for key in ["ann", "ben"] {
    ///     event.handle_act(0, By::Player, Act::Enter { key: key.to_owned(), rating: None }).unwrap();
    /// }
    /// assert_eq!(event.due().map(|due| (due.at_ms, due.act)), Some((1_000, Act::Begin)));
    /// // It begins, and the first round is paired.
    /// assert_eq!(event.handle_time(1_000).len(), 2);
    /// assert_eq!(event.due().map(|due| (due.at_ms, due.act)), Some((61_000, Act::Close)));
    /// ```
    pub fn due(&self) -> Option<Due> {
        let due = |at_ms, act| Some(Due { at_ms, act });
        let last = self.rows.last().map_or(i64::MIN, |row| row.at_ms);
        match self.stage {
            Stage::Finished => None,
            Stage::Entering => due(self.plan.begins_ms.filter(|_| self.coming().is_ok())?, Act::Begin),
            Stage::Playing => match self.open_round() {
                Some(round) if self.plan.by_itself && round.is_played() => due(last, Act::Close),
                Some(round) => due(round.until_ms?, Act::Close),
                None if !self.plan.by_itself => None,
                None if self.goes_on() => {
                    let closed = self.rounds.last().and_then(|round| round.closed_ms);
                    due(closed.map_or(last, |ms| ms.saturating_add(self.plan.pause_ms)), Act::Pair)
                }
                None => due(last, Act::Finish),
            },
        }
    }

    /// Whether there is a next round, and somebody to play it.
    fn goes_on(&self) -> bool {
        let somebody = match self.plan.form {
            Form::RoundRobin { .. } => true,
            Form::Swiss { .. } => self.here().len() >= 2,
            Form::KnockOut { .. } | Form::Groups { .. } => self.draw().is_ok(),
        };
        somebody && self.may_pair().is_ok()
    }

    /// Time has passed: what is due by now is done. The rows are to be stored.
    ///
    /// An event that should begin with too few players stays as it is.
    pub fn handle_time(&mut self, now_ms: i64) -> Vec<Row> {
        let mut rows = Vec::new();
        while let Some(due) = self.due().filter(|due| due.at_ms <= now_ms) {
            match self.handle_act(now_ms, By::Machine, due.act) {
                Ok(row) => rows.push(row),
                Err(_) => break,
            }
        }
        rows
    }
}

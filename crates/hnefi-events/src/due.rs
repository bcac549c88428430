//! What is due by itself, and when.

use crate::{Act, By, Event, Row, Stage};

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
    pub fn due(&self) -> Option<Due> {
        let due = |at_ms, act| Some(Due { at_ms, act });
        match self.stage {
            Stage::Finished => None,
            Stage::Entering => due(self.plan.begins_ms?, Act::Begin),
            Stage::Playing => match self.rounds.last() {
                Some(round) if round.closed_ms.is_none() => {
                    let played = self.plan.by_itself && round.is_played();
                    due(if played { i64::MIN } else { round.until_ms? }, Act::Close)
                }
                _ if !self.plan.by_itself => None,
                Some(round) if self.may_pair().is_ok() => {
                    due(round.closed_ms?.saturating_add(self.plan.pause_ms), Act::Pair)
                }
                Some(_) => due(i64::MIN, Act::Finish),
                None => due(i64::MIN, Act::Pair),
            },
        }
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

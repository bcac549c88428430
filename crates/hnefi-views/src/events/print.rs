//! What is printed of an event, in the hand of the rules sheets.

use askama::Template;

use super::{RoundShown, Shown};
use crate::filters;

/// Rows of moves on a score sheet, in each of its two columns.
const LINES: u32 = 30;

/// What is printed.
#[derive(Clone, Debug)]
pub enum Printed {
    /// The pairings of a round, to hang up.
    Pairings(RoundShown),
    /// A sheet for each game of a round, to write the moves on.
    Sheets(Vec<ScoreSheet>),
    /// The table.
    Table,
    /// A certificate for each player.
    Certificates(Vec<Certificate>),
}

/// The sheet of a game.
#[derive(Clone, Debug)]
pub struct ScoreSheet {
    /// The round, in words.
    pub round: String,
    /// The table.
    pub table: u32,
    /// The number of the game, where there is more than one.
    pub game: Option<u32>,
    /// Who has the attackers.
    pub attackers: String,
    /// Who has the defenders.
    pub defenders: String,
}

/// The certificate of a player.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The name.
    pub name: String,
    /// The place, and of how many.
    pub place: String,
    /// With how many points, where they make the place.
    pub points: Option<String>,
}

/// A page to print.
#[derive(Clone, Debug, Template)]
#[template(path = "event-print.html")]
pub struct PrintPage {
    /// What everybody sees.
    pub shown: Shown,
    /// What is printed of it.
    pub printed: Printed,
    /// The start position, drawn.
    pub board: String,
    /// The address of the event's page, for people's phones; `None` where it opens on this machine alone.
    pub address: Option<String>,
}

impl PrintPage {
    fn title(&self) -> &'static str {
        match self.printed {
            Printed::Pairings(_) => "event-print-pairings",
            Printed::Sheets(_) => "event-print-sheets",
            Printed::Table => "event-print-table",
            Printed::Certificates(_) => "event-print-certificates",
        }
    }

    /// Where a phone asks At the table under the rule set of the event.
    fn ask(&self) -> Option<String> {
        self.address.as_ref().map(|address| format!("{address}/ask"))
    }

    /// The numbers of the moves, in two columns.
    fn columns(&self) -> [std::ops::RangeInclusive<u32>; 2] {
        [1..=LINES, LINES + 1..=2 * LINES]
    }
}

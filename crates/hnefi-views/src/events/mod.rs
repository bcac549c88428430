//! Events: the list, the form that makes one, its page, the page of those who run it, the one to project, and what is printed.

mod lists;
mod print;
mod run;
mod shown;
mod why;

pub use lists::{EventRow, EventsPage, NewEvent, NewEventPage};
pub use print::{Certificate, PrintPage, Printed, ScoreSheet};
pub use run::{JoinOrganisersPage, Logged, Next, PlayerRow, RunForm, RunPage};
pub use shown::{
    Balance, ByeRow, CrossRow, CrossTable, EventPage, EventScreenPage, ExportGamePage, ExportPage, GameCell, Mine,
    MovePair, MyGame, ResultChoice, RoundShown, Shown, StandingRow, Standings, TableRow, TieBreakWords,
};
pub use why::{WhyNotAnswer, WhyNotPage, WhyNotPlayer, WhyNotRow};

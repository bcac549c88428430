//! Events: the list, the form that makes one, its page, the page of those who run it, the one to project, and what is printed.

mod lists;
mod print;
mod run;
mod shown;

pub use lists::{EventRow, EventsPage, NewEvent, NewEventPage};
pub use print::{Certificate, PrintPage, Printed, ScoreSheet};
pub use run::{JoinOrganisersPage, Next, PlayerRow, RunPage};
pub use shown::{
    Balance, ByeRow, CrossRow, CrossTable, EventPage, EventScreenPage, ExportPage, GameCell, Mine, MyGame,
    ResultChoice, RoundShown, Shown, StandingRow, Standings, TableRow, TieBreakWords,
};

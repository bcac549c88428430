//! The book of disputes: the thirty questions that tables ask.
//!
//! A [`Dispute`] is data: a question in players' words, the clauses that answer it, and an example on the board. What a rule
//! set answers is read from its answers and told with its clause; what the example shows is played by the referee. So a house
//! rule has its own book, like every other rule set.
//!
//! ```
//! use hnefi_disputes::{Entry, Verdict, search};
//! use hnefi_rules::leaflets;
//! use hnefi_words::Words;
//!
//! let found = search(Words::english(), "Shield-Wall");
//! assert_eq!(found[0].id(), "shieldwall");
//! let entry = Entry::new(Words::english(), found[0], leaflets());
//! assert_eq!(entry.question, "Does a shieldwall capture a row on the edge?");
//! assert_eq!(entry.groups.len(), 1, "the leaflets agree");
//! assert_eq!((&*entry.groups[0].answer, entry.groups[0].ruling.verdict), ("No", Verdict::Nothing));
//! ```

mod all;
mod dispute;
mod entry;
mod example;
mod ruling;
mod search;

pub use all::{DISPUTES, dispute};
pub use dispute::{Dispute, Theme};
pub use entry::{Entry, Group, Voice, voices};
pub use example::Example;
pub use ruling::{Judged, Ruling, Verdict};
pub use search::search;

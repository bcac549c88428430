//! Rule sets as OpenTafl rules strings: `dim:11 name:Copenhagen atkf:y … start:/…/`.
//!
//! What each key means is settled by OpenTafl's specification and, where that is silent, by what the program does;
//! `docs/formats/opentafl.md` has a table of every key and the question that it answers.
//!
//! Written: `dim`, `name`, `atkf`, every other key whose value is not its default, `start`.
//!
//! Tolerated when read: keys in any order; several lines; an empty value with or without its colon; a comma at the
//! end of a list; `y` and `n` for `ks`; eight speeds for ten; values for pieces that are not on the board; `starti`, whose
//! rows begin with the highest rank. Refused, with key and column: knights, commanders, mercenaries and guards, berserk
//! moves, jumps, forts, throne or corners in other places, speeds other than one, and squares on which the soldiers
//! of one side may do what those of the other may not.

mod answers;
mod keys;
mod read;
mod write;

pub(crate) use read::{read_rules_string, read_rules_string_at};
pub use write::write_rules_string;

//! Positions as OpenTafl rows, `/3ttttt3/…/`, with the side to move behind them where somebody gave it.
//!
//! Tolerated when read: white space round it; `attackers`, `defenders`, `a` or `d` behind it, or nothing. Refused: the
//! letters of commanders, knights, mercenaries and guards, which no rule set here has, and rows without the slashes at
//! both ends, of which nobody can tell which end is the top.

use hnefi_rules::{RowsError, Setup};

use crate::taflzero::side;
use crate::{Place, ReadError, ReadFault, ReadPosition};

/// Reads a position.
pub(crate) fn read(text: &str) -> Result<ReadPosition, ReadError> {
    let begun = text.len() - text.trim_start().len();
    let place = |byte: usize| Place::at(text, byte);
    let (rows, rest) = match text.trim().split_once(char::is_whitespace) {
        Some((rows, rest)) => (rows, rest.trim()),
        None => (text.trim(), ""),
    };
    let turn = match rest {
        "" => None,
        word => {
            let at = text.trim_end().len() - word.len();
            Some(side(word).ok_or_else(|| ReadError::new(place(at), ReadFault::Side(crate::named::short(word))))?)
        }
    };
    let setup = Setup::from_rows(rows).map_err(|error| ReadError::new(place(begun + at(rows, &error)), error))?;
    Ok(ReadPosition { setup, turn, notes: Vec::new() })
}

/// The byte of the rows at which they are at fault.
pub(crate) fn at(rows: &str, error: &RowsError) -> usize {
    let row = |rank: usize| {
        let starts = rows.match_indices('/').nth(rank.saturating_sub(1)).map_or(0, |(at, _)| at + 1);
        (starts, rows[starts..].split('/').next().unwrap_or(""))
    };
    match error {
        RowsError::Slashes | RowsError::Count(_) => 0,
        RowsError::Width { rank, .. } => row(*rank).0,
        RowsError::Letter { rank, letter } => {
            let (begun, row) = row(*rank);
            begun + row.find(*letter).unwrap_or(0)
        }
    }
}

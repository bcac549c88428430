//! Positions as one line: rows and the side to move, `/3ttttt3/…/ attackers`.
//!
//! Tolerated when read: white space around, and no side at all.

use hnefi_rules::{Position, RowsError, Setup, Side, SideError};

/// Why a line could not be read as a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The rows cannot be read.
    #[error(transparent)]
    Rows(#[from] RowsError),
    /// What follows the rows is no side.
    #[error(transparent)]
    Side(#[from] SideError),
}

/// Reads rows, and the side to move if it is given.
///
/// # Errors
/// A [`PositionError`] that names what is wrong. Whether the board can be played is asked of the referee.
pub fn read_position(text: &str) -> Result<(Setup, Option<Side>), PositionError> {
    let text = text.trim();
    let (rows, side) = match text.rsplit_once(char::is_whitespace) {
        Some((rows, side)) if !side.contains('/') => (rows, Some(side.parse()?)),
        _ => (text, None),
    };
    Ok((Setup::from_rows(rows)?, side))
}

/// Writes a position as rows and the side to move.
///
/// ```
/// use hnefi_formats::{read_position, write_position};
/// use hnefi_rules::{Referee, leaflet};
/// let start = Referee::new(leaflet("fetlar-2018").unwrap().clone()).start();
/// let line = write_position(&start);
/// assert!(line.ends_with("/3ttttt3/ attackers"));
/// assert_eq!(read_position(&line).unwrap(), (start.setup(), Some(start.turn())));
/// ```
pub fn write_position(position: &Position) -> String {
    format!("{} {}", position.rows_text(), position.turn())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_may_be_left_out() {
        let rows = "/1t5/T6/7/7/2t4/7/4KT1/";
        let setup = Setup::from_rows(rows).unwrap();
        assert_eq!(read_position(rows), Ok((setup.clone(), None)));
        assert_eq!(read_position(&format!("  {rows}\tdefenders\n")), Ok((setup, Some(Side::Defenders))));
    }

    #[test]
    fn faults_are_named() {
        let rows = "/1t5/T6/7/7/2t4/7/4KT1/";
        assert_eq!(read_position(&format!("{rows} black")), Err(SideError("black".into()).into()));
        assert_eq!(read_position(&rows[1..]), Err(RowsError::Slashes.into()));
        assert_eq!(read_position(""), Err(RowsError::Slashes.into()));
    }
}

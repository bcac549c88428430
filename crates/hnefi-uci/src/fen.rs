//! Positions as TaflZero writes them: `3aaaaa3/5a5/…/3aaaaa3 a`.
//!
//! The highest rank first, `a` an attacker, `d` a defender, `k` the king, a number for so many empty squares;
//! then the side to move, `a` or `d`. Capital letters and whole words for the side are read, too.

use hnefi_rules::{Piece, Position, Setup, Side, Square};

/// Why a text is no position in this notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// There are not between 7 and 15 rows, or an even number.
    #[error("there are {0} rows; a board has an odd number of them, from 7 to 15")]
    Rows(usize),
    /// A row has another number of squares than there are rows.
    #[error("row {row} from the top has {squares} squares, and there are {size} rows")]
    Width {
        /// The row, counted from 1 at the top.
        row: usize,
        /// How many squares it has.
        squares: usize,
        /// How many rows there are.
        size: usize,
    },
    /// A character means nothing.
    #[error("`{0}` means nothing: write a, d, k, or a number of empty squares")]
    Letter(char),
    /// The side to move is missing or none.
    #[error("the side to move must follow the rows: a or d")]
    Side,
}

/// Reads rows and side.
///
/// ```
/// use hnefi_uci::read_fen;
/// let (setup, turn) = read_fen("7/7/7/3k3/7/1a5/7", "d").unwrap();
/// assert_eq!(setup.to_rows(), "/7/1t5/7/3K3/7/7/7/");
/// assert_eq!(turn.id(), "defenders");
/// ```
///
/// # Errors
/// A [`FenError`] that names what is wrong.
pub fn read_fen(rows: &str, side: &str) -> Result<(Setup, Side), FenError> {
    let size = rows.split('/').count();
    let mut setup = u8::try_from(size).ok().and_then(Setup::empty).ok_or(FenError::Rows(size))?;
    for (index, row) in rows.split('/').enumerate() {
        let rank = (size - 1 - index) as u8;
        let cells = cells(row, size)?;
        if cells.len() != size {
            return Err(FenError::Width { row: index + 1, squares: cells.len(), size });
        }
        for (file, piece) in cells.into_iter().enumerate() {
            if let Some(square) = Square::new(file as u8, rank) {
                setup.set(square, piece);
            }
        }
    }
    let turn = match side.to_ascii_lowercase().as_str() {
        "a" | "attackers" => Side::Attackers,
        "d" | "defenders" => Side::Defenders,
        _ => return Err(FenError::Side),
    };
    Ok((setup, turn))
}

/// The squares of a row. A row that is too wide is cut off where that is certain.
fn cells(row: &str, size: usize) -> Result<Vec<Option<Piece>>, FenError> {
    let mut cells = Vec::new();
    let mut gap = 0_usize;
    for letter in row.chars() {
        if let Some(digit) = letter.to_digit(10) {
            gap = (gap * 10 + digit as usize).min(100);
            continue;
        }
        let piece = match letter.to_ascii_lowercase() {
            'a' => Piece::Attacker,
            'd' => Piece::Defender,
            'k' => Piece::King,
            _ => return Err(FenError::Letter(letter)),
        };
        cells.extend(std::iter::repeat_n(None, gap));
        gap = 0;
        cells.push(Some(piece));
        if cells.len() > size {
            return Ok(cells);
        }
    }
    cells.extend(std::iter::repeat_n(None, gap));
    Ok(cells)
}

/// Writes a position.
///
/// ```
/// use hnefi_rules::{Referee, leaflet};
/// use hnefi_uci::write_fen;
/// let start = Referee::new(leaflet("fetlar-2018").unwrap().clone()).start();
/// assert!(write_fen(&start).starts_with("3aaaaa3/5a5/11/"));
/// assert!(write_fen(&start).ends_with("/3aaaaa3 a"));
/// ```
pub fn write_fen(position: &Position) -> String {
    let rows: Vec<String> = (0..position.size()).rev().map(|rank| row(position, rank)).collect();
    let side = if position.turn() == Side::Attackers { 'a' } else { 'd' };
    format!("{} {side}", rows.join("/"))
}

fn row(position: &Position, rank: u8) -> String {
    let mut text = String::new();
    let mut gap = 0;
    for square in (0..position.size()).filter_map(|file| Square::new(file, rank)) {
        let Some(piece) = position.piece(square) else {
            gap += 1;
            continue;
        };
        if gap > 0 {
            text.push_str(&gap.to_string());
            gap = 0;
        }
        text.push(match piece {
            Piece::Attacker => 'a',
            Piece::Defender => 'd',
            Piece::King => 'k',
        });
    }
    if gap > 0 {
        text.push_str(&gap.to_string());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use hnefi_rules::{Referee, rulesets};

    #[test]
    fn every_start_comes_back() {
        for ruleset in rulesets() {
            let start = Referee::new(ruleset.clone()).start();
            let fen = write_fen(&start);
            let (rows, side) = fen.split_once(' ').unwrap();
            assert_eq!(read_fen(rows, side), Ok((start.setup(), start.turn())), "{}", ruleset.id());
        }
    }

    #[test]
    fn faults_are_named() {
        let empty = "7/7/7/7/7/7/7";
        assert_eq!(read_fen("", "a"), Err(FenError::Rows(1)));
        assert_eq!(read_fen("8/8/8/8/8/8/8/8", "a"), Err(FenError::Rows(8)));
        assert_eq!(read_fen("7/7/7/3t3/7/7/7", "a"), Err(FenError::Letter('t')));
        assert_eq!(read_fen("7/8/7/7/7/7/7", "a"), Err(FenError::Width { row: 2, squares: 8, size: 7 }));
        assert_eq!(read_fen("7/7/7/7/7/7/7aa", "a"), Err(FenError::Width { row: 7, squares: 8, size: 7 }));
        assert_eq!(read_fen(empty, "w"), Err(FenError::Side));
        assert!(read_fen(&format!("{}/7", "9".repeat(100_000)), "a").is_err());
    }
}

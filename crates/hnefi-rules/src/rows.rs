//! Positions as OpenTafl rows: `/3ttttt3/5t5/…/`, rank 1 first, between slashes.
//!
//! Tolerated: white space round the whole text. Refused with a reason: rows without the enclosing
//! slashes (whose order nobody can know), other letters, rows of unequal length.

use crate::{MAX_SIZE, Piece, Setup, Square, setup::MIN_SIZE};

/// Why rows could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowsError {
    /// The enclosing slashes are missing.
    #[error(
        "rows must begin and end with `/`, rank 1 (the bottom row) first: `/3ttttt3/5t5/…/`; without the slashes nobody can tell which end is the top"
    )]
    Slashes,
    /// There are not between 7 and 15 rows, or an even number.
    #[error("there are {0} rows; a board has an odd number of them, from 7 to 15")]
    Count(usize),
    /// A row has another number of squares than there are rows.
    #[error("rank {rank} has {squares} squares, and the board has {size} ranks")]
    Width {
        /// The rank, counted from 1.
        rank: usize,
        /// How many squares its row describes.
        squares: usize,
        /// How many rows there are.
        size: usize,
    },
    /// A character means nothing.
    #[error(
        "`{letter}` in rank {rank} means nothing: `t` is an attacker, `T` a defender, `K` the king, a number empty squares"
    )]
    Letter {
        /// The rank, counted from 1.
        rank: usize,
        /// The character.
        letter: char,
    },
}

impl Setup {
    /// Reads OpenTafl rows, rank 1 first.
    ///
    /// # Errors
    /// A [`RowsError`] that names the rank and the character at fault.
    pub fn from_rows(text: &str) -> Result<Setup, RowsError> {
        let inner = text.trim().strip_prefix('/').and_then(|t| t.strip_suffix('/')).ok_or(RowsError::Slashes)?;
        let rows: Vec<&str> = inner.split('/').take(usize::from(MAX_SIZE) + 2).collect();
        if rows.len() < MIN_SIZE.into() || rows.len() > MAX_SIZE.into() || rows.len().is_multiple_of(2) {
            return Err(RowsError::Count(inner.split('/').count()));
        }
        let size = rows.len();
        let mut setup = Setup::empty(size as u8).ok_or(RowsError::Count(size))?;
        for (index, row) in rows.iter().enumerate() {
            let rank = index + 1;
            let mut file = 0usize;
            let mut gap = 0usize;
            for letter in row.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    gap = (gap * 10 + digit as usize).min(1000);
                    continue;
                }
                file += std::mem::take(&mut gap);
                let piece = Piece::from_letter(letter).ok_or(RowsError::Letter { rank, letter })?;
                if file < size {
                    setup.set(Square::at(file as u8, index as u8), Some(piece));
                }
                file += 1;
            }
            file += gap;
            if file != size {
                return Err(RowsError::Width { rank, squares: file, size });
            }
        }
        Ok(setup)
    }

    /// Writes OpenTafl rows, rank 1 first.
    pub fn to_rows(&self) -> String {
        let mut text = String::from("/");
        for rank in 0..self.size() {
            let mut gap = 0;
            for file in 0..self.size() {
                match self.piece(Square::at(file, rank)) {
                    None => gap += 1,
                    Some(piece) => {
                        push_gap(&mut text, &mut gap);
                        text.push(piece.letter());
                    }
                }
            }
            push_gap(&mut text, &mut gap);
            text.push('/');
        }
        text
    }
}

fn push_gap(text: &mut String, gap: &mut u32) {
    if *gap > 0 {
        text.push_str(&gap.to_string());
        *gap = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_one_comes_first() {
        let setup = Setup::from_rows("/t6/7/7/3K3/7/7/6T/").unwrap();
        assert_eq!(setup.piece("a1".parse().unwrap()), Some(Piece::Attacker));
        assert_eq!(setup.piece("g7".parse().unwrap()), Some(Piece::Defender));
        assert_eq!(setup.to_rows(), "/t6/7/7/3K3/7/7/6T/");
    }

    #[test]
    fn refusals_name_the_place() {
        let refuse = |text: &str| Setup::from_rows(text).unwrap_err();
        assert_eq!(refuse("7/7/7/3K3/7/7/7"), RowsError::Slashes);
        assert_eq!(refuse("/7/7/7/"), RowsError::Count(3));
        assert_eq!(refuse("/7/7/7/3K2/7/7/7/"), RowsError::Width { rank: 4, squares: 6, size: 7 });
        assert_eq!(refuse("/7/7/7/3K3/7/7/3x3/"), RowsError::Letter { rank: 7, letter: 'x' });
        assert_eq!(
            refuse("/7/7/7/3K3/7/7/99999999999999999999/"),
            RowsError::Width { rank: 7, squares: 1000, size: 7 }
        );
    }
}

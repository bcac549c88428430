//! Positions as TaflZero writes them: `3aaaaa3/5a5/… a`, the highest rank first, then the side to move.
//!
//! `a` is an attacker, `d` a defender, `k` the king, a number so many empty squares.
//!
//! Tolerated when read: capital letters; slashes at the ends; no side to move, which is told; `attackers` and
//! `defenders` for it; the words `fen` and `position` in front, as an engine is told a position.

use hnefi_rules::{Piece, RowsError, Setup, Side, Square};

use crate::named::short;
use crate::{Note, Place, ReadError, ReadFault, ReadPosition, Remark};

/// Reads a position.
pub(crate) fn read(text: &str) -> Result<ReadPosition, ReadError> {
    let mut words = words(text).skip_while(|(_, word)| matches!(*word, "position" | "fen")).peekable();
    let (begun, rows) = words.next().unwrap_or((0, ""));
    let at = |byte: usize| Place::at(text, byte);
    let fail = |byte: usize, error: RowsError| ReadError::new(at(byte), error);
    let turn = match words.next() {
        None => None,
        Some((byte, word)) => Some(side(word).ok_or_else(|| ReadError::new(at(byte), ReadFault::Side(short(word))))?),
    };
    if let Some((byte, word)) = words.next() {
        return Err(ReadError::new(at(byte), ReadFault::Stray(short(word))));
    }
    let inner = rows.strip_prefix('/').unwrap_or(rows);
    let begun = begun + rows.len() - inner.len();
    let inner = inner.strip_suffix('/').unwrap_or(inner);
    let count = inner.split('/').count();
    let empty = u8::try_from(count).ok().and_then(Setup::empty);
    let mut setup = empty.ok_or_else(|| fail(begun, RowsError::Count(count)))?;
    let mut row_begun = begun;
    for (row, rank) in inner.split('/').zip((1..=count).rev()) {
        let (mut file, mut gap) = (0usize, 0usize);
        for (byte, letter) in row.char_indices() {
            if let Some(digit) = letter.to_digit(10) {
                gap = (gap * 10 + digit as usize).min(1000);
                continue;
            }
            file += std::mem::take(&mut gap);
            let piece = piece(letter).ok_or_else(|| fail(row_begun + byte, RowsError::Letter { rank, letter }))?;
            if let Some(square) = u8::try_from(file).ok().and_then(|file| Square::new(file, rank as u8 - 1)) {
                setup.set(square, Some(piece));
            }
            file += 1;
        }
        file += gap;
        if file != count {
            return Err(fail(row_begun, RowsError::Width { rank, squares: file, size: count }));
        }
        row_begun += row.len() + 1;
    }
    let notes = match turn {
        Some(_) => Vec::new(),
        None => vec![Note { place: None, remark: Remark::Turn(Side::Attackers) }],
    };
    Ok(ReadPosition { setup, turn: turn.or(Some(Side::Attackers)), notes })
}

fn piece(letter: char) -> Option<Piece> {
    match letter {
        'a' | 'A' => Some(Piece::Attacker),
        'd' | 'D' => Some(Piece::Defender),
        'k' | 'K' => Some(Piece::King),
        _ => None,
    }
}

/// A side to move in any way in which positions name it.
pub(crate) fn side(word: &str) -> Option<Side> {
    match word.to_lowercase().as_str() {
        "a" | "attackers" | "attacker" => Some(Side::Attackers),
        "d" | "defenders" | "defender" => Some(Side::Defenders),
        _ => None,
    }
}

fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// Writes a position as TaflZero does.
///
/// ```
/// use hnefi_formats::write_taflzero;
/// use hnefi_rules::{Side, leaflet};
/// let line = write_taflzero(leaflet("fetlar-2018").unwrap().start(), Side::Attackers);
/// assert!(line.starts_with("3aaaaa3/5a5/11/a4d4a/") && line.ends_with("/3aaaaa3 a"));
/// ```
pub fn write_taflzero(setup: &Setup, turn: Side) -> String {
    let letters = |letter: char| match letter {
        't' => 'a',
        'T' => 'd',
        'K' => 'k',
        other => other,
    };
    let rows: String = setup.to_rows().chars().map(letters).collect();
    let mut rows: Vec<&str> = rows.trim_matches('/').split('/').collect();
    rows.reverse();
    let side = match turn {
        Side::Attackers => 'a',
        Side::Defenders => 'd',
    };
    format!("{} {side}", rows.join("/"))
}

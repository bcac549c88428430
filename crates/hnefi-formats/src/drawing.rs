//! Boards as people draw them, in any of three sets of letters.
//!
//! `t T K` as this program draws them, with `+` for the empty throne and `x` for an empty corner; `A D K`; or
//! `X O` with `K` or `#` for the king. A dot, a hyphen, an underscore or `·` is an empty square.
//!
//! Tolerated when read: small letters for `A D K` and `X O`; no ranks, ranks on the right, or on both sides; files on top;
//! squares without spaces between them, or with bars; lines that frame the board; indents and blank lines; `x`, `#`, `+`
//! or `*` for empty throne and corners where it is no piece; a line such as `defenders to move` or `turn: attackers`.
//!
//! The ranks at the side tell which end is rank 1. Without them the bottom line is rank 1, and that is told, unless
//! the board looks the same both ways.

use hnefi_rules::{Piece, Setup, Side, Square};

use crate::diagram::{Line, is_files, side_numbers};
use crate::taflzero::side;
use crate::{DiagramFault, Note, Place, ReadError, ReadPosition, Remark};

/// A set of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Letters {
    /// `t T K`.
    Own,
    /// `A D K`.
    Initials,
    /// `X O`, the king being `#` where the flag says so.
    Crosses { hash_is_king: bool },
}

/// Reads a drawn board.
pub(crate) fn read(text: &str) -> Result<ReadPosition, ReadError> {
    let boxed = text.contains('|');
    let mut lines: Vec<Line> = Vec::new();
    let mut files = Vec::new();
    let mut turn = None;
    for (index, line) in text.lines().enumerate().take(1000) {
        let number = index + 1;
        let cells: Vec<(usize, char)> = line
            .chars()
            .enumerate()
            .map(|(i, c)| (i + 1, c))
            .filter(|(_, c)| !c.is_whitespace() && *c != '|' && *c != '\u{feff}')
            .collect();
        if let Some(side) = turn_line(line) {
            turn = Some(side);
        } else if is_frame(line, boxed) || cells.is_empty() {
        } else if is_files(&cells) {
            files.push((number, cells));
        } else {
            lines.push(side_numbers(number, cells).map_err(|e| ReadError::new(e.place, e.fault))?);
        }
    }
    let size = lines.len();
    let start = lines.first().map_or(Place::START, |line| Place { line: line.number, column: 1 });
    let mut setup = u8::try_from(size)
        .ok()
        .and_then(Setup::empty)
        .ok_or_else(|| ReadError::new(start, DiagramFault::Count(size)))?;
    for (line, cells) in files {
        if cells.len() != size {
            let place = Place { line, column: cells[0].0 };
            return Err(ReadError::new(place, DiagramFault::Files { size }));
        }
    }
    let top_is_first = top_is_first(&lines)?;
    let letters = letters(&lines);
    for (index, line) in lines.iter().enumerate() {
        let fail = |column, fault| ReadError::new(Place { line: line.number, column }, fault);
        let rank = if top_is_first == Some(true) { index + 1 } else { size - index };
        if let Some((column, given)) = line.rank.filter(|&(_, given)| given != rank) {
            return Err(fail(column, DiagramFault::Rank { given, wanted: rank }));
        }
        if line.cells.len() != size {
            // The column is where a square is missing, or where the first one stands that is too many.
            let column = line.cells.get(size).or(line.cells.last()).map_or(1, |c| c.0);
            return Err(fail(column, DiagramFault::Width { squares: line.cells.len(), size }));
        }
        for (file, &(column, cell)) in line.cells.iter().enumerate() {
            let Some(square) = Square::new(file as u8, rank as u8 - 1) else { continue };
            let piece = letters.piece(cell, square, &setup).map_err(|fault| fail(column, fault))?;
            setup.set(square, piece);
        }
    }
    let told = match top_is_first {
        Some(true) => Some(Remark::UpsideDown),
        None if turned_over(&setup) != setup => Some(Remark::Orientation),
        _ => None,
    };
    Ok(ReadPosition {
        setup,
        turn,
        notes: told.map(|remark| Note { place: Some(start), remark }).into_iter().collect(),
    })
}

/// Whether the first line is rank 1, as far as the ranks at the side tell it.
fn top_is_first(lines: &[Line]) -> Result<Option<bool>, ReadError> {
    let size = lines.len();
    for (index, line) in lines.iter().enumerate() {
        let Some((column, given)) = line.rank else { continue };
        let (upright, over) = (size - index, index + 1);
        match (given == upright, given == over) {
            (true, true) => {}
            (true, false) => return Ok(Some(false)),
            (false, true) => return Ok(Some(true)),
            (false, false) => {
                let place = Place { line: line.number, column };
                return Err(ReadError::new(place, DiagramFault::Rank { given, wanted: upright }));
            }
        }
    }
    Ok(None)
}

/// The set of letters in which a board is drawn.
fn letters(lines: &[Line]) -> Letters {
    let count = |of: &[char]| lines.iter().flat_map(|line| &line.cells).filter(|(_, c)| of.contains(c)).count();
    if count(&['t', 'T']) > 0 {
        Letters::Own
    } else if count(&['a', 'A', 'd', 'D']) > 0 {
        Letters::Initials
    } else if count(&['o', 'O', 'X', '#']) > 0 {
        Letters::Crosses { hash_is_king: count(&['k', 'K']) == 0 && count(&['#']) == 1 }
    } else {
        Letters::Own
    }
}

impl Letters {
    /// The piece of a letter; `setup` has the size of the board.
    fn piece(self, letter: char, square: Square, setup: &Setup) -> Result<Option<Piece>, DiagramFault> {
        let special = square == setup.throne() || setup.is_corner(square);
        match (self, letter) {
            (_, '.' | '-' | '_' | '·') => Ok(None),
            (Letters::Own, '+') if square != setup.throne() => Err(DiagramFault::NoThrone(square)),
            (Letters::Own | Letters::Initials, 'x' | 'X') if !setup.is_corner(square) => {
                Err(DiagramFault::NoCorner(square))
            }
            (Letters::Own, '+' | 'x' | 'X') => Ok(None),
            (Letters::Own, _) => Piece::from_letter(letter).map(Some).ok_or(DiagramFault::Letter(letter)),
            (_, 'k' | 'K') => Ok(Some(Piece::King)),
            (Letters::Initials, 'a' | 'A') => Ok(Some(Piece::Attacker)),
            (Letters::Initials, 'd' | 'D') => Ok(Some(Piece::Defender)),
            (Letters::Crosses { .. }, 'x') if setup.is_corner(square) => Ok(None),
            (Letters::Crosses { .. }, 'x' | 'X') => Ok(Some(Piece::Attacker)),
            (Letters::Crosses { .. }, 'o' | 'O') => Ok(Some(Piece::Defender)),
            (Letters::Crosses { hash_is_king: true }, '#') => Ok(Some(Piece::King)),
            (_, '+' | '*' | '#' | 'x' | 'X') if special => Ok(None),
            _ => Err(DiagramFault::Letter(letter)),
        }
    }
}

/// Whether a line frames the board.
fn is_frame(line: &str, boxed: bool) -> bool {
    let line = line.trim();
    let long = line.len() > 8 && line.chars().all(|c| matches!(c, '-' | '=' | '+' | '|' | ' '));
    long && (line.contains("+-") || line.contains("+=") || (boxed && (line.contains("--") || line.contains("=="))))
}

/// The side that a line such as `defenders to move` or `turn: attackers` names.
pub(crate) fn turn_line(line: &str) -> Option<Side> {
    let words: Vec<String> =
        line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    let is_about = |word: &str| matches!(word, "turn" | "side" | "to" | "move" | "next" | "the");
    let (about, named): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| is_about(word));
    match (&about[..], &named[..]) {
        ([_, ..], [name]) => side(name),
        _ => None,
    }
}

fn turned_over(setup: &Setup) -> Setup {
    let mut over = setup.clone();
    for square in setup.squares() {
        if let Some(mirrored) = Square::new(square.file(), setup.size() - 1 - square.rank()) {
            over.set(mirrored, setup.piece(square));
        }
    }
    over
}

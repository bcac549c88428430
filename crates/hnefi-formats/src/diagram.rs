//! Boards as people draw them in text: the highest rank on top, files below, ranks at the side.
//!
//! Written: the rank, then a square each with a space before it, `.` for an empty one, `+` for the empty
//! throne, `x` for an empty corner; a last line with the files.
//!
//! Tolerated when read: no ranks and no files at all; ranks on the right instead or as well; files on top
//! instead or as well; squares without spaces between them; indents, blank lines, spaces at the end; `-`, `_`
//! and `·` for an empty square; `.` on the throne and on corners. The size is the number of lines.

use hnefi_rules::{Piece, Setup, Side, Square};

use crate::Place;
use crate::drawing::turn_line;

/// Draws a board.
///
/// ```
/// use hnefi_formats::write_diagram;
/// use hnefi_rules::Setup;
/// let setup = Setup::from_rows("/1t5/7/7/7/7/7/4KT1/").unwrap();
/// let drawn = write_diagram(&setup);
/// assert_eq!(drawn.lines().next(), Some(" 7 x . . . K T x"));
/// assert_eq!(drawn.lines().last(), Some("   a b c d e f g"));
/// ```
pub fn write_diagram(setup: &Setup) -> String {
    let mut text = String::new();
    for rank in (0..setup.size()).rev() {
        text.push_str(&format!("{:>2}", rank + 1));
        for square in (0..setup.size()).filter_map(|file| Square::new(file, rank)) {
            text.push(' ');
            text.push(letter(setup, square));
        }
        text.push('\n');
    }
    text.push_str("  ");
    for file in 0..setup.size() {
        text.push(' ');
        text.push((b'a' + file) as char);
    }
    text.push('\n');
    text
}

/// Draws a board, and writes below it whose move it is.
///
/// ```
/// use hnefi_formats::{read_diagram_to_move, write_diagram_to_move};
/// use hnefi_rules::{Setup, Side};
/// let setup = Setup::from_rows("/1t5/7/7/7/7/7/4KT1/").unwrap();
/// let drawn = write_diagram_to_move(&setup, Side::Defenders);
/// assert_eq!(drawn.lines().last(), Some("defenders to move"));
/// assert_eq!(read_diagram_to_move(&drawn), Ok((setup, Some(Side::Defenders))));
/// ```
pub fn write_diagram_to_move(setup: &Setup, turn: Side) -> String {
    format!("{}{turn} to move\n", write_diagram(setup))
}

fn letter(setup: &Setup, square: Square) -> char {
    match setup.piece(square) {
        Some(piece) => piece.letter(),
        None if square == setup.throne() => '+',
        None if setup.is_corner(square) => 'x',
        None => '.',
    }
}

/// What is wrong with a drawn board, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct DiagramError {
    /// Where.
    pub place: Place,
    /// What.
    pub fault: DiagramFault,
}

/// What is wrong at a place in a drawn board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiagramFault {
    /// There are not between 7 and 15 ranks, or an even number.
    #[error("the diagram has {0} ranks; a board has an odd number of them, from 7 to 15")]
    Count(usize),
    /// A line has another number of squares than there are ranks.
    #[error("this rank has {squares} squares, and the diagram has {size} ranks")]
    Width {
        /// How many squares stand in the line.
        squares: usize,
        /// How many ranks there are.
        size: usize,
    },
    /// A line gives another rank than the one that belongs there.
    #[error("rank {wanted} belongs here, not rank {given}; the highest rank is on top")]
    Rank {
        /// The rank at the side.
        given: usize,
        /// The one that belongs there.
        wanted: usize,
    },
    /// A line of files names others than the board has.
    #[error("the files do not fit a board of {size}x{size}")]
    Files {
        /// The number of ranks.
        size: usize,
    },
    /// A character means nothing.
    #[error("`{0}` means nothing: write t, T, K, or . for an empty square")]
    Letter(char),
    /// `+` stands elsewhere than on the throne.
    #[error("`+` is the empty throne, and {0} is not the throne")]
    NoThrone(Square),
    /// `x` stands elsewhere than on a corner.
    #[error("`x` is an empty corner, and {0} is no corner")]
    NoCorner(Square),
}

/// One line of squares, before it is known how many there should be.
pub(crate) struct Line {
    /// Its number in the text.
    pub(crate) number: usize,
    /// The rank at its side, with its column.
    pub(crate) rank: Option<(usize, usize)>,
    /// The squares, each with its column.
    pub(crate) cells: Vec<(usize, char)>,
}

/// Reads a drawn board.
///
/// # Errors
/// A [`DiagramError`] that names line and column.
pub fn read_diagram(text: &str) -> Result<Setup, DiagramError> {
    let mut lines = Vec::new();
    let mut files = Vec::new();
    for (index, line) in text.lines().enumerate().take(1000) {
        let cells: Vec<(usize, char)> =
            line.chars().enumerate().map(|(i, c)| (i + 1, c)).filter(|(_, c)| !c.is_whitespace()).collect();
        if is_files(&cells) {
            files.push((index + 1, cells));
        } else if !cells.is_empty() {
            lines.push(side_numbers(index + 1, cells)?);
        }
    }
    let size = lines.len();
    let start = lines.first().map_or(1, |line| line.number);
    let fail = |line, column, fault| DiagramError { place: Place { line, column }, fault };
    let mut setup = u8::try_from(size).ok().and_then(Setup::empty).ok_or(fail(start, 1, DiagramFault::Count(size)))?;
    for (line, cells) in files {
        if cells.len() != size {
            return Err(fail(line, cells[0].0, DiagramFault::Files { size }));
        }
    }
    for (line, wanted) in lines.iter().zip((1..=size).rev()) {
        let first = line.cells.first().map_or(1, |c| c.0);
        if let Some((column, given)) = line.rank.filter(|&(_, given)| given != wanted) {
            return Err(fail(line.number, column, DiagramFault::Rank { given, wanted }));
        }
        if line.cells.len() != size {
            // The column is where a square is missing, or where the first one stands that is too many.
            let column = line.cells.get(size).or(line.cells.last()).map_or(first, |c| c.0);
            return Err(fail(line.number, column, DiagramFault::Width { squares: line.cells.len(), size }));
        }
        for (file, &(column, cell)) in line.cells.iter().enumerate() {
            let Some(square) = Square::new(file as u8, wanted as u8 - 1) else { continue };
            let piece = Piece::from_letter(cell);
            match cell {
                '.' | '-' | '_' | '·' => {}
                '+' if square != setup.throne() => {
                    return Err(fail(line.number, column, DiagramFault::NoThrone(square)));
                }
                'x' | 'X' if !setup.is_corner(square) => {
                    return Err(fail(line.number, column, DiagramFault::NoCorner(square)));
                }
                '+' | 'x' | 'X' => {}
                _ if piece.is_some() => setup.set(square, piece),
                _ => return Err(fail(line.number, column, DiagramFault::Letter(cell))),
            }
        }
    }
    Ok(setup)
}

/// Reads a drawn board, and whose move it is where a line such as `defenders to move` says so.
///
/// # Errors
/// A [`DiagramError`] that names line and column.
pub fn read_diagram_to_move(text: &str) -> Result<(Setup, Option<Side>), DiagramError> {
    let turn = text.lines().filter_map(turn_line).next_back();
    // An empty line in its place, so that the others keep their numbers.
    let board: Vec<&str> = text.lines().map(|line| if turn_line(line).is_some() { "" } else { line }).collect();
    Ok((read_diagram(&board.join("\n"))?, turn))
}

/// Whether a line is the files in order, from `a` on.
pub(crate) fn is_files(cells: &[(usize, char)]) -> bool {
    cells.len() > 1 && cells.iter().zip('a'..='z').all(|(&(_, cell), file)| cell.to_ascii_lowercase() == file)
}

/// Takes the rank off the sides of a line.
pub(crate) fn side_numbers(number: usize, cells: Vec<(usize, char)>) -> Result<Line, DiagramError> {
    let is_digit = |&(_, c): &(usize, char)| c.is_ascii_digit();
    let left = cells.iter().take_while(|c| is_digit(c)).count();
    let right = cells[left..].iter().rev().take_while(|c| is_digit(c)).count();
    let value = |digits: &[(usize, char)]| {
        let value = digits.iter().fold(0usize, |n, (_, c)| (n * 10 + *c as usize - '0' as usize).min(1000));
        digits.first().map(|&(column, _)| (column, value))
    };
    let (on_left, on_right) = (value(&cells[..left]), value(&cells[cells.len() - right..]));
    if let (Some((_, wanted)), Some((column, given))) = (on_left, on_right)
        && given != wanted
    {
        let place = Place { line: number, column };
        return Err(DiagramError { place, fault: DiagramFault::Rank { given, wanted } });
    }
    Ok(Line { number, rank: on_left.or(on_right), cells: cells[left..cells.len() - right].to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lopsided every way: no rotation or reflection of it is itself.
    const ROWS: &str = "/1t5/T6/7/7/2t4/7/4KT1/";
    const DRAWN: &str = " 7 x . . . K T x
 6 . . . . . . .
 5 . . t . . . .
 4 . . . + . . .
 3 . . . . . . .
 2 T . . . . . .
 1 x t . . . . x
   a b c d e f g
";

    #[track_caller]
    fn read(text: &str) {
        assert_eq!(read_diagram(text).map(|s| s.to_rows()), Ok(ROWS.to_owned()), "\n{text}");
    }

    #[track_caller]
    fn refuse(text: &str, line: usize, column: usize, fault: DiagramFault) {
        assert_eq!(read_diagram(text), Err(DiagramError { place: Place { line, column }, fault }), "\n{text}");
    }

    #[test]
    fn the_highest_rank_is_on_top() {
        assert_eq!(write_diagram(&Setup::from_rows(ROWS).unwrap()), DRAWN);
        read(DRAWN);
    }

    #[test]
    fn liberal_reading() {
        let bare: String = DRAWN.lines().take(7).map(|line| format!("{}\n", &line[3..])).collect();
        read(&bare);
        read(&bare.replace(' ', ""));
        read(&bare.replace(['x', '+'], "."));
        read(&bare.replace('.', "·"));
        read(&DRAWN.lines().take(7).map(|line| format!("\n    {line} {}  \r\n", &line[..2])).collect::<String>());
        read(&format!("   A B C D E F G\n{DRAWN}"));
        let right: String = DRAWN.lines().take(7).map(|line| format!("{} {}\n", &line[3..], &line[..2])).collect();
        read(&right);
    }

    #[test]
    fn faults_name_line_and_column() {
        refuse("", 1, 1, DiagramFault::Count(0));
        refuse("\n . . .\n . . .\n", 2, 1, DiagramFault::Count(2));
        refuse(&DRAWN.replace("4 . . . +", "4 . . +"), 4, 14, DiagramFault::Width { squares: 6, size: 7 });
        refuse(&DRAWN.replace("4 . . . +", "4 . . . . +"), 4, 18, DiagramFault::Width { squares: 8, size: 7 });
        refuse(&DRAWN.replace("5 . . t", "5 . . q"), 3, 8, DiagramFault::Letter('q'));
        refuse(&DRAWN.replace("5 . . t", "5 . . +"), 3, 8, DiagramFault::NoThrone("c5".parse().unwrap()));
        refuse(&DRAWN.replace("5 . . t", "5 . . x"), 3, 8, DiagramFault::NoCorner("c5".parse().unwrap()));
        let flipped: String = DRAWN.lines().rev().skip(1).map(|l| format!("{l}\n")).collect();
        refuse(&flipped, 1, 2, DiagramFault::Rank { given: 1, wanted: 7 });
        refuse(&DRAWN.replace("e f g", "e f g h"), 8, 4, DiagramFault::Files { size: 7 });
        refuse(&DRAWN.replace("6 .", "99999999999999999999 ."), 2, 2, DiagramFault::Rank { given: 1000, wanted: 6 });
    }

    #[test]
    fn every_size_comes_back() {
        for size in [7, 9, 11, 13, 15] {
            let mut setup = Setup::empty(size).unwrap();
            setup.set("b1".parse().unwrap(), Some(Piece::Attacker));
            setup.set("a3".parse().unwrap(), Some(Piece::Defender));
            setup.set(Square::new(size - 2, size - 1).unwrap(), Some(Piece::King));
            assert_eq!(read_diagram(&write_diagram(&setup)), Ok(setup));
        }
    }
}

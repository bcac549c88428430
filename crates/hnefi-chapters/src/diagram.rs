//! Boards as people draw them in text: rank 11 on top, files below.

use hnefi_rules::{Piece, Setup, Square};

/// Draws a board: rank numbers on the left, the highest on top, file letters below; `.` for an empty square,
/// `+` for the empty throne, `x` for an empty corner. Every line is indented by two spaces and ends in `\n`.
///
/// ```
/// use hnefi_chapters::{read_diagram, write_diagram};
/// use hnefi_rules::Setup;
/// let setup = Setup::from_rows("/1t5/7/7/7/7/7/4KT1/").unwrap();
/// let drawn = write_diagram(&setup);
/// assert_eq!(drawn.lines().next(), Some("   7 x . . . K T x"));
/// assert_eq!(read_diagram(drawn.lines()), Ok(setup));
/// ```
pub fn write_diagram(setup: &Setup) -> String {
    let mut text = String::new();
    for rank in (0..setup.size()).rev() {
        text.push_str(&format!("  {:>2}", rank + 1));
        for file in 0..setup.size() {
            text.push(' ');
            text.push(Square::new(file, rank).map_or('?', |square| letter(setup, square)));
        }
        text.push('\n');
    }
    text.push_str("    ");
    for file in 0..setup.size() {
        text.push(' ');
        text.push((b'a' + file) as char);
    }
    text.push('\n');
    text
}

fn letter(setup: &Setup, square: Square) -> char {
    match setup.piece(square) {
        Some(piece) => piece.letter(),
        None if square == setup.throne() => '+',
        None if setup.is_corner(square) => 'x',
        None => '.',
    }
}

/// Reads a drawn board. Spaces between the squares may be left out, and so may the line of file letters.
///
/// # Errors
/// A sentence that names the rank and what is wrong with it.
pub fn read_diagram<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Setup, String> {
    let mut ranks: Vec<(usize, Vec<char>)> = Vec::new();
    for line in lines {
        let line = line.trim();
        let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits == 0 {
            let files: String = line.chars().filter(|c| !c.is_whitespace()).collect();
            let wanted: String = ('a'..='z').take(ranks.len()).collect();
            if files != wanted {
                return Err(format!("a diagram's line begins with its rank; `{line}` does not"));
            }
            continue;
        }
        let number: usize = line[..digits].parse().map_err(|_| format!("`{line}` has no rank that fits"))?;
        ranks.push((number, line[digits..].chars().filter(|c| !c.is_whitespace()).collect()));
    }
    let size = ranks.len();
    let mut setup = u8::try_from(size)
        .ok()
        .and_then(Setup::empty)
        .ok_or_else(|| format!("the diagram has {size} ranks; a board has an odd number of them, from 7 to 15"))?;
    for (index, (number, cells)) in ranks.iter().enumerate() {
        let rank = size - index;
        if *number != rank {
            return Err(format!("rank {rank} is expected where rank {number} stands; the highest is on top"));
        }
        if cells.len() != size {
            return Err(format!("rank {rank} has {} squares, and the board has {size} ranks", cells.len()));
        }
        for (file, &cell) in cells.iter().enumerate() {
            let square = Square::new(file as u8, rank as u8 - 1).ok_or("the board is too large")?;
            let piece = Piece::from_letter(cell);
            let fits = match cell {
                '.' => true,
                '+' => square == setup.throne(),
                'x' => setup.is_corner(square),
                _ => piece.is_some(),
            };
            if !fits {
                return Err(format!("`{cell}` on {square} does not fit: write t, T, K, or . for an empty square"));
            }
            setup.set(square, piece);
        }
    }
    Ok(setup)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(rows: &str) -> String {
        write_diagram(&Setup::from_rows(rows).unwrap())
    }

    #[test]
    fn lopsided_boards_keep_their_corners() {
        let text = drawn("/1t5/T6/7/7/7/7/4KT1/");
        assert_eq!(text.lines().nth(6), Some("   1 x t . . . . x"));
        assert_eq!(text.lines().nth(7), Some("     a b c d e f g"));
        assert_eq!(read_diagram(text.lines()).unwrap().to_rows(), "/1t5/T6/7/7/7/7/4KT1/");
    }

    #[test]
    fn faults_are_named() {
        let text = drawn("/1t5/T6/7/7/7/7/4KT1/");
        let refuse = |text: String| read_diagram(text.lines()).unwrap_err();
        assert!(refuse(text.replace("7 x", "8 x")).contains("rank 7 is expected"));
        assert!(refuse(text.replace("1 x t .", "1 x t")).contains("rank 1 has 6 squares"));
        assert!(refuse(text.replace("1 x t .", "1 x t +")).contains("`+` on c1"));
        assert!(refuse(text.replace("1 x t .", "1 x t q")).contains("`q` on c1"));
        assert!(refuse(String::new()).contains("0 ranks"));
    }
}

//! Moves as text: `d1-d4`, `d1-d4xd5/f4`.
//!
//! Written: from, hyphen, to; then, if the move captured, `x` and the captured squares by file, then rank,
//! with `/` between them.
//!
//! Tolerated when read: no hyphen (`d1d4`) or a dash in its place; a piece letter in front (`Kf6-a6`; `t` and
//! `T` both mean a soldier of either side), also of a captured piece (`xKe5`); capital and small letters; white
//! space anywhere; a colon for `x` (`e7-g7:g6`); `x` or a comma between captured squares (`xe10xf9`), and a square
//! captured twice; marks such as `+`, `++`, `-`, `--`, `#`, `!` and `?` at the end, which decide nothing.
//!
//! Refused with a reason of their own: jumps (`e6^e8`) and berserk moves (`e8=e4`), which no rule set here has.

use hnefi_rules::{Intent, Piece, Played, Square};

/// A move as somebody wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    /// From where to where.
    pub intent: Intent,
    /// The piece letter, if one was written.
    pub piece: Option<PieceLetter>,
    /// The captures that were written, by file, then rank; `None` if there was no list at all.
    pub captures: Option<Vec<Square>>,
}

/// The piece letter of a written move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceLetter {
    /// `K`: the king.
    King,
    /// `t` or `T`: a soldier.
    Soldier,
}

/// What is wrong with a text that should be a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no move: {fault}")]
pub struct MoveError {
    /// The text, at most 40 characters of it.
    pub text: String,
    /// The column at fault, counted in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub fault: MoveFault,
}

/// What is wrong at a place in a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveFault {
    /// There is no text.
    #[error("it is empty; write one such as d1-d4")]
    Empty,
    /// The square to move from is missing or none.
    #[error("it must begin with a square, as in d1-d4")]
    From,
    /// The square to move to is missing or none.
    #[error("a square to move to must follow {0}, as in d1-d4")]
    To(Square),
    /// It is a jump or a berserk move, or one of a piece that no rule set here has.
    #[error("`{0}` stands for a jump, a berserk move or a piece that no rule set here has")]
    Strange(char),
    /// A captured square is missing or none.
    #[error("a captured square must follow, as in d1-d4xd5")]
    Capture,
    /// Something follows that means nothing.
    #[error("`{0}` means nothing there")]
    Trailing(char),
}

/// How a written move differs from what the referee saw.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// Another kind of piece moved.
    #[error("the {} moved", .0.id())]
    Piece(Piece),
    /// Other captures were made.
    #[error("the move captures {}", list(.actual))]
    Captures {
        /// What was written, by file, then rank.
        written: Vec<Square>,
        /// What the referee captured, by file, then rank.
        actual: Vec<Square>,
    },
}

impl Mismatch {
    /// The code of this mismatch in machine-readable output.
    pub const fn code(&self) -> &'static str {
        match self {
            Mismatch::Piece(_) => "piece-mismatch",
            Mismatch::Captures { .. } => "capture-mismatch",
        }
    }
}

fn list(squares: &[Square]) -> String {
    if squares.is_empty() {
        return "nothing".to_owned();
    }
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join("/")
}

/// **Read**: turns a text into an intent, with what else was written.
///
/// ```
/// use hnefi_formats::read_move;
/// for text in ["Kf6-a6xa7", "f6a6 x a7", "F6-A6xA7/a7"] {
///     let written = read_move(text).unwrap();
///     assert_eq!(written.intent.to_string(), "f6-a6");
///     assert_eq!(written.captures.unwrap(), ["a7".parse().unwrap()]);
/// }
/// assert!(read_move("d1-").unwrap_err().to_string().contains("must follow d1"));
/// ```
///
/// # Errors
/// A [`MoveError`] that names the column.
pub fn read_move(text: &str) -> Result<WrittenMove, MoveError> {
    let mut reader = Reader::new(text);
    if reader.peek().is_none() {
        return Err(reader.error(MoveFault::Empty));
    }
    let is_dash = |c: char| matches!(c, '-' | '–' | '—' | '−' | '‐' | '‑');
    let piece = reader.piece_letter();
    if let Some(letter) = reader.strange_letter() {
        return Err(reader.error(MoveFault::Strange(letter)));
    }
    let from = reader.square().map_err(|()| reader.error(MoveFault::From))?;
    if let Some(sign @ ('^' | '=')) = reader.peek() {
        return Err(reader.error(MoveFault::Strange(sign)));
    }
    reader.take(is_dash);
    let to = reader.square().map_err(|()| reader.error(MoveFault::To(from)))?;
    let mut captures: Option<Vec<Square>> = None;
    if reader.take(|c| matches!(c, 'x' | 'X' | '×' | ':')) {
        let squares = captures.insert(Vec::new());
        loop {
            reader.piece_letter();
            if let Some(letter) = reader.strange_letter() {
                return Err(reader.error(MoveFault::Strange(letter)));
            }
            squares.push(reader.square().map_err(|()| reader.error(MoveFault::Capture))?);
            if !reader.take(|c| matches!(c, '/' | ',' | 'x' | 'X' | '×' | ':')) {
                break;
            }
        }
        squares.sort_by_key(|s| s.file_then_rank());
        squares.dedup();
    }
    while reader.take(|c| matches!(c, '+' | '#' | '!' | '?') || is_dash(c)) {}
    // What follows the last letter of the longest move was not looked at.
    reader.at = reader.at.min(LONGEST);
    match reader.peek() {
        None => Ok(WrittenMove { intent: Intent { from, to }, piece, captures }),
        Some(letter) => Err(reader.error(MoveFault::Trailing(letter))),
    }
}

/// Writes a move as it was played: `d1-d4xd5/f4`.
///
/// ```
/// use hnefi_formats::write_move;
/// use hnefi_rules::{Intent, Referee, leaflet};
/// let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
/// let intent = Intent { from: "d1".parse().unwrap(), to: "d4".parse().unwrap() };
/// let played = referee.play(&referee.start(), referee.legal(&referee.start(), intent).unwrap());
/// assert_eq!(write_move(&played), "d1-d4");
/// ```
pub fn write_move(played: &Played) -> String {
    let mut text = played.mv.to_string();
    for (index, capture) in played.captures.iter().enumerate() {
        text.push(if index == 0 { 'x' } else { '/' });
        text.push_str(&capture.square.to_string());
    }
    text
}

impl WrittenMove {
    /// Compares what was written with what the referee saw. A captured king may be left unwritten, and a
    /// move without a list of captures fits any.
    ///
    /// # Errors
    /// The first [`Mismatch`].
    pub fn check(&self, played: &Played) -> Result<(), Mismatch> {
        let king = played.piece == Piece::King;
        if self.piece.is_some_and(|letter| (letter == PieceLetter::King) != king) {
            return Err(Mismatch::Piece(played.piece));
        }
        let Some(written) = &self.captures else { return Ok(()) };
        let actual: Vec<Square> = played.captures.iter().map(|c| c.square).collect();
        let without_king = played.captures.iter().filter(|c| c.piece != Piece::King).map(|c| c.square);
        if *written == actual || without_king.eq(written.iter().copied()) {
            Ok(())
        } else {
            Err(Mismatch::Captures { written: written.clone(), actual })
        }
    }
}

impl std::fmt::Display for WrittenMove {
    /// Writes it as it was meant, without what was only tolerated.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.piece == Some(PieceLetter::King) {
            f.write_str("K")?;
        }
        write!(f, "{}", self.intent)?;
        match &self.captures {
            Some(captures) => write!(f, "x{}", list(captures)),
            None => Ok(()),
        }
    }
}

/// How many letters a move has at most.
const LONGEST: usize = 200;

/// Reads a text letter by letter, white space left out.
struct Reader<'a> {
    text: &'a str,
    letters: Vec<(usize, char)>,
    at: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        let letters = text.chars().enumerate().filter(|(_, c)| !c.is_whitespace()).take(LONGEST + 1);
        Reader { text, letters: letters.map(|(i, c)| (i + 1, c)).collect(), at: 0 }
    }

    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).map(|&(_, letter)| letter)
    }

    fn take(&mut self, test: impl Fn(char) -> bool) -> bool {
        let fits = self.peek().is_some_and(test);
        self.at += usize::from(fits);
        fits
    }

    /// A letter is a piece's when another letter, a file, follows it.
    fn piece_letter(&mut self) -> Option<PieceLetter> {
        let file_follows = self.letters.get(self.at + 1).is_some_and(|(_, c)| c.is_ascii_alphabetic());
        let piece = match self.peek()? {
            'K' | 'k' => PieceLetter::King,
            't' | 'T' => PieceLetter::Soldier,
            _ => return None,
        };
        file_follows.then(|| {
            self.at += 1;
            piece
        })
    }

    /// The letter of a piece that no rule set here has, when a file follows it.
    fn strange_letter(&self) -> Option<char> {
        let file_follows = self.letters.get(self.at + 1).is_some_and(|(_, c)| c.is_ascii_alphabetic());
        self.peek().filter(|&c| file_follows && matches!(c, 'c' | 'n' | 'm' | 'g' | 'C' | 'N' | 'M' | 'G'))
    }

    fn square(&mut self) -> Result<Square, ()> {
        let mut name = String::new();
        let begun = self.at;
        if let Some(file) = self.peek().filter(char::is_ascii_alphabetic) {
            name.push(file);
            self.at += 1;
        }
        while let Some(digit) = self.peek().filter(char::is_ascii_digit) {
            name.push(digit);
            self.at += 1;
        }
        name.parse().map_err(|_| self.at = begun)
    }

    fn error(&self, fault: MoveFault) -> MoveError {
        let end = self.text.chars().count() + 1;
        let column = self.letters.get(self.at).map_or(end, |&(column, _)| column);
        MoveError { text: self.text.trim().chars().take(40).collect(), column, fault }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, intent: &str, piece: Option<PieceLetter>, captures: Option<&str>) {
        let written = read_move(text).unwrap_or_else(|e| panic!("{e}"));
        let captured = written.captures.map(|squares| list(&squares));
        assert_eq!(written.intent.to_string(), intent, "{text}");
        assert_eq!((written.piece, captured.as_deref()), (piece, captures), "{text}");
    }

    #[track_caller]
    fn refuse(text: &str, column: usize, fault: MoveFault) {
        let error = read_move(text).unwrap_err();
        assert_eq!((error.column, error.fault), (column, fault), "{text}");
    }

    #[test]
    fn every_way_to_write_a_move() {
        check("d1-d4", "d1-d4", None, None);
        check("d1d4", "d1-d4", None, None);
        check("d11d4", "d11-d4", None, None);
        check("a1-a11", "a1-a11", None, None);
        check("d1–d4", "d1-d4", None, None);
        check(" D1 - D4 ", "d1-d4", None, None);
        check("d1-d4xd5/f4", "d1-d4", None, Some("d5/f4"));
        check("d1-d4xf4/d5", "d1-d4", None, Some("d5/f4"));
        check("e9-f10xe10xf9", "e9-f10", None, Some("e10/f9"));
        check("e9-f10xe10/f9", "e9-f10", None, Some("e10/f9"));
        check("e9-f10xe10,f9+!", "e9-f10", None, Some("e10/f9"));
        check("d1-d4xd5/d5", "d1-d4", None, Some("d5"));
        check("o15-o1", "o15-o1", None, None);
        check("Ke5-e1-", "e5-e1", Some(PieceLetter::King), None);
        check("Ke1-a1--", "e1-a1", Some(PieceLetter::King), None);
        check("e3-e4xKe5++", "e3-e4", None, Some("e5"));
        check("e5-e8xe9/d8+", "e5-e8", None, Some("d8/e9"));
        check("e7-g7:g6", "e7-g7", None, Some("g6"));
    }

    #[test]
    fn a_letter_is_a_piece_when_a_file_follows() {
        check("Kf6-a6", "f6-a6", Some(PieceLetter::King), None);
        check("kf6a6", "f6-a6", Some(PieceLetter::King), None);
        check("k6-k9", "k6-k9", None, None);
        check("Kk6-k9", "k6-k9", Some(PieceLetter::King), None);
        check("K6-K9", "k6-k9", None, None);
        check("td1-d4", "d1-d4", Some(PieceLetter::Soldier), None);
    }

    #[test]
    fn faults_name_the_column() {
        let d1 = "d1".parse().unwrap();
        refuse("", 1, MoveFault::Empty);
        refuse("   ", 4, MoveFault::Empty);
        refuse("d1", 3, MoveFault::To(d1));
        refuse("d1-", 4, MoveFault::To(d1));
        refuse("d1-d99", 4, MoveFault::To(d1));
        refuse("d1-d4x", 7, MoveFault::Capture);
        refuse("d1-d4xd5/", 10, MoveFault::Capture);
        refuse("d1xd4", 3, MoveFault::To(d1));
        refuse("d1-d4-d7", 7, MoveFault::Trailing('d'));
        refuse(&format!("d1-d4{}g", " ".repeat(300)), 306, MoveFault::Trailing('g'));
        refuse(&format!("d1-d4{}g", "!".repeat(300)), 201, MoveFault::Trailing('!'));
        refuse("e6^e8", 3, MoveFault::Strange('^'));
        refuse("Ne8=e4xe3", 1, MoveFault::Strange('N'));
        refuse("e8=e4", 3, MoveFault::Strange('='));
        refuse("e6-e8xce7/f8", 7, MoveFault::Strange('c'));
        refuse("p1-d4", 1, MoveFault::From);
        refuse("1-4", 1, MoveFault::From);
        refuse("d0-d4", 1, MoveFault::From);
        refuse("ḋ1-d4", 1, MoveFault::From);
        refuse(&"d".repeat(100_000), 1, MoveFault::From);
    }
}

//! Lines out of any stream of bytes.

use std::io::{BufRead, Result};

/// The longest line in bytes; a game of a hundred thousand moves fits.
pub const MAX_LINE: usize = 1_000_000;

/// A byte order mark, as some editors and shells write it in front of a text.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// So many bytes of a line are kept: the longest one with a mark and `\r`, and one more that shows that it is too long.
const MOST: usize = MAX_LINE + MARK.len() + 2;

/// A line that came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line without its end.
    Whole(String),
    /// A line of more than [`MAX_LINE`] bytes, which was thrown away as it came.
    TooLong,
}

/// Reads lines from anything, whatever it sends.
///
/// Bytes that are no UTF-8 become replacement characters. `\r` before the end of a line does not belong to it, nor does
/// a byte order mark at its beginning.
///
/// ```
/// use hnefi_uci::{Line, Lines};
/// let mut lines = Lines::new(&b"\xef\xbb\xbfuci\r\n\xff\nquit"[..]);
/// assert_eq!(lines.next().unwrap(), Some(Line::Whole("uci".to_owned())));
/// assert_eq!(lines.next().unwrap(), Some(Line::Whole("\u{fffd}".to_owned())));
/// assert_eq!(lines.next().unwrap(), Some(Line::Whole("quit".to_owned())));
/// assert_eq!(lines.next().unwrap(), None);
/// ```
pub struct Lines<R> {
    from: R,
}

impl<R: BufRead> Lines<R> {
    /// The lines of a stream.
    pub fn new(from: R) -> Lines<R> {
        Lines { from }
    }

    /// The next line; `None` at the end of the stream.
    ///
    /// # Errors
    /// When the stream cannot be read.
    #[expect(clippy::should_implement_trait, reason = "an iterator of results would be read past its errors")]
    pub fn next(&mut self) -> Result<Option<Line>> {
        let mut line = Vec::new();
        let mut begun = false;
        loop {
            let available = match self.from.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if available.is_empty() {
                return Ok(begun.then(|| whole(&line)));
            }
            begun = true;
            let end = available.iter().position(|&byte| byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            line.extend_from_slice(&part[..part.len().min(MOST - line.len())]);
            let used = end.map_or(available.len(), |end| end + 1);
            self.from.consume(used);
            if end.is_some() {
                return Ok(Some(whole(&line)));
            }
        }
    }
}

fn whole(line: &[u8]) -> Line {
    let line = line.strip_prefix(MARK).unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line.len() > MAX_LINE { Line::TooLong } else { Line::Whole(String::from_utf8_lossy(line).into_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_an_end_does_not_fill_the_memory() {
        let mut bytes = vec![b'x'; 3 * MAX_LINE];
        bytes.extend_from_slice(b"\nquit\n\n");
        let mut lines = Lines::new(&bytes[..]);
        assert_eq!(lines.next().unwrap(), Some(Line::TooLong));
        assert_eq!(lines.next().unwrap(), Some(Line::Whole("quit".to_owned())));
        assert_eq!(lines.next().unwrap(), Some(Line::Whole(String::new())));
        assert_eq!(lines.next().unwrap(), None);
    }

    #[test]
    fn the_longest_line_is_read_whole_and_one_byte_more_is_not() {
        for (length, end, fits) in
            [(0, "\r\n", true), (0, "\n", true), (0, "", true), (1, "\r\n", false), (1, "", false)]
        {
            for mark in ["", "\u{feff}"] {
                let bytes = format!("{mark}{}{end}", "x".repeat(MAX_LINE + length));
                let line = Lines::new(bytes.as_bytes()).next().unwrap().unwrap();
                let whole = matches!(&line, Line::Whole(line) if line.len() == MAX_LINE);
                assert_eq!(whole, fits, "{mark:?} {length} {end:?}");
            }
        }
    }
}

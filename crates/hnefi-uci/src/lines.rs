//! Lines out of any stream of bytes.

use std::io::{BufRead, Result};

/// The longest line in bytes; a game of ten thousand moves fits.
pub const MAX_LINE: usize = 100_000;

/// Reads lines from anything, whatever it sends.
///
/// Bytes that are no UTF-8 become replacement characters, what makes a line longer than [`MAX_LINE`] is thrown
/// away as it comes, and `\r` before the end of a line does not belong to it.
///
/// ```
/// use hnefi_uci::Lines;
/// let mut lines = Lines::new(&b"uci\r\n\xff\nquit"[..]);
/// assert_eq!(lines.next().unwrap(), Some("uci".to_owned()));
/// assert_eq!(lines.next().unwrap(), Some("\u{fffd}".to_owned()));
/// assert_eq!(lines.next().unwrap(), Some("quit".to_owned()));
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

    /// The next line without its end; `None` at the end of the stream.
    ///
    /// # Errors
    /// When the stream cannot be read.
    #[expect(clippy::should_implement_trait, reason = "an iterator of results would be read past its errors")]
    pub fn next(&mut self) -> Result<Option<String>> {
        let mut line = Vec::new();
        let mut begun = false;
        loop {
            let available = match self.from.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if available.is_empty() {
                return Ok(begun.then(|| text(&line)));
            }
            begun = true;
            let end = available.iter().position(|&byte| byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            line.extend_from_slice(&part[..part.len().min(MAX_LINE - line.len())]);
            let used = end.map_or(available.len(), |end| end + 1);
            self.from.consume(used);
            if end.is_some() {
                return Ok(Some(text(&line)));
            }
        }
    }
}

fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_an_end_does_not_fill_the_memory() {
        let mut bytes = vec![b'x'; 3 * MAX_LINE];
        bytes.extend_from_slice(b"\nquit\n\n");
        let mut lines = Lines::new(&bytes[..]);
        assert_eq!(lines.next().unwrap().map(|line| line.len()), Some(MAX_LINE));
        assert_eq!(lines.next().unwrap().as_deref(), Some("quit"));
        assert_eq!(lines.next().unwrap().as_deref(), Some(""));
        assert_eq!(lines.next().unwrap(), None);
    }
}

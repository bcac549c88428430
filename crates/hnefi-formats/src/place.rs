//! Places in a text.

/// A place in a text, each counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Place {
    /// The beginning of a text.
    pub const START: Place = Place { line: 1, column: 1 };

    /// The place of a byte of a text.
    pub(crate) fn at(text: &str, byte: usize) -> Place {
        let before = &text.as_bytes()[..byte.min(text.len())];
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        let begun = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        // Every character has one byte that does not continue another.
        let column = before[begun..].iter().filter(|&&b| b & 0xc0 != 0x80).count() + 1;
        Place { line, column }
    }

    /// The place so many characters further right.
    pub(crate) const fn right(self, by: usize) -> Place {
        Place { line: self.line, column: self.column + by }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

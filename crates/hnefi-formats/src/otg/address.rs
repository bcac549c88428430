//! The numbers of moves in a game with variations: `12.`, `8a.1.2b.`.

/// A half of a turn: its number counted from 1, and whether it is the second half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Half {
    turn: u32,
    second: bool,
}

/// Where a move stands: the moves that variations leave on the way to it, each with the number of the
/// variation, and the half turn in the last of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Address {
    left: Vec<(Half, u32)>,
    half: Half,
}

/// No game goes deeper.
const MAX_DEPTH: usize = 64;

impl Default for Address {
    fn default() -> Address {
        Address::first()
    }
}

impl Address {
    /// The first move of the main line.
    pub(super) fn first() -> Address {
        Address { left: Vec::new(), half: Half { turn: 1, second: false } }
    }

    /// A move of the main line after so many half turns.
    pub(super) fn main(half: usize) -> Address {
        let turn = u32::try_from(half / 2 + 1).unwrap_or(u32::MAX);
        Address { left: Vec::new(), half: Half { turn, second: half % 2 == 1 } }
    }

    /// Reads `12.`, `12a.` or `8a.1.2b.`; `None` if it is none.
    pub(super) fn read(word: &str) -> Option<Address> {
        let mut parts = word.strip_suffix('.')?.split('.');
        let half = |part: &str| {
            let digits = part.trim_end_matches(['a', 'b', 'A', 'B']);
            let turn = number(digits)?;
            match &part[digits.len()..] {
                "" | "a" | "A" => Some(Half { turn, second: false }),
                "b" | "B" => Some(Half { turn, second: true }),
                _ => None,
            }
        };
        let mut left = Vec::new();
        let mut at = half(parts.next()?)?;
        while let Some(variation) = parts.next() {
            if left.len() == MAX_DEPTH {
                return None;
            }
            left.push((at, number(variation)?));
            at = half(parts.next()?)?;
        }
        Some(Address { left, half: at })
    }

    /// Whether it is in the main line.
    pub(super) fn is_main(&self) -> bool {
        self.left.is_empty()
    }

    /// Goes on to the next half turn.
    pub(super) fn advance(&mut self) {
        self.half = match self.half.second {
            false => Half { second: true, ..self.half },
            true => Half { turn: self.half.turn.saturating_add(1), second: false },
        };
    }

    /// The move before it in the same line, if the line can have one.
    pub(super) fn before(&self) -> Option<Address> {
        let half = match self.half {
            Half { turn, second: true } => Half { turn, second: false },
            Half { turn: 0 | 1, .. } => return None,
            Half { turn, .. } => Half { turn: turn - 1, second: true },
        };
        Some(Address { left: self.left.clone(), half })
    }

    /// The move that its variation replaces.
    pub(super) fn leaves(&self) -> Option<Address> {
        let (&(half, _), left) = self.left.split_last()?;
        Some(Address { left: left.to_vec(), half })
    }

    /// The first move of a variation that replaces this one. The turns of a variation are counted from 1, and its
    /// first half turn is of the side that has the first half of the turns.
    /// `None` where it would be deeper than games go.
    pub(super) fn variation(&self, number: u32) -> Option<Address> {
        let mut left = self.left.clone();
        left.push((self.half, number));
        let half = Half { turn: 1, second: self.half.second };
        (left.len() <= MAX_DEPTH).then_some(Address { left, half })
    }

    /// Whether the move is the second of its turn.
    pub(super) fn is_second(&self) -> bool {
        self.half.second
    }
}

/// The number as it stands before a turn: `12.` in the main line, `8a.1.2a.` in a variation.
impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letter = |half: &Half| if half.second { 'b' } else { 'a' };
        for (half, variation) in &self.left {
            write!(f, "{}{}.{variation}.", half.turn, letter(half))?;
        }
        // The line of a turn begins with its first half.
        let half = self.half.turn;
        if self.left.is_empty() { write!(f, "{half}.") } else { write!(f, "{half}a.") }
    }
}

fn number(digits: &str) -> Option<u32> {
    let fits = !digits.is_empty() && digits.len() <= 9 && digits.bytes().all(|b| b.is_ascii_digit());
    fits.then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for text in ["1.", "12.", "8a.1.1a.", "8b.3.12a.", "8a.1.2b.4.1a."] {
            assert_eq!(Address::read(text).unwrap().to_string(), text);
        }
        for text in ["", ".", "a.", "8", "8c.", "8ab.", "8a.1.", "8a..1a.", "1234567890.", "8a.x.1a."] {
            assert_eq!(Address::read(text), None, "{text}");
        }
    }

    #[test]
    fn lines_go_on_and_leave() {
        let at = Address::read("8b.3.1a.").unwrap();
        assert_eq!(at.leaves(), Address::read("8b."));
        assert_eq!(at.before(), None);
        let mut next = at.clone();
        next.advance();
        assert_eq!(next, Address::read("8b.3.1b.").unwrap());
        assert_eq!(next.before(), Some(at.clone()));
        next.advance();
        assert_eq!(next, Address::read("8b.3.2a.").unwrap());
        assert_eq!(Address::main(15), Address::read("8b.").unwrap());
        assert_eq!(Address::main(15).variation(3), Address::read("8b.3.1b."));
    }

    #[test]
    fn depth_is_bounded() {
        let deep = |depth: usize| format!("{}1a.", "1a.1.".repeat(depth));
        assert!(Address::read(&deep(MAX_DEPTH)).is_some());
        assert!(Address::read(&deep(MAX_DEPTH + 1)).is_none());
        assert!(Address::read(&deep(100_000)).is_none());
    }
}

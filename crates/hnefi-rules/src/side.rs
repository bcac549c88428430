//! The two sides and the three kinds of piece.

use std::ops::{Index, IndexMut, Not};

/// One of the two sides. The attackers hold the edge, the defenders stand round their king.
///
/// ```
/// use hnefi_rules::Side;
/// assert_eq!(!Side::Attackers, Side::Defenders);
/// assert_eq!("defenders".parse(), Ok(Side::Defenders));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The dark pieces, who want to capture the king.
    Attackers,
    /// The light pieces with the king, who want to bring him out.
    Defenders,
}

impl Side {
    /// Both sides, attackers first.
    pub const ALL: [Side; 2] = [Side::Attackers, Side::Defenders];

    /// The word for this side in files and on the wire: `attackers` or `defenders`.
    pub const fn id(self) -> &'static str {
        match self {
            Side::Attackers => "attackers",
            Side::Defenders => "defenders",
        }
    }
}

impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        match self {
            Side::Attackers => Side::Defenders,
            Side::Defenders => Side::Attackers,
        }
    }
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id())
    }
}

/// The text is neither `attackers` nor `defenders`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no side: write `attackers` or `defenders`")]
pub struct SideError(pub String);

impl std::str::FromStr for Side {
    type Err = SideError;

    fn from_str(text: &str) -> Result<Side, SideError> {
        match text {
            "attackers" => Ok(Side::Attackers),
            "defenders" => Ok(Side::Defenders),
            _ => Err(SideError(text.chars().take(20).collect())),
        }
    }
}

/// One thing for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySide<T> {
    /// The attackers' one.
    pub attackers: T,
    /// The defenders' one.
    pub defenders: T,
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::Attackers => &self.attackers,
            Side::Defenders => &self.defenders,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline(always)]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Attackers => &mut self.attackers,
            Side::Defenders => &mut self.defenders,
        }
    }
}

/// A piece. Attackers and defenders are called soldiers where the king is not meant.
///
/// ```
/// use hnefi_rules::{Piece, Side};
/// assert_eq!(Piece::King.side(), Side::Defenders);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// A dark soldier, `t` in text.
    Attacker,
    /// A light soldier, `T` in text.
    Defender,
    /// The king, `K` in text.
    King,
}

impl Piece {
    /// The side that moves this piece.
    pub const fn side(self) -> Side {
        match self {
            Piece::Attacker => Side::Attackers,
            Piece::Defender | Piece::King => Side::Defenders,
        }
    }

    /// The soldier of a side.
    pub const fn soldier_of(side: Side) -> Piece {
        match side {
            Side::Attackers => Piece::Attacker,
            Side::Defenders => Piece::Defender,
        }
    }

    /// The letter of this piece in positions: `t`, `T` or `K`.
    pub const fn letter(self) -> char {
        match self {
            Piece::Attacker => 't',
            Piece::Defender => 'T',
            Piece::King => 'K',
        }
    }

    /// The word for this piece in files and on the wire: `attacker`, `defender` or `king`.
    pub const fn id(self) -> &'static str {
        match self {
            Piece::Attacker => "attacker",
            Piece::Defender => "defender",
            Piece::King => "king",
        }
    }

    /// The piece of a letter, where there is one.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        match letter {
            't' => Some(Piece::Attacker),
            'T' => Some(Piece::Defender),
            'K' => Some(Piece::King),
            _ => None,
        }
    }
}

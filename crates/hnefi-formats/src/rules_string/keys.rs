//! The keys of a rules string, and what stands behind them.

use hnefi_rules::{Setup, Square};

use crate::named::short;
use crate::scan::Scanner;
use crate::{KeyProblem, Place, ReadError, ReadFault};

/// Every key with the value that it has where it is left out; `None` where it must be there, or has no default.
pub(super) const KEYS: [(&str, Option<&str>); 41] = [
    ("dim", None),
    ("name", Some("")),
    ("esc", Some("c")),
    ("surf", Some("y")),
    ("atkf", Some("y")),
    ("tfr", Some("d")),
    ("ka", Some("y")),
    ("ks", Some("s")),
    ("kj", Some("n")),
    ("nj", Some("c")),
    ("cj", Some("j")),
    ("mj", Some("n")),
    ("gj", Some("n")),
    ("cor", Some("default")),
    ("cen", Some("default")),
    ("afor", Some("")),
    ("dfor", Some("")),
    ("spd", Some("-1")),
    ("corh", Some(ALL)),
    ("cenh", Some("tcnk")),
    ("cenhe", Some(ALL)),
    ("aforh", Some("TCNK")),
    ("dforh", Some("tcnk")),
    ("corp", Some("K")),
    ("cenp", Some(ALL)),
    ("aforp", Some(ALL)),
    ("dforp", Some(ALL)),
    ("cors", Some("K")),
    ("cens", Some("K")),
    ("afors", Some(ALL)),
    ("dfors", Some("TCNK")),
    ("corre", Some(ALL)),
    ("cenre", Some(ALL)),
    ("aforre", Some(ALL)),
    ("dforre", Some(ALL)),
    ("sw", Some("n")),
    ("swf", Some("y")),
    ("efe", Some("n")),
    ("linc", Some("n")),
    ("ber", Some("n")),
    ("start", None),
];

/// Every piece that the notation's lists know by default.
pub(super) const ALL: &str = "tcnkTCNK";

/// The kinds of pieces that this program has, in a list of the notation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pieces {
    pub(super) attackers: bool,
    pub(super) defenders: bool,
    pub(super) king: bool,
}

impl Pieces {
    pub(super) const ALL: Pieces = Pieces { attackers: true, defenders: true, king: true };
    pub(super) const NONE: Pieces = Pieces { attackers: false, defenders: false, king: false };

    /// As a list of the notation.
    pub(super) fn text(self) -> String {
        let part = |on: bool, letters: &'static str| if on { letters } else { "" };
        [part(self.attackers, "tcnk"), part(self.defenders, "TCN"), part(self.king, "K")].concat()
    }

    pub(super) const fn and(self, other: Pieces) -> Pieces {
        Pieces {
            attackers: self.attackers && other.attackers,
            defenders: self.defenders && other.defenders,
            king: self.king && other.king,
        }
    }
}

/// The keys of a string, each with its value and its place.
pub(super) struct Keys<'a> {
    given: Vec<(&'static str, &'a str, Place)>,
    /// Where the string begins.
    pub(super) begins: Place,
}

impl<'a> Keys<'a> {
    pub(super) fn read(text: &'a str, place: Place) -> Result<Keys<'a>, ReadError> {
        let mut scanner = Scanner::from(text, place);
        scanner.skip_white();
        let mut keys = Keys { given: Vec::new(), begins: scanner.place() };
        while scanner.peek().is_some() {
            let place = scanner.place();
            let word = scanner.take_while(|c| !c.is_whitespace());
            let (key, value) = word.split_once(':').unwrap_or((word, ""));
            let problem = |problem| ReadError::new(place, ReadFault::Key { key: short(key), problem });
            let known = KEYS.iter().map(|(key, _)| *key).chain(["starti"]).find(|known| *known == key);
            let known = known.ok_or_else(|| problem(KeyProblem::Unknown))?;
            if keys.given.iter().any(|(given, ..)| *given == known) {
                return Err(problem(KeyProblem::Twice));
            }
            keys.given.push((known, value, place));
            scanner.skip_white();
        }
        Ok(keys)
    }

    /// The value of a key and its place, where it stands in the string.
    pub(super) fn given(&self, key: &str) -> Option<(&'a str, Place)> {
        self.given.iter().find(|(given, ..)| *given == key).map(|&(_, value, place)| (value, place))
    }

    /// The value of a key, its default where it is left out.
    pub(super) fn value(&self, key: &str) -> &'a str {
        let default = || KEYS.iter().find(|(known, _)| *known == key).and_then(|(_, default)| *default).unwrap_or("");
        self.given(key).map_or_else(default, |(value, _)| value)
    }

    /// Where a key stands; the beginning of the string where it is left out.
    pub(super) fn place(&self, key: &str) -> Place {
        self.given(key).map_or(self.begins, |(_, place)| place)
    }

    pub(super) fn error(&self, key: &str, problem: KeyProblem) -> ReadError {
        ReadError::new(self.place(key), ReadFault::Key { key: key.to_owned(), problem })
    }

    /// The error of a value that the notation does not know.
    pub(super) fn bad(&self, key: &str) -> ReadError {
        self.error(key, KeyProblem::Value(short(self.value(key))))
    }

    /// The error of a value that no rule set here can play.
    pub(super) fn unplayable(&self, key: &str) -> ReadError {
        self.error(key, KeyProblem::Unplayable(format!("{key}:{}", short(self.value(key)))))
    }

    /// One of a few letters.
    pub(super) fn letter(&self, key: &str, known: &[char]) -> Result<char, ReadError> {
        let mut letters = self.value(key).chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if known.contains(&letter) => Ok(letter),
            _ => Err(self.bad(key)),
        }
    }

    pub(super) fn yes(&self, key: &str) -> Result<bool, ReadError> {
        Ok(self.letter(key, &['y', 'n'])? == 'y')
    }

    /// A list of pieces.
    pub(super) fn pieces(&self, key: &str) -> Result<Pieces, ReadError> {
        let mut pieces = Pieces::NONE;
        for letter in self.value(key).chars() {
            match letter {
                't' => pieces.attackers = true,
                'T' => pieces.defenders = true,
                'K' => pieces.king = true,
                'c' | 'n' | 'k' | 'm' | 'g' | 'C' | 'N' | 'M' | 'G' => {}
                _ => return Err(self.bad(key)),
            }
        }
        Ok(pieces)
    }

    /// A list of squares: whether it is there, given where it must be.
    pub(super) fn squares(&self, key: &str, wanted: &[Square]) -> Result<bool, ReadError> {
        let value = self.value(key);
        if value == "default" {
            return Ok(true);
        }
        let mut squares = Vec::new();
        for name in value.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let square: Square = name.parse().map_err(|_| self.bad(key))?;
            squares.push(square);
        }
        squares.sort_unstable();
        squares.dedup();
        match squares {
            none if none.is_empty() => Ok(false),
            given if given == wanted => Ok(true),
            _ => Err(self.unplayable(key)),
        }
    }

    /// How far the soldiers and the king go: `None` as far as they like, else one square.
    pub(super) fn speeds(&self, size: u8) -> Result<(bool, bool), ReadError> {
        let mut speeds = Vec::new();
        for speed in self.value("spd").split(',').filter(|speed| !speed.is_empty()).take(11) {
            let speed: i32 = speed.parse().map_err(|_| self.bad("spd"))?;
            speeds.push(speed);
        }
        // The order is that of the letters tcnkTCNK, or tcnkmTCNKM.
        let (attackers, defenders, king) = match speeds[..] {
            [all] => (all, all, all),
            [attackers, defenders] => (attackers, defenders, defenders),
            [t, _, _, _, d, _, _, k] => (t, d, k),
            [t, _, _, _, _, d, _, _, k, _] => (t, d, k),
            _ => return Err(self.bad("spd")),
        };
        let one = |speed: i32| match speed {
            1 => Ok(true),
            -1 => Ok(false),
            far if far >= i32::from(size) - 1 => Ok(false),
            _ => Err(self.unplayable("spd")),
        };
        if one(attackers)? != one(defenders)? {
            return Err(self.unplayable("spd"));
        }
        Ok((one(attackers)?, one(king)?))
    }

    /// The start position.
    pub(super) fn start(&self) -> Result<Setup, ReadError> {
        let (key, inverted) = match (self.given("start"), self.given("starti")) {
            (None, Some(_)) => ("starti", true),
            (Some(_), Some(_)) => return Err(self.error("starti", KeyProblem::Twice)),
            (Some(_), None) => ("start", false),
            (None, None) => return Err(self.error("start", KeyProblem::Missing)),
        };
        let rows = self.value(key);
        let place = self.place(key).right(key.len() + 1);
        let strange = |c: char| matches!(c, 'c' | 'n' | 'm' | 'g' | 'k' | 'C' | 'N' | 'M' | 'G');
        if let Some(at) = rows.find(strange) {
            let letter = rows[at..].chars().take(1).collect();
            let fault = ReadFault::Key { key: key.to_owned(), problem: KeyProblem::Unplayable(letter) };
            return Err(ReadError::new(place.right(rows[..at].chars().count()), fault));
        }
        let read = Setup::from_rows(rows).map_err(|error| {
            let byte = crate::rows::at(rows, &error);
            ReadError::new(place.right(rows[..byte].chars().count()), error)
        })?;
        if !inverted {
            return Ok(read);
        }
        let mut setup = read.clone();
        for square in read.squares() {
            if let Some(mirrored) = Square::new(square.file(), read.size() - 1 - square.rank()) {
                setup.set(mirrored, read.piece(square));
            }
        }
        Ok(setup)
    }
}

//! What a person is called.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// What a person is called: 2 to 20 letters of any script, with single spaces, hyphens and apostrophes
/// between them.
///
/// It is normalised (NFKC), so that the same name is the same text however it was typed; runs of spaces become
/// one, and apostrophes typographic.
///
/// ```
/// use hnefi_live::PersonName;
/// let name: PersonName = "  Siân   O'Neill-Ng ".parse().unwrap();
/// assert_eq!(name.as_str(), "Siân O’Neill-Ng");
/// assert!("<b>".parse::<PersonName>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PersonName(String);

/// Why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    /// It has fewer than [`PersonName::SHORTEST`] characters.
    #[error("it has {0} characters")]
    TooShort(usize),
    /// It has more than [`PersonName::LONGEST`] characters.
    #[error("it has {0} characters")]
    TooLong(usize),
    /// It has something that is no letter, space, hyphen or apostrophe, or a letter that cannot be seen.
    #[error("{0:?} is no letter")]
    NoLetter(char),
    /// A hyphen or an apostrophe does not stand between two letters.
    #[error("{0:?} does not stand between two letters")]
    NotBetween(char),
}

impl PersonName {
    /// The fewest characters of a name.
    pub const SHORTEST: usize = 2;
    /// The most characters of a name.
    pub const LONGEST: usize = 20;
    /// From how many bytes on a text is not looked at any more. A letter has at most four, and no more marks than
    /// [`MARKS`] that join it.
    const TOO_LONG: usize = 1000;

    /// The name as it is shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The path of the page of the member of this name, as a link has it.
    ///
    /// ```
    /// let name: hnefi_live::PersonName = "Åse Bo".parse().unwrap();
    /// assert_eq!(name.page(), "/@/%C3%85se%20Bo");
    /// ```
    pub fn page(&self) -> String {
        let mut path = "/@/".to_owned();
        for byte in self.0.bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'-' => path.push(char::from(byte)),
                byte => path += &format!("%{byte:02X}"),
            }
        }
        path
    }
}

/// How many marks may stand on one letter: enough for Vietnamese and Devanagari, too few to reach other lines.
const MARKS: usize = 2;

impl FromStr for PersonName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<PersonName, NameError> {
        if text.len() > PersonName::TOO_LONG {
            return Err(NameError::TooLong(text.chars().count()));
        }
        let plain: String = text.nfkc().map(plain).collect();
        let name = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        let letters: Vec<char> = name.chars().collect();
        let mut marks = 0;
        for (at, &letter) in letters.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| letters[before]);
            let after = letters.get(at + 1).copied();
            marks = if is_mark(letter) { marks + 1 } else { 0 };
            match letter {
                '-' | '’' if !(before.is_some_and(is_part) && after.is_some_and(is_letter)) => {
                    return Err(NameError::NotBetween(letter));
                }
                '-' | '’' | ' ' => {}
                letter if is_mark(letter) && marks <= MARKS && before.is_some_and(is_part) => {}
                letter if is_letter(letter) => {}
                letter => return Err(NameError::NoLetter(letter)),
            }
        }
        match letters.len() {
            few @ ..PersonName::SHORTEST => Err(NameError::TooShort(few)),
            many if many > PersonName::LONGEST => Err(NameError::TooLong(many)),
            _ => Ok(PersonName(name)),
        }
    }
}

impl fmt::Display for PersonName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One hyphen and one apostrophe for all that people type.
fn plain(letter: char) -> char {
    match letter {
        '\'' | '‘' | '`' | '´' | 'ʼ' => '’',
        '‐' | '‑' => '-',
        letter => letter,
    }
}

fn is_letter(letter: char) -> bool {
    letter.is_alphabetic() && !is_combining_mark(letter) && !is_unseen(letter)
}

fn is_mark(letter: char) -> bool {
    is_combining_mark(letter) && !is_unseen(letter)
}

/// A letter or a mark on one.
fn is_part(letter: char) -> bool {
    is_letter(letter) || is_mark(letter)
}

/// Letters and marks that show nothing.
fn is_unseen(letter: char) -> bool {
    matches!(letter, '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0100}'..='\u{e01ef}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Result<String, NameError> {
        text.parse().map(|name: PersonName| name.0)
    }

    #[test]
    fn names_of_many_peoples_are_names() {
        for good in
            ["Bo", "Åse", "Þórr", "Anna Maria", "Jean-Luc", "O’Brien", "Лев", "علي", "विक्रम", "美咲", "Nguyễn Thị Ánh"]
        {
            assert_eq!(name(good).as_deref(), Ok(good));
        }
    }

    #[test]
    fn the_same_name_is_the_same_text_however_it_is_typed() {
        assert_eq!(name("A\u{30a}se"), name("Åse"));
        assert_eq!(name("\u{ff21}nna"), name("Anna"), "full width");
        assert_eq!(name(" \t Anna \u{a0} Maria\n"), name("Anna Maria"));
        assert_eq!(name("O'Brien"), name("O\u{2bc}Brien"));
        assert_eq!(name("Jean\u{2011}Luc"), name("Jean-Luc"));
    }

    #[test]
    fn what_is_no_name_says_why() {
        for (text, error) in [
            ("", NameError::TooShort(0)),
            ("  ", NameError::TooShort(0)),
            ("B", NameError::TooShort(1)),
            ("a\u{30a}", NameError::TooShort(1)),
            ("abcdefghijklmnopqrstu", NameError::TooLong(21)),
            ("Bo2", NameError::NoLetter('2')),
            ("<script>", NameError::NoLetter('<')),
            ("An\u{202e}na", NameError::NoLetter('\u{202e}')),
            ("An\u{200b}na", NameError::NoLetter('\u{200b}')),
            ("\u{3164}\u{3164}\u{3164}", NameError::NoLetter('\u{1160}')),
            ("\u{301}a", NameError::NoLetter('\u{301}')),
            ("-Anna", NameError::NotBetween('-')),
            ("Anna-", NameError::NotBetween('-')),
            ("Anna'", NameError::NotBetween('’')),
            ("O''Brien", NameError::NotBetween('’')),
            ("Anna - Maria", NameError::NotBetween('-')),
        ] {
            assert_eq!(name(text), Err(error), "{text:?}");
        }
        let stacked = format!("Bo{}", "\u{35c}\u{362}\u{489}".repeat(3));
        assert!(matches!(name(&stacked), Err(NameError::NoLetter(_))), "no name reaches other lines");
        assert!(matches!(name(&"x".repeat(2_000_000)), Err(NameError::TooLong(_))));
    }
}

//! Passwords as people choose them.

use std::str::FromStr;

use hnefi_live::PersonName;
use thiserror::Error;
use unicode_normalization::UnicodeNormalization;

/// A password that is long enough and not one that everybody tries: at least 10 characters, at most 256, of any kind.
///
/// It is normalised (NFC), and every kind of space is an ordinary one, so that the same password is the same bytes however it was
/// typed. It has no `Debug`, so that none reaches a log.
///
/// ```
/// use hnefi_people::{Password, PasswordError};
/// let password: Password = "a long walk by the sea".parse().unwrap();
/// assert_eq!(password.as_bytes(), b"a long walk by the sea");
/// assert_eq!("short".parse::<Password>().err(), Some(PasswordError::TooShort(5)));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

/// Why a text is no password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PasswordError {
    /// It has fewer than [`Password::SHORTEST`] characters.
    #[error("it has {0} characters")]
    TooShort(usize),
    /// It has more than [`Password::LONGEST`] characters.
    #[error("it is too long")]
    TooLong,
    /// It is one of the first that anybody tries: few different characters, a row of keys, a common one.
    #[error("it is too easy to guess")]
    Easy,
    /// It is hardly more than the name.
    #[error("it is hardly more than the name")]
    Name,
}

/// What people choose who were asked for ten characters. Digits and marks at the end make none of them better.
const COMMON: [&str; 24] = [
    "password",
    "passwort",
    "passw0rd",
    "letmein",
    "welcome",
    "iloveyou",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "1q2w3e4r5t",
    "1qaz2wsx3edc",
    "q1w2e3r4t5",
    "abcdefghij",
    "abc123",
    "football",
    "baseball",
    "superman",
    "sunshine",
    "princess",
    "hnefatafl",
    "changeme",
    "administrator",
    "trustno",
];

impl Password {
    /// The fewest characters of a password.
    pub const SHORTEST: usize = 10;
    /// The most characters of a password.
    pub const LONGEST: usize = 256;

    /// What is hashed.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// A password as somebody types it who has one: the same bytes, whatever the rules are by now.
    pub fn typed(text: &str) -> Password {
        Password(normal(text))
    }

    /// Whether it is more than the name with a few characters round it.
    ///
    /// # Errors
    /// [`PasswordError::Name`] when it is not.
    pub fn check_name(&self, name: &PersonName) -> Result<(), PasswordError> {
        let (own, name) = (self.0.to_lowercase(), name.as_str().to_lowercase());
        match own.contains(&name) && own.chars().count() < name.chars().count() + 6 {
            true => Err(PasswordError::Name),
            false => Ok(()),
        }
    }
}

impl FromStr for Password {
    type Err = PasswordError;

    fn from_str(text: &str) -> Result<Password, PasswordError> {
        // No character has more bytes than four.
        if text.len() > 4 * Password::LONGEST {
            return Err(PasswordError::TooLong);
        }
        let normal = normal(text);
        match normal.chars().count() {
            few @ ..Password::SHORTEST => Err(PasswordError::TooShort(few)),
            many if many > Password::LONGEST => Err(PasswordError::TooLong),
            _ if is_easy(&normal) => Err(PasswordError::Easy),
            _ => Ok(Password(normal)),
        }
    }
}

fn normal(text: &str) -> String {
    text.nfc().map(|letter| if letter.is_whitespace() { ' ' } else { letter }).collect()
}

fn is_easy(password: &str) -> bool {
    let small = password.to_lowercase();
    let mut kinds: Vec<char> = small.chars().collect();
    let steps = kinds.windows(2).filter(|pair| (pair[1] as i64 - pair[0] as i64).abs() <= 1).count();
    let row = steps + 1 >= kinds.len();
    kinds.sort_unstable();
    kinds.dedup();
    let core = small.trim_matches(|letter: char| !letter.is_alphabetic());
    kinds.len() < 5 || row || COMMON.iter().any(|common| small == *common || core == *common)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_everybody_tries_is_refused_and_says_why() {
        for (text, error) in [
            ("", PasswordError::TooShort(0)),
            ("ninechars", PasswordError::TooShort(9)),
            ("aaaaaaaaaaaaaaaa", PasswordError::Easy),
            ("0123456789", PasswordError::Easy),
            ("9876543210", PasswordError::Easy),
            ("abababababab", PasswordError::Easy),
            ("Password123!", PasswordError::Easy),
            ("qwertyuiop", PasswordError::Easy),
            ("12345Password", PasswordError::Easy),
        ] {
            assert_eq!(text.parse::<Password>().err(), Some(error), "{text}");
        }
        assert_eq!("x".repeat(2_000_000).parse::<Password>().err(), Some(PasswordError::TooLong));
        assert_eq!("ab c".repeat(65).parse::<Password>().err(), Some(PasswordError::TooLong));
        assert!("correct horse battery staple".parse::<Password>().is_ok());
        assert!("жили-были дед".parse::<Password>().is_ok());
    }

    #[test]
    fn the_same_password_is_the_same_bytes_however_it_is_typed() {
        let one: Password = "A\u{30a}se am Meer 7".parse().unwrap();
        let other: Password = "Åse\u{a0}am Meer 7".parse().unwrap();
        assert!(one == other && one.as_bytes() == Password::typed("Åse am Meer 7").as_bytes());
    }

    #[test]
    fn a_password_is_more_than_the_name() {
        let check = |text: &str| text.parse::<Password>().unwrap().check_name(&"Anna Maria".parse().unwrap());
        assert_eq!(check("anna maria1"), Err(PasswordError::Name));
        assert_eq!(check("anna maria walks home"), Ok(()));
        assert_eq!(check("a long walk"), Ok(()));
    }
}

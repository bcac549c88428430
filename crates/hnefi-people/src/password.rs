//! Passwords as people choose them.

use std::str::FromStr;

use hnefi_live::PersonName;
use thiserror::Error;
use unicode_normalization::UnicodeNormalization;

use crate::NameKeys;
use crate::keys::key;

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

/// What people choose who were asked for ten characters. Digits and marks round it make none of them better.
const COMMON: [&str; 28] = [
    "password",
    "passwort",
    "passw0rd",
    "letmein",
    "welcome",
    "iloveyou",
    "qwerty",
    "qwertz",
    "azerty",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfgh",
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

    /// Whether it is more than the name, or what looks like it, with a few characters round it.
    ///
    /// ```
    /// use hnefi_people::{Password, PasswordError};
    /// let password: Password = "annamaria1".parse().unwrap();
    /// assert_eq!(password.check_name(&"Anna Maria".parse().unwrap()), Err(PasswordError::Name));
    /// ```
    ///
    /// # Errors
    /// [`PasswordError::Name`] when it is not.
    pub fn check_name(&self, name: &PersonName) -> Result<(), PasswordError> {
        let own = [key(&self.0.to_lowercase()), key(&self.0)];
        let looks = NameKeys::of(name);
        let holds = looks.all().any(|name| !name.is_empty() && own.iter().any(|own| own.contains(name)));
        match holds && self.0.chars().count() < name.as_str().chars().count() + 6 {
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

/// How many times a password may jump from one row of characters to another and still be little more than a row.
const JUMPS: usize = 2;

fn is_easy(password: &str) -> bool {
    let small = password.to_lowercase();
    let mut kinds: Vec<char> = small.chars().collect();
    let jumps = kinds.windows(2).filter(|pair| !is_step(pair[0], pair[1])).count();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.len() < 5 || jumps <= JUMPS || COMMON.iter().any(|common| is_hardly_more(&small, common))
}

/// Whether a character is the same as another one, or next to it: on a keyboard 0 comes after 9.
fn is_step(one: char, other: char) -> bool {
    u32::from(one).abs_diff(u32::from(other)) <= 1 || matches!((one, other), ('9', '0') | ('0', '9'))
}

/// Whether a password is a common one, perhaps several times over, with nothing but digits and marks round it.
fn is_hardly_more(password: &str, common: &str) -> bool {
    let plain = |text: &str| !text.contains(char::is_alphabetic);
    let Some((before, mut rest)) = password.split_once(common) else { return false };
    while let Some(more) = rest.strip_prefix(common) {
        rest = more;
    }
    plain(before) && plain(rest)
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
            ("1234567890", PasswordError::Easy),
            ("12345678910", PasswordError::Easy),
            ("1234512345", PasswordError::Easy),
            ("qwerty12345", PasswordError::Easy),
            ("abcdefghi!", PasswordError::Easy),
            ("1q2w3e4r5t!", PasswordError::Easy),
            ("!1q2w3e4r5t", PasswordError::Easy),
            ("abc123!2024", PasswordError::Easy),
            ("letmeinletmein", PasswordError::Easy),
        ] {
            assert_eq!(text.parse::<Password>().err(), Some(error), "{text}");
        }
        assert_eq!("x".repeat(2_000_000).parse::<Password>().err(), Some(PasswordError::TooLong));
        assert_eq!("ab c".repeat(65).parse::<Password>().err(), Some(PasswordError::TooLong));
        for good in
            ["correct horse battery staple", "жили-были дед", "my password is 17", "abcd walks 4321", "80 41 73 26 95"]
        {
            assert!(good.parse::<Password>().is_ok(), "{good}");
        }
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
        for hardly in ["anna maria1", "annamaria1", "Anna-Maria1", "12AnnaMaria!"] {
            assert_eq!(check(hardly), Err(PasswordError::Name), "{hardly}");
        }
        assert_eq!(check("anna maria walks home"), Ok(()));
        assert_eq!(check("a long walk"), Ok(()));
    }
}

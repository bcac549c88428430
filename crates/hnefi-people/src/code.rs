//! Recovery codes: what opens an account when the password is forgotten.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The letters and digits of codes: none that people mistake for another one.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstvwxyz0123456789";

/// A recovery code: 80 random bits as sixteen letters and digits in groups of four. It opens its account once.
///
/// ```
/// use hnefi_people::RecoveryCode;
/// let code = RecoveryCode::from_random([7; 10]);
/// assert_eq!(code.to_string(), "a6dt-rb2h-a6dt-rb2h");
/// assert_eq!(" A6DT rb2h A6DTrb2h ".parse::<RecoveryCode>().unwrap(), code);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct RecoveryCode([u8; RecoveryCode::LENGTH]);

/// A text is no recovery code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a recovery code has {} letters and digits", RecoveryCode::LENGTH)]
pub struct CodeError;

impl RecoveryCode {
    /// How many letters and digits a code has.
    pub const LENGTH: usize = 16;
    /// How many codes somebody gets at once.
    pub const AT_ONCE: usize = 8;

    /// The code of so many random bits.
    pub fn from_random(bytes: [u8; 10]) -> RecoveryCode {
        let bits = bytes.iter().fold(0u128, |bits, &byte| bits << 8 | u128::from(byte));
        RecoveryCode(std::array::from_fn(|at| LETTERS[(bits >> (75 - 5 * at) & 31) as usize]))
    }

    /// The code as it is hashed: without hyphens.
    pub fn as_str(&self) -> &str {
        // Nothing but letters and digits is in it.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl FromStr for RecoveryCode {
    type Err = CodeError;

    /// Reads a code as people copy it: capitals and spaces do not matter, and what looks like a digit is one.
    fn from_str(text: &str) -> Result<RecoveryCode, CodeError> {
        let mut read = Vec::with_capacity(RecoveryCode::LENGTH);
        for letter in text.chars().filter(|letter| !letter.is_whitespace() && !matches!(letter, '-' | '–' | '‑')) {
            let letter = match letter.to_ascii_lowercase() {
                'i' | 'l' => b'1',
                'o' => b'0',
                letter => u8::try_from(letter).map_err(|_| CodeError)?,
            };
            if !LETTERS.contains(&letter) || read.len() == RecoveryCode::LENGTH {
                return Err(CodeError);
            }
            read.push(letter);
        }
        read.try_into().map(RecoveryCode).map_err(|_| CodeError)
    }
}

impl fmt::Display for RecoveryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.as_str();
        write!(f, "{}-{}-{}-{}", &text[..4], &text[4..8], &text[8..12], &text[12..])
    }
}

impl fmt::Debug for RecoveryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecoveryCode")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_is_in_the_code() {
        let codes: std::collections::HashSet<String> = (0..80)
            .map(|bit| RecoveryCode::from_random((1u128 << bit).to_be_bytes()[6..].try_into().unwrap()).to_string())
            .collect();
        assert_eq!(codes.len(), 80);
    }

    #[test]
    fn a_code_is_read_as_people_copy_it_and_nothing_else_is() {
        let code: RecoveryCode = "0123-4567-89ab-cdef".parse().unwrap();
        assert_eq!("oI23 4567\t89AB–CDEF".parse(), Ok(code));
        for bad in ["", "0123-4567-89ab-cde", "0123-4567-89ab-cdef0", "u123-4567-89ab-cdef", "0123-4567-89ab-cdeé"] {
            assert_eq!(bad.parse::<RecoveryCode>(), Err(CodeError), "{bad}");
        }
    }
}

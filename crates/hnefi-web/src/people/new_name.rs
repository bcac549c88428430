//! The name and the password of an account, as forms say them.

use hnefi_live::PersonName;
use hnefi_people::{Password, PasswordError, is_reserved};
use hnefi_words::Words;

use crate::server::called::error_words;

/// A name that an account could have, as far as the name itself goes; else why not, in words.
pub(super) fn name(text: &str) -> Result<PersonName, String> {
    let words = Words::english();
    if text.trim().is_empty() {
        return Err(words.text("name-empty"));
    }
    let name: PersonName = text.parse().map_err(error_words)?;
    if is_reserved(&name) { Err(words.text("name-reserved")) } else { Ok(name) }
}

/// A new password of an account; else why not, in words.
pub(super) fn password(text: &str, name: &PersonName) -> Result<Password, String> {
    let password: Result<Password, PasswordError> = text.parse();
    let checked = password.and_then(|password| password.check_name(name).map(|()| password));
    let words = Words::english();
    checked.map_err(|error| match error {
        PasswordError::TooShort(has) => {
            words.format("password-too-short", &[("least", Password::SHORTEST.into()), ("has", has.into())])
        }
        PasswordError::TooLong => words.format("password-too-long", &[("most", Password::LONGEST.into())]),
        PasswordError::Easy => words.text("password-easy"),
        PasswordError::Name => words.text("password-name"),
    })
}

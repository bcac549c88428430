//! What somebody wants to be called, as a form says it.

use hnefi_live::{NameError, PersonId, PersonName};
use hnefi_people::is_reserved;
use hnefi_words::Words;

use super::Problem;
use super::person::Person;
use super::rates::Who;
use super::state::AppState;

/// What a form says of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Called {
    /// It does not ask.
    NotAsked,
    /// By this name; by none where the field was left empty.
    By(Option<PersonName>),
}

impl Called {
    /// Reads the field of a form. Nobody goes by the name of a member, or by one that looks like it.
    pub(crate) async fn read(app: &AppState, field: Option<&str>) -> Result<Called, Problem> {
        match field {
            None => Ok(Called::NotAsked),
            Some(text) if text.trim().is_empty() => Ok(Called::By(None)),
            Some(text) => {
                let name: PersonName = text.parse().map_err(|error| Problem::BadForm(error_words(error)))?;
                let says = |id: &str| Problem::BadForm(Words::english().text(id));
                if is_reserved(&name) {
                    return Err(says("name-reserved"));
                }
                if app.store.is_taken(&name, None).await? {
                    return Err(says("name-taken"));
                }
                Ok(Called::By(Some(name)))
            }
        }
    }

    /// Calls a guest so from now on, wherever he plays. A member keeps the name of his account.
    pub(crate) async fn keep(self, app: &AppState, person: &Person) -> Result<(), Problem> {
        let Called::By(name) = self else { return Ok(()) };
        if app.store.name(&person.id).await? == name {
            return Ok(());
        }
        if !app.rates.message(&Who::Person(person.id.clone())) {
            return Err(Problem::TooMany);
        }
        app.store.call(&person.id, name).await?;
        app.renamed(&person.id).await
    }
}

/// Shows that guests go by no name any more: theirs, or one that looks like it, is a member's now.
pub(crate) async fn nameless(app: &AppState, guests: &[PersonId]) -> Result<(), Problem> {
    for guest in guests {
        app.renamed(guest).await?;
    }
    Ok(())
}

/// Why a text is no name, as a sentence.
pub(crate) fn error_words(error: NameError) -> String {
    let words = Words::english();
    match error {
        NameError::TooShort(_) => words.format("name-too-short", &[("least", PersonName::SHORTEST.into())]),
        NameError::TooLong(has) => {
            words.format("name-too-long", &[("most", PersonName::LONGEST.into()), ("has", has.into())])
        }
        NameError::NoLetter(letter) => words.format("name-no-letter", &[("letter", seen(letter).into())]),
        NameError::NotBetween(letter) => words.format("name-not-between", &[("letter", seen(letter).into())]),
    }
}

/// A character in a sentence; by its number if it could not be seen there.
fn seen(letter: char) -> String {
    match letter.is_ascii_graphic() || letter.is_alphanumeric() || letter == '’' {
        true => letter.to_string(),
        false => format!("U+{:04X}", u32::from(letter)),
    }
}

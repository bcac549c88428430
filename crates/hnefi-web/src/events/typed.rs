//! What people type about events: names, places, reasons.

use hnefi_live::{PersonName, SaidWords, TalkError};
use hnefi_people::is_reserved;
use hnefi_words::{Words, isolated};
use serde::{Deserialize, Serialize};

/// The most letters of the name of a player at a wooden board.
const LONGEST_NAME: usize = 40;

/// What an event is called, and what is said of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Told {
    /// Its name.
    pub(crate) name: String,
    /// Where and when.
    pub(crate) about: String,
    /// The clock.
    pub(crate) clock: String,
}

impl Told {
    /// Reads what was typed.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub(crate) fn read(name: &str, about: &str, clock: &str) -> Result<Told, String> {
        let words = Words::english();
        let name = text(name, "event-new-name")?;
        if name.is_empty() {
            return Err(words.format("event-fault-name", &[("most", SaidWords::LONGEST.into())]));
        }
        Ok(Told { name, about: text(about, "event-new-about")?, clock: text(clock, "event-new-clock")? })
    }
}

/// One line that somebody typed, or nothing, without what is unseen; `field` is the id of the words before it.
fn text(typed: &str, field: &str) -> Result<String, String> {
    match typed.parse::<SaidWords>() {
        Ok(words) => Ok(words.as_str().to_owned()),
        Err(TalkError::Empty) => Ok(String::new()),
        Err(TalkError::TooLong(_)) => {
            let words = Words::english();
            let values = [("field", words.text(field).into()), ("most", SaidWords::LONGEST.into())];
            Err(words.format("event-fault-text", &values))
        }
    }
}

/// A reason.
///
/// # Errors
/// What is wrong with it, in words.
pub(crate) fn reason(typed: &str) -> Result<String, String> {
    let wrong = |_| Words::english().format("event-refused-reason", &[("most", SaidWords::LONGEST.into())]);
    typed.parse::<SaidWords>().map(|words| words.as_str().to_owned()).map_err(wrong)
}

/// The name of a player: letters and numbers, and a few marks between them. It leads to no person, but nobody is called as the
/// server calls itself.
///
/// # Errors
/// What is wrong with it, in words.
pub(crate) fn player(typed: &str) -> Result<String, String> {
    let words = Words::english();
    let long = || {
        let shown: String = typed.trim().chars().take(LONGEST_NAME).collect();
        let values = [("name", isolated(&format!("{shown}…")).into()), ("most", LONGEST_NAME.into())];
        words.format("event-refused-name-long", &values)
    };
    let name = match typed.parse::<SaidWords>() {
        Ok(name) => name.as_str().to_owned(),
        Err(TalkError::Empty) => String::new(),
        Err(TalkError::TooLong(_)) => return Err(long()),
    };
    if name.chars().count() > LONGEST_NAME {
        return Err(long());
    }
    let fits = |letter: char| letter.is_alphanumeric() || " -–’'.()".contains(letter) || joins(letter);
    let wrong = name.chars().find(|&letter| !fits(letter));
    if let Some(letter) = wrong {
        return Err(words.format("event-refused-name-letter", &[("letter", letter.to_string().into())]));
    }
    // No program for tables takes it for something to be worked out.
    let begins = name.chars().next().is_some_and(char::is_alphanumeric);
    if !begins || !name.chars().any(char::is_alphabetic) {
        return Err(words.text("event-refused-name-empty"));
    }
    if name.parse::<PersonName>().is_ok_and(|name| is_reserved(&name)) {
        return Err(words.format("event-refused-name-reserved", &[("name", isolated(&name).into())]));
    }
    Ok(name)
}

/// Whether it is a mark that joins the letter before it, as in Devanagari or Vietnamese.
fn joins(letter: char) -> bool {
    !letter.is_ascii() && format!("aa{letter}").parse::<PersonName>().is_ok()
}

/// That a name is taken.
pub(crate) fn taken(name: &str) -> String {
    Words::english().format("event-refused-name-taken", &[("name", isolated(name).into())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_museum_are_names() {
        for good in
            ["Anna K.", "Bo", "Jean-Luc", "O’Brien", "Team 3", "विक्रम", "Nguyễn Thị Ánh", "Li (Mia’s sister)", "B"]
        {
            assert_eq!(player(&format!("  {good} ")).as_deref(), Ok(good));
        }
    }

    #[test]
    fn what_is_no_name_is_told() {
        for (bad, says) in [
            ("<b>", "cannot be"),
            ("...", "at least one letter"),
            (" \u{202e} ", "at least one letter"),
            ("Referee", "Nobody may be called"),
            ("an@example", "cannot be"),
        ] {
            let said = player(bad).unwrap_err();
            assert!(said.contains(says), "{bad:?}: {said}");
        }
        for long in [41, 200, 1_000_000] {
            let said = player(&"x".repeat(long)).unwrap_err();
            assert!(said.contains("40") && said.len() < 300, "{said}");
        }
    }
}

//! House rules as the editor asks about them, and what the rules crate says to them.

use hnefi_rules::{Question, Setup, ruleset};
use hnefi_words::Words;

use super::HouseRules;
use super::messages::{HouseAnswer, HouseFault, HouseQuestion};
use crate::{AskError, wrong};

/// The longest name that is looked at, in bytes; one that is merely too long for people is told at its place.
pub const LONGEST_NAME_READ: usize = 1000;

impl HouseQuestion {
    /// The house rules that are asked about.
    ///
    /// # Errors
    /// When a rule set, a question or an answer is unknown, or the rows are no board.
    pub fn house(&self) -> Result<HouseRules, AskError> {
        let answers = self.answers.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        read(&self.base, &self.name, &self.start, answers)
    }
}

impl HouseAnswer {
    /// What the rules crate says to house rules.
    ///
    /// ```
    /// let question = r#"{"base":"copenhagen","answers":{"no-move":"draw"}}"#;
    /// let question: hnefi_wire::HouseQuestion = serde_json::from_str(question).unwrap();
    /// let answer = hnefi_wire::HouseAnswer::of(&question.house().unwrap());
    /// assert!(answer.playable && answer.changed == ["no-move"]);
    /// ```
    pub fn of(house: &HouseRules) -> HouseAnswer {
        let faults = house.ruleset().err().unwrap_or_default();
        HouseAnswer {
            code: house.code(),
            title: house.title(),
            playable: faults.is_empty(),
            faults: faults
                .into_iter()
                .map(|fault| HouseFault { place: fault.place, squares: fault.squares, says: fault.says })
                .collect(),
            changed: house.changed().map(Question::id).collect(),
            throne: house.answers.has_throne(),
            corners: house.answers.has_corners(),
            differs: house.differences(),
        }
    }
}

/// House rules from their parts. An answer that is not given is the base's.
///
/// # Errors
/// When one of them is nothing.
pub fn read<'a>(
    base: &str,
    name: &str,
    start: &str,
    answers: impl Iterator<Item = (&'a str, &'a str)>,
) -> Result<HouseRules, AskError> {
    let mut house = HouseRules::from_base(ruleset(base).ok_or_else(|| wrong("base", base))?);
    if name.len() > LONGEST_NAME_READ {
        return Err(wrong("name", name));
    }
    house.name = name.trim().to_owned();
    for (key, word) in answers {
        let question = Question::from_id(key).ok_or_else(|| wrong("answers", key))?;
        house.answers = house.answers.with(question, word).ok_or_else(|| wrong(question.id(), word))?;
    }
    if !start.trim().is_empty() {
        let rows = Setup::from_rows(start.trim());
        house.start = rows.map_err(|error| AskError::Wrong(Words::english().rows_error(&error)))?;
    }
    Ok(house)
}

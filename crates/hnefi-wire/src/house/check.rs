//! House rules as the editor asks about them, and what the rules crate says to them.

use hnefi_rules::{Question, Setup, ruleset};
use hnefi_words::Words;

use super::HouseRules;
use super::messages::{HouseAnswer, HouseFault, HouseQuestion};
use crate::{AskError, wrong};

/// The longest name that is looked at, in bytes; one that is merely too long for people is told at its place.
pub const LONGEST_NAME_READ: usize = 1000;

/// What the rules crate says to house rules as the editor holds them.
///
/// ```
/// let question = serde_json::from_str(r#"{"base":"copenhagen","answers":{"no-move":"draw"}}"#).unwrap();
/// let answer = hnefi_wire::house::check(&question).unwrap();
/// assert!(answer.playable && answer.changed == ["no-move"]);
/// ```
///
/// # Errors
/// When a rule set, a question or an answer is unknown, or the rows are no board.
pub fn check(question: &HouseQuestion) -> Result<HouseAnswer, AskError> {
    let answers = question.answers.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let house = read(&question.base, &question.name, &question.start, answers)?;
    let faults = house.ruleset().err().unwrap_or_default();
    Ok(HouseAnswer {
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
    })
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

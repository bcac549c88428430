//! Questions that cannot be answered because of how they are asked.

use hnefi_words::Words;

use crate::house::{LinkError, Unknown};

/// Why a question cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskError {
    /// It says something that cannot be. The sentence says what.
    Wrong(String),
    /// The code of house rules cannot be read.
    Link(LinkError),
}

impl AskError {
    /// A rule set that was asked for by a name which gives none.
    pub fn unknown(name: &str, unknown: Unknown) -> AskError {
        match unknown {
            // Who writes no code means an id.
            Unknown::Link(LinkError::Unknown) => wrong("rules", name),
            Unknown::Link(error) => AskError::Link(error),
            Unknown::Faults(faults) => {
                AskError::Wrong(faults.iter().map(|fault| fault.says.as_str()).collect::<Vec<_>>().join(" "))
            }
        }
    }

    /// The code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            AskError::Wrong(_) => "bad-form",
            AskError::Link(_) => "bad-link",
        }
    }

    /// What is wrong, as a sentence.
    ///
    /// ```
    /// let error = hnefi_wire::wrong("times", "many");
    /// assert_eq!(error.says(), "“many” is no possible value for “times”.");
    /// ```
    pub fn says(&self) -> String {
        match self {
            AskError::Wrong(says) => says.clone(),
            AskError::Link(error) => Words::english().text(error.words()),
        }
    }
}

/// A field that says what cannot be.
pub fn wrong(field: &'static str, value: &str) -> AskError {
    let value: String = value.chars().take(60).collect();
    AskError::Wrong(Words::english().format("form-wrong", &[("field", field.into()), ("value", value.into())]))
}

/// The words of a message about a text, of which no more is repeated than is needed to find it.
///
/// ```
/// assert_eq!(hnefi_wire::say("api-table-rules", "nope"), "“nope” is no rule set of this server.");
/// ```
pub fn say(id: &'static str, text: &str) -> String {
    let text: String = text.chars().take(120).collect();
    Words::english().format(id, &[("text", text.into())])
}

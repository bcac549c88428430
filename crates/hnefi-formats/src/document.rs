//! Any text of the field, read by the reader of its format.
//!
//! Tolerated whatever the format: a byte order mark, blank lines at both ends, any line ends.

use hnefi_rules::{Ruleset, Setup, Side};

use crate::limits::bounded;
use crate::{Format, Kind, Note, Place, ReadError, ReadFault, ReadRules, WrittenGame};

/// A text that was read, with the format that it is in.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The format.
    pub format: Format,
    /// What it holds.
    pub content: Content,
}

/// What a text holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// A rule set.
    Rules(ReadRules),
    /// A position.
    Position(ReadPosition),
    /// Games, at least one.
    Games(Vec<WrittenGame>),
}

/// A position as a text gives it. Whether it can be played is asked of a referee.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadPosition {
    /// The board.
    pub setup: Setup,
    /// The side to move, where the text says so.
    pub turn: Option<Side>,
    /// What was understood otherwise than it was written.
    pub notes: Vec<Note>,
}

/// Reads a text in whatever format it is.
///
/// ```
/// use hnefi_formats::{Content, Format, read_any};
/// let read = read_any("/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ defenders").unwrap();
/// assert_eq!(read.format, Format::Rows);
/// let Content::Position(position) = read.content else { panic!("no position") };
/// assert_eq!(position.turn.unwrap().id(), "defenders");
///
/// let error = read_any("dim:7 atkf:maybe start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 7: `atkf`: `maybe` is none of its values");
/// ```
///
/// # Errors
/// A [`ReadError`] that names line and column.
pub fn read_any(text: &str) -> Result<Document, ReadError> {
    bounded(text)?;
    let format = Format::of(text).ok_or(ReadError::new(first_place(text), ReadFault::Unrecognised))?;
    read_as(format, text)
}

/// Reads a text in a format that is known.
///
/// # Errors
/// A [`ReadError`] that names line and column.
pub fn read_as(format: Format, text: &str) -> Result<Document, ReadError> {
    bounded(text)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let content = match format {
        Format::OpenTaflRules => Content::Rules(crate::rules_string::read_rules_string(text)?),
        Format::RuleFile => Content::Rules(rule_file(text)?),
        Format::Rows => Content::Position(crate::rows::read(text)?),
        Format::TaflZero => Content::Position(crate::taflzero::read(text)?),
        Format::Diagram => Content::Position(crate::drawing::read(text)?),
        Format::Otg => Content::Games(vec![crate::otg::read(text)?]),
        Format::TagList => Content::Games(crate::tag_list::read_tag_list(text)?),
        Format::Commas => Content::Games(crate::commas::read(text)?),
        Format::JsonLines => Content::Games(crate::json_lines::read(text)?),
    };
    Ok(Document { format, content })
}

impl Content {
    /// What kind of content it is.
    pub const fn kind(&self) -> Kind {
        match self {
            Content::Rules(_) => Kind::Rules,
            Content::Position(_) => Kind::Position,
            Content::Games(_) => Kind::Games,
        }
    }
}

/// Where a text begins, white space left out.
fn first_place(text: &str) -> Place {
    let skipped = text.len() - text.trim_start_matches(|c: char| c == '\u{feff}' || c.is_whitespace()).len();
    Place::at(text, skipped)
}

fn rule_file(text: &str) -> Result<ReadRules, ReadError> {
    let ruleset = Ruleset::from_toml(text).map_err(|error| {
        // The parser writes where it stopped in front of what it found.
        let place = match &error {
            hnefi_rules::RulesetError::Toml(message) => toml_place(message),
            _ => None,
        };
        ReadError::new(place.unwrap_or(Place::START), error)
    })?;
    Ok(ReadRules { ruleset: std::sync::Arc::new(ruleset), notes: Vec::new() })
}

/// The place in a message such as `TOML parse error at line 3, column 5`.
fn toml_place(message: &str) -> Option<Place> {
    let (_, rest) = message.split_once("line ")?;
    let (line, rest) = rest.split_once(", column ")?;
    let column: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Some(Place { line: line.parse().ok()?, column: column.parse().ok()? })
}

//! The text formats of the field, by name.

use hnefi_rules::ruleset;

/// A text format.
///
/// ```
/// use hnefi_formats::{Format, Kind};
/// assert_eq!(Format::from_id("otg"), Some(Format::Otg));
/// assert_eq!(Format::TaflZero.kind(), Kind::Position);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// A rule set as an OpenTafl rules string: `dim:11 … start:/…/`.
    OpenTaflRules,
    /// A rule set as a rule file of this program.
    RuleFile,
    /// A position as OpenTafl rows: `/3ttttt3/…/`, rank 1 first.
    Rows,
    /// A position as TaflZero writes it: `3aaaaa3/… a`, the highest rank first.
    TaflZero,
    /// A drawn board, in any of three sets of letters.
    Diagram,
    /// A game as OpenTafl saves it.
    Otg,
    /// A game as a chess-like list of tags and moves.
    TagList,
    /// Games as lists of moves with commas between them.
    Commas,
    /// Games as JSON, one object a line.
    JsonLines,
}

/// What a text holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A rule set.
    Rules,
    /// A position.
    Position,
    /// One or more games.
    Games,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 9] = [
        Format::OpenTaflRules,
        Format::RuleFile,
        Format::Rows,
        Format::TaflZero,
        Format::Diagram,
        Format::Otg,
        Format::TagList,
        Format::Commas,
        Format::JsonLines,
    ];

    /// The word for this format on the command line and the wire.
    pub const fn id(self) -> &'static str {
        match self {
            Format::OpenTaflRules => "opentafl-rules",
            Format::RuleFile => "rule-file",
            Format::Rows => "rows",
            Format::TaflZero => "taflzero",
            Format::Diagram => "diagram",
            Format::Otg => "otg",
            Format::TagList => "tag-list",
            Format::Commas => "commas",
            Format::JsonLines => "json",
        }
    }

    /// How the name of a file in this format ends.
    ///
    /// ```
    /// use hnefi_formats::Format;
    /// assert_eq!(Format::JsonLines.ending(), "jsonl");
    /// ```
    pub const fn ending(self) -> &'static str {
        match self {
            Format::Otg => "otg",
            Format::JsonLines => "jsonl",
            Format::RuleFile => "toml",
            Format::Commas => "csv",
            Format::OpenTaflRules | Format::Rows | Format::TaflZero | Format::Diagram | Format::TagList => "txt",
        }
    }

    /// The format of a word.
    pub fn from_id(id: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.id() == id)
    }

    /// What a text of this format holds.
    pub const fn kind(self) -> Kind {
        match self {
            Format::OpenTaflRules | Format::RuleFile => Kind::Rules,
            Format::Rows | Format::TaflZero | Format::Diagram => Kind::Position,
            Format::Otg | Format::TagList | Format::Commas | Format::JsonLines => Kind::Games,
        }
    }

    /// The format whose reader takes a text, judged by how the text begins; `None` where nothing fits.
    ///
    /// ```
    /// use hnefi_formats::Format;
    /// assert_eq!(Format::of("dim:11 atkf:y start:/…/"), Some(Format::OpenTaflRules));
    /// assert_eq!(Format::of("[result:-1]\n[rules:dim:7 …]"), Some(Format::Otg));
    /// assert_eq!(Format::of("[Rules \"copenhagen\"]"), Some(Format::TagList));
    /// assert_eq!(Format::of("d1-d4, f4-i4"), Some(Format::Commas));
    /// assert_eq!(Format::of("copenhagen"), Some(Format::Commas), "a game without moves");
    /// assert_eq!(Format::of("What is this?"), None);
    /// ```
    pub fn of(text: &str) -> Option<Format> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let line = text.lines().next()?.trim_end();
        let word = line.split_whitespace().next()?;
        if let Some(inner) = text.strip_prefix('{') {
            let is_json = inner.trim_start().starts_with(['"', '}']);
            return Some(if is_json { Format::JsonLines } else { Format::TagList });
        }
        if let Some(tag) = line.strip_prefix('[') {
            // Only a value in quotes may have a colon before OpenTafl's.
            let is_saved = tag.find([':', '"']).is_some_and(|at| tag[at..].starts_with(':'));
            return Some(if is_saved { Format::Otg } else { Format::TagList });
        }
        if word.starts_with("dim:") {
            return Some(Format::OpenTaflRules);
        }
        if word.starts_with('/') {
            return Some(Format::Rows);
        }
        if word.contains('/') && !word.contains('-') {
            let ours = word.contains(['t', 'T']);
            return Some(if ours { Format::Rows } else { Format::TaflZero });
        }
        if line.split_once('=').is_some_and(|(key, _)| matches!(key.trim(), "format" | "id" | "name" | "base")) {
            return Some(Format::RuleFile);
        }
        let is_move = |word: &str| crate::read_move(word.trim_matches(',')).is_ok();
        let is_list = |line: &str| line.contains(',') && line.split(',').any(is_move);
        // A game without moves is the id of its rule set and nothing else. After such a line a list names its rules, too.
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).enumerate();
        let names_rules = |line: &str| line.split(',').next().is_some_and(|first| ruleset(first.trim()).is_some());
        let is_next = |(number, line): (usize, &str)| is_list(line) && (number == 0 || names_rules(line));
        if lines.find(|(_, line)| ruleset(line).is_none()).is_none_or(is_next) {
            return Some(Format::Commas);
        }
        let numbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let after_number = numbered.len() < word.len() && numbered.starts_with('.');
        if after_number || is_move(word) || word.starts_with(';') {
            return Some(Format::TagList);
        }
        (text.lines().filter(|line| !line.trim().is_empty()).take(7).count() == 7).then_some(Format::Diagram)
    }
}

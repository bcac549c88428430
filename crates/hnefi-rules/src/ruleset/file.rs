//! Rule files: TOML in, TOML out.
//!
//! A file either answers everything or names a `base` and changes some answers. What was read is always
//! a complete rule set, and that is what is written.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Answers, Grade, Point, Question, Ruleset, Senseless, Source, earlier, ruleset};
use crate::Setup;

/// The number that the `format` key of a rule file has today. Files of format 1 are read too.
pub const FORMAT: u32 = 2;

const MAX_TEXT: usize = 1000;

/// Why a rule file was refused. Each names the key at fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesetError {
    /// The text is not TOML, or a key has the wrong type, or a key outside the tables is missing or unknown.
    #[error("{0}")]
    Toml(String),
    /// The `format` key has another number.
    #[error("`format` is {0}, and this program reads formats 1 and {FORMAT}")]
    Format(u32),
    /// `base` names a rule set that this program does not have.
    #[error("`base = \"{0}\"` names no rule set of this program")]
    UnknownBase(String),
    /// A key is missing that only a house rule with a `base` may leave out.
    #[error("`{0}` is missing")]
    Missing(String),
    /// A table has a key that means nothing.
    #[error("`{0}` is unknown")]
    Unknown(String),
    /// An answer is a word that the question does not know.
    #[error("`answers.{}.is = \"{word}\"` is no answer: write {}", question.id(), question.words().join(" or "))]
    Answer {
        /// The question.
        question: Question,
        /// The word that stands in the file.
        word: String,
    },
    /// A grade is not `text`, `reading`, `default` or `house`.
    #[error("`{key}.grade = \"{grade}\"` is no grade: write text, reading, default or house")]
    Grade {
        /// The table.
        key: String,
        /// The word that stands in the file.
        grade: String,
    },
    /// A text is empty where it may not be, too long, or an id has other characters than it may.
    #[error("`{key}` {problem}")]
    Text {
        /// The key.
        key: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// `board` is not an odd number from 7 to 15, or not the size of the start position.
    #[error("`board` is {board}: write an odd number from 7 to 15 that fits the rows of `start` ({rows})")]
    Board {
        /// The number in the file.
        board: u8,
        /// The number of rows of the start position.
        rows: u8,
    },
    /// The start position cannot be read.
    #[error("`start`: {0}")]
    Start(String),
    /// The answers and the start position make no game.
    #[error("this makes no game: {0}")]
    Senseless(Senseless),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct FileIn {
    format: u32,
    id: String,
    name: String,
    publisher: Option<String>,
    opening_words: Option<String>,
    pub(super) base: Option<String>,
    #[serde(default)]
    pub(super) complete: bool,
    board: Option<u8>,
    start: Option<SourcedIn>,
    #[serde(default)]
    pub(super) answers: BTreeMap<String, SourcedIn>,
    #[serde(default)]
    pub(super) points: BTreeMap<String, SourcedIn>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields, expecting = "a table of its own, such as [answers.escape] with is = \"edge\"")]
pub(super) struct SourcedIn {
    pub(super) is: Option<String>,
    pub(super) grade: Option<String>,
    pub(super) section: Option<String>,
    pub(super) clause: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct FileOut<'a> {
    format: u32,
    id: &'a str,
    name: &'a str,
    publisher: &'a str,
    opening_words: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    base: Option<&'a str>,
    complete: bool,
    board: u8,
    start: SourcedOut<'a>,
    answers: BTreeMap<&'a str, SourcedOut<'a>>,
    points: BTreeMap<&'a str, SourcedOut<'a>>,
}

#[derive(Serialize)]
struct SourcedOut<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    is: Option<String>,
    grade: &'a str,
    section: &'a str,
    clause: &'a str,
}

impl Ruleset {
    /// Reads a rule file.
    ///
    /// A file without `base` must answer every question and give every point. A file with `base` starts
    /// from that rule set; what it changes is graded `house` unless it says otherwise.
    ///
    /// ```
    /// use hnefi_rules::{Question, Ruleset};
    /// let house = Ruleset::from_toml(r#"
    ///     format = 1
    ///     id = "my-table"
    ///     name = "As we play it"
    ///     base = "fetlar-2018"
    ///     [answers.no-move]
    ///     is = "loss"
    /// "#).unwrap();
    /// assert_eq!(house.changed(), [Question::NoMove]);
    /// ```
    ///
    /// # Errors
    /// A [`RulesetError`] that names the key at fault.
    pub fn from_toml(text: &str) -> Result<Ruleset, RulesetError> {
        let file: FileIn = toml::from_str(text).map_err(|e| RulesetError::Toml(e.to_string().trim_end().to_owned()))?;
        resolve(file)
    }

    /// Writes the complete rule set, so that [`Ruleset::from_toml`] reads the same one back without its base.
    pub fn to_toml(&self) -> String {
        let sourced = |source, is: Option<&str>| out(source, is.map(str::to_owned));
        let file = FileOut {
            format: FORMAT,
            id: &self.id,
            name: &self.name,
            publisher: &self.publisher,
            opening_words: &self.opening_words,
            base: self.base.as_deref(),
            complete: true,
            board: self.size(),
            start: out(&self.start_source, Some(self.start.to_rows())),
            answers: Question::ALL
                .iter()
                .map(|&q| (q.id(), sourced(self.source(q), Some(self.answers.word(q)))))
                .collect(),
            points: Point::ALL.iter().map(|&p| (p.id(), sourced(self.source(p), None))).collect(),
        };
        toml::to_string(&file).expect("strings, numbers and tables always fit TOML")
    }
}

fn out(source: &Source, is: Option<String>) -> SourcedOut<'_> {
    SourcedOut { is, grade: source.grade.id(), section: &source.section, clause: &source.clause }
}

/// The rule set that a house rule changes; `None` where a file is complete in itself.
type Base = Option<&'static Arc<Ruleset>>;

fn resolve(mut file: FileIn) -> Result<Ruleset, RulesetError> {
    match file.format {
        FORMAT => {}
        1 => earlier::from_format_1(&mut file),
        other => return Err(RulesetError::Format(other)),
    }
    let base = file.named()?;
    let publisher = file.head(file.publisher.as_deref(), base, "publisher")?;
    let opening_words = file.head(file.opening_words.as_deref(), base, "opening-words")?;
    file.known_keys()?;
    let answers = file.answers(base)?;
    let (answer_sources, point_sources) = (file.answer_sources(&answers, base)?, file.point_sources(base)?);
    let (start, start_source) = file.start(base)?;
    let ruleset = Ruleset {
        id: file.id,
        name: file.name,
        publisher,
        opening_words,
        base: file.base,
        start,
        answers,
        answer_sources,
        point_sources,
        start_source,
    };
    // Games are kept with their complete rules, and what was played once stays readable.
    let kept = file.format != FORMAT && file.complete;
    let checked = if kept { ruleset.can_be_set_up() } else { ruleset.sense() };
    checked.map_err(RulesetError::Senseless)?;
    Ok(ruleset)
}

impl FileIn {
    /// Checks id and name, and finds the base.
    fn named(&self) -> Result<Base, RulesetError> {
        check_id("id", &self.id)?;
        check_text("name", &self.name, 80)?;
        if !self.name.chars().any(is_visible) {
            return Err(RulesetError::Text { key: "name".into(), problem: "is empty" });
        }
        let base = match (&self.base, self.complete) {
            (Some(id), false) => {
                Some(ruleset(id).ok_or_else(|| RulesetError::UnknownBase(id.chars().take(40).collect()))?)
            }
            (Some(_), true) | (None, _) => None,
        };
        if let Some(base) = &self.base {
            check_id("base", base)?;
        }
        if base.is_some() && ruleset(&self.id).is_some() {
            return Err(RulesetError::Text {
                key: "id".into(),
                problem: "belongs to a rule set of this program; a house rule needs its own",
            });
        }
        Ok(base)
    }

    /// A text that is printed on a leaflet; a house rule may do without.
    fn head(&self, own: Option<&str>, base: Base, key: &str) -> Result<String, RulesetError> {
        let text = own.or(base.map(|_| "")).ok_or_else(|| RulesetError::Missing(key.into()))?;
        check_text(key, text, 200).map(|()| text.to_owned())
    }

    /// Refuses keys that are no questions and no points.
    fn known_keys(&self) -> Result<(), RulesetError> {
        if let Some(key) = self.answers.keys().find(|key| Question::from_id(key).is_none()) {
            return Err(RulesetError::Unknown(format!("answers.{key}")));
        }
        if let Some(key) = self.points.keys().find(|key| Point::from_id(key).is_none()) {
            return Err(RulesetError::Unknown(format!("points.{key}")));
        }
        if let Some((key, _)) = self.points.iter().find(|(_, point)| point.is.is_some()) {
            return Err(RulesetError::Unknown(format!("points.{key}.is")));
        }
        Ok(())
    }

    fn answers(&self, base: Base) -> Result<Answers, RulesetError> {
        Answers::read(
            |question| match self.answers.get(question.id()) {
                Some(given) => {
                    given.is.clone().ok_or_else(|| RulesetError::Missing(format!("answers.{}.is", question.id())))
                }
                None => match base {
                    Some(base) => Ok(base.answers().word(question).to_owned()),
                    None => Err(RulesetError::Missing(format!("answers.{}", question.id()))),
                },
            },
            |question, word| RulesetError::Answer { question, word: word.chars().take(40).collect() },
        )
    }

    fn answer_sources(&self, answers: &Answers, base: Base) -> Result<Vec<Source>, RulesetError> {
        let source_of = |&question: &Question| {
            let key = format!("answers.{}", question.id());
            let unchanged = base.filter(|b| b.answers().word(question) == answers.word(question));
            source(&key, self.answers.get(question.id()), base.is_some(), unchanged, |b| b.source(question))
        };
        Question::ALL.iter().map(source_of).collect()
    }

    fn point_sources(&self, base: Base) -> Result<Vec<Source>, RulesetError> {
        let source_of = |&point: &Point| {
            let key = format!("points.{}", point.id());
            source(&key, self.points.get(point.id()), base.is_some(), base, |b| b.source(point))
        };
        Point::ALL.iter().map(source_of).collect()
    }

    /// The start position, which fits the board, and where it comes from.
    fn start(&self, base: Base) -> Result<(Setup, Source), RulesetError> {
        let (start, start_source) = match (&self.start, base) {
            (None, None) => return Err(RulesetError::Missing("start".into())),
            (None, Some(base)) => (base.start.clone(), base.start_source.clone()),
            (Some(given), _) => {
                let rows = given.is.as_deref().ok_or_else(|| RulesetError::Missing("start.is".into()))?;
                let setup = Setup::from_rows(rows).map_err(|e| RulesetError::Start(e.to_string()))?;
                let unchanged = base.filter(|b| b.start == setup);
                let source = source("start", Some(given), base.is_some(), unchanged, |b| &b.start_source)?;
                (setup, source)
            }
        };
        let board = match (self.board, base) {
            (Some(board), _) => board,
            (None, Some(_)) => start.size(),
            (None, None) => return Err(RulesetError::Missing("board".into())),
        };
        if board != start.size() || board % 2 == 0 {
            return Err(RulesetError::Board { board, rows: start.size() });
        }
        Ok((start, start_source))
    }
}

fn source(
    key: &str,
    given: Option<&SourcedIn>,
    has_base: bool,
    unchanged: Option<&Arc<Ruleset>>,
    of_base: impl Fn(&Ruleset) -> &Source,
) -> Result<Source, RulesetError> {
    let from_base = || unchanged.map(|base| of_base(base).clone());
    let Some(given) = given else {
        return from_base().ok_or_else(|| RulesetError::Missing(key.to_owned()));
    };
    if has_base && given.grade.is_none() && given.clause.is_none() && given.section.is_none() {
        return Ok(from_base().unwrap_or_else(Source::house));
    }
    let grade = match &given.grade {
        Some(word) => Grade::from_id(word)
            .ok_or_else(|| RulesetError::Grade { key: key.to_owned(), grade: word.chars().take(40).collect() })?,
        None if has_base => Grade::House,
        None => return Err(RulesetError::Missing(format!("{key}.grade"))),
    };
    let text = |own: &Option<String>, name: &str| match own {
        Some(text) => check_text(&format!("{key}.{name}"), text, MAX_TEXT).map(|()| text.clone()),
        None if has_base => Ok(String::new()),
        None => Err(RulesetError::Missing(format!("{key}.{name}"))),
    };
    Ok(Source { grade, section: text(&given.section, "section")?, clause: text(&given.clause, "clause")? })
}

fn check_id(key: &str, id: &str) -> Result<(), RulesetError> {
    let fits =
        (1..=40).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    if fits {
        Ok(())
    } else {
        Err(RulesetError::Text { key: key.into(), problem: "must have 1 to 40 lower-case letters, digits and hyphens" })
    }
}

fn check_text(key: &str, text: &str, most: usize) -> Result<(), RulesetError> {
    if text.chars().count() > most {
        Err(RulesetError::Text { key: key.to_owned(), problem: "is too long" })
    } else if text.chars().any(|c| c.is_control() || turns_text_round(c)) {
        Err(RulesetError::Text { key: key.to_owned(), problem: "has control characters" })
    } else {
        Ok(())
    }
}

/// Line ends outside ASCII, and marks that turn the order of the letters after them round.
fn turns_text_round(c: char) -> bool {
    matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character leaves a mark on the page: neither space nor of no width.
fn is_visible(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use crate::{FORMAT, Question, Ruleset, ruleset};

    /// Stored games and shared house rules carry their answers in full, as many as there were questions.
    #[test]
    fn a_question_more_is_a_format_more() {
        assert_eq!(
            (FORMAT, Question::ALL.len()),
            (2, 27),
            "files of format {FORMAT} that are stored do not answer a question that is new: raise FORMAT in ruleset/file.rs, say \
             in ruleset/earlier.rs what they meant, and write both numbers here"
        );
    }

    #[test]
    fn odd_texts_are_refused_by_their_key() {
        let complete = ruleset("copenhagen").unwrap().to_toml();
        let refused = |text: &str| Ruleset::from_toml(text).unwrap_err().to_string();
        let with = |key: &str, text: &str| format!("{key} = \"{text}\"\n{complete}");
        assert!(Ruleset::from_toml(&with("base", "fetlar-2018")).is_ok());
        for base in ["", "<b>", "a\\nb", &"long".repeat(50)] {
            assert!(refused(&with("base", base)).starts_with("`base` must have"), "{base}");
        }
        let house = |name: &str| format!("format = 2\nid = \"ours\"\nbase = \"copenhagen\"\nname = \"{name}\"");
        assert!(Ruleset::from_toml(&house("Hnefatafl, \u{e6}\u{f0} \u{2014} \u{1f3f0}")).is_ok());
        assert_eq!(refused(&house("\u{200b} \u{2060}")), "`name` is empty");
        assert_eq!(refused(&house("Ours\u{202e}sruO")), "`name` has control characters");
        assert_eq!(refused(&house("Ours\u{2028}and more")), "`name` has control characters");
        let point = format!("{}\npoints.turns.is = \"none\"", house("Ours"));
        assert_eq!(refused(&point), "`points.turns.is` is unknown");
    }
}

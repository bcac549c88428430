//! A house rule as text carries it: its base and what it changes.

use std::collections::BTreeMap;
use std::sync::Arc;

use hnefi_rules::{Question, Ruleset, Setup, ruleset};
use serde::{Deserialize, Serialize};

use crate::RecordFault;
use crate::named::{nearest, short};

/// A house rule as it is written down: its base and what it changes. Nothing in it is checked yet.
///
/// ```
/// use hnefi_formats::read_record;
/// let line = r#"{"rules":"mine","house":{"base":"fetlar-2018","answers":{"no-move":"draw"}},"moves":[]}"#;
/// let house = read_record(line).unwrap().house.unwrap();
/// assert_eq!(house.ruleset("mine").unwrap().base(), Some("fetlar-2018"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct House {
    /// The id of the rule set that it starts from.
    pub base: String,
    /// What it is called, where that is neither its id nor the name of its base.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The rows of its start, where it is not that of the base.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// What it answers otherwise than the base: the words of the answers by the ids of the questions.
    #[serde(default)]
    pub answers: BTreeMap<String, String>,
}

impl House {
    /// What has to be written of a rule set, so that somebody else can play it; nothing if this program has it.
    pub(crate) fn of(ruleset: &Ruleset) -> Option<House> {
        if ruleset.is_published() {
            return None;
        }
        let base = nearest(ruleset);
        let word = |question| ruleset.answers().word(question);
        let changed = Question::ALL.iter().filter(|&&question| word(question) != base.answers().word(question));
        Some(House {
            base: base.id().to_owned(),
            name: Some(ruleset.name()).filter(|&name| name != ruleset.id() && name != base.name()).map(str::to_owned),
            start: (ruleset.start() != base.start()).then(|| ruleset.start().to_rows()),
            answers: changed.map(|&question| (question.id().to_owned(), word(question).to_owned())).collect(),
        })
    }

    /// The changes as `question=answer`, in the order of the questions.
    pub(crate) fn changes(&self) -> impl Iterator<Item = String> {
        let answers = Question::ALL.iter().filter_map(|question| self.answers.get_key_value(question.id()));
        answers.map(|(question, word)| format!("{question}={word}"))
    }

    /// Adds a change such as `no-move=loss`. No question may be changed twice.
    pub(crate) fn change(&mut self, change: &str) -> Result<(), RecordFault> {
        let parts = change.split_once('=').map(|(question, word)| (question.trim(), word.trim()));
        let (question, word) = parts.ok_or_else(|| RecordFault::House(short(change)))?;
        match self.answers.insert(question.to_owned(), word.to_owned()) {
            None => Ok(()),
            Some(_) => Err(RecordFault::House(short(change))),
        }
    }

    /// Builds the rule set, with an id that is its name, too, where it has none.
    ///
    /// # Errors
    /// A [`RecordFault`]: the base is unknown, the start cannot be read, a change says nothing, or the rule set makes no
    /// game.
    pub fn ruleset(&self, id: &str) -> Result<Arc<Ruleset>, RecordFault> {
        let base = ruleset(self.base.trim()).ok_or_else(|| RecordFault::UnknownRules(short(&self.base)))?;
        let quoted = |text: &str| serde_json::to_string(text).expect("a text always fits JSON");
        let name = self.name.as_deref().unwrap_or(id);
        let mut file = format!("format = 2\nid = {}\nname = {}\nbase = {:?}\n", quoted(id), quoted(name), base.id());
        if let Some(rows) = &self.start {
            let setup = Setup::from_rows(rows)?;
            file.push_str(&format!("[start]\nis = {:?}\n", setup.to_rows()));
        }
        for (question, word) in &self.answers {
            let known = Question::from_id(question).filter(|question| question.words().contains(&word.as_str()));
            let known = known.ok_or_else(|| RecordFault::House(short(&format!("{question}={word}"))))?;
            file.push_str(&format!("[answers.{}]\nis = {word:?}\n", known.id()));
        }
        Ok(Arc::new(Ruleset::from_toml(&file)?))
    }
}

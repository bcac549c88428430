//! What can be set on the engine.

use std::sync::Arc;
use std::time::Duration;

use hnefi_engine::{Engine, EngineOptions, Idea, Ideas, Level};
use hnefi_rules::{Ruleset, leaflets};

use crate::go::short;
use crate::{EvalFile, Variant, VariantError};

/// What can be set on the engine, and how it is set now.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// `Variant`: the rule set.
    pub ruleset: Arc<Ruleset>,
    /// The rule set with which the session began. `Variant` knows it by its id, whoever made it.
    pub home: Arc<Ruleset>,
    /// `Threads`, 1 to 64.
    pub threads: usize,
    /// `Hash`: mebibytes for the table of positions, 1 to 4096.
    pub hash: usize,
    /// `MultiPV`: how many moves are compared and told, 1 to 500.
    pub lines: usize,
    /// `Level`, 1 to 8.
    pub level: Level,
    /// `Seed`: where the chance moves of the weaker levels begin; 0 for another beginning each time.
    pub seed: u64,
    /// `MoveOverhead`: how much time a move loses on its way.
    pub overhead: Duration,
    /// `Without`: the ideas that the search uses are all but those named.
    pub ideas: Ideas,
    /// `EvalFile`: what judges positions.
    pub eval: EvalFile,
    /// `UCI_ShowWDL`: whether a score comes with the chances of a win, a draw and a loss.
    pub chances: bool,
}

/// Why an option cannot be set so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("there is no option `{0}`; `uci` lists them")]
    Unknown(String),
    /// The value is no whole number in the range.
    #[error("`{value}` is no value for {name}: write a whole number from {least} to {most}")]
    Range {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// The least value.
        least: u64,
        /// The greatest value.
        most: u64,
    },
    /// The value is neither true nor false.
    #[error("`{value}` is no value for {name}: write true or false")]
    Check {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
    },
    /// The search has no such idea.
    #[error("`{word}` is no idea of the search: write some of these, with commas between them: {known}")]
    Idea {
        /// What was given.
        word: String,
        /// The words of all ideas.
        known: String,
    },
    /// The file is nothing to judge by.
    #[error("`{path}` is nothing to judge by: {why}; write own, hand, or the path of a file of a net or of weights")]
    EvalFile {
        /// The path.
        path: String,
        /// What is wrong with the file.
        why: String,
    },
    /// The rule set is not known.
    #[error(transparent)]
    Variant(#[from] VariantError),
}

impl Default for Options {
    /// The first leaflet, one thread, 16 MiB, one line, full strength with every idea.
    fn default() -> Options {
        Options {
            ruleset: leaflets()[0].clone(),
            home: leaflets()[0].clone(),
            threads: 1,
            hash: 16,
            lines: 1,
            level: Level::FULL,
            seed: 0,
            overhead: Duration::from_millis(20),
            ideas: Ideas::ALL,
            eval: EvalFile::default(),
            chances: false,
        }
    }
}

impl Options {
    /// Sets an option by its name, in which capitals do not matter.
    ///
    /// ```
    /// use hnefi_uci::Options;
    /// let mut options = Options::default();
    /// options.set("hash", "64").unwrap();
    /// assert_eq!(options.hash, 64);
    /// assert!(options.set("Hash", "much").is_err());
    /// ```
    ///
    /// # Errors
    /// An [`OptionError`]; nothing is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        match name.to_ascii_lowercase().as_str() {
            "variant" | "uci_variant" if value.eq_ignore_ascii_case(self.home.id()) => self.ruleset = self.home.clone(),
            "variant" | "uci_variant" => self.ruleset = Variant::of(value)?.ruleset,
            "threads" => self.threads = number("Threads", value, 1, 64)? as usize,
            "hash" => self.hash = number("Hash", value, 1, 4096)? as usize,
            "multipv" => self.lines = number("MultiPV", value, 1, 500)? as usize,
            "level" => {
                let level = Level::from_id(value).map(|level| u64::from(level.number()));
                let number = level.map_or_else(|| number("Level", value, 1, 8), Ok)?;
                self.level = Level::ALL[number as usize - 1];
            }
            "seed" => self.seed = number("Seed", value, 0, u32::MAX.into())?,
            "moveoverhead" | "move overhead" => {
                self.overhead = Duration::from_millis(number("MoveOverhead", value, 0, 5_000)?);
            }
            "without" => self.ideas = all_but(value)?,
            "evalfile" => self.eval = EvalFile::of(value)?,
            "uci_showwdl" => {
                let wanted = value.to_ascii_lowercase().parse();
                self.chances = wanted.map_err(|_| OptionError::Check { name: "UCI_ShowWDL", value: short(value) })?;
            }
            // Pondering needs nothing but `go ponder`; the session clears what there is to clear.
            "ponder" | "clear hash" => {}
            _ => return Err(OptionError::Unknown(short(name))),
        }
        Ok(())
    }

    /// The lines in which `uci` answers what can be set.
    pub(crate) fn listed(&self) -> Vec<String> {
        let usual = Options::default();
        let home = self.home.id();
        let mut names: Vec<&str> = Variant::names().collect();
        if !names.contains(&home) {
            names.insert(0, home);
        }
        let variants: Vec<String> = names.iter().map(|name| format!(" var {name}")).collect();
        vec![
            format!("option name Variant type combo default {home}{}", variants.concat()),
            format!("option name Threads type spin default {} min 1 max 64", usual.threads),
            format!("option name Hash type spin default {} min 1 max 4096", usual.hash),
            format!("option name MultiPV type spin default {} min 1 max 500", usual.lines),
            format!("option name Level type spin default {} min 1 max 8", usual.level.number()),
            format!("option name Seed type spin default {} min 0 max {}", usual.seed, u32::MAX),
            format!("option name MoveOverhead type spin default {} min 0 max 5000", usual.overhead.as_millis()),
            "option name Ponder type check default false".to_owned(),
            "option name Clear Hash type button".to_owned(),
            format!("option name Without type string default {NOTHING}"),
            format!("option name EvalFile type string default {}", usual.eval.name()),
            format!("option name UCI_ShowWDL type check default {}", usual.chances),
        ]
    }

    /// What makes an engine: two with the same are the same engine.
    pub(crate) fn recipe(&self) -> Recipe {
        let seed = (self.seed != 0).then_some(self.seed);
        Recipe {
            options: EngineOptions { threads: self.threads, hash_mb: self.hash, seed },
            ideas: self.ideas,
            eval: self.eval.clone(),
        }
    }

    /// A new engine with these options.
    pub(crate) fn engine(&self) -> Engine {
        let Recipe { options, ideas, eval } = self.recipe();
        let gone = Idea::ALL.into_iter().filter(|&idea| !ideas.has(idea));
        gone.fold(Engine::of_mind(options, eval.choice().clone()), Engine::without)
    }
}

/// What makes an engine.
#[derive(Clone, PartialEq)]
pub(crate) struct Recipe {
    pub(crate) options: EngineOptions,
    pub(crate) ideas: Ideas,
    pub(crate) eval: EvalFile,
}

/// How programs that speak UCI write that a text is empty.
const NOTHING: &str = "<empty>";

/// Every idea but those of a list.
fn all_but(list: &str) -> Result<Ideas, OptionError> {
    let mut words = list.split(',').map(str::trim).filter(|&word| !word.is_empty() && word != NOTHING);
    words.try_fold(Ideas::ALL, |ideas, word| {
        let idea = Idea::from_id(&word.to_ascii_lowercase())
            .ok_or_else(|| OptionError::Idea { word: short(word), known: Idea::ALL.map(Idea::id).join(", ") })?;
        Ok(ideas.without(idea))
    })
}

fn number(name: &'static str, value: &str, least: u64, most: u64) -> Result<u64, OptionError> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| OptionError::Range { name, value: short(value), least, most })
}

//! Bad input in words: set-ups, rows, squares and rule files.

use hnefi_rules::{FORMAT, RowsError, Ruleset, RulesetError, Senseless, SetupError, SetupErrors, SquareError};

use crate::Words;

impl Words {
    /// One reason why a board cannot be played, as a sentence.
    pub fn setup_error(&self, error: &SetupError, ruleset: &Ruleset) -> String {
        self.setup_problem(error, ruleset.name())
    }

    fn setup_problem(&self, error: &SetupError, ruleset: &str) -> String {
        let id = format!("setup-{}", error.code());
        match *error {
            SetupError::NoKing => self.text(&id),
            SetupError::TwoKings(first, second) => {
                self.format(&id, &[("first", first.into()), ("second", second.into())])
            }
            SetupError::KingOnCorner(square)
            | SetupError::KingOnEdge(square)
            | SetupError::SoldierOnThrone(square)
            | SetupError::SoldierOnCorner(square) => self.format(&id, &[("square", square.into())]),
            SetupError::Size { given, wanted } => {
                self.format(&id, &[("given", given.into()), ("wanted", wanted.into()), ("ruleset", ruleset.into())])
            }
        }
    }

    /// Every reason why a board cannot be played, a sentence each.
    pub fn setup_errors(&self, errors: &SetupErrors, ruleset: &Ruleset) -> Vec<String> {
        errors.0.iter().map(|error| self.setup_error(error, ruleset)).collect()
    }

    /// Why rows could not be read, as a sentence.
    pub fn rows_error(&self, error: &RowsError) -> String {
        match error {
            RowsError::Slashes => self.text("rows-slashes"),
            RowsError::Count(count) => self.format("rows-count", &[("count", (*count).into())]),
            RowsError::Width { rank, squares, size } => self.format(
                "rows-width",
                &[("rank", (*rank).into()), ("squares", (*squares).into()), ("size", (*size).into())],
            ),
            RowsError::Letter { rank, letter } => {
                self.format("rows-letter", &[("rank", (*rank).into()), ("letter", letter.to_string().into())])
            }
        }
    }

    /// Why a text is no square, as a sentence.
    pub fn square_error(&self, error: &SquareError) -> String {
        self.format("square-error", &[("text", (&error.0).into())])
    }

    /// Why a rule file was refused, as a sentence.
    pub fn ruleset_error(&self, error: &RulesetError) -> String {
        match error {
            RulesetError::Toml(text) => self.format("ruleset-error-toml", &[("text", text.into())]),
            RulesetError::Format(given) => {
                self.format("ruleset-error-format", &[("given", (*given).into()), ("wanted", FORMAT.into())])
            }
            RulesetError::UnknownBase(base) => self.format("ruleset-error-unknown-base", &[("base", base.into())]),
            // An answer that has a table of its own is not taken from a base.
            RulesetError::Missing(key) if key.ends_with(".is") => {
                self.format("ruleset-error-missing-word", &[("key", key.into())])
            }
            RulesetError::Missing(key) => self.format("ruleset-error-missing", &[("key", key.into())]),
            RulesetError::Unknown(key) => self.format("ruleset-error-unknown", &[("key", key.into())]),
            RulesetError::Answer { question, word } => {
                let (key, words) = (format!("answers.{}", question.id()), self.list_either(question.words()));
                self.format(
                    "ruleset-error-answer",
                    &[("key", key.into()), ("word", word.into()), ("words", words.into())],
                )
            }
            RulesetError::Grade { key, grade } => {
                self.format("ruleset-error-grade", &[("key", key.into()), ("grade", grade.into())])
            }
            RulesetError::Text { key, problem } => {
                self.format("ruleset-error-text", &[("key", key.into()), ("problem", (*problem).into())])
            }
            RulesetError::Board { board, rows } => {
                self.format("ruleset-error-board", &[("board", (*board).into()), ("rows", (*rows).into())])
            }
            RulesetError::Start(text) => self.format("ruleset-error-start", &[("text", text.into())]),
            RulesetError::Senseless(senseless) => self.senseless(senseless),
        }
    }

    /// Why a rule set makes no game, as a sentence.
    pub fn senseless(&self, senseless: &Senseless) -> String {
        match senseless {
            Senseless::Start(errors) => {
                // A rule set's own start position always has the size of its board, which no name need explain.
                let problems: Vec<String> = errors.0.iter().map(|error| self.setup_problem(error, "")).collect();
                self.format("senseless-start", &[("problems", problems.join(" ").into())])
            }
            Senseless::FirstCannotMove(side) => self.format("senseless-first-cannot-move", &[("side", (*side).into())]),
            Senseless::Decided(side) => self.format("senseless-decided-already", &[("side", (*side).into())]),
            Senseless::FirstWinsAtOnce { side, with } => self.format(
                "senseless-first-wins-at-once",
                &[("side", (*side).into()), ("move", self.intent(*with).into())],
            ),
            Senseless::FirstLosesAtOnce(side) => {
                self.format("senseless-first-loses-at-once", &[("side", (*side).into())])
            }
            Senseless::OverAfterOneMove(side) => {
                self.format("senseless-over-after-one-move", &[("side", (*side).into())])
            }
            Senseless::TooFewAttackers { attackers, needed } => self.format(
                "senseless-too-few-attackers",
                &[("attackers", (*attackers).into()), ("needed", (*needed).into())],
            ),
        }
    }
}

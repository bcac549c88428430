//! The option `EvalFile`: what judges positions.

use std::path::Path;

use hnefi_engine::MindChoice;

use crate::OptionError;

/// What judges positions, and how it was named.
#[derive(Clone, Debug)]
pub struct EvalFile {
    name: String,
    choice: MindChoice,
}

impl EvalFile {
    /// The engine's own choice: a net where it brings one along, else by hand.
    const OWN: &'static str = "own";

    /// The evaluation by hand.
    const HAND: &'static str = "hand";

    /// Reads the option's value: `own`, `hand`, or the path of a file of a net or of weights.
    ///
    /// # Errors
    /// A file that cannot be read or holds neither.
    pub(crate) fn of(value: &str) -> Result<EvalFile, OptionError> {
        let choice = match value {
            EvalFile::OWN => MindChoice::Own,
            EvalFile::HAND => MindChoice::Hand,
            path => {
                let failed = |why: String| OptionError::EvalFile { path: path.to_owned(), why };
                let bytes = std::fs::read(Path::new(path)).map_err(|error| failed(error.to_string()))?;
                MindChoice::from_bytes(&bytes).map_err(|error| failed(error.to_string()))?
            }
        };
        Ok(EvalFile { name: value.to_owned(), choice })
    }

    /// How it was named: `own`, `hand`, or a path.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// By what the engine judges.
    pub fn choice(&self) -> &MindChoice {
        &self.choice
    }
}

impl Default for EvalFile {
    /// The engine's own choice.
    fn default() -> EvalFile {
        EvalFile { name: EvalFile::OWN.to_owned(), choice: MindChoice::Own }
    }
}

impl PartialEq for EvalFile {
    fn eq(&self, other: &EvalFile) -> bool {
        // One name stands for one kind of choice, unless another file took its place.
        let same = match (&self.choice, &other.choice) {
            (MindChoice::Net(one), MindChoice::Net(other)) => one == other,
            (MindChoice::Weights(one), MindChoice::Weights(other)) => one == other,
            (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
        };
        self.name == other.name && same
    }
}

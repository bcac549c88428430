//! Errors of the program and their exit codes.
//!
//! 0: all is well. 1: something failed, or a recorded game had an error. 2: the command line cannot be
//! understood or names something that is not there (clap's own errors have this code too).

use std::io::ErrorKind;
use std::process::ExitCode;

use hnefi_selfplay::ShardError;
use hnefi_words::{Value, Words};

/// Why a command could not do what it was asked to do.
#[derive(Debug)]
pub(crate) enum Error {
    /// What was typed cannot be used; the sentence says why.
    Input(String),
    /// Something failed on the way; the sentence says what.
    Failed(String),
    /// The output could not be written.
    Output(std::io::Error),
}

impl Error {
    /// Bad input, in the words of a message.
    pub(crate) fn input(id: &str, values: &[(&str, Value<'_>)]) -> Error {
        Error::Input(Words::english().format(id, values))
    }

    /// A file that could not be read or written.
    pub(crate) fn file(path: &std::path::Path, error: &std::io::Error) -> Error {
        let (path, message) = (path.display().to_string(), error.to_string());
        Error::caused(
            Words::english().format("cli-error-file", &[("path", path.into()), ("message", message.into())]),
            error,
        )
    }

    /// What failed because of a file. One that is not there was named wrongly, and so was a folder where a file should be.
    pub(crate) fn caused(text: String, cause: &std::io::Error) -> Error {
        match cause.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::IsADirectory => Error::Input(text),
            _ => Error::Failed(text),
        }
    }

    /// Whether nobody reads the output any more.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        matches!(self, Error::Output(error) if error.kind() == ErrorKind::BrokenPipe)
    }

    /// The code with which the program exits.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Error::Input(_) => ExitCode::from(2),
            Error::Failed(_) | Error::Output(_) => ExitCode::from(1),
        }
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Error {
        Error::Output(error)
    }
}

impl From<ShardError> for Error {
    fn from(error: ShardError) -> Error {
        let text = error.to_string();
        match error {
            ShardError::File { error, .. } => Error::caused(text, &error),
            _ => Error::Failed(text),
        }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Input(text) | Error::Failed(text) => f.write_str(text),
            Error::Output(error) => error.fmt(f),
        }
    }
}

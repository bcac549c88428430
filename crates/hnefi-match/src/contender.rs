//! Who takes part in a match.

use std::path::PathBuf;

use hnefi_uci::split_command;

use crate::openings::digest;

/// Who takes part in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contender {
    /// The name in records and results.
    pub name: String,
    /// The command line that starts it; `None` for our own engine in this process.
    pub command: Option<String>,
    /// What is set before the first game, name and value.
    pub options: Vec<(String, String)>,
}

impl Contender {
    /// An engine by its command line, or our own for `own`.
    ///
    /// ```
    /// use hnefi_match::Contender;
    /// assert_eq!(Contender::of("own").command, None);
    /// assert_eq!(Contender::of("/opt/hnefi-old uci").name, "hnefi-old");
    /// ```
    pub fn of(text: &str) -> Contender {
        let text = text.trim();
        if text == "own" {
            return Contender { name: "own".to_owned(), command: None, options: Vec::new() };
        }
        let program = split_command(text).and_then(|words| words.into_iter().next());
        let file = program.as_ref().and_then(|p| std::path::Path::new(p).file_name());
        let name = file.map_or_else(|| text.to_owned(), |name| name.to_string_lossy().into_owned());
        Contender { name, command: Some(text.to_owned()), options: Vec::new() }
    }

    /// What tells this build of it from another one, as far as the program is a file that can be read.
    pub(crate) fn build(&self) -> Option<String> {
        let path = match &self.command {
            None => std::env::current_exe().ok()?,
            Some(command) => PathBuf::from(split_command(command)?.into_iter().next()?),
        };
        std::fs::read(path).ok().map(|bytes| digest(&bytes))
    }
}

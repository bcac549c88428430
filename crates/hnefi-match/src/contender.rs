//! Who takes part in a match.

use std::collections::BTreeMap;
use std::path::PathBuf;

use hnefi_net::Net;
use hnefi_uci::{Variant, split_command};

use crate::openings::digest;

/// Who takes part in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contender {
    /// The name in records and results.
    pub name: String,
    /// How it is reached: the command line that starts it, with the word for its protocol before it if that is
    /// not UCI; `None` for our own engine in this process.
    pub command: Option<String>,
    /// What is set before the first game, name and value.
    pub options: Vec<(String, String)>,
}

/// What an engine speaks, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// UCI, over its standard input and output.
    Uci,
    /// The Hnefatafl Text Protocol, over its standard input and output.
    Text,
    /// The same, over a connection that it makes to this port of our machine.
    TextOnPort(u16),
}

/// Why a text names nobody who could take part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContenderError {
    /// After `htp@` stands no port.
    #[error("`{0}` is no port: write a number from 1 to 65535 and a colon after `htp@`")]
    Port(String),
}

/// The protocol that a command is written for, and the command line.
fn protocol(text: &str) -> Result<(Protocol, &str), ContenderError> {
    if let Some(command) = text.strip_prefix("htp:") {
        return Ok((Protocol::Text, command));
    }
    let Some(rest) = text.strip_prefix("htp@") else { return Ok((Protocol::Uci, text)) };
    let (port, command) = rest.split_once(':').unwrap_or((rest, ""));
    match port.parse() {
        Ok(number) if number > 0 && rest.contains(':') => Ok((Protocol::TextOnPort(number), command)),
        _ => Err(ContenderError::Port(port.to_owned())),
    }
}

impl Contender {
    /// An engine by its command line, or our own for `own`. `htp:` before the command line says that it speaks the
    /// Hnefatafl Text Protocol, and `htp@49152:` that it does so over a connection to that port, which it makes.
    ///
    /// ```
    /// use hnefi_match::Contender;
    /// assert_eq!(Contender::of("own")?.command, None);
    /// assert_eq!(Contender::of("/opt/hnefi-old uci")?.name, "hnefi-old");
    /// assert_eq!(Contender::of("htp:/opt/rival --slow")?.name, "rival");
    /// assert!(Contender::of("htp@99999:/opt/rival").is_err());
    /// # Ok::<(), hnefi_match::ContenderError>(())
    /// ```
    ///
    /// # Errors
    /// A [`ContenderError`] where `htp@` is followed by no port.
    pub fn of(text: &str) -> Result<Contender, ContenderError> {
        let text = text.trim();
        if text == "own" {
            return Ok(Contender { name: "own".to_owned(), command: None, options: Vec::new() });
        }
        let program = split_command(protocol(text)?.1).and_then(|words| words.into_iter().next());
        let file = program.as_ref().and_then(|p| std::path::Path::new(p).file_name());
        let name = file.map_or_else(|| text.to_owned(), |name| name.to_string_lossy().into_owned());
        Ok(Contender { name, command: Some(text.to_owned()), options: Vec::new() })
    }

    /// What it speaks, and the command line that starts it, unless it is our own.
    pub(crate) fn reached(&self) -> Option<(Protocol, &str)> {
        // A command that was made up elsewhere and says a wrong port is started as it is, and fails then.
        self.command.as_deref().map(|text| protocol(text).unwrap_or((Protocol::Uci, text)))
    }

    /// Whether it is told by an option, and by an id, under which rule set it plays.
    pub(crate) fn is_asked_by_id(&self) -> bool {
        matches!(self.reached(), Some((Protocol::Uci, _)))
            && !self.options.iter().any(|(name, _)| Variant::is_option(name))
    }

    /// What tells the files that its options name, such as a net, from others of the same names: their digests, by the names of the options.
    pub(crate) fn files(&self) -> BTreeMap<String, String> {
        let told_apart = |bytes: &[u8]| Net::from_bytes(bytes).map_or_else(|_| digest(bytes), |net| net_digest(&net));
        let file = |(name, value): &(String, String)| Some((name.clone(), told_apart(&std::fs::read(value).ok()?)));
        self.options.iter().filter_map(file).collect()
    }

    /// What tells this build of it from another one, as far as the program is a file that can be read.
    pub(crate) fn build(&self) -> Option<String> {
        let path = match self.reached() {
            None => std::env::current_exe().ok()?,
            Some((_, command)) => PathBuf::from(split_command(command)?.into_iter().next()?),
        };
        std::fs::read(path).ok().map(|bytes| digest(&bytes))
    }
}

/// A net is the same one when more is told of it.
pub(crate) fn net_digest(net: &Net) -> String {
    format!("net {:08x}", net.digest())
}

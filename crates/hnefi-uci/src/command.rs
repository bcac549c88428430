//! A line, and what it asks for.

use crate::Go;
use crate::go::short;

/// What a line asks for. Squares, rule sets and values are not looked at yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Nothing stands on the line.
    Nothing,
    /// `uci`: who are you?
    Uci,
    /// `isready`: have you done all that was asked?
    IsReady,
    /// `setoption name N value V`.
    SetOption {
        /// The name; more than one word is joined with spaces.
        name: String,
        /// The value as it stands, without what is blank round it; empty for a button.
        value: String,
    },
    /// `ucinewgame`: forget the last game.
    NewGame,
    /// `position …`: the words after it.
    Position(Vec<String>),
    /// `go …`.
    Go(Box<Go>),
    /// `go perft N`, or `perft N`.
    Perft(u32),
    /// `bench`, `bench N`.
    Bench(Option<u32>),
    /// `stop`.
    Stop,
    /// `ponderhit`: the move that was pondered on has been played.
    PonderHit,
    /// `d`: show the position.
    Show,
    /// `eval`: judge the position without searching.
    Eval,
    /// `debug on`, `debug off`, `register …`: nothing follows from it.
    Ignored,
    /// `quit`.
    Quit,
}

/// Why a line asks for nothing that can be done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// A word is not known there.
    #[error("`{word}` is no {what} known here")]
    Unknown {
        /// What it should be.
        what: &'static str,
        /// The word.
        word: String,
    },
    /// What follows a word is no number.
    #[error("{}", no_number(word, value))]
    Number {
        /// The word before it.
        word: String,
        /// What stands there.
        value: String,
    },
    /// `setoption` has another form than `setoption name N value V`.
    #[error("write: setoption name NAME value VALUE")]
    SetOption,
}

fn no_number(word: &str, value: &str) -> String {
    match value {
        "" => format!("`{word}` needs a number after it"),
        _ => format!("`{value}` is no number for `{word}`"),
    }
}

impl Command {
    /// Reads a line.
    ///
    /// ```
    /// use hnefi_uci::Command;
    /// assert_eq!(Command::read(" isready ").unwrap(), Command::IsReady);
    /// assert_eq!(Command::read("go perft 3").unwrap(), Command::Perft(3));
    /// assert_eq!(Command::read("dance").unwrap_err().to_string(), "`dance` is no command known here");
    /// ```
    ///
    /// # Errors
    /// A [`CommandError`] that names the word at fault.
    pub fn read(line: &str) -> Result<Command, CommandError> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Ok(Command::Nothing) };
        Ok(match first {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "setoption" => set_option(line.trim_start().strip_prefix(first).unwrap_or_default())?,
            "ucinewgame" => Command::NewGame,
            "position" => Command::Position(words.map(str::to_owned).collect()),
            "go" => match words.clone().next() {
                Some("perft") => Command::Perft(depth("perft", words.nth(1))?),
                _ => Command::Go(Box::new(Go::read(words)?)),
            },
            "perft" => Command::Perft(depth("perft", words.next())?),
            "bench" => Command::Bench(words.next().map(bench_depth).transpose()?),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "d" | "board" => Command::Show,
            "eval" => Command::Eval,
            "debug" | "register" => Command::Ignored,
            "quit" => Command::Quit,
            other => return Err(CommandError::Unknown { what: "command", word: short(other) }),
        })
    }
}

/// Reads what follows `setoption`. A value is taken letter for letter: a path may have several spaces in a row.
fn set_option(text: &str) -> Result<Command, CommandError> {
    let (first, mut rest) = word(text);
    let (mut name, mut value) = (Vec::new(), "");
    loop {
        let (next, after) = word(rest);
        match next {
            "" => break,
            "value" => {
                value = after.trim();
                break;
            }
            _ => name.push(next),
        }
        rest = after;
    }
    if first != "name" || name.is_empty() {
        return Err(CommandError::SetOption);
    }
    Ok(Command::SetOption { name: name.join(" "), value: value.to_owned() })
}

/// The first word of a text, and what stands after it.
fn word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

fn bench_depth(word: &str) -> Result<u32, CommandError> {
    match depth("bench", Some(word))? {
        0 => Err(CommandError::Number { word: "bench".to_owned(), value: word.to_owned() }),
        depth => Ok(depth),
    }
}

fn depth(word: &str, value: Option<&str>) -> Result<u32, CommandError> {
    let depth = value.and_then(|value| value.parse().ok()).filter(|depth| *depth <= 100);
    depth.ok_or_else(|| CommandError::Number { word: word.to_owned(), value: short(value.unwrap_or("")) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_a_name_and_perhaps_a_value() {
        let set = |name: &str, value: &str| Ok(Command::SetOption { name: name.into(), value: value.into() });
        assert_eq!(Command::read("setoption name Hash value 64"), set("Hash", "64"));
        assert_eq!(Command::read("setoption name Clear Hash"), set("Clear Hash", ""));
        assert_eq!(Command::read("setoption name File value a b"), set("File", "a b"));
        assert_eq!(Command::read(" setoption\tname  Clear  Hash "), set("Clear Hash", ""));
        assert_eq!(
            Command::read("setoption name File value  my  net value.hnet \r"),
            set("File", "my  net value.hnet")
        );
        for line in ["setoption", "setoption Hash 64", "setoption name", "setoption name value 3"] {
            assert_eq!(Command::read(line), Err(CommandError::SetOption), "{line}");
        }
    }

    #[test]
    fn depths_are_bounded() {
        assert_eq!(Command::read("perft 0"), Ok(Command::Perft(0)));
        assert!(Command::read("perft 101").is_err());
        assert!(Command::read("go perft").is_err());
        assert!(Command::read("bench x").is_err() && Command::read("bench 0").is_err());
        assert_eq!(Command::read("bench"), Ok(Command::Bench(None)));
    }
}

//! Standard output: buffered, coloured only on a terminal and never with `NO_COLOR`.

use std::io::{BufWriter, IsTerminal, Result, Stdout, Write};
use std::path::{Path, PathBuf};

use crate::error::Error;

/// Where a command writes.
pub(crate) struct Output {
    to: BufWriter<Stdout>,
    colour: bool,
    width: usize,
}

/// How a piece of text looks where colour is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// A heading.
    Strong,
    /// What matters less.
    Faint,
    /// An attacker on the board.
    Attacker,
    /// A defender on the board.
    Defender,
    /// The king on the board.
    King,
    /// Something wrong.
    Wrong,
    /// The square that was moved to.
    Last,
}

impl Style {
    const fn code(self) -> &'static str {
        match self {
            Style::Strong => "1",
            Style::Faint => "2",
            Style::Attacker => "31",
            Style::Defender => "36",
            Style::King => "1;33",
            Style::Wrong => "31",
            Style::Last => "7",
        }
    }
}

/// A text that came out of a file, without the characters that would steer the terminal.
pub(crate) fn harmless(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c }).collect()
}

/// Says something on standard error. Where nobody listens there, the work goes on all the same.
pub(crate) fn say_beside(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Writes a file whole: nobody finds half of it.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> std::result::Result<(), Error> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    std::fs::write(&part, bytes).and_then(|()| std::fs::rename(&part, path)).map_err(|error| {
        let _ = std::fs::remove_file(&part);
        Error::file(path, &error)
    })
}

impl Output {
    /// Standard output.
    pub(crate) fn to_terminal() -> Output {
        let stdout = std::io::stdout();
        let forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let colour = stdout.is_terminal() && !forbidden;
        let width =
            terminal_size::terminal_size_of(&stdout).map_or(WIDTH, |(width, _)| usize::from(width.0).max(NARROWEST));
        Output { to: BufWriter::new(stdout), colour, width }
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> Result<()> {
        writeln!(self.to, "{}", text.as_ref())
    }

    /// Writes text without ending the line.
    pub(crate) fn part(&mut self, text: impl AsRef<str>) -> Result<()> {
        write!(self.to, "{}", text.as_ref())
    }

    /// Writes what is buffered.
    pub(crate) fn flush(&mut self) -> Result<()> {
        self.to.flush()
    }

    /// A text in a style, if colour is allowed.
    pub(crate) fn styled(&self, style: Style, text: impl AsRef<str>) -> String {
        self.styled_all(&[style], text)
    }

    /// A text in several styles at once, if colour is allowed.
    pub(crate) fn styled_all(&self, styles: &[Style], text: impl AsRef<str>) -> String {
        let text = text.as_ref();
        if !self.colour || styles.is_empty() {
            return text.to_owned();
        }
        let codes: Vec<&str> = styles.iter().map(|s| s.code()).collect();
        format!("\x1b[{}m{text}\x1b[0m", codes.join(";"))
    }

    /// Writes a text broken into lines that fit the terminal, each after an indent of so many spaces.
    pub(crate) fn wrapped(&mut self, indent: usize, text: &str) -> Result<()> {
        self.hanging(&" ".repeat(indent), indent, text)
    }

    /// The same in a style, without an indent.
    pub(crate) fn wrapped_in(&mut self, style: Style, text: &str) -> Result<()> {
        lines(self.width, "", 0, text).iter().try_for_each(|line| self.line(self.styled(style, line)))
    }

    /// The same with a beginning of its own on the first line, as wide as the indent.
    pub(crate) fn hanging(&mut self, beginning: &str, indent: usize, text: &str) -> Result<()> {
        lines(self.width, beginning, indent, text).iter().try_for_each(|line| self.line(line))
    }

    /// Whether a line fits the terminal.
    pub(crate) fn fits(&self, line: &str) -> bool {
        line.chars().count() <= self.width
    }
}

/// A text in lines of so many columns at most.
fn lines(columns: usize, beginning: &str, indent: usize, text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = beginning.to_owned();
    let (mut width, mut empty) = (indent, true);
    for word in text.split_whitespace() {
        let long = word.chars().count();
        if !empty && width + 1 + long > columns {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
            (width, empty) = (indent, true);
        }
        if !empty {
            line.push(' ');
            width += 1;
        }
        line.push_str(word);
        width += long;
        empty = false;
    }
    if !empty {
        lines.push(line);
    }
    lines
}

/// How many columns a line may take where nobody knows how wide the terminal is.
const WIDTH: usize = 80;
/// The least that lines are broken to.
const NARROWEST: usize = 30;

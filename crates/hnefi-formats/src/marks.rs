//! What comments draw on the board, and the chances that they note: commands such as `[%cal Gd1d4]` between the words.

use std::fmt;
use std::str::FromStr;

use hnefi_rules::Square;

/// A comment, its words apart from what it draws and notes.
///
/// ```
/// use hnefi_formats::Remarks;
/// let remarks = Remarks::read("Bold. [%csl Ge5][%cal Gd1d4,Rf4i4] [%chances 310,420,270]");
/// assert_eq!(remarks.words, "Bold.");
/// assert_eq!(remarks.marks.len(), 3);
/// assert_eq!(remarks.chances, Some([310, 420, 270]));
/// assert_eq!(remarks.to_string(), "Bold. [%csl Ge5] [%cal Gd1d4,Rf4i4] [%chances 310,420,270]");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// The words, with commands that mean nothing here.
    pub words: String,
    /// Coloured squares and arrows, in the order in which they were drawn.
    pub marks: Vec<Mark>,
    /// How likely each end is, in thousandths: the attackers win, nobody does, the defenders win.
    pub chances: Option<[u16; 3]>,
}

/// A coloured square, or an arrow.
///
/// ```
/// use hnefi_formats::{Colour, Mark};
/// let mark: Mark = "Ra10k10".parse().unwrap();
/// assert_eq!((mark.colour, mark.to.unwrap().to_string().as_str()), (Colour::Red, "k10"));
/// assert_eq!("Ge5".parse::<Mark>().unwrap().to_string(), "Ge5");
/// assert!("e5".parse::<Mark>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Its colour.
    pub colour: Colour,
    /// The square, or where the arrow begins.
    pub from: Square,
    /// Where the arrow ends.
    pub to: Option<Square>,
}

/// The colours that such a command knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Written `G`.
    Green,
    /// Written `R`.
    Red,
    /// Written `Y`.
    Yellow,
    /// Written `B`.
    Blue,
}

impl Colour {
    /// Every colour.
    pub const ALL: [Colour; 4] = [Colour::Green, Colour::Red, Colour::Yellow, Colour::Blue];

    /// The word for this colour.
    pub const fn id(self) -> &'static str {
        match self {
            Colour::Green => "green",
            Colour::Red => "red",
            Colour::Yellow => "yellow",
            Colour::Blue => "blue",
        }
    }

    const fn letter(self) -> char {
        match self {
            Colour::Green => 'G',
            Colour::Red => 'R',
            Colour::Yellow => 'Y',
            Colour::Blue => 'B',
        }
    }
}

/// A text is no mark.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no coloured square or arrow such as `Ge5` or `Gd1d4`")]
pub struct MarkError(pub String);

impl FromStr for Mark {
    type Err = MarkError;

    fn from_str(text: &str) -> Result<Mark, MarkError> {
        let read = || {
            let letter = text.chars().next()?;
            let colour = Colour::ALL.into_iter().find(|colour| colour.letter() == letter.to_ascii_uppercase())?;
            let squares = text.get(letter.len_utf8()..)?;
            let second = squares.char_indices().skip(1).find(|(_, c)| c.is_ascii_alphabetic()).map(|(at, _)| at);
            let (from, to) = second.map_or((squares, None), |at| (&squares[..at], Some(&squares[at..])));
            Some(Mark { colour, from: from.parse().ok()?, to: to.map(str::parse).transpose().ok()? })
        };
        read().ok_or_else(|| MarkError(text.chars().take(20).collect()))
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.colour.letter(), self.from)?;
        self.to.map_or(Ok(()), |to| write!(f, "{to}"))
    }
}

impl Remarks {
    /// Takes a comment apart. What cannot be read of a command stays among the words.
    pub fn read(comment: &str) -> Remarks {
        let mut remarks = Remarks::default();
        let mut words: Vec<&str> = Vec::new();
        let mut rest = comment;
        let mut from = 0;
        while let Some(at) = rest[from..].find("[%").map(|at| at + from) {
            let Some(end) = rest[at..].find(']').map(|end| at + end) else { break };
            if remarks.take(&rest[at + 2..end]).is_some() {
                words.push(&rest[..at]);
                rest = &rest[end + 1..];
                from = 0;
            } else {
                from = end;
            }
        }
        words.push(rest);
        let words: Vec<&str> = words.into_iter().map(str::trim).filter(|words| !words.is_empty()).collect();
        remarks.words = words.join(" ");
        remarks
    }

    fn take(&mut self, command: &str) -> Option<()> {
        let (name, values) = command.split_once(' ')?;
        let values = values.split(',').map(str::trim);
        match name {
            "csl" | "cal" => {
                let marks: Result<Vec<Mark>, _> = values.map(str::parse).collect();
                let marks = marks.ok()?;
                if marks.iter().any(|mark| mark.to.is_some() != (name == "cal")) {
                    return None;
                }
                self.marks.extend(marks);
            }
            "chances" => {
                let chances: Result<Vec<u16>, _> = values.map(str::parse).collect();
                let chances: [u16; 3] = chances.ok()?.try_into().ok()?;
                if chances.iter().map(|&part| u32::from(part)).sum::<u32>() != 1000 {
                    return None;
                }
                self.chances = Some(chances);
            }
            _ => return None,
        }
        Some(())
    }

    /// Draws a mark; takes it away where it is there in the same colour, and colours it anew where it is there in another.
    pub fn toggle(&mut self, mark: Mark) {
        let there = self.marks.contains(&mark);
        self.marks.retain(|other| (other.from, other.to) != (mark.from, mark.to));
        if !there {
            self.marks.push(mark);
        }
    }
}

impl fmt::Display for Remarks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |arrows: bool| {
            let marks = self.marks.iter().filter(|mark| mark.to.is_some() == arrows);
            marks.map(Mark::to_string).collect::<Vec<_>>().join(",")
        };
        let chances = self.chances.map(|[a, d, k]| format!("{a},{d},{k}")).unwrap_or_default();
        let commands = [("csl", list(false)), ("cal", list(true)), ("chances", chances)];
        f.write_str(&self.words)?;
        let mut gap = if self.words.is_empty() { "" } else { " " };
        for (name, values) in commands.iter().filter(|(_, values)| !values.is_empty()) {
            write!(f, "{gap}[%{name} {values}]")?;
            gap = " ";
        }
        Ok(())
    }
}

/// The commands that this program knows.
const COMMANDS: [&str; 3] = ["csl ", "cal ", "chances "];

/// A comment with its commands between round brackets, for a format in which square ones end it.
pub(crate) fn round_brackets(comment: &str) -> String {
    rebracket(comment, ["[%", "]"], ["(%", ")"])
}

/// A comment with its commands between square brackets again.
pub(crate) fn square_brackets(comment: &str) -> String {
    rebracket(comment, ["(%", ")"], ["[%", "]"])
}

fn rebracket(comment: &str, old: [&str; 2], new: [&str; 2]) -> String {
    let mut text = String::with_capacity(comment.len());
    let mut rest = comment;
    while let Some(at) = rest.find(old[0]) {
        let (before, command) = (&rest[..at], &rest[at + 2..]);
        text.push_str(before);
        match command.find(old[1]).filter(|_| COMMANDS.iter().any(|name| command.starts_with(name))) {
            Some(end) => {
                text.push_str(new[0]);
                text.push_str(&command[..end]);
                text.push_str(new[1]);
                rest = &command[end + 1..];
            }
            None => {
                text.push_str(old[0]);
                rest = command;
            }
        }
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_command_stays_among_the_words() {
        for words in ["[%clk 1:00:00] Hm.", "[%cal Gd1]", "[%csl Gd1d4]", "[%chances 1,2,3]", "[%cal Gd1d4", "a [b] c"]
        {
            let remarks = Remarks::read(words);
            assert_eq!((remarks.words.as_str(), remarks.marks.len(), remarks.chances), (words, 0, None));
        }
        let remarks = Remarks::read("[%clk 1:00] one [%csl Ba1] two");
        assert_eq!((remarks.words.as_str(), remarks.marks.len()), ("[%clk 1:00] one two", 1));
    }

    #[test]
    fn a_mark_is_toggled() {
        let mut remarks = Remarks::default();
        let mark = |text: &str| text.parse::<Mark>().unwrap();
        remarks.toggle(mark("Gd1d4"));
        remarks.toggle(mark("Ge5"));
        remarks.toggle(mark("Rd1d4"));
        assert_eq!(remarks.to_string(), "[%csl Ge5] [%cal Rd1d4]");
        remarks.toggle(mark("Rd1d4"));
        assert_eq!(remarks.to_string(), "[%csl Ge5]");
    }

    #[test]
    fn brackets_come_back_as_they_were() {
        let comment = "See (%x) [1] [%cal Gd1d4] and [%clk 1] [%csl Ge5]";
        let round = round_brackets(comment);
        assert_eq!(round, "See (%x) [1] (%cal Gd1d4) and [%clk 1] (%csl Ge5)");
        assert_eq!(square_brackets(&round), comment);
    }
}

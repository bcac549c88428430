//! What people say to each other beside a game.

use std::str::FromStr;

use thiserror::Error;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Where something is said. What is said in one room is not heard in the other one while the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TalkRoom {
    /// Among those who play.
    Players,
    /// Among those who watch; who has played hears it after the end.
    Watchers,
}

/// Something to say that needs no typing. It is stored by its key, so that everybody reads it in his own language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Greeting {
    /// Hello.
    Hello,
    /// Good luck, and have fun.
    GoodLuck,
    /// The same to you.
    YouToo,
    /// Well played.
    WellPlayed,
    /// A good game.
    GoodGame,
    /// Thank you.
    Thanks,
    /// I have to go.
    MustGo,
}

/// Words that somebody typed: one line of at most [`SaidWords::LONGEST`] characters, without any that show nothing or turn the
/// letters round them about.
///
/// ```
/// use hnefi_live::{SaidWords, TalkError};
/// let words: SaidWords = "  a   fine\n move ".parse().unwrap();
/// assert_eq!(words.as_str(), "a fine move");
/// assert_eq!(" \u{202e} ".parse::<SaidWords>(), Err(TalkError::Empty));
/// assert_eq!("x".repeat(141).parse::<SaidWords>(), Err(TalkError::TooLong(141)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SaidWords(String);

/// What somebody says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Saying {
    /// A greeting that he has picked.
    Greeting(Greeting),
    /// Words of his own.
    Words(SaidWords),
}

/// Why a text is nothing that can be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TalkError {
    /// There is nothing in it.
    #[error("it is empty")]
    Empty,
    /// It has more than [`SaidWords::LONGEST`] characters: so many.
    #[error("it has {0} characters")]
    TooLong(usize),
}

impl TalkRoom {
    /// The word for this room in the database and in messages.
    ///
    /// ```
    /// use hnefi_live::TalkRoom;
    /// assert_eq!(TalkRoom::from_id(TalkRoom::Players.id()), Some(TalkRoom::Players));
    /// ```
    pub const fn id(self) -> &'static str {
        match self {
            TalkRoom::Players => "players",
            TalkRoom::Watchers => "watchers",
        }
    }

    /// The room of a word.
    pub fn from_id(id: &str) -> Option<TalkRoom> {
        [TalkRoom::Players, TalkRoom::Watchers].into_iter().find(|room| room.id() == id)
    }
}

impl Greeting {
    /// All greetings, in the order in which pages offer them.
    pub const ALL: [Greeting; 7] = [
        Greeting::Hello,
        Greeting::GoodLuck,
        Greeting::YouToo,
        Greeting::WellPlayed,
        Greeting::GoodGame,
        Greeting::Thanks,
        Greeting::MustGo,
    ];

    /// The key of this greeting in the database and in messages.
    ///
    /// ```
    /// use hnefi_live::Greeting;
    /// for greeting in Greeting::ALL {
    ///     assert_eq!(Greeting::from_id(greeting.id()), Some(greeting));
    /// }
    /// ```
    pub const fn id(self) -> &'static str {
        match self {
            Greeting::Hello => "hello",
            Greeting::GoodLuck => "good-luck",
            Greeting::YouToo => "you-too",
            Greeting::WellPlayed => "well-played",
            Greeting::GoodGame => "good-game",
            Greeting::Thanks => "thanks",
            Greeting::MustGo => "must-go",
        }
    }

    /// The greeting of a key.
    pub fn from_id(id: &str) -> Option<Greeting> {
        Greeting::ALL.into_iter().find(|greeting| greeting.id() == id)
    }
}

impl SaidWords {
    /// The most characters.
    pub const LONGEST: usize = 140;
    /// From how many bytes on a text is not looked at any more.
    const TOO_LONG: usize = 4_000;
    /// How many marks may stand on one letter.
    const MARKS: usize = 2;

    /// The words as they are shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for SaidWords {
    type Err = TalkError;

    fn from_str(text: &str) -> Result<SaidWords, TalkError> {
        if text.len() > SaidWords::TOO_LONG {
            return Err(TalkError::TooLong(text.chars().count()));
        }
        let mut marks = 0;
        let seen: String = text
            .nfc()
            .map(|letter| if letter.is_whitespace() { ' ' } else { letter })
            .filter(|&letter| {
                marks = if is_combining_mark(letter) { marks + 1 } else { 0 };
                marks <= SaidWords::MARKS && !is_unseen(letter)
            })
            .collect();
        let words = seen.split_whitespace().collect::<Vec<_>>().join(" ");
        match words.chars().count() {
            0 => Err(TalkError::Empty),
            many if many > SaidWords::LONGEST => Err(TalkError::TooLong(many)),
            _ => Ok(SaidWords(words)),
        }
    }
}

/// What shows nothing, or changes the direction of what stands round it. The two joiners stay: scripts and emoji need them.
fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_as_they_are_read_and_nothing_unseen_is_in_them() {
        let said = |text: &str| text.parse().map(|words: SaidWords| words.0);
        for good in ["Þú ert góður!", "よろしく", "می‌خواهم", "👩\u{200d}🚀", "<b>https://example.org</b>"]
        {
            assert_eq!(said(good).as_deref(), Ok(good));
        }
        assert_eq!(said("a\u{202e}b\u{200b}c\u{7}d").as_deref(), Ok("abcd"));
        assert_eq!(
            said(&format!("e{}f", "\u{336}".repeat(50))).as_deref(),
            Ok("e\u{336}\u{336}f"),
            "no letter reaches other lines"
        );
        assert_eq!(said("\u{2066}\u{3164}"), Err(TalkError::Empty));
        assert_eq!(said(&"ß".repeat(140)).map(|words| words.chars().count()), Ok(140));
        assert!(matches!(said(&"x".repeat(2_000_000)), Err(TalkError::TooLong(2_000_000))));
    }
}

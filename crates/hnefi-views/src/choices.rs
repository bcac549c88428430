//! How somebody wants to play: the choices of the form that makes a game, with those of last time ready.
use hnefi_clock::Control;
use hnefi_engine::Level;
use hnefi_live::{Arrangement, MatchLength, PersonName};
use hnefi_rules::Side;
use hnefi_wire::{control_words, level_name};

/// What stands ready in the form that makes a game, whichever rules it is for.
///
/// ```
/// use hnefi_views::Choices;
/// assert!(Choices::first().called(None).name.is_some(), "a name is asked for");
/// ```
#[derive(Clone, Debug)]
pub struct Choices {
    /// How the players sit.
    pub arrangement: Arrangement,
    /// The side of who asks.
    pub side: Side,
    /// The level of the computer, 1 to 8.
    pub level: u8,
    /// How many games the match has, if that is settled.
    pub length: Option<MatchLength>,
    /// How much time there is in a game with a friend.
    pub clock: Option<Control>,
    /// What a friend calls who asks, empty if by no name; `None` where that is not asked.
    pub name: Option<String>,
}

/// A level of the computer.
pub(crate) struct LevelChoice {
    pub(crate) number: u8,
    pub(crate) name: String,
    pub(crate) chosen: bool,
}

/// The clocks that can be chosen by one press.
const CLOCKS: [&str; 11] = ["3+2", "5+3", "10+5", "15+10", "30+20", "1d", "2d", "3d", "5d", "7d", "14d"];

impl Choices {
    /// The level that stands ready: strong enough to be a game, weak enough to be won.
    pub const FIRST_LEVEL: u8 = 3;

    /// What stands ready for a newcomer: the attackers, who begin in most rule sets, against the computer.
    pub fn first() -> Choices {
        Choices {
            arrangement: Arrangement::Computer,
            side: Side::Attackers,
            level: Choices::FIRST_LEVEL,
            length: None,
            clock: None,
            name: None,
        }
    }

    /// Asks for a name, with this one ready.
    #[must_use]
    pub fn called(self, name: Option<&PersonName>) -> Choices {
        Choices { name: Some(name.map(|name| name.as_str().to_owned()).unwrap_or_default()), ..self }
    }

    /// Whether this arrangement, by its word, stands ready.
    pub(crate) fn is_arranged(&self, id: &str) -> bool {
        self.arrangement.id() == id
    }

    /// The lengths of a match, in games, and whether they stand ready.
    pub(crate) fn lengths(&self) -> [(u32, bool); 3] {
        MatchLength::ALL.map(|length| (length.games(), self.length == Some(length)))
    }

    /// The clocks that can be chosen by one press, with their words, and whether they stand ready.
    pub(crate) fn clocks(&self) -> Vec<(String, String, bool)> {
        let choice = |id: &&str| {
            let control = id.parse::<Control>().ok()?;
            Some((control.to_string(), control_words(control), self.clock == Some(control)))
        };
        CLOCKS.iter().filter_map(choice).collect()
    }

    /// Minutes and seconds a move of a clock of one's own, and whether that stands ready.
    pub(crate) fn own_clock(&self) -> (u32, u32, bool) {
        let preset = self.clock.is_some_and(|control| CLOCKS.contains(&control.to_string().as_str()));
        match self.clock {
            Some(Control::Fischer { minutes, increment_s }) => (minutes, increment_s, !preset),
            Some(Control::Days(_)) | None => (10, 5, false),
        }
    }

    /// Every level of the computer.
    pub(crate) fn levels(&self) -> Vec<LevelChoice> {
        let choice = |level: &Level| LevelChoice {
            number: level.number(),
            name: level_name(level.number()),
            chosen: level.number() == self.level,
        };
        Level::ALL.iter().map(choice).collect()
    }

    /// Whether this side, by its word, stands ready.
    pub(crate) fn is_side(&self, id: &str) -> bool {
        self.side.id() == id
    }
}

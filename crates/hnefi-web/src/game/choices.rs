//! How somebody wants to play: the choices of the form that makes a game, with those of last time ready.

use hnefi_live::{Arrangement, MatchLength, PersonId, PersonName, Seat};
use hnefi_rules::Side;
use hnefi_store::Summary;

use super::levels::{FIRST_LEVEL, LevelChoice, levels};
use crate::server::Problem;
use crate::server::person::MaybePerson;
use crate::server::state::AppState;

/// What stands ready in the form that makes a game, whichever rules it is for.
#[derive(Clone, Debug)]
pub(crate) struct Choices {
    /// How the players sit.
    arrangement: Arrangement,
    /// The side of who asks.
    side: Side,
    /// Every level of the computer.
    pub(crate) levels: Vec<LevelChoice>,
    /// How many games the match has, if that is settled.
    length: Option<MatchLength>,
    /// What a friend calls who asks, empty if by no name; `None` where that is not asked.
    pub(crate) name: Option<String>,
}

impl Choices {
    /// What stands ready for a newcomer: the attackers, who begin in most rule sets, against the computer.
    pub(crate) fn first() -> Choices {
        Choices {
            arrangement: Arrangement::Computer,
            side: Side::Attackers,
            levels: levels(FIRST_LEVEL),
            length: None,
            name: None,
        }
    }

    /// What stands ready for who asks: what he chose for his last game, and his name.
    pub(crate) async fn ready(app: &AppState, asks: &MaybePerson) -> Result<Choices, Problem> {
        let Some(person) = &asks.known else { return Ok(Choices::first().called(None)) };
        let last = app.store.games_of(&person.id, 1).await?;
        let choices = last.first().map_or_else(Choices::first, |last| Choices::of(last, &person.id));
        Ok(choices.called(app.store.name(&person.id).await?.as_ref()))
    }

    /// Asks for a name, with this one ready.
    pub(crate) fn called(self, name: Option<&PersonName>) -> Choices {
        Choices { name: Some(name.map(|name| name.as_str().to_owned()).unwrap_or_default()), ..self }
    }

    /// What somebody chose for a game that he plays.
    pub(crate) fn of(game: &Summary, person: &PersonId) -> Choices {
        let held = Side::ALL.into_iter().find(|&side| game.seats[side].is_held_by(person));
        let level = Side::ALL.into_iter().find_map(|side| match game.seats[side] {
            Seat::Computer { level } => Some(level),
            _ => None,
        });
        Choices {
            arrangement: game.arrangement,
            side: held.unwrap_or(Side::Attackers),
            levels: levels(level.unwrap_or(FIRST_LEVEL)),
            length: game.match_length,
            name: None,
        }
    }

    /// Whether this arrangement, by its word, stands ready.
    pub(crate) fn is_arranged(&self, id: &str) -> bool {
        self.arrangement.id() == id
    }

    /// The lengths of a match, in games, and whether they stand ready.
    pub(crate) fn lengths(&self) -> [(u32, bool); 3] {
        MatchLength::ALL.map(|length| (length.games(), self.length == Some(length)))
    }

    /// Whether this side, by its word, stands ready.
    pub(crate) fn is_side(&self, id: &str) -> bool {
        self.side.id() == id
    }
}

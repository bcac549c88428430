//! What the form of a seek says.

use hnefi_clock::Control;
use hnefi_live::{MatchLength, PersonId};
use hnefi_lobby::{Range, Seek};
use hnefi_store::now_ms;
use hnefi_views::lobby::TypedSeek;
use hnefi_words::Words;
use serde::Deserialize;

use crate::house;
use crate::server::Problem;
use crate::server::forms::wrong;

/// What the form of a seek says.
#[derive(Debug, Deserialize)]
pub(super) struct SeekForm {
    rules: String,
    /// The code of house rules, which go before the others.
    #[serde(default)]
    house: String,
    clock: String,
    /// A clock that is not in the list, which goes before the others.
    #[serde(default)]
    own_clock: String,
    #[serde(default)]
    side: String,
    #[serde(default)]
    games: String,
    #[serde(default)]
    rated: String,
    /// The name of whom he challenges.
    #[serde(default)]
    to: String,
    #[serde(default)]
    low: String,
    #[serde(default)]
    high: String,
}

impl SeekForm {
    /// The rules that are picked in the list, by id or code.
    pub(super) fn rules(&self) -> &str {
        &self.rules
    }

    /// The name of whom he challenges.
    pub(super) fn to(&self) -> Option<&str> {
        filled(&self.to)
    }

    /// The seek of a person, to anybody.
    pub(super) fn seek(&self, by: &PersonId) -> Result<Seek, Problem> {
        let rules = filled(&self.house).unwrap_or(&self.rules);
        house::asked(rules)?;
        let clock = filled(&self.own_clock).unwrap_or(&self.clock).replace(' ', "");
        let control: Control = clock.parse().map_err(|_| no_clock(&clock))?;
        let side = filled(&self.side).map(|side| side.parse().map_err(|_| wrong("side", side))).transpose()?;
        let length = |games: &str| games.parse().ok().and_then(MatchLength::from_games);
        let length = filled(&self.games).map(|games| length(games).ok_or_else(|| wrong("games", games))).transpose()?;
        Ok(Seek {
            side,
            length,
            rated: !self.rated.is_empty(),
            range: self.range()?,
            ..Seek::new(by.clone(), rules, control, now_ms())
        })
    }

    fn range(&self) -> Result<Option<Range>, Problem> {
        let (low, high) = (filled(&self.low), filled(&self.high));
        if low.is_none() && high.is_none() {
            return Ok(None);
        }
        let highest = Range::HIGHEST.to_string();
        let text = format!("{}-{}", low.unwrap_or("0"), high.unwrap_or(&highest));
        text.parse().map(Some).map_err(|_| {
            let values = [("low", low.unwrap_or("0").into()), ("high", high.unwrap_or(&highest).into())];
            Problem::BadForm(Words::english().format("lobby-fault-ratings", &values))
        })
    }

    /// What was typed, for the form.
    pub(super) fn typed(self) -> TypedSeek {
        let SeekForm { house, clock, own_clock, side, games, rated, to, low, high, rules: _ } = self;
        TypedSeek { house, clock, own_clock, side, games, to, ratings: [low, high], rated: !rated.is_empty() }
    }
}

fn filled(field: &str) -> Option<&str> {
    Some(field.trim()).filter(|field| !field.is_empty())
}

fn no_clock(typed: &str) -> Problem {
    let values = [
        ("clock", typed.into()),
        ("minutes", Control::MOST_MINUTES.into()),
        ("seconds", Control::MOST_INCREMENT_S.into()),
        ("days", Control::MOST_DAYS.into()),
    ];
    Problem::BadForm(Words::english().format("lobby-fault-clock", &values))
}

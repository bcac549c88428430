//! A game as a browser keeps it: whole, with its complete rule set, one row an entry of its log.

mod judge;

use std::sync::Arc;

use hnefi_live::{
    Arrangement, Entry, Event, GameStatus, Log, MatchLength, NewGame, OfferKind, OtherGame, PersonId, RuledPly, Seat,
    Seats, Stored, Written,
};
use hnefi_rules::{BySide, Game, Intent, Outcome, Referee, Ruleset, Setup, Side, Square};
use serde::{Deserialize, Serialize};

use crate::house::name_of;

pub use judge::{JudgedGame, KeptError};

/// A game as a browser keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// Its id.
    pub id: String,
    /// When it was made, in milliseconds since 1970.
    pub made_ms: i64,
    /// The whole rule set, as a rule file.
    pub rules: String,
    /// How an address or a form names the rule set: its id, or the code of house rules. For lists.
    #[serde(default)]
    pub rules_id: String,
    /// The name of the rule set that people read. For lists.
    #[serde(default)]
    pub rules_name: String,
    /// The first position as rows.
    pub position: String,
    /// The side that moves first.
    pub turn: String,
    /// `computer` or `screen`.
    pub mode: String,
    /// Who plays the attackers.
    pub attackers: KeptSeat,
    /// Who plays the defenders.
    pub defenders: KeptSeat,
    /// The id of the first game of the match.
    pub match_id: String,
    /// Which game of the match it is, counted from 1.
    pub match_game: u32,
    /// Whether the players sit the other way round than in the first game.
    pub swapped: bool,
    /// How many games the match has, if that is settled.
    #[serde(default)]
    pub match_length: Option<u32>,
    /// What happened.
    #[serde(default)]
    pub entries: Vec<KeptRow>,
    /// The other games of the match: id, number, whether swapped, who won, how it ended.
    #[serde(default)]
    pub others: Vec<KeptOther>,
}

/// Who plays a side of a kept game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum KeptSeat {
    /// Whoever sits at this browser.
    Person,
    /// The computer.
    Computer {
        /// Its level.
        level: u8,
    },
}

/// Another game of the same match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptOther {
    /// Its id.
    pub id: String,
    /// Which game it is.
    pub match_game: u32,
    /// Whether the players sat the other way round.
    pub swapped: bool,
    /// Who won.
    pub winner: Option<String>,
    /// How it ended.
    pub ending: Option<String>,
}

/// One row of a log, in the words of the server's database.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct KeptRow {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// `ply`, `offered`, `dropped`, `accepted`, `resigned`, `taken-back` or `broken-off`.
    pub kind: String,
    /// Who did it.
    pub side: Option<String>,
    /// The number of the judge.
    pub judge: u32,
    /// How the game ended with it.
    pub outcome: Option<String>,
    /// The page's own id of the move.
    pub client_id: Option<String>,
    /// Of a ply, such as `d1-d4`.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Where pieces fell.
    pub captures: Vec<String>,
    /// What was offered.
    pub offer: Option<String>,
}

impl Kept {
    /// A game that is made.
    pub fn of(new: &NewGame) -> Kept {
        let seat = |side: Side| match new.seats[side] {
            Seat::Computer { level } => KeptSeat::Computer { level },
            Seat::Person { .. } | Seat::Open => KeptSeat::Person,
        };
        let ruleset = new.game.referee().ruleset();
        Kept {
            id: new.id.clone(),
            made_ms: new.made_ms,
            rules: ruleset.to_toml(),
            rules_id: name_of(ruleset),
            rules_name: ruleset.name().to_owned(),
            position: new.game.start().rows_text(),
            turn: new.game.start().turn().id().to_owned(),
            mode: new.arrangement.id().to_owned(),
            attackers: seat(Side::Attackers),
            defenders: seat(Side::Defenders),
            match_id: new.match_id.clone(),
            match_game: new.match_game,
            swapped: new.swapped,
            match_length: new.match_length.map(MatchLength::games),
            entries: Vec::new(),
            others: Vec::new(),
        }
    }

    /// The game with its log, as it was ruled when it was played, and who plays at this browser.
    ///
    /// # Errors
    /// What is wrong, and in which row.
    pub fn stored(&self, person: &PersonId) -> Result<Stored, String> {
        let ruleset = Ruleset::from_toml(&self.rules).map_err(|error| error.to_string())?;
        let known = hnefi_rules::ruleset(ruleset.id()).filter(|known| ***known == ruleset).cloned();
        let referee = Arc::new(Referee::new(known.unwrap_or_else(|| Arc::new(ruleset))));
        let setup = Setup::from_rows(&self.position).map_err(|error| error.to_string())?;
        let turn: Side = self.turn.parse().map_err(|error: hnefi_rules::SideError| error.to_string())?;
        let start = referee.position(&setup, turn).map_err(|error| error.to_string())?;
        let mut log = Log::new(Game::from_position(referee, start), self.made_ms);
        for (row, number) in self.entries.iter().zip(1..) {
            row.happen(&mut log).map_err(|problem| format!("row {number}: {problem}"))?;
        }
        Ok(Stored {
            id: self.id.clone(),
            log,
            seats: self.seats(person),
            arrangement: Arrangement::from_id(&self.mode)
                .ok_or_else(|| format!("`{}` is no arrangement", self.mode))?,
            match_id: self.match_id.clone(),
            match_game: self.match_game,
            swapped: self.swapped,
            match_length: self.match_length.and_then(MatchLength::from_games),
            rated: false,
            no_away: false,
            no_take_back: false,
            conditional: BySide::default(),
            others: self.others.iter().map(KeptOther::read).collect(),
        })
    }

    fn seats(&self, person: &PersonId) -> Seats {
        let seat = |kept: KeptSeat| match kept {
            KeptSeat::Person => Seat::Person { person: person.clone(), moves: 0 },
            KeptSeat::Computer { level } => Seat::Computer { level },
        };
        BySide { attackers: seat(self.attackers), defenders: seat(self.defenders) }
    }
}

impl KeptOther {
    fn read(&self) -> OtherGame {
        let winner = self.winner.as_deref().and_then(|side| side.parse().ok());
        let status = GameStatus { plies: 0, to_move: None, winner, ending: self.ending.clone() };
        OtherGame { id: self.id.clone(), match_game: self.match_game, swapped: self.swapped, status }
    }
}

impl KeptRow {
    /// What is kept of an entry.
    pub fn of(written: &Written) -> KeptRow {
        let text = |squares: &[Square]| squares.iter().map(ToString::to_string).collect();
        let row = KeptRow {
            at_ms: written.entry.at_ms,
            side: written.by.map(|side| side.id().to_owned()),
            judge: written.judge,
            outcome: written.outcome.map(|outcome| outcome.to_string()),
            captures: written.ply.as_ref().map(|ply| text(&ply.captures)).unwrap_or_default(),
            ..KeptRow::default()
        };
        let row = KeptRow { kind: written.entry.event.kind().to_owned(), ..row };
        match &written.entry.event {
            Event::Ply { mv, client_id } => KeptRow { mv: Some(mv.to_string()), client_id: client_id.clone(), ..row },
            Event::Offered { offer, .. } => KeptRow { offer: Some(offer.id().to_owned()), ..row },
            _ => row,
        }
    }

    /// Puts the row on a log.
    fn happen(&self, log: &mut Log) -> Result<(), String> {
        let by = self.side.as_deref().map(str::parse::<Side>).transpose().map_err(|error| error.to_string())?;
        let somebody = || by.ok_or_else(|| "nobody did it".to_owned());
        let event = match self.kind.as_str() {
            "ply" => return log.replay(self.at_ms, self.ruled()?).map_err(|error| error.to_string()),
            "offered" => {
                let offer = self.offer.as_deref().and_then(OfferKind::from_id);
                Event::Offered { by: somebody()?, offer: offer.ok_or("it offers nothing that is known")? }
            }
            "dropped" => Event::Dropped { by: somebody()? },
            "accepted" => Event::Accepted { by: somebody()? },
            "resigned" => Event::Resigned { by: somebody()? },
            "taken-back" => Event::TakenBack { by: somebody()? },
            "broken-off" => Event::BrokenOff,
            other => return Err(format!("`{other}` is no kind of entry")),
        };
        log.apply(&Entry::new(self.at_ms, event)).map_err(|error| error.to_string())
    }

    /// The two squares of a ply.
    fn intent(&self) -> Result<Intent, String> {
        let (from, to) = self.mv.as_deref().and_then(|mv| mv.split_once('-')).ok_or("it has no move")?;
        Ok(Intent { from: square(from)?, to: square(to)? })
    }

    fn ruled(&self) -> Result<RuledPly, String> {
        let outcome = self.outcome.as_deref().map(str::parse::<Outcome>).transpose();
        Ok(RuledPly {
            intent: self.intent()?,
            captures: self.captures.iter().map(|text| square(text)).collect::<Result<_, _>>()?,
            outcome: outcome.map_err(|error| error.to_string())?,
            judge: Some(self.judge),
            client_id: self.client_id.clone(),
            clock: None,
        })
    }
}

fn square(text: &str) -> Result<Square, String> {
    text.parse().map_err(|error: hnefi_rules::SquareError| error.to_string())
}

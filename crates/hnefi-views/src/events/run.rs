//! The page of those who run an event.

use askama::Template;
use hnefi_words::Words;
use serde::Deserialize;

use super::{GameCell, ResultChoice, RoundShown, Shown};
use crate::filters;

/// What can be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Type more names: there are too few to begin.
    Names,
    /// Begin, and pair the first round.
    Begin,
    /// Enter results: games are open.
    Results,
    /// Pair the next round.
    Pair,
    /// Finish.
    Finish,
    /// Nothing: it is over.
    Over,
}

/// Somebody who has entered.
#[derive(Clone, Debug)]
pub struct PlayerRow {
    /// The number.
    pub number: u32,
    /// The name.
    pub name: String,
    /// Whether the player has left.
    pub left: bool,
}

/// What a form of the page says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct RunForm {
    /// How many rows the page had seen.
    pub version: String,
    /// What is to be done.
    pub act: String,
    /// Names, each on a line.
    pub names: String,
    /// The number of a player.
    pub player: String,
    /// The number of another one.
    pub other: String,
    /// What somebody or the event is called.
    pub name: String,
    /// Where and when it is.
    pub about: String,
    /// The time that the players have, in words.
    pub clock: String,
    /// How many may enter.
    pub places: String,
    /// The id of a game.
    pub game: String,
    /// The id of a result.
    pub result: String,
    /// The reason.
    pub why: String,
}

/// Something that was done.
#[derive(Clone, Debug)]
pub struct Logged {
    /// When: the moment for programs, and in words.
    pub at: (String, String),
    /// What.
    pub what: String,
}

/// The page of those who run an event.
#[derive(Clone, Debug, Template)]
#[template(path = "event-run.html")]
pub struct RunPage {
    /// What everybody sees.
    pub shown: Shown,
    /// Whether its games are played on the server: then people enter by themselves, and pairings stay.
    pub online: bool,
    /// What can be done next.
    pub next: Next,
    /// What is said of it.
    pub next_says: String,
    /// Who has entered, in order.
    pub players: Vec<PlayerRow>,
    /// Whether more can enter.
    pub may_enter: bool,
    /// Whether the last pairing can be thrown away.
    pub may_unpair: bool,
    /// The address of the event's page.
    pub address: String,
    /// Whether that address opens on this machine alone.
    pub local_only: bool,
    /// Whether others in the network could read along.
    pub in_the_open: bool,
    /// The link for another organiser.
    pub link: String,
    /// What was done just now.
    pub done: Option<String>,
    /// Why what was wanted could not be.
    pub fault: Option<String>,
    /// The form that was refused.
    pub refused: Option<RunForm>,
    /// What was done so far, the newest first.
    pub log: Vec<Logged>,
}

/// The page behind an organisers' link.
#[derive(Clone, Debug, Template)]
#[template(path = "event-organiser.html")]
pub struct JoinOrganisersPage {
    /// What the event is called.
    pub name: String,
    /// Where the button leads.
    pub action: String,
}

impl RunPage {
    /// The games that have not ended, those of the last round first, with their tables; with the round, where it is an earlier one.
    fn open_games(&self) -> Vec<(Option<&str>, u32, &GameCell)> {
        let last = self.shown.rounds.first().map(|round| round.number);
        let open = self.games().filter(|(_, _, game)| game.result.is_none());
        open.map(|(round, table, game)| {
            (Some(round.title.as_str()).filter(|_| Some(round.number) != last), table, game)
        })
        .collect()
    }

    /// The games that have ended, those of the last round first, with round and table.
    fn ended_games(&self) -> Vec<(u32, u32, &GameCell)> {
        let ended = self.games().filter(|(_, _, game)| game.result.is_some());
        ended.map(|(round, table, game)| (round.number, table, game)).collect()
    }

    fn games(&self) -> impl Iterator<Item = (&RoundShown, u32, &GameCell)> {
        let tables = self.shown.rounds.iter().flat_map(|round| round.tables.iter().map(move |table| (round, table)));
        tables.flat_map(|(round, table)| table.games.iter().map(move |game| (round, table.table, game)))
    }

    /// What can be picked for a game that has ended.
    fn choices(&self, game: &GameCell) -> Vec<ResultChoice> {
        let words = Words::english();
        let won = |name: &str| words.format("event-won", &[("name", name.into())]);
        let away = |name: &str| words.format("event-away", &[("name", name.into())]);
        let choice = |id, words| ResultChoice { id, words };
        vec![
            choice("attackers", won(&game.attackers)),
            choice("defenders", won(&game.defenders)),
            choice("draw", words.text("event-draw")),
            choice("attackers-forfeit", away(&game.attackers)),
            choice("defenders-forfeit", away(&game.defenders)),
            choice("both-forfeit", words.text("event-away-both")),
        ]
    }

    /// The form that was refused, if it wanted this.
    fn wanted(&self, act: &str) -> Option<&RunForm> {
        self.refused.as_ref().filter(|form| form.act == act)
    }

    /// Whether the form that was refused wanted one of these, so that the fold with it is open.
    fn is_wanted(&self, acts: &str) -> bool {
        acts.split(' ').any(|act| self.wanted(act).is_some())
    }

    /// Whether a player is the one, or the other one, whom the form that was refused wanted to swap.
    fn is_swapped(&self, player: &PlayerRow, other: bool) -> bool {
        let named = |form: &RunForm| if other { form.other.parse() } else { form.player.parse() };
        self.wanted("swap").is_some_and(|form| named(form) == Ok(player.number))
    }

    /// The name in the field of a player.
    fn name_of<'a>(&'a self, player: &'a PlayerRow) -> &'a str {
        let renamed = self.wanted("rename").filter(|form| form.player.parse() == Ok(player.number));
        renamed.map_or(&player.name, |form| &form.name)
    }

    /// The refused form that was to correct a game.
    fn correcting(&self, game: &GameCell) -> Option<&RunForm> {
        self.wanted("correct").filter(|form| form.game == game.id)
    }

    /// The result that is picked for a game.
    fn picked<'a>(&'a self, game: &'a GameCell) -> &'a str {
        self.correcting(game).map_or(game.result_id, |form| &form.result)
    }

    fn next_round(&self) -> u32 {
        self.shown.rounds.first().map_or(1, |round| round.number + 1)
    }

    fn here(&self) -> impl Iterator<Item = &PlayerRow> {
        self.players.iter().filter(|player| !player.left)
    }

    fn begun(&self) -> bool {
        !matches!(self.next, Next::Names | Next::Begin)
    }

    fn over(&self) -> bool {
        self.next == Next::Over
    }
}

//! An event as everybody sees it.

use askama::Template;
use hnefi_words::Words;

use crate::drawn::html;
use crate::filters;

/// The most players of a cross-table: a larger one is no help to anybody.
const WIDEST: usize = 40;

/// What is shown of an event, at one version of its log.
#[derive(Clone, Debug, Default, Template)]
#[template(path = "event-live.html")]
pub struct Shown {
    /// Its id.
    pub id: String,
    /// How many rows its log has.
    pub version: u64,
    /// What tells whether something has changed since.
    pub stamp: String,
    /// Whether its games are played on the server.
    pub online: bool,
    /// When it begins by itself, while it has not begun: for programs, and in words.
    pub begins: Option<(String, String)>,
    /// What the visitor sees of himself, and can do.
    pub mine: Option<Mine>,
    /// How many may take part at once; `None`: as many as the form can have.
    pub places: Option<u32>,
    /// How many of those places are taken, in words, while one may still enter.
    pub taken: Option<String>,
    /// What it is called.
    pub name: String,
    /// Where and when.
    pub about: String,
    /// The clock, in words.
    pub clock: String,
    /// The name of the rule set.
    pub rules: String,
    /// The page of the rule set.
    pub rules_page: String,
    /// At the table, under the rule set; `None` where no server answers.
    pub ask: Option<String>,
    /// How far it is, in a sentence.
    pub state: String,
    /// Its form, in a line.
    pub form: String,
    /// What that form is, in sentences.
    pub form_about: Vec<String>,
    /// Who has entered, before it begins.
    pub entered: Vec<String>,
    /// The rounds, the newest first.
    pub rounds: Vec<RoundShown>,
    /// How everybody stands: one table, or one for each group.
    pub standings: Vec<Standings>,
    /// Who has met whom.
    pub cross: Vec<CrossTable>,
    /// What decides between players with the same points.
    pub breaks: Vec<TieBreakWords>,
    /// What the sides have scored.
    pub balance: Option<Balance>,
    /// Whether it is over.
    pub over: bool,
}

/// A round.
#[derive(Clone, Debug, Default)]
pub struct RoundShown {
    /// What it is called, such as "Round 2" or "Final".
    pub title: String,
    /// Its number.
    pub number: u32,
    /// Whether games of it are open.
    pub open: bool,
    /// How many games of how many have ended, in words.
    pub progress: String,
    /// Why it was paired by hand.
    pub by_hand: Option<String>,
    /// Who meets whom.
    pub tables: Vec<TableRow>,
    /// Who has no game.
    pub byes: Vec<ByeRow>,
    /// Where it tells why somebody did not meet somebody else; `None` where the form of the event leaves no choice.
    pub why_not: Option<String>,
}

/// Two players who meet.
#[derive(Clone, Debug)]
pub struct TableRow {
    /// The table.
    pub table: u32,
    /// Their games.
    pub games: Vec<GameCell>,
    /// Why these two, in a sentence.
    pub why: String,
    /// Why an arbiter has changed it.
    pub changed: Option<String>,
}

/// A game.
#[derive(Clone, Debug)]
pub struct GameCell {
    /// Which, such as `1.3.2` for the second game at the third table of the first round.
    pub id: String,
    /// Its number at the table, where there is more than one.
    pub number: Option<u32>,
    /// Who has the attackers.
    pub attackers: String,
    /// Who has the defenders.
    pub defenders: String,
    /// How it ended, in words.
    pub result: Option<String>,
    /// What the attackers and the defenders got, such as `1 – 0`.
    pub score: Option<String>,
    /// How it ended, by its id; empty while it goes on.
    pub result_id: &'static str,
    /// Whether it decides a drawn match.
    pub deciding: bool,
    /// Where it is played on the server, once it has been made.
    pub address: Option<String>,
}

/// What somebody sees of himself in an event on the server, and can do.
#[derive(Clone, Debug, Default)]
pub struct Mine {
    /// How he stands, in a sentence.
    pub says: String,
    /// The game that he has to play.
    pub game: Option<MyGame>,
    /// What he can do, by the word of the form, and in words.
    pub acts: Vec<(&'static str, String)>,
    /// The button that he could press if a place were free.
    pub shut: Option<String>,
    /// What he can do to play less.
    pub leaving: Vec<(&'static str, String)>,
    /// Whether he has to log in first.
    pub log_in: bool,
}

/// A game that somebody has to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MyGame {
    /// Where.
    pub address: String,
    /// With which side and against whom, in a sentence.
    pub says: String,
    /// Whether both sit at the board: then his page goes there by itself.
    pub live: bool,
}

/// Who has no game in a round.
#[derive(Clone, Debug)]
pub struct ByeRow {
    /// Who.
    pub name: String,
    /// Why, in a sentence.
    pub why: String,
}

/// How everybody stands.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// The group; `None` where there is one table.
    pub title: Option<String>,
    /// The heads of the columns of tie-breaks, short and whole.
    pub breaks: Vec<(String, String)>,
    /// The first first.
    pub rows: Vec<StandingRow>,
}

/// Somebody in a table.
#[derive(Clone, Debug, Default)]
pub struct StandingRow {
    /// The place.
    pub place: String,
    /// The name.
    pub name: String,
    /// The points.
    pub points: String,
    /// How many games were played.
    pub played: u32,
    /// The tie-breaks.
    pub breaks: Vec<String>,
    /// Why before the next one, in a sentence, where points do not say it.
    pub why: Option<String>,
    /// Whether the player has left.
    pub left: bool,
}

/// Who has met whom, and how it ended.
#[derive(Clone, Debug, Default)]
pub struct CrossTable {
    /// The group; `None` where there is one table.
    pub title: Option<String>,
    /// One row a player, in the order of the table.
    pub rows: Vec<CrossRow>,
}

/// A row of a cross-table.
#[derive(Clone, Debug)]
pub struct CrossRow {
    /// The place.
    pub place: String,
    /// The name.
    pub name: String,
    /// What the player got against each of the others; `None` against himself.
    pub cells: Vec<Option<String>>,
    /// The points.
    pub points: String,
}

/// A tie-break, in words.
#[derive(Clone, Debug)]
pub struct TieBreakWords {
    /// What it is called.
    pub name: String,
    /// What it is, in a sentence.
    pub about: String,
}

/// What the sides have scored.
#[derive(Clone, Debug, Default)]
pub struct Balance {
    /// In the event, in a sentence.
    pub here: String,
    /// In all public games under the rule set, in a sentence.
    pub public: Option<String>,
    /// What is expected, in a sentence.
    pub expected: String,
}

/// A result to pick.
#[derive(Clone, Debug)]
pub struct ResultChoice {
    /// By its id.
    pub id: &'static str,
    /// In words.
    pub words: String,
}

/// The page of an event.
#[derive(Clone, Debug, Template)]
#[template(path = "event.html")]
pub struct EventPage {
    /// What is shown of it.
    pub shown: Shown,
    /// Whether the visitor runs it.
    pub organiser: bool,
    /// Why something was not done.
    pub fault: Option<String>,
}

/// The page to project.
#[derive(Clone, Debug, Template)]
#[template(path = "event-screen.html")]
pub struct EventScreenPage {
    /// What is shown of it.
    pub shown: Shown,
    /// Its address, for people's phones; `None` where that opens on this machine alone.
    pub address: Option<String>,
}

/// The page of an event that needs no program, with the styles in it.
#[derive(Clone, Debug, Template)]
#[template(path = "event-export.html")]
pub struct ExportPage {
    /// What is shown of it.
    pub shown: Shown,
    /// The files with the games that were played on a server, beside it: as text, and for programs.
    pub games: Option<(&'static str, &'static str)>,
}

/// The page of a game that needs no program, with the styles in it.
#[derive(Clone, Debug, Template)]
#[template(path = "event-export-game.html")]
pub struct ExportGamePage {
    /// What the event is called.
    pub event: String,
    /// The round, and which game of it, in words.
    pub title: String,
    /// The board.
    pub board: u32,
    /// Who had the attackers.
    pub attackers: String,
    /// Who had the defenders.
    pub defenders: String,
    /// The name of the rule set.
    pub rules: String,
    /// How it ended in the event, in words.
    pub result: String,
    /// How it ended on the board, in a sentence.
    pub ended: Option<String>,
    /// The last position, drawn.
    pub drawing: String,
    /// All moves.
    pub moves: Vec<MovePair>,
}

/// A move of each side.
#[derive(Clone, Debug)]
pub struct MovePair {
    /// Of who began.
    pub first: String,
    /// Of the other; empty where the game ended before.
    pub second: String,
}

impl Shown {
    /// As a page puts it in its place: elements with the ids of those whose content they are.
    pub fn live_html(&self) -> String {
        html(self)
    }

    fn last_round(&self) -> Option<&RoundShown> {
        self.rounds.first()
    }

    fn earlier_rounds(&self) -> &[RoundShown] {
        self.rounds.get(1..).unwrap_or_default()
    }

    /// The cross-tables that a page has room for.
    pub(super) fn crosses(&self) -> impl Iterator<Item = &CrossTable> {
        self.cross.iter().filter(|cross| cross.rows.len() <= WIDEST)
    }

    fn has_reasons(&self) -> bool {
        self.standings.iter().any(|table| table.rows.iter().any(|row| row.why.is_some()))
    }

    fn entered_words(&self) -> String {
        let id = if self.entered.len() == 1 { "event-entered-one" } else { "event-entered-other" };
        Words::english().format(id, &[("count", self.entered.len().into())])
    }
}

impl Standings {
    pub(super) fn reasons(&self) -> impl Iterator<Item = &String> {
        self.rows.iter().filter_map(|row| row.why.as_ref())
    }
}

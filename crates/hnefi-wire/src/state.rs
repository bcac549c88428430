//! All that a game page shows.

use std::collections::BTreeMap;
use std::sync::Arc;

use hnefi_formats::answers::{CitedAnswer, OutcomeAnswer};
use hnefi_live::GameStatus;
use hnefi_rules::{Ending, Game, Piece, Ply, Position, Ruleset, Side};
use hnefi_words::Words;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::answers::cited;
use crate::house::{self, HouseRules};
use crate::{CaptureState, ClockState, ConditionalState, SideWord};

/// All that a game page shows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct State {
    /// The id of the game.
    pub game: String,
    /// How many things have happened in it.
    pub version: u64,
    /// The rule set.
    pub rules: RulesName,
    /// The number of files and ranks.
    pub size: u8,
    /// Whether the throne means anything.
    pub throne: bool,
    /// Whether the corners mean anything.
    pub corners: bool,
    /// The seats that the visitor holds.
    pub you: Vec<SideWord>,
    /// Who plays.
    pub players: Both<Player>,
    /// The first position.
    pub start: Start,
    /// The number of the first ply in `plies`.
    pub since: u32,
    /// The plies from number `since` on.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<PlyState>))]
    pub plies: Vec<Arc<RawValue>>,
    /// The side to move, whether or not the game is over.
    pub turn: SideWord,
    /// Whether the computer thinks.
    pub thinking: bool,
    /// The squares to which each piece may go that the visitor may move now.
    pub legal: BTreeMap<String, Vec<String>>,
    /// Which of these moves bring back an earlier position, such as `d4-d1`, and how many times that will have stood then.
    pub repeats: BTreeMap<String, usize>,
    /// How the game stands, in words.
    pub status: String,
    /// What else people should know of it, in words.
    pub notices: Vec<String>,
    /// How it ended.
    pub outcome: Option<OutcomeState>,
    /// The clocks, if the game has some.
    pub clock: Option<ClockState>,
    /// The visitor's own conditional moves, where he can make some.
    pub conditional: Option<ConditionalState>,
    /// The offer that stands.
    pub offer: Option<OfferState>,
    /// What the visitor may do besides moving.
    pub actions: Vec<String>,
    /// The match that the game belongs to.
    #[serde(rename = "match")]
    pub match_state: MatchState,
    /// Links to share.
    pub links: Links,
    /// The id of the game in which the match goes on.
    pub next: Option<String>,
}

/// A rule set by its id and name.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RulesName {
    /// The id.
    pub id: String,
    /// The name that people read.
    pub name: String,
    /// The page about it: its chapter, or the page that holds the house rules.
    pub address: String,
    /// Where a position is asked about under these rules: the path of At the table, to which `&position=` and more is added.
    pub table: String,
    /// What makes it a house rule; null for a rule set of this program.
    pub house: Option<HouseState>,
}

/// What house rules change.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HouseState {
    /// The name of the rule set that they start from.
    pub base: String,
    /// What differs from it, a sentence each.
    pub differs: Vec<String>,
}

impl RulesName {
    /// A rule set by its id and name, with the page about it.
    pub fn of(ruleset: &Ruleset) -> RulesName {
        RulesName {
            id: ruleset.id().to_owned(),
            name: ruleset.name().to_owned(),
            address: house::address(ruleset),
            table: format!("/table?rules={}", house::name_of(ruleset)),
            house: (!ruleset.is_published()).then(|| {
                let house = HouseRules::of(ruleset);
                HouseState { base: house.base.name().to_owned(), differs: house.differences() }
            }),
        }
    }
}

/// One thing for each side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Both<T> {
    /// The attackers' one.
    pub attackers: T,
    /// The defenders' one.
    pub defenders: T,
}

/// Who plays a side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Player {
    /// A person.
    Person {
        /// Whether a page of his is connected.
        online: bool,
        /// What he is called, if he has said.
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The address of his page, if he is a member.
        #[serde(skip_serializing_if = "Option::is_none")]
        page: Option<String>,
        /// Whether it is a program.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        bot: bool,
    },
    /// Somebody who had an account and deleted it.
    Former,
    /// The computer.
    Computer {
        /// Its level, 1 to 8.
        level: u8,
        /// The name of the level.
        name: String,
    },
    /// Nobody has joined yet.
    Open,
}

/// A first position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Start {
    /// Rows, rank 1 first.
    pub position: String,
    /// The side that moves first.
    pub turn: SideWord,
}

/// A ply as the page shows it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlyState {
    /// The move, such as `d1-d4`.
    #[serde(rename = "move")]
    pub mv: String,
    /// The side that moved.
    pub by: SideWord,
    /// What it captured, by file, then rank.
    pub captures: Vec<CaptureState>,
    /// The position after it.
    pub position: String,
    /// The side to move after it, whether or not the game is over.
    pub turn: SideWord,
    /// How many times the position after it had stood by then, that time included.
    pub times: usize,
    /// The ply as a sentence.
    pub says: String,
}

impl PlyState {
    /// A ply as the page shows it. `before` is the position before it; the one after it has stood so many `times`.
    pub fn of(before: &Position, ply: &Ply, times: usize, ruleset: &Ruleset) -> PlyState {
        let played = &ply.played;
        PlyState {
            mv: played.mv.to_string(),
            by: ply.side().into(),
            captures: CaptureState::all(before, played, ruleset),
            position: played.position.rows_text(),
            turn: played.position.turn().into(),
            times,
            says: Words::english().ply(ply, ruleset),
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OutcomeState {
    /// Who won, and why. Of a game that the server broke off the reason is `broken-off`.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub outcome: OutcomeAnswer,
    /// The same as a sentence.
    pub says: String,
    /// The clause that ended the game; null for what people did off the board.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Object>))]
    pub clause: Option<Box<CitedAnswer>>,
    /// What proves the claim that ended the game, if anything does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofState>,
}

impl OutcomeState {
    /// The end of a game as the page shows it; of a captured king, how he fell and then what that means.
    pub fn of(game: &Game) -> Option<OutcomeState> {
        let (outcome, ruleset) = (game.outcome()?, game.referee().ruleset());
        let clause = match outcome.reason {
            Ending::KingCaptured => king_clause(game),
            _ => None,
        };
        Some(OutcomeState {
            outcome: outcome.into(),
            says: Words::english().outcome(&outcome, ruleset),
            clause: clause.or_else(|| outcome.reason.clause().map(|clause| cited(ruleset, clause, String::new()))),
            proof: None,
        })
    }

    /// The end of a game that the server broke off.
    pub fn broken_off() -> OutcomeState {
        let says = Words::english().text("outcome-broken-off");
        let outcome = OutcomeAnswer { winner: None, reason: GameStatus::BROKEN_OFF };
        OutcomeState { outcome, says, clause: None, proof: None }
    }

    /// The end of a game in which a side did not make its first move in time.
    pub fn aborted(by: Side) -> OutcomeState {
        let says = Words::english().format("clock-aborted", &[("side", by.into())]);
        let outcome = OutcomeAnswer { winner: None, reason: GameStatus::ABORTED };
        OutcomeState { outcome, says, clause: None, proof: None }
    }
}

/// The clauses by which the king fell to the last ply.
fn king_clause(game: &Game) -> Option<Box<CitedAnswer>> {
    let last = game.plies().len().checked_sub(1)?;
    let played = &game.ply(last)?.played;
    let captures = CaptureState::all(game.position_after(last)?, played, game.referee().ruleset());
    captures.into_iter().find(|captured| captured.capture.piece == Piece::King.id())?.capture.clause
}

/// Whether a claim is proved, and by what.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ProofState {
    /// Whether it is.
    pub proved: bool,
    /// The same as a sentence.
    pub title: String,
    /// The proof, a sentence to a line.
    pub lines: Vec<String>,
}

/// An offer that stands.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OfferState {
    /// Who made it.
    pub by: SideWord,
    /// `draw`, `claim`, `take-back`, `rematch` or `same-sides`.
    pub kind: &'static str,
    /// The ground of a claim.
    pub ground: Option<&'static str>,
    /// The offer as a sentence.
    pub says: String,
    /// Whether the visitor is the one to answer.
    pub answer: bool,
    /// The clause that knows such a claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Object>))]
    pub clause: Option<Box<CitedAnswer>>,
    /// Of a claim that can be proved in principle: whether it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofState>,
}

/// A match: games between the same two players.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MatchState {
    /// Which game of the match this is.
    pub game: u32,
    /// How many games it has, if that was settled.
    pub of: Option<u32>,
    /// Whether the next game begins without asking, because the match has more of them.
    pub goes_on: bool,
    /// How it ended: the side whose player in this game won it, or `draw`; `None` while it goes on.
    pub result: Option<&'static str>,
    /// The points of who plays the attackers now: 1 for a win, a half for a draw.
    pub attackers: f64,
    /// The points of who plays the defenders now.
    pub defenders: f64,
    /// The score as a sentence.
    pub says: String,
    /// The id of the other game where both are played at once, for who plays them.
    pub other: Option<String>,
}

/// Links to share.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Links {
    /// For a friend, while a seat is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub join: Option<String>,
    /// The address of a picture of it to scan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub join_qr: Option<String>,
    /// For watchers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watch: Option<String>,
    /// For the visitor's other device.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// The address of a picture of it to scan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat_qr: Option<String>,
    /// Whether the addresses open on this machine alone.
    pub local_only: bool,
}

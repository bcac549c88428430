//! What programs are told besides the state of a game, which is that of the socket.

use hnefi_clock::Control;
use hnefi_live::{MatchLength, PersonId, Seat, ShownAs};
use hnefi_ratings::{List, Rating};
use hnefi_rules::{BySide, Side};
use hnefi_store::{Summary, now_ms};
use hnefi_wire::{Both, SideWord};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::lobby::NamedSeek;

/// For whom a program acts, and what it may do.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(super) struct Account {
    /// What he is called.
    pub(super) name: String,
    /// Whether it is a bot's account.
    pub(super) bot: bool,
    /// What the token may do: `read`, `challenge`, `play`.
    #[schema(value_type = Vec<String>)]
    pub(super) scopes: Vec<&'static str>,
    /// His ratings.
    pub(super) ratings: Vec<RatingAnswer>,
}

/// Somebody with an account.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(super) struct PlayerAnswer {
    /// What he is called.
    pub(super) name: String,
    /// Whether it is a bot's account.
    pub(super) bot: bool,
    /// Since when there is the account, in milliseconds since 1970.
    pub(super) since_ms: i64,
    /// How many games with others he has finished.
    pub(super) finished: u32,
    /// His ratings.
    pub(super) ratings: Vec<RatingAnswer>,
}

/// A rating in a list.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(super) struct RatingAnswer {
    /// The list: a family of rule sets, a speed and a pool, such as `copenhagen slow people`.
    #[schema(example = "copenhagen slow bots")]
    list: String,
    /// The rating, in points.
    points: f64,
    /// Its deviation now.
    deviation: f64,
    /// On how many games it rests.
    games: i64,
    /// Whether it is still provisional.
    provisional: bool,
}

impl RatingAnswer {
    pub(super) fn of((list, rating): &(List, Rating)) -> RatingAnswer {
        RatingAnswer {
            list: list.to_string(),
            points: rating.points(),
            deviation: rating.deviation(now_ms()),
            games: rating.games,
            provisional: rating.is_provisional(now_ms()),
        }
    }
}

/// A game in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct GameAnswer {
    /// The id.
    pub(super) id: String,
    /// The id of the rule set.
    rules: String,
    /// Its name.
    rules_name: String,
    /// How much time there is: `10+5`, `2d`; null for a game without clocks.
    clock: Option<String>,
    /// Whether it is rated.
    rated: bool,
    /// Whether everybody may watch it.
    public: bool,
    /// Who plays.
    players: Both<Sitter>,
    /// The sides that are yours.
    you: Vec<SideWord>,
    /// How many plies were played.
    plies: u32,
    /// The side to move; null when the game is over.
    to_move: Option<SideWord>,
    /// Who won.
    winner: Option<SideWord>,
    /// How it ended; null while it goes on.
    ending: Option<String>,
    /// When something last happened, in milliseconds since 1970.
    touched_ms: i64,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(super) struct Sitter {
    /// `person`, `former` for somebody who has deleted his account, `computer`, or `open`.
    #[schema(value_type = String)]
    kind: &'static str,
    /// What he is called, if he has said.
    name: Option<String>,
    /// Whether it is a bot's account.
    bot: bool,
    /// The level of the computer, 1 to 8.
    level: Option<u8>,
}

impl Sitter {
    fn of(seat: &Seat, shown: &ShownAs) -> Sitter {
        let (kind, level) = match seat {
            Seat::Person { .. } if *shown == ShownAs::Former => ("former", None),
            Seat::Person { .. } => ("person", None),
            Seat::Computer { level } => ("computer", Some(*level)),
            Seat::Open => ("open", None),
        };
        Sitter { kind, name: shown.name().map(ToString::to_string), bot: shown.is_bot(), level }
    }
}

impl GameAnswer {
    pub(super) fn of(game: &Summary, names: &BySide<ShownAs>, person: Option<&PersonId>) -> GameAnswer {
        let holds = |side: &Side| person.is_some_and(|person| game.seats[*side].is_held_by(person));
        let sitter = |side: Side| Sitter::of(&game.seats[side], &names[side]);
        GameAnswer {
            id: game.id.clone(),
            rules: game.ruleset_id.clone(),
            rules_name: game.ruleset_name.clone(),
            clock: game.control.as_ref().map(Control::to_string),
            rated: game.rated.is_some(),
            public: game.listed,
            players: Both { attackers: sitter(Side::Attackers), defenders: sitter(Side::Defenders) },
            you: Side::ALL.into_iter().filter(holds).map(SideWord::from).collect(),
            plies: game.status.plies,
            to_move: game.status.to_move.map(SideWord::from),
            winner: game.status.winner.map(SideWord::from),
            ending: game.status.ending.clone(),
            touched_ms: game.touched_ms,
        }
    }
}

/// A game that somebody looks for. One that has `to` is a challenge.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(super) struct SeekAnswer {
    /// Its id.
    pub(super) id: String,
    /// The name of who looks for it; null for a guest without one.
    by: Option<String>,
    /// Whether a bot does.
    by_bot: bool,
    /// Whether it is yours.
    own: bool,
    /// The name of whom he challenges; null for anybody.
    to: Option<String>,
    /// His rating in the list of the game, in points.
    rating: Option<f64>,
    /// The id of the rule set, or the code of house rules.
    rules: String,
    /// How much time there is: `10+5`, `2d`.
    clock: String,
    /// Which side he wants, in a match in its first game; null for either.
    side: Option<SideWord>,
    /// How many games the match has; null for one game.
    games: Option<u32>,
    /// Whether it is rated.
    rated: bool,
    /// Whom he wants to play, by rating: `1400-1700`.
    range: Option<String>,
    /// When it was put up, in milliseconds since 1970.
    made_ms: i64,
}

impl SeekAnswer {
    pub(super) fn of(named: &NamedSeek, visitor: Option<&PersonId>) -> SeekAnswer {
        let NamedSeek { id, seek, by, to, rating, by_bot } = named;
        SeekAnswer {
            id: id.clone(),
            by: by.clone(),
            by_bot: *by_bot,
            own: visitor == Some(&seek.by),
            to: to.clone(),
            rating: rating.map(|rating| rating.points()),
            rules: seek.rules.clone(),
            clock: seek.control.to_string(),
            side: seek.side.map(SideWord::from),
            games: seek.length.map(MatchLength::games),
            rated: seek.rated,
            range: seek.range.map(|range| range.to_string()),
            made_ms: seek.made_ms,
        }
    }
}

/// The lobby.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct LobbyAnswer {
    /// The seeks that you see: open ones, and challenges between you and others.
    pub(super) seeks: Vec<SeekAnswer>,
    /// Games that go on and that everybody may watch, the one touched last first.
    pub(super) games: Vec<GameAnswer>,
    /// The names of those who are here.
    pub(super) here: Vec<String>,
}

/// What became of what you looked for.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(super) struct PostedAnswer {
    /// The id of the seek that is put up; null where a game was made at once.
    pub(super) seek: Option<String>,
    /// The id of the game that was made; null where nobody has taken the seek yet.
    pub(super) game: Option<String>,
}

/// A game that you look for.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewSeek {
    /// The id of a rule set, or the code of house rules.
    #[schema(example = "brandubh")]
    pub(super) rules: String,
    /// How much time there is: minutes and seconds a move, `10+5`, or days a move, `2d`.
    #[schema(example = "10+5")]
    pub(super) clock: String,
    /// Which side you want, in a match in its first game; either if it is left out.
    pub(super) side: Option<SideWord>,
    /// How many games the match has: 2, 4 or 6; one game if it is left out.
    pub(super) games: Option<u32>,
    /// Whether it is rated.
    #[serde(default)]
    pub(super) rated: bool,
    /// The name of whom you challenge; anybody if it is left out.
    pub(super) to: Option<String>,
    /// Whom you want to play, by rating: `1400-1700`.
    pub(super) range: Option<String>,
}

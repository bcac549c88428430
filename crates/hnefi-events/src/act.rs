//! What is done in an event: the rows of its log.

use hnefi_rules::Side;
use serde::{Deserialize, Serialize};

use crate::{Bye, PlayerNo, TextError, Why, text};

/// What somebody does.
///
/// As text each is one object with the word `act`. A row of the log holds no [`Act::Pair`], but the [`Act::Paired`] that came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Act {
    /// Somebody enters, and gets the next number.
    Enter {
        /// Who it is.
        key: String,
        /// The rating for seeding, in points.
        rating: Option<i32>,
    },
    /// A player has come.
    CheckIn {
        /// Who.
        player: PlayerNo,
    },
    /// A player leaves: out of the list before the event begins, afterwards out of the rounds to come. Open games are forfeited, unless a
    /// round of a knock-out was paired on them.
    Leave {
        /// Who.
        player: PlayerNo,
    },
    /// A player who has left, or did not come, is here again.
    Return {
        /// Who.
        player: PlayerNo,
    },
    /// A player wants no game in a round that is not paired yet. Swiss only.
    WishBye {
        /// Who.
        player: PlayerNo,
        /// In which round.
        round: u32,
    },
    /// From now on there are so many places.
    Places {
        /// How many; `None`: as many as the form can have.
        places: Option<u32>,
    },
    /// No more entries, other than late ones: it begins.
    Begin,
    /// The machine pairs the next round.
    Pair,
    /// The next round is paired so: by the machine, or by an arbiter's hand.
    Paired {
        /// The pairing.
        drawn: Drawn,
        /// Why by hand; `None` where the machine did it.
        by_hand: Option<String>,
    },
    /// The pairing of the last round is thrown away. No game of it may have ended.
    Unpair {
        /// Why.
        reason: String,
    },
    /// Two players of the last round change places: the one plays where the other would have, or has his bye. At one table they swap
    /// sides. No game of theirs may have been played; what was forfeited is open again, unless who has left forfeits it.
    Swap {
        /// The one.
        one: PlayerNo,
        /// The other.
        other: PlayerNo,
        /// Why.
        reason: String,
    },
    /// A game has ended.
    Result {
        /// Which.
        game: GameId,
        /// How.
        result: GameResult,
    },
    /// A result was wrong.
    Correct {
        /// Which.
        game: GameId,
        /// How the game ended; `None`: it has not.
        result: Option<GameResult>,
        /// Why.
        reason: String,
    },
    /// The round is over; what becomes of games that go on is in the plan.
    Close,
    /// The event is over.
    Finish,
}

/// A round as it was paired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Drawn {
    /// The round, counted from 1.
    pub round: u32,
    /// Who meets whom, by tables from 1.
    pub pairs: Vec<DrawnPair>,
    /// Who has no game.
    pub byes: Vec<Bye>,
}

impl Drawn {
    /// The same by an arbiter's hand, whatever reasons it gives.
    pub(crate) fn by_hand(mut self) -> Drawn {
        self.pairs.iter_mut().for_each(|pair| pair.why = Why::ByHand);
        self.byes.iter_mut().for_each(|bye| bye.why = Why::ByHand);
        self
    }
}

/// Two players who are to meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DrawnPair {
    /// Who has the attackers in the first game.
    pub attackers: PlayerNo,
    /// Who has the defenders in the first game.
    pub defenders: PlayerNo,
    /// Why these two.
    pub why: Why,
}

/// Which game of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameId {
    /// The round, counted from 1.
    pub round: u32,
    /// The table, counted from 1 in each round.
    pub table: u32,
    /// The game at that table, counted from 1.
    pub game: u32,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameResult {
    /// The attackers won.
    Attackers,
    /// The defenders won.
    Defenders,
    /// Nobody won.
    Draw,
    /// Who had the attackers did not play.
    AttackersForfeit,
    /// Who had the defenders did not play.
    DefendersForfeit,
    /// Nobody played.
    BothForfeit,
}

impl GameResult {
    /// All ways in which a game can end.
    pub const ALL: [GameResult; 6] = [
        GameResult::Attackers,
        GameResult::Defenders,
        GameResult::Draw,
        GameResult::AttackersForfeit,
        GameResult::DefendersForfeit,
        GameResult::BothForfeit,
    ];

    /// What a side gets, in half points.
    ///
    /// ```
    /// use hnefi_events::GameResult;
    /// use hnefi_rules::Side;
    /// assert_eq!(GameResult::Draw.halves(Side::Defenders), 1);
    /// assert_eq!(GameResult::AttackersForfeit.halves(Side::Defenders), 2);
    /// assert_eq!(GameResult::BothForfeit.halves(Side::Defenders), 0);
    /// ```
    pub const fn halves(self, side: Side) -> u32 {
        match (self, side) {
            (GameResult::Attackers | GameResult::DefendersForfeit, Side::Attackers)
            | (GameResult::Defenders | GameResult::AttackersForfeit, Side::Defenders) => 2,
            (GameResult::Draw, _) => 1,
            _ => 0,
        }
    }

    /// Whether a game was played.
    pub const fn is_played(self) -> bool {
        matches!(self, GameResult::Attackers | GameResult::Defenders | GameResult::Draw)
    }

    /// The side that did not play, where the other one would have.
    pub const fn forfeit_of(side: Side) -> GameResult {
        match side {
            Side::Attackers => GameResult::AttackersForfeit,
            Side::Defenders => GameResult::DefendersForfeit,
        }
    }
}

/// Who does something. Who is an arbiter, or which player, is for the caller to know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// Nobody: it was due, or a game ended on the server.
    Machine,
    /// The player whom it is about; for a result, one of the two.
    Player,
    /// Somebody who may decide in this event, with a word for who it is.
    Arbiter(String),
}

impl By {
    /// Whether they may do such a thing at all.
    pub fn may(&self, act: &Act) -> bool {
        match act {
            Act::Unpair { .. }
            | Act::Swap { .. }
            | Act::Correct { .. }
            | Act::Places { .. }
            | Act::Paired { by_hand: Some(_), .. } => matches!(self, By::Arbiter(_)),
            Act::Begin | Act::Pair | Act::Paired { by_hand: None, .. } | Act::Close | Act::Finish => {
                *self != By::Player
            }
            Act::Enter { .. }
            | Act::CheckIn { .. }
            | Act::Leave { .. }
            | Act::Return { .. }
            | Act::WishBye { .. }
            | Act::Result { .. } => true,
        }
    }
}

/// A row of the log: what was done, by whom, and when.
///
/// ```
/// use hnefi_events::{Act, By, Row};
/// let row = Row { at_ms: 5, by: By::Player, act: Act::Enter { key: "ann".to_owned(), rating: None } };
/// let text = r#"{"v":1,"is":{"at-ms":5,"by":"player","act":{"act":"enter","key":"ann","rating":null}}}"#;
/// assert_eq!(row.to_json(), text);
/// assert_eq!(Row::from_json(text), Ok(row));
/// assert!(Row::from_json(r#"{"v":2,"is":{}}"#).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Row {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// By whom.
    pub by: By,
    /// What.
    pub act: Act,
}

impl Row {
    /// The row as text, with the version of its form.
    pub fn to_json(&self) -> String {
        text::write(self)
    }

    /// Reads [`Row::to_json`].
    ///
    /// # Errors
    /// The text is no row, or one of a version that is not known.
    pub fn from_json(json: &str) -> Result<Row, TextError> {
        text::read(json)
    }
}

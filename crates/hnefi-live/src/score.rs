//! Matches: how many games they have, how they stand, and who won.

use hnefi_rules::{BySide, Outcome, Side};

/// How many games a match has, when that is settled before it begins: so many that each plays both sides equally often.
///
/// ```
/// use hnefi_live::MatchLength;
/// assert_eq!(MatchLength::from_games(4), Some(MatchLength::Four));
/// assert_eq!(MatchLength::from_games(3), None);
/// assert_eq!(MatchLength::ALL.map(MatchLength::games), [2, 4, 6]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchLength {
    /// Two games.
    Two,
    /// Four games.
    Four,
    /// Six games.
    Six,
}

impl MatchLength {
    /// All lengths, the shortest first.
    pub const ALL: [MatchLength; 3] = [MatchLength::Two, MatchLength::Four, MatchLength::Six];

    /// The number of games.
    pub const fn games(self) -> u32 {
        match self {
            MatchLength::Two => 2,
            MatchLength::Four => 4,
            MatchLength::Six => 6,
        }
    }

    /// The length with a number of games.
    pub fn from_games(games: u32) -> Option<MatchLength> {
        MatchLength::ALL.into_iter().find(|length| length.games() == games)
    }
}

/// How a match stands in one of its games.
///
/// ```
/// use hnefi_live::{MatchLength, MatchResult, Score};
/// use hnefi_rules::{Ending, Outcome, Side};
///
/// let first = Score::new(Some(MatchLength::Two)).after(Some(Outcome::win(Side::Defenders, Ending::KingEscaped)));
/// assert_eq!(first.result(), None);
/// // Who won as the defenders attacks now.
/// let second = first.next();
/// assert_eq!((second.game, second.points.attackers), (2, 2));
/// let second = second.after(Some(Outcome::draw(Ending::Agreement)));
/// assert_eq!(second.result(), Some(MatchResult::Won(Side::Attackers)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Which game of the match it is, counted from 1.
    pub game: u32,
    /// How many games the match has; `None` when the players go on as long as they like.
    pub length: Option<MatchLength>,
    /// The points in halves for who plays each side in this game: 2 for a win, 1 for a draw.
    pub points: BySide<u32>,
    /// Whether this game is over, and counted.
    pub over: bool,
    /// Who forfeited the match after this game, by the side that he played in it.
    pub forfeited: Option<Side>,
    /// Where both games of the match are played at once: whether the other one is over.
    pub other_over: Option<bool>,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchResult {
    /// Who plays this side in its last game has won it.
    Won(Side),
    /// Both have as many points.
    Drawn,
}

impl Score {
    /// The first game of a match, before its end.
    pub fn new(length: Option<MatchLength>) -> Score {
        Score { game: 1, length, points: BySide::default(), over: false, forfeited: None, other_over: None }
    }

    /// The score when this game is over; one that ended without a result gives no points.
    #[must_use]
    pub fn after(mut self, outcome: Option<Outcome>) -> Score {
        if let Some(outcome) = outcome {
            give(&mut self.points, outcome.winner);
        }
        Score { over: true, ..self }
    }

    /// The score at the beginning of the next game, in which both have swapped sides. After the last game of a match
    /// another one of the same length begins.
    #[must_use]
    pub fn next(self) -> Score {
        if self.is_last() {
            return Score::new(self.length);
        }
        let points = BySide { attackers: self.points.defenders, defenders: self.points.attackers };
        Score { game: self.game + 1, points, over: false, ..self }
    }

    /// Whether the match ends with this game.
    pub fn is_last(&self) -> bool {
        self.forfeited.is_some() || self.length.is_some_and(|length| self.game == length.games())
    }

    /// Whether this game is over and the other one, which is played at the same time, is not.
    pub fn waits(&self) -> bool {
        self.over && self.other_over == Some(false)
    }

    /// How the match ended; `None` while it goes on, and always where its length was not settled.
    pub fn result(&self) -> Option<MatchResult> {
        if let Some(by) = self.forfeited {
            return Some(MatchResult::Won(!by));
        }
        let BySide { attackers, defenders } = self.points;
        let last_pair = self.length.is_some_and(|length| self.game + 2 > length.games());
        let ends = self.other_over.map_or_else(|| self.is_last(), |over| over && last_pair);
        (ends && self.over).then(|| match attackers.cmp(&defenders) {
            std::cmp::Ordering::Greater => MatchResult::Won(Side::Attackers),
            std::cmp::Ordering::Less => MatchResult::Won(Side::Defenders),
            std::cmp::Ordering::Equal => MatchResult::Drawn,
        })
    }
}

/// Gives the points of a game: to its winner, or half to both.
pub(crate) fn give(points: &mut BySide<u32>, winner: Option<Side>) {
    match winner {
        Some(winner) => points[winner] += 2,
        None => {
            points.attackers += 1;
            points.defenders += 1;
        }
    }
}

//! How games end.

use crate::{Clause, Point, Question, Side};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The side that won; `None` for a draw.
    pub winner: Option<Side>,
    /// Why the game is over.
    pub reason: Ending,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The king was captured.
    KingCaptured,
    /// The king reached a square on which he escapes.
    KingEscaped,
    /// The king stands on the edge in a fort that cannot be broken.
    ExitFort,
    /// King and defenders are ringed in and cannot break out.
    Encirclement,
    /// The side to move has no legal move.
    NoLegalMove,
    /// Repetition, as the rule set has it.
    Repetition,
    /// The players agreed on a draw.
    Agreement,
    /// A player claimed a draw, and it was granted.
    Claim(Ground),
    /// A side resigned.
    Resignation,
    /// A side ran out of time.
    Time,
    /// A side left the game.
    Abandoned,
}

impl Ending {
    /// The word for this ending on the wire and in files.
    pub const fn id(self) -> &'static str {
        match self {
            Ending::KingCaptured => "king-captured",
            Ending::KingEscaped => "king-escaped",
            Ending::ExitFort => "exit-fort",
            Ending::Encirclement => "encirclement",
            Ending::NoLegalMove => "no-legal-move",
            Ending::Repetition => "repetition",
            Ending::Agreement => "agreement",
            Ending::Claim(_) => "claim",
            Ending::Resignation => "resignation",
            Ending::Time => "time",
            Ending::Abandoned => "abandoned",
        }
    }

    /// Every ending.
    pub const ALL: [Ending; 13] = [
        Ending::KingCaptured,
        Ending::KingEscaped,
        Ending::ExitFort,
        Ending::Encirclement,
        Ending::NoLegalMove,
        Ending::Repetition,
        Ending::Agreement,
        Ending::Claim(Ground::KingAtSide),
        Ending::Claim(Ground::KingShutIn),
        Ending::Claim(Ground::NoProgress),
        Ending::Resignation,
        Ending::Time,
        Ending::Abandoned,
    ];

    /// Whether a move brought it about, and not the people off the board.
    pub const fn is_by_move(self) -> bool {
        self.is_at_once() || matches!(self, Ending::NoLegalMove | Ending::Repetition)
    }

    /// Whether the board after the move shows it, whatever happened before and whoever can move.
    pub(crate) const fn is_at_once(self) -> bool {
        matches!(self, Ending::KingCaptured | Ending::KingEscaped | Ending::ExitFort | Ending::Encirclement)
    }

    /// The clause of the rule set that ended the game; `None` for what people did off the board.
    pub const fn clause(self) -> Option<Clause> {
        match self {
            Ending::KingCaptured => Some(Clause::Point(Point::KingTaken)),
            Ending::KingEscaped => Some(Clause::Question(Question::Escape)),
            Ending::ExitFort => Some(Clause::Question(Question::ExitFort)),
            Ending::Encirclement => Some(Clause::Question(Question::Encirclement)),
            Ending::NoLegalMove => Some(Clause::Question(Question::NoMove)),
            Ending::Repetition => Some(Clause::Question(Question::Repetition)),
            Ending::Agreement => Some(Clause::Question(Question::Agreement)),
            Ending::Claim(_) => Some(Clause::Question(Question::Claims)),
            Ending::Resignation | Ending::Time | Ending::Abandoned => None,
        }
    }
}

/// The ground on which a player claims a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// The king is at the side and cannot be brought to where he can be taken.
    KingAtSide,
    /// The king can reach no corner, and no attacker can reach him.
    KingShutIn,
    /// Neither side makes progress.
    NoProgress,
}

impl Ground {
    /// Every ground.
    pub const ALL: [Ground; 3] = [Ground::KingAtSide, Ground::KingShutIn, Ground::NoProgress];

    /// The word for this ground on the wire and in files.
    pub const fn id(self) -> &'static str {
        match self {
            Ground::KingAtSide => "king-at-side",
            Ground::KingShutIn => "king-shut-in",
            Ground::NoProgress => "no-progress",
        }
    }

    /// The ground of a word.
    pub fn from_id(id: &str) -> Option<Ground> {
        Ground::ALL.into_iter().find(|g| g.id() == id)
    }
}

impl Outcome {
    /// A win.
    pub const fn win(winner: Side, reason: Ending) -> Outcome {
        Outcome { winner: Some(winner), reason }
    }

    /// A draw.
    pub const fn draw(reason: Ending) -> Outcome {
        Outcome { winner: None, reason }
    }
}

impl std::fmt::Display for Ending {
    /// The word of the ending, and of a claim the ground: `king-captured`, `claim no-progress`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Ending::Claim(ground) => write!(f, "{} {}", self.id(), ground.id()),
            _ => f.write_str(self.id()),
        }
    }
}

impl std::fmt::Display for Outcome {
    /// The winner or `draw`, then the ending: `attackers king-captured`, `draw claim no-progress`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.winner.map_or("draw", Side::id), self.reason)
    }
}

/// The text is no outcome.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no outcome: write the winner or `draw`, then the ending, such as `attackers king-captured`")]
pub struct OutcomeError(pub String);

impl std::str::FromStr for Outcome {
    type Err = OutcomeError;

    /// Reads what [`Outcome`] writes: the form in which outcomes are stored, which stays as it is.
    ///
    /// ```
    /// use hnefi_rules::{Ending, Ground, Outcome};
    /// let outcome = Outcome::draw(Ending::Claim(Ground::NoProgress));
    /// assert_eq!(outcome.to_string(), "draw claim no-progress");
    /// assert_eq!("draw claim no-progress".parse(), Ok(outcome));
    /// assert!("nobody king-captured".parse::<Outcome>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Outcome, OutcomeError> {
        let read = || {
            let (winner, reason) = text.split_once(' ')?;
            let winner = match winner {
                "draw" => None,
                side => Some(Side::ALL.into_iter().find(|known| known.id() == side)?),
            };
            let reason = Ending::ALL.into_iter().find(|ending| ending.to_string() == reason)?;
            Some(Outcome { winner, reason })
        };
        read().ok_or_else(|| OutcomeError(text.chars().take(60).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_reads_back_as_it_was_written() {
        let mut texts = Vec::new();
        for reason in Ending::ALL {
            for winner in [None, Some(Side::Attackers), Some(Side::Defenders)] {
                let outcome = Outcome { winner, reason };
                assert_eq!(outcome.to_string().parse(), Ok(outcome));
                texts.push(outcome.to_string());
            }
        }
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), 39, "two outcomes share a text");
        for text in ["", "draw", "draw ", "draw claim", "draw claim luck", "Draw agreement", "draw  agreement"] {
            assert_eq!(text.parse::<Outcome>(), Err(OutcomeError(text.to_owned())));
        }
    }

    #[test]
    fn the_stored_words_stay_as_they_are() {
        let words = Ending::ALL.map(|ending| ending.to_string()).join(", ");
        assert_eq!(
            words,
            "king-captured, king-escaped, exit-fort, encirclement, no-legal-move, repetition, agreement, \
             claim king-at-side, claim king-shut-in, claim no-progress, resignation, time, abandoned"
        );
    }
}

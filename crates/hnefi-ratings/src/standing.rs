//! What one game does to those who played it, and to the rule set.

use hnefi_rules::{BySide, Side};

use crate::glicko::{CENTRE, Met, expected};
use crate::{Advantage, Rating, periods};

/// Who plays a game, as far as ratings know: both players, and what the attackers' side is worth.
///
/// ```
/// use hnefi_ratings::{Advantage, Rating, Standing};
/// use hnefi_rules::{BySide, Side};
///
/// let new = Rating::new(0);
/// let attackers_favoured = Advantage { millionths: 100_000_000, deviation_millionths: 10_000_000, ..Advantage::new(0) };
/// let before = Standing { players: BySide { attackers: new, defenders: new }, advantage: attackers_favoured };
/// assert!(before.expected(0) > 0.55);
///
/// // To win with the better side is worth less than with the other one.
/// let gain = |winner| before.after(Some(winner), 0).players[winner].points() - 1500.0;
/// assert!(gain(Side::Attackers) < gain(Side::Defenders));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The ratings of the players.
    pub players: BySide<Rating>,
    /// The advantage of the rule set.
    pub advantage: Advantage,
}

impl Standing {
    /// The share of the point that the attackers are expected to get, at a time in milliseconds since 1970.
    pub fn expected(&self, at_ms: i64) -> f64 {
        let [a, d] = Side::ALL.map(|side| self.players[side].rested(at_ms));
        let advantage = self.advantage.rested(at_ms);
        let deviation = together(together(a.deviation, d.deviation), advantage.deviation);
        expected(a.rating + self.advantage.points() - d.rating, deviation)
    }

    /// The standing after a game that ended at this time, in milliseconds since 1970; without a winner it was a draw, half a point
    /// for each.
    ///
    /// The strength of the attackers, the advantage and the strength of the defenders are three unknown numbers a, v and d, of which
    /// the game shows how a + v − d compares with 0. So each of the three meets the other two as one opponent, whose deviation is
    /// theirs together.
    #[must_use]
    pub fn after(&self, winner: Option<Side>, at_ms: i64) -> Standing {
        let [a, d] = Side::ALL.map(|side| self.players[side].rested(at_ms));
        let v = self.advantage.rested(at_ms);
        let worth = self.advantage.points();
        let score = match winner {
            Some(Side::Attackers) => 1.0,
            None => 0.5,
            Some(Side::Defenders) => 0.0,
        };
        let met_by = |side: Side| match side {
            Side::Attackers => Met { rating: d.rating - worth, deviation: together(d.deviation, v.deviation), score },
            Side::Defenders => {
                Met { rating: a.rating + worth, deviation: together(a.deviation, v.deviation), score: 1.0 - score }
            }
        };
        let rated = |side: Side| {
            let before = &self.players[side];
            let after = before.strength().after(&[met_by(side)], periods(before.played_ms, at_ms));
            Rating::of(after, before.games + 1, at_ms.max(before.played_ms))
        };
        Standing {
            players: BySide { attackers: rated(Side::Attackers), defenders: rated(Side::Defenders) },
            advantage: self.learnt(score, at_ms),
        }
    }

    /// The advantage after a game. Only games between players who are settled teach it: while little is known of strengths, who is strong
    /// would be taken for sitting on the better side, many times over. Its volatility is given and not learnt, so all that time
    /// does to it is done before the game.
    fn learnt(&self, score: f64, at_ms: i64) -> Advantage {
        if Side::ALL.iter().any(|&side| self.players[side].is_provisional(at_ms)) {
            return self.advantage;
        }
        let [a, d] = Side::ALL.map(|side| self.players[side].rested(at_ms));
        let met = Met { rating: CENTRE + d.rating - a.rating, deviation: together(a.deviation, d.deviation), score };
        let learnt = self.advantage.rested(at_ms).after(&[met], 0.0);
        Advantage::of(learnt, self.advantage.games + 1, at_ms.max(self.advantage.played_ms))
    }
}

/// The deviation of a sum of two that are independent.
fn together(one: f64, other: f64) -> f64 {
    libm::sqrt(one * one + other * other)
}

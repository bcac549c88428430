//! How much a search doubts its move, and so how much of its time it should take.

use hnefi_rules::Move;

/// A fall of the score by so many hundredths is a reason to look again.
const FALL: i32 = 40;

/// What the depths so far said about the move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Doubt {
    best: Option<(Move, i32)>,
    /// How many depths in a row the same move was best.
    steady: u32,
}

impl Doubt {
    /// Takes note of the best move of a depth, and says how much of the time should be granted, in hundredths.
    pub(crate) fn percent(&mut self, best: Move, score: i32) -> u32 {
        let before = self.best.replace((best, score));
        let fell = before.is_some_and(|(_, before)| score < before - FALL);
        let same = before.is_some_and(|(mv, _)| mv == best);
        self.steady = if same { self.steady + 1 } else { 0 };
        let granted = match self.steady {
            0 => 140,
            1..=3 => 100,
            _ => 67,
        };
        if fell { granted + 60 } else { granted }
    }
}

#[cfg(test)]
mod tests {
    use hnefi_rules::{Referee, leaflet};

    use super::Doubt;

    #[test]
    fn a_steady_move_needs_less_and_a_falling_score_more() {
        let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
        let moves = referee.moves(&referee.start());
        let mut doubt = Doubt::default();
        let told = [0, 5, 0, 5, 0].map(|score| doubt.percent(moves[0], score));
        assert_eq!(told, [140, 100, 100, 100, 67]);
        assert_eq!(doubt.percent(moves[0], -100), 127);
        assert_eq!(doubt.percent(moves[1], -90), 140);
        assert_eq!(doubt.percent(moves[2], -190), 200);
    }
}

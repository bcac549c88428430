//! How long moves took, by the phase of the game.

use hnefi_views::order::PhaseRow;
use hnefi_words::Words;

/// From which of one's own moves on each phase goes.
const PHASES: [(usize, &str); 3] =
    [(0, "conduct-phase-opening"), (10, "conduct-phase-middle"), (30, "conduct-phase-late")];

/// The times of moves, by phase.
#[derive(Clone, Debug, Default)]
pub(super) struct Phases([Vec<u32>; 3]);

impl Phases {
    /// The own move of this number, the first one being 0, took so many milliseconds.
    pub(super) fn add(&mut self, number: usize, ms: u32) {
        let phase = PHASES.iter().rposition(|(from, _)| number >= *from).unwrap_or(0);
        self.0[phase].push(ms);
    }

    /// Each phase in which there are moves: how many, the median, the quarters, in seconds, and how far they lie apart.
    pub(super) fn rows(self) -> Vec<(String, PhaseRow)> {
        let row = |((_, words), mut times): (&(usize, &str), Vec<u32>)| {
            times.sort_unstable();
            let at = |share: usize| times.get((times.len() * share / 4).min(times.len().saturating_sub(1))).copied();
            let (low, middle, high) = (at(1)?, at(2)?, at(3)?);
            let seconds = |ms: u32| format!("{:.1}", f64::from(ms) / 1_000.0);
            let spread = f64::from(high - low) / f64::from(middle.max(1));
            let row = PhaseRow {
                phase: String::new(),
                moves: times.len(),
                median: seconds(middle),
                low: seconds(low),
                high: seconds(high),
                spread: format!("{spread:.1}"),
            };
            Some((Words::english().text(words), row))
        };
        PHASES.iter().zip(self.0).filter_map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_by_phase_and_even_ones_have_no_spread() {
        let mut phases = Phases::default();
        (0..10).for_each(|number| phases.add(number, 4_000));
        (10..14).for_each(|number| phases.add(number, (number as u32 - 9) * 1_000));
        let rows = phases.rows();
        assert_eq!(rows.len(), 2, "nothing is said of a phase without moves");
        assert_eq!((rows[0].1.moves, rows[0].1.median.as_str(), rows[0].1.spread.as_str()), (10, "4.0", "0.0"));
        assert_eq!((rows[1].1.low.as_str(), rows[1].1.median.as_str(), rows[1].1.high.as_str()), ("2.0", "3.0", "4.0"));
    }
}

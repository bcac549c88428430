//! Who wins: what attackers and defenders get under each rule set, measured by the engine against itself.
//!
//! The figures are the file `figures.csv` beside this crate's sources. `docs/bench/balance.md` says how they were measured, and
//! the example `balance` measures them again.
//!
//! ```
//! use hnefi_balance::Share;
//!
//! for figure in hnefi_balance::figures().of("fetlar-2018") {
//!     println!("{} positions a move: {}", figure.nodes, Share::of(figure.results));
//! }
//! ```

mod figures;
mod share;

use std::sync::LazyLock;

pub use figures::{Figure, Figures, FiguresError, Turned};
pub use share::Share;

/// The figures that the program carries.
pub fn figures() -> &'static Figures {
    static FIGURES: LazyLock<Figures> = LazyLock::new(|| {
        Figures::from_csv(include_str!("../figures.csv")).expect("a test reads the figures that the program carries")
    });
    &FIGURES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_are_of_rule_sets_that_there_are_and_stand_in_order() {
        let text = include_str!("../figures.csv");
        assert_eq!(figures().to_csv(), text);
        for figure in figures().all() {
            let rules = hnefi_rules::ruleset(&figure.rules).unwrap_or_else(|| panic!("{}", figure.rules));
            if let Some(turned) = &figure.turned {
                let other = rules.with(turned.question, &turned.answer);
                assert!(other.is_some(), "{}: {} {}", figure.rules, turned.question.id(), turned.answer);
            }
        }
    }
}

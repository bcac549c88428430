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
    fn the_figures_that_the_program_carries_are_read_and_stand_in_order() {
        assert_eq!(figures().to_csv(), include_str!("../figures.csv"));
    }
}

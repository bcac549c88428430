//! Openings by chance, and which of them are one and the same.

use std::ops::RangeInclusive;
use std::sync::Arc;

use fastrand::Rng;
use hnefi_rules::{Game, Position, Referee, Setup, Side, Square};

/// How openings are drawn: so many legal moves, every one as likely as any other.
///
/// ```
/// use hnefi_match::Draw;
/// use hnefi_rules::{Referee, leaflet};
/// use std::sync::Arc;
/// let referee = Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()));
/// let draw = Draw { seed: 1, plies: 4..=8 };
/// let game = draw.game(0, &referee).unwrap();
/// assert!((4..=8).contains(&game.plies().count()));
/// assert_eq!(game, draw.game(0, &referee).unwrap());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// Where chance begins.
    pub seed: u64,
    /// How many plies, each number as likely as any other.
    pub plies: RangeInclusive<usize>,
}

/// A position whatever way the board is turned or mirrored, and whatever moves led to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Likeness(String, Side);

impl Draw {
    /// The game after the moves that were drawn under a number; `None` where they decide it.
    pub fn game(&self, number: u64, referee: &Arc<Referee>) -> Option<Game> {
        let mut chance = self.chance(number);
        let mut game = Game::new(referee.clone());
        let (least, most) = (*self.plies.start(), *self.plies.end());
        for _ in 0..chance.usize(least..=most.max(least)) {
            let moves = game.moves();
            if moves.is_empty() {
                return None;
            }
            game.play(moves[chance.usize(..moves.len())]).expect("a legal move");
        }
        game.outcome().is_none().then_some(game)
    }

    /// The chance of a number, which has nothing to do with that of another number or seed.
    fn chance(&self, number: u64) -> Rng {
        let seed = Rng::with_seed(self.seed).u64(..);
        Rng::with_seed(Rng::with_seed(seed ^ number).u64(..))
    }
}

impl Likeness {
    /// What a position has in common with its images.
    pub(crate) fn of(position: &Position) -> Likeness {
        let setup = position.setup();
        let images = (0..8).map(|way| image(&setup, way).to_rows());
        Likeness(images.min().unwrap_or_default(), position.turn())
    }
}

/// One of the eight images of a board.
fn image(setup: &Setup, way: u8) -> Setup {
    let last = setup.size() - 1;
    let mut image = setup.clone();
    for square in setup.squares() {
        let file = if way & 1 != 0 { last - square.file() } else { square.file() };
        let rank = if way & 2 != 0 { last - square.rank() } else { square.rank() };
        let (file, rank) = if way & 4 != 0 { (rank, file) } else { (file, rank) };
        if let Some(there) = Square::new(file, rank) {
            image.set(there, setup.piece(square));
        }
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;
    use hnefi_rules::{Intent, ruleset};

    fn after(moves: &str) -> Likeness {
        let mut game = Game::new(Arc::new(Referee::new(ruleset("fetlar-2018").unwrap().clone())));
        for text in moves.split(' ') {
            let (from, to) = text.split_once('-').unwrap();
            let mv = game.legal(Intent { from: from.parse().unwrap(), to: to.parse().unwrap() }).unwrap();
            game.play(mv).expect("a legal move");
        }
        Likeness::of(game.position())
    }

    #[test]
    fn images_and_other_orders_of_moves_are_alike() {
        let images = ["d1-d3", "h1-h3", "d11-d9", "h11-h9", "a4-c4", "a8-c8", "k4-i4", "k8-i8"].map(after);
        assert!(images.iter().all(|image| *image == images[0]));
        assert_ne!(after("d1-d4"), images[0]);
        assert_eq!(after("d1-d3 f4-i4 h1-h2"), after("h1-h2 f4-i4 d1-d3"));
        // The same board with the other side to move is something else.
        assert_ne!(after("d1-d3 f4-g4"), after("d1-d2 f4-g4 d2-d3"));
    }

    #[test]
    fn numbers_and_seeds_draw_other_moves() {
        let referee = Arc::new(Referee::new(ruleset("copenhagen").unwrap().clone()));
        let draw = |seed, number| Draw { seed, plies: 4..=8 }.game(number, &referee).unwrap();
        let mut lengths: Vec<usize> = (0..60).map(|number| draw(1, number).plies().count()).collect();
        lengths.sort_unstable();
        lengths.dedup();
        assert_eq!(lengths, [4, 5, 6, 7, 8]);
        assert_ne!(draw(1, 5).position(), draw(1, 6).position());
        assert_ne!(draw(1, 5).position(), draw(2, 5).position());
    }
}

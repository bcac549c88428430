//! What several tests share: positions of all kinds, from seeds.

use std::sync::Arc;

use hnefi_engine::{Engine, EngineOptions};
use hnefi_rules::{Direction, Game, Piece, Question, Referee, Setup, Side, Square, ruleset, rulesets};

/// The referees of all rule sets.
pub(crate) fn referees() -> Vec<Arc<Referee>> {
    rulesets().map(|ruleset| Arc::new(Referee::new(ruleset.clone()))).collect()
}

/// Every form of repetition, on a wide board and on a small one.
pub(crate) fn repetitions() -> Vec<Arc<Referee>> {
    let house = |id: &str, word: &str| {
        let ruleset = ruleset(id).unwrap().with(Question::Repetition, word).unwrap();
        Arc::new(Referee::new(Arc::new(ruleset)))
    };
    Question::Repetition.words().iter().flat_map(|word| ["copenhagen", "brandubh"].map(|id| house(id, word))).collect()
}

/// An engine whose choices are the same every time.
pub(crate) fn steady_engine() -> Engine {
    Engine::new(EngineOptions { threads: 1, hash_mb: 2, seed: Some(7) })
}

/// A game after so many random plies, or fewer if it ended, the ending taken back.
pub(crate) fn random_game(referee: &Arc<Referee>, chance: &mut fastrand::Rng, plies: usize) -> Game {
    let mut game = Game::new(referee.clone());
    for _ in 0..plies {
        let moves = game.moves();
        if game.play(moves[chance.usize(..moves.len())]).unwrap().outcome.is_some() {
            game.undo();
            break;
        }
    }
    game
}

/// A game from a thin random position, the king often at the edge or in a crowd; `None` if it is over.
pub(crate) fn thin_game(referee: &Arc<Referee>, chance: &mut fastrand::Rng) -> Option<Game> {
    let size = referee.ruleset().size();
    let mut setup = Setup::empty(size)?;
    let king = loop {
        let (file, rank) = (chance.u8(..size), chance.u8(..size));
        let file = if chance.u8(..4) == 0 { 0 } else { file };
        let king = Square::new(file, rank)?;
        if !setup.is_corner(king) {
            break king;
        }
    };
    setup.set(king, Some(Piece::King));
    let crowd = chance.bool();
    let (attackers, defenders) = (chance.u8(3..22), chance.u8(0..10));
    for number in 0..attackers + defenders {
        let near = |at: u8, chance: &mut fastrand::Rng| at.saturating_sub(2) + chance.u8(..5);
        let square = if crowd && chance.bool() {
            Square::new(near(king.file(), chance), near(king.rank(), chance))
        } else {
            Square::new(chance.u8(..size), chance.u8(..size))
        };
        let Some(square) = square.filter(|&s| setup.contains(s)) else { continue };
        if setup.piece(square).is_none() && square != setup.throne() && !setup.is_corner(square) {
            setup.set(square, Some(if number < attackers { Piece::Attacker } else { Piece::Defender }));
        }
    }
    if chance.u8(..4) == 0 {
        // Attackers close in on the king from all sides but one or two.
        for direction in Direction::ALL {
            let square = king.step(direction, size).filter(|&s| s != setup.throne() && !setup.is_corner(s));
            let piece = if chance.u8(..5) < 4 { Some(Piece::Attacker) } else { None };
            square.into_iter().for_each(|square| setup.set(square, piece));
        }
    }
    let turn = if chance.bool() { Side::Attackers } else { Side::Defenders };
    let game = Game::from_position(referee.clone(), referee.position(&setup, turn).ok()?);
    game.outcome().is_none().then_some(game)
}

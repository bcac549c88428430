//! As long as a game is not over, the side to move has a move: also where repetition forbids moves.

use std::sync::Arc;

use fastrand::Rng;
use hnefi_rules::{Ending, Game, Offer, Piece, Question, Referee, Ruleset, Setup, Side, Square, rulesets};
use hnefi_tests::thin;

/// A board so full that the side to move soon runs out of moves that repeat nothing.
fn crowded(size: u8, rng: &mut Rng) -> Setup {
    let mut setup = Setup::empty(size).expect("a size that a rule set has");
    let any = |rng: &mut Rng| Square::new(rng.u8(..size), rng.u8(..size)).expect("within the board");
    setup.set(any(rng), Some(Piece::King));
    let full = rng.u32(85..99);
    for square in setup.squares() {
        let special = square == setup.throne() || setup.is_corner(square);
        if setup.piece(square).is_none() && !special && rng.u32(..100) < full {
            setup.set(square, Some(if rng.u8(..4) > 0 { Piece::Attacker } else { Piece::Defender }));
        }
    }
    setup
}

fn check(game: &Game) {
    assert_eq!(game.turn().is_some(), !game.moves().is_empty(), "{:?} {:?}", game.position(), game.outcome());
    assert_eq!(game.turn().is_some(), game.outcome().is_none());
}

/// Plays mostly to and fro, with offers and moves taken back between; says whether forbidden repetition left a side
/// without a move.
fn play(mut game: Game, rng: &mut Rng) -> bool {
    check(&game);
    for _ in 0..60 {
        let Some(turn) = game.turn() else { break };
        match rng.u8(..24) {
            0 => drop(game.undo()),
            1 if game.offer(turn, Offer::TakeBack).is_ok() => {
                check(&game);
                game.accept(!turn).expect("an offer stands");
            }
            2 => drop(game.offer(turn, Offer::Draw)),
            3 => drop(game.drop_offer(turn)),
            _ => {
                let moves = game.moves();
                let before = game.plies().rev().nth(1).map(|ply| (ply.played.mv.to(), ply.played.mv.from()));
                let back = moves.iter().find(|mv| Some((mv.from(), mv.to())) == before && rng.u8(..8) > 0);
                game.play(back.copied().unwrap_or_else(|| moves[rng.usize(..moves.len())])).unwrap();
            }
        }
        check(&game);
    }
    let stalled = game.outcome().is_some_and(|outcome| outcome.reason == Ending::NoLegalMove);
    stalled && game.referee().has_move(game.position())
}

#[test]
fn who_is_to_move_can_move() {
    let mut rng = Rng::with_seed(61);
    for repetition in ["third-position-forbidden", "defenders-never-repeat", "aggressor-deviates", "aggressor-loses"] {
        let mut stuck = 0;
        for ruleset in rulesets() {
            for no_move in Question::NoMove.words() {
                let with =
                    |ruleset: &Ruleset, question, word| ruleset.with(question, word).expect("a word of the question");
                let changed = with(&with(ruleset, Question::Repetition, repetition), Question::NoMove, no_move);
                let referee = Arc::new(Referee::new(Arc::new(changed)));
                play(Game::new(referee.clone()), &mut rng);
                for _ in 0..10 {
                    let size = referee.ruleset().size();
                    let setup = if rng.u8(..8) > 0 { crowded(size, &mut rng) } else { thin::setup(size, &mut rng) };
                    let turn = if rng.bool() { Side::Attackers } else { Side::Defenders };
                    if let Ok(position) = referee.position(&setup, turn) {
                        stuck += usize::from(play(Game::from_position(referee.clone(), position), &mut rng));
                    }
                }
            }
        }
        println!("{repetition}: {stuck} games ended because every move would have repeated a position");
        let forbids_much = matches!(repetition, "third-position-forbidden" | "defenders-never-repeat");
        assert!(stuck > 0 || !forbids_much);
    }
}

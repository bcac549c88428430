//! "Why was this piece not captured?", checked against what the slow referee captures.

use std::sync::Arc;

use fastrand::Rng;
use hnefi_rules::{Referee, Why, leaflets};
use hnefi_tests::{slow, thin};

/// After a move that captures nothing, the leaflets named for a piece that still stands are those under which
/// the same move takes it, and no piece is said to fall.
#[test]
fn the_leaflets_under_which_it_would_have_fallen() {
    let fast: Vec<Arc<Referee>> = leaflets().iter().map(|ruleset| Arc::new(Referee::new(ruleset.clone()))).collect();
    let slow: Vec<slow::Referee> = leaflets().iter().map(|ruleset| slow::Referee::new(ruleset)).collect();
    let mut rng = Rng::with_seed(51);
    let (mut asked, mut elsewhere_named) = (0, 0);
    while asked < 500_000 {
        let setup = thin::setup(11, &mut rng);
        let turn = thin::side(&mut rng);
        let here = rng.usize(..fast.len());
        let Ok(position) = fast[here].position(&setup, turn) else { continue };
        let board = slow::Board::from_setup(&setup, turn);
        for mv in fast[here].moves(&position) {
            let played = fast[here].play(&position, mv);
            if !played.captures.is_empty() || played.ending.is_some() {
                continue;
            }
            for (square, piece) in played.position.pieces().filter(|(_, piece)| piece.side() != turn) {
                let why = fast[here].why_not(&played.position, square, Some(mv.intent()), &fast).unwrap();
                let place = || format!("{}: {square} after {mv} in {position:?}", fast[here].ruleset().id());
                assert_eq!((why.square, why.piece), (square, piece), "{}", place());
                assert!(!matches!(why.why, Why::Falls(_)), "{}: {:?}", place(), why.why);
                let named: Vec<&str> = why.elsewhere.iter().map(|ruleset| ruleset.id()).collect();
                let expected: Vec<&str> = (0..slow.len())
                    .filter(|&other| {
                        let captures = slow[other].play(&board, mv.from(), mv.to()).captures;
                        captures.iter().any(|captured| captured.square == square)
                    })
                    .map(|other| leaflets()[other].id())
                    .collect();
                assert_eq!(named, expected, "{}", place());
                asked += 1;
                elsewhere_named += usize::from(!named.is_empty());
            }
        }
    }
    println!("{asked} pieces asked about; {elsewhere_named} would have fallen under another leaflet");
    assert!(elsewhere_named > 100);
}

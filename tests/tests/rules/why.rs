//! "Why was this piece not captured?", checked against what the slow referee captures.

use std::collections::BTreeMap;
use std::sync::Arc;

use fastrand::Rng;
use hnefi_rules::{Intent, Neighbour, Partner, Piece, Position, Question, Referee, Square, Why, leaflets, rulesets};
use hnefi_tests::{house, scenes, slow, thin};

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

/// Every rule set of the program and many made up, on random boards: what a move takes is what is said to fall, and
/// what is said of each side of a piece is what the referee does.
#[test]
fn what_is_said_to_fall_is_what_falls() {
    let known: Vec<Arc<Referee>> = rulesets().map(|ruleset| Arc::new(Referee::new(ruleset.clone()))).collect();
    let mut rng = Rng::with_seed(52);
    let (mut fell, mut stood) = (BTreeMap::new(), BTreeMap::new());
    for round in 0..10_000 {
        let referee = match house::random(&mut rng) {
            Ok(ruleset) if round % 2 == 0 => Arc::new(Referee::new(ruleset)),
            _ => known[rng.usize(..known.len())].clone(),
        };
        let size = referee.ruleset().size();
        let (mut setup, turn) = if rng.bool() {
            scenes::scene(size, &mut rng)
        } else {
            (thin::setup(size, &mut rng), thin::side(&mut rng))
        };
        let throne = referee.throne();
        if setup.piece(throne).is_none() && rng.u8(..4) == 0 {
            setup.set(throne, Some(Piece::soldier_of(thin::side(&mut rng))));
        }
        let Ok(position) = referee.position(&setup, turn) else { continue };
        for mv in referee.moves(&position) {
            let played = referee.play(&position, mv);
            if rng.u8(..16) > 0 && played.captures.is_empty() {
                continue;
            }
            let mut arrived = setup.clone();
            arrived.set(mv.from(), None);
            arrived.set(mv.to(), Some(played.piece));
            // A king who has escaped makes no position to ask about.
            let Ok(position) = referee.position(&arrived, !turn) else { continue };
            for (square, piece) in position.pieces().filter(|(_, piece)| piece.side() != turn) {
                let place = || format!("{:?}: {square} after {mv} in {position:?}", referee.ruleset().answers());
                let why = referee.why_not(&position, square, Some(mv.intent()), &[]).unwrap();
                match (why.why, played.captures.iter().find(|capture| capture.square == square)) {
                    (Why::Falls(told), Some(capture)) => {
                        assert_eq!((&told, why.clauses[0]), (capture, capture.clauses.first().unwrap()), "{}", place());
                        *fell.entry(told.by.id()).or_insert(0) += 1;
                    }
                    (Why::Falls(_), None) | (_, Some(_)) => panic!("{}: {:?}, {:?}", place(), why, played.captures),
                    _ => {}
                }
                *stood.entry(format!("{:?}", why.why).split('(').next().unwrap().to_owned()).or_insert(0) += 1;
                check_what_is_said(&referee, &position, square, piece, &place);
            }
        }
    }
    println!("{fell:?} fell; {stood:?}");
    assert!(fell.len() == 9 && stood.len() == 5, "every kind of capture and of answer is among them");
}

/// Checks what is said of a piece when nobody knows the last move, and of each of its sides.
fn check_what_is_said(
    referee: &Referee,
    position: &Position,
    square: Square,
    piece: Piece,
    place: &impl Fn() -> String,
) {
    let falls = |position: &Position, to: Square| {
        let last = Some(Intent { from: to, to });
        match referee.why_not(position, square, last, &[]).unwrap().why {
            Why::Falls(capture) => Some(capture.by),
            _ => None,
        }
    };
    let enemies = position.pieces().filter(|(_, other)| other.side() != piece.side());
    let struck = enemies.filter(|&(to, _)| falls(position, to).is_some()).count();
    let why = referee.why_not(position, square, None, &[]).unwrap();
    assert_eq!(why.why == Why::LastMoveUnknown, struck > 0, "{}: {why:?}", place());
    let moved_in = referee.why_not(position, square, Some(Intent { from: square, to: square }), &[]).unwrap();
    assert_eq!(moved_in.why == Why::MovedIn, struck > 0, "{}: {moved_in:?}", place());
    let opposite = |side: &Neighbour| why.sides.iter().find(|s| s.direction == side.direction.opposite()).unwrap();
    let closed = why.sides.iter().any(|side| side.standing.is_partner() && opposite(side).standing.is_partner());
    if why.why == Why::Open && closed {
        assert!(why.clauses.contains(&Question::KingArms.into()), "{}: {why:?}", place());
    }
    let enemy = Piece::soldier_of(!piece.side());
    for side in &why.sides {
        let mut setup = position.setup();
        if piece == Piece::King {
            // Attackers on all the other sides take him beside a throne that counts, and only beside such a one.
            let pair_suffices = referee.ruleset().answers().word(Question::KingBesideThrone) == "two";
            if side.square != Some(referee.throne()) || pair_suffices {
                continue;
            }
            let three: Vec<Square> =
                why.sides.iter().filter(|s| s.direction != side.direction).filter_map(|s| s.square).collect();
            three.iter().for_each(|&s| setup.set(s, Some(enemy)));
            let Ok(position) = referee.position(&setup, piece.side()) else { continue };
            let taken = falls(&position, three[0]).is_some();
            assert_eq!(taken, side.standing.is_partner(), "{}: {side:?}", place());
            continue;
        }
        let Some(across) = opposite(side).square.filter(|&s| position.piece(s).is_none()) else { continue };
        setup.set(across, Some(enemy));
        let Ok(with_one_more) = referee.position(&setup, piece.side()) else { continue };
        let by = falls(&with_one_more, across);
        if side.standing.is_partner() {
            assert!(by.is_some(), "{}: {side:?}", place());
        } else {
            let alone = matches!(by, Some(Partner::Trap | Partner::Shieldwall) | None);
            assert!(alone, "{}: {side:?} {by:?}", place());
        }
    }
}

//! Proofs that a side can hold for good, put to the test: whatever the other side plays, it never wins against
//! somebody who plays as the proof tells.

use std::sync::Arc;

use fastrand::Rng;
use hnefi_rules::{
    Ending, Ground, Hold, Intent, Move, Piece, Position, Question, Referee, Ruleset, Setup, Side, Square, leaflet,
};
use hnefi_tests::{Symmetry, house, scenes};

/// A rule set and its twin in which play goes on when a position comes again.
struct Twins {
    judging: Referee,
    playing: Referee,
}

impl Twins {
    fn new(ruleset: &Ruleset) -> Twins {
        let with = |word| Referee::new(Arc::new(ruleset.with(Question::Repetition, word).expect("a word")));
        Twins { judging: with("third-position-draw"), playing: with("none") }
    }
}

/// A random position: a scene, thin or crowded, or with a king at the side and men about him.
fn random(referee: &Referee, rng: &mut Rng) -> Option<Position> {
    let size = referee.ruleset().size();
    let (setup, turn) = match rng.u8(..3) {
        0 => scenes::scene(size, rng),
        1 => at_side(size, rng)?,
        _ => few(size, rng)?,
    };
    referee.position(&setup, turn).ok().filter(|position| referee.stalled(position).is_none())
}

/// A king on the edge, his men near him.
fn at_side(size: u8, rng: &mut Rng) -> Option<(Setup, Side)> {
    let mut setup = Setup::empty(size)?;
    let king = Square::new(rng.u8(1..size - 1), 0)?;
    setup.set(king, Some(Piece::King));
    for _ in 0..rng.u8(3..9) {
        let file = (king.file() + rng.u8(..7)).checked_sub(3)?;
        put(&mut setup, Square::new(file, rng.u8(..4))?, Piece::Defender);
    }
    for _ in 0..rng.u8(2..16) {
        put(&mut setup, Square::new(rng.u8(..size), rng.u8(..size))?, Piece::Attacker);
    }
    Some((setup, if rng.bool() { Side::Attackers } else { Side::Defenders }))
}

/// Few pieces anywhere.
fn few(size: u8, rng: &mut Rng) -> Option<(Setup, Side)> {
    let mut setup = Setup::empty(size)?;
    let king = Square::new(rng.u8(..size), rng.u8(..size)).filter(|&s| !setup.is_corner(s))?;
    setup.set(king, Some(Piece::King));
    for _ in 0..rng.u8(1..7) {
        put(&mut setup, Square::new(rng.u8(..size), rng.u8(..size))?, Piece::Attacker);
    }
    for _ in 0..rng.u8(0..6) {
        put(&mut setup, Square::new(rng.u8(..size), rng.u8(..size))?, Piece::Defender);
    }
    Some((setup, if rng.bool() { Side::Attackers } else { Side::Defenders }))
}

fn put(setup: &mut Setup, square: Square, piece: Piece) {
    let free = setup.contains(square) && setup.piece(square).is_none();
    if free && square != setup.throne() && !setup.is_corner(square) {
        setup.set(square, Some(piece));
    }
}

/// Who wins with a move, if anybody.
fn winner(referee: &Referee, next: &hnefi_rules::Advanced) -> Option<Option<Side>> {
    match next.ending {
        Some(Ending::KingCaptured | Ending::Encirclement) => Some(Some(Side::Attackers)),
        Some(_) => Some(Some(Side::Defenders)),
        None => referee.stalled(&next.position).map(|outcome| outcome.winner),
    }
}

/// The moves that somebody who holds may make: the step of his shuttle, or any where too few attackers are left.
fn holding(referee: &Referee, position: &Position, hold: &Hold, away: bool) -> Vec<Move> {
    match hold {
        Hold::TooFew { .. } => referee.moves(position).into_iter().collect(),
        Hold::Shuttle(shuttle) => {
            let (from, to) = if away { (shuttle.to, shuttle.from) } else { (shuttle.from, shuttle.to) };
            let mv = referee.legal(position, Intent { from, to });
            vec![mv.unwrap_or_else(|refusal| panic!("{refusal} in {position:?}, held by {hold:?}"))]
        }
    }
}

/// Plays on by chance, the other side often greedily; the number of plies.
fn by_chance(twins: &Twins, start: &Position, side: Side, hold: &Hold, plies: usize, rng: &mut Rng) -> usize {
    let (referee, greedy) = (&twins.playing, rng.bool());
    let (mut position, mut away) = (*start, false);
    for ply in 0..plies {
        let moves: Vec<Move> = if position.turn() == side {
            let moves = holding(referee, &position, hold, away);
            away = !away;
            moves
        } else {
            referee.moves(&position).into_iter().collect()
        };
        let takes = |mv: &&Move| greedy && !referee.advance(&position, **mv).taken.is_empty();
        let mv = moves.iter().find(takes).copied().unwrap_or(moves[rng.usize(..moves.len())]);
        let next = referee.advance(&position, mv);
        match winner(referee, &next) {
            Some(Some(winner)) => {
                assert_eq!(winner, side, "{mv} wins in {position:?}, held from {start:?} by {hold:?}");
                return ply;
            }
            Some(None) => return ply,
            None => position = next.position,
        }
    }
    plies
}

/// Every line of so many moves of the other side; the number of lines.
fn by_force(twins: &Twins, position: &Position, side: Side, hold: &Hold, away: bool, depth: u32) -> u64 {
    let referee = &twins.playing;
    let ours = position.turn() == side;
    if depth == 0 {
        return 1;
    }
    let moves: Vec<Move> =
        if ours { holding(referee, position, hold, away) } else { referee.moves(position).into_iter().collect() };
    let mut lines = 0;
    for mv in moves {
        let next = referee.advance(position, mv);
        match winner(referee, &next) {
            Some(winner) => assert_ne!(winner, Some(!side), "{mv} wins in {position:?}, held by {hold:?}"),
            None => {
                let left = if ours { depth } else { depth - 1 };
                lines += by_force(twins, &next.position, side, hold, away ^ ours, left);
            }
        }
    }
    lines
}

#[test]
fn nobody_wins_by_chance_against_who_holds() {
    let mut rng = Rng::with_seed(51);
    let fetlar = Twins::new(leaflet("fetlar-2018").unwrap());
    let nestor = Twins::new(leaflet("nestorgames").unwrap());
    let copenhagen = Twins::new(hnefi_rules::ruleset("copenhagen").unwrap());
    let scale = std::env::var("HNEFI_PLIES").map_or(1, |text| text.parse().expect("HNEFI_PLIES is a number"));
    let (mut held, mut kinds, mut plies) = ([0; 2], [0; 3], 0);
    let mut made_up = None;
    for round in 0..12_000 * scale {
        if round % 20 == 0 {
            made_up = house::random(&mut rng).ok().map(|ruleset| Twins::new(&ruleset)).or(made_up);
        }
        let known = [&fetlar, &nestor, &copenhagen][round % 3];
        for twins in [Some(known), made_up.as_ref()].into_iter().flatten() {
            let Some(position) = random(&twins.judging, &mut rng) else { continue };
            for side in Side::ALL {
                let Some(hold) = twins.judging.hold(&position, side) else { continue };
                held[side as usize] += 1;
                match &hold {
                    Hold::TooFew { .. } => kinds[0] += 1,
                    Hold::Shuttle(shuttle) if shuttle.king_stays.is_some() => kinds[1] += 1,
                    Hold::Shuttle(_) => kinds[2] += 1,
                }
                plies += by_chance(twins, &position, side, &hold, 150, &mut rng);
            }
        }
    }
    println!(
        "{held:?} positions of attackers and defenders held for {plies} plies; too few, king stays, others: {kinds:?}"
    );
    assert!(held.iter().chain(&kinds).all(|&n| n >= 40) && plies > 50_000, "{held:?} {kinds:?} {plies}");
}

#[test]
fn no_line_wins_on_a_small_board_against_who_holds() {
    let small = r#"
        format = 2
        id = "small"
        name = "Small"
        base = "fetlar-2018"
        board = 7
        start.is = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
    "#;
    let twins = Twins::new(&Ruleset::from_toml(small).unwrap());
    let mut rng = Rng::with_seed(52);
    let (mut held, mut lines) = ([0; 2], 0);
    while held.iter().any(|&n| n < 40) {
        let Some(position) = random(&twins.judging, &mut rng) else { continue };
        for side in Side::ALL {
            let Some(hold) = twins.judging.hold(&position, side) else { continue };
            if matches!(hold, Hold::TooFew { .. }) || held[side as usize] >= 40 {
                continue;
            }
            if twins.playing.moves(&position.with_turn(!side)).len() <= 25 {
                held[side as usize] += 1;
                lines += by_force(&twins, &position, side, &hold, false, 3);
            }
        }
    }
    println!("{held:?} positions of attackers and defenders held in {lines} lines");
    assert!(lines > 10_000);
}

#[test]
fn a_hold_is_the_same_in_every_mirror_and_never_found_for_a_side_that_can_win_now() {
    let mut rng = Rng::with_seed(53);
    let twins = Twins::new(leaflet("fetlar-2018").unwrap());
    let (mut compared, mut denied) = (0, 0);
    for _ in 0..4_000 {
        let Some(position) = random(&twins.judging, &mut rng) else { continue };
        let image = Symmetry::all()[rng.usize(..8)].setup(&position.setup());
        let mirrored = twins.judging.position(&image, position.turn()).unwrap();
        for side in Side::ALL {
            let hold = twins.judging.hold(&position, side);
            assert_eq!(hold.is_some(), twins.judging.hold(&mirrored, side).is_some(), "{position:?}");
            let other = position.with_turn(!side);
            let lost = twins
                .judging
                .moves(&other)
                .into_iter()
                .any(|mv| winner(&twins.judging, &twins.judging.advance(&other, mv)) == Some(Some(!side)));
            assert!(!lost || hold.is_none(), "{position:?} is held by {hold:?} and lost");
            compared += usize::from(hold.is_some());
            denied += usize::from(lost);
        }
    }
    assert!(compared > 100 && denied > 100, "{compared} {denied}");
}

/// The claims of the leaflet, on boards by hand.
#[test]
fn claims_are_proved_where_the_ground_holds_for_good() {
    let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
    let proof = |rows: &str, ground| {
        let position = referee.position(&Setup::from_rows(rows).unwrap(), Side::Attackers).unwrap();
        referee.prove_claim(&position, ground)
    };
    let side = |rows: &str| proof(rows, Ground::KingAtSide);
    let shut_in = |rows: &str| proof(rows, Ground::KingShutIn);
    // A sealed fort with room; the same without room; the same with a hole.
    assert!(side("/3TK1T4/3TTTT4/11/t9t/11/11/11/11/11/11/3ttt5/").is_some());
    assert!(side("/3TKT5/3TTT5/11/t9t/11/11/11/11/11/11/3ttt5/").is_none());
    assert!(side("/3TK1T4/3TT1T4/11/t9t/11/11/11/11/11/11/3ttt5/").is_none());
    // The king is stuck at the side between attackers, and a comrade has time behind a wall of his own.
    let stuck = side("/4tKt4/5t5/11/t9t/11/11/11/T10/1T9/1TT4ttt1/3T7/");
    assert!(matches!(&stuck, Some(proof) if matches!(&proof.king, Hold::Shuttle(s) if s.king_stays.is_some())));
    // Without the wall the attackers take his comrades, or he must move.
    assert!(side("/4tKt4/5t5/11/t9t/11/11/11/11/11/1TT4ttt1/11/").is_none());
    // Two attackers take nobody.
    assert!(matches!(side("/5K5/11/11/11/11/11/11/11/11/11/3t1t5/").unwrap().king, Hold::TooFew { needed: 3, .. }));
    // Not at the side.
    assert!(side("/11/3TT1T4/3TK1T4/3TTTT4/11/11/11/11/11/11/3ttt5/").is_none());
    // Shut in: three men across each corner, the king in a sealed fort, an attacker with time.
    let sealed = "/3t4t2/1tt6t1/1t8t/t10/11/11/3TTTT4/3TK1T4/t2TTTT3t/1t7t1/2t5t2/";
    let settled = shut_in(sealed).unwrap();
    assert!(settled.settles_for(Side::Attackers) && settled.settles_for(Side::Defenders));
    assert!(shut_in(&sealed.replacen("1tt6t1", "2t6t1", 1)).is_none(), "somebody must open a corner");
    assert!(shut_in(&sealed.replacen("TTTT3t", "TT1T3t", 1)).is_none(), "the fort leaks");
    assert!(shut_in(&sealed.replacen("1t7t1", "9t1", 1)).is_none(), "the king slips through");
    assert!(proof(sealed, Ground::NoProgress).is_none());
    // He is safe at the side, but three attackers stand beside him.
    let beside = "/2tTT1Tt3/2tTTTTt3/3tttt4/11/t10/Kt8t/t10/11/11/11/11/";
    assert!(side(beside).is_some() && shut_in(beside).is_none());
    // Under rules in which repetition loses, to hold out proves nothing.
    let loses = leaflet("fetlar-2018").unwrap();
    for word in Question::Repetition.words() {
        let Some(ruleset) = loses.with(Question::Repetition, word) else { continue };
        let referee = Referee::new(Arc::new(ruleset));
        let position = referee.position(&Setup::from_rows(sealed).unwrap(), Side::Attackers).unwrap();
        let free = matches!(*word, "none" | "third-position-draw" | "sequence-draw");
        assert_eq!(referee.hold(&position, Side::Defenders).is_some(), free, "{word}");
    }
}

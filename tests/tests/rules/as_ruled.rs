//! What was ruled stays ruled: plies that the judge of today would rule otherwise.

use std::sync::Arc;

use fastrand::Rng;
use hnefi_rules::{
    Ending, Game, Happening, Intent, JUDGE, Offer, Outcome, Partner, Piece, Position, Referee, Ruleset, RulingError,
    Setup, Side, Square, leaflet,
};
use hnefi_tests::{house, thin};

/// The judge's number and, for every rule set, what it decided in the same games.
const FINGERPRINTS: &str = include_str!("../../judge.txt");

/// Two hundred plies of games under a rule set, as one number: every legal move, capture and ending counts.
fn fingerprint(ruleset: &Arc<Ruleset>) -> u64 {
    let referee = Arc::new(Referee::new(ruleset.clone()));
    let mut rng = Rng::with_seed(20);
    let mut sum: u64 = 0xcbf2_9ce4_8422_2325;
    let mut add =
        |text: &str| text.bytes().for_each(|byte| sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    for round in 0..8 {
        let mut game = match round % 2 {
            0 => Game::new(referee.clone()),
            _ => Game::from_position(referee.clone(), thin_position(&referee, &mut rng)),
        };
        for ply in 0..25 {
            let mut moves: Vec<_> = game.moves().into_iter().collect();
            // The order in which moves are listed decides nothing.
            moves.sort();
            moves.iter().for_each(|mv| add(&mv.to_string()));
            if moves.is_empty() {
                break;
            }
            let quiet = |mv| game.referee().play(game.position(), mv).captures.is_empty();
            let struck = moves.iter().copied().find(|&mv| ply % 3 == 2 && !quiet(mv));
            let back =
                game.plies().nth_back(1).map(|ply| Intent { from: ply.played.mv.to(), to: ply.played.mv.from() });
            let back =
                back.filter(|_| round % 4 == 0).and_then(|back| moves.iter().copied().find(|mv| mv.intent() == back));
            let mv = struck.or(back).unwrap_or_else(|| moves[rng.usize(..moves.len())]);
            let ply = game.play(mv).unwrap();
            ply.played.captures.iter().for_each(|capture| add(&capture.square.to_string()));
            add(&ply.outcome.map_or_else(String::new, |outcome| outcome.to_string()));
        }
    }
    sum
}

fn thin_position(referee: &Referee, rng: &mut Rng) -> Position {
    loop {
        let setup = thin::setup(referee.ruleset().size(), rng);
        if let Ok(position) = referee.position(&setup, thin::side(rng)) {
            return position;
        }
    }
}

#[test]
fn a_judge_that_rules_otherwise_has_another_number() {
    let rulesets = hnefi_rules::rulesets().cloned().chain(house::turned_over().map(|(ruleset, ..)| ruleset));
    let mut all: Vec<(String, u64)> = Vec::new();
    for ruleset in rulesets {
        match all.iter_mut().find(|(id, _)| id == ruleset.id()) {
            Some((_, sum)) => *sum = sum.rotate_left(5) ^ fingerprint(&ruleset),
            None => all.push((ruleset.id().to_owned(), fingerprint(&ruleset))),
        }
    }
    // A rule set that the file does not know yet is compared from the day on that somebody writes it there.
    all.retain(|(id, _)| FINGERPRINTS.lines().any(|line| line.split(' ').next() == Some(id)));
    let mut found = format!("judge {JUDGE}\n");
    all.iter().for_each(|(id, sum)| found += &format!("{id} {sum:016x}\n"));
    assert!(all.len() >= 17, "the file names too few rule sets");
    assert_eq!(
        found, FINGERPRINTS,
        "The referee decides otherwise than when tests/judge.txt was written. If code changed, raise `JUDGE`; if rule \
         files alone did, or this test, keep it. Then write what was found into the file."
    );
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

fn intent(text: &str) -> Intent {
    let (from, to) = text.split_once('-').unwrap();
    Intent { from: square(from), to: square(to) }
}

fn at(rows: &str, turn: Side) -> Game {
    let referee = Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()));
    let position = referee.position(&Setup::from_rows(rows).unwrap(), turn).unwrap();
    Game::from_position(referee, position)
}

/// Whatever is recorded of a game that today's judge ruled, it is put on as today's judge rules it.
#[test]
fn where_the_judge_agrees_nothing_is_recorded() {
    let mut rng = Rng::with_seed(21);
    for ruleset in hnefi_rules::rulesets() {
        let referee = Arc::new(Referee::new(ruleset.clone()));
        for _ in 0..4 {
            let mut game = Game::new(referee.clone());
            let mut again = game.clone();
            for _ in 0..80 {
                let moves = game.moves();
                if moves.is_empty() {
                    break;
                }
                let ply = game.play(moves[rng.usize(..moves.len())]).unwrap().clone();
                let captured: Vec<Square> = ply.played.captures.iter().map(|capture| capture.square).rev().collect();
                let mv = ply.played.mv.intent();
                assert_eq!(again.play_as_ruled(mv, &captured, ply.outcome), Ok(&ply));
            }
            assert_eq!(again, game);
        }
    }
}

#[test]
fn a_capture_that_the_judge_would_not_take_is_recorded() {
    // Today's judge takes b1 against the corner; the record says that h7 fell as well, and that it did not.
    let rows = "/1T9/11/2t8/11/11/11/7T3/7K3/11/11/11/";
    let strike = intent("c3-c1");
    let fresh = at(rows, Side::Attackers);
    let (b1, h7) = (square("b1"), square("h7"));

    let mut more = fresh.clone();
    let ply = more.play_as_ruled(strike, &[h7, b1], None).unwrap();
    assert!(ply.recorded);
    let captures: Vec<_> = ply.played.captures.iter().map(|c| (c.square, c.by, !c.clauses.is_empty())).collect();
    assert_eq!(captures, [(b1, Partner::Corner(square("a1")), true), (h7, Partner::Recorded, false)]);
    assert_eq!(more.position().hash(), more.position().hash_from_scratch());
    assert_eq!(more.position().men(Side::Defenders), 1);

    let mut none = fresh.clone();
    let ply = none.play_as_ruled(strike, &[], None).unwrap();
    assert!(ply.recorded && ply.played.captures.is_empty());
    assert_eq!(none.position().piece(b1), Some(Piece::Defender));

    let mut agreed = fresh.clone();
    assert!(!agreed.play_as_ruled(strike, &[b1], None).unwrap().recorded);

    assert_ne!(more, none);
    assert_ne!(none, agreed);
    for mut game in [more, none, agreed] {
        // The judge of today goes on from the recorded position.
        let mv = game.legal(intent("h8-h9")).unwrap();
        game.play(mv).unwrap();
        assert_eq!(game.plies().count(), 2);
        game.undo();
        game.undo();
        assert_eq!(game, fresh);
    }
}

#[test]
fn a_game_ends_or_goes_on_as_it_was_ruled() {
    let won = Outcome::win(Side::Defenders, Ending::KingEscaped);
    let rows = "/5K5/11/t10/11/11/11/11/11/11/11/11/";
    let mut ended = at(rows, Side::Defenders);
    // An earlier judge let the king win on the edge.
    let ply = ended.play_as_ruled(intent("f1-f11"), &[], Some(won)).unwrap();
    assert!(ply.recorded);
    assert_eq!(ply.played.ending, Some(won));
    assert_eq!((ended.outcome(), ended.turn()), (Some(won), None));
    assert!(ended.moves().is_empty());
    assert_eq!(ended.play_as_ruled(intent("a3-a4"), &[], None), Err(RulingError::Over(won)));

    // One did not notice that he had won on the corner: the game goes on, and the offer stands.
    let mut on = at(rows, Side::Defenders);
    on.offer(Side::Defenders, Offer::Draw).unwrap();
    let ply = on.play_as_ruled(intent("f1-a1"), &[], None).unwrap();
    assert!(ply.recorded);
    assert_eq!((on.outcome(), on.turn()), (None, Some(Side::Attackers)));
    assert_eq!(on.pending(), Some((Side::Defenders, Offer::Draw)));
    on.accept(Side::Attackers).unwrap();
    assert_eq!(on.outcome(), Some(Outcome::draw(Ending::Agreement)));
}

/// A king who is gone leaves a game in which nothing panics.
#[test]
fn a_game_can_go_on_without_a_king() {
    let mut game = at("/11/11/5t5/4tKt4/11/11/5t5/11/11/T10/11/", Side::Attackers);
    let taken = game.play_as_ruled(intent("f7-f5"), &[square("f4")], None).unwrap();
    assert!(taken.recorded);
    let mut rng = Rng::with_seed(22);
    for _ in 0..60 {
        let moves = game.moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[rng.usize(..moves.len())]).unwrap();
        for square in game.position().pieces().map(|(square, _)| square).collect::<Vec<_>>() {
            assert!(game.referee().why_not(game.position(), square, None, &[]).is_some());
        }
    }
}

#[test]
fn what_no_board_can_hold_is_refused_and_changes_nothing() {
    let fresh = at("/1T9/11/2t8/11/11/11/7T3/7K3/11/11/11/", Side::Attackers);
    let mut game = fresh.clone();
    let resigned = Outcome::win(Side::Attackers, Ending::Resignation);
    let b1 = square("b1");
    for (mv, captured, outcome, error) in [
        ("o15-a1", vec![], None, RulingError::OffBoard(square("o15"))),
        ("c3-l3", vec![], None, RulingError::OffBoard(square("l3"))),
        ("e5-e6", vec![], None, RulingError::Nothing(square("e5"))),
        ("b1-b2", vec![], None, RulingError::NotYours { square: b1, piece: Piece::Defender }),
        ("c3-c3", vec![], None, RulingError::Occupied { square: square("c3"), piece: Piece::Attacker }),
        ("c3-h8", vec![], None, RulingError::Occupied { square: square("h8"), piece: Piece::King }),
        ("c3-c1", vec![square("e5")], None, RulingError::NoVictim(square("e5"))),
        ("c3-c1", vec![square("c1")], None, RulingError::NoVictim(square("c1"))),
        ("c3-c1", vec![square("o15")], None, RulingError::NoVictim(square("o15"))),
        ("c3-c1", vec![b1, b1], None, RulingError::NoVictim(b1)),
        ("c3-c1", vec![b1], Some(resigned), RulingError::NotByMove(Ending::Resignation)),
    ] {
        assert_eq!(game.play_as_ruled(intent(mv), &captured, outcome), Err(error), "{mv}");
        assert!(!error.to_string().is_empty());
        assert_eq!(game, fresh);
    }
    assert!(game.happenings().iter().all(|happening| matches!(happening, Happening::Ply(_))));
}

/// Any record that a board can hold is put on the game; none panics, and each can be taken off again.
#[test]
fn random_records_never_panic() {
    let mut rng = Rng::with_seed(23);
    let (mut put, mut refused) = (0, 0);
    for ruleset in hnefi_rules::rulesets().cloned().chain(house::other_boards()) {
        let referee = Arc::new(Referee::new(ruleset));
        let fresh = Game::new(referee.clone());
        let mut game = fresh.clone();
        let size = referee.ruleset().size();
        let any = |rng: &mut Rng| Square::new(rng.u8(..15).min(size), rng.u8(..15).min(size)).unwrap_or(square("a1"));
        for _ in 0..300 {
            let men = |rng: &mut Rng, side: Side, game: &Game| {
                let men: Vec<_> = game.position().pieces().filter(|(_, piece)| piece.side() == side).collect();
                if men.is_empty() || rng.bool() { any(rng) } else { men[rng.usize(..men.len())].0 }
            };
            let turn = game.position().turn();
            let intent = Intent { from: men(&mut rng, turn, &game), to: any(&mut rng) };
            let captured: Vec<Square> = (0..rng.usize(..3)).map(|_| men(&mut rng, !turn, &game)).collect();
            let reason = Ending::ALL[rng.usize(..Ending::ALL.len())];
            let outcome = (rng.u8(..60) == 0).then_some(Outcome { winner: Some(thin::side(&mut rng)), reason });
            let before = game.clone();
            match game.play_as_ruled(intent, &captured, outcome) {
                Ok(ply) => {
                    assert_eq!(ply.outcome, outcome);
                    put += 1;
                }
                Err(_) => {
                    assert_eq!(game, before);
                    refused += 1;
                }
            }
            assert!(game.outcome().is_none() || game.moves().is_empty());
            if game.outcome().is_some() {
                game.undo();
            }
        }
        while game.undo().is_some() {}
        assert_eq!(game, fresh);
    }
    assert!(put > 200 && refused > 1_000, "{put} {refused}");
}

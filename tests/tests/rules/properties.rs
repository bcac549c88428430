//! What must hold of the fast referee in any position, game and rule file.

use std::sync::Arc;

use fastrand::Rng;
use hnefi_rules::{
    Ending, FORMAT, Game, GameError, Ground, Happening, Intent, Move, Offer, Outcome, Point, Position, Question,
    Referee, Ruleset, RulesetError, Setup, Side, Square, leaflet,
};
use hnefi_tests::{Symmetry, house, thin};

/// Every rule set, every leaflet with one answer turned over, and the other boards.
fn rulesets() -> Vec<Arc<Ruleset>> {
    let mut rulesets: Vec<Arc<Ruleset>> = hnefi_rules::rulesets().cloned().collect();
    rulesets.extend(house::turned_over().map(|(ruleset, ..)| ruleset));
    rulesets.extend(house::other_boards());
    rulesets
}

/// A random position that can be played under a rule set.
fn position(referee: &Referee, rng: &mut Rng) -> Position {
    loop {
        let setup = thin::setup(referee.ruleset().size(), rng);
        if let Ok(position) = referee.position(&setup, thin::side(rng)) {
            return position;
        }
    }
}

fn every_square() -> Vec<Square> {
    (0..15).flat_map(|rank| (0..15).filter_map(move |file| Square::new(file, rank))).collect()
}

#[test]
fn the_list_is_what_the_legality_check_lets_through() {
    let squares = every_square();
    let mut rng = Rng::with_seed(11);
    for ruleset in rulesets() {
        let referee = Referee::new(ruleset.clone());
        for position in [referee.start(), position(&referee, &mut rng), position(&referee, &mut rng)] {
            let mut listed: Vec<Move> = referee.moves(&position).into_iter().collect();
            listed.sort();
            let mut allowed = Vec::new();
            for &from in &squares {
                let before = allowed.len();
                let intents = squares.iter().map(|&to| Intent { from, to });
                allowed.extend(intents.filter_map(|intent| referee.legal(&position, intent).ok()));
                let mut destinations = referee.destinations(&position, from);
                destinations.sort();
                let mut to: Vec<Square> = allowed[before..].iter().map(|mv: &Move| mv.to()).collect();
                to.sort();
                assert_eq!(destinations, to, "{}: from {from} in {position:?}", ruleset.id());
            }
            allowed.sort();
            assert_eq!(listed, allowed, "{}: {position:?}", ruleset.id());
            let mut distinct = listed.clone();
            distinct.dedup();
            assert_eq!(distinct.len(), referee.count_moves(&position) as usize, "{}: {position:?}", ruleset.id());
        }
    }
}

#[test]
fn the_hash_is_that_of_the_pieces() {
    let mut rng = Rng::with_seed(12);
    for ruleset in rulesets() {
        let referee = Referee::new(ruleset.clone());
        let mut position = position(&referee, &mut rng);
        for _ in 0..40 {
            assert_eq!(position.hash(), position.hash_from_scratch(), "{}: {position:?}", ruleset.id());
            let turned = position.with_turn(!position.turn());
            assert_ne!(turned.hash(), position.hash());
            assert_eq!(turned.hash(), turned.hash_from_scratch());
            assert_eq!(turned.with_turn(position.turn()), position);
            let again = referee.position(&position.setup(), position.turn());
            assert!(again.is_ok_and(|again| again == position && again.hash() == position.hash()));
            let moves = referee.moves(&position);
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.usize(..moves.len())];
            let next = referee.advance(&position, mv);
            assert_eq!(next.position.hash(), next.position.hash_from_scratch(), "{}: {mv}", ruleset.id());
            if next.ending.is_some() {
                break;
            }
            position = next.position;
        }
    }
}

#[test]
fn perft_counts_what_perft_makes() {
    let mut rng = Rng::with_seed(13);
    for ruleset in rulesets() {
        let referee = Referee::new(ruleset.clone());
        for position in [referee.start(), position(&referee, &mut rng), position(&referee, &mut rng)] {
            for depth in 0..=2 {
                let mut seen = 0;
                let made = referee.perft_made(&position, depth, &mut |_| seen += 1);
                let counted = referee.perft(&position, depth);
                assert_eq!(made, counted, "{}: depth {depth}, {position:?}", ruleset.id());
                assert!(depth == 0 || seen == made, "{}: depth {depth}, {position:?}", ruleset.id());
                if depth > 0 {
                    let divided: u64 = referee.divide(&position, depth).iter().map(|&(_, count)| count).sum();
                    assert_eq!(divided, counted, "{}: depth {depth}, {position:?}", ruleset.id());
                }
            }
        }
    }
}

#[test]
fn eight_images_of_a_position_count_alike() {
    let mut rng = Rng::with_seed(14);
    for ruleset in rulesets() {
        let referee = Referee::new(ruleset.clone());
        for _ in 0..3 {
            let position = position(&referee, &mut rng);
            let setup = position.setup();
            let expected = [referee.perft(&position, 1), referee.perft(&position, 2)];
            for symmetry in Symmetry::all() {
                let image = referee.position(&symmetry.setup(&setup), position.turn()).unwrap();
                let counts = [referee.perft(&image, 1), referee.perft(&image, 2)];
                assert_eq!(counts, expected, "{}: {position:?} and {image:?}", ruleset.id());
                for mv in referee.moves(&position) {
                    let square = |square| symmetry.square(square, ruleset.size());
                    let intent = Intent { from: square(mv.from()), to: square(mv.to()) };
                    let played = referee.play(&position, mv);
                    let mirrored = referee.play(&image, referee.legal(&image, intent).unwrap());
                    assert_eq!(symmetry.setup(&played.position.setup()), mirrored.position.setup());
                    assert_eq!(played.ending, mirrored.ending);
                }
            }
        }
    }
}

/// Whatever happens in a game, taking it back one by one leaves the game as it was at each step before.
#[test]
fn undo_restores_the_whole_game() {
    let mut rng = Rng::with_seed(15);
    let mut seen = [0; 4];
    let (mut finished, mut silenced) = (0, 0);
    for ruleset in hnefi_rules::rulesets().cloned().chain(house::other_boards()) {
        let referee = Arc::new(Referee::new(ruleset));
        for round in 0..40 {
            let start = if round % 2 == 0 { referee.start() } else { position(&referee, &mut rng) };
            let fresh = Game::from_position(referee.clone(), start);
            let mut game = fresh.clone();
            let mut history = vec![snapshot(&game)];
            for _ in 0..60 {
                let before = game.happenings().len();
                let tried = happen(&mut game, &mut rng);
                let after = game.happenings().len();
                if history[before].outcome.is_some() && tried != Tried::TakingBack {
                    assert_eq!(snapshot(&game), history[before], "{tried:?} changed a finished game");
                    finished += 1;
                }
                if after <= before {
                    // A refusal, or something taken back: what is left is what there was.
                    history.truncate(after + 1);
                    let dropped = matches!(game.happenings().last(), Some(Happening::Dropped { .. }));
                    if dropped && snapshot(&game) != history[after] {
                        // No offer from before the move that was taken back stands again.
                        assert!(history[after - 1].pending.is_some() && game.pending().is_none());
                        history[after] = snapshot(&game);
                        silenced += 1;
                    }
                    assert_eq!(snapshot(&game), history[after]);
                } else {
                    assert_eq!(after, before + 1, "one thing happens at a time");
                    history.push(snapshot(&game));
                }
            }
            for happening in game.happenings() {
                seen[match happening {
                    Happening::Ply(_) => 0,
                    Happening::Offered { .. } => 1,
                    Happening::Dropped { .. } => 2,
                    Happening::Ended(_) => 3,
                }] += 1;
            }
            let again = replayed(&game);
            assert_eq!(again, game, "the same happenings make the same game");
            assert_eq!(within(&again), within(&game));
            while let Some(now) = history.pop() {
                assert_eq!(snapshot(&game), now);
                let undone = game.undo();
                assert_eq!(undone.is_some(), !history.is_empty());
            }
            assert_eq!(game, fresh);
            assert_eq!(within(&game), within(&fresh));
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "too little happened: {seen:?}");
    assert!(finished > 1_000, "too little was tried after the end of games: {finished}");
    assert!(silenced > 20, "too few offers were silenced: {silenced}");
}

/// All that can be asked of a game.
#[derive(Debug, PartialEq)]
struct Snapshot {
    game: Game,
    position: Position,
    turn: Option<Side>,
    outcome: Option<Outcome>,
    pending: Option<(Side, Offer)>,
    plies: usize,
}

fn snapshot(game: &Game) -> Snapshot {
    Snapshot {
        game: game.clone(),
        position: *game.position(),
        turn: game.turn(),
        outcome: game.outcome(),
        pending: {
            let pending = game.pending();
            assert_eq!(pending, standing_offer(game));
            pending
        },
        plies: game.plies().count(),
    }
}

/// All that a game holds, also what it keeps besides for speed.
fn within(game: &Game) -> String {
    format!("{game:?}")
}

/// The game with everything that happened done over again through the public ways.
fn replayed(game: &Game) -> Game {
    let mut again = Game::from_position(game.referee().clone(), *game.start());
    for happening in game.happenings() {
        match happening {
            Happening::Ply(ply) => {
                let mv = again.legal(ply.played.mv.intent()).unwrap();
                assert_eq!(again.play(mv).unwrap(), ply);
            }
            Happening::Offered { by, offer } => again.offer(*by, *offer).unwrap(),
            Happening::Dropped { by } => again.drop_offer(*by).unwrap(),
            Happening::Ended(outcome) => again.end(*outcome).unwrap(),
        }
    }
    again
}

/// What somebody tried to let happen.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Tried {
    Moving,
    Offering,
    Answering,
    /// The one thing that may change a game that is over.
    TakingBack,
    Resigning,
    Nothing,
}

/// The offer that stands after what happened, told from the list alone.
fn standing_offer(game: &Game) -> Option<(Side, Offer)> {
    let mut standing = None;
    for happening in game.happenings() {
        standing = match happening {
            Happening::Offered { by, offer } => Some((*by, *offer)),
            Happening::Dropped { .. } | Happening::Ended(_) => None,
            Happening::Ply(ply) if ply.outcome.is_some() => None,
            Happening::Ply(ply) => standing.filter(|(by, offer)| *by == ply.side() && *offer != Offer::TakeBack),
        };
    }
    let moved = matches!(game.happenings().last(), Some(Happening::Ply(_)));
    standing.filter(|(_, offer)| match offer {
        Offer::Claim(ground) => !moved || game.check_claim(*ground).is_ok(),
        Offer::Draw | Offer::TakeBack => true,
    })
}

/// Lets one random thing happen, or be refused.
fn happen(game: &mut Game, rng: &mut Rng) -> Tried {
    let side = thin::side(rng);
    let over = game.outcome().map(GameError::Over);
    let stood = standing_offer(game);
    match rng.u8(..40) {
        0..=24 => {
            let moves = game.moves();
            if game.outcome().is_none() {
                let mv = moves[rng.usize(..moves.len())];
                game.play(mv).unwrap();
            } else {
                assert!(moves.is_empty());
                if let Some(mv) = game.referee().moves(game.position()).first() {
                    assert_eq!(game.legal(mv.intent()).unwrap_err().reason.code(), "game-over");
                }
            }
            Tried::Moving
        }
        25..=31 => {
            let offer = match rng.u8(..5) {
                0 => Offer::Draw,
                1 => Offer::TakeBack,
                n => Offer::Claim(Ground::ALL[usize::from(n) - 2]),
            };
            let offered = game.offer(side, offer);
            match (over, stood) {
                (Some(over), _) => assert_eq!(offered, Err(over)),
                (None, Some(_)) => assert_eq!(offered, Err(GameError::OfferStands)),
                (None, None) if offered.is_ok() => assert_eq!(game.pending(), Some((side, offer))),
                _ => {}
            }
            Tried::Offering
        }
        32..=33 => {
            let accepted = game.accept(side);
            assert_eq!(accepted.is_ok(), stood.is_some_and(|(by, _)| by != side));
            Tried::Answering
        }
        34..=36 => {
            assert_eq!(game.drop_offer(side).is_ok(), stood.is_some());
            Tried::Answering
        }
        37 => {
            let had_moved = game.has_moved(side);
            assert_eq!(game.take_back(side).is_ok(), had_moved);
            if had_moved {
                assert_eq!(game.turn(), Some(side), "it is that side's turn again");
            }
            Tried::TakingBack
        }
        38 => {
            game.undo();
            Tried::TakingBack
        }
        _ if rng.u8(..4) == 0 => {
            let resigned = game.resign(side);
            match over {
                Some(over) => assert_eq!(resigned, Err(over)),
                None => assert_eq!(game.outcome(), Some(Outcome::win(!side, Ending::Resignation))),
            }
            Tried::Resigning
        }
        _ => Tried::Nothing,
    }
}

#[test]
fn rows_read_back_as_they_were_written() {
    let mut rng = Rng::with_seed(16);
    for size in [7, 9, 11, 13, 15] {
        for _ in 0..2_000 {
            let setup = thin::setup(size, &mut rng);
            let text = setup.to_rows();
            let read = Setup::from_rows(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(read, setup);
            assert_eq!(read.to_rows(), text);
            assert_eq!(text.matches('/').count(), usize::from(size) + 1);
        }
    }
}

#[test]
fn squares_and_sides_read_back_as_they_were_written() {
    for square in every_square() {
        assert_eq!(square.to_string().parse(), Ok(square));
    }
    for side in Side::ALL {
        assert_eq!(side.to_string().parse(), Ok(side));
    }
}

#[test]
fn rule_files_read_back_as_they_were_written() {
    for ruleset in rulesets() {
        let text = ruleset.to_toml();
        let read = Ruleset::from_toml(&text).unwrap_or_else(|error| panic!("{}: {error}", ruleset.id()));
        assert_eq!(read, *ruleset);
        assert_eq!(read.to_toml(), text);
    }
}

/// A written rule file as a table of TOML, so that keys can be taken out and put in.
fn file(ruleset: &Ruleset) -> toml::Table {
    ruleset.to_toml().parse().expect("TOML")
}

fn refused(file: &toml::Table) -> RulesetError {
    Ruleset::from_toml(&file.to_string()).expect_err("a file with such a fault is refused")
}

#[test]
fn every_missing_key_is_named() {
    let whole = file(leaflet("nestorgames").unwrap());
    let tables: Vec<(&str, Vec<&str>)> = vec![
        ("answers", Question::ALL.iter().map(|question| question.id()).collect()),
        ("points", Point::ALL.iter().map(|point| point.id()).collect()),
    ];
    for (table, keys) in tables {
        assert_eq!(keys.len(), whole[table].as_table().unwrap().len());
        for key in keys {
            let mut file = whole.clone();
            file[table].as_table_mut().unwrap().remove(key).expect("the key was there");
            assert_eq!(refused(&file), RulesetError::Missing(format!("{table}.{key}")));

            for inner in ["is", "grade", "section", "clause"] {
                let mut file = whole.clone();
                let entry = file[table].as_table_mut().unwrap()[key].as_table_mut().unwrap();
                if entry.remove(inner).is_some() {
                    assert_eq!(refused(&file), RulesetError::Missing(format!("{table}.{key}.{inner}")));
                } else {
                    assert_eq!((table, inner), ("points", "is"));
                }
            }
        }
    }
    for key in whole.keys() {
        let mut file = whole.clone();
        file.remove(key);
        if key == "complete" {
            // Only a rule set with a base needs to say that it is complete.
            Ruleset::from_toml(&file.to_string()).unwrap();
            continue;
        }
        let message = refused(&file).to_string();
        assert!(message.contains(&format!("`{key}")), "without {key}: {message}");
    }
}

#[test]
fn every_unknown_key_is_named() {
    let whole = file(leaflet("fetlar-2018").unwrap());
    let odd = || toml::Value::String("odd".into());
    for table in ["answers", "points"] {
        let mut file = whole.clone();
        let any = file[table].as_table().unwrap().values().next().unwrap().clone();
        file[table].as_table_mut().unwrap().insert("king-flies".into(), any);
        assert_eq!(refused(&file), RulesetError::Unknown(format!("{table}.king-flies")));
        let keys: Vec<String> = whole[table].as_table().unwrap().keys().cloned().collect();
        for key in keys {
            let mut file = whole.clone();
            file[table].as_table_mut().unwrap()[&key].as_table_mut().unwrap().insert("king-flies".into(), odd());
            let message = refused(&file).to_string();
            assert!(message.contains("king-flies"), "{table}.{key}: {message}");
        }
    }
    let mut file = whole.clone();
    file.insert("king-flies".into(), odd());
    assert!(refused(&file).to_string().contains("king-flies"));
    let mut file = whole;
    file["start"].as_table_mut().unwrap().insert("king-flies".into(), odd());
    assert!(refused(&file).to_string().contains("king-flies"));
}

#[test]
fn every_word_that_is_no_answer_is_named() {
    let whole = file(leaflet("viking-game").unwrap());
    for &question in Question::ALL {
        let mut file = whole.clone();
        let entry = file["answers"].as_table_mut().unwrap()[question.id()].as_table_mut().unwrap();
        entry.insert("is".into(), toml::Value::String("perhaps".into()));
        assert_eq!(refused(&file), RulesetError::Answer { question, word: "perhaps".into() });
        let mut file = whole.clone();
        let entry = file["answers"].as_table_mut().unwrap()[question.id()].as_table_mut().unwrap();
        entry.insert("grade".into(), toml::Value::String("rumour".into()));
        let key = format!("answers.{}", question.id());
        assert_eq!(refused(&file), RulesetError::Grade { key, grade: "rumour".into() });
    }
    let mut file = whole;
    file.insert("format".into(), toml::Value::Integer(i64::from(FORMAT) + 1));
    assert_eq!(refused(&file), RulesetError::Format(FORMAT + 1));
}

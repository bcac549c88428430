//! Tests that look inside.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hnefi_rules::{
    Advanced, Ending, Game, Intent, Move, Offer, Outcome, Position, Question, Referee, Repeat, Setup, Side, Square,
    leaflet, ruleset, rulesets,
};

use crate::board::path::Path;
use crate::board::terrain::Terrain;
use crate::board::threats::let_go;
use crate::mind::{ByHand, Mind};
use crate::play::Root;
use crate::search::control::{Control, STRIDE};
use crate::search::prepared::Prepared;
use crate::search::table::Table;
use crate::search::worker::Worker;
use crate::{Budget, Cancel, Chances, Engine, EngineOptions, Group, Level, MindChoice, Weights};

fn referee(id: &str) -> Arc<Referee> {
    Arc::new(Referee::new(leaflet(id).unwrap().clone()))
}

fn set_up(id: &str, rows: &str, turn: Side) -> Game {
    let referee = referee(id);
    let position = referee.position(&Setup::from_rows(rows).unwrap(), turn).unwrap();
    Game::from_position(referee, position)
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split(' ') {
        let (from, to) = text.split_once('-').unwrap();
        let intent = Intent { from: from.parse().unwrap(), to: to.parse().unwrap() };
        let mv = game.legal(intent).unwrap();
        game.play(mv).unwrap();
    }
}

/// A mind that cancels the search after so many evaluations.
struct Canceller {
    mind: ByHand,
    cancel: Cancel,
    left: AtomicU64,
}

impl Mind for Canceller {
    type State = ();

    fn begin(&self, _: &Position) {}

    fn attackers_score(&self, (): &mut (), position: &Position) -> i32 {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.cancel.cancel();
        }
        self.mind.judge(position)
    }

    fn chances(&self, position: &Position, score: i32) -> Chances {
        self.mind.chances(position, score)
    }
}

#[test]
fn a_cancelled_search_stops_within_a_few_hundred_nodes() {
    let referee = referee("fetlar-2018");
    let game = Game::new(referee.clone());
    let terrain = Terrain::new(&referee);
    let moves = Root::of(&game, &terrain, &[]).safe;
    for evaluations in [500, 5_000, 20_000] {
        let cancel = Cancel::new();
        let left = AtomicU64::new(evaluations);
        let prepared = Prepared::new(&referee, Canceller { mind: ByHand::new(&referee), cancel: cancel.clone(), left });
        let control = Control::new(Budget::of_nodes(u64::MAX), &cancel, None);
        let table = Table::new(1);
        let mut worker = Worker::new(&game, &prepared, &table, &control, Arc::default());
        worker.deepen(game.position(), &moves, 1, &mut |_| None, &mut |_, _| {});
        assert!(cancel.is_cancelled());
        // After the cancellation at most one stride of nodes was begun, each evaluated at most once.
        let after = prepared.mind.left.load(Ordering::Relaxed).wrapping_neg();
        assert!(after <= STRIDE, "{after} evaluations after it was cancelled");
    }
}

#[test]
fn the_eight_mirror_images_of_a_position_evaluate_alike() {
    for ruleset in rulesets() {
        let referee = Referee::new(ruleset.clone());
        let mind = ByHand::new(&referee);
        let mut chance = fastrand::Rng::with_seed(17);
        let mut position = referee.start();
        for number in 0..300 {
            let moves = referee.moves(&position);
            let next = referee.advance(&position, moves[chance.usize(..moves.len())]);
            let over = next.ending.is_some() || !referee.has_move(&next.position);
            position = if over || number % 75 == 74 { referee.start() } else { next.position };
            let score = mind.judge(&position);
            for image in 0..8 {
                let image = mirrored(&referee, &position, image);
                assert_eq!(mind.judge(&image), score, "{position:?} {image:?}");
            }
        }
    }
}

fn mirrored(referee: &Referee, position: &Position, image: u8) -> Position {
    let last = position.size() - 1;
    let mut setup = Setup::empty(position.size()).unwrap();
    for (square, piece) in position.pieces() {
        let (mut file, mut rank) = (square.file(), square.rank());
        if image & 1 != 0 {
            file = last - file;
        }
        if image & 2 != 0 {
            rank = last - rank;
        }
        if image & 4 != 0 {
            (file, rank) = (rank, file);
        }
        setup.set(Square::new(file, rank).unwrap(), Some(piece));
    }
    referee.position(&setup, position.turn()).unwrap()
}

/// A king and a man who both can go to and fro.
const SHUFFLE: &str = "/2t5t2/11/11/t9t/11/4TK5/11/11/11/11/5t5/";

#[test]
fn a_third_position_is_a_draw_only_where_the_rules_say_so() {
    let shuffle = "f6-f7 f11-f10 f7-f6 f10-f11 f6-f7 f11-f10 f7-f6";
    for (id, drawn) in [("fetlar-2018", true), ("viking-game", false)] {
        let mut game = set_up(id, SHUFFLE, Side::Defenders);
        play(&mut game, shuffle);
        let mut path = Path::of(&game);
        assert!(!path.is_drawn());
        let mv = game.legal(Intent { from: "f10".parse().unwrap(), to: "f11".parse().unwrap() }).unwrap();
        let next = game.referee().advance(game.position(), mv);
        path.push(mv, &next.position, false);
        assert_eq!(path.is_drawn(), drawn, "{id}");
        assert_eq!(game.play(mv).unwrap().outcome.is_some(), drawn, "{id}");
    }
}

#[test]
fn a_sequence_played_three_times_is_a_draw_where_the_rules_say_so() {
    let mut game = set_up("viking-game", SHUFFLE, Side::Defenders);
    let block = "f6-f7 f11-f10 f7-f6 f10-f11";
    play(&mut game, &format!("{block} {block} f6-f7 f11-f10 f7-f6"));
    let mut path = Path::of(&game);
    assert!(!path.is_drawn());
    let mv = game.legal(Intent { from: "f10".parse().unwrap(), to: "f11".parse().unwrap() }).unwrap();
    path.push(mv, &game.referee().advance(game.position(), mv).position, false);
    assert!(path.is_drawn());
    path.pop();
    assert!(!path.is_drawn());
}

#[test]
fn takes_a_draw_by_repetition_rather_than_a_loss() {
    const ROWS: &str = "/5t5/11/11/11/11/11/11/11/11/11/4K6/";
    let mut game = set_up("fetlar-2018", ROWS, Side::Attackers);
    play(&mut game, "f1-e1 e11-e6 e1-f1 e6-e11 f1-e1 e11-e6 e1-f1");
    // With e6-e11 the position of the start would arise for the third time.
    let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 2, seed: Some(1) });
    let budget = Budget { depth: 6, nodes: 60_000, time: None };
    let choice = engine.choose_within(&game, Level::FULL, budget, &Cancel::new()).unwrap();
    assert!(choice.score.forced_win().is_some(), "{choice:?}");
    let mut after = game.clone();
    assert!(after.play(choice.mv).unwrap().outcome.is_none(), "the defenders gave their win away: {choice:?}");
    // The attackers are lost, but with g1-f1 a position arises for the third time.
    let mut game = set_up("fetlar-2018", ROWS, Side::Attackers);
    play(&mut game, "f1-f2 e11-e10 f2-f1 e10-e11 f1-f2 e11-e10 f2-f1 e10-e9 f1-g1 e9-e10");
    let choice = engine.choose_within(&game, Level::FULL, budget, &Cancel::new()).unwrap();
    assert_eq!((choice.mv.to_string().as_str(), choice.score.forced_loss()), ("g1-f1", None));
}

#[test]
fn without_time_to_search_the_move_that_looks_best_is_played() {
    let game = set_up("fetlar-2018", "/11/11/3T1t5/11/t3t6/11/11/8K2/11/11/3t7/", Side::Attackers);
    let engine = Engine::of_mind(EngineOptions { threads: 1, hash_mb: 1, seed: Some(1) }, MindChoice::Hand);
    let budget = Budget { depth: 0, nodes: 1, time: None };
    let choice = engine.choose_within(&game, Level::FULL, budget, &Cancel::new()).unwrap();
    assert_eq!((choice.depth, choice.nodes, choice.pv.len()), (0, 0, 1));
    let (referee, mind) = (game.referee(), ByHand::new(game.referee()));
    let score = |mv| mind.judge(&referee.advance(game.position(), mv).position);
    assert_eq!(choice.score.hundredths(), score(choice.mv));
    for mv in referee.moves(game.position()) {
        assert!(score(mv) <= score(choice.mv), "{mv} looks better than {}", choice.mv);
    }
}

#[test]
fn every_form_of_repetition_is_judged_as_the_game_judges_it() {
    let mut chance = fastrand::Rng::with_seed(77);
    for word in Question::Repetition.words() {
        let (mut ended, mut won, mut forbidden) = (0, 0, 0);
        // Where the edge is the goal, the king in the open threatens to escape with every move.
        for goal in ["corner", "edge"].repeat(12) {
            let ruleset = ruleset("copenhagen").unwrap().with(Question::Repetition, word).unwrap();
            let ruleset = ruleset.with(Question::Escape, goal).unwrap();
            let referee = Arc::new(Referee::new(Arc::new(ruleset)));
            let position = referee.position(&Setup::from_rows(SHUFFLE).unwrap(), Side::Defenders).unwrap();
            let mut game = Game::from_position(referee.clone(), position);
            for _ in 0..40 {
                let mut path = Path::of(&game);
                for mv in referee.moves(game.position()) {
                    let next = referee.advance(game.position(), mv);
                    path.push(mv, &next.position, !next.taken.is_empty());
                    let judged = path.judged(&referee, next.position.turn());
                    path.pop();
                    let mut after = game.clone();
                    let repeats = match game.legal(mv.intent()) {
                        Err(_) => Repeat::Forbidden,
                        Ok(mv) => match after.play(mv).unwrap().outcome {
                            Some(Outcome { reason: Ending::Repetition, winner: Some(side) }) => Repeat::Won(side),
                            Some(Outcome { reason: Ending::Repetition, winner: None }) => Repeat::Draw,
                            _ => Repeat::Nothing,
                        },
                    };
                    if next.ending.is_none() {
                        assert_eq!(judged, repeats, "{word}, {mv} in {:?}", game.position());
                    }
                    forbidden += usize::from(repeats == Repeat::Forbidden);
                    ended += usize::from(matches!(repeats, Repeat::Won(_) | Repeat::Draw));
                    won += usize::from(repeats == Repeat::Won(Side::Attackers));
                }
                // Mostly the way back of one's own last move.
                let moves = game.moves();
                let own = game.plies().rev().nth(1).map(|ply| ply.played.mv);
                let back =
                    own.and_then(|own| moves.iter().copied().find(|mv| (mv.from(), mv.to()) == (own.to(), own.from())));
                let any = moves[chance.usize(..moves.len())];
                if game.play(back.filter(|_| chance.u8(..8) > 0).unwrap_or(any)).unwrap().outcome.is_some() {
                    break;
                }
            }
        }
        match *word {
            "none" => assert_eq!((ended, forbidden), (0, 0)),
            "third-position-forbidden" | "defenders-never-repeat" => assert!(forbidden > 20 && ended == 0, "{word}"),
            "aggressor-deviates" => assert!(forbidden > 5 && ended == 0, "{word}: {forbidden}"),
            "aggressor-loses" => assert!(won > 5 && ended > won && forbidden == 0, "{word}: {won} of {ended}"),
            _ => assert!(ended > 5 && forbidden == 0, "{word}: {ended}"),
        }
    }
}

#[test]
fn a_third_position_is_won_or_lost_as_the_rules_say() {
    let circle = "f6-f7 f11-f10 f7-f6 f10-f11 f6-f7 f11-f10 f7-f6";
    for (word, winner) in
        [("third-position-attackers-win", Some(Side::Attackers)), ("third-position-mover-loses", Some(Side::Defenders))]
    {
        let ruleset = leaflet("fetlar-2018").unwrap().with(Question::Repetition, word).unwrap();
        let referee = Arc::new(Referee::new(Arc::new(ruleset)));
        let position = referee.position(&Setup::from_rows(SHUFFLE).unwrap(), Side::Defenders).unwrap();
        let mut game = Game::from_position(referee, position);
        play(&mut game, circle);
        let mv = game.legal(Intent { from: "f10".parse().unwrap(), to: "f11".parse().unwrap() }).unwrap();
        assert_eq!(game.clone().play(mv).unwrap().outcome.unwrap().winner, winner, "{word}");
        // Every level takes the win, and every guarded level leaves the loss alone.
        let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 1, seed: Some(5) });
        for level in Level::ALL {
            let budget = Budget { depth: 6, nodes: 2_000, time: None };
            let choice = engine.choose_within(&game, level, budget, &Cancel::new()).unwrap();
            if winner == Some(Side::Attackers) {
                assert_eq!((choice.mv, choice.score.forced_win()), (mv, Some(1)), "{level:?}");
            } else if level.is_guarded() {
                assert_ne!(choice.mv, mv, "{level:?}");
            }
        }
    }
}

#[test]
fn a_win_must_be_let_go_twice_before_it_is_answered_by_bringing_it_back() {
    let let_go = |moves: &str| {
        // The king sees both corners of his rank all the time.
        let mut game = set_up("fetlar-2018", "/5K5/11/11/2T8/11/11/11/2Tt3t3/11/11/11/", Side::Defenders);
        if !moves.is_empty() {
            play(&mut game, moves);
        }
        let let_go = let_go(&game, &Terrain::new(game.referee()));
        assert!(!let_go.attackers);
        let_go.defenders
    };
    assert!(!let_go("") && !let_go("c4-c5 h8-h9 c5-c6 h9-h8"));
    assert!(let_go("c4-c5 h8-h9 c5-c4 h9-h8"));
    // A capture takes it for ever that an earlier position comes back.
    assert!(!let_go("c4-c5 h8-h9 c5-c4 h9-h8 c4-e4 h8-h9 e4-e8 h9-h8"));
}

#[test]
fn an_offer_is_judged_by_the_weights_that_are_set() {
    // A third of the army is gone, and nobody has lost yet.
    let mut game =
        set_up("fetlar-2018", "/3ttttt3/5t5/11/t9t/t3T1T3t/tt3K3tt/t4TT3t/t9t/11/5t5/3ttttt3/", Side::Defenders);
    play(&mut game, "e5-e4 d1-d2");
    let options = EngineOptions { threads: 1, hash_mb: 2, seed: Some(1) };
    let agrees = |engine: Engine| engine.judges_drawn(&game, Offer::Draw, Side::Defenders, &Cancel::new());
    assert!(agrees(Engine::of_mind(options, MindChoice::Hand)));
    // Whoever finds every position level has no reason to give a game up.
    let zeros = |group: &Group| format!("{} = [{}]\n", group.name, vec!["0"; group.len].join(", "));
    let level = format!("[take]\n{}", Weights::groups().iter().map(zeros).collect::<String>());
    assert!(!agrees(Engine::of_mind(options, MindChoice::Weights(Weights::from_toml(&level).unwrap()))));
}

/// Keeps what the hand evaluation says of every position on the way, and asserts that it is asked about the last one.
struct Follower(ByHand);

impl Mind for Follower {
    type State = Vec<(Position, i32)>;

    fn begin(&self, position: &Position) -> Vec<(Position, i32)> {
        vec![(*position, self.0.judge(position))]
    }

    fn made(&self, state: &mut Vec<(Position, i32)>, before: &Position, mv: Move, after: &Advanced) {
        let known = state.last().unwrap().0;
        // After a pass the other side moves.
        assert_eq!(known.with_turn(before.turn()), *before);
        assert!(before.piece(mv.from()).is_some() && after.position.piece(mv.to()).is_some());
        state.push((after.position, self.0.judge(&after.position)));
    }

    fn unmade(&self, state: &mut Vec<(Position, i32)>) {
        state.pop();
        assert!(!state.is_empty());
    }

    fn attackers_score(&self, state: &mut Vec<(Position, i32)>, position: &Position) -> i32 {
        let &(known, score) = state.last().unwrap();
        assert_eq!(known.with_turn(position.turn()), *position);
        if known.turn() == position.turn() { score } else { self.0.judge(position) }
    }

    fn chances(&self, position: &Position, score: i32) -> Chances {
        self.0.chances(position, score)
    }
}

#[test]
fn a_mind_is_told_of_every_move_and_finds_what_one_without_a_memory_finds() {
    let options = EngineOptions { threads: 1, hash_mb: 2, seed: Some(1) };
    for ruleset in rulesets() {
        let mut game = Game::new(Arc::new(Referee::new(ruleset.clone())));
        let mut chance = fastrand::Rng::with_seed(3);
        let (followed, plain) = (
            Engine::with_mind(options, |r: &Referee| Follower(ByHand::new(r))),
            Engine::of_mind(options, MindChoice::Hand),
        );
        for (plies, level) in [(0, 7), (20, 7), (4, 3)] {
            for _ in 0..plies {
                let moves = game.moves();
                if game.play(moves[chance.usize(..moves.len())]).unwrap().outcome.is_some() {
                    game.undo();
                    break;
                }
            }
            let budget = Budget { depth: 7, nodes: 3_000, time: None };
            let level = Level::ALL[level];
            let choice = plain.choose_within(&game, level, budget, &Cancel::new());
            assert_eq!(followed.choose_within(&game, level, budget, &Cancel::new()), choice, "{}", ruleset.id());
            assert_eq!(followed.evaluate(&game), plain.evaluate(&game));
        }
    }
}

#[test]
fn two_games_do_not_forget_each_others_lessons() {
    let options = EngineOptions { threads: 1, hash_mb: 16, seed: Some(1) };
    let budget = Budget::of_nodes(4_000);
    // Games of different rule sets share no positions.
    let game = |id: &str| Game::new(Arc::new(Referee::new(ruleset(id).unwrap().clone())));
    let play = |engine: &Engine, keys: &[(&str, &str)]| {
        let mut games: Vec<Game> = keys.iter().map(|(_, id)| game(id)).collect();
        let mut told = vec![Vec::new(); games.len()];
        for _ in 0..6 {
            for ((game, (key, _)), told) in games.iter_mut().zip(keys).zip(&mut told) {
                let choice = engine.session(key).choose_within(game, Level::FULL, budget, &Cancel::new()).unwrap();
                game.play(choice.mv).unwrap();
                told.push(choice);
            }
        }
        told
    };
    let (one, other) = (("one", "fetlar-2018"), ("other", "copenhagen"));
    let both = play(&Engine::new(options), &[one, other]);
    assert_eq!(both[0], play(&Engine::new(options), &[one])[0]);
    assert_eq!(both[1], play(&Engine::new(options), &[other])[0]);
    // In one session, each game would take the place of the other.
    let same = play(&Engine::new(options), &[one, ("one", "copenhagen")]);
    assert_ne!(same, both);
}

//! The readers of text formats: moves, diagrams, positions, recorded games, games as text, chapters.

use std::sync::Arc;

use fastrand::Rng;
use hnefi_formats::{GameText, replay_record, write_diagram, write_move};
use hnefi_rules::{Game, Ground, Offer, Referee, Ruleset, Side, leaflet, leaflets};
use hnefi_tests::{house, readers, thin};

use crate::input::feed;

fn referee(id: Option<&str>) -> Option<Arc<Referee>> {
    Some(Arc::new(Referee::new(leaflet(id?)?.clone())))
}

/// A random game of at most `most` plies, ended off the board in a random way if it goes on.
fn game(ruleset: &Arc<Ruleset>, most: usize, rng: &mut Rng) -> Game {
    let referee = Arc::new(Referee::new(ruleset.clone()));
    let start = loop {
        if rng.bool() {
            break referee.start();
        }
        if let Ok(position) = referee.position(&thin::setup(ruleset.size(), rng), thin::side(rng)) {
            break position;
        }
    };
    let mut game = Game::from_position(referee, start);
    for _ in 0..rng.usize(..=most) {
        if game.outcome().is_some() {
            break;
        }
        let moves = game.referee().moves(game.position());
        let mv = moves[rng.usize(..moves.len())];
        game.play(mv);
    }
    if game.outcome().is_none() {
        match rng.u8(..4) {
            0 => game.resign(thin::side(rng)).unwrap(),
            1 if game.allows_agreement() => {
                game.offer(Side::Attackers, Offer::Draw).unwrap();
                game.accept(Side::Defenders).unwrap();
            }
            2 => {
                if let Some(&ground) = game.grounds().first() {
                    game.offer(Side::Defenders, Offer::Claim(ground)).unwrap();
                    game.accept(Side::Attackers).unwrap();
                }
            }
            _ => {}
        }
    }
    game
}

#[test]
fn moves() {
    let mut rng = Rng::with_seed(31);
    let mut good: Vec<String> =
        ["d1-d4", "d1-d4xd5/f4", "Kf6-a6", "d1d4", "e9-e10xf10xe11", "T d1 - d4 ×d5,f4!?"].map(String::from).into();
    for ruleset in leaflets() {
        good.extend(game(ruleset, 60, &mut rng).plies().map(|ply| write_move(&ply.played)));
    }
    let tally = feed(32, 60_000, &good, readers::written_move);
    println!("moves: {tally:?}");
}

#[test]
fn diagrams() {
    let mut rng = Rng::with_seed(33);
    let good: Vec<String> = [7, 9, 11, 13, 15].map(|size| write_diagram(&thin::setup(size, &mut rng))).into();
    let tally = feed(34, 20_000, &good, readers::diagram);
    println!("diagrams: {tally:?}");
}

#[test]
fn positions() {
    let mut rng = Rng::with_seed(35);
    let good: Vec<String> = [7, 9, 11, 13, 15]
        .into_iter()
        .flat_map(|size| Side::ALL.map(|side| format!("{} {side}", thin::setup(size, &mut rng).to_rows())))
        .collect();
    let tally = feed(36, 40_000, &good, readers::position);
    println!("positions: {tally:?}");
}

fn record_of(game: &Game) -> String {
    let moves: Vec<String> = game.plies().map(|ply| write_move(&ply.played)).collect();
    serde_json::json!({
        "id": moves.len(), "rules": game.referee().ruleset().id(), "moves": moves,
        "position": game.start().rows_text(), "turn": game.start().turn().id(),
    })
    .to_string()
}

#[test]
fn recorded_games() {
    let mut rng = Rng::with_seed(37);
    let mut good = Vec::new();
    for ruleset in leaflets() {
        for _ in 0..10 {
            let game = game(ruleset, 30, &mut rng);
            let record = record_of(&game);
            let replayed = replay_record(&record, referee);
            assert_eq!(replayed.error, None, "{record}");
            assert_eq!(replayed.plies.len(), game.plies().count());
            for (answer, ply) in replayed.plies.iter().zip(game.plies()) {
                assert_eq!(answer.position, ply.played.position.rows_text());
                assert_eq!(answer.written(), write_move(&ply.played));
            }
            good.push(record);
        }
    }
    let tally = feed(38, 6_000, &good, readers::record);
    println!("recorded games: {tally:?}");
}

#[test]
fn games_as_text() {
    let mut rng = Rng::with_seed(39);
    let mut good = Vec::new();
    let house = house::turned_over().map(|(ruleset, question, word)| {
        let file = format!(
            "format = 1\nid = \"house\"\nname = \"House\"\nbase = {:?}\n[answers.{}]\nis = {word:?}\n",
            ruleset.id(),
            question.id()
        );
        Arc::new(Ruleset::from_toml(&file).expect("a house rule"))
    });
    let rulesets: Vec<Arc<Ruleset>> = leaflets().iter().cloned().chain(house).collect();
    for ruleset in &rulesets {
        for _ in 0..4 {
            let game = game(ruleset, 40, &mut rng);
            let text = GameText::write(&game, &[("Attackers", "Ása"), ("Defenders", "Bjǫrn [x] {y} \"z\"")]);
            let read = GameText::read(&text).unwrap_or_else(|error| panic!("{error} in {text}"));
            assert_eq!(read.ruleset().unwrap().answers(), ruleset.answers(), "{text}");
            let again = read.replay(ruleset.clone()).unwrap_or_else(|error| panic!("{error} in {text}"));
            assert!(again.plies().eq(game.plies()), "{text}");
            assert_eq!((again.start(), again.outcome()), (game.start(), game.outcome()), "{text}");
            good.push(text);
        }
    }
    let tally = feed(40, 6_000, &good, readers::game_text);
    println!("games as text: {tally:?}");
}

#[test]
fn every_ground_of_a_claim_is_written() {
    for ruleset in leaflets() {
        let referee = Arc::new(Referee::new(ruleset.clone()));
        for ground in Ground::ALL {
            let mut game = Game::new(referee.clone());
            if game.offer(Side::Defenders, Offer::Claim(ground)).is_err() {
                continue;
            }
            game.accept(Side::Attackers).unwrap();
            let text = GameText::write(&game, &[]);
            let again = GameText::read(&text).unwrap().replay(ruleset.clone()).unwrap();
            assert_eq!(again.outcome(), game.outcome(), "{text}");
        }
    }
}

const CHAPTER: &str = "# A chapter

Some words ([our reading](clause:turns)).

```tafl
id: one
caption: A defender falls between two attackers.
clause: sandwich
board: start
play: d1-d4
expect: captures nothing
```

```tafl
id: two
caption: Another, from a drawing.
clause: corners, throne-stop
turn: defenders
board:
  11 x . . . . . . . . . x
  10 . . . . . . . . . . .
   9 . . . . . t . . . . .
   8 . . . . . . . T . . .
   7 . . . . . . . . . . .
   6 . T . . . + . . . . .
   5 . . . . . . . . . . .
   4 . . . K . . . . . . .
   3 . . . . . . . . . t .
   2 . . . . . . . . . . .
   1 x . . . . . . . . . x
     a b c d e f g h i j k
play: b6-f6
expect: refused throne-stop f6
```
";

#[test]
fn chapters() {
    let good = [CHAPTER.to_owned()];
    let tally = feed(41, 1_500, &good, readers::chapter);
    println!("chapters: {tally:?}");
}

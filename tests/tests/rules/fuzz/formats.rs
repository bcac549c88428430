//! The readers of text formats: moves, diagrams, positions, recorded games, games as text, chapters.

use std::sync::Arc;

use fastrand::Rng;
use hnefi_formats::{
    GameTree, Tag, read_tag_list, replay_record, write_commas, write_diagram, write_json_line, write_move, write_otg,
    write_rules_string, write_taflzero, write_tag_list,
};
use hnefi_rules::{Game, Ground, Offer, Referee, Ruleset, Side, leaflet, leaflets, rulesets};
use hnefi_tests::{house, readers, thin};

use super::input::feed;

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
        game.play(mv).unwrap();
    }
    if game.outcome().is_none() {
        match rng.u8(..4) {
            0 => game.resign(thin::side(rng)).unwrap(),
            1 if game.allows_agreement() => {
                game.offer(Side::Attackers, Offer::Draw).unwrap();
                game.accept(Side::Defenders).unwrap();
            }
            2 => {
                if let Some(&ground) = game.grounds().iter().find(|&&ground| game.check_claim(ground).is_ok()) {
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
                assert_eq!(answer.ply.played, ply.played);
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
            let mut tree = GameTree::of(&game);
            for (name, value) in [("Attackers", "Ása"), ("Defenders", "Bjǫrn [x] {y} \"z\"")] {
                tree.tags.push(Tag { name: name.to_owned(), value: value.to_owned() });
            }
            let text = write_tag_list(&tree).text;
            let read = read_tag_list(&text).unwrap_or_else(|error| panic!("{error} in {text}"));
            assert_eq!(read[0].ruleset().unwrap().answers(), ruleset.answers(), "{text}");
            let again = read[0].replay(Some(ruleset.clone())).unwrap_or_else(|error| panic!("{error} in {text}"));
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
            let text = write_tag_list(&GameTree::of(&game)).text;
            let again = read_tag_list(&text).unwrap()[0].replay(Some(ruleset.clone())).unwrap();
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

/// Good texts of a format: games of every rule set that were played by chance, written in it.
fn written(write: impl Fn(&GameTree) -> String, seed: u64) -> Vec<String> {
    let mut rng = Rng::with_seed(seed);
    rulesets().map(|ruleset| write(&GameTree::of(&game(ruleset, 12, &mut rng)))).collect()
}

const OTG: &str = "[attackers:Anna]\n[result:?]\n[rules:dim:7 name:Brandubh surf:n atkf:y tfr:w ks:c \
    start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]\n\n1. d2-e2 c4-c5\n[One.|Two.]\n\n1a.1.1a. d2-c2 c4-c5\n[x|y]\n\
    1a.1.2a. c2-c3\n\n1b.1.1a. ..... c4-c6\n\n2. f4-f5 ---\n";

const LIST: &str =
    "[Rules \"brandubh\"]\n\n{One.} 1. d2-e2 {Two.} (1. d2-c2 c4-c5 (1. ... c4-c6 $3) ) c4-c5 ; three\n*\n";

#[test]
fn rules_strings() {
    let good: Vec<String> = rulesets().map(|ruleset| write_rules_string(ruleset).text).collect();
    println!("rules strings: {:?}", feed(42, 15_000, &good, readers::rules_string));
}

#[test]
fn saved_games() {
    let mut good = written(|tree| write_otg(tree).text, 43);
    good.push(OTG.to_owned());
    println!("saved games: {:?}", feed(44, 6_000, &good, readers::otg));
}

#[test]
fn tag_lists() {
    let mut good = written(|tree| write_tag_list(tree).text, 45);
    good.push(LIST.to_owned());
    println!("tag lists: {:?}", feed(46, 6_000, &good, readers::tag_list));
}

#[test]
fn comma_lists() {
    let mut rng = Rng::with_seed(47);
    let good: Vec<String> = rulesets()
        .map(|ruleset| {
            let mut game = Game::new(Arc::new(Referee::new(ruleset.clone())));
            for _ in 0..8 {
                let Some(mv) = rng.choice(game.moves()) else { break };
                game.play(mv).unwrap();
            }
            write_commas(&GameTree::of(&game)).text
        })
        .collect();
    println!("comma lists: {:?}", feed(48, 6_000, &good, readers::commas));
}

#[test]
fn json_lines() {
    let good = written(|tree| write_json_line(tree).text, 49);
    println!("JSON lines: {:?}", feed(50, 6_000, &good, readers::json_lines));
}

#[test]
fn positions_of_taflzero_and_drawings() {
    let mut rng = Rng::with_seed(51);
    let setups: Vec<_> = [7, 9, 11, 13, 15].map(|size| thin::setup(size, &mut rng)).into();
    let good: Vec<String> = setups.iter().map(|setup| write_taflzero(setup, thin::side(&mut rng))).collect();
    println!("TaflZero: {:?}", feed(52, 20_000, &good, readers::taflzero));
    let good: Vec<String> = setups
        .iter()
        .flat_map(|setup| {
            let own = write_diagram(setup);
            let initials = own.replace('x', "+").replace('t', "A").replace('T', "D");
            let crosses = own.replace('x', ".").replace('t', "X").replace('T', "O");
            [own, initials, crosses]
        })
        .collect();
    println!("drawings: {:?}", feed(53, 15_000, &good, readers::drawing));
}

#[test]
fn any_format() {
    let mut good = written(|tree| write_json_line(tree).text, 54);
    good.extend([OTG, LIST].map(str::to_owned));
    good.extend(rulesets().map(|ruleset| write_rules_string(ruleset).text));
    println!("any format: {:?}", feed(55, 4_000, &good, readers::any_format));
}

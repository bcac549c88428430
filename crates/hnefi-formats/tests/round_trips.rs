//! What is written reads back the same: random games with comments and variations, under every rule set.

use std::sync::Arc;

use fastrand::Rng;
use hnefi_formats::{
    Content, Document, Format, FoundMove, GameTree, Loss, Place, ReadRules, RecordId, Tag, WrittenGame, read_any,
    read_as, read_move, write_commas, write_json_line, write_otg, write_rules_string, write_taflzero, write_tag_list,
};
use hnefi_rules::{Game, Question, Referee, Ruleset, Side, rulesets};

const COMMENTS: [&str; 5] =
    ["", "", "A bold move.", "Two lines,\nthe second of them “quoted”; with a semicolon", "ᚼᚾᛁᚠᛅ: 50%"];

/// Ids as tags have them: a number, a text, a text that looks like a number, and none.
const IDS: [Option<&str>; 4] = [Some("7"), Some("final: “a” \\ b"), Some("\"7\""), None];

/// A random game with variations, so many moves in all.
fn random_tree(ruleset: &Arc<Ruleset>, moves: usize, rng: &mut Rng) -> GameTree {
    let referee = Arc::new(Referee::new(ruleset.clone()));
    let mut written = WrittenGame {
        id: rng.choice(IDS).unwrap().map(RecordId::from_tag),
        tags: vec![
            Tag { name: "attackers".into(), value: "Ása \"the axe\" \\ \\\"".into() },
            Tag { name: "event".into(), value: "A kitchen: table 2".into() },
        ],
        rules: Some(Ok(ReadRules { ruleset: ruleset.clone(), notes: Vec::new() })),
        comment: rng.choice(COMMENTS).unwrap().to_owned(),
        ..WrittenGame::default()
    };
    // Sometimes it begins in the middle of another game, with either side to move.
    let mut start = referee.start();
    if rng.bool() {
        let mut before = Game::new(referee.clone());
        for _ in 0..rng.usize(..30) {
            let Some(mv) = rng.choice(before.moves()) else { break };
            before.play(mv).unwrap();
        }
        if before.outcome().is_none() {
            let turn = if rng.bool() { Side::Attackers } else { Side::Defenders };
            start = referee.position(&before.position().setup(), turn).unwrap();
            written.position = Some((Place { line: 1, column: 1 }, start.setup()));
            written.turn = Some((Place { line: 1, column: 1 }, turn));
        }
    }
    let mut lines: Vec<Vec<hnefi_rules::Intent>> = vec![Vec::new()];
    for _ in 0..moves {
        let parent = if rng.u8(..5) == 0 { rng.usize(..lines.len()) } else { lines.len() - 1 };
        let mut game = Game::from_position(referee.clone(), start);
        for &intent in &lines[parent] {
            let mv = game.legal(intent).unwrap();
            game.play(mv).unwrap();
        }
        let Some(mv) = rng.choice(game.moves()) else { continue };
        let mut line = lines[parent].clone();
        line.push(mv.intent());
        if lines.contains(&line) {
            continue;
        }
        lines.push(line);
        written.moves.push(FoundMove {
            parent,
            place: Place { line: 1, column: 1 },
            text: mv.to_string(),
            read: read_move(&mv.to_string()),
            comment: rng.choice(COMMENTS).unwrap().to_owned(),
        });
    }
    let tree = written.play(None).unwrap();
    assert_eq!(tree.unplayed(), 0);
    tree
}

/// The only game of a text.
fn only_game(document: Document) -> WrittenGame {
    match document.content {
        Content::Games(mut games) if games.len() == 1 => games.remove(0),
        other => panic!("{other:?}"),
    }
}

/// Everything that a game says, in one text. Names of tags are the same in capital and small letters.
fn said(tree: &GameTree) -> String {
    let mut tree = tree.clone();
    for tag in &mut tree.tags {
        tag.name.make_ascii_lowercase();
    }
    write_json_line(&tree).text
}

#[track_caller]
fn comes_back(tree: &GameTree, text: &str, format: Format) {
    let read = read_any(text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    assert_eq!(read.format, format, "{text}");
    let again = only_game(read).play(None).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    let rejected: Vec<String> = again.rejections().map(|error| error.to_string()).collect();
    assert!(rejected.is_empty(), "{rejected:?} in\n{text}");
    assert_eq!(again.ruleset().answers(), tree.ruleset().answers());
    assert_eq!(said(&again), said(tree), "\n{text}");
}

#[test]
fn games_of_every_rule_set() {
    let mut rng = Rng::with_seed(2024);
    for ruleset in rulesets() {
        for moves in [0, 1, 2, 12, 40] {
            let tree = random_tree(ruleset, moves, &mut rng);
            let list = write_tag_list(&tree);
            assert_eq!(list.losses, []);
            comes_back(&tree, &list.text, Format::TagList);
            let json = write_json_line(&tree);
            assert_eq!(json.losses, []);
            comes_back(&tree, &json.text, Format::JsonLines);
            let otg = write_otg(&tree);
            assert!(otg.losses.iter().all(|loss| matches!(loss, Loss::Answer { .. })), "{:?}", otg.losses);
            comes_back(&tree, &otg.text, Format::Otg);
        }
    }
}

#[test]
fn games_after_one_another_stay_apart_though_some_have_no_move() {
    let mut rng = Rng::with_seed(2026);
    let file = "format = 2\nid = \"mine\"\nname = \"Mine\"\nbase = \"brandubh\"\n[answers.no-move]\nis = \"draw\"\n\
                [answers.repetition]\nis = \"third-position-forbidden\"\n";
    let mut all: Vec<Arc<Ruleset>> = rulesets().cloned().collect();
    all.push(Arc::new(Ruleset::from_toml(file).unwrap()));
    let mut without = 0;
    for round in 0..60 {
        let trees: Vec<GameTree> = (0..rng.usize(2..6))
            .map(|_| {
                let moves = if rng.bool() { 0 } else { rng.usize(1..4) };
                let mut tree = random_tree(rng.choice(&all).unwrap(), moves, &mut rng);
                without += usize::from(moves == 0);
                if rng.bool() {
                    tree.tags.clear();
                }
                tree
            })
            .collect();
        let between = ["", "\n", "\n\n"][round % 3];
        let text: String = trees.iter().map(|tree| format!("{}{between}", write_tag_list(tree).text)).collect();
        let Content::Games(games) = read_any(&text).unwrap().content else { panic!("no games in\n{text}") };
        let again: Vec<String> = games.iter().map(|game| said(&game.play(None).unwrap())).collect();
        let before: Vec<String> = trees.iter().map(said).collect();
        assert_eq!(again, before, "\n{text}");
    }
    assert!(without > 60, "{without}");
}

#[test]
fn games_under_house_rules() {
    let mut rng = Rng::with_seed(2025);
    for (base, question, word) in [
        ("fetlar-2018", Question::NoMove, "loss"),
        ("copenhagen", Question::Repetition, "third-position-forbidden"),
        ("sea-battle", Question::KingArms, "hammer"),
    ] {
        let file = format!(
            "format = 2\nid = \"mine\"\nname = \"Mine\"\nbase = {base:?}\n[answers.{}]\nis = {word:?}\n",
            question.id()
        );
        let house = Arc::new(Ruleset::from_toml(&file).unwrap());
        let tree = random_tree(&house, 25, &mut rng);
        comes_back(&tree, &write_tag_list(&tree).text, Format::TagList);
        comes_back(&tree, &write_json_line(&tree).text, Format::JsonLines);
    }
}

#[test]
fn games_under_changed_rules_that_kept_a_published_id() {
    let mut rng = Rng::with_seed(2029);
    for published in rulesets() {
        let own = published.answers().word(Question::NoMove);
        let other = Question::NoMove.words().iter().find(|word| **word != own).unwrap();
        let changed = published.with(Question::NoMove, other).unwrap();
        let changed = Arc::new(Ruleset::from_toml(&changed.to_toml()).unwrap());
        assert_eq!((changed.id(), changed.base()), (published.id(), None));
        let tree = random_tree(&changed, 12, &mut rng);
        comes_back(&tree, &write_tag_list(&tree).text, Format::TagList);
        comes_back(&tree, &write_json_line(&tree).text, Format::JsonLines);
        assert!(write_commas(&tree).losses.contains(&Loss::Rules), "{}", published.id());
    }
}

#[test]
fn several_games_stand_in_one_text() {
    let mut rng = Rng::with_seed(2026);
    let trees: Vec<GameTree> = rulesets().take(4).map(|ruleset| random_tree(ruleset, 9, &mut rng)).collect();
    for (format, write) in [
        (Format::TagList, write_tag_list as fn(&GameTree) -> hnefi_formats::Written),
        (Format::JsonLines, write_json_line),
    ] {
        let text: String = trees.iter().map(|tree| write(tree).text).collect();
        let Content::Games(games) = read_as(format, &text).unwrap().content else { panic!("no games") };
        let again: Vec<String> = games.iter().map(|game| said(&game.play(None).unwrap())).collect();
        assert_eq!(again, trees.iter().map(said).collect::<Vec<_>>());
    }
}

#[test]
fn the_main_line_comes_back_from_commas() {
    let mut rng = Rng::with_seed(2027);
    for (ruleset, moves) in rulesets().flat_map(|ruleset| [0, 30].map(|moves| (ruleset, moves))) {
        let mut game = Game::new(Arc::new(Referee::new(ruleset.clone())));
        for _ in 0..moves {
            let Some(mv) = rng.choice(game.moves()) else { break };
            game.play(mv).unwrap();
        }
        let tree = GameTree::of(&game);
        let written = write_commas(&tree);
        let read = read_any(&written.text).unwrap_or_else(|error| panic!("{error} in {}", written.text));
        assert_eq!(read.format, Format::Commas, "{}", written.text);
        let again = only_game(read).play(None).unwrap();
        assert!(again.rejections().next().is_none() && again.notes.is_empty(), "{:?}", again.notes);
        assert_eq!(again.ruleset(), ruleset, "{}", written.text);
        assert!(again.game(&again.main_line()).plies().eq(game.plies()), "{}", written.text);
    }
}

#[test]
fn rule_sets_come_back_from_rules_strings() {
    for ruleset in rulesets() {
        let written = write_rules_string(ruleset);
        let read = read_any(&written.text).unwrap_or_else(|error| panic!("{error} in {}", written.text));
        let Content::Rules(rules) = read.content else { panic!("no rules") };
        assert_eq!(rules.ruleset, *ruleset, "{}", written.text);
    }
}

#[test]
fn a_house_rule_comes_back_where_nothing_is_lost() {
    let mut checked = 0;
    for base in rulesets() {
        for &question in Question::ALL {
            for word in question.words() {
                let file = format!(
                    "format = 2\nid = \"mine\"\nname = \"Mine\"\nbase = {:?}\n[answers.{}]\nis = {word:?}\n",
                    base.id(),
                    question.id()
                );
                let Ok(house) = Ruleset::from_toml(&file) else { continue };
                let written = write_rules_string(&house);
                let Content::Rules(rules) = read_any(&written.text)
                    .unwrap_or_else(|error| panic!("{error} in {} ({} {word})", written.text, question.id()))
                    .content
                else {
                    panic!("no rules")
                };
                let escapes_at_edge = house.answers().word(Question::Escape) == "edge";
                let lost: Vec<Question> = written
                    .losses
                    .iter()
                    .filter_map(|loss| match loss {
                        Loss::Answer { question, .. } => Some(*question),
                        _ => None,
                    })
                    .collect();
                for differing in house.differences(&rules.ruleset) {
                    let moot =
                        escapes_at_edge && matches!(differing, Question::KingOnEdge | Question::KingBesideCorner);
                    assert!(
                        moot || lost.contains(&differing),
                        "{} of {} with {} {word}: {}",
                        differing.id(),
                        base.id(),
                        question.id(),
                        written.text
                    );
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 500, "{checked}");
}

#[test]
fn positions_come_back() {
    let mut rng = Rng::with_seed(2028);
    for ruleset in rulesets() {
        let mut game = Game::new(Arc::new(Referee::new(ruleset.clone())));
        for _ in 0..20 {
            let Some(mv) = rng.choice(game.moves()) else { break };
            game.play(mv).unwrap();
        }
        let setup = game.position().setup();
        for side in Side::ALL {
            for text in [write_taflzero(&setup, side), format!("{} {side}\n", setup.to_rows())] {
                let Content::Position(read) = read_any(&text).unwrap().content else { panic!("{text}") };
                assert_eq!((&read.setup, read.turn, &read.notes[..]), (&setup, Some(side), &[][..]), "{text}");
            }
        }
        for side in Side::ALL {
            let drawn = hnefi_formats::write_diagram_to_move(&setup, side);
            let Content::Position(read) = read_any(&drawn).unwrap().content else { panic!("{drawn}") };
            assert_eq!((&read.setup, read.turn, &read.notes[..]), (&setup, Some(side), &[][..]), "\n{drawn}");
        }
        let drawn = hnefi_formats::write_diagram(&setup);
        let read = read_any(&drawn).unwrap();
        assert_eq!(read.format, Format::Diagram);
        let Content::Position(read) = read.content else { panic!("{drawn}") };
        assert_eq!((&read.setup, &read.notes[..]), (&setup, &[][..]), "\n{drawn}");
    }
}

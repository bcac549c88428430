//! Changing a tree keeps it a game that can be written and read.

use hnefi_formats::{Content, GameTree, read_any, write_otg, write_tag_list};
use hnefi_rules::{Intent, Refusal, ruleset};

const TEXT: &str = "[Rules \"copenhagen\"]\n[Result \"*\"]\n\n\
    1. d1-d4 f4-i4 {Bold. [%csl Ge5] [%cal Rd4d7]} (1. ... f4-f3 2. h1-h3 (2. h1-h2) 2. ... e5-e3)\n2. h1-h4\n";

fn read(text: &str) -> GameTree {
    let Content::Games(games) = read_any(text).unwrap().content else { panic!("no games") };
    games[0].play(None).unwrap()
}

fn moves(tree: &GameTree) -> String {
    let text = write_tag_list(tree).text;
    let (_, moves) = text.split_once("\n\n").unwrap();
    assert_eq!(write_tag_list(&read(&text)).text, text, "it reads as it was written");
    moves.replace('\n', " ").trim().to_owned()
}

fn at(tree: &GameTree, path: &str) -> usize {
    let intents: Vec<Intent> = path.split(' ').filter(|mv| !mv.is_empty()).map(intent).collect();
    let (number, found) = tree.find(&intents);
    assert_eq!(found, intents.len(), "{path}");
    number
}

fn intent(text: &str) -> Intent {
    let (from, to) = text.split_once('-').unwrap();
    Intent { from: from.parse().unwrap(), to: to.parse().unwrap() }
}

#[test]
fn a_variation_is_promoted_step_by_step_and_at_once() {
    let mut tree = read(TEXT);
    let inner = at(&tree, "d1-d4 f4-f3 h1-h2");
    assert!(tree.is_variation(inner) && tree.promote(inner));
    assert_eq!(
        moves(&tree),
        "1. d1-d4 f4-i4 {Bold. [%csl Ge5] [%cal Rd4d7]} (1. ... f4-f3 2. h1-h2 (2. h1-h3 e5-e3)) 2. h1-h4"
    );
    let mut tree = read(TEXT);
    tree.promote_to_main(at(&tree, "d1-d4 f4-f3 h1-h2"));
    assert_eq!(
        moves(&tree),
        "1. d1-d4 f4-f3 (1. ... f4-i4 {Bold. [%csl Ge5] [%cal Rd4d7]} 2. h1-h4) 2. h1-h2 (2. h1-h3 e5-e3)"
    );
    let main = at(&tree, "d1-d4 f4-f3 h1-h2");
    assert!(!tree.promote(main), "the main line stays");
}

#[test]
fn what_is_deleted_goes_with_all_that_follows() {
    let mut tree = read(TEXT);
    let before = tree.delete(at(&tree, "d1-d4 f4-f3 h1-h3"));
    assert_eq!(before, at(&tree, "d1-d4 f4-f3"));
    assert_eq!(moves(&tree), "1. d1-d4 f4-i4 {Bold. [%csl Ge5] [%cal Rd4d7]} (1. ... f4-f3 2. h1-h2) 2. h1-h4");
    tree.delete(at(&tree, "d1-d4 f4-i4"));
    assert_eq!(moves(&tree), "1. d1-d4 f4-f3 2. h1-h2");
    tree.delete(at(&tree, "d1-d4"));
    assert_eq!((moves(&tree).as_str(), tree.delete(0)), ("", 0));
}

#[test]
fn a_move_is_judged_with_all_that_led_to_it() {
    let mut tree = read(TEXT);
    let end = at(&tree, "d1-d4 f4-i4 h1-h4");
    let refused: Refusal = tree.play_at(end, intent("a4-a1")).unwrap_err();
    assert_eq!(refused.intent, intent("a4-a1"));
    assert_eq!(tree.nodes().len(), read(TEXT).nodes().len(), "nothing is left of it");
    let number = tree.play_at(end, intent("f8-i8")).unwrap();
    assert_eq!(tree.way(number).len(), 4);
    assert!(moves(&tree).ends_with("2. h1-h4 f8-i8"));
}

#[test]
fn a_result_goes_with_the_move_that_gave_it() {
    let text = "[Rules \"brandubh\"]\n[Position \"/7/7/7/3K3/7/7/1t5/\"]\n[Turn \"defenders\"]\n[Result \"defenders\"]\n\n\
        1. ... d4-d7 2. b7-b6 d7-g7\n";
    let mut tree = read(text);
    assert!(tree.outcome().is_some());
    tree.delete(at(&tree, "d4-d7 b7-b6 d7-g7"));
    assert!(write_tag_list(&tree).text.contains("[Result \"*\"]"));
    // Whoever resigned did so whatever is added beside the game, and not in another one.
    let tree = read(&TEXT.replace("\"*\"", "\"attackers\""));
    let says = |change: &dyn Fn(&mut GameTree) -> usize| {
        let mut tree = tree.clone();
        change(&mut tree);
        let text = write_tag_list(&tree).text;
        if text.contains("[Result \"attackers\"]") { "attackers" } else { "open" }
    };
    let variation = at(&tree, "d1-d4 f4-f3");
    let end = *tree.main_line().last().unwrap();
    assert_eq!(says(&|tree| tree.delete(variation)), "attackers");
    assert_eq!(says(&|tree| tree.play_at(1, intent("f4-g4")).unwrap()), "attackers");
    assert_eq!(says(&|tree| usize::from(tree.promote(variation))), "open");
    assert_eq!(says(&|tree| tree.delete(end)), "open");
    let mv = tree.game(&tree.main_line()).moves().into_iter().next().unwrap();
    assert_eq!(says(&|tree| tree.play_at(end, mv.intent()).unwrap()), "open");
}

#[test]
fn other_rules_say_what_they_refuse() {
    let text = "[Rules \"copenhagen\"]\n\n1. d1-d4 f4-i4 {Hm.} 2. h1-h3 (2. h1-h4)\n";
    let mut tree = read(text);
    let promoted = at(&tree, "d1-d4 f4-i4 h1-h4");
    tree.promote(promoted);
    let under = tree.under(ruleset("fetlar-2018").unwrap()).unwrap();
    assert_eq!((under.unplayed(), under.ruleset().id()), (0, "fetlar-2018"));
    assert_eq!(moves(&under), moves(&tree), "with variations in their order");
    assert!(tree.under(ruleset("brandubh").unwrap()).is_err(), "the board is smaller");
}

#[test]
fn marks_survive_a_file_of_opentafl() {
    let written = write_otg(&read(TEXT));
    assert!(written.losses.iter().all(|loss| !format!("{loss:?}").contains("Comment")), "{:?}", written.losses);
    assert!(written.text.contains("Bold. (%csl Ge5) (%cal Rd4d7)"));
    assert_eq!(moves(&read(&written.text)), moves(&read(TEXT)));
}

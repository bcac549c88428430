//! The formats of the field: what is read, what is told, and where a fault is.

use hnefi_formats::{
    Content, Format, GameTree, KeyProblem, Loss, Note, ReadError, ReadFault, ReadRules, Remark, Said, WrittenGame,
    read_any, read_as, write_otg, write_rules_string,
};
use hnefi_rules::{Question, Side, ruleset};

const DIAMOND: &str = "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/";
const BRANDUBH: &str = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";

fn rules(text: &str) -> ReadRules {
    match read_any(text).unwrap_or_else(|error| panic!("{error} in {text}")).content {
        Content::Rules(rules) => rules,
        other => panic!("{other:?}"),
    }
}

fn game(text: &str) -> WrittenGame {
    match read_any(text).unwrap_or_else(|error| panic!("{error} in {text}")).content {
        Content::Games(mut games) => games.remove(0),
        other => panic!("{other:?}"),
    }
}

fn tree(text: &str) -> GameTree {
    game(text).play(None).unwrap_or_else(|error| panic!("{error} in {text}"))
}

fn remarks(notes: &[Note]) -> Vec<&Remark> {
    notes.iter().map(|note| &note.remark).collect()
}

#[track_caller]
fn refuse(text: &str, line: usize, column: usize, message: &str) {
    let read = read_any(text).and_then(|read| match read.content {
        Content::Games(games) => games.iter().try_for_each(|game| {
            let tree = game.play(None)?;
            tree.rejections().next().map_or(Ok(()), Err)
        }),
        _ => Ok(()),
    });
    let error: ReadError = read.expect_err(text);
    assert_eq!((error.place.line, error.place.column), (line, column), "{error}\n{text}");
    assert!(error.to_string().contains(message), "{error}\n{text}");
}

#[test]
fn strings_of_the_field_are_recognised() {
    let copenhagen = rules(&format!("dim:11 name:Copenhagen atkf:y tfr:w sw:s efe:y start:{DIAMOND}"));
    assert_eq!(copenhagen.ruleset, *ruleset("copenhagen").unwrap());
    let nearest = copenhagen.notes.iter().find(|note| matches!(note.remark, Remark::Nearest { .. })).unwrap();
    assert_eq!(nearest.place.unwrap().column, 31, "where tfr stands");
    let taken = "third-position-attackers-win";
    assert_eq!(nearest.remark, Remark::Nearest { written: "tfr:w".into(), question: Question::Repetition, taken });
    let fetlar = rules(&format!("dim:11 name:Fetlar atkf:y nj:n cj:n start:{DIAMOND}"));
    assert_eq!(fetlar.ruleset, *ruleset("fetlar-online").unwrap());
    // OpenTafl's file of the triathlon: a king strong on and beside the throne, no hostile centre.
    let brandubh = rules(&format!(
        "dim:7 name:Brandub_Strong_Center_King surf:n atkf:y ks:c nj:n cj:n cenh: cenhe: start:{BRANDUBH}"
    ));
    assert_eq!(brandubh.ruleset.base(), Some("brandubh"));
    let differing = brandubh.ruleset.differences(ruleset("brandubh").unwrap());
    assert!(differing.contains(&Question::EmptyThroneAttackers) && !differing.contains(&Question::KingBesideThrone));
    assert!(remarks(&brandubh.notes).iter().any(|remark| matches!(
        remark,
        Remark::Against { published: "brandubh", question: Question::EmptyThroneAttackers, answer: "harmless" }
    )));
}

#[test]
fn the_examples_of_the_specification_let_the_defenders_begin() {
    for (text, published) in [
        (format!("dim:11 name:Fetlar atkf:n start:{DIAMOND}"), "fetlar-online"),
        (format!("dim:11 name:Copenhagen atkf:n sw:s efe:y start:{DIAMOND}"), "copenhagen"),
    ] {
        let read = rules(&text);
        assert_eq!((read.ruleset.first(), read.ruleset.base()), (Side::Defenders, Some(published)), "{text}");
        let told = Remark::Against { published, question: Question::FirstMove, answer: "defenders" };
        let note = read.notes.iter().find(|note| note.remark == told).expect("it is told");
        assert_eq!(&text[note.place.unwrap().column - 1..][..6], "atkf:n");
    }
    // Without a name nothing is claimed, so there is nothing to differ from.
    let unnamed = rules(&format!("dim:11 atkf:n start:{DIAMOND}"));
    assert!(!remarks(&unnamed.notes).iter().any(|remark| matches!(remark, Remark::Against { .. })));
    assert_eq!(unnamed.ruleset.base(), Some("fetlar-online"));
}

#[test]
fn keys_answer_questions() {
    #[track_caller]
    fn answers(keys: &str, start: &str, question: Question, word: &str) {
        let size = start.matches('/').count() - 1;
        let read = rules(&format!("dim:{size} {keys} start:{start}"));
        assert_eq!(read.ruleset.answers().word(question), word, "{keys}");
    }
    answers("ka:h", DIAMOND, Question::KingArms, "hammer");
    answers("ka:a", DIAMOND, Question::KingArms, "anvil");
    answers("ks:n", DIAMOND, Question::KingOpen, "two");
    answers("ks:y", DIAMOND, Question::KingBesideThrone, "three");
    answers("ks:m", DIAMOND, Question::KingOnEdge, "surrounded");
    answers("cenhe:tcnk", DIAMOND, Question::KingBesideThrone, "four");
    answers("cenhe:tcnk", DIAMOND, Question::EmptyThroneDefenders, "harmless");
    answers("linc:y", DIAMOND, Question::OccupiedThroneDefenders, "boxed");
    answers("cenp:K", DIAMOND, Question::SoldiersThrone, "blocked");
    answers("cens:tcnkTCNK", DIAMOND, Question::SoldiersThrone, "stop");
    answers("cenre:tcnkTCN", DIAMOND, Question::KingThrone, "passes");
    answers("cenp:", DIAMOND, Question::KingThrone, "barred");
    answers("tfr:l", DIAMOND, Question::Repetition, "third-position-mover-loses");
    answers("tfr:i", DIAMOND, Question::Repetition, "none");
    answers("spd:1", BRANDUBH, Question::SoldiersReach, "one");
    answers("spd:-1,-1,-1,-1,-1,-1,-1,1,", BRANDUBH, Question::KingReach, "one");
    answers("spd:-1,-1,-1,-1,-1,-1,-1,-1,1,-1", BRANDUBH, Question::KingReach, "one");
    answers("esc:e cor: cen:", DIAMOND, Question::Corners, "open");
    answers("esc:e cor: cen:", DIAMOND, Question::SoldiersThrone, "stop");
    answers("surf:n", DIAMOND, Question::Encirclement, "none");
    answers("surf:y", DIAMOND, Question::Encirclement, "closed");
    answers("", DIAMOND, Question::Encirclement, "closed");
}

#[test]
fn a_ring_that_must_be_unbreakable_is_said_only_nearly() {
    let copenhagen = ruleset("copenhagen").unwrap();
    let lost = |word: &str| {
        let written = write_rules_string(&copenhagen.with(Question::Encirclement, word).unwrap());
        let rings = written
            .losses
            .into_iter()
            .filter(|loss| matches!(loss, Loss::Answer { question: Question::Encirclement, .. }));
        (written.text.contains("surf:n"), rings.collect::<Vec<_>>())
    };
    assert_eq!(lost("closed"), (false, vec![]));
    assert_eq!(lost("none"), (true, vec![]));
    let nearly =
        Loss::Answer { question: Question::Encirclement, answer: "unbreakable", instead: Some("surf:y".into()) };
    assert_eq!(lost("unbreakable"), (false, vec![nearly]));
}

#[test]
fn a_string_may_begin_with_the_highest_rank() {
    let read = rules("dim:7 esc:e cor: starti:/tt2T2/1t2K2/2tt3/6t/3TTt1/4Tt1/4Tt1/");
    assert_eq!(read.ruleset.start().to_rows(), "/4Tt1/4Tt1/3TTt1/6t/2tt3/1t2K2/tt2T2/");
}

#[test]
fn what_cannot_be_played_is_refused_with_key_and_column() {
    let string = |keys: &str| format!("dim:11 {keys} start:{DIAMOND}");
    refuse(&string("ber:c"), 1, 8, "`ber`: `ber:c` cannot be played here");
    refuse(&string("surf:n kj:r"), 1, 15, "`kj`");
    refuse(&string("afor:a4,a5"), 1, 8, "`afor`");
    refuse(&string("cor:a1,b1,k1"), 1, 8, "`cor`");
    refuse(&string("cen:f7"), 1, 8, "`cen`");
    refuse(&string("spd:3"), 1, 8, "`spd`");
    refuse(&string("spd:-1,1"), 1, 8, "`spd`");
    refuse(&string("cenp:tK"), 1, 8, "`cenp`");
    refuse(&string("cor:"), 1, 8, "`cor`");
    refuse(&string("atkf:perhaps"), 1, 8, "none of its values");
    refuse(&string("wings:y"), 1, 8, "no such key");
    refuse(&string("atkf:y\natkf:n"), 2, 1, "second time");
    refuse("dim:11 atkf:y", 1, 1, "`start`: it is missing");
    refuse(&format!("dim:9 start:{DIAMOND}"), 1, 1, "`dim`");
    refuse(&format!("dim:11 start:{}", DIAMOND.replace("K", "N")), 1, 49, "`N` cannot be played");
    refuse(&format!("dim:11 start:{}", DIAMOND.replace("1tt/", "1txt/")), 1, 54, "means nothing");
    refuse("dim:7 start:/7/7/7/7/7/7/7/", 1, 1, "no king");
    let problem = KeyProblem::Unplayable("ber:c".into());
    let error = read_any(&string("ber:c")).unwrap_err();
    assert_eq!(error.fault, ReadFault::Key { key: "ber".into(), problem });
}

const SAVED: &str = "[date:2015.05.04]\n[attackers:Nasa]\n[result:-1]\n[start-comment:Words, on\ntwo lines.]\n\
    [rules:dim:11 name:Fetlar atkf:n ks:w nj:n cj:n start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/]\n\n\
    1. h6-h3 h1-h2\n[First,\n\nin two parts.|Second.]\n\n1a.1.1a. f4-h4 d1-d2\n[x|y]\n1a.1.2a. h4-g4+ d2-d1--\n\n\
    1b.1.1a. ..... d1-d3\n[|Lacks the first.]\n\n1b.1.1b.1.1a. ..... d1-d2\n\n2. f4-h4 ---\n[|]\n";

#[test]
fn saved_games_have_comments_and_variations() {
    let tree = tree(SAVED);
    assert_eq!(tree.rejections().collect::<Vec<_>>(), []);
    let text = |number: usize| tree.node(number).text.as_str();
    let main: Vec<&str> = tree.main_line().into_iter().map(text).collect();
    assert_eq!(main, ["h6-h3", "h1-h2", "f4-h4"]);
    assert_eq!(tree.node(0).comment, "Words, on\ntwo lines.");
    assert_eq!(tree.node(1).comment, "First,\n\nin two parts.");
    assert_eq!(tree.node(2).comment, "Second.");
    // Instead of the first move of turn 1, and of the second; and instead of what stands there.
    let after = |number: usize| tree.node(number).next.iter().map(|&next| text(next)).collect::<Vec<_>>();
    assert_eq!(after(0), ["h6-h3", "f4-h4"]);
    assert_eq!(after(1), ["h1-h2", "d1-d3", "d1-d2"]);
    let line: Vec<&str> = tree.line(tree.node(0).next[1]).into_iter().map(text).collect();
    assert_eq!(line, ["f4-h4", "d1-d2", "h4-g4+", "d2-d1--"]);
    assert_eq!(tree.node(tree.node(1).next[1]).comment, "Lacks the first.");
    assert_eq!((tree.tags[0].name.as_str(), tree.tags[0].value.as_str()), ("date", "2015.05.04"));
    assert_eq!(
        (tree.result.as_ref().unwrap().said, tree.termination.as_deref()),
        (Said::Win(Side::Defenders), Some("resignation"))
    );
    assert_eq!(tree.outcome(), None, "a recorded result decides nothing");
    let again = write_otg(&tree);
    assert!(again.text.contains("\n1b.1.1a. ..... d1-d3\n[|Lacks the first.]\n"), "{}", again.text);
}

#[test]
fn saved_games_name_line_and_column() {
    refuse(&SAVED.replace("f4-h4 ---", "f4-h4 h2-a9"), 22, 10, "straight");
    refuse(&SAVED.replace("1b.1.1b.1.1a.", "7b.1.1a."), 20, 1, "names no move");
    refuse(&SAVED.replace("d1-d2\n[x|y]", "d1-^d2\n[x|y]"), 13, 19, "must follow d1");
    refuse(&SAVED.replace("Lacks the first.]", "Lacks the first."), 18, 1, "not closed");
    refuse(&SAVED.replace("ks:w", "ks:x"), 6, 34, "`ks`");
    refuse(&SAVED.replace("[date:", "[da te:"), 1, 1, "[name:value]");
}

#[test]
fn lists_of_moves_name_line_and_column() {
    let head = "[Rules \"copenhagen\"]\n\n";
    refuse("1. d1-d4", 1, 1, "names no rule set");
    refuse("[Rules \"chess\"]\n\n1. d1-d4", 1, 1, "no rule set `chess`");
    refuse("[Rules copenhagen]", 1, 1, "a tag is written");
    refuse(&format!("{head}1. d1-d4 f4-"), 3, 13, "must follow f4");
    refuse(&format!("{head}1. d1-d4 (1. d1-d1) f4-i4"), 3, 14, "another square");
    refuse(&format!("{head}1. d1-d4 (1. d1-d3"), 3, 10, "`(` is not closed");
    refuse(&format!("{head}1. d1-d4 )"), 3, 10, "`)` means nothing");
    refuse(&format!("{head}(1. d1-d4)"), 3, 1, "names no move");
    refuse(&format!("{head}1. d1-d4 {{ open"), 3, 10, "`{` is not closed");
    refuse("copenhagen, d1-d4, f4-i4, a4-a1", 1, 27, "only the king may stop on the corner");
    refuse("{\"rules\":\"copenhagen\",\"moves\":[\"d1-d4\",\"ḟ4-i4\"]}", 1, 41, "must begin with a square");
    refuse("{\"rules\":\"copenhagen\",\"moves\":[\"d1-d4\"],\"comments\":{\"7\":\"x\"}}", 1, 52, "`7`");
    refuse("{\"rules\":\"copenhagen\",\"moves\":7}", 1, 31, "list of moves");
    refuse("What is this?", 1, 1, "no game, position or rule set");
}

#[test]
fn what_the_text_says_otherwise_is_told() {
    let text = "[Rules \"Copenhagen\"]\n[Result \"attackers\"]\n\n1. d1-d4xd5 Kf4-i4 2. h1-h4 1-0";
    let tree = tree(text);
    let told = remarks(&tree.notes);
    assert!(matches!(told[0], Remark::Captures { mv, actual, .. } if mv == "d1-d4xd5" && actual.is_empty()));
    assert!(matches!(told[1], Remark::Piece { mv } if mv == "Kf4-i4"));
    assert!(matches!(told[2], Remark::Result { said: Said::Win(Side::Attackers), board: None }));
    assert_eq!(told.len(), 3);
    let ended = "[Rules \"copenhagen\"]\n[Position \"/11/11/11/4t6/11/11/11/11/11/11/3K7/\"]\n[Turn \"defenders\"]\n\
        [Result \"draw\"]\n\n1. ... d11-a11";
    let tree = self::tree(ended);
    assert_eq!(tree.outcome().unwrap().winner, Some(Side::Defenders));
    assert!(matches!(remarks(&tree.notes)[..], [Remark::Result { said: Said::Draw, board: Some(_) }]));
    assert_eq!(tree.said(), Said::Win(Side::Defenders), "the board counts");
    let unclear = self::tree("[Rules \"copenhagen\"]\n\n1. d1-d4 0-1");
    assert!(matches!(remarks(&unclear.notes)[..], [Remark::UnclearResult(_)]));
}

#[test]
fn commas_are_read_in_many_ways() {
    let moves = |text: &str| -> Vec<String> {
        let Content::Games(games) = read_as(Format::Commas, text).unwrap().content else { panic!("no games") };
        games
            .iter()
            .map(|game| game.moves.iter().map(|found| found.text.as_str()).collect::<Vec<_>>().join(" "))
            .collect()
    };
    assert_eq!(moves("d1-d4, f4-i4,\nh1-h3; e5-e3"), ["d1-d4 f4-i4 h1-h3 e5-e3"]);
    assert_eq!(moves("d1-d4\nf4-i4\nh1-h3"), ["d1-d4 f4-i4 h1-h3"]);
    assert_eq!(moves("copenhagen, 1. d1-d4, f4-i4\nFetlar, d1-d3, f4-f3, draw"), ["d1-d4 f4-i4", "d1-d3 f4-f3"]);
    assert_eq!(moves("e9-f10xe10, f9, d1-d4"), ["e9-f10xe10, f9 d1-d4"]);
}

#[test]
fn a_rule_set_alone_in_a_line_is_a_game_without_moves() {
    let games = |text: &str| -> Vec<String> {
        let read = read_any(text).unwrap_or_else(|error| panic!("{error} in {text}"));
        assert_eq!(read.format, Format::Commas, "{text}");
        let Content::Games(games) = read.content else { panic!("no games") };
        games.iter().map(|game| format!("{} {}", game.ruleset().unwrap().id(), game.moves.len())).collect()
    };
    assert_eq!(games("fetlar-2018\n"), ["fetlar-2018 0"]);
    assert_eq!(games("\u{feff}\n  copenhagen \r\n"), ["copenhagen 0"]);
    assert_eq!(games("copenhagen\nbrandubh\nbrandubh\n"), ["copenhagen 0", "brandubh 0", "brandubh 0"]);
    assert_eq!(games("brandubh\ncopenhagen, d1-d4\n\nbrandubh\n"), ["brandubh 0", "copenhagen 1", "brandubh 0"]);
    // Nothing else is taken for one: no name of the field, no further word, no board under its name.
    for text in ["Brandub", "copenhagen rules", "chess\n"] {
        assert_eq!(Format::of(text), None, "{text}");
    }
    let board =
        "x t . . . . x\nT . . . . . .\n. . . . . . .\n. . . + . . .\n. . t . . . .\n. . . . . . .\nx . . . K T x\n";
    assert_eq!(Format::of(&format!("brandubh\n{board}")), Some(Format::Diagram));
    // Before moves, one in a line, it is the rule set of their game.
    let Content::Games(read) = read_as(Format::Commas, "copenhagen\nd1-d4\nf4-i4\n").unwrap().content else {
        panic!("no games")
    };
    assert_eq!((read.len(), read[0].moves.len(), read[0].ruleset().unwrap().id()), (1, 2, "copenhagen"));
}

#[test]
fn drawings_tell_which_end_is_up() {
    let read = |text: &str| {
        let Content::Position(read) = read_as(Format::Diagram, text).unwrap_or_else(|e| panic!("{e}\n{text}")).content
        else {
            panic!("no position")
        };
        (read.setup.to_rows(), read.turn, read.notes.into_iter().map(|note| note.remark).collect::<Vec<_>>())
    };
    let bare =
        "x t . . . . x\nT . . . . . .\n. . . . . . .\n. . . + . . .\n. . t . . . .\n. . . . . . .\nx . . . K T x\n";
    let (up, over) = ("/4KT1/7/2t4/7/7/T6/1t5/", "/1t5/T6/7/7/2t4/7/4KT1/");
    assert_eq!(read(bare), (up.into(), None, vec![Remark::Orientation]));
    let numbered = |from_top: bool| -> String {
        let line = |(index, line): (usize, &str)| format!("{} {line}\n", if from_top { index + 1 } else { 7 - index });
        bare.lines().enumerate().map(line).collect()
    };
    assert_eq!(read(&numbered(false)), (up.into(), None, vec![]));
    assert_eq!(read(&numbered(true)), (over.into(), None, vec![Remark::UpsideDown]));
    let initials = numbered(false).replace('t', "a").replace('T', "D");
    assert_eq!(read(&format!("{initials}\ndefenders to move\n")), (up.into(), Some(Side::Defenders), vec![]));
    let crosses = numbered(false).replace('x', "*").replace('t', "X").replace('T', "O").replace('K', "#");
    assert_eq!(read(&crosses), (up.into(), None, vec![]));
    let boxed: String = crosses
        .lines()
        .map(|line| format!("+---+---+---+---+---+---+---+\n| {} |\n", line[2..].replace(' ', " | ")))
        .collect();
    assert_eq!(read(&boxed), (up.into(), None, vec![Remark::Orientation]));
    refuse(&numbered(false).replace("4 .", "5 ."), 4, 1, "rank 4 belongs here");
    refuse(&numbered(false).replace("t .", "t ?"), 1, 7, "`?` means nothing");
}

#[test]
fn taflzero_begins_with_the_highest_rank() {
    let text = "11/4a6/11/11/7d3/5k5/11/1d9/8a2/11/10a d";
    let Content::Position(read) = read_any(text).unwrap().content else { panic!("no position") };
    let at = |square: &str| read.setup.piece(square.parse().unwrap()).map(hnefi_rules::Piece::id);
    assert_eq!(
        (at("e10"), at("h7"), at("f6"), at("k1")),
        (Some("attacker"), Some("defender"), Some("king"), Some("attacker"))
    );
    assert_eq!(read.turn, Some(Side::Defenders));
    refuse(&text.replace("5k5", "5q5"), 1, 19, "means nothing");
    refuse(&text.replace("5k5", "5k4"), 1, 18, "rank 6 has 10 squares");
    refuse(&text.replace(" d", " white"), 1, 40, "`white` is no side");
    refuse("11/11/11 a", 1, 1, "3 rows");
    refuse("3ttttt3/5t5/11 a", 1, 1, "without the slashes");
    refuse("/7/7/7/3x3/7/7/7/", 1, 9, "means nothing");
    refuse("/7/7/7/3K3/7/7/7/ black", 1, 19, "no side");
}

#[test]
fn what_is_too_much_is_refused() {
    let many = format!("[Rules \"copenhagen\"]\n\n{}", "d1-d4 ".repeat(hnefi_formats::MAX_MOVES + 1));
    refuse(&many, 3, hnefi_formats::MAX_MOVES * 6 + 1, "more than 5000");
    let long = " ".repeat(hnefi_formats::MAX_TEXT + 1);
    refuse(&long, 1, 1, "more than");
    let deep = format!("[Rules \"copenhagen\"]\n\nd1-d4 {}", "(d1-d3 ".repeat(2_000));
    refuse(&deep, 3, 7, "not closed");
    let closed = format!("[Rules \"copenhagen\"]\n\nd1-d4 {}{}", "(d1-d3 ".repeat(2_000), ")".repeat(2_000));
    assert_eq!(tree(&closed).variations(), 2_000);
}

//! A game as text: written as it was played, read back with its ending, and refused with line and column.

use std::sync::Arc;

use hnefi_formats::{
    Content, GameTree, Loss, Place, Tag, read_any, read_move, read_tag_list, replay_record, write_json_line,
    write_tag_list,
};
use hnefi_rules::{
    Ending, Game, Ground, Happening, Intent, Offer, Outcome, Question, Referee, Ruleset, Setup, Side, leaflet, ruleset,
};

/// Whether two games went alike on the board and ended alike; what was offered in between is not written.
fn alike(a: &Game, b: &Game) -> bool {
    let plies = |game: &Game| -> Vec<Happening> {
        game.happenings().iter().filter(|h| matches!(h, Happening::Ply(_) | Happening::Ended(_))).cloned().collect()
    };
    a.start() == b.start() && plies(a) == plies(b) && a.outcome() == b.outcome()
}

fn play(game: &mut Game, moves: &[&str]) {
    for mv in moves {
        let mv = game.legal(read_move(mv).unwrap().intent).unwrap();
        game.play(mv).unwrap();
    }
}

fn new(id: &str) -> Game {
    Game::new(Arc::new(Referee::new(leaflet(id).unwrap().clone())))
}

fn write(game: &Game, attackers: &str) -> String {
    let mut tree = GameTree::of(game);
    tree.tags.push(Tag { name: "Attackers".to_owned(), value: attackers.to_owned() });
    write_tag_list(&tree).text
}

#[track_caller]
fn there_and_back(game: &Game) -> String {
    let written = write(game, "Anna \"the axe\"");
    let back = read_tag_list(&written).unwrap()[0].replay(None).unwrap_or_else(|e| panic!("{e}\n{written}"));
    assert!(alike(&back, game), "\n{written}");
    assert_eq!(write(&back, "Anna \"the axe\""), written);
    written
}

#[test]
fn written_and_read_back() {
    let mut game = new("fetlar-2018");
    assert_eq!(
        there_and_back(&game),
        "[Attackers \"Anna \\\"the axe\\\"\"]\n[Rules \"fetlar-2018\"]\n[Result \"*\"]\n\n"
    );
    play(&mut game, &["d1-d4", "f4-i4", "h1-h3"]);
    game.offer(Side::Attackers, Offer::Draw).unwrap();
    game.drop_offer(Side::Defenders).unwrap();
    game.resign(Side::Defenders).unwrap();
    assert_eq!(
        there_and_back(&game),
        "[Attackers \"Anna \\\"the axe\\\"\"]\n[Rules \"fetlar-2018\"]\n[Result \"attackers\"]\n\
         [Ending \"resignation\"]\n\n1. d1-d4 f4-i4\n2. h1-h3\n"
    );
}

#[test]
fn off_the_board_endings_come_back() {
    for outcome in [
        Outcome::draw(Ending::Agreement),
        Outcome::draw(Ending::Claim(Ground::KingShutIn)),
        Outcome::win(Side::Attackers, Ending::Time),
        Outcome::draw(Ending::Abandoned),
    ] {
        let mut game = new("fetlar-2018");
        game.end(outcome).unwrap();
        there_and_back(&game);
    }
}

#[test]
fn a_claim_that_the_board_refutes_ends_no_game() {
    let text = |rules: &str, ground: &str, moves: &str| {
        format!("[Rules \"{rules}\"]\n[Result \"draw\"]\n[Ending \"claim {ground}\"]\n\n{moves}\n")
    };
    let read = |text: String| read_tag_list(&text).unwrap()[0].replay(None).map(|game| game.outcome());
    let refused = read(text("fetlar-2018", "king-at-side", "1. d1-d4 f4-i4")).unwrap_err();
    assert_eq!(refused.to_string(), "line 2, column 1: the claim is not true: the king on f6 is not on the edge");
    let unknown = read(text("viking-game", "king-at-side", "1. d1-d4")).unwrap_err();
    assert!(unknown.to_string().contains("knows no claim"), "{unknown}");
    let granted = read(text("viking-game", "no-progress", "1. d1-d4")).unwrap();
    assert_eq!(granted, Some(Outcome::draw(Ending::Claim(Ground::NoProgress))));
}

#[test]
fn a_set_up_position_and_a_house_rule_come_back() {
    let house = Ruleset::from_toml(
        "format = 1\nid = \"mine\"\nname = \"As we play it\"\nbase = \"nestorgames\"\n[answers.no-move]\nis = \"loss\"\n",
    )
    .unwrap();
    let referee = Arc::new(Referee::new(Arc::new(house)));
    let setup = Setup::from_rows("/11/9t1/11/4t6/11/11/11/1T9/11/11/3K7/").unwrap();
    let position = referee.position(&setup, Side::Defenders).unwrap();
    let mut game = Game::from_position(referee, position);
    play(&mut game, &["b8-b1", "j2-j4", "d11-a11"]);
    let written = there_and_back(&game);
    let rules =
        "[Rules \"mine\"]\n[Base \"nestorgames\"]\n[Called \"As we play it\"]\n[House \"no-move=loss\"]\n[Position \"";
    assert!(written.contains(rules), "{written}");
    let line = write_json_line(&GameTree::of(&game)).text;
    for text in [written.as_str(), line.as_str()] {
        let Content::Games(games) = read_any(text).unwrap().content else { panic!("{text}") };
        let read = games[0].ruleset().unwrap();
        assert_eq!((read.id(), read.name()), ("mine", "As we play it"), "{text}");
    }
    assert!(written.ends_with("[Ending \"king-escaped\"]\n\n1. ... b8-b1\n2. j2-j4 d11-a11\n"), "{written}");
}

/// As a rule file that was written out in full, with one answer changed in it.
#[test]
fn changed_rules_that_kept_a_published_id_come_back() {
    let changed = ruleset("copenhagen").unwrap().with(Question::NoMove, "draw").unwrap();
    let changed = Ruleset::from_toml(&changed.to_toml()).unwrap();
    assert_eq!((changed.id(), changed.base()), ("copenhagen", None));
    let mut game = Game::new(Arc::new(Referee::new(Arc::new(changed))));
    play(&mut game, &["d1-d4", "f4-i4"]);
    assert_eq!(
        there_and_back(&game),
        "[Attackers \"Anna \\\"the axe\\\"\"]\n[Rules \"copenhagen-changed\"]\n[Base \"copenhagen\"]\n\
         [House \"no-move=draw\"]\n[Result \"*\"]\n\n1. d1-d4 f4-i4\n"
    );
    let line = write_json_line(&GameTree::of(&game)).text;
    assert_eq!(
        line,
        concat!(
            r#"{"rules":"copenhagen-changed","house":{"base":"copenhagen","answers":{"no-move":"draw"}},"#,
            r#""moves":["d1-d4","f4-i4"],"result":"ongoing"}"#,
            "\n"
        )
    );
    let replayed = replay_record(&line, |_| None);
    assert_eq!((replayed.error, replayed.plies.len()), (None, 2));
    assert_eq!(replayed.ruleset.unwrap().answers(), game.referee().ruleset().answers());
}

#[test]
fn words_that_are_no_ending_are_left_out() {
    // Of the claims two may be true, since the attackers are to move, and the rule set does not know the third.
    let record = |result: &str, words: &str| {
        let board = r#""position":"/11/9t1/11/4t6/11/11/11/1T9/11/11/3K7/","turn":"defenders""#;
        format!(r#"{{"rules":"fetlar-2018",{board},"moves":["d11-c11"],"result":"{result}","termination":"{words}"}}"#)
    };
    for (result, words, is_ending) in [
        ("attackers", "resignation", true),
        ("defenders", "time", true),
        ("draw", "agreement", true),
        ("draw", "claim king-at-side", true),
        ("ongoing", "somebody fell ill", true),
        ("attackers", "resigned", false),
        ("defenders", "king_capture", false),
        ("attackers", "agreement", false),
        ("draw", "resignation", false),
        ("draw", "claim king-shut-in", true),
        ("draw", "claim no-progress", false),
        ("draw", "claim", false),
    ] {
        let Content::Games(games) = read_any(&record(result, words)).unwrap().content else { panic!("no games") };
        let written = write_tag_list(&games[0].play(None).unwrap());
        let ending = format!("[Ending \"{words}\"]\n");
        assert_eq!(written.text.contains(&ending), is_ending, "{result}, {words}:\n{}", written.text);
        let lost = if is_ending { Vec::new() } else { vec![Loss::Termination(words.to_owned())] };
        assert_eq!(written.losses, lost, "{result}, {words}");
        let game = read_tag_list(&written.text).unwrap()[0].replay(None);
        let outcome = game.unwrap_or_else(|error| panic!("{error} in\n{}", written.text)).outcome();
        let winner = outcome.and_then(|outcome| outcome.winner).map(Side::id);
        assert_eq!(winner.unwrap_or(if outcome.is_some() { "draw" } else { "ongoing" }), result, "{words}");
    }
}

#[test]
fn a_house_start_comes_back() {
    let house = Ruleset::from_toml(
        "format = 1\nid = \"small\"\nname = \"Small\"\nbase = \"fetlar-2018\"\n\
         [start]\nis = \"/2t4/1t5/3T3/t2KT2/7/7/2t4/\"\n",
    )
    .unwrap();
    let mut game = Game::new(Arc::new(Referee::new(Arc::new(house))));
    play(&mut game, &["c1-d1"]);
    let written = there_and_back(&game);
    assert!(written.contains("[Start \"/2t4/1t5/3T3/t2KT2/7/7/2t4/\"]\n[Result"), "{written}");
}

#[test]
fn liberal_reading() {
    let text =
        "\n[rules \"fetlar-2018\"]\n[Site \"a kitchen\"]\n\n1.d1-d4 {a comment\nover two lines} f4i4 2…\n H1-H3 *\n";
    let game = read_tag_list(text).unwrap()[0].replay(None).unwrap();
    let moves: Vec<String> = game.plies().map(|p| p.played.mv.to_string()).collect();
    assert_eq!(moves, ["d1-d4", "f4-i4", "h1-h3"]);
}

#[test]
fn faults_name_line_and_column() {
    let under = |rest: &str| format!("[Rules \"fetlar-2018\"]\n{rest}");
    for (text, line, column, message) in [
        ("1. d1-d4".to_owned(), 1, 1, "names no rule set"),
        ("[Rules \"chess\"]".to_owned(), 1, 1, "no rule set `chess`"),
        ("[Rules fetlar-2018]".to_owned(), 1, 1, "a tag is written"),
        (under("\n1. d1-d4 f4-\n"), 3, 13, "must follow f4"),
        (under("\n1. d1-d4 d5-d6\n"), 3, 10, "nothing stands on d5"),
        (under("\n1. d1-d4 { open\n"), 3, 10, "not closed"),
        (under("\n1. d1-d4xd5\n"), 3, 4, "captures nothing"),
        (under("[Result \"white\"]\n"), 2, 1, "`white` is not how"),
        (under("[Result \"draw\"]\n[Ending \"boredom\"]\n"), 2, 1, "`boredom` is not how"),
        (under("[Turn \"white\"]\n"), 2, 1, "`white` is no side"),
        (under("[Position \"/11/11/\"]\n"), 2, 1, "there are 2 rows"),
        (under("[Position \"/11/11/11/11/11/11/11/11/11/11/11/\"]\n"), 2, 1, "king"),
        (under("[Base \"fetlar-2018\"]\n[House \"no-move=maybe\"]\n"), 1, 1, "no house rule"),
    ] {
        let error = read_tag_list(&text).and_then(|games| games[0].replay(None)).unwrap_err();
        assert_eq!(error.place, Place { line, column }, "{error} in {text}");
        assert!(error.fault.to_string().contains(message), "{error} in {text}");
    }
}

#[test]
fn variations_are_left_and_every_game_is_read() {
    let text = "[Rules \"fetlar-2018\"]\n1. d1-d4 (1. h1-h3 f4-i4) f4-i4 (1. ... f4-f3 2. d4-d3) 2. h1-h3\n\n\
                [Rules \"brandubh\"]\n[Result \"defenders\"]\n1. d2-e2\n";
    let games = read_tag_list(text).unwrap();
    let played: Vec<(usize, Option<Outcome>)> = games
        .iter()
        .map(|game| game.replay(None).unwrap())
        .map(|game| (game.plies().count(), game.outcome()))
        .collect();
    assert_eq!(played, [(3, None), (1, Some(Outcome::win(Side::Defenders, Ending::Resignation)))]);
}

#[test]
fn tags_of_house_rules_are_ordinary_ones_where_there_is_no_base() {
    let text = "[Start \"18:00\"]\n[House \"Blue\"]\n[Rules \"copenhagen\"]\n\n1. d1-d4 *\n";
    let games = read_tag_list(text).unwrap();
    let tags: Vec<(&str, &str)> = games[0].tags.iter().map(|tag| (tag.name.as_str(), tag.value.as_str())).collect();
    assert_eq!(tags, [("Start", "18:00"), ("House", "Blue")]);
    let written = write_tag_list(&games[0].play(None).unwrap()).text;
    assert!(written.starts_with("[Start \"18:00\"]\n[House \"Blue\"]\n[Rules "), "{written}");
    assert_eq!(games[0].ruleset().unwrap().id(), "copenhagen");
}

#[test]
fn what_an_earlier_judge_ruled_is_written_as_it_was() {
    let mut game = Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone())));
    let corner = Intent { from: "d1".parse().unwrap(), to: "a1".parse().unwrap() };
    game.play_as_ruled(corner, &["f8".parse().unwrap()], None).unwrap();
    game.play(Intent { from: "f4".parse().unwrap(), to: "i4".parse().unwrap() }).unwrap();
    assert!(write_tag_list(&GameTree::of(&game)).text.ends_with("\n1. d1-a1xf8 f4-i4\n"));
}

#[test]
fn where_a_game_without_a_move_ends() {
    let rules = |text: &str| -> Vec<usize> {
        read_tag_list(text).unwrap().iter().map(|game| game.tags.len() * 10 + game.moves.len()).collect()
    };
    // A tag that stands there already begins the next one, together with those before it since the last empty line.
    let two = "[Rules \"brandubh\"]\n[Result \"*\"]\n\n[Attackers \"A\"]\n[Rules \"brandubh\"]\n\n1. d1-c1\n";
    assert_eq!(rules(two), [0, 11]);
    assert_eq!(rules(&two.replace('\n', "\r\n")), [0, 11]);
    assert_eq!(rules("[Rules \"brandubh\"]\n{Called off.}\n[rules \"copenhagen\"]\n"), [0, 0]);
    // So does any tag after a result.
    assert_eq!(rules("[Rules \"brandubh\"]\n\n*\n[Attackers \"A\"]\n"), [0, 10]);
    // Empty lines and comments between tags of one game part nothing.
    let one = "[Attackers \"A\"]\n\n[Rules \"brandubh\"]\n; at home\n[Defenders \"B\"]\n\n1. d1-c1\n";
    assert_eq!(rules(one), [21]);
    let house = "[Rules \"mine\"]\n[Base \"brandubh\"]\n[House \"no-move=draw\"]\n\n[House \"repetition=draw\"]\n";
    assert_eq!(rules(house), [0]);
    // Without anything between them, the last of two counts, as ever.
    assert_eq!(rules("[Result \"*\"]\n[Result \"draw\"]\n"), [0]);
}

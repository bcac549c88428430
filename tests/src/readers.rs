//! One check for each reader of text, for bounded fuzzing in the tests and unbounded fuzzing in `fuzz/`.
//!
//! Each takes any text, says whether it could be read, and panics where something is wrong: where a refusal
//! has no words, or what was read does not read the same once it has been written.

use std::sync::Arc;

use hnefi_chapters::Chapter;
use hnefi_formats::{
    Content, Format, GameTree, ReadError, Written, WrittenGame, read_any, read_as, read_diagram, read_move,
    read_position, read_record, read_tag_list, replay_record, write_diagram, write_json_line, write_otg,
    write_rules_string, write_taflzero, write_tag_list,
};
use hnefi_rules::{Clause, Ground, Piece, Point, Question, Referee, Ruleset, Setup, Side, Square, leaflet, leaflets};
use hnefi_wire::Incoming;

/// A square.
pub fn square(text: &str) -> bool {
    match text.parse::<Square>() {
        Ok(square) => {
            assert_eq!(square.to_string(), text.to_lowercase());
            assert_eq!(square.to_string().parse(), Ok(square));
            true
        }
        Err(error) => refused(&error),
    }
}

/// A side, a question, a point, a ground: the single words of files and messages.
pub fn word(text: &str) -> bool {
    let side = text.parse::<Side>();
    if let Err(error) = &side {
        refused(error);
    }
    let words = [
        side.ok().map(Side::id),
        Question::from_id(text).map(Question::id),
        Point::from_id(text).map(Point::id),
        Clause::from_id(text).map(Clause::id),
        Ground::from_id(text).map(Ground::id),
    ];
    assert!(words.iter().flatten().all(|&word| word == text));
    words.iter().flatten().next().is_some()
}

/// A board as rows.
pub fn rows(text: &str) -> bool {
    match Setup::from_rows(text) {
        Ok(setup) => {
            let rows = setup.to_rows();
            assert_eq!(Setup::from_rows(&rows).as_ref(), Ok(&setup));
            assert_eq!(setup.pieces().count(), text.chars().filter(|&c| Piece::from_letter(c).is_some()).count());
            for ruleset in leaflets() {
                // Problems are told, never met by a panic.
                assert!(setup.problems(ruleset.answers()).iter().all(|problem| !problem.to_string().is_empty()));
            }
            true
        }
        Err(error) => refused(&error),
    }
}

/// A rule file.
pub fn rule_file(text: &str) -> bool {
    match Ruleset::from_toml(text) {
        Ok(ruleset) => {
            let written = ruleset.to_toml();
            let again = Ruleset::from_toml(&written).unwrap_or_else(|error| panic!("{error} in {written}"));
            assert_eq!(again, ruleset);
            // It can be played.
            let referee = Referee::new(Arc::new(ruleset));
            assert!(referee.has_move(&referee.start()));
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

/// A move.
pub fn written_move(text: &str) -> bool {
    match read_move(text) {
        Ok(written) => {
            let clean = written.to_string();
            let again = read_move(&clean).unwrap_or_else(|error| panic!("{clean}: {error}"));
            assert_eq!((again.intent, &again.captures), (written.intent, &written.captures));
            assert_eq!(again.to_string(), clean);
            true
        }
        Err(error) => {
            assert!(error.column >= 1);
            refused(&error)
        }
    }
}

/// A board as a diagram.
pub fn diagram(text: &str) -> bool {
    match read_diagram(text) {
        Ok(setup) => {
            assert_eq!(read_diagram(&write_diagram(&setup)).as_ref(), Ok(&setup));
            true
        }
        Err(error) => refused(&error),
    }
}

/// A board with the side to move.
pub fn position(text: &str) -> bool {
    match read_position(text) {
        Ok((setup, turn)) => {
            let line = format!("{} {}", setup.to_rows(), turn.map_or("", Side::id));
            assert_eq!(read_position(&line), Ok((setup, turn)));
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

/// A recorded game as a line of JSON; read means played to its end without an error.
pub fn record(text: &str) -> bool {
    let referee = |id: Option<&str>| Some(Arc::new(Referee::new(leaflet(id?)?.clone())));
    let replayed = replay_record(text, referee);
    let json: serde_json::Value = serde_json::from_str(&replayed.to_json(|fault| fault.to_string(), &|_, _, _| None))
        .expect("the answer is JSON");
    assert_eq!(json["error"].is_null(), replayed.error.is_none());
    assert_eq!(json["plies"].as_array().map(Vec::len), Some(replayed.plies.len()));
    if let Some(error) = &replayed.error {
        assert!(!error.fault.to_string().is_empty());
        assert_eq!(replayed.plies.len(), error.ply.saturating_sub(1), "the plies before it are kept");
        assert_eq!(error.ply == 0, error.mv.is_none());
    }
    assert!(read_record(text).is_ok() || replayed.error.as_ref().is_some_and(|error| error.ply == 0));
    replayed.error.is_none()
}

/// A game as text for people; read means played to its end without an error.
pub fn game_text(text: &str) -> bool {
    match read_tag_list(text) {
        Ok(read) => match read[0].replay(None) {
            Ok(game) => {
                let clean = write_tag_list(&GameTree::of(&game)).text;
                let again = read_tag_list(&clean).unwrap_or_else(|error| panic!("{error} in {clean}"));
                let again = again[0].replay(Some(game.referee().ruleset().clone()));
                let again = again.unwrap_or_else(|error| panic!("{error} in {clean}"));
                assert!(again.plies().eq(game.plies()), "{clean}");
                assert_eq!(again.outcome(), game.outcome(), "{clean}");
                true
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                false
            }
        },
        Err(error) => {
            assert!(!error.to_string().is_empty() && error.place.line >= 1 && error.place.column >= 1);
            false
        }
    }
}

/// A rules string of OpenTafl.
pub fn rules_string(text: &str) -> bool {
    document(Format::OpenTaflRules, text)
}

/// A game saved by OpenTafl; read means played to its end.
pub fn otg(text: &str) -> bool {
    document(Format::Otg, text)
}

/// Games as tags and moves; read means played to their ends.
pub fn tag_list(text: &str) -> bool {
    document(Format::TagList, text)
}

/// Games as lists with commas; read means played to their ends.
pub fn commas(text: &str) -> bool {
    document(Format::Commas, text)
}

/// Games as JSON lines; read means played to their ends.
pub fn json_lines(text: &str) -> bool {
    document(Format::JsonLines, text)
}

/// A position as TaflZero writes it.
pub fn taflzero(text: &str) -> bool {
    document(Format::TaflZero, text)
}

/// A drawn board in any letters.
pub fn drawing(text: &str) -> bool {
    document(Format::Diagram, text)
}

/// Any text, by the reader that it seems to be for.
pub fn any_format(text: &str) -> bool {
    match Format::of(text) {
        Some(format) => document(format, text),
        None => read_any(text).is_err_and(|error| read_refused(&error)),
    }
}

/// A text in a format: what was read can be written, and reads the same again.
fn document(format: Format, text: &str) -> bool {
    let read = match read_as(format, text) {
        Ok(read) => read,
        Err(error) => return read_refused(&error),
    };
    match read.content {
        Content::Rules(rules) => {
            let written = write_rules_string(&rules.ruleset);
            let again = read_as(Format::OpenTaflRules, &written.text);
            let again = again.unwrap_or_else(|error| panic!("{error} in {}", written.text));
            let Content::Rules(again) = again.content else { panic!("a rules string holds rules") };
            assert_eq!(again.ruleset.start(), rules.ruleset.start());
            assert_eq!(write_rules_string(&again.ruleset).text, written.text, "written the same again");
            true
        }
        Content::Position(position) => {
            let side = position.turn.unwrap_or(Side::Attackers);
            let written = write_taflzero(&position.setup, side);
            let Ok(Content::Position(again)) = read_as(Format::TaflZero, &written).map(|read| read.content) else {
                panic!("{written}")
            };
            assert_eq!((again.setup, again.turn), (position.setup, Some(side)), "{written}");
            true
        }
        Content::Games(games) => games.iter().filter(|game| !game_comes_back(game)).count() == 0,
    }
}

/// Writes a game in a format.
type Writer = fn(&GameTree) -> Written;

/// Whether every move of a game can be played; then it comes back from each format that holds all of it.
fn game_comes_back(game: &WrittenGame) -> bool {
    let rules = match &game.rules {
        Some(Ok(rules)) => rules.ruleset.clone(),
        _ => leaflets()[0].clone(),
    };
    let tree = match game.play(Some(rules)) {
        Ok(tree) => tree,
        Err(error) => return read_refused(&error),
    };
    for error in tree.rejections() {
        read_refused(&error);
    }
    if tree.unplayed() > 0 {
        return false;
    }
    let shape = |tree: &GameTree| -> Vec<(usize, String, String)> {
        let nodes = tree.nodes().iter();
        let mv = |ply: &hnefi_rules::Ply| hnefi_formats::write_move(&ply.played);
        let mut shape: Vec<_> =
            nodes.map(|node| (node.depth, node.ply().map_or_else(String::new, mv), node.comment.clone())).collect();
        shape.sort();
        shape
    };
    let writers: [(Format, Writer); 2] = [(Format::TagList, write_tag_list), (Format::JsonLines, write_json_line)];
    for (format, write) in writers {
        let written = write(&tree);
        if !written.losses.is_empty() {
            continue;
        }
        let again = read_as(format, &written.text).unwrap_or_else(|error| panic!("{error} in {}", written.text));
        let Content::Games(again) = again.content else { panic!("games are written") };
        let again = again[0].play(None).unwrap_or_else(|error| panic!("{error} in {}", written.text));
        assert_eq!(shape(&again), shape(&tree), "{}", written.text);
    }
    let otg = write_otg(&tree);
    if otg.losses.is_empty() {
        let again = read_as(Format::Otg, &otg.text).unwrap_or_else(|error| panic!("{error} in {}", otg.text));
        let Content::Games(again) = again.content else { panic!("a game is written") };
        let again = again[0].play(None).unwrap_or_else(|error| panic!("{error} in {}", otg.text));
        assert_eq!(shape(&again), shape(&tree), "{}", otg.text);
    }
    true
}

/// A refusal has a place and words.
fn read_refused(error: &ReadError) -> bool {
    assert!(error.place.line >= 1 && error.place.column >= 1);
    assert!(!error.to_string().is_empty());
    false
}

/// A rules chapter of the leaflet fetlar-2018.
pub fn chapter(text: &str) -> bool {
    let fetlar = leaflet("fetlar-2018").expect("an embedded leaflet");
    match Chapter::parse("fetlar-2018", text) {
        Ok(chapter) => {
            for example in chapter.examples() {
                // Whatever it expects, the answer is a list of differences and no panic.
                example.check(fetlar);
            }
            assert_eq!(Chapter::parse("fetlar-2018", text).as_ref(), Ok(&chapter));
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty() && error.line >= 1);
            false
        }
    }
}

/// What a page says to a server. Why a message cannot be read is told to nobody, so it may have any words.
pub fn message(text: &str) -> bool {
    serde_json::from_str::<Incoming>(text).is_ok()
}

/// A refusal must have words, and not too many.
fn refused(error: &dyn std::error::Error) -> bool {
    let words = error.to_string();
    assert!(!words.is_empty() && words.len() < 500, "{words}");
    false
}

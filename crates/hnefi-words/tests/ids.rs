//! Every id that is used exists, every id that exists is used, and nothing that has a name lacks words.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use hnefi_rules::{
    Direction, Ending, Grade, Ground, Intent, Offer, Outcome, Piece, Point, Question, Reason, Refusal, Side, rulesets,
};
use hnefi_words::Words;

const CRATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The ids that are put together from words of the rules crate.
fn composed() -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for &question in Question::ALL {
        ids.insert(format!("question-{}", question.id()));
        ids.extend(question.words().iter().map(|word| format!("answer-{}-{word}", question.id())));
    }
    ids.extend(Point::ALL.iter().map(|point| format!("point-{}", point.id())));
    let own_words = [Point::Match, Point::HouseRules];
    let alike = Point::ALL.iter().filter(|point| !own_words.contains(point));
    ids.extend(alike.map(|point| format!("point-says-{}", point.id())));
    for code in [
        "off-board",
        "nothing-there",
        "not-your-piece",
        "same-square",
        "not-straight",
        "blocked",
        "blocked-here",
        "throne-closed",
        "throne-stop",
        "throne-stop-pass",
        "corner-stop",
        "king-barred",
        "too-far",
        "king-barred-over",
        "king-barred-stop",
        "repeats-forbidden",
        "repeats-defenders",
        "repeats-aggressor",
        "game-over",
    ] {
        ids.insert(format!("refusal-{code}"));
    }
    for code in [
        "no-king",
        "two-kings",
        "king-on-corner",
        "king-on-edge",
        "soldier-on-throne",
        "soldier-on-corner",
        "board-size",
    ] {
        ids.insert(format!("setup-{code}"));
    }
    ids.extend(hnefi_formats::Format::ALL.iter().map(|format| format!("format-{}", format.id())));
    for code in
        ["game-over", "offer-stands", "no-offer", "no-agreement", "no-claim", "claim-untrue", "nothing-to-take-back"]
    {
        ids.insert(format!("game-error-{code}"));
    }
    for kind in [
        "piece",
        "corner",
        "throne-empty",
        "throne-occupied",
        "trap",
        "shieldwall",
        "four-sides",
        "three-and-throne",
        "recorded",
    ] {
        ids.insert(format!("capture-{kind}"));
    }
    for special in ["corner", "throne-empty", "throne-occupied"] {
        for family in ["why-partner", "why-side-harmless", "why-hostile-elsewhere"] {
            ids.insert(format!("{family}-{special}"));
        }
        ids.insert(format!("why-partner-{special}-start"));
    }
    for (question, word) in [
        ("king-open", "four"),
        ("king-open", "two"),
        ("king-on-throne", "four"),
        ("king-on-throne", "two"),
        ("king-beside-throne", "three"),
        ("king-beside-throne", "four"),
        ("king-beside-throne", "two"),
        ("king-beside-throne", "safe"),
        ("king-on-edge", "exposed"),
        ("king-on-edge", "sandwich"),
        ("king-on-edge", "surrounded"),
        ("king-on-edge", "safe"),
        ("king-beside-corner", "exposed"),
        ("king-beside-corner", "sandwich"),
        ("king-beside-corner", "surrounded"),
        ("king-beside-corner", "safe"),
    ] {
        ids.insert(format!("why-{question}-{word}"));
    }
    ids
}

/// Every file of the workspace that may use words.
fn sources() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::from(CRATES)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let wanted = ["rs", "html", "js", "txt"];
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| wanted.iter().any(|w| e == *w)) {
                files.push(path);
            }
        }
    }
    files
}

/// What stands between quotes in a file and could be an id.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split(['"', '\'', '`']).filter(|piece| {
        !piece.is_empty() && piece.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    })
}

/// The beginnings of ids that a file puts together: what stands between a quote and a brace, or ends in a
/// hyphen before the closing quote.
fn begun(text: &str) -> impl Iterator<Item = &str> {
    text.split(['"', '\'', '`']).filter_map(|piece| {
        let beginning = &piece[..piece.find(['{', '$']).unwrap_or(piece.len())];
        let goes_on = beginning.len() < piece.len() && beginning.matches('-').count() > 1;
        let fits = beginning.len() > 4
            && (beginning.ends_with('-') || goes_on)
            && beginning.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        fits.then_some(beginning)
    })
}

/// The ids that a file asks for by name, as `text("…")` and `format("…"`.
fn asked(text: &str) -> impl Iterator<Item = &str> {
    ["words.text(\"", "words.format(\"", "self.text(\"", ".say(\""]
        .into_iter()
        .flat_map(move |call| text.split(call).skip(1).filter_map(|rest| rest.split('"').next()))
        // Others say things that are no ids.
        .filter(|id| id.contains('-') && !id.contains(' '))
}

#[test]
fn every_id_that_exists_is_used() {
    let texts: Vec<String> = sources().iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let mut used = composed();
    for text in &texts {
        used.extend(quoted(text).map(str::to_owned));
    }
    // A message may be used by another one: `{ piece-on }`.
    let ftl: String = std::fs::read_dir(format!("{CRATES}/../words/en"))
        .unwrap()
        .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap())
        .collect::<Vec<_>>()
        .join("\n");
    used.extend(
        ftl.split('{')
            .skip(1)
            .filter_map(|rest| rest.split([' ', '}']).find(|word| !word.is_empty()).map(str::to_owned)),
    );
    // Pages put ids together from the words of the referee; what they begin with is all that is seen here.
    let is_test = |path: &Path| {
        path.components().any(|part| ["tests", "browser-tests"].map(OsStr::new).contains(&part.as_os_str()))
    };
    let pages = sources().into_iter().zip(&texts).filter(|(path, _)| !is_test(path)).map(|(_, text)| text);
    let begun: BTreeSet<&str> = pages.flat_map(|text| begun(text)).collect();
    let is_web = |file: &str| {
        let parts = [
            "web.ftl",
            "server.ftl",
            "clock.ftl",
            "days.ftl",
            "disputes.ftl",
            "lobby.ftl",
            "people.ftl",
            "ratings.ftl",
            "talk.ftl",
            "order.ftl",
            "conduct.ftl",
            "events.ftl",
        ];
        parts.contains(&file) || file.starts_with("analyse")
    };
    let unused: Vec<_> = Words::ids()
        .filter(|(_, id)| !used.contains(*id))
        // The pages' scripts choose between the two forms of a number themselves.
        .filter(|(file, id)| {
            let one = id.strip_suffix("-one").or(id.strip_suffix("-other"));
            !(is_web(file) && one.is_some_and(|id| used.contains(id)))
        })
        .filter(|(file, id)| !(is_web(file) && begun.iter().any(|beginning| id.starts_with(beginning))))
        .collect();
    assert!(unused.is_empty(), "nobody uses {unused:?}");
}

#[test]
fn every_id_that_is_used_exists() {
    let words = Words::english();
    let mut missing: BTreeMap<PathBuf, Vec<String>> = BTreeMap::new();
    for path in sources() {
        if path == Path::new(file!()) || path.ends_with("hnefi-words/tests/ids.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let absent: Vec<String> =
            asked(&text).filter(|id| *id != "no-such-id" && !words.has(id)).map(str::to_owned).collect();
        if !absent.is_empty() {
            missing.insert(path, absent);
        }
    }
    assert!(missing.is_empty(), "ids without words: {missing:?}");
    let absent: Vec<String> = composed().into_iter().filter(|id| !words.has(id)).collect();
    assert!(absent.is_empty(), "ids without words: {absent:?}");
}

#[test]
fn no_id_stands_twice() {
    let mut seen = BTreeSet::new();
    for (file, id) in Words::ids() {
        assert!(seen.insert(id), "{id} stands twice, the second time in {file}");
    }
    assert!(seen.len() > 150, "only {} messages were read", seen.len());
}

#[test]
fn everything_with_a_name_has_words() {
    let words = Words::english();
    let check = |said: String| {
        assert!(!said.is_empty() && !said.contains(['{', '}']), "{said:?} has a hole");
        said
    };
    for side in Side::ALL {
        for said in [words.side(side), words.side_start(side), words.side_the(side)] {
            check(said);
        }
        for offer in [Offer::Draw, Offer::Claim(Ground::KingShutIn), Offer::TakeBack] {
            check(words.offer(side, offer));
            check(words.offer_name(offer));
        }
    }
    for piece in [Piece::Attacker, Piece::Defender, Piece::King] {
        let square = "c9".parse().unwrap();
        assert!(words.piece_on(piece, square).ends_with("on c9"));
        check(words.piece(piece));
        check(words.piece_start(piece));
        check(words.piece_on_start(piece, square));
    }
    for direction in Direction::ALL {
        check(words.direction(direction));
    }
    for grade in [Grade::Text, Grade::Reading, Grade::Default, Grade::House] {
        check(words.grade(grade));
        for ruleset in rulesets() {
            assert!(check(words.grade_long(grade, ruleset)).ends_with('.'));
            check(words.grade_under(grade, ruleset));
        }
    }
    let mut endings = vec![
        Ending::KingCaptured,
        Ending::KingEscaped,
        Ending::ExitFort,
        Ending::Encirclement,
        Ending::NoLegalMove,
        Ending::Repetition,
        Ending::Agreement,
        Ending::Resignation,
        Ending::Time,
        Ending::Abandoned,
    ];
    endings.extend(Ground::ALL.map(Ending::Claim));
    for ruleset in rulesets() {
        for winner in [None, Some(Side::Attackers), Some(Side::Defenders)] {
            for &reason in &endings {
                assert!(check(words.outcome(&Outcome { winner, reason }, ruleset)).ends_with('.'));
            }
        }
        for &question in Question::ALL {
            assert!(check(words.question(question)).ends_with('?'));
            check(words.clause(ruleset, question.into()).text);
            for word in question.words() {
                check(words.answer(question, word));
            }
        }
        // Whatever the answers are, nothing that the referee says with them lacks words.
        for &question in Question::ALL {
            for word in question.words() {
                let house = ruleset.with(question, word).unwrap();
                for winner in [None, Some(Side::Attackers), Some(Side::Defenders)] {
                    check(words.outcome(&Outcome { winner, reason: Ending::Repetition }, &house));
                }
                let intent = Intent { from: "d1".parse().unwrap(), to: "d4".parse().unwrap() };
                for reason in [Reason::Repeats, Reason::KingBarred(intent.to), Reason::ThroneStop(intent.to)] {
                    assert!(check(words.refusal(&Refusal { intent, reason }, &house)).contains(' '));
                }
                check(words.clause(&house, question.into()).text);
            }
        }
        for &point in Point::ALL {
            check(words.point(point));
            check(words.clause(ruleset, point.into()).text);
        }
    }
}

//! The thirty against the specification of the rules, and against the answers of the rule sets.

use std::collections::BTreeSet;
use std::sync::Arc;

use hnefi_disputes::{DISPUTES, Dispute, Entry, Ruling, Verdict, search, voices};
use hnefi_rules::{Clause, Point, Question, Referee, Ruleset, leaflet, rulesets};
use hnefi_words::Words;

use Verdict::{AttackersMove, AttackersWin, Captured, DefendersWin, Draw, Nothing, Refused};

fn ruling(dispute: &Dispute, ruleset: &Ruleset) -> Ruling {
    Ruling::new(Words::english(), dispute, &Arc::new(Referee::new(Arc::new(ruleset.clone()))))
}

/// What an example comes to under the five leaflets and Copenhagen, from their texts and not from their files.
fn expected(id: &str) -> [Verdict; 6] {
    match id {
        "king-open" | "king-on-edge" | "king-beside-corner" => {
            [Nothing, Nothing, Nothing, AttackersWin, Nothing, Nothing]
        }
        "king-beside-throne" => [AttackersWin; 6],
        "king-hammer" | "king-anvil" | "king-on-throne-attacker" | "corner" | "two-at-once" => [Captured; 6],
        "throne-pass" => [Nothing, Nothing, Nothing, Refused, Nothing, Nothing],
        "throne-stop" | "corner-stop" => [Refused; 6],
        "empty-throne-defender" | "empty-throne-attacker" => {
            [Captured, Captured, Captured, Captured, Nothing, Captured]
        }
        "king-on-throne-defender" | "trap" => [Nothing, Nothing, Nothing, Captured, Nothing, Nothing],
        "shieldwall" => [Nothing, Nothing, Nothing, Nothing, Nothing, Captured],
        "exit-fort" => [Nothing, Nothing, Nothing, Nothing, Nothing, DefendersWin],
        "all-surrounded" => [Nothing, Nothing, Nothing, Nothing, Nothing, AttackersWin],
        "no-move" | "no-attackers" => [Draw, Draw, Draw, Draw, Draw, DefendersWin],
        "repetition" => [Draw, Nothing, Draw, Draw, Draw, AttackersWin],
        "claims" => [Draw, Draw, Refused, Refused, Refused, Refused],
        "first-move" => [AttackersMove; 6],
        "king-on-throne" | "king-returns" | "reach" | "between" | "must-capture" | "escape" => [Nothing; 6],
        id => panic!("nobody says what {id} comes to"),
    }
}

#[test]
fn every_example_comes_to_what_the_texts_say() {
    for dispute in &DISPUTES {
        let found: Vec<Verdict> = voices(None).iter().map(|ruleset| ruling(dispute, ruleset).verdict).collect();
        assert_eq!(found, expected(dispute.id()), "{}", dispute.id());
    }
}

/// Whoever gives the same answer rules the example alike, and whoever rules it alike is told to.
#[test]
fn the_answers_agree_with_the_rulings() {
    let words = Words::english();
    let all = voices(None);
    for dispute in &DISPUTES {
        let told: Vec<(String, Ruling)> = all
            .iter()
            .map(|ruleset| {
                let ruling = ruling(dispute, ruleset);
                (dispute.answer(words, ruleset, &ruling), ruling)
            })
            .collect();
        // Whatever a claim may be about, one that is not known is refused; and through the king or against the throne, an
        // attacker falls.
        let told_apart = ["claims", "king-on-throne-attacker"].contains(&dispute.id());
        for (one, ruling) in &told {
            for (other, another) in &told {
                let same = ruling.verdict == another.verdict;
                assert!(same || one != other, "{}: “{one}” is ruled in two ways", dispute.id());
                assert!(!same || one == other || told_apart, "{}: “{one}” and “{other}” alike", dispute.id());
            }
        }
    }
}

/// Under a house rule, too, who says no captures nothing, and who says yes does.
#[test]
fn yes_and_no_agree_with_what_is_captured() {
    let words = Words::english();
    for dispute in DISPUTES.iter().filter(|dispute| ["king-hammer", "king-anvil"].contains(&dispute.id())) {
        for word in Question::KingArms.words() {
            let house = leaflet("fetlar-2018").unwrap().with(Question::KingArms, word).unwrap();
            let ruling = ruling(dispute, &house);
            let answer = dispute.answer(words, &house, &ruling);
            assert_eq!(answer.starts_with("No"), ruling.verdict == Nothing, "{} {word}: {answer}", dispute.id());
        }
    }
    for ruleset in rulesets() {
        let answer = |id: &str| {
            let dispute = DISPUTES.iter().find(|dispute| dispute.id() == id).unwrap();
            dispute.answer(words, ruleset, &ruling(dispute, ruleset))
        };
        let returns = ruleset.answers().word(Question::KingThrone) == "returns";
        assert!(returns || !answer("throne-stop").contains("king"), "{}", ruleset.id());
        assert!(!answer("between").contains("one of them"), "a third enemy may shut it in");
    }
}

/// Turning one of the answers that are said to decide over changes the ruling, in every rule set of the book; where two
/// suffice, turning both.
#[test]
fn turning_an_answer_over_changes_the_ruling() {
    for dispute in &DISPUTES {
        let questions: Vec<Question> = dispute
            .clauses()
            .iter()
            .filter_map(|clause| match clause {
                Clause::Question(question) => Some(*question),
                Clause::Point(_) => None,
            })
            .collect();
        // A point has no other answer.
        if questions.is_empty() {
            assert!(["between", "two-at-once", "must-capture"].contains(&dispute.id()), "{}", dispute.id());
            continue;
        }
        for ruleset in voices(None) {
            let before = ruling(dispute, &ruleset);
            let mut turned = vec![Ruleset::clone(&ruleset)];
            for question in &questions {
                let more =
                    turned.iter().flat_map(|rules| question.words().iter().map(|word| rules.with(*question, word)));
                turned = more.flatten().collect();
            }
            let verdict = |rules: &Ruleset| {
                let ruling = ruling(dispute, rules);
                (ruling.verdict, ruling.captured)
            };
            let unturned = (before.verdict, before.captured.clone());
            assert!(turned.iter().any(|rules| verdict(rules) != unturned), "{} of {}", dispute.id(), ruleset.id());
        }
    }
}

/// What decides games is in the book, or left out for a reason.
#[test]
fn every_question_is_in_a_dispute() {
    let told: BTreeSet<Clause> = DISPUTES.iter().flat_map(|d| d.clauses().iter().chain(d.also())).copied().collect();
    for &question in Question::ALL {
        assert!(told.contains(&question.into()), "{}", question.id());
    }
    let left_out = [
        // They change no game.
        Point::Match,
        Point::HouseRules,
        // It is about positions that somebody sets up in this program.
        Point::SetUp,
    ];
    for &point in Point::ALL {
        assert_ne!(told.contains(&point.into()), left_out.contains(&point), "{}", point.id());
    }
}

#[test]
fn every_dispute_has_its_words_and_no_words_lack_a_dispute() {
    let words = Words::english();
    let mut ids = BTreeSet::new();
    for dispute in &DISPUTES {
        assert!(ids.insert(dispute.id().to_owned()), "{} stands twice", dispute.id());
        assert!(dispute.question(words).ends_with('?'), "{}", dispute.id());
        assert!(words.has(&format!("dispute-{}-also", dispute.id())), "{}", dispute.id());
        for ruleset in rulesets() {
            let said = ruling(dispute, ruleset);
            assert!(!said.says.is_empty() && said.says.iter().all(|line| line.ends_with('.')), "{:?}", said.says);
            let answer = dispute.answer(words, ruleset, &said);
            assert!(!answer.is_empty() && !answer.contains(['{', '$']) && !answer.ends_with('.'), "{answer}");
            assert!(answer.chars().next().unwrap().is_uppercase(), "{answer}");
        }
    }
    for (_, id) in Words::ids().filter(|(file, _)| *file == "disputes.ftl") {
        if let Some(id) = id.strip_prefix("dispute-") {
            let of = id.strip_suffix("-also").or(id.strip_suffix("-answer")).unwrap_or(id);
            assert!(ids.contains(of), "no dispute {of}");
        }
    }
}

/// A house rule that answers otherwise has another book.
#[test]
fn a_house_rule_has_its_own_book() {
    let words = Words::english();
    for dispute in &DISPUTES {
        let Some(&Clause::Question(question)) = dispute.clauses().first() else { continue };
        let base = &voices(None)[0];
        for word in question.words() {
            let house = Arc::new(base.with(question, word).unwrap());
            let entry = Entry::new(words, dispute, &[house.clone(), base.clone()]);
            let changed = house.answers() != base.answers();
            if changed {
                assert_eq!(entry.groups[0].voices[0].clause.grade.id(), "house", "{}", dispute.id());
            }
            assert!(changed || entry.groups.len() == 1, "{}", dispute.id());
        }
    }
}

#[test]
fn the_words_of_a_table_find_its_dispute() {
    let first = |typed: &str| search(Words::english(), typed).first().map(|dispute| dispute.id());
    for (typed, id) in [
        ("stalemate", "no-move"),
        ("threefold", "repetition"),
        ("surrounded", "all-surrounded"),
        ("edge win", "escape"),
        ("shield wall", "shieldwall"),
        ("shieldwall", "shieldwall"),
        ("Shield-Wall", "shieldwall"),
        ("sheildwall", "shieldwall"),
        ("hammer", "king-hammer"),
        ("anvil", "king-anvil"),
        ("encirclement", "all-surrounded"),
        ("exit fort", "exit-fort"),
        ("who starts", "first-move"),
        ("who goes first", "first-move"),
        ("who moves first", "first-move"),
        ("king captured next to throne", "king-beside-throne"),
        ("does the king have to be surrounded on four sides", "king-open"),
        ("two at once", "two-at-once"),
        ("king next to the throne", "king-beside-throne"),
        ("king edge", "king-on-edge"),
        ("suicide", "between"),
        ("compulsory", "must-capture"),
        ("honours even", "claims"),
        ("re-enter", "king-returns"),
        ("perpetual check", "repetition"),
        ("pass over the throne", "throne-pass"),
        ("soldier stop on throne", "throne-stop"),
        ("king beside a corner", "king-beside-corner"),
    ] {
        assert_eq!(first(typed), Some(id), "{typed}");
    }
    let castle: Vec<_> = search(Words::english(), "castle").iter().map(|dispute| dispute.id()).collect();
    assert!(castle.contains(&"king-returns") && castle.contains(&"throne-pass"), "{castle:?}");
    for nothing in ["bicycle", "xyzzy", "shieldwall bicycle"] {
        assert!(search(Words::english(), nothing).is_empty(), "{nothing}");
    }
    assert_eq!(search(Words::english(), "  ?! ").len(), 30);
    // Every question finds itself.
    for dispute in &DISPUTES {
        assert_eq!(first(&dispute.question(Words::english())), Some(dispute.id()));
    }
}

/// The twenty disputes that a first-time visitor brought.
#[test]
fn the_twenty_are_among_the_thirty() {
    let twenty = [
        "king beside the empty throne",
        "king on the edge",
        "king beside a corner",
        "defender captured empty throne",
        "captured against throne with the king on it",
        "soldier captured against a corner",
        "pass over the throne",
        "stop on the throne",
        "king go back to throne",
        "moves in between two",
        "capture two",
        "king captures when he moves",
        "capture against his own king",
        "no legal move",
        "third time position",
        "everybody surrounded",
        "win on edge or corner",
        "fort on the edge",
        "shieldwall",
        "who begins",
    ];
    let found: BTreeSet<&str> = twenty
        .iter()
        .map(|typed| search(Words::english(), typed).first().unwrap_or_else(|| panic!("{typed}")).id())
        .collect();
    assert_eq!(found.len(), 20, "{found:?}");
}

/// The move that is judged can be tried by itself, where it is told how often the position has stood.
#[test]
fn the_judged_move_is_told_with_its_board() {
    let repetition = ruling(hnefi_disputes::dispute("repetition").unwrap(), &voices(None)[0]);
    let judged = repetition.judged.unwrap();
    assert_eq!((judged.intent.to_string().as_str(), judged.times), ("b6-b5", 3));
    assert_eq!(repetition.moves.len(), 8);
    let forbidding = voices(None)[0].with(Question::Repetition, "third-position-forbidden").unwrap();
    let refused = ruling(hnefi_disputes::dispute("repetition").unwrap(), &forbidding);
    assert_eq!((refused.verdict, refused.judged), (Refused, Some(judged)));
    let edge = ruling(hnefi_disputes::dispute("king-on-edge").unwrap(), &voices(None)[0]);
    let judged = edge.judged.unwrap();
    assert_eq!((judged.board, judged.turn, judged.times), (edge.board, edge.turn, 1));
    assert_eq!(ruling(hnefi_disputes::dispute("first-move").unwrap(), &voices(None)[0]).judged, None);
}

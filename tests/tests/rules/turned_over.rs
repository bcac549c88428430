//! Turns each answer of each rule set over, one at a time: an example of the rule set's own chapter must notice.
//!
//! What cannot make a difference is listed with its reason, and a search at random looks for one all the same.

use std::sync::Arc;

use fastrand::Rng;
use hnefi_rules::{Answers, Escape, Game, Position, Question, Referee, Ruleset, leaflets, rulesets};
use hnefi_tests::thin;

/// Why the answer to a question cannot matter under the other answers, whatever it is.
fn idle(answers: &Answers, question: Question) -> Option<&'static str> {
    let edge = answers.escape == Escape::Edge;
    match question {
        Question::KingOnEdge | Question::KingBesideCorner if edge => {
            Some("the king has won when he is on the edge, so nobody captures him there")
        }
        Question::ExitFort if edge => Some("the king has won when he is on the edge, with or without a fort"),
        _ => None,
    }
}

/// A rule set with each other answer to a question.
fn turned_over(ruleset: &Arc<Ruleset>, question: Question) -> impl Iterator<Item = (&'static str, Arc<Ruleset>)> {
    let others = question.words().iter().filter(move |&&word| word != ruleset.answers().word(question));
    others.map(move |&word| (word, Arc::new(ruleset.with(question, word).expect("the word answers the question"))))
}

/// The other answers to a question that no example of the rule set's chapter notices.
fn unnoticed(ruleset: &Arc<Ruleset>, question: Question) -> Vec<&'static str> {
    let chapter = hnefi_chapters::chapter(ruleset.id()).expect("every rule set has a chapter");
    let silent = |other: &Arc<Ruleset>| chapter.examples().all(|example| example.check(other).is_empty());
    turned_over(ruleset, question).filter(|(_, other)| silent(other)).map(|(word, _)| word).collect()
}

#[test]
fn every_answer_is_noticed_when_it_is_turned_over() {
    let mut missing = Vec::new();
    for ruleset in rulesets() {
        let asked = Question::ALL.iter().filter(|&&question| idle(ruleset.answers(), question).is_none());
        for &question in asked {
            let words = unnoticed(ruleset, question);
            missing.extend(words.iter().map(|word| format!("{}: {} = {word}", ruleset.id(), question.id())));
        }
    }
    assert!(missing.is_empty(), "no example notices these answers, turned over:\n{}", missing.join("\n"));
}

/// Under a leaflet every answer matters.
#[test]
fn no_answer_of_a_leaflet_is_idle() {
    for ruleset in leaflets() {
        for &question in Question::ALL {
            assert_eq!(idle(ruleset.answers(), question), None, "{} under {}", question.id(), ruleset.id());
        }
    }
}

/// What cannot matter does not, in random games from random positions.
#[test]
fn idle_answers_make_no_difference() {
    let mut rng = Rng::with_seed(11);
    let mut searched = 0;
    for ruleset in rulesets() {
        for &question in Question::ALL {
            let Some(reason) = idle(ruleset.answers(), question) else { continue };
            for (word, other) in turned_over(ruleset, question) {
                let found = difference(ruleset, &other, 60, &mut rng);
                let rule = format!("{} = {word} under {}", question.id(), ruleset.id());
                assert_eq!(found, None, "{rule} does matter, against the reason that {reason}");
                searched += 1;
            }
        }
    }
    assert!(searched >= 7, "only {searched} answers were searched");
}

/// The search finds what does matter.
#[test]
fn the_search_finds_differences() {
    let matters = [
        ("nestorgames", Question::KingOnEdge, "safe"),
        ("brandubh", Question::KingBesideCorner, "safe"),
        ("nestorgames", Question::SoldierTrap, "none"),
        ("sea-battle", Question::Escape, "corner"),
    ];
    for (id, question, word) in matters {
        let ruleset = hnefi_rules::ruleset(id).expect("a rule set of this program");
        let other = Arc::new(ruleset.with(question, word).expect("a word of the question"));
        let found = difference(ruleset, &other, 2000, &mut Rng::with_seed(5));
        assert!(found.is_some(), "no difference is found when {} = {word} under {id}", question.id());
    }
}

/// A position from random games at which two rule sets differ: in what may be set up, what is legal, what a move
/// does, or how the game stands.
fn difference(one: &Arc<Ruleset>, other: &Arc<Ruleset>, games: usize, rng: &mut Rng) -> Option<String> {
    let referees = [one, other].map(|ruleset| Arc::new(Referee::new(ruleset.clone())));
    (0..games).find_map(|_| {
        let setup = thin::setup(one.size(), rng);
        let turn = thin::side(rng);
        let [first, second] = [0, 1].map(|i: usize| referees[i].position(&setup, turn));
        match (first, second) {
            (Ok(first), Ok(second)) => game_differs(&referees, [first, second], rng),
            (Err(first), Err(second)) if first == second => None,
            _ => Some(format!("{setup:?}")),
        }
    })
}

/// The first position of one random game at which two referees differ.
fn game_differs(referees: &[Arc<Referee>; 2], starts: [Position; 2], rng: &mut Rng) -> Option<String> {
    let [mut first, mut second] = [0, 1].map(|i: usize| Game::from_position(referees[i].clone(), starts[i]));
    for _ in 0..16 {
        let here = || Some(format!("{:?}", first.position()));
        let moves = first.moves();
        if first.outcome() != second.outcome() || moves != second.moves() {
            return here();
        }
        let Some(&mv) = rng.choice(moves.iter()) else { break };
        // Every move is tried, and one of them is played.
        if moves.iter().any(|&mv| referees[0].play(first.position(), mv) != referees[1].play(second.position(), mv)) {
            return here();
        }
        first.play(mv).unwrap();
        second.play(mv).unwrap();
    }
    None
}

//! Turns each answer of each leaflet over, one at a time: an example of the leaflet's own chapter must notice.

use std::sync::Arc;

use hnefi_rules::{Question, Ruleset, leaflets};

#[test]
fn every_answer_is_noticed_when_it_is_turned_over() {
    let mut unnoticed = Vec::new();
    let mut turned = 0;
    for ruleset in leaflets() {
        let chapter = hnefi_chapters::chapter(ruleset.id()).expect("every leaflet has a chapter");
        for &question in Question::ALL {
            for &word in question.words().iter().filter(|&&word| word != ruleset.answers().word(question)) {
                turned += 1;
                let other: Arc<Ruleset> =
                    Arc::new(ruleset.with(question, word).expect("the word answers the question"));
                if chapter.examples().all(|example| example.check(&other).is_empty()) {
                    unnoticed.push(format!("{}: {} = {word}", ruleset.id(), question.id()));
                }
            }
        }
    }
    assert!(turned >= leaflets().len() * Question::ALL.len(), "only {turned} answers were turned over");
    assert!(
        unnoticed.is_empty(),
        "no example notices {} of {turned} answers that are turned over:\n{}",
        unnoticed.len(),
        unnoticed.join("\n")
    );
}

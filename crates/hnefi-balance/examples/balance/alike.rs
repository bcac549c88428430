//! Leaflets with an answer of another leaflet, and rules under which the engine plays the same games.

use hnefi_rules::{Answers, Claims, Hostility, KingArms, Question, Ruleset, leaflets};

/// Each answer of another leaflet that differs from a leaflet's own.
pub(crate) fn answers_elsewhere(leaflet: &Ruleset) -> Vec<(Question, &'static str)> {
    let mut answers = Vec::new();
    for &question in Question::ALL {
        let mut seen = vec![leaflet.answers().word(question)];
        for other in leaflets() {
            let word = other.answers().word(question);
            if !seen.contains(&word) {
                seen.push(word);
                answers.push((question, word));
            }
        }
    }
    answers
}

/// Whether the engine plays the same games under both rule sets.
pub(crate) fn alike(one: &Ruleset, other: &Ruleset) -> bool {
    one.start() == other.start() && played(*one.answers()) == played(*other.answers())
}

/// Answers that are the same for rules under which the engine plays the same games. It claims nothing; and a king who captures is a
/// partner against attackers on his throne, whatever the throne is by itself.
fn played(answers: Answers) -> Answers {
    let king_captures = matches!(answers.king_arms, KingArms::Armed | KingArms::Anvil);
    let empty = answers.empty_throne_attackers;
    Answers {
        claims: Claims::None,
        occupied_throne_attackers: match empty {
            Hostility::Hostile if king_captures => empty,
            _ => answers.occupied_throne_attackers,
        },
        ..answers
    }
}

//! "None of these?": three questions that tell the leaflets apart, and the nearest one.

use hnefi_rules::{Question, Repetition, Ruleset, leaflets};
use hnefi_words::Words;
use serde::Deserialize;

/// What somebody's leaflet says, as the form asks it; empty where nothing was chosen.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Said {
    king: String,
    throne: String,
    repetition: String,
}

/// A leaflet and how well it fits.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) fits: usize,
    pub(super) asked: usize,
    king_differs: bool,
    /// What it says otherwise, a sentence each.
    pub(super) differs: Vec<String>,
}

/// The leaflets, the best fit first; none without an answer to go by.
pub(super) fn nearest(said: &Said) -> Vec<Fit> {
    let asked = [&said.king, &said.throne, &said.repetition].into_iter().filter(|answer| !answer.is_empty()).count();
    if asked == 0 {
        return Vec::new();
    }
    let mut fits: Vec<Fit> = leaflets().iter().map(|ruleset| fit(ruleset, said, asked)).collect();
    // Where two fit alike, what captures the king weighs most: it is the first thing that players quarrel about.
    fits.sort_by_key(|fit| (asked - fit.fits, fit.king_differs));
    fits
}

fn fit(ruleset: &Ruleset, said: &Said, asked: usize) -> Fit {
    let words = Words::english();
    let repetition = match ruleset.answers().repetition {
        // A leaflet that is silent is one to look for by its silence.
        _ if ruleset.source(Question::Repetition).section.is_empty() => "silent",
        Repetition::ThirdPosition => "position",
        Repetition::Sequence => "moves",
        Repetition::None
        | Repetition::AttackersWin
        | Repetition::MoverLoses
        | Repetition::Forbidden
        | Repetition::DefendersForbidden
        | Repetition::AggressorLoses
        | Repetition::AggressorDeviates => "silent",
    };
    let has = [
        ("king", said.king.as_str(), ruleset.answers().word(Question::KingOpen)),
        ("throne", said.throne.as_str(), ruleset.answers().word(Question::EmptyThroneDefenders)),
        ("repetition", said.repetition.as_str(), repetition),
    ];
    let differs: Vec<String> = has
        .iter()
        .filter(|(_, said, has)| !said.is_empty() && said != has)
        .map(|(question, _, has)| words.text(&format!("nearest-says-{question}-{has}")))
        .collect();
    Fit {
        id: ruleset.id().to_owned(),
        name: ruleset.name().to_owned(),
        fits: asked - differs.len(),
        asked,
        king_differs: !said.king.is_empty() && said.king != has[0].2,
        differs,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(king: &str, throne: &str, repetition: &str) -> Said {
        Said { king: king.into(), throne: throne.into(), repetition: repetition.into() }
    }

    #[test]
    fn three_answers_tell_the_leaflets_apart() {
        for (answers, id) in [
            (said("four", "hostile", "position"), "fetlar-2018"),
            (said("four", "hostile", "moves"), "viking-game"),
            (said("four", "hostile", "silent"), "cyningstan-2014"),
            (said("two", "hostile", "silent"), "nestorgames"),
            (said("four", "harmless", "silent"), "regency-chess"),
        ] {
            let fits = nearest(&answers);
            assert_eq!(fits[0].id, id);
            assert_eq!(fits[0].differs, Vec::<String>::new());
            assert!(fits[1].fits < 3, "{id} is not the only one that fits");
        }
    }

    #[test]
    fn of_two_that_fit_alike_the_one_with_the_same_king_comes_first() {
        assert_eq!(nearest(&said("two", "hostile", "moves"))[0].id, "nestorgames");
    }

    #[test]
    fn without_an_answer_nothing_is_proposed() {
        assert!(nearest(&Said::default()).is_empty());
    }
}

//! "None of these?": three questions that tell the leaflets apart, and the nearest one.
use hnefi_rules::{Hostility, KingCapture, Question, Repetition, Ruleset, leaflets};
use hnefi_wire::{AskError, wrong};
use hnefi_words::Words;
use serde::Deserialize;

/// What the form sends; empty where nothing was chosen.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Asked {
    /// What captures the king in the open: `four` or `two`.
    pub king: String,
    /// What the empty throne is to a defender: `hostile` or `harmless`.
    pub throne: String,
    /// What is a draw when it comes up three times: `position`, `moves`, or `silent`.
    pub repetition: String,
}

impl Asked {
    /// The answers, if each of them is one that the form offers.
    pub(super) fn said(&self) -> Result<Said, AskError> {
        let kings = [("four", KingCapture::Four), ("two", KingCapture::Two)];
        let thrones = [("hostile", Hostility::Hostile), ("harmless", Hostility::Harmless)];
        let repetitions = [("position", Repeated::Position), ("moves", Repeated::Moves), ("silent", Repeated::Silent)];
        Ok(Said {
            king: chosen("king", &self.king, &kings)?,
            throne: chosen("throne", &self.throne, &thrones)?,
            repetition: chosen("repetition", &self.repetition, &repetitions)?,
        })
    }
}

fn chosen<T: Copy>(field: &'static str, word: &str, offered: &[(&str, T)]) -> Result<Option<T>, AskError> {
    match offered.iter().find(|(offered, _)| *offered == word) {
        Some(&(_, answer)) => Ok(Some(answer)),
        None if word.is_empty() => Ok(None),
        None => Err(wrong(field, word)),
    }
}

/// What somebody's leaflet says; nothing where nothing was chosen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Said {
    /// What captures the king in the open.
    king: Option<KingCapture>,
    /// What the empty throne is to a defender.
    throne: Option<Hostility>,
    repetition: Option<Repeated>,
}

/// What is a draw when it comes up three times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Repeated {
    Position,
    Moves,
    /// The leaflet does not say.
    Silent,
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
    let asked = [said.king.is_some(), said.throne.is_some(), said.repetition.is_some()];
    let asked = asked.into_iter().filter(|&is| is).count();
    if asked == 0 {
        return Vec::new();
    }
    let mut fits: Vec<Fit> = leaflets().iter().map(|ruleset| fit(ruleset, said, asked)).collect();
    // Where two fit alike, what captures the king weighs most: it is the first thing that players quarrel about.
    fits.sort_by_key(|fit| (asked - fit.fits, fit.king_differs));
    fits
}

fn fit(ruleset: &Ruleset, said: &Said, asked: usize) -> Fit {
    let has = Said::of(ruleset);
    let differing = [
        differs(said.king, has.king).map(king_in_words),
        differs(said.throne, has.throne).map(throne_in_words),
        differs(said.repetition, has.repetition).map(repetition_in_words),
    ];
    let king_differs = differing[0].is_some();
    let differs: Vec<String> = differing.into_iter().flatten().map(|id| Words::english().text(id)).collect();
    Fit {
        id: ruleset.id().to_owned(),
        name: ruleset.name().to_owned(),
        fits: asked - differs.len(),
        asked,
        king_differs,
        differs,
    }
}

impl Said {
    fn of(ruleset: &Ruleset) -> Said {
        let answers = ruleset.answers();
        let repetition = match answers.repetition {
            // A leaflet that is silent is one to look for by its silence.
            _ if ruleset.source(Question::Repetition).section.is_empty() => Repeated::Silent,
            Repetition::ThirdPosition => Repeated::Position,
            Repetition::Sequence => Repeated::Moves,
            Repetition::None
            | Repetition::AttackersWin
            | Repetition::MoverLoses
            | Repetition::Forbidden
            | Repetition::DefendersForbidden
            | Repetition::AggressorLoses
            | Repetition::AggressorDeviates => Repeated::Silent,
        };
        Said {
            king: Some(answers.king_open),
            throne: Some(answers.empty_throne_defenders),
            repetition: Some(repetition),
        }
    }
}

/// What a leaflet has, where somebody's says something else.
fn differs<T: PartialEq>(said: Option<T>, has: Option<T>) -> Option<T> {
    if said.is_some() && said != has { has } else { None }
}

fn king_in_words(answer: KingCapture) -> &'static str {
    match answer {
        KingCapture::Four => "nearest-says-king-four",
        KingCapture::Two => "nearest-says-king-two",
    }
}

fn throne_in_words(answer: Hostility) -> &'static str {
    match answer {
        Hostility::Hostile => "nearest-says-throne-hostile",
        Hostility::Harmless => "nearest-says-throne-harmless",
    }
}

fn repetition_in_words(answer: Repeated) -> &'static str {
    match answer {
        Repeated::Position => "nearest-says-repetition-position",
        Repeated::Moves => "nearest-says-repetition-moves",
        Repeated::Silent => "nearest-says-repetition-silent",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(king: &str, throne: &str, repetition: &str) -> Said {
        let asked = Asked { king: king.into(), throne: throne.into(), repetition: repetition.into() };
        asked.said().expect("answers of the form")
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
    fn what_differs_is_said_in_words() {
        let fits = nearest(&said("two", "harmless", "moves"));
        let fetlar = fits.iter().find(|fit| fit.id == "fetlar-2018").unwrap();
        let says = ["nearest-says-king-four", "nearest-says-throne-hostile", "nearest-says-repetition-position"];
        assert_eq!(fetlar.differs, says.map(|id| Words::english().text(id)));
        assert_eq!(fetlar.fits, 0);
        // What was not asked does not differ.
        assert!(nearest(&said("four", "", "")).iter().all(|fit| fit.differs.len() + fit.fits == 1));
    }

    #[test]
    fn a_word_that_the_form_does_not_offer_is_refused() {
        let asked = Asked { throne: "warm".into(), ..Asked::default() };
        let Err(AskError::Wrong(sentence)) = asked.said() else { panic!("{asked:?} was taken") };
        assert!(sentence.contains("warm") && sentence.contains("throne"), "{sentence}");
    }

    #[test]
    fn without_an_answer_nothing_is_proposed() {
        assert!(nearest(&Said::default()).is_empty());
    }
}

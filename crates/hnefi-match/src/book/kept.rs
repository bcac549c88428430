//! The files of openings that the program brings along.

use rust_embed::RustEmbed;

/// Which of the two files of openings that are kept for a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The balanced book.
    Book,
    /// Those drawn by chance and never tuned on.
    Drawn,
}

/// Everything under `openings/`.
#[derive(RustEmbed)]
#[folder = "../../openings/"]
struct Files;

impl Kept {
    /// Both.
    pub const ALL: [Kept; 2] = [Kept::Book, Kept::Drawn];

    /// The word for it on the command line and in files, and the name of its folder.
    pub const fn id(self) -> &'static str {
        match self {
            Kept::Book => "book",
            Kept::Drawn => "drawn",
        }
    }

    /// The one of a word.
    pub fn from_id(id: &str) -> Option<Kept> {
        Kept::ALL.into_iter().find(|kept| kept.id() == id)
    }

    /// The name of the file for a rule set.
    pub(crate) fn name(self, ruleset: &str) -> String {
        format!("{}/{ruleset}.txt", self.id())
    }

    /// The file for a rule set.
    pub(crate) fn text(self, ruleset: &str) -> Option<String> {
        let file = Files::get(&self.name(ruleset))?;
        String::from_utf8(file.data.into_owned()).ok()
    }

    /// The rule sets for which there is a file.
    ///
    /// ```
    /// assert!(hnefi_match::Kept::Drawn.rulesets().contains(&"copenhagen".to_owned()));
    /// ```
    pub fn rulesets(self) -> Vec<String> {
        let id = |name: &str| Some(name.strip_prefix(self.id())?.strip_prefix('/')?.strip_suffix(".txt")?.to_owned());
        let mut ids: Vec<String> = Files::iter().filter_map(|name| id(&name)).collect();
        ids.sort();
        ids
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use super::*;
    use crate::book::draw::Likeness;
    use crate::lines::{header_line, read_line};
    use crate::{Openings, OpeningsError};
    use hnefi_rules::{Referee, ruleset, rulesets};

    #[test]
    fn every_kept_file_passes_the_referee() {
        for kept in Kept::ALL {
            for id in kept.rulesets() {
                let place = kept.name(&id);
                let referee = Arc::new(Referee::new(ruleset(&id).expect("a rule set").clone()));
                let text = kept.text(&id).unwrap();
                let said = |key| text.lines().filter_map(header_line).find(|line| line.0 == key).map(|line| line.1);
                assert_eq!((said("openings"), said("rules")), (Some(kept.id()), Some(id.as_str())), "{place}");
                let (least, most) = said("plies").and_then(|plies| plies.split_once('-')).expect("the plies");
                let plies = least.parse::<usize>().unwrap()..=most.parse().unwrap();
                let mut seen = HashSet::new();
                for line in text.lines().filter(|line| !line.starts_with('#')) {
                    let moves = line.split('#').next().unwrap();
                    let game = read_line(moves, &referee).unwrap_or_else(|fault| panic!("{place}: {line}: {fault}"));
                    assert!(plies.contains(&game.plies().count()), "{place}: {line}");
                    assert!(seen.insert(Likeness::of(game.position())), "{place}: {line} comes twice");
                }
                assert_eq!(seen.len(), if kept == Kept::Drawn { 500 } else { 100 }, "{place}");
                let Openings::File { openings, .. } = Openings::kept(kept, &referee).unwrap() else { panic!("a file") };
                assert_eq!(openings.len(), seen.len(), "{place}");
            }
        }
    }

    #[test]
    fn every_rule_set_has_both_files() {
        let mut ids: Vec<&str> = rulesets().map(|ruleset| ruleset.id()).collect();
        ids.sort_unstable();
        for kept in Kept::ALL {
            assert_eq!(kept.rulesets(), ids, "{}", kept.id());
        }
    }

    #[test]
    fn a_house_rule_has_no_kept_openings() {
        let house = "format = 1\nid = \"ours\"\nname = \"Ours\"\nbase = \"brandubh\"\n";
        let referee = Arc::new(Referee::new(Arc::new(hnefi_rules::Ruleset::from_toml(house).unwrap())));
        let error = Openings::kept(Kept::Drawn, &referee).unwrap_err();
        assert!(matches!(error, OpeningsError::NotKept { .. }), "{error}");
        assert!(error.to_string().contains("`drawn` for ours, only for: ard-ri, brandubh, "), "{error}");
    }

    #[test]
    fn the_drawn_openings_are_what_their_seed_draws() {
        let folder = tempfile::tempdir().unwrap();
        for id in ["brandubh", "copenhagen", "tablut-15"] {
            let path = folder.path().join(id);
            let referee = Arc::new(Referee::new(ruleset(id).unwrap().clone()));
            let recipe = crate::Recipe { referee, draw: crate::Draw { seed: 1, plies: 4..=8 }, trial: None };
            recipe.make(&path, 500, 2, &mut |_| {}).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), Kept::Drawn.text(id).unwrap(), "{id}");
        }
    }
}

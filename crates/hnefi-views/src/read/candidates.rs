//! The rule sets that could be meant, where a text names none.
use hnefi_formats::Judged;
use hnefi_rules::rulesets;
use hnefi_words::Words;

use super::found::FoundGame;
use super::score::is_faulty;
use super::view::fault;

/// How many rule sets are proposed where none fits.
const LIKELY: usize = 3;

/// A rule set under which a game could have been played.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) id: String,
    pub(super) name: String,
    /// How far the game goes under it.
    pub(super) says: String,
    /// Whether nothing speaks against it.
    pub(super) fits: bool,
}

/// The rule sets under which a game could have been played, those that fit first.
pub(super) fn candidates(found: &FoundGame) -> [Vec<Candidate>; 2] {
    let words = Words::english();
    let Ok(game) = &found.read else { return Default::default() };
    let mut candidates: Vec<(usize, Candidate)> = rulesets()
        .filter_map(|rules| {
            let tree = game.play(Some(rules.clone())).ok()?;
            let faulty = tree.nodes().iter().find(|node| is_faulty(node));
            let line = tree.main_line();
            let fits = |&&number: &&usize| matches!(tree.node(number).judged, Judged::Played(_, None));
            let played = line.iter().take_while(fits).count();
            let says = match faulty {
                _ if game.moves.is_empty() => String::new(),
                None => words.text("import-candidate-fits"),
                Some(node) => words.format(
                    "import-candidate-until",
                    &[("count", played.into()), ("reason", fault(&tree, node).into())],
                ),
            };
            let fits = faulty.is_none();
            Some((played, Candidate { id: rules.id().to_owned(), name: rules.name().to_owned(), says, fits }))
        })
        .collect();
    candidates.sort_by_key(|(played, candidate)| (!candidate.fits, std::cmp::Reverse(*played)));
    let fit = candidates.iter().filter(|(_, candidate)| candidate.fits).count();
    let likely = if fit > 0 { fit } else { candidates.len().min(LIKELY) };
    let others = candidates.split_off(likely);
    [candidates, others].map(|part| part.into_iter().map(|(_, candidate)| candidate).collect())
}

//! Rules whose figures are shared are played alike.

use std::cell::OnceCell;
use std::sync::Arc;

use hnefi_engine::{Cancel, Engine, EngineOptions, MindChoice};
use hnefi_rules::{Intent, Ruleset, leaflets};
use hnefi_selfplay::{Played, Recipe, Settings, Why};

use alike::{alike, answers_elsewhere};

#[path = "../examples/balance/alike.rs"]
mod alike;

/// What is told of a game: its moves and its end.
type Told = (Vec<Intent>, Why);

/// Games under a rule set, begun by chance and played with few positions a move.
fn games(rules: &Arc<Ruleset>) -> Vec<Told> {
    let settings = Settings {
        nodes: 40,
        starts: "start+4-4=1".parse().unwrap(),
        chance: 0,
        to_the_end: 0,
        plies: 60,
        ..Settings::of(rules)
    };
    let recipe = Recipe::new(rules.clone(), settings, "a test", "by hand").unwrap();
    let options = EngineOptions { threads: 1, hash_mb: 1, seed: Some(1) };
    let engine = Engine::of_mind(options, MindChoice::Hand);
    let told = |game: Played| (game.plies.iter().map(|ply| ply.mv).collect(), game.why);
    (0..2).map(|number| told(recipe.play(&engine, number, &Cancel::new()).unwrap())).collect()
}

/// Every leaflet with one answer of another leaflet.
fn turned_over() -> impl Iterator<Item = Arc<Ruleset>> {
    leaflets().iter().flat_map(|leaflet| {
        let answers = answers_elsewhere(leaflet).into_iter();
        answers.filter_map(|(question, word)| leaflet.with(question, word).map(Arc::new))
    })
}

#[test]
fn rules_that_share_their_figures_are_played_alike() {
    // Each with its games, once somebody has asked for them.
    let mut all: Vec<(Arc<Ruleset>, OnceCell<Vec<Told>>)> = Vec::new();
    let mut pairs = 0;
    for rules in leaflets().iter().cloned().chain(turned_over()) {
        if all.iter().any(|(known, _)| known.start() == rules.start() && known.answers() == rules.answers()) {
            continue;
        }
        if let Some((known, told)) = all.iter().find(|(known, _)| alike(known, &rules)) {
            let told = told.get_or_init(|| games(known));
            assert_eq!(*told, games(&rules), "{} and {}", known.to_toml(), rules.to_toml());
            pairs += 1;
        }
        all.push((rules, OnceCell::new()));
    }
    assert!(pairs > 5, "{pairs} pairs");
    let first = games(&leaflets()[0]);
    assert!(leaflets().iter().any(|leaflet| games(leaflet) != first), "other rules make other games");
}

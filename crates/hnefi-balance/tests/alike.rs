//! Rules whose figures are shared are played alike.

use std::sync::Arc;

use hnefi_engine::{Cancel, Engine, EngineOptions};
use hnefi_rules::{Intent, Question, Ruleset, leaflets};
use hnefi_selfplay::{Played, Recipe, Settings, Why};

use alike::alike;

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
        plies: 100,
        ..Settings::of(rules)
    };
    let recipe = Recipe::new(rules.clone(), settings, "a test", "own").unwrap();
    let engine = Engine::new(EngineOptions { threads: 1, hash_mb: 1, seed: Some(1) });
    let told = |game: Played| (game.plies.iter().map(|ply| ply.mv).collect(), game.why);
    (0..4).map(|number| told(recipe.play(&engine, number, &Cancel::new()).unwrap())).collect()
}

/// Every leaflet with one answer of another leaflet.
fn turned_over() -> Vec<Arc<Ruleset>> {
    let words = |question: Question| leaflets().iter().map(move |leaflet| leaflet.answers().word(question));
    let turned = leaflets().iter().flat_map(|leaflet| {
        let answers = Question::ALL.iter().flat_map(move |&question| words(question).map(move |word| (question, word)));
        answers.filter_map(|(question, word)| leaflet.with(question, word).map(Arc::new))
    });
    turned.collect()
}

#[test]
fn rules_that_share_their_figures_are_played_alike() {
    let mut all: Vec<Arc<Ruleset>> = Vec::new();
    let mut pairs = 0;
    for rules in leaflets().iter().cloned().chain(turned_over()) {
        if all.iter().any(|known| known.start() == rules.start() && known.answers() == rules.answers()) {
            continue;
        }
        if let Some(known) = all.iter().find(|known| alike(known, &rules)) {
            assert_eq!(games(known), games(&rules), "{} and {}", known.to_toml(), rules.to_toml());
            pairs += 1;
        }
        all.push(rules);
    }
    assert!(pairs > 5, "{pairs} pairs");
    let first = games(&all[0]);
    assert!(leaflets().iter().any(|leaflet| games(leaflet) != first), "other rules make other games");
}

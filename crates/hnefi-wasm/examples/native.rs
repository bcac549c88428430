//! The same desk outside of a browser, to compare the two: prints what the walks and trees of all rule sets come to, and each example
//! of the chapters as a question with its answer. `native PLIES DEPTH`.

use std::sync::{Arc, Mutex};

use hnefi_chapters::{Step, chapters, comparison, definitions, sheets};
use hnefi_rules::{Offer, rulesets};
use hnefi_wasm::{Desk, Host};
use hnefi_wire::At;
use serde_json::{Value, json};

#[derive(Default)]
struct Page(Mutex<Vec<Value>>);

impl Host for Page {
    fn tell(&self, message: &str) {
        self.0.lock().unwrap().push(serde_json::from_str(message).unwrap());
    }

    fn now_ms(&self) -> f64 {
        0.0
    }

    fn is_told_to_stop(&self) -> bool {
        false
    }
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u32>().expect("a number"));
    let (plies, depth) = (numbers.next().unwrap_or(20_000), numbers.next().unwrap_or(3));
    let page = Arc::new(Page::default());
    let mut desk = Desk::new(page.clone(), 1);
    let mut asks = Vec::new();
    for ruleset in rulesets() {
        asks.push(json!({ "ask": "walk", "rules": ruleset.id(), "plies": plies, "seed": 2026 }));
        asks.push(json!({ "ask": "judge", "rules": ruleset.id(), "positions": plies / 10, "seed": 2026 }));
        asks.push(json!({ "ask": "perft", "at": { "rules": ruleset.id() }, "depth": depth, "made": true }));
    }
    for chapter in chapters().chain([comparison()]).chain(sheets()).chain(definitions()) {
        for example in chapter.examples() {
            for ruleset in rulesets() {
                let Some(case) = example.case(ruleset.id()) else { continue };
                let at = At {
                    rules: ruleset.id().to_owned(),
                    position: if example.from_start { String::new() } else { example.before.to_rows() },
                    turn: example.turn(ruleset).id().to_owned(),
                    moves: example.steps.iter().map(step).collect(),
                };
                asks.push(json!({ "ask": "position", "at": at }));
                let whys = case.expected.why.iter();
                asks.extend(whys.map(|why| json!({ "ask": "why", "at": at, "square": why.square.to_string() })));
            }
        }
    }
    let asked = asks.into_iter().map(|ask| {
        desk.hear(&ask.to_string());
        let told = std::mem::take(&mut *page.0.lock().unwrap()).pop().unwrap();
        json!({ "ask": ask, "told": told })
    });
    println!("{}", Value::Array(asked.collect()));
}

/// A step in the words of [`At`].
fn step(step: &Step) -> String {
    match step {
        Step::Move { intent, .. } => intent.to_string(),
        Step::Offer { by, offer: Offer::Claim(ground) } => format!("{}:offer:claim:{}", by.id(), ground.id()),
        Step::Offer { by, .. } => format!("{}:offer:draw", by.id()),
        Step::Accept { by } => format!("{}:accept", by.id()),
        Step::Decline { by } => format!("{}:decline", by.id()),
        Step::Resign { by } => format!("{}:resign", by.id()),
    }
}

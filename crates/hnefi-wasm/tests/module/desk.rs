//! A desk, spoken to as a page does.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use hnefi_wasm::{Desk, Host};
use serde_json::{Value, json};

/// A page that writes down what it is told. Its clock goes on by a millisecond with every look.
#[derive(Default)]
struct Page {
    told: Mutex<Vec<Value>>,
    looks: AtomicU64,
    /// At which look of a search it says stop; never where it is 0.
    stops: AtomicU64,
}

impl Host for Page {
    fn tell(&self, message: &str) {
        self.told.lock().unwrap().push(serde_json::from_str(message).unwrap());
    }

    fn now_ms(&self) -> f64 {
        self.looks.fetch_add(1, Ordering::Relaxed) as f64
    }

    fn is_told_to_stop(&self) -> bool {
        let left = self.stops.load(Ordering::Relaxed);
        self.stops.store(left.saturating_sub(1), Ordering::Relaxed);
        left == 1
    }
}

struct Here {
    page: Arc<Page>,
    desk: Desk,
}

impl Here {
    fn new() -> Here {
        let page = Arc::new(Page::default());
        Here { desk: Desk::new(page.clone(), 7), page }
    }

    /// Asks, and gives all that is told, the answer last.
    fn ask(&mut self, ask: Value) -> Vec<Value> {
        self.desk.hear(&ask.to_string());
        std::mem::take(&mut *self.page.told.lock().unwrap())
    }

    fn answer(&mut self, ask: Value) -> Value {
        let told = self.ask(ask);
        told.last().unwrap()["answer"].clone()
    }
}

fn say(message: Value) -> Value {
    json!({ "ask": "say", "game": "g", "at_ms": 5, "new_id": "h", "message": message })
}

fn move_of(ply: u32, from: &str, to: &str) -> Value {
    say(json!({ "type": "move", "id": format!("{from}{to}"), "ply": ply, "from": from, "to": to }))
}

fn begin(here: &mut Here, mode: &str) -> Value {
    here.answer(json!({ "ask": "begin", "game": "g", "at_ms": 1, "at": { "rules": "brandubh" }, "mode": mode, "side": "attackers", "level": 1 }))
}

fn rows(mut kept: Value, row: &Value) -> Value {
    kept["entries"].as_array_mut().unwrap().extend(row["entries"].as_array().unwrap().iter().cloned());
    kept
}

#[test]
fn what_is_asked_is_answered_as_on_the_server() {
    let mut here = Here::new();
    let question = json!({ "rules": "fetlar-2018", "position": hnefi_rules::ruleset("fetlar-2018").unwrap().start().to_rows(), "turn": "attackers", "move": "d1-d4" });
    let here_says = here.answer(json!({ "id": 3, "ask": "table", "question": question.clone() }));
    let server = hnefi_views::table::answer(serde_json::from_value(question).unwrap()).unwrap();
    assert_eq!(here_says, serde_json::to_value(server).unwrap());
    let house =
        here.answer(json!({ "ask": "house", "question": { "base": "copenhagen", "answers": { "no-move": "draw" } } }));
    assert_eq!(house["changed"], json!(["no-move"]));
    assert_eq!(here.answer(json!({ "ask": "rules" })).as_array().unwrap().len(), hnefi_rules::rulesets().count());
    assert_eq!(here.answer(json!({ "ask": "about" }))["edition"], hnefi_wire::edition());
}

#[test]
fn what_cannot_be_answered_is_told_with_its_number() {
    let mut here = Here::new();
    for (ask, says) in [
        (json!({ "id": 4, "ask": "position", "at": { "rules": "nope" } }), "nope"),
        (json!({ "id": 4, "ask": "perft", "at": { "rules": "brandubh", "moves": ["d1-z9"] }, "depth": 1 }), "d1-z9"),
        (json!({ "id": 4, "ask": "hint", "at": { "rules": "brandubh", "moves": ["d1-d4"] } }), "in the way"),
        (json!({ "id": 4, "ask": "stored", "game": "none" }), "no such game"),
    ] {
        let told = here.ask(ask);
        assert_eq!(told.last().unwrap()["id"], 4);
        let message = told.last().unwrap()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains(says), "{message}");
    }
    assert!(here.ask(json!({ "ask": "sing" }))[0]["error"]["message"].as_str().unwrap().contains("sing"));
    let refused = here.answer(json!({ "ask": "position", "at": { "rules": "brandubh", "moves": ["d1-d4"] } }));
    assert_eq!(refused["refused"]["code"], "blocked");
}

#[test]
fn a_game_on_one_screen_is_stored_before_it_is_shown() {
    let mut here = Here::new();
    let kept = begin(&mut here, "screen");
    here.ask(json!({ "ask": "open", "kept": kept.clone(), "at_ms": 2 }));
    let state = here.ask(say(json!({ "type": "hello", "plies": 0, "version": 0 })))[0]["message"].clone();
    let (from, to) = state["legal"]
        .as_object()
        .unwrap()
        .iter()
        .next()
        .map(|(from, to)| (from.clone(), to[0].as_str().unwrap().to_owned()))
        .unwrap();
    let told = here.ask(move_of(0, &from, &to));
    assert_eq!(told[0]["append"]["seen"], 0);
    assert!(told.iter().all(|told| told["message"].is_null()), "shown before it was stored");
    let shown = here.ask(json!({ "ask": "stored", "game": "g" }));
    assert_eq!(shown[0]["message"]["plies"][0]["move"], format!("{from}-{to}"));
    let stale = here.ask(move_of(0, "a4", "a3"));
    assert_eq!(stale[0]["message"]["code"], "stale");
    assert_eq!(stale[1]["message"]["type"], "state");
    // Opened anew it stands where it stood, and the move can be taken back.
    let mut later = Here::new();
    later.ask(json!({ "ask": "open", "kept": rows(kept, &told[0]["append"]), "at_ms": 9 }));
    let state = later.ask(say(json!({ "type": "hello", "plies": 0, "version": 0 })))[0]["message"].clone();
    assert_eq!((state["version"].clone(), state["plies"].as_array().unwrap().len()), (json!(1), 1));
    assert_eq!(
        later.ask(say(json!({ "type": "offer", "kind": "take-back" })))[0]["append"]["entries"][0]["kind"],
        "taken-back"
    );
    let state = later.ask(json!({ "ask": "stored", "game": "g" }));
    assert_eq!(state[0]["message"]["since"], 0);
    // A broken row is told, with its number.
    let mut broken = begin(&mut here, "screen");
    broken["entries"] = json!([{ "at_ms": 1, "kind": "ply", "side": "attackers", "move": "a1-b7", "judge": 1 }]);
    let told = here.ask(json!({ "id": 8, "ask": "open", "kept": broken, "at_ms": 2 }));
    assert!(told[0]["error"]["message"].as_str().unwrap().starts_with("row 1: "), "{told:?}");
}

#[test]
fn the_computer_plays_its_part() {
    let mut here = Here::new();
    let kept = begin(&mut here, "computer");
    here.ask(json!({ "ask": "open", "kept": kept, "at_ms": 2 }));
    let state = here.ask(say(json!({ "type": "hello", "plies": 0, "version": 0 })))[0]["message"].clone();
    assert_eq!(state["players"]["defenders"]["level"], 1);
    let (from, to) = state["legal"]
        .as_object()
        .unwrap()
        .iter()
        .next()
        .map(|(from, to)| (from.clone(), to[0].as_str().unwrap().to_owned()))
        .unwrap();
    here.ask(move_of(0, &from, &to));
    let told = here.ask(json!({ "ask": "stored", "game": "g" }));
    let search = told.iter().find(|told| !told["search"].is_null()).unwrap()["search"].clone();
    let found = here.answer(search["ask"].clone());
    let told = here.ask(json!({ "ask": "found", "game": "g", "at_ms": 6, "new_id": "h", "version": search["version"], "move": found["move"] }));
    assert_eq!(told[0]["append"]["entries"][0]["move"], found["move"]);
    let shown = here.ask(json!({ "ask": "stored", "game": "g" }));
    assert_eq!(shown[0]["message"]["plies"][0]["by"], "defenders");
    // What comes too late changes nothing.
    let late =
        here.ask(json!({ "ask": "found", "game": "g", "at_ms": 6, "new_id": "h", "version": 1, "move": "d3-d2" }));
    assert!(late.iter().all(|told| told["append"].is_null()));
}

#[test]
fn an_analysis_tells_of_itself_and_stops_when_it_is_told() {
    let mut here = Here::new();
    let at = json!({ "rules": "brandubh" });
    let told = here.ask(json!({ "id": 5, "ask": "analyse", "at": at, "depth": 3, "lines": 2 }));
    let goes: Vec<_> = told.iter().filter(|told| !told["goes"].is_null()).collect();
    assert!(goes.len() > 4 && goes.iter().any(|told| told["goes"]["line"] == 2));
    assert_eq!(told.last().unwrap()["answer"]["depth"], 3);
    here.page.stops.store(10, Ordering::Relaxed);
    let told = here.ask(json!({ "id": 6, "ask": "analyse", "at": at }));
    assert!(told.last().unwrap()["answer"]["nodes"].as_u64().unwrap() < 20_000);
    here.page.stops.store(10, Ordering::Relaxed);
    assert_eq!(here.answer(json!({ "ask": "prove", "at": at })), Value::Null);
    let won =
        json!({ "rules": "fetlar-2018", "position": "/11/11/5K5/11/11/11/11/11/5t5/11/5t5/", "turn": "defenders" });
    let steps = here.answer(json!({ "ask": "prove", "at": won }))["steps"].clone();
    assert_eq!((&steps[0]["text"], steps.as_array().unwrap().len()), (&json!("f3-a3"), 3));
    let hint = here.answer(json!({ "ask": "hint", "at": at }));
    assert!(hint["says"].as_str().unwrap().contains("The computer would play"));
}

#[test]
fn a_page_that_depends_on_its_address_is_written_as_the_server_writes_it() {
    let mut here = Here::new();
    let build = json!({ "assets": "/assets/0123", "version": "1" });
    let mut ask = |page: Value| {
        here.answer(json!({ "ask": "page", "page": page, "url": "https://tafl.example", "build": build }))
    };
    let table = ask(json!({ "path": "/table", "query": "rules=brandubh&move=d1-c1" }));
    assert_eq!(table["status"], 200);
    assert!(table["text"].as_str().unwrap().contains("/assets/0123/js/table.js"));
    let moves = "text=%5BRules+%22fetlar-2018%22%5D%0A1.+d1-d4+f4-i4";
    let led = ask(json!({ "path": "/read", "form": moves }));
    let (path, query) = led["location"].as_str().unwrap().split_once('?').unwrap();
    let read = ask(json!({ "path": path, "query": query }));
    assert!(read["text"].as_str().unwrap().contains("f4–i4"), "{read}");
    assert_eq!(ask(json!({ "path": "/table", "query": "rules=chess" }))["status"], 400);
    assert_eq!(ask(json!({ "path": "/game/x" })), Value::Null);
}

#[test]
fn a_game_is_reviewed_by_what_was_searched_of_it_and_a_mistake_is_an_exercise() {
    let mut here = Here::new();
    let text =
        "[Rules \"brandubh\"]\n[Position \"/7/7/3t3/K5T/t6/7/7/\"]\n[Turn \"defenders\"]\n\n1. ... g4-g3 2. d3-a3\n";
    let mut found: Vec<Value> = Vec::new();
    let reviewed = loop {
        let review = here.answer(json!({ "ask": "review", "question": { "text": text, "found": found } }));
        let Some(wanted) = review["wanted"].as_array().unwrap().first().cloned() else { break review };
        let ply = wanted["ply"].as_u64().unwrap() as usize;
        assert_eq!(ply, found.len(), "each position is wanted once, and all of them are settled");
        let mut at = review["at"].clone();
        at["moves"].as_array_mut().unwrap().truncate(ply);
        found.push(here.answer(json!({ "ask": "analyse", "at": at, "nodes": 2_000 })));
    };
    assert_eq!(reviewed["chances"], json!([[0, 0, 1000], [1000, 0, 0], [1000, 0, 0]]));
    assert_eq!(reviewed["changes"][0]["mistake"]["better"], json!(["a4-a1"]));
    assert!(reviewed["html"].as_str().unwrap().contains(r#"<path class="graph-blunder" d="M1 0V100"/>"#));
    assert!(reviewed["text"].as_str().unwrap().contains("(1. ... a4-a1)"), "{reviewed}");
    let mut tried = |mv: &str, after: Value| {
        let question =
            json!({ "side": "defenders", "move": mv, "before": found[0], "played": found[1], "after": after });
        here.answer(json!({ "ask": "try", "question": question }))
    };
    let won = json!({ "chances": [0, 0, 1000] });
    assert_eq!(tried("a4-a1", won.clone())["verdict"], "best");
    assert_eq!(tried("a4-a2", won)["solved"], true);
    assert_eq!(tried("g4-g5", json!({ "chances": [1000, 0, 0] }))["verdict"], "no-better");
}

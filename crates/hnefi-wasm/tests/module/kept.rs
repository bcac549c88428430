//! Games that a browser kept, judged anew: what came about in a page can be, and nothing else.

use std::sync::{Arc, Mutex};

use hnefi_live::PersonId;
use hnefi_wasm::{Desk, Host};
use hnefi_wire::kept::{Kept, KeptError, KeptRow};
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

/// A page that plays a game of its own, and keeps it.
struct Here {
    page: Arc<Page>,
    desk: Desk,
    kept: Value,
    state: Value,
    plies: u64,
    at_ms: i64,
}

impl Here {
    fn begin(at: Value, mode: &str) -> Here {
        let page = Arc::new(Page::default());
        let mut here =
            Here { desk: Desk::new(page.clone(), 7), page, kept: Value::Null, state: Value::Null, plies: 0, at_ms: 1 };
        let ask =
            json!({ "ask": "begin", "game": "g", "at_ms": 1, "at": at, "mode": mode, "side": "attackers", "level": 1 });
        here.kept = here.ask(ask).pop().unwrap()["answer"].clone();
        here.hear(json!({ "ask": "open", "kept": here.kept, "at_ms": 2 }));
        here.say(json!({ "type": "hello", "plies": 0, "version": 0 }));
        here
    }

    fn ask(&mut self, ask: Value) -> Vec<Value> {
        self.desk.hear(&ask.to_string());
        std::mem::take(&mut *self.page.0.lock().unwrap())
    }

    /// Does what a page does with all that it is told, until there is no more.
    fn hear(&mut self, ask: Value) {
        for told in self.ask(ask) {
            if let Some(entries) = told["append"]["entries"].as_array() {
                self.kept["entries"].as_array_mut().unwrap().extend(entries.iter().cloned());
                self.hear(json!({ "ask": "stored", "game": "g" }));
            }
            if told["message"]["type"] == "state" {
                self.state = told["message"].clone();
                self.plies =
                    self.state["since"].as_u64().unwrap() + self.state["plies"].as_array().unwrap().len() as u64;
            }
            if let Some(ask) = told["search"].get("ask") {
                let mut found = self.ask(ask.clone()).pop().unwrap()["answer"].clone();
                self.at_ms += 1;
                let of = json!({ "ask": "found", "game": "g", "at_ms": self.at_ms, "new_id": "h", "version": told["search"]["version"] });
                found.as_object_mut().unwrap().extend(of.as_object().unwrap().clone());
                self.hear(found);
            }
        }
    }

    fn say(&mut self, message: Value) {
        self.at_ms += 5;
        self.hear(json!({ "ask": "say", "game": "g", "at_ms": self.at_ms, "new_id": "h", "message": message }));
    }

    fn play(&mut self, mv: &str) {
        let ((from, to), plies) = (mv.split_once('-').unwrap(), self.plies);
        self.say(json!({ "type": "move", "id": format!("{mv}/{plies}"), "ply": plies, "from": from, "to": to }));
    }

    /// Plays a legal move of a number, counted round.
    fn play_any(&mut self, number: usize) {
        let moves: Vec<String> = self.state["legal"]
            .as_object()
            .unwrap()
            .iter()
            .flat_map(|(from, to)| {
                to.as_array().unwrap().iter().map(move |to| format!("{from}-{}", to.as_str().unwrap()))
            })
            .collect();
        let mv = moves[number % moves.len()].clone();
        self.play(&mv);
    }

    fn may(&self, action: &str) -> bool {
        self.state["actions"].as_array().unwrap().iter().any(|may| may == action)
    }

    fn kept(&self) -> Kept {
        serde_json::from_value(self.kept.clone()).unwrap()
    }
}

fn judged(kept: &Kept) -> Result<hnefi_wire::kept::JudgedGame, KeptError> {
    kept.judged("server1", &PersonId::new("ann"), 9_000_000)
}

/// Why it cannot be.
fn refused(kept: &Kept) -> KeptError {
    judged(kept).map(|judged| judged.change.entries.len()).unwrap_err()
}

/// Whether the log of the server's game would be the same, row by row.
fn assert_kept_whole(kept: &Kept) {
    let judged = judged(kept).unwrap();
    let rows: Vec<KeptRow> = judged.change.entries.iter().map(KeptRow::of).collect();
    let plain: Vec<KeptRow> = kept.entries.iter().cloned().map(|row| KeptRow { client_id: None, ..row }).collect();
    assert_eq!(rows, plain);
    assert_eq!(judged.change.status, kept.stored(&PersonId::new("here")).unwrap().log.status());
}

#[test]
fn what_came_about_in_a_page_is_judged_as_it_was() {
    let mut kinds = std::collections::BTreeSet::new();
    for (mode, rules, seed) in [("screen", "fetlar-2018", 3), ("screen", "copenhagen", 8), ("computer", "brandubh", 1)]
    {
        let mut here = Here::begin(json!({ "rules": rules }), mode);
        for number in 0..60 {
            match number % 10 {
                3 if here.may("take-back") => here.say(json!({ "type": "offer", "kind": "take-back" })),
                5 if here.may("offer-draw") => {
                    here.say(json!({ "type": "offer", "kind": "draw", "as": "attackers" }));
                    if mode == "screen" {
                        here.say(json!({ "type": "answer", "accept": false }));
                    }
                }
                6 if here.may("offer-draw") && mode == "screen" => {
                    here.say(json!({ "type": "offer", "kind": "draw" }));
                    here.say(json!({ "type": "withdraw" }));
                }
                _ if here.state["outcome"].is_null() => here.play_any(number * 7 + seed),
                _ => break,
            }
        }
        if here.state["outcome"].is_null() {
            here.say(json!({ "type": "resign", "as": "attackers" }));
        }
        here.say(json!({ "type": "offer", "kind": "rematch" }));
        let kept = here.kept();
        assert!(kept.entries.len() > 10, "{mode} {rules}");
        assert_kept_whole(&kept);
        kinds.extend(kept.entries.iter().map(|row| row.kind.clone()));
        // Not a row can say anything else.
        for at in 0..kept.entries.len() {
            for (what, forge) in forgeries() {
                let mut forged = kept.clone();
                forge(&mut forged.entries[at]);
                if forged.entries[at] != kept.entries[at] {
                    let error = judged(&forged).map(|_| at).expect_err(what);
                    assert!(error.entry.is_some_and(|entry| entry <= at + 1), "{what} in row {}: {error:?}", at + 1);
                }
            }
        }
    }
    assert!(
        ["ply", "taken-back", "offered", "dropped", "accepted"].iter().all(|kind| kinds.contains(*kind)),
        "{kinds:?}"
    );
}

type Forgery = (&'static str, fn(&mut KeptRow));

fn forgeries() -> [Forgery; 5] {
    [
        ("another side", |row| {
            // Either side may offer and decline where both are one's own.
            if ["ply", "resigned", "taken-back"].contains(&row.kind.as_str()) {
                row.side = row
                    .side
                    .as_ref()
                    .map(|side| (if side == "attackers" { "defenders" } else { "attackers" }).to_owned());
            }
        }),
        ("a capture", |row| {
            if row.kind == "ply" {
                row.captures.push("a2".to_owned());
            }
        }),
        ("a victory", |row| row.outcome = row.outcome.is_none().then(|| "attackers king-captured".to_owned())),
        ("a move through others", |row| row.mv = row.mv.as_ref().map(|_| "a1-a7".to_owned())),
        ("another kind", |row| row.kind = (if row.kind == "broken-off" { "ply" } else { "broken-off" }).to_owned()),
    ]
}

#[test]
fn a_claim_must_be_true_and_the_computer_resigns_from_nothing() {
    let mut here = Here::begin(json!({ "rules": "fetlar-2018" }), "computer");
    here.play("d1-d4");
    let kept = here.kept();
    let with = |row: Value| {
        let mut forged = kept.clone();
        forged.entries.push(serde_json::from_value(row).unwrap());
        refused(&forged)
    };
    let claim = with(json!({ "kind": "offered", "side": "attackers", "offer": "claim:king-at-side" }));
    assert!(claim.entry == Some(3) && claim.says.contains("offered"), "{claim:?}");
    let resigned = with(json!({ "kind": "resigned", "side": "defenders", "outcome": "attackers resignation" }));
    assert!(resigned.entry == Some(3) && resigned.says.contains("do not play this side"), "{resigned:?}");
    assert!(with(json!({ "kind": "sang", "side": "attackers" })).says.contains("sang"));
    assert_eq!(with(json!({ "kind": "accepted", "side": "defenders" })).entry, Some(3), "nothing is offered");
    here.say(json!({ "type": "resign" }));
    assert_kept_whole(&here.kept());
}

#[test]
fn the_head_of_a_game_is_judged_too() {
    let here = Here::begin(json!({ "rules": "fetlar-2018" }), "screen");
    let kept = here.kept();
    assert_kept_whole(&kept);
    let forged = |forge: &dyn Fn(&mut Kept)| {
        let mut forged = kept.clone();
        forge(&mut forged);
        refused(&forged)
    };
    // Other rules under a leaflet's name.
    let brandubh = hnefi_rules::ruleset("brandubh").unwrap().to_toml();
    let says = forged(&|kept| kept.rules = brandubh.replacen("id = \"brandubh\"", "id = \"fetlar-2018\"", 1));
    assert!(says.entry.is_none() && says.says.contains("other ones than those"), "{says:?}");
    assert!(forged(&|kept| kept.rules = "id = 7".to_owned()).says.contains("cannot be read"));
    assert!(forged(&|kept| kept.rules = "#".repeat(40_000)).says.contains("larger"));
    assert!(forged(&|kept| kept.position = "/3/3/3/".to_owned()).entry.is_none());
    assert!(forged(&|kept| kept.turn = "nobody".to_owned()).says.contains("turn"));
    assert!(forged(&|kept| kept.mode = "friend".to_owned()).says.contains("mode"));
    assert!(forged(&|kept| kept.mode = "computer".to_owned()).says.contains("mode"), "nobody is the computer");
    let level = |level: u8| {
        forged(&move |kept: &mut Kept| {
            kept.mode = "computer".to_owned();
            kept.attackers = hnefi_wire::kept::KeptSeat::Computer { level };
        })
    };
    assert!(level(9).says.contains("mode") && level(0).says.contains("mode"));
    assert!(forged(&|kept| kept.id = String::new()).says.contains("id"));
}

#[test]
fn house_rules_and_any_first_position_are_kept_too() {
    let asked = json!({ "base": "copenhagen", "name": "Sunday", "answers": { "no-move": "draw" } });
    let house = serde_json::from_value::<hnefi_wire::HouseQuestion>(asked).unwrap().house().unwrap();
    let position = hnefi_rules::ruleset("copenhagen").unwrap().start().to_rows().to_string();
    let at = json!({ "rules": house.code(), "position": position, "turn": "defenders" });
    let mut here = Here::begin(at, "screen");
    here.play_any(0);
    assert_kept_whole(&here.kept());
    assert_eq!(judged(&here.kept()).unwrap().new.game.referee().ruleset().name(), "Sunday");
}

#[test]
fn a_game_is_broken_off_where_it_became_too_long_and_nowhere_else() {
    let mut kept = Here::begin(json!({ "rules": "brandubh" }), "screen").kept();
    let row = |kind: &str, at_ms: i64| KeptRow {
        at_ms,
        kind: kind.to_owned(),
        side: Some("attackers".to_owned()),
        offer: (kind == "offered").then(|| "draw".to_owned()),
        ..KeptRow::default()
    };
    for pair in 0..2_500 {
        kept.entries.extend([row("offered", pair), row("dropped", pair)]);
    }
    let cut = refused(&kept);
    assert!(cut.entry == Some(5_001) && cut.says.contains("goes on"), "{cut:?}");
    let end = KeptRow { side: None, ..row("broken-off", 2_500) };
    kept.entries.push(end.clone());
    assert_eq!(judged(&kept).unwrap().change.status.ending.as_deref(), Some("broken-off"));
    kept.entries.extend(vec![end.clone(); 3]);
    let long = refused(&kept);
    assert!(long.entry.is_none() && long.says.contains("5004") && long.says.contains("5003"), "{long:?}");
    kept.entries = vec![row("offered", 1), row("dropped", 1), end];
    assert_eq!(refused(&kept).entry, Some(3));
}

#[test]
fn times_are_held_between_the_making_and_now() {
    let mut here = Here::begin(json!({ "rules": "brandubh" }), "screen");
    here.play_any(0);
    here.play_any(0);
    let mut kept = here.kept();
    kept.made_ms = -5;
    kept.entries[0].at_ms = i64::MAX;
    kept.entries[1].at_ms = i64::MIN;
    let judged = judged(&kept).unwrap();
    let times: Vec<i64> = judged.change.entries.iter().map(|entry| entry.entry.at_ms).collect();
    assert_eq!((judged.new.made_ms, times), (0, vec![9_000_000, 9_000_000]));
    // What nothing has happened in is not old.
    kept.entries.clear();
    assert_eq!(kept.judged("server1", &PersonId::new("ann"), 77).unwrap().new.made_ms, 77);
}

#[test]
fn what_went_on_since_is_told_from_the_same_again() {
    let mut here = Here::begin(json!({ "rules": "fetlar-2018" }), "screen");
    here.play("d1-d4");
    let before = judged(&here.kept()).unwrap();
    let server = |kept: &Kept| kept.stored(&PersonId::new("here")).unwrap().log;
    assert!(before.is_begun_in(&server(&here.kept())), "the same");
    here.play("f4-i4");
    assert!(before.is_begun_in(&server(&here.kept())), "the server's game has gone on");
    let mut other = here.kept();
    let later = judged(&here.kept()).unwrap();
    other.entries.truncate(1);
    assert!(!later.is_begun_in(&server(&other)), "this one has gone on");
    let mut third = Here::begin(json!({ "rules": "fetlar-2018" }), "screen");
    third.play("d1-d3");
    third.play("f4-i4");
    assert!(!later.is_begun_in(&server(&third.kept())), "another one");
}

//! At the table: what players argue about is answered with its clause in the first verdict, and what cannot be read is told.

use crate::common::{Browser, Server};
use serde_json::{Value, json};

/// A question that tables argue about: the position, what is tried, the clause that decides, and words of the verdict.
struct Dispute {
    about: &'static str,
    rules: &'static str,
    position: &'static str,
    turn: &'static str,
    mv: Option<&'static str>,
    times: usize,
    clause: &'static str,
    says: &'static str,
}

const A: &str = "attackers";
const D: &str = "defenders";
const START: &str = "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/";
const RING: &str = "/11/6ttt2/5tT2t1/5t1K1t1/6ttt2/11/11/11/11/11/4t6/";
const FORT: &str = "/3TK1T4/4TT5/11/11/5t5/11/11/11/11/11/11/";

#[rustfmt::skip]
const DISPUTES: [Dispute; 29] = [
    Dispute { about: "1 king beside the empty throne", rules: "fetlar-2018", position: "/11/11/11/11/11/11/4tKt4/11/5t5/11/11/", turn: A, mv: Some("f9-f8"), times: 1, clause: "king-beside-throne", says: "is captured: attackers stand on three sides" },
    Dispute { about: "1 two beside him do not suffice", rules: "fetlar-2018", position: "/11/11/11/11/11/11/4tK5/11/6t4/11/11/", turn: A, mv: Some("g9-g7"), times: 1, clause: "king-beside-throne", says: "The king on f7 is not captured. Beside the empty throne it takes three attackers" },
    Dispute { about: "2 king on the edge", rules: "fetlar-2018", position: "/11/11/11/t10/Kt9/11/11/11/t10/11/11/", turn: A, mv: Some("a9-a6"), times: 1, clause: "king-on-edge", says: "The king on a5 is not captured. Nothing captures the king on the edge." },
    Dispute { about: "3 king beside a corner", rules: "fetlar-2018", position: "/1K9/1t9/11/11/2t8/11/11/11/11/11/11/", turn: A, mv: Some("c5-c1"), times: 1, clause: "king-beside-corner", says: "The king on b1 is not captured. Nothing captures the king beside a corner." },
    Dispute { about: "4 soldier against the empty throne", rules: "fetlar-2018", position: "/11/K10/11/3T7/5t5/11/11/t10/11/11/11/", turn: D, mv: Some("d4-f4"), times: 1, clause: "empty-throne-attackers", says: "is captured against the empty throne" },
    Dispute { about: "4 where it is safe", rules: "regency-chess", position: "/11/K10/11/3T7/5t5/11/11/t10/11/11/11/", turn: D, mv: Some("d4-f4"), times: 1, clause: "empty-throne-attackers", says: "The attacker on f5 is not captured: the empty throne is not hostile to attackers" },
    Dispute { about: "5 soldier against the throne with the king on it", rules: "fetlar-2018", position: "/11/11/11/11/11/5K5/5T5/2t8/11/11/11/", turn: A, mv: Some("c8-f8"), times: 1, clause: "occupied-throne-defenders", says: "The defender on f7 is not captured: the throne with the king on it is not hostile to defenders" },
    Dispute { about: "6 soldier against a corner", rules: "fetlar-2018", position: "/1T9/11/11/11/2t8/11/11/11/3K7/11/11/", turn: A, mv: Some("c5-c1"), times: 1, clause: "corners-defenders", says: "is captured against the corner a1" },
    Dispute { about: "7 passing over the throne", rules: "fetlar-2018", position: "/11/11/3K7/11/11/1T9/11/11/10t/11/11/", turn: D, mv: Some("b6-h6"), times: 1, clause: "soldiers-throne", says: "A soldier may pass over the empty throne." },
    Dispute { about: "7 where it is closed", rules: "nestorgames", position: "/11/11/3K7/11/11/1T9/11/11/10t/11/11/", turn: D, mv: Some("b6-h6"), times: 1, clause: "soldiers-throne", says: "closed to soldiers" },
    Dispute { about: "8 stopping on the throne", rules: "fetlar-2018", position: "/11/11/3K7/11/11/1T9/11/11/10t/11/11/", turn: D, mv: Some("b6-f6"), times: 1, clause: "throne-stop", says: "Only the king may stop on the throne" },
    Dispute { about: "9 king comes back", rules: "fetlar-2018", position: "/11/11/11/11/11/3K7/11/11/8t2/11/11/", turn: D, mv: Some("d6-f6"), times: 1, clause: "king-throne", says: "The king may come back to the throne." },
    Dispute { about: "10 moving in between two", rules: "fetlar-2018", position: "/11/11/11/4t1t4/11/11/11/11/5T5/11/3K7/", turn: D, mv: Some("f9-f4"), times: 1, clause: "safe-between", says: "The defender on f4 is not captured: it moved in between two enemies by itself." },
    Dispute { about: "11 two at once", rules: "fetlar-2018", position: "/11/11/11/3tT1Tt3/11/11/11/11/5t5/11/3K7/", turn: A, mv: Some("f9-f4"), times: 1, clause: "several-at-once", says: "One move may capture several, each in a sandwich of its own." },
    Dispute { about: "11 two side by side", rules: "fetlar-2018", position: "/11/11/11/3tTT5/11/11/11/11/6t4/11/3K7/", turn: A, mv: Some("g9-g4"), times: 1, clause: "several-at-once", says: "The defenders on e4 and f4 are not captured: two side by side between one pair are safe." },
    Dispute { about: "12 king as hammer", rules: "fetlar-2018", position: "/11/11/11/3Tt6/11/11/11/11/5K5/11/8t2/", turn: D, mv: Some("f9-f4"), times: 1, clause: "king-arms", says: "The attacker on e4 is captured against the defender on d4." },
    Dispute { about: "13 king as anvil", rules: "fetlar-2018", position: "/11/11/11/3Kt6/11/11/11/11/5T5/11/8t2/", turn: D, mv: Some("f9-f4"), times: 1, clause: "king-arms", says: "The attacker on e4 is captured against the king on d4." },
    Dispute { about: "14 no legal move", rules: "fetlar-2018", position: "/11/11/11/T10/t10/T10/11/11/1T9/11/3K7/", turn: D, mv: Some("b9-b5"), times: 1, clause: "no-move", says: "A draw: the side to move has no legal move." },
    Dispute { about: "15 third position", rules: "fetlar-2018", position: START, turn: A, mv: None, times: 3, clause: "repetition", says: "A draw: the same position" },
    Dispute { about: "15 third position by a move", rules: "copenhagen", position: "/11/11/11/11/11/3K7/11/11/8t2/11/11/", turn: D, mv: Some("d6-d7"), times: 3, clause: "repetition", says: "The attackers win: the same position" },
    Dispute { about: "15 second position", rules: "copenhagen", position: START, turn: A, mv: None, times: 2, clause: "repetition", says: "Nothing happens yet. What repetition does: the attackers win" },
    Dispute { about: "16 all surrounded", rules: "fetlar-2018", position: RING, turn: D, mv: None, times: 1, clause: "encirclement", says: "This is no win: ringing everybody in does not end the game." },
    Dispute { about: "16 where it wins", rules: "copenhagen", position: RING, turn: D, mv: None, times: 1, clause: "encirclement", says: "The attackers win by encirclement" },
    Dispute { about: "17 edge or corner", rules: "fetlar-2018", position: "/11/11/11/4K6/11/11/11/11/8t2/11/11/", turn: D, mv: Some("e4-e1"), times: 1, clause: "escape", says: "This is no win: only a corner is." },
    Dispute { about: "18 fort", rules: "fetlar-2018", position: FORT, turn: A, mv: None, times: 1, clause: "exit-fort", says: "This is no win: a fort on the edge wins nothing." },
    Dispute { about: "19 shieldwall", rules: "fetlar-2018", position: "/2tTT6/3tt6/11/11/5t5/11/11/11/3K7/11/11/", turn: A, mv: Some("f5-f1"), times: 1, clause: "shieldwall", says: "The defenders on d1 and e1 are not captured: a row on the edge does not fall together." },
    Dispute { about: "must one capture", rules: "fetlar-2018", position: "/11/11/11/3tT6/11/11/11/11/5t5/11/3K7/", turn: A, mv: Some("f9-f8"), times: 1, clause: "compulsion", says: "Nobody has to capture." },
    Dispute { about: "a draw claimed at the side", rules: "fetlar-2018", position: "/3TK1T4/3TTTT4/11/t9t/11/11/11/11/11/11/3ttt5/", turn: A, mv: None, times: 1, clause: "claims", says: "A draw can be claimed here: the king is at the side" },
    Dispute { about: "20 who begins", rules: "fetlar-2018", position: START, turn: D, mv: None, times: 1, clause: "first-move", says: "The attackers begin." },
];

async fn ask(browser: &mut Browser, question: &Value) -> (u16, Value) {
    let reply = browser.ask("POST", "/api/table", &[("Content-Type", "application/json")], &question.to_string()).await;
    (reply.status, serde_json::from_str(&reply.body).unwrap())
}

impl Dispute {
    fn question(&self) -> Value {
        let Dispute { rules, position, turn, mv, times, .. } = self;
        json!({"rules": rules, "position": position, "turn": turn, "move": mv, "times": times})
    }
}

#[tokio::test]
async fn twenty_disputes_have_their_clause_in_the_first_verdict() {
    let server = Server::start().await;
    let mut eve = server.browser();
    for dispute in &DISPUTES {
        let (status, answer) = ask(&mut eve, &dispute.question()).await;
        let Dispute { about, rules, clause, says, .. } = dispute;
        assert_eq!(status, 200, "{about}: {answer}");
        assert_eq!(answer["playable"], true, "{about}: {answer}");
        let decided = answer["decided"].as_array().unwrap();
        let place = decided.iter().position(|decided| decided["clause"]["id"] == *clause);
        let place = place.unwrap_or_else(|| panic!("{about}: {clause} is not among {decided:#?}"));
        assert!(place < 2, "{about}: {clause} comes late among {decided:#?}");
        let cited = &decided[place]["clause"];
        assert_eq!(cited["address"], format!("/rules/{rules}#clause-{clause}"), "{about}");
        assert!(!cited["text"].as_str().unwrap().is_empty() && !cited["grade_words"].as_str().unwrap().is_empty());
        let refused = answer["move"]["refusal"]["message"].as_str().unwrap_or_default();
        let told = decided.iter().filter_map(|decided| decided["says"].as_str()).chain([refused]);
        let told = told.collect::<Vec<_>>().join(" ");
        assert!(told.contains(says), "{about}: {told:?} does not say {says:?}");
        // Every leaflet is told, once, and each in the group that says what it says.
        let groups = answer["groups"].as_array().unwrap();
        let all: Vec<&str> = groups
            .iter()
            .flat_map(|group| group["rules"].as_array().unwrap())
            .map(|named| named["rules"]["id"].as_str().unwrap())
            .collect();
        for leaflet in hnefi_rules::leaflets() {
            assert_eq!(all.iter().filter(|id| **id == leaflet.id()).count(), 1, "{about}: {all:?}");
        }
        assert_eq!((groups[0]["same"].as_bool(), all[0]), (Some(true), *rules), "{about}");
        for named in groups.iter().flat_map(|group| group["rules"].as_array().unwrap()) {
            assert!(named["clauses"][0]["grade_words"].is_string(), "{about}: no clause of {named}");
        }
    }
}

/// Who wins by a fort is not told that he has not won; a trap is no sandwich.
#[tokio::test]
async fn nothing_that_is_said_contradicts_the_ruling() {
    let server = Server::start().await;
    let mut eve = server.browser();
    let says = |answer: &Value| -> String {
        let decided = answer["decided"].as_array().unwrap().iter();
        decided.filter_map(|decided| decided["says"].as_str()).collect::<Vec<_>>().join(" ")
    };
    let fort = json!({"rules": "copenhagen", "position": "/3T2TT3/3T1KTT3/4TT5/11/2t8/11/11/8t2/7t3/11/11/", "turn": "defenders", "move": "f2-f1", "times": 1});
    let (_, answer) = ask(&mut eve, &fort).await;
    let told = says(&answer);
    assert!(told.contains("exit fort") && !told.contains("This is no win"), "{told}");
    let trap = json!({"rules": "nestorgames", "position": "/1Tt8/T10/t10/11/11/11/6K4/1t9/11/11/11/", "turn": "attackers", "move": "b8-b2", "times": 1});
    let (_, answer) = ask(&mut eve, &trap).await;
    let told = says(&answer);
    assert!(told.contains("One move makes every capture that it causes.") && !told.contains("sandwich"), "{told}");
}

/// The ids of the rule sets in the group that says something.
fn who_says(answer: &Value, words: &str) -> Vec<String> {
    let groups = answer["groups"].as_array().unwrap().iter();
    let fitting = groups.filter(|group| group["says"].as_str().unwrap().contains(words));
    fitting
        .flat_map(|group| group["rules"].as_array().unwrap())
        .map(|named| named["rules"]["id"].as_str().unwrap().to_owned())
        .collect()
}

fn dispute(about: &str) -> Value {
    DISPUTES.iter().find(|dispute| dispute.about == about).unwrap().question()
}

#[tokio::test]
async fn who_rules_otherwise_is_told_with_the_clause() {
    let server = Server::start().await;
    let mut eve = server.browser();
    // Copenhagen is told where it differs, and only there.
    let (_, wall) = ask(&mut eve, &dispute("19 shieldwall")).await;
    assert_eq!(who_says(&wall, "by a shieldwall"), ["copenhagen"], "{:#}", wall["groups"]);
    let clause = &wall["groups"][1]["rules"][0]["clauses"][0];
    assert_eq!(clause["address"], "/rules/copenhagen#clause-shieldwall");
    let (_, edge) = ask(&mut eve, &dispute("17 edge or corner")).await;
    assert_eq!(edge["groups"].as_array().unwrap().len(), 1, "{}", edge["groups"]);
    assert_eq!(edge["groups"][0]["rules"].as_array().unwrap().len(), 5);
    let (_, fort) = ask(&mut eve, &dispute("18 fort")).await;
    assert_eq!(who_says(&fort, "The defenders win by an exit fort"), ["copenhagen"]);
    let (_, ring) = ask(&mut eve, &dispute("16 all surrounded")).await;
    assert_eq!(who_says(&ring, "The attackers win by encirclement"), ["copenhagen"]);
    // One leaflet draws only by a sequence of moves, and of Copenhagen the attackers win.
    let (_, third) = ask(&mut eve, &dispute("15 third position")).await;
    assert_eq!(who_says(&third, "How often it stood does not decide"), ["viking-game"]);
    assert_eq!(who_says(&third, "The attackers win"), ["copenhagen"]);
    let drawn = ["fetlar-2018", "cyningstan-2014", "nestorgames", "regency-chess"];
    assert_eq!(who_says(&third, "A draw: the same position").len(), drawn.len(), "{}", third["groups"]);
    let (_, closed) = ask(&mut eve, &dispute("7 passing over the throne")).await;
    assert_eq!(who_says(&closed, "closed to soldiers"), ["nestorgames"]);
    let nestor = &closed["groups"][1]["rules"][0]["clauses"];
    assert_eq!(nestor.as_array().unwrap().len(), 1);
    assert_eq!(nestor[0]["address"], "/rules/nestorgames#clause-soldiers-throne");
}

#[tokio::test]
async fn what_cannot_be_read_is_told_and_not_replaced_in_silence() {
    let server = Server::start().await;
    let mut eve = server.browser();
    for (query, wrong, shown) in [
        ("rules=nope", "“nope” is no rule set", "You see Fetlar 2018 instead."),
        ("rules=1abc", "", "You see Fetlar 2018 instead."),
        ("position=zzz", "must begin and end with a slash", "You see the start position instead."),
        ("position=/7/7/7/3K3/7/7/7/", "11×11", "You see the start position instead."),
        ("turn=nobody", "is no side", "The attackers are to move instead."),
        ("move=d1d4d7", "is no move", ""),
        ("last=x", "is no move", ""),
        ("times=0", "cannot have stood 0 times", ""),
    ] {
        let page = eve.get(&format!("/table?{query}")).await;
        assert_eq!(page.status, 400, "{query}");
        let told = page.body.split("id=\"table-problems\"").nth(1).unwrap().split("</div>").next().unwrap().to_owned();
        assert!(told.contains(wrong) && told.contains(shown), "{query}: {told}");
        assert!(page.body.contains("id=\"board\""), "a board is shown all the same");
    }
    let page = eve.get("/table?rules=copenhagen&turn=defenders&times=3&last=d1-d4").await;
    assert!(page.status == 200 && !page.body.contains("table-problems"), "{}", page.status);
    let good = json!({"rules": "fetlar-2018", "position": START, "turn": "attackers"});
    assert_eq!(ask(&mut eve, &good).await.0, 200);
    for (field, value) in [
        ("rules", json!("nope")),
        ("position", json!("zzz")),
        ("turn", json!("nobody")),
        ("move", json!("d1")),
        ("square", json!("z9")),
        ("times", json!(0)),
        ("times", json!(101)),
    ] {
        let mut bad = good.clone();
        bad[field] = value;
        let (status, answer) = ask(&mut eve, &bad).await;
        assert!((400..500).contains(&status), "{field}: {status}");
        assert!(!answer["error"]["message"].as_str().unwrap().is_empty());
    }
}

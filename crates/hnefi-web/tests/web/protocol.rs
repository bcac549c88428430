//! The page about the protocol and the types say the same.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::{Server, two_people};
use hnefi_views::game::message;
use hnefi_wire::{
    ClientMessage, Goto, Hint, Incoming, Refused, RefusedId, ServerMessage, TalkLine, TalkRights, TalkState, WhatIf,
    WhyState,
};
use serde_json::{Value, json};

const PAGE: &str = include_str!("../../../../docs/formats/web-protocol.md");

/// Everything under a heading, up to the next one of its rank.
fn section(heading: &str) -> &'static str {
    let start = PAGE.find(&format!("## {heading}\n")).unwrap_or_else(|| panic!("no heading {heading}"));
    let rest = &PAGE[start + 3..];
    rest.find("\n## ").map_or(rest, |end| &rest[..end])
}

/// The values of `type` that a text names.
fn types(text: &str) -> BTreeSet<String> {
    text.split("{\"type\":\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

/// What is written in code in a text.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn what_the_page_says_is_what_the_server_reads() {
    let named = types(section("The socket: what the page says"));
    // An unknown type is answered with the list of those that are known.
    let error = serde_json::from_str::<ClientMessage>("{\"type\":\"?\"}").unwrap_err().to_string();
    let known: BTreeSet<String> = code(&error).skip(1).map(str::to_owned).collect();
    assert_eq!(named, known);
    let examples: Vec<&str> =
        code(section("The socket: what the page says")).filter(|code| code.starts_with("{\"type\"")).collect();
    assert!(examples.len() >= 11, "only {} examples", examples.len());
    for example in examples {
        let example = example.replace("\"draw\"\\|\"take-back\"\\|\"rematch\"\\|\"same-sides\"", "\"draw\"");
        let read: Result<Incoming, _> = serde_json::from_str(&example);
        read.unwrap_or_else(|error| panic!("{example}: {error}"));
        let mut for_a_seat: Value = serde_json::from_str(&example).unwrap();
        for_a_seat["as"] = json!("defenders");
        let read: Incoming = serde_json::from_value(for_a_seat).unwrap();
        assert!(read.seat.is_some());
    }
}

/// One message of every type, as the match below demands.
async fn one_of_each() -> Vec<Value> {
    let server = Server::start().await;
    let (mut annas, mut bos, mut anna, _) = two_people(&server, "fetlar-2018").await;
    assert_eq!(anna.post("/name", "name=Anna").await.status, 303);
    annas.play("d1-d4").await;
    bos.until_plies(1).await;
    bos.send(json!({"type": "offer", "kind": "draw"})).await;
    annas.until_state(|s| !s["offer"].is_null()).await;
    let mut state = annas.state.clone();
    state["plies"] = annas.plies.clone().into();
    let refused = RefusedId { id: None, refused: Refused::plain("refused-stale") };
    let why = WhyState {
        about: String::new(),
        title: String::new(),
        lines: vec![],
        clauses: vec![],
        marks: vec![],
        asks_last: false,
        steps: Vec::new(),
    };
    let rest = [
        ServerMessage::Refused(refused),
        ServerMessage::Why(why),
        ServerMessage::Hint(Hint { mv: String::new(), says: String::new() }),
        ServerMessage::Talk(TalkState {
            since: 0,
            lines: vec![TalkLine {
                number: 1,
                room: "players",
                name: None,
                page: None,
                side: None,
                you: true,
                greeting: None,
                says: String::new(),
            }],
            may: Some(TalkRights::default()),
        }),
        ServerMessage::WhatIf(WhatIf {
            moves: Vec::new(),
            position: String::new(),
            turn: hnefi_wire::SideWord::Attackers,
            legal: BTreeMap::new(),
        }),
        ServerMessage::Pong,
        ServerMessage::Goto(Goto { game: String::new(), watch: Some(String::new()) }),
    ];
    for message in &rest {
        // A new type must be added above, and here.
        match message {
            ServerMessage::State(_)
            | ServerMessage::Refused(_)
            | ServerMessage::Why(_)
            | ServerMessage::Hint(_)
            | ServerMessage::Talk(_)
            | ServerMessage::WhatIf(_)
            | ServerMessage::Pong
            | ServerMessage::Goto(_) => {}
        }
    }
    let rest = rest.iter().map(|said| serde_json::to_value(message(said)).unwrap());
    std::iter::once(state).chain(rest).collect()
}

#[tokio::test]
async fn what_the_server_says_is_what_the_page_describes() {
    let text = section("The socket: what the server says");
    let sent = one_of_each().await;
    let kinds: BTreeSet<String> = sent.iter().map(|m| m["type"].as_str().unwrap().to_owned()).collect();
    assert_eq!(types(text), kinds);
    for message in &sent {
        let kind = message["type"].as_str().unwrap();
        let start = text.find(&format!("{{\"type\":\"{kind}\"")).unwrap();
        for key in message.as_object().unwrap().keys() {
            assert!(text[start..].contains(&format!("\"{key}\"")), "the page does not tell of {key} in {kind}");
        }
    }

    // The example of a state is one: it has the keys that a real one has, all the way down.
    let example = text.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let example: Value = serde_json::from_str(example).unwrap_or_else(|error| panic!("{error} in {example}"));
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
    let state = &sent[0];
    assert_eq!(keys(&example), keys(state));
    for part in ["rules", "start", "match"] {
        assert_eq!(keys(&example[part]), keys(&state[part]), "{part}");
    }
    assert_eq!(keys(&example["plies"][0]), keys(&state["plies"][0]));
    assert_eq!(keys(&example["players"]["attackers"]), keys(&state["players"]["attackers"]));
    assert!(keys(&example["links"]).is_superset(&keys(&state["links"])));
    for key in state["offer"].as_object().unwrap().keys() {
        assert!(text.contains(&format!("\"{key}\":")), "{key} of an offer");
    }
    for action in state["actions"].as_array().unwrap() {
        assert!(text.contains(&action.to_string()), "{action}");
    }
}

#[test]
fn the_example_at_the_table_is_one() {
    let text = section("At the table");
    let question = code(text).find(|code| code.starts_with("{\"rules\"")).unwrap();
    let question =
        question.replace("\"d1-d4\"|null", "\"d1-d4\"").replace("\"e7\"|null", "null").replace("\"…\"|null", "null");
    let _: hnefi_wire::TableQuestion = serde_json::from_str(&question).unwrap();
    let answer = text.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let answer: Value = serde_json::from_str(answer).unwrap();
    let start = serde_json::from_str(
        r#"{"rules":"brandubh","position":"/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/","turn":"attackers"}"#,
    );
    let real = serde_json::to_value(hnefi_views::table::answer(start.unwrap()).unwrap()).unwrap();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(keys(&answer), keys(&real));
}

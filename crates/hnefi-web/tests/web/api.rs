//! Every example of `docs/api.md`, on a server of its own: what it asks, and what it is answered.

use std::collections::HashMap;

use crate::common::{Lines, PASSWORD, Program, Server, make_token, sign_up};
use serde_json::Value;

const PAGE: &str = include_str!("../../../../docs/api.md");

/// A line of `curl`, and what it prints.
struct Example {
    method: &'static str,
    path: String,
    token: Option<String>,
    body: String,
    streams: bool,
    expected: Vec<&'static str>,
}

/// The words of a line, as a shell reads them.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim();
    while let Some(first) = rest.chars().next() {
        let (word, after) = match first {
            '"' | '\'' => rest[1..].split_once(first).unwrap_or_else(|| panic!("{line}: a quote is not closed")),
            _ => rest.split_once(' ').unwrap_or((rest, "")),
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

fn examples() -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for line in PAGE.lines() {
        if line.starts_with("```") {
            inside = line == "```console" && !inside;
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ curl ")) {
            let (mut method, mut path, mut token, mut body) = ("GET", String::new(), None, String::new());
            let mut streams = false;
            let mut given = words(command).into_iter();
            while let Some(word) = given.next() {
                match word.as_str() {
                    "-N" => streams = true,
                    "-X" => method = if given.next().as_deref() == Some("POST") { "POST" } else { "GET" },
                    "-d" => (method, body) = ("POST", given.next().unwrap()),
                    "-H" => {
                        let header = given.next().unwrap();
                        token = Some(header.strip_prefix("Authorization: Bearer $").unwrap().to_owned());
                    }
                    url => path = url.strip_prefix("$HNEFI").unwrap_or_else(|| panic!("{url}")).to_owned(),
                }
            }
            examples.push(Example { method, path, token, body, streams, expected: Vec::new() });
        } else if let (true, Some(example)) = (inside && !line.starts_with('$'), examples.last_mut()) {
            example.expected.push(line);
        }
    }
    examples
}

/// Compares an answer with what the page says, where `…` stands for anything.
fn check(place: &str, expected: &str, printed: &str) {
    let mut rest = printed;
    let parts = expected.split('…').count();
    for (index, part) in expected.split('…').enumerate() {
        let is_end = index + 1 == parts;
        let at = if is_end { rest.rfind(part) } else { rest.find(part) };
        let at = at.unwrap_or_else(|| panic!("{place}\nlacks {part}\nin {printed}"));
        assert!(index > 0 || at == 0, "{place}\nbegins with {}", &rest[..at]);
        rest = &rest[at + part.len()..];
    }
    assert!(rest.is_empty() || expected.ends_with('…'), "{place}\nprints also {rest}");
}

#[tokio::test]
async fn every_example_of_the_page_is_answered_as_it_says() {
    let server = Server::start().await;
    let mut known: HashMap<&str, String> = HashMap::new();
    for (name, variable) in [("Anna", "TOKEN"), ("Bo", "OTHER")] {
        let mut browser = sign_up(&server, name).await;
        known.insert(variable, make_token(&mut browser, "&challenge=yes&play=yes").await);
    }
    let examples = examples();
    assert!(examples.len() > 12, "only {} examples were found", examples.len());
    for Example { method, mut path, token, body, streams, expected } in examples {
        for variable in ["SEEK", "GAME"] {
            if let Some(value) = known.get(variable) {
                path = path.replace(&format!("${variable}"), value);
            }
        }
        let token = token.map(|variable| known[variable.as_str()].clone());
        let place = format!("{method} {path} {body}");
        if streams {
            let mut lines = Lines::open(&server.address, &path, token.as_deref()).await;
            for expected in expected {
                let line = lines.text().await.unwrap();
                check(&place, expected, line.trim_end());
            }
            continue;
        }
        let bearer = token.map(|token| format!("Bearer {token}"));
        let headers: Vec<(&str, &str)> = bearer.iter().map(|bearer| ("Authorization", bearer.as_str())).collect();
        let reply = server.browser().ask(method, &path, &headers, &body).await;
        check(&place, &expected.join(""), &reply.body);
        let answer: Value = serde_json::from_str(&reply.body).unwrap_or(Value::Null);
        for (field, variable) in [("seek", "SEEK"), ("game", "GAME")] {
            if let (true, Some(id)) = (reply.status == 201, answer[field].as_str()) {
                known.insert(variable, id.to_owned());
            }
        }
    }
}

#[tokio::test]
async fn the_description_for_tools_is_served_and_names_every_address_of_the_page() {
    let server = Server::start().await;
    let reply = server.browser().get("/api/openapi.json").await;
    let served: Value = serde_json::from_str(&reply.body).unwrap();
    let kept: Value = serde_json::from_str(include_str!("../../../../docs/api/openapi.json")).unwrap();
    assert_eq!(served, kept);
    let paths = served["paths"].as_object().unwrap();
    for example in examples() {
        let fits = |path: &String| {
            let (mut given, mut wanted) = (example.path.split('/'), path.split('/'));
            let same = given.by_ref().zip(wanted.by_ref()).all(|(one, other)| one == other || other.starts_with('{'));
            same && example.path.split('/').count() == path.split('/').count()
        };
        assert!(paths.keys().any(fits), "{}", example.path);
    }
}

#[tokio::test]
async fn bots_are_marked_are_challenged_by_name_and_rated_among_themselves() {
    let server = Server::start().await;
    let (mut one, mut other) = (Program::bot(&server, "Engine").await, Program::bot(&server, "Machine").await);
    let mut anna = sign_up(&server, "Anna").await;
    let mut annas =
        Program { browser: server.browser(), token: make_token(&mut anna, "&challenge=yes&play=yes").await };
    assert_eq!(one.get("/api/account").await["bot"], true);
    let page = anna.get("/@/Engine").await.body;
    assert!(page.contains("Engine (bot)"), "{page}");

    let code = |answer: Value| answer["error"]["code"].as_str().unwrap_or_default().to_owned();
    let open = serde_json::json!({"rules": "brandubh", "clock": "3+2"});
    assert_eq!(code(one.ask("POST", "/api/lobby/seeks", open.clone()).await.1), "by-challenge");
    let seek = annas.challenge(open).await;
    let taken = one.ask("POST", &format!("/api/lobby/seeks/{seek}/accept"), Value::Null).await;
    assert_eq!(code(taken.1), "by-challenge");
    let rated = |to: &str| serde_json::json!({"rules": "brandubh", "clock": "3+2", "to": to, "rated": true});
    assert_eq!(code(annas.ask("POST", "/api/lobby/seeks", rated("Engine")).await.1), "mixed");
    assert_eq!(code(one.ask("POST", "/api/lobby/seeks", rated("Anna")).await.1), "mixed");

    let friendly = serde_json::json!({"rules": "brandubh", "clock": "3+2", "to": "Engine"});
    let challenge = annas.challenge(friendly).await;
    let game = one.accept(&challenge).await;
    assert!(anna.get(&format!("/game/{game}")).await.body.contains("Engine (bot)"));
    assert!(anna.get("/").await.body.contains("Engine (bot)"));
    assert!(anna.get("/games").await.body.contains("Engine (bot)"));
    assert!(anna.get("/lobby").await.body.contains("Engine (bot)"));
    assert_eq!(annas.act(&game, serde_json::json!({"type": "resign"})).await.0, 200);

    let challenge = one.challenge(rated("Machine")).await;
    let game = other.accept(&challenge).await;
    assert_eq!(one.act(&game, serde_json::json!({"type": "resign"})).await.0, 200);
    let until = tokio::time::Instant::now() + crate::common::PATIENCE;
    let ratings = loop {
        let ratings = one.get("/api/players/Machine").await["ratings"].clone();
        if ratings[0]["games"] == 1 {
            break ratings;
        }
        assert!(tokio::time::Instant::now() < until, "{ratings}");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    assert_eq!(ratings[0]["list"], "seven fast bots");
    assert!(ratings[0]["points"].as_f64().unwrap() > 1600.0);
    assert_eq!(annas.get("/api/players/Anna").await["ratings"], serde_json::json!([]), "no person is rated by it");
    let store = hnefi_store::Store::open(&server.folder.path().join("hnefi.db")).await.unwrap();
    let recomputed = store.recomputed_ratings().await.unwrap();
    assert_eq!((recomputed.games, recomputed.differ), (1, Vec::<String>::new()));
    store.close().await;

    let challenge = annas.challenge(serde_json::json!({"rules": "brandubh", "clock": "2d", "to": "Engine"})).await;
    let reply = anna.post("/account/bot", &format!("password={PASSWORD}")).await;
    assert_eq!(reply.status, 409, "who has played is taken for a person");
    assert!(reply.body.contains("has played already"));
    let page = anna.get("/lobby").await.body;
    assert!(page.contains(&format!("data-seek=\"{challenge}\"")), "what she looked for stays: {page}");
}

//! Questions about a position for pages without a referee of their own.

use std::time::Duration;

use crate::common::{Browser, PATIENCE, Server};
use serde_json::{Value, json};

/// The defenders, to move, win by force: f3-a3 and a3-a1.
const WON: &str = "/11/11/5K5/11/11/11/11/11/5t5/11/5t5/";

async fn ask(browser: &mut Browser, path: &str, question: &Value) -> (u16, Value) {
    let reply = browser.ask("POST", path, &[], &question.to_string()).await;
    assert!(reply.header("set-cookie").is_none(), "{path} makes nobody known");
    (reply.status, serde_json::from_str(&reply.body).unwrap())
}

fn won() -> Value {
    json!({ "rules": "fetlar-2018", "position": WON, "turn": "defenders" })
}

#[tokio::test]
async fn a_position_is_analysed_with_its_lines_and_every_position_on_the_way() {
    let server = Server::start().await;
    let mut eve = server.browser();
    let at = json!({ "rules": "brandubh", "moves": ["d1-c1"] });
    let (status, answer) =
        ask(&mut eve, "/api/analyse", &json!({ "at": at, "depth": 1, "lines": 3, "ms": 5_000 })).await;
    assert_eq!(status, 200, "{answer}");
    let lines = answer["lines"].as_array().unwrap();
    assert_eq!(lines.iter().map(|line| line["line"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 3]);
    for line in lines {
        assert_eq!(line["depth"], 1);
        assert_eq!(line["chances"].as_array().unwrap().iter().map(|part| part.as_u64().unwrap()).sum::<u64>(), 1000);
        let steps = line["steps"].as_array().unwrap();
        assert_eq!(steps.iter().map(|step| step["move"].clone()).collect::<Vec<_>>(), *line["pv"].as_array().unwrap());
        let mut moves = at["moves"].as_array().unwrap().clone();
        moves.extend(line["pv"].as_array().unwrap().iter().cloned());
        let game = hnefi_wire::At {
            rules: "brandubh".to_owned(),
            moves: moves.iter().map(|mv| mv.as_str().unwrap().to_owned()).collect(),
            ..Default::default()
        };
        assert_eq!(steps.last().unwrap()["position"], game.game().unwrap().position().rows_text());
    }
    let (_, answer) = ask(&mut eve, "/api/analyse", &json!({ "at": won(), "depth": 4, "ms": 5_000 })).await;
    assert_eq!(answer["lines"][0]["win_in"], 3, "{answer}");
    let over = json!({ "rules": "brandubh", "moves": ["attackers:resign"] });
    assert_eq!(ask(&mut eve, "/api/analyse", &json!({ "at": over })).await.1["lines"], json!([]));
}

#[tokio::test]
async fn an_analysis_without_an_end_ends_all_the_same() {
    let server = Server::start().await;
    let question = json!({ "at": { "rules": "brandubh" }, "ms": 3_600_000, "lines": 1_000 });
    let asked = async { ask(&mut server.browser(), "/api/analyse", &question).await };
    let (status, answer) = tokio::time::timeout(Duration::from_secs(60), asked).await.unwrap();
    assert_eq!(status, 200);
    assert_eq!(answer["lines"].as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn a_forced_win_is_proved_with_a_line_to_play_and_why_is_answered() {
    let server = Server::start().await;
    let mut eve = server.browser();
    let (status, proof) = ask(&mut eve, "/api/prove", &json!({ "at": won() })).await;
    assert_eq!(status, 200);
    assert!(proof["title"].as_str().unwrap().contains("within 2 moves"), "{proof}");
    let steps = proof["steps"].as_array().unwrap();
    assert_eq!((&steps[0]["move"], steps.len()), (&json!("f3-a3"), 3));
    assert!(steps[2]["position"].as_str().unwrap().starts_with("/K"));
    let (_, square) = ask(&mut eve, "/api/why", &json!({ "at": won(), "square": "f3" })).await;
    assert_eq!(square["title"], "Why does the king on f3 still stand?");
    let (_, mv) = ask(&mut eve, "/api/why", &json!({ "at": won(), "move": "f9-f8" })).await;
    assert_eq!(mv["title"], "Why is f9–f8 refused?");
}

#[tokio::test]
async fn rule_sets_are_asked_about_the_last_move_with_what_came_before() {
    let server = Server::start().await;
    let mut eve = server.browser();
    let to_and_fro = ["d1-d4", "f8-d8", "d4-d1", "d8-f8"].repeat(2);
    let at = json!({ "rules": "copenhagen", "moves": to_and_fro });
    let (status, answer) = ask(&mut eve, "/api/rulings", &json!({ "at": at })).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(answer["move"]["outcome"]["winner"], "attackers", "the third time: {}", answer["move"]);
    let groups = answer["groups"].as_array().unwrap();
    assert!(groups.iter().any(|group| group["same"] == false), "{answer}");
    let (_, first) = ask(&mut eve, "/api/rulings", &json!({ "at": { "rules": "copenhagen" } })).await;
    assert_eq!((&first["playable"], &first["move"]), (&json!(true), &Value::Null));
}

#[tokio::test]
async fn what_cannot_be_asked_is_refused_with_what_is_wrong() {
    let server = Server::start().await;
    let mut eve = server.browser();
    for (path, question, says) in [
        ("/api/analyse", json!({ "at": { "rules": "nope" } }), "nope"),
        ("/api/analyse", json!({ "at": { "rules": "brandubh", "moves": ["d1-d4"] } }), "in the way"),
        ("/api/prove", json!({ "at": { "rules": "brandubh", "position": "zzz" } }), "slash"),
        ("/api/prove", json!({ "where": 1 }), "at"),
        ("/api/why", json!({ "at": { "rules": "brandubh" }, "square": "a9" }), "a9"),
        ("/api/why", json!({ "at": { "rules": "brandubh" } }), "two squares"),
    ] {
        let (status, answer) = ask(&mut eve, path, &question).await;
        assert_eq!(status, 400, "{path}: {answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains(says), "{path}: {message}");
    }
}

#[tokio::test]
async fn nobody_asks_for_more_than_his_share_at_once_and_who_goes_away_gives_it_back() {
    let server = Server::start().await;
    let question = json!({ "at": { "rules": "copenhagen" }, "ms": 5_000 });
    let many = (0..12).map(|_| {
        let (mut eve, question) = (server.browser(), question.clone());
        tokio::spawn(async move { ask(&mut eve, "/api/analyse", &question).await })
    });
    let many: Vec<_> = many.collect();
    let mut refused = 0;
    for asked in many {
        // Those who wait are in the way of others as long as they do.
        let goes_away = asked.abort_handle();
        let Ok(answered) = tokio::time::timeout(Duration::from_millis(500), asked).await else {
            goes_away.abort();
            continue;
        };
        let (status, answer) = answered.unwrap();
        if status != 200 {
            assert_eq!((status, &answer["error"]["code"]), (429, &json!("too-many-searches")));
            refused += 1;
        }
    }
    assert!(refused >= 1);
    let mut anna = server.browser();
    let asked_again = async {
        let question = json!({ "at": { "rules": "brandubh" }, "depth": 1 });
        while ask(&mut anna, "/api/analyse", &question).await.0 != 200 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, asked_again).await.expect("the shares of who went away are free");
}

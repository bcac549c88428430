//! What the server says about itself.

use crate::common::{Browser, Server};
use serde_json::{Value, json};

async fn health(browser: &mut Browser) -> (u16, Value) {
    let reply = browser.get("/healthz").await;
    (reply.status, serde_json::from_str(&reply.body).unwrap())
}

#[tokio::test]
async fn a_server_that_cannot_write_says_so_until_it_can() {
    let server = Server::start().await;
    let mut browser = server.browser();
    let form = "rules=fetlar-2018&mode=screen";
    let played = browser.make_game(form).await;
    let (status, told) = health(&mut browser).await;
    assert_eq!((status, &told["status"], &told["writes"]), (200, &json!("ok"), &json!(true)), "{told}");
    assert_eq!(told["last_failure"], Value::Null);

    // As a full disk has it: nothing can be added, and what is there can be read.
    let full = "create trigger full_game before insert on game begin select raise(rollback, 'the disk is full'); end; \
                create trigger full_probe before insert on probe begin select raise(rollback, 'the disk is full'); end";
    server.tamper(full).await;
    assert_eq!(browser.post("/games", form).await.status, 500);
    for _ in 0..2 {
        let (status, told) = health(&mut browser).await;
        assert_eq!((status, &told["status"]), (503, &json!("failing")), "{told}");
        assert_eq!((&told["reads"], &told["writes"]), (&json!(true), &json!(false)), "{told}");
        assert!(told["last_failure"]["cause"].as_str().unwrap().contains("the disk is full"), "{told}");
        assert!(told["last_failure"]["at_ms"].as_i64() >= told["last_write_ms"].as_i64(), "{told}");
    }
    assert_eq!(browser.get(&format!("/game/{played}")).await.status, 200);

    server.tamper("drop trigger full_game; drop trigger full_probe").await;
    let (status, told) = health(&mut browser).await;
    assert_eq!((status, &told["status"], &told["writes"]), (200, &json!("ok"), &json!(true)), "{told}");
    assert!(told["last_failure"]["cause"].as_str().unwrap().contains("the disk is full"), "it is still told: {told}");
    browser.make_game(form).await;
}

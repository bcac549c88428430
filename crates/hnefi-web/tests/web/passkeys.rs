//! Passkeys: where they are offered, and what is refused. That they work is shown with a browser's authenticator.

use crate::common::{Browser, Reply, Server};
use serde_json::Value;

/// A browser that calls the server by the name that browsers allow passkeys for.
fn at_localhost(server: &Server) -> Browser {
    let port = server.address.rsplit(':').next().unwrap();
    Browser { host: Some(format!("localhost:{port}")), ..server.browser() }
}

async fn signed_up(server: &Server, name: &str) -> Browser {
    let mut browser = at_localhost(server);
    browser.sign_up(name).await;
    browser
}

fn json(reply: &Reply) -> Value {
    serde_json::from_str(&reply.body).unwrap_or_else(|_| panic!("{}", reply.body))
}

fn message(reply: &Reply) -> String {
    json(reply)["error"]["message"].as_str().unwrap_or_else(|| panic!("{}", reply.body)).to_owned()
}

#[tokio::test]
async fn passkeys_are_offered_where_browsers_allow_them_and_belong_to_one_name() {
    let server = Server::start().await;
    let mut anna = signed_up(&server, "Anna").await;
    assert!(anna.get("/account").await.body.contains("Add a passkey"));
    let asked = anna.post("/passkeys/add", r#"{"password":"a long walk by the sea"}"#).await;
    assert_eq!(asked.status, 200, "{}", asked.body);
    let options = &json(&asked)["options"];
    assert_eq!((&options["rp"]["id"], &options["rp"]["name"]), (&"localhost".into(), &"Hnefi".into()));
    assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
    assert_eq!(options["authenticatorSelection"]["userVerification"], "required");

    // By its address no browser allows it.
    anna.host = None;
    assert!(anna.get("/account").await.body.contains("under the name localhost"));
    assert!(!server.browser().get("/log-in").await.body.contains("data-passkey"));
    for path in ["/passkeys/add", "/passkeys/log-in", "/passkeys/sign-up"] {
        let reply = anna.post(path, r#"{"name":"Bo"}"#).await;
        assert_eq!(reply.status, 400, "{path}");
        assert!(message(&reply).contains("under the name localhost"), "{path}");
    }

    // The first one was made under another name.
    server.tamper("insert into setting (key, value) values ('relying-party', 'tafl.example')").await;
    let mut anna = Browser { cookie: anna.cookie, ..at_localhost(&server) };
    let says = "belong to the name tafl.example";
    assert!(anna.get("/account").await.body.contains(says));
    assert!(!at_localhost(&server).get("/log-in").await.body.contains("data-passkey"));
    for path in ["/passkeys/add", "/passkeys/log-in", "/passkeys/sign-up"] {
        let reply = anna.post(path, r#"{"name":"Bo"}"#).await;
        assert_eq!(reply.status, 400, "{path}");
        assert!(message(&reply).contains(says), "{path}");
    }
}

#[tokio::test]
async fn a_passkey_is_made_by_who_proves_who_he_is_and_answers_what_he_was_asked() {
    let server = Server::start().await;
    let mut anna = signed_up(&server, "Anna").await;
    let wrong = anna.post("/passkeys/add", r#"{"password":"not hers at all"}"#).await;
    assert!(message(&wrong).contains("not your password"));
    for (path, body, says) in [
        ("/passkeys/add", "{", "EOF"),
        ("/passkeys/added", r#"{"token":"x"}"#, "missing field"),
        ("/passkeys/sign-up", r#"{"name":"ANNA"}"#, "somebody else’s"),
        ("/passkeys/sign-up", r#"{"name":"Moderator"}"#, "think of this server"),
    ] {
        let reply = anna.post(path, body).await;
        assert_eq!(reply.status, 400, "{path}");
        assert!(message(&reply).contains(says), "{path}: {}", reply.body);
    }
    // An answer to nothing, in the form of one.
    let made = r#"{"token":"x","credential":{"id":"AAAA","rawId":"AAAA","type":"public-key","response":{"attestationObject":"AAAA","clientDataJSON":"AAAA"}}}"#;
    let proved = r#"{"token":"x","credential":{"id":"AAAA","rawId":"AAAA","type":"public-key","response":{"authenticatorData":"AAAA","clientDataJSON":"AAAA","signature":"AAAA"}}}"#;
    for (path, body) in [("/passkeys/added", made), ("/passkeys/signed-up", made), ("/passkeys/logged-in", proved)] {
        let reply = anna.post(path, body).await;
        assert_eq!(reply.status, 400, "{path}");
        assert!(message(&reply).contains("took too long"), "{path}: {}", reply.body);
    }
    // One that does not fit, to a question that was asked; the question is worth nothing afterwards.
    let mut eve = at_localhost(&server);
    let token = json(&eve.post("/passkeys/log-in", "").await)["token"].as_str().unwrap().to_owned();
    let forged = proved.replace("\"x\"", &format!("\"{token}\""));
    assert!(message(&eve.post("/passkeys/logged-in", &forged).await).contains("does not fit"));
    assert!(message(&eve.post("/passkeys/logged-in", &forged).await).contains("took too long"));
    assert!(eve.cookie.is_none());
    // What Anna was asked is nobody else's to answer.
    let asked = anna.post("/passkeys/add", r#"{"password":"a long walk by the sea"}"#).await;
    let token = json(&asked)["token"].as_str().unwrap().to_owned();
    let mut bo = signed_up(&server, "Bo").await;
    let stolen = bo.post("/passkeys/added", &made.replace("\"x\"", &format!("\"{token}\""))).await;
    assert!(message(&stolen).contains("took too long"));
    for origin in [None, Some("http://evil.example")] {
        let headers: Vec<_> = origin.map(|origin| ("Origin", origin)).into_iter().collect();
        for path in ["/passkeys/add", "/passkeys/log-in", "/passkeys/sign-up", "/account/passkeys/remove"] {
            assert_eq!(anna.ask("POST", path, &headers, "{}").await.status, 403, "{path} {origin:?}");
        }
    }
}

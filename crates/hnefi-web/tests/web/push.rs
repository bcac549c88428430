//! Telling who is away, through a push service of our own: it receives, and decrypts as a browser does.

use std::sync::{Arc, Mutex};

use crate::common::{Browser, PATIENCE, Page, Server, sign_up};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use hnefi_web::{Addresses, Limits};
use p256::SecretKey;
use p256::elliptic_curve::sec1::ToEncodedPoint;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use web_push_native::{Auth, decrypt};

/// A push service: it keeps what it is sent, and answers what it is told to.
#[derive(Clone)]
struct Service {
    address: String,
    got: Arc<Mutex<Vec<(String, HeaderMap, Bytes)>>>,
    answers: Arc<Mutex<Vec<StatusCode>>>,
}

/// The keys of a browser's subscription.
struct Keys {
    secret: SecretKey,
    auth: [u8; 16],
}

impl Service {
    async fn start() -> Service {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let service = Service { address, got: Arc::default(), answers: Arc::default() };
        let router = Router::new().route("/to/{browser}", post(take)).with_state(service.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        service
    }

    fn addresses(&self) -> Addresses {
        Addresses { push_test_service: Some(self.address.clone()), ..Addresses::default() }
    }

    fn count(&self) -> usize {
        self.got.lock().unwrap().len()
    }

    /// Waits for a message of this number, counted from 1, and opens it.
    async fn opened(&self, number: usize, keys: &Keys) -> Value {
        let until = tokio::time::Instant::now() + PATIENCE;
        while self.count() < number {
            assert!(tokio::time::Instant::now() < until, "message {number} has not come");
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        let (_, headers, body) = self.got.lock().unwrap()[number - 1].clone();
        assert!(headers["authorization"].to_str().unwrap().starts_with("vapid t="), "{headers:?}");
        assert_eq!(headers["content-encoding"], "aes128gcm");
        let text = decrypt(body.to_vec(), &keys.secret, &Auth::clone_from_slice(&keys.auth)).unwrap();
        serde_json::from_slice(&text).unwrap()
    }
}

async fn take(
    State(service): State<Service>,
    Path(browser): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    service.got.lock().unwrap().push((browser, headers, body));
    service.answers.lock().unwrap().pop().unwrap_or(StatusCode::CREATED)
}

impl Keys {
    fn new(seed: u8) -> Keys {
        Keys { secret: SecretKey::from_slice(&[seed; 32]).unwrap(), auth: [seed; 16] }
    }

    /// What the browser gives as its subscription.
    fn subscription(&self, endpoint: &str) -> Value {
        let base64 = data_encoding::BASE64URL_NOPAD;
        let point = self.secret.public_key().to_encoded_point(false);
        let keys = json!({"p256dh": base64.encode(point.as_bytes()), "auth": base64.encode(&self.auth)});
        json!({"endpoint": endpoint, "expirationTime": null, "keys": keys})
    }
}

async fn say(browser: &mut Browser, path: &str, what: &Value) -> u16 {
    let origin = format!("http://{}", browser.address);
    let headers = [("Origin", origin.as_str()), ("Content-Type", "application/json")];
    browser.ask("POST", path, &headers, &what.to_string()).await.status
}

/// A game with so much time between Ann's attackers and Bo's defenders, whose pages are given.
async fn game(server: &Server, clock: &str) -> (String, Browser, Browser, Page, Page) {
    let (mut anna, mut bo) = (server.browser(), server.browser());
    let id = anna.make_game(&format!("rules=fetlar-2018&mode=friend&side=attackers&name=Anna&clock={clock}")).await;
    let annas = anna.open(&id).await;
    assert_eq!(bo.post(&annas.link("join"), "name=Bo").await.status, 303);
    let bos = bo.open(&id).await;
    (id, anna, bo, annas, bos)
}

#[tokio::test]
async fn a_move_of_days_is_told_to_who_is_away_encrypted_for_his_browser() {
    let service = Service::start().await;
    let server = Server::start_with(service.addresses()).await;
    let (id, mut anna, mut bo, mut annas, bos) = game(&server, "2d").await;
    let key = bo.get("/push").await.body;
    let (his, hers) = (Keys::new(3), Keys::new(4));
    let told = his.subscription(&format!("{}/to/bo", service.address));
    assert_eq!(say(&mut bo, "/push/subscribe", &told).await, 204);
    assert_eq!(
        say(&mut anna, "/push/subscribe", &hers.subscription(&format!("{}/to/anna", service.address))).await,
        204
    );
    // Whose page is open is not told.
    annas.play("d1-d4").await;
    drop(bos);
    let mut bos = bo.open(&id).await;
    bos.play("f4-e4").await;
    annas.until_plies(2).await;
    assert_eq!(service.count(), 0);
    drop(bos);
    annas.until_state(|state| state["players"]["defenders"]["online"] == false).await;
    annas.play("e1-e3").await;
    let said = service.opened(1, &his).await;
    assert_eq!(
        (&said["title"], &said["url"], &said["tag"]),
        (&json!("Your move"), &json!(format!("/game/{id}")), &json!(id))
    );
    assert!(said["body"].as_str().unwrap().ends_with("against \u{2068}Anna\u{2069}"), "{said}");
    assert_eq!(service.got.lock().unwrap()[0].0, "bo");
    let all = said.to_string();
    for link in ["join", "watch", "seat"] {
        assert!(!all.contains(&format!("/{link}/")), "{all}");
    }
    // The key stays, so that browsers need not ask again.
    drop(annas);
    server.state.stop(PATIENCE).await;
    let server = Server::start_on(server.folder, service.addresses(), Limits::default()).await;
    for browser in [&mut anna, &mut bo] {
        browser.address = server.browser().address;
    }
    assert_eq!(bo.get("/push").await.body, key);
    let mut bos = bo.open(&id).await;
    bos.play("e5-c5").await;
    assert_eq!(service.opened(2, &hers).await["title"], "Your move");
}

#[tokio::test]
async fn no_browser_waits_for_another_ones_service() {
    let service = Service::start().await;
    let server = Server::start_with(service.addresses()).await;
    let (_, _, mut bo, mut annas, bos) = game(&server, "2d").await;
    let keys = Keys::new(3);
    for browser in ["desktop", "telephone"] {
        let told = keys.subscription(&format!("{}/to/{browser}", service.address));
        assert_eq!(say(&mut bo, "/push/subscribe", &told).await, 204);
    }
    drop(bos);
    annas.until_state(|state| state["players"]["defenders"]["online"] == false).await;
    service.answers.lock().unwrap().push(StatusCode::SERVICE_UNAVAILABLE);
    annas.play("d1-d4").await;
    // The one that was not taken is sent again, after the other one.
    service.opened(3, &keys).await;
    let got: Vec<String> = service.got.lock().unwrap().iter().map(|(browser, ..)| browser.clone()).collect();
    assert!(got[0] != got[1] && got[2] == got[0], "{got:?}");
}

#[tokio::test]
async fn who_logs_out_or_has_gone_is_told_nothing() {
    let service = Service::start().await;
    let server = Server::start_with(service.addresses()).await;
    let keys = Keys::new(5);
    let (_, _anna, mut bo, mut annas, bos) = game(&server, "2d").await;
    drop(bos);
    annas.until_state(|state| state["players"]["defenders"]["online"] == false).await;
    for browser in ["gone", "there", "off"] {
        let told = keys.subscription(&format!("{}/to/{browser}", service.address));
        assert_eq!(say(&mut bo, "/push/subscribe", &told).await, 204);
    }
    let off = json!({"endpoint": format!("{}/to/off", service.address)});
    assert_eq!(say(&mut server.browser(), "/push/unsubscribe", &off).await, 404, "nobody else's");
    assert_eq!(say(&mut bo, "/push/unsubscribe", &off).await, 204);
    // The first of the two is gone, says its service; the next move is told to the other alone.
    service.answers.lock().unwrap().push(StatusCode::GONE);
    annas.play("d1-d4").await;
    service.opened(2, &keys).await;
    let first = service.got.lock().unwrap()[0].0.clone();
    let bos_id = annas.state["game"].as_str().unwrap().to_owned();
    let mut bos = bo.open(&bos_id).await;
    bos.play("f4-e4").await;
    drop(bos);
    annas.until_plies(2).await;
    annas.until_state(|state| state["players"]["defenders"]["online"] == false).await;
    annas.play("e1-e3").await;
    service.opened(3, &keys).await;
    assert_ne!(service.got.lock().unwrap()[2].0, first);
    assert!(service.got.lock().unwrap().iter().all(|(browser, ..)| browser != "off"));
    // Whoever leaves the browser is told nothing there any more.
    let mut bos = bo.open(&bos_id).await;
    bos.play("e5-c5").await;
    drop(bos);
    assert_eq!(bo.post("/forget", "").await.status, 303);
    annas.until_plies(4).await;
    annas.until_state(|state| state["players"]["defenders"]["online"] == false).await;
    annas.play("g1-g3").await;
    // What is sent later shows that nothing was sent in between.
    let store = hnefi_store::Store::open(&server.folder.path().join("hnefi.db")).await.unwrap();
    let seats = store.seats(&bos_id).await.unwrap().unwrap();
    let person = seats[hnefi_rules::Side::Defenders].person().unwrap().clone();
    assert_eq!(store.pushes_of(&person).await.unwrap(), []);
    assert_eq!(service.count(), 3);
}

#[tokio::test]
async fn addresses_that_are_no_push_service_are_refused_and_strangers_subscribe_nothing() {
    let service = Service::start().await;
    let server = Server::start().await;
    let keys = Keys::new(6);
    let (_, _anna, mut bo, ..) = game(&server, "2d").await;
    for endpoint in [
        format!("{}/to/bo", service.address),
        "https://127.0.0.1/to".to_owned(),
        "http://fcm.googleapis.com/to".to_owned(),
        "https://push.example/to".to_owned(),
    ] {
        assert_eq!(say(&mut bo, "/push/subscribe", &keys.subscription(&endpoint)).await, 400, "{endpoint}");
    }
    assert_eq!(say(&mut bo, "/push/subscribe", &json!("nothing")).await, 400);
    let good = keys.subscription("https://fcm.googleapis.com/fcm/send/1");
    assert_eq!(say(&mut server.browser(), "/push/subscribe", &good).await, 404, "nobody knows him");
    assert_eq!(
        bo.ask("POST", "/push/subscribe", &[("Origin", "http://evil.example")], &good.to_string()).await.status,
        403
    );
    assert_eq!(say(&mut bo, "/push/subscribe", &good).await, 204);
    let bad = Addresses { push_test_service: Some("http://push.example".to_owned()), ..Addresses::default() };
    let folder = tempfile::tempdir().unwrap();
    assert!(
        hnefi_web::AppState::open(
            folder.path(),
            &hnefi_store::Place::Folder(folder.path().into()),
            bad,
            Limits::default()
        )
        .await
        .is_err()
    );
}

#[tokio::test]
async fn little_time_is_told_once_a_move() {
    let service = Service::start().await;
    let server = Server::start_with(service.addresses()).await;
    let keys = Keys::new(7);
    let (id, mut anna, _bo, annas, _bos) = game(&server, "1d").await;
    assert_eq!(
        say(&mut anna, "/push/subscribe", &keys.subscription(&format!("{}/to/anna", service.address))).await,
        204
    );
    drop(annas);
    server.state.stop(PATIENCE).await;
    // Nineteen hours have passed of her first day.
    server.tamper("update heartbeat set clock_ms = clock_ms + 68400000").await;
    let server = Server::start_on(server.folder, service.addresses(), Limits::default()).await;
    let said = service.opened(1, &keys).await;
    assert_eq!((&said["title"], &said["url"]), (&json!("Little time left: your move"), &json!(format!("/game/{id}"))));
    server.state.stop(PATIENCE).await;
    let server = Server::start_on(server.folder, service.addresses(), Limits::default()).await;
    let store = hnefi_store::Store::open(&server.folder.path().join("hnefi.db")).await.unwrap();
    assert_eq!(store.short_of_time(70_000_000).await.unwrap(), [], "once");
    assert_eq!(service.count(), 1);
}

#[tokio::test]
async fn a_challenge_and_the_game_that_comes_of_it_are_told() {
    let service = Service::start().await;
    let server = Server::start_with(service.addresses()).await;
    let (mut anna, mut bert) = (sign_up(&server, "Anna").await, sign_up(&server, "Bert").await);
    let (his, hers) = (Keys::new(8), Keys::new(9));
    for (browser, keys) in [(&mut bert, &his), (&mut anna, &hers)] {
        let to = format!("{}/to/{}", service.address, keys.auth[0]);
        assert_eq!(say(browser, "/push/subscribe", &keys.subscription(&to)).await, 204);
    }
    let form = "rules=brandubh&clock=2d&side=attackers&to=Bert";
    assert_eq!(anna.post("/lobby/seeks", form).await.status, 303);
    let said = service.opened(1, &his).await;
    assert_eq!((&said["title"], &said["url"]), (&json!("A challenge"), &json!("/lobby")));
    assert_eq!(said["body"], "\u{2068}Anna\u{2069} challenges you to a game.");
    let lobby = bert.get("/lobby").await.body;
    let seek = lobby.split("data-seek=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let taken = bert.post(&format!("/lobby/seeks/{seek}/accept"), "").await;
    let game = taken.header("location").unwrap().to_owned();
    let said = service.opened(2, &hers).await;
    assert_eq!((&said["title"], &said["url"]), (&json!("Your move"), &json!(game)));
}

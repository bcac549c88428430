//! The community's rule sets and house rules: played, shared, refused, and bounded.

use crate::common::{Browser, Server, two_people};
use hnefi_rules::{Question, rulesets};
use hnefi_web::Addresses;
use serde_json::{Value, json};

/// What the server says to house rules.
async fn check(browser: &mut Browser, question: &Value) -> Value {
    let reply = browser.ask("POST", "/api/house", &[], &question.to_string()).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    serde_json::from_str(&reply.body).unwrap()
}

async fn code(browser: &mut Browser, question: &Value) -> String {
    check(browser, question).await["code"].as_str().unwrap().to_owned()
}

/// How many games a visitor has, by the list on his first page.
async fn games(browser: &mut Browser) -> usize {
    browser.get("/").await.body.matches("href=\"/game/").count()
}

#[tokio::test]
async fn every_rule_set_is_played_read_and_changed() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let (home, index) = (anna.get("/").await.body, anna.get("/rules").await.body);
    for ruleset in rulesets() {
        let id = ruleset.id();
        assert!(home.contains(&format!("value=\"{id}\"")), "{id} can be picked");
        assert!(index.contains(&format!("/rules/{id}\"")), "{id} is listed");
        for path in [format!("/rules/{id}"), format!("/table?rules={id}"), format!("/house/edit?base={id}")] {
            let reply = anna.get(&path).await;
            assert_eq!(reply.status, 200, "{path}");
            assert!(reply.body.contains(ruleset.name()), "{path}");
        }
        let game = anna.make_game(&format!("rules={id}&mode=screen")).await;
        let mut page = anna.open(&game).await;
        assert_eq!(page.state["size"], ruleset.size());
        assert_eq!(page.state["turn"], ruleset.first().id());
        assert_eq!(page.state["rules"]["address"], format!("/rules/{id}"));
        assert_eq!(page.state["rules"]["house"], Value::Null);
        page.play_any(3).await;
        page.play_any(5).await;
    }
    let place = |id: &str| home.find(&format!("value=\"{id}\"")).unwrap();
    assert!(place("regency-chess") < place("copenhagen"), "the leaflets come first");
    assert!(place("copenhagen") < place("brandubh"), "then Copenhagen");
}

#[tokio::test]
async fn a_shieldwall_falls_as_one_and_is_told() {
    let server = Server::start().await;
    let mut anna = server.browser();
    // Four defenders on the right edge, one attacker still missing at their end.
    let rows = "/11/11/10t/9tT/9tT/9tT/9tT/11/4K5t/11/11/";
    let game = anna.make_game(&format!("rules=copenhagen&mode=screen&position={rows}&turn=attackers")).await;
    let mut page = anna.open(&game).await;
    page.play("k9-k8").await;
    let squares: Vec<&str> =
        page.plies[0]["captures"].as_array().unwrap().iter().map(|c| c["square"].as_str().unwrap()).collect();
    assert_eq!(squares, ["k4", "k5", "k6", "k7"]);
    let says = page.plies[0]["says"].as_str().unwrap();
    assert!(["k4", "k7"].iter().all(|square| says.contains(square)) && !says.contains('{'), "{says}");
    let state: Value = page.state.clone();
    assert_eq!(state["outcome"], Value::Null);
    // The text that people take along names the clause; for programs it is bare.
    let page = anna.get(&format!("/game/{game}")).await.body;
    assert!(page.contains(&format!("data-text=\"/game/{game}/text\"")), "{page}");
    let bare = anna.get(&format!("/game/{game}/text")).await.body;
    assert!(bare.ends_with("1. k9-k8xk4/k5/k6/k7\n"), "{bare}");
    let cited = anna.get(&format!("/game/{game}/text?clauses&download")).await.body;
    assert!(cited.contains("1. k9-k8xk4/k5/k6/k7 {k4, k5, k6 and k7: ") && cited.contains("(shieldwall).}"), "{cited}");
}

#[tokio::test]
async fn a_move_that_repeats_what_it_may_not_is_no_destination_and_is_refused() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let code =
        code(&mut anna, &json!({"base": "fetlar-2018", "answers": {"repetition": "third-position-forbidden"}})).await;
    let game = anna.make_game(&format!("rules={code}&mode=screen")).await;
    let mut page = anna.open(&game).await;
    for mv in ["d1-d2", "f8-g8", "d2-d1", "g8-f8", "d1-d2", "f8-g8", "d2-d1"] {
        page.play(mv).await;
    }
    let destinations = page.state["legal"]["g8"].as_array().unwrap();
    assert!(!destinations.is_empty() && !destinations.contains(&json!("f8")), "{destinations:?}");
    page.send_move("x", 7, "g8-f8").await;
    let refused = page.until("refused", |_| true).await;
    assert_eq!(refused["code"], "repeats");
    assert_eq!(refused["clause"]["grade"], "house");
    page.send(json!({"type": "why", "move": "g8-f8", "ply": 7})).await;
    let why = page.until("why", |_| true).await;
    assert_eq!(why["clauses"][0]["grade"], "house", "{why}");
    // The same move was allowed when it was first made.
    page.send(json!({"type": "why", "move": "g8-f8", "ply": 3})).await;
    assert!(page.until("why", |_| true).await["title"].as_str().unwrap().contains("allowed"));
    page.play("g8-h8").await;
}

#[tokio::test]
async fn house_rules_are_shared_played_and_kept_for_the_rematch() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let house = json!({"base": "brandubh", "name": "Am <i>Fjord</i> & so",
        "answers": {"escape": "edge", "king-open": "four"}, "start": "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"});
    let answer = check(&mut anna, &house).await;
    assert_eq!(answer["playable"], true, "{answer}");
    let code = answer["code"].as_str().unwrap();
    let base = rulesets().find(|r| r.id() == "brandubh").unwrap();
    let changed: Vec<&str> = answer["changed"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
    assert_eq!(changed.contains(&"king-open"), base.answers().word(Question::KingOpen) != "four");
    assert!(changed.contains(&"escape"));

    // A stranger without scripts reads them on the page and plays.
    let mut bo = server.browser();
    let page = bo.get(&format!("/house/{code}")).await;
    assert_eq!(page.status, 200);
    assert!(page.body.contains("Am &#60;i&#62;Fjord&#60;/i&#62; &#38; so") && !page.body.contains("<i>Fjord"));
    assert!(page.body.contains("Where does the king escape?") && page.body.contains("<svg class=\"diagram\""));
    assert!(page.body.contains(&format!("name=\"rules\" value=\"{code}\"")));
    let edit = bo.get(&format!("/house/{code}/edit")).await;
    assert!(edit.status == 200 && edit.body.contains("value=\"edge\" checked") && !edit.body.contains("<i>Fjord"));

    let (mut annas, mut bos, ..) = two_people(&server, code).await;
    assert_eq!(annas.state["rules"]["name"], "Am <i>Fjord</i> & so");
    assert_eq!(annas.state["rules"]["address"], format!("/house/{code}"));
    let differs = annas.state["rules"]["house"]["differs"].as_array().unwrap();
    assert_eq!(differs.len(), changed.len(), "{differs:?}");
    bos.send(json!({"type": "resign"})).await;
    annas.until_state(|s| !s["outcome"].is_null()).await;
    annas.send(json!({"type": "offer", "kind": "rematch"})).await;
    bos.until_state(|s| !s["offer"].is_null()).await;
    bos.send(json!({"type": "answer", "accept": true})).await;
    bos.until_state(|s| !s["next"].is_null()).await;
    assert_eq!(bos.state["rules"]["address"], format!("/house/{code}"));
}

#[tokio::test]
async fn the_page_of_a_game_and_of_an_invitation_say_what_differs() {
    let server = Server::start().await;
    let (mut anna, mut bo) = (server.browser(), server.browser());
    let code = code(&mut anna, &json!({"base": "copenhagen", "name": "Ours", "answers": {"no-move": "draw"}})).await;
    let game = anna.make_game(&format!("rules={code}&mode=friend&side=attackers")).await;
    let page = anna.open(&game).await;
    for body in [anna.get(&format!("/game/{game}")).await.body, bo.get(&page.link("join")).await.body] {
        assert!(body.contains("What if the side to move cannot move? A draw."), "{body}");
        assert!(body.contains("Ours") && body.contains(&format!("/house/{code}")));
    }
    // Against the computer, too.
    let game = anna.make_game(&format!("rules={code}&mode=computer&side=attackers&level=1")).await;
    let mut page = anna.open(&game).await;
    page.play_any(0).await;
    page.until_plies(2).await;
}

#[tokio::test]
async fn a_file_comes_back_as_it_went() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let house = json!({"base": "tablut-15", "name": "\"Groß\" \\ klein", "answers": {"agreement": "none"},
        "start": "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"});
    let code = code(&mut anna, &house).await;
    let file = anna.get(&format!("/house/{code}/file")).await;
    assert_eq!(file.status, 200, "{}", file.body);
    assert_eq!(file.header("content-disposition").unwrap(), "attachment; filename=\"gro-klein.toml\"");
    let rules = hnefi_rules::Ruleset::from_toml(&file.body).unwrap();
    assert_eq!((rules.name(), rules.base(), rules.size()), ("\"Groß\" \\ klein", Some("tablut-15"), 7));
    let body: String = file.body.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let back = anna.post("/house/read", &format!("toml={body}")).await;
    assert_eq!(back.status, 303, "{}", back.body);
    assert_eq!(back.header("location"), Some(format!("/house/{code}").as_str()));
    // A complete file, as a game keeps it.
    let body: String = rules.to_toml().bytes().map(|byte| format!("%{byte:02X}")).collect();
    let back = anna.post("/house/read", &format!("toml={body}")).await;
    assert_eq!(back.header("location"), Some(format!("/house/{code}").as_str()));
}

#[tokio::test]
async fn a_form_without_scripts_makes_house_rules() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let page =
        anna.get("/house/edit?base=copenhagen&name=Ours&no-move=draw&start=/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/").await;
    assert_eq!(page.status, 200);
    let code = code(
        &mut anna,
        &json!({"base": "copenhagen", "name": "Ours", "answers": {"no-move": "draw"},
        "start": "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"}),
    )
    .await;
    assert!(page.body.contains(&format!("href=\"/house/{code}\"")));
    assert_eq!(anna.get(&format!("/house/{code}")).await.status, 200);
}

#[tokio::test]
async fn what_makes_no_game_is_refused_with_every_reason_at_its_place() {
    let server = Server::start().await;
    let mut anna = server.browser();
    anna.make_game("rules=brandubh&mode=screen").await;
    for (house, place, words) in [
        (json!({"start": "/K6/7/7/7/7/7/t5t/"}), "start", "corner a1"),
        (json!({"start": "/7/7/7/7/7/7/t5t/"}), "start", "no king"),
        (json!({"start": "/7/2K4/7/3t3/7/7/K5t/"}), "start", "more than one king"),
        (json!({"start": "/7/7/7/3K3/7/7/3T3/", "answers": {"no-move": "draw"}}), "start", "never win"),
        (json!({"start": "/7/7/7/3K3/7/7/3T3/"}), "start", "make"),
        (json!({"name": "x".repeat(81)}), "name", "too long"),
        (json!({"name": "evil\u{202e}"}), "name", "turn the text round"),
        (json!({"name": "two\nlines"}), "name", "cannot be seen"),
    ] {
        let mut house = house;
        house["base"] = json!("brandubh");
        let answer = check(&mut anna, &house).await;
        assert_eq!(answer["playable"], false, "{house}");
        let faults = answer["faults"].as_array().unwrap();
        assert!(faults.iter().any(|f| f["place"] == place && f["says"].as_str().unwrap().contains(words)), "{answer}");
        let code = answer["code"].as_str().unwrap();
        let page = anna.get(&format!("/house/{code}")).await;
        if house["name"] == "two\nlines" {
            assert_eq!(page.status, 400, "{house}");
            continue;
        }
        assert!(page.status == 400 && page.body.contains("make no game"), "{house}");
        assert!(!page.body.contains("action=\"/games\""));
        assert_eq!(anna.get(&format!("/house/{code}/file")).await.status, 400);
        let made = anna.post("/games", &format!("rules={code}&mode=screen")).await;
        assert!(made.status == 400 && made.header("set-cookie").is_none(), "{house}");
        assert_eq!(anna.get(&format!("/house/{code}/edit")).await.status, 200, "it can be mended");
    }
    assert_eq!(games(&mut anna).await, 1, "nothing was written");
}

#[tokio::test]
async fn garbage_is_refused_politely_and_writes_nothing() {
    let server = Server::start().await;
    let mut eve = server.browser();
    eve.make_game("rules=brandubh&mode=screen").await;
    let good = code(&mut eve, &json!({"base": "copenhagen", "name": "Ours"})).await;
    let long = format!("1{}", "A".repeat(3000));
    let codes = [
        "1",
        "1AAAA",
        "1AAAAAAAA",
        "2AAAA",
        "nowhere",
        "1%00",
        "1%3Cscript%3E",
        &good[..good.len() - 1],
        &format!("{good}A"),
        &long,
    ];
    for code in codes {
        for path in [format!("/house/{code}"), format!("/house/{code}/edit"), format!("/house/{code}/file")] {
            let reply = eve.get(&path).await;
            let status = if code.len() > 3000 { 414 } else { 400 };
            assert_eq!(reply.status, status, "{path}");
            assert!(reply.body.contains("<h1") && !reply.body.contains("<script>"), "{path}");
        }
        assert!((400..500).contains(&eve.post("/games", &format!("rules={code}&mode=screen")).await.status));
        let table = json!({"rules": code, "position": "/", "turn": "attackers"}).to_string();
        assert!((400..500).contains(&eve.ask("POST", "/api/table", &[], &table).await.status));
    }
    let deep = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
    let tables = "[a.".repeat(5_000);
    for (file, status) in [
        ("", 400),
        ("format = 2", 400),
        ("\u{0}", 400),
        ("format = 2\nid = \"x\"\nname = \"x\"\nbase = \"nowhere\"", 400),
        ("format = 2\nid = \"x\"\nname = \"x\"\nbase = \"fetlar-2018\"\n[answers.no-move]\nis = \"<script>\"", 400),
        (&format!("x = {}", &deep[..9_000]), 400),
        (&tables, 400),
        (&format!("name = \"{}\"", "x".repeat(40_000)), 413),
        (&"x".repeat(70_000), 413),
    ] {
        let body: String = file
            .bytes()
            .map(
                |byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") },
            )
            .collect();
        let reply = eve.post("/house/read", &format!("toml={body}")).await;
        assert_eq!(reply.status, status, "{}", &file[..file.len().min(60)]);
        assert!(reply.body.contains("<h1") && !reply.body.contains("<script>") && reply.body.len() < 20_000);
    }
    assert_eq!(eve.post("/house/read", "").await.status, 400);
    assert_eq!(eve.ask("POST", "/house/read", &[("Origin", "http://evil.example")], "toml=x").await.status, 403);
    let many: serde_json::Map<String, Value> = (0..2000).map(|n| (n.to_string(), json!("x"))).collect();
    for body in [
        json!({}),
        json!([]),
        json!({"base": "nowhere"}),
        json!({"base": "copenhagen", "answers": {"no-move": "perhaps"}}),
        json!({"base": "copenhagen", "answers": {"song": "sung"}}),
        json!({"base": "copenhagen", "answers": many}),
        json!({"base": "copenhagen", "start": "/3/"}),
        json!({"base": "copenhagen", "start": format!("/{}/", "9".repeat(30_000))}),
        json!({"base": "copenhagen", "name": "x".repeat(30_000)}),
    ] {
        let reply = eve.ask("POST", "/api/house", &[], &body.to_string()).await;
        assert_eq!(reply.status, 400, "{}", reply.body);
        let answer: Value = serde_json::from_str(&reply.body).unwrap();
        assert!(answer["error"]["message"].as_str().unwrap().len() < 400);
    }
    assert_eq!(eve.get(&format!("/house/edit?base=copenhagen&name={}", "x".repeat(9_000))).await.status, 414);
    assert_eq!(eve.get("/house/edit?base=nowhere").await.status, 400);
    assert_eq!(eve.get("/house/edit?base=copenhagen&no-move=perhaps").await.status, 400);
    assert_eq!(eve.get("/house/edit?base=copenhagen&fbclid=1").await.status, 200);
    assert_eq!(games(&mut eve).await, 1, "nothing was written");
}

#[tokio::test]
async fn games_under_house_rules_count_as_games() {
    let server = Server::start_without_refill(Addresses::default()).await;
    let mut eve = server.browser();
    let code = code(&mut eve, &json!({"base": "brandubh", "name": "Mine"})).await;
    let mut made = 0;
    for _ in 0..80 {
        let reply = eve.post("/games", &format!("rules={code}&mode=screen")).await;
        match reply.status {
            303 => made += 1,
            status => {
                assert_eq!(status, 429);
                break;
            }
        }
    }
    assert_eq!(made, 60);
}

#[tokio::test]
async fn the_example_of_the_page_about_links_is_one() {
    let server = Server::start().await;
    let page = include_str!("../../../../docs/formats/house-link.md");
    let text = page.split("```text\n").nth(1).unwrap().split("\n```").next().unwrap();
    let mut lines = text.lines();
    let mut house = json!({"base": lines.next().unwrap(), "name": lines.next().unwrap()});
    for line in lines {
        let (question, word) = line.split_once('=').unwrap();
        house["answers"][question] = json!(word);
    }
    let code = code(&mut server.browser(), &house).await;
    assert!(page.contains(&format!("is `{code}`.")), "{code}");
}

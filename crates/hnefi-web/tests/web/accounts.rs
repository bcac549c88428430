//! Accounts: signing up, logging in, and what is refused.

use crate::common::{Browser, PASSWORD, Reply, Server};
use hnefi_web::{Addresses, Limits};
use serde_json::Value;

const FRIEND: &str = "rules=fetlar-2018&mode=friend&side=attackers";

/// Makes an account, and gives its recovery codes.
async fn sign_up(browser: &mut Browser, name: &str) -> Vec<String> {
    let page = browser.sign_up(name).await;
    page.body.split("<code>").skip(1).map(|rest| rest.split('<').next().unwrap().to_owned()).collect()
}

async fn log_in(browser: &mut Browser, name: &str, password: &str) -> Reply {
    browser.post("/log-in", &format!("name={name}&password={password}")).await
}

fn location(reply: &Reply) -> &str {
    assert_eq!(reply.status, 303, "{}", reply.body);
    reply.header("location").unwrap()
}

#[tokio::test]
async fn who_signs_up_keeps_the_games_and_finds_them_on_every_device() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let game = anna.make_game(FRIEND).await;
    let mut guest = anna.clone();
    let mut page = anna.open(&game).await;
    let reply = anna.get("/sign-up").await;
    assert!(reply.body.contains("come along"), "{}", reply.body);
    let codes = sign_up(&mut anna, "Anna").await;
    assert_eq!(codes.len(), 8);
    assert_eq!(page.closed().await, (1008, "you are logged out: load the page again".to_owned()));
    assert_eq!(guest.get(&format!("/game/{game}")).await.status, 404, "the guest's cookie opens nothing any more");
    let page = anna.open(&game).await;
    assert_eq!(page.state["players"]["attackers"]["name"], "Anna");
    assert_eq!(page.state["players"]["attackers"]["page"], "/@/Anna");
    assert_eq!(anna.cookie_named("called"), Some("Anna"));
    assert!(page.state["html"].as_str().unwrap().contains(r#"<a href="/@/Anna">"#), "{}", page.state["html"]);

    let mut phone = server.browser();
    let played = phone.make_game("rules=brandubh&mode=screen").await;
    let mut phones = phone.open(&played).await;
    let reply = phone.post("/log-in", &format!("name=anna&password={PASSWORD}&to=/game/{game}")).await;
    assert_eq!(location(&reply), format!("/game/{game}"));
    assert_eq!(phone.get(&format!("/game/{game}")).await.status, 200);
    assert_eq!(phones.closed().await.0, 1008);
    for browser in [&mut phone, &mut anna] {
        assert_eq!(browser.open(&played).await.state["you"], serde_json::json!(["attackers", "defenders"]));
    }
    // What is asked of a guest is not asked of a member.
    let home = anna.get("/").await.body;
    assert!(!home.contains("name=\"name\"") && !home.contains("/forget"), "{home}");
    assert_eq!(location(&anna.get("/sign-up").await), "/account");
    assert_eq!(location(&anna.get("/log-in").await), "/account");
    assert_eq!(anna.post("/name", "name=Bella").await.status, 303);
    assert_eq!(anna.open(&game).await.state["players"]["attackers"]["name"], "Anna");
    assert_eq!(anna.post("/forget", "").await.status, 303);
    assert_eq!(anna.get("/account").await.status, 303, "whoever forgets the device logs out");
    assert_eq!(phone.open(&game).await.state["players"]["attackers"]["name"], "Anna", "and keeps the name");
}

#[tokio::test]
async fn a_game_between_a_guest_and_the_account_that_he_logs_in_to_stays_as_it_is() {
    let server = Server::start().await;
    let (annas, _, mut anna, mut bo) = crate::common::two_people(&server, "fetlar-2018").await;
    sign_up(&mut anna, "Anna").await;
    let game = annas.state["game"].as_str().unwrap().to_owned();
    assert_eq!(location(&log_in(&mut bo, "Anna", PASSWORD).await), "/");
    let page = bo.open(&game).await;
    assert_eq!(page.state["you"], serde_json::json!(["attackers"]), "nobody plays both sides of it");
    // A name that was changed elsewhere is shown here after the next look at the account.
    assert_eq!(anna.post("/account/name", "name=Berta").await.status, 303);
    assert_eq!(bo.cookie_named("called"), Some("Anna"));
    assert_eq!(bo.get("/account").await.status, 200);
    assert_eq!(bo.cookie_named("called"), Some("Berta"));
}

#[tokio::test]
async fn nothing_tells_which_names_exist() {
    let server = Server::start().await;
    let mut anna = server.browser();
    sign_up(&mut anna, "Anna").await;
    let mut bodies = Vec::new();
    for name in ["Anna", "Nobody", "Berta", "no+name+at+all%21"] {
        let before = server.state.hashes().made;
        let reply = log_in(&mut server.browser(), name, "not+her+password").await;
        assert_eq!(reply.status, 401, "{name}");
        assert_eq!(server.state.hashes().made, before + 1, "{name} costs one hash");
        assert!(reply.header("set-cookie").is_none());
        let typed = name.replace('+', " ").replace("%21", "!");
        bodies.push(reply.body.replace(&format!("value=\"{typed}\""), "value"));
    }
    assert!(bodies[0].contains("do not belong together"));
    assert!(bodies.iter().all(|body| *body == bodies[0]), "{bodies:?}");
    let mut recovered = Vec::new();
    for name in ["Anna", "Berta"] {
        let form = format!("name={name}&code=abcd-efgh-jkmn-pqrs&password={PASSWORD}");
        let reply = server.browser().post("/recover", &form).await;
        assert_eq!(reply.status, 401);
        recovered.push(reply.body.replace(name, ""));
    }
    assert_eq!(recovered[0], recovered[1]);
}

#[tokio::test]
async fn a_name_that_is_taken_looks_like_one_or_is_reserved_is_nobodys() {
    let server = Server::start().await;
    sign_up(&mut server.browser(), "Anna").await;
    let mut eve = server.browser();
    for (name, status, says) in [
        ("Anna", 409, "somebody else’s"),
        ("ANNA", 409, "somebody else’s"),
        ("%D0%90nna", 409, "somebody else’s"),
        ("An-na", 409, "somebody else’s"),
        ("Moderator", 400, "think of this server"),
        ("Hnefi+Team", 400, "think of this server"),
        ("A+former+member", 400, "think of this server"),
        ("", 400, "say a name"),
        ("E", 400, "at least 2"),
        ("Eve3", 400, "cannot be in a name"),
    ] {
        let reply = eve.post("/sign-up", &format!("name={name}&password={PASSWORD}")).await;
        assert_eq!(reply.status, status, "{name}");
        assert!(reply.body.contains(says), "{name}: {}", reply.body);
        if says != "say a name" {
            // Guests' names pass the same filters.
            let reply = eve.post("/games", &format!("{FRIEND}&name={name}")).await;
            assert_eq!(reply.status, 400, "{name}");
        }
    }
    for (password, says) in [
        ("short", "at least 10 characters, and this one has 5"),
        ("Password123", "first that anybody would try"),
        ("eve+and+eve", "more than your name"),
    ] {
        let name = if password.starts_with("eve") { "Eve+and" } else { "Eve" };
        let reply = eve.post("/sign-up", &format!("name={name}&password={password}")).await;
        assert_eq!(reply.status, 400, "{password}");
        assert!(reply.body.contains(says), "{password}: {}", reply.body);
    }
    assert!(eve.cookie.is_none(), "nobody was made for it");
}

#[tokio::test]
async fn strangers_run_out_of_tries_and_nobody_is_locked_out_by_them() {
    let server = Server::start_without_refill(Addresses::default()).await;
    let mut anna = server.browser();
    sign_up(&mut anna, "Anna").await;
    assert_eq!(location(&anna.post("/log-out", "").await), "/");
    assert!(anna.cookie_named("visitor").is_none() && anna.cookie_named("device").is_some());
    let mut refused = 0;
    for number in 0..40u8 {
        let mut eve = server.browser();
        eve.from = Some(format!("127.0.1.{}", number % 2).parse().unwrap());
        let reply = log_in(&mut eve, "Anna", "a+wrong+password").await;
        match reply.status {
            401 => {}
            429 => refused += 1,
            status => panic!("{status}"),
        }
        if reply.status == 429 {
            assert!(reply.body.contains("too many tries"));
            // No password is looked at then, not even the right one.
            assert_eq!(log_in(&mut eve, "Anna", PASSWORD).await.status, 429);
        }
    }
    assert_eq!(refused, 20, "ten tries of the name from each network");
    anna.from = Some("127.0.1.0".parse().unwrap());
    assert_eq!(location(&log_in(&mut anna, "Anna", PASSWORD).await), "/", "even from the same network");
    // A device is known for those who have logged in on it alone.
    sign_up(&mut server.browser(), "Berta").await;
    for _ in 0..10 {
        assert_ne!(log_in(&mut anna, "Berta", "a+wrong+password").await.status, 303);
    }
    assert_eq!(log_in(&mut anna, "Berta", PASSWORD).await.status, 429);
}

#[tokio::test]
async fn a_hundred_log_ins_at_once_make_one_hash_at_a_time_while_moves_go_on() {
    let server = Server::start().await;
    sign_up(&mut server.browser(), "Anna").await;
    let (mut attackers, mut defenders, ..) = crate::common::two_people(&server, "fetlar-2018").await;
    let tries: Vec<_> = (0..100)
        .map(|number| {
            let mut eve = server.browser();
            eve.from = Some(format!("127.0.2.{number}").parse().unwrap());
            tokio::spawn(async move { log_in(&mut eve, &format!("Eve{number}"), "a+wrong+password").await.status })
        })
        .collect();
    for _ in 0..10 {
        attackers.play_any(7).await;
        let plies = attackers.plies.len();
        defenders.until_plies(plies).await;
        defenders.play_any(7).await;
        attackers.until_plies(plies + 1).await;
    }
    for one in tries {
        let status = one.await.unwrap();
        assert!([401, 503].contains(&status), "{status}");
    }
    let hashes = server.state.hashes();
    assert_eq!((hashes.most, hashes.in_flight, hashes.waiting), (1, 0, 0));
    assert!(hashes.made > 1);
}

#[tokio::test]
async fn forms_of_other_sites_do_nothing() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let codes = sign_up(&mut anna, "Anna").await;
    for (path, form) in [
        ("/log-in", format!("name=Anna&password={PASSWORD}")),
        ("/log-out", String::new()),
        ("/sign-up", format!("name=Eve&password={PASSWORD}")),
        ("/recover", format!("name=Anna&code={}&password={PASSWORD}", codes[0])),
        ("/account/end", String::new()),
        ("/account/name", "name=Eve".to_owned()),
        ("/account/password", format!("password={PASSWORD}&new=another+long+walk")),
        ("/account/codes", format!("password={PASSWORD}")),
        ("/account/delete", format!("password={PASSWORD}")),
    ] {
        for origin in [None, Some("http://evil.example"), Some("null")] {
            let mut headers = vec![("Content-Type", "application/x-www-form-urlencoded")];
            headers.extend(origin.map(|origin| ("Origin", origin)));
            let reply = anna.ask("POST", path, &headers, &form).await;
            assert_eq!(reply.status, 403, "{path} {origin:?}");
            assert!(reply.header("set-cookie").is_none());
        }
    }
    assert_eq!(anna.get("/account").await.status, 200);
    assert_eq!(location(&log_in(&mut server.browser(), "Anna", PASSWORD).await), "/");
}

#[tokio::test]
async fn beyond_the_machine_itself_no_password_is_taken_without_https() {
    let server = Server::start().await;
    let mut anna = server.browser();
    anna.host = Some("192.168.1.2:7117".to_owned());
    for path in ["/log-in", "/sign-up", "/recover"] {
        let reply = anna.get(path).await;
        assert_eq!(reply.status, 403, "{path}");
        assert!(reply.body.contains("only over https") && !reply.body.contains("type=\"password\""), "{}", reply.body);
        let reply = anna.post(path, &format!("name=Anna&password={PASSWORD}&code=abcd-efgh-jkmn-pqrs")).await;
        assert_eq!(reply.status, 403, "{path}");
    }
    assert_eq!(server.state.hashes().made, 0);
    anna.host = None;
    sign_up(&mut anna, "Anna").await;
    anna.host = Some("192.168.1.2:7117".to_owned());
    for path in ["/account/password", "/account/codes", "/account/delete"] {
        let reply = anna.post(path, &format!("password={PASSWORD}&new=another+long+walk")).await;
        assert_eq!(reply.status, 403, "{path}");
    }

    // Behind a proxy that speaks https.
    let addresses = Addresses {
        public_url: Some("https://tafl.example".to_owned()),
        proxies: vec!["127.0.0.1".parse().unwrap()],
        ..Addresses::default()
    };
    let server = Server::start_with(addresses).await;
    let mut bo = server.browser();
    bo.host = Some("tafl.example".to_owned());
    assert_eq!(bo.get("/sign-up").await.status, 200);
    let form = format!("name=Bo&password={PASSWORD}");
    let kind = ("Content-Type", "application/x-www-form-urlencoded");
    let from = ("X-Forwarded-For", "203.0.113.9");
    assert_eq!(bo.ask("POST", "/sign-up", &[kind, from, ("Origin", "http://tafl.example")], &form).await.status, 403);
    let reply = bo.ask("POST", "/sign-up", &[kind, from, ("Origin", "https://tafl.example")], &form).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    for (name, value) in reply.headers.iter().filter(|(name, _)| name == "set-cookie") {
        assert!(value.contains("Secure") && value.contains("SameSite=Lax"), "{name}: {value}");
        assert_eq!(value.contains("HttpOnly"), !value.starts_with("called="), "{value}");
    }
    assert!(bo.cookie_named("__Host-visitor").is_some() && bo.cookie_named("__Host-device").is_some());
}

#[tokio::test]
async fn a_session_that_is_ended_opens_nothing_and_its_pages_close() {
    let server = Server::start().await;
    let (mut laptop, mut phone) = (server.browser(), server.browser());
    let game = laptop.make_game(FRIEND).await;
    sign_up(&mut laptop, "Anna").await;
    assert_eq!(log_in(&mut phone, "Anna", PASSWORD).await.status, 303);
    let mut phones = phone.open(&game).await;
    let mut laptops = laptop.open(&game).await;
    let body = laptop.get("/account").await.body;
    let sessions: Vec<&str> = body.split("name=\"session\" value=\"").skip(1).map(|rest| &rest[..16]).collect();
    assert_eq!(sessions.len(), 1, "its own is not to be ended there: {body}");
    assert!(body.contains("this one") && body.contains("An unknown device"));

    let mut eve = server.browser();
    sign_up(&mut eve, "Eve").await;
    eve.post("/account/end", &format!("session={}", sessions[0])).await;
    assert_eq!(phone.get(&format!("/game/{game}")).await.status, 200, "it is not hers to end");
    assert_eq!(location(&laptop.post("/account/end", &format!("session={}", sessions[0])).await), "/account?saved");
    assert_eq!(phones.closed().await.0, 1008);
    assert_eq!(phone.get(&format!("/game/{game}")).await.status, 404);
    let reply = phone.get("/account").await;
    assert_eq!(location(&reply), "/log-in");
    assert!(phone.cookie_named("called").is_none(), "no page shows the name any more");

    assert_eq!(log_in(&mut phone, "Anna", PASSWORD).await.status, 303);
    let mut phones = phone.open(&game).await;
    let new = "another+long+walk";
    let wrong = laptop.post("/account/password", &format!("password=not+mine+at+all&new={new}")).await;
    assert_eq!(wrong.status, 401);
    assert!(wrong.body.contains("not your password"));
    assert_eq!(laptop.post("/account/password", &format!("password={PASSWORD}&new={new}")).await.status, 303);
    assert_eq!(phones.closed().await.0, 1008, "a new password logs the others out");
    assert_eq!(log_in(&mut phone, "Anna", PASSWORD).await.status, 401);
    assert_eq!(log_in(&mut phone, "Anna", new).await.status, 303);
    assert_eq!(laptop.post("/account/end", "").await.status, 303);
    assert_eq!(phone.get("/account").await.status, 303);
    laptops.play("d1-d4").await;
}

#[tokio::test]
async fn a_recovery_code_sets_a_new_password_once() {
    let server = Server::start().await;
    let (mut anna, mut eve) = (server.browser(), server.browser());
    let codes = sign_up(&mut anna, "Anna").await;
    sign_up(&mut eve, "Eve").await;
    let recover = |name: &str, code: &str| format!("name={name}&code={code}&password=another+long+walk");
    assert_eq!(eve.post("/recover", &recover("Eve", &codes[0])).await.status, 401, "it is hers alone");
    let mut phone = server.browser();
    let typed = codes[0].to_uppercase().replace('-', "+");
    assert_eq!(location(&phone.post("/recover", &recover("anna", &typed)).await), "/account");
    assert_eq!(anna.get("/account").await.status, 303, "all others are logged out");
    assert_eq!(server.browser().post("/recover", &recover("Anna", &codes[0])).await.status, 401, "once");
    assert_eq!(log_in(&mut anna, "Anna", PASSWORD).await.status, 401);
    assert_eq!(log_in(&mut anna, "Anna", "another+long+walk").await.status, 303);
    assert!(anna.get("/account").await.body.contains("You have 7 recovery codes left."));
    assert_eq!(anna.post("/account/codes", "password=wrong+wrong+wrong").await.status, 401);
    let reply = anna.post("/account/codes", "password=another+long+walk").await;
    assert_eq!((reply.status, reply.body.matches("<code>").count()), (200, 8));
    assert_eq!(phone.post("/recover", &recover("Anna", &codes[1])).await.status, 401, "new ones take their place");
    assert!(!anna.get("/account").await.body.contains("<code>"), "they are shown once");
}

#[tokio::test]
async fn a_name_is_changed_once_a_month_and_its_links_lead_on() {
    let server = Server::start().await;
    let (mut anna, mut eve) = (server.browser(), server.browser());
    let game = anna.make_game(FRIEND).await;
    sign_up(&mut anna, "Anna").await;
    sign_up(&mut eve, "Eve").await;
    let mut page = anna.open(&game).await;
    assert_eq!(eve.get("/@/Anna").await.status, 200);
    assert_eq!(location(&eve.get("/@/anna").await), "/@/Anna", "the same name in other letters");
    for nobody in ["/@/Berta", "/@/", "/@/x%01", "/@/%3Cb%3E"] {
        assert_eq!(eve.get(nobody).await.status, 404, "{nobody}");
    }
    assert_eq!(anna.post("/account/name", "name=%D0%95ve").await.status, 409);
    assert_eq!(anna.post("/account/name", "name=Admin").await.status, 400);
    assert_eq!(location(&anna.post("/account/name", "name=%C3%85se+Bo").await), "/account?saved");
    page.until_state(|state| state["players"]["attackers"]["name"] == "Åse Bo").await;
    assert_eq!(anna.cookie_named("called"), Some("%C3%85se%20Bo"));
    assert_eq!(location(&eve.get("/@/Anna").await), "/@/%C3%85se%20Bo");
    let page = eve.get("/@/%C3%85se%20Bo").await;
    assert_eq!(page.status, 200);
    assert!(page.body.contains("Member since") && page.body.contains("Games between you"), "{}", page.body);
    assert_eq!(anna.post("/account/name", "name=Berta").await.status, 409, "once a month");
    assert!(anna.get("/account").await.body.contains("You can change it again from"));
    assert_eq!(eve.post("/account/name", "name=Anna").await.status, 409, "an old name is nobody else's");
    assert_eq!(location(&log_in(&mut server.browser(), "Anna", PASSWORD).await), "/", "and logs in still");
}

#[tokio::test]
async fn my_data_is_a_file_without_secrets() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let game = anna.make_game(FRIEND).await;
    let codes = sign_up(&mut anna, "Anna").await;
    assert_eq!(location(&server.browser().get("/account/data").await), "/log-in");
    let reply = anna.get("/account/data").await;
    assert!(reply.header("content-disposition").unwrap().starts_with("attachment; filename=\"hnefi-"));
    let data: Value = serde_json::from_str(&reply.body).unwrap();
    assert_eq!((&data["name"], &data["names"]), (&"Anna".into(), &serde_json::json!(["Anna"])));
    assert_eq!((&data["recovery_codes_left"], &data["devices_known"]), (&8.into(), &1.into()));
    assert_eq!(data["sessions"].as_array().unwrap().len(), 1);
    assert_eq!(data["games"][0]["game"], game);
    let token = anna.cookie_named("visitor").unwrap();
    for secret in [token, anna.cookie_named("device").unwrap(), "argon2", &codes[0].replace('-', "")] {
        assert!(!reply.body.contains(secret), "{secret}");
    }
    assert_eq!((&data["seeks"], &data["events_you_play_in"]), (&serde_json::json!([]), &serde_json::json!([])));
    assert_eq!(anna.post("/lobby/seeks", "rules=fetlar-2018&clock=2d&side=attackers").await.status, 303);
    server
        .tamper(
            "insert into rating select 'copenhagen slow people', person, 1, 1510000000, 90000000, 60000000, 2, 7 from account; \
             insert into rating_change select 1, 'copenhagen slow people', person, 1505000000, 99000000, 60000000, 1, 6 from account; \
             insert into rating_change select 2, 'copenhagen slow people', person, 1510000000, 90000000, 60000000, 2, 7 from account; \
             insert into event (id, made_ms, touched_ms, name, about, state, version, links) values ('e', 1, 2, 'Cup', '', 'over', 1, 0); \
             insert into event_player select 'e', 1, person from account",
        )
        .await;
    let data: Value = serde_json::from_str(&anna.get("/account/data").await.body).unwrap();
    assert_eq!((&data["seeks"][0]["rules"], &data["seeks"][0]["clock"]), (&"fetlar-2018".into(), &"2d".into()));
    let after = &data["ratings_after_each_game"]["copenhagen slow people"];
    assert_eq!((&after[0]["points"], &after[1]["points"]), (&1505.0.into(), &1510.0.into()));
    assert_eq!((&after[2], &data["ratings"][0]["list"]), (&Value::Null, &"copenhagen slow people".into()));
    assert_eq!(data["events_you_play_in"][0]["name"], "Cup");
}

#[tokio::test]
async fn who_deletes_his_account_is_a_former_member_and_resigns() {
    let server = Server::start().await;
    let (_, mut bos, mut anna, mut bo) = crate::common::two_people(&server, "fetlar-2018").await;
    sign_up(&mut anna, "Anna").await;
    bos.until_state(|state| state["players"]["attackers"]["name"] == "Anna").await;
    let alone = anna.make_game("rules=brandubh&mode=computer&side=attackers&level=1").await;
    assert_eq!(anna.post("/account/delete", "password=not+mine+at+all").await.status, 401);
    assert_eq!(location(&anna.post("/account/delete", &format!("password={PASSWORD}")).await), "/");
    assert!(anna.cookie_named("visitor").is_none() && anna.cookie_named("called").is_none());
    bos.until_state(|state| state["players"]["attackers"]["kind"] == "former").await;
    assert_eq!(bos.state["outcome"]["winner"], "defenders");
    assert!(bos.state["html"].as_str().unwrap().contains("a former member"));
    assert!(bo.get("/").await.body.contains("against a former member"));
    assert_eq!(bo.get("/@/Anna").await.status, 404);
    assert_eq!(log_in(&mut server.browser(), "Anna", PASSWORD).await.status, 401);
    assert_eq!(server.browser().get(&format!("/game/{alone}")).await.status, 404);
    let reply = server.browser().post("/sign-up", &format!("name=Anna&password={PASSWORD}")).await;
    assert_eq!(reply.status, 409, "the name is held back");
}

#[tokio::test]
async fn a_closed_account_says_so_to_its_holder_alone() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let game = anna.make_game(FRIEND).await;
    sign_up(&mut anna, "Anna").await;
    server.tamper("update account set closed_ms = 1; update session set ended_ms = 1").await;
    assert_eq!(anna.get(&format!("/game/{game}")).await.status, 404);
    let reply = log_in(&mut anna, "Anna", PASSWORD).await;
    assert_eq!(reply.status, 403);
    assert!(reply.body.contains("This account is closed"));
    assert_eq!(log_in(&mut server.browser(), "Anna", "a+wrong+password").await.status, 401);
}

#[tokio::test]
async fn what_is_kept_survives_a_restart() {
    let server = Server::start().await;
    let mut anna = server.browser();
    sign_up(&mut anna, "Anna").await;
    let Server { state, folder, .. } = server;
    state.stop(crate::common::PATIENCE).await;
    drop(state);
    let server = Server::start_on(folder, Addresses::default(), Limits::default()).await;
    anna.address = server.address.clone();
    assert_eq!(anna.get("/account").await.status, 200);
    assert_eq!(location(&log_in(&mut server.browser(), "Anna", PASSWORD).await), "/");
}

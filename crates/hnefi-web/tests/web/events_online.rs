//! Events on the server: people join, games begin and count by themselves, and a server that stops in between goes on.

use std::time::Instant;

use crate::common::{Browser, PATIENCE, Server, sign_up};
use hnefi_web::{Addresses, Limits};
use serde_json::json;

const LEAGUE: &str = "name=League&rules=brandubh&place=online&control=2d&form=round-robin&games=1&pause=0&rated=yes";

/// Makes an event, and gives its id.
async fn made(organiser: &mut Browser, form: &str) -> String {
    let reply = organiser.post("/events/new", form).await;
    assert_eq!(reply.status, 303, "{}", reply.body);
    let to = reply.header("location").unwrap();
    to.strip_prefix("/events/").unwrap().strip_suffix("/run").unwrap().to_owned()
}

async fn me(browser: &mut Browser, id: &str, act: &str) -> u16 {
    browser.post(&format!("/events/{id}/me"), &format!("act={act}")).await.status
}

async fn run(browser: &mut Browser, id: &str, form: &str) -> crate::common::Reply {
    let stamp = browser.get(&format!("/events/{id}/version")).await.body;
    let version = stamp.split('.').next().unwrap().to_owned();
    browser.post(&format!("/events/{id}/run"), &format!("version={version}&{form}")).await
}

/// The event as somebody sees it, once something is so.
async fn until(browser: &mut Browser, id: &str, wish: impl Fn(&str) -> bool) -> String {
    let begun = Instant::now();
    loop {
        let page = browser.get(&format!("/events/{id}/live")).await.body;
        if wish(&page) {
            return page;
        }
        assert!(begun.elapsed() < PATIENCE, "{page}");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// The game to which the page sends its reader.
fn own_game(page: &str) -> Option<String> {
    let at = page.find("class=\"button firm big\" href=\"/game/")?;
    Some(page[at..].split("/game/").nth(1)?.split('"').next()?.to_owned())
}

#[tokio::test]
async fn a_league_goes_from_the_first_to_the_last_game_by_itself() {
    let mut server = Server::start().await;
    let mut anna = sign_up(&server, "Anna").await;
    let id = made(&mut anna, LEAGUE).await;
    let (mut bert, mut cleo) = (sign_up(&server, "Bert").await, sign_up(&server, "Cleo").await);
    let mut guest = server.browser();
    assert!(guest.get(&format!("/events/{id}")).await.body.contains("Members can join."));
    let to = guest.post(&format!("/events/{id}/me"), "act=join").await;
    assert_eq!(to.header("location").unwrap(), format!("/log-in?to=/events/{id}"));
    for browser in [&mut anna, &mut bert, &mut cleo] {
        assert_eq!(me(browser, &id, "join").await, 303);
    }
    assert_eq!(me(&mut cleo, &id, "join").await, 400, "nobody takes part twice");
    let typed = run(&mut anna, &id, "act=enter&names=Dora").await;
    assert!(typed.status == 400 && typed.body.contains("join by themselves"), "{}", typed.body);
    assert_eq!(run(&mut anna, &id, "act=begin").await.status, 303);

    let (mut played, mut moved) = (Vec::new(), 0);
    for round in 1..=3 {
        let title = format!("Round {round}");
        let begun = |page: &str| page.contains(&title) && page.contains(">being played");
        let page = until(&mut server.browser(), &id, begun).await;
        assert!(page.contains("Anna") && page.contains("Bert") && page.contains("Cleo"), "{page}");
        if round == 2 {
            // The server stops in the middle of a round, and everything goes on.
            server.state.stop(PATIENCE).await;
            let folder = std::mem::replace(&mut server.folder, tempfile::tempdir().unwrap());
            server = Server::start_on(folder, Addresses::default(), Limits::default()).await;
            for browser in [&mut anna, &mut bert, &mut cleo] {
                browser.address.clone_from(&server.address);
            }
        }
        let mut ended = false;
        for browser in [&mut anna, &mut bert, &mut cleo] {
            let page = browser.get(&format!("/events/{id}/live")).await.body;
            if let Some(game) = own_game(&page).filter(|_| !ended) {
                assert!(!played.contains(&game), "each round has a game of its own");
                let mut page = browser.open(&game).await;
                if page.state["legal"].as_object().is_some_and(|legal| !legal.is_empty()) {
                    page.play_any(7).await;
                    moved += 1;
                }
                page.send(json!({"type": "resign"})).await;
                page.until_state(|state| !state["outcome"].is_null()).await;
                assert!(!page.may("take-back"));
                let html = browser.get(&format!("/game/{game}")).await.body;
                let back = format!("href=\"/events/{id}\"><bdi>League</bdi></a> · Round {round} · Board 1");
                assert!(html.contains(&back), "the game's page leads back: {html}");
                played.push(game);
                ended = true;
            }
        }
        assert!(ended, "somebody has a game in round {round}");
    }
    let page = until(&mut server.browser(), &id, |page| page.contains("It is over.")).await;
    assert!(page.contains("The attackers scored") && !page.contains(">being played"), "{page}");
    let csv = server.browser().get(&format!("/events/{id}/results.csv")).await.body;
    assert_eq!(csv.lines().count(), 4, "{csv}");
    assert!(csv.contains("Anna") && csv.contains("Bert"), "{csv}");
    assert!(bert.get("/events").await.body.contains("Those in which you play"));
    assert!(bert.get("/@/Bert").await.body.contains("rated game"), "its games are rated");
    // Elsewhere it is read under the names that the players had here.
    let json = server.browser().get(&format!("/events/{id}/event.json")).await.body;
    assert!(json.contains("\"named\"") && !json.contains("\"online\""), "{json}");
    // The public games of all are told beside those of the event.
    let page = until(&mut server.browser(), &id, |page| page.contains("Over all public games under Brandubh")).await;
    assert!(page.contains("3 by now"), "{page}");
    taken_along(&server, &id, moved).await;
}

/// The folder of an event holds its games, in pages that need no server and in texts that are read again.
async fn taken_along(server: &Server, id: &str, moved: usize) {
    let store = hnefi_store::Store::open(hnefi_store::Place::Folder(server.folder.path().into())).await.unwrap();
    let to = server.folder.path().join("league");
    hnefi_web::export_event(&store, server.folder.path(), id, &to).await.unwrap();
    let read = |name: &str| std::fs::read_to_string(to.join(name)).unwrap();
    let page = read("index.html");
    assert!(page.contains("href=\"games/2-1-1.html\"") && page.contains("href=\"games.txt\""), "{page}");
    assert!(!page.contains("href=\"/") && !page.contains("<script"), "it leads nowhere but into the folder: {page}");
    let game = read("games/2-1-1.html");
    assert!(game.contains("../index.html") && game.contains("king on d4") && game.contains("resigned"), "{game}");
    for name in ["games.txt", "games.jsonl"] {
        let content = hnefi_formats::read_any(&read(name)).unwrap().content;
        let hnefi_formats::Content::Games(games) = content else { panic!("{name} has no games") };
        let trees: Vec<_> = games.iter().map(|game| game.play(None).unwrap()).collect();
        let plies: usize = trees.iter().map(|tree| tree.nodes().len() - 1).sum();
        assert_eq!((trees.len(), plies), (3, moved), "{name}");
        let says = |tree: &hnefi_formats::GameTree, name: &str, value: &str| {
            tree.tags.iter().any(|tag| tag.name == name && tag.value == value)
        };
        assert!(trees.iter().all(|tree| says(tree, "Event", "League")), "{name}");
        let rounds = |round: &&str| trees.iter().any(|tree| says(tree, "Round", round));
        assert_eq!(["1.1.1", "2.1.1", "3.1.1"].iter().filter(|round| rounds(round)).count(), 3, "{name}");
    }
    let again = hnefi_web::export_event(&store, server.folder.path(), id, &to).await;
    assert!(matches!(again, Err(hnefi_web::ExportError::NotEmpty(_))), "{again:?}");
    assert!(!to.join(".part").exists());
    store.close().await;
}

#[tokio::test]
async fn a_round_that_was_paired_before_the_server_died_gets_its_games() {
    let mut server = Server::start().await;
    let mut anna = sign_up(&server, "Anna").await;
    let id = made(&mut anna, &LEAGUE.replace("games=1", "games=2")).await;
    let mut bert = sign_up(&server, "Bert").await;
    for browser in [&mut anna, &mut bert] {
        assert_eq!(me(browser, &id, "join").await, 303);
    }
    assert_eq!(run(&mut anna, &id, "act=begin").await.status, 303);
    let both = |page: &str| page.matches("href=\"/game/").count() >= 2;
    until(&mut server.browser(), &id, both).await;
    server.state.stop(PATIENCE).await;
    // As if it had died between the pairing and its games.
    server.tamper("delete from event_match").await;
    let folder = std::mem::replace(&mut server.folder, tempfile::tempdir().unwrap());
    let server = Server::start_on(folder, Addresses::default(), Limits::default()).await;
    anna.address.clone_from(&server.address);
    bert.address.clone_from(&server.address);
    until(&mut server.browser(), &id, both).await;
    // Who leaves forfeits what has not ended, and the other has won.
    assert_eq!(me(&mut bert, &id, "leave").await, 303);
    let page = until(&mut server.browser(), &id, |page| page.contains("It is over.")).await;
    assert!(page.contains("did not play"), "{page}");
}

#[tokio::test]
async fn what_cannot_be_held_online_is_said() {
    let server = Server::start().await;
    let mut anna = sign_up(&server, "Anna").await;
    for (wrong, says) in [
        ("control=soon", "This clock is none"),
        ("begins=tomorrow", "is no time"),
        ("begins=2001-01-01T10%3A00", "must lie ahead"),
        ("begins=2001-01-01T10%3A00&zone=x", "is no time"),
        ("lasts=-1", "must be a number"),
        ("pause=x", "must be a number"),
    ] {
        let reply = anna.post("/events/new", &format!("{LEAGUE}&{wrong}")).await;
        assert!(reply.status == 400 && reply.body.contains(says), "{wrong}: {}", reply.body);
    }
    let id = made(&mut anna, "name=Afternoon&rules=brandubh&form=swiss").await;
    assert_eq!(me(&mut anna, &id, "join").await, 404, "nobody joins at wooden boards by himself");
}

#[tokio::test]
async fn of_two_who_join_at_once_one_gets_the_last_place() {
    let server = Server::start().await;
    let mut anna = sign_up(&server, "Anna").await;
    let id = made(&mut anna, &format!("{LEAGUE}&places=3")).await;
    let live = async |browser: &mut Browser| browser.get(&format!("/events/{id}/live")).await.body;
    let join = "name=\"act\" value=\"join\"";
    assert!(live(&mut anna).await.contains(join));
    for browser in [&mut anna, &mut sign_up(&server, "Bert").await] {
        assert_eq!(me(browser, &id, "join").await, 303);
    }
    let mut rivals = Vec::new();
    for name in ["Cleo", "Dora", "Eva", "Fay"] {
        rivals.push(sign_up(&server, name).await);
    }
    let asked = rivals.iter().map(|browser| {
        let (mut browser, path) = (browser.clone(), format!("/events/{id}/me"));
        async move { browser.post(&path, "act=join").await }
    });
    let replies = futures_util::future::join_all(asked).await;
    let got: Vec<usize> = (0..4).filter(|&at| replies[at].status == 303).collect();
    assert_eq!(got.len(), 1, "{:?}", replies.iter().map(|reply| reply.status).collect::<Vec<_>>());
    for reply in replies.iter().filter(|reply| reply.status != 303) {
        assert!(reply.status == 400 && reply.body.contains("All 3 places are taken."), "{}", reply.body);
    }
    let mut others: Vec<Browser> = (0..4).filter(|at| !got.contains(at)).map(|at| rivals[at].clone()).collect();
    let page = live(&mut others[0]).await;
    assert!(page.contains("3 of 3 places taken") && page.contains("disabled>Join<") && !page.contains(join), "{page}");
    let guest = live(&mut server.browser()).await;
    assert!(guest.contains("All places are taken.") && !guest.contains("Members can join."), "{guest}");
    // Whoever leaves gives his place to who comes first, and cannot have it back then.
    assert_eq!(me(&mut anna, &id, "leave").await, 303);
    assert!(live(&mut others[0]).await.contains(join));
    assert!(live(&mut server.browser()).await.contains("Members can join."));
    assert_eq!(me(&mut others[0], &id, "join").await, 303);
    let page = live(&mut anna).await;
    assert!(page.contains("You do not take part any more. All places are taken."), "{page}");
    assert!(page.contains("disabled>Take part again<"), "{page}");
    assert_eq!(me(&mut anna, &id, "join").await, 400);
    // Who runs it makes room.
    assert_eq!(run(&mut anna, &id, "act=places&places=4").await.status, 303);
    assert_eq!(me(&mut anna, &id, "join").await, 303);
    assert_eq!(run(&mut anna, &id, "act=places&places=3").await.status, 400);
    assert!(live(&mut anna).await.contains("4 of 4 places taken"));
}

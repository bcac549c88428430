//! Events at wooden boards: who may run one, what is refused in words, and that no act is lost.

use std::time::Duration;

use crate::common::{Browser, Reply, Server, sign_up};
use hnefi_web::{Addresses, Limits};

/// A browser that has made an event, and the event's id.
async fn made(server: &Server, form: &str) -> (Browser, String) {
    let mut ann = server.browser();
    let reply = ann.post("/events/new", &format!("name=Afternoon&about=Museum&rules=brandubh&games=1&{form}")).await;
    assert_eq!(reply.status, 303, "{}", reply.body);
    let to = reply.header("location").unwrap();
    let id = to.strip_prefix("/events/").unwrap().strip_suffix("/run").unwrap().to_owned();
    (ann, id)
}

/// How many rows the page of the event has seen.
async fn version(browser: &mut Browser, id: &str) -> String {
    browser.get(&format!("/events/{id}/version")).await.body
}

/// Does something on a page that is up to date.
async fn act(browser: &mut Browser, id: &str, form: &str) -> Reply {
    let version = version(browser, id).await;
    browser.post(&format!("/events/{id}/run"), &format!("version={version}&{form}")).await
}

async fn acts(browser: &mut Browser, id: &str, forms: &[&str]) {
    for form in forms {
        let reply = act(browser, id, form).await;
        assert_eq!(reply.status, 303, "{form}: {}", reply.body);
    }
}

/// The path of the organisers' link on the page.
fn link(page: &str, id: &str) -> String {
    let start = format!("/events/{id}/organisers/");
    let at = page.find(&start).unwrap();
    page[at..].split('"').next().unwrap().to_owned()
}

#[tokio::test]
async fn an_event_is_run_from_the_names_to_the_final_table() {
    let server = Server::start().await;
    let (mut ann, id) = made(&server, "form=round-robin").await;
    acts(&mut ann, &id, &["act=enter&names=Anna+K.%0AEinar%0A%0A++Dagn%C3%BD++", "act=begin"]).await;
    let page = server.browser().get(&format!("/events/{id}")).await.body;
    assert!(
        page.contains("Dagný") && page.contains("Round 1 is being played.") && page.contains("has no game"),
        "{page}"
    );
    for round in 1..=3 {
        acts(&mut ann, &id, &[&format!("act=result&game={round}.1.1&result=attackers")]).await;
        if round < 3 {
            acts(&mut ann, &id, &["act=pair"]).await;
        }
    }
    let refused = act(&mut ann, &id, "act=pair").await;
    assert!(refused.status == 400 && refused.body.contains("All 3 rounds are paired"), "{}", refused.body);
    acts(&mut ann, &id, &["act=correct&game=3.1.1&result=draw&why=The+king+was+free", "act=finish"]).await;
    let refused = act(&mut ann, &id, "act=enter&names=Late").await;
    assert_eq!(refused.status, 400);
    let page = server.browser().get(&format!("/events/{id}")).await.body;
    assert!(
        page.contains("It is over.") && page.contains("Final table") && page.contains("The attackers scored 2½ of 3"),
        "{page}"
    );
    let run = ann.get(&format!("/events/{id}/run")).await.body;
    assert!(run.contains("The king was free") && run.contains("certificates"), "{run}");
    let csv = server.browser().get(&format!("/events/{id}/results.csv")).await;
    assert!(csv.body.lines().count() == 4 && csv.body.contains(",draw,0.5,0.5"), "{}", csv.body);
    assert!(csv.header("content-disposition").unwrap().contains("attachment"));
    let table = server.browser().get(&format!("/events/{id}/table.csv")).await.body;
    assert!(table.starts_with("place,name,points,games,direct-encounter"), "{table}");
    let json: serde_json::Value =
        serde_json::from_str(&server.browser().get(&format!("/events/{id}/event.json")).await.body).unwrap();
    assert_eq!(json["games"][2]["result"], "draw");
    for what in ["pairings", "sheets", "table", "certificates"] {
        let paper = server.browser().get(&format!("/events/{id}/print/{what}")).await;
        assert!(paper.status == 200 && paper.body.contains("Museum"), "{what}");
    }
    assert_eq!(server.browser().get(&format!("/events/{id}/print/anything")).await.status, 404);
    assert!(server.browser().get("/events").await.body.contains("Afternoon"));
}

#[tokio::test]
async fn only_who_has_the_link_runs_an_event() {
    let server = Server::start().await;
    let (mut ann, id) = made(&server, "form=swiss").await;
    let (mut eve, other) = made(&server, "form=swiss").await;
    let (run, form) = (format!("/events/{id}/run"), "version=1&act=enter&names=Eve");
    assert_eq!(eve.get(&run).await.status, 403);
    assert_eq!(eve.post(&run, form).await.status, 403);
    assert_eq!(eve.post(&format!("/events/{id}/organisers"), "").await.status, 403);
    let link_of_ann = link(&ann.get(&run).await.body, &id);
    let secret = link_of_ann.rsplit('/').next().unwrap();
    for foreign in [
        format!("/events/{other}/organisers/{secret}"),
        format!("/events/{id}/organisers/x"),
        "/events/nothing/organisers/x".to_owned(),
    ] {
        assert_eq!(eve.get(&foreign).await.status, 404, "{foreign}");
        assert_eq!(eve.post(&foreign, "").await.status, 404, "{foreign}");
    }
    assert_eq!(eve.get(&link_of_ann).await.status, 200);
    assert_eq!(eve.post(&run, form).await.status, 403, "opening it gives nothing");
    assert_eq!(eve.post(&link_of_ann, "").await.status, 303);
    assert_eq!(eve.post(&run, form).await.status, 303);
    // A new link, and the old one opens nothing; who has followed it stays.
    assert_eq!(ann.post(&format!("/events/{id}/organisers"), "").await.status, 303);
    assert_eq!(server.browser().get(&link_of_ann).await.status, 404);
    assert_ne!(link(&ann.get(&run).await.body, &id), link_of_ann);
    assert_eq!(eve.get(&run).await.status, 200);
    assert!(!server.browser().get(&format!("/events/{id}")).await.body.contains("organisers"), "visitors see no link");
}

#[tokio::test]
async fn two_pages_at_once_lose_no_act() {
    let server = Server::start().await;
    let (mut ann, id) = made(&server, "form=swiss&rounds=3").await;
    acts(&mut ann, &id, &["act=enter&names=Anna%0ABo%0ACecilia%0ADagmar", "act=begin"]).await;
    let run = format!("/events/{id}/run");
    let seen = version(&mut ann, &id).await;
    let post = async |form: &str| ann.clone().post(&run, &format!("version={seen}&{form}")).await;
    // Both pages were made before either result: the tables are different ones.
    assert_eq!(post("act=result&game=1.1.1&result=attackers").await.status, 303);
    assert_eq!(post("act=result&game=1.2.1&result=defenders").await.status, 303);
    for (form, says) in [
        ("act=result&game=1.1.1&result=draw", "Somebody else has changed the event"),
        ("act=pair", "Somebody else has changed the event"),
        ("act=rename&player=1&name=Other", "Somebody else has changed the event"),
        ("act=finish", "Somebody else has changed the event"),
    ] {
        let stale = post(form).await;
        assert!(stale.status == 409 && stale.body.contains(says), "{form}: {} {}", stale.status, stale.body);
    }
    let csv = ann.get(&format!("/events/{id}/results.csv")).await.body;
    assert!(csv.contains("attackers") && csv.contains(",defenders,0,1"), "{csv}");

    // What a page showed of a table holds as long as the same two sit there.
    let reopen = |game: &str| format!("act=correct&game={game}&result=&why=typed+wrong");
    acts(&mut ann, &id, &[&reopen("1.1.1"), &reopen("1.2.1")]).await;
    let (seen, before) = (version(&mut ann, &id).await, tables(&mut ann, &id).await);
    acts(&mut ann, &id, &["act=swap&player=1&other=4&why=They+are+sisters"]).await;
    assert!(ann.get(&run).await.body.contains("They are sisters"));
    let after = tables(&mut ann, &id).await;
    assert_ne!(before, after);
    for table in [1, 2] {
        let form = format!("version={seen}&act=result&game=1.{table}.1&result=draw");
        let expected = if before[table - 1] == after[table - 1] { 303 } else { 409 };
        assert_eq!(ann.post(&run, &form).await.status, expected, "table {table}: {before:?}, {after:?}");
    }
}

/// Who sits at each table of the first round.
async fn tables(browser: &mut Browser, id: &str) -> Vec<String> {
    let csv = browser.get(&format!("/events/{id}/results.csv")).await.body;
    csv.lines().skip(1).map(|line| line.split(',').take(5).collect::<Vec<_>>().join(",")).collect()
}

#[tokio::test]
async fn what_cannot_be_is_told_in_words_and_changes_nothing() {
    let server = Server::start().await;
    let mut ann = server.browser();
    for (form, says) in [
        ("about=x&rules=brandubh&form=swiss", "needs a name"),
        ("name=x&rules=brandubh", "Pick a form"),
        ("name=x&rules=brandubh&form=chess", "Pick a form"),
        ("name=x&rules=nope&form=swiss", "no such rules"),
        ("name=x&rules=brandubh&form=swiss&rounds=0", "from 1 to 50"),
        ("name=x&rules=brandubh&form=swiss&rounds=many", "from 1 to 50"),
        ("name=x&rules=brandubh&form=groups&groups=&qualify=2", "from 1 to 64"),
        ("name=x&rules=brandubh&form=groups&groups=63&qualify=16", "from 1 to 15"),
        ("name=x&rules=brandubh&form=swiss&break=wins&break=wins", "once"),
        ("name=x&rules=brandubh&form=swiss&places=1", "“Places” must be a number from 2 to 1000"),
        ("name=x&rules=brandubh&form=knock-out&places=-3", "“Places” must be a number from 2 to 1000"),
        ("name=x&rules=brandubh&form=round-robin&places=65", "“Places” must be a number from 2 to 64"),
        ("name=x&rules=brandubh&form=groups&groups=4&qualify=2&places=7", "“Places” must be a number from 8 to 256"),
        ("name=x&rules=brandubh&form=swiss&places=many", "“Places” must be a number from 2 to 1000"),
    ] {
        let reply = ann.post("/events/new", form).await;
        assert!(reply.status == 400 && reply.body.contains(says), "{form}: {} {}", reply.status, reply.body);
        assert!(reply.body.contains("Make the event"), "the form is there again");
    }
    assert!(
        ann.post("/events/new", &format!("name={}&form=swiss&rules=brandubh", "x".repeat(500))).await.status == 400
    );
    assert!(ann.get("/events").await.body.contains("No event yet"));

    let (mut ann, id) = made(&server, "form=round-robin").await;
    for (form, says) in [
        ("act=enter&names=", "at least one name"),
        ("act=enter&names=Bo%0A%3Cb%3E", "cannot be in a name"),
        ("act=enter&names=Bo%0ABO", "There is a"),
        ("act=enter&names=Administrator", "Nobody may be called"),
        ("act=begin", "2 players at least"),
        ("act=pair", "has not begun"),
        ("act=result&game=1.1.1&result=attackers", "something that there is not"),
        ("act=result&game=1.1&result=attackers", "something that there is not"),
        ("act=leave&player=7", "something that there is not"),
        ("act=dance", "something that there is not"),
        ("act=correct&game=1.1.1&result=draw&why=", "Say why"),
    ] {
        let reply = act(&mut ann, &id, form).await;
        assert!(reply.status == 400 && reply.body.contains(says), "{form}: {} {}", reply.status, reply.body);
    }
    assert_eq!(version(&mut ann, &id).await, "1", "of some names together none has entered");
    let typed = act(&mut ann, &id, "act=enter&names=Bo%0A%3Cb%3E").await.body;
    assert!(typed.contains("Bo\n&#60;b&#62;</textarea>"), "what was typed is there again");
    for path in ["", "/run", "/screen", "/live", "/version", "/qr.svg", "/results.csv", "/event.json", "/print/table"] {
        assert_eq!(ann.get(&format!("/events/nothing{path}")).await.status, 404, "{path}");
    }
    acts(
        &mut ann,
        &id,
        &[
            "act=enter&names=Bo%0ACecilia",
            "act=rename&player=1&name=Bodil",
            "act=leave&player=2",
            "act=return&player=2",
            "act=begin",
        ],
    )
    .await;
    let late = act(&mut ann, &id, "act=enter&names=Late").await;
    assert!(late.status == 400 && late.body.contains("The event has begun"), "{}", late.body);
    assert!(ann.get(&format!("/events/{id}")).await.body.contains("Bodil"));
}

/// The value of a field by its id.
fn field(page: &str, id: &str) -> String {
    let at = page.find(&format!("id=\"{id}\" value=\"")).unwrap_or_else(|| panic!("no {id}: {page}"));
    page[at..].split('"').nth(3).unwrap().to_owned()
}

#[tokio::test]
async fn a_form_that_is_refused_comes_back_as_it_was_filled_in() {
    let server = Server::start().await;
    let (mut ann, id) = made(&server, "form=swiss&rounds=3").await;
    acts(&mut ann, &id, &["act=enter&names=Ann%0ABo%0ACecilia%0ADagmar", "act=begin"]).await;
    let renamed = act(&mut ann, &id, "act=rename&player=1&name=Anna+%26+Otto+Lindgren").await;
    assert!(renamed.status == 400 && renamed.body.contains("cannot be in a name"), "{}", renamed.body);
    assert!(renamed.body.contains("name=\"name\" value=\"Anna &#38; Otto Lindgren\""), "{}", renamed.body);
    assert!(renamed.body.contains("name=\"name\" value=\"Bo\""), "the others are called what they are called");
    assert!(renamed.body.contains("id=\"players\" open"), "{}", renamed.body);

    let run = format!("/events/{id}/run");
    let seen = version(&mut ann, &id).await;
    acts(&mut ann, &id, &["act=rename&player=3&name=Cilla"]).await;
    let other = ann.clone();
    let stale = async |form: &str| {
        let reply = other.clone().post(&run, &format!("version={seen}&{form}")).await;
        assert_eq!(reply.status, 409, "{form}: {}", reply.body);
        reply.body
    };
    let swapped = stale("act=swap&player=2&other=4&why=They+are+sisters").await;
    assert_eq!(field(&swapped, "why-swap"), "They are sisters");
    assert_eq!(field(&swapped, "why-unpair"), "", "it was typed elsewhere");
    for option in ["<option value=\"2\" selected>Bo", "<option value=\"4\" selected>Dagmar"] {
        assert_eq!(swapped.matches(option).count(), 1, "{option}: {swapped}");
    }
    assert!(swapped.contains("id=\"change\" open"), "{swapped}");
    let unpaired = stale("act=unpair&why=Bo+has+gone").await;
    assert_eq!(field(&unpaired, "why-unpair"), "Bo has gone");
    acts(&mut ann, &id, &["act=result&game=1.1.1&result=attackers"]).await;
    let corrected = stale("act=correct&game=1.1.1&result=defenders&why=Both+say+so").await;
    assert_eq!(field(&corrected, "why-1.1.1"), "Both say so");
    assert!(corrected.contains("<option value=\"defenders\" selected>"), "{corrected}");
    assert!(corrected.contains("id=\"ended\" open"), "{corrected}");
    let told = stale("act=tell&name=Evening&about=Library&clock=20+minutes").await;
    assert_eq!(["name", "where", "clock"].map(|id| field(&told, id)), ["Evening", "Library", "20 minutes"]);
    assert!(told.contains("id=\"about\" open"), "{told}");
    let page = ann.get(&run).await.body;
    assert_eq!(["name", "where"].map(|id| field(&page, id)), ["Afternoon", "Museum"], "nothing was changed");
    assert!(!page.contains("id=\"about\" open") && !page.contains("id=\"change\" open"), "{page}");
}

#[tokio::test]
async fn what_was_done_is_told_with_a_time_that_the_page_can_read() {
    let server = Server::start().await;
    let (mut ann, id) = made(&server, "form=swiss").await;
    let page = ann.get(&format!("/events/{id}/run")).await.body;
    let log = &page[page.find("event-log").unwrap()..];
    let at = log.split("datetime=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    assert!(at.ends_with('Z') && at.len() == "2026-07-18T14:00Z".len(), "{at}");
    assert!(log.contains(" UTC</time>") && page.contains("js/times.js"), "{log}");
}

#[tokio::test]
async fn on_a_public_server_members_make_events() {
    let server =
        Server::start_with(Addresses { public_url: Some("https://tafl.example".to_owned()), ..Addresses::default() })
            .await;
    let form = "name=Afternoon&rules=brandubh&form=swiss";
    let mut eve = server.browser();
    assert!(eve.get("/events/new").await.header("location").is_some_and(|to| to.starts_with("/log-in")));
    assert_eq!(eve.post("/events/new", form).await.status, 403);
    let mut ann = sign_up(&server, "Anna").await;
    assert_eq!(ann.post("/events/new", form).await.status, 303);
    assert!(ann.get("/account/data").await.body.contains("\"Afternoon\""));
}

#[tokio::test]
async fn an_event_is_the_same_after_a_restart() {
    let server = Server::start().await;
    let (mut ann, id) = made(&server, "form=knock-out&third=yes").await;
    acts(
        &mut ann,
        &id,
        &["act=enter&names=Anna%0ABo%0ACecilia%0ADagmar", "act=begin", "act=result&game=1.1.1&result=attackers"],
    )
    .await;
    let before = ann.get(&format!("/events/{id}/event.json")).await.body;
    let Server { state, folder, .. } = server;
    state.stop(Duration::from_secs(5)).await;
    let server = Server::start_on(folder, Addresses::default(), Limits::default()).await;
    let mut ann = Browser { address: server.address.clone(), ..ann };
    assert_eq!(ann.get(&format!("/events/{id}/event.json")).await.body, before);
    acts(&mut ann, &id, &["act=result&game=1.2.1&result=defenders", "act=pair"]).await;
    assert!(ann.get(&format!("/events/{id}")).await.body.contains("Final"));
}

#[tokio::test]
async fn why_two_did_not_meet_is_told_with_what_it_would_have_cost() {
    let server = Server::start().await;
    let (mut ann, id) = made(&server, "form=swiss&rounds=3").await;
    acts(&mut ann, &id, &["act=enter&names=Anna%0ABert%0ACleo%0ADora%0AEva", "act=begin"]).await;
    let mut guest = server.browser();
    let page = guest.get(&format!("/events/{id}")).await.body;
    assert!(
        page.contains(&format!("/events/{id}/why?round=1")) && page.contains("href=\"/table?rules=brandubh\">ask<"),
        "{page}"
    );
    let mut why = async |one: u32, other: u32| {
        let reply = guest.get(&format!("/events/{id}/why?round=1&one={one}&other={other}")).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.body
    };
    // Every two have met, or are told what it would have cost; what is dearer is in the list of penalties.
    let (mut met, mut dearer) = (0, 0);
    for one in 1..=5 {
        for other in one + 1..=5 {
            let told = why(one, other).await;
            assert_eq!(told, why(one, other).await);
            met += usize::from(told.contains("met") && told.contains("at board"));
            dearer += usize::from(told.contains("would have been dearer: by") && told.contains("class=\"decides\""));
        }
    }
    assert_eq!((met, dearer), (2, 8));
    let mut byes = 0;
    for one in 1..=5 {
        byes += usize::from(why(one, 0).await.contains("had no game in this round"));
    }
    assert_eq!(byes, 1);
    assert!(why(1, 1).await.contains("two different players") && why(1, 99).await.contains("was not to be paired"));
    assert_eq!(guest.get(&format!("/events/{id}/why?round=2&one=1&other=2")).await.status, 404);
    assert_eq!(guest.get(&format!("/events/{id}/why?round=x")).await.status, 404);
    let ask = guest.get(&format!("/events/{id}/ask")).await;
    assert_eq!((ask.status, ask.header("location").unwrap()), (303, "/table?rules=brandubh"));
    assert!(guest.get(&format!("/events/{id}/ask.svg")).await.body.contains("<svg"));
    // Where the form says who meets whom, there is nothing to ask.
    let (mut bea, table) = made(&server, "form=round-robin").await;
    acts(&mut bea, &table, &["act=enter&names=Anna%0ABert%0ACleo", "act=begin"]).await;
    assert!(!guest.get(&format!("/events/{table}")).await.body.contains("/why?"));
    let told = guest.get(&format!("/events/{table}/why?round=1&one=1&other=2")).await.body;
    assert!(told.contains("the form says who meets whom"), "{told}");
}

#[tokio::test]
async fn an_event_with_places_takes_so_many_and_no_more() {
    let server = Server::start().await;
    let (mut ann, id) = made(&server, "form=swiss&rounds=3&late=2&places=4").await;
    let page = async || server.browser().get(&format!("/events/{id}")).await.body;
    assert!(page().await.contains("0 of 4 places taken"), "{}", page().await);
    let refused = async |ann: &mut Browser, form: &str, says: &str| {
        let before = version(ann, &id).await;
        let reply = act(ann, &id, form).await;
        assert!(reply.status == 400 && reply.body.contains(says), "{form}: {} {}", reply.status, reply.body);
        assert_eq!(version(ann, &id).await, before, "{form}");
    };
    acts(&mut ann, &id, &["act=enter&names=Anna%0ABert%0ACleo"]).await;
    // All names that were typed or none.
    refused(&mut ann, "act=enter&names=Dora%0AEva", "More names were typed (2) than places are free (1).").await;
    acts(&mut ann, &id, &["act=enter&names=Dora"]).await;
    refused(&mut ann, "act=enter&names=Eva", "All 4 places are taken.").await;
    refused(&mut ann, "act=enter&names=Eva%0AFay", "All 4 places are taken.").await;
    // A place that somebody leaves is free again, and a limit is never lower than those who are in.
    acts(&mut ann, &id, &["act=leave&player=4"]).await;
    assert!(page().await.contains("3 of 4 places taken"));
    acts(&mut ann, &id, &["act=enter&names=Eva"]).await;
    refused(&mut ann, "act=return&player=4", "All 4 places are taken.").await;
    refused(&mut ann, "act=places&places=3", "4 places are taken: there cannot be fewer.").await;
    for wrong in ["1", "1001", "x", "99999999999"] {
        refused(&mut ann, &format!("act=places&places={wrong}"), "must be a number from 2 to 1000").await;
    }
    acts(&mut ann, &id, &["act=begin"]).await;
    refused(&mut ann, "act=enter&names=Late", "All 4 places are taken.").await;
    acts(&mut ann, &id, &["act=places&places=5", "act=enter&names=Late"]).await;
    let run = ann.get(&format!("/events/{id}/run")).await.body;
    assert!(run.contains("There are 5 places now.") && run.contains("value=\"5\""), "{run}");
    assert!(page().await.contains("5 of 5 places taken"), "{}", page().await);
    acts(&mut ann, &id, &["act=places&places="]).await;
    assert!(!page().await.contains("places taken"));
    // What a page has not seen yet is not undone.
    let seen = version(&mut ann, &id).await;
    acts(&mut ann, &id, &["act=places&places=8"]).await;
    let stale = ann.post(&format!("/events/{id}/run"), &format!("version={seen}&act=places&places=6")).await;
    assert_eq!(stale.status, 409);
    let mut eve = server.browser();
    assert_eq!(eve.post(&format!("/events/{id}/run"), "version=1&act=places&places=6").await.status, 403);

    // It is taken along, and read elsewhere.
    let read = async || ann.clone().get(&format!("/events/{id}/event.json")).await.body;
    let json: serde_json::Value = serde_json::from_str(&read().await).unwrap();
    assert_eq!(json["places"], 8);
    let store = hnefi_store::Store::open(hnefi_store::Place::Folder(server.folder.path().into())).await.unwrap();
    let folder = server.folder.path().join("taken");
    hnefi_web::export_event(&store, server.folder.path(), &id, &folder).await.unwrap();
    store.close().await;
    assert!(std::fs::read_to_string(folder.join("index.html")).unwrap().contains("Places: 8."));
    let there = tempfile::tempdir().unwrap();
    let store = hnefi_store::Store::open(hnefi_store::Place::Folder(there.path().into())).await.unwrap();
    hnefi_web::import_event(&store, there.path(), &folder).await.unwrap();
    store.close().await;
    let other = Server::start_on(there, Addresses::default(), Limits::default()).await;
    assert_eq!(other.browser().get(&format!("/events/{id}/event.json")).await.body, read().await);
}

#[tokio::test]
async fn a_file_with_places_that_cannot_be_is_refused_and_one_of_before_is_read() {
    let server = Server::start().await;
    let (ann, id) = made(&server, "form=round-robin&places=12").await;
    let file = ann.clone().get(&format!("/events/{id}/event.json")).await.body;
    let there = tempfile::tempdir().unwrap();
    let store = hnefi_store::Store::open(hnefi_store::Place::Folder(there.path().into())).await.unwrap();
    let import = async |text: &str| {
        let path = there.path().join("event.json");
        std::fs::write(&path, text).unwrap();
        hnefi_web::import_event(&store, there.path(), &path).await
    };
    for wrong in ["1", "65", "\"many\"", "-4"] {
        let text = file.replace("\"places\":12", &format!("\"places\":{wrong}"));
        assert_ne!(text, file);
        let refused = import(&text).await;
        assert!(matches!(refused, Err(hnefi_web::ExportError::Unreadable { .. })), "{wrong}: {refused:?}");
    }
    let before = file.replace("\"places\":12,", "").replace("  \"places\": 12,\n", "");
    assert!(!before.contains("places"), "{before}");
    import(&before).await.unwrap();
    store.close().await;
    let other = Server::start_on(there, Addresses::default(), Limits::default()).await;
    let page = other.browser().get(&format!("/events/{id}")).await;
    assert!(page.status == 200 && !page.body.contains("laces"), "{}", page.body);
}

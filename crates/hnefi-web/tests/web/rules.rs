//! The rules pages link to each other, and every link arrives.

use std::collections::BTreeSet;

use crate::common::Server;

/// What stands between `open` and the next quotation mark, wherever it stands.
fn attributes<'a>(page: &'a str, open: &'a str) -> impl Iterator<Item = &'a str> {
    page.split(open).skip(1).filter_map(|rest| rest.split('"').next())
}

#[tokio::test]
async fn every_link_of_the_rules_pages_arrives() {
    let server = Server::start().await;
    let mut browser = server.browser();
    let mut open: Vec<String> = vec!["/rules".to_owned()];
    let mut seen: BTreeSet<String> = open.iter().cloned().collect();
    let mut anchors: BTreeSet<(String, String)> = BTreeSet::new();
    let mut wanted: BTreeSet<(String, String, String)> = BTreeSet::new();
    while let Some(path) = open.pop() {
        let reply = browser.get(&path).await;
        assert_eq!(reply.status, 200, "{path}");
        for id in attributes(&reply.body, " id=\"") {
            assert!(anchors.insert((path.clone(), id.to_owned())), "{path} has the id {id} twice");
        }
        for link in attributes(&reply.body, "href=\"") {
            let (page, anchor) = link.split_once('#').unwrap_or((link, ""));
            let page = if page.is_empty() { path.as_str() } else { page };
            if !page.starts_with("/rules") && !page.starts_with("/disputes") {
                continue;
            }
            if !anchor.is_empty() {
                wanted.insert((page.to_owned(), anchor.to_owned(), path.clone()));
            }
            if seen.insert(page.to_owned()) {
                open.push(page.to_owned());
            }
        }
    }
    for (page, anchor, from) in wanted {
        assert!(anchors.contains(&(page.clone(), anchor.clone())), "{from} links to {page}#{anchor}");
    }
    for definition in hnefi_chapters::definitions() {
        let path = format!("/rules/definitions/{}", definition.name);
        assert!(seen.contains(&path), "nothing links to {path}");
    }
    for ruleset in hnefi_rules::rulesets() {
        assert!(seen.contains(&format!("/rules/{}", ruleset.id())), "nothing links to {}", ruleset.id());
    }
}

/// A board whose throne and corners are squares like all others shows no mark on them.
#[tokio::test]
async fn chapters_mark_the_squares_that_mean_something() {
    let server = Server::start().await;
    let mut anna = server.browser();
    for rules in hnefi_rules::rulesets() {
        let page = anna.get(&format!("/rules/{}", rules.id())).await;
        let marked = page.body.contains("class=\"royal\"");
        assert_eq!(marked, rules.has_throne() || rules.has_corners(), "{}", rules.id());
    }
}

/// What depends on nothing but its address is kept by browsers, and asked for in a line.
#[tokio::test]
async fn pages_that_never_change_are_kept() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let paths = [
        "/rules",
        "/rules/fetlar-2018",
        "/rules/ard-ri",
        "/rules/fetlar-2018/sheet",
        "/rules/compare",
        "/rules/definitions/0009-encirclement",
        "/rules/nearest",
        "/disputes",
        "/disputes?q=king+edge&rules=brandubh",
        "/disputes/sheet",
    ];
    for path in paths {
        let first = anna.get(path).await;
        let tag = first.header("etag").unwrap_or_else(|| panic!("{path} has no tag")).to_owned();
        assert!(tag.starts_with('"') && first.status == 200, "{path}: {tag}");
        assert_eq!(first.header("cache-control"), Some("public, no-cache"), "{path}");
        assert_eq!(first.header("set-cookie"), None, "{path} is the same for everybody");
        for known in [tag.clone(), format!("W/{tag}"), format!("\"other\", {tag}")] {
            let again = anna.ask("GET", path, &[("If-None-Match", &known)], "").await;
            assert_eq!((again.status, again.body.as_str()), (304, ""), "{path}");
            assert_eq!(again.header("etag"), Some(tag.as_str()), "{path}");
            assert_eq!(again.header("cache-control"), Some("public, no-cache"), "{path}");
        }
        let changed = anna.ask("GET", path, &[("If-None-Match", "\"other\"")], "").await;
        assert_eq!((changed.status, changed.header("etag")), (200, Some(tag.as_str())), "{path}");
        // Who holds it packed gets no other tag for it.
        let packed = anna.ask("GET", path, &[("Accept-Encoding", "gzip")], "").await;
        assert_eq!(packed.header("vary"), Some("accept-encoding"), "{path}");
        // Somebody with a game gets the same page.
        let mut bo = server.browser();
        bo.make_game("rules=fetlar-2018&mode=screen").await;
        assert!(bo.cookie.is_some());
        assert!(bo.get(path).await.body == first.body, "{path}");
    }
}

/// A rule set that is none is said, and never replaced in silence.
#[tokio::test]
async fn disputes_of_unknown_rules_are_refused() {
    let server = Server::start().await;
    let reply = server.browser().get("/disputes?rules=nowhere").await;
    assert_eq!(reply.status, 400, "{}", reply.body);
    assert!(reply.body.contains("nowhere"), "{}", reply.body);
}

/// What depends on who asks, or on what was played, is not kept.
#[tokio::test]
async fn pages_of_people_are_not_kept() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let game = anna.make_game("rules=fetlar-2018&mode=screen").await;
    for path in ["/", "/play/fetlar-2018", "/table", &format!("/game/{game}")] {
        let reply = anna.get(path).await;
        assert_eq!((reply.status, reply.header("cache-control")), (200, Some("no-store")), "{path}");
        assert_eq!(reply.header("etag"), None, "{path}");
    }
}

/// Every rule set says who wins under it, with a bar for each strength that was measured, and the contents lead there.
#[tokio::test]
async fn chapters_say_who_wins() {
    let server = Server::start().await;
    let mut anna = server.browser();
    for rules in hnefi_rules::rulesets() {
        let page = anna.get(&format!("/rules/{}", rules.id())).await;
        let bars = page.body.matches("<rect class=\"won\"").count();
        assert!(bars > 0 && page.body.contains("<a href=\"#who-wins\">"), "{}", rules.id());
        let told =
            attributes(&page.body, "role=\"img\" aria-label=\"").filter(|says| says.starts_with("When the engine"));
        assert_eq!(told.count(), bars, "{}", rules.id());
    }
}

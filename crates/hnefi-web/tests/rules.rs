//! The rules pages link to each other, and every link arrives.

mod common;

use std::collections::BTreeSet;

use common::Server;

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
        anchors.extend(attributes(&reply.body, " id=\"").map(|id| (path.clone(), id.to_owned())));
        for link in attributes(&reply.body, "href=\"") {
            let (page, anchor) = link.split_once('#').unwrap_or((link, ""));
            let page = if page.is_empty() { path.as_str() } else { page };
            if !page.starts_with("/rules") {
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

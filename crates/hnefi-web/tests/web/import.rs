//! Read a game: what the page says of texts good and bad, and where it stops.

use crate::common::{Browser, Reply, Server};

/// A text as a form sends it.
fn form(fields: &[(&str, &str)]) -> String {
    let escaped = |text: &str| text.bytes().map(|byte| format!("%{byte:02X}")).collect::<String>();
    fields.iter().map(|(name, value)| format!("{name}={}", escaped(value))).collect::<Vec<_>>().join("&")
}

/// Gives a text to the page, and follows it to the address that it is led to.
async fn read(browser: &mut Browser, fields: &[(&str, &str)]) -> Reply {
    let reply = browser.post("/read", &form(fields)).await;
    match reply.header("location").map(str::to_owned) {
        Some(address) => browser.get(&address).await,
        None => reply,
    }
}

/// What a page says, without its markup.
fn words(page: &str) -> String {
    let page = page.split("<main").nth(1).unwrap_or(page);
    let mut text = String::new();
    let mut inside = true;
    for letter in page.chars() {
        match letter {
            '<' => inside = true,
            '>' => inside = false,
            letter if !inside => text.push(letter),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn a_game_is_shown_with_its_problems_and_nothing_of_it_is_kept() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let text = "[Attackers \"Anna\"]\n[Rules \"fetlar-2018\"]\n\n1. d1-d4 f4-i4\n2. h1-h3 e5-e9 3. d4-d3\n";
    let reply = read(&mut anna, &[("text", text), ("at", "1.4")]).await;
    assert_eq!(reply.status, 200);
    let said = words(&reply.body);
    assert!(said.contains("Line 5, column 10: e5–e9 is refused. The defender on e6 is in the way."), "{said}");
    assert!(said.contains("2. … e5–e9 is refused. One more move follows it"), "{said}");
    assert!(reply.body.contains("class=\"clause\""), "the clause that decides is shown");
    let first = words(&read(&mut anna, &[("text", text)]).await.body);
    assert!(first.contains("Attackers to move"), "{first}");
    assert!(anna.cookie.is_none(), "nobody is remembered for reading");
}

#[tokio::test]
async fn hostile_text_stays_text() {
    let server = Server::start().await;
    let mut eve = server.browser();
    let evil = "</textarea></script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>";
    for text in [
        evil.to_owned(),
        format!("[Attackers \"{}\"]\n[Rules \"fetlar-2018\"]\n\n1. d1-d4 {{{evil}}} f4-f3\n", evil.replace('"', "'")),
        format!("[attackers:{evil}]\n[rules:dim:7 {evil}]\n\n1. d1-d4\n[{evil}]\n"),
        format!("{{\"id\":\"{}\",\"rules\":\"fetlar-2018\",\"moves\":[\"{}\"]}}", evil.replace('"', "'"), "<b>"),
        format!("dim:7 name:{evil} start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"),
        format!("format = 2\nid = \"x\"\nname = '''{}'''\nbase = \"brandubh\"\n", evil.replace('\'', "")),
    ] {
        let page = read(&mut eve, &[("text", &text)]).await;
        assert_eq!(page.status, 200, "{text}");
        assert!(!page.body.contains("<script>alert"), "{text}");
        assert!(!page.body.contains("<img src=x"), "{text}");
        assert_eq!(page.body.matches("</textarea>").count(), page.body.matches("<textarea").count(), "{text}");
    }
    let file = eve.post("/read/file", &form(&[("text", evil), ("format", "otg")])).await;
    assert_eq!(file.status, 400);
}

#[tokio::test]
async fn there_is_an_end_to_size_and_number() {
    let server = Server::start().await;
    let mut eve = server.browser();
    let huge = format!("text={}", "x".repeat(1024 * 1024 + 1));
    assert_eq!(eve.post("/read", &huge).await.status, 413);
    let larger = format!("text={}", "x".repeat(2 * 1024 * 1024 + 1));
    assert_eq!(eve.post("/read", &larger).await.status, 413);
    assert_eq!(eve.post("/games", &huge).await.status, 413, "other forms stay small");

    let games = "{\"rules\":\"brandubh\",\"moves\":[\"d2-c2\"]}\n".repeat(6000);
    let page = read(&mut eve, &[("text", &games), ("page", "2")]).await;
    let said = words(&page.body);
    assert!(said.contains("6000 games") && said.contains("You see games 51 to 100."), "{said}");
    assert!(said.contains("Only the first 5000 are looked at; 1000 more follow."), "{said}");
    assert_eq!(page.body.matches("name=\"at\"").count(), 50);
    assert!(page.body.len() < 1_000_000, "{} bytes", page.body.len());

    let long = format!("1. {}", "d1-d4 ".repeat(100_000));
    let page = read(&mut eve, &[("text", &long), ("rules", "fetlar-2018")]).await;
    assert_eq!(page.status, 200);
    assert!(words(&page.body).contains("there are more than 5000") || words(&page.body).contains("more than"));

    let deep = format!("[Rules \"fetlar-2018\"]\n1. d1-d4 {}", "(1. d1-c1 ".repeat(2000));
    assert_eq!(read(&mut eve, &[("text", &deep)]).await.status, 200);
    let nested =
        "[Rules \"fetlar-2018\"]\n1. d1-d4 f4-f3 ".to_owned() + &"(1. d1-c1 f4-f3 ".repeat(400) + &")".repeat(400);
    let page = read(&mut eve, &[("text", &nested)]).await;
    assert_eq!(page.status, 200);
    assert!(page.body.matches("class=\"variation\"").count() < 400, "no page is nested without end");
}

#[tokio::test]
async fn what_cannot_be_is_refused_with_a_sentence() {
    let server = Server::start().await;
    let mut eve = server.browser();
    let start = "[Rules \"fetlar-2018\"]\n\n1. d1-d4\n";
    for (path, fields, status) in [
        ("/read", vec![("text", start), ("rules", "chess")], 400),
        ("/read/file", vec![("text", start), ("format", "pdf")], 400),
        ("/read/file", vec![("text", ""), ("format", "otg")], 400),
        ("/read/file", vec![("text", start), ("format", "otg"), ("at", "7.0")], 400),
    ] {
        let mut reply = eve.post(path, &form(&fields)).await;
        if let Some(address) = reply.header("location").map(str::to_owned) {
            reply = eve.get(&address).await;
        }
        assert_eq!(reply.status, status, "{path} {fields:?}");
        assert!(reply.body.contains("<h1>"), "a page says what is wrong");
    }
    assert_eq!(eve.post("/read", "text=a&text=b").await.status, 400);
    assert_eq!(eve.get("/read?text=a&text=b").await.status, 400);
    assert_eq!(eve.get("/read/file").await.status, 405);
    // A place that is not there is the beginning.
    for at in ["1.999", "x", "9.9", "0.0", "99999999999999999999.1"] {
        let reply = read(&mut eve, &[("text", start), ("at", at)]).await;
        assert_eq!(reply.status, 200, "{at}");
    }
    let foreign = eve.ask("POST", "/read", &[("Origin", "http://elsewhere.example")], "text=x").await;
    assert_eq!(foreign.status, 403);
}

#[tokio::test]
async fn every_format_can_be_taken_along_and_read_again() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let text = "[Rules \"fetlar-2018\"]\n\n1. d1-d4 {bold} f4-i4 (1. ... f4-f3)\n2. h1-h3\n";
    for format in
        ["tag-list", "clauses", "otg", "json", "commas", "rows", "diagram", "taflzero", "opentafl-rules", "rule-file"]
    {
        let file = anna.post("/read/file", &form(&[("text", text), ("format", format), ("at", "1.2")])).await;
        assert_eq!(file.status, 200, "{format}: {}", file.body);
        assert!(file.header("content-disposition").unwrap().starts_with("attachment; filename=\"hnefi-"), "{format}");
        let again = read(&mut anna, &[("text", &file.body), ("rules", "fetlar-2018")]).await;
        assert!(!again.body.contains("id=\"troubles\""), "{format}\n{}\n{}", file.body, words(&again.body));
        assert!(again.body.contains("id=\"board\""), "{format}\n{}", words(&again.body));
    }
}

#[tokio::test]
async fn a_game_is_taken_along_with_the_clauses_of_its_captures() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let text = "[Rules \"fetlar-2018\"]\n[Position \"/1K9/11/11/11/11/11/11/3tT1Tt3/11/11/5t5/\"]\n\n1. f11-f8\n";
    let page = read(&mut anna, &[("text", text)]).await;
    assert!(page.body.contains("data-format=\"clauses\""), "{}", words(&page.body));
    let file = anna.post("/read/file", &form(&[("text", text), ("format", "clauses"), ("at", "1.1")])).await;
    let remark = "1. f11-f8xe8/g8 {e8 and g8: The leaflet says so under “Taking pieces” (sandwich).}\n";
    assert!(file.body.ends_with(remark), "{}", file.body);
    // A position alone has no captures.
    let rows = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ attackers";
    let page = read(&mut anna, &[("text", rows), ("rules", "brandubh")]).await;
    assert!(!page.body.contains("data-format=\"clauses\""), "{}", words(&page.body));
}

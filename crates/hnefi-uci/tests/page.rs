//! Runs every example of `docs/formats/engine-protocol.md`.
//!
//! In a block that is marked `uci`, what follows `> ` is sent; the other lines are what comes back, in this
//! order, where `…` stands for anything in a line and a line of it alone for any lines.

use hnefi_engine::Idea;
use hnefi_uci::Session;

const PAGE: &str = include_str!("../../../docs/formats/engine-protocol.md");

/// Whether a text fits a pattern in which `…` stands for anything.
fn fits(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('…');
    let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or("")) else { return false };
    let parts: Vec<&str> = parts.collect();
    for (index, part) in parts.iter().enumerate() {
        if index + 1 == parts.len() {
            return rest.ends_with(part);
        }
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty()
}

/// Whether lines fit patterns.
fn fit(patterns: &[&str], lines: &[&str]) -> bool {
    match patterns.split_first() {
        None => lines.is_empty(),
        Some((&"…", rest)) => (0..=lines.len()).any(|skipped| fit(rest, &lines[skipped..])),
        Some((pattern, rest)) => {
            lines.split_first().is_some_and(|(line, after)| fits(pattern, line) && fit(rest, after))
        }
    }
}

#[test]
fn every_example_answers_as_it_says() {
    let mut examples = 0;
    for block in PAGE.split("```uci\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let sent: Vec<&str> = block.lines().filter_map(|line| line.strip_prefix("> ")).collect();
        let expected: Vec<&str> = block.lines().filter(|line| !line.starts_with("> ")).collect();
        let answers = Session::converse(&(sent.join("\n") + "\n"));
        let lines: Vec<&str> = answers.lines().collect();
        assert!(fit(&expected, &lines), "{block}\nanswers\n{answers}");
        examples += 1;
    }
    assert!(examples >= 8, "only {examples} examples were found");
}

#[test]
fn the_page_tells_of_every_idea() {
    for idea in Idea::ALL {
        assert!(PAGE.contains(&format!("\n| `{}` | ", idea.id())), "{} is missing", idea.id());
    }
}

#[test]
fn patterns_fit_what_they_should() {
    assert!(fits("a…c", "abbbc") && fits("…", "x") && fits("abc", "abc") && fits("a…b…c", "a1b2c"));
    assert!(!fits("a…c", "abb") && !fits("abc", "abcd") && !fits("a…b…c", "a1c"));
    assert!(fit(&["a", "…", "c"], &["a", "b", "b", "c"]) && fit(&["…"], &[]));
    assert!(!fit(&["a", "c"], &["a", "b", "c"]) && !fit(&["a"], &[]));
}

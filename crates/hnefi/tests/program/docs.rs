//! Runs every example of `docs/formats/` and compares what the program prints with what stands there.
//!
//! JSON is compared without the line breaks that the pages put into it, and `…` in it stands for anything.

use std::path::Path;

use crate::common::{Ran, folder, hnefi_in};

/// A fenced block: the words after the fence, and its lines.
struct Block<'a> {
    line: usize,
    info: &'a str,
    lines: Vec<&'a str>,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block<'_>> = None;
    for (index, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), open.as_mut()) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(info), None) => open = Some(Block { line: index + 1, info, lines: Vec::new() }),
            (None, Some(block)) => block.lines.push(line),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

/// Everything that an example says it prints, and what it printed.
fn printed(ran: &Ran) -> String {
    let mut text = ran.out.clone();
    text.push_str(&ran.err);
    if ran.code != 0 {
        text.push_str(&format!("(exit status {})\n", ran.code));
    }
    text
}

fn check(command: &str, expected: &[&str], ran: &Ran, place: &str) {
    let printed = printed(ran);
    if !command.contains("--json") {
        assert_eq!(printed, format!("{}\n", expected.join("\n")), "{place}: {command}");
        return;
    }
    let expected: String = expected.iter().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    let printed: String = printed.lines().collect();
    let mut rest = printed.as_str();
    for (index, part) in expected.split('…').enumerate() {
        let at = rest.find(part).unwrap_or_else(|| panic!("{place}: {command}\nlacks {part}\nin {rest}"));
        assert!(index > 0 || at == 0, "{place}: {command}\nbegins with {}", &rest[..at]);
        rest = &rest[at + part.len()..];
    }
    assert!(rest.is_empty() || expected.ends_with('…'), "{place}: {command}\nprints also {rest}");
}

/// The table of questions in the page on rule files, as the rules crate has them.
#[test]
fn the_page_on_rule_files_lists_every_answer() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats/rules-file.md");
    let page = std::fs::read_to_string(page).unwrap();
    let listed: Vec<&str> = page
        .lines()
        .skip_while(|line| *line != "## The questions")
        .filter(|line| line.starts_with("| `answers."))
        .collect();
    let wanted: Vec<String> = hnefi_rules::Question::ALL
        .iter()
        .map(|question| {
            let words: Vec<String> = question.words().iter().map(|word| format!("`{word}`")).collect();
            let asked = hnefi_words::Words::english().question(*question);
            format!("| `answers.{}` | {asked} | {} |", question.id(), words.join(", "))
        })
        .collect();
    assert_eq!(listed, wanted, "the page should list:\n{}\n", wanted.join("\n"));
    let points: Vec<String> = hnefi_rules::Point::ALL.iter().map(|point| format!("`{}`", point.id())).collect();
    assert!(page.contains(&points.join(", ")), "the page should list the points {}", points.join(", "));
}

#[test]
fn every_example_prints_what_it_says() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats");
    let mut examples = 0;
    for entry in std::fs::read_dir(&docs).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let page = std::fs::read_to_string(&path).unwrap();
        let folder = folder(&format!("docs-{name}"));
        for block in blocks(&page) {
            if let Some((_, file)) = block.info.split_once("file=") {
                std::fs::write(folder.join(file.trim()), block.lines.join("\n") + "\n").unwrap();
            }
            for (at, line) in block.lines.iter().enumerate() {
                let Some(command) = line.strip_prefix("$ hnefi") else { continue };
                let until = block.lines[at + 1..].iter().position(|l| l.starts_with("$ "));
                let expected = &block.lines[at + 1..until.map_or(block.lines.len(), |n| at + 1 + n)];
                let arguments: Vec<&str> = command.split_whitespace().collect();
                let ran = hnefi_in(&folder, &arguments, "");
                check(command, expected, &ran, &format!("{name}, line {}", block.line + at + 1));
                examples += 1;
            }
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
    assert!(examples >= 15, "only {examples} examples were found");
}

/// Other crates have programs, too; without this line `cargo run` would refuse to choose.
#[test]
fn cargo_run_starts_this_program() {
    let manifest = include_str!("../../Cargo.toml");
    assert!(manifest.lines().any(|line| line == "default-run = \"hnefi\""), "the first command of the README needs it");
}

#[test]
fn the_tests_that_the_page_of_threats_names_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/threats.md")).unwrap();
    let mut named = 0;
    for line in page.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.split('`').skip(1).step_by(2).collect();
        let mut file = None;
        for cell in cells {
            if cell.ends_with(".rs") {
                let path = root.join("crates/hnefi-web/tests/web").join(cell);
                file = Some((cell, std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{cell}: {error}"))));
            } else if let Some((name, text)) = &file {
                assert!(text.contains(&format!("fn {cell}(")), "{name} has no test {cell}");
                named += 1;
            }
        }
    }
    assert!(named > 20, "only {named} tests are named");
}

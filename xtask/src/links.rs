//! Checks that what the pages of the documentation point to is there, and that each decision has a number of its own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::process::root;

/// Fails with every link, and every path of the map, that leads nowhere.
pub(crate) fn check() -> Result<()> {
    let mut pages = Vec::new();
    for folder in ["", "docs", "docs/adr", "docs/bench", "docs/formats", "docs/rules", "docs/sheets", "fuzz"] {
        let folder = root().join(folder);
        let files = std::fs::read_dir(&folder).with_context(|| folder.display().to_string())?.flatten();
        pages.extend(files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|kind| kind == "md")));
    }
    pages.sort();
    let mut problems = Vec::new();
    let mut decisions: Vec<(String, String)> = Vec::new();
    for page in &pages {
        let text = std::fs::read_to_string(page).with_context(|| page.display().to_string())?;
        let shown = page.strip_prefix(root()).unwrap_or(page).display();
        let folder = page.parent().map_or_else(root, Path::to_path_buf);
        if folder.ends_with("adr") {
            decisions.push((shown.to_string(), text.lines().next().unwrap_or_default().to_owned()));
        }
        let dead = dead_links(page, &text)?.into_iter();
        problems.extend(dead.map(|link| format!("{shown} links to {link}, which is not there")));
        if page.ends_with("docs/README.md") {
            let dead = paths(&text).filter(|path| !root().join(path).exists());
            problems.extend(dead.map(|path| format!("{shown} names {}, which is not there", path.display())));
        }
    }
    problems.extend(misnumbered(&decisions));
    if problems.is_empty() {
        println!("{} pages point to nothing that is not there", pages.len());
        return Ok(());
    }
    bail!("dead ends in the documentation:\n  {}", problems.join("\n  "))
}

/// What is wrong with the numbers of decisions, which are in order: a path and the first line of each.
fn misnumbered(decisions: &[(String, String)]) -> impl Iterator<Item = String> {
    decisions.iter().zip(1..).filter_map(|((path, line), number)| {
        let fits = path.contains(&format!("/{number:04}-")) && line.starts_with(&format!("# {number}. "));
        (!fits).then(|| format!("{path} begins with `{line}`, and is decision {number} by the order of the files"))
    })
}

/// The links of a page that lead to no file, or to no heading in it.
fn dead_links(page: &Path, text: &str) -> Result<Vec<String>> {
    let mut dead = Vec::new();
    for link in links(text) {
        let (file, heading) = link.split_once('#').unwrap_or((link, ""));
        let path = if file.is_empty() { page.to_owned() } else { page.with_file_name(file) };
        let is_page = path.extension().is_some_and(|kind| kind == "md");
        if !path.exists() {
            dead.push(link.to_owned());
        } else if is_page && !heading.is_empty() {
            let there = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            if !anchors(&there).iter().any(|anchor| anchor == heading) {
                dead.push(link.to_owned());
            }
        }
    }
    Ok(dead)
}

/// What a page links to, in files and in itself. Other sites and clauses of rules are none.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
    targets.filter(|target| !target.contains([':', ' ']) && !target.is_empty())
}

/// The names by which a link reaches the headings of a page, as GitHub makes them.
fn anchors(text: &str) -> Vec<String> {
    let mut fenced = false;
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    let mut anchors = Vec::new();
    for line in text.lines() {
        fenced ^= line.trim_start().starts_with("```");
        let title = line.trim_start_matches('#');
        let level = line.len() - title.len();
        if fenced || !(1..=6).contains(&level) || !title.starts_with(' ') {
            continue;
        }
        let anchor = anchor(title.trim());
        // Of headings that say the same, the later ones are counted.
        let before = times.entry(anchor.clone()).or_default();
        anchors.push(if *before == 0 { anchor } else { format!("{anchor}-{before}") });
        *before += 1;
    }
    anchors
}

/// The name of a heading: its letters, digits, hyphens and underscores in small letters, and a hyphen for each space.
fn anchor(title: &str) -> String {
    let mut shown = title.to_owned();
    // Of a link, its words are shown.
    while let Some((before, rest)) = shown.split_once("](")
        && let (Some((before, words)), Some((_, after))) = (before.rsplit_once('['), rest.split_once(')'))
    {
        shown = format!("{before}{words}{after}");
    }
    let kept = shown.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// The paths that a page names as code.
fn paths(text: &str) -> impl Iterator<Item = PathBuf> {
    let code = text.split('`').skip(1).step_by(2);
    code.filter(|code| code.contains('/') && !code.contains([' ', '<', '{'])).map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_is_there_twice_is_found() {
        let decisions = |second: &str| {
            let named = [("docs/adr/0001-a.md", "# 1. A"), (second, "# 1. B")];
            misnumbered(&named.map(|(path, line)| (path.to_owned(), line.to_owned()))).collect::<Vec<_>>()
        };
        assert_eq!(decisions("docs/adr/0001-b.md").len(), 1);
        assert!(decisions("docs/adr/0002-b.md")[0].contains("is decision 2"));
    }

    #[test]
    fn a_link_to_a_heading_that_is_gone_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let page = folder.path().join("a.md");
        let headings =
            "# A [link](c.md), and `code`\n\n## Twice_over\n```\n# none\n```\n## Twice_over\n### Übung: 7-8\n#none\n";
        std::fs::write(folder.path().join("b.md"), headings).unwrap();
        let text = "# Here\n[a](b.md), [b](b.md#a-link-and-code), [c](b.md#twice_over-1), [d](b.md#übung-7-8), [e](#here), \
                    [f](b.md#gone), [g](b.md#none), [h](#there), [i](c.md#here)";
        std::fs::write(&page, text).unwrap();
        assert_eq!(dead_links(&page, text).unwrap(), ["b.md#gone", "b.md#none", "#there", "c.md#here"]);
    }

    #[test]
    fn links_and_paths_are_found() {
        let text = "See [a](b.md#c), [d](clause:e), [f](#g), ![h](i/j.png) and `k/l.rs`, `cargo run`.";
        assert_eq!(links(text).collect::<Vec<_>>(), ["b.md#c", "#g", "i/j.png"]);
        assert_eq!(paths(text).collect::<Vec<_>>(), [PathBuf::from("k/l.rs")]);
    }
}

//! Checks that what the pages of the documentation point to is there, and that each decision has a number of its own.

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
        let dead = links(&text).filter(|link| !folder.join(link).exists());
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

/// The files that a page links to, without the place in them. Other sites and clauses of rules are none.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
    let files = targets.filter(|target| !target.contains([':', ' ']));
    files.map(|target| target.split('#').next().unwrap_or_default()).filter(|file| !file.is_empty())
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
    fn links_and_paths_are_found() {
        let text = "See [a](b.md#c), [d](clause:e), [f](#g), ![h](i/j.png) and `k/l.rs`, `cargo run`.";
        assert_eq!(links(text).collect::<Vec<_>>(), ["b.md", "i/j.png"]);
        assert_eq!(paths(text).collect::<Vec<_>>(), [PathBuf::from("k/l.rs")]);
    }
}

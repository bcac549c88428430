//! Redraws the boards afterwards in `docs/rules` and `docs/sheets`, and says which expectations fail.
//! Expectations stay as people wrote them.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut done = true;
    for folder in ["rules", "sheets"] {
        match files(&docs.join(folder)) {
            Ok(paths) => {
                for path in paths {
                    done &= report(&path, bless(&path));
                }
            }
            Err(error) => done &= report(&docs.join(folder), Err(error.into())),
        }
    }
    if done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths: Vec<_> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    Ok(paths)
}

/// Redraws a file, and tells whether anything changed. Expectations that fail are an error.
fn bless(path: &Path) -> Result<bool, Box<dyn std::error::Error>> {
    let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    let text = std::fs::read_to_string(path)?;
    let drawn = hnefi_chapters::redraw(name, &text)?;
    if drawn != text {
        std::fs::write(path, &drawn)?;
    }
    let chapter = hnefi_chapters::Chapter::parse(name, &drawn)?;
    let mut problems = String::new();
    for example in chapter.examples() {
        for ruleset in example.rules.iter().filter_map(|id| hnefi_rules::ruleset(id)) {
            for problem in example.check(ruleset) {
                let (line, id, rules) = (example.line, &example.id, ruleset.id());
                problems.push_str(&format!("\n  line {line}, example {id} under {rules}: {problem}"));
            }
        }
    }
    if problems.is_empty() { Ok(drawn != text) } else { Err(problems.into()) }
}

fn report(path: &Path, result: Result<bool, Box<dyn std::error::Error>>) -> bool {
    match &result {
        Ok(true) => println!("{}: redrawn", path.display()),
        Ok(false) => {}
        Err(error) => eprintln!("{}: {error}", path.display()),
    }
    result.is_ok()
}

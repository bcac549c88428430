//! Files of tests that no test program names: they would not run, and nobody would notice.

use std::path::Path;

use anyhow::{Context, Result, bail};
use cargo_metadata::{MetadataCommand, TargetKind};

use crate::process::root;

/// Fails with every file beside a test program's `main.rs` that is no module of it.
pub(crate) fn check() -> Result<()> {
    let metadata = MetadataCommand::new().current_dir(root()).no_deps().exec().context("cargo metadata")?;
    let mut forgotten = Vec::new();
    for target in metadata.packages.iter().flat_map(|package| &package.targets) {
        let program = target.src_path.as_std_path();
        if target.kind.contains(&TargetKind::Test) && program.ends_with("main.rs") {
            forgotten.extend(beside(program).with_context(|| program.display().to_string())?);
        }
    }
    if forgotten.is_empty() {
        Ok(())
    } else {
        bail!("no test program names these files:\n  {}", forgotten.join("\n  "))
    }
}

/// The modules beside a test program that it does not name.
fn beside(program: &Path) -> Result<Vec<String>> {
    let text = std::fs::read_to_string(program)?;
    let mut forgotten = Vec::new();
    for entry in program.parent().unwrap_or(Path::new(".")).read_dir()? {
        let path = entry?.path();
        let module =
            if path.is_dir() { path.join("mod.rs").exists() } else { path.extension().is_some_and(|e| e == "rs") };
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if module && path != program && !text.lines().any(|line| line == format!("mod {name};")) {
            forgotten.push(path.display().to_string());
        }
    }
    Ok(forgotten)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_named_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write("main.rs", "//! Tests.\n\nmod named;\n");
        write("named.rs", "");
        write("data.txt", "");
        assert!(beside(&folder.path().join("main.rs")).unwrap().is_empty());
        write("other.rs", "");
        let forgotten = beside(&folder.path().join("main.rs")).unwrap();
        assert!(matches!(&forgotten[..], [path] if path.ends_with("other.rs")), "{forgotten:?}");
    }
}

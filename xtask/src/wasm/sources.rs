//! All that the module is made from, as one number.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, PackageId};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::toolchain::VECTORS;
use super::{PACKAGE, TARGET};
use crate::process::root;

/// What the crates embed from outside their own folders.
const EMBEDDED: [&str; 5] = ["rulesets", "words/en", "docs/rules", "docs/sheets", "docs/adr"];

/// In the folder of a crate, what has no part in the module.
const APART: [&str; 4] = ["tests", "examples", "benches", "browser-tests"];

/// The digest of all sources: of the crates of this workspace their files, of all others name, version and features.
pub(super) fn digest() -> Result<String> {
    let metadata = metadata()?;
    let mut digest = Sha256::new();
    let mut files: BTreeSet<PathBuf> = BTreeSet::new();
    let mut others = BTreeSet::new();
    for (package, features) in packages(&metadata)? {
        match package.source {
            None => collect(package.manifest_path.as_std_path().parent().context("a crate has a folder")?, &mut files)?,
            Some(_) => drop(others.insert(format!("{} {} {}", package.name, package.version, features.join(",")))),
        }
    }
    for folder in EMBEDDED {
        collect(&root().join(folder), &mut files)?;
    }
    for other in others {
        digest.update(other.as_bytes());
        digest.update([0]);
    }
    for file in files {
        let name = file.strip_prefix(root()).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let text = fs::read(&file).with_context(|| name.clone())?;
        digest.update(name.as_bytes());
        digest.update([0]);
        digest.update((text.len() as u64).to_le_bytes());
        digest.update(text);
    }
    digest.update(profiles()?.as_bytes());
    digest.update(VECTORS.as_bytes());
    Ok(HEXLOWER.encode(&digest.finalize()[..16]))
}

fn metadata() -> Result<Metadata> {
    let platform = ["--filter-platform".to_owned(), TARGET.to_owned()];
    MetadataCommand::new().current_dir(root()).other_options(platform).exec().context("cargo metadata")
}

/// The crate of the module with all that is compiled into it, and with which features.
fn packages(metadata: &Metadata) -> Result<Vec<(&cargo_metadata::Package, Vec<String>)>> {
    let resolve = metadata.resolve.as_ref().context("cargo metadata resolves nothing")?;
    let find = |id: &PackageId| resolve.nodes.iter().find(|node| node.id == *id);
    let own = metadata.packages.iter().find(|package| *package.name == *PACKAGE).context(PACKAGE)?;
    let (mut known, mut open) = (BTreeSet::from([own.id.clone()]), vec![own.id.clone()]);
    while let Some(node) = open.pop().as_ref().and_then(find) {
        let compiled =
            |dep: &&cargo_metadata::NodeDep| dep.dep_kinds.iter().any(|kind| kind.kind != DependencyKind::Development);
        for dep in node.deps.iter().filter(compiled) {
            if known.insert(dep.pkg.clone()) {
                open.push(dep.pkg.clone());
            }
        }
    }
    let package = |id: &PackageId| {
        let package = metadata.packages.iter().find(|package| package.id == *id)?;
        let features = find(id)?.features.iter().map(ToString::to_string).collect();
        Some((package, features))
    };
    Ok(known.iter().filter_map(package).collect())
}

/// How the module is compiled.
fn profiles() -> Result<String> {
    let text = fs::read_to_string(root().join("Cargo.toml")).context("Cargo.toml")?;
    let manifest: toml::Table = text.parse().context("Cargo.toml")?;
    let profiles = manifest.get("profile").context("Cargo.toml has no profiles")?;
    Ok(["release", "wasm"].map(|name| profiles.get(name).map(ToString::to_string).unwrap_or_default()).join("\n"))
}

fn collect(folder: &Path, files: &mut BTreeSet<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with('.') || APART.contains(&name.as_str()) {
            continue;
        }
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.insert(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_made_from_what_is_compiled_into_it_and_from_nothing_else() {
        let metadata = metadata().unwrap();
        let packages = packages(&metadata).unwrap();
        let made_from = |name: &str| packages.iter().any(|(package, _)| *package.name == *name);
        for name in ["hnefi-wasm", "hnefi-rules", "hnefi-words", "hnefi-engine", "hnefi-wire", "fluent-bundle", "serde"]
        {
            assert!(made_from(name), "{name}");
        }
        // Of the server, of the tests of the crate, of the programs.
        for name in ["hnefi-web", "axum", "hnefi-store", "tokio", "hnefi", "tempfile"] {
            assert!(!made_from(name), "{name}");
        }
        let mut files = BTreeSet::new();
        collect(&root().join("crates/hnefi-engine"), &mut files).unwrap();
        let has = |name: &str| files.contains(&root().join("crates/hnefi-engine").join(name));
        assert!(has("src/lib.rs") && has("Cargo.toml") && has("weights/corner-four.toml"));
        assert!(!has("tests/engine/proof.rs") && !has("examples/ladder.rs"));
    }
}

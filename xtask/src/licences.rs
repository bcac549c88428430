//! Compares the licences of all crates, and those of which there are two versions, with deny.toml, which `cargo deny` reads, too.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use cargo_metadata::semver::{Version, VersionReq};
use cargo_metadata::{CargoOpt, MetadataCommand, Package};
use serde::Deserialize;
use spdx::{Expression, Licensee, ParseMode};

use crate::process::{self, cargo, root, succeeds};

/// What is read of deny.toml.
#[derive(Deserialize)]
struct Deny {
    licenses: Licences,
    bans: Bans,
}

#[derive(Deserialize)]
struct Bans {
    /// Versions that may be there beside a newer one.
    skip: Vec<Skip>,
}

#[derive(Deserialize)]
struct Skip {
    name: String,
    version: VersionReq,
}

#[derive(Deserialize)]
struct Licences {
    /// The licences that code may have which is built into ours.
    allow: Vec<String>,
}

/// Fails with every crate whose licence is not allowed, or of which there are two versions. Where `cargo deny` is installed, it runs as well.
pub(crate) fn check() -> Result<()> {
    let text = std::fs::read_to_string(root().join("deny.toml")).context("deny.toml")?;
    let deny: Deny = toml::from_str(&text).context("deny.toml")?;
    let allowed = read_allowed(deny.licenses.allow)?;
    // As deny.toml has it for `cargo deny`.
    let features = CargoOpt::AllFeatures;
    let metadata = MetadataCommand::new().features(features).current_dir(root()).exec().context("cargo metadata")?;
    let problems: Vec<String> = metadata
        .packages
        .iter()
        .filter_map(|package| fault(package.license.as_deref(), &allowed).map(|fault| line(package, &fault)))
        .collect();
    if !problems.is_empty() {
        bail!("licences that deny.toml does not allow:\n  {}", problems.join("\n  "));
    }
    let versions = metadata.packages.iter().map(|package| (package.name.as_str(), &package.version));
    let problems = doubles(versions, &deny.bans.skip);
    if !problems.is_empty() {
        bail!("deny.toml and the crates of which there are two versions disagree:\n  {}", problems.join("\n  "));
    }
    println!(
        "the licences of {} crates are allowed, and no more of them are double than deny.toml says",
        metadata.packages.len()
    );
    if succeeds(cargo().args(["deny", "--version"])) {
        run_cargo_deny()
    } else {
        println!("cargo deny is not installed: sources and advisories are not looked at");
        Ok(())
    }
}

/// The advisories have to be fetched; without a network the rest is checked all the same.
fn run_cargo_deny() -> Result<()> {
    process::run(cargo().args(["deny", "check", "bans", "licenses", "sources"]))?;
    match process::output(cargo().args(["deny", "fetch", "db"])) {
        Ok(_) => process::run(cargo().args(["deny", "check", "--disable-fetch", "advisories"])),
        Err(error) => {
            println!("advisories are not looked at, as they cannot be fetched:\n{error:#}");
            Ok(())
        }
    }
}

fn line(package: &Package, fault: &str) -> String {
    format!("{} {}: {fault}", package.name, package.version)
}

/// Versions beside a newer one that `skip` does not name, and what `skip` names and is not there.
fn doubles<'a>(versions: impl Iterator<Item = (&'a str, &'a Version)>, skip: &[Skip]) -> Vec<String> {
    let mut by_name: BTreeMap<&str, Vec<&Version>> = BTreeMap::new();
    versions.for_each(|(name, version)| by_name.entry(name).or_default().push(version));
    by_name.values_mut().for_each(|versions| versions.sort());
    let is = |skip: &Skip, name: &str, version: &Version| skip.name == name && skip.version.matches(version);
    let older =
        || by_name.iter().flat_map(|(name, all)| all[..all.len() - 1].iter().map(move |version| (*name, *version)));
    let unknown = older().filter(|(name, version)| !skip.iter().any(|skip| is(skip, name, version)));
    let unknown = unknown.map(|(name, version)| format!("{name} {version} is there beside a newer version"));
    let gone = skip.iter().filter(|skip| !older().any(|(name, version)| is(skip, name, version)));
    let gone = gone.map(|skip| format!("{} {} is no longer there: take it out of `skip`", skip.name, skip.version));
    unknown.chain(gone).collect()
}

fn read_allowed(names: Vec<String>) -> Result<Vec<Licensee>> {
    let read = |name: String| Licensee::parse(&name).with_context(|| format!("deny.toml: `{name}` is no licence"));
    names.into_iter().map(read).collect()
}

/// What is wrong with a licence, if anything is. Old crates write `MIT/Apache-2.0` for `MIT OR Apache-2.0`.
fn fault(licence: Option<&str>, allowed: &[Licensee]) -> Option<String> {
    let Some(licence) = licence else { return Some("it names no licence".to_owned()) };
    let Ok(expression) = Expression::parse_mode(licence, ParseMode::LAX) else {
        return Some(format!("`{licence}` is no SPDX expression"));
    };
    let may = expression.evaluate(|required| allowed.iter().any(|licensee| licensee.satisfies(required)));
    (!may).then(|| licence.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_licence_is_judged_by_all_of_its_expression() {
        let allowed = read_allowed(["MIT", "Apache-2.0", "Unicode-3.0"].map(str::to_owned).into()).unwrap();
        for licence in ["MIT", "MIT/Apache-2.0", "Apache-2.0 OR GPL-2.0-only", "(MIT OR Apache-2.0) AND Unicode-3.0"] {
            assert_eq!(fault(Some(licence), &allowed), None, "{licence}");
        }
        for licence in ["GPL-3.0-only", "MIT AND BSD-3-Clause", "MPL-2.0", "Apache-2.0 WITH LLVM-exception"] {
            assert_eq!(fault(Some(licence), &allowed).as_deref(), Some(licence));
        }
        assert_eq!(fault(None, &allowed).unwrap(), "it names no licence");
        assert_eq!(fault(Some("free beer"), &allowed).unwrap(), "`free beer` is no SPDX expression");
        assert!(read_allowed(vec!["beer".to_owned()]).unwrap_err().to_string().contains("`beer` is no licence"));
    }

    #[test]
    fn older_versions_are_named() {
        let tree = [("a", "1.2.0"), ("b", "0.1.3"), ("b", "0.2.0"), ("c", "1.0.0"), ("c", "2.0.0")];
        let tree: Vec<(&str, Version)> = tree.map(|(name, version)| (name, version.parse().unwrap())).into();
        let skip = |pairs: &[(&str, &str)]| -> Vec<Skip> {
            pairs
                .iter()
                .map(|(name, version)| Skip { name: (*name).to_owned(), version: version.parse().unwrap() })
                .collect()
        };
        let versions = || tree.iter().map(|(name, version)| (*name, version));
        assert!(doubles(versions(), &skip(&[("b", "0.1"), ("c", "1")])).is_empty());
        let problems = doubles(versions(), &skip(&[("b", "0.1"), ("a", "1")]));
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert!(problems[0].starts_with("c 1.0.0 is there beside") && problems[1].starts_with("a ^1 is no longer"));
    }
}

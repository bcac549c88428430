//! Compares the licences of all crates with the list in deny.toml, which `cargo deny` reads, too.

use anyhow::{Context, Result, bail};
use cargo_metadata::{MetadataCommand, Package};
use serde::Deserialize;
use spdx::{Expression, Licensee, ParseMode};

use crate::process::{self, cargo, root, succeeds};

/// What is read of deny.toml.
#[derive(Deserialize)]
struct Deny {
    licenses: Licences,
}

#[derive(Deserialize)]
struct Licences {
    /// The licences that code may have which is built into ours.
    allow: Vec<String>,
}

/// Fails with every crate whose licence is not allowed. Where `cargo deny` is installed, it runs as well.
pub(crate) fn check() -> Result<()> {
    let text = std::fs::read_to_string(root().join("deny.toml")).context("deny.toml")?;
    let allowed = read_allowed(&text)?;
    let metadata = MetadataCommand::new().current_dir(root()).exec().context("cargo metadata")?;
    let problems: Vec<String> = metadata
        .packages
        .iter()
        .filter_map(|package| fault(package.license.as_deref(), &allowed).map(|fault| line(package, &fault)))
        .collect();
    if !problems.is_empty() {
        bail!("licences that deny.toml does not allow:\n  {}", problems.join("\n  "));
    }
    println!("the licences of {} crates are allowed", metadata.packages.len());
    if succeeds(cargo().args(["deny", "--version"])) {
        run_cargo_deny()
    } else {
        println!("cargo deny is not installed: doubles, bans, sources and advisories are not looked at");
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

fn read_allowed(text: &str) -> Result<Vec<Licensee>> {
    let deny: Deny = toml::from_str(text).context("deny.toml")?;
    let read = |name: String| Licensee::parse(&name).with_context(|| format!("deny.toml: `{name}` is no licence"));
    deny.licenses.allow.into_iter().map(read).collect()
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
        let allowed = read_allowed("[licenses]\nallow = [\"MIT\", \"Apache-2.0\", \"Unicode-3.0\"]").unwrap();
        for licence in ["MIT", "MIT/Apache-2.0", "Apache-2.0 OR GPL-2.0-only", "(MIT OR Apache-2.0) AND Unicode-3.0"] {
            assert_eq!(fault(Some(licence), &allowed), None, "{licence}");
        }
        for licence in ["GPL-3.0-only", "MIT AND BSD-3-Clause", "MPL-2.0", "Apache-2.0 WITH LLVM-exception"] {
            assert_eq!(fault(Some(licence), &allowed).as_deref(), Some(licence));
        }
        assert_eq!(fault(None, &allowed).unwrap(), "it names no licence");
        assert_eq!(fault(Some("free beer"), &allowed).unwrap(), "`free beer` is no SPDX expression");
        assert!(
            read_allowed("[licenses]\nallow = [\"beer\"]").unwrap_err().to_string().contains("`beer` is no licence")
        );
    }
}

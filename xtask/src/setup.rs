//! What the browser tests and the instruction counts need besides Rust: installed where that is allowed,
//! named exactly where it is not.

use anyhow::{Result, bail};

use crate::process::{exists, output, program, root, run};

/// Makes sure that Node.js and the packages of package-lock.json are there.
pub(crate) fn node_packages() -> Result<()> {
    if !exists("node") || !exists("npm") {
        install("Node.js with npm", &["nodejs", "npm"])?;
    }
    let lock = root().join("package-lock.json");
    let stamp = root().join("node_modules").join(".package-lock.json");
    let modified = |path: &std::path::Path| path.metadata().and_then(|m| m.modified()).ok();
    if modified(&stamp).is_some_and(|installed| Some(installed) >= modified(&lock)) {
        return Ok(());
    }
    run(program("npm").args(["ci", "--no-audit", "--no-fund"]))
}

/// Makes sure that Chromium is there, and says where.
pub(crate) fn chromium() -> Result<String> {
    if let Ok(chosen) = std::env::var("CHROMIUM") {
        return if exists(&chosen) { Ok(chosen) } else { bail!("CHROMIUM is `{chosen}`, which does not run") };
    }
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let find = || names.into_iter().find(|name| exists(name));
    if find().is_none() {
        install("Chromium", &["chromium"])?;
    }
    match find() {
        Some(name) => Ok(output(program("sh").args(["-c", &format!("command -v {name}")]))?.trim().to_owned()),
        None => bail!("Chromium was installed and cannot be found: name its path in CHROMIUM"),
    }
}

/// Makes sure that valgrind is there.
pub(crate) fn valgrind() -> Result<()> {
    if exists("valgrind") { Ok(()) } else { install("valgrind", &["valgrind"]) }
}

/// Installs Debian packages, or says what to install.
fn install(what: &str, packages: &[&str]) -> Result<()> {
    let command = format!("apt-get install --no-install-recommends {}", packages.join(" "));
    let root_user = output(program("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    if !root_user || !exists("apt-get") {
        bail!("{what} is missing: as root, run `{command}` (or your system's own way), then start again");
    }
    // Mirrors fail now and then: once more before giving up.
    for attempt in [1, 2] {
        let done = run(program("apt-get").args(["update", "-qq"])).and_then(|()| {
            run(program("apt-get")
                .args(["install", "-y", "-qq", "--no-install-recommends"])
                .args(packages)
                .env("DEBIAN_FRONTEND", "noninteractive"))
        });
        match done {
            Ok(()) => return Ok(()),
            Err(error) if attempt == 2 => return Err(error.context(format!("{what} could not be installed"))),
            Err(error) => eprintln!("{error:#}; trying once more"),
        }
    }
    unreachable!("the second attempt returns")
}

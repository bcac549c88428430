//! A compiler for WebAssembly: rustup's where it has the target, else one out of Debian's packages.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use super::TARGET;
use crate::process::{cargo, exists, output, root, run_within};
use crate::setup;

/// Nets are judged by sums of rows: without vectors that takes more than three times as long.
pub(super) const VECTORS: &str = "-Ctarget-feature=+simd128";

/// How long packages may take to come.
const PATIENCE: Duration = Duration::from_secs(300);

/// A compiler that knows the target.
pub(super) struct Toolchain {
    /// The program; `None` for the compiler that is used anyway.
    rustc: Option<PathBuf>,
}

impl Toolchain {
    /// The compiler that is used anyway where rustup has the target for it, else one out of Debian's packages in `.wasm-toolchain`.
    pub(super) fn find() -> Result<Toolchain> {
        if is_installed() {
            return Ok(Toolchain { rustc: None });
        }
        let rustc = debian_toolchain(&root().join(".wasm-toolchain"))
            .with_context(|| format!("`rustup target add {TARGET}` is one way to have a compiler for it"))?;
        Ok(Toolchain { rustc: Some(rustc) })
    }

    /// What the compiler calls itself.
    pub(super) fn version(&self) -> Result<String> {
        let mut rustc = self.rustc.as_ref().map_or_else(|| Command::new("rustc"), Command::new);
        Ok(output(rustc.arg("--version"))?.trim().to_owned())
    }

    /// Cargo, to do something for the target in a folder of its own.
    pub(super) fn cargo(&self, what: &str) -> Result<Command> {
        let mut command = cargo();
        command.args([what, "--quiet", "--target", TARGET, "--target-dir", "target/wasm"]);
        if let Some(rustc) = &self.rustc {
            // It brings no compiled standard library for the target, only the sources of one.
            command.arg("-Zbuild-std=std,panic_abort").env("RUSTC", rustc).env("RUSTC_BOOTSTRAP", "1");
        }
        let host = output(Command::new("rustc").args(["--print", "target-libdir"]))?;
        let linker = Path::new(host.trim()).with_file_name("bin").join("rust-lld");
        if self.rustc.is_some() && linker.exists() {
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
        command.env("CARGO_ENCODED_RUSTFLAGS", self.flags()?.join("\u{1f}"));
        Ok(command)
    }

    /// The module may work on vectors, and no path of this machine gets into it.
    fn flags(&self) -> Result<Vec<String>> {
        let home = std::env::var("CARGO_HOME").or_else(|_| std::env::var("HOME").map(|home| format!("{home}/.cargo")));
        let mut rustc = self.rustc.as_ref().map_or_else(|| Command::new("rustc"), Command::new);
        let sysroot = output(rustc.args(["--print", "sysroot"]))?;
        let known = [
            (root().display().to_string(), "hnefi"),
            (home.unwrap_or_default(), "cargo"),
            (sysroot.trim().to_owned(), "rust"),
            // Of what is in the tree the compiler is given the way from its root.
            (Path::new(sysroot.trim()).strip_prefix(root()).unwrap_or(Path::new("")).display().to_string(), "rust"),
        ];
        // Of two that fit, the compiler takes the later one.
        let mut known: Vec<_> = known.into_iter().filter(|(path, _)| !path.is_empty()).collect();
        known.sort_by_key(|(path, _)| path.len());
        let remapped = known.into_iter().map(|(path, name)| format!("--remap-path-prefix={path}=/{name}"));
        Ok(std::iter::once(VECTORS.to_owned()).chain(remapped).collect())
    }
}

/// Whether the compiler that is used anyway has a standard library for the target.
fn is_installed() -> bool {
    let asked = output(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]));
    asked.is_ok_and(|folder| Path::new(folder.trim()).is_dir())
}

/// A compiler out of Debian's packages, which are unpacked into a folder and not installed. One that is there already is used if it is
/// new enough.
fn debian_toolchain(folder: &Path) -> Result<PathBuf> {
    if let Some(rustc) = unpacked_before(folder) {
        return Ok(rustc);
    }
    let rustc = folder.join("rustc");
    ensure!(exists("apt-get") && exists("dpkg"), "this is no Debian, whose packages could be used");
    setup::refresh_lists();
    let version = field(&output(Command::new("apt-cache").args(["show", "rustc-web"]))?, "Version: ")
        .and_then(|version| version.splitn(3, '.').take(2).map(str::to_owned).reduce(|a, b| format!("{a}.{b}")))
        .context("Debian has no package rustc-web")?;
    let library = format!("libstd-rust-web-{version}");
    let needs = output(Command::new("apt-cache").args(["depends", &library]))?;
    let llvm = needs.split_whitespace().find(|word| word.starts_with("libllvm")).context("its LLVM is not named")?;
    // Whatever an attempt that was broken off has left is of no use.
    let (packages, unpacked) = (folder.join("packages"), folder.join("root"));
    for part in [&packages, &unpacked] {
        let _ = std::fs::remove_dir_all(part);
        std::fs::create_dir_all(part).with_context(|| part.display().to_string())?;
    }
    let mut download = Command::new("apt-get");
    download.args(["-qq", "-o", "APT::Sandbox::User=root", "download", "rustc-web", "rust-web-src"]);
    download.args(["libstd-rust-web-dev", &library, llvm]).current_dir(&packages);
    run_within(&mut download, PATIENCE)?;
    for package in std::fs::read_dir(&packages)?.flatten() {
        output(Command::new("dpkg").arg("-x").arg(package.path()).arg(&unpacked))?;
    }
    std::fs::remove_dir_all(&packages).with_context(|| packages.display().to_string())?;
    let libraries = unpacked.join(format!("usr/lib/{}-linux-gnu", std::env::consts::ARCH));
    let (libraries, program) = (libraries.display(), unpacked.join("usr/bin/rustc"));
    let script = format!("#!/bin/sh\nLD_LIBRARY_PATH='{libraries}' exec '{}' \"$@\"\n", program.display());
    make_program(&rustc, &script)?;
    is_new_enough(&rustc).map(|()| rustc)
}

/// The compiler that was unpacked in a folder before, if it does.
fn unpacked_before(folder: &Path) -> Option<PathBuf> {
    Some(folder.join("rustc")).filter(|rustc| rustc.exists() && is_new_enough(rustc).is_ok())
}

/// Writes a program in one step, so that half of one is never taken for a whole one.
fn make_program(path: &Path, script: &str) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let new = path.with_extension("new");
    std::fs::write(&new, script)
        .and_then(|()| std::fs::set_permissions(&new, PermissionsExt::from_mode(0o755)))
        .and_then(|()| std::fs::rename(&new, path))
        .with_context(|| path.display().to_string())
}

fn is_new_enough(rustc: &Path) -> Result<()> {
    let said = output(Command::new(rustc).arg("--version"))?;
    let needed = env!("CARGO_PKG_RUST_VERSION");
    if minor(said.split(' ').nth(1).unwrap_or_default()) < minor(needed) {
        bail!("Debian's is {}, and {needed} is needed", said.trim());
    }
    Ok(())
}

/// The second number of a version of Rust.
fn minor(version: &str) -> Option<u32> {
    version.split('.').nth(1)?.parse().ok()
}

fn field(text: &str, name: &str) -> Option<String> {
    text.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compiler_that_has_grown_old_is_fetched_anew() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(unpacked_before(folder.path()), None);
        let rustc = folder.path().join("rustc");
        for (version, used) in [("1.0.0", false), (concat!(env!("CARGO_PKG_RUST_VERSION"), ".0"), true)] {
            make_program(&rustc, &format!("#!/bin/sh\necho 'rustc {version} (0123abcd 2015-05-15)'\n")).unwrap();
            assert_eq!(unpacked_before(folder.path()), used.then(|| rustc.clone()), "{version}");
        }
    }

    #[test]
    fn versions_of_rust_are_compared_by_number() {
        assert!(minor("1.100.0") > minor("1.95") && minor("1.9.0") < minor("1.10") && minor("nightly").is_none());
    }
}

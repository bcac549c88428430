//! The module that a page loads: made from the crates, kept beside the scripts, and held to its sources.
//!
//! Whoever builds the program needs no compiler for it: the module is in the tree. A small file beside it says what it was made from and
//! with which compiler.

mod sources;
mod toolchain;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use self::toolchain::Toolchain;
use crate::process::{root, run};
use crate::steps::Done;

const TARGET: &str = "wasm32-unknown-unknown";

/// The crate that is the module.
const PACKAGE: &str = "hnefi-wasm";

/// Where the module is kept.
const MODULE: &str = "crates/hnefi-web/assets/wasm/hnefi.wasm";

/// Where it is said what it was made from.
const RECORD: &str = "crates/hnefi-web/assets/wasm/hnefi.json";

/// The nets that the engine brings along, which are part of the module.
const NETS: &str = "crates/hnefi-engine/nets";

/// The most that a browser may have to load without the nets, compressed with brotli.
const MOST: usize = 900_000;

/// The most that a net may have, compressed with brotli.
const MOST_OF_A_NET: usize = 600_000;

/// Searches go deep: a thread of a system has as much.
const STACK: &str = "link-arg=-zstack-size=4194304";

/// What the module was made from.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Record {
    /// The digest of its sources.
    sources: String,
    /// The compiler.
    rustc: String,
    /// The SHA-256 of the module.
    sha256: String,
    /// Its size in bytes.
    bytes: usize,
    /// Its size with brotli.
    brotli: usize,
    /// What of that are nets.
    nets: usize,
}

/// Builds the module and writes both files.
pub(crate) fn build() -> Result<()> {
    let toolchain = Toolchain::find()?;
    let module = made(&toolchain)?;
    let record = Record {
        sources: sources::digest()?,
        rustc: toolchain.version()?,
        sha256: HEXLOWER.encode(&Sha256::digest(&module)),
        bytes: module.len(),
        brotli: hnefi_pack::smallest(&module)?.len(),
        nets: nets()?,
    };
    check_size(&record)?;
    let path = root().join(MODULE);
    fs::create_dir_all(path.with_file_name("")).context(MODULE)?;
    fs::write(&path, &module).context(MODULE)?;
    fs::write(root().join(RECORD), serde_json::to_string_pretty(&record)? + "\n").context(RECORD)?;
    println!("{MODULE}: {}, by {}", record.sizes(), record.rustc);
    Ok(())
}

/// Fails where the module was not made from the sources that are there. Where the compiler that made it can be had, it is made again and has to
/// be the same byte for byte; with another one the sources are only compiled.
pub(crate) fn check() -> Result<Done> {
    let refresh = "run `cargo xtask wasm`";
    let text = fs::read_to_string(root().join(RECORD)).with_context(|| format!("{RECORD}: {refresh}"))?;
    let record: Record = serde_json::from_str(&text).with_context(|| format!("{RECORD}: {refresh}"))?;
    let module = fs::read(root().join(MODULE)).with_context(|| format!("{MODULE}: {refresh}"))?;
    ensure!(
        HEXLOWER.encode(&Sha256::digest(&module)) == record.sha256,
        "{MODULE} is not the module that {RECORD} tells of: {refresh}"
    );
    check_size(&record)?;
    let sources = sources::digest()?;
    ensure!(record.sources == sources, "{MODULE} was made from other sources than these: {refresh}");
    println!("{MODULE} was made from these sources: {}", record.sizes());
    let toolchain = match Toolchain::find() {
        Ok(toolchain) => toolchain,
        Err(error) => {
            return Ok(Done::Skipped(format!("the module fits its sources, and cannot be made here: {error:#}")));
        }
    };
    let rustc = toolchain.version()?;
    if rustc != record.rustc {
        run(toolchain.cargo("check")?.args(["--package", PACKAGE]))?;
        println!("made by {}, and here is {rustc}: compiled, not compared", record.rustc);
    } else if made(&toolchain)? != module {
        bail!("{MODULE} is not what {rustc} makes of these sources: {refresh}");
    } else {
        println!("{rustc} makes the same module");
    }
    Ok(Done::Passed)
}

/// The module, made now.
fn made(toolchain: &Toolchain) -> Result<Vec<u8>> {
    let mut command = toolchain.cargo("rustc")?;
    command.args(["--profile", "wasm", "--crate-type", "cdylib", "--package", PACKAGE]);
    run(command.args(["--", "-C", STACK]))?;
    let path: PathBuf = root().join("target/wasm").join(TARGET).join("wasm/hnefi_wasm.wasm");
    let module = fs::read(&path).with_context(|| path.display().to_string())?;
    let here = root().display().to_string();
    ensure!(!holds(&module, here.as_bytes()), "the module names {here}, a folder of this machine");
    Ok(module)
}

fn holds(module: &[u8], text: &[u8]) -> bool {
    module.windows(text.len()).any(|part| part == text)
}

impl Record {
    fn sizes(&self) -> String {
        format!("{} bytes, {} with brotli, of which {} are nets", self.bytes, self.brotli, self.nets)
    }
}

fn check_size(record: &Record) -> Result<()> {
    let rest = record.brotli.saturating_sub(record.nets);
    ensure!(rest <= MOST, "the module has {rest} bytes with brotli beside its nets, and {MOST} are the most");
    Ok(())
}

/// How large the nets are together with brotli.
fn nets() -> Result<usize> {
    let mut all = 0;
    for entry in fs::read_dir(root().join(NETS)).context(NETS)? {
        let path = entry.context(NETS)?.path();
        let shown = path.display().to_string();
        let size = hnefi_pack::smallest(&fs::read(&path).with_context(|| shown.clone())?)?.len();
        ensure!(size <= MOST_OF_A_NET, "{shown} has {size} bytes with brotli, and {MOST_OF_A_NET} are the most");
        all += size;
    }
    Ok(all)
}

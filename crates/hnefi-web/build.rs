//! Packs the module of `hnefi-wasm` as small as brotli can, which takes seconds: too long for whoever asks a server for it first.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use sha2::{Digest, Sha256};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=assets/wasm");
    let out = env::var_os("OUT_DIR").ok_or("cargo names no folder for what is built")?;
    // There may be none.
    let module = fs::read("assets/wasm/hnefi.wasm").unwrap_or_default();
    fs::write(Path::new(&out).join("module.br"), hnefi_pack::smallest(&module)?)?;
    fs::write(Path::new(&out).join("module.sha256"), Sha256::digest(&module))?;
    Ok(())
}

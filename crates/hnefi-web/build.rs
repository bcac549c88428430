//! Packs the module of `hnefi-wasm` as small as brotli can, which takes seconds: too long for whoever asks a server for it first.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use brotli::enc::BrotliEncoderParams;
use sha2::{Digest, Sha256};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=assets/wasm");
    let out = env::var_os("OUT_DIR").ok_or("cargo names no folder for what is built")?;
    // There may be none.
    let module = fs::read("assets/wasm/hnefi.wasm").unwrap_or_default();
    let params = BrotliEncoderParams { quality: 11, size_hint: module.len(), ..BrotliEncoderParams::default() };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut module.as_slice(), &mut packed, &params)?;
    fs::write(Path::new(&out).join("module.br"), packed)?;
    fs::write(Path::new(&out).join("module.sha256"), Sha256::digest(&module))?;
    Ok(())
}

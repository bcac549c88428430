//! The module that a page loads, packed.

use brotli::enc::BrotliEncoderParams;

/// As small as brotli can, which takes seconds.
pub(crate) fn smallest(module: &[u8]) -> std::io::Result<Vec<u8>> {
    // Blocks of two megabytes in the widest window that browsers read: by itself it takes smaller ones, and a hundredth more.
    let params =
        BrotliEncoderParams { quality: 11, lgblock: 21, lgwin: 24, size_hint: module.len(), ..Default::default() };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut &*module, &mut packed, &params)?;
    Ok(packed)
}

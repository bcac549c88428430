//! What browsers load, packed with brotli ([RFC 7932](https://www.rfc-editor.org/rfc/rfc7932)).
//!
//! The encoder of the crate `brotli` is generic, so its code is compiled into whoever calls it, and optimised as that crate is. It is called
//! here alone: no other crate has to be optimised so that a build script or a debug build packs quickly.

use std::io;

use brotli::enc::BrotliEncoderParams;

/// As small as brotli can: a megabyte takes some seconds.
///
/// # Errors
///
/// What the encoder says; it has no reason to say anything, since nothing but memory is written to.
///
/// ```
/// let text = "The king has escaped to a corner. ".repeat(100);
/// let packed = hnefi_pack::smallest(text.as_bytes())?;
/// let mut again = Vec::new();
/// brotli::BrotliDecompress(&mut &*packed, &mut again)?;
/// assert_eq!(again, text.as_bytes());
/// assert!(packed.len() < 60);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn smallest(content: &[u8]) -> io::Result<Vec<u8>> {
    // Blocks of two megabytes in the widest window that browsers read: by itself it takes smaller ones, and a hundredth more.
    packed(content, BrotliEncoderParams { quality: 11, lgblock: 21, lgwin: 24, ..Default::default() })
}

/// Fast enough for somebody who waits: a fifth of a second a megabyte, and a sixth larger than [`smallest`].
///
/// # Errors
///
/// As [`smallest`].
///
/// ```
/// let text = "The king has escaped to a corner. ".repeat(100);
/// let packed = hnefi_pack::quickly(text.as_bytes())?;
/// let mut again = Vec::new();
/// brotli::BrotliDecompress(&mut &*packed, &mut again)?;
/// assert_eq!(again, text.as_bytes());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn quickly(content: &[u8]) -> io::Result<Vec<u8>> {
    packed(content, BrotliEncoderParams { quality: 5, ..Default::default() })
}

fn packed(content: &[u8], params: BrotliEncoderParams) -> io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut &*content, &mut packed, &BrotliEncoderParams { size_hint: content.len(), ..params })?;
    Ok(packed)
}

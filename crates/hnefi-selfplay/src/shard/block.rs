//! Blocks: pieces of a file that tell their length and a sum over what they hold.

use std::io::{ErrorKind, Read, Result};

/// The bytes before those that a block holds: their length, their CRC-32, and the CRC-32 of these eight bytes.
pub(crate) const HEAD: usize = 12;

/// More than any block holds.
pub(crate) const MOST: usize = 1 << 24;

/// A block with these bytes.
pub(crate) fn block(bytes: &[u8]) -> Vec<u8> {
    let mut block = Vec::with_capacity(HEAD + bytes.len());
    block.extend((bytes.len() as u32).to_le_bytes());
    block.extend(crc32fast::hash(bytes).to_le_bytes());
    block.extend(crc32fast::hash(&block).to_le_bytes());
    block.extend(bytes);
    block
}

/// What stands where a block may be.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// The file ends there.
    End,
    /// The file ends before the block does, or from somewhere in it on nothing but zeros is there to its end: what a power cut leaves of a
    /// file that had grown.
    Torn,
    /// The bytes of a block were read.
    Whole,
    /// No block that was written there.
    Fault(&'static str),
}

/// A power cut takes whole sectors of a disk, whose size is this or a multiple of it.
const SECTOR: u64 = 512;

/// Reads the bytes of the next block, which begins at this byte of the file.
pub(crate) fn read_block(from: &mut impl Read, at: u64, bytes: &mut Vec<u8>) -> Result<Found> {
    let mut head = [0; HEAD];
    match fill(from, &mut head)? {
        0 => return Ok(Found::End),
        HEAD => {}
        _ => return Ok(Found::Torn),
    }
    let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    let length = number(0) as usize;
    if crc32fast::hash(&head[..8]) != number(8) || length > MOST {
        let lost = is_lost(at, &head) && only_zeros(from)?;
        return Ok(if lost { Found::Torn } else { Found::Fault("the head of a block does not fit its CRC-32") });
    }
    bytes.resize(length, 0);
    if fill(from, bytes)? < length {
        return Ok(Found::Torn);
    }
    if crc32fast::hash(bytes) == number(4) {
        return Ok(Found::Whole);
    }
    let lost = is_lost(at + HEAD as u64, bytes) && only_zeros(from)?;
    Ok(if lost { Found::Torn } else { Found::Fault("a block does not fit its CRC-32") })
}

/// Whether these bytes, which begin at this byte of the file, are zeros from their beginning or that of a sector on.
fn is_lost(at: u64, bytes: &[u8]) -> bool {
    let kept = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last as u64 + 1);
    kept == 0 || (at + kept).next_multiple_of(SECTOR) < at + bytes.len() as u64
}

/// Whether everything up to the end of the file is zero.
fn only_zeros(from: &mut impl Read) -> Result<bool> {
    let mut some = [0; 4096];
    loop {
        match fill(from, &mut some)? {
            0 => return Ok(true),
            read if some[..read].iter().any(|&byte| byte != 0) => return Ok(false),
            _ => {}
        }
    }
}

/// Reads until the buffer is full or the file ends.
pub(crate) fn fill(from: &mut impl Read, buffer: &mut [u8]) -> Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match from.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

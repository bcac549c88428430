//! Lots: numbers that depend on nothing but the seed and what they are drawn for.

/// The lot of a key, whenever and in whatever order it is drawn.
pub(crate) fn lot(seed: u32, key: &str) -> u64 {
    // FNV-1a over the key, stirred with the seed by the finalizer of SplitMix64: short, and the same on every machine.
    let hash = key
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let mixed = hash ^ u64::from(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

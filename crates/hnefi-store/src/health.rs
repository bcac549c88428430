//! How the store is, for those who watch over it.

/// How the store is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Health {
    /// Whether games can be read.
    pub reads: bool,
    /// How writing goes.
    pub written: Written,
    /// How much room is left on the disk, in bytes; `None` where nobody can tell.
    pub free_bytes: Option<u64>,
}

impl Health {
    /// Whether the store does its work.
    pub fn works(&self) -> bool {
        self.reads && self.written.works
    }
}

/// How writing goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Whether it works now.
    pub works: bool,
    /// When something was last written, in milliseconds since 1970; `None` for not since the start.
    pub last_ms: Option<i64>,
    /// What failed last since the start, even if all is well again.
    pub failure: Option<Failure>,
    /// How many writes wait for their turn.
    pub waiting: usize,
}

/// Something that failed for which nobody who asked was at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// What the database said first.
    pub cause: String,
}

/// How much room is left for us on the disk of a folder, in bytes.
#[cfg(unix)]
pub(crate) fn free_bytes(folder: &std::path::Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// How much room is left for us on the disk of a folder, in bytes.
#[cfg(not(unix))]
pub(crate) fn free_bytes(_: &std::path::Path) -> Option<u64> {
    None
}

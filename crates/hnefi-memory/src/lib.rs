//! Hints to the machine about memory. They change how fast a program is, and nothing else: where a machine or a system
//! does not take one, nothing happens.
//!
//! ```
//! use hnefi_memory::{fetch, prefer_large_pages};
//!
//! let mut table: Vec<u64> = Vec::with_capacity(1 << 20);
//! prefer_large_pages(&mut table);
//! table.resize(1 << 20, 7);
//!
//! let place = &table[123_456];
//! fetch(place);
//! // Something else is done meanwhile, and then the memory is there.
//! assert_eq!(*place, 7);
//! ```

mod fetch;
mod large_pages;

pub use fetch::fetch;
pub use large_pages::prefer_large_pages;

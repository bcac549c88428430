//! What accounts are made of, without a database, a clock or a network: names that nobody mistakes for another,
//! passwords, recovery codes, what a device is called, and what programs may do for somebody.
//!
//! ```
//! use hnefi_people::{NameKeys, Password, is_reserved};
//! let (anna, other) = ("Anna".parse().unwrap(), "Аnna".parse().unwrap());
//! assert!(NameKeys::of(&anna).looks_like(&NameKeys::of(&other)), "the second one begins with a Cyrillic letter");
//! assert!(is_reserved(&"Moderator".parse().unwrap()));
//! assert!("a long walk by the sea".parse::<Password>().is_ok());
//! ```

mod code;
mod device;
mod keys;
mod password;
mod reserved;
mod scope;

pub use code::{CodeError, RecoveryCode};
pub use device::device;
pub use keys::NameKeys;
pub use password::{Password, PasswordError};
pub use reserved::is_reserved;
pub use scope::{Scope, ScopeError, Scopes};

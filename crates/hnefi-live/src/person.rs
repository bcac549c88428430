//! Who somebody is, wherever he sits.

use std::fmt;

/// Who somebody is: a name that the server gave, the same on every visit, and no secret.
///
/// ```
/// use hnefi_live::{PersonId, Seat};
/// let ann = PersonId::new("ann");
/// assert!(Seat::Person { person: ann.clone(), moves: 0 }.is_held_by(&ann));
/// assert!(!Seat::Open.is_held_by(&ann));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PersonId(String);

impl PersonId {
    /// The person of an id.
    pub fn new(id: impl Into<String>) -> PersonId {
        PersonId(id.into())
    }

    /// The id as the database keeps it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

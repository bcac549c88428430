//! Whose games are being compared with the engine just now.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hnefi_live::PersonId;

/// Whose games are being compared.
#[derive(Debug, Default)]
pub(crate) struct Judging(Mutex<HashSet<PersonId>>);

impl Judging {
    /// Begins with those of a person. Whether nobody has already.
    pub(super) fn begin(&self, person: &PersonId) -> bool {
        self.all().insert(person.clone())
    }

    /// Those of a person are done.
    pub(super) fn end(&self, person: &PersonId) {
        self.all().remove(person);
    }

    /// Whether those of a person are being compared.
    pub(super) fn holds(&self, person: &PersonId) -> bool {
        self.all().contains(person)
    }

    fn all(&self) -> MutexGuard<'_, HashSet<PersonId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

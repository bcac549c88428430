//! Who is told that he has another game than before: one that was made, a seat that he took, the next one of a match.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use hnefi_live::{PersonId, Seat, Seats};
use hnefi_rules::Side;
use tokio::sync::watch;

/// Wakes what waits for a person's games.
#[derive(Debug, Default)]
pub(crate) struct Wakes(Mutex<HashMap<PersonId, watch::Sender<u64>>>);

impl Wakes {
    /// Wakes when a person has another game.
    pub(crate) fn watch(&self, person: &PersonId) -> watch::Receiver<u64> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|_, woken| woken.receiver_count() > 0);
        waiting.entry(person.clone()).or_default().subscribe()
    }

    /// A person has another game.
    pub(crate) fn person(&self, person: &PersonId) {
        if let Some(woken) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(person) {
            woken.send_modify(|count| *count += 1);
        }
    }

    /// So have those who sit on these seats.
    pub(crate) fn seats(&self, seats: &Seats) {
        for person in Side::ALL.into_iter().filter_map(|side| Seat::person(&seats[side])) {
            self.person(person);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_is_woken_and_who_has_gone_is_forgotten() {
        let (wakes, anna, bo) = (Wakes::default(), PersonId::new("anna"), PersonId::new("bo"));
        let mut waits = wakes.watch(&anna);
        wakes.person(&bo);
        assert!(!waits.has_changed().unwrap());
        wakes.person(&anna);
        assert!(waits.has_changed().unwrap());
        waits.mark_unchanged();
        drop(waits);
        let _bos = wakes.watch(&bo);
        assert_eq!(wakes.0.lock().unwrap().len(), 1);
    }
}

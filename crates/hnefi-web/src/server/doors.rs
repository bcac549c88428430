//! How many connections and sockets are open, and how many more may be.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use hnefi_live::PersonId;

use super::client::Network;

/// Counts what is open, by every door that it came through. Clones share the count.
#[derive(Clone, Debug, Default)]
pub(crate) struct Doors(Arc<Mutex<HashMap<Door, usize>>>);

/// What is counted together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Door {
    /// All connections.
    Connection,
    /// The connections from one network.
    ConnectionFrom(Network),
    /// The sockets of one network.
    SocketFrom(Network),
    /// The sockets of one person, in all games.
    Person(PersonId),
    /// The pages from which one person looks at the lobby.
    Lobby(PersonId),
    /// The streams that programs read.
    Stream,
    /// The streams that the programs of one person read.
    StreamOf(PersonId),
    /// Texts of many games, while they are written.
    Texts,
    /// The same for one network.
    TextsFrom(Network),
    /// Questions why somebody did not meet somebody else in an event, while they are worked out.
    WhyNot,
    /// The same from one network.
    WhyNotFrom(Network),
    /// The sockets of those who watch one game. Who plays has places of his own.
    Watchers(String),
}

/// A place, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    doors: Doors,
    through: Vec<Door>,
}

impl Doors {
    /// A place behind every one of these doors, each with how many may be behind it; `None` if one is full.
    pub(crate) fn enter(&self, through: &[(Door, usize)]) -> Option<Place> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if through.iter().any(|(door, most)| open.get(door).copied().unwrap_or_default() >= *most) {
            return None;
        }
        for (door, _) in through {
            *open.entry(door.clone()).or_default() += 1;
        }
        Some(Place { doors: self.clone(), through: through.iter().map(|(door, _)| door.clone()).collect() })
    }

    /// How many are behind a door.
    pub(crate) fn count(&self, door: &Door) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(door).copied().unwrap_or_default()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.doors.0.lock().unwrap_or_else(PoisonError::into_inner);
        for door in &self.through {
            if let Some(count) = open.get_mut(door) {
                *count -= 1;
                if *count == 0 {
                    open.remove(door);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_limited_and_given_back() {
        let doors = Doors::default();
        let eve = || (Door::Person(PersonId::new("eve")), 50);
        let watches = || (Door::Watchers("1".to_owned()), 1000);
        let places: Vec<_> = (0..60).map_while(|_| doors.enter(&[watches(), eve()])).collect();
        assert_eq!(places.len(), 50);
        assert_eq!(
            doors.count(&Door::Watchers("1".to_owned())),
            50,
            "who finds one door full takes no place behind another"
        );
        let watchers: Vec<_> = (0..2000).map_while(|_| doors.enter(&[watches()])).collect();
        assert_eq!(watchers.len(), 950);
        drop(places);
        assert!(doors.enter(&[watches(), eve()]).is_some());
        drop(watchers);
        assert!(doors.0.lock().unwrap().is_empty(), "nothing is remembered of who has gone");
    }
}

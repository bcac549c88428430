//! How many sockets are open, and how many more may be.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use hnefi_live::PersonId;

/// How many sockets may look at one game.
const A_GAME: usize = 1000;
/// How many sockets one person may have open, in all his games.
const A_PERSON: usize = 50;

/// Counts the open sockets of every game and every person. Clones share the count.
#[derive(Clone, Debug, Default)]
pub(crate) struct Doors(Arc<Mutex<HashMap<Door, usize>>>);

/// What sockets are counted for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Door {
    Game(String),
    Person(PersonId),
}

/// A place for one socket, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    doors: Doors,
    through: Vec<Door>,
}

impl Doors {
    /// A place for one more socket at a game, for a person if he is known; `None` if there are too many.
    pub(crate) fn open(&self, game: &str, person: Option<&PersonId>) -> Option<Place> {
        let person = person.map(|person| (Door::Person(person.clone()), A_PERSON));
        let doors: Vec<_> = [(Door::Game(game.to_owned()), A_GAME)].into_iter().chain(person).collect();
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if doors.iter().any(|(door, most)| open.get(door).is_some_and(|count| count >= most)) {
            return None;
        }
        for (door, _) in &doors {
            *open.entry(door.clone()).or_default() += 1;
        }
        Some(Place { doors: self.clone(), through: doors.into_iter().map(|(door, _)| door).collect() })
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
        let places: Vec<_> = (0..60).map_while(|n| doors.open(&n.to_string(), Some(&PersonId::new("eve")))).collect();
        assert_eq!(places.len(), A_PERSON);
        assert!(doors.open("1", Some(&PersonId::new("anna"))).is_some());
        drop(places);
        assert!(doors.open("1", Some(&PersonId::new("eve"))).is_some());
        let watchers: Vec<_> = (0..2000).map_while(|_| doors.open("1", None)).collect();
        assert_eq!(watchers.len(), A_GAME);
        assert!(doors.open("1", Some(&PersonId::new("anna"))).is_none());
        drop(watchers);
        assert!(doors.0.lock().unwrap().is_empty(), "nothing is remembered of who has gone");
    }
}

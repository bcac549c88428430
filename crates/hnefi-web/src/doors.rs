//! How many sockets are open, and how many more may be.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How many sockets may look at one game.
const A_GAME: usize = 1000;
/// How many sockets one visitor may have open, in all his games.
const A_VISITOR: usize = 50;

/// Counts the open sockets of every game and every visitor. Clones share the count.
#[derive(Clone, Debug, Default)]
pub(crate) struct Doors(Arc<Mutex<HashMap<Door, usize>>>);

/// What sockets are counted for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Door {
    Game(String),
    Visitor(String),
}

/// A place for one socket, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    doors: Doors,
    through: Vec<Door>,
}

impl Doors {
    /// A place for one more socket at a game, for a visitor if he is known; `None` if there are too many.
    pub(crate) fn open(&self, game: &str, visitor: Option<&str>) -> Option<Place> {
        let visitor = visitor.map(|visitor| (Door::Visitor(visitor.to_owned()), A_VISITOR));
        let doors: Vec<_> = [(Door::Game(game.to_owned()), A_GAME)].into_iter().chain(visitor).collect();
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
        let places: Vec<_> = (0..60).map_while(|n| doors.open(&n.to_string(), Some("eve"))).collect();
        assert_eq!(places.len(), A_VISITOR);
        assert!(doors.open("1", Some("anna")).is_some());
        drop(places);
        assert!(doors.open("1", Some("eve")).is_some());
        let watchers: Vec<_> = (0..2000).map_while(|_| doors.open("1", None)).collect();
        assert_eq!(watchers.len(), A_GAME);
        assert!(doors.open("1", Some("anna")).is_none());
        drop(watchers);
        assert!(doors.0.lock().unwrap().is_empty(), "nothing is remembered of who has gone");
    }
}

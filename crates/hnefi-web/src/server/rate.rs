//! How much somebody may ask for in a while.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use hnefi_live::PersonId;

/// How much may come at once, and how much in the long run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    /// How many at once.
    pub(crate) burst: f64,
    /// How many a second in the long run.
    pub(crate) a_second: f64,
}

/// The messages of a socket.
pub(crate) const MESSAGES: Rate = Rate { burst: 60.0, a_second: 10.0 };
/// The games that one visitor makes.
const GAMES_OF_ONE: Rate = Rate { burst: 60.0, a_second: 0.2 };
/// The games that all together make. Whoever sends no cookie is a new visitor each time, so this is what
/// keeps him from filling the disk.
const GAMES_OF_ALL: Rate = Rate { burst: 600.0, a_second: 5.0 };
/// How many visitors are remembered before those who have paused long enough are forgotten.
const VISITORS: usize = 1000;

/// A bucket that fills with time and empties with what is asked for. People, who tap and ask, never empty it.
#[derive(Debug)]
pub(crate) struct Bucket {
    rate: Rate,
    left: f64,
    since: Instant,
}

impl Bucket {
    /// A full bucket.
    pub(crate) fn new(rate: Rate) -> Bucket {
        Bucket { rate, left: rate.burst, since: Instant::now() }
    }

    /// Takes one out; whether there was one left.
    pub(crate) fn take(&mut self) -> bool {
        self.take_at(Instant::now())
    }

    fn take_at(&mut self, now: Instant) -> bool {
        self.fill(now);
        let enough = self.left >= 1.0;
        if enough {
            self.left -= 1.0;
        }
        enough
    }

    fn fill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.since).as_secs_f64();
        self.left = (self.left + passed * self.rate.a_second).min(self.rate.burst);
        self.since = now;
    }

    fn is_full_at(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.left >= self.rate.burst
    }
}

/// How many games visitors may make.
#[derive(Debug)]
pub(crate) struct NewGames(Mutex<(Bucket, HashMap<PersonId, Bucket>)>);

impl NewGames {
    /// Nobody has made a game yet.
    pub(crate) fn new() -> NewGames {
        NewGames(Mutex::new((Bucket::new(GAMES_OF_ALL), HashMap::new())))
    }

    /// Whether a person may make one more game now.
    pub(crate) fn take(&self, person: &PersonId) -> bool {
        self.take_at(person, Instant::now())
    }

    fn take_at(&self, person: &PersonId, now: Instant) -> bool {
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, each) = &mut *buckets;
        if each.len() >= VISITORS {
            each.retain(|_, bucket| !bucket.is_full_at(now));
        }
        // First his own: who has none left takes none from the others.
        each.entry(person.clone()).or_insert_with(|| Bucket::new(GAMES_OF_ONE)).take_at(now) && all.take_at(now)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_burst_passes_a_flood_does_not_and_time_forgives() {
        let mut bucket = Bucket::new(MESSAGES);
        let now = bucket.since;
        assert_eq!((0..100).filter(|_| bucket.take_at(now)).count(), 60);
        let later = now + Duration::from_secs(2);
        assert_eq!((0..100).filter(|_| bucket.take_at(later)).count(), 20);
    }

    #[test]
    fn one_visitor_does_not_use_up_the_games_of_others_and_all_together_have_a_limit() {
        let (games, now) = (NewGames::new(), Instant::now());
        assert_eq!((0..1000).filter(|_| games.take_at(&PersonId::new("eve"), now)).count(), 60);
        assert!(games.take_at(&PersonId::new("anna"), now));
        let strangers = (0..2000).filter(|n| games.take_at(&PersonId::new(n.to_string()), now)).count();
        assert_eq!(strangers, 600 - 61);
        let later = now + Duration::from_secs(3600);
        assert!(games.take_at(&PersonId::new("eve"), later));
        let remembered = games.0.lock().unwrap().1.len();
        assert!(remembered < 10, "who paused long enough is forgotten: {remembered}");
    }
}

//! How much somebody may ask for in a while: by person, and by network, so that nobody gets more by calling himself many.
//! The visitors of a museum share one network; its limits leave room for all of them.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use hnefi_live::PersonId;

use super::client::Network;
use super::state::Limits;

type Keyed<K, C> = RateLimiter<K, HashMapStateStore<K>, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// What is limited: how many at once, and how often one more.
const GAMES: (u32, Duration) = (60, Duration::from_secs(5));
const GAMES_OF_NETWORK: (u32, Duration) = (200, Duration::from_secs(1));
/// Whole games, each judged and written in one: at most so many by a network.
const KEPT_OF_NETWORK: (u32, Duration) = (100, Duration::from_secs(2));
/// All together: what keeps many networks from filling the disk.
const GAMES_OF_ALL: (u32, Duration) = (2_000, Duration::from_millis(100));
const PERSONS_OF_NETWORK: (u32, Duration) = (200, Duration::from_secs(2));
const SOCKET_EVERY: Duration = Duration::from_millis(500);
const SOCKETS_OF_NETWORK: (u32, Duration) = (1_000, Duration::from_millis(50));
const MESSAGE_EVERY: Duration = Duration::from_millis(100);
const MESSAGES_OF_NETWORK: (u32, Duration) = (600, Duration::from_millis(10));
/// What somebody says beside games.
const TALK: (u32, Duration) = (6, Duration::from_secs(3));
/// Reports to the moderators.
const REPORTS: (u32, Duration) = (5, Duration::from_secs(10 * 60));
const REPORTS_OF_NETWORK: (u32, Duration) = (20, Duration::from_secs(5 * 60));
/// Pictures that must be drawn. The programs that unfold links come from few networks.
const PICTURES_OF_NETWORK: (u32, Duration) = (120, Duration::from_secs(1));

/// Passwords that are tried: from a device on which that member has logged in before; for one name from one network; from one
/// network; for one name from everywhere.
const TRIES_OF_KNOWN: (u32, Duration) = (10, Duration::from_secs(10));
const TRIES_OF_NAME_FROM: (u32, Duration) = (10, Duration::from_secs(30));
const TRIES_OF_NETWORK: (u32, Duration) = (60, Duration::from_secs(2));
const TRIES_OF_NAME: (u32, Duration) = (100, Duration::from_secs(10));
/// Requests of programs: with one token; without a token from one network.
const REQUESTS_OF_TOKEN: (u32, Duration) = (300, Duration::from_millis(100));
const REQUESTS_OF_NETWORK: (u32, Duration) = (300, Duration::from_millis(100));

/// Links to set a new password that are asked for, and mail addresses that are set.
const RESETS_OF_NETWORK: (u32, Duration) = (10, Duration::from_secs(60));
const RESETS_OF_ALL: (u32, Duration) = (300, Duration::from_secs(1));
const ADDRESSES: (u32, Duration) = (5, Duration::from_secs(10 * 60));
const ADDRESSES_OF_NETWORK: (u32, Duration) = (20, Duration::from_secs(5 * 60));

const SIGN_UPS_OF_NETWORK: (u32, Duration) = (30, Duration::from_secs(60));

/// Who tries a password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tries {
    /// A device on which that member has logged in before, by what is kept of its token.
    Known { device: String, person: PersonId },
    /// Anybody else, who says so that he is of this name.
    Stranger { network: Network, name: String },
}

/// Who is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Who {
    /// A person, wherever he is.
    Person(PersonId),
    /// Those in a network who have no seat to show who they are.
    Network(Network),
}

/// The time by which shares come back: the machine's, or one that stands still.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RateClock {
    stands_at: Option<Instant>,
}

impl RateClock {
    pub(crate) fn new(limits: &Limits) -> RateClock {
        RateClock { stands_at: (!limits.refill).then(Instant::now) }
    }
}

impl Clock for RateClock {
    type Instant = Instant;

    fn now(&self) -> Instant {
        self.stands_at.unwrap_or_else(Instant::now)
    }
}

/// What everybody has asked for lately.
#[derive(Debug)]
pub(crate) struct Rates<C: Clock = RateClock> {
    games: Keyed<PersonId, C>,
    games_of_network: Keyed<Network, C>,
    games_of_all: Keyed<(), C>,
    kept_of_network: Keyed<Network, C>,
    persons_of_network: Keyed<Network, C>,
    sockets: Keyed<PersonId, C>,
    sockets_of_network: Keyed<Network, C>,
    messages: Keyed<PersonId, C>,
    messages_of_network: Keyed<Network, C>,
    talk: Keyed<PersonId, C>,
    reports: Keyed<PersonId, C>,
    reports_of_network: Keyed<Network, C>,
    pictures_of_network: Keyed<Network, C>,
    tries_of_known: Keyed<(String, PersonId), C>,
    tries_of_name_from: Keyed<(String, Network), C>,
    tries_of_network: Keyed<Network, C>,
    tries_of_name: Keyed<String, C>,
    sign_ups_of_network: Keyed<Network, C>,
    resets_of_network: Keyed<Network, C>,
    resets_of_all: Keyed<(), C>,
    addresses: Keyed<PersonId, C>,
    addresses_of_network: Keyed<Network, C>,
    requests_of_token: Keyed<String, C>,
    requests_of_network: Keyed<Network, C>,
    clock: C,
}

impl<C: Clock + Clone> Rates<C> {
    /// Nobody has asked for anything yet.
    pub(crate) fn new(limits: &Limits, clock: &C) -> Rates<C> {
        Rates {
            games: limiter(GAMES, clock),
            games_of_network: limiter(GAMES_OF_NETWORK, clock),
            games_of_all: limiter(GAMES_OF_ALL, clock),
            kept_of_network: limiter(KEPT_OF_NETWORK, clock),
            persons_of_network: limiter(PERSONS_OF_NETWORK, clock),
            sockets: limiter((limits.sockets_at_once, SOCKET_EVERY), clock),
            sockets_of_network: limiter(SOCKETS_OF_NETWORK, clock),
            messages: limiter((limits.messages_at_once, MESSAGE_EVERY), clock),
            messages_of_network: limiter(MESSAGES_OF_NETWORK, clock),
            talk: limiter(TALK, clock),
            reports: limiter(REPORTS, clock),
            reports_of_network: limiter(REPORTS_OF_NETWORK, clock),
            pictures_of_network: limiter(PICTURES_OF_NETWORK, clock),
            tries_of_known: limiter(TRIES_OF_KNOWN, clock),
            tries_of_name_from: limiter(TRIES_OF_NAME_FROM, clock),
            tries_of_network: limiter(TRIES_OF_NETWORK, clock),
            tries_of_name: limiter(TRIES_OF_NAME, clock),
            sign_ups_of_network: limiter(SIGN_UPS_OF_NETWORK, clock),
            resets_of_network: limiter(RESETS_OF_NETWORK, clock),
            resets_of_all: limiter(RESETS_OF_ALL, clock),
            addresses: limiter(ADDRESSES, clock),
            addresses_of_network: limiter(ADDRESSES_OF_NETWORK, clock),
            requests_of_token: limiter(REQUESTS_OF_TOKEN, clock),
            requests_of_network: limiter(REQUESTS_OF_NETWORK, clock),
            clock: clock.clone(),
        }
    }

    /// Whether a person may make one more game. First his own share: who has none left takes none from the others.
    pub(crate) fn game(&self, person: &PersonId, network: Network) -> bool {
        self.games.check_key(person).is_ok()
            && self.games_of_network.check_key(&network).is_ok()
            && self.games_of_all.check_key(&()).is_ok()
    }

    /// Whether a person may put one more game on the server that his browser kept.
    pub(crate) fn kept(&self, person: &PersonId, network: Network) -> bool {
        self.kept_of_network.check_key(&network).is_ok() && self.game(person, network)
    }

    /// Whether one more person may come from a network.
    pub(crate) fn new_person(&self, network: Network) -> bool {
        self.persons_of_network.check_key(&network).is_ok()
    }

    /// Whether somebody may open one more socket.
    pub(crate) fn socket(&self, who: &Who) -> bool {
        match who {
            Who::Person(person) => self.sockets.check_key(person).is_ok(),
            Who::Network(network) => self.sockets_of_network.check_key(network).is_ok(),
        }
    }

    /// Whether somebody may send one more message, through whichever of his sockets.
    pub(crate) fn message(&self, who: &Who) -> bool {
        match who {
            Who::Person(person) => self.messages.check_key(person).is_ok(),
            Who::Network(network) => self.messages_of_network.check_key(network).is_ok(),
        }
    }

    /// Whether somebody may say one more thing, beside whichever game.
    pub(crate) fn talk(&self, person: &PersonId) -> bool {
        self.talk.check_key(person).is_ok()
    }

    /// Whether somebody may report one more.
    pub(crate) fn report(&self, person: &PersonId, network: Network) -> bool {
        self.reports.check_key(person).is_ok() && self.reports_of_network.check_key(&network).is_ok()
    }

    /// Whether a picture may be drawn for somebody in a network.
    pub(crate) fn picture(&self, network: Network) -> bool {
        self.pictures_of_network.check_key(&network).is_ok()
    }

    /// Whether a password may be tried once more. Strangers use up nothing of a device that is known.
    pub(crate) fn try_log_in(&self, tries: Tries) -> bool {
        match tries {
            Tries::Known { device, person } => self.tries_of_known.check_key(&(device, person)).is_ok(),
            Tries::Stranger { network, name } => {
                self.tries_of_network.check_key(&network).is_ok()
                    && self.tries_of_name_from.check_key(&(name.clone(), network)).is_ok()
                    && self.tries_of_name.check_key(&name).is_ok()
            }
        }
    }

    /// Whether a recovery code may be tried once more from a network.
    pub(crate) fn recover(&self, network: Network) -> bool {
        self.tries_of_network.check_key(&network).is_ok()
    }

    /// Whether one more link to set a new password may be asked for from a network.
    pub(crate) fn reset(&self, network: Network) -> bool {
        self.resets_of_network.check_key(&network).is_ok() && self.resets_of_all.check_key(&()).is_ok()
    }

    /// Whether a person may set one more mail address.
    pub(crate) fn mail_address(&self, person: &PersonId, network: Network) -> bool {
        self.addresses.check_key(person).is_ok() && self.addresses_of_network.check_key(&network).is_ok()
    }

    /// Whether one more account may be made from a network.
    pub(crate) fn sign_up(&self, network: Network) -> bool {
        self.sign_ups_of_network.check_key(&network).is_ok()
    }

    /// Whether a program may ask once more with a token, given by its SHA-256; if not, after how long it may.
    pub(crate) fn request(&self, token: &str) -> Result<(), Duration> {
        let checked = self.requests_of_token.check_key(&token.to_owned());
        checked.map_err(|until| until.wait_time_from(self.clock.now()))
    }

    /// The same for programs without a token, by their network.
    pub(crate) fn request_from(&self, network: Network) -> Result<(), Duration> {
        let checked = self.requests_of_network.check_key(&network);
        checked.map_err(|until| until.wait_time_from(self.clock.now()))
    }

    /// Forgets those who have paused long enough.
    pub(crate) fn forget_old(&self) {
        self.games.retain_recent();
        self.games_of_network.retain_recent();
        self.kept_of_network.retain_recent();
        self.persons_of_network.retain_recent();
        self.sockets.retain_recent();
        self.sockets_of_network.retain_recent();
        self.messages.retain_recent();
        self.messages_of_network.retain_recent();
        self.talk.retain_recent();
        self.reports.retain_recent();
        self.reports_of_network.retain_recent();
        self.pictures_of_network.retain_recent();
        self.tries_of_known.retain_recent();
        self.tries_of_name_from.retain_recent();
        self.tries_of_network.retain_recent();
        self.tries_of_name.retain_recent();
        self.sign_ups_of_network.retain_recent();
        self.resets_of_network.retain_recent();
        self.addresses.retain_recent();
        self.addresses_of_network.retain_recent();
        self.requests_of_token.retain_recent();
        self.requests_of_network.retain_recent();
    }
}

fn limiter<K: Hash + Eq + Clone, C: Clock + Clone>((burst, period): (u32, Duration), clock: &C) -> Keyed<K, C> {
    let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
    let quota = Quota::with_period(period).unwrap_or(Quota::per_second(burst)).allow_burst(burst);
    RateLimiter::new(quota, HashMapStateStore::default(), clock.clone())
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use governor::clock::FakeRelativeClock;

    use super::*;

    fn network(last: u8) -> Network {
        IpAddr::V4(Ipv4Addr::new(192, 0, 2, last)).into()
    }

    #[test]
    fn a_burst_passes_a_flood_does_not_and_time_forgives() {
        let clock = FakeRelativeClock::default();
        let rates = Rates::new(&Limits::default(), &clock);
        let eve = Who::Person(PersonId::new("eve"));
        assert_eq!((0..100).filter(|_| rates.message(&eve)).count(), 60, "through one socket or through many");
        clock.advance(Duration::from_secs(2));
        assert_eq!((0..100).filter(|_| rates.message(&eve)).count(), 20);
        assert!(rates.message(&Who::Person(PersonId::new("anna"))));
    }

    #[test]
    fn one_network_keeps_so_many_games_and_then_one_in_two_seconds() {
        let clock = FakeRelativeClock::default();
        let rates = Rates::new(&Limits::default(), &clock);
        let kept = |last: u8| (0..300).filter(|n| rates.kept(&PersonId::new(n.to_string()), network(last))).count();
        assert_eq!((kept(1), kept(2)), (100, 100));
        clock.advance(Duration::from_secs(6));
        assert_eq!(kept(1), 3);
        let eve = PersonId::new("eve");
        assert_eq!((0..80).filter(|_| rates.kept(&eve, network(3))).count(), 60, "no more than one may make");
    }

    #[test]
    fn strangers_tries_run_out_and_those_of_a_known_device_do_not() {
        let clock = FakeRelativeClock::default();
        let rates = Rates::new(&Limits::default(), &clock);
        let stranger =
            |last, name: &str| rates.try_log_in(Tries::Stranger { network: network(last), name: name.to_owned() });
        let known = || rates.try_log_in(Tries::Known { device: "d".to_owned(), person: PersonId::new("anna") });
        assert_eq!((0..100).filter(|_| stranger(1, "anna")).count(), 10, "one name from one network");
        assert_eq!((0..100).filter(|n| stranger(1, &format!("n{n}"))).count(), 0, "the network has no tries left");
        assert_eq!(
            (0..255).filter(|&last| (0..10).any(|_| stranger(last, "anna"))).count(),
            90,
            "one name from everywhere"
        );
        assert!(known(), "who has logged in there before is not locked out");
        assert_eq!((0..100).filter(|_| known()).count(), 9);
        clock.advance(Duration::from_secs(20));
        assert_eq!((0..100).filter(|_| known()).count(), 2);
    }

    #[test]
    fn one_token_asks_so_often_and_is_told_how_long_to_wait() {
        let clock = FakeRelativeClock::default();
        let rates = Rates::new(&Limits::default(), &clock);
        assert_eq!((0..400).filter(|_| rates.request("one").is_ok()).count(), 300);
        assert!(rates.request("one").is_err_and(|wait| wait <= Duration::from_millis(100)));
        assert!(rates.request("other").is_ok() && rates.request_from(network(1)).is_ok());
        clock.advance(Duration::from_secs(1));
        assert_eq!((0..400).filter(|_| rates.request("one").is_ok()).count(), 10);
    }

    #[test]
    fn one_network_has_so_many_pictures_drawn_and_then_one_a_second() {
        let clock = FakeRelativeClock::default();
        let rates = Rates::new(&Limits::default(), &clock);
        assert_eq!((0..500).filter(|_| rates.picture(network(1))).count(), 120);
        clock.advance(Duration::from_secs(3));
        assert_eq!((0..500).filter(|_| rates.picture(network(1))).count(), 3);
        assert!(rates.picture(network(2)));
    }

    #[test]
    fn one_person_does_not_use_up_the_games_of_others_nor_does_one_network() {
        let clock = FakeRelativeClock::default();
        let rates = Rates::new(&Limits::default(), &clock);
        let eve = PersonId::new("eve");
        assert_eq!((0..1_000).filter(|_| rates.game(&eve, network(1))).count(), 60);
        let many = (0..2_000)
            .filter(|n| rates.new_person(network(1)) && rates.game(&PersonId::new(n.to_string()), network(1)));
        assert_eq!(many.count(), 140, "made-up persons share what is left of their network");
        assert_eq!((0..40).filter(|n| rates.game(&PersonId::new(format!("honest {n}")), network(2))).count(), 40);
        clock.advance(Duration::from_secs(3_600));
        assert!(rates.game(&eve, network(1)));
        clock.advance(Duration::from_secs(3_600));
        rates.forget_old();
        assert!(rates.games.is_empty() && rates.games_of_network.is_empty() && rates.persons_of_network.is_empty());
    }
}

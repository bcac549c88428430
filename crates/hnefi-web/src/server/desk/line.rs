//! In which order searches run: a fair share for everybody.
//!
//! Who waits is chosen in two steps. First a network, so that nobody gets more by calling himself many: the one that
//! runs the fewest searches now, then the one that has used the least time. Then, in the same way, a person of that
//! network. Hints, proofs and analyses stand as if they had used some time already, so that moves go first but cannot
//! hold them up for ever. What nobody waits for at his page comes after everything else.
//!
//! Nobody keeps more than his share while others have none: a search then yields its place, and begins anew when its turn
//! comes again.

use std::collections::HashMap;

use hnefi_live::PersonId;

use crate::server::client::Network;

/// What is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The computer's own part in a game.
    Move,
    /// Advice.
    Hint,
    /// A proof.
    Proof,
    /// What the computer thinks of a position.
    Analysis,
}

impl Kind {
    /// The time that it stands as if its client had used, in milliseconds.
    fn handicap(self) -> u64 {
        match self {
            Kind::Move => 0,
            Kind::Hint => 500,
            Kind::Proof => 1_000,
            Kind::Analysis => 2_000,
        }
    }
}

/// For whom something is searched.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client {
    /// The person.
    pub(crate) person: PersonId,
    /// The network where he was last seen.
    pub(crate) network: Option<Network>,
}

/// A search that waits or runs.
#[derive(Clone, Debug)]
pub(super) struct Errand {
    pub(super) number: u64,
    pub(super) client: Client,
    pub(super) kind: Kind,
    /// Whether somebody waits for it at his page.
    pub(super) awaited: bool,
}

/// A share is counted for a network, or for a person whose network is not known; and in it for a person.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Share {
    Network(Network),
    Person(PersonId),
}

impl Errand {
    fn group(&self) -> Share {
        self.client.network.map_or_else(|| self.own(), Share::Network)
    }

    fn own(&self) -> Share {
        Share::Person(self.client.person.clone())
    }
}

/// What waits and what runs. Numbers are given in the order of arrival.
#[derive(Debug)]
pub(super) struct Line {
    places: usize,
    waiting: Vec<Errand>,
    running: Vec<Errand>,
    /// Those that run and have been told to yield.
    yielding: Vec<u64>,
    /// The time that everybody who is here has used, in milliseconds.
    used: HashMap<Share, u64>,
}

impl Line {
    /// A line before so many places.
    pub(super) fn new(places: usize) -> Line {
        Line { places, waiting: Vec::new(), running: Vec::new(), yielding: Vec::new(), used: HashMap::new() }
    }

    /// One more waits.
    pub(super) fn push(&mut self, errand: Errand) {
        // Who comes has no credit for the time when he was not here.
        let least =
            |shares: &mut dyn Iterator<Item = Share>| shares.filter_map(|share| self.used.get(&share)).min().copied();
        let all = || self.waiting.iter().chain(&self.running);
        let of_groups = least(&mut all().map(Errand::group)).unwrap_or_default();
        let group = errand.group();
        let of_persons = least(&mut all().filter(|other| other.group() == group).map(Errand::own)).unwrap_or_default();
        self.used.entry(group).or_insert(of_groups);
        self.used.entry(errand.own()).or_insert(of_persons);
        self.waiting.push(errand);
    }

    /// How many of a kind one person has here, waiting or running.
    pub(super) fn count(&self, which: impl Fn(&Errand) -> bool) -> usize {
        self.waiting.iter().chain(&self.running).filter(|errand| which(errand)).count()
    }

    /// The next one to run, if there is a place for it. It runs from now on.
    pub(super) fn start(&mut self) -> Option<u64> {
        if self.running.len() >= self.places {
            return None;
        }
        let at = self.best()?;
        let errand = self.waiting.remove(at);
        let number = errand.number;
        self.running.push(errand);
        Some(number)
    }

    /// Which search is to yield its place to one that waits, if any. It counts as told.
    pub(super) fn yields(&mut self) -> Option<u64> {
        if self.running.len() < self.places || !self.yielding.is_empty() {
            return None;
        }
        let waits = &self.waiting[self.best()?];
        let must_yield = |runs: &&Errand| {
            let more = |of: fn(&Errand) -> Share| self.runs(of, &of(runs)) >= self.runs(of, &of(waits)) + 2;
            (waits.awaited && !runs.awaited)
                || (waits.awaited || !runs.awaited)
                    && (more(Errand::group) || waits.group() == runs.group() && more(Errand::own))
        };
        // The one that began last loses the least.
        let number = self.running.iter().rev().find(must_yield)?.number;
        self.yielding.push(number);
        Some(number)
    }

    /// A search has ended or yielded after so many milliseconds. One that yielded waits again where it stood.
    pub(super) fn stop(&mut self, number: u64, ms: u64, again: bool) {
        self.yielding.retain(|&other| other != number);
        let Some(at) = self.running.iter().position(|errand| errand.number == number) else { return };
        let errand = self.running.remove(at);
        for share in [errand.group(), errand.own()] {
            *self.used.entry(share).or_default() += ms;
        }
        if again {
            self.waiting.push(errand);
        } else {
            self.forget(&errand);
        }
    }

    /// One waits no more.
    pub(super) fn leave(&mut self, number: u64) {
        if let Some(at) = self.waiting.iter().position(|errand| errand.number == number) {
            let errand = self.waiting.remove(at);
            self.forget(&errand);
        }
    }

    /// What somebody has used is forgotten when he has nothing here any more.
    fn forget(&mut self, errand: &Errand) {
        let here = |of: fn(&Errand) -> Share| self.count(|other| of(other) == of(errand)) > 0;
        let (group, own) = (here(Errand::group), here(Errand::own));
        if !group {
            self.used.remove(&errand.group());
        }
        if !own {
            self.used.remove(&errand.own());
        }
    }

    fn runs(&self, of: fn(&Errand) -> Share, share: &Share) -> usize {
        self.running.iter().filter(|errand| of(errand) == *share && !self.yielding.contains(&errand.number)).count()
    }

    fn best(&self) -> Option<usize> {
        let used = |share: &Share| self.used.get(share).copied().unwrap_or_default();
        let rank = |errand: &Errand, of: fn(&Errand) -> Share| {
            let share = of(errand);
            (!errand.awaited, self.runs(of, &share), used(&share) + errand.kind.handicap(), errand.number)
        };
        let group = self.waiting.iter().min_by_key(|errand| rank(errand, Errand::group))?.group();
        let of_group = self.waiting.iter().enumerate().filter(|(_, errand)| errand.group() == group);
        of_group.min_by_key(|(_, errand)| rank(errand, Errand::own)).map(|(at, _)| at)
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    struct Hall {
        line: Line,
        names: Vec<String>,
    }

    impl Hall {
        fn new(places: usize) -> Hall {
            Hall { line: Line::new(places), names: Vec::new() }
        }

        /// `"anna@1 move"`: a person, his network, and what he wants; with `unseen` nobody waits for it.
        fn ask(&mut self, wish: &str) {
            let words: Vec<&str> = wish.split(' ').collect();
            let (person, network) = words[0].split_once('@').unwrap();
            let network = network.parse().ok().map(|last| IpAddr::V4(Ipv4Addr::new(192, 0, 2, last)).into());
            let kind = match words[1] {
                "move" => Kind::Move,
                "hint" => Kind::Hint,
                "proof" => Kind::Proof,
                _ => Kind::Analysis,
            };
            let client = Client { person: PersonId::new(person), network };
            let number = self.names.len() as u64;
            self.names.push(wish.to_owned());
            self.line.push(Errand { number, client, kind, awaited: words.last() != Some(&"unseen") });
        }

        fn start(&mut self) -> Option<String> {
            self.line.start().map(|number| self.names[number as usize].clone())
        }

        fn end(&mut self, wish: &str, ms: u64) {
            let number = self.line.running.iter().map(|errand| errand.number);
            let number = number.clone().find(|&number| self.names[number as usize] == wish).unwrap();
            self.line.stop(number, ms, false);
        }

        /// Everything in the order in which it runs on one place, each for so many milliseconds.
        fn order(&mut self, ms: u64) -> Vec<String> {
            let mut order = Vec::new();
            while let Some(number) = self.line.start() {
                order.push(self.names[number as usize].clone());
                self.line.stop(number, ms, false);
            }
            order
        }
    }

    #[test]
    fn moves_go_before_hints_hints_before_proofs_and_proofs_before_analyses() {
        let mut hall = Hall::new(1);
        for wish in ["e@5 analysis", "a@1 proof", "b@2 hint", "c@3 move", "d@4 move unseen"] {
            hall.ask(wish);
        }
        assert_eq!(hall.order(10), ["c@3 move", "b@2 hint", "a@1 proof", "e@5 analysis", "d@4 move unseen"]);
    }

    #[test]
    fn who_asks_for_much_gets_no_more_than_others() {
        let mut hall = Hall::new(1);
        for _ in 0..5 {
            hall.ask("eve@1 move");
        }
        hall.ask("anna@2 move");
        assert_eq!(hall.start().unwrap(), "eve@1 move");
        hall.ask("bo@3 move");
        hall.end("eve@1 move", 1_000);
        assert_eq!(hall.order(1_000)[..2], ["anna@2 move", "bo@3 move"]);
    }

    #[test]
    fn many_names_in_one_network_are_one_share_and_in_it_each_has_one() {
        let mut hall = Hall::new(1);
        for n in 0..5 {
            hall.ask(&format!("eve{n}@1 move"));
            hall.ask(&format!("eve{n}@1 move"));
        }
        hall.ask("anna@2 move");
        let order = hall.order(1_000);
        assert_eq!(order[1], "anna@2 move", "{order:?}");
        let mut first: Vec<&str> =
            order.iter().filter(|wish| wish.starts_with("eve")).take(5).map(|w| &w[..4]).collect();
        first.sort_unstable();
        assert_eq!(first, ["eve0", "eve1", "eve2", "eve3", "eve4"], "{order:?}");
    }

    #[test]
    fn a_proof_waits_for_moves_but_not_for_ever() {
        let mut hall = Hall::new(1);
        hall.ask("bo@2 proof");
        for _ in 0..10 {
            hall.ask("anna@1 move");
        }
        let order = hall.order(400);
        assert_eq!(order.iter().position(|wish| wish == "bo@2 proof"), Some(3), "{order:?}");
    }

    #[test]
    fn nobody_keeps_all_places_while_another_has_none() {
        let mut hall = Hall::new(2);
        for _ in 0..4 {
            hall.ask("eve@1 move");
        }
        assert!(hall.start().is_some() && hall.start().is_some() && hall.start().is_none());
        assert_eq!(hall.line.yields(), None, "nobody else waits");
        hall.ask("anna@2 hint");
        assert_eq!(hall.line.yields(), Some(1), "the one that began last");
        assert_eq!(hall.line.yields(), None, "one is enough");
        hall.line.stop(1, 100, true);
        assert_eq!(hall.start().unwrap(), "anna@2 hint");
        hall.ask("bo@3 move");
        assert_eq!(hall.line.yields(), None, "each has one place: who comes third waits");
        hall.end("anna@2 hint", 100);
        assert_eq!(hall.start().unwrap(), "bo@3 move");
        hall.end("bo@3 move", 100);
        assert_eq!(
            hall.line.start(),
            Some(1),
            "what yielded is not forgotten, and keeps its place before what came later"
        );
    }

    #[test]
    fn persons_of_one_network_yield_to_each_other_too() {
        let mut hall = Hall::new(2);
        hall.ask("eve@1 move");
        hall.ask("eve@1 proof");
        assert!(hall.start().is_some() && hall.start().is_some());
        hall.ask("anna@1 move");
        assert_eq!(hall.line.yields(), Some(1));
    }

    #[test]
    fn what_nobody_waits_for_yields_to_what_somebody_waits_for() {
        let mut hall = Hall::new(2);
        hall.ask("anna@1 move unseen");
        hall.ask("bo@2 move unseen");
        assert!(hall.start().is_some() && hall.start().is_some());
        hall.ask("cat@3 move");
        assert_eq!(hall.line.yields(), Some(1));
        hall.line.stop(1, 5, true);
        assert_eq!(hall.start().unwrap(), "cat@3 move");
        hall.ask("dan@4 move unseen");
        assert_eq!(hall.line.yields(), None);
    }

    #[test]
    fn nothing_is_remembered_of_who_has_gone() {
        let mut hall = Hall::new(1);
        for wish in ["a@1 move", "b@1 hint", "c@x proof"] {
            hall.ask(wish);
        }
        hall.line.leave(2);
        hall.order(7);
        assert!(hall.line.used.is_empty(), "{:?}", hall.line);
    }
}

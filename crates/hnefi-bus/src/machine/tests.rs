//! Machines that speak over a line which loses, repeats and turns round messages.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;

use super::*;

/// How often the line does something wrong, of 10,000 messages.
#[derive(Clone, Copy, Default)]
struct Faults {
    lost: u32,
    doubled: u32,
    turned: u32,
}

/// Machines of the nodes 1, 2, ..., with a line between any two.
struct Net {
    machines: Vec<Machine>,
    lines: BTreeMap<(i64, i64), VecDeque<Bytes>>,
    faults: Faults,
    /// How many messages were handed over.
    carried: usize,
    wronged: usize,
    rng: Rng,
}

impl Net {
    fn new(nodes: i64, seed: u64) -> Net {
        Net {
            machines: (1..=nodes).map(Machine::new).collect(),
            lines: BTreeMap::new(),
            faults: Faults::default(),
            carried: 0,
            wronged: 0,
            rng: Rng::with_seed(seed),
        }
    }

    fn at(&mut self, node: i64) -> &mut Machine {
        &mut self.machines[node as usize - 1]
    }

    /// Takes from each machine what it says.
    fn collect(&mut self) {
        for machine in &mut self.machines {
            for out in machine.out.drain(..) {
                self.lines.entry((machine.me, out.to)).or_default().push_back(out.message);
            }
        }
    }

    /// Hands over some message, if there is any.
    fn carry(&mut self) -> bool {
        self.collect();
        let full: Vec<(i64, i64)> =
            self.lines.iter().filter(|(_, line)| !line.is_empty()).map(|(&ends, _)| ends).collect();
        let Some(&ends) = self.rng.choice(&full) else { return false };
        let line = self.lines.get_mut(&ends).unwrap();
        let message = line.pop_front().unwrap();
        let Faults { lost, doubled, turned } = self.faults;
        let fate = self.rng.u32(0..10_000);
        self.wronged += 1;
        if fate < lost {
            return true;
        }
        if fate < lost + doubled {
            line.push_front(message.clone());
        } else if fate < lost + doubled + turned && !line.is_empty() {
            let next = std::mem::replace(&mut line[0], message);
            self.hand_over(ends.1, next);
            return true;
        } else {
            self.wronged -= 1;
        }
        self.hand_over(ends.1, message);
        true
    }

    fn hand_over(&mut self, to: i64, message: Bytes) {
        self.carried += 1;
        self.at(to).received(message);
    }

    /// Hands over all there is.
    fn settle(&mut self) {
        while self.carry() {}
    }

    /// Time goes on, and everything is handed over.
    fn pass(&mut self, ms: u64) {
        for _ in 0..ms.div_ceil(250) {
            for machine in &mut self.machines {
                machine.now_ms += 250;
                machine.tick();
            }
            self.settle();
        }
    }

    /// A tunnel from one node to another, at both ends.
    fn tunnel(&mut self, from: i64, to: i64) -> (Id, Id) {
        let near = self.at(from).dial(to, Bytes::from_static(b"hello"));
        self.settle();
        let (far, hello) = self.at(to).accept().unwrap();
        assert_eq!(hello, "hello");
        self.settle();
        assert_eq!(self.at(from).poll_dialled(near, &cx()), Poll::Ready(Ok(())));
        (near, far)
    }

    fn write(&mut self, node: i64, id: Id, bytes: &[u8]) -> Poll<Result<usize, ()>> {
        self.at(node).poll_write(id, &cx(), bytes)
    }

    fn read(&mut self, node: i64, id: Id) -> Poll<Result<Vec<u8>, ()>> {
        let mut buffer = vec![0; 100_000];
        self.at(node).poll_read(id, &cx(), &mut buffer).map_ok(|count| buffer[..count].to_vec())
    }
}

fn cx() -> Context<'static> {
    Context::from_waker(Waker::noop())
}

const BROKEN: Poll<Result<Vec<u8>, ()>> = Poll::Ready(Err(()));

#[test]
fn bytes_come_in_order_and_each_way_ends_by_itself() {
    let mut net = Net::new(2, 1);
    let (near, far) = net.tunnel(1, 2);
    assert_eq!(net.write(1, near, b"one"), Poll::Ready(Ok(3)));
    assert_eq!(net.write(1, near, b"two"), Poll::Ready(Ok(3)));
    net.at(1).end_writing(near).unwrap();
    assert_eq!(net.read(2, far), Poll::Pending);
    net.settle();
    assert_eq!(net.read(2, far), Poll::Ready(Ok(b"onetwo".to_vec())));
    assert_eq!(net.read(2, far), Poll::Ready(Ok(Vec::new())));
    assert_eq!(net.write(2, far, b"answer"), Poll::Ready(Ok(6)));
    net.at(2).end_writing(far).unwrap();
    net.at(2).drop_tunnel(far);
    net.settle();
    // The far end is gone; what it said is not.
    assert_eq!(net.read(1, near), Poll::Ready(Ok(b"answer".to_vec())));
    assert_eq!(net.read(1, near), Poll::Ready(Ok(Vec::new())));
    net.at(1).drop_tunnel(near);
    net.settle();
    assert!(net.machines.iter().all(|machine| machine.peers.values().all(|peer| peer.ends.is_empty())));
    assert!(net.machines.iter().all(|machine| machine.rests.is_empty() && machine.failed.is_empty()));
}

#[test]
fn a_tunnel_that_is_dropped_breaks_at_the_other_end_after_what_was_said() {
    let mut net = Net::new(2, 1);
    let (near, far) = net.tunnel(1, 2);
    assert_eq!(net.write(2, far, b"farewell"), Poll::Ready(Ok(8)));
    net.at(2).drop_tunnel(far);
    net.settle();
    assert_eq!(net.write(1, near, b"more"), Poll::Ready(Err(())));
    assert_eq!(net.read(1, near), Poll::Ready(Ok(b"farewell".to_vec())));
    assert_eq!(net.read(1, near), BROKEN);
}

#[test]
fn an_answer_that_was_given_before_the_dialler_has_looked_is_read() {
    let mut net = Net::new(2, 1);
    let near = net.at(1).dial(2, Bytes::from_static(b"do it"));
    net.settle();
    let (far, _) = net.at(2).accept().unwrap();
    assert_eq!(net.write(2, far, b"done"), Poll::Ready(Ok(4)));
    net.at(2).end_writing(far).unwrap();
    net.at(2).drop_tunnel(far);
    net.settle();
    assert_eq!(net.at(1).poll_dialled(near, &cx()), Poll::Ready(Ok(())));
    assert_eq!(net.at(1).end_writing(near), Ok(()));
    assert_eq!(net.read(1, near), Poll::Ready(Ok(b"done".to_vec())));
    assert_eq!(net.read(1, near), Poll::Ready(Ok(Vec::new())));
    net.at(1).drop_tunnel(near);
    assert!(net.machines[0].rests.is_empty() && net.machines[0].failed.is_empty());
    // One that was given in part is no end of it.
    let near = net.at(1).dial(2, Bytes::new());
    net.settle();
    let (far, _) = net.at(2).accept().unwrap();
    assert_eq!(net.write(2, far, b"do"), Poll::Ready(Ok(2)));
    net.at(2).drop_tunnel(far);
    net.settle();
    assert_eq!(net.at(1).poll_dialled(near, &cx()), Poll::Ready(Ok(())));
    assert_eq!(net.at(1).end_writing(near), Err(()));
    assert_eq!(net.read(1, near), Poll::Ready(Ok(b"do".to_vec())));
    assert_eq!(net.read(1, near), BROKEN);
    // Nothing was said: it was not taken.
    let near = net.at(1).dial(2, Bytes::new());
    net.settle();
    let (far, _) = net.at(2).accept().unwrap();
    net.at(2).drop_tunnel(far);
    net.settle();
    assert_eq!(net.at(1).poll_dialled(near, &cx()), Poll::Ready(Err(Why::Reset)));
}

#[test]
fn whoever_reads_slowly_holds_up_who_writes() {
    let mut net = Net::new(2, 1);
    let (near, far) = net.tunnel(1, 2);
    let mut sent = 0;
    let fill = |net: &mut Net, sent: &mut usize| {
        while let Poll::Ready(count) = net.write(1, near, &[7; 50_000]) {
            *sent += count.unwrap();
        }
        net.settle();
    };
    fill(&mut net, &mut sent);
    assert_eq!(sent, WINDOW as usize);
    net.pass(60_000);
    fill(&mut net, &mut sent);
    assert_eq!(sent, WINDOW as usize);
    // Reading a little says nothing yet; reading half of it lets half go on.
    let mut small = [0; 1_000];
    assert_eq!(net.at(2).poll_read(far, &cx(), &mut small), Poll::Ready(Ok(1_000)));
    fill(&mut net, &mut sent);
    assert_eq!(sent, WINDOW as usize);
    assert_eq!(net.read(2, far).map_ok(|bytes| bytes.len()), Poll::Ready(Ok(WINDOW as usize - 1_000)));
    net.settle();
    fill(&mut net, &mut sent);
    assert_eq!(sent, 2 * WINDOW as usize);
    // Who sends more than that is cut off.
    let too_much = Said::Data { key: near.key, bytes: Bytes::from_static(b"!") };
    net.at(1).say(2, too_much);
    net.settle();
    assert_eq!(net.write(1, near, b"more"), Poll::Ready(Err(())));
}

#[test]
fn the_last_message_is_missed_within_a_second() {
    for lost_reset in [false, true] {
        let mut net = Net::new(2, 1);
        let (near, far) = net.tunnel(1, 2);
        let (other, _) = net.tunnel(2, 1);
        assert_eq!(net.write(1, near, b"a move"), Poll::Ready(Ok(6)));
        net.collect();
        net.lines.clear();
        net.at(1).now_ms += 1_000;
        net.at(1).tick();
        net.collect();
        assert!(net.carry());
        // The gap is seen, and all that was between the two is broken.
        assert_eq!(net.read(2, far), BROKEN);
        assert_eq!(net.write(2, other, b"?"), Poll::Ready(Err(())));
        if lost_reset {
            net.collect();
            net.lines.clear();
        }
        net.pass(3_250);
        assert_eq!(net.read(1, near), BROKEN);
        // New ones are whole.
        let (near, far) = net.tunnel(1, 2);
        assert_eq!(net.write(1, near, b"a move"), Poll::Ready(Ok(6)));
        net.settle();
        assert_eq!(net.read(2, far), Poll::Ready(Ok(b"a move".to_vec())));
    }
}

#[test]
fn a_node_that_says_nothing_is_noticed() {
    let mut net = Net::new(3, 1);
    let (near, far) = net.tunnel(1, 2);
    let (third, _) = net.tunnel(1, 3);
    net.pass(20_000);
    assert!(net.at(1).is_whole(near));
    let mut ms = 0;
    while net.at(1).is_whole(near) {
        ms += 250;
        for node in [1, 3] {
            net.at(node).now_ms += 250;
            net.at(node).tick();
        }
        net.collect();
        net.lines.retain(|&(from, to), _| from != 2 && to != 2);
        net.settle();
    }
    assert!((2_500..=3_250).contains(&ms), "after {ms} ms");
    assert!(net.at(1).is_whole(third));
    // It was stopped, and goes on: it hears first what there is to hear.
    net.at(2).now_ms += ms;
    net.at(2).tick();
    assert_eq!(net.read(2, far), Poll::Pending);
    for _ in 0..13 {
        net.at(2).now_ms += 250;
        net.at(2).tick();
    }
    assert_eq!(net.read(2, far), BROKEN);
    // No one says anything to nobody.
    net.at(1).drop_tunnel(third);
    net.settle();
    net.carried = 0;
    net.pass(60_000);
    assert_eq!(net.carried, 0);
}

#[test]
fn idle_tunnels_cost_no_messages() {
    let mut net = Net::new(2, 1);
    let ends: Vec<(Id, Id)> = (0..2_000).map(|_| net.tunnel(1, 2)).collect();
    net.carried = 0;
    net.pass(60_000);
    assert!((100..=120).contains(&net.carried), "{}", net.carried);
    // All of them are reset with few messages.
    net.carried = 0;
    net.at(1).close();
    net.settle();
    assert_eq!(net.carried, 1);
    assert!(ends.iter().all(|&(_, far)| !net.machines[1].is_whole(far)));
}

#[test]
fn dialling_fails_for_a_reason() {
    let mut net = Net::new(2, 1);
    // Nobody is there.
    let id = net.at(1).dial(9, Bytes::new());
    assert_eq!(net.at(1).poll_dialled(id, &cx()), Poll::Pending);
    net.at(1).nobody(9);
    assert_eq!(net.at(1).poll_dialled(id, &cx()), Poll::Ready(Err(Why::Nobody)));
    net.at(1).out.clear();
    // Whoever gives up is not accepted.
    let id = net.at(1).dial(2, Bytes::new());
    net.settle();
    net.at(1).drop_tunnel(id);
    net.settle();
    assert!(net.at(2).accept().is_none());
    // Another version.
    let id = net.at(1).dial(2, Bytes::new());
    net.collect();
    let mut other = net.lines.get_mut(&(1, 2)).unwrap().pop_front().unwrap().to_vec();
    other[0] = 9;
    net.at(2).received(other.into());
    assert!(net.at(2).accept().is_none());
    net.collect();
    let mut notice = net.lines.get_mut(&(2, 1)).unwrap().pop_front().unwrap().to_vec();
    assert_eq!(notice.len(), 10);
    notice[0] = 9;
    net.at(1).received(notice.into());
    assert_eq!(net.at(1).poll_dialled(id, &cx()), Poll::Ready(Err(Why::Version(9))));
    assert!(net.at(1).out.is_empty(), "a notice is not answered");
    // A node that is gone.
    let id = net.at(1).dial(2, Bytes::new());
    net.at(1).forget(2);
    assert_eq!(net.at(1).poll_dialled(id, &cx()), Poll::Ready(Err(Why::Gone)));
    // One that closes.
    net.at(2).close();
    let id = net.at(1).dial(2, Bytes::new());
    net.settle();
    assert_eq!(net.at(1).poll_dialled(id, &cx()), Poll::Ready(Err(Why::Reset)));
}

#[test]
fn a_node_that_was_thought_gone_starts_anew() {
    let mut net = Net::new(2, 1);
    let (near, far) = net.tunnel(1, 2);
    net.at(1).forget(2);
    assert_eq!(net.read(1, near), BROKEN);
    // The other node knows nothing of it, until it says something.
    assert_eq!(net.write(2, far, b"still here"), Poll::Ready(Ok(10)));
    net.settle();
    assert_eq!(net.read(2, far), BROKEN);
    let (near, far) = net.tunnel(1, 2);
    assert_eq!(net.write(2, far, b"again"), Poll::Ready(Ok(5)));
    net.settle();
    assert_eq!(net.read(1, near), Poll::Ready(Ok(b"again".to_vec())));
}

#[test]
fn what_is_told_never_grows_without_a_bound() {
    let mut net = Net::new(2, 1);
    for _ in 0..200 {
        let message = Frame::Tell(Bytes::from(vec![0; 60_000])).write(1);
        net.at(2).received(message.into());
    }
    assert!((50..=TOLD / 60_000).contains(&net.at(2).told.len()));
    while let Some((from, bytes)) = net.at(2).told() {
        assert_eq!((from, bytes.len()), (1, 60_000));
    }
    assert_eq!(net.at(2).told_bytes, 0);
}

#[test]
fn any_bytes_are_survived() {
    let mut rng = Rng::with_seed(5);
    let mut net = Net::new(2, 1);
    let (near, _) = net.tunnel(1, 2);
    for _ in 0..20_000 {
        let mut bytes: Vec<u8> = (0..rng.usize(0..60)).map(|_| rng.u8(0..20)).collect();
        if let Some(version) = bytes.first_mut() {
            *version = rng.u8(0..3);
        }
        net.at(1).received(bytes.into());
        net.at(1).now_ms += 10;
        net.at(1).tick();
        net.at(1).accept();
        net.at(1).out.clear();
    }
    let _ = net.read(1, near);
}

/// What the end that says `mine` says at this place of a tunnel.
fn byte(number: u64, mine: bool, at: usize) -> u8 {
    let mixed = (number * 2 + u64::from(mine) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(at as u64 * 31);
    (mixed >> 7) as u8 ^ at as u8
}

/// One end of a tunnel, and how far it has come.
struct User {
    node: i64,
    id: Id,
    written: usize,
    read: usize,
    /// How many bytes it says before it ends.
    length: usize,
    ended: bool,
    /// Whether it may write no more.
    refused: bool,
    state: Heard,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Heard {
    More,
    End,
    Broken,
}

impl User {
    fn new(node: i64, id: Id, rng: &mut Rng) -> User {
        User {
            node,
            id,
            written: 0,
            read: 0,
            length: rng.usize(0..100_000),
            ended: false,
            refused: false,
            state: Heard::More,
        }
    }

    fn is_done(&self) -> bool {
        self.state == Heard::Broken || (self.state == Heard::End && (self.ended || self.refused))
    }

    /// Reads or writes some, and sees that what is read is what was written, in its place.
    fn act(&mut self, net: &mut Net) {
        let Id { key, .. } = self.id;
        if net.rng.bool() {
            let mut buffer = vec![0; net.rng.usize(1..40_000)];
            match net.at(self.node).poll_read(self.id, &cx(), &mut buffer) {
                Poll::Ready(Ok(0)) => self.state = Heard::End,
                Poll::Ready(Ok(count)) => {
                    assert_eq!(self.state, Heard::More);
                    for (offset, found) in buffer[..count].iter().enumerate() {
                        assert_eq!(*found, byte(key.number, !key.mine, self.read + offset));
                    }
                    self.read += count;
                }
                Poll::Ready(Err(())) => self.state = Heard::Broken,
                Poll::Pending => assert!(net.at(self.node).is_whole(self.id)),
            }
        } else if self.written == self.length {
            match net.at(self.node).end_writing(self.id) {
                Ok(()) => self.ended = true,
                Err(()) => self.refused = true,
            }
        } else {
            let count = (self.length - self.written).min(net.rng.usize(1..40_000));
            let bytes: Vec<u8> = (0..count).map(|offset| byte(key.number, key.mine, self.written + offset)).collect();
            match net.at(self.node).poll_write(self.id, &cx(), &bytes) {
                Poll::Ready(Ok(count)) => self.written += count,
                Poll::Ready(Err(())) => self.refused = true,
                Poll::Pending => {}
            }
        }
    }
}

/// Many tunnels between three nodes over a line with these faults. Returns how many were whole at both ends, and how many
/// messages came to harm.
fn storm(seed: u64, faults: Faults) -> (usize, usize) {
    let mut net = Net::new(3, seed);
    let mut rng = Rng::with_seed(seed);
    net.faults = faults;
    let mut users: Vec<User> = Vec::new();
    let mut dialled: BTreeSet<(i64, i64, u64)> = BTreeSet::new();
    for round in 0..1_500 {
        if round % 40 == 0 {
            let (from, to) = *rng.choice(&[(1, 2), (2, 1), (1, 3), (3, 2)]).unwrap();
            let id = net.at(from).dial(to, Bytes::new());
            dialled.insert((from, to, id.key.number));
        }
        for &(from, peer, number) in dialled.clone().iter() {
            let id = Id { peer, key: Key { number, mine: true } };
            match net.at(from).poll_dialled(id, &cx()) {
                Poll::Ready(Ok(())) => users.push(User::new(from, id, &mut rng)),
                Poll::Ready(Err(_)) => net.at(from).drop_tunnel(id),
                Poll::Pending => continue,
            }
            dialled.remove(&(from, peer, number));
        }
        for node in 1..=3 {
            while let Some((id, _)) = net.at(node).accept() {
                users.push(User::new(node, id, &mut rng));
            }
        }
        if !users.is_empty() {
            let user = rng.usize(0..users.len());
            for _ in 0..8 {
                users[user].act(&mut net);
            }
        }
        for _ in 0..rng.usize(0..12) {
            net.carry();
        }
        if round % 50 == 0 {
            net.machines.iter_mut().for_each(|machine| {
                machine.now_ms += 250;
                machine.tick();
            });
        }
    }
    // From now on the line is good, and everybody says what he has to say.
    net.faults = Faults::default();
    for round in 0..4_000 {
        for user in users.iter_mut().filter(|user| !user.is_done()) {
            user.act(&mut net);
        }
        net.settle();
        if users.iter().all(User::is_done) {
            break;
        }
        if round % 20 == 0 {
            net.pass(250);
        }
    }
    for (from, peer, number) in dialled {
        net.at(from).drop_tunnel(Id { peer, key: Key { number, mine: true } });
    }
    let ends: HashMap<(i64, Id), &User> = users.iter().map(|user| ((user.node, user.id), user)).collect();
    let mut whole = 0;
    for user in &users {
        let other = ends.get(&(user.id.peer, Id { peer: user.node, key: user.id.key.theirs() }));
        match user.state {
            Heard::More => panic!("seed {seed}: an end still waits"),
            // All that the other end has said before it ended was read.
            Heard::End => {
                let other = other.unwrap_or_else(|| panic!("seed {seed}: an end without another has heard its end"));
                assert_eq!((user.read, other.ended), (other.length, true), "seed {seed}");
                whole += usize::from(other.state == Heard::End);
            }
            Heard::Broken => assert!(other.is_none_or(|other| user.read <= other.written), "seed {seed}"),
        }
    }
    (whole / 2, net.wronged)
}

#[test]
fn whatever_the_line_does_no_byte_is_lost_doubled_or_out_of_place() {
    let (mut whole, mut harmed) = (0, 0);
    for seed in 0..12 {
        let rare = Faults { lost: 4, doubled: 4, turned: 4 };
        let often = Faults { lost: 100, doubled: 100, turned: 100 };
        let (found, wronged) = storm(seed, if seed % 2 == 0 { rare } else { often });
        whole += found;
        harmed += wronged;
    }
    // Both things happen.
    assert!(whole > 100 && harmed > 50, "{whole} whole, {harmed} messages harmed");
}

#[test]
fn over_a_good_line_every_tunnel_is_whole() {
    for seed in 0..3 {
        assert_eq!(storm(seed, Faults::default()), (38, 0));
    }
}

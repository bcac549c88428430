//! The tunnels of one node, as a machine that does no I/O: it is given messages and the time, and makes messages.

mod end;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, VecDeque};
use std::task::{Context, Poll, Waker};

use bytes::Bytes;

pub use end::WINDOW;
use end::{End, Found, Inbox, Stage};

use crate::frame::{CHUNK, Frame, Key, Place, RESETS, Received, Said};

/// How often somebody hears of a node with which it shares a tunnel, in milliseconds.
const KEEP_MS: u64 = 1_000;
/// After how long a silence the tunnels with a node break, in milliseconds.
const SILENCE_MS: u64 = 3_000;
/// How many tunnels may wait to be accepted.
const WAITING: usize = 1024;
/// How many bytes of what was told may wait to be heard.
const TOLD: usize = 4 * 1024 * 1024;

/// Why a tunnel is no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// The other end has reset it, or does not take it.
    Reset,
    /// A message was lost, or came twice.
    Lost,
    /// Nothing was heard of the node.
    Silent,
    /// NATS knows nobody who listens for the node.
    Nobody,
    /// The node speaks another version.
    Version(u8),
    /// The node is gone, or this one closes.
    Gone,
}

/// A message to a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Out {
    pub to: i64,
    /// Whether NATS should say if nobody listens.
    pub asks: bool,
    pub message: Bytes,
}

/// A tunnel: the other node, and which of those with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Id {
    pub peer: i64,
    pub key: Key,
}

#[derive(Debug)]
pub(crate) struct Machine {
    me: i64,
    /// The time, in milliseconds from whenever; it never goes back.
    pub now_ms: u64,
    ticked_ms: u64,
    links: u64,
    dials: u64,
    peers: HashMap<i64, Peer>,
    /// What is left to read of tunnels that are broken.
    rests: HashMap<Id, Inbox>,
    /// Why tunnels are no more that were being dialled.
    failed: HashMap<Id, Why>,
    waiting: VecDeque<(Id, Bytes)>,
    told: VecDeque<(i64, Bytes)>,
    told_bytes: usize,
    /// What is to be sent.
    pub out: VecDeque<Out>,
    /// Who is to be woken.
    pub wakes: Vec<Waker>,
    /// The number of my probe, what was heard of it.
    pub probe: Option<u64>,
    pub probe_heard: bool,
    pub taken: bool,
    pub closed: bool,
}

/// Another node.
#[derive(Debug)]
struct Peer {
    /// Where the next message to it is.
    next: Place,
    /// Where the next message from it should be; `None` before the first.
    expected: Option<Place>,
    heard_ms: u64,
    said_ms: u64,
    ends: HashMap<Key, End>,
}

impl Machine {
    pub(crate) fn new(me: i64) -> Machine {
        Machine {
            me,
            now_ms: 0,
            ticked_ms: 0,
            links: 0,
            dials: 0,
            peers: HashMap::new(),
            rests: HashMap::new(),
            failed: HashMap::new(),
            waiting: VecDeque::new(),
            told: VecDeque::new(),
            told_bytes: 0,
            out: VecDeque::new(),
            wakes: Vec::new(),
            probe: None,
            probe_heard: false,
            taken: false,
            closed: false,
        }
    }

    /// Wants a tunnel with a node.
    pub(crate) fn dial(&mut self, peer: i64, hello: Bytes) -> Id {
        let key = Key { number: self.dials, mine: true };
        self.dials += 1;
        if let Some(peer) = self.peers.get_mut(&peer).filter(|peer| peer.ends.is_empty()) {
            // Whatever was lost before is nothing to the tunnels that come.
            peer.expected = None;
        }
        self.add(peer, key, Stage::Dialling, 0);
        self.say(peer, Said::Open { key, window: WINDOW, hello });
        Id { peer, key }
    }

    /// Whether a tunnel that was dialled is there.
    pub(crate) fn poll_dialled(&mut self, id: Id, cx: &Context<'_>) -> Poll<Result<(), Why>> {
        match self.end(id) {
            Some(end) if end.stage == Stage::Open => Poll::Ready(Ok(())),
            Some(end) => {
                end.writer = Some(cx.waker().clone());
                Poll::Pending
            }
            // What can be read was said after it was accepted: it was there, and is gone before anybody has looked.
            None => Poll::Ready(match self.rests.contains_key(&id) {
                true => Ok(()),
                false => Err(self.failed.remove(&id).unwrap_or(Why::Reset)),
            }),
        }
    }

    /// A tunnel that another node has dialled, and its hello.
    pub(crate) fn accept(&mut self) -> Option<(Id, Bytes)> {
        while let Some((id, hello)) = self.waiting.pop_front() {
            // Whoever has dialled may have given up.
            if let Some(end) = self.end(id) {
                end.stage = Stage::Open;
                self.say(id.peer, Said::Accept { key: id.key, window: WINDOW });
                return Some((id, hello));
            }
        }
        None
    }

    pub(crate) fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    pub(crate) fn told(&mut self) -> Option<(i64, Bytes)> {
        let (from, bytes) = self.told.pop_front()?;
        self.told_bytes -= bytes.len();
        Some((from, bytes))
    }

    pub(crate) fn has_told(&self) -> bool {
        !self.told.is_empty()
    }

    /// Reads from a tunnel.
    pub(crate) fn poll_read(&mut self, id: Id, cx: &Context<'_>, into: &mut [u8]) -> Poll<Result<usize, ()>> {
        if let Some(end) = self.end(id) {
            return match end.inbox.read(into) {
                Found::Bytes(count) => {
                    if let Some(more) = end.read(count) {
                        self.say(id.peer, Said::Credit { key: id.key, more });
                    }
                    Poll::Ready(Ok(count))
                }
                Found::End => Poll::Ready(Ok(0)),
                Found::Nothing => {
                    end.inbox.reader = Some(cx.waker().clone());
                    Poll::Pending
                }
            };
        }
        Poll::Ready(match self.rests.get_mut(&id).map(|rest| rest.read(into)) {
            Some(Found::Bytes(count)) => Ok(count),
            Some(Found::End) => Ok(0),
            Some(Found::Nothing) | None => Err(()),
        })
    }

    /// Writes some of these bytes to a tunnel that is not yet ended.
    pub(crate) fn poll_write(&mut self, id: Id, cx: &Context<'_>, bytes: &[u8]) -> Poll<Result<usize, ()>> {
        let Some(end) = self.end(id) else { return Poll::Ready(Err(())) };
        let Poll::Ready(credit) = end.poll_credit(cx) else { return Poll::Pending };
        let count = bytes.len().min(CHUNK).min(credit as usize);
        end.credit -= count as u32;
        self.say(id.peer, Said::Data { key: id.key, bytes: Bytes::copy_from_slice(&bytes[..count]) });
        Poll::Ready(Ok(count))
    }

    /// Whether a tunnel is there and not broken, or the other end has said all that it had to say before it went.
    pub(crate) fn is_whole(&self, id: Id) -> bool {
        self.peers.get(&id.peer).is_some_and(|peer| peer.ends.contains_key(&id.key))
            || self.rests.get(&id).is_some_and(|rest| rest.ended)
    }

    /// Ends what is written to a tunnel. Where the other end has said all and gone, there is nobody to tell it.
    pub(crate) fn end_writing(&mut self, id: Id) -> Result<(), ()> {
        let is_whole = self.is_whole(id);
        let Some(end) = self.end(id) else { return if is_whole { Ok(()) } else { Err(()) } };
        if !std::mem::replace(&mut end.ended, true) {
            self.say(id.peer, Said::End { key: id.key });
        }
        Ok(())
    }

    /// Forgets a tunnel; the other end learns it unless both have ended what they wrote.
    pub(crate) fn drop_tunnel(&mut self, id: Id) {
        self.rests.remove(&id);
        self.failed.remove(&id);
        let end = self.peers.get_mut(&id.peer).and_then(|peer| peer.ends.remove(&id.key));
        if end.is_some_and(|end| !(end.ended && end.inbox.ended)) {
            self.say(id.peer, Said::Reset { keys: vec![id.key] });
        }
    }

    /// A node is gone.
    pub(crate) fn forget(&mut self, peer: i64) {
        self.break_all(peer, Why::Gone);
        self.peers.remove(&peer);
    }

    /// NATS says that nobody listens for a node.
    pub(crate) fn nobody(&mut self, peer: i64) {
        self.break_all(peer, Why::Nobody);
        self.peers.remove(&peer);
    }

    /// Breaks everything.
    pub(crate) fn close(&mut self) {
        self.closed = true;
        let peers: Vec<i64> = self.peers.keys().copied().collect();
        for peer in peers {
            self.reset_all(peer, Why::Gone);
        }
        self.told.clear();
        self.told_bytes = 0;
    }

    /// Time has gone on: says that this node is there, and notices who is not.
    pub(crate) fn tick(&mut self) {
        let now_ms = self.now_ms;
        let since = now_ms - std::mem::replace(&mut self.ticked_ms, now_ms);
        if since >= KEEP_MS {
            // This node stood still itself: what came meanwhile is still to be heard.
            self.peers.values_mut().for_each(|peer| peer.heard_ms = (peer.heard_ms + since).min(now_ms));
        }
        let (mut silent, mut keep) = (Vec::new(), Vec::new());
        for (&epoch, peer) in self.peers.iter().filter(|(_, peer)| !peer.ends.is_empty()) {
            if now_ms - peer.heard_ms >= SILENCE_MS {
                silent.push(epoch);
            } else if now_ms - peer.said_ms >= KEEP_MS {
                keep.push(epoch);
            }
        }
        for peer in silent {
            // What still waits for the line would come late and tell nobody anything.
            self.out.retain(|out| out.to != peer);
            self.reset_all(peer, Why::Silent);
        }
        for peer in keep {
            self.say(peer, Said::Keep);
        }
    }

    /// A message came.
    pub(crate) fn received(&mut self, message: Bytes) {
        match Frame::read(message) {
            Received::Frame(from, Frame::Link(place, said)) if from != self.me => {
                if self.arrived(from, place) {
                    self.hear(from, said);
                }
            }
            Received::Frame(from, Frame::Tell(bytes)) if from != self.me => self.hear_told(from, bytes),
            Received::Frame(from, Frame::Probe(nonce)) if from == self.me => {
                if self.probe == Some(nonce) {
                    self.probe_heard = true;
                } else {
                    tracing::error!(epoch = from, "another node on this NATS has the same club and the same number");
                    self.send(from, false, &Frame::Taken(nonce));
                }
            }
            Received::Frame(from, Frame::Taken(nonce)) => {
                self.taken |= from == self.me && self.probe == Some(nonce);
            }
            Received::Version { from, version, notice } if from != self.me => {
                tracing::debug!(node = from, version, "a node speaks another version of the bus");
                if !notice {
                    self.send(from, false, &Frame::Version);
                }
                self.break_all(from, Why::Version(version));
            }
            Received::Frame(..) | Received::Version { .. } | Received::Unknown => {}
        }
    }

    /// Whether a message is to be heeded. Breaks all tunnels with the node where one before it was lost.
    fn arrived(&mut self, from: i64, place: Place) -> bool {
        let now_ms = self.now_ms;
        let peer = self.peer(from);
        peer.heard_ms = now_ms;
        let next = Place { seq: place.seq + 1, ..place };
        match peer.expected {
            Some(expected) if expected == place => {
                peer.expected = Some(next);
                true
            }
            None => {
                peer.expected = Some(next);
                true
            }
            Some(expected) => {
                let newer = (place.link, place.seq) > (expected.link, expected.seq);
                if newer {
                    peer.expected = Some(next);
                }
                if newer || place.link == expected.link {
                    self.reset_all(from, Why::Lost);
                }
                newer
            }
        }
    }

    fn hear(&mut self, from: i64, said: Said) {
        match said {
            Said::Open { key, window, hello } => self.hear_open(Id { peer: from, key: key.theirs() }, window, hello),
            Said::Accept { key, window } => {
                let id = Id { peer: from, key: key.theirs() };
                match self.end(id) {
                    Some(end) if end.stage == Stage::Dialling => {
                        end.stage = Stage::Open;
                        end.credit = window;
                        let wakers: Vec<Waker> = end.wakers().collect();
                        self.wakes.extend(wakers);
                    }
                    _ => self.say_reset(id),
                }
            }
            Said::Data { key, bytes } => {
                let id = Id { peer: from, key: key.theirs() };
                let reader = self.end(id).and_then(|end| end.push(bytes).then(|| end.inbox.reader.take()));
                match reader {
                    Some(reader) => self.wakes.extend(reader),
                    None => {
                        self.break_one(id, Why::Reset);
                        self.say_reset(id);
                    }
                }
            }
            Said::Credit { key, more } => {
                if let Some(end) = self.end(Id { peer: from, key: key.theirs() }) {
                    end.credit = end.credit.saturating_add(more);
                    let writer = end.writer.take();
                    self.wakes.extend(writer);
                }
            }
            Said::End { key } => {
                if let Some(end) = self.end(Id { peer: from, key: key.theirs() }) {
                    end.inbox.ended = true;
                    let reader = end.inbox.reader.take();
                    self.wakes.extend(reader);
                }
            }
            Said::Reset { keys } => {
                for key in keys {
                    self.break_one(Id { peer: from, key: key.theirs() }, Why::Reset);
                }
            }
            Said::Keep => {}
        }
    }

    fn hear_open(&mut self, id: Id, window: u32, hello: Bytes) {
        let full = self.closed || self.waiting.len() >= WAITING;
        if id.key.mine || full || self.is_whole(id) {
            self.break_one(id, Why::Reset);
            self.say_reset(id);
            return;
        }
        self.add(id.peer, id.key, Stage::Waiting, window);
        self.waiting.push_back((id, hello));
    }

    fn hear_told(&mut self, from: i64, bytes: Bytes) {
        if self.closed || self.told_bytes + bytes.len() > TOLD {
            tracing::warn!(node = from, "a message of a node is lost: too many wait");
            return;
        }
        self.told_bytes += bytes.len();
        self.told.push_back((from, bytes));
    }

    fn peer(&mut self, epoch: i64) -> &mut Peer {
        let (now_ms, links) = (self.now_ms, &mut self.links);
        self.peers.entry(epoch).or_insert_with(|| {
            *links += 1;
            let next = Place { link: *links, seq: 0 };
            Peer { next, expected: None, heard_ms: now_ms, said_ms: now_ms, ends: HashMap::new() }
        })
    }

    fn add(&mut self, peer: i64, key: Key, stage: Stage, credit: u32) {
        let now_ms = self.now_ms;
        let peer = self.peer(peer);
        if peer.ends.is_empty() {
            // Nobody was obliged to say anything before.
            peer.heard_ms = now_ms;
            peer.said_ms = now_ms;
        }
        peer.ends.insert(key, End::new(stage, credit));
    }

    fn end(&mut self, id: Id) -> Option<&mut End> {
        self.peers.get_mut(&id.peer)?.ends.get_mut(&id.key)
    }

    fn say_reset(&mut self, id: Id) {
        self.say(id.peer, Said::Reset { keys: vec![id.key] });
    }

    /// Breaks one tunnel here.
    fn break_one(&mut self, id: Id, why: Why) {
        if let Some(end) = self.peers.get_mut(&id.peer).and_then(|peer| peer.ends.remove(&id.key)) {
            self.broken(id, end, why);
        }
    }

    /// Breaks all tunnels with a node, and says so to it.
    fn reset_all(&mut self, peer: i64, why: Why) {
        for keys in self.break_all(peer, why).chunks(RESETS) {
            self.say(peer, Said::Reset { keys: keys.to_vec() });
        }
    }

    /// Breaks all tunnels with a node here, and says which.
    fn break_all(&mut self, peer: i64, why: Why) -> Vec<Key> {
        let Some(ends) = self.peers.get_mut(&peer).map(|peer| std::mem::take(&mut peer.ends)) else {
            return Vec::new();
        };
        if !ends.is_empty() && why != Why::Gone {
            tracing::warn!(node = peer, tunnels = ends.len(), ?why, "the tunnels with a node broke");
        }
        let keys = ends.keys().copied().collect();
        for (key, end) in ends {
            self.broken(Id { peer, key }, end, why);
        }
        keys
    }

    fn broken(&mut self, id: Id, mut end: End, why: Why) {
        self.wakes.extend(end.wakers());
        match end.stage {
            Stage::Dialling => {
                self.failed.insert(id, why);
            }
            Stage::Waiting => {}
            Stage::Open => {
                if end.inbox.has_rest() {
                    self.rests.insert(id, end.inbox);
                }
            }
        }
    }

    fn say(&mut self, to: i64, said: Said) {
        let asks = matches!(said, Said::Open { .. } | Said::Keep);
        let now_ms = self.now_ms;
        let peer = self.peer(to);
        peer.said_ms = now_ms;
        let place = peer.next;
        peer.next.seq += 1;
        self.send(to, asks, &Frame::Link(place, said));
    }

    fn send(&mut self, to: i64, asks: bool, frame: &Frame) {
        let message = Bytes::from(frame.write(self.me));
        self.out.push_back(Out { to, asks, message });
    }
}

//! The messages, as they are on the wire: `docs/formats/bus.md`.

use bytes::Bytes;

/// The version of the messages that this program speaks.
pub const VERSION: u8 = 1;
/// How long a message is at most, in bytes.
pub(crate) const LONGEST: usize = 64 * 1024;
/// How long what is told with [`Bus::tell`](crate::Bus::tell) may be, in bytes.
pub const LONGEST_TOLD: usize = LONGEST - HEAD;
/// How long the hello of a tunnel may be, in bytes.
pub const LONGEST_HELLO: usize = 16 * 1024;
/// How many bytes of a tunnel go into one message.
pub(crate) const CHUNK: usize = 32 * 1024;
/// How many tunnels one message resets.
pub(crate) const RESETS: usize = (LONGEST - LINKED) / 8;

/// Version, kind, and who says it.
const HEAD: usize = 10;
/// The head, with the number of the link and that of the message.
const LINKED: usize = HEAD + 16;

/// Which tunnel a message is about, as whoever sends it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    /// Its number among those that the same end has dialled.
    pub number: u64,
    /// Whether the end that says this has dialled it.
    pub mine: bool,
}

impl Key {
    /// How the other end calls it.
    pub(crate) fn theirs(self) -> Key {
        Key { mine: !self.mine, ..self }
    }

    fn write(self) -> u64 {
        self.number << 1 | u64::from(!self.mine)
    }

    fn read(wire: u64) -> Key {
        Key { number: wire >> 1, mine: wire & 1 == 0 }
    }
}

/// Where a message is in what one node says to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The number of the link: greater for each that the sender begins.
    pub link: u64,
    /// The number of the message on it, from 0.
    pub seq: u64,
}

/// What is said on a link, where no message may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// A tunnel is wanted; so many bytes may be sent on it.
    Open {
        key: Key,
        window: u32,
        hello: Bytes,
    },
    /// It is there; so many bytes may be sent on it.
    Accept {
        key: Key,
        window: u32,
    },
    Data {
        key: Key,
        bytes: Bytes,
    },
    /// So many more bytes may be sent.
    Credit {
        key: Key,
        more: u32,
    },
    /// Nothing more comes this way.
    End {
        key: Key,
    },
    /// These tunnels are no more.
    Reset {
        keys: Vec<Key>,
    },
    /// The sender is there.
    Keep,
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    Link(Place, Said),
    /// What may be lost.
    Tell(Bytes),
    /// What a node says to itself when it begins.
    Probe(u64),
    /// Answer to a probe of somebody who took my epoch.
    Taken(u64),
    /// The receiver's version is not understood.
    Version,
}

/// What a message is that was received, and from whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Received {
    Frame(i64, Frame),
    /// One of another version. If `notice`, it says that ours is not understood.
    Version {
        from: i64,
        version: u8,
        notice: bool,
    },
    /// Not one of ours, or one of a kind that later releases have.
    Unknown,
}

const OPEN: u8 = 1;
const ACCEPT: u8 = 2;
const DATA: u8 = 3;
const CREDIT: u8 = 4;
const END: u8 = 5;
const RESET: u8 = 6;
const KEEP: u8 = 7;
/// Up to here, kinds are of links.
const LAST_LINKED: u8 = 15;
const TELL: u8 = 16;
const PROBE: u8 = 17;
const TAKEN: u8 = 18;
/// The same in all versions.
const NOTICE: u8 = 0;

impl Frame {
    /// The message, as `from` says it.
    pub(crate) fn write(&self, from: i64) -> Vec<u8> {
        let (kind, room) = match self {
            Frame::Link(_, said) => said.kind_and_room(),
            Frame::Tell(bytes) => (TELL, bytes.len()),
            Frame::Probe(_) => (PROBE, 8),
            Frame::Taken(_) => (TAKEN, 8),
            Frame::Version => (NOTICE, 0),
        };
        let mut to = Vec::with_capacity(LINKED + room);
        to.extend([VERSION, kind]);
        to.extend(from.to_be_bytes());
        match self {
            Frame::Link(place, said) => {
                to.extend(place.link.to_be_bytes());
                to.extend(place.seq.to_be_bytes());
                said.write(&mut to);
            }
            Frame::Tell(bytes) => to.extend_from_slice(bytes),
            Frame::Probe(nonce) | Frame::Taken(nonce) => to.extend(nonce.to_be_bytes()),
            Frame::Version => {}
        }
        to
    }

    /// Reads a message.
    pub(crate) fn read(mut message: Bytes) -> Received {
        let message = &mut message;
        let Some((version, kind, from)) = head(message) else { return Received::Unknown };
        if version != VERSION {
            return Received::Version { from, version, notice: kind == NOTICE };
        }
        let frame = match kind {
            NOTICE => Some(Frame::Version),
            TELL => Some(Frame::Tell(message.clone())),
            PROBE => number(message).map(Frame::Probe),
            TAKEN => number(message).map(Frame::Taken),
            1..=LAST_LINKED => link(kind, message),
            _ => None,
        };
        frame.map_or(Received::Unknown, |frame| Received::Frame(from, frame))
    }
}

impl Said {
    fn kind_and_room(&self) -> (u8, usize) {
        match self {
            Said::Open { hello, .. } => (OPEN, 12 + hello.len()),
            Said::Accept { .. } => (ACCEPT, 12),
            Said::Data { bytes, .. } => (DATA, 8 + bytes.len()),
            Said::Credit { .. } => (CREDIT, 12),
            Said::End { .. } => (END, 8),
            Said::Reset { keys } => (RESET, 8 * keys.len()),
            Said::Keep => (KEEP, 0),
        }
    }

    fn write(&self, to: &mut Vec<u8>) {
        match self {
            Said::Open { key, window, hello } => {
                to.extend(key.write().to_be_bytes());
                to.extend(window.to_be_bytes());
                to.extend_from_slice(hello);
            }
            Said::Accept { key, window: number } | Said::Credit { key, more: number } => {
                to.extend(key.write().to_be_bytes());
                to.extend(number.to_be_bytes());
            }
            Said::Data { key, bytes } => {
                to.extend(key.write().to_be_bytes());
                to.extend_from_slice(bytes);
            }
            Said::End { key } => to.extend(key.write().to_be_bytes()),
            Said::Reset { keys } => keys.iter().for_each(|key| to.extend(key.write().to_be_bytes())),
            Said::Keep => {}
        }
    }
}

fn head(message: &mut Bytes) -> Option<(u8, u8, i64)> {
    let [version, kind] = take(message)?;
    Some((version, kind, i64::from_be_bytes(take(message)?)))
}

fn link(kind: u8, message: &mut Bytes) -> Option<Frame> {
    let place = Place { link: number(message)?, seq: number(message)? };
    let said = match kind {
        OPEN => Said::Open { key: key(message)?, window: short(message)?, hello: message.clone() },
        ACCEPT => Said::Accept { key: key(message)?, window: short(message)? },
        DATA => Said::Data { key: key(message)?, bytes: message.clone() },
        CREDIT => Said::Credit { key: key(message)?, more: short(message)? },
        END => Said::End { key: key(message)? },
        RESET => {
            let mut keys = Vec::with_capacity(message.len() / 8);
            while let Some(key) = key(message) {
                keys.push(key);
            }
            Said::Reset { keys }
        }
        // What is unknown counts as a message of its link, and says that the sender is there.
        _ => Said::Keep,
    };
    Some(Frame::Link(place, said))
}

fn key(message: &mut Bytes) -> Option<Key> {
    number(message).map(Key::read)
}

fn number(message: &mut Bytes) -> Option<u64> {
    take(message).map(u64::from_be_bytes)
}

fn short(message: &mut Bytes) -> Option<u32> {
    take(message).map(u32::from_be_bytes)
}

fn take<const N: usize>(message: &mut Bytes) -> Option<[u8; N]> {
    let (first, _) = message.split_first_chunk::<N>()?;
    let first = *first;
    let _ = message.split_to(N);
    Some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_is_read_as_it_was_written() {
        let place = Place { link: 3, seq: u64::MAX };
        let key = Key { number: 77, mine: false };
        let bytes = Bytes::from_static(b"hnefi");
        let said = [
            Said::Open { key, window: 5, hello: bytes.clone() },
            Said::Accept { key, window: u32::MAX },
            Said::Data { key: key.theirs(), bytes: bytes.clone() },
            Said::Credit { key, more: 1 },
            Said::End { key },
            Said::Reset { keys: vec![key, key.theirs()] },
            Said::Reset { keys: Vec::new() },
            Said::Keep,
        ];
        let links = said.map(|said| Frame::Link(place, said));
        let rest = [Frame::Tell(bytes), Frame::Probe(9), Frame::Taken(u64::MAX), Frame::Version];
        for frame in links.into_iter().chain(rest) {
            let wire = Bytes::from(frame.write(-4));
            assert_eq!(Frame::read(wire.clone()), Received::Frame(-4, frame.clone()));
            // Whatever is cut off is no message, or a shorter one, and no panic.
            for length in 0..wire.len() {
                let _ = Frame::read(wire.slice(..length));
            }
        }
    }

    #[test]
    fn the_longest_messages_are_as_long_as_they_may_be() {
        let keys = vec![Key { number: 1, mine: true }; RESETS];
        let place = Place { link: 0, seq: 0 };
        assert!(Frame::Link(place, Said::Reset { keys }).write(1).len() <= LONGEST);
        assert_eq!(Frame::Tell(Bytes::from(vec![0; LONGEST_TOLD])).write(1).len(), LONGEST);
        let bytes = Bytes::from(vec![0; CHUNK]);
        let key = Key { number: 1, mine: true };
        assert!(Frame::Link(place, Said::Data { key, bytes }).write(1).len() <= LONGEST);
    }

    #[test]
    fn other_versions_and_later_kinds() {
        let mut wire = Frame::Link(Place { link: 1, seq: 2 }, Said::Keep).write(8);
        wire[1] = 15;
        let later = Frame::read(wire.clone().into());
        assert_eq!(later, Received::Frame(8, Frame::Link(Place { link: 1, seq: 2 }, Said::Keep)));
        wire[0] = 2;
        assert_eq!(Frame::read(wire.clone().into()), Received::Version { from: 8, version: 2, notice: false });
        wire[1] = NOTICE;
        assert_eq!(Frame::read(wire.into()), Received::Version { from: 8, version: 2, notice: true });
        assert_eq!(Frame::read(Bytes::from_static(b"\x01\x03")), Received::Unknown);
    }
}

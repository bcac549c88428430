//! One end of a tunnel.

use std::collections::VecDeque;
use std::task::{Context, Poll, Waker};

use bytes::{Buf, Bytes};

/// How many bytes of a tunnel wait at most to be read at its other end.
pub const WINDOW: u32 = 64 * 1024;

/// One end of a tunnel that is not broken.
#[derive(Debug)]
pub(crate) struct End {
    pub stage: Stage,
    /// How many bytes may be sent.
    pub credit: u32,
    /// How many bytes the other end may still send.
    pub granted: u32,
    /// How many bytes were read that the other end has not yet been told of.
    pub owed: u32,
    /// Whether this end has said that it sends nothing more.
    pub ended: bool,
    pub inbox: Inbox,
    pub writer: Option<Waker>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Dialled, and not yet accepted at the other end.
    Dialling,
    /// Dialled by the other end, and not yet accepted here.
    Waiting,
    Open,
}

/// What came, and was not yet read.
#[derive(Debug, Default)]
pub(crate) struct Inbox {
    bytes: VecDeque<Bytes>,
    /// Whether nothing more comes, as the other end says.
    pub ended: bool,
    pub reader: Option<Waker>,
}

/// What reading has found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// So many bytes were read.
    Bytes(usize),
    /// There will be none.
    End,
    /// There are none yet.
    Nothing,
}

impl End {
    pub(crate) fn new(stage: Stage, credit: u32) -> End {
        End { stage, credit, granted: WINDOW, owed: 0, ended: false, inbox: Inbox::default(), writer: None }
    }

    /// Takes what came; false where the other end may not send it.
    pub(crate) fn push(&mut self, bytes: Bytes) -> bool {
        if self.stage != Stage::Open || self.inbox.ended {
            return false;
        }
        let Some(granted) = u32::try_from(bytes.len()).ok().and_then(|sent| self.granted.checked_sub(sent)) else {
            return false;
        };
        self.granted = granted;
        if !bytes.is_empty() {
            self.inbox.bytes.push_back(bytes);
        }
        true
    }

    /// Notes that bytes were read, and says for how many the other end should be told that it may send them.
    pub(crate) fn read(&mut self, bytes: usize) -> Option<u32> {
        self.owed += bytes as u32;
        if self.owed < WINDOW / 2 || self.inbox.ended {
            return None;
        }
        self.granted += self.owed;
        Some(std::mem::take(&mut self.owed))
    }

    /// Whoever waits for this end.
    pub(crate) fn wakers(&mut self) -> impl Iterator<Item = Waker> {
        self.writer.take().into_iter().chain(self.inbox.reader.take())
    }

    /// Whether bytes may be written now; `cx` is woken when they may.
    pub(crate) fn poll_credit(&mut self, cx: &Context<'_>) -> Poll<u32> {
        if self.credit > 0 {
            return Poll::Ready(self.credit);
        }
        self.writer = Some(cx.waker().clone());
        Poll::Pending
    }
}

impl Inbox {
    /// Reads into a buffer.
    pub(crate) fn read(&mut self, into: &mut [u8]) -> Found {
        let mut read = 0;
        while let Some(first) = self.bytes.front_mut() {
            let count = first.len().min(into.len() - read);
            first.copy_to_slice(&mut into[read..read + count]);
            read += count;
            if first.has_remaining() {
                break;
            }
            self.bytes.pop_front();
        }
        match (read, self.ended) {
            (0, false) => Found::Nothing,
            (0, true) => Found::End,
            (read, _) => Found::Bytes(read),
        }
    }

    /// Whether there is anything to read, be it the end.
    pub(crate) fn has_rest(&self) -> bool {
        self.ended || !self.bytes.is_empty()
    }
}

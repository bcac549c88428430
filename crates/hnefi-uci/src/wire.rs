//! What lines travel over to an engine and back.

use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::Instant;

use hnefi_rules::Ruleset;

use crate::{Line, Lines, Session};

/// What lines travel over to an engine and back. Sending never waits.
pub trait Wire: Send {
    /// Sends a line. Where nobody is left to read it, that shows when an answer is awaited.
    fn send(&mut self, line: &str);

    /// The next line that came back, and when.
    ///
    /// # Errors
    /// [`Missing::Late`] when none came until then, [`Missing::Gone`] when none will come any more.
    fn receive(&mut self, until: Instant) -> Result<(String, Instant), Missing>;

    /// Ends the engine: kindly if there is time for it, else at once. Afterwards nothing of it is left running.
    fn end(&mut self, kindly: bool);

    /// How the engine ended and what it said last, if anybody knows.
    fn last_words(&mut self) -> String;
}

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// None came in time.
    Late,
    /// The engine is gone.
    Gone,
}

/// So many lines wait to be looked at; an engine that says more waits itself.
const WAITING: usize = 256;

/// Lines that a thread of their own reads, each with the time at which it came.
pub(crate) struct Incoming(Receiver<(String, Instant)>);

impl Incoming {
    pub(crate) fn from(stream: impl Read + Send + 'static) -> std::io::Result<Incoming> {
        let (sender, receiver) = sync_channel(WAITING);
        std::thread::Builder::new().name("reader".to_owned()).spawn(move || {
            let mut lines = Lines::new(BufReader::new(stream));
            while let Ok(Some(line)) = lines.next() {
                // Nothing that a program says to another one is so long.
                let Line::Whole(line) = line else { continue };
                if sender.send((line, Instant::now())).is_err() {
                    break;
                }
            }
        })?;
        Ok(Incoming(receiver))
    }

    pub(crate) fn next(&self, until: Instant) -> Result<(String, Instant), Missing> {
        let left = until.saturating_duration_since(Instant::now());
        self.0.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => Missing::Late,
            RecvTimeoutError::Disconnected => Missing::Gone,
        })
    }
}

/// Lines that a thread of their own writes, so that nobody waits for an engine that does not read.
pub(crate) struct Outgoing(Option<Sender<String>>);

impl Outgoing {
    pub(crate) fn to(mut stream: impl Write + Send + 'static) -> std::io::Result<Outgoing> {
        let (sender, receiver) = channel::<String>();
        std::thread::Builder::new().name("writer".to_owned()).spawn(move || {
            for line in receiver {
                if stream.write_all(line.as_bytes()).and_then(|()| stream.flush()).is_err() {
                    break;
                }
            }
        })?;
        Ok(Outgoing(Some(sender)))
    }

    pub(crate) fn send(&self, line: &str) {
        if let Some(sender) = &self.0 {
            // Whoever no longer reads is noticed when an answer is awaited.
            let _ = sender.send(format!("{line}\n"));
        }
    }

    pub(crate) fn close(&mut self) {
        self.0 = None;
    }
}

/// Our own engine in this process, behind the same protocol as any other.
pub struct InProcess {
    outgoing: Option<Sender<String>>,
    incoming: Receiver<(String, Instant)>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl InProcess {
    /// Starts a session on a thread of its own; without a rule set under the usual one.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn start(ruleset: Option<std::sync::Arc<Ruleset>>) -> std::io::Result<InProcess> {
        let (outgoing, lines) = channel::<String>();
        let (sender, incoming) = sync_channel(WAITING);
        let thread = std::thread::Builder::new().name("session".to_owned()).spawn(move || {
            let mut session = Session::new(Spoken { sender, line: Vec::new() });
            if let Some(ruleset) = ruleset {
                session = session.with_ruleset(ruleset);
            }
            for line in lines {
                if !session.line(&line) {
                    break;
                }
            }
        })?;
        Ok(InProcess { outgoing: Some(outgoing), incoming, thread: Some(thread) })
    }
}

impl Wire for InProcess {
    fn send(&mut self, line: &str) {
        if let Some(outgoing) = &self.outgoing {
            let _ = outgoing.send(line.to_owned());
        }
    }

    fn receive(&mut self, until: Instant) -> Result<(String, Instant), Missing> {
        let left = until.saturating_duration_since(Instant::now());
        self.incoming.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => Missing::Late,
            RecvTimeoutError::Disconnected => Missing::Gone,
        })
    }

    fn end(&mut self, _kindly: bool) {
        // When the lines end, so does the session, and with it its search.
        self.outgoing = None;
        let Some(thread) = self.thread.take() else { return };
        while !thread.is_finished() {
            // What it still says must not keep it waiting.
            let _ = self.incoming.recv_timeout(std::time::Duration::from_millis(1));
        }
        let _ = thread.join();
    }

    fn last_words(&mut self) -> String {
        "its thread ended".to_owned()
    }
}

impl Drop for InProcess {
    fn drop(&mut self) {
        self.end(false);
    }
}

/// Cuts what a session says into lines.
struct Spoken {
    sender: SyncSender<(String, Instant)>,
    line: Vec<u8>,
}

impl Write for Spoken {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for &byte in bytes {
            if byte != b'\n' {
                self.line.push(byte);
                continue;
            }
            let line = String::from_utf8_lossy(&std::mem::take(&mut self.line)).into_owned();
            let gone = |_| std::io::Error::from(std::io::ErrorKind::BrokenPipe);
            self.sender.send((line, Instant::now())).map_err(gone)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

//! An engine in a process of its own that connects to a port of this machine and speaks there.

use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::process::StartError;
use crate::wire::{Incoming, Outgoing};
use crate::{Missing, Process, Wire, split_command};

/// An engine in a process of its own that connects to a port of this machine and speaks there. What it says on
/// its standard output is thrown away.
pub struct Caller {
    process: Process,
    stream: TcpStream,
    outgoing: Outgoing,
    incoming: Incoming,
}

/// So long its standard output may fill up before it is emptied again.
const PAUSE: Duration = Duration::from_millis(50);

/// A port is listened to only until its caller has come, and by one at a time.
static LISTENING: Mutex<()> = Mutex::new(());

impl Caller {
    /// Starts a program with its arguments and waits until it connects to this port of 127.0.0.1.
    ///
    /// # Errors
    /// A [`StartError`] that names the program or the port: somebody else listens there for all of `patience`, or the
    /// program cannot be run, ends, or does not connect in that time.
    pub fn start(command_line: &str, port: u16, patience: Duration) -> Result<Caller, StartError> {
        let program = || split_command(command_line).map_or_else(String::new, |mut words| words.swap_remove(0));
        let fail = |error| StartError::Port { port, error };
        let _alone = LISTENING.lock().unwrap_or_else(PoisonError::into_inner);
        let until = Instant::now() + patience;
        let listener = listen(port, until).map_err(fail)?;
        listener.set_nonblocking(true).map_err(fail)?;
        let mut process = Process::start(command_line)?;
        let stream = loop {
            match listener.accept() {
                Ok((stream, _)) => break stream,
                Err(error) if error.kind() != std::io::ErrorKind::WouldBlock => return Err(fail(error)),
                Err(_) => {}
            }
            // Nothing that it says on its output counts; that it ends does.
            if process.receive(Instant::now()) == Err(Missing::Gone) {
                return Err(StartError::Ended { program: program(), words: process.last_words() });
            }
            if Instant::now() > until {
                return Err(StartError::NoCall { program: program(), port });
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let connect = || {
            stream.set_nonblocking(false)?;
            // Every line is a question or an answer, and somebody waits for it.
            stream.set_nodelay(true)?;
            Ok((Outgoing::to(stream.try_clone()?)?, Incoming::from(stream.try_clone()?)?))
        };
        let (outgoing, incoming) = connect().map_err(fail)?;
        Ok(Caller { process, stream, outgoing, incoming })
    }

    /// Its output must not fill up, or it would wait for somebody to read it.
    fn drain(&mut self) {
        while self.process.receive(Instant::now()).is_ok() {}
    }
}

/// Listens to a port, as soon as nobody else does.
fn listen(port: u16, until: Instant) -> std::io::Result<TcpListener> {
    loop {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse && Instant::now() < until => {
                std::thread::sleep(Duration::from_millis(20));
            }
            bound => return bound,
        }
    }
}

impl Wire for Caller {
    fn send(&mut self, line: &str) {
        self.drain();
        self.outgoing.send(line);
    }

    fn receive(&mut self, until: Instant) -> Result<(String, Instant), Missing> {
        loop {
            self.drain();
            let pause = until.min(Instant::now() + PAUSE);
            match self.incoming.next(pause) {
                Err(Missing::Late) if pause < until => {}
                answer => return answer,
            }
        }
    }

    fn end(&mut self, _kindly: bool) {
        self.outgoing.close();
        let _ = self.stream.shutdown(Shutdown::Both);
        self.process.end(false);
    }

    fn last_words(&mut self) -> String {
        self.drain();
        self.process.last_words()
    }
}

impl Drop for Caller {
    fn drop(&mut self) {
        self.end(false);
    }
}

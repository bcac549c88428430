//! An engine in a process of its own.

use std::io::{BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::group::Group;
use crate::wire::{Incoming, Outgoing};
use crate::{Line, Lines, Missing, Wire};

/// How long an engine that is asked to leave has for it.
const FAREWELL: Duration = Duration::from_millis(300);

/// How long it is waited for how an engine ended and what it said last. Most have said it when their output ends; one that
/// closes its output and goes on, or whose children keep its error output, holds nobody up for longer.
const LAST_WORDS: Duration = Duration::from_secs(10);

/// An engine in a process of its own. It ends with this value, and with it whatever it has started in turn.
pub struct Process {
    child: Child,
    group: Group,
    outgoing: Outgoing,
    incoming: Incoming,
    complaint: Arc<Mutex<String>>,
    /// Is cut off once everything that it complained with was read.
    complaining: Receiver<()>,
}

/// Why a process could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The command line is empty, or a quote in it has no end.
    #[error("`{0}` is no command line")]
    CommandLine(String),
    /// The program cannot be run.
    #[error("{program} cannot be run: {error}")]
    Program {
        /// The program.
        program: String,
        /// Why not.
        error: std::io::Error,
    },
    /// Nobody can be waited for on a port.
    #[error("port {port} of 127.0.0.1 cannot be listened to: {error}")]
    Port {
        /// The port.
        port: u16,
        /// Why not.
        error: std::io::Error,
    },
    /// The program ended before it connected.
    #[error("{program} ended before it connected: {words}")]
    Ended {
        /// The program.
        program: String,
        /// How it ended and what it said.
        words: String,
    },
    /// The program did not connect in time.
    #[error("{program} did not connect to port {port}")]
    NoCall {
        /// The program.
        program: String,
        /// The port.
        port: u16,
    },
}

/// Cuts a command line into words at white space; quotes of either kind hold a word together. No shell is asked.
///
/// ```
/// use hnefi_uci::split_command;
/// assert_eq!(split_command("./engine --net 'a b'").unwrap(), ["./engine", "--net", "a b"]);
/// assert_eq!(split_command("x 'y"), None);
/// ```
pub fn split_command(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match quote {
            Some(end) if letter == end => quote = None,
            Some(_) => word.get_or_insert_default().push(letter),
            None if letter == '\'' || letter == '"' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    (quote.is_none() && !words.is_empty()).then_some(words)
}

impl Process {
    /// Starts a program with its arguments.
    ///
    /// # Errors
    /// A [`StartError`] that names the program.
    pub fn start(command_line: &str) -> Result<Process, StartError> {
        let words = split_command(command_line).ok_or_else(|| StartError::CommandLine(command_line.to_owned()))?;
        Process::start_words(&words[0], &words[1..])
    }

    /// Starts a program whose arguments are told one by one, each as it is.
    ///
    /// # Errors
    /// A [`StartError`] that names the program.
    pub fn start_words(program: &str, arguments: &[String]) -> Result<Process, StartError> {
        let fail = |error| StartError::Program { program: program.to_owned(), error };
        let mut child = Group::prepare(&mut Command::new(program))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(fail)?;
        let group = Group::of(&child);
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let complaint = Arc::new(Mutex::new(String::new()));
        let (listening, complaining) = channel();
        let connect = || {
            let (Some(stdin), Some(stdout), Some(stderr)) = streams else {
                return Err(std::io::Error::other("it has no pipes"));
            };
            listen(stderr, complaint.clone(), listening)?;
            Ok((Outgoing::to(stdin)?, Incoming::from(stdout)?))
        };
        match connect() {
            Ok((outgoing, incoming)) => Ok(Process { child, group, outgoing, incoming, complaint, complaining }),
            Err(error) => {
                let _ = child.kill();
                let _ = child.wait();
                Err(fail(error))
            }
        }
    }
}

/// Keeps the last line that a process complains with, and lets it complain on.
fn listen(
    stderr: impl Read + Send + 'static,
    complaint: Arc<Mutex<String>>,
    listening: Sender<()>,
) -> std::io::Result<()> {
    std::thread::Builder::new().name("complaints".to_owned()).spawn(move || {
        let mut lines = Lines::new(BufReader::new(stderr));
        while let Ok(Some(line)) = lines.next() {
            let Line::Whole(line) = line else { continue };
            // Hints how to get a backtrace say less than the line before.
            if !line.trim().is_empty() && !line.starts_with("note:") {
                *complaint.lock().unwrap_or_else(PoisonError::into_inner) = line.chars().take(200).collect();
            }
        }
        drop(listening);
    })?;
    Ok(())
}

impl Wire for Process {
    fn send(&mut self, line: &str) {
        self.outgoing.send(line);
    }

    fn receive(&mut self, until: Instant) -> Result<(String, Instant), Missing> {
        self.incoming.next(until)
    }

    fn end(&mut self, kindly: bool) {
        if kindly {
            self.outgoing.send("quit");
        }
        self.outgoing.close();
        let until = Instant::now() + FAREWELL;
        while kindly && Instant::now() < until {
            if !matches!(self.child.try_wait(), Ok(None)) {
                break;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        self.group.end();
        // Waiting for it is what takes it out of the table of processes.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn last_words(&mut self) -> String {
        // The stream has ended; the process ends a moment later, and what it complained with may still be on the way.
        let until = Instant::now() + LAST_WORDS;
        let mut status = self.child.try_wait().ok().flatten();
        while status.is_none() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(2));
            status = self.child.try_wait().ok().flatten();
        }
        let _ = self.complaining.recv_timeout(until.saturating_duration_since(Instant::now()));
        let ended = status.map_or("it closed its output".to_owned(), |status| status.to_string());
        let complaint = self.complaint.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if complaint.is_empty() { ended } else { format!("{ended}; {complaint}") }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end(true);
    }
}

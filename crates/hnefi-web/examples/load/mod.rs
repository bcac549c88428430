//! What the programs share that put a load on a server: the server in a process of its own, browsers at addresses of their own, and how
//! long things took.

#![allow(dead_code, reason = "each program uses a part of it")]

use std::ffi::OsStr;
use std::io::BufRead;
use std::net::IpAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::Context;
use futures_util::StreamExt;
use tempfile::TempDir;

use crate::common::{Browser, Page};

/// A server in a process of its own.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    _folder: TempDir,
}

impl Server {
    /// A program that serves a folder and tells the address in the first line that it prints.
    pub(crate) fn start(program: &Path, arguments: &[&OsStr], folder: TempDir) -> anyhow::Result<Server> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}: build it first", program.display()))?;
        let output = child.stdout.take().context("it has an output")?;
        let mut line = String::new();
        std::io::BufReader::new(output).read_line(&mut line)?;
        let (_, address) = line.trim().split_once("http://").context("the server says where it is")?;
        Ok(Server { child, address: address.to_owned(), _folder: folder })
    }

    /// A browser at an address of this machine.
    pub(crate) fn browser(&self, from: IpAddr) -> Browser {
        Browser { from: Some(from), ..Browser::new(&self.address) }
    }

    /// How much processor time the server has taken.
    pub(crate) fn processor(&self) -> anyhow::Result<Duration> {
        const TICK_MS: u64 = 10;
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // After the name, which may hold anything: the 12th and the 13th are the time in the program and in the system.
        let (_, rest) = stat.rsplit_once(')').context("Linux tells the time")?;
        let ticks: Vec<u64> = rest.split_whitespace().skip(11).take(2).map(str::parse).collect::<Result<_, _>>()?;
        Ok(Duration::from_millis(ticks.iter().sum::<u64>() * TICK_MS))
    }

    /// What the server has in memory, in bytes.
    pub(crate) fn memory(&self) -> anyhow::Result<usize> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("Linux tells the memory")?;
        Ok(line.trim().trim_end_matches(" kB").parse::<usize>()? * 1024)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How long things took.
#[derive(Default)]
pub(crate) struct Times(pub(crate) Vec<Duration>);

impl Times {
    /// The time within which a share of them was.
    pub(crate) fn at(&mut self, share: f64) -> Duration {
        self.0.sort_unstable();
        let last = self.0.len().saturating_sub(1);
        self.0.get((last as f64 * share).round() as usize).copied().unwrap_or_default()
    }

    /// Prints them in one line.
    pub(crate) fn tell(mut self, what: &str) {
        let (half, most, longest) = (self.at(0.5), self.at(0.99), self.at(1.0));
        println!("{what}: {} times, half {half:.1?}, 99 of 100 {most:.1?}, longest {longest:.1?}", self.0.len());
    }
}

/// Reads what a page is sent, so that it answers pings, until it closes.
pub(crate) fn keep(mut page: Page) -> tokio::task::JoinHandle<()> {
    tokio::spawn(async move { while let Some(Ok(_)) = page.socket.next().await {} })
}

/// As many descriptors as this process may have.
pub(crate) fn raise_descriptors() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let maximum = getrlimit(Resource::Nofile).maximum;
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}

//! A NATS for the tests of what several servers say to each other: on a free port of this machine alone, gone afterwards.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process};

use crate::process::exists;

/// How long the server may take to start, and to stop.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server, which ends with this value.
pub(crate) struct Server {
    folder: tempfile::TempDir,
    child: Child,
    url: String,
}

impl Server {
    pub(crate) fn start(program: &Path) -> Result<Server> {
        let folder = tempfile::Builder::new().prefix("hnefi-nats-").tempdir().context("a temporary folder")?;
        let log = std::fs::File::create(folder.path().join("log")).context("the log of NATS")?;
        // Should this program be killed, the server is told to end.
        let mut command = if exists("setpriv") {
            let mut command = Command::new("setpriv");
            command.args(["--pdeathsig", "TERM"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        let child = command
            .args(["--addr", "127.0.0.1", "--port", "-1", "--ports_file_dir"])
            .arg(folder.path())
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .context("NATS could not be started")?;
        let mut server = Server { folder, child, url: String::new() };
        server.wait_until_ready()?;
        Ok(server)
    }

    /// Where it is reached.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// It writes a file with its port once it takes connections.
    fn wait_until_ready(&mut self) -> Result<()> {
        let until = Instant::now() + PATIENCE;
        let ports =
            self.folder.path().join(format!("nats-server_{}.ports", Pid::from_child(&self.child).as_raw_nonzero()));
        loop {
            let text = std::fs::read_to_string(&ports).unwrap_or_default();
            if let Ok(ports) = serde_json::from_str::<serde_json::Value>(&text)
                && let Some(url) = ports["nats"][0].as_str()
            {
                self.url = url.to_owned();
                return Ok(());
            }
            let log = || std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
            if let Some(status) = self.child.try_wait()? {
                bail!("NATS ended at once ({status}):\n{}", log());
            }
            if Instant::now() > until {
                bail!("NATS takes no connections after {} s:\n{}", PATIENCE.as_secs(), log());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = kill_process(Pid::from_child(&self.child), Signal::TERM);
        let until = Instant::now() + PATIENCE;
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_starts_for_this_machine_alone_and_is_gone_afterwards() {
        let Some(program) = crate::setup::find_nats() else {
            eprintln!("skipped: nats-server is not installed");
            return;
        };
        let server = Server::start(&program).unwrap();
        assert!(server.url().starts_with("nats://127.0.0.1:"), "{}", server.url());
        let (folder, pid) = (server.folder.path().to_owned(), Pid::from_child(&server.child));
        drop(server);
        assert!(!folder.exists());
        assert!(rustix::process::test_kill_process(pid).is_err());
    }
}

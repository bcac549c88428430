//! A PostgreSQL for the tests of the store and the program: made in a temporary folder, reached by a socket there alone, gone afterwards.

use std::ffi::OsStr;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, geteuid, kill_process};

use crate::process::{cargo, exists, output, run};
use crate::setup;

/// How long the server may take to start, and to stop.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs the tests of the store, and those of the program that need it, on PostgreSQL: the server that `HNEFI_POSTGRES` names, or one that
/// is started for them.
pub(crate) fn test() -> Result<()> {
    let server = match std::env::var_os("HNEFI_POSTGRES") {
        Some(_) => None,
        None => Some(Server::start(setup::postgres()?)?),
    };
    let tests: [&[&str]; 3] =
        [&["--test", "store"], &["--lib", "moved::"], &["--test", "program", "--", "postgres::", "bot::"]];
    for tests in tests {
        // Of one package alone, crates would have other features than the tests have built them with, and all be built anew.
        let mut cargo = cargo();
        cargo.args(["test", "--quiet", "--workspace"]).args(tests);
        if let Some(server) = &server {
            cargo.env("HNEFI_POSTGRES", server.url());
        }
        run(&mut cargo)?;
    }
    Ok(())
}

/// A server, which ends with this value.
pub(crate) struct Server {
    folder: tempfile::TempDir,
    child: Child,
}

/// Where PostgreSQL's programs are, and the user and group that run them: PostgreSQL refuses to run as root.
struct Programs {
    folder: PathBuf,
    account: Option<(u32, u32)>,
}

impl Server {
    pub(crate) fn start(programs: PathBuf) -> Result<Server> {
        let account = if geteuid().is_root() { Some(unprivileged()?) } else { None };
        let programs = Programs { folder: programs, account };
        let folder = tempfile::Builder::new().prefix("hnefi-pg-").tempdir().context("a temporary folder")?;
        if let Some((user, group)) = account {
            chown(folder.path(), Some(user), Some(group)).context("the folder of PostgreSQL")?;
        }
        let data = folder.path().join("data");
        output(
            programs
                .command("initdb", folder.path())
                .args(["--username=hnefi", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "--pgdata"])
                .arg(&data),
        )?;
        let log = std::fs::File::create(folder.path().join("log")).context("PostgreSQL's log")?;
        let child = programs
            .command("postgres", folder.path())
            .arg("-D")
            .arg(&data)
            .arg("-k")
            .arg(folder.path())
            .args(["-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=200"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .context("PostgreSQL could not be started")?;
        let mut server = Server { folder, child };
        server.wait_until_ready()?;
        Ok(server)
    }

    /// Where it is reached.
    pub(crate) fn url(&self) -> String {
        format!("postgres://hnefi@localhost/postgres?host={}", self.folder.path().display())
    }

    /// The last line of its lock file says `ready` once it takes connections.
    fn wait_until_ready(&mut self) -> Result<()> {
        let until = Instant::now() + PATIENCE;
        let lock = self.folder.path().join("data/postmaster.pid");
        while !std::fs::read_to_string(&lock).is_ok_and(|text| text.trim_end().ends_with("ready")) {
            let log = || std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
            if let Some(status) = self.child.try_wait()? {
                bail!("PostgreSQL ended at once ({status}):\n{}", log());
            }
            if Instant::now() > until {
                bail!("PostgreSQL takes no connections after {} s:\n{}", PATIENCE.as_secs(), log());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It lets go of its clients and ends.
        let _ = kill_process(Pid::from_child(&self.child), Signal::INT);
        let until = Instant::now() + PATIENCE;
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Programs {
    /// One of the programs, which is told to end should this one be killed.
    fn command(&self, name: &str, folder: &Path) -> Command {
        let program = self.folder.join(name);
        let mut command = if exists("setpriv") {
            let mut command = Command::new("setpriv");
            command.args([OsStr::new("--pdeathsig"), OsStr::new("INT"), program.as_os_str()]);
            command
        } else {
            Command::new(program)
        };
        command.current_dir(folder);
        if let Some((user, group)) = self.account {
            command.uid(user).gid(group);
        }
        command
    }
}

/// A user and group without rights of their own: PostgreSQL's, or that of nobody.
fn unprivileged() -> Result<(u32, u32)> {
    let id = |what: &str, user: &str| -> Option<u32> {
        output(Command::new("id").args([what, user])).ok()?.trim().parse().ok()
    };
    ["postgres", "nobody"]
        .into_iter()
        .find_map(|user| Some((id("-u", user)?, id("-g", user)?)))
        .context("PostgreSQL does not run as root, and there is no user `postgres` or `nobody` to run it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_starts_without_a_port_and_is_gone_afterwards() {
        let Some(programs) = setup::find_postgres() else {
            eprintln!("skipped: PostgreSQL is not installed");
            return;
        };
        let server = Server::start(programs).unwrap();
        let folder = server.folder.path().to_owned();
        assert!(server.url().ends_with(&format!("?host={}", folder.display())));
        let lock = std::fs::read_to_string(folder.join("data/postmaster.pid")).unwrap();
        let pid: i32 = lock.lines().next().unwrap().parse().unwrap();
        assert_eq!(pid, Pid::from_child(&server.child).as_raw_nonzero().get());
        // The sixth line would name an address to listen on.
        assert_eq!(lock.lines().nth(5), Some(""), "{lock}");
        assert!(folder.join(".s.PGSQL.5432").exists());
        drop(server);
        assert!(!folder.exists());
        assert!(rustix::process::test_kill_process(Pid::from_raw(pid).unwrap()).is_err());
    }
}

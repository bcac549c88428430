//! Groups of processes: an engine, and whatever it has started in turn.

use std::collections::BTreeSet;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The groups that run, by the process that leads each.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// A group of processes, which ends with this value.
pub(crate) struct Group(u32);

/// Ends every engine that this process has started and not ended yet, with all that it has started in turn. For a program
/// that is told to end: its engines, being no part of its own group of processes, are not told.
///
/// ```
/// // Nothing runs, and nothing happens.
/// hnefi_uci::end_engines();
/// ```
pub fn end_engines() {
    running().iter().for_each(|&leader| kill(leader));
}

impl Group {
    /// Sees to it that a program leads a group of its own once it is started.
    pub(crate) fn prepare(command: &mut Command) -> &mut Command {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        command
    }

    /// The group of a program that was prepared so.
    pub(crate) fn of(leader: &Child) -> Group {
        running().insert(leader.id());
        Group(leader.id())
    }

    /// Ends whatever is left of it.
    pub(crate) fn end(&self) {
        let mut running = running();
        if running.remove(&self.0) {
            kill(self.0);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
    }
}

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn kill(leader: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
        // A group of which nobody is left is no error.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill(_leader: u32) {}

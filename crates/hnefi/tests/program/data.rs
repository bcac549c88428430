//! The folder of the games: who owns it, how it is backed up, and what the server says about itself.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use crate::common::{folder, hnefi_in};

/// A server of the games in `games`.
struct Serving {
    child: Child,
    address: String,
    /// Kept, so that nothing it writes fails.
    _out: BufReader<ChildStdout>,
}

impl Serving {
    fn start(folder: &Path) -> Serving {
        Serving::start_as(folder, Command::new(env!("CARGO_BIN_EXE_hnefi")))
    }

    fn start_as(folder: &Path, command: Command) -> Serving {
        Serving::of(spawn(folder, command, "log")).unwrap_or_else(|_| panic!("it ended"))
    }

    /// A server as soon as it says where it is; the process, if it ends without.
    fn of(mut child: Child) -> Result<Serving, Child> {
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        if out.read_line(&mut line).unwrap() == 0 {
            return Err(child);
        }
        let address = line.trim().strip_prefix("Hnefi is at http://").unwrap_or_else(|| panic!("{line:?}")).to_owned();
        Ok(Serving { child, address, _out: out })
    }

    fn ask(&self, request: &str) -> String {
        let mut stream = std::net::TcpStream::connect(&self.address).unwrap();
        write!(stream, "{}", request.replace("HOST", &self.address)).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn make_game(&self) {
        let form = "rules=brandubh&mode=screen";
        let length = form.len();
        let made = self.ask(&format!(
            "POST /games HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\
             Origin: http://HOST\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n{form}"
        ));
        assert!(made.starts_with("HTTP/1.1 303"), "{made}");
    }
}

/// Starts a server of the games in `games`, which writes its log into a file.
fn spawn(folder: &Path, mut command: Command, log: &str) -> Child {
    command
        .args(["serve", "--no-open", "--listen", "127.0.0.1:0", "--data", "games"])
        .current_dir(folder)
        .env("HNEFI_LOG", "info")
        .stdout(Stdio::piped())
        .stderr(std::fs::File::create(folder.join(log)).unwrap())
        .spawn()
        .unwrap()
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn games_are_backed_up_while_the_server_runs_and_restored_when_it_does_not() {
    let folder = folder("backup");
    let hnefi = |arguments: &[&str]| hnefi_in(&folder, arguments, "");
    let serving = Serving::start(&folder);
    serving.make_game();
    let health = serving.ask("GET /healthz HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n");
    assert!(health.starts_with("HTTP/1.1 200") && health.contains(r#""status":"ok""#), "{health}");
    assert!(health.contains(r#""last_failure":null"#) && health.contains(r#""free_bytes":"#), "{health}");

    let second = hnefi(&["serve", "--no-open", "--listen", "127.0.0.1:0", "--data", "games"]);
    assert_eq!((second.code, second.out.as_str()), (1, ""));
    let refused = "error: another Hnefi is at work in games: stop it first, or name another folder with --data";
    assert_eq!(second.err.lines().last(), Some(refused), "{}", second.err);

    let made = hnefi(&["backup", "copy", "--data", "games"]);
    assert_eq!((made.code, made.out.as_str(), made.err.as_str()), (0, "One game is in copy\n", ""));
    let again = hnefi(&["backup", "copy", "--data", "games"]);
    assert_eq!((again.code, again.err.as_str()), (1, "error: copy is there already\n"));
    let running = hnefi(&["restore", "copy", "--data", "games", "--overwrite"]);
    assert_eq!(running.code, 1);
    assert!(running.err.contains("another Hnefi is at work in games"), "{}", running.err);
    serving.make_game();
    drop(serving);

    let there = hnefi(&["restore", "copy", "--data", "games"]);
    assert_eq!(there.code, 1);
    assert!(there.err.contains("--overwrite"), "{}", there.err);
    let restored = hnefi(&["restore", "copy", "--data", "games", "--overwrite"]);
    assert_eq!(restored.code, 0, "{}", restored.err);
    let (first, second) = restored.out.split_once('\n').unwrap();
    assert_eq!(first, "One game is in games");
    let replaced = second.trim().strip_prefix("What was there before is in ").unwrap();
    let both = hnefi(&["backup", "both", "--data", replaced]);
    assert_eq!(both.out, "2 games are in both\n", "{}", both.err);
    let key = |of: &str| std::fs::read(folder.join(of).join("links.key")).unwrap();
    assert!(key("games") == key("copy") && key("copy").len() == 32);
    drop(Serving::start(&folder));

    let mut named = Command::new(env!("CARGO_BIN_EXE_hnefi"));
    let named = named.args(["backup", "named"]).env("HNEFI_DATA", "games").current_dir(&folder).output().unwrap();
    assert_eq!(String::from_utf8(named.stdout).unwrap(), "One game is in named\n");

    let nothing = hnefi(&["backup", "none", "--data", "nowhere"]);
    assert_eq!((nothing.code, nothing.err.as_str()), (2, "error: there are no games in nowhere\n"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn of_two_servers_that_start_at_once_on_a_new_folder_one_serves_and_the_other_is_refused() {
    for round in 0..5 {
        let folder = folder(&format!("two-{round}"));
        let logs = ["one", "other"];
        let started = logs.map(|log| spawn(&folder, Command::new(env!("CARGO_BIN_EXE_hnefi")), log));
        let [one, other] = started.map(Serving::of);
        let (serving, mut refused, log) = match (one, other) {
            (Ok(serving), Err(refused)) => (serving, refused, logs[1]),
            (Err(refused), Ok(serving)) => (serving, refused, logs[0]),
            (Ok(_), Ok(_)) => panic!("both serve the same games"),
            (Err(_), Err(_)) => {
                panic!("neither serves: {:?}", logs.map(|log| std::fs::read_to_string(folder.join(log))))
            }
        };
        let code = refused.wait().unwrap().code();
        let told = std::fs::read_to_string(folder.join(log)).unwrap();
        assert_eq!(code, Some(1), "{told}");
        let why = "error: another Hnefi is at work in games: stop it first, or name another folder with --data";
        assert_eq!(told.lines().last(), Some(why), "{told}");
        serving.make_game();
        drop(serving);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

#[test]
fn a_log_that_cannot_be_asked_for_is_told() {
    let folder = folder("log");
    let ran = Command::new(env!("CARGO_BIN_EXE_hnefi"))
        .args(["serve", "--no-open", "--listen", "127.0.0.1:0", "--data", "games"])
        .current_dir(&folder)
        .env("HNEFI_LOG", "loud")
        .output()
        .unwrap();
    assert_eq!(ran.status.code(), Some(2));
    let err = String::from_utf8(ran.stderr).unwrap();
    assert!(err.starts_with("error: The log is asked for “loud”"), "{err}");
    assert!(!folder.join("games").exists(), "nothing was begun");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn the_end_of_the_terminal_stops_the_server_in_good_order() {
    use rustix::process::{Pid, Signal, kill_process};
    let folder = folder("hangup");
    // Whoever runs the tests may ignore the signal himself, and all that he starts with him.
    let mut heeding = Command::new("env");
    heeding.arg("--default-signal=HUP").arg(env!("CARGO_BIN_EXE_hnefi"));
    let mut serving = Serving::start_as(&folder, heeding);
    serving.make_game();
    kill_process(Pid::from_child(&serving.child), Signal::HUP).unwrap();
    assert!(serving.child.wait().unwrap().success());
    assert!(!folder.join("games/hnefi.db-wal").exists(), "the games were closed");
    let log = std::fs::read_to_string(folder.join("log")).unwrap();
    assert!(log.contains("stopping") && !log.contains('\x1b'), "a file has no colours: {log:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_that_shall_outlive_its_terminal_does() {
    use rustix::process::{Pid, Signal, kill_process};
    let folder = folder("nohup");
    let mut nohup = Command::new("nohup");
    nohup.arg(env!("CARGO_BIN_EXE_hnefi"));
    let serving = Serving::start_as(&folder, nohup);
    kill_process(Pid::from_child(&serving.child), Signal::HUP).unwrap();
    serving.make_game();
    drop(serving);
    std::fs::remove_dir_all(&folder).unwrap();
}

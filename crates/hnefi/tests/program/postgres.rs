//! The program with its games in PostgreSQL.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::beside::Beside;
use crate::common::{Ran, folder, hnefi_in};
use crate::database::{Database, wait};
use ureq::Agent;

/// A server, which ends with this value.
struct Serving {
    child: Child,
    url: String,
}

impl Serving {
    /// A server with its games at a URL, or in a file where it is empty.
    fn start(folder: &Path, database: &str) -> Serving {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hnefi"))
            .args(["serve", "--no-open", "--listen", "127.0.0.1:0", "--data", "keys"])
            .current_dir(folder)
            .env("HNEFI_DATABASE", database)
            .env("HNEFI_LOG", "info")
            .stdout(Stdio::piped())
            .stderr(std::fs::File::create(folder.join("log")).unwrap())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let log = || std::fs::read_to_string(folder.join("log"));
        let url = line.trim().strip_prefix("Hnefi is at ").unwrap_or_else(|| panic!("{line:?} {:?}", log())).to_owned();
        Serving { child, url }
    }

    fn post(&self, path: &str, form: &str) -> ureq::http::Response<ureq::Body> {
        let request = agent()
            .post(format!("{}{path}", self.url))
            .header("Origin", &self.url)
            .header("Content-Type", "application/x-www-form-urlencoded");
        request.send(form).unwrap()
    }

    /// Makes a game, and gives its page and the cookie of who made it.
    fn make_game(&self) -> (String, String) {
        let made = self.post("/games", "rules=brandubh&mode=screen");
        assert_eq!(made.status(), 303);
        let header = |name: &str| made.headers()[name].to_str().unwrap();
        (header("location").to_owned(), header("set-cookie").split(';').next().unwrap().to_owned())
    }

    fn status(&self, path: &str, cookie: &str) -> u16 {
        let request = agent().get(format!("{}{path}", self.url)).header("Cookie", cookie);
        request.call().unwrap().status().as_u16()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn agent() -> Agent {
    Agent::config_builder().http_status_as_error(false).max_redirects(0).build().new_agent()
}

fn told(ran: Ran) -> String {
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.err);
    ran.err
}

#[test]
fn a_server_keeps_its_games_when_it_is_killed_and_commands_work_beside_it() {
    let Some(database) = Database::new() else { return };
    let (folder, url) = (folder("postgres"), database.url());
    let hnefi = |arguments: &[&str]| hnefi_in(&folder, arguments, "");
    let none = told(hnefi(&["admin", "accounts", "--database", &url]));
    assert!(none.contains("there are no games in postgres"), "{none}");

    let serving = Serving::start(&folder, &url);
    let (game, cookie) = serving.make_game();
    assert_eq!(serving.post("/sign-up", "name=Anna&password=a+long+walk+by+the+sea").status(), 200);
    let appointed = hnefi(&["admin", "appoint", "Anna", "--database", &url]);
    assert_eq!(appointed.code, 0, "{}", appointed.err);
    let second = ["serve", "--no-open", "--listen", "127.0.0.1:0", "--data", "others", "--database", &url];
    let refused = told(hnefi(&second));
    assert!(refused.contains("another Hnefi is at work in postgres"), "{refused}");
    for (arguments, program) in [(["backup", "copy"], "pg_dump"), (["restore", "copy"], "pg_restore")] {
        let refused = hnefi(&[&arguments[..], &["--database", &url]].concat());
        assert_eq!(refused.code, 2);
        assert!(refused.err.contains(program), "{}", refused.err);
    }
    // It is killed, not asked to stop.
    drop(serving);

    let serving = Serving::start(&folder, &url);
    assert_eq!((serving.status(&game, &cookie), serving.status(&game, "none=1")), (200, 404));
    serving.make_game();
    let accounts = hnefi(&["admin", "accounts", "--database", &url]);
    assert_eq!((accounts.code, accounts.out.trim()), (0, "Anna (administrator)"), "{}", accounts.err);
    assert!(folder.join("keys/links.key").is_file() && !folder.join("keys/hnefi.db").exists());
    drop(serving);

    database.run("update migration set version = version + 100");
    let newer = told(hnefi(&["serve", "--no-open", "--listen", "127.0.0.1:0", "--data", "keys", "--database", &url]));
    assert!(newer.contains("use a newer program"), "{newer}");
    let newer = told(hnefi(&["admin", "accounts", "--database", &url]));
    assert!(newer.contains("of another version of Hnefi"), "{newer}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_is_wrong_with_an_address_is_told_without_its_password() {
    let folder = folder("postgres-wrong");
    let serve = |database: &str| {
        let serve = ["serve", "--no-open", "--listen", "127.0.0.1:0", "--data", "keys", "--log", "trace"];
        let ran = hnefi_in(&folder, &[&serve[..], &["--database", database]].concat(), "");
        assert!(!ran.err.contains("s3cret") && ran.out.is_empty(), "{database}: {}", ran.err);
        (ran.code, ran.err.lines().last().unwrap_or_default().to_owned())
    };
    for (database, words) in [
        ("mysql://hnefi:s3cret@localhost/club", "begins with mysql:"),
        ("postgres://hnefi:12#s3cret@localhost/club", "write # as %23"),
        ("postgres://hnefi:s3cret@localhost/club?tls=s3cret", "a parameter tls that is not known"),
    ] {
        let (code, told) = serve(database);
        assert!(code == 2 && told.contains(words), "{database}: {code} {told}");
    }
    // Nobody listens on the port of a socket that is closed again.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let (code, told) = serve(&format!("postgres://hnefi:s3cret@127.0.0.1:{port}/club"));
    let place = format!("postgres://hnefi@127.0.0.1:{port}/club cannot be reached: ");
    assert!(code == 1 && told.contains(&place), "{told}");

    if let Some(database) = Database::new() {
        let url = database.url_of("hnefi_test_nowhere");
        let (code, told) = serve(&url);
        assert!(code == 1 && told.contains("\"hnefi_test_nowhere\" does not exist: make it first"), "{told}");
        let (scheme, rest) = url.split_once("://").unwrap();
        let (_, server) = rest.split_once('@').unwrap();
        let (code, told) = serve(&format!("{scheme}://hnefi_test_nobody:s3cret@{server}"));
        assert!(code == 1 && told.contains("does not let us in: "), "{told}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Ends the connection with which a server writes.
const END_WRITER: &str = "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 7118 \
                          and granted and database = (select oid from pg_database where datname = current_database())";

#[test]
fn a_server_that_loses_its_connection_gets_another_one_or_stops_where_another_server_has_come() {
    let Some(database) = Database::new() else { return };
    let folder = folder("postgres-lost");
    let mut serving = Serving::start(&folder, &database.url());
    serving.make_game();
    database.run(END_WRITER);
    // The write that meets the lost connection may fail; the next one works.
    serving.post("/games", "rules=brandubh&mode=screen");
    serving.make_game();

    wait(async {
        // It waits for the lock, so it comes before the server that takes it again.
        let mut other = database.connect().await;
        let take = "select pg_advisory_lock(7118, hashtext('public'))";
        let taken = tokio::spawn(async move {
            sqlx::query(take).execute(&mut other).await.unwrap();
            other
        });
        let waiting = "select count(*) from pg_locks where classid = 7118 and not granted";
        let mut watching = database.connect().await;
        while sqlx::query_scalar::<_, i64>(waiting).fetch_one(&mut watching).await.unwrap() == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        sqlx::query(END_WRITER).execute(&mut watching).await.unwrap();
        let _other = taken.await.unwrap();
        let ended = tokio::task::spawn_blocking(move || {
            let mut rest = String::new();
            serving.child.stdout.as_mut().unwrap().read_to_string(&mut rest).unwrap();
            serving.child.wait().unwrap().code()
        });
        assert_eq!(ended.await.unwrap(), Some(1));
    });
    let log = std::fs::read_to_string(folder.join("log")).unwrap();
    let last = log.lines().last().unwrap();
    assert!(
        last.starts_with("error: the connection to postgres") && last.ends_with("this one writes no more"),
        "{log}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn games_move_to_postgresql_and_back_and_one_that_is_killed_on_the_way_moves_nothing() {
    let Some(database) = Database::new() else { return };
    let (folder, url) = (folder("postgres-move"), database.url());
    let move_to = |from: &str, to: &str| hnefi_in(&folder, &["admin", "move-database", "--from", from, "--to", to], "");
    let serving = Serving::start(&folder, "");
    let (game, cookie) = serving.make_game();
    assert_eq!(serving.post("/sign-up", "name=Anna&password=a+long+walk+by+the+sea").status(), 200);
    let refused = told(move_to("keys", &url));
    assert!(refused.contains("another Hnefi is at work in keys"), "{refused}");
    drop(serving);
    // The tables are made, and the copy waits in the middle of them.
    drop(Serving::start(&folder, &url));
    database.run(
        "create function waits() returns trigger language plpgsql as \
         'begin perform pg_advisory_xact_lock(99); return new; end'; \
         create trigger waits before insert on seat execute function waits()",
    );
    wait(async {
        let mut holding = database.connect().await;
        sqlx::query("select pg_advisory_lock(99)").execute(&mut holding).await.unwrap();
        let moving = Command::new(env!("CARGO_BIN_EXE_hnefi"))
            .args(["admin", "move-database", "--from", "keys", "--to", &url])
            .current_dir(&folder)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut moving = Some(Beside(moving));
        let waiting = "select count(*) from pg_locks where locktype = 'advisory' and objid = 99 and not granted";
        let of_it =
            "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
        while sqlx::query_scalar::<_, i64>(waiting).fetch_one(&mut holding).await.unwrap() != 1 {
            let ended = moving.as_mut().and_then(|moving| moving.0.try_wait().unwrap());
            assert_eq!(ended, None, "it did not wait");
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        // It is killed here.
        moving.take();
        sqlx::query("select pg_advisory_unlock(99)").execute(&mut holding).await.unwrap();
        while sqlx::query_scalar::<_, i64>(of_it).fetch_one(&mut holding).await.unwrap() != 0 {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        let left = "select (select count(*) from game) + (select count(*) from person)";
        assert_eq!(sqlx::query_scalar::<_, i64>(left).fetch_one(&mut holding).await.unwrap(), 0);
    });

    let there = move_to("keys", &url);
    assert_eq!(there.code, 0, "{}", there.err);
    assert!(there.out.contains("move keys/hnefi.db away"), "{}", there.out);
    assert!(there.out.lines().any(|line| line.starts_with("account ") && line.contains(" 1  ")), "{}", there.out);
    let serving = Serving::start(&folder, &url);
    assert_eq!(serving.status(&game, &cookie), 200);
    drop(serving);
    let again = told(move_to("keys", &url));
    assert!(again.contains("there are games in postgres") && again.trim().ends_with(" already"), "{again}");

    // Once more from there, before and after the way back: the same in both directions.
    let tables = |out: &str| {
        out.lines().filter(|line| line.rsplit(' ').next().unwrap().len() == 64).map(str::to_owned).collect::<Vec<_>>()
    };
    let (back, copied) = (move_to(&url, "back"), move_to("back", "copied"));
    assert_eq!((back.code, copied.code), (0, 0), "{} {}", back.err, copied.err);
    assert!(tables(&back.out).len() > 30 && tables(&back.out) == tables(&copied.out), "{}", back.out);
    std::fs::copy(folder.join("keys/links.key"), folder.join("back/links.key")).unwrap();
    std::fs::remove_dir_all(folder.join("keys")).unwrap();
    std::fs::rename(folder.join("back"), folder.join("keys")).unwrap();
    let serving = Serving::start(&folder, "");
    assert_eq!(serving.status(&game, &cookie), 200);
    let accounts = hnefi_in(&folder, &["admin", "accounts", "--data", "keys"], "");
    assert_eq!(accounts.out.trim(), "Anna", "{}", accounts.err);
    drop(serving);
    std::fs::remove_dir_all(&folder).unwrap();
}

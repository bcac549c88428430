//! Who owns a folder of games, and how it is copied and put back.

use std::path::Path;
use std::process::Command;

use crate::common::{append, made, new_game, ply};
use hnefi_live::{Change, Entry, Event};
use hnefi_rules::Side;
use hnefi_store::{DataFolder, FolderError, Store, back_up_before_upgrade, backup, restore};

/// Opens the games of a folder.
async fn open(folder: &Path) -> (DataFolder, Store) {
    let owned = DataFolder::open(folder).unwrap();
    let store = Store::open(&owned.database()).await.unwrap();
    (owned, store)
}

async fn close((owned, store): (DataFolder, Store)) {
    store.close().await;
    drop(owned);
}

#[test]
fn a_folder_has_one_owner_and_a_killed_one_owns_nothing() {
    let folder = tempfile::tempdir().unwrap();
    // This test's own program, in another process, holds the folder until it is killed.
    if let Ok(held) = std::env::var("HNEFI_TEST_HOLDS") {
        let _owned = DataFolder::open(Path::new(&held)).unwrap();
        std::fs::write(Path::new(&held).join("held"), "").unwrap();
        // It ends with this one, too, if that ends before its time.
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        return;
    }
    let mut other = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "folder::a_folder_has_one_owner_and_a_killed_one_owns_nothing"])
        .env("HNEFI_TEST_HOLDS", folder.path())
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    while !folder.path().join("held").exists() {
        assert!(other.try_wait().unwrap().is_none(), "the other process has ended");
        std::thread::yield_now();
    }
    let refused = DataFolder::open(folder.path()).unwrap_err();
    other.kill().unwrap();
    other.wait().unwrap();
    assert!(matches!(refused, FolderError::InUse(_)), "{refused}");
    assert!(refused.to_string().contains(&folder.path().display().to_string()), "{refused}");
    let owned = DataFolder::open(folder.path()).unwrap();
    owned.release();
    assert!(DataFolder::open(folder.path()).is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_made_while_games_are_played_and_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let (games, copy) = (folder.path().join("games"), folder.path().join("copy"));
    let (owned, store) = open(&games).await;
    std::fs::write(owned.file("links.key"), [7; 32]).unwrap();
    std::fs::write(owned.file("settings.toml"), "port = 7117").unwrap();
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let players: Vec<_> = (0..4)
        .map(|number| {
            let (store, stopped) = (store.clone(), stopped.clone());
            tokio::spawn(async move {
                let id = format!("game{number}");
                store.make(&new_game(&id), &[]).await.unwrap();
                let mut log = store.load(&id).await.unwrap().unwrap();
                // A game that ends is taken back to its beginning, so that the plies never end.
                while !*stopped.borrow() {
                    let seen = log.version();
                    let moves = log.game().moves();
                    let event = match moves.get(seen as usize % moves.len().max(1)) {
                        Some(&mv) if log.plies() < 60 => Event::Ply { mv, client_id: None },
                        _ => Event::TakenBack { by: Side::Attackers },
                    };
                    let written = log.append(Entry::new(1, event)).unwrap();
                    let none = Change::none(&id, &log, seen);
                    store.commit(&Change { entries: vec![written], ..none }, &[]).await.unwrap();
                }
                log
            })
        })
        .collect();
    // Once all games are under way, three backups in a row, each of a moment of its own.
    while store.stored("game3").await.unwrap().is_none_or(|game| game.log.version() < 3) {
        tokio::task::yield_now().await;
    }
    let mut last = 0;
    for number in 0..3 {
        let to = folder.path().join(format!("copy{number}"));
        assert_eq!(backup(&games, &to).await.unwrap(), 4);
        let copied = open(&to).await;
        let mut rows = 0;
        for number in 0..4 {
            rows += copied.1.load(&format!("game{number}")).await.unwrap().unwrap().version();
        }
        assert!(rows >= last, "nothing that was there is gone: {rows} after {last}");
        last = rows;
        close(copied).await;
    }
    stop.send(true).unwrap();
    let mut logs = Vec::new();
    for player in players {
        logs.push(player.await.unwrap());
    }

    backup(&games, &copy).await.unwrap();
    let running = restore(&copy, &games, true).await.unwrap_err();
    assert!(matches!(running, FolderError::InUse(_)), "{running}");
    store.make(&new_game("later"), &[]).await.unwrap();
    close((owned, store)).await;
    let there = restore(&copy, &games, false).await.unwrap_err();
    assert!(matches!(there, FolderError::HasGames(_)), "{there}");

    let restored = restore(&copy, &games, true).await.unwrap();
    assert_eq!(restored.games, 4);
    let (owned, store) = open(&games).await;
    for (number, log) in logs.iter().enumerate() {
        assert_eq!(store.load(&format!("game{number}")).await.unwrap().as_ref(), Some(log));
    }
    assert_eq!(store.load("later").await.unwrap(), None);
    assert_eq!(std::fs::read(owned.file("links.key")).unwrap(), [7; 32]);
    assert_eq!(std::fs::read_to_string(owned.file("settings.toml")).unwrap(), "port = 7117");
    close((owned, store)).await;
    // What was there before is where it says, complete.
    let replaced = open(&restored.replaced.unwrap()).await;
    assert!(replaced.1.load("later").await.unwrap().is_some());
    assert!(replaced.0.file("links.key").exists());
    close(replaced).await;
}

#[tokio::test]
async fn what_cannot_be_backed_up_or_restored_is_told_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let none = backup(&path("nowhere"), &path("copy")).await.unwrap_err();
    assert!(matches!(none, FolderError::NoGames(_)), "{none}");
    assert!(!path("copy").exists());

    let (owned, store) = open(&path("games")).await;
    let mut log = made(&store).await;
    let event = ply(&log, "d1-d4", None);
    append(&store, &mut log, event).await.unwrap();
    std::fs::create_dir(path("full")).unwrap();
    std::fs::write(path("full").join("letter"), "dear").unwrap();
    let exists = backup(&path("games"), &path("full")).await.unwrap_err();
    assert!(matches!(exists, FolderError::Exists(_)), "{exists}");
    std::fs::create_dir(path("empty")).unwrap();
    assert_eq!(backup(&path("games"), &path("empty")).await.unwrap(), 1);
    close((owned, store)).await;

    // The second half of the copy is not what it was. One page might be one that nothing uses.
    let copy = path("empty").join("hnefi.db");
    let mut bytes = std::fs::read(&copy).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0xA5);
    std::fs::write(&copy, bytes).unwrap();
    let damaged = restore(&path("empty"), &path("games"), true).await.unwrap_err();
    assert!(matches!(damaged, FolderError::Damaged { .. } | FolderError::Games { .. }), "{damaged}");
    let games = open(&path("games")).await;
    assert_eq!(games.1.load("g").await.unwrap(), Some(log), "nothing was touched");
    close(games).await;
}

/// What is left of copies that were not finished, in a folder and in those in it.
fn unfinished(folder: &Path) -> Vec<std::path::PathBuf> {
    let inside = std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    let (found, others): (Vec<_>, Vec<_>) = inside.partition(|path| path.to_string_lossy().contains("unfinished"));
    found.into_iter().chain(others.iter().filter(|path| path.is_dir()).flat_map(|path| unfinished(path))).collect()
}

#[tokio::test]
async fn a_backup_fills_the_empty_folder_that_is_named_however_it_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let opened = open(&path("games")).await;
    made(&opened.1).await;
    std::fs::write(opened.0.file("links.key"), [7; 32]).unwrap();
    std::fs::create_dir(path("mount")).unwrap();
    assert_eq!(backup(&path("games"), &path("mount").join(".")).await.unwrap(), 1);
    assert!(path("mount/hnefi.db").is_file() && path("mount/links.key").is_file());
    #[cfg(unix)]
    {
        std::fs::create_dir(path("disk")).unwrap();
        std::os::unix::fs::symlink(path("disk"), path("link")).unwrap();
        assert_eq!(backup(&path("games"), &path("link")).await.unwrap(), 1);
        assert!(path("disk/hnefi.db").is_file() && path("link").is_symlink());
        // Nothing can be put in the place of a link that leads nowhere.
        std::os::unix::fs::symlink(path("nowhere"), path("dangling")).unwrap();
        let failed = backup(&path("games"), &path("dangling")).await.unwrap_err();
        assert!(matches!(failed, FolderError::File { .. }), "{failed}");
    }
    assert_eq!(unfinished(folder.path()), [""; 0].map(std::path::PathBuf::from));
    close(opened).await;
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_may_read_the_games_or_a_copy() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let wide = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o077 != 0;
    let all_private = |folder: &Path| {
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        for path in files.chain([folder.to_owned()]) {
            assert!(!wide(&path), "{}", path.display());
        }
    };
    let opened = open(&path("games")).await;
    made(&opened.1).await;
    all_private(&path("games"));
    std::fs::write(opened.0.file("settings.toml"), "port = 7117").unwrap();
    backup(&path("games"), &path("copy")).await.unwrap();
    all_private(&path("copy"));
    close(opened).await;
    restore(&path("copy"), &path("elsewhere"), false).await.unwrap();
    all_private(&path("elsewhere"));

    // Games that were made when everybody could read them.
    let database = path("games").join("hnefi.db");
    std::fs::set_permissions(&database, std::fs::Permissions::from_mode(0o644)).unwrap();
    close(open(&path("games")).await).await;
    assert!(!wide(&database));
}

#[cfg(unix)]
#[tokio::test]
async fn what_root_restores_belongs_to_the_owner_of_the_folder() {
    use std::os::unix::fs::{MetadataExt, chown};
    const NOBODY: u32 = 65_534;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let opened = open(&path("games")).await;
    made(&opened.1).await;
    std::fs::write(opened.0.file("links.key"), [7; 32]).unwrap();
    // The folder was made just now, by whoever runs the tests.
    if folder.path().metadata().unwrap().uid() != 0 {
        return close(opened).await;
    }
    backup(&path("games"), &path("copy")).await.unwrap();
    std::fs::create_dir(path("served")).unwrap();
    chown(path("served"), Some(NOBODY), Some(NOBODY)).unwrap();
    assert_eq!(restore(&path("copy"), &path("served"), false).await.unwrap().replaced, None);
    let replaced = restore(&path("copy"), &path("served"), true).await.unwrap().replaced.unwrap();
    for folder in [path("served"), replaced] {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let entry = entry.unwrap();
            assert_eq!(entry.metadata().unwrap().uid(), NOBODY, "{}", entry.path().display());
        }
    }
    close(opened).await;
}

#[tokio::test]
async fn a_restore_that_was_broken_off_is_finished_before_anybody_plays() {
    let folder = tempfile::tempdir().unwrap();
    let (games, copy) = (folder.path().join("games"), folder.path().join("copy"));
    let opened = open(&games).await;
    let log = made(&opened.1).await;
    backup(&games, &copy).await.unwrap();
    close(opened).await;
    // As if the machine had stopped when the old games were gone and the new ones not yet there.
    std::fs::create_dir(games.join(".restoring")).unwrap();
    std::fs::rename(games.join("hnefi.db"), games.join(".restoring/hnefi.db")).unwrap();
    let unfinished = DataFolder::open(&games).unwrap_err();
    assert!(matches!(unfinished, FolderError::Unfinished(_)), "{unfinished}");
    assert_eq!(restore(&copy, &games, true).await.unwrap().games, 1);
    let opened = open(&games).await;
    assert_eq!(opened.1.load("g").await.unwrap(), Some(log));
    close(opened).await;
}

/// How many steps a database has seen.
async fn steps(database: &Path) -> i64 {
    use sqlx::{ConnectOptions, Connection};
    let mut connection = sqlx::sqlite::SqliteConnectOptions::new().filename(database).connect().await.unwrap();
    let steps = sqlx::query_scalar("select max(version) from migration").fetch_one(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    steps
}

#[tokio::test]
async fn games_of_an_older_program_are_copied_aside_before_they_are_brought_up_to_date() {
    use sqlx::{ConnectOptions, Connection};
    let folder = tempfile::tempdir().unwrap();
    let owned = DataFolder::open(folder.path()).unwrap();
    assert_eq!(back_up_before_upgrade(&owned).await.unwrap(), None, "there is nothing");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(owned.database()).create_if_missing(true);
    let mut connection = options.connect().await.unwrap();
    sqlx::raw_sql(include_str!("before-digests.sql")).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    std::fs::write(owned.file("links.key"), [7; 32]).unwrap();
    let before = steps(&owned.database()).await;

    let copy = back_up_before_upgrade(&owned).await.unwrap().unwrap();
    assert_eq!(copy, folder.path().join(format!("before-upgrade-{before}")));
    assert_eq!(steps(&copy.join("hnefi.db")).await, before);
    assert!(copy.join("links.key").is_file());
    // An upgrade that failed is tried again.
    std::fs::write(owned.file("links.key"), [8; 32]).unwrap();
    assert_eq!(back_up_before_upgrade(&owned).await.unwrap().as_ref(), Some(&copy));
    assert_eq!(std::fs::read(copy.join("links.key")).unwrap(), [8; 32]);

    Store::open(&owned.database()).await.unwrap().close().await;
    assert!(steps(&owned.database()).await > before);
    assert_eq!(steps(&copy.join("hnefi.db")).await, before, "the copy stays as it was");
    assert_eq!(back_up_before_upgrade(&owned).await.unwrap(), None, "it is up to date");
    drop(owned);
    let elsewhere = folder.path().join("elsewhere");
    assert!(restore(&copy, &elsewhere, false).await.unwrap().games > 0, "it can be put back");
}

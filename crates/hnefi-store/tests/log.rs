//! The log: what is appended is what is loaded, once, in order, whoever writes at the same time.

use std::path::PathBuf;
use std::sync::Arc;

use hnefi_live::{Entry, Event, EventError, LinkKind, Log, OfferKind, PersonId, Seat};
use hnefi_rules::{BySide, Ending, Game, GameError, Ground, Intent, Offer, Referee, Side, leaflet, leaflets};
use hnefi_store::{NewGame, NewLink, NewSeat, Store, StoreError, now_ms};

struct Folder {
    folder: tempfile::TempDir,
}

impl Folder {
    fn new() -> Folder {
        Folder { folder: tempfile::tempdir().unwrap() }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("games.db")
    }

    async fn open(&self) -> Store {
        Store::open(&self.file()).await.unwrap()
    }
}

fn fresh(ruleset: &str) -> Game {
    Game::new(Arc::new(Referee::new(leaflet(ruleset).unwrap().clone())))
}

fn new_game(id: &str) -> NewGame {
    let open = NewSeat::open;
    NewGame::first(id, fresh("fetlar-2018"), BySide { attackers: open(), defenders: open() })
}

fn ply(log: &Log, text: &str, client_id: Option<&str>) -> Event {
    let (from, to) = text.split_once('-').unwrap();
    let intent = Intent { from: from.parse().unwrap(), to: to.parse().unwrap() };
    Event::Ply { mv: log.game().legal(intent).unwrap(), client_id: client_id.map(str::to_owned) }
}

fn person(name: &str) -> PersonId {
    PersonId::new(name)
}

fn now(event: Event) -> Entry {
    Entry { at_ms: now_ms(), event }
}

async fn append(store: &Store, log: &mut Log, event: Event) -> Result<(), StoreError> {
    store.append("g", log, now(event)).await
}

async fn play(store: &Store, log: &mut Log, moves: &[&str]) {
    for text in moves {
        let event = ply(log, text, None);
        append(store, log, event).await.unwrap();
    }
}

#[tokio::test]
async fn everything_that_can_happen_is_read_back() {
    let folder = Folder::new();
    let store = folder.open().await;
    store.make_game(&new_game("g")).await.unwrap();
    let mut log = store.load("g").await.unwrap().unwrap();
    assert_eq!((log.version(), log.game().plies().count()), (0, 0));

    let (att, def) = (Side::Attackers, Side::Defenders);
    let draw = OfferKind::Game(Offer::Draw);
    play(&store, &mut log, &["d1-d4", "f4-e4", "e1-e3"]).await;
    for event in [
        Event::Offered { by: att, offer: draw },
        Event::Dropped { by: def },
        Event::Offered { by: def, offer: OfferKind::Game(Offer::Claim(Ground::KingShutIn)) },
        Event::Dropped { by: def },
        Event::Offered { by: att, offer: OfferKind::Game(Offer::TakeBack) },
        Event::Accepted { by: def },
    ] {
        append(&store, &mut log, event).await.unwrap();
    }
    assert_eq!(log.game().plies().count(), 2, "the attackers took e1-e3 back");
    play(&store, &mut log, &["e1-e2"]).await;
    append(&store, &mut log, Event::TakenBack { by: def }).await.unwrap();
    assert_eq!(log.game().plies().count(), 1, "the defenders took f4-e4 back, and e1-e2 with it");
    append(&store, &mut log, Event::Resigned { by: def }).await.unwrap();
    assert_eq!(log.game().outcome().unwrap().reason, Ending::Resignation);
    append(&store, &mut log, Event::Offered { by: att, offer: OfferKind::Rematch }).await.unwrap();
    assert_eq!(log.pending(), Some((att, OfferKind::Rematch)));

    let loaded = store.load("g").await.unwrap().unwrap();
    assert_eq!(loaded, log);
    store.close().await;
    let again = folder.open().await.load("g").await.unwrap().unwrap();
    assert_eq!(again, log);
    assert_eq!(again.version(), 13);
}

#[tokio::test]
async fn captures_are_written_and_compared() {
    let folder = Folder::new();
    let store = folder.open().await;
    let ruleset = leaflet("fetlar-2018").unwrap();
    let referee = Arc::new(Referee::new(ruleset.clone()));
    // The move h8-d8 takes the defender on d7 against d6, and what stands lopsided stays.
    let setup = hnefi_rules::Setup::from_rows("/11/5t5/11/2K8/11/3t7/3T7/7t3/11/1T9/11/").unwrap();
    let start = referee.position(&setup, Side::Attackers).unwrap();
    let game = Game::from_position(referee, start);
    let open = NewSeat::open;
    let new = NewGame::first("g", game, BySide { attackers: open(), defenders: open() });
    store.make_game(&new).await.unwrap();
    let mut log = store.load("g").await.unwrap().unwrap();
    play(&store, &mut log, &["h8-d8"]).await;
    assert_eq!(log.game().plies().next().unwrap().played.captures.len(), 1);
    store.close().await;

    tamper(&folder, "update happening set captures = 'd7/b10'").await;
    let error = folder.open().await.load("g").await.unwrap_err().to_string();
    assert_eq!(error, "game g cannot be read: row 1: it captured `d7/b10` when it was played, and `d7` now");
}

#[tokio::test]
async fn a_stale_writer_is_refused_and_changes_nothing() {
    let folder = Folder::new();
    let (one, other) = (folder.open().await, folder.open().await);
    one.make_game(&new_game("g")).await.unwrap();
    let mut mine = one.load("g").await.unwrap().unwrap();
    let mut yours = other.load("g").await.unwrap().unwrap();
    play(&one, &mut mine, &["d1-d4"]).await;

    let before = yours.clone();
    let event = ply(&yours, "e1-e3", None);
    let refused = append(&other, &mut yours, event).await.unwrap_err();
    assert!(matches!(refused, StoreError::Stale { version: 0, .. }), "{refused}");
    assert_eq!(yours, before);
    assert_eq!(other.load("g").await.unwrap().unwrap(), mine);
}

#[tokio::test]
async fn a_move_that_is_sent_again_is_appended_once() {
    let folder = Folder::new();
    let store = folder.open().await;
    store.make_game(&new_game("g")).await.unwrap();
    let mut log = store.load("g").await.unwrap().unwrap();
    let event = ply(&log, "d1-d4", Some("one"));
    append(&store, &mut log, event).await.unwrap();
    play(&store, &mut log, &["f4-e4"]).await;

    let again = ply(&log, "e1-e3", Some("one"));
    let refused = append(&store, &mut log, again.clone()).await.unwrap_err();
    assert!(matches!(&refused, StoreError::Duplicate { client_id, .. } if client_id == "one"), "{refused}");
    // Even a move that was taken back keeps its id.
    append(&store, &mut log, Event::TakenBack { by: Side::Attackers }).await.unwrap();
    assert!(log.has_client_id("one"));
    let refused = append(&store, &mut log, again).await.unwrap_err();
    assert!(matches!(refused, StoreError::Duplicate { .. }), "{refused}");
    assert_eq!(store.load("g").await.unwrap().unwrap(), log);
}

#[tokio::test]
async fn what_cannot_happen_is_refused_and_changes_nothing() {
    let folder = Folder::new();
    let store = folder.open().await;
    store.make_game(&new_game("g")).await.unwrap();
    let mut log = store.load("g").await.unwrap().unwrap();
    let before = log.clone();
    let (att, def) = (Side::Attackers, Side::Defenders);
    let game = |error| EventError::Game(error);
    for (event, expected) in [
        (Event::Accepted { by: def }, game(GameError::NoOffer)),
        (Event::Dropped { by: def }, game(GameError::NoOffer)),
        (Event::TakenBack { by: att }, game(GameError::NothingToTakeBack)),
        (Event::Offered { by: att, offer: OfferKind::Rematch }, EventError::NotOver),
        (
            Event::Offered { by: att, offer: OfferKind::Game(Offer::Claim(Ground::NoProgress)) },
            game(GameError::NoClaim(Ground::NoProgress)),
        ),
    ] {
        match append(&store, &mut log, event.clone()).await {
            Err(StoreError::Event(error)) => assert_eq!(error, expected, "{event:?}"),
            other => panic!("{event:?}: {other:?}"),
        }
    }
    assert_eq!(log, before);
    assert_eq!(store.load("g").await.unwrap().unwrap(), before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_writers_at_once_each_row_has_one() {
    let folder = Folder::new();
    let store = folder.open().await;
    store.make_game(&new_game("g")).await.unwrap();
    // Twenty writers who all saw the same game try the same ply; then the next one.
    for round in 0..6u64 {
        let seen = store.load("g").await.unwrap().unwrap();
        assert_eq!(seen.version(), round);
        let mut moves = Vec::new();
        seen.game().referee().for_each_move(seen.game().position(), |mv| moves.push(mv));
        let writers: Vec<_> = (0..20)
            .map(|number| {
                let (store, mut log) = (store.clone(), seen.clone());
                let event =
                    Event::Ply { mv: moves[number % moves.len()], client_id: Some(format!("{round}/{number}")) };
                tokio::spawn(async move { store.append("g", &mut log, now(event)).await.is_ok() })
            })
            .collect();
        let mut written = 0;
        for writer in writers {
            written += usize::from(writer.await.unwrap());
        }
        assert_eq!(written, 1, "in round {round}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_games_share_the_writer() {
    let folder = Folder::new();
    let store = folder.open().await;
    let players: Vec<_> = (0..40)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move {
                let id = format!("game{number}");
                let mut new = new_game(&id);
                new.game = fresh(leaflets()[number % 5].id());
                store.make_game(&new).await.unwrap();
                let mut log = store.load(&id).await.unwrap().unwrap();
                for turn in 0..10 {
                    let moves = log.game().referee().moves(log.game().position());
                    let mv = moves[(number * 7 + turn * 13) % moves.len()];
                    let event = Event::Ply { mv, client_id: None };
                    store.append(&id, &mut log, now(event)).await.unwrap();
                }
                log
            })
        })
        .collect();
    let mut logs = Vec::new();
    for player in players {
        logs.push(player.await.unwrap());
    }
    store.close().await;
    let store = folder.open().await;
    for (number, log) in logs.iter().enumerate() {
        assert_eq!(&store.load(&format!("game{number}")).await.unwrap().unwrap(), log);
    }
}

#[tokio::test]
async fn what_pages_may_keep_is_what_nobody_took_back() {
    let folder = Folder::new();
    let store = folder.open().await;
    store.make_game(&new_game("g")).await.unwrap();
    let mut log = store.load("g").await.unwrap().unwrap();
    play(&store, &mut log, &["d1-d4", "f4-e4", "e1-e3"]).await;
    append(&store, &mut log, Event::TakenBack { by: Side::Attackers }).await.unwrap();
    play(&store, &mut log, &["e1-e2", "e5-b5"]).await;
    assert_eq!(log.unchanged(3, 3), 2, "the third ply is another one now");
    assert_eq!(log.unchanged(2, 2), 2);
    assert_eq!(log.unchanged(2, 4), 2);
    assert_eq!(log.unchanged(4, 6), 4);
    assert_eq!(log.unchanged(3, 2), 0, "there were never three plies at version 2");
    assert_eq!(log.unchanged(1, 99), 0, "there is no version 99 yet");
    assert_eq!(log.unchanged(0, 0), 0);
}

#[tokio::test]
async fn a_game_is_replayed_under_the_rule_set_that_it_was_played_under() {
    let folder = Folder::new();
    let store = folder.open().await;
    let fetlar = leaflet("fetlar-2018").unwrap();
    let changed = fetlar.with(hnefi_rules::Question::SoldiersThrone, "blocked").unwrap();
    let referee = Arc::new(Referee::new(Arc::new(changed)));
    let open = NewSeat::open;
    let seats = BySide { attackers: open(), defenders: open() };
    store.make_game(&NewGame::first("g", Game::new(referee.clone()), seats)).await.unwrap();
    let loaded = store.load("g").await.unwrap().unwrap();
    assert_eq!(loaded.game().referee().ruleset(), referee.ruleset());
    assert_ne!(loaded.game().referee().ruleset(), fetlar);
}

#[tokio::test]
async fn rows_that_make_no_sense_are_told_with_the_game_and_never_panic() {
    let cases = [
        ("update game set ruleset = 'no toml ='", "its rule set"),
        ("update game set position = '/7/7/'", "its start"),
        ("update happening set from_square = 'a1' where seq = 2", "row 2"),
        ("update happening set from_square = 'z99' where seq = 1", "row 1"),
        ("update happening set from_square = null where seq = 1", "row 1"),
        ("update happening set ply = 7 where seq = 2", "row 2"),
        ("update happening set side = 'attackers' where seq = 2", "row 2"),
        ("update happening set offer = 'my kingdom' where seq = 3", "row 3"),
        ("update happening set kind = 'accepted' where seq = 1", "row 1"),
        ("delete from happening where seq = 2", "row 2 is missing"),
        ("delete from happening where seq = 3", "it should have 3 rows and has 2"),
        ("update game set made_ms = 'yesterday'", "made_ms"),
    ];
    for (sql, problem) in cases {
        let folder = Folder::new();
        let store = folder.open().await;
        store.make_game(&new_game("g")).await.unwrap();
        let mut log = store.load("g").await.unwrap().unwrap();
        play(&store, &mut log, &["d1-d4", "f4-e4"]).await;
        let offer = OfferKind::Game(Offer::Draw);
        append(&store, &mut log, Event::Offered { by: Side::Attackers, offer }).await.unwrap();
        store.close().await;
        tamper(&folder, sql).await;
        let error = folder.open().await.load("g").await.unwrap_err().to_string();
        assert!(error.starts_with("game g cannot be read: ") && error.contains(problem), "{sql}: {error}");
    }
}

#[tokio::test]
async fn a_game_that_is_not_there_is_none() {
    let folder = Folder::new();
    let store = folder.open().await;
    assert_eq!(store.load("nothing").await.unwrap(), None);
    assert_eq!(store.summary("nothing").await.unwrap(), None);
    assert_eq!(store.link("nothing").await.unwrap(), None);
    store.make_game(&new_game("g")).await.unwrap();
    assert!(store.make_game(&new_game("g")).await.is_err(), "an id can be given once");
    let mut log = store.load("g").await.unwrap().unwrap();
    let event = ply(&log, "d1-d4", None);
    let nowhere = store.append("nothing", &mut log, now(event)).await.unwrap_err();
    assert!(matches!(nowhere, StoreError::NoGame(_)), "{nowhere}");
}

#[tokio::test]
async fn a_database_of_the_future_is_left_alone() {
    let folder = Folder::new();
    folder.open().await.close().await;
    tamper(&folder, "insert into migration (version, name, at_ms) values (99, '0099_wings', 0)").await;
    let error = Store::open(&folder.file()).await.unwrap_err();
    assert!(matches!(error, StoreError::TooNew { found: 99, .. }), "{error}");
    std::fs::write(folder.folder.path().join("text.db"), "this is no database, whatever its name").unwrap();
    assert!(Store::open(&folder.folder.path().join("text.db")).await.is_err());
}

#[tokio::test]
async fn seats_are_taken_once_and_moved_by_their_holder() {
    let folder = Folder::new();
    let store = folder.open().await;
    let link = |secret: &str, kind| NewLink { secret: secret.to_owned(), kind };
    let mut new = new_game("g");
    new.seats.attackers = NewSeat {
        seat: Seat::Person { person: person("anna"), moves: 0 },
        links: vec![link("anna-0", LinkKind::Seat)],
    };
    new.seats.defenders.links = vec![link("join", LinkKind::Join)];
    new.watch = Some(link("watch", LinkKind::Watch));
    store.make_game(&new).await.unwrap();

    let target = store.link("join").await.unwrap().unwrap();
    assert_eq!((target.kind, target.side), (LinkKind::Join, Some(Side::Defenders)));
    assert_eq!(store.link("watch").await.unwrap().unwrap().side, None);

    store.join("g", Side::Defenders, &person("bo"), link("bo-0", LinkKind::Seat)).await.unwrap();
    let late = store.join("g", Side::Defenders, &person("eve"), link("eve-0", LinkKind::Seat)).await.unwrap_err();
    assert!(matches!(late, StoreError::Taken), "{late}");
    let own = store.join("g", Side::Attackers, &person("eve"), link("eve-1", LinkKind::Seat)).await.unwrap_err();
    assert!(matches!(own, StoreError::Taken), "{own}");

    let before = store.seats("g").await.unwrap().unwrap();
    let seat = &before.attackers;
    store.move_seat("g", Side::Attackers, seat, &person("annas-phone"), link("anna-1", LinkKind::Seat)).await.unwrap();
    let twice =
        store.move_seat("g", Side::Attackers, seat, &person("eve"), link("eve-2", LinkKind::Seat)).await.unwrap_err();
    assert!(matches!(twice, StoreError::Taken), "{twice}");
    assert_eq!(store.link("anna-0").await.unwrap(), None, "the link is used up");
    assert_eq!(store.link("anna-1").await.unwrap().unwrap().side, Some(Side::Attackers));
    let seats = store.seats("g").await.unwrap().unwrap();
    assert_eq!(seats.attackers, Seat::Person { person: person("annas-phone"), moves: 1 });
    assert!(seats.defenders.is_held_by(&person("bo")));
    assert_eq!(store.games_of(&person("anna"), 10).await.unwrap(), []);
    assert_eq!(store.games_of(&person("bo"), 10).await.unwrap().len(), 1);
    assert_eq!(store.games_of(&person("eve"), 10).await.unwrap(), []);
}

#[tokio::test]
async fn a_rematch_begins_once() {
    let folder = Folder::new();
    let store = folder.open().await;
    store.make_game(&new_game("g")).await.unwrap();
    let mut log = store.load("g").await.unwrap().unwrap();
    append(&store, &mut log, Event::Resigned { by: Side::Attackers }).await.unwrap();
    append(&store, &mut log, Event::Offered { by: Side::Attackers, offer: OfferKind::Rematch }).await.unwrap();
    let next = |id: &str| NewGame { match_id: "g".to_owned(), match_game: 2, ..new_game(id) };
    let accepted = || now(Event::Accepted { by: Side::Defenders });
    let mut other = log.clone();
    store.append_rematch("g", &mut log, accepted(), &next("h")).await.unwrap();
    assert!(store.append_rematch("g", &mut other, accepted(), &next("i")).await.is_err());
    assert_eq!(store.load("i").await.unwrap(), None, "neither the row nor the game");
    let games = store.games_of_match("g").await.unwrap();
    assert_eq!(games.iter().map(|game| game.id.as_str()).collect::<Vec<_>>(), ["g", "h"]);
    assert_eq!(games[0].standing.winner, Some(Side::Defenders));
    assert_eq!(games[1].standing.to_move, Some(Side::Attackers));
    // A second game in the same place of the match cannot be made, and leaves nothing behind.
    assert!(store.make_game(&next("j")).await.is_err());
    assert_eq!(store.summary("j").await.unwrap(), None);
}

/// Changes the database behind the store's back.
async fn tamper(folder: &Folder, sql: &'static str) {
    use sqlx::{ConnectOptions, Connection};
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.file());
    let mut connection = options.connect().await.unwrap();
    sqlx::query(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

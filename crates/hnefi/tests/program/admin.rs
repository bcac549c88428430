//! What who runs a server does to accounts, from beside it.

use crate::common::{folder, hnefi_in};
use hnefi_live::PersonId;
use hnefi_store::{DataFolder, NewAccount, NewReport, ReportKind, Store, now_ms};

fn wait<T>(what: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap().block_on(what)
}

#[test]
fn accounts_are_listed_appointed_and_closed_beside_a_server() {
    let folder = folder("admin");
    let games = folder.join("games");
    let admin = |args: &[&str]| {
        let mut all = vec!["admin", "--data", "games"];
        all.extend(args);
        hnefi_in(&folder, &all, "")
    };
    let refused = admin(&["accounts"]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("no games"));
    wait(async {
        let served = DataFolder::open(&games).unwrap();
        let store = Store::open(&served.database()).await.unwrap();
        for (person, name) in [("1", "Anna"), ("2", "Åse")] {
            let person = PersonId::new(person);
            store.make_person(&person, person.as_str(), 1).await.unwrap();
            let new = NewAccount { person, name: name.parse().unwrap(), password: None, at_ms: 2 };
            store.open_account(new).await.unwrap();
        }
        let said = |args: &[&str]| {
            let done = admin(args);
            assert_eq!(done.code, 0, "{args:?}: {}", done.err);
            done.out
        };
        assert_eq!(said(&["accounts"]), "Anna\nÅse\n");
        assert_eq!(said(&["appoint", "anna"]), "Anna is an administrator.\n");
        assert_eq!(said(&["close", "Åse", "--why", "spam"]), "The account of Åse is closed.\n");
        assert_eq!(said(&["accounts"]), "Anna (administrator)\nÅse (closed)\n");
        assert!(store.session("2").await.unwrap().is_none(), "the server knows it at once");
        assert!(store.account(&PersonId::new("1")).await.unwrap().unwrap().administrator);
        assert_eq!(said(&["reopen", "Åse", "--why", "a mistake"]), "The account of Åse is open again.\n");
        assert_eq!(said(&["dismiss", "Anna"]), "Anna is no administrator any more.\n");
        assert_eq!(said(&["appoint", "Åse", "--moderator"]), "Åse is a moderator.\n");
        assert_eq!(said(&["accounts"]), "Anna\nÅse (moderator)\n");
        assert_eq!(said(&["dismiss", "Åse", "--moderator"]), "Åse is no moderator any more.\n");
        assert_eq!(said(&["accounts"]), "Anna\nÅse\n");
        let nobody = admin(&["appoint", "Berta"]);
        assert_eq!(nobody.code, 2);
        assert!(nobody.err.contains("“Berta”"));
        assert_eq!(admin(&["close", "Anna"]).code, 2, "a reason is needed");
    });
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn order_is_kept_beside_a_server() {
    let folder = folder("admin-order");
    let admin = |args: &[&str]| {
        let mut all = vec!["admin", "--data", "games"];
        all.extend(args);
        hnefi_in(&folder, &all, "")
    };
    let said = |args: &[&str]| {
        let done = admin(args);
        assert_eq!(done.code, 0, "{args:?}: {}", done.err);
        done.out
    };
    assert_eq!(admin(&["reports"]).code, 2, "there are no games");
    wait(async {
        let served = DataFolder::open(&folder.join("games")).unwrap();
        let store = Store::open(&served.database()).await.unwrap();
        for (person, name) in [("1", "Anna"), ("2", "Eve")] {
            let person = PersonId::new(person);
            store.make_person(&person, person.as_str(), 1).await.unwrap();
            let new = NewAccount { person, name: name.parse().unwrap(), password: None, at_ms: 2 };
            store.open_account(new).await.unwrap();
        }
        let eve = PersonId::new("2");
        let report = NewReport {
            reporter: PersonId::new("1"),
            about: eve.clone(),
            game: None,
            kind: ReportKind::Insult,
            words: "rude\u{1b}[2J".to_owned(),
            said: "fool".to_owned(),
            at_ms: 3,
        };
        store.report(report).await.unwrap();
        assert_eq!(said(&["reports"]), "1: Insults, Eve, by Anna, game -\n    rude\u{fffd}[2J\n    > fool\n");
        assert_eq!(said(&["warn", "Eve", "--why", "no insults"]), "Eve is warned.\n");
        assert_eq!(store.unread_warnings(&eve).await.unwrap()[0].words, "no insults");
        assert_eq!(said(&["silence", "Eve", "--days", "7", "--why", "insults"]), "Eve is silent.\n");
        assert!(store.account(&eve).await.unwrap().unwrap().silenced_ms.is_some());
        assert_eq!(said(&["silence", "Eve", "--days", "0", "--why", "calm"]), "Eve may speak again.\n");
        // A guest is known by his number alone.
        let guest = PersonId::new("guest-1");
        store.make_person(&guest, "his", 1).await.unwrap();
        assert_eq!(said(&["silence", "guest-1", "--days", "7", "--why", "insults"]), "guest-1 is silent.\n");
        assert_eq!(said(&["turn-away", "guest-1", "--days", "7", "--why", "insults"]), "guest-1 is turned away.\n");
        assert_eq!(store.turned_away(now_ms()).await.unwrap().len(), 1);
        assert_eq!(said(&["turn-away", "guest-1", "--days", "0", "--why", "calm"]), "guest-1 is let in again.\n");
        assert_eq!(store.turned_away(now_ms()).await.unwrap().len(), 0);
        assert_eq!(admin(&["turn-away", "nobody", "--days", "7", "--why", "x"]).code, 2);
        assert_eq!(admin(&["close", "guest-1", "--why", "x"]).code, 2);
        assert_eq!(said(&["answer", "1", "--say", "warned"]), "Report 1 is answered.\n");
        assert_eq!(said(&["reports"]), "");
        assert_eq!(admin(&["answer", "1", "--say", "warned"]).code, 2);
        assert_eq!(admin(&["rename", "Eve", "--to", "Anna", "--why", "bad"]).code, 2);
        assert_eq!(said(&["rename", "Eve", "--to", "Player One", "--why", "bad"]), "Eve has another name.\n");
        let since = ["ratings", "annul-since", "Player One", "--since", "2026-11-01", "--why", "an engine"];
        assert_eq!(said(&since), "The rated games of Player One since that day count no more.\n");
        assert_eq!(admin(&["ratings", "annul-since", "Player One", "--since", "yesterday", "--why", "x"]).code, 2);
        let log: Vec<String> = store.done_to(&eve).await.unwrap().into_iter().map(|done| done.act).collect();
        assert_eq!(log, ["rename", "end-silence", "silence", "warn"]);
    });
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The rows of an event in which one game was played.
const EVENT: &str = r#"{"v":1,"id":"e1","log":[
{"at_ms":1,"row":{"v":1,"is":{"made":{"told":{"name":"Afternoon, <b>","about":"Museum","clock":""},"rules":"brandubh","plan":{"form":{"round-robin":{"cycles":1}},"games":"one","rule-set":"brandubh","clock":null,"tie-breaks":["wins"],"unplayed":{"bye":2,"wished":1,"most-wished":1,"missed":0},"seed":7,"check-in":false,"late-entry-till":0,"begins-ms":null,"by-itself":false,"round-ms":null,"pause-ms":0,"overdue":"goes-on"}}}}},
{"at_ms":2,"row":{"v":1,"is":{"done":{"at-ms":2,"by":{"arbiter":"organiser"},"act":{"act":"enter","key":"Anna","rating":null}}}}},
{"at_ms":3,"row":{"v":1,"is":{"done":{"at-ms":3,"by":{"arbiter":"organiser"},"act":{"act":"enter","key":"Bo, the second","rating":null}}}}},
{"at_ms":4,"row":{"v":1,"is":{"done":{"at-ms":4,"by":{"arbiter":"organiser"},"act":{"act":"begin"}}}}}
]}"#;

#[test]
fn an_event_is_taken_to_another_server() {
    let folder = folder("events");
    for data in ["one", "other"] {
        let served = DataFolder::open(&folder.join(data)).unwrap();
        wait(async { Store::open(&served.database()).await.unwrap().close().await });
        served.release();
    }
    let admin =
        |data: &str, args: &[&str]| hnefi_in(&folder, &[&["admin", "--data", data, "event"][..], args].concat(), "");
    std::fs::write(folder.join("e1.json"), EVENT).unwrap();
    let imported = admin("one", &["import", "e1.json"]);
    assert!(imported.code == 0 && imported.out.contains("/events/e1/organisers/"), "{imported:?}");
    let again = admin("one", &["import", "e1.json"]);
    assert!(again.code != 0 && again.err.contains("here already"), "{again:?}");
    assert_eq!(admin("one", &["list"]).out, "e1  Afternoon, <b>  Museum\n");

    let exported = admin("one", &["export", "e1", "taken"]);
    assert_eq!(exported.code, 0, "{exported:?}");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let page = read("taken/index.html");
    assert!(page.contains("Afternoon, &#60;b&#62;") && page.contains("Bo, the second") && !page.contains("<script"));
    assert!(read("taken/table.csv").contains("\"Bo, the second\""), "{}", read("taken/table.csv"));
    assert!(read("taken/results.csv").starts_with("round,"));
    let full = admin("one", &["export", "e1", "taken"]);
    assert!(full.code != 0 && full.err.contains("not empty"), "{full:?}");
    let none = admin("one", &["export", "nothing", "none"]);
    assert!(none.code != 0 && none.err.contains("no event nothing") && !folder.join("none").exists(), "{none:?}");

    assert_eq!(admin("other", &["import", "taken"]).code, 0);
    assert_eq!(admin("other", &["export", "e1", "back"]).code, 0);
    assert_eq!(read("back/event.json"), read("taken/event.json"));

    for (bad, says) in [
        (EVENT.replace("\"begin\"", "\"dance\""), "row 4"),
        (EVENT.replace("Bo, the second", "Anna"), "row 2"),
        (EVENT.replace("\"made\"", "\"make\""), "row 1"),
        (EVENT.replace("\"rules\":\"brandubh\"", "\"rules\":\"chess\""), "no event"),
        (EVENT.replacen("\"v\":1", "\"v\":2", 1), "version 2"),
        (EVENT.replace("\"e1\"", "\"../e1\""), "id"),
        ("{".to_owned(), "no event"),
    ] {
        std::fs::write(folder.join("bad.json"), &bad).unwrap();
        let refused = admin("other", &["import", "bad.json"]);
        assert!(refused.code != 0 && refused.err.contains(says), "{says}: {refused:?}");
    }
    assert_eq!(admin("other", &["list"]).out.lines().count(), 1, "nothing is half read");
    std::fs::remove_dir_all(&folder).unwrap();
}

//! What who runs a server does to accounts, from beside it.

mod common;

use common::{folder, hnefi_in};
use hnefi_live::PersonId;
use hnefi_store::{DataFolder, NewAccount, Store};

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
    assert_eq!(refused.code, 1);
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
        assert_eq!(said(&["accounts"]), "Anna\nÅse\n");
        let nobody = admin(&["appoint", "Berta"]);
        assert_eq!(nobody.code, 2);
        assert!(nobody.err.contains("“Berta”"));
        assert_eq!(admin(&["close", "Anna"]).code, 2, "a reason is needed");
    });
    std::fs::remove_dir_all(&folder).unwrap();
}

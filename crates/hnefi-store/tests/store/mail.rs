//! Mail: what is left of addresses, links and letters, and for how long.

use crate::common::{Place, everywhere, meet, person};
use hnefi_store::{LetterKind, NewAccount, Store};

const HOUR_MS: i64 = 60 * 60 * 1000;

/// A store with two members.
async fn club(place: &Place) -> Store {
    let store = place.open().await;
    meet(&store, &["ann", "bo"]).await;
    for (id, name) in [("ann", "Anna"), ("bo", "Bo")] {
        let new = NewAccount { person: person(id), name: name.parse().unwrap(), password: None, at_ms: 1 };
        store.open_account(new).await.unwrap();
    }
    store
}

#[tokio::test]
async fn an_address_that_was_removed_is_nowhere_and_gets_no_more_links_all_the_same() {
    everywhere(async |place| {
        let store = club(place).await;
        let (ann, bo) = (person("ann"), person("bo"));
        let (confirm, address) = (LetterKind::Confirm, "Ann@mail.example");
        store.set_mail(&ann, address, "l1", 10).await.unwrap();
        for digest in ["one", "two"] {
            store.link_mailed(digest, &ann, confirm, 20).await.unwrap();
        }
        // The same address once more: the links that went there work.
        store.set_mail(&ann, address, "l2", 30).await.unwrap();
        assert_eq!(store.mail_link("one", confirm, 40).await.unwrap(), Some(ann.clone()));
        assert!(!store.has_links_enough(&ann, confirm, 40).await.unwrap());
        store.link_mailed("three", &ann, confirm, 40).await.unwrap();
        assert!(store.has_links_enough(&ann, confirm, 50).await.unwrap());

        store.set_mail(&ann, "other@mail.example", "l3", 50).await.unwrap();
        store.remove_mail(&ann).await.unwrap();
        let left = place.ask("select key from mail_link").await;
        assert!(left.len() == 3 && left.iter().all(|key| !key.contains("mail.example")), "{left:?}");
        for digest in ["one", "two", "three"] {
            assert_eq!(store.mail_link(digest, confirm, 60).await.unwrap(), None, "{digest}");
        }
        // Neither she nor somebody else has more sent there.
        assert!(store.has_links_enough(&ann, confirm, 60).await.unwrap());
        assert!(!store.has_links_enough(&bo, confirm, 60).await.unwrap());
        store.set_mail(&bo, "ann@MAIL.example", "l4", 60).await.unwrap();
        assert!(store.has_links_enough(&bo, confirm, 60).await.unwrap());
        assert!(!store.has_links_enough(&bo, confirm, 25 * HOUR_MS).await.unwrap(), "the next day");
        store.set_mail(&ann, address, "l5", 70).await.unwrap();
        assert_eq!(store.mail_link("one", confirm, 70).await.unwrap(), None, "what was of no use stays so");
    })
    .await;
}

#[tokio::test]
async fn letters_that_nobody_sends_go_in_time() {
    everywhere(async |place| {
        let store = club(place).await;
        let ann = person("ann");
        store.set_mail(&ann, "ann@mail.example", "l1", 0).await.unwrap();
        store.link_mailed("one", &ann, LetterKind::Confirm, 0).await.unwrap();
        store.confirm_mail("one", 0).await.unwrap();
        store.set_daily_mail(&ann, true).await.unwrap();
        store.tell_daily(&ann, "l2", 24 * HOUR_MS).await.unwrap();
        store.forgotten("Anna", "l3", 24 * HOUR_MS).await.unwrap();
        let left = async |hours: i64| {
            store.prune(hours * HOUR_MS + 1).await.unwrap();
            place.ask("select kind from letter order by kind").await
        };
        assert_eq!(left(0).await, ["confirm", "daily", "forgotten"]);
        assert_eq!(left(1).await, ["daily", "forgotten"]);
        assert_eq!(left(25).await, ["daily"]);
        assert_eq!(left(44).await, [""; 0]);
        store.forgotten("Anna", "l4", 44 * HOUR_MS).await.unwrap();
        store.resolve_forgotten(44 * HOUR_MS).await.unwrap();
        assert_eq!(left(45).await, [""; 0], "and the letter that came of it");
    })
    .await;
}

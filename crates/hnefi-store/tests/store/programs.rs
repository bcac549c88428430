//! Tokens of programs, and accounts that are theirs.

use crate::common::{everywhere, meet, new_game, person, sits};
use hnefi_live::{NewGame, Seats, ShownAs};
use hnefi_people::Scope;
use hnefi_store::{Measure, Moderation, NewAccount, NewToken, Store, StoreError};

async fn open(store: &Store, who: &str, called: &str) {
    let name = called.parse().unwrap();
    let new = NewAccount { person: person(who), name, password: Some("hash".to_owned()), at_ms: 0 };
    store.open_account(new).await.unwrap();
}

async fn token(store: &Store, who: &str, digest: &str) {
    let scopes = "play".parse().unwrap();
    let (digest, name) = (digest.to_owned(), "engine".to_owned());
    store.make_token(NewToken { digest, person: person(who), name, scopes, at_ms: 5 }).await.unwrap();
}

#[tokio::test]
async fn a_token_ends_with_a_new_password_and_with_the_account_and_sleeps_while_that_is_closed() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann", "eve"]).await;
        open(&store, "ann", "Anna").await;
        open(&store, "eve", "Eve").await;
        token(&store, "ann", "one").await;
        token(&store, "eve", "hers").await;
        store.token_used("one", 9).await.unwrap();
        let known = store.token("one").await.unwrap().unwrap();
        assert_eq!((known.made_ms, known.used_ms, known.scopes.has(Scope::Challenge)), (5, Some(9), false));
        assert_eq!(store.tokens_of(&person("ann")).await.unwrap(), [known]);
        let does =
            |measure, at_ms| Moderation { actor: None, person: person("ann"), measure, why: "why".to_owned(), at_ms };
        store.moderate(does(Measure::Close, 10)).await.unwrap();
        assert_eq!(store.token("one").await.unwrap(), None);
        store.moderate(does(Measure::Reopen, 11)).await.unwrap();
        assert!(store.token("one").await.unwrap().is_some());
        store.set_password(&person("ann"), "other".to_owned(), None, 12).await.unwrap();
        assert_eq!(store.tokens_of(&person("ann")).await.unwrap(), []);
        token(&store, "ann", "two").await;
        store.delete_account(&person("ann"), 13).await.unwrap();
        assert_eq!(store.token("two").await.unwrap(), None);
        assert!(store.token("hers").await.unwrap().is_some());
    })
    .await;
}

#[tokio::test]
async fn an_account_becomes_a_bots_before_it_has_played_and_is_shown_so() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann", "eve"]).await;
        open(&store, "ann", "Anna").await;
        open(&store, "eve", "Engine").await;
        store.become_bot(&person("eve"), 7).await.unwrap();
        let seats = Seats { attackers: sits("ann", 0), defenders: sits("eve", 0) };
        store.make(&NewGame { seats, ..new_game("g") }, &[]).await.unwrap();
        let shown = store.names_in("g").await.unwrap();
        assert_eq!(shown.defenders, ShownAs::Bot("Engine".parse().unwrap()));
        assert_eq!(store.names_beside(&person("ann")).await.unwrap()[&person("eve")], shown.defenders);
        assert!(!shown.attackers.is_bot());
        assert!(matches!(store.become_bot(&person("ann"), 8).await, Err(StoreError::HasPlayed)));
        assert!(!store.is_bot(&person("ann")).await.unwrap());
        store.become_bot(&person("eve"), 9).await.unwrap();
        assert_eq!(store.account(&person("eve")).await.unwrap().unwrap().bot_ms, Some(7), "twice is once");
    })
    .await;
}

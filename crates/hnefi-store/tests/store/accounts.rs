//! Accounts: names that are somebody's alone, what proves who he is, and what is left when he goes.

use crate::common::{everywhere, meet, new_game, person, sits};
use hnefi_live::{NewGame, PersonName, Seats, ShownAs};
use hnefi_store::{
    Account, EventChange, EventEntry, EventHead, LogIn, Measure, Moderation, NAME_STAYS_MS, NewAccount, Passkey, Store,
    StoreError,
};

const DAY: i64 = 24 * 60 * 60 * 1000;

fn name(text: &str) -> PersonName {
    text.parse().unwrap()
}

async fn open(store: &Store, who: &str, called: &str, at_ms: i64) -> Result<(), StoreError> {
    let password = Some("hash".to_owned());
    store.open_account(NewAccount { person: person(who), name: name(called), password, at_ms }).await
}

fn log_in(who: &str, token: &str, instead: Option<&str>, at_ms: i64) -> LogIn {
    LogIn {
        person: person(who),
        token: token.to_owned(),
        device: Some("Firefox/Linux".to_owned()),
        known: format!("known {who}"),
        instead: instead.map(str::to_owned),
        at_ms,
    }
}

#[tokio::test]
async fn a_name_is_one_persons_alone_and_so_is_what_looks_like_it() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann", "eve"]).await;
        store.call(&person("ann"), Some(name("Guest name"))).await.unwrap();
        store.call(&person("eve"), Some(name("Anna"))).await.unwrap();
        open(&store, "ann", "Anna", 5).await.unwrap();
        let account = Account {
            person: person("ann"),
            name: name("Anna"),
            made_ms: 5,
            named_ms: None,
            password: Some("hash".to_owned()),
            administrator: false,
            moderator: false,
            closed_ms: None,
            bot_ms: None,
            silenced_ms: None,
        };
        assert_eq!(store.account(&person("ann")).await.unwrap(), Some(account.clone()));
        assert_eq!(store.account(&person("eve")).await.unwrap(), None);
        assert_eq!(store.name(&person("eve")).await.unwrap(), None, "a guest goes by it no more");
        for called in ["Anna", "anna", "ANNA", "Аnna", "An-na"] {
            assert!(matches!(open(&store, "eve", called, 6).await, Err(StoreError::NameTaken)), "{called}");
            assert_eq!(store.account_named(&name(called)).await.unwrap(), Some(account.clone()), "{called}");
            assert!(store.is_taken(&name(called), None).await.unwrap());
            assert!(!store.is_taken(&name(called), Some(&person("ann"))).await.unwrap());
        }
        assert_eq!(store.account(&person("eve")).await.unwrap(), None, "nothing is left of it");
        assert!(open(&store, "ann", "Bella", 6).await.is_err(), "nobody has two");
        assert!(open(&store, "nobody", "Bella", 6).await.is_err());
        assert!(!store.is_taken(&name("Bella"), None).await.unwrap());
        assert_eq!(store.accounts().await.unwrap(), [account]);
        store.call(&person("ann"), None).await.unwrap();
        store.end_session("ann's", 9).await.unwrap();
        assert_eq!(store.name(&person("ann")).await.unwrap(), Some(name("Anna")), "a member keeps his name");
    })
    .await;
}

#[tokio::test]
async fn guests_whose_names_look_like_a_members_go_by_none() {
    everywhere(async |place| {
        let store = place.open().await;
        let guests =
            [("g1", "zelda"), ("g2", "ZELDA"), ("g3", "Zel-da"), ("g4", "lris"), ("g5", "iris"), ("g6", "Iris")];
        meet(&store, &guests.map(|(id, _)| id)).await;
        meet(&store, &["other", "zoe", "ivy", "ida"]).await;
        for (id, called) in guests {
            store.call(&person(id), Some(name(called))).await.unwrap();
        }
        store.call(&person("other"), Some(name("Zoe"))).await.unwrap();
        store.call(&person("zoe"), Some(name("Zelda"))).await.unwrap();
        let called = async |of: &str| store.name(&person(of)).await.unwrap().map(|name| name.as_str().to_owned());
        let like = async |text: &str| store.guests_called(&name(text)).await.unwrap();
        assert_eq!(like("Zelda").await, ["g1", "g2", "g3", "zoe"].map(person));

        open(&store, "zoe", "Zelda", 5).await.unwrap();
        for guest in ["g1", "g2", "g3"] {
            assert_eq!(called(guest).await, None, "{guest}");
        }
        assert_eq!((called("zoe").await.as_deref(), called("other").await.as_deref()), (Some("Zelda"), Some("Zoe")));
        assert_eq!(like("Zelda").await, []);
        // What looks alike in one case alone, both ways, and by a change of the name.
        assert_eq!(like("lris").await, ["g4", "g6"].map(person));
        open(&store, "ivy", "lris", 5).await.unwrap();
        assert_eq!((called("g4").await, called("g6").await, called("g5").await.as_deref()), (None, None, Some("iris")));
        open(&store, "ida", "Ida", 5).await.unwrap();
        store.rename_account(&person("ida"), name("Zoe"), 2 * NAME_STAYS_MS).await.unwrap();
        assert_eq!(called("other").await, None);

        // Of a member nothing is kept there.
        let looks = "select id || ' ' || looks_small || ' ' || looks_written from person where looks_small is not null";
        assert_eq!(place.ask(looks).await, ["g5 iris iris"]);
    })
    .await;
}

#[tokio::test]
async fn a_name_can_be_changed_once_a_month_and_the_old_one_leads_on() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann", "eve"]).await;
        open(&store, "ann", "Anna", 0).await.unwrap();
        open(&store, "eve", "Eve", 0).await.unwrap();
        let month = NAME_STAYS_MS;
        let rename = async |called: &str, at_ms| store.rename_account(&person("ann"), name(called), at_ms).await;
        assert!(
            matches!(rename("Evé", month).await, Ok(())),
            "the first change may be at any time after a month of 1970"
        );
        assert!(matches!(rename("Bella", 2 * month - 1).await, Err(StoreError::TooSoon)));
        assert!(matches!(rename("Eve", 2 * month).await, Err(StoreError::NameTaken)));
        rename("Bella", 2 * month).await.unwrap();
        for called in ["Anna", "Evé", "Bella"] {
            assert_eq!(store.account_named(&name(called)).await.unwrap().unwrap().name, name("Bella"), "{called}");
        }
        let taken = store.rename_account(&person("eve"), name("Anna"), 2 * month).await;
        assert!(matches!(taken, Err(StoreError::NameTaken)), "an old name is nobody else's");
        assert_eq!(store.account(&person("eve")).await.unwrap().unwrap().named_ms, None, "nothing has changed");
        rename("anna", 3 * month).await.unwrap();
        assert_eq!(
            store.account_named(&name("ANNA")).await.unwrap().unwrap().name,
            name("anna"),
            "one's own can be had again"
        );
    })
    .await;
}

#[tokio::test]
async fn sessions_are_listed_and_end_one_by_one_or_all_but_one() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann", "eve"]).await;
        open(&store, "ann", "Anna", 0).await.unwrap();
        let guest = store.log_in(log_in("eve", "laptop", None, 10)).await;
        assert!(matches!(guest, Err(StoreError::NoAccount)), "{guest:?}");
        store.log_in(log_in("ann", "laptop", Some("ann's"), 10)).await.unwrap();
        assert_eq!(store.session("ann's").await.unwrap(), None, "the guest's session has ended");
        store.log_in(log_in("ann", "phone", None, 20)).await.unwrap();
        store.log_in(log_in("ann", "tablet", None, 30)).await.unwrap();
        let listed = async || -> Vec<String> {
            store.sessions_of(&person("ann")).await.unwrap().into_iter().map(|session| session.token).collect()
        };
        assert_eq!(listed().await, ["tablet", "phone", "laptop"]);
        let tablet = store.sessions_of(&person("ann")).await.unwrap().remove(0);
        assert_eq!((tablet.device.as_deref(), tablet.made_ms, tablet.seen_ms), (Some("Firefox/Linux"), 30, 30));
        store.end_session_of(&person("eve"), "phone", 40).await.unwrap();
        assert_eq!(listed().await.len(), 3, "it is not hers");
        store.end_session_of(&person("ann"), "phone", 40).await.unwrap();
        assert_eq!(listed().await, ["tablet", "laptop"]);
        store.set_password(&person("ann"), "other hash".to_owned(), Some("laptop"), 50).await.unwrap();
        assert_eq!(listed().await, ["laptop"]);
        assert_eq!(store.account(&person("ann")).await.unwrap().unwrap().password.as_deref(), Some("other hash"));
        assert!(store.is_known_device("known ann", &person("ann")).await.unwrap());
        assert!(!store.is_known_device("known ann", &person("eve")).await.unwrap());
        store.prune(400 * DAY).await.unwrap();
        assert!(!store.is_known_device("known ann", &person("ann")).await.unwrap());
        assert!(store.account(&person("ann")).await.unwrap().is_some(), "an account stays though nobody comes");
    })
    .await;
}

#[tokio::test]
async fn a_recovery_code_works_once_and_new_ones_take_the_place_of_the_old() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann", "eve"]).await;
        open(&store, "ann", "Anna", 0).await.unwrap();
        open(&store, "eve", "Eve", 0).await.unwrap();
        let codes = |codes: &[&str]| codes.iter().map(|code| (*code).to_owned()).collect();
        store.set_codes(&person("ann"), codes(&["a", "b"]), 1).await.unwrap();
        store.set_codes(&person("ann"), codes(&["c", "d"]), 2).await.unwrap();
        assert_eq!(store.codes_left(&person("ann")).await.unwrap(), 2);
        let used = async |who: &str, code: &str| store.use_code(&person(who), code, "new".to_owned(), 3).await;
        assert!(matches!(used("ann", "a").await, Err(StoreError::NoCode)), "it was replaced");
        assert!(matches!(used("eve", "c").await, Err(StoreError::NoCode)), "it is another's");
        assert!(store.session("ann's").await.unwrap().is_some(), "nothing has happened");
        used("ann", "c").await.unwrap();
        assert!(matches!(used("ann", "c").await, Err(StoreError::NoCode)), "it is used up");
        assert_eq!(store.codes_left(&person("ann")).await.unwrap(), 1);
        assert_eq!(store.session("ann's").await.unwrap(), None, "all sessions have ended");
        assert_eq!(store.account(&person("ann")).await.unwrap().unwrap().password.as_deref(), Some("new"));
        assert_eq!(store.account(&person("eve")).await.unwrap().unwrap().password.as_deref(), Some("hash"));
    })
    .await;
}

#[tokio::test]
async fn passkeys_are_kept_and_the_first_one_settles_where_they_belong() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann"]).await;
        open(&store, "ann", "Anna", 0).await.unwrap();
        let passkey = |id: &str, made_ms| Passkey {
            id: id.to_owned(),
            label: "Firefox/Linux".to_owned(),
            credential: "{}".to_owned(),
            made_ms,
            used_ms: None,
        };
        assert_eq!(store.setting("relying-party").await.unwrap(), None);
        store.add_passkey(&person("ann"), passkey("one", 1), ("relying-party", "localhost")).await.unwrap();
        store.add_passkey(&person("ann"), passkey("two", 2), ("relying-party", "tafl.example")).await.unwrap();
        assert!(store.add_passkey(&person("ann"), passkey("two", 3), ("relying-party", "x")).await.is_err());
        assert_eq!(store.setting("relying-party").await.unwrap().as_deref(), Some("localhost"));
        store.passkey_used("one", "{1}".to_owned(), 9).await.unwrap();
        let kept = store.passkeys_of(&person("ann")).await.unwrap();
        assert_eq!((kept[0].credential.as_str(), kept[0].used_ms, kept[1].used_ms), ("{1}", Some(9), None));
        store.remove_passkey(&person("ann"), "one").await.unwrap();
        assert_eq!(store.passkeys_of(&person("ann")).await.unwrap(), [passkey("two", 2)]);
    })
    .await;
}

#[tokio::test]
async fn who_deletes_his_account_leaves_his_games_and_nothing_else() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann", "eve", "gus"]).await;
        open(&store, "ann", "Anna", 0).await.unwrap();
        open(&store, "eve", "Eve", 0).await.unwrap();
        let seats = Seats { attackers: sits("ann", 0), defenders: sits("eve", 0) };
        store.make(&NewGame { seats, ..new_game("g") }, &[]).await.unwrap();
        let shown = store.names_in("g").await.unwrap();
        assert_eq!((shown.attackers, shown.defenders), (ShownAs::Member(name("Anna")), ShownAs::Member(name("Eve"))));
        store.log_in(log_in("ann", "laptop", None, 10)).await.unwrap();
        store.set_codes(&person("ann"), vec!["a".to_owned()], 1).await.unwrap();

        let head = EventHead { name: "Afternoon".to_owned(), state: "open".to_owned(), ..EventHead::default() };
        let row = |by: &str| EventEntry { at_ms: 1, person: Some(person(by)), act: "joined".to_owned() };
        let made = EventChange {
            event: "e".to_owned(),
            seen: 0,
            entries: vec![row("ann"), row("eve")],
            players: vec![],
            head,
        };
        store.make_event(made, Some(&person("ann"))).await.unwrap();

        store.delete_account(&person("ann"), 20).await.unwrap();
        assert!(!store.organises("e", &person("ann")).await.unwrap());
        let log = store.event("e").await.unwrap().unwrap().log;
        let by: Vec<_> = log.into_iter().map(|entry| (entry.person, entry.act)).collect();
        assert_eq!(by, [(None, "joined".to_owned()), (Some(person("eve")), "joined".to_owned())]);
        assert_eq!(store.account(&person("ann")).await.unwrap(), None);
        assert_eq!(store.account_named(&name("Anna")).await.unwrap(), None);
        assert_eq!(store.session("laptop").await.unwrap(), None);
        assert_eq!(store.names_in("g").await.unwrap().attackers, ShownAs::Former);
        assert_eq!(store.names_beside(&person("eve")).await.unwrap()[&person("ann")], ShownAs::Former);
        assert_eq!(store.summary("g").await.unwrap().unwrap().seats.attackers, sits("ann", 0), "the game stays");
        for table in ["recovery_code", "known_device", "passkey", "session", "account"] {
            let sql = format!("select person from {table} where person = 'ann'");
            assert!(place.ask(&sql).await.is_empty(), "{table}");
        }
        assert!(place.ask("select name from person where id = 'ann' and name is not null").await.is_empty());
        assert!(matches!(open(&store, "gus", "Anna", 30).await, Err(StoreError::NameTaken)), "it is held back");
        store.prune(20 + 90 * DAY).await.unwrap();
        assert!(store.is_taken(&name("Anna"), None).await.unwrap());
        store.prune(21 + 90 * DAY).await.unwrap();
        assert!(!store.is_taken(&name("Anna"), None).await.unwrap());
        assert_eq!(store.names_in("g").await.unwrap().attackers, ShownAs::Former);
    })
    .await;
}

#[tokio::test]
async fn a_closed_account_has_no_sessions_and_the_log_says_why() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann"]).await;
        open(&store, "ann", "Anna", 0).await.unwrap();
        store.set_administrator(&person("ann"), true, 4).await.unwrap();
        assert!(store.account(&person("ann")).await.unwrap().unwrap().administrator);
        let does = |measure, why: &str, at_ms| Moderation {
            actor: None,
            person: person("ann"),
            measure,
            why: why.to_owned(),
            at_ms,
        };
        store.moderate(does(Measure::Close, "spam", 5)).await.unwrap();
        assert_eq!(store.session("ann's").await.unwrap(), None);
        assert_eq!(store.account(&person("ann")).await.unwrap().unwrap().closed_ms, Some(5));
        let done = store.done_since(5).await.unwrap();
        assert_eq!((&done[0].person, done[0].act.as_str(), done.len()), (&person("ann"), "close", 1));
        assert!(store.done_since(6).await.unwrap().is_empty());
        store.moderate(does(Measure::Reopen, "a mistake", 6)).await.unwrap();
        assert_eq!(store.account(&person("ann")).await.unwrap().unwrap().closed_ms, None);
        let log = place.ask("select act from moderation order by at_ms").await;
        assert_eq!(log, ["administrator", "close", "reopen"]);
        assert_eq!(place.ask("select why from moderation where act = 'close'").await, ["spam"]);
    })
    .await;
}

//! What is said beside games is kept for a while, and until its person goes.

use crate::common::{everywhere, person};
use hnefi_live::{Arrangement, Greeting, NewGame, Saying, Seat, ShownAs, TalkRoom};
use hnefi_rules::{BySide, Game, Referee, Side, leaflet};
use hnefi_store::{NewAccount, NewLine, Store, StoreError, TALK_KEPT_DAYS};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

async fn two_in_a_game(store: &Store) {
    for (id, name) in [("ann", "Anna"), ("bo", "Bo")] {
        store.make_person(&person(id), id, 1).await.unwrap();
        let new = NewAccount { person: person(id), name: name.parse().unwrap(), password: None, at_ms: 1 };
        store.open_account(new).await.unwrap();
    }
    let seat = |id| Seat::Person { person: person(id), moves: 0 };
    let game = NewGame {
        id: "game".to_owned(),
        made_ms: 1,
        match_id: "game".to_owned(),
        match_game: 1,
        swapped: false,
        match_length: None,
        clock: None,
        game: Game::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()).into()),
        arrangement: Arrangement::Friend,
        seats: BySide { attackers: seat("ann"), defenders: seat("bo") },
    };
    store.make(&game, &[]).await.unwrap();
}

fn line(by: &str, saying: Saying, at_ms: i64) -> NewLine {
    NewLine { game: "game".to_owned(), room: TalkRoom::Players, person: person(by), saying, at_ms }
}

fn words(text: &str) -> Saying {
    Saying::Words(text.parse().unwrap())
}

#[tokio::test]
async fn lines_have_their_order_their_people_and_an_end() {
    everywhere(async |place| {
        let store = place.open().await;
        two_in_a_game(&store).await;
        store.say(line("ann", Saying::Greeting(Greeting::Hello), 10)).await.unwrap();
        store.say(line("bo", words("good evening"), 20)).await.unwrap();
        let talk = store.talk("game").await.unwrap();
        assert_eq!(talk.lines.iter().map(|line| line.number).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(talk.lines[1].shown, ShownAs::Member("Bo".parse().unwrap()));
        assert_eq!((talk.lines[1].side, &talk.lines[1].saying), (Some(Side::Defenders), &words("good evening")));

        store.close_talk("game", &person("bo"), 30).await.unwrap();
        store.close_talk("game", &person("ann"), 31).await.unwrap();
        assert_eq!(store.talk("game").await.unwrap().closed, Some(person("bo")), "the first counts");
        assert!(matches!(store.say(line("ann", words("a"), 32)).await, Err(StoreError::TalkClosed)));
        store.open_talk("game", &person("ann")).await.unwrap();
        assert!(store.talk("game").await.unwrap().closed.is_some());
        store.open_talk("game", &person("bo")).await.unwrap();
        for number in 2..400 {
            store.say(line("ann", words("more"), number)).await.unwrap();
        }
        assert!(matches!(store.say(line("ann", words("more"), 500)).await, Err(StoreError::TalkFull)));
        assert_eq!(store.said_by(&person("bo")).await.unwrap().len(), 1);
        store.delete_account(&person("ann"), 600).await.unwrap();
        let talk = store.talk("game").await.unwrap();
        assert_eq!(talk.lines.iter().map(|line| &line.person).collect::<Vec<_>>(), [&person("bo")]);
    })
    .await;
}

#[tokio::test]
async fn what_was_said_goes_after_its_days() {
    everywhere(async |place| {
        let store = place.open().await;
        two_in_a_game(&store).await;
        let now = 1_000 * DAY_MS;
        store.say(line("ann", words("long ago"), now - TALK_KEPT_DAYS * DAY_MS - 1)).await.unwrap();
        store.say(line("ann", words("of late"), now - TALK_KEPT_DAYS * DAY_MS + 1)).await.unwrap();
        store.prune(now).await.unwrap();
        let left = store.talk("game").await.unwrap().lines;
        assert_eq!(left.iter().map(|line| &line.saying).collect::<Vec<_>>(), [&words("of late")]);
    })
    .await;
}

//! Rated games: what the queue holds, what ratings it makes, and what becomes of annulled results.

use crate::common::{Place, everywhere, fresh, meet, new_game, person, sits};
use hnefi_live::{Change, Entry, Event, NewGame, OfferKind, Seat, Seats};
use hnefi_ratings::{Book, Family, List, Pool, RatedGame, Speed};
use hnefi_rules::{BySide, Offer, Side};
use hnefi_store::{NewAccount, Store, StoreError, Terms};

const SLOW: List = List { family: Family::Leaflets, speed: Speed::Slow, pool: Pool::People };
/// The terms of a game that is rated there.
const RATED: Terms = Terms { rated: Some(SLOW), listed: false, no_away: false, no_take_back: false };
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const PEOPLE: [&str; 4] = ["ann", "bo", "cy", "di"];

/// A rated game that is over.
#[derive(Clone, Copy, Debug)]
struct Game {
    ruleset: &'static str,
    players: BySide<&'static str>,
    winner: Option<Side>,
    at_ms: i64,
}

impl Game {
    /// One of many: who plays whom, and who wins, is different in each.
    fn number(number: usize) -> Game {
        let attackers = PEOPLE[number % 4];
        let defenders = PEOPLE[(number + 1 + number / 4 % 3) % 4];
        Game {
            ruleset: ["fetlar-2018", "viking-game"][number / 2 % 2],
            players: BySide { attackers, defenders },
            winner: [Some(Side::Attackers), Some(Side::Defenders), Some(Side::Attackers), None][number % 4],
            at_ms: 100_000_000 * number as i64,
        }
    }

    fn rated(self) -> RatedGame<'static, String> {
        let players =
            BySide { attackers: self.players.attackers.to_owned(), defenders: self.players.defenders.to_owned() };
        RatedGame { players, ruleset: self.ruleset, list: SLOW, winner: self.winner, at_ms: self.at_ms }
    }
}

fn new(id: &str, game: Game) -> NewGame {
    let seats = Seats { attackers: sits(game.players.attackers, 0), defenders: sits(game.players.defenders, 0) };
    NewGame { game: fresh(game.ruleset), seats, ..new_game(id) }
}

/// Ends a game that was made.
async fn end(store: &Store, id: &str, game: Game) {
    let mut log = store.load(id).await.unwrap().unwrap();
    let events = match game.winner {
        Some(winner) => vec![Event::Resigned { by: !winner }],
        None => vec![
            Event::Offered { by: Side::Attackers, offer: OfferKind::Game(Offer::Draw) },
            Event::Accepted { by: Side::Defenders },
        ],
    };
    let seen = log.version();
    let entries = events.into_iter().map(|event| log.append(entry(game.at_ms, event)).unwrap()).collect();
    store.commit(&Change { entries, ..Change::none(id, &log, seen) }, &[]).await.unwrap();
}

fn entry(at_ms: i64, event: Event) -> Entry {
    Entry::new(at_ms, event)
}

async fn play(store: &Store, numbers: std::ops::Range<usize>) {
    for number in numbers {
        let (id, game) = (format!("g{number}"), Game::number(number));
        store.make_on(&new(&id, game), &[], RATED).await.unwrap();
        end(store, &id, game).await;
    }
}

/// What these games make of all ratings, computed beside the store.
fn book(numbers: impl IntoIterator<Item = usize>) -> Book<String> {
    let mut book = Book::default();
    for number in numbers {
        book.rate(Game::number(number).rated());
    }
    book
}

async fn assert_stored(store: &Store, book: &Book<String>) {
    for name in PEOPLE {
        let stored = store.rating(SLOW, &person(name)).await.unwrap();
        assert_eq!(stored.as_ref(), book.rating(SLOW, &name.to_owned()), "{name}");
    }
    for ruleset in ["fetlar-2018", "viking-game"] {
        let stored = store.advantage(ruleset, Pool::People).await.unwrap();
        assert_eq!(stored.as_ref(), book.advantage(ruleset, Pool::People), "{ruleset}");
    }
}

/// The tables of ratings, as text.
async fn tables(place: &Place) -> Vec<String> {
    let mut all = Vec::new();
    for sql in [
        "select list || ' ' || person || ' ' || number || ' ' || points || ' ' || deviation || ' ' || volatility || ' ' \
         || games || ' ' || played_ms from rating order by list, person",
        "select number || ' ' || list || ' ' || person || ' ' || points || ' ' || deviation || ' ' || volatility || ' ' \
         || games || ' ' || played_ms from rating_change order by number, person",
        "select ruleset_id || ' ' || pool || ' ' || number || ' ' || points || ' ' || deviation || ' ' || games || ' ' \
         || played_ms from advantage order by ruleset_id, pool",
        "select number || ' ' || ruleset_id || ' ' || pool || ' ' || points || ' ' || deviation || ' ' || games || ' ' \
         || played_ms from advantage_change order by number",
    ] {
        all.extend(place.ask(sql).await);
    }
    all
}

#[tokio::test]
async fn what_is_stored_is_what_the_games_in_their_order_make() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &PEOPLE).await;
        play(&store, 0..90).await;
        assert_eq!(store.rating(SLOW, &person("ann")).await.unwrap(), None, "nothing is rated before the rater comes");
        store.rate_waiting().await.unwrap();
        assert_stored(&store, &book(0..90)).await;

        let history = store.rating_history(SLOW, &person("ann")).await.unwrap();
        assert_eq!(history.last().copied(), store.rating(SLOW, &person("ann")).await.unwrap());
        assert_eq!(history.len() as i64, history.last().unwrap().games);
        let all = store.ratings_of(&person("bo")).await.unwrap();
        assert_eq!(all.iter().map(|(list, _)| *list).collect::<Vec<_>>(), [SLOW]);

        for (name, called) in PEOPLE.iter().zip(["Anna", "Bo", "Cyra", "Dirk"]) {
            let new = NewAccount { person: person(name), name: called.parse().unwrap(), password: None, at_ms: 1 };
            store.open_account(new).await.unwrap();
        }
        let best = store.best(SLOW, 90 * 100_000_000, 3).await.unwrap();
        assert!(!best.is_empty() && best.is_sorted_by(|(_, one), (_, next)| one.millionths >= next.millionths));
        assert_eq!(store.best(SLOW, i64::MAX, 3).await.unwrap(), [], "all have been away for too long");

        let recomputed = store.recomputed_ratings().await.unwrap();
        assert_eq!((recomputed.games, recomputed.annulled, recomputed.ratings.len()), (90, 0, 6));
        assert_eq!(recomputed.differ, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn those_who_are_away_have_left_or_are_shut_out_take_no_place_among_the_best() {
    everywhere(async |place| {
        let store = place.open().await;
        let now_ms = 1_000 * DAY_MS;
        let who = |kind: &str, number: usize| format!("{kind}{number:02}");
        // Two have the same rating each, so that the list goes on among equals.
        for (kind, many, points, played_ms) in
            [("away", 45, 2_000, 0), ("left", 3, 1_900, now_ms), ("shut", 2, 1_800, now_ms), ("weak", 5, 1_200, now_ms)]
        {
            for number in 0..many {
                let id = who(kind, number);
                meet(&store, &[&id]).await;
                let letters = |n: usize| char::from(b'a' + n as u8);
                let name = format!("{kind}{}{}", letters(number / 10), letters(number % 10));
                let new = NewAccount { person: person(&id), name: name.parse().unwrap(), password: None, at_ms: 1 };
                store.open_account(new).await.unwrap();
                let points = points - number / 2;
                place
                    .tamper(&format!(
                        "insert into rating (list, person, number, points, deviation, volatility, games, played_ms) \
                         values ('{SLOW}', '{id}', 1, {points}000000, 60000000, 60000000, 30, {played_ms})"
                    ))
                    .await;
                if kind == "left" {
                    store.delete_account(&person(&id), 2).await.unwrap();
                }
            }
        }
        place.tamper("update account set closed_ms = 1 where person like 'shut%'").await;
        let best = async |limit| {
            let best = store.best(SLOW, now_ms, limit).await.unwrap();
            best.into_iter().map(|(person, _)| person.as_str().to_owned()).collect::<Vec<_>>()
        };
        let weak: Vec<String> = (0..5).map(|number| who("weak", number)).collect();
        assert_eq!(best(20).await, weak);
        assert_eq!(best(3).await, weak[..3]);
        assert_eq!(best(0).await, [""; 0]);
        let all = store.best(SLOW, 1, 100).await.unwrap();
        assert_eq!(all.len(), 50, "before they went away");
    })
    .await;
}

#[tokio::test]
async fn an_annulled_game_leaves_no_trace_in_the_ratings() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &PEOPLE).await;
        play(&store, 0..25).await;
        store.rate_waiting().await.unwrap();
        store.annul("g7", "help from an engine", 1).await.unwrap();
        play(&store, 25..28).await;
        store.rate_waiting().await.unwrap();
        assert_stored(&store, &book((0..28).filter(|number| *number != 7))).await;

        // The first game of all, one that has not been rated yet, and one twice.
        play(&store, 28..31).await;
        for id in ["g30", "g0", "g7", "g0"] {
            store.annul(id, "help from an engine", 2).await.unwrap();
        }
        store.rate_waiting().await.unwrap();
        assert_stored(&store, &book((0..30).filter(|number| ![0, 7].contains(number)))).await;
        let recomputed = store.recomputed_ratings().await.unwrap();
        assert_eq!((recomputed.games, recomputed.annulled, recomputed.differ.len()), (28, 3, 0));

        let noted = place
            .ask(
                "select person || ' ' || act || ' ' || game || ' ' || why from moderation order by at_ms, game, person",
            )
            .await;
        let g0 = ["ann", "bo"].map(|name| format!("{name} annul g0 help from an engine"));
        assert_eq!((noted.len(), noted[2..4].to_vec()), (6, g0.to_vec()), "{noted:?}");

        let unknown = store.annul("nobody's", "help from an engine", 3).await;
        assert!(matches!(unknown, Err(StoreError::NoGame(game)) if game == "nobody's"));
    })
    .await;
}

#[tokio::test]
async fn whoever_has_only_annulled_games_has_no_rating() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &PEOPLE).await;
        play(&store, 0..1).await;
        store.rate_waiting().await.unwrap();
        assert!(store.rating(SLOW, &person("ann")).await.unwrap().is_some());
        store.annul("g0", "help from an engine", 1).await.unwrap();
        store.rate_waiting().await.unwrap();
        assert_stored(&store, &Book::default()).await;
        assert_eq!(tables(place).await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn ratings_that_are_made_again_are_the_same_byte_for_byte() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &PEOPLE).await;
        play(&store, 0..45).await;
        store.rate_waiting().await.unwrap();
        store.annul("g11", "help from an engine", 1).await.unwrap();
        store.rate_waiting().await.unwrap();
        let before = tables(place).await;
        assert!(before.len() > 130, "{}", before.len());
        store.remake_ratings().await.unwrap();
        assert_eq!(tables(place).await, before);

        // What somebody changed by hand is found, and put right.
        place.tamper("update rating set points = points + 1 where person = 'cy'").await;
        place.tamper("delete from advantage where ruleset_id = 'viking-game'").await;
        let differ = store.recomputed_ratings().await.unwrap().differ;
        assert_eq!(differ.len(), 3, "{differ:?}");
        store.remake_ratings().await.unwrap();
        assert_eq!(tables(place).await, before);
    })
    .await;
}

#[tokio::test]
async fn a_rater_that_was_stopped_goes_on() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &PEOPLE).await;
        play(&store, 0..5).await;
        store.rate_waiting().await.unwrap();
        play(&store, 5..9).await;
        store.close().await;
        let store = place.open().await;
        let raced = tokio::join!(store.rate_waiting(), store.rate_waiting());
        raced.0.unwrap();
        raced.1.unwrap();
        assert_stored(&store, &book(0..9)).await;
    })
    .await;
}

#[tokio::test]
async fn only_rated_games_with_a_result_are_in_the_queue() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &PEOPLE).await;
        let game = Game::number(0);
        store.make(&new("friendly", game), &[]).await.unwrap();
        end(&store, "friendly", game).await;
        assert_eq!(store.summary("friendly").await.unwrap().unwrap().rated, None);

        let broken_off = new("broken-off", game);
        store.make_on(&broken_off, &[], RATED).await.unwrap();
        assert_eq!(store.summary("broken-off").await.unwrap().unwrap().rated, Some(SLOW));
        let mut log = store.load("broken-off").await.unwrap().unwrap();
        let written = log.append(entry(5_000, Event::BrokenOff)).unwrap();
        let change = Change { entries: vec![written], ..Change::none("broken-off", &log, 0) };
        store.commit(&change, &[]).await.unwrap();

        let seats = Seats { attackers: sits("ann", 0), defenders: Seat::Computer { level: 1 } };
        store.make_on(&NewGame { seats, ..new("computer", game) }, &[], RATED).await.unwrap();
        end(&store, "computer", game).await;

        let alone = Game { players: BySide { attackers: "ann", defenders: "ann" }, ..game };
        store.make_on(&new("alone", alone), &[], RATED).await.unwrap();
        end(&store, "alone", alone).await;

        store.make_on(&new("running", game), &[], RATED).await.unwrap();
        assert_eq!(place.ask("select game from rating_queue").await, [""; 0]);
        assert!(matches!(store.annul("running", "help from an engine", 1).await, Err(StoreError::NoGame(_))));
        end(&store, "running", game).await;
        assert_eq!(place.ask("select game from rating_queue").await, ["running"]);
    })
    .await;
}

#[tokio::test]
async fn the_next_game_of_a_rated_match_is_rated_too() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &PEOPLE).await;
        let game = Game::number(0);
        store.make_on(&new("first", game), &[], RATED).await.unwrap();
        let mut log = store.load("first").await.unwrap().unwrap();
        let written = log.append(entry(5_000, Event::Resigned { by: Side::Attackers })).unwrap();
        let next = NewGame { match_id: "first".to_owned(), match_game: 2, ..new("second", game) };
        let change = Change { entries: vec![written], next: Some(next), ..Change::none("first", &log, 0) };
        store.commit(&change, &[]).await.unwrap();
        assert_eq!(store.summary("second").await.unwrap().unwrap().rated, Some(SLOW));
        end(&store, "second", game).await;
        assert_eq!(place.ask("select game from rating_queue order by number").await, ["first", "second"]);
        // The rater sleeps until then.
        store.rated_game_ended().await;
    })
    .await;
}

//! Finished games are found again, by who played, how they ended, and what stood on the board.

use crate::common::{Place, everywhere, fresh, meet, new_game, person, ply, sits};
use hnefi_live::{Change, Entry, Event, NewGame, Seat, SeatChange, Seats};
use hnefi_rules::Side;
use hnefi_store::{Played, Scored, Store, Summary, Terms, Wanted, WantedPlayer, position_key};

/// Makes and plays a game that the attackers, or else the defenders, give up after some moves.
async fn played(store: &Store, id: &str, ruleset: &str, players: [&str; 2], moves: &[&str], loser: Option<Side>) {
    let terms = Terms { listed: id != "hidden", ..Terms::default() };
    let seats = Seats { attackers: sits(players[0], 0), defenders: sits(players[1], 0) };
    store.make_on(&NewGame { game: fresh(ruleset), seats, ..new_game(id) }, &[], terms).await.unwrap();
    let mut log = store.load(id).await.unwrap().unwrap();
    let mut entries = Vec::new();
    for text in moves {
        let event = ply(&log, text, None);
        entries.push(log.append(Entry::new(5_000, event)).unwrap());
    }
    if let Some(by) = loser {
        entries.push(log.append(Entry::new(6_000, Event::Resigned { by })).unwrap());
    }
    store.commit(&Change { entries, ..Change::none(id, &log, 0) }, &[]).await.unwrap();
}

/// A store in which four games were played that everybody may find, one that nobody may, and one that goes on.
async fn archived(place: &Place) -> Store {
    let store = place.open().await;
    meet(&store, &["ann", "bo", "cy"]).await;
    let (attackers, defenders) = (Some(Side::Attackers), Some(Side::Defenders));
    played(&store, "one", "brandubh", ["ann", "bo"], &["d7-c7", "d5-c5"], attackers).await;
    // The same moves, as a mirror shows them.
    played(&store, "two", "brandubh", ["bo", "ann"], &["d7-e7", "d5-e5", "d6-c6"], defenders).await;
    played(&store, "three", "fetlar-2018", ["bo", "cy"], &["d1-d4"], attackers).await;
    played(&store, "four", "brandubh", ["cy", "ann"], &[], defenders).await;
    played(&store, "hidden", "brandubh", ["ann", "bo"], &["d7-c7"], attackers).await;
    played(&store, "running", "brandubh", ["ann", "bo"], &["d7-c7"], None).await;
    let waiting = store.unarchived(10).await.unwrap();
    assert_eq!(waiting.len(), 4, "{waiting:?}");
    for game in ["one", "two", "three", "four", "hidden", "running", "nowhere", "one"] {
        store.archive(game).await.unwrap();
    }
    assert_eq!(store.unarchived(10).await.unwrap(), [""; 0]);
    store
}

async fn find(store: &Store, wanted: Wanted) -> Vec<String> {
    store.find(&wanted, 10).await.unwrap().into_iter().map(|found| found.game.id).collect()
}

#[tokio::test]
async fn games_are_found_by_all_that_is_said_of_them() {
    everywhere(async |place| {
        let store = archived(place).await;
        let any = Wanted::default;
        assert_eq!(find(&store, any()).await, ["four", "three", "two", "one"]);
        let ruleset = |id: &str| Some(id.to_owned());
        let brandubh = Wanted { ruleset: ruleset("brandubh"), ..any() };
        assert_eq!(find(&store, brandubh.clone()).await, ["four", "two", "one"]);
        let player = |name: &str| Some(WantedPlayer::of(person(name)));
        assert_eq!(find(&store, Wanted { player: player("cy"), ..any() }).await, ["four", "three"]);
        assert_eq!(find(&store, Wanted { player: player("cy"), ..brandubh.clone() }).await, ["four"]);
        assert_eq!(find(&store, Wanted { player: player("nobody"), ..any() }).await, [""; 0]);
        let won = |winner| Wanted { winner: Some(winner), ..any() };
        assert_eq!(find(&store, won(Some(Side::Attackers))).await, ["four", "two"]);
        assert_eq!(find(&store, won(None)).await, [""; 0]);
        assert_eq!(find(&store, Wanted { ending: Some("resignation".to_owned()), ..any() }).await.len(), 4);
        assert_eq!(find(&store, Wanted { ending: Some("repetition".to_owned()), ..any() }).await, [""; 0]);

        let on = |side| Some(WantedPlayer { side: Some(side), ..WantedPlayer::of(person("ann")) });
        assert_eq!(find(&store, Wanted { player: on(Side::Attackers), ..any() }).await, ["one"]);
        assert_eq!(find(&store, Wanted { player: on(Side::Defenders), ..any() }).await, ["four", "two"]);
        let against = |name| Some(WantedPlayer { against: Some(person(name)), ..WantedPlayer::of(person("ann")) });
        assert_eq!(find(&store, Wanted { player: against("bo"), ..any() }).await, ["two", "one"]);
        assert_eq!(find(&store, Wanted { player: against("cy"), ..any() }).await, ["four"]);
        assert_eq!(find(&store, Wanted { player: against("ann"), ..any() }).await, [""; 0]);

        let first = store.find(&any(), 2).await.unwrap();
        assert_eq!(first[1].game.id, "three");
        assert_eq!(find(&store, Wanted { before: Some(first[1].number), ..any() }).await, ["two", "one"]);
        assert_eq!((first[0].ended_ms, first[0].ply), (6_000, None));
        assert_eq!(first[1].game.status.plies, 1);
        assert!(first[1].game.seats.defenders.is_held_by(&person("cy")));
    })
    .await;
}

#[tokio::test]
async fn games_are_found_by_when_they_ended() {
    everywhere(async |place| {
        let store = archived(place).await;
        let any = Wanted::default;
        // The third ended before the second, though it came into the archive after it.
        for (game, ended) in [("one", 1_000), ("two", 3_000), ("three", 2_000), ("four", 4_000)] {
            place.tamper(&format!("update finished set ended_ms = {ended} where game = '{game}'")).await;
        }
        tell_the_latest(place).await;
        let between = |since_ms, until_ms| Wanted { since_ms, until_ms, ..any() };
        assert_eq!(find(&store, between(Some(2_000), None)).await, ["four", "three", "two"]);
        assert_eq!(find(&store, between(None, Some(3_000))).await, ["three", "one"]);
        assert_eq!(find(&store, between(Some(2_000), Some(3_001))).await, ["three", "two"]);
        assert_eq!(find(&store, between(Some(2_001), Some(3_000))).await, [""; 0]);
        assert_eq!(find(&store, between(Some(5_000), None)).await, [""; 0]);
        let player = Some(WantedPlayer::of(person("cy")));
        assert_eq!(find(&store, Wanted { player, ..between(None, Some(3_000)) }).await, ["three"]);
        let one = store.load("one").await.unwrap().unwrap();
        let start = one.game().start();
        let position = Some(position_key(&start.setup(), start.turn()));
        assert_eq!(find(&store, Wanted { position, ..between(Some(1_000), Some(3_001)) }).await, ["two", "one"]);
        let last = store.find(&between(Some(2_000), None), 2).await.unwrap()[1].number;
        assert_eq!(find(&store, Wanted { before: Some(last), ..between(Some(2_000), None) }).await, ["two"]);
    })
    .await;
}

#[tokio::test]
async fn a_position_is_found_whichever_way_round_it_stands() {
    everywhere(async |place| {
        let store = archived(place).await;
        let log = store.load("one").await.unwrap().unwrap();
        let key = |ply: usize| {
            let position = &log.game().ply(ply).unwrap().played.position;
            Wanted { position: Some(position_key(&position.setup(), position.turn())), ..Wanted::default() }
        };
        let found = store.find(&key(1), 10).await.unwrap();
        let places: Vec<_> = found.iter().map(|found| (found.game.id.as_str(), found.ply)).collect();
        assert_eq!(places, [("two", Some(2)), ("one", Some(2))]);
        let hers = Wanted { player: Some(WantedPlayer::of(person("cy"))), ..key(1) };
        assert_eq!(find(&store, hers).await, [""; 0]);
        let start = log.game().start();
        let start = Wanted { position: Some(position_key(&start.setup(), start.turn())), ..Wanted::default() };
        assert_eq!(find(&store, start).await, ["four", "two", "one"]);
        assert_eq!(find(&store, Wanted { position: Some(7), ..Wanted::default() }).await, [""; 0]);
    })
    .await;
}

#[tokio::test]
async fn a_game_that_was_put_away_is_found_by_who_has_its_seat_now() {
    everywhere(async |place| {
        let store = archived(place).await;
        meet(&store, &["cara"]).await;
        let bring = async |game: &str| {
            let log = store.load(game).await.unwrap().unwrap();
            let side = if game == "four" { Side::Attackers } else { Side::Defenders };
            let before = store.seats(game).await.unwrap().unwrap()[side].clone();
            let Seat::Person { moves, .. } = before else { panic!("{game}: {before:?}") };
            let seats = vec![SeatChange { side, before, after: sits("cara", moves) }];
            store.commit(&Change { seats, ..Change::none(game, &log, log.version()) }, &[]).await.unwrap();
        };
        let any = Wanted::default;
        let player = |name: &str| Some(WantedPlayer::of(person(name)));
        let against = |name| Some(WantedPlayer { against: Some(person(name)), ..WantedPlayer::of(person("bo")) });
        let both = async || {
            assert_eq!(find(&store, Wanted { player: player("cara"), ..any() }).await, ["four", "three"]);
            assert_eq!(find(&store, Wanted { player: player("cy"), ..any() }).await, [""; 0]);
            assert_eq!(find(&store, Wanted { player: against("cara"), ..any() }).await, ["three"]);
            let record = store.record_of(&person("cara")).await.unwrap();
            assert_eq!(record.iter().map(|row| row.played.won).sum::<u32>(), 2);
            assert_eq!(store.record_of(&person("cy")).await.unwrap(), []);
        };
        bring("three").await;
        bring("four").await;
        both().await;
        // As those that were brought along before are put right.
        place.tamper("update finished set attackers = 'cy' where game = 'four'").await;
        place.tamper("update finished set defenders = 'cy' where game = 'three'").await;
        let step = include_str!("../../migrations/0025_guests.sql");
        place.tamper(step.split(';').next().unwrap()).await;
        both().await;
        // The seat goes away while the game is put away.
        played(&store, "late", "brandubh", ["ann", "cy"], &[], Some(Side::Attackers)).await;
        let put_away = tokio::join!(store.archive("late"), bring("late"));
        put_away.0.unwrap();
        assert_eq!(find(&store, Wanted { player: player("cara"), ..any() }).await, ["late", "four", "three"]);
    })
    .await;
}

#[tokio::test]
async fn every_combination_of_what_is_asked_for_finds_what_fits() {
    everywhere(async |place| {
        let store = archived(place).await;
        let all = store.find(&Wanted::default(), 10).await.unwrap();
        let mut tried = 0;
        for ruleset in [None, Some("brandubh"), Some("fetlar-2018"), Some("tablut-15")] {
            for ending in [None, Some("resignation"), Some("claim")] {
                for winner in [None, Some(None), Some(Some(Side::Attackers)), Some(Some(Side::Defenders))] {
                    let text = |text: Option<&str>| text.map(str::to_owned);
                    let wanted = Wanted { ruleset: text(ruleset), ending: text(ending), winner, ..Wanted::default() };
                    let fits = |game: &Summary| {
                        ruleset.is_none_or(|id| game.ruleset_id == id)
                            && ending.is_none_or(|id| game.status.ending.as_deref() == Some(id))
                            && winner.is_none_or(|side| game.status.winner == side)
                    };
                    let expected: Vec<String> =
                        all.iter().filter(|found| fits(&found.game)).map(|found| found.game.id.clone()).collect();
                    assert_eq!(find(&store, wanted).await, expected, "{ruleset:?} {ending:?} {winner:?}");
                    tried += expected.len();
                }
            }
        }
        assert!(tried > 20);
    })
    .await;
}

#[tokio::test]
async fn what_somebody_played_is_added_up_by_rule_set_side_and_opponent() {
    everywhere(async |place| {
        let store = archived(place).await;
        let record = store.record_of(&person("ann")).await.unwrap();
        let told: Vec<_> =
            record.iter().map(|row| (row.ruleset_id.as_str(), row.side, row.played.won, row.played.lost)).collect();
        assert_eq!(told, [("brandubh", Side::Attackers, 0, 1), ("brandubh", Side::Defenders, 0, 2)]);
        let opponents = store.opponents_of(&person("ann"), 10).await.unwrap();
        let played = |won, drawn, lost| Played { won, drawn, lost };
        assert_eq!(opponents, [(person("bo"), played(0, 0, 2)), (person("cy"), played(0, 0, 1))]);
        assert_eq!(store.opponents_of(&person("ann"), 1).await.unwrap().len(), 1);
        assert_eq!(store.between(&person("bo"), &person("ann")).await.unwrap(), played(2, 0, 0));
        assert_eq!(store.between(&person("bo"), &person("nobody")).await.unwrap(), Played::default());
    })
    .await;
}

/// The step that brought in the ways by which games are found.
const STEP: &str = include_str!("../../migrations/0023_finished_as.sql");

/// Works out anew how late games came into the archive, as that step did.
async fn tell_the_latest(place: &Place) {
    let updates: Vec<&str> = STEP.split(';').map(str::trim).filter(|sql| sql.contains("update finished")).collect();
    assert_eq!(updates.len(), 2);
    place.tamper("update finished set behind_ms = 0, latest_ms = 0").await;
    for update in updates {
        place.tamper(update).await;
    }
}

#[tokio::test]
async fn games_of_before_are_found_as_new_ones_are() {
    everywhere(async |place| {
        let store = archived(place).await;
        played(&store, "late", "brandubh", ["ann", "bo"], &[], Some(Side::Attackers)).await;
        place.tamper("update game set touched_ms = 5 where id = 'late'").await;
        store.archive("late").await.unwrap();
        store.close().await;
        let filled = STEP
            .split(';')
            .filter_map(|statement| statement.trim().strip_prefix("insert into finished_as (what, number)"));
        let filled: Vec<&str> = filled.collect();
        assert_eq!(filled.len(), 7);
        let of = |rows: &str| {
            format!("with found (what, number) as ({rows}) select what || ' ' || number as row from found order by row")
        };
        let written = place.ask(&of("select what, number from finished_as")).await;
        assert_eq!(written.len(), 5 * 7);
        assert_eq!(place.ask(&of(&filled.join(" union all "))).await, written);
        let latest = "select number || ' ' || latest_ms || ' ' || behind_ms as row from finished order by number";
        let told = place.ask(latest).await;
        assert!(told[3].ends_with(" 0") && !told[4].ends_with(" 0"), "{told:?}");
        tell_the_latest(place).await;
        assert_eq!(place.ask(latest).await, told);
    })
    .await;
}

#[tokio::test]
async fn what_the_sides_scored_is_counted_by_rule_set() {
    everywhere(async |place| {
        let store = archived(place).await;
        let scored = |attackers, drawn, defenders| Scored { attackers, drawn, defenders };
        assert_eq!(
            store.scored("brandubh").await.unwrap(),
            scored(2, 0, 1),
            "games that not everybody may find are left out"
        );
        assert_eq!(store.scored("fetlar-2018").await.unwrap(), scored(0, 0, 1));
        assert_eq!(store.scored("copenhagen").await.unwrap(), Scored::default());
    })
    .await;
}

#[tokio::test]
async fn a_match_that_everybody_may_watch_goes_on_so_and_running_games_are_listed() {
    everywhere(async |place| {
        let store = archived(place).await;
        let running = |games: Vec<Summary>| games.into_iter().map(|game| game.id).collect::<Vec<_>>();
        assert_eq!(running(store.listed(10).await.unwrap()), ["running"]);
        let mut log = store.load("running").await.unwrap().unwrap();
        let seen = log.version();
        let resigned = log.append(Entry::new(7_000, Event::Resigned { by: Side::Attackers })).unwrap();
        let next = NewGame {
            match_id: "running".to_owned(),
            match_game: 2,
            game: fresh("brandubh"),
            seats: Seats { attackers: sits("bo", 0), defenders: sits("ann", 0) },
            ..new_game("next")
        };
        let change = Change { entries: vec![resigned], next: Some(next), ..Change::none("running", &log, seen) };
        store.commit(&change, &[]).await.unwrap();
        assert_eq!(running(store.listed(10).await.unwrap()), ["next"]);
        assert_eq!(store.unarchived(10).await.unwrap(), ["running"]);
    })
    .await;
}

#[tokio::test]
async fn a_game_without_a_result_is_not_put_away() {
    everywhere(async |place| {
        let store = archived(place).await;
        let mut log = store.load("running").await.unwrap().unwrap();
        let seen = log.version();
        let entries = vec![log.append(Entry { at_ms: 7_000, event: Event::BrokenOff, clock: None }).unwrap()];
        store.commit(&Change { entries, ..Change::none("running", &log, seen) }, &[]).await.unwrap();
        assert_eq!(store.unarchived(10).await.unwrap(), [""; 0]);
        store.archive("running").await.unwrap();
        assert!(!find(&store, Wanted::default()).await.contains(&"running".to_owned()));
    })
    .await;
}

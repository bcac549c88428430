//! Order: whom people ignore, what they report, what moderators do, and who may do it to whom.

use crate::common::{Place, everywhere, meet, new_game, person, sits};
use hnefi_live::{NewGame, Seats};
use hnefi_rules::BySide;
use hnefi_store::{
    Agreement, Ignoring, JudgedGame, LogIn, Measure, Moderation, NewAccount, NewReport, ReportKind, Store, StoreError,
};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Members: two moderators, an administrator, and one who is neither.
async fn club(store: &Store) {
    let names = [("ann", "Anna"), ("bo", "Bo"), ("cy", "Cyra"), ("eve", "Eve")];
    meet(store, &names.map(|(id, _)| id)).await;
    for (id, name) in names {
        let new = NewAccount { person: person(id), name: name.parse().unwrap(), password: None, at_ms: 1 };
        store.open_account(new).await.unwrap();
    }
    store.set_administrator(&person("ann"), true, 2).await.unwrap();
    for id in ["bo", "cy"] {
        store.moderate(does("ann", id, Measure::Appoint, 3)).await.unwrap();
    }
}

fn does(actor: &str, to: &str, measure: Measure, at_ms: i64) -> Moderation {
    let actor = (actor != "server").then(|| person(actor));
    Moderation { actor, person: person(to), measure, why: "because".to_owned(), at_ms }
}

fn report(by: &str, about: &str, at_ms: i64) -> NewReport {
    NewReport {
        reporter: person(by),
        about: person(about),
        game: None,
        kind: ReportKind::Insult,
        words: "he was rude".to_owned(),
        said: "you fool".to_owned(),
        at_ms,
    }
}

#[tokio::test]
async fn nobody_acts_on_himself_above_himself_or_without_the_right() {
    everywhere(async |place| {
        let store = place.open().await;
        club(&store).await;
        for (actor, to) in [("eve", "bo"), ("bo", "bo"), ("bo", "ann"), ("bo", "cy"), ("ann", "ann"), ("nobody", "eve")]
        {
            for measure in [
                Measure::Warn,
                Measure::Silence { until_ms: 100 },
                Measure::Close,
                Measure::Rename("Other".parse().unwrap()),
                Measure::AnnulSince { since_ms: 0 },
                Measure::Appoint,
                Measure::Dismiss,
            ] {
                let done = store.moderate(does(actor, to, measure.clone(), 10)).await;
                assert!(matches!(done, Err(StoreError::NotAllowed)), "{actor} {measure:?} {to}");
            }
        }
        assert!(matches!(store.moderate(does("bo", "eve", Measure::Appoint, 10)).await, Err(StoreError::NotAllowed)));
        assert!(matches!(store.moderate(does("bo", "nobody", Measure::Warn, 10)).await, Err(StoreError::NoAccount)));
        assert!(store.done_to(&person("eve")).await.unwrap().is_empty(), "nothing was done and nothing noted");
        store.moderate(does("bo", "eve", Measure::Warn, 10)).await.unwrap();
        store.moderate(does("ann", "cy", Measure::Warn, 10)).await.unwrap();
        store.moderate(does("server", "ann", Measure::Warn, 10)).await.unwrap();
        // Who was a moderator, or is closed, is none any more.
        store.moderate(does("ann", "bo", Measure::Dismiss, 11)).await.unwrap();
        store.moderate(does("ann", "cy", Measure::Close, 11)).await.unwrap();
        let (token, known) = ("late".to_owned(), "device".to_owned());
        let late = LogIn { person: person("cy"), token, device: None, known, instead: None, at_ms: 12 };
        assert!(matches!(store.log_in(late).await, Err(StoreError::NoAccount)));
        assert_eq!(store.session("late").await.unwrap(), None);
        for actor in ["bo", "cy"] {
            assert!(matches!(store.moderate(does(actor, "eve", Measure::Warn, 12)).await, Err(StoreError::NotAllowed)));
        }
    })
    .await;
}

/// A rated game that is over.
async fn rated(store: &Store, place: &Place, number: i64, players: [&str; 2]) -> String {
    let id = format!("rated{number}");
    let seats = Seats { attackers: sits(players[0], 0), defenders: sits(players[1], 0) };
    store.make(&NewGame { seats, ..new_game(&id) }, &[]).await.unwrap();
    let [attackers, defenders] = players;
    let sql = format!(
        "insert into rating_queue (number, kind, game, at_ms, list, ruleset_id, attackers, defenders, winner) values \
         ({number}, 'ended', '{id}', {number}, 'copenhagen slow people', 'copenhagen', '{attackers}', '{defenders}', 'attackers')"
    );
    place.tamper(&sql).await;
    id
}

#[tokio::test]
async fn nobody_annuls_a_game_of_his_own_or_of_somebody_above_him() {
    everywhere(async |place| {
        let store = place.open().await;
        club(&store).await;
        meet(&store, &["di"]).await;
        let new = NewAccount { person: person("di"), name: "Dirk".parse().unwrap(), password: None, at_ms: 1 };
        store.open_account(new).await.unwrap();
        let lost = rated(&store, place, 1, ["eve", "bo"]).await;
        let with_another = rated(&store, place, 2, ["cy", "eve"]).await;
        let annulled =
            async || place.ask("select game from rating_queue where kind = 'annulled' order by number").await;
        for game in [&lost, &with_another] {
            let refused = store.moderate(does("bo", "eve", Measure::Annul { game: game.clone() }, 10)).await;
            assert!(matches!(refused, Err(StoreError::NotAllowed)), "{game}: {refused:?}");
        }
        let refused = store.moderate(does("bo", "eve", Measure::AnnulSince { since_ms: 0 }, 10)).await;
        assert!(matches!(refused, Err(StoreError::NotAllowed)), "there are no others: {refused:?}");
        assert_eq!(annulled().await, [""; 0]);
        let of_others = rated(&store, place, 3, ["di", "eve"]).await;
        store.moderate(does("bo", "eve", Measure::AnnulSince { since_ms: 0 }, 11)).await.unwrap();
        assert_eq!(annulled().await, [of_others], "the rest stays");
        store.moderate(does("ann", "eve", Measure::Annul { game: lost.clone() }, 12)).await.unwrap();
        store.moderate(does("server", "eve", Measure::AnnulSince { since_ms: 0 }, 13)).await.unwrap();
        assert_eq!(annulled().await.len(), 3);
    })
    .await;
}

#[tokio::test]
async fn what_is_done_is_noted_by_numbers_and_holds() {
    everywhere(async |place| {
        let store = place.open().await;
        club(&store).await;
        let eve = person("eve");
        store.moderate(does("bo", "eve", Measure::Warn, 10)).await.unwrap();
        assert_eq!(store.warned().await.unwrap(), vec![eve.clone()]);
        assert_eq!(store.unread_warnings(&eve).await.unwrap()[0].words, "because");
        store.read_warnings(&eve, 11).await.unwrap();
        assert!(store.warned().await.unwrap().is_empty() && store.unread_warnings(&eve).await.unwrap().is_empty());

        store.moderate(does("bo", "eve", Measure::Silence { until_ms: 5 * DAY_MS }, 12)).await.unwrap();
        assert_eq!(store.account(&eve).await.unwrap().unwrap().silenced_ms, Some(5 * DAY_MS));
        store.moderate(does("bo", "eve", Measure::EndSilence, 13)).await.unwrap();
        assert_eq!(store.account(&eve).await.unwrap().unwrap().silenced_ms, None);

        store.moderate(does("bo", "eve", Measure::TurnAway { until_ms: 9 * DAY_MS }, 13)).await.unwrap();
        assert_eq!(store.turned_away(14).await.unwrap(), vec![(eve.clone(), 9 * DAY_MS)]);
        assert_eq!(store.turned_away(9 * DAY_MS).await.unwrap(), vec![], "it ends by itself");
        store.moderate(does("bo", "eve", Measure::LetIn, 13)).await.unwrap();
        assert_eq!(store.turned_away(14).await.unwrap(), vec![]);

        store.moderate(does("bo", "eve", Measure::Rename("Player One".parse().unwrap()), 14)).await.unwrap();
        assert_eq!(store.name(&eve).await.unwrap().unwrap().as_str(), "Player One");
        assert!(store.account_named(&"Eve".parse().unwrap()).await.unwrap().is_none(), "the bad name leads nowhere");
        assert!(store.is_taken(&"Eve".parse().unwrap(), None).await.unwrap(), "and nobody gets it");
        let taken = store.moderate(does("bo", "eve", Measure::Rename("Anna".parse().unwrap()), 15)).await;
        assert!(matches!(taken, Err(StoreError::NameTaken)));
        store.rename_account(&eve, "Evelyn".parse().unwrap(), 40 * DAY_MS).await.unwrap();

        let done = store.done_to(&eve).await.unwrap();
        let acts: Vec<&str> = done.iter().map(|done| done.act.as_str()).collect();
        assert_eq!(acts, ["rename", "end-silence", "let-in", "turn-away", "silence", "warn"]);
        assert_eq!((done[4].actor.as_ref(), done[4].until_ms), (Some(&person("bo")), Some(5 * DAY_MS)));
        store.delete_account(&eve, 20).await.unwrap();
        assert_eq!(store.done_to(&eve).await.unwrap().len(), 6, "the log stays");
        let log = place.ask("select person || act || why || coalesce(actor, '') from moderation").await.join(" ");
        assert!(["Eve", "Evelyn", "Player"].iter().all(|name| !log.contains(name)), "without a name: {log}");
    })
    .await;
}

#[tokio::test]
async fn reports_are_made_once_answered_once_and_go() {
    everywhere(async |place| {
        let store = place.open().await;
        club(&store).await;
        store.report(report("eve", "bo", 10)).await.unwrap();
        assert!(matches!(store.report(report("eve", "bo", 11)).await, Err(StoreError::Reported)));
        let other = NewReport { kind: ReportKind::Cheating, game: Some("g".to_owned()), ..report("eve", "bo", 12) };
        store.report(other).await.unwrap();
        store.report(report("ann", "eve", 13)).await.unwrap();
        let open = store.open_reports(10).await.unwrap();
        assert_eq!(open.iter().map(|report| report.number).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!((open[0].made.said.as_str(), open[0].about_shown.name().unwrap().as_str()), ("you fool", "Bo"));
        assert!(store.is_reported("g").await.unwrap() && !store.is_reported("h").await.unwrap());

        let answer = |actor: &'static str, number| {
            let store = store.clone();
            async move { store.answer_report(Some(&person(actor)), number, "seen", 20).await }
        };
        assert!(matches!(answer("eve", 3).await, Err(StoreError::NotAllowed)), "no moderator");
        assert!(matches!(answer("bo", 1).await, Err(StoreError::NotAllowed)), "about himself");
        assert!(matches!(answer("bo", 9).await, Err(StoreError::NoReport)));
        answer("bo", 3).await.unwrap();
        assert!(matches!(answer("bo", 3).await, Err(StoreError::NoReport)), "it is answered");
        answer("ann", 1).await.unwrap();
        assert_eq!(store.reports_by(&person("eve")).await.unwrap()[1].answer.as_deref(), Some("seen"));
        assert_eq!(store.open_reports(10).await.unwrap().len(), 1);
        store.prune(20 + 181 * DAY_MS).await.unwrap();
        assert!(store.reports_about(&person("eve")).await.unwrap().is_empty());
        store.delete_account(&person("eve"), 30).await.unwrap();
        assert!(store.open_reports(10).await.unwrap().is_empty(), "what she had reported goes with her");
    })
    .await;
}

#[tokio::test]
async fn who_blocks_somebody_has_nothing_to_do_with_him_either_way() {
    everywhere(async |place| {
        let store = place.open().await;
        club(&store).await;
        let (ann, eve) = (person("ann"), person("eve"));
        store.ignore(&ann, &eve, Some(Ignoring::Mute), 1).await.unwrap();
        assert!(store.apart_from(&eve).await.unwrap().is_empty());
        store.ignore(&ann, &eve, Some(Ignoring::Block), 2).await.unwrap();
        store.ignore(&ann, &ann, Some(Ignoring::Block), 2).await.unwrap();
        assert_eq!(
            store.ignored_by(&ann).await.unwrap().into_iter().collect::<Vec<_>>(),
            [(eve.clone(), Ignoring::Block)]
        );
        for (one, other) in [(&ann, &eve), (&eve, &ann)] {
            assert_eq!(store.apart_from(one).await.unwrap().into_iter().collect::<Vec<_>>(), vec![other.clone()]);
        }
        store.ignore(&ann, &eve, None, 3).await.unwrap();
        assert!(store.apart_from(&eve).await.unwrap().is_empty());
        store.ignore(&ann, &eve, Some(Ignoring::Block), 4).await.unwrap();
        store.delete_account(&eve, 5).await.unwrap();
        assert!(store.ignored_by(&ann).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_guest_is_silenced_warned_and_turned_away_but_not_closed() {
    everywhere(async |place| {
        let store = place.open().await;
        club(&store).await;
        meet(&store, &["guest"]).await;
        let guest = person("guest");
        for measure in
            [Measure::Warn, Measure::Silence { until_ms: 5 * DAY_MS }, Measure::TurnAway { until_ms: 6 * DAY_MS }]
        {
            let refused = store.moderate(does("eve", "guest", measure.clone(), 10)).await;
            assert!(matches!(refused, Err(StoreError::NotAllowed)), "by a moderator alone");
            let nobody = store.moderate(does("bo", "nobody", measure.clone(), 10)).await;
            assert!(matches!(nobody, Err(StoreError::NoAccount)));
            store.moderate(does("bo", "guest", measure, 10)).await.unwrap();
        }
        let restraint = store.restraint(&guest).await.unwrap().unwrap();
        assert_eq!((restraint.silenced_ms, restraint.turned_away_ms), (Some(5 * DAY_MS), Some(6 * DAY_MS)));
        assert_eq!(store.restraint(&person("nobody")).await.unwrap(), None);
        for measure in [Measure::Close, Measure::Reopen, Measure::Appoint, Measure::Rename("Other".parse().unwrap())] {
            assert!(store.moderate(does("ann", "guest", measure, 11)).await.is_err());
        }
        store.moderate(does("server", "guest", Measure::EndSilence, 12)).await.unwrap();
        store.moderate(does("server", "guest", Measure::LetIn, 13)).await.unwrap();
        assert_eq!(store.restraint(&guest).await.unwrap(), Some(Default::default()));
        let acts: Vec<String> = store.done_to(&guest).await.unwrap().into_iter().map(|done| done.act).collect();
        assert_eq!(acts.len(), 5, "all of it is in the log: {acts:?}");
    })
    .await;
}

#[tokio::test]
async fn agreement_with_the_engine_is_compared_with_players_of_like_rating() {
    everywhere(async |place| {
        let store = place.open().await;
        meet(&store, &["ann", "bo", "cy", "di"]).await;
        let list: hnefi_ratings::List = "copenhagen slow people".parse().unwrap();
        for (name, points) in [("ann", 1500), ("bo", 1600), ("cy", 1900), ("di", 1450)] {
            place
                .tamper(&format!(
                    "insert into rating (list, person, number, points, deviation, volatility, games, played_ms) \
                     values ('{list}', '{name}', 1, {points}000000, 1, 1, 1, 1)"
                ))
                .await;
        }
        for (number, (game, attackers, defenders)) in
            [("a", "ann", "bo"), ("b", "bo", "cy"), ("c", "ann", "bo")].into_iter().enumerate()
        {
            store.make(&new_game(game), &[]).await.unwrap();
            place
                .tamper(&format!(
                    "insert into rating_queue (number, kind, game, at_ms, list, ruleset_id, attackers, defenders) \
                     values ({}, 'ended', '{game}', 1, '{list}', 'copenhagen', '{attackers}', '{defenders}')",
                    number + 1
                ))
                .await;
            let of = |positions, agreed| Agreement { positions, agreed, lost: positions * 3 };
            let sides = BySide { attackers: of(10, 4), defenders: of(20, 10) };
            let engine = if game == "c" { "another" } else { "ours" };
            store
                .keep_judged(JudgedGame { game: game.to_owned(), engine: engine.to_owned(), sides, at_ms: 1 })
                .await
                .unwrap();
        }
        let bo = (2, Agreement { positions: 30, agreed: 14, lost: 90 });
        assert_eq!(store.agreement(&person("bo"), list, "ours").await.unwrap(), bo);
        let beside = store.agreement_beside(&person("ann"), list, "ours", 200.0).await.unwrap();
        assert_eq!(beside, [bo], "of Di nothing was compared, and Cyra is too strong");
        assert_eq!(store.agreement_beside(&person("nobody"), list, "ours", 200.0).await.unwrap(), []);
    })
    .await;
}

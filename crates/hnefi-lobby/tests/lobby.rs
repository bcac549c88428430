//! Seeks come and go.

use hnefi_live::PersonId;
use hnefi_lobby::{AWAY_MS, Applicant, Lobby, MOST_SEEKS, REMEMBERED_MS, Seek, SeekError, waits_until};
use hnefi_rules::Side;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

fn person(name: &str) -> PersonId {
    PersonId::new(name)
}

fn seek(by: &str, control: &str) -> Seek {
    Seek::new(person(by), "copenhagen", control.parse().unwrap(), 0)
}

fn member(name: &str, rating: f64) -> Applicant {
    Applicant { person: person(name), account: true, bot: false, rating, apart: Default::default(), waits: 0 }
}

fn ids(lobby: &Lobby) -> Vec<&str> {
    lobby.seeks().map(|(id, _)| id).collect()
}

/// Bo takes a seek, and the game `g` is made.
fn take(lobby: &mut Lobby, now_ms: i64, id: &str) {
    let seek = lobby.handle_take(id, &Applicant::guest(person("bo"))).unwrap();
    assert_eq!(lobby.handle_take(id, &Applicant::guest(person("cy"))), Err(SeekError::Gone), "one is quicker");
    lobby.handle_made(now_ms, seek, &person("bo"), "g");
}

#[test]
fn a_live_seek_waits_thirty_seconds_for_who_has_gone() {
    let mut lobby = Lobby::default();
    lobby.handle_enter(1, person("ann"));
    lobby.handle_enter(2, person("ann"));
    lobby.handle_post(1_000, "s", seek("ann", "10+5")).unwrap();
    assert_eq!(lobby.next_time(), None, "nothing ends while she is here");
    assert_eq!(lobby.handle_time(DAY_MS), [""; 0]);
    lobby.handle_leave(DAY_MS, 1);
    assert_eq!(lobby.next_time(), None, "her other page is open");
    lobby.handle_leave(DAY_MS + 5, 2);
    lobby.handle_leave(DAY_MS + 9, 2);
    assert_eq!(lobby.next_time(), Some(DAY_MS + 5 + AWAY_MS));
    assert_eq!(lobby.handle_time(DAY_MS + 4 + AWAY_MS), [""; 0]);

    // Whoever comes back in time keeps it.
    lobby.handle_enter(3, person("ann"));
    assert_eq!(lobby.handle_time(2 * DAY_MS), [""; 0]);
    lobby.handle_leave(2 * DAY_MS, 3);
    assert_eq!(lobby.handle_time(2 * DAY_MS + AWAY_MS), ["s"]);
    assert_eq!((ids(&lobby), lobby.next_time()), (vec![], None));
}

#[test]
fn who_never_comes_has_thirty_seconds_too() {
    let mut lobby = Lobby::default();
    lobby.handle_post(1_000, "s", Seek { made_ms: 1_000, ..seek("ann", "10+5") }).unwrap();
    assert_eq!(lobby.next_time(), Some(1_000 + AWAY_MS));
    assert_eq!(lobby.handle_time(1_000 + AWAY_MS), ["s"]);
}

#[test]
fn a_seek_of_days_stands_for_fourteen_days_whoever_is_here() {
    let mut lobby = Lobby::default();
    lobby.handle_enter(1, person("ann"));
    lobby.handle_post(0, "s", seek("ann", "2d")).unwrap();
    lobby.handle_leave(1, 1);
    assert_eq!(lobby.next_time(), Some(14 * DAY_MS));
    assert_eq!(lobby.handle_time(14 * DAY_MS - 1), [""; 0]);
    assert_eq!(lobby.handle_time(14 * DAY_MS), ["s"]);
}

#[test]
fn who_may_take_a_seek() {
    let mut lobby = Lobby::default();
    let rated = Seek { rated: true, range: Some("1400-1600".parse().unwrap()), ..seek("ann", "10+5") };
    lobby.handle_post(0, "rated", rated).unwrap();
    lobby.handle_post(0, "friendly", seek("ann", "10+5")).unwrap();
    let check = |id: &str, who: Applicant, expected: Option<SeekError>| {
        assert_eq!(lobby.acceptable(id, &who).err(), expected, "{id} {who:?}");
    };
    check("rated", member("ann", 1500.0), Some(SeekError::Own));
    check("friendly", Applicant::guest(person("ann")), Some(SeekError::Own));
    check("rated", Applicant::guest(person("bo")), Some(SeekError::NeedsAccount));
    check("rated", member("bo", 1399.4), Some(SeekError::OutOfRange));
    check("rated", member("bo", 1400.0), None);
    check("friendly", Applicant::guest(person("bo")), None);
    check("another", member("bo", 1500.0), Some(SeekError::Gone));
}

#[test]
fn a_game_ends_what_else_both_looked_for_at_once() {
    let mut lobby = Lobby::default();
    for (id, seek) in [
        ("ann live", seek("ann", "10+5")),
        ("ann live too", seek("ann", "3+2")),
        ("ann days", seek("ann", "2d")),
        ("bo live", seek("bo", "10+5")),
        ("bo days", seek("bo", "3d")),
        ("cy live", seek("cy", "10+5")),
    ] {
        lobby.handle_post(0, id, seek).unwrap();
    }
    let mut days = lobby.clone();
    take(&mut lobby, 1, "ann live");
    assert_eq!(ids(&lobby), ["ann days", "bo days", "cy live"]);
    // A game of days is no reason not to play now, and nobody is called away for it.
    days.handle_enter(1, person("ann"));
    take(&mut days, 1, "ann days");
    assert_eq!(ids(&days), ["ann live", "ann live too", "bo days", "bo live", "cy live"]);
    assert_eq!(days.called_to(1), None);
}

#[test]
fn every_page_of_who_looked_for_a_game_is_called_to_it_once() {
    let mut lobby = Lobby::default();
    lobby.handle_enter(1, person("ann"));
    lobby.handle_enter(2, person("ann"));
    lobby.handle_enter(3, person("bo"));
    lobby.handle_post(0, "s", seek("ann", "10+5")).unwrap();
    take(&mut lobby, 1, "s");
    assert_eq!(lobby.called_to(1).as_deref(), Some("g"));
    assert_eq!(lobby.called_to(1), None);
    assert_eq!(lobby.called_to(3), None, "who takes it goes there by himself");
    assert_eq!(lobby.called_to(2).as_deref(), Some("g"));
}

#[test]
fn who_was_away_just_then_is_called_when_he_comes_back() {
    let mut lobby = Lobby::default();
    lobby.handle_enter(1, person("ann"));
    lobby.handle_post(0, "s", seek("ann", "10+5")).unwrap();
    lobby.handle_leave(1_000, 1);
    take(&mut lobby, 2_000, "s");
    let mut late = lobby.clone();
    lobby.handle_enter(2, person("ann"));
    assert_eq!(lobby.called_to(2).as_deref(), Some("g"));

    // The line broke before its page was told.
    let mut broken = Lobby::default();
    broken.handle_enter(1, person("ann"));
    broken.handle_post(0, "s", seek("ann", "10+5")).unwrap();
    take(&mut broken, 1_000, "s");
    broken.handle_leave(1_001, 1);
    broken.handle_enter(2, person("ann"));
    assert_eq!(broken.called_to(2).as_deref(), Some("g"));

    // The line that was told was dead, and nobody knew it yet.
    let mut dead = Lobby::default();
    dead.handle_enter(1, person("ann"));
    dead.handle_post(0, "s", seek("ann", "10+5")).unwrap();
    take(&mut dead, 1_000, "s");
    assert_eq!(dead.called_to(1).as_deref(), Some("g"));
    dead.handle_enter(2, person("ann"));
    assert_eq!(dead.called_to(2).as_deref(), Some("g"));
    // So is one that comes when it is known; but nobody who has come to the game.
    dead.handle_leave(2_000, 2);
    dead.handle_leave(2_000, 1);
    dead.handle_enter(3, person("ann"));
    assert_eq!(dead.called_to(3).as_deref(), Some("g"));
    dead.handle_come(&person("ann"), "g");
    dead.handle_enter(4, person("ann"));
    assert_eq!(dead.called_to(4), None);

    // Later it is no news.
    assert_eq!(late.next_time(), Some(2_000 + AWAY_MS));
    late.handle_time(2_000 + AWAY_MS);
    late.handle_enter(2, person("ann"));
    assert_eq!((late.called_to(2), late.next_time()), (None, None));
}

#[test]
fn a_seek_whose_game_could_not_be_made_stands_again() {
    let mut lobby = Lobby::default();
    lobby.handle_post(0, "s", seek("ann", "10+5")).unwrap();
    let taken = lobby.handle_take("s", &Applicant::guest(person("bo"))).unwrap();
    assert_eq!(ids(&lobby), [""; 0]);
    lobby.handle_not_made("s", taken);
    assert_eq!(ids(&lobby), ["s"]);
}

#[test]
fn nobody_is_taken_into_two_live_games_at_once() {
    let mut lobby = Lobby::default();
    lobby.handle_post(0, "s", seek("ann", "10+5")).unwrap();
    lobby.handle_post(0, "slower", seek("ann", "30+0")).unwrap();
    lobby.handle_post(0, "other", seek("di", "10+5")).unwrap();
    let (bo, cy) = (Applicant::guest(person("bo")), Applicant::guest(person("cy")));
    let taken = lobby.handle_take("s", &bo).unwrap();
    assert_eq!(lobby.handle_take("slower", &cy), Err(SeekError::Gone), "Ann is about to play");
    assert_eq!(lobby.handle_take("other", &bo), Err(SeekError::Gone), "so is Bo");
    // The game could not be made: all is as it was.
    lobby.handle_not_made("s", taken);
    let taken = lobby.handle_take("slower", &cy).unwrap();
    lobby.handle_made(1, taken, &person("cy"), "g");
    assert_eq!(ids(&lobby), ["other"]);
    lobby.handle_take("other", &bo).unwrap();
}

#[test]
fn who_looks_for_what_somebody_offers_is_told_of_it() {
    let mut lobby = Lobby::default();
    lobby.handle_post(0, "later", Seek { made_ms: 5, ..seek("ann", "10+5") }).unwrap();
    lobby.handle_post(0, "attacks", Seek { side: Some(Side::Attackers), made_ms: 1, ..seek("cy", "10+5") }).unwrap();
    let check = |wanted: Seek, expected: Option<&str>| {
        assert_eq!(lobby.matching(&wanted, &Applicant::guest(wanted.by.clone())), expected, "{wanted:?}");
    };
    check(seek("bo", "10+5"), Some("attacks"));
    check(Seek { side: Some(Side::Defenders), ..seek("bo", "10+5") }, Some("attacks"));
    check(Seek { side: Some(Side::Attackers), ..seek("bo", "10+5") }, Some("later"));
    check(seek("cy", "10+5"), Some("later"));
    check(seek("bo", "10+6"), None);
    check(Seek { rules: "brandubh".to_owned(), ..seek("bo", "10+5") }, None);
    check(Seek { rated: true, ..seek("bo", "10+5") }, None);
    check(Seek { range: Some("0-4000".parse().unwrap()), ..seek("bo", "10+5") }, None);
}

#[test]
fn a_challenge_is_for_one_person_who_may_decline_it() {
    let mut lobby = Lobby::default();
    let challenge = Seek { to: Some(person("bo")), ..seek("ann", "2d") };
    assert_eq!(["ann", "bo", "cy"].map(|name| challenge.is_seen_by(&person(name))), [true, true, false]);
    lobby.handle_post(0, "c", challenge.clone()).unwrap();
    assert_eq!(lobby.acceptable("c", &member("cy", 1500.0)).err(), Some(SeekError::Gone));
    assert!(lobby.acceptable("c", &member("bo", 1500.0)).is_ok());
    assert_eq!(
        lobby.matching(&seek("bo", "2d"), &member("bo", 1500.0)),
        None,
        "he is asked, and not taken at his word"
    );
    assert!(!lobby.handle_withdraw("c", &person("cy")));
    assert!(lobby.handle_withdraw("c", &person("bo")));
    lobby.handle_post(0, "c", challenge.clone()).unwrap();
    lobby.handle_post(0, "b", seek("bo", "2d")).unwrap();
    lobby.handle_post(0, "d", seek("ann", "2d")).unwrap();
    assert_eq!(lobby.handle_gone(&person("bo")), ["b", "c"]);
    assert_eq!(ids(&lobby), ["d"]);
    let himself = Seek { to: Some(person("ann")), ..challenge };
    assert_eq!(lobby.handle_post(0, "c", himself), Err(SeekError::Own));
}

#[test]
fn what_cannot_be_looked_for() {
    let mut lobby = Lobby::default();
    let house = Seek { rated: true, rules: "1.abc".to_owned(), ..seek("ann", "10+5") };
    assert_eq!(lobby.handle_post(0, "s", house), Err(SeekError::NotRated));
    lobby.handle_post(0, "s", seek("ann", "10+5")).unwrap();
    assert_eq!(lobby.handle_post(9, "t", Seek { made_ms: 9, ..seek("ann", "10+5") }), Err(SeekError::Same));
    for days in 1..MOST_SEEKS {
        lobby.handle_post(0, &format!("d{days}"), seek("ann", &format!("{days}d"))).unwrap();
    }
    assert_eq!(lobby.handle_post(0, "u", seek("ann", "9d")), Err(SeekError::TooMany));
    lobby.handle_post(0, "u", seek("bo", "9d")).unwrap();
    assert!(!lobby.handle_withdraw("s", &person("bo")), "it is not his");
    assert!(lobby.handle_withdraw("s", &person("ann")));
    assert!(!lobby.handle_withdraw("s", &person("ann")));
    lobby.handle_post(0, "s", seek("ann", "9d")).unwrap();
}

#[test]
fn whatever_happens_nobody_plays_himself_and_nothing_waits_forever() {
    for round in 0..200 {
        let mut lot = fastrand::Rng::with_seed(round);
        let mut lobby = Lobby::default();
        let people = ["ann", "bo", "cy"].map(person);
        let mut now = 0;
        for step in 0..300 {
            now += lot.i64(0..20_000);
            let one = people[lot.usize(..3)].clone();
            let some = lobby.seeks().nth(lot.usize(..4)).map(|(id, _)| id.to_owned());
            match (lot.u8(..6), some) {
                (0, _) => lobby.handle_enter(lot.u64(..6), one),
                (1, _) => lobby.handle_leave(now, lot.u64(..6)),
                (2, _) => {
                    let control = ["10+5", "3+2", "2d"][lot.usize(..3)];
                    let new = Seek { made_ms: now, ..seek(one.as_str(), control) };
                    let _ = lobby.handle_post(now, &format!("s{step}"), new);
                }
                (3, Some(id)) => {
                    if let Ok(seek) = lobby.handle_take(&id, &Applicant::guest(one.clone())) {
                        assert_ne!(seek.by, one);
                        assert_eq!(lobby.seek(&id), None);
                        match lot.bool() {
                            true => lobby.handle_made(now, seek, &one, &format!("g{step}")),
                            false => lobby.handle_not_made(&id, seek),
                        }
                    }
                }
                (4, Some(id)) => {
                    lobby.handle_withdraw(&id, &one);
                }
                _ => {
                    lobby.handle_time(now);
                    assert!(lobby.next_time().is_none_or(|next| next > now));
                }
            }
        }
        for connection in 0..6 {
            lobby.handle_leave(now, connection);
        }
        lobby.handle_time(now + 15 * DAY_MS);
        assert_eq!((ids(&lobby), lobby.next_time()), (vec![], None));
    }
}

#[test]
fn a_bot_takes_challenges_to_it_and_no_open_seeks_and_is_rated_among_bots() {
    let mut lobby = Lobby::default();
    let bot = Applicant { bot: true, ..member("engine", 2000.0) };
    let open = Seek::new(person("ann"), "brandubh", "3+2".parse().unwrap(), 0);
    let challenge = Seek { to: Some(person("engine")), ..open.clone() };
    lobby.handle_post(0, "open", open).unwrap();
    lobby.handle_post(0, "challenge", challenge.clone()).unwrap();
    assert_eq!(lobby.acceptable("open", &bot), Err(SeekError::ByChallenge));
    assert_eq!(lobby.acceptable("challenge", &bot), Ok(&challenge));
    let between = Seek { pool: hnefi_ratings::Pool::Bots, ..challenge };
    assert_eq!(between.list().unwrap().to_string(), "seven fast bots");
}

#[test]
fn who_gets_away_from_games_again_and_again_waits_longer_each_time() {
    let minute = 60_000;
    let mut dodges = Vec::new();
    let mut waited = Vec::new();
    for number in 0..12 {
        let at = number * minute;
        dodges.push(at);
        waited.push(waits_until(&dodges).map_or(0, |until| (until - at) / minute));
    }
    assert_eq!(waited, [0, 0, 10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440]);
    // A longer wait from before is not cut short, and none lasts beyond what is remembered.
    let late = [0, 1, 2, 3, 4, 5, 6, 7, 8, DAY_MS + 7];
    assert_eq!(waits_until(&late), Some(8 + 640 * minute));
    assert!(waits_until(&(0..5_000).collect::<Vec<_>>()).unwrap() < REMEMBERED_MS + 5_000);
}

#[test]
fn who_has_to_wait_takes_no_seek() {
    let mut lobby = Lobby::default();
    lobby.handle_enter(1, person("ann"));
    lobby.handle_post(1_000, "s", seek("ann", "10+5")).unwrap();
    let waits = Applicant { waits: 7, ..member("bo", 1500.0) };
    assert_eq!(lobby.handle_take("s", &waits), Err(SeekError::Waits(7)));
    assert_eq!(lobby.matching(&seek("bo", "10+5"), &waits), None);
    assert!(lobby.handle_take("s", &Applicant { waits: 0, ..waits }).is_ok());
}

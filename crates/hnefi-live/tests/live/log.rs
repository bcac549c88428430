//! What a log allows, and what it says that is to be stored.

use std::sync::Arc;

use hnefi_live::{Entry, Event, EventError, GameStatus, Log, OfferKind, Sides};
use hnefi_rules::{Ending, Game, GameError, Ground, Intent, JUDGE, Offer, Outcome, Referee, Setup, Side, leaflet};

fn log() -> Log {
    Log::new(Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()))), 0)
}

fn at(at_ms: i64, event: Event) -> Entry {
    Entry::new(at_ms, event)
}

fn ply(log: &Log, mv: &str) -> Event {
    let (from, to) = mv.split_once('-').unwrap();
    let intent = Intent { from: from.parse().unwrap(), to: to.parse().unwrap() };
    Event::Ply { mv: log.game().legal(intent).unwrap(), client_id: None }
}

#[test]
fn a_row_says_what_a_ply_did() {
    let mut log = log();
    for (number, mv) in ["d1-d4", "f8-d8", "g1-g3"].into_iter().enumerate() {
        let written = log.append(at(number as i64, ply(&log, mv))).unwrap();
        assert_eq!(written.by, Some(if number % 2 == 0 { Side::Attackers } else { Side::Defenders }));
        assert_eq!(written.ply.unwrap().number, number as u32);
        assert_eq!((written.outcome, written.judge), (None, JUDGE));
    }
    assert_eq!(log.plies(), 3);
    let written = log.append(at(3, Event::TakenBack { by: Side::Defenders })).unwrap();
    assert_eq!((written.ply, log.plies(), log.version()), (None, 1, 4));
}

#[test]
fn a_claim_that_the_board_refutes_is_not_made_and_stays_where_it_was_made() {
    let mut log = log();
    let claim = OfferKind::Game(Offer::Claim(Ground::KingAtSide));
    let offered = at(1, Event::Offered { by: Side::Attackers, offer: claim });
    let before = log.clone();
    assert!(matches!(log.append(offered.clone()), Err(EventError::Game(GameError::Untrue(_)))));
    assert_eq!(log, before);
    // A record of a time when it was heard.
    log.apply(&offered).unwrap();
    log.apply(&at(2, Event::Accepted { by: Side::Defenders })).unwrap();
    assert_eq!(log.game().outcome(), Some(Outcome::draw(Ending::Claim(Ground::KingAtSide))));
}

const TAKE_BACK: OfferKind = OfferKind::Game(Offer::TakeBack);
const DRAW: OfferKind = OfferKind::Game(Offer::Draw);

/// A log in which these things were done, a move or what somebody offers or answers at a time.
fn after(happened: &[&dyn Fn(&Log) -> Event]) -> Log {
    let mut log = log();
    for (at_ms, event) in happened.iter().enumerate() {
        let event = event(&log);
        log.append(at(at_ms as i64, event)).unwrap();
    }
    log
}

#[test]
fn a_wish_to_take_back_is_granted_once_and_lapses_with_a_move() {
    let wish = |by| move |_: &Log| Event::Offered { by, offer: TAKE_BACK };
    let mut asked = after(&[&|log| ply(log, "d1-d4"), &|log| ply(log, "f8-g8"), &wish(Side::Attackers)]);
    let mut moved_on = asked.clone();
    let next = ply(&asked, "e1-e4");
    asked.append(at(5, Event::Accepted { by: Side::Defenders })).unwrap();
    assert_eq!((asked.plies(), asked.pending()), (0, None));
    let again = at(6, Event::Accepted { by: Side::Defenders });
    assert_eq!(asked.append(again).unwrap_err(), GameError::NoOffer.into());
    // Who moves instead has thought better of it.
    moved_on.append(at(5, next)).unwrap();
    assert_eq!(moved_on.pending(), None);
    let accepted = at(6, Event::Accepted { by: Side::Defenders });
    assert_eq!(moved_on.clone().append(accepted.clone()).unwrap_err(), GameError::NoOffer.into());
    // A record of a time when it stood on is read as it was.
    moved_on.apply(&accepted).unwrap();
    assert_eq!(moved_on.plies(), 2);
    moved_on.apply(&accepted).unwrap();
    assert_eq!(moved_on.plies(), 0);
}

#[test]
fn no_offer_from_before_a_move_that_is_taken_back_stands_again() {
    let (att, def) = (Side::Attackers, Side::Defenders);
    let offer = |by, offer| move |_: &Log| Event::Offered { by, offer };
    let accept = |by| move |_: &Log| Event::Accepted { by };
    let first: &dyn Fn(&Log) -> Event = &|log| ply(log, "d1-d4");
    // The attackers moved instead of answering.
    let passed_by = after(&[&offer(def, DRAW), first, &offer(att, TAKE_BACK), &accept(def)]);
    // The defenders declined.
    let declined =
        after(&[&offer(att, DRAW), first, &|_| Event::Dropped { by: def }, &offer(att, TAKE_BACK), &accept(def)]);
    for (mut log, by) in [(passed_by, att), (declined, def)] {
        assert_eq!((log.plies(), log.pending()), (0, None));
        assert_eq!(log.clone().append(at(9, Event::Accepted { by })).unwrap_err(), GameError::NoOffer.into());
        // A record of a time when it stood again.
        log.apply(&at(9, Event::Accepted { by })).unwrap();
        assert_eq!(log.game().outcome(), Some(Outcome::draw(Ending::Agreement)));
    }
}

#[test]
fn a_claim_lapses_when_its_side_makes_it_untrue() {
    let referee = Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()));
    let setup = Setup::from_rows("/5K5/11/11/11/11/11/11/11/11/11/3ttttt3/").unwrap();
    let position = referee.position(&setup, Side::Defenders).unwrap();
    let mut log = Log::new(Game::from_position(referee, position), 0);
    let claim = OfferKind::Game(Offer::Claim(Ground::KingAtSide));
    log.append(at(1, Event::Offered { by: Side::Defenders, offer: claim })).unwrap();
    let (mut along, mut inwards) = (log.clone(), log);
    along.append(at(2, ply(&along, "f1-g1"))).unwrap();
    assert_eq!(along.pending(), Some((Side::Defenders, claim)), "he is at the side still");
    inwards.append(at(2, ply(&inwards, "f1-f5"))).unwrap();
    assert_eq!(inwards.pending(), None);
}

#[test]
fn nothing_follows_on_a_game_that_was_broken_off_but_a_rematch() {
    let mut log = log();
    log.apply(&at(1, ply(&log, "d1-d4"))).unwrap();
    let draw = Event::Offered { by: Side::Attackers, offer: OfferKind::Game(Offer::Draw) };
    log.apply(&at(2, draw.clone())).unwrap();
    let next = ply(&log, "f8-d8");
    let written = log.append(at(3, Event::BrokenOff)).unwrap();
    assert_eq!((written.by, written.outcome), (None, None));
    assert_eq!((log.turn(), log.pending(), log.is_over()), (None, None, true));
    let status = GameStatus { plies: 1, to_move: None, winner: None, ending: Some(GameStatus::BROKEN_OFF.to_owned()) };
    assert_eq!(log.status(), status);

    let before = log.clone();
    for event in [
        next,
        draw,
        Event::Dropped { by: Side::Defenders },
        Event::Accepted { by: Side::Defenders },
        Event::Resigned { by: Side::Defenders },
        Event::TakenBack { by: Side::Attackers },
        Event::BrokenOff,
    ] {
        assert!(log.apply(&at(4, event.clone())).is_err(), "{event:?}");
        assert_eq!(log, before);
    }
    log.apply(&at(5, Event::Offered { by: Side::Attackers, offer: OfferKind::Rematch(Sides::Swapped) })).unwrap();
    log.apply(&at(6, Event::Accepted { by: Side::Defenders })).unwrap();
    assert!(log.is_broken_off());
}

#[test]
fn a_game_that_is_over_cannot_be_broken_off() {
    let mut log = log();
    log.apply(&at(1, Event::Resigned { by: Side::Attackers })).unwrap();
    assert!(matches!(log.apply(&at(2, Event::BrokenOff)), Err(EventError::Game(_))));
}

#[test]
fn a_row_tells_the_outcome_of_what_ended_the_game_alone() {
    let mut log = log();
    let resigned = log.append(at(1, Event::Resigned { by: Side::Attackers })).unwrap();
    assert_eq!(resigned.outcome, log.game().outcome());
    let rematch = Event::Offered { by: Side::Attackers, offer: OfferKind::Rematch(Sides::Swapped) };
    assert_eq!(log.append(at(2, rematch)).unwrap().outcome, None);
}

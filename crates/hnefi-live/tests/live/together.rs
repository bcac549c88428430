//! Matches of games of days: two begin at once, and the match is over with the second of the last two that ends.

use crate::world::{TAKE_BACK, World, game, person, seat};
use hnefi_clock::Clock;
use hnefi_live::{
    Act, ActError, Action, Arrangement, Event, Limits, MatchLength, MatchResult, NewGame, OfferKind, OtherGame, Seat,
    Sides, Stored,
};
use hnefi_live::{PersonId, Room};
use hnefi_rules::{BySide, Side};

use Side::{Attackers, Defenders};

/// A match between Ann's attackers and Bo's defenders.
fn new_match(control: &str, games: u32) -> NewGame {
    let mut clock = Clock::new(control.parse().unwrap());
    clock.start(Attackers, 0);
    NewGame {
        clock: Some(clock),
        match_length: MatchLength::from_games(games),
        ..game("fetlar-2018", Arrangement::Friend)
    }
}

fn as_other(world: &World) -> OtherGame {
    world.kept.as_other()
}

#[test]
fn both_games_begin_at_once_one_with_each_side_and_once() {
    let mut world = World::new(new_match("2d", 2), Limits::default());
    world.pass(1_000);
    let second = world.kept.next.clone().expect("the second game");
    assert_eq!((second.match_game, second.swapped, second.made_ms), (2, true, 1_000));
    assert_eq!(second.seats[Attackers].person(), Some(&PersonId::new("bo")));
    assert_eq!(second.clock.as_ref().unwrap().running(), Some(Attackers));
    assert_eq!(world.room.other(), Some("next"));
    world.pass(1_000);
    assert!(world.kept.entries.is_empty(), "nothing happened in the first");
    // Both go on, and a move can still be taken back.
    world.play(&person("ann"), "d1-d4").unwrap();
    assert!(world.room.actions(&person("ann")).contains(&Action::TakeBack));
    world.act(&person("ann"), Act::Offer(TAKE_BACK)).unwrap();
    world.act(&person("bo"), Act::Answer { accept: true }).unwrap();
    assert_eq!(world.room.log().plies(), 0);
    assert!(!world.room.has_gone_on());
    let loaded = world.kept.load(Limits::default());
    assert_eq!((loaded.other(), loaded.next()), (world.room.other(), world.room.next()));
}

#[test]
fn the_second_begins_when_the_friend_comes_and_only_where_moves_have_days() {
    let open = NewGame {
        clock: Some(Clock::new("3d".parse().unwrap())),
        seats: BySide { attackers: seat("ann"), defenders: Seat::Open },
        ..new_match("3d", 2)
    };
    let mut world = World::new(open, Limits::default());
    world.pass(1_000);
    assert_eq!(world.kept.next, None, "nobody is there to play it");
    world.act(&person("bo"), Act::Join { side: Defenders }).unwrap();
    assert_eq!(world.kept.entries.iter().map(|entry| &entry.event).collect::<Vec<_>>(), [&Event::ClocksStarted]);
    assert_eq!(world.kept.next.as_ref().unwrap().match_game, 2);
    let mut live = World::new(new_match("10+5", 2), Limits::default());
    live.pass(1_000);
    assert_eq!(live.kept.next, None);
    // Without an id for it, it begins later.
    let mut world = World::new(new_match("2d", 2), Limits::default());
    assert_eq!(world.room.handle_time(hnefi_live::Moment::new(5, "")), None);
    assert!(world.room.handle_downtime(hnefi_live::Moment::new(6, ""), 5).unwrap().next.is_none());
}

#[test]
fn the_match_is_over_when_both_games_are_whichever_ends_first() {
    for first_ends_first in [true, false] {
        let mut first = World::new(new_match("2d", 2), Limits::default());
        first.pass(1_000);
        let mut second = first.go_on();
        // Ann resigns as the attackers of the first game, Bo as those of the second.
        let ends = [("ann", &mut first), ("bo", &mut second)];
        let mut ends: Vec<_> = if first_ends_first { ends.into() } else { ends.into_iter().rev().collect() };
        let (name, early) = &mut ends[0];
        early.act(&person(name), Act::Resign).unwrap();
        assert!(early.room.score().waits());
        assert_eq!(early.room.score().result(), None);
        assert!(!early.room.actions(&person(name)).contains(&Action::Rematch(Sides::Swapped)));
        let refused = if first_ends_first { ActError::MatchWentOn } else { ActError::OtherGameOn };
        for name in ["ann", "bo"] {
            let rematch = Act::Offer(OfferKind::Rematch(Sides::Swapped));
            assert_eq!(early.act(&person(name), rematch), Err(refused));
        }
        let done = as_other(early);
        let (name, late) = &mut ends[1];
        let name = *name;
        // The other game has ended meanwhile: this one is loaded again, and says so.
        late.kept.earlier = vec![done];
        late.kept.next = None;
        late.room = late.kept.load(Limits::default());
        assert_eq!(late.room.score().points, BySide { attackers: 2, defenders: 0 });
        late.act(&person(name), Act::Resign).unwrap();
        assert_eq!(late.room.score().result(), Some(MatchResult::Drawn), "one win each");
        let done = as_other(late);
        let early = &ends[0].1;
        let stored = Stored { log: early.kept.log(), others: vec![done], ..Stored::new(early.kept.made.clone()) };
        assert_eq!(Room::new(stored, Limits::default()).score().result(), Some(MatchResult::Drawn));
    }
}

#[test]
fn a_longer_match_goes_two_by_two() {
    let mut first = World::new(new_match("2d", 4), Limits::default());
    first.pass(1_000);
    let mut second = first.go_on();
    assert_eq!((second.room.other(), first.room.other()), (Some("game"), Some("next")));
    let bo = person("bo");
    // Bo loses both, once with each side; the match goes on from the second game alone, when both are over.
    first.act(&bo, Act::Resign).unwrap();
    assert!(first.room.score().waits());
    second.kept.earlier = vec![as_other(&first)];
    second.room = second.kept.load(Limits::default());
    assert!(!second.room.actions(&bo).contains(&Action::Rematch(Sides::Swapped)), "it goes on");
    second.act(&bo, Act::Resign).unwrap();
    assert_eq!(second.room.score().result(), None, "two games are to come");
    assert!(second.room.actions(&bo).contains(&Action::Rematch(Sides::Swapped)));
    assert!(!first.room.actions(&bo).contains(&Action::Rematch(Sides::Swapped)), "it went on from here already");
    second.act(&bo, Act::Offer(hnefi_live::OfferKind::Rematch(Sides::Swapped))).unwrap();
    let third = second.kept.next.clone().expect("nobody need be asked");
    assert_eq!((third.match_game, third.swapped), (3, false));
    assert_eq!(third.seats[Attackers].person(), Some(&PersonId::new("ann")));
    // The third begins with the fourth beside it.
    second.kept.next.as_mut().unwrap().id = "third".to_owned();
    let mut third = second.go_on();
    third.pass(1_000);
    third.kept.next.as_mut().unwrap().id = "fourth".to_owned();
    third.room = third.kept.load(Limits::default());
    assert_eq!(third.kept.next.as_ref().map(|fourth| (fourth.match_game, fourth.swapped)), Some((4, true)));
    let mut fourth = third.go_on();
    assert_eq!(third.room.score().points, BySide { attackers: 4, defenders: 0 });
    third.act(&bo, Act::Resign).unwrap();
    assert!(third.room.score().waits() && third.room.score().result().is_none());
    fourth.kept.earlier = vec![as_other(&first), as_other(&second), as_other(&third)];
    fourth.room = fourth.kept.load(Limits::default());
    fourth.act(&bo, Act::Resign).unwrap();
    assert_eq!(fourth.room.score().points, BySide { attackers: 0, defenders: 8 });
    assert_eq!(fourth.room.score().result(), Some(MatchResult::Won(Defenders)), "Ann defends in the fourth");
}

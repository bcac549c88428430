//! What a room does, act by act.

use crate::world::{DRAW, TAKE_BACK, World, a_move, at, game, game_from, intent, person, seat, task};
use hnefi_live::{
    Act, ActError, Action, Against, Arrangement, Duty, Effect, Found, GameStatus, Limits, MatchLength, MatchResult,
    NewGame, OfferKind, OtherGame, Room, Score, Seat, Sides, Stored, Task, Viewer,
};
use hnefi_rules::{BySide, Ending, GameError, Ground, Offer, Side};

/// The king goes from b1 to a corner; the attackers move elsewhere.
const KING_ESCAPES: &str = "/1K9/11/11/11/11/7t3/11/11/11/11/9t1/";

fn no_offer() -> ActError {
    ActError::Game(GameError::NoOffer)
}

#[test]
fn an_offer_does_not_outlive_the_end() {
    for accept in [true, false] {
        let start = game_from("fetlar-2018", Arrangement::Friend, KING_ESCAPES, Side::Defenders);
        let mut world = World::new(start, Limits::default());
        let (ann, bo) = (person("ann"), person("bo"));
        world.act(&bo, Act::Offer(DRAW)).unwrap();
        world.play(&bo, "b1-a1").unwrap();
        let won = world.room.clone();
        assert_eq!(won.game().outcome().unwrap().reason, Ending::KingEscaped);
        assert_eq!(world.act(&ann, Act::Answer { accept }), Err(no_offer()));
        assert_eq!(world.act(&bo, Act::Withdraw), Err(no_offer()));
        assert_eq!(world.room, won);
        assert_eq!(world.room.score().points, BySide { attackers: 0, defenders: 2 });
    }
}

#[test]
fn an_answer_of_the_computer_to_an_offer_that_the_end_has_answered_comes_too_late() {
    let seats = BySide { attackers: Seat::Computer { level: 1 }, defenders: seat("ann") };
    let start = game_from("fetlar-2018", Arrangement::Computer, KING_ESCAPES, Side::Defenders);
    for agrees in [true, false] {
        let mut world = World::new(NewGame { seats: seats.clone(), ..start.clone() }, Limits::default());
        let ann = person("ann");
        let asked = task(&world.act(&ann, Act::Offer(DRAW)).unwrap()).unwrap();
        assert_eq!(asked.duty, Duty::Answer { side: Side::Attackers, offer: DRAW });
        assert_eq!(world.play(&ann, "b1-a1").unwrap(), [Effect::Show, Effect::Stop]);
        let won = world.room.clone();
        assert_eq!(world.found(asked.version, Found::Agrees(agrees)), []);
        assert_eq!((&world.room, world.kept.due), (&won, None));
    }
}

#[test]
fn both_seats_of_one_screen_move_together() {
    let mut world = World::new(game("fetlar-2018", Arrangement::Screen), Limits::default());
    let moment = hnefi_live::Moment::new(1, "next");
    let act = Act::MoveSeat { side: Side::Defenders };
    let change = world.room.handle_act(moment, &person("cy"), None, act).unwrap().unwrap();
    assert_eq!(change.seats.len(), 2);
    assert!(change.entries.is_empty());
    for seat in &change.seats {
        assert!(matches!(&seat.after, Seat::Person { person, moves: 1 } if person.as_str() == "cy"));
    }
    world.kept.commit(&change);
    assert_eq!(world.room.sides_of(&person("cy")).len(), 2);
    assert_eq!(world.room.against(), Against::SameScreen);
    assert_eq!(world.play(&person("ann"), "d1-d4"), Err(ActError::NotYourSeat));
}

#[test]
fn one_person_on_two_devices_still_has_a_friend() {
    // Bo opens the link that Ann made for her own other device: he holds both seats, and it is no game of one screen.
    let mut world = World::new(game("fetlar-2018", Arrangement::Friend), Limits::default());
    world.act(&person("bo"), Act::MoveSeat { side: Side::Attackers }).unwrap();
    assert_eq!(world.room.sides_of(&person("bo")).len(), 2);
    assert_eq!(world.room.against(), Against::Person);
    assert_eq!(world.room.may_have_hint(&person("bo")), Err(ActError::Unfair));
}

#[test]
fn nobody_takes_a_seat_over_where_the_result_counts_for_who_sat_down() {
    let rated = |stored: &mut Stored| stored.rated = true;
    let of_an_event = |stored: &mut Stored| stored.no_take_back = true;
    for counts in [rated as fn(&mut Stored), of_an_event] {
        let mut stored = Stored::new(game("fetlar-2018", Arrangement::Friend));
        counts(&mut stored);
        let mut room = Room::new(stored, Limits::default());
        let mut sits = |name| room.handle_act(at(1), &person(name), None, Act::MoveSeat { side: Side::Attackers });
        assert_eq!(sits("bo"), Err(ActError::SeatStays));
        assert_eq!(sits("cy"), Err(ActError::SeatStays));
        assert_eq!(sits("ann"), Ok(None));
        assert_eq!(room.sides_of(&person("ann")), [Side::Attackers]);
    }
}

#[test]
fn whoever_offers_again_and_again_has_to_move_first() {
    let mut world = World::new(game("fetlar-2018", Arrangement::Friend), Limits::default());
    let (ann, bo) = (person("ann"), person("bo"));
    for _ in 0..3 {
        world.act(&bo, Act::Offer(DRAW)).unwrap();
        world.act(&bo, Act::Withdraw).unwrap();
    }
    assert_eq!(world.act(&bo, Act::Offer(DRAW)), Err(ActError::TooManyOffers));
    world.play(&ann, "d1-d2").unwrap();
    assert_eq!(world.act(&bo, Act::Offer(DRAW)), Err(ActError::TooManyOffers));
    // His own move lets him offer again.
    world.play(&bo, "d6-d5").unwrap();
    for _ in 0..3 {
        world.act(&bo, Act::Offer(DRAW)).unwrap();
        world.act(&bo, Act::Withdraw).unwrap();
    }
    // What the other side offers is accepted by the same offer all the same.
    world.act(&ann, Act::Offer(DRAW)).unwrap();
    world.act(&bo, Act::Offer(DRAW)).unwrap();
    assert!(world.room.log().is_over());
    let rematch = || Act::Offer(OfferKind::Rematch(Sides::Swapped));
    for _ in 0..3 {
        world.act(&bo, rematch()).unwrap();
        world.act(&bo, Act::Withdraw).unwrap();
    }
    assert_eq!(world.act(&bo, rematch()), Err(ActError::TooManyOffers));
}

#[test]
fn a_claim_that_is_proved_settles_itself_in_one_change() {
    let fort = "/3TK1T4/3TTTT4/11/t9t/11/11/11/11/11/11/3ttt5/";
    let start = game_from("fetlar-2018", Arrangement::Friend, fort, Side::Attackers);
    let mut world = World::new(start, Limits::default());
    let claim = Act::Offer(OfferKind::Game(Offer::Claim(Ground::KingAtSide)));
    // The defenders may still win, so they are asked.
    world.act(&person("ann"), claim.clone()).unwrap();
    world.act(&person("bo"), Act::Answer { accept: false }).unwrap();
    assert_eq!(world.kept.entries.len(), 2);
    // The attackers lose nothing by a draw, so nobody is.
    let moment = hnefi_live::Moment::new(7, "next");
    let change = world.room.handle_act(moment, &person("bo"), None, claim).unwrap().unwrap();
    world.kept.commit(&change);
    assert_eq!((change.seen, change.entries.len(), change.entries[1].by), (2, 2, Some(Side::Attackers)));
    assert_eq!(world.room.game().outcome().unwrap().reason, Ending::Claim(Ground::KingAtSide));
}

#[test]
fn the_same_offer_from_both_sides_is_accepted() {
    let mut world = World::new(game("fetlar-2018", Arrangement::Friend), Limits::default());
    let (ann, bo) = (person("ann"), person("bo"));
    world.act(&ann, Act::Offer(DRAW)).unwrap();
    world.act(&bo, Act::Offer(DRAW)).unwrap();
    assert_eq!(world.room.game().outcome().unwrap().reason, Ending::Agreement);
    world.act(&bo, Act::Offer(OfferKind::Rematch(Sides::Swapped))).unwrap();
    world.act(&ann, Act::Offer(OfferKind::Rematch(Sides::Swapped))).unwrap();
    let next = world.kept.next.clone().unwrap();
    assert_eq!((next.match_game, world.room.next()), (2, Some("next")));
    assert_eq!(next.seats, BySide { attackers: seat("bo"), defenders: seat("ann") });
    assert_eq!(world.act(&ann, Act::Offer(OfferKind::Rematch(Sides::Swapped))), Err(ActError::MatchWentOn));
    assert_eq!(world.act(&ann, Act::Offer(TAKE_BACK)), Err(ActError::MatchWentOn));
}

#[test]
fn a_rematch_with_the_same_sides_keeps_the_seats_and_the_score() {
    let (swapped, same) = (OfferKind::Rematch(Sides::Swapped), OfferKind::Rematch(Sides::Same));
    let mut world = World::new(game("fetlar-2018", Arrangement::Friend), Limits::default());
    let (ann, bo) = (person("ann"), person("bo"));
    world.act(&bo, Act::Resign).unwrap();
    world.act(&ann, Act::Offer(same)).unwrap();
    assert_eq!(world.room.log().pending(), Some((Side::Attackers, same)));
    let stands = Err(ActError::Game(GameError::OfferStands));
    assert_eq!(world.act(&bo, Act::Offer(swapped)), stands, "who wants it otherwise says no first");
    world.act(&bo, Act::Offer(same)).unwrap();
    let next = world.kept.next.clone().unwrap();
    assert_eq!((next.match_game, next.swapped), (2, false));
    assert_eq!(next.seats, BySide { attackers: seat("ann"), defenders: seat("bo") });

    // The point of the first game stays Ann's, however they sit in the games after it.
    let after = |next: &NewGame, others: Vec<OtherGame>| {
        Room::new(Stored { others, ..Stored::new(next.clone()) }, Limits::default()).score().points
    };
    assert_eq!(after(&next, vec![world.kept.as_other()]), BySide { attackers: 2, defenders: 0 });
    let mut second = World::new(next, Limits::default());
    second.act(&bo, Act::Resign).unwrap();
    second.act(&bo, Act::Offer(swapped)).unwrap();
    second.act(&ann, Act::Answer { accept: true }).unwrap();
    let third = second.kept.next.clone().unwrap();
    assert_eq!((third.swapped, third.seats.clone()), (true, BySide { attackers: seat("bo"), defenders: seat("ann") }));
    let points = after(&third, vec![world.kept.as_other(), second.kept.as_other()]);
    assert_eq!(points, BySide { attackers: 0, defenders: 4 });
}

#[test]
fn seats_are_taken_once() {
    let open = BySide { attackers: seat("ann"), defenders: Seat::Open };
    let start = NewGame { seats: open, ..game("fetlar-2018", Arrangement::Friend) };
    let mut world = World::new(start, Limits::default());
    let join = Act::Join { side: Side::Defenders };
    assert_eq!(world.act(&person("ann"), Act::Resign), Err(ActError::NobodyYet));
    assert_eq!(world.act(&person("ann"), join.clone()), Err(ActError::OwnInvitation));
    assert_eq!(world.act(&Viewer::Watcher, join.clone()), Err(ActError::NotYourSeat));
    assert_eq!(world.act(&person("bo"), Act::MoveSeat { side: Side::Defenders }), Err(ActError::NobodysSeat));
    world.act(&person("bo"), join.clone()).unwrap();
    assert_eq!(world.act(&person("bo"), join.clone()), Ok(vec![]), "who sits there already has it");
    assert_eq!(world.act(&person("cy"), join), Err(ActError::SeatTaken));
}

#[test]
fn who_may_do_what() {
    let mut world = World::new(game("fetlar-2018", Arrangement::Friend), Limits::default());
    let (ann, bo) = (person("ann"), person("bo"));
    assert_eq!(world.play(&bo, "d1-d4"), Err(ActError::NotYourTurn));
    assert_eq!(world.play(&person("cy"), "d1-d4"), Err(ActError::NotYourSeat));
    assert_eq!(world.act_as(&ann, Some(Side::Defenders), Act::Resign), Err(ActError::NotYourSeat));
    assert!(matches!(world.play(&ann, "d1-e2"), Err(ActError::Illegal(_))));
    let sent = a_move(&world.room, intent("d1-d4"));
    world.act(&ann, sent.clone()).unwrap();
    assert_eq!(world.act(&ann, sent), Ok(vec![]), "a move that is sent again is played once");
    let late = Act::Move { intent: intent("e1-e3"), ply: 0, client_id: "late".to_owned() };
    assert_eq!(world.act(&ann, late.clone()), Err(ActError::Stale));
    for client_id in [String::new(), "x".repeat(65), "a\0b".to_owned()] {
        let act = Act::Move { intent: intent("e1-e3"), ply: 0, client_id };
        assert_eq!(world.act(&ann, act), Err(ActError::MoveId));
    }
    assert_eq!(world.act(&ann, Act::Offer(OfferKind::Rematch(Sides::Swapped))), Err(ActError::NotOver));
    // The king on f6 refutes the claim that he is at the side.
    let bos = [Action::Resign, Action::OfferDraw, Action::Claim(Ground::KingShutIn)];
    assert_eq!(world.room.actions(&bo), bos);
    assert_eq!(world.room.actions(&ann), [&bos[..], &[Action::TakeBack]].concat());
    assert_eq!(world.room.actions(&Viewer::Watcher), []);
}

#[test]
fn the_computer_is_asked_whoever_looks_on() {
    let mut world = World::new(game("fetlar-2018", Arrangement::Computer), Limits::default());
    world.now = 500;
    let effects = world.play(&person("ann"), "d1-d4").unwrap();
    let asked = Task { version: 1, duty: Duty::Move { level: 3 }, awaited: false };
    assert_eq!(effects, [Effect::Show, Effect::Ask(asked)]);
    assert_eq!(world.kept.due, Some(500));

    // She opens her page: others must not be asked before her. When she leaves again, it goes on.
    world.room.handle_enter(at(600), 1, person("ann"));
    let awaited = Task { awaited: true, ..asked };
    assert_eq!(world.effects(), [Effect::Show, Effect::Stop, Effect::Ask(awaited)]);
    world.room.handle_leave(at(700), 1);
    assert_eq!(world.effects(), [Effect::Show]);

    // The server restarts: what is due is asked again.
    world.room = world.kept.load(Limits::default());
    world.room.handle_time(at(800));
    assert_eq!(world.effects(), [Effect::Ask(asked)]);
    let mv = world.room.game().legal(intent("f8-d8")).unwrap();
    assert_eq!(world.found(0, Found::Move(mv)), [], "about a game that has moved on");
    assert_eq!(world.found(1, Found::Move(mv)), [Effect::Show]);
    assert_eq!((world.room.log().plies(), world.kept.due), (2, None));
    assert_eq!(world.found(1, Found::Move(mv)), [], "it moves once");
}

#[test]
fn only_a_player_who_comes_or_goes_is_shown_to_the_others() {
    let mut world = World::new(game("fetlar-2018", Arrangement::Computer), Limits::default());
    for watcher in 0..1_000 {
        world.room.handle_enter(at(1), watcher, Viewer::Watcher);
    }
    assert_eq!(world.effects(), []);
    world.room.handle_enter(at(2), 1_000, person("ann"));
    assert_eq!(world.effects(), [Effect::Show]);
    world.room.handle_enter(at(3), 1_001, person("ann"));
    world.room.handle_leave(at(4), 1_000);
    world.room.handle_leave(at(5), 0);
    assert_eq!(world.effects(), [], "she still has a page");
    world.room.handle_leave(at(6), 1_001);
    assert_eq!(world.effects(), [Effect::Show]);
}

#[test]
fn a_take_back_reaches_a_computer_that_thinks() {
    let mut world = World::new(game("fetlar-2018", Arrangement::Computer), Limits::default());
    let asked = task(&world.play(&person("ann"), "d1-d4").unwrap()).unwrap();
    assert_eq!(world.act(&person("ann"), Act::Offer(TAKE_BACK)).unwrap(), [Effect::Show, Effect::Stop]);
    let mv = world.kept.log().game().legal(intent("e1-e3")).unwrap();
    assert_eq!(world.found(asked.version, Found::Move(mv)), []);
    assert_eq!((world.room.log().plies(), world.kept.due), (0, None));
}

#[test]
fn a_computer_that_finds_nothing_is_not_asked_again_at_once() {
    let mut world = World::new(game("fetlar-2018", Arrangement::Computer), Limits::default());
    let asked = task(&world.play(&person("ann"), "d1-d4").unwrap()).unwrap();
    assert_eq!(world.found(asked.version, Found::Nothing), [Effect::Show]);
    world.room.handle_enter(at(1), 1, person("ann"));
    assert_eq!((world.effects(), world.room.asked()), (vec![Effect::Show], None));
    // Something else happens.
    world.act(&person("ann"), Act::Offer(TAKE_BACK)).unwrap();
    assert!(task(&world.play(&person("ann"), "e1-e3").unwrap()).is_some());
}

#[test]
fn a_rematch_against_the_computer_begins_at_once_and_the_computer_moves_first() {
    let mut world = World::new(game("fetlar-2018", Arrangement::Computer), Limits::default());
    world.act(&person("ann"), Act::Resign).unwrap();
    world.now = 90;
    world.act(&person("ann"), Act::Offer(OfferKind::Rematch(Sides::Swapped))).unwrap();
    let next = world.kept.next.clone().unwrap();
    assert_eq!((next.due(), next.arrangement), (Some(90), Arrangement::Computer));
    assert_eq!(world.kept.entries.len(), 3);
}

#[test]
fn a_match_goes_on_without_asking_until_its_last_game() {
    let two = NewGame { match_length: Some(MatchLength::Two), ..game("fetlar-2018", Arrangement::Friend) };
    let mut first = World::new(two, Limits::default());
    let (ann, bo) = (person("ann"), person("bo"));
    assert_eq!(first.act(&ann, Act::Offer(OfferKind::Rematch(Sides::Swapped))), Err(ActError::NotOver));
    first.act(&bo, Act::Resign).unwrap();
    assert_eq!(first.act(&ann, Act::Offer(OfferKind::Rematch(Sides::Same))), Err(ActError::SidesSettled));
    assert!(!first.room.actions(&ann).contains(&Action::Rematch(Sides::Same)));
    assert_eq!((first.room.score().points.attackers, first.room.score().result()), (2, None));
    first.act(&ann, Act::Offer(OfferKind::Rematch(Sides::Swapped))).unwrap();

    let mut second = first.go_on();
    assert_eq!(second.room.seats()[Side::Defenders], seat("ann"));
    second.act(&ann, Act::Resign).unwrap();
    let score = second.room.score();
    assert_eq!((score.game, score.points), (2, BySide { attackers: 2, defenders: 2 }));
    assert_eq!(score.result(), Some(MatchResult::Drawn));
    // Another match is another matter: the other side is asked, and it begins with nothing.
    second.act(&ann, Act::Offer(OfferKind::Rematch(Sides::Swapped))).unwrap();
    assert_eq!(
        (second.room.log().pending(), second.kept.next.is_none()),
        (Some((Side::Defenders, OfferKind::Rematch(Sides::Swapped))), true)
    );
    second.act(&bo, Act::Answer { accept: true }).unwrap();
    let third = second.go_on();
    assert_eq!(third.room.score(), Score::new(Some(MatchLength::Two)));
    assert_eq!(third.kept.made.match_game, 3);
}

#[test]
fn a_game_that_was_broken_off_counts_as_one_of_the_match_and_gives_no_points() {
    let two = NewGame { match_length: Some(MatchLength::Two), ..game("fetlar-2018", Arrangement::Friend) };
    let broken_off = GameStatus { ending: Some(GameStatus::BROKEN_OFF.to_owned()), ..GameStatus::of(&two.game) };
    let mut stored = Stored::new(NewGame { match_game: 2, swapped: true, ..two });
    stored.others = vec![OtherGame { id: "first".to_owned(), match_game: 1, swapped: false, status: broken_off }];
    let mut room = Room::new(stored, Limits::default());
    let moment = hnefi_live::Moment::new(1, "next");
    room.handle_act(moment, &person("bo"), None, Act::Resign).unwrap();
    assert_eq!(room.score().result(), Some(MatchResult::Won(Side::Attackers)));
    assert_eq!(room.score().points, BySide { attackers: 2, defenders: 0 });
}

fn short() -> Limits {
    Limits { paced_from: 4, pace_ms: 1_000, broken_off_at: 7 }
}

#[test]
fn a_long_game_is_paced_and_then_broken_off() {
    let mut world = World::new(game("fetlar-2018", Arrangement::Friend), short());
    let (ann, bo) = (person("ann"), person("bo"));
    for (who, mv) in [(&ann, "d1-d2"), (&bo, "f8-d8"), (&ann, "d2-d1"), (&bo, "d8-f8")] {
        assert!(!world.room.is_paced());
        world.play(who, mv).unwrap();
    }
    assert!(world.room.is_paced());
    assert_eq!(world.play(&ann, "d1-d2"), Err(ActError::TooSoon));
    world.now = 999;
    assert_eq!(world.play(&ann, "d1-d2"), Err(ActError::TooSoon));
    // What is no move goes through, and does not make the move wait longer.
    world.act(&bo, Act::Offer(DRAW)).unwrap();
    world.now = 1_000;
    world.play(&ann, "d1-d2").unwrap();
    // A clock that was set back holds nobody up.
    world.now = 5;
    world.play(&bo, "f8-d8").unwrap();
    assert!(world.room.log().is_broken_off());
    assert_eq!((world.room.log().version(), world.kept.due), (8, None));
    assert_eq!(world.room.log().status().ending.as_deref(), Some(GameStatus::BROKEN_OFF));
    assert_eq!(world.room.score().points, BySide { attackers: 0, defenders: 0 });

    // Nothing follows but another game.
    world.now = 9_000;
    let before = world.room.clone();
    assert_eq!(world.play(&ann, "d2-d1"), Err(ActError::BrokenOff));
    for act in [Act::Resign, Act::Offer(DRAW), Act::Offer(TAKE_BACK)] {
        assert_eq!(world.act(&ann, act), Err(ActError::BrokenOff));
    }
    assert_eq!(world.room, before);
    assert_eq!(
        world.room.actions(&ann),
        [Action::Rematch(Sides::Swapped), Action::Rematch(Sides::Same), Action::Prove]
    );
    world.act(&ann, Act::Offer(OfferKind::Rematch(Sides::Swapped))).unwrap();
    world.act(&bo, Act::Answer { accept: true }).unwrap();
    assert!(world.kept.next.is_some());
}

#[test]
fn a_paced_computer_waits_too() {
    let mut world = World::new(game("fetlar-2018", Arrangement::Computer), Limits { paced_from: 1, ..short() });
    world.now = 100;
    assert_eq!(world.play(&person("ann"), "d1-d4").unwrap(), [Effect::Show, Effect::WakeAt(1_100)]);
    assert_eq!((world.kept.due, world.room.asked()), (Some(1_100), None));
    world.room.handle_time(at(1_100));
    assert!(task(&world.effects()).is_some());
}

#[test]
fn a_stored_game_beyond_the_limit_opens_and_ends_with_its_next_move() {
    let mut world = World::new(game("fetlar-2018", Arrangement::Screen), Limits::default());
    for mv in ["d1-d2", "f8-d8", "d2-d1", "d8-f8", "d1-d2", "f8-d8", "d2-d1"] {
        world.play(&person("ann"), mv).unwrap();
    }
    world.room = world.kept.load(short());
    assert!(!world.room.log().is_over());
    world.now = 10_000;
    world.play(&person("ann"), "d8-c8").unwrap();
    assert!(world.room.log().is_broken_off());
}

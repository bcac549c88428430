//! Games on the clock: how time ends them, what it allows, and what no order of messages can do.

use crate::world::{TAKE_BACK, World, a_move, at, game, game_from, person, seat};
use fastrand::Rng;
use hnefi_clock::{Clock, Control, FIRST_MOVE_MS, LagQuota};
use hnefi_live::{
    ABSENCE_MS, Act, ActError, Action, Arrangement, BETWEEN_MS, Dodge, Effect, Event, GIFT_MS, GameStatus, Limits,
    MatchLength, MatchResult, Moment, NewGame, OfferKind, Room, Seat, Sides, Stored, Viewer,
};
use hnefi_rules::{BySide, Ending, Outcome, Side};

use Side::{Attackers, Defenders};

fn on_the_clock(control: &str, new: NewGame) -> World {
    let mut clock = Clock::new(control.parse().unwrap());
    clock.start(new.game.position().turn(), 0);
    World::new(NewGame { clock: Some(clock), ..new }, Limits::default())
}

fn world(control: &str) -> World {
    on_the_clock(control, game("fetlar-2018", Arrangement::Friend))
}

/// The same after both first moves, with the attackers' clock running.
fn begun(control: &str) -> World {
    let mut world = world(control);
    world.play(&person("ann"), "d1-d4").unwrap();
    world.play(&person("bo"), "f4-e4").unwrap();
    world
}

fn left(world: &World, side: Side) -> u32 {
    world.room.clock().unwrap().left(side, world.now)
}

fn outcome(world: &World) -> Option<Outcome> {
    world.room.game().outcome()
}

#[test]
fn a_flag_loses_once_whoever_looks_on() {
    let mut world = begun("1+0");
    assert_eq!(world.room.flag_ms(), Some(60_000 + i64::from(LagQuota::MOST_MS)));
    assert_eq!(world.pass(60_999).last(), Some(&Effect::FlagAt(61_000)));
    assert_eq!(outcome(&world), None);
    assert_eq!(world.pass(1), [Effect::Show]);
    assert_eq!(outcome(&world), Some(Outcome::win(Defenders, Ending::Time)));
    assert_eq!((left(&world, Attackers), world.room.flag_ms(), world.kept.flag_ms), (0, None, None));
    assert_eq!(world.pass(100_000), [], "no flag falls twice");
    assert_eq!(world.kept.entries.len(), 3);
    assert!(world.play(&person("ann"), "e1-e3").is_err());
}

#[test]
fn a_move_that_comes_too_late_lets_the_flag_fall_and_lag_is_given_back() {
    for (lag_ms, falls) in [(0, true), (400, true), (600, false), (9_000, false)] {
        let mut world = begun("1+0");
        let act = a_move(&world.room, crate::world::intent("e1-e3"));
        let moment = Moment { lag_ms, ..at(60_500) };
        let change = world.room.handle_act(moment, &person("ann"), None, act).unwrap().unwrap();
        world.kept.commit(&change);
        assert_eq!(outcome(&world).is_some(), falls, "{lag_ms}");
        assert_eq!(world.kept.load(Limits::default()).log(), world.room.log());
        if !falls {
            let given = change.entries[0].entry.clock.unwrap().lag_ms;
            assert_eq!(given, lag_ms.min(LagQuota::MOST_MS));
            assert_eq!(world.room.clock().unwrap().left(Attackers, 60_500), given - 500);
        }
    }
}

#[test]
fn whatever_somebody_does_too_late_the_flag_has_fallen() {
    for act in [Act::Resign, Act::Offer(crate::world::DRAW), Act::GiveTime, Act::Withdraw] {
        let mut world = begun("1+0");
        world.now = 61_000;
        assert!(world.act(&person("ann"), act).is_ok());
        assert_eq!(outcome(&world), Some(Outcome::win(Defenders, Ending::Time)));
    }
}

#[test]
fn nobody_is_flagged_while_the_running_time_stands_still() {
    let mut world = begun("1+2");
    let moment = Moment { waits_ms: 1, ..at(80_000) };
    assert_eq!(world.room.handle_time(moment), None);
    assert_eq!(world.effects().last(), Some(&Effect::FlagAt(61_000)), "it is looked at again");
    let act = a_move(&world.room, crate::world::intent("e1-e3"));
    let mut late = world.room.clone();
    assert!(late.handle_act(moment, &person("ann"), None, act).unwrap().is_some());
    assert_eq!((late.log().plies(), late.clock().unwrap().left(Attackers, 80_000)), (3, 2_000));
    assert!(world.room.handle_time(at(80_000)).is_some());
    assert!(world.room.log().is_over());
}

#[test]
fn a_flag_draws_where_the_other_side_could_not_win_whatever_both_did() {
    let rows = "/5K5/11/11/11/11/11/11/11/11/11/5t5/";
    for (turn, wanted) in [(Attackers, Outcome::win(Defenders, Ending::Time)), (Defenders, Outcome::draw(Ending::Time))]
    {
        let start = game_from("fetlar-2018", Arrangement::Friend, rows, turn);
        let referee = start.game.referee().clone();
        assert!(!referee.can_win_with_help(start.game.position(), Attackers), "one soldier takes no king");
        let mut world = on_the_clock("1+0", start);
        let (first, moves) = match turn {
            Attackers => ("ann", ["f11-e11", "f1-f2", "e11-f11", "f2-f1"]),
            Defenders => ("bo", ["f1-f2", "f11-e11", "f2-f1", "e11-f11"]),
        };
        for (number, mv) in moves.into_iter().take(2).enumerate() {
            let who = if (number % 2 == 0) == (first == "ann") { "ann" } else { "bo" };
            world.play(&person(who), mv).unwrap();
        }
        world.pass(70_000);
        assert_eq!(outcome(&world), Some(wanted));
    }
}

#[test]
fn without_a_first_move_the_game_is_aborted_and_has_no_result() {
    for (control, wait) in [("5+5", i64::from(FIRST_MOVE_MS) + 1_000), ("2d", 2 * 24 * 60 * 60_000)] {
        for moved in [0, 1] {
            let mut world = world(control);
            if moved == 1 {
                world.play(&person("ann"), "d1-d4").unwrap();
            }
            world.pass(wait - 1);
            assert!(!world.room.log().is_over());
            world.pass(1);
            let by = if moved == 0 { Attackers } else { Defenders };
            assert_eq!(world.kept.entries.last().unwrap().event, Event::Aborted { by });
            assert_eq!((outcome(&world), world.room.log().is_aborted()), (None, true));
            assert_eq!(world.room.log().dodged(), Some((by, Dodge::Aborted)));
            assert_eq!(world.room.log().status().ending.as_deref(), Some(GameStatus::ABORTED));
            assert_eq!(world.room.score().points, BySide { attackers: 0, defenders: 0 });
            assert_eq!(world.act(&person("ann"), Act::Resign), Err(ActError::BrokenOff));
            assert!(world.room.actions(&person("bo")).contains(&Action::Rematch(Sides::Swapped)));
        }
    }
}

#[test]
fn who_leaves_or_loses_on_time_before_his_fourth_move_has_not_played() {
    // Ann makes so many moves, and Bo one fewer; then her time runs out, or she leaves and Bo claims the game.
    let moves = ["d1-d4", "f4-e4", "d4-d3", "e4-f4", "d3-d4", "f4-e4", "d4-d3", "e4-f4"];
    for (plies, dodged) in [(4, Some((Attackers, Dodge::Left))), (6, Some((Attackers, Dodge::Left))), (8, None)] {
        for leaves in [false, true] {
            let mut world = world("5+5");
            for (mv, who) in moves[..plies].iter().zip(["ann", "bo"].into_iter().cycle()) {
                world.play(&person(who), mv).unwrap();
            }
            if leaves {
                world.room.handle_enter(at(world.now), 1, person("ann"));
                world.room.handle_enter(at(world.now), 2, person("bo"));
                world.room.handle_leave(at(world.now), 1);
                world.pass(ABSENCE_MS);
                world.act(&person("bo"), Act::ClaimAbandoned { draw: false }).unwrap();
            } else {
                world.pass(10 * 60_000);
            }
            assert_eq!(outcome(&world).and_then(|outcome| outcome.winner), Some(Defenders));
            assert_eq!(world.room.log().dodged(), dodged, "{plies} {leaves}");
        }
    }
}

#[test]
fn the_clocks_go_when_both_sit() {
    let new = game("fetlar-2018", Arrangement::Friend);
    let seats = BySide { attackers: seat("ann"), defenders: Seat::Open };
    let clock = Some(Clock::new(Control::fischer(5, 3).unwrap()));
    let mut world = World::new(NewGame { seats, clock, ..new }, Limits::default());
    world.pass(500_000);
    world.play(&person("ann"), "d1-d4").unwrap();
    assert_eq!((world.room.flag_ms(), world.kept.flag_ms), (None, None), "she waits for a friend");
    world.pass(500_000);
    let effects = world.act(&person("bo"), Act::Join { side: Defenders }).unwrap();
    let falls = world.now + 31_000;
    assert_eq!(effects, [Effect::Show, Effect::FlagAt(falls)]);
    assert_eq!((world.kept.flag_ms, left(&world, Attackers)), (Some(falls), 300_000));
    world.play(&person("bo"), "f4-e4").unwrap();
    world.pass(10_000);
    assert_eq!(left(&world, Attackers), 290_000);
}

#[test]
fn time_is_given_to_the_other_side_alone() {
    let mut world = world("5+0");
    assert_eq!(world.act(&person("ann"), Act::GiveTime), Err(ActError::NoClock), "no clock runs yet");
    world.play(&person("ann"), "d1-d4").unwrap();
    world.play(&person("bo"), "f4-e4").unwrap();
    assert!(world.room.actions(&person("ann")).contains(&Action::GiveTime));
    assert!(!world.room.actions(&person("cy")).contains(&Action::GiveTime));
    world.act(&person("bo"), Act::GiveTime).unwrap();
    assert_eq!((left(&world, Attackers), left(&world, Defenders)), (300_000 + GIFT_MS, 300_000));
    assert_eq!(world.act(&person("cy"), Act::GiveTime), Err(ActError::NotYourSeat));
    assert_eq!(
        World::new(game("brandubh", Arrangement::Friend), Limits::default()).act(&person("ann"), Act::GiveTime),
        Err(ActError::NoClock)
    );
    // Nobody is given time without an end.
    let mut given = 0;
    while world.act(&person("bo"), Act::GiveTime).is_ok() {
        given += 1;
    }
    assert!(given > 100 && left(&world, Attackers) <= hnefi_clock::LONGEST_MS);
}

#[test]
fn a_move_taken_back_puts_both_clocks_back() {
    let mut world = begun("5+2");
    world.pass(20_000);
    world.play(&person("ann"), "e1-e3").unwrap();
    assert_eq!(left(&world, Attackers), 282_000);
    world.pass(30_000);
    world.act(&person("ann"), Act::Offer(TAKE_BACK)).unwrap();
    world.pass(5_000);
    world.act(&person("bo"), Act::Answer { accept: true }).unwrap();
    let clock = world.room.clock().unwrap();
    assert_eq!(
        (clock.running(), clock.left(Attackers, world.now), clock.left(Defenders, world.now)),
        (Some(Attackers), 300_000, 300_000)
    );
    assert_eq!(world.room.log().timed().unwrap().spent().len(), 2);
    world.pass(1_000);
    assert_eq!((left(&world, Attackers), left(&world, Defenders)), (299_000, 300_000));
    assert_eq!(world.kept.load(Limits::default()).log(), world.room.log());
}

#[test]
fn who_could_not_win_gets_a_draw_from_one_who_left() {
    let rows = "/5K5/11/11/11/11/11/11/11/11/11/5t5/";
    let mut world = on_the_clock("10+0", game_from("fetlar-2018", Arrangement::Friend, rows, Attackers));
    let (ann, bo) = (person("ann"), person("bo"));
    world.room.handle_enter(at(world.now), 1, ann.clone());
    world.room.handle_enter(at(world.now), 2, bo.clone());
    for (number, mv) in ["f11-e11", "f1-f2", "e11-f11", "f2-f1"].into_iter().enumerate() {
        world.play(if number % 2 == 0 { &ann } else { &bo }, mv).unwrap();
    }
    world.room.handle_leave(at(world.now), 2);
    world.pass(ABSENCE_MS);
    world.act(&ann, Act::ClaimAbandoned { draw: false }).unwrap();
    assert_eq!(outcome(&world), Some(Outcome::draw(Ending::Abandoned)));
}

#[test]
fn who_left_is_waited_for_and_then_the_other_may_claim() {
    for draw in [false, true] {
        let mut world = begun("10+0");
        let (ann, bo) = (person("ann"), person("bo"));
        world.room.handle_enter(at(world.now), 1, ann.clone());
        world.room.handle_enter(at(world.now), 2, bo.clone());
        assert_eq!(world.room.absent(world.now), None);
        assert_eq!(world.act(&ann, Act::ClaimAbandoned { draw }), Err(ActError::NotAway));
        world.now = 5_000;
        world.room.handle_leave(at(world.now), 2);
        assert_eq!(world.room.absent(world.now), Some((Defenders, ABSENCE_MS)));
        world.pass(ABSENCE_MS - 1);
        assert_eq!(world.act(&ann, Act::ClaimAbandoned { draw }), Err(ActError::NotAway));
        assert_eq!(world.act(&bo, Act::ClaimAbandoned { draw }), Err(ActError::NotAway));
        // Who is back is not away, however short.
        let mut back = world.room.clone();
        back.handle_enter(at(world.now), 3, bo.clone());
        back.handle_leave(at(world.now), 3);
        assert_eq!(back.absent(world.now), Some((Defenders, ABSENCE_MS)));
        world.pass(1);
        assert_eq!(outcome(&world), None, "never by itself");
        world.act(&ann, Act::ClaimAbandoned { draw }).unwrap();
        let wanted = if draw { Outcome::draw(Ending::Abandoned) } else { Outcome::win(Attackers, Ending::Abandoned) };
        assert_eq!(outcome(&world), Some(wanted));
        assert_eq!(world.kept.load(Limits::default()).log(), world.room.log());
    }
    // Programs act without a line that is open.
    let mut world = begun("10+0");
    world.room.handle_enter(at(world.now), 1, person("ann"));
    world.room.handle_leave(at(world.now), 2);
    world.pass(ABSENCE_MS - 1);
    world.act(&person("bo"), Act::GiveTime).unwrap();
    assert_eq!(world.room.absent(world.now), Some((Defenders, ABSENCE_MS)));
    world.pass(ABSENCE_MS - 1);
    assert_eq!(world.act(&person("ann"), Act::ClaimAbandoned { draw: false }), Err(ActError::NotAway));
    world.pass(1);
    world.act(&person("ann"), Act::ClaimAbandoned { draw: false }).unwrap();
    let mut days = begun("2d");
    days.room.handle_enter(at(0), 1, person("ann"));
    days.pass(3 * ABSENCE_MS);
    assert_eq!(days.room.absent(days.now), None, "nobody sits at the board for days");
}

#[test]
fn what_the_server_was_away_is_said_until_the_next_move() {
    let mut world = begun("5+0");
    let change = world.room.handle_downtime(at(world.now), 42_000).unwrap();
    world.kept.commit(&change);
    assert_eq!(world.room.log().timed().unwrap().downtime_ms(), 42_000);
    assert_eq!(left(&world, Attackers), 300_000, "the running time has stood still");
    world.play(&person("ann"), "e1-e3").unwrap();
    assert_eq!(world.room.log().timed().unwrap().downtime_ms(), 0);
    world.act(&person("bo"), Act::Resign).unwrap();
    assert_eq!(world.room.handle_downtime(at(world.now), 1_000), None, "no clock runs");
}

/// A match of two games on the clock, after the defenders have resigned the first one, with both at their pages.
fn first_game_over() -> World {
    let new = NewGame { match_length: MatchLength::from_games(2), ..game("fetlar-2018", Arrangement::Friend) };
    let mut world = on_the_clock("5+0", new);
    for (number, who) in [(1, "ann"), (2, "bo")] {
        world.room.handle_enter(at(0), number, person(who));
    }
    world.play(&person("ann"), "d1-d4").unwrap();
    world.now = 7_000;
    let effects = world.act(&person("bo"), Act::Resign).unwrap();
    assert_eq!(effects.last(), Some(&Effect::FlagAt(7_000 + BETWEEN_MS)));
    assert_eq!(world.kept.flag_ms, Some(7_000 + BETWEEN_MS));
    world
}

#[test]
fn the_next_game_of_a_settled_match_begins_when_both_are_ready() {
    let mut world = first_game_over();
    let ready = Act::Offer(OfferKind::Rematch(Sides::Swapped));
    world.act(&person("bo"), ready.clone()).unwrap();
    assert_eq!(world.kept.next, None, "the other one is not ready");
    world.act(&person("ann"), ready).unwrap();
    let next = world.kept.next.clone().unwrap();
    assert_eq!((next.match_game, next.seats.attackers.clone()), (2, seat("bo")));
    assert_eq!((world.room.flag_ms(), world.kept.flag_ms), (None, None));
    assert_eq!(world.pass(BETWEEN_MS), [], "it begins once");
}

#[test]
fn the_next_game_of_a_settled_match_begins_in_a_minute_at_the_latest() {
    for both in [true, false] {
        let mut world = first_game_over();
        if both {
            world.act(&person("ann"), Act::Offer(OfferKind::Rematch(Sides::Swapped))).unwrap();
        } else {
            // Where nobody is, nobody is to blame.
            world.room.handle_leave(at(world.now), 1);
            world.room.handle_leave(at(world.now), 2);
        }
        world.pass(BETWEEN_MS - 1);
        assert_eq!(world.kept.next, None);
        world.pass(1);
        assert_eq!(world.kept.next.as_ref().unwrap().match_game, 2);
        assert_eq!(world.kept.load(Limits::default()).log(), world.room.log());
    }
}

#[test]
fn who_does_not_come_to_the_next_game_forfeits_the_match_and_no_game() {
    for ready in [false, true] {
        let mut world = first_game_over();
        if ready {
            world.act(&person("bo"), Act::Offer(OfferKind::Rematch(Sides::Swapped))).unwrap();
        }
        world.room.handle_leave(at(world.now), 1);
        world.pass(BETWEEN_MS);
        assert_eq!(world.kept.entries.last().unwrap().event, Event::MatchForfeited { by: Attackers });
        assert_eq!(outcome(&world), Some(Outcome::win(Attackers, Ending::Resignation)), "the game stays as it was");
        assert_eq!(world.room.score().result(), Some(MatchResult::Won(Defenders)));
        assert_eq!((world.room.flag_ms(), &world.kept.next), (None, &None));
        let rematch = Act::Offer(OfferKind::Rematch(Sides::Swapped));
        assert_eq!(world.act(&person("bo"), rematch), Err(ActError::Forfeited));
        assert!(!world.room.actions(&person("bo")).contains(&Action::Rematch(Sides::Swapped)));
        let loaded = world.kept.load(Limits::default());
        assert_eq!((loaded.log(), loaded.score().result()), (world.room.log(), world.room.score().result()));
    }
}

#[test]
fn who_asks_for_the_next_game_without_a_line_comes_to_it() {
    let mut world = first_game_over();
    world.room.handle_leave(at(world.now), 1);
    world.act(&person("ann"), Act::Offer(OfferKind::Rematch(Sides::Swapped))).unwrap();
    world.pass(BETWEEN_MS);
    assert_eq!(world.kept.next.as_ref().unwrap().match_game, 2);
}

#[test]
fn the_next_game_of_a_match_waits_for_both() {
    let mut world = begun("5+0");
    world.act(&person("bo"), Act::Resign).unwrap();
    for who in ["ann", "bo"] {
        world.act(&person(who), Act::Offer(OfferKind::Rematch(Sides::Swapped))).unwrap();
    }
    let next = world.kept.next.as_ref().unwrap();
    assert_eq!(next.clock.as_ref().unwrap().control(), Control::fischer(5, 0).unwrap());
    assert_eq!(next.flag_ms(), Some(41_000), "10 seconds to come, 30 for the first move, and the lag");
}

/// What somebody might send, in any order.
fn random_act(room: &Room, rng: &mut Rng) -> Act {
    match rng.u8(..30) {
        0 => Act::Resign,
        1 => Act::Offer(crate::world::DRAW),
        2 | 3 => Act::Offer(TAKE_BACK),
        4..7 => Act::Answer { accept: rng.bool() },
        7 | 8 => Act::GiveTime,
        9 | 10 => Act::ClaimAbandoned { draw: rng.bool() },
        11 => Act::Offer(OfferKind::Rematch(Sides::Swapped)),
        _ => {
            let moves: Vec<_> = room.game().moves().into_iter().collect();
            match moves.is_empty() {
                true => Act::Withdraw,
                false => a_move(room, moves[rng.usize(..moves.len())].intent()),
            }
        }
    }
}

#[test]
fn no_order_of_two_peoples_messages_and_the_timer_ends_a_game_twice() {
    let mut rng = Rng::with_seed(1900);
    let mut seen = std::collections::BTreeMap::<String, u32>::new();
    for round in 0..150 {
        let control = ["1+0", "1+2", "10+0", "1d"][round % 4];
        let mut world = on_the_clock(control, game("brandubh", Arrangement::Friend));
        let mut endings = 0;
        for _ in 0..120 {
            world.now += if rng.u8(..6) == 0 { rng.i64(0..20_000) } else { rng.i64(0..1_500) };
            // Now and then nobody does anything for long.
            if rng.u8(..40) == 0 {
                world.now += if control == "1d" { 24 * 60 * 60_000 } else { ABSENCE_MS };
            }
            let moment = Moment { lag_ms: rng.u32(..2_500), ..at(world.now) };
            let before = world.room.clone();
            let who: Viewer = person(if rng.bool() { "ann" } else { "bo" });
            let change = match rng.u8(..20) {
                0..5 => world.room.handle_time(moment),
                5 => world.room.handle_downtime(moment, 4_000),
                8 => {
                    let mut until = BySide { attackers: None, defenders: None };
                    until[if rng.bool() { Attackers } else { Defenders }] = away(&mut rng, world.now);
                    world.room.handle_away(moment, until)
                }
                6 => {
                    world.room.handle_enter(moment, rng.u64(..2), who);
                    None
                }
                7 => {
                    world.room.handle_leave(moment, rng.u64(..2));
                    None
                }
                _ => {
                    let act = random_act(&world.room, &mut rng);
                    let mover = before.game().turn().filter(|_| matches!(act, Act::Move { .. }) && rng.u8(..8) > 0);
                    let who = mover.map_or(who, |side| person(if side == Attackers { "ann" } else { "bo" }));
                    world.room.handle_act(moment, &who, None, act).ok().flatten()
                }
            };
            if let Some(change) = change {
                for written in &change.entries {
                    *seen.entry(written.entry.event.kind().to_owned()).or_default() += 1;
                    let fell = matches!(written.entry.event, Event::FlagFell { .. } | Event::Aborted { .. });
                    assert!(!fell || !is_away(&before), "no flag falls while somebody is away");
                    let ends = written.outcome.is_some() || matches!(written.entry.event, Event::Aborted { .. });
                    endings += u32::from(ends);
                }
                world.kept.commit(&change);
                assert!(!before.log().is_over() || world.room.log().status() == before.log().status());
            } else {
                assert_eq!(world.room.log(), before.log());
            }
            assert_eq!(endings, u32::from(world.room.log().is_over()), "one end at most");
            // The log alone gives every clock back.
            let loaded = world.kept.load(Limits::default());
            assert_eq!(loaded.log().timed(), world.room.log().timed());
            assert_eq!((world.kept.flag_ms, loaded.flag_ms()), (world.room.flag_ms(), world.room.flag_ms()));
            assert!(world.room.flag_ms().is_none() || !world.room.log().is_over(), "nothing runs after the end");
            assert!(!is_away(&world.room) || world.room.flag_ms().is_none(), "clocks stand still for who is away");
            rises(&before, &world);
            world.effects();
        }
    }
    for kind in [
        "ply",
        "flag-fell",
        "aborted",
        "time-given",
        "downtime",
        "away",
        "back",
        "claimed-abandoned",
        "resigned",
        "accepted",
    ] {
        assert!(seen.contains_key(kind), "{kind} never happened: {seen:?}");
    }
}

/// Until when somebody is away, if he is.
fn away(rng: &mut Rng, now: i64) -> Option<i64> {
    rng.bool().then(|| now + rng.i64(1..40 * 60 * 60_000))
}

fn is_away(room: &Room) -> bool {
    let timed = room.log().timed().unwrap();
    Side::ALL.into_iter().any(|side| timed.away_ms(side).is_some())
}

#[test]
fn while_somebody_is_away_both_clocks_stand_still() {
    const DAY: i64 = 24 * 60 * 60_000;
    let mut world = on_the_clock("2d", game("fetlar-2018", Arrangement::Friend));
    world.now = DAY;
    let until = BySide { attackers: Some(8 * DAY), defenders: None };
    let change = world.room.handle_away(at(world.now), until).unwrap();
    assert_eq!(change.entries[0].entry.event, Event::Away { by: Attackers, ms: 7 * DAY as u32 });
    assert_eq!(change.flag_ms, None);
    world.kept.commit(&change);
    assert_eq!(world.room.handle_away(at(world.now), until), None, "it is noted once");
    assert_eq!(world.room.handle_downtime(at(world.now), 5_000), None, "no clock runs");

    // He moves all the same; then the other one's clock stands still, too.
    world.now = 5 * DAY;
    assert_eq!(world.room.clock().unwrap().left(Attackers, world.now), DAY as u32, "a day was gone before");
    world.play(&person("ann"), "d1-d4").unwrap();
    world.now = 8 * DAY;
    assert_eq!(world.room.clock().unwrap().left(Defenders, world.now), 2 * DAY as u32);
    let change = world.room.handle_away(at(world.now), BySide { attackers: None, defenders: None }).unwrap();
    assert_eq!(change.entries[0].entry.event, Event::Back { by: Attackers });
    assert_eq!(change.flag_ms, Some(10 * DAY), "two days from now on");
    world.kept.commit(&change);
    assert_eq!(world.kept.load(Limits::default()).log(), world.room.log());
    world.effects();
    world.pass(2 * DAY);
    assert!(world.room.log().is_over(), "then the flag falls as ever");
}

#[test]
fn the_clocks_go_on_when_the_last_one_is_back() {
    const DAY: i64 = 24 * 60 * 60_000;
    let mut world = on_the_clock("1d", game("fetlar-2018", Arrangement::Friend));
    for (now, attackers, defenders, stands) in [
        (1_000, Some(2 * DAY), None, true),
        (2_000, Some(2 * DAY), Some(3 * DAY), true),
        (3_000, None, Some(3 * DAY), true),
        (9_000, None, None, false),
    ] {
        let change = world.room.handle_away(at(now), BySide { attackers, defenders }).unwrap();
        world.kept.commit(&change);
        assert_eq!(world.room.clock().unwrap().stands(), stands, "{now}");
    }
    assert_eq!(world.room.flag_ms(), Some(DAY + 8_000));
}

#[test]
fn nobody_is_away_from_the_board_or_where_a_game_does_not_wait() {
    const DAY: i64 = 24 * 60 * 60_000;
    let until = BySide { attackers: Some(5 * DAY), defenders: None };
    let mut live = on_the_clock("5+0", game("fetlar-2018", Arrangement::Friend));
    assert_eq!(live.room.handle_away(at(1_000), until), None);
    let world = on_the_clock("2d", game("fetlar-2018", Arrangement::Friend));
    let stored = Stored { no_away: true, ..Stored::new(world.kept.made.clone()) };
    assert_eq!(Room::new(stored, Limits::default()).handle_away(at(1_000), until), None);
}

/// A clock rises only by what a row says.
fn rises(before: &Room, world: &World) {
    let (was, is) = (before.clock().unwrap(), world.room.clock().unwrap());
    let new = &world.kept.entries[before.log().version() as usize..];
    if new.iter().any(|entry| matches!(entry.event, Event::Accepted { .. })) || !is.control().is_live() {
        return;
    }
    for side in Side::ALL {
        let most: u32 = new
            .iter()
            .map(|entry| match entry.event {
                Event::Ply { .. } if was.running() == Some(side) => {
                    is.control().increment_ms() + entry.clock.unwrap().lag_ms
                }
                Event::TimeGiven { by, ms } if by != side => ms,
                _ => 0,
            })
            .sum();
        assert!(is.left(side, world.now) <= was.left(side, world.now) + most, "{side:?} {new:?}");
    }
}

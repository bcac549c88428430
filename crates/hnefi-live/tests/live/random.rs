//! Random people do random things. Whatever they do, what is stored is what is in memory, a refusal changes
//! nothing, and a finished game stays finished unless a move is taken back.

use std::collections::BTreeMap;

use crate::world::{DRAW, TAKE_BACK, World, a_move, game, game_from, person, seat};
use fastrand::Rng;
use hnefi_clock::{Clock, Control};
use hnefi_live::{
    Act, ActError, Arrangement, Change, Entry, Event, Found, Limits, MatchLength, Moment, NewGame, OfferKind, Room,
    Seat, Sides, Viewer, Written,
};
use hnefi_rules::{BySide, Ground, Intent, Offer, Side};

const NAMES: [&str; 3] = ["ann", "bo", "cy"];

fn random_game(rng: &mut Rng) -> NewGame {
    let arrangement = [Arrangement::Friend, Arrangement::Screen, Arrangement::Computer][rng.usize(..3)];
    let fort = "/3TK1T4/3TTTT4/11/t9t/11/11/11/11/11/11/3ttt5/";
    let mut new = match rng.u8(..4) {
        0 => game_from("fetlar-2018", arrangement, fort, Side::Attackers),
        1 => game_from("brandubh", arrangement, "/1K5/7/7/5t1/7/7/5t1/", Side::Defenders),
        2 => game("tablut-linnaeus", arrangement),
        _ => game("brandubh", arrangement),
    };
    if arrangement == Arrangement::Friend && rng.bool() {
        new.seats = BySide { attackers: Seat::Open, defenders: seat("bo") };
    }
    if arrangement == Arrangement::Computer && rng.bool() {
        new.seats = BySide { attackers: Seat::Computer { level: 1 }, defenders: seat("ann") };
    }
    if arrangement == Arrangement::Friend && rng.u8(..3) > 0 {
        let mut clock = Clock::new(if rng.u8(..4) == 0 { Control::Days(1) } else { Control::fischer(1, 2).unwrap() });
        if new.seats[Side::Attackers] != Seat::Open && rng.bool() {
            clock.start(new.game.position().turn(), 0);
        }
        new.clock = Some(clock);
    }
    new.match_length = MatchLength::from_games(rng.u32(..8));
    new
}

/// Whether a legal move ends the game.
fn wins(room: &Room, intent: Intent) -> bool {
    room.game().clone().play(intent).is_ok_and(|ply| ply.outcome.is_some())
}

fn random_act(room: &Room, rng: &mut Rng) -> Act {
    let side = if rng.bool() { Side::Attackers } else { Side::Defenders };
    let offers = [
        DRAW,
        TAKE_BACK,
        OfferKind::Rematch([Sides::Swapped, Sides::Same][rng.usize(..2)]),
        OfferKind::Game(Offer::Claim(Ground::ALL[rng.usize(..Ground::ALL.len())])),
    ];
    match rng.u8(..100) {
        0..68 => {
            let moves = room.game().moves();
            let all: Vec<Intent> = moves.into_iter().map(|mv| mv.intent()).collect();
            let intent = match rng.usize(..10) {
                0 => crate::world::intent("a1-b2"),
                _ if all.is_empty() => crate::world::intent("a1-a2"),
                1 | 2 => all.iter().copied().find(|&intent| wins(room, intent)).unwrap_or(all[0]),
                _ => all[rng.usize(..all.len())],
            };
            match a_move(room, intent) {
                Act::Move { ply, .. } if rng.u8(..20) == 0 => {
                    Act::Move { intent, ply, client_id: ["", "again"][rng.usize(..2)].to_owned() }
                }
                Act::Move { client_id, .. } if rng.u8(..20) == 0 => Act::Move { intent, ply: 0, client_id },
                act => act,
            }
        }
        68 => Act::Resign,
        69..84 => Act::Offer(offers[rng.usize(..offers.len())]),
        84..92 => Act::Answer { accept: rng.bool() },
        92..95 => Act::Withdraw,
        95 => Act::GiveTime,
        96 => Act::ClaimAbandoned { draw: rng.bool() },
        97 => Act::Join { side },
        _ => Act::MoveSeat { side },
    }
}

fn random_found(room: &Room, rng: &mut Rng) -> Found {
    let moves: Vec<_> = room.game().moves().into_iter().collect();
    match rng.u8(..20) {
        0 => Found::Nothing,
        1..6 => Found::Agrees(rng.bool()),
        _ if moves.is_empty() => Found::Nothing,
        _ => Found::Move(moves[rng.usize(..moves.len())]),
    }
}

/// How often something happened, by name: what never happened was not tested.
type Seen = BTreeMap<&'static str, u32>;

fn note(seen: &mut Seen, change: &Change) {
    for Entry { event, .. } in change.entries.iter().map(|written| &written.entry) {
        *seen.entry(event.kind()).or_default() += 1;
    }
    let happened = [
        ("a seat moved or taken", !change.seats.is_empty()),
        ("next game", change.next.is_some()),
        ("due", change.due.is_some()),
        ("two entries", change.entries.len() > 1),
    ];
    for (what, _) in happened.into_iter().filter(|(_, happened)| *happened) {
        *seen.entry(what).or_default() += 1;
    }
}

fn note_error(seen: &mut Seen, error: ActError) {
    *seen
        .entry(match error {
            ActError::NotYourSeat => "not your seat",
            ActError::NotYourTurn => "not your turn",
            ActError::Stale => "stale",
            ActError::NobodyYet => "nobody yet",
            ActError::MatchWentOn => "match went on",
            ActError::OtherGameOn => "other game on",
            ActError::SidesSettled => "sides settled",
            ActError::MoveId => "move id",
            ActError::Illegal(_) => "illegal",
            ActError::Game(_) => "game",
            ActError::NotOver => "not over",
            ActError::BrokenOff => "was broken off",
            ActError::TooSoon => "too soon",
            ActError::SeatTaken => "seat taken",
            ActError::OwnInvitation => "own invitation",
            ActError::NobodysSeat => "nobody's seat",
            ActError::Forfeited => "forfeited",
            ActError::SeatStays => "the seat stays",
            ActError::TooManyOffers => "too many offers",
            ActError::NoClock => "no clock",
            ActError::NotAway => "not away",
            ActError::Rated => "rated",
            ActError::NoTakeBack => "no take-back",
            ActError::ConditionalNotHere => "no conditional moves here",
            ActError::ConditionalYourTurn => "conditional moves in one's own turn",
            ActError::ConditionalTooMany => "too many conditional moves",
            ActError::ConditionalEnd => "conditional moves that end with the other's",
            ActError::ConditionalTwoAnswers => "two answers",
            ActError::Unfair => "unfair",
        })
        .or_default() += 1;
}

/// What must hold after every step, whatever it was.
fn check(world: &World, before: &Room, done: &Result<Option<Change>, ActError>, seen: &mut Seen) {
    let room = &world.room;
    match done {
        Ok(Some(change)) => {
            let reopened = change.entries.iter().any(|written| matches!(written.entry.event, Event::TakenBack { .. }));
            if before.log().is_over() && !reopened {
                assert_eq!(room.game().outcome(), before.game().outcome(), "{change:?}");
                assert_eq!(room.log().status().ending, before.log().status().ending, "no game ends twice");
            }
            if before.log().is_over() && reopened {
                assert!(!before.log().is_void(), "a game without a result stays so");
                assert!(room.clock().is_none_or(|clock| clock.started_ms().is_none()), "the clocks never went");
                *seen.entry("reopened").or_default() += 1;
            }
            if change.entries.iter().any(|written| written.ply.is_some() && written.outcome.is_some()) {
                *seen.entry("won on the board").or_default() += 1;
                if before.log().pending().is_some() {
                    *seen.entry("won while an offer stood").or_default() += 1;
                }
            }
            let ends = |written: &&Written| {
                written.outcome.is_some() || matches!(written.entry.event, Event::Aborted { .. } | Event::BrokenOff)
            };
            let endings = change.entries.iter().filter(ends).count();
            assert!(endings <= usize::from(reopened || !before.log().is_over()), "{change:?}");
            assert_eq!((world.kept.due, world.kept.flag_ms), (room.due(), room.flag_ms()));
            assert!(room.flag_ms() == room.gathers_until() || !room.log().is_over());
            note(seen, change);
        }
        Ok(None) => assert_eq!((room.log(), room.seats(), room.next()), (before.log(), before.seats(), before.next())),
        Err(error) => {
            note_error(seen, *error);
            assert_eq!((room.log(), room.seats(), room.next()), (before.log(), before.seats(), before.next()));
            assert_eq!(room.score().points, before.score().points);
        }
    }
    assert!(room.score().points.attackers + room.score().points.defenders <= 2);
    let loaded = world.kept.load(room.limits());
    assert_eq!((loaded.log(), loaded.seats(), loaded.next()), (room.log(), room.seats(), room.next()));
    assert_eq!(
        (loaded.against(), loaded.score().points, loaded.due()),
        (room.against(), room.score().points, room.due())
    );
    for name in NAMES {
        assert_eq!(loaded.actions(&person(name)), room.actions(&person(name)));
    }
}

#[test]
fn whatever_people_do_memory_and_store_agree_and_a_finished_game_stays() {
    let mut rng = Rng::with_seed(13);
    let mut seen = Seen::new();
    for round in 0..240 {
        let limits = match round % 3 {
            0 => Limits { paced_from: 8, pace_ms: 50, broken_off_at: 24 },
            _ => Limits::default(),
        };
        let mut world = World::new(random_game(&mut rng), limits);
        for _ in 0..80 {
            world.now += rng.i64(0..100);
            if world.room.clock().is_some() && rng.u8(..6) == 0 {
                world.now += rng.i64(0..30_000) * rng.i64(1..3);
            }
            let moment = Moment { lag_ms: rng.u32(..2_000), ..crate::world::at(world.now) };
            if rng.bool() {
                let before = world.room.clone();
                let change = world.room.handle_time(moment);
                if let Some(change) = &change {
                    world.kept.commit(change);
                    check(&world, &before, &Ok(Some(change.clone())), &mut seen);
                }
                if rng.u8(..20) == 0
                    && let Some(change) = world.room.handle_downtime(moment, 5_000)
                {
                    world.kept.commit(&change);
                }
            }
            let (before, mut twin) = (world.room.clone(), world.kept.load(limits));
            twin.handle_reload(world.room.clone());
            if before.clock().is_none() {
                assert_eq!(twin.handle_time(moment), None);
            }
            let done = if let Some(task) = before.asked().filter(|_| rng.bool()) {
                let found = random_found(&before, &mut rng);
                let version = task.version - u64::from(task.version > 0 && rng.u8(..8) == 0);
                let done = world.room.handle_found(moment, version, found);
                assert_eq!(twin.handle_found(moment, version, found), done);
                if version != task.version {
                    assert_eq!(done, Ok(None), "it came too late");
                    *seen.entry("too late").or_default() += 1;
                }
                done
            } else if rng.u8(..10) == 0 {
                let who = person(NAMES[rng.usize(..3)]);
                match rng.bool() {
                    true => world.room.handle_enter(moment, rng.u64(..3), who),
                    false => world.room.handle_leave(moment, rng.u64(..3)),
                }
                Ok(None)
            } else {
                let mover = before.game().turn().and_then(|turn| before.seats()[turn].person().cloned());
                let who = match (rng.usize(..20), mover) {
                    (0, _) => Viewer::Watcher,
                    (number @ 1..7, _) | (number, None) => person(NAMES[number % 3]),
                    (_, Some(mover)) => Viewer::Person(mover),
                };
                let seat = match rng.usize(..12) {
                    0 => Some(Side::Attackers),
                    1 => Some(Side::Defenders),
                    _ => None,
                };
                let act = random_act(&before, &mut rng);
                let done = world.room.handle_act(moment, &who, seat, act.clone());
                // A room that has been there all along and one that has just been loaded answer alike.
                assert_eq!(twin.handle_act(moment, &who, seat, act), done);
                done
            };
            if let Ok(Some(change)) = &done {
                world.kept.commit(change);
            }
            check(&world, &before, &done, &mut seen);
            world.effects();
        }
    }
    for what in [
        "ply",
        "offered",
        "dropped",
        "accepted",
        "resigned",
        "taken-back",
        "broken-off",
        "clocks-started",
        "flag-fell",
        "aborted",
        "not away",
        "no clock",
        "a seat moved or taken",
        "next game",
        "due",
        "two entries",
        "reopened",
        "too late",
        "not your seat",
        "not your turn",
        "stale",
        "nobody yet",
        "match went on",
        "sides settled",
        "move id",
        "illegal",
        "game",
        "not over",
        "was broken off",
        "too soon",
        "seat taken",
        "own invitation",
        "nobody's seat",
        "won on the board",
        "won while an offer stood",
    ] {
        assert!(seen.get(what).is_some_and(|&times| times > 0), "{what} never happened: {seen:?}");
    }
}

//! Random people do random things. Whatever they do, what is stored is what is in memory, a refusal changes
//! nothing, and a finished game stays finished unless a move is taken back.

mod world;

use std::collections::BTreeMap;

use fastrand::Rng;
use hnefi_live::{
    Act, ActError, Arrangement, Change, Entry, Event, Found, Limits, MatchLength, Moment, NewGame, OfferKind, Room,
    Seat, Sides, Viewer,
};
use hnefi_rules::{BySide, Ground, Intent, Offer, Side};
use world::{DRAW, TAKE_BACK, World, a_move, game, game_from, person, seat};

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
        0..70 => {
            let moves = room.game().moves();
            let all: Vec<Intent> = moves.into_iter().map(|mv| mv.intent()).collect();
            let intent = match rng.usize(..10) {
                0 => world::intent("a1-b2"),
                _ if all.is_empty() => world::intent("a1-a2"),
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
        70..72 => Act::Resign,
        72..84 => Act::Offer(offers[rng.usize(..offers.len())]),
        84..92 => Act::Answer { accept: rng.bool() },
        92..95 => Act::Withdraw,
        95..98 => Act::Join { side },
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
        *seen
            .entry(match event {
                Event::Ply { .. } => "ply",
                Event::Offered { .. } => "offered",
                Event::Dropped { .. } => "dropped",
                Event::Accepted { .. } => "accepted",
                Event::Resigned { .. } => "resigned",
                Event::TakenBack { .. } => "taken back",
                Event::BrokenOff => "broken off",
            })
            .or_default() += 1;
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
                assert_eq!(room.log().is_broken_off(), before.log().is_broken_off());
            }
            if before.log().is_over() && reopened {
                assert!(!before.log().is_broken_off(), "a game that was broken off stays so");
                *seen.entry("reopened").or_default() += 1;
            }
            if change.entries.iter().any(|written| written.ply.is_some() && written.outcome.is_some()) {
                *seen.entry("won on the board").or_default() += 1;
                if before.log().pending().is_some() {
                    *seen.entry("won while an offer stood").or_default() += 1;
                }
            }
            assert_eq!(world.kept.due, room.due());
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
    for round in 0..120 {
        let limits = match round % 3 {
            0 => Limits { paced_from: 8, pace_ms: 50, broken_off_at: 24 },
            _ => Limits::default(),
        };
        let mut world = World::new(random_game(&mut rng), limits);
        for _ in 0..80 {
            world.now += rng.i64(0..100);
            let moment = Moment { at_ms: world.now, new_id: "next" };
            let (before, mut twin) = (world.room.clone(), world.kept.load(limits));
            twin.handle_time(world.now);
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
                    true => world.room.handle_enter(world.now, rng.u64(..3), who),
                    false => world.room.handle_leave(world.now, rng.u64(..3)),
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
        "taken back",
        "broken off",
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

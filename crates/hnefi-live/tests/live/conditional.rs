//! Conditional moves: they are played when it comes to them, and end with whatever nobody foresaw.

use crate::world::{DRAW, TAKE_BACK, World, a_move, at, game, game_from, intent, person, seat};
use fastrand::Rng;
use hnefi_clock::Clock;
use hnefi_live::{Act, ActError, Arrangement, Conditional, Event, Limits, NewGame, OfferKind, Seat, Viewer};
use hnefi_rules::{BySide, Ending, Intent, Offer, Side};

use Side::{Attackers, Defenders};

/// A game of days between Ann's attackers and Bo's defenders, Ann to move.
fn days() -> World {
    let mut clock = Clock::new("2d".parse().unwrap());
    clock.start(Attackers, 0);
    World::new(NewGame { clock: Some(clock), ..game("fetlar-2018", Arrangement::Friend) }, Limits::default())
}

fn lines(lines: &[&str]) -> Vec<Vec<Intent>> {
    lines.iter().map(|line| line.split(' ').map(intent).collect()).collect()
}

/// Makes conditional moves for the game as it stands.
fn foresee(world: &mut World, name: &str, wanted: &[&str]) -> Result<(), ActError> {
    let ply = world.room.log().plies();
    world.act(&person(name), Act::Foresee { ply, lines: lines(wanted) }).map(|_| ())
}

fn moves(world: &World) -> Vec<String> {
    world.room.game().plies().map(|ply| ply.played.mv.to_string()).collect()
}

fn at_lines(ply: u32, wanted: &[&str]) -> Conditional {
    Conditional::Lines { ply, lines: lines(wanted) }
}

#[test]
fn what_was_foreseen_is_played_at_once_a_row_each_and_what_is_left_of_the_lines_stays() {
    let mut world = days();
    let before = ["d1-d4 f4-e4 e1-e3 e4-d3", "d1-d3 f4-e4", "d1-d4 f4-e4 g1-g3 e4-d3"];
    // A line is legal move by move: `e4-d3` is none.
    assert!(
        matches!(foresee(&mut world, "bo", &before), Err(ActError::Illegal(refusal)) if refusal.intent == intent("e4-d3"))
    );
    foresee(&mut world, "bo", &["d1-d4 f4-e4 e1-e3 e5-c5", "d1-d3 f4-e4", "d1-d4 f4-e4 g1-g3 e5-b5"]).unwrap();
    world.now = 5_000;
    world.play(&person("ann"), "d1-d4").unwrap();
    assert_eq!(moves(&world), ["d1-d4", "f4-e4"]);
    let rows: Vec<_> = world.kept.entries.iter().map(|entry| (entry.at_ms, entry.clock.unwrap().at_ms)).collect();
    assert_eq!(rows, [(5_000, 5_000); 2], "a row each");
    assert_eq!(world.room.conditional(Defenders), &at_lines(2, &["e1-e3 e5-c5", "g1-g3 e5-b5"]));
    let clock = world.room.clock().unwrap();
    assert_eq!((clock.running(), clock.left(Attackers, 5_000)), (Some(Attackers), 2 * 24 * 60 * 60_000));
    // A server that has just started knows them too.
    world.room = world.kept.load(Limits::default());
    world.play(&person("ann"), "g1-g3").unwrap();
    assert_eq!(moves(&world), ["d1-d4", "f4-e4", "g1-g3", "e5-b5"]);
    assert_eq!(
        (world.room.conditional(Defenders), &world.kept.conditional[Defenders]),
        (&Conditional::None, &Conditional::None)
    );
}

#[test]
fn one_foresees_while_the_other_side_is_to_move() {
    let mut world = days();
    foresee(&mut world, "bo", &["d1-d4 f4-e4 e1-e3 e5-c5"]).unwrap();
    world.play(&person("ann"), "d1-d3").unwrap();
    assert_eq!(world.room.conditional(Defenders), &Conditional::Ended);
    foresee(&mut world, "ann", &["f4-e4 e1-e3 e5-c5 g1-g3"]).unwrap();
    world.play(&person("bo"), "f4-e4").unwrap();
    assert_eq!(moves(&world), ["d1-d3", "f4-e4", "e1-e3"]);
    assert_eq!(world.room.conditional(Defenders), &Conditional::None, "who moves has seen that they ended");
    // Bo is to move: what he foresees needs Ann's turn. She answers his move, he hers.
    assert_eq!(foresee(&mut world, "bo", &["g1-g3 e5-b5"]), Err(ActError::ConditionalYourTurn));
    world.play(&person("bo"), "e5-c5").unwrap();
    assert_eq!(moves(&world).last().unwrap(), "g1-g3");
    let mut world = days();
    foresee(&mut world, "bo", &["d1-d4 f4-e4 e1-e3 e5-c5"]).unwrap();
    world.play(&person("ann"), "d1-d4").unwrap();
    // Ann's lines are for after her own next move alone; she is to move now.
    assert_eq!(foresee(&mut world, "ann", &["e5-c5 g1-g3"]), Err(ActError::ConditionalYourTurn));
    world.play(&person("ann"), "e1-e3").unwrap();
    assert_eq!(moves(&world).len(), 4);
}

#[test]
fn whatever_was_not_foreseen_ends_them_and_their_owner_is_told() {
    type Does = fn(&mut World);
    let happenings: [(&str, Does, Conditional); 8] = [
        ("another move", |world| drop(world.play(&person("ann"), "d1-d3").unwrap()), Conditional::Ended),
        ("a draw is offered", |world| drop(world.act(&person("ann"), Act::Offer(DRAW)).unwrap()), Conditional::Ended),
        (
            "a move is to be taken back",
            |world| drop(world.act(&person("ann"), Act::Offer(TAKE_BACK)).unwrap()),
            Conditional::Ended,
        ),
        ("nothing but time", |world| drop(world.pass(1_000)), at_lines(2, &["d1-d4 e4-d4"])),
        (
            "the server was away",
            |world| {
                let change = world.room.handle_downtime(at(world.now), 60_000).unwrap();
                world.kept.commit(&change);
            },
            at_lines(2, &["d1-d4 e4-d4"]),
        ),
        (
            "one's own offer",
            |world| drop(world.act(&person("bo"), Act::Offer(DRAW)).unwrap()),
            at_lines(2, &["d1-d4 e4-d4"]),
        ),
        ("the end", |world| drop(world.act(&person("ann"), Act::Resign).unwrap()), Conditional::None),
        ("the flag", |world| drop(world.pass(3 * 24 * 60 * 60_000)), Conditional::None),
    ];
    for (what, does, wanted) in happenings {
        let mut world = days();
        world.play(&person("ann"), "e1-e3").unwrap();
        world.play(&person("bo"), "f4-e4").unwrap();
        foresee(&mut world, "bo", &["d1-d4 e4-d4"]).expect_err("the square is taken");
        foresee(&mut world, "bo", &["d1-d3 e4-d4"]).unwrap();
        foresee(&mut world, "bo", &["d1-c1 e4-d4"]).unwrap();
        let wanted = match wanted {
            Conditional::Lines { .. } => at_lines(2, &["d1-c1 e4-d4"]),
            other => other,
        };
        does(&mut world);
        assert_eq!(
            (world.room.conditional(Defenders), &world.kept.conditional[Defenders]),
            (&wanted, &wanted),
            "{what}"
        );
        if wanted == Conditional::Ended && what == "another move" {
            foresee(&mut world, "bo", &[]).unwrap();
            assert_eq!(world.room.conditional(Defenders), &Conditional::None, "read and put away");
        }
    }
}

#[test]
fn a_foreseen_move_that_ends_the_game_ends_it_and_a_second_one_is_never_played() {
    // The king needs one move to the corner.
    let start = game_from("brandubh", Arrangement::Friend, "/1K5/7/7/5t1/7/7/5t1/", Attackers);
    let mut world = World::new(start, Limits::default());
    foresee(&mut world, "bo", &["f4-e4 b1-a1"]).unwrap();
    world.play(&person("ann"), "f4-e4").unwrap();
    let outcome = world.room.game().outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Some(Defenders), Ending::KingEscaped));
    assert_eq!(world.kept.entries.len(), 2);
    assert_eq!(world.kept.conditional, BySide::default());
}

#[test]
fn they_are_made_where_two_people_play_without_haste_within_limits() {
    let here = |new: NewGame, control: Option<&str>| {
        let clock = control.map(|control| {
            let mut clock = Clock::new(control.parse().unwrap());
            clock.start(Attackers, 0);
            clock
        });
        foresee(&mut World::new(NewGame { clock, ..new }, Limits::default()), "bo", &["d1-d4 f4-e4"])
    };
    let friends = || game("fetlar-2018", Arrangement::Friend);
    assert_eq!(here(friends(), None), Ok(()));
    assert_eq!(here(friends(), Some("14d")), Ok(()));
    assert_eq!(here(friends(), Some("10+5")), Err(ActError::ConditionalNotHere));
    assert_eq!(here(game("fetlar-2018", Arrangement::Computer), None), Err(ActError::ConditionalNotHere));
    let alone = NewGame { seats: BySide { attackers: Seat::Open, defenders: seat("bo") }, ..friends() };
    assert_eq!(here(alone, None), Err(ActError::ConditionalNotHere));

    let mut world = days();
    for name in ["cy", "ann"] {
        assert!(foresee(&mut world, name, &["d1-d4 f4-e4"]).is_err(), "{name}");
    }
    assert!(world.act(&Viewer::Watcher, Act::Foresee { ply: 0, lines: lines(&["d1-d4 f4-e4"]) }).is_err());
    assert_eq!(foresee(&mut world, "bo", &["d1-d4"]), Err(ActError::ConditionalEnd));
    assert_eq!(foresee(&mut world, "bo", &["d1-d4 f4-e4", "d1-d4 f4-g4"]), Err(ActError::ConditionalTwoAnswers));
    assert_eq!(foresee(&mut world, "bo", &["d1-d4 f4-e4"; 17]), Err(ActError::ConditionalTooMany));
    let long = ["d1-d4 f4-e4"; 7].join(" ");
    assert_eq!(foresee(&mut world, "bo", &[&long]), Err(ActError::ConditionalTooMany));
    let stale = Act::Foresee { ply: 1, lines: Vec::new() };
    assert_eq!(world.act(&person("bo"), stale), Err(ActError::Stale));
    assert_eq!(world.kept.conditional, BySide::default(), "a refusal changes nothing");
}

/// Some line from the game as it stands, perhaps with an illegal move in it.
fn random_line(world: &World, rng: &mut Rng) -> Vec<Intent> {
    let mut game = world.room.game().clone();
    let mut line = Vec::new();
    for _ in 0..2 * rng.usize(1..4) {
        let all: Vec<Intent> = game.moves().into_iter().map(|mv| mv.intent()).collect();
        let Some(&chosen) = all.get(rng.usize(..all.len().clamp(1, 3))) else { break };
        let Ok(_) = game.play(chosen) else { break };
        line.push(chosen);
    }
    line
}

#[test]
fn in_every_order_of_events_store_and_memory_agree_and_only_what_was_foreseen_is_played() {
    let mut rng = Rng::with_seed(29);
    let (mut played, mut ended) = (0, 0);
    for round in 0..150 {
        let mut clock = Clock::new("1d".parse().unwrap());
        clock.start(Attackers, 0);
        let new = NewGame { clock: Some(clock).filter(|_| round % 3 > 0), ..game("brandubh", Arrangement::Friend) };
        let limits =
            if round % 5 == 0 { Limits { paced_from: 12, pace_ms: 50, broken_off_at: 40 } } else { Limits::default() };
        let mut world = World::new(new, limits);
        for _ in 0..60 {
            let name = ["ann", "bo"][rng.usize(..2)];
            let before: BySide<Conditional> = BySide {
                attackers: world.room.conditional(Attackers).clone(),
                defenders: world.room.conditional(Defenders).clone(),
            };
            let (stood, entries) = (world.room.log().plies(), world.kept.entries.len());
            let act = match rng.u8(..20) {
                0..9 => {
                    let all: Vec<Intent> = world.room.game().moves().into_iter().map(|mv| mv.intent()).collect();
                    all.get(rng.usize(..all.len().clamp(1, 3))).map(|&intent| a_move(&world.room, intent))
                }
                9..15 => {
                    let ply = world.room.log().plies();
                    Some(Act::Foresee {
                        ply,
                        lines: (0..rng.usize(..3)).map(|_| random_line(&world, &mut rng)).collect(),
                    })
                }
                15 => Some(Act::Offer(DRAW)),
                16 => Some(Act::Offer(OfferKind::Game(Offer::TakeBack))),
                17 => Some(Act::Answer { accept: rng.u8(..4) > 0 }),
                _ => None,
            };
            match act {
                Some(act) => {
                    let refused = world.act(&person(name), act).is_err();
                    assert!(!refused || world.kept.entries.len() == entries);
                }
                None => drop(world.pass(rng.i64(0..3_600_000))),
            }
            let new = &world.kept.entries[entries..];
            let by_itself: Vec<Intent> = new
                .iter()
                .filter_map(|entry| match &entry.event {
                    Event::Ply { mv, client_id: None } => Some(mv.intent()),
                    _ => None,
                })
                .collect();
            played += by_itself.len();
            assert!(by_itself.len() <= 1, "then it is the other side's turn, and its people's");
            // What is played by itself was in somebody's lines, at its place in them.
            for (at, intent) in by_itself.iter().enumerate() {
                let foreseen = Side::ALL.into_iter().any(|side| {
                    before[side].lines().iter().any(|line| line.iter().skip(1).step_by(2).any(|own| own == intent))
                });
                assert!(foreseen, "move {at} of {by_itself:?}");
            }
            for side in Side::ALL {
                let (here, stored) = (world.room.conditional(side), &world.kept.conditional[side]);
                assert_eq!(here, stored);
                assert_eq!(world.kept.load(limits).conditional(side), here);
                if let Conditional::Lines { ply, .. } = here {
                    assert_eq!((*ply, world.room.log().turn()), (world.room.log().plies(), Some(!side)));
                }
                ended += usize::from(*here == Conditional::Ended && before[side] != Conditional::Ended);
            }
            assert_eq!(world.kept.load(limits).log(), world.room.log());
            assert!(world.room.log().plies() >= stood || by_itself.is_empty());
        }
    }
    assert!(played > 50 && ended > 50, "{played} {ended}");
}

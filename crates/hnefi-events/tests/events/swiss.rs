//! Swiss events: what the published penalties promise.

use std::collections::HashMap;

use crate::world::{arbiter, enter, play, report};
use hnefi_events::{
    Act, By, ByeKind, DrawFault, Drawn, DrawnPair, Event, Form, GameResult, GamesEach, Met, Overdue, Penalties, Plan,
    PlayerNo, Presence, Refusal, Row, Stage, Unplayed, Why,
};
use hnefi_rules::Side;

fn swiss(games: GamesEach, rounds: Option<u32>) -> Plan {
    Plan { games, by_itself: true, late_entry_till: 3, ..Plan::new(Form::Swiss { rounds }) }
}

/// Everybody has met whom, so often; byes are meetings with nobody.
fn met(event: &Event) -> HashMap<(PlayerNo, Option<PlayerNo>), u32> {
    let mut met = HashMap::new();
    for round in event.rounds() {
        for pairing in &round.pairings {
            let [one, other] = pairing.players;
            *met.entry((one.min(other), Some(one.max(other)))).or_default() += 1;
        }
        for bye in round.byes.iter().filter(|bye| bye.kind == ByeKind::Given) {
            *met.entry((bye.player, None)).or_default() += 1;
        }
    }
    met
}

/// The least of the first penalties, by trying all ways: how often two meet again or have another bye, and sides beyond one.
fn least(event: &Event, here: &[PlayerNo]) -> (u32, u32) {
    let before = met(event);
    let lean: HashMap<PlayerNo, i32> = here
        .iter()
        .map(|&no| {
            let sides = event.course(no).into_iter().filter_map(|line| line.side());
            (no, sides.map(|side| if side == Side::Attackers { 1 } else { -1 }).sum())
        })
        .collect();
    let pay = |one: PlayerNo, other: Option<PlayerNo>| {
        let key = other.map_or((one, None), |other| (one.min(other), Some(one.max(other))));
        let beyond = |lean: i32| lean.unsigned_abs().saturating_sub(1);
        let sides = other.filter(|_| event.plan().games == GamesEach::One).map_or(0, |other| {
            let ways = [(one, other), (other, one)];
            ways.map(|(a, d)| beyond(lean[&a] + 1) + beyond(lean[&d] - 1)).into_iter().min().unwrap_or(0)
        });
        (before.get(&key).copied().unwrap_or(0), sides)
    };
    fn search(left: &[PlayerNo], bye: bool, pay: &dyn Fn(PlayerNo, Option<PlayerNo>) -> (u32, u32)) -> (u32, u32) {
        let Some((&one, rest)) = left.split_first() else { return (0, 0) };
        let add = |(a, b): (u32, u32), (c, d): (u32, u32)| (a + c, b + d);
        let with = rest.iter().map(|&other| {
            let next: Vec<PlayerNo> = rest.iter().copied().filter(|&no| no != other).collect();
            add(pay(one, Some(other)), search(&next, bye, pay))
        });
        let alone = bye.then(|| add(pay(one, None), search(rest, false, pay)));
        with.chain(alone).min().unwrap_or((u32::MAX / 2, 0))
    }
    search(here, here.len() % 2 == 1, &pay)
}

#[test]
fn nobody_meets_anybody_twice_and_sides_are_balanced_wherever_it_can_be() {
    let mut random = fastrand::Rng::with_seed(11);
    let (mut rounds, mut again, mut beyond) = (0, 0, 0);
    for number in 0..240 {
        let players = random.u32(2..=9);
        let games = if number % 2 == 0 { GamesEach::One } else { GamesEach::Two };
        let plan = Plan { by_itself: false, ..swiss(games, Some(players.max(3))) };
        let mut event = enter(plan, players, &mut random);
        event.handle_act(0, arbiter(), Act::Begin).unwrap();
        for number in 1..=players.max(3) {
            let here: Vec<PlayerNo> = event
                .players()
                .iter()
                .filter(|player| player.presence == Presence::Here && !player.wished.contains(&number))
                .map(|player| player.no)
                .collect();
            let least = least(&event, &here);
            if event.handle_act(0, arbiter(), Act::Pair).is_err() {
                break;
            }
            let paid = event.paid(number).unwrap_or_default();
            assert_eq!((paid.again, paid.sides), least, "{:?}", event.rows());
            assert_eq!(event.is_proved_cheapest(number), event.paid(number).map(|_| true));
            (rounds, again, beyond) = (rounds + 1, again + paid.again, beyond + paid.sides);
            crate::world::happen(&mut event, &mut random, 0.08);
            play(&mut event, &mut random);
            event.handle_act(0, arbiter(), Act::Close).unwrap();
        }
    }
    // All cases came up: rounds in which it could be had, and some in which it could not.
    assert!(rounds > 900 && again > 20 && beyond > 5, "{rounds} {again} {beyond}");
}

#[test]
fn up_to_half_of_the_players_as_rounds_nobody_meets_twice_or_has_two_byes() {
    let mut random = fastrand::Rng::with_seed(12);
    for players in 2..=40_u32 {
        let rounds = players.div_ceil(2);
        let mut event = enter(swiss(GamesEach::Two, Some(rounds)), players, &mut random);
        event.handle_act(0, arbiter(), Act::Begin).unwrap();
        while event.stage() == Stage::Playing {
            event.handle_time(0);
            play(&mut event, &mut random);
        }
        assert_eq!(event.rounds().len() as u32, rounds);
        assert!(met(&event).values().all(|&times| times == 1), "{players} players");
    }
}

#[test]
fn the_order_of_entries_and_of_results_does_not_matter() {
    let mut random = fastrand::Rng::with_seed(13);
    for number in 0..30 {
        let players = random.u32(5..=24);
        let plan = Plan { seed: number, ..swiss(GamesEach::One, None) };
        let mut keys: Vec<u32> = (0..players).collect();
        let strength: HashMap<String, Option<i32>> =
            keys.iter().map(|key| (format!("p{key}"), random.bool().then(|| random.i32(1000..1010)))).collect();
        let mut tables: Vec<Vec<Vec<String>>> = Vec::new();
        for _ in 0..3 {
            random.shuffle(&mut keys);
            let mut event = Event::new(plan.clone()).unwrap();
            for key in keys.iter().map(|key| format!("p{key}")) {
                let rating = strength[&key];
                event.handle_act(0, arbiter(), Act::Enter { key, rating }).unwrap();
            }
            event.handle_act(0, arbiter(), Act::Begin).unwrap();
            let name = |event: &Event, no: PlayerNo| event.player(no).unwrap().key.clone();
            let mut seen = Vec::new();
            while event.stage() == Stage::Playing {
                event.handle_time(0);
                let Some(round) = event.open_round() else { break };
                let pairs = round.pairings.iter().map(|pairing| pairing.players.map(|no| name(&event, no)).join(" "));
                seen.push(pairs.chain(round.byes.iter().map(|bye| name(&event, bye.player))).collect());
                let mut games: Vec<_> = round.pairings.iter().flat_map(|pairing| pairing.games.clone()).collect();
                random.shuffle(&mut games);
                for game in games {
                    // The result depends on who plays alone.
                    let sum: u32 = [game.attackers, game.defenders]
                        .map(|no| name(&event, no))
                        .concat()
                        .bytes()
                        .map(u32::from)
                        .sum();
                    let result = [GameResult::Attackers, GameResult::Defenders, GameResult::Draw][sum as usize % 3];
                    report(&mut event, game.id, result);
                }
            }
            tables.push(seen);
        }
        assert!(tables[0].len() > 2 && tables.windows(2).all(|two| two[0] == two[1]), "event {number}");
    }
}

#[test]
fn a_round_says_what_it_paid_and_what_another_would_have() {
    let mut event = enter(swiss(GamesEach::Two, Some(3)), 6, &mut fastrand::Rng::with_seed(0));
    event.handle_act(0, arbiter(), Act::Begin).unwrap();
    event.handle_time(0);
    // In the first round the upper half meets the lower half in order, which costs nothing.
    assert_eq!(event.paid(1), Some(Penalties::default()));
    for pairing in event.round(1).unwrap().pairings.clone() {
        for game in pairing.games {
            report(&mut event, game.id, GameResult::Draw);
        }
    }
    event.handle_time(0);
    let first = event.round(1).unwrap().pairings[0].players;
    let again = event.would_pay(2, first[0], Some(first[1])).unwrap();
    assert_eq!((event.paid(2).unwrap().again, again.again), (0, 1));
    let second = event.round(2).unwrap().pairings[0].players;
    assert_eq!(event.would_pay(2, second[0], Some(second[1])), event.paid(2));
    // Nobody has a bye among six, and nobody plays himself.
    assert_eq!((event.would_pay(2, first[0], None), event.would_pay(2, first[0], Some(first[0]))), (None, None));
    assert_eq!(event.would_pay(9, first[0], Some(first[1])), None);
}

#[test]
fn the_bye_goes_to_who_has_fewest_points_and_had_none() {
    let mut random = fastrand::Rng::with_seed(14);
    let mut event = enter(swiss(GamesEach::Two, Some(4)), 7, &mut random);
    event.handle_act(0, arbiter(), Act::Begin).unwrap();
    let mut had: Vec<PlayerNo> = Vec::new();
    for number in 1..=4 {
        let before = event.standings();
        event.handle_time(0);
        let round = event.round(number).unwrap();
        let [bye] = round.byes[..] else { panic!("one of seven has a bye") };
        let without = before.iter().filter(|standing| !had.contains(&standing.player));
        let fewest = without.map(|standing| standing.halves).min().unwrap();
        let halves = before.iter().find(|standing| standing.player == bye.player).unwrap().halves;
        assert_eq!((bye.kind, halves), (ByeKind::Given, fewest), "round {number}");
        assert!(!had.contains(&bye.player) && matches!(bye.why, Why::Swiss(_)));
        had.push(bye.player);
        play(&mut event, &mut random);
        // The points of two won games.
        assert_eq!(event.course(bye.player).last().unwrap().halves, Some(4));
    }
}

#[test]
fn a_bye_can_be_wished_for_and_who_enters_late_missed_rounds() {
    let unplayed = Unplayed { missed: 1, ..Unplayed::default() };
    let mut event = enter(Plan { unplayed, ..swiss(GamesEach::Two, Some(5)) }, 4, &mut fastrand::Rng::with_seed(0));
    let two = PlayerNo(2);
    event.handle_act(0, arbiter(), Act::WishBye { player: two, round: 2 }).unwrap();
    let twice = event.handle_act(0, arbiter(), Act::WishBye { player: two, round: 3 });
    assert_eq!(twice, Err(Refusal::NoMoreByes { player: two, most: 1 }));
    let past = event.handle_act(0, arbiter(), Act::WishBye { player: two, round: 6 });
    assert_eq!(past, Err(Refusal::NotToCome(6)));
    event.handle_act(0, arbiter(), Act::Begin).unwrap();
    event.handle_time(0);
    play(&mut event, &mut fastrand::Rng::with_seed(1));
    event.handle_act(0, arbiter(), Act::Enter { key: "late".to_owned(), rating: None }).unwrap();
    event.handle_time(0);
    let round = event.round(2).unwrap();
    assert_eq!(round.bye_of(two).unwrap().kind, ByeKind::Wished);
    let late = event.course(PlayerNo(5));
    assert_eq!((late[0].what, late[0].halves), (Met::Missed, Some(2)));
    play(&mut event, &mut fastrand::Rng::with_seed(2));
    event.handle_time(0);
    // The third round is paired: it was the last one that one could enter before.
    let later = event.handle_act(0, arbiter(), Act::Enter { key: "later".to_owned(), rating: None });
    assert_eq!(later, Err(Refusal::TooLate(3)));
}

#[test]
fn who_left_before_the_first_round_and_comes_back_missed_rounds() {
    let unplayed = Unplayed { missed: 1, ..Unplayed::default() };
    let plan = Plan { unplayed, ..swiss(GamesEach::Two, Some(5)) };
    for (edition, missed) in [(Plan::EDITION, true), (0, false)] {
        let mut event = enter(Plan { edition, ..plan.clone() }, 5, &mut fastrand::Rng::with_seed(0));
        let player = PlayerNo(5);
        event.handle_act(0, By::Player, Act::Leave { player }).unwrap();
        event.handle_act(0, arbiter(), Act::Begin).unwrap();
        event.handle_time(0);
        play(&mut event, &mut fastrand::Rng::with_seed(1));
        event.handle_act(0, By::Player, Act::Return { player }).unwrap();
        event.handle_time(0);
        let course = event.course(player);
        assert_eq!(course[0].what == Met::Missed && course[0].halves == Some(2), missed, "{course:?}");
        assert!(
            event.round(2).unwrap().pairing_of(player).is_some() || event.round(2).unwrap().bye_of(player).is_some()
        );
    }
}

#[test]
fn who_leaves_forfeits_what_is_open_and_comes_back_late_or_by_an_arbiter() {
    let plan = Plan { by_itself: false, late_entry_till: 2, ..swiss(GamesEach::Two, Some(5)) };
    let mut event = enter(plan, 4, &mut fastrand::Rng::with_seed(0));
    event.handle_act(0, arbiter(), Act::Begin).unwrap();
    event.handle_act(0, arbiter(), Act::Pair).unwrap();
    let games = event.round(1).unwrap().pairings[0].games.clone();
    let player = games[0].attackers;
    report(&mut event, games[0].id, GameResult::Attackers);
    event.handle_act(0, By::Player, Act::Leave { player }).unwrap();
    assert_eq!(event.handle_act(0, By::Player, Act::Leave { player }), Err(Refusal::NotHere(player)));
    let ended =
        |event: &Event| event.round(1).unwrap().pairings[0].games.iter().map(|game| game.result).collect::<Vec<_>>();
    assert_eq!(ended(&event), [Some(GameResult::Attackers), Some(GameResult::DefendersForfeit)]);
    event.handle_act(0, By::Player, Act::Return { player }).unwrap();
    assert_eq!(event.handle_act(0, By::Player, Act::Return { player }), Err(Refusal::Here(player)));
    event.handle_act(0, arbiter(), Act::Leave { player }).unwrap();
    event.handle_act(0, arbiter(), Act::Close).unwrap();
    event.handle_act(0, arbiter(), Act::Pair).unwrap();
    assert!(event.round(2).unwrap().pairing_of(player).is_none());
    assert_eq!(event.handle_act(0, By::Player, Act::Return { player }), Err(Refusal::TooLate(2)));
    event.handle_act(0, arbiter(), Act::Return { player }).unwrap();
}

#[test]
fn who_was_away_for_a_round_missed_it_for_buchholz_as_well() {
    let player = PlayerNo(1);
    for (edition, missed) in [(Plan::EDITION, true), (0, false)] {
        let plan = Plan { edition, ..swiss(GamesEach::One, Some(3)) };
        let mut event = enter(plan, 6, &mut fastrand::Rng::with_seed(0));
        event.handle_act(0, arbiter(), Act::Begin).unwrap();
        for act in [None, Some(Act::Leave { player }), Some(Act::Return { player })] {
            if let Some(act) = act {
                event.handle_act(0, arbiter(), act).unwrap();
            }
            event.handle_time(0);
            play(&mut event, &mut fastrand::Rng::with_seed(1));
        }
        event.handle_time(0);
        assert_eq!(event.stage(), Stage::Finished);
        let course = event.course(player);
        let line = course.iter().find(|line| line.round == 2);
        assert_eq!(line.map(|line| (line.what, line.halves)), missed.then_some((Met::Missed, Some(0))));
        let standings = event.standings();
        let standing = standings.iter().find(|standing| standing.player == player).unwrap();
        let rounds: Vec<u32> = standing.tie_breaks[0].parts.iter().map(|part| part.round).collect();
        assert_eq!(rounds, if missed { vec![1, 2, 3] } else { vec![1, 3] });
    }
}

#[test]
fn a_round_paired_by_hand_says_so_and_has_everybody_once() {
    let plan = Plan { by_itself: false, ..swiss(GamesEach::Two, Some(3)) };
    let mut event = enter(plan, 4, &mut fastrand::Rng::with_seed(0));
    event.handle_act(0, arbiter(), Act::Begin).unwrap();
    let [one, two, three, four] = [1, 2, 3, 4].map(PlayerNo);
    let by_hand = |pairs: &[(PlayerNo, PlayerNo)], reason: Option<&str>| {
        // Whatever reasons it claims to have.
        let why = Why::Swiss(Penalties::default());
        let pairs = pairs.iter().map(|&(attackers, defenders)| DrawnPair { attackers, defenders, why }).collect();
        Act::Paired { drawn: Drawn { round: 1, pairs, byes: Vec::new() }, by_hand: reason.map(str::to_owned) }
    };
    let both = [(one, two), (three, four)];
    let refused = |fault| Err(Refusal::Drawn { round: 1, fault });
    assert_eq!(event.handle_act(0, arbiter(), by_hand(&both, None)), Err(Refusal::Text(0)));
    assert_eq!(event.handle_act(0, By::Machine, by_hand(&both, Some("x"))), Err(Refusal::NotYours));
    assert_eq!(event.handle_act(0, arbiter(), by_hand(&both[..1], Some("x"))), refused(DrawFault::Missing(three)));
    let twice = [(one, two), (three, one)];
    assert_eq!(event.handle_act(0, arbiter(), by_hand(&twice, Some("x"))), refused(DrawFault::Twice(one)));
    let unknown = [(one, two), (three, PlayerNo(0))];
    assert_eq!(event.handle_act(0, arbiter(), by_hand(&unknown, Some("x"))), refused(DrawFault::Unknown(PlayerNo(0))));
    event.handle_act(0, arbiter(), by_hand(&both, Some("they came together"))).unwrap();
    let round = event.round(1).unwrap();
    assert_eq!((round.by_hand.as_deref(), round.pairings[0].why), (Some("they came together"), Why::ByHand));
    assert_eq!((event.paid(1), event.is_proved_cheapest(1)), (None, None));
}

#[test]
fn no_round_waits_longer_than_the_plan_says() {
    for overdue in [Overdue::GoesOn, Overdue::Lost] {
        let plan =
            Plan { round_ms: Some(1000), pause_ms: 50, overdue, begins_ms: Some(10), ..swiss(GamesEach::Two, Some(2)) };
        let mut event = enter(plan, 2, &mut fastrand::Rng::with_seed(0));
        assert_eq!(event.due().map(|due| (due.at_ms, due.act)), Some((10, Act::Begin)));
        assert!(event.handle_time(9).is_empty());
        let rows = event.handle_time(10);
        assert!(matches!(&rows[..], [Row { act: Act::Begin, .. }, Row { act: Act::Paired { .. }, .. }]), "{rows:?}");
        assert_eq!(event.due().map(|due| (due.at_ms, due.act)), Some((1010, Act::Close)));
        let slow = event.round(1).unwrap().pairings[0].games[1];
        let quick = event.round(1).unwrap().pairings[0].games[0].id;
        report(&mut event, quick, GameResult::Attackers);
        event.handle_time(1010);
        assert_eq!(event.due().map(|due| (due.at_ms, due.act)), Some((1060, Act::Pair)));
        let line = |event: &Event| event.course(slow.attackers)[1];
        let winner = slow.defenders;
        match overdue {
            Overdue::GoesOn => {
                assert_eq!((line(&event).halves, line(&event).open), (Some(1), true));
                event.handle_time(1060);
                report(&mut event, slow.id, GameResult::Attackers);
                assert_eq!((line(&event).halves, line(&event).open), (Some(2), false));
            }
            Overdue::Lost => {
                assert_eq!((line(&event).halves, line(&event).open), (Some(0), false));
                assert_eq!(event.standings()[0].player, winner);
            }
        }
        assert_eq!(Event::replay(event.plan().clone(), event.rows().to_vec()), Ok(event));
    }
}

#[test]
fn an_arbiter_changes_a_pairing_with_a_reason() {
    let mut event = enter(swiss(GamesEach::Two, Some(3)), 5, &mut fastrand::Rng::with_seed(0));
    event.handle_act(0, arbiter(), Act::Begin).unwrap();
    event.handle_time(0);
    let round = event.round(1).unwrap().clone();
    let ([one, other], bye) = (round.pairings[0].players, round.byes[0].player);
    let swap = |one, other, reason: &str| Act::Swap { one, other, reason: reason.to_owned() };
    assert_eq!(event.handle_act(0, arbiter(), swap(one, other, "")), Err(Refusal::Text(0)));
    assert_eq!(event.handle_act(0, By::Player, swap(one, other, "x")), Err(Refusal::NotYours));
    event.handle_act(0, arbiter(), swap(one, other, "the wrong way round")).unwrap();
    let changed = &event.round(1).unwrap().pairings[0];
    assert_eq!((changed.players, changed.changed.as_deref()), ([other, one], Some("the wrong way round")));
    assert_eq!((changed.games[0].attackers, changed.games[1].attackers), (other, one));
    event.handle_act(0, arbiter(), swap(one, bye, "came by bus")).unwrap();
    assert!(event.round(1).unwrap().bye_of(one).is_some() && event.round(1).unwrap().pairings[0].has(bye));
    assert_eq!(event.is_proved_cheapest(1), None);
    let game = event.round(1).unwrap().pairings[0].games[0].id;
    report(&mut event, game, GameResult::Draw);
    assert_eq!(event.handle_act(0, arbiter(), swap(one, bye, "back")), Err(Refusal::Ended(game)));
    assert_eq!(event.handle_act(0, arbiter(), Act::Unpair { reason: "anew".to_owned() }), Err(Refusal::Ended(game)));
    assert_eq!(
        event.handle_act(0, arbiter(), Act::Result { game, result: GameResult::Draw }),
        Err(Refusal::Ended(game))
    );
    event.handle_act(0, arbiter(), Act::Correct { game, result: None, reason: "misread".to_owned() }).unwrap();
    event.handle_act(0, arbiter(), Act::Unpair { reason: "anew".to_owned() }).unwrap();
    assert!(event.rounds().is_empty());
}

//! Acts by lot, sensible or not: no act panics, a refused one changes nothing, and the rows alone give the event back.

use crate::world::arbiter;
use hnefi_events::{
    Act, By, Bye, ByeKind, Drawn, DrawnPair, Event, Form, GameId, GameResult, GamesEach, Overdue, Plan, PlayerNo, Row,
    Stage, Why,
};

fn some_plan(random: &mut fastrand::Rng) -> Plan {
    let form = match random.u32(0..4) {
        0 => Form::RoundRobin { cycles: random.u32(1..=2) },
        1 => Form::Swiss { rounds: random.bool().then(|| random.u32(1..=8)) },
        2 => Form::KnockOut { third_place: random.bool() },
        _ => Form::Groups { groups: random.u32(1..=3), qualify: random.u32(1..=3), third_place: random.bool() },
    };
    let places = random.u32(0..12);
    let plan = Plan::new(form);
    let plan = Plan {
        places: Some(places).filter(|&places| places as usize >= plan.least_players()),
        games: if random.bool() { GamesEach::One } else { GamesEach::Two },
        seed: random.u32(..),
        check_in: random.u32(0..4) == 0,
        late_entry_till: random.u32(0..4),
        begins_ms: random.bool().then_some(100),
        by_itself: random.bool(),
        round_ms: random.bool().then_some(200),
        pause_ms: random.i64(0..50),
        overdue: if random.bool() { Overdue::GoesOn } else { Overdue::Lost },
        ..plan
    };
    Plan { edition: plan.seed % (Plan::EDITION + 1), ..plan }
}

fn some_act(event: &Event, random: &mut fastrand::Rng) -> Act {
    let player = PlayerNo(random.u32(0..event.players().len() as u32 + 2));
    let other = PlayerNo(random.u32(0..event.players().len() as u32 + 2));
    let reason = if random.u32(0..9) == 0 { String::new() } else { "so it is".to_owned() };
    let round = random.u32(0..event.next_round() + 2);
    let game = GameId { round, table: random.u32(0..5), game: random.u32(0..5) };
    let open = event.rounds().iter().flat_map(|round| &round.pairings).flat_map(|pairing| &pairing.games);
    let open: Vec<GameId> = open.filter(|game| game.result.is_none()).map(|game| game.id).collect();
    let result = GameResult::ALL[random.usize(0..6)];
    match random.u32(0..40) {
        0..4 => Act::Enter { key: format!("p{}", random.u32(0..14)), rating: random.bool().then(|| random.i32(..)) },
        4..6 => Act::CheckIn { player },
        6 => Act::Leave { player },
        7 => Act::Return { player },
        8 => Act::WishBye { player, round },
        9 => Act::Begin,
        10..14 => Act::Pair,
        14 => {
            let pair = DrawnPair { attackers: player, defenders: other, why: Why::ByHand };
            let byes = event.players().iter().skip(random.usize(0..3));
            let byes = byes.map(|player| Bye { player: player.no, kind: ByeKind::Given, why: Why::ByHand }).collect();
            Act::Paired { drawn: Drawn { round, pairs: vec![pair], byes }, by_hand: random.bool().then_some(reason) }
        }
        15 => Act::Unpair { reason },
        16 => Act::Swap { one: player, other, reason },
        17 => Act::Result { game, result },
        18..34 if !open.is_empty() => Act::Result { game: open[random.usize(0..open.len())], result },
        34 => Act::Correct { game, result: random.bool().then_some(result), reason },
        36 => Act::Places { places: random.bool().then(|| random.u32(0..16)) },
        35 if random.u32(0..8) == 0 => Act::Finish,
        _ => Act::Close,
    }
}

/// Everything that can be asked of an event can be asked of any.
fn ask(event: &Event) {
    let standings = event.standings();
    let listed = |no: PlayerNo| standings.iter().filter(|standing| standing.player == no).count();
    for round in event.rounds() {
        assert!(round.pairings.iter().flat_map(|pairing| pairing.players).all(|no| listed(no) == 1));
    }
    assert!(standings.windows(2).all(|two| two[0].place <= two[1].place), "{standings:?}");
    let table = event.cross_table(None);
    assert_eq!(table.rows.len(), table.players.len());
    let balance = event.balance(|_| None);
    assert!(balance.share.is_none_or(|share| share.low <= share.share && share.share <= share.high));
    for two in standings.windows(2) {
        assert!(event.decider(two[0].player, two[1].player).is_some());
    }
    let last = event.rounds().len() as u32;
    event.is_proved_cheapest(last);
    let paired = event.clone().handle_act(i64::MAX, By::Machine, Act::Pair);
    assert_eq!(event.can_pair(), paired.is_ok(), "{paired:?}");
    event.would_pay(last, PlayerNo(1), Some(PlayerNo(2)));
    for round in event.rounds() {
        let people = round.pairings.iter().flat_map(|pairing| pairing.players);
        let mut people: Vec<PlayerNo> = people.chain(round.byes.iter().map(|bye| bye.player)).collect();
        people.sort_unstable();
        assert!(people.windows(2).all(|two| two[0] != two[1]), "somebody is twice in a round: {round:?}");
    }
}

#[test]
fn no_act_panics_and_the_rows_give_the_event_back() {
    let mut random = fastrand::Rng::with_seed(31);
    let (mut done, mut refused, mut finished) = (0, 0, 0);
    for number in 0..1500 {
        let plan = some_plan(&mut random);
        let mut event = Event::new(plan.clone()).unwrap();
        let mut now = 0;
        for _ in 0..random.usize(20..160) {
            let before = event.clone();
            let by = [By::Machine, By::Player, arbiter(), arbiter()][random.usize(0..4)].clone();
            let act = some_act(&event, &mut random);
            now += random.i64(0..20);
            match event.handle_act(now, by, act.clone()) {
                Ok(row) => {
                    done += 1;
                    assert!(event.places().is_none_or(|places| event.places_taken() <= places as usize), "{act:?}");
                    assert_eq!(event.rows().last(), Some(&row));
                }
                Err(_) => {
                    refused += 1;
                    assert_eq!(event, before, "event {number}: refused, and yet something has changed: {act:?}");
                }
            }
            if random.u32(0..6) == 0 {
                event.handle_time(now);
                // What is due now has been done, and what could not be is not due.
                assert!(event.due().is_none_or(|due| due.at_ms > now), "event {number}: {:?}", event.due());
            }
        }
        ask(&event);
        finished += u32::from(event.stage() == Stage::Finished);
        let rows: Vec<Row> = event.rows().iter().map(|row| Row::from_json(&row.to_json()).unwrap()).collect();
        let plan = Plan::from_json(&plan.to_json()).unwrap();
        assert_eq!(Event::replay(plan, rows), Ok(event), "event {number}");
    }
    assert!(done > 12_000 && refused > 20_000 && finished > 100, "{done} {refused} {finished}");
}

#[test]
fn a_log_with_a_row_too_much_or_too_few_says_which() {
    let mut random = fastrand::Rng::with_seed(32);
    let mut event =
        crate::world::enter(Plan { by_itself: true, ..Plan::new(Form::Swiss { rounds: None }) }, 5, &mut random);
    event.handle_act(0, arbiter(), Act::Begin).unwrap();
    event.handle_time(0);
    let mut rows = event.rows().to_vec();
    let twice = rows.last().unwrap().clone();
    rows.push(twice);
    assert_eq!(Event::replay(event.plan().clone(), rows.clone()).unwrap_err().row, 8);
    rows.remove(5);
    assert_eq!(Event::replay(event.plan().clone(), rows).unwrap_err().row, 6);
}

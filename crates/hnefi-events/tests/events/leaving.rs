//! Who leaves: which games he forfeits, and who plays in his place; and the same in logs of an earlier edition.

use crate::world::{arbiter, enter, report};
use hnefi_events::{Act, By, Event, Form, GameResult, Plan, PlanPart, PlayerNo, Refusal};

#[test]
fn who_leaves_forfeits_open_games_of_all_rounds() {
    let plan = Plan::new(Form::Swiss { rounds: Some(3) });
    let mut event = enter(plan, 4, &mut fastrand::Rng::with_seed(0));
    event.handle_act(0, arbiter(), Act::Begin).unwrap();
    event.handle_act(0, arbiter(), Act::Pair).unwrap();
    let games: Vec<_> = event.round(1).unwrap().pairings.iter().flat_map(|pairing| pairing.games.clone()).collect();
    let slow = games[1];
    for game in games.iter().filter(|game| game.id != slow.id) {
        report(&mut event, game.id, GameResult::Draw);
    }
    event.handle_act(0, arbiter(), Act::Close).unwrap();
    event.handle_act(0, arbiter(), Act::Pair).unwrap();
    // It counts as a draw while it goes on.
    let last_of_first = |event: &Event, no: PlayerNo| event.course(no)[1];
    assert_eq!(last_of_first(&event, slow.defenders).halves, Some(1));
    event.handle_act(0, By::Player, Act::Leave { player: slow.attackers }).unwrap();
    let ended = |event: &Event| event.game(slow.id).unwrap().result;
    assert_eq!(ended(&event), Some(GameResult::AttackersForfeit));
    let line = last_of_first(&event, slow.defenders);
    assert_eq!((line.halves, line.open, line.side()), (Some(2), false, None));
    let second = event.round(2).unwrap().pairing_of(slow.attackers).unwrap();
    assert!(second.games.iter().all(|game| game.result.is_some_and(|result| !result.is_played())));
    let rows = event.rows().to_vec();
    assert_eq!(Event::replay(event.plan().clone(), rows.clone()), Ok(event.clone()));
    // In a log of edition 0 the game goes on, and its result comes later.
    let mut old = Event::replay(Plan { edition: 0, ..event.plan().clone() }, rows).unwrap();
    assert_eq!(ended(&old), None);
    report(&mut old, slow.id, GameResult::Attackers);
    assert_eq!(ended(&old), Some(GameResult::Attackers));
}

#[test]
fn who_takes_the_place_of_somebody_who_has_left_plays() {
    let plan = Plan::new(Form::Swiss { rounds: Some(3) });
    let mut event = enter(plan, 5, &mut fastrand::Rng::with_seed(0));
    event.handle_act(0, arbiter(), Act::Begin).unwrap();
    event.handle_act(0, arbiter(), Act::Pair).unwrap();
    let round = event.round(1).unwrap().clone();
    let ([gone, stays], bye) = (round.pairings[0].players, round.byes[0].player);
    event.handle_act(0, By::Player, Act::Leave { player: gone }).unwrap();
    let swap = |one, other| Act::Swap { one, other, reason: "instead".to_owned() };
    let table = |event: &Event| {
        let pairing = &event.round(1).unwrap().pairings[0];
        (pairing.players, [0, 1].map(|game| pairing.games[game].result))
    };
    let by_attackers_first = [GameResult::AttackersForfeit, GameResult::DefendersForfeit].map(Some);
    let by_defenders_first = [GameResult::DefendersForfeit, GameResult::AttackersForfeit].map(Some);
    assert_eq!(table(&event), ([gone, stays], by_attackers_first));
    // They swap sides: it is still the same one who is not there.
    event.handle_act(0, arbiter(), swap(gone, stays)).unwrap();
    assert_eq!(table(&event), ([stays, gone], by_defenders_first));
    event.handle_act(0, arbiter(), swap(gone, bye)).unwrap();
    assert_eq!(table(&event), ([stays, bye], [None, None]));
    assert!(event.round(1).unwrap().bye_of(gone).is_some());
    // Nobody else's table has changed.
    assert_eq!(event.round(1).unwrap().pairings[1], round.pairings[1]);
    let rows = event.rows().to_vec();
    assert_eq!(Event::replay(event.plan().clone(), rows.clone()), Ok(event.clone()));
    event.handle_act(0, arbiter(), swap(bye, gone)).unwrap();
    assert_eq!(table(&event), ([stays, gone], by_defenders_first));
    // In a log of edition 0 what was forfeited stays with the table.
    let old = Event::replay(Plan { edition: 0, ..event.plan().clone() }, rows).unwrap();
    assert_eq!(table(&old), ([stays, bye], by_attackers_first));
}

#[test]
fn a_plan_says_its_edition_and_one_that_is_not_known_is_refused() {
    let plan = Plan::new(Form::Swiss { rounds: None });
    assert!(plan.to_json().contains(r#""edition":1"#), "{}", plan.to_json());
    assert!(!Plan { edition: 0, ..plan.clone() }.to_json().contains("edition"));
    let later = Plan { edition: Plan::EDITION + 1, ..plan };
    assert_eq!(Event::new(later), Err(Refusal::Plan { what: PlanPart::Edition, value: 2, least: 0, most: 1 }));
}

//! Knock-outs, with and without groups before them.

use std::collections::HashSet;

use crate::world::{arbiter, play, report};
use hnefi_events::{
    Act, By, Decider, Event, Form, GameResult, GamesEach, Overdue, Plan, PlayerNo, Refusal, Stage, Why,
};

fn event(form: Form, players: u32) -> Event {
    let mut event = Event::new(Plan { by_itself: true, ..Plan::new(form) }).unwrap();
    for number in 1..=players {
        let act = Act::Enter { key: format!("player {number}"), rating: Some(2000 - number as i32) };
        event.handle_act(0, By::Player, act).unwrap();
    }
    event.handle_act(0, arbiter(), Act::Begin).unwrap();
    event.handle_time(0);
    event
}

/// Ends all open games of the round: the better seed wins.
fn better_seed(event: &mut Event) {
    let open: Vec<_> = event.open_round().unwrap().pairings.iter().flat_map(|pairing| pairing.games.clone()).collect();
    for game in open.into_iter().filter(|game| game.result.is_none()) {
        let attackers = game.attackers < game.defenders;
        report(event, game.id, if attackers { GameResult::Attackers } else { GameResult::Defenders });
    }
}

fn pairs(event: &Event) -> Vec<[u32; 2]> {
    event.rounds().last().unwrap().pairings.iter().map(|pairing| pairing.players.map(|no| no.0)).collect()
}

#[test]
fn the_best_seeds_have_byes_and_meet_last() {
    let mut event = event(Form::KnockOut { third_place: true }, 6);
    assert_eq!(event.rounds_planned(), Some(3));
    assert_eq!(pairs(&event), [[4, 5], [3, 6]]);
    let byes: Vec<u32> = event.round(1).unwrap().byes.iter().map(|bye| bye.player.0).collect();
    assert_eq!(byes, [1, 2]);
    better_seed(&mut event);
    event.handle_time(0);
    assert_eq!(pairs(&event), [[1, 4], [2, 3]]);
    better_seed(&mut event);
    event.handle_time(0);
    assert_eq!(pairs(&event), [[1, 2], [4, 3]]);
    let third = event.round(3).unwrap().pairings[1].why;
    assert_eq!(third, Why::Bracket { of: 2, number: 2, third_place: true });
    better_seed(&mut event);
    event.handle_time(0);
    assert_eq!(event.stage(), Stage::Finished);
    let places: Vec<(u32, u32)> =
        event.standings().iter().map(|standing| (standing.place, standing.player.0)).collect();
    assert_eq!(places, [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (5, 6)]);
    assert_eq!(event.decider(PlayerNo(1), PlayerNo(2)), Some(Decider::KnockOut));
    assert_eq!(event.decider(PlayerNo(5), PlayerNo(6)), Some(Decider::Nothing));
}

#[test]
fn a_drawn_match_has_two_games_more_and_then_the_better_seed_goes_on() {
    let mut event = event(Form::KnockOut { third_place: false }, 4);
    let games = event.round(1).unwrap().pairings[0].games.clone();
    // The attackers win both games: a point each, and a win with the attackers each.
    report(&mut event, games[0].id, GameResult::Attackers);
    assert_eq!(event.round(1).unwrap().pairings[0].games.len(), 2);
    report(&mut event, games[1].id, GameResult::Attackers);
    let pairing = event.round(1).unwrap().pairings[0].clone();
    let deciding: Vec<bool> = pairing.games.iter().map(|game| game.deciding).collect();
    assert_eq!(deciding, [false, false, true, true]);
    assert_eq!((pairing.games[2].attackers, pairing.games[3].attackers), (games[0].attackers, games[1].attackers));
    // A corrected result takes them away again.
    let correct = |result| Act::Correct { game: games[1].id, result: Some(result), reason: "misread".to_owned() };
    event.handle_act(0, arbiter(), correct(GameResult::Draw)).unwrap();
    assert_eq!(event.round(1).unwrap().pairings[0].games.len(), 2);
    event.handle_act(0, arbiter(), correct(GameResult::Attackers)).unwrap();
    // Drawn again: the better seed.
    let pairing = event.round(1).unwrap().pairings[0].clone();
    report(&mut event, pairing.games[2].id, GameResult::Draw);
    report(&mut event, pairing.games[3].id, GameResult::Draw);
    assert_eq!(event.winner(&event.round(1).unwrap().pairings[0]), Some(PlayerNo(1)));
    // In the other match the worse seed wins the second pair.
    let other = event.round(1).unwrap().pairings[1].clone();
    for game in &other.games {
        report(&mut event, game.id, GameResult::Draw);
    }
    let other = event.round(1).unwrap().pairings[1].clone();
    assert_eq!(other.players.map(|no| no.0), [2, 3]);
    report(&mut event, other.games[2].id, GameResult::Defenders);
    report(&mut event, other.games[3].id, GameResult::Draw);
    event.handle_time(0);
    assert_eq!(pairs(&event), [[1, 3]]);
    // The final rests on the semifinals.
    assert_eq!(event.handle_act(0, arbiter(), correct(GameResult::Draw)), Err(Refusal::BuiltUpon(2)));
}

#[test]
fn who_leaves_is_beaten_and_who_has_nobody_to_meet_goes_on() {
    let mut event = event(Form::KnockOut { third_place: true }, 4);
    for player in [1, 4].map(PlayerNo) {
        event.handle_act(0, arbiter(), Act::Leave { player }).unwrap();
    }
    better_seed(&mut event);
    event.handle_time(0);
    // Nobody came out of the first match: 2 has won the event, and 3 is third.
    assert_eq!(event.stage(), Stage::Finished);
    let standings = event.standings();
    assert_eq!(
        standings.iter().take(2).map(|s| (s.place, s.player.0, s.left)).collect::<Vec<_>>(),
        [(1, 2, Some(1)), (2, 3, Some(3))]
    );
}

#[test]
fn a_match_that_is_drawn_by_leaving_has_no_games_more_and_the_other_goes_on() {
    let mut event = event(Form::KnockOut { third_place: false }, 4);
    let games = event.round(1).unwrap().pairings[0].games.clone();
    assert_eq!((games[0].attackers, games[0].defenders), (PlayerNo(1), PlayerNo(4)));
    report(&mut event, games[0].id, GameResult::Attackers);
    event.handle_act(0, arbiter(), Act::Leave { player: PlayerNo(1) }).unwrap();
    let results =
        |event: &Event| event.round(1).unwrap().pairings[0].games.iter().map(|game| game.result).collect::<Vec<_>>();
    let one_each = [Some(GameResult::Attackers), Some(GameResult::DefendersForfeit)];
    assert_eq!(results(&event), one_each);
    // Who is back plays on; in a log of edition 0 also who is not.
    let mut back = event.clone();
    back.handle_act(0, arbiter(), Act::Return { player: PlayerNo(1) }).unwrap();
    let old = Event::replay(Plan { edition: 0, ..event.plan().clone() }, event.rows().to_vec()).unwrap();
    for longer in [&back, &old] {
        assert_eq!(results(longer), [one_each[0], one_each[1], None, None]);
    }
    // Who leaves while they play on forfeits those games.
    back.handle_act(0, arbiter(), Act::Leave { player: PlayerNo(4) }).unwrap();
    let decided = [Some(GameResult::DefendersForfeit), Some(GameResult::AttackersForfeit)];
    assert_eq!(results(&back), [one_each[0], one_each[1], decided[0], decided[1]]);
    assert_eq!(back.winner(&back.round(1).unwrap().pairings[0]), Some(PlayerNo(1)));
    better_seed(&mut event);
    event.handle_time(0);
    assert_eq!(pairs(&event), [[4, 2]]);
    // It stays so, though the better seed is back.
    event.handle_act(0, arbiter(), Act::Return { player: PlayerNo(1) }).unwrap();
    assert_eq!(event.winner(&event.round(1).unwrap().pairings[0]), Some(PlayerNo(4)));
}

#[test]
fn who_leaves_later_has_won_his_matches_all_the_same() {
    let mut event = event(Form::KnockOut { third_place: false }, 4);
    // 1 and 4 draw four games, so that the better seed goes on; 2 beats 3.
    for game in 0..4 {
        let id = event.round(1).unwrap().pairings[0].games[game].id;
        report(&mut event, id, GameResult::Draw);
    }
    better_seed(&mut event);
    event.handle_time(0);
    assert_eq!(pairs(&event), [[1, 2]]);
    let mut other = event.clone();
    // Whoever leaves first.
    for (event, leave) in [(&mut event, [1, 4]), (&mut other, [4, 1])] {
        for player in leave.map(PlayerNo) {
            event.handle_act(0, arbiter(), Act::Leave { player }).unwrap();
        }
        assert_eq!(event.winner(&event.round(1).unwrap().pairings[0]), Some(PlayerNo(1)));
        event.handle_time(0);
        assert_eq!(event.stage(), Stage::Finished);
        let mut places: Vec<_> = event.standings().iter().map(|s| (s.place, s.player.0, s.left)).collect();
        places.sort_unstable();
        assert_eq!(places, [(1, 2, Some(1)), (2, 1, Some(2)), (3, 3, Some(4)), (3, 4, Some(4))]);
    }
}

#[test]
fn a_final_is_decided_when_it_is_over() {
    let plan = Plan::new(Form::KnockOut { third_place: false });
    let mut event = Event::new(plan).unwrap();
    for (key, rating) in [("a", 1800), ("b", 1700)] {
        event.handle_act(0, By::Player, Act::Enter { key: key.to_owned(), rating: Some(rating) }).unwrap();
    }
    event.handle_act(0, arbiter(), Act::Begin).unwrap();
    event.handle_act(0, arbiter(), Act::Pair).unwrap();
    let first = |event: &Event| event.standings().first().map(|standing| (standing.player.0, standing.left));
    let leave = |player| Act::Leave { player: PlayerNo(player) };
    let game = |number: usize| event.round(1).unwrap().pairings[0].games[number].id;
    let ids = [game(0), game(1)];
    // All games are drawn: the better seed has won, and may go.
    let mut drawn = event.clone();
    for number in 0..4 {
        let id = drawn.round(1).unwrap().pairings[0].games[number].id;
        report(&mut drawn, id, GameResult::Draw);
    }
    drawn.handle_act(0, arbiter(), Act::Close).unwrap();
    for player in [1, 2] {
        drawn.handle_act(0, arbiter(), leave(player)).unwrap();
        assert_eq!(first(&drawn), Some((1, Some(1))));
    }
    // The better seed leaves while a game goes on in the round that is over: he has lost it, and with it the match.
    let plan = Plan { round_ms: Some(10), overdue: Overdue::GoesOn, ..event.plan().clone() };
    let mut goes_on = Event::replay(plan, event.rows().to_vec()).unwrap();
    report(&mut goes_on, ids[0], GameResult::Attackers);
    goes_on.handle_act(20, arbiter(), Act::Close).unwrap();
    assert_eq!(first(&goes_on), Some((1, Some(1))));
    goes_on.handle_act(20, arbiter(), leave(1)).unwrap();
    assert_eq!(first(&goes_on), Some((2, Some(1))));
    // A game each, because the better seed has left: his coming back is too late.
    report(&mut event, ids[0], GameResult::Attackers);
    event.handle_act(0, arbiter(), leave(1)).unwrap();
    event.handle_act(0, arbiter(), Act::Close).unwrap();
    assert_eq!(first(&event), Some((2, Some(1))));
    event.handle_act(0, arbiter(), Act::Return { player: PlayerNo(1) }).unwrap();
    assert_eq!(event.game(ids[1]).unwrap().result, Some(GameResult::DefendersForfeit));
    assert_eq!(first(&event), Some((2, Some(1))));
}

#[test]
fn games_of_groups_stay_as_they_are_once_the_knock_out_is_paired() {
    let form = Form::Groups { groups: 2, qualify: 1, third_place: false };
    let mut event = Event::new(Plan::new(form)).unwrap();
    for number in 1..=4 {
        let act = Act::Enter { key: format!("player {number}"), rating: Some(2000 - number) };
        event.handle_act(0, By::Player, act).unwrap();
    }
    event.handle_act(0, arbiter(), Act::Begin).unwrap();
    event.handle_act(0, arbiter(), Act::Pair).unwrap();
    assert_eq!(pairs(&event), [[1, 4], [2, 3]]);
    // 1 has beaten 4 once, and their second game goes on.
    let slow = event.round(1).unwrap().pairings[0].games[1].id;
    let games: Vec<_> = event.round(1).unwrap().pairings.iter().flat_map(|pairing| pairing.games.clone()).collect();
    for game in games.iter().filter(|game| game.id != slow) {
        let result = if game.attackers < game.defenders { GameResult::Attackers } else { GameResult::Defenders };
        report(&mut event, game.id, result);
    }
    event.handle_act(0, arbiter(), Act::Close).unwrap();
    let mut before = event.clone();
    before.handle_act(0, arbiter(), Act::Leave { player: PlayerNo(4) }).unwrap();
    assert_eq!(before.game(slow).unwrap().result, Some(GameResult::AttackersForfeit));
    event.handle_act(0, arbiter(), Act::Pair).unwrap();
    assert_eq!(pairs(&event), [[1, 2]]);
    for player in [4, 1].map(PlayerNo) {
        event.handle_act(0, arbiter(), Act::Leave { player }).unwrap();
        assert_eq!(event.game(slow).unwrap().result, None);
    }
    let last = &event.round(2).unwrap().pairings[0];
    assert!(last.games.iter().all(|game| game.result.is_some()));
    assert_eq!(Event::replay(event.plan().clone(), event.rows().to_vec()), Ok(event.clone()));
}

#[test]
fn games_that_are_open_when_a_match_is_over_were_drawn() {
    let form = Form::KnockOut { third_place: false };
    let mut event = Event::new(Plan { by_itself: true, round_ms: Some(10), ..Plan::new(form) }).unwrap();
    for key in ["a", "b"] {
        event.handle_act(0, By::Player, Act::Enter { key: key.to_owned(), rating: None }).unwrap();
    }
    event.handle_act(0, arbiter(), Act::Begin).unwrap();
    event.handle_time(0);
    let game = event.round(1).unwrap().pairings[0].games[1];
    report(&mut event, game.id, GameResult::Defenders);
    event.handle_time(10);
    assert_eq!(event.stage(), Stage::Finished);
    let standings = event.standings();
    assert_eq!((standings[0].player, standings[0].won, standings[0].drawn), (game.defenders, 1, 1));
    let results = event.round(1).unwrap().pairings[0].games.iter().map(|game| game.result);
    assert!(results.eq([Some(GameResult::Draw), Some(GameResult::Defenders)]));
}

#[test]
fn the_best_of_the_groups_play_a_knock_out_and_meet_no_one_of_their_group_first() {
    let mut event = event(Form::Groups { groups: 2, qualify: 2, third_place: false }, 7);
    let groups: Vec<Vec<u32>> = event.groups().iter().map(|group| group.iter().map(|no| no.0).collect()).collect();
    assert_eq!(groups, [vec![1, 4, 5], vec![2, 3, 6, 7]]);
    assert_eq!(event.rounds_planned(), Some(3 + 2));
    for _ in 0..3 {
        better_seed(&mut event);
        event.handle_time(0);
    }
    assert_eq!(
        event.group_standings(2).iter().map(|s| (s.place, s.player.0)).collect::<Vec<_>>(),
        [(1, 2), (2, 3), (3, 6), (4, 7)]
    );
    assert_eq!(pairs(&event), [[1, 3], [2, 4]]);
    let game = event.round(1).unwrap().pairings[0].games[0].id;
    let correct = Act::Correct { game, result: None, reason: "misread".to_owned() };
    assert_eq!(event.handle_act(0, arbiter(), correct), Err(Refusal::BuiltUpon(4)));
    better_seed(&mut event);
    event.handle_time(0);
    better_seed(&mut event);
    event.handle_time(0);
    assert_eq!(event.stage(), Stage::Finished);
    let places: Vec<(u32, u32)> = event.standings().iter().map(|s| (s.place, s.player.0)).collect();
    assert_eq!(places, [(1, 1), (2, 2), (3, 3), (3, 4), (5, 6), (6, 5), (7, 7)]);
    assert_eq!(event.decider(PlayerNo(6), PlayerNo(7)), Some(Decider::Points));
    assert_eq!(event.decider(PlayerNo(5), PlayerNo(7)), Some(Decider::GroupPlace));
}

#[test]
fn two_of_the_same_group_change_with_others_in_the_first_round() {
    let mut event = event(Form::Groups { groups: 3, qualify: 2, third_place: false }, 9);
    let groups: Vec<Vec<u32>> = event.groups().iter().map(|group| group.iter().map(|no| no.0).collect()).collect();
    assert_eq!(groups, [[1, 6, 7], [2, 5, 8], [3, 4, 9]]);
    for _ in 0..3 {
        better_seed(&mut event);
        event.handle_time(0);
    }
    // By the bracket alone the first and the second of the third group would meet, 3 and 4, beside 6 and 5.
    assert_eq!(pairs(&event), [[6, 4], [3, 5]]);
}

#[test]
fn every_knock_out_has_one_winner() {
    let mut random = fastrand::Rng::with_seed(21);
    for players in 2..=70 {
        let games = if players % 2 == 0 { GamesEach::One } else { GamesEach::Two };
        let form = match players % 3 {
            0 => Form::Groups { groups: 1 + players / 12, qualify: 2, third_place: true },
            _ => Form::KnockOut { third_place: players % 3 == 1 },
        };
        let mut event = crate::world::enter(Plan { by_itself: true, games, ..Plan::new(form) }, players, &mut random);
        event.handle_act(0, arbiter(), Act::Begin).unwrap();
        event.handle_time(0);
        while event.stage() == Stage::Playing {
            play(&mut event, &mut random);
            event.handle_time(0);
        }
        assert_eq!(event.rounds().len() as u32, event.rounds_planned().unwrap());
        let standings = event.standings();
        assert_eq!(standings.iter().filter(|standing| standing.left == Some(1)).count(), 1);
        assert_eq!((standings[0].place, standings[0].left), (1, Some(1)));
        let seen: HashSet<PlayerNo> = standings.iter().map(|standing| standing.player).collect();
        assert_eq!(seen.len() as u32, players);
    }
}

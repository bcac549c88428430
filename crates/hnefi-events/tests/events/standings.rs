//! Standings, tie-breaks, cross-tables and the balance of small events that were worked out by hand.

use crate::world::{arbiter, report};
use hnefi_events::{
    Act, By, Cell, Decider, Event, Form, GameId, GameResult, GamesEach, Plan, PlayerNo, Share, TieBreak, Unplayed,
};
use hnefi_rules::Side;

/// Players come in the order of their ratings, so their numbers are their seeds.
fn event(plan: Plan, players: u32) -> Event {
    let mut event = Event::new(plan).unwrap();
    for number in 1..=players {
        let act = Act::Enter { key: format!("player {number}"), rating: Some(2000 - number as i32) };
        event.handle_act(0, By::Player, act).unwrap();
    }
    event.handle_act(0, arbiter(), Act::Begin).unwrap();
    event
}

/// Plays all rounds; who of two wins says the text, such as `1>2` or `2=3`, and what it does not name the better seed wins.
fn play(event: &mut Event, results: &str) {
    event.handle_time(0);
    while let Some(round) = event.open_round() {
        let games: Vec<_> = round.pairings.iter().flat_map(|pairing| pairing.games.clone()).collect();
        for game in games {
            let said = |one: PlayerNo, sign: char, other: PlayerNo| results.contains(&format!("{one}{sign}{other}"));
            let (a, d) = (game.attackers, game.defenders);
            let result = match () {
                () if said(a, '=', d) || said(d, '=', a) => GameResult::Draw,
                () if said(a, '>', d) => GameResult::Attackers,
                () if said(d, '>', a) => GameResult::Defenders,
                () if a < d => GameResult::Attackers,
                () => GameResult::Defenders,
            };
            report(event, game.id, result);
        }
        event.handle_time(0);
    }
}

fn order(event: &Event) -> Vec<(u32, u32, u32)> {
    event.standings().iter().map(|standing| (standing.place, standing.player.0, standing.halves)).collect()
}

fn quarters(event: &Event, tie_break: TieBreak) -> Vec<(u32, Option<u32>)> {
    let value = |standing: &hnefi_events::Standing| {
        let found = standing.tie_breaks.iter().find(|value| value.tie_break == tie_break);
        (standing.player.0, found.unwrap().quarters)
    };
    let mut values: Vec<_> = event.standings().iter().map(value).collect();
    values.sort_unstable();
    values
}

fn round_robin(tie_breaks: &[TieBreak]) -> Plan {
    Plan {
        games: GamesEach::One,
        by_itself: true,
        tie_breaks: tie_breaks.to_vec(),
        ..Plan::new(Form::RoundRobin { cycles: 1 })
    }
}

#[test]
fn the_direct_encounter_decides_among_those_who_are_tied() {
    let mut event = event(round_robin(&[TieBreak::DirectEncounter, TieBreak::SonnebornBerger]), 4);
    // 1 and 2 have two points each, 3 and 4 one; 2 has beaten 1, and 4 has beaten 3.
    play(&mut event, "2>1 1>3 1>4 2>3 4>2 3>4");
    assert_eq!(order(&event), [(1, 2, 4), (2, 1, 4), (3, 3, 2), (4, 4, 2)]);
    assert_eq!(quarters(&event, TieBreak::DirectEncounter), [(1, Some(0)), (2, Some(4)), (3, Some(4)), (4, Some(0))]);
    assert_eq!(event.decider(PlayerNo(1), PlayerNo(2)), Some(Decider::TieBreak(TieBreak::DirectEncounter)));
    assert_eq!(event.decider(PlayerNo(1), PlayerNo(3)), Some(Decider::Points));
    assert_eq!(event.decider(PlayerNo(1), PlayerNo(9)), None);
    let standing = &event.standings()[0];
    let [part] = standing.tie_breaks[0].parts[..] else { panic!("one game among the tied") };
    assert_eq!((part.opponent, part.halves, part.quarters), (Some(PlayerNo(1)), 2, 4));
}

#[test]
fn sonneborn_berger_counts_whom_one_has_beaten() {
    let mut event = event(round_robin(&[TieBreak::SonnebornBerger]), 4);
    // Points: 1 has 2, 2 has 2, 3 has 1½, 4 has ½.
    play(&mut event, "2>1 1>3 1>4 3>2 2>4 3=4");
    assert_eq!(order(&event).iter().map(|&(_, _, halves)| halves).collect::<Vec<_>>(), [4, 4, 3, 1]);
    // 1 beat 3 (1½) and 4 (½): 2. 2 beat 1 (2) and 4 (½): 2½. 3 beat 2 (2) and drew with 4 (½): 2¼. 4 drew with 3: ¾.
    assert_eq!(quarters(&event, TieBreak::SonnebornBerger), [(1, Some(8)), (2, Some(10)), (3, Some(9)), (4, Some(3))]);
    assert_eq!(order(&event)[0].1, 2);
    for standing in event.standings() {
        let value = &standing.tie_breaks[0];
        assert_eq!(value.quarters, Some(value.parts.iter().map(|part| part.opponent_halves * part.halves).sum()));
    }
}

#[test]
fn a_circle_shares_the_place() {
    let mut event = event(round_robin(&TieBreak::ALL[..2]), 3);
    play(&mut event, "1>2 2>3 3>1");
    assert_eq!(order(&event), [(1, 1, 2), (1, 2, 2), (1, 3, 2)]);
    assert_eq!(event.decider(PlayerNo(1), PlayerNo(2)), Some(Decider::Nothing));
}

#[test]
fn buchholz_counts_opponents_once_and_for_a_bye_ones_own_points() {
    let plan = Plan {
        by_itself: true,
        tie_breaks: vec![TieBreak::Buchholz, TieBreak::BuchholzCut, TieBreak::WinsAsAttackers],
        unplayed: Unplayed { bye: 1, ..Unplayed::default() },
        ..Plan::new(Form::Swiss { rounds: Some(2) })
    };
    let mut event = event(plan, 3);
    play(&mut event, "");
    // Round 1: 1 beats 2 twice, 3 has a bye (two half points). Round 2: 1 beats 3 twice, 2 has a bye.
    assert_eq!(order(&event), [(1, 1, 8), (2, 2, 2), (2, 3, 2)]);
    // 1 met 2 and 3, a point each: 2 points. 2 met 1 with four points and, with the bye, somebody with one: 5.
    assert_eq!(quarters(&event, TieBreak::Buchholz), [(1, Some(8)), (2, Some(20)), (3, Some(20))]);
    assert_eq!(quarters(&event, TieBreak::BuchholzCut), [(1, Some(4)), (2, Some(16)), (3, Some(16))]);
    assert_eq!(quarters(&event, TieBreak::WinsAsAttackers), [(1, Some(8)), (2, Some(0)), (3, Some(0))]);
    let standing = &event.standings()[0];
    assert_eq!((standing.played, standing.won, standing.lost, standing.as_attackers), (4, 4, 0, 2));
}

#[test]
fn buchholz_counts_an_opponent_once_though_one_of_two_games_was_forfeited() {
    let plan = Plan {
        by_itself: true,
        tie_breaks: vec![TieBreak::Buchholz, TieBreak::BuchholzCut],
        ..Plan::new(Form::Swiss { rounds: Some(1) })
    };
    let mut event = event(plan, 6);
    event.handle_time(0);
    // 4 does not come to the second game, 5 to the first, 6 to either; what is played is drawn.
    for (one, other, came) in [(1, 4, [true, false]), (2, 5, [false, true]), (3, 6, [false, false])] {
        let pairing = event.round(1).unwrap().pairing_of(PlayerNo(one)).unwrap().clone();
        assert_eq!(pairing.opponent(PlayerNo(one)), Some(PlayerNo(other)));
        for (game, came) in pairing.games.iter().zip(came) {
            let side = game.side_of(PlayerNo(other)).unwrap();
            report(&mut event, game.id, if came { GameResult::Draw } else { GameResult::forfeit_of(side) });
        }
    }
    assert_eq!(order(&event), [(1, 3, 4), (2, 1, 3), (2, 2, 3), (4, 4, 1), (4, 5, 1), (6, 6, 0)]);
    // 1 met 4 with half a point, and 4 met 1 with 1½, once each. 3 and 6 met somebody with as many points as themselves: 2, and none.
    let expected = [(1, Some(2)), (2, Some(2)), (3, Some(8)), (4, Some(6)), (5, Some(6)), (6, Some(0))];
    assert_eq!(quarters(&event, TieBreak::Buchholz), expected);
    // There is one opponent, who is cut.
    assert!(quarters(&event, TieBreak::BuchholzCut).iter().all(|&(_, value)| value == Some(0)));
    for standing in event.standings() {
        let [part] = standing.tie_breaks[0].parts[..] else { panic!("one opponent") };
        let met = [4, 5, 0, 1, 2, 0][standing.player.0 as usize - 1];
        assert_eq!((part.opponent.map_or(0, |no| no.0), part.halves), (met, standing.halves));
    }
}

#[test]
fn who_leaves_a_round_robin_early_counts_for_nobody() {
    let plan = round_robin(&[]);
    for played in [1, 2] {
        let mut event = event(Plan { by_itself: false, ..plan.clone() }, 5);
        for round in 1..=5 {
            event.handle_act(0, arbiter(), Act::Pair).unwrap();
            let open = event.open_round().unwrap().pairings.iter().flat_map(|pairing| pairing.games.clone());
            for game in open.filter(|game| game.result.is_none()).collect::<Vec<_>>() {
                // 5 wins what it plays.
                let five = game.side_of(PlayerNo(5)).unwrap_or(Side::Attackers);
                let result = if five == Side::Attackers { GameResult::Attackers } else { GameResult::Defenders };
                report(&mut event, game.id, result);
            }
            let games = event.course(PlayerNo(5)).iter().filter(|line| line.side().is_some()).count();
            if games == played
                && round < 5
                && event.player(PlayerNo(5)).unwrap().presence == hnefi_events::Presence::Here
            {
                event.handle_act(0, arbiter(), Act::Leave { player: PlayerNo(5) }).unwrap();
            }
            event.handle_act(0, arbiter(), Act::Close).unwrap();
        }
        let all: u32 = event.standings().iter().map(|standing| standing.halves).sum();
        let five = event.standings().into_iter().find(|standing| standing.player == PlayerNo(5)).unwrap();
        // One game of four is less than half of them: the six games of the others count, two half points each.
        let expected = if played == 1 { (true, 0, 12) } else { (false, 4, 20) };
        assert_eq!((five.annulled, five.halves, all), expected);
        let decider = event.decider(event.standings()[3].player, PlayerNo(5)).unwrap();
        assert_eq!(decider == Decider::Annulled, played == 1);
    }
}

#[test]
fn the_cross_table_has_every_game_twice() {
    let plan = Plan { games: GamesEach::Two, ..round_robin(&[]) };
    let mut event = event(plan, 4);
    play(&mut event, "1=2");
    let table = event.cross_table(None);
    assert_eq!(table.players, [1, 2, 3, 4].map(PlayerNo));
    for (row, cells) in table.rows.iter().enumerate() {
        for (column, cells) in cells.iter().enumerate() {
            assert_eq!(cells.len(), if row == column { 0 } else { 2 });
            for (cell, other) in cells.iter().zip(&table.rows[column][row]) {
                assert_eq!(
                    (cell.id, cell.side, cell.halves),
                    (other.id, !other.side, other.halves.map(|halves| 2 - halves))
                );
            }
        }
    }
    let first = table.rows[0][3][0];
    let id = GameId { round: 1, table: 1, game: 1 };
    assert_eq!(first, Cell { id, side: Side::Attackers, halves: Some(2), played: true });
}

#[test]
fn the_balance_is_what_the_attackers_got_beside_what_was_expected() {
    let mut event = event(round_robin(&[]), 3);
    assert_eq!(event.balance(|_| Some(0.4)).share, None);
    // 2 has the attackers against 3 in the first round, 1 against 2 and 3 against 1 in the others.
    play(&mut event, "2=3 1>2 1>3");
    let balance = event.balance(|game| (game.id.round != 1).then_some(f64::from(game.id.round) / 10.0));
    assert_eq!((balance.attackers, balance.drawn, balance.defenders), (1, 1, 1));
    assert_eq!((balance.share, balance.expected), (Share::of(3, 3), Some(0.25)));
    assert_eq!(balance.share.unwrap().share, 0.5);
}

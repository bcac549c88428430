//! People who enter events, play, leave and come back, by lot.
use hnefi_events::{Act, By, Event, GameId, GameResult, Plan, Player, PlayerNo, Presence};

pub(crate) fn arbiter() -> By {
    By::Arbiter("ann".to_owned())
}

/// An event with players from 1, some of whom have ratings.
pub(crate) fn enter(plan: Plan, players: u32, random: &mut fastrand::Rng) -> Event {
    let mut event = Event::new(plan).unwrap();
    for number in 1..=players {
        let rating = (random.u32(0..4) > 0).then(|| random.i32(800..2400));
        event.handle_act(0, By::Player, Act::Enter { key: format!("player {number}"), rating }).unwrap();
    }
    event
}

pub(crate) fn report(event: &mut Event, game: GameId, result: GameResult) {
    event.handle_act(0, By::Machine, Act::Result { game, result }).unwrap();
}

/// Some result, most often of a game that was played.
pub(crate) fn some_result(random: &mut fastrand::Rng) -> GameResult {
    let played = [GameResult::Attackers, GameResult::Defenders, GameResult::Draw];
    if random.u32(0..20) > 0 { played[random.usize(0..3)] } else { GameResult::ALL[random.usize(0..6)] }
}

/// Everything that is open ends somehow, also what begins by that.
pub(crate) fn play(event: &mut Event, random: &mut fastrand::Rng) {
    loop {
        let games = event.open_round().into_iter().flat_map(|round| &round.pairings).flat_map(|pairing| &pairing.games);
        let Some(game) = games.filter(|game| game.result.is_none()).map(|game| game.id).next() else { return };
        report(event, game, some_result(random));
    }
}

/// Some leave, come back, wish for a bye, or enter late, as far as they may.
pub(crate) fn happen(event: &mut Event, random: &mut fastrand::Rng, often: f64) {
    let known: Vec<(PlayerNo, Presence)> =
        event.players().iter().map(|player: &Player| (player.no, player.presence)).collect();
    for (player, presence) in known {
        if random.f64() < often {
            let act = match presence {
                Presence::Here if random.bool() => Act::WishBye { player, round: event.next_round() },
                Presence::Here => Act::Leave { player },
                Presence::Left | Presence::Absent => Act::Return { player },
            };
            let _ = event.handle_act(0, By::Player, act);
        }
    }
    if random.f64() < 4.0 * often {
        let key = format!("late {}", event.players().len());
        let _ = event.handle_act(0, By::Player, Act::Enter { key, rating: None });
    }
}

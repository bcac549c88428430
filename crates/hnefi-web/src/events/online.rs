//! Events whose games are played on the server: what their games are like, and what became of them.

use hnefi_clock::Control;
use hnefi_events::{Game, GameId, GameResult, GamesEach, Pairing};
use hnefi_live::{GameStatus, Log, ShownAs};
use hnefi_ratings::{List, Pool};
use hnefi_rules::Side;
use hnefi_store::EventPlace;
use serde::{Deserialize, Serialize};

use super::log::Held;
use super::says::text;

/// On what terms games are played on the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Online {
    /// Whether they are rated.
    pub(crate) rated: bool,
    /// Whether clocks stand still while somebody is away.
    pub(crate) away: bool,
}

/// A game that is to be made for a pairing, or the first of two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToPlay {
    /// Where.
    pub(crate) place: EventPlace,
    /// The pairing's first game of it.
    pub(crate) first: Game,
    /// Whether another one follows with the sides swapped.
    pub(crate) two: bool,
}

/// A game of a pairing as the server knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    /// How it ended.
    result: GameResult,
    /// Who did not come to the next game of the match, by his side in this one.
    forfeited: Option<Side>,
}

/// What somebody is called in an event.
pub(crate) fn shown_as(shown: &ShownAs) -> String {
    match (shown, shown.name()) {
        (ShownAs::Former, _) => text("former-member"),
        (_, Some(name)) => name.as_str().to_owned(),
        (_, None) => text("lobby-guest"),
    }
}

impl Held {
    /// The clock of its games on the server.
    pub(crate) fn control(&self) -> Option<Control> {
        self.event.plan().clock.as_ref().filter(|_| self.online.is_some())?.parse().ok()
    }

    /// The list in which its games are rated.
    pub(crate) fn list(&self) -> Option<List> {
        let rated = self.online.is_some_and(|online| online.rated);
        hnefi_lobby::list(&self.rules, self.control()?, Pool::People).filter(|_| rated)
    }

    /// Everything that is played for its pairings, whether or not it has been made. What somebody has forfeited, or an organiser has
    /// decided, before it began is not played.
    pub(crate) fn to_play(&self) -> Vec<ToPlay> {
        let each = self.event.plan().games;
        let pairings = self.event.rounds().iter().flat_map(|round| &round.pairings);
        pairings.flat_map(|pairing| matches(pairing, each)).collect()
    }
}

/// What is played for a pairing: its game, or two with the sides swapped; and two more each time that those decide nothing.
fn matches(pairing: &Pairing, each: GamesEach) -> Vec<ToPlay> {
    let (before, further) = pairing.games.split_at(pairing.games.len().min(each.number() as usize));
    let open = |games: &&[Game]| games.iter().all(|game| game.result.is_none());
    let to_play = |games: &[Game]| {
        let first = *games.first()?;
        let GameId { round, table, game } = first.id;
        let place = EventPlace { round, board: table, first_game: game };
        Some(ToPlay { place, first, two: games.len() > 1 })
    };
    [before].into_iter().chain(further.chunks(2)).filter(open).filter_map(to_play).collect()
}

/// What became of a game of which this is the log; `None` while it goes on.
pub(crate) fn ended(log: &Log) -> Option<Ended> {
    let GameStatus { plies, winner, .. } = log.status();
    if !log.is_over() {
        return None;
    }
    let result = match winner {
        // Who did not make his first move in time did not play.
        None if log.is_aborted() => {
            let first = log.game().start().turn();
            GameResult::forfeit_of(if plies == 0 { first } else { !first })
        }
        None => GameResult::Draw,
        Some(Side::Attackers) => GameResult::Attackers,
        Some(Side::Defenders) => GameResult::Defenders,
    };
    Some(Ended { result, forfeited: log.forfeited() })
}

/// The results of what is played at a place, by the games of the pairing, from what became of the games that were made of it.
pub(crate) fn results(place: EventPlace, games: &[Option<Ended>]) -> Vec<(GameId, GameResult)> {
    let id = |number: u32| GameId { round: place.round, table: place.board, game: place.first_game + number };
    let mut results: Vec<_> =
        games.iter().zip(0..).filter_map(|(game, number)| Some((id(number), game.as_ref()?.result))).collect();
    // Who does not come to the second game plays the other side there.
    if let [Some(Ended { forfeited: Some(side), .. })] = games {
        results.push((id(1), GameResult::forfeit_of(!*side)));
    }
    results
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hnefi_events::{Act, By, Event, Form, Plan};
    use hnefi_live::{Entry, Event as GameEvent};
    use hnefi_rules::{Game as Board, Intent, Referee, leaflet};

    use super::*;

    const PLACE: EventPlace = EventPlace { round: 2, board: 3, first_game: 1 };

    fn log(moves: &[&str], end: Option<GameEvent>) -> Log {
        let mut log = Log::new(Board::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()))), 0);
        for text in moves {
            let (from, to) = text.split_once('-').unwrap();
            let intent = Intent { from: from.parse().unwrap(), to: to.parse().unwrap() };
            let mv = log.game().legal(intent).unwrap();
            log.append(Entry::new(1, GameEvent::Ply { mv, client_id: None })).unwrap();
        }
        if let Some(event) = end {
            log.append(Entry::new(2, event)).unwrap();
        }
        log
    }

    fn of(moves: &[&str], end: GameEvent) -> Option<Ended> {
        ended(&log(moves, Some(end)))
    }

    #[test]
    fn who_does_not_move_in_time_did_not_play() {
        let aborted = |moves: &[&str], by| of(moves, GameEvent::Aborted { by }).unwrap().result;
        assert_eq!(aborted(&[], Side::Attackers), GameResult::AttackersForfeit);
        assert_eq!(aborted(&["d1-d4"], Side::Defenders), GameResult::DefendersForfeit);
        assert_eq!(ended(&log(&["d1-d4"], None)), None);
    }

    #[test]
    fn the_results_of_two_games_are_those_of_the_pairing() {
        let lost = of(&["d1-d4"], GameEvent::Resigned { by: Side::Attackers });
        let game = |game| GameId { round: 2, table: 3, game };
        assert_eq!(results(PLACE, &[None, None]), []);
        assert_eq!(results(PLACE, &[lost, None]), [(game(1), GameResult::Defenders)]);
        assert_eq!(
            results(EventPlace { first_game: 3, ..PLACE }, &[lost, of(&[], GameEvent::BrokenOff)]),
            [(game(3), GameResult::Defenders), (game(4), GameResult::Draw)]
        );
        let away = lost.map(|ended| Ended { forfeited: Some(Side::Defenders), ..ended });
        assert_eq!(
            results(PLACE, &[away]),
            [(game(1), GameResult::Defenders), (game(2), GameResult::AttackersForfeit)],
            "who stayed away would have attacked"
        );
    }

    #[test]
    fn a_drawn_match_of_a_knock_out_goes_on_with_two_games_more() {
        let plan = Plan::new(Form::KnockOut { third_place: false });
        let mut event = Event::new(plan).unwrap();
        for key in ["1", "2"] {
            event.handle_act(0, By::Player, Act::Enter { key: key.to_owned(), rating: None }).unwrap();
        }
        event.handle_act(0, By::Machine, Act::Begin).unwrap();
        event.handle_act(0, By::Machine, Act::Pair).unwrap();
        let pairing = |event: &Event| matches(&event.rounds()[0].pairings[0], GamesEach::Two);
        let first: Vec<_> = pairing(&event).iter().map(|one| (one.place.first_game, one.two)).collect();
        assert_eq!(first, [(1, true)]);
        for game in 1..=2 {
            let result = Act::Result { game: GameId { round: 1, table: 1, game }, result: GameResult::Attackers };
            event.handle_act(1, By::Machine, result).unwrap();
        }
        let then: Vec<_> = pairing(&event).iter().map(|one| (one.place.first_game, one.two)).collect();
        assert_eq!(then, [(3, true)]);
    }
}

//! What the sides were worth in an event.

use crate::{Event, Game, GameResult};

/// What the attackers got in the games that were played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Balance {
    /// Games won by the attackers.
    pub attackers: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games won by the defenders.
    pub defenders: u32,
    /// The share of the points that the attackers got, 0 to 1; with the interval that holds the true share with 95 % (Wilson's, with draws as half wins, which makes it a
    /// little too wide). `None` without games.
    pub share: Option<Share>,
    /// The share that was expected of those games, 0 to 1; `None` where nothing was expected of any.
    pub expected: Option<f64>,
}

/// A share with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// What it was.
    pub share: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where the interval ends.
    pub high: f64,
}

impl Share {
    /// What so many half points of so many games are; `None` without games.
    ///
    /// ```
    /// use hnefi_events::Share;
    /// let share = Share::of(14, 10).unwrap();
    /// assert_eq!((share.share, (share.low * 1000.0) as u32, (share.high * 1000.0) as u32), (0.7, 396, 892));
    /// assert_eq!(Share::of(0, 0), None);
    /// ```
    pub fn of(halves: u32, games: u32) -> Option<Share> {
        let n = f64::from(games);
        let share = f64::from(halves) / (2.0 * n);
        let z = 1.96;
        let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let margin = z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
        (games > 0).then(|| Share { share, low: (middle - margin).max(0.0), high: (middle + margin).min(1.0) })
    }
}

impl Event {
    /// What the attackers got in the games of this event that were played, beside the share that was expected of each, if anything was.
    ///
    /// ```
    /// use hnefi_events::{Act, By, Event, Form, GameResult, Plan};
    /// let mut event = Event::new(Plan { by_itself: true, ..Plan::new(Form::KnockOut { third_place: false }) }).unwrap();
    /// for key in ["ann", "ben"] {
    ///     event.handle_act(0, By::Player, Act::Enter { key: key.to_owned(), rating: None }).unwrap();
    /// }
    /// event.handle_act(0, By::Machine, Act::Begin).unwrap();
    /// event.handle_time(0);
    /// for (game, result) in [(0, GameResult::Attackers), (1, GameResult::Draw)] {
    ///     let game = event.round(1).unwrap().pairings[0].games[game].id;
    ///     event.handle_act(0, By::Machine, Act::Result { game, result }).unwrap();
    /// }
    /// let balance = event.balance(|_| Some(0.45));
    /// assert_eq!((balance.share.unwrap().share, balance.expected), (0.75, Some(0.45)));
    /// ```
    pub fn balance(&self, expected: impl Fn(&Game) -> Option<f64>) -> Balance {
        let games = || self.rounds().iter().flat_map(|round| &round.pairings).flat_map(|pairing| &pairing.games);
        let count = |result| games().filter(|game| game.result == Some(result)).count() as u32;
        let (attackers, drawn, defenders) =
            (count(GameResult::Attackers), count(GameResult::Draw), count(GameResult::Defenders));
        let played = games().filter(|game| game.result.is_some_and(GameResult::is_played));
        let shares: Vec<f64> = played.filter_map(expected).collect();
        let mean = shares.iter().sum::<f64>() / shares.len() as f64;
        Balance {
            attackers,
            drawn,
            defenders,
            share: Share::of(2 * attackers + drawn, attackers + drawn + defenders),
            expected: (!shares.is_empty()).then_some(mean),
        }
    }
}

//! What games add up to.

use std::collections::BTreeMap;

use hnefi_rules::Side;

use crate::play::Clear;
use crate::{Played, Settings, Why};

/// What games add up to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The games that the attackers won, drew and lost.
    pub results: [u64; 3],
    /// The positions that were searched.
    pub positions: u64,
    /// The plies of all games together.
    pub plies: u64,
    /// How many games ended in which way: the word of [`Why::id`].
    pub ended: BTreeMap<&'static str, u64>,
    /// The results by kind of start, as [`Start`](crate::Start) writes it.
    pub starts: BTreeMap<String, [u64; 3]>,
    /// What the judgement that ends games early was worth in the games that were played to their end.
    pub forced: Trust,
    /// The same for games that would have been given up.
    pub given_up: Trust,
}

/// How often a judgement was right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trust {
    /// The games in which it was made.
    pub judged: u64,
    /// Those that then ended so.
    pub right: u64,
}

impl Trust {
    fn add(&mut self, right: bool) {
        self.judged += 1;
        self.right += u64::from(right);
    }
}

impl Count {
    /// Adds a game.
    pub fn add(&mut self, game: &Played, settings: &Settings) {
        let result = match game.winner {
            Some(Side::Attackers) => 0,
            None => 1,
            Some(Side::Defenders) => 2,
        };
        self.results[result] += 1;
        self.positions += game.plies.iter().filter(|ply| ply.score.is_some()).count() as u64;
        self.plies += game.plies.len() as u64;
        *self.ended.entry(game.why.id()).or_default() += 1;
        let start = settings.starts.kinds().get(usize::from(game.start));
        let start = start.map_or_else(|| "?".to_owned(), ToString::to_string);
        self.starts.entry(start).or_default()[result] += 1;
        if game.to_the_end && game.why != Why::Cap {
            self.judge(game, settings);
        }
    }

    /// Compares what would have been said of a game that was played to its end with how it ended.
    fn judge(&mut self, game: &Played, settings: &Settings) {
        // A move by chance afterwards spoils what was right.
        let last_chance = game.plies.iter().rposition(|ply| ply.by_chance).map_or(0, |at| at + 1);
        let after = &game.plies[last_chance..];
        if let Some(score) = after.iter().find(|ply| ply.is_forced()).and_then(|ply| ply.score) {
            let winner = if score > 0 { Side::Attackers } else { Side::Defenders };
            self.forced.add(game.winner == Some(winner));
        }
        if let Some(give_up) = settings.give_up {
            let mut clear = Clear::default();
            let scores = after.iter().filter_map(|ply| ply.score);
            if let Some(winner) = { scores }.find_map(|score| clear.after(give_up.side(score), give_up.plies)) {
                self.given_up.add(game.winner == Some(winner));
            }
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    /// The attackers' share of the points; `None` without a game.
    ///
    /// ```
    /// let count = hnefi_selfplay::Count { results: [3, 2, 5], ..Default::default() };
    /// assert_eq!(count.share(), Some(0.4));
    /// assert_eq!(hnefi_selfplay::Count::default().share(), None);
    /// ```
    pub fn share(&self) -> Option<f64> {
        share(self.results)
    }
}

/// The attackers' share of the points.
pub(crate) fn share([won, drawn, lost]: [u64; 3]) -> Option<f64> {
    let games = won + drawn + lost;
    (games > 0).then(|| (won as f64 + drawn as f64 / 2.0) / games as f64)
}

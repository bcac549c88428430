//! All ratings and advantages.

use std::collections::BTreeMap;

use hnefi_rules::{BySide, Side};

use crate::{Advantage, List, Pool, Rating, Standing};

/// All ratings and advantages, as results in their order make them. `P` is what players are known by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book<P> {
    ratings: BTreeMap<(List, P), Rating>,
    advantages: BTreeMap<(String, Pool), Advantage>,
}

/// A rated game that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedGame<'a, P> {
    /// Who played.
    pub players: BySide<P>,
    /// The id of the rule set.
    pub ruleset: &'a str,
    /// The list in which it is rated.
    pub list: List,
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// When it ended, in milliseconds since 1970.
    pub at_ms: i64,
}

impl<P> Default for Book<P> {
    fn default() -> Book<P> {
        Book { ratings: BTreeMap::new(), advantages: BTreeMap::new() }
    }
}

impl<P: Ord + Clone> Book<P> {
    /// How those stand who play under a rule set in a list, at a time in milliseconds since 1970.
    pub fn standing(&self, list: List, ruleset: &str, players: BySide<&P>, at_ms: i64) -> Standing {
        let rating = |player: &P| self.rating(list, player).copied().unwrap_or_else(|| Rating::new(at_ms));
        Standing {
            players: BySide { attackers: rating(players.attackers), defenders: rating(players.defenders) },
            advantage: self.advantage(ruleset, list.pool).copied().unwrap_or_else(|| Advantage::new(at_ms)),
        }
    }

    /// Rates a game, and tells how both stand after it.
    pub fn rate(&mut self, game: RatedGame<'_, P>) -> Standing {
        let players = BySide { attackers: &game.players.attackers, defenders: &game.players.defenders };
        let after = self.standing(game.list, game.ruleset, players, game.at_ms).after(game.winner, game.at_ms);
        self.put(game.list, game.ruleset, game.players, after);
        after
    }

    /// Puts down how those stand who play under a rule set in a list.
    pub fn put(&mut self, list: List, ruleset: &str, players: BySide<P>, standing: Standing) {
        self.ratings.insert((list, players.attackers), standing.players.attackers);
        self.ratings.insert((list, players.defenders), standing.players.defenders);
        self.advantages.insert((ruleset.to_owned(), list.pool), standing.advantage);
    }

    /// The rating of a player in a list; `None` before a first game.
    pub fn rating(&self, list: List, player: &P) -> Option<&Rating> {
        self.ratings.get(&(list, player.clone()))
    }

    /// The advantage of a rule set; `None` before a first game.
    pub fn advantage(&self, ruleset: &str, pool: Pool) -> Option<&Advantage> {
        self.advantages.get(&(ruleset.to_owned(), pool))
    }

    /// All ratings, by list, then player.
    pub fn ratings(&self) -> impl Iterator<Item = (List, &P, &Rating)> {
        self.ratings.iter().map(|((list, player), rating)| (*list, player, rating))
    }

    /// All advantages, by rule set, then pool.
    pub fn advantages(&self) -> impl Iterator<Item = (&str, Pool, &Advantage)> {
        self.advantages.iter().map(|((ruleset, pool), advantage)| (ruleset.as_str(), *pool, advantage))
    }
}

//! Rounds, pairings and games.

use hnefi_rules::Side;
use serde::{Deserialize, Serialize};

use crate::{GameId, GameResult, PlayerNo};

/// A round that was paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Its number, counted from 1.
    pub number: u32,
    /// When it was paired, in milliseconds since 1970.
    pub paired_ms: i64,
    /// When it is closed whatever is open, in milliseconds since 1970.
    pub until_ms: Option<i64>,
    /// When it was closed, in milliseconds since 1970.
    pub closed_ms: Option<i64>,
    /// Why it was paired by hand.
    pub by_hand: Option<String>,
    /// Who meets whom, by tables from 1.
    pub pairings: Vec<Pairing>,
    /// Who has no game.
    pub byes: Vec<Bye>,
}

impl Round {
    /// Whether every game has ended.
    pub fn is_played(&self) -> bool {
        self.pairings.iter().all(|pairing| pairing.games.iter().all(|game| game.result.is_some()))
    }

    /// The pairing of a player.
    pub fn pairing_of(&self, player: PlayerNo) -> Option<&Pairing> {
        self.pairings.iter().find(|pairing| pairing.has(player))
    }

    /// The bye of a player.
    pub fn bye_of(&self, player: PlayerNo) -> Option<&Bye> {
        self.byes.iter().find(|bye| bye.player == player)
    }
}

/// Two players who meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The table, counted from 1 in each round.
    pub table: u32,
    /// The two: who has the attackers in the first game, and the other.
    pub players: [PlayerNo; 2],
    /// Their games.
    pub games: Vec<Game>,
    /// Why these two.
    pub why: Why,
    /// Why an arbiter has changed it.
    pub changed: Option<String>,
    /// Who of the two left before it was over: while its round or one of its games was open.
    pub gone: Vec<PlayerNo>,
}

impl Pairing {
    /// Whether a player has a part in it.
    pub fn has(&self, player: PlayerNo) -> bool {
        self.players.contains(&player)
    }

    /// Whom a player meets; `None` for who has no part in it.
    pub fn opponent(&self, player: PlayerNo) -> Option<PlayerNo> {
        let [one, other] = self.players;
        if player == one { Some(other) } else { (player == other).then_some(one) }
    }

    /// The half points that a player has got in it. Games that have not ended count nothing.
    pub fn halves(&self, player: PlayerNo) -> u32 {
        self.games.iter().filter_map(|game| Some(game.result?.halves(game.side_of(player)?))).sum()
    }
}

/// A game of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// Which it is.
    pub id: GameId,
    /// Who has the attackers.
    pub attackers: PlayerNo,
    /// Who has the defenders.
    pub defenders: PlayerNo,
    /// How it ended; `None` while it goes on.
    pub result: Option<GameResult>,
    /// Whether it belongs to the second pair of games, which decides a drawn match of a knock-out.
    pub deciding: bool,
}

impl Game {
    /// The side that a player has; `None` for who does not play it.
    pub fn side_of(&self, player: PlayerNo) -> Option<Side> {
        if player == self.attackers {
            Some(Side::Attackers)
        } else {
            (player == self.defenders).then_some(Side::Defenders)
        }
    }

    /// Who has a side.
    pub const fn player(&self, side: Side) -> PlayerNo {
        match side {
            Side::Attackers => self.attackers,
            Side::Defenders => self.defenders,
        }
    }
}

/// A round in which a player has no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Bye {
    /// Who.
    pub player: PlayerNo,
    /// Of what kind.
    pub kind: ByeKind,
    /// Why this player.
    pub why: Why,
}

/// Why a player has no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ByeKind {
    /// There was no opponent left.
    Given,
    /// The player wished for it.
    Wished,
    /// The table of a round robin has nobody for the player: everybody has as many such rounds, and they give nothing.
    Free,
}

/// Why two players meet, or one has a bye.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Why {
    /// The Berger table says so.
    Table {
        /// The group, counted from 1; `None` without groups.
        group: Option<u32>,
        /// The round of the table, counted from 1.
        round: u32,
    },
    /// No pairing of the whole round has lower penalties; these it paid for this table.
    Swiss(Penalties),
    /// The bracket says so.
    Bracket {
        /// How many are left in the round: 2 for a final.
        of: u32,
        /// The match, counted from 1 in each round. Its winner goes on to match (n + 1) / 2 of the next one.
        number: u32,
        /// Whether it is the match for the third place.
        third_place: bool,
    },
    /// The player wished for it.
    Wished,
    /// An arbiter says so.
    ByHand,
}

/// What a table of a Swiss round costs, the dearest first: no number of a later kind outweighs one of an earlier kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Penalties {
    /// How often the two have met before; for a bye, how many rounds without a game the player has had given.
    pub again: u32,
    /// By how much more than one game the two will have had one side oftener than the other. Single games only.
    pub sides: u32,
    /// The square of the difference of their points, in half points; for a bye, of the difference to who has fewest.
    pub score: u32,
    /// How many of the two have a side for the second time in a row. Single games only.
    pub turns: u32,
    /// How many places they are from whom they would meet if the upper half of those with the same points met the lower half in order.
    pub places: u32,
}

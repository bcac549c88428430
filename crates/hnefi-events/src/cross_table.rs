//! Everybody against everybody, as a table.

use hnefi_rules::Side;

use crate::{Event, GameId, Met, PlayerNo};

/// Who got what against whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    /// The players, in the order of the standings.
    pub players: Vec<PlayerNo>,
    /// For each of them a row with a cell for each of them: the games against that one, in the order in which they were paired.
    pub rows: Vec<Vec<Vec<Cell>>>,
}

/// A game in a cross-table, from the side of the player of its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Which game.
    pub id: GameId,
    /// The side of the player.
    pub side: Side,
    /// What the player got, in half points; `None` while the game goes on.
    pub halves: Option<u32>,
    /// Whether it was played, or goes on.
    pub played: bool,
}

impl Event {
    /// Everybody against everybody, in the order of the standings; of one group (counted from 1), or of all.
    pub fn cross_table(&self, group: Option<u32>) -> CrossTable {
        let standings = group.map_or_else(|| self.standings(), |group| self.group_standings(group));
        let players: Vec<PlayerNo> = standings.into_iter().map(|standing| standing.player).collect();
        let mut places = vec![None; self.players.len()];
        for (place, player) in players.iter().enumerate() {
            places[player.index()] = Some(place);
        }
        let mut rows = vec![vec![Vec::new(); players.len()]; players.len()];
        for (row, &player) in players.iter().enumerate() {
            for line in self.course(player) {
                let Met::Game { id, opponent, side, played } = line.what else { continue };
                if let Some(column) = places[opponent.index()] {
                    rows[row][column].push(Cell { id, side, halves: line.halves.filter(|_| !line.open), played });
                }
            }
        }
        CrossTable { players, rows }
    }
}

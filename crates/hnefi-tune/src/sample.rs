//! A position from a game, and the line of text that holds it.

use std::sync::Arc;

use anyhow::{Context, bail};
use hnefi_rules::{Position, Referee, Setup, Side, ruleset};

/// A referee of a rule set that is named.
pub(crate) fn referee(id: &str) -> anyhow::Result<Arc<Referee>> {
    let ruleset = ruleset(id).with_context(|| format!("there is no rule set \"{id}\""))?;
    Ok(Arc::new(Referee::new(ruleset.clone())))
}

/// A quiet position from a game.
pub(crate) struct Sample {
    /// The number of the game in its file.
    pub(crate) game: u32,
    /// What the attackers got for the game, from 0 to 1.
    pub(crate) result: f32,
    /// What the engine's search thought of the position, seen by the attackers, in hundredths of an attacker.
    pub(crate) score: i32,
    pub(crate) position: Position,
}

impl Sample {
    /// `game result score turn rows`.
    pub(crate) fn to_line(&self) -> String {
        let turn = if self.position.turn() == Side::Attackers { 'a' } else { 'd' };
        format!("{} {} {} {turn} {}", self.game, self.result, self.score, self.position.rows_text())
    }

    pub(crate) fn from_line(referee: &Referee, line: &str) -> anyhow::Result<Sample> {
        let words: Vec<&str> = line.split(' ').collect();
        let &[game, result, score, turn, rows] = words.as_slice() else { bail!("not five words: \"{line}\"") };
        let turn = match turn {
            "a" => Side::Attackers,
            "d" => Side::Defenders,
            _ => bail!("\"{turn}\" is neither a nor d"),
        };
        let position = referee.position(&Setup::from_rows(rows)?, turn)?;
        Ok(Sample { game: game.parse()?, result: result.parse()?, score: score.parse()?, position })
    }
}

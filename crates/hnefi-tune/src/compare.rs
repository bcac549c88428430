//! One file of weights against another.

use std::path::PathBuf;

use clap::Args;
use hnefi_rules::{Game, Side};

use crate::chosen::{named_weights, referee};
use crate::contest::{Opponent, games, openings};

#[derive(Args)]
pub(crate) struct Compare {
    /// The rule set.
    #[arg(long)]
    rules: String,
    /// How many openings; each is played twice, with sides changed.
    #[arg(long, default_value_t = 100)]
    pairs: usize,
    /// How many positions the engine looks at for a move.
    #[arg(long, default_value_t = 3000)]
    nodes: u64,
    /// A file with one opening a line, its moves from the start. Without it, moves by chance.
    #[arg(long)]
    openings: Option<PathBuf>,
    /// A game that is longer counts as drawn.
    #[arg(long, default_value_t = 300)]
    plies: u32,
    /// How many games are played at once.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The weights whose points are counted; "own" for the engine's.
    first: String,
    /// The other weights.
    second: String,
}

impl Compare {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let referee = referee(&self.rules)?;
        let mind = |name: &str| anyhow::Ok(Opponent { weights: named_weights(name)?, nodes: self.nodes });
        let (first, second) = (mind(&self.first)?, mind(&self.second)?);
        let openings = openings(&referee, self.openings.as_deref(), self.pairs)?;
        let openings: Vec<Game> = openings.into_iter().cycle().take(self.pairs).collect();
        let mut together = 0.0;
        for side in Side::ALL {
            let (attackers, defenders) = if side == Side::Attackers { (&first, &second) } else { (&second, &first) };
            let mut tally = games(&openings, 1, attackers, defenders, self.plies, self.threads);
            if side == Side::Defenders {
                (tally.won, tally.lost) = (tally.lost, tally.won);
            }
            let points = 100.0 * tally.points();
            println!("as {side:?}: won {}, drew {}, lost {}: {points:.1} %", tally.won, tally.drawn, tally.lost);
            together += points / 2.0;
        }
        println!("together {together:.1} %");
        Ok(())
    }
}

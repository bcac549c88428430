//! `hnefi-tune`: games of the engine against itself from varied starts, and the weights of its evaluation fitted to
//! their results. `docs/bench/evaluation.md` shows the commands at work.

mod climb;
mod compare;
mod contest;
mod fit;
mod play;
mod sample;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "hnefi-tune", about = "Finds the weights of the engine's evaluation from games against itself.")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays games and writes their quiet positions, each with the game's result.
    Play(play::Play),
    /// Fits the weights of one family of rule sets to such positions.
    Fit(fit::Fit),
    /// Plays one file of weights against another at fixed nodes.
    Compare(compare::Compare),
    /// Changes groups of weights by chance and keeps what wins more games.
    Climb(climb::Climb),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Play(play) => play.run(),
        Command::Fit(fit) => fit.run(),
        Command::Compare(compare) => compare.run(),
        Command::Climb(climb) => climb.run(),
    }
}

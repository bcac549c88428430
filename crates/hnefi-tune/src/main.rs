//! `hnefi-tune`: the weights of the engine's evaluation, fitted to games that it played against itself, and changed to win
//! more of them. `docs/bench/evaluation.md` shows the commands at work.

mod chances;
mod chosen;
mod climb;
mod contest;
mod fit;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "hnefi-tune", about = "Finds the weights of the engine's evaluation from games against itself.")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Fits the weights of one family of rule sets to the quiet positions of games that `hnefi selfplay` has kept.
    Fit(fit::Fit),
    /// Fits how games end at a score of the evaluation by hand, and prints it as `weights/chances.toml` has it.
    Chances(chances::Fit),
    /// Changes groups of weights by chance and keeps what wins more games.
    Climb(climb::Climb),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Fit(fit) => fit.run(),
        Command::Chances(fit) => fit.run(),
        Command::Climb(climb) => climb.run(),
    }
}

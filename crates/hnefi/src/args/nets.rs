//! What can be typed for commands that make nets.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use hnefi_selfplay::{GiveUp, Starts};

use super::values::{give_up, hidden, rate, share};
use super::words;

/// `hnefi selfplay`.
#[derive(ClapArgs, Debug)]
pub(crate) struct SelfplayArgs {
    #[arg(long, value_name = "ID|FILE", help = words("cli-rules-option"))]
    pub(crate) rules: String,
    #[arg(long, value_name = "FOLDER", help = words("cli-selfplay-out"))]
    pub(crate) out: PathBuf,
    #[arg(long, value_name = "N", default_value = "1000", help = words("cli-selfplay-games"), value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    #[arg(long, value_name = "N", default_value = "0", help = words("cli-selfplay-from"))]
    pub(crate) from: u32,
    #[arg(long, value_name = "N", default_value = "1", help = words("cli-match-seed"))]
    pub(crate) seed: u64,
    #[arg(long, value_name = "N", default_value = "2000", help = words("cli-selfplay-nodes"), value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    pub(crate) nodes: u32,
    #[arg(long, value_name = "N", default_value = "1", help = words("cli-match-concurrency"), value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub(crate) threads: usize,
    #[arg(long, value_name = "KIND=SHARE,…", help = words("cli-selfplay-starts"))]
    pub(crate) starts: Option<Starts>,
    #[arg(long, value_name = "N", default_value = "20", help = words("cli-selfplay-chance"), value_parser = clap::value_parser!(u32).range(..=1000))]
    pub(crate) chance: u32,
    #[arg(long, value_name = "N/N:PLIES|never", help = words("cli-selfplay-give-up"), value_parser = give_up)]
    pub(crate) give_up: Option<MayGiveUp>,
    #[arg(long, value_name = "N", help = words("cli-selfplay-quiet"), value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) quiet: Option<u16>,
    #[arg(long, value_name = "P", default_value = "10", help = words("cli-selfplay-to-the-end"), value_parser = clap::value_parser!(u32).range(..=100))]
    pub(crate) to_the_end: u32,
    #[arg(long, value_name = "N", default_value = "240", help = words("cli-match-move-cap"), value_parser = clap::value_parser!(u16).range(1..=60_000))]
    pub(crate) move_cap: u16,
    #[arg(long, value_name = "own|hand|FILE", default_value = "own", help = words("cli-selfplay-eval"))]
    pub(crate) eval: String,
}

/// `hnefi train`.
#[derive(ClapArgs, Debug)]
pub(crate) struct TrainArgs {
    #[arg(value_name = "FILE|FOLDER", required = true, help = words("cli-shards-named"))]
    pub(crate) shards: Vec<PathBuf>,
    #[arg(long, value_name = "FILE", help = words("cli-train-out"))]
    pub(crate) out: PathBuf,
    #[arg(long, value_name = "NAME", help = words("cli-train-name"))]
    pub(crate) name: Option<String>,
    #[arg(long, value_name = "N", default_value = "0", help = words("cli-train-generation"))]
    pub(crate) generation: u32,
    #[arg(long, value_name = "NET", help = words("cli-train-from"))]
    pub(crate) from: Option<PathBuf>,
    #[arg(long, value_name = "N", help = words("cli-train-hidden"), value_parser = hidden)]
    pub(crate) hidden: Option<usize>,
    #[arg(long, value_name = "N", help = words("cli-train-buckets"), value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=32))]
    pub(crate) buckets: Option<usize>,
    #[arg(long, value_name = "N", default_value = "6", help = words("cli-train-epochs"), value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) epochs: u32,
    #[arg(long, value_name = "N", default_value = "8192", help = words("cli-train-batch"), value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub(crate) batch: usize,
    #[arg(long, value_name = "R", default_value = "0.002", help = words("cli-train-rate"), value_parser = rate)]
    pub(crate) rate: f32,
    #[arg(long, value_name = "R", default_value = "0.3", help = words("cli-train-result"), value_parser = share)]
    pub(crate) result: f32,
    #[arg(long, value_name = "N", default_value = "1", help = words("cli-train-threads"), value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub(crate) threads: usize,
    #[arg(long, value_name = "N", default_value = "1", help = words("cli-match-seed"))]
    pub(crate) seed: u64,
}

/// When games are given up, if ever.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MayGiveUp(pub(crate) Option<GiveUp>);

/// `hnefi shards`.
#[derive(ClapArgs, Debug)]
pub(crate) struct ShardsArgs {
    #[arg(value_name = "FILE|FOLDER", required = true, help = words("cli-shards-named"))]
    pub(crate) shards: Vec<PathBuf>,
    #[arg(long, help = words("cli-shards-positions"))]
    pub(crate) positions: bool,
}

/// `hnefi nets`.
#[derive(ClapArgs, Debug)]
pub(crate) struct NetsArgs {
    #[arg(value_name = "FILE", help = words("cli-nets-named"))]
    pub(crate) files: Vec<PathBuf>,
    #[arg(long = "match", value_name = "RECORD", requires = "files", help = words("cli-nets-match"))]
    pub(crate) matches: Vec<PathBuf>,
    #[arg(long, value_name = "FILE|FOLDER", requires = "files", help = words("cli-nets-calibrate"))]
    pub(crate) calibrate: Vec<PathBuf>,
    #[arg(long, help = words("cli-json"))]
    pub(crate) json: bool,
}

//! What can be typed for commands about engines and the matches between them.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};
use hnefi_match::DrawAgreement;

use super::games::At;
use super::values::{hypotheses, option, plies, split};
use super::words;

/// `hnefi perft`.
#[derive(ClapArgs, Debug)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) at: At,
    #[arg(value_name = "DEPTH", help = words("cli-depth"), value_parser = clap::value_parser!(u32).range(0..=20))]
    pub(crate) depth: u32,
    #[arg(long, help = words("cli-divide"))]
    pub(crate) divide: bool,
}

/// `hnefi bench`.
#[derive(ClapArgs, Debug)]
pub(crate) struct BenchArgs {
    #[arg(
        value_name = "DEPTH",
        help = words("cli-bench-depth"),
        default_value_t = hnefi_uci::Bench::DEPTH,
        value_parser = clap::value_parser!(u32).range(1..=64),
    )]
    pub(crate) depth: u32,
}

/// `hnefi uci`.
#[derive(ClapArgs, Debug)]
pub(crate) struct UciArgs {
    #[arg(long, value_name = "ID|FILE", help = words("cli-uci-rules"))]
    pub(crate) rules: Option<String>,
}

/// `hnefi match`.
#[derive(ClapArgs, Debug)]
#[command(group = clap::ArgGroup::new("limit").required(true).args(["nodes", "movetime", "clock"]))]
pub(crate) struct MatchArgs {
    #[arg(value_name = "FIRST", help = words("cli-match-first"))]
    pub(crate) first: String,
    #[arg(value_name = "SECOND", help = words("cli-match-second"))]
    pub(crate) second: String,
    #[arg(long, value_name = "ID|FILE", help = words("cli-rules-option"))]
    pub(crate) rules: String,
    #[arg(long, value_name = "NAME", help = words("cli-match-first-name"))]
    pub(crate) first_name: Option<String>,
    #[arg(long, value_name = "NAME", help = words("cli-match-second-name"))]
    pub(crate) second_name: Option<String>,
    #[arg(long, value_name = "NAME=VALUE", help = words("cli-match-option"), value_parser = option)]
    pub(crate) option: Vec<(String, String)>,
    #[arg(long, value_name = "NAME=VALUE", help = words("cli-match-first-option"), value_parser = option)]
    pub(crate) first_option: Vec<(String, String)>,
    #[arg(long, value_name = "NAME=VALUE", help = words("cli-match-second-option"), value_parser = option)]
    pub(crate) second_option: Vec<(String, String)>,
    #[arg(long, value_name = "N[,N]", help = words("cli-match-nodes"), value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Vec<u64>,
    #[arg(long, value_name = "MS[,MS]", help = words("cli-match-movetime"), value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub(crate) movetime: Vec<u64>,
    #[arg(long, value_name = "S+S[,S+S]", help = words("cli-match-clock"), value_delimiter = ',')]
    pub(crate) clock: Vec<String>,
    #[arg(long, value_name = "MS", default_value = "50", help = words("cli-match-margin"), value_parser = clap::value_parser!(u64).range(..=60_000))]
    pub(crate) margin: u64,
    #[arg(long, value_name = "S", default_value = "30", help = words("cli-match-silence"), value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) silence: u64,
    #[arg(long, value_name = "FILE|book|drawn", help = words("cli-match-openings"), conflicts_with_all = ["random_plies", "seed"])]
    pub(crate) openings: Option<PathBuf>,
    #[arg(long, value_name = "N", default_value = "6", help = words("cli-match-random-plies"), value_parser = clap::value_parser!(u64).range(..=100))]
    pub(crate) random_plies: u64,
    #[arg(long, value_name = "N", default_value = "1", help = words("cli-match-seed"))]
    pub(crate) seed: u64,
    #[arg(long, value_name = "N", default_value = "100", help = words("cli-match-pairs-option"), value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) pairs: u64,
    #[arg(long, value_name = "N", default_value = "1", help = words("cli-match-concurrency"), value_parser = clap::value_parser!(u64).range(1..=256))]
    pub(crate) concurrency: u64,
    #[arg(long, value_name = "N", default_value = "400", help = words("cli-match-move-cap"), value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(crate) move_cap: u64,
    #[arg(long, value_name = "SCORE,PLIES", help = words("cli-match-agree"))]
    pub(crate) agree: Option<DrawAgreement>,
    #[arg(long, value_name = "ELO0,ELO1", help = words("cli-match-sprt-option"), value_parser = hypotheses, allow_hyphen_values = true)]
    pub(crate) sprt: Option<(f64, f64)>,
    #[arg(long, value_name = "P", default_value = "0.05", help = words("cli-match-alpha"), requires = "sprt")]
    pub(crate) alpha: f64,
    #[arg(long, value_name = "P", default_value = "0.05", help = words("cli-match-beta"), requires = "sprt")]
    pub(crate) beta: f64,
    #[arg(long, value_name = "FILE", help = words("cli-match-record"))]
    pub(crate) record: Option<PathBuf>,
    #[arg(long, help = words("cli-json"))]
    pub(crate) json: bool,
}

/// `hnefi openings`.
#[derive(Subcommand, Debug)]
pub(crate) enum OpeningsCommand {
    #[command(about = words("cli-openings-book"))]
    Book(BookArgs),
    #[command(about = words("cli-openings-drawn"))]
    Drawn(DrawnArgs),
}

/// For which rule sets openings are made, how they are drawn, and where they go.
#[derive(ClapArgs, Debug)]
pub(crate) struct MadeFor {
    #[arg(long, value_name = "ID|FILE|all", required = true, help = words("cli-openings-rules"))]
    pub(crate) rules: Vec<String>,
    #[arg(long, value_name = "N", default_value = "1", help = words("cli-match-seed"))]
    pub(crate) seed: u64,
    #[arg(long, value_name = "N-N", default_value = "4-8", help = words("cli-openings-plies"), value_parser = plies)]
    pub(crate) plies: (usize, usize),
    #[arg(long, value_name = "FOLDER", default_value = "openings", help = words("cli-openings-out"))]
    pub(crate) out: PathBuf,
}

/// `hnefi openings drawn`.
#[derive(ClapArgs, Debug)]
pub(crate) struct DrawnArgs {
    #[command(flatten)]
    pub(crate) to: MadeFor,
    #[arg(long, value_name = "N", default_value = "500", help = words("cli-openings-count"), value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) count: u64,
}

/// `hnefi openings book`.
#[derive(ClapArgs, Debug)]
pub(crate) struct BookArgs {
    #[command(flatten)]
    pub(crate) to: MadeFor,
    #[arg(long, value_name = "N", default_value = "100", help = words("cli-openings-count"), value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) count: u64,
    #[arg(long, value_name = "N", default_value = "1000", help = words("cli-openings-nodes"), value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) nodes: u64,
    #[arg(long, value_name = "N", default_value = "20", help = words("cli-openings-games"), value_parser = clap::value_parser!(u32).range(2..=10_000))]
    pub(crate) games: u32,
    #[arg(long, value_name = "N", default_value = "100000", help = words("cli-openings-deep-nodes"), value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) deep_nodes: u64,
    #[arg(long, value_name = "N", default_value = "400", help = words("cli-openings-level"), value_parser = clap::value_parser!(i32).range(0..))]
    pub(crate) level: i32,
    #[arg(long, value_name = "P-P", default_value = "35-65", help = words("cli-openings-split"), value_parser = split)]
    pub(crate) split: (u32, u32),
    #[arg(long, value_name = "P", default_value = "30", help = words("cli-openings-decisive"), value_parser = clap::value_parser!(u32).range(..=100))]
    pub(crate) decisive: u32,
    #[arg(long, value_name = "P", default_value = "5", help = words("cli-openings-wins"), value_parser = clap::value_parser!(u32).range(..=50))]
    pub(crate) wins: u32,
    #[arg(long, value_name = "N", help = words("cli-openings-lean"), value_parser = clap::value_parser!(i32).range(-10_000..=10_000), allow_hyphen_values = true)]
    pub(crate) lean: Option<i32>,
    #[arg(long, value_name = "N", default_value = "200", help = words("cli-match-move-cap"), value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(crate) move_cap: u64,
    #[arg(long, value_name = "N", default_value = "1", help = words("cli-openings-concurrency"), value_parser = clap::value_parser!(u64).range(1..=256))]
    pub(crate) concurrency: u64,
}

//! What can be typed for commands about rules, positions and games.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use hnefi_live::MatchLength;
use hnefi_rules::Side;

use super::values::{format, level, match_length, side, threads};
use super::words;

/// A position under a rule set, as several commands take it.
#[derive(ClapArgs, Debug)]
pub(crate) struct At {
    #[arg(long, value_name = "ID|FILE", help = words("cli-rules-option"))]
    pub(crate) rules: Option<String>,
    #[arg(long, value_name = "ROWS", help = words("cli-position"), conflicts_with = "diagram")]
    pub(crate) position: Option<String>,
    #[arg(long, value_name = "FILE|-", help = words("cli-diagram"))]
    pub(crate) diagram: Option<PathBuf>,
    #[arg(long, value_name = "SIDE", help = words("cli-turn"), value_parser = side)]
    pub(crate) turn: Option<Side>,
}

/// `hnefi play`.
#[derive(ClapArgs, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) at: At,
    #[arg(long, value_name = "1-8", default_value = "3", help = words("cli-level"), value_parser = level)]
    pub(crate) level: hnefi_engine::Level,
    #[arg(long, value_name = "SIDE", help = words("cli-side"), value_parser = side)]
    pub(crate) side: Option<Side>,
    #[arg(long, help = words("cli-two"), conflicts_with_all = ["level", "side"])]
    pub(crate) two: bool,
    #[arg(long, value_name = "2|4|6", help = words("cli-games"), value_parser = match_length)]
    pub(crate) games: Option<MatchLength>,
}

/// `hnefi rules`.
#[derive(ClapArgs, Debug)]
pub(crate) struct RulesArgs {
    #[arg(value_name = "ID|FILE", help = words("cli-rules-shown"))]
    pub(crate) rules: Vec<String>,
    #[arg(long, help = words("cli-compare"))]
    pub(crate) compare: bool,
    #[arg(long, help = words("cli-json"))]
    pub(crate) json: bool,
}

/// `hnefi disputes`.
#[derive(ClapArgs, Debug)]
pub(crate) struct DisputesArgs {
    #[arg(value_name = "WORDS", help = words("cli-disputes-words"))]
    pub(crate) words: Vec<String>,
    #[arg(long, value_name = "ID|FILE", help = words("cli-disputes-rules"))]
    pub(crate) rules: Option<String>,
    #[arg(long, help = words("cli-json"))]
    pub(crate) json: bool,
}

/// `hnefi moves`.
#[derive(ClapArgs, Debug)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) at: At,
    #[arg(long, help = words("cli-json"))]
    pub(crate) json: bool,
}

/// `hnefi why`.
#[derive(ClapArgs, Debug)]
pub(crate) struct WhyArgs {
    #[command(flatten)]
    pub(crate) at: At,
    #[arg(long, value_name = "MOVE", help = words("cli-last"))]
    pub(crate) last: Option<String>,
    #[arg(value_name = "SQUARE|MOVE", help = words("cli-about-what"))]
    pub(crate) about: String,
    #[arg(long, help = words("cli-json"))]
    pub(crate) json: bool,
}

/// `hnefi prove`.
#[derive(ClapArgs, Debug)]
pub(crate) struct ProveArgs {
    #[command(flatten)]
    pub(crate) at: At,
    #[arg(long, value_name = "FILE|-", help = words("cli-prove-game"), conflicts_with_all = ["position", "diagram", "turn"])]
    pub(crate) game: Option<PathBuf>,
    #[arg(long, value_name = "N", help = words("cli-prove-ply"), requires = "game")]
    pub(crate) ply: Option<usize>,
    #[arg(long, value_name = "SIDE", help = words("cli-prove-winner"), value_parser = side)]
    pub(crate) winner: Option<Side>,
    #[arg(long, value_name = "N", default_value = "1000000", help = words("cli-prove-nodes"), value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    #[arg(long, help = words("cli-json"))]
    pub(crate) json: bool,
}

/// `hnefi replay`.
#[derive(ClapArgs, Debug)]
pub(crate) struct ReplayArgs {
    #[arg(value_name = "FILE|-", help = words("cli-replay-file"))]
    pub(crate) file: PathBuf,
    #[arg(long, value_name = "ID|FILE", help = words("cli-replay-rules"))]
    pub(crate) rules: Option<String>,
    #[arg(long, help = words("cli-json"))]
    pub(crate) json: bool,
}

/// `hnefi convert`.
#[derive(ClapArgs, Debug)]
pub(crate) struct ConvertArgs {
    #[arg(value_name = "FILE|ID|-", help = words("cli-convert-input"))]
    pub(crate) input: String,
    #[arg(long, value_name = "FORMAT", help = words("cli-convert-from"), value_parser = format)]
    pub(crate) from: Option<hnefi_formats::Format>,
    #[arg(long, value_name = "FORMAT", help = words("cli-convert-to"), value_parser = format)]
    pub(crate) to: Option<hnefi_formats::Format>,
    #[arg(long, value_name = "ID|FILE", help = words("cli-convert-rules"))]
    pub(crate) rules: Option<String>,
    #[arg(long, help = words("cli-convert-strictly"))]
    pub(crate) strict: bool,
    #[arg(long, help = words("cli-convert-keep-prefix"))]
    pub(crate) keep_prefix: bool,
    #[arg(long, value_name = "FOLDER", help = words("cli-convert-split"))]
    pub(crate) split: Option<PathBuf>,
    #[arg(long, help = words("cli-convert-clauses"))]
    pub(crate) clauses: bool,
}

/// `hnefi analyse`.
#[derive(ClapArgs, Debug)]
pub(crate) struct AnalyseArgs {
    #[arg(value_name = "FILE|-", help = words("cli-analyse-file"))]
    pub(crate) file: PathBuf,
    #[arg(long, value_name = "FORMAT", help = words("cli-convert-from"), value_parser = format)]
    pub(crate) from: Option<hnefi_formats::Format>,
    #[arg(long, value_name = "FORMAT", help = words("cli-analyse-to"), value_parser = format, conflicts_with = "json")]
    pub(crate) to: Option<hnefi_formats::Format>,
    #[arg(long, value_name = "ID|FILE", help = words("cli-analyse-rules"))]
    pub(crate) rules: Option<String>,
    #[arg(long, value_name = "N", help = words("cli-analyse-nodes"), value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) nodes: Option<u64>,
    #[arg(long, value_name = "N", help = words("cli-analyse-threads"), default_value_t = threads())]
    pub(crate) threads: std::num::NonZero<usize>,
    #[arg(long, help = words("cli-json"))]
    pub(crate) json: bool,
}

//! What can be typed after `hnefi`. The help comes from the words, like all that people read.
use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};
use hnefi_live::MatchLength;
use hnefi_rules::Side;
use hnefi_selfplay::{GiveUp, SettingsError, Starts};
use hnefi_words::Words;

use crate::settings::Settings;

pub(crate) fn words(id: &str) -> String {
    Words::english().text(id)
}

/// The command line.
#[derive(Parser, Debug)]
#[command(name = "hnefi", version, about = words("cli-about"), long_about = words("cli-long-about"))]
#[command(after_help = words("cli-after-help"))]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    #[command(about = words("cli-serve"))]
    Serve(Settings),
    #[command(about = words("cli-site"), long_about = words("cli-site-long"))]
    Site(SiteArgs),
    #[command(about = words("cli-backup"), long_about = words("cli-backup-long"))]
    Backup(BackupArgs),
    #[command(about = words("cli-restore"), long_about = words("cli-restore-long"))]
    Restore(RestoreArgs),
    #[command(about = words("cli-admin"), long_about = words("cli-admin-long"))]
    Admin(AdminArgs),
    #[command(about = words("cli-play"))]
    Play(PlayArgs),
    #[command(about = words("cli-rules"))]
    Rules(RulesArgs),
    #[command(about = words("cli-disputes"))]
    Disputes(DisputesArgs),
    #[command(about = words("cli-moves"))]
    Moves(MovesArgs),
    #[command(about = words("cli-why"))]
    Why(WhyArgs),
    #[command(about = words("cli-prove"))]
    Prove(ProveArgs),
    #[command(about = words("cli-replay"))]
    Replay(ReplayArgs),
    #[command(about = words("cli-convert"))]
    Convert(ConvertArgs),
    #[command(about = words("cli-analyse"), long_about = words("cli-analyse-long"))]
    Analyse(AnalyseArgs),
    #[command(about = words("cli-perft"))]
    Perft(PerftArgs),
    #[command(about = words("cli-bench"))]
    Bench(BenchArgs),
    #[command(about = words("cli-uci"))]
    Uci(UciArgs),
    #[command(about = words("cli-bot"), long_about = words("cli-bot-long"))]
    Bot(BotArgs),
    #[command(name = "match", about = words("cli-match"))]
    Match(Box<MatchArgs>),
    #[command(about = words("cli-openings"), long_about = words("cli-openings-long"))]
    Openings {
        #[command(subcommand)]
        kind: OpeningsCommand,
    },
    #[command(about = words("cli-selfplay"), long_about = words("cli-selfplay-long"))]
    Selfplay(Box<SelfplayArgs>),
    #[command(about = words("cli-train"), long_about = words("cli-train-long"))]
    Train(Box<TrainArgs>),
    #[command(about = words("cli-shards"), long_about = words("cli-shards-long"))]
    Shards(ShardsArgs),
    #[command(about = words("cli-nets"), long_about = words("cli-nets-long"))]
    Nets(NetsArgs),
    #[command(about = words("cli-completions"))]
    Completions(CompletionsArgs),
}

/// `hnefi bot`.
#[derive(ClapArgs, Debug)]
pub(crate) struct BotArgs {
    #[arg(long, value_name = "URL", help = words("cli-bot-server"))]
    pub(crate) server: String,
    #[arg(long, value_name = "FILE", help = words("cli-bot-token"))]
    pub(crate) token_file: Option<PathBuf>,
    #[arg(long, value_name = "ID", value_delimiter = ',', help = words("cli-bot-rules"))]
    pub(crate) rules: Vec<String>,
    #[arg(long, value_name = "N", default_value = "2", help = words("cli-bot-games"), value_parser = clap::value_parser!(u64).range(1..=100))]
    pub(crate) games: u64,
    #[arg(long, value_name = "MS", default_value = "3000", help = words("cli-bot-movetime"), value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub(crate) movetime: u64,
    #[arg(long, value_name = "NAME", help = words("cli-bot-challenge"))]
    pub(crate) challenge: Option<String>,
    #[arg(long, value_name = "CLOCK", default_value = "10+5", requires = "challenge", help = words("cli-bot-clock"))]
    pub(crate) clock: String,
    #[arg(long, requires = "challenge", help = words("cli-bot-rated"))]
    pub(crate) rated: bool,
    #[arg(long, value_name = "N", default_value = "1", requires = "challenge", help = words("cli-bot-times"), value_parser = clap::value_parser!(u64).range(1..=1_000))]
    pub(crate) times: u64,
    #[arg(value_name = "ENGINE", last = true, required = true, num_args = 1.., help = words("cli-bot-engine"))]
    pub(crate) engine: Vec<String>,
}

/// `hnefi site`.
#[derive(ClapArgs, Debug)]
pub(crate) struct SiteArgs {
    #[arg(value_name = "FOLDER", help = words("cli-site-to"))]
    pub(crate) to: PathBuf,
    #[arg(long, value_name = "URL", default_value = "", hide_default_value = true, help = words("cli-site-url"))]
    pub(crate) public_url: String,
}

/// `hnefi backup`.
#[derive(ClapArgs, Debug)]
pub(crate) struct BackupArgs {
    #[arg(value_name = "FOLDER", help = words("cli-backup-to"))]
    pub(crate) to: PathBuf,
    #[arg(long, value_name = "FOLDER", help = words("cli-data"))]
    pub(crate) data: Option<PathBuf>,
}

/// `hnefi restore`.
#[derive(ClapArgs, Debug)]
pub(crate) struct RestoreArgs {
    #[arg(value_name = "FOLDER", help = words("cli-restore-from"))]
    pub(crate) from: PathBuf,
    #[arg(long, value_name = "FOLDER", help = words("cli-data"))]
    pub(crate) data: Option<PathBuf>,
    #[arg(long, help = words("cli-overwrite"))]
    pub(crate) overwrite: bool,
}

/// `hnefi admin`.
#[derive(ClapArgs, Debug)]
pub(crate) struct AdminArgs {
    #[arg(long, global = true, value_name = "FOLDER", help = words("cli-data"))]
    pub(crate) data: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: AdminCommand,
}

/// What who runs a server does beside it.
#[derive(Subcommand, Debug)]
pub(crate) enum AdminCommand {
    #[command(about = words("cli-admin-accounts"))]
    Accounts,
    #[command(about = words("cli-admin-appoint"))]
    Appoint {
        #[arg(value_name = "NAME", help = words("cli-admin-name"))]
        name: String,
        #[arg(long, help = words("cli-admin-moderator"))]
        moderator: bool,
    },
    #[command(about = words("cli-admin-dismiss"))]
    Dismiss {
        #[arg(value_name = "NAME", help = words("cli-admin-name"))]
        name: String,
        #[arg(long, help = words("cli-admin-moderator-no"))]
        moderator: bool,
    },
    #[command(about = words("cli-admin-close"))]
    Close {
        #[arg(value_name = "NAME", help = words("cli-admin-name"))]
        name: String,
        #[arg(long, value_name = "REASON", help = words("cli-admin-why"))]
        why: String,
    },
    #[command(about = words("cli-admin-reopen"))]
    Reopen {
        #[arg(value_name = "NAME", help = words("cli-admin-name"))]
        name: String,
        #[arg(long, value_name = "REASON", help = words("cli-admin-why"))]
        why: String,
    },
    #[command(about = words("cli-admin-warn"))]
    Warn {
        #[arg(value_name = "NAME|NUMBER", help = words("cli-admin-person"))]
        name: String,
        #[arg(long, value_name = "REASON", help = words("cli-admin-why"))]
        why: String,
    },
    #[command(about = words("cli-admin-silence"))]
    Silence {
        #[arg(value_name = "NAME|NUMBER", help = words("cli-admin-person"))]
        name: String,
        #[arg(long, value_name = "N", help = words("cli-admin-days"), value_parser = clap::value_parser!(i64).range(0..=365))]
        days: i64,
        #[arg(long, value_name = "REASON", help = words("cli-admin-why"))]
        why: String,
    },
    #[command(about = words("cli-admin-turn-away"))]
    TurnAway {
        #[arg(value_name = "NAME|NUMBER", help = words("cli-admin-person"))]
        name: String,
        #[arg(long, value_name = "N", help = words("cli-admin-days"), value_parser = clap::value_parser!(i64).range(0..=365))]
        days: i64,
        #[arg(long, value_name = "REASON", help = words("cli-admin-why"))]
        why: String,
    },
    #[command(about = words("cli-admin-rename"))]
    Rename {
        #[arg(value_name = "NAME", help = words("cli-admin-name"))]
        name: String,
        #[arg(long, value_name = "NAME", help = words("cli-admin-to"))]
        to: String,
        #[arg(long, value_name = "REASON", help = words("cli-admin-why"))]
        why: String,
    },
    #[command(about = words("cli-admin-reports"))]
    Reports,
    #[command(about = words("cli-admin-answer"))]
    Answer {
        #[arg(value_name = "NUMBER", help = words("cli-admin-number"))]
        number: u64,
        #[arg(long, value_name = "TEXT", help = words("cli-admin-say"))]
        say: String,
    },
    #[command(about = words("cli-ratings"))]
    Ratings {
        #[command(subcommand)]
        command: RatingsCommand,
    },
}

/// What who runs a server does about ratings.
#[derive(Subcommand, Debug)]
pub(crate) enum RatingsCommand {
    #[command(about = words("cli-ratings-recompute"))]
    Recompute {
        #[arg(long, help = words("cli-ratings-write"))]
        write: bool,
    },
    #[command(about = words("cli-ratings-annul"))]
    Annul {
        #[arg(value_name = "GAME", help = words("cli-ratings-game"))]
        game: String,
        #[arg(long, value_name = "REASON", help = words("cli-admin-why"))]
        why: String,
    },
    #[command(about = words("cli-ratings-annul-since"))]
    AnnulSince {
        #[arg(value_name = "NAME", help = words("cli-admin-name"))]
        name: String,
        #[arg(long, value_name = "DAY", help = words("cli-ratings-since"), value_parser = day)]
        since: i64,
        #[arg(long, value_name = "REASON", help = words("cli-admin-why"))]
        why: String,
    },
}

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

fn threads() -> std::num::NonZero<usize> {
    std::thread::available_parallelism().unwrap_or(std::num::NonZero::<usize>::MIN)
}

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
    #[arg(long, value_name = "N", default_value = "1", help = words("cli-match-concurrency"))]
    pub(crate) threads: std::num::NonZeroUsize,
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
    #[arg(long, value_name = "N", default_value = "256", help = words("cli-train-hidden"), value_parser = hidden)]
    pub(crate) hidden: usize,
    #[arg(long, value_name = "N", default_value = "4", help = words("cli-train-buckets"), value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=32))]
    pub(crate) buckets: usize,
    #[arg(long, value_name = "N", default_value = "6", help = words("cli-train-epochs"), value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) epochs: u32,
    #[arg(long, value_name = "N", default_value = "8192", help = words("cli-train-batch"), value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub(crate) batch: usize,
    #[arg(long, value_name = "R", default_value = "0.002", help = words("cli-train-rate"), value_parser = rate)]
    pub(crate) rate: f32,
    #[arg(long, value_name = "R", default_value = "0.3", help = words("cli-train-result"), value_parser = share)]
    pub(crate) result: f32,
    #[arg(long, value_name = "N", default_value = "1", help = words("cli-train-threads"))]
    pub(crate) threads: std::num::NonZeroUsize,
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
    #[arg(long, help = words("cli-json"))]
    pub(crate) json: bool,
}

/// `hnefi completions`.
#[derive(ClapArgs, Debug)]
pub(crate) struct CompletionsArgs {
    #[arg(value_name = "SHELL", help = words("cli-shell"))]
    pub(crate) shell: clap_complete::Shell,
}

/// When a day begins by Greenwich, in milliseconds since 1970.
fn day(text: &str) -> Result<i64, String> {
    let bad = || words("cli-error-day");
    let date: jiff::civil::Date = text.parse().map_err(|_| bad())?;
    let begins = date.to_zoned(jiff::tz::TimeZone::UTC).map_err(|_| bad())?;
    Ok(begins.timestamp().as_millisecond())
}

fn hidden(text: &str) -> Result<usize, String> {
    let hidden = text.parse().ok().filter(|hidden| (64..=1024).contains(hidden) && hidden % 64 == 0);
    hidden.ok_or_else(|| words("cli-error-hidden"))
}

fn rate(text: &str) -> Result<f32, String> {
    text.parse().ok().filter(|&rate: &f32| rate > 0.0 && rate <= 1.0).ok_or_else(|| words("cli-error-rate"))
}

fn share(text: &str) -> Result<f32, String> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| words("cli-error-share"))
}

fn side(text: &str) -> Result<Side, String> {
    text.to_lowercase().parse().map_err(|error| Words::english().side_error(&error))
}

fn match_length(text: &str) -> Result<MatchLength, String> {
    let length = text.parse().ok().and_then(MatchLength::from_games);
    length.ok_or_else(|| Words::english().format("cli-error-games", &[("text", text.into())]))
}

fn format(text: &str) -> Result<hnefi_formats::Format, String> {
    let words = Words::english();
    let known: Vec<&str> = hnefi_formats::Format::ALL.iter().map(|format| format.id()).collect();
    hnefi_formats::Format::from_id(text).ok_or_else(|| {
        words.format("cli-error-format", &[("text", text.into()), ("known", words.list_either(&known).into())])
    })
}

fn level(text: &str) -> Result<hnefi_engine::Level, String> {
    let number = text.parse().ok().and_then(hnefi_engine::Level::new);
    number
        .or_else(|| hnefi_engine::Level::from_id(text))
        .ok_or_else(|| Words::english().format("cli-error-level", &[("text", text.into())]))
}

fn give_up(text: &str) -> Result<MayGiveUp, SettingsError> {
    if text == "never" { Ok(MayGiveUp(None)) } else { text.parse().map(|when| MayGiveUp(Some(when))) }
}

fn option(text: &str) -> Result<(String, String), String> {
    let split = text.split_once('=').filter(|(name, _)| !name.trim().is_empty());
    let (name, value) = split.ok_or_else(|| Words::english().text("cli-match-no-option"))?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

fn hypotheses(text: &str) -> Result<(f64, f64), String> {
    let split =
        text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    split.ok_or_else(|| Words::english().text("cli-match-no-hypotheses"))
}

/// Two numbers of which the first is not the greater one, and the second at most so much.
fn range<N: std::str::FromStr + PartialOrd>(text: &str, most: N, no: &str) -> Result<(N, N), String> {
    let split =
        text.split_once('-').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    split.filter(|(low, high): &(N, N)| low <= high && *high <= most).ok_or_else(|| Words::english().text(no))
}

fn plies(text: &str) -> Result<(usize, usize), String> {
    range(text, 100, "cli-openings-no-plies")
}

fn split(text: &str) -> Result<(u32, u32), String> {
    range(text, 100, "cli-openings-no-split")
}

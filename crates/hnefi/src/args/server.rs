//! What can be typed for commands about a server and its folder, but `serve` itself: its settings have a file of their own.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::words;

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

/// Where the games are, for what is done beside the server. The environment says it as it does to `serve`.
#[derive(ClapArgs, Debug)]
pub(crate) struct PlaceArgs {
    #[arg(long, global = true, env = "HNEFI_DATA", value_name = "FOLDER", help = words("cli-data"))]
    pub(crate) data: Option<PathBuf>,
    #[arg(long, global = true, env = "HNEFI_DATABASE", hide_env_values = true, value_name = "URL", help = words("cli-database"))]
    pub(crate) database: Option<String>,
}

/// `hnefi backup`.
#[derive(ClapArgs, Debug)]
pub(crate) struct BackupArgs {
    #[arg(value_name = "FOLDER", help = words("cli-backup-to"))]
    pub(crate) to: PathBuf,
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
}

/// `hnefi restore`.
#[derive(ClapArgs, Debug)]
pub(crate) struct RestoreArgs {
    #[arg(value_name = "FOLDER", help = words("cli-restore-from"))]
    pub(crate) from: PathBuf,
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
    #[arg(long, help = words("cli-overwrite"))]
    pub(crate) overwrite: bool,
}

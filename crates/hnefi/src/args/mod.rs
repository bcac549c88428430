//! What can be typed after `hnefi`. The help comes from the words, like all that people read.

mod admin;
mod engines;
mod games;
mod nets;
mod server;
mod values;

use clap::{Args as ClapArgs, Parser, Subcommand};
use hnefi_words::Words;

use crate::settings::Settings;

pub(crate) use admin::{AdminArgs, AdminCommand, EventCommand, RatingsCommand};
pub(crate) use engines::{BenchArgs, BookArgs, DrawnArgs, MadeFor, MatchArgs, OpeningsCommand, PerftArgs, UciArgs};
pub(crate) use games::{
    AnalyseArgs, At, ConvertArgs, DisputesArgs, MovesArgs, PlayArgs, ProveArgs, ReplayArgs, RulesArgs, WhyArgs,
};
pub(crate) use nets::{NetsArgs, SelfplayArgs, ShardsArgs, TrainArgs};
pub(crate) use server::{BackupArgs, BotArgs, RestoreArgs, SiteArgs};

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

/// `hnefi completions`.
#[derive(ClapArgs, Debug)]
pub(crate) struct CompletionsArgs {
    #[arg(value_name = "SHELL", help = words("cli-shell"))]
    pub(crate) shell: clap_complete::Shell,
}

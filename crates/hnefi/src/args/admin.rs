//! What can be typed after `hnefi admin`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use super::server::PlaceArgs;
use super::values::day;
use super::words;

/// `hnefi admin`.
#[derive(ClapArgs, Debug)]
pub(crate) struct AdminArgs {
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
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
    #[command(about = words("cli-move"), long_about = words("cli-move-long"))]
    MoveDatabase {
        #[arg(long, value_name = "PLACE", help = words("cli-move-from"))]
        from: String,
        #[arg(long, value_name = "PLACE", help = words("cli-move-to"))]
        to: String,
    },
    #[command(about = words("cli-ratings"))]
    Ratings {
        #[command(subcommand)]
        command: RatingsCommand,
    },
    #[command(about = words("cli-event"))]
    Event {
        #[command(subcommand)]
        command: EventCommand,
    },
}

/// What who runs a server does about events.
#[derive(Subcommand, Debug)]
pub(crate) enum EventCommand {
    #[command(about = words("cli-event-list"))]
    List,
    #[command(about = words("cli-event-export"))]
    Export {
        #[arg(value_name = "EVENT", help = words("cli-event-id"))]
        event: String,
        #[arg(value_name = "FOLDER", help = words("cli-event-to"))]
        to: PathBuf,
    },
    #[command(about = words("cli-event-import"))]
    Import {
        #[arg(value_name = "FOLDER", help = words("cli-event-from"))]
        from: PathBuf,
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

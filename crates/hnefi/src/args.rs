//! What can be typed after `hnefi`. The help comes from the words, like all that people read.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};
use hnefi_rules::Side;
use hnefi_words::Words;

fn words(id: &str) -> String {
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
    Serve(Serve),
    #[command(about = words("cli-play"))]
    Play(Play),
    #[command(about = words("cli-rules"))]
    Rules(Rules),
    #[command(about = words("cli-moves"))]
    Moves(Moves),
    #[command(about = words("cli-why"))]
    Why(Why),
    #[command(about = words("cli-replay"))]
    Replay(Replay),
    #[command(about = words("cli-convert"))]
    Convert(Convert),
    #[command(about = words("cli-perft"))]
    Perft(Perft),
    #[command(about = words("cli-completions"))]
    Completions(Completions),
}

/// `hnefi serve`.
#[derive(ClapArgs, Debug, Default)]
pub(crate) struct Serve {
    #[arg(long, value_name = "ADDRESS:PORT", help = words("cli-listen"))]
    pub(crate) listen: Option<SocketAddr>,
    #[arg(long, value_name = "FOLDER", help = words("cli-data"))]
    pub(crate) data: Option<PathBuf>,
    #[arg(long, help = words("cli-lan"))]
    pub(crate) lan: bool,
    #[arg(long, value_name = "URL", help = words("cli-public-url"))]
    pub(crate) public_url: Option<String>,
    #[arg(long, help = words("cli-no-open"))]
    pub(crate) no_open: bool,
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
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) at: At,
    #[arg(long, value_name = "1-8", default_value = "3", help = words("cli-level"), value_parser = level)]
    pub(crate) level: hnefi_engine::Level,
    #[arg(long, value_name = "SIDE", help = words("cli-side"), value_parser = side)]
    pub(crate) side: Option<Side>,
    #[arg(long, help = words("cli-two"), conflicts_with_all = ["level", "side"])]
    pub(crate) two: bool,
}

/// `hnefi rules`.
#[derive(ClapArgs, Debug)]
pub(crate) struct Rules {
    #[arg(value_name = "ID|FILE", help = words("cli-rules-shown"))]
    pub(crate) rules: Vec<String>,
    #[arg(long, help = words("cli-compare"))]
    pub(crate) compare: bool,
    #[arg(long, help = words("cli-json"))]
    pub(crate) json: bool,
}

/// `hnefi moves`.
#[derive(ClapArgs, Debug)]
pub(crate) struct Moves {
    #[command(flatten)]
    pub(crate) at: At,
    #[arg(long, help = words("cli-json"))]
    pub(crate) json: bool,
}

/// `hnefi why`.
#[derive(ClapArgs, Debug)]
pub(crate) struct Why {
    #[command(flatten)]
    pub(crate) at: At,
    #[arg(long, value_name = "MOVE", help = words("cli-last"))]
    pub(crate) last: Option<String>,
    #[arg(value_name = "SQUARE|MOVE", help = words("cli-about-what"))]
    pub(crate) about: String,
    #[arg(long, help = words("cli-json"))]
    pub(crate) json: bool,
}

/// `hnefi replay`.
#[derive(ClapArgs, Debug)]
pub(crate) struct Replay {
    #[arg(value_name = "FILE|-", help = words("cli-replay-file"))]
    pub(crate) file: PathBuf,
    #[arg(long, value_name = "ID|FILE", help = words("cli-replay-rules"))]
    pub(crate) rules: Option<String>,
    #[arg(long, help = words("cli-json"))]
    pub(crate) json: bool,
}

/// `hnefi convert`.
#[derive(ClapArgs, Debug)]
pub(crate) struct Convert {
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
}

/// `hnefi perft`.
#[derive(ClapArgs, Debug)]
pub(crate) struct Perft {
    #[command(flatten)]
    pub(crate) at: At,
    #[arg(value_name = "DEPTH", help = words("cli-depth"), value_parser = clap::value_parser!(u32).range(0..=20))]
    pub(crate) depth: u32,
    #[arg(long, help = words("cli-divide"))]
    pub(crate) divide: bool,
}

/// `hnefi completions`.
#[derive(ClapArgs, Debug)]
pub(crate) struct Completions {
    #[arg(value_name = "SHELL", help = words("cli-shell"))]
    pub(crate) shell: clap_complete::Shell,
}

fn side(text: &str) -> Result<Side, String> {
    text.to_lowercase().parse().map_err(|error| Words::english().side_error(&error))
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

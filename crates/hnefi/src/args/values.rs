//! Values as they are typed, and what is wrong with them.

use hnefi_live::MatchLength;
use hnefi_rules::Side;
use hnefi_selfplay::SettingsError;
use hnefi_words::Words;

use super::nets::MayGiveUp;
use super::words;

pub(super) fn threads() -> std::num::NonZero<usize> {
    std::thread::available_parallelism().unwrap_or(std::num::NonZero::<usize>::MIN)
}

/// When a day begins by Greenwich, in milliseconds since 1970.
pub(super) fn day(text: &str) -> Result<i64, String> {
    let bad = || words("cli-error-day");
    let date: jiff::civil::Date = text.parse().map_err(|_| bad())?;
    let begins = date.to_zoned(jiff::tz::TimeZone::UTC).map_err(|_| bad())?;
    Ok(begins.timestamp().as_millisecond())
}

pub(super) fn hidden(text: &str) -> Result<usize, String> {
    let hidden = text.parse().ok().filter(|hidden| (64..=1024).contains(hidden) && hidden % 64 == 0);
    hidden.ok_or_else(|| words("cli-error-hidden"))
}

pub(super) fn rate(text: &str) -> Result<f32, String> {
    text.parse().ok().filter(|&rate: &f32| rate > 0.0 && rate <= 1.0).ok_or_else(|| words("cli-error-rate"))
}

pub(super) fn share(text: &str) -> Result<f32, String> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| words("cli-error-share"))
}

pub(super) fn side(text: &str) -> Result<Side, String> {
    text.to_lowercase().parse().map_err(|error| Words::english().side_error(&error))
}

pub(super) fn match_length(text: &str) -> Result<MatchLength, String> {
    let length = text.parse().ok().and_then(MatchLength::from_games);
    length.ok_or_else(|| Words::english().format("cli-error-games", &[("text", text.into())]))
}

pub(super) fn format(text: &str) -> Result<hnefi_formats::Format, String> {
    let words = Words::english();
    let known: Vec<&str> = hnefi_formats::Format::ALL.iter().map(|format| format.id()).collect();
    hnefi_formats::Format::from_id(text).ok_or_else(|| {
        words.format("cli-error-format", &[("text", text.into()), ("known", words.list_either(&known).into())])
    })
}

pub(super) fn level(text: &str) -> Result<hnefi_engine::Level, String> {
    let number = text.parse().ok().and_then(hnefi_engine::Level::new);
    number
        .or_else(|| hnefi_engine::Level::from_id(text))
        .ok_or_else(|| Words::english().format("cli-error-level", &[("text", text.into())]))
}

pub(super) fn give_up(text: &str) -> Result<MayGiveUp, SettingsError> {
    if text == "never" { Ok(MayGiveUp(None)) } else { text.parse().map(|when| MayGiveUp(Some(when))) }
}

pub(super) fn option(text: &str) -> Result<(String, String), String> {
    let split = text.split_once('=').filter(|(name, _)| !name.trim().is_empty());
    let (name, value) = split.ok_or_else(|| Words::english().text("cli-match-no-option"))?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

pub(super) fn hypotheses(text: &str) -> Result<(f64, f64), String> {
    let split =
        text.split_once(',').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    split.ok_or_else(|| Words::english().text("cli-match-no-hypotheses"))
}

/// Two numbers of which the first is not the greater one, and the second at most so much.
pub(super) fn range<N: std::str::FromStr + PartialOrd>(text: &str, most: N, no: &str) -> Result<(N, N), String> {
    let split =
        text.split_once('-').and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    split.filter(|(low, high): &(N, N)| low <= high && *high <= most).ok_or_else(|| Words::english().text(no))
}

pub(super) fn plies(text: &str) -> Result<(usize, usize), String> {
    range(text, 100, "cli-openings-no-plies")
}

pub(super) fn split(text: &str) -> Result<(u32, u32), String> {
    range(text, 100, "cli-openings-no-split")
}

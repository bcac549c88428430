//! What the server writes on its error output.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

use crate::error::Error;
use crate::settings::LogFormat;

/// From here on, what is asked for is written: warnings and errors if nothing is. Colours are for terminals.
///
/// # Errors
/// When what is asked for means nothing.
pub(crate) fn start(asked: Option<&str>, format: Option<LogFormat>) -> Result<(), Error> {
    let asked = asked.filter(|text| !text.trim().is_empty());
    let filter = filter(asked.unwrap_or("warn"))?;
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match format.unwrap_or(LogFormat::Text) {
        LogFormat::Text => log.with_ansi(colours).init(),
        LogFormat::Json => log.json().flatten_event(true).with_current_span(true).with_span_list(false).init(),
    }
    Ok(())
}

fn filter(text: &str) -> Result<EnvFilter, Error> {
    let parts: Vec<&str> = text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    // A word alone would be taken for the name of a module, and show nothing of what was meant.
    let is_word = |part: &&&str| !part.contains(['=', '[']) && part.parse::<LevelFilter>().is_err();
    match parts.iter().find(is_word) {
        Some(word) => Err(bad(word)),
        None => EnvFilter::try_new(parts.join(",")).map_err(|_| bad(text)),
    }
}

fn bad(text: &str) -> Error {
    Error::input("cli-error-log", &[("text", text.into())])
}

#[cfg(test)]
mod tests {
    use super::filter;

    #[test]
    fn levels_and_modules_are_taken_and_other_words_are_not() {
        for good in ["warn", "INFO", "off", "info,hnefi_web=debug", "hnefi_store=trace", " debug , sqlx=off "] {
            assert!(filter(good).is_ok(), "{good}");
        }
        for bad in ["loud", "hnefi_web", "hnefi_web=loud", "info,louder", "=", "hnefi_web=debug=info", "info info"] {
            let message = filter(bad).map(|_| ()).unwrap_err().to_string();
            assert!(message.contains("error, warn, info"), "{bad}: {message}");
        }
    }
}

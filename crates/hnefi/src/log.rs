//! What the server writes on its error output.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

use crate::error::Error;

/// The variable that says how much is written.
const VARIABLE: &str = "HNEFI_LOG";

/// From here on, what the variable `HNEFI_LOG` asks for is written: warnings and errors if it is not set. Colours are for
/// terminals.
///
/// # Errors
/// When the variable says something that means nothing.
pub(crate) fn start() -> Result<(), Error> {
    let asked = match std::env::var(VARIABLE) {
        Ok(text) if !text.trim().is_empty() => Some(text),
        Ok(_) | Err(std::env::VarError::NotPresent) => None,
        Err(std::env::VarError::NotUnicode(text)) => return Err(bad(&text.to_string_lossy())),
    };
    let filter = filter(asked.as_deref().unwrap_or("warn"))?;
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    tracing_subscriber::fmt().with_env_filter(filter).with_ansi(colours).with_writer(std::io::stderr).init();
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
            assert!(message.contains("HNEFI_LOG"), "{bad}: {message}");
        }
    }
}

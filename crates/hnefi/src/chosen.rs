//! What was typed, converted once into what is meant: a rule set, a referee, a position.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use hnefi_formats::{read_diagram_to_move, read_position};
use hnefi_net::Net;
use hnefi_rules::{Position, Referee, Ruleset, Setup, Side, ruleset as ruleset_of, rulesets};
use hnefi_words::Words;

use crate::args::At;
use crate::error::Error;

/// The rule set of an id, or of a file.
pub(crate) fn ruleset(text: &str) -> Result<Arc<Ruleset>, Error> {
    if let Some(ruleset) = ruleset_of(text) {
        return Ok(ruleset.clone());
    }
    let words = Words::english();
    let path = Path::new(text);
    if !path.exists() {
        let near = near(text);
        return Err(match near.is_empty() {
            true => Error::input("cli-error-no-rules", &[("rules", text.into()), ("known", known().into())]),
            false => {
                let near = words.list_either(&near);
                Error::input("cli-error-no-rules-near", &[("rules", text.into()), ("near", near.into())])
            }
        });
    }
    let file = std::fs::read_to_string(path).map_err(|e| Error::file(path, &e))?;
    Ruleset::from_toml(&file).map(Arc::new).map_err(|error| {
        Error::input("cli-error-rules-file", &[("path", text.into()), ("message", words.ruleset_error(&error).into())])
    })
}

/// The ids of the rule sets as one list.
pub(crate) fn known() -> String {
    Words::english().list(&rulesets().map(|r| r.id()).collect::<Vec<_>>())
}

/// The ids of which a text is a part, or which are a part of it.
fn near(text: &str) -> Vec<&'static str> {
    let text: String = text.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
    let like = |id: &str| {
        let id = id.replace('-', "");
        let stem = id.trim_end_matches(|c: char| c.is_ascii_digit());
        text.len() >= 3 && (id.contains(&text) || text.contains(stem))
    };
    rulesets().map(|r| r.id()).filter(|id| like(id)).collect()
}

/// The rule set that `--rules` names.
pub(crate) fn rules_option(rules: Option<&str>) -> Result<Arc<Ruleset>, Error> {
    match rules {
        Some(text) => ruleset(text),
        None => Err(Error::input("cli-error-need-rules", &[("known", known().into())])),
    }
}

/// The referee and the position that were asked for. `turn` is the side to move if nobody says otherwise.
pub(crate) fn position(at: &At, ruleset: &Arc<Ruleset>, turn: Option<Side>) -> Result<(Arc<Referee>, Position), Error> {
    let words = Words::english();
    let referee = Arc::new(Referee::new(ruleset.clone()));
    let (setup, written) = match (&at.position, &at.diagram) {
        (Some(text), _) => read_position(text).map_err(|error| Error::Input(words.position_error(&error)))?,
        (None, Some(path)) => diagram(path)?,
        (None, None) => (ruleset.start().clone(), None),
    };
    let turn = at.turn.or(written).or(turn).unwrap_or(ruleset.first());
    let position = referee.position(&setup, turn).map_err(|errors| {
        let problems = words.setup_errors(&errors, ruleset).join(" ");
        Error::input("cli-error-unplayable", &[("ruleset", ruleset.name().into()), ("problems", problems.into())])
    })?;
    Ok((referee, position))
}

fn diagram(path: &Path) -> Result<(Setup, Option<Side>), Error> {
    let text = read_text(path)?;
    read_diagram_to_move(&text).map_err(|error| {
        let (path, message) = (path.display().to_string(), Words::english().diagram_error(&error));
        Error::input("cli-error-file", &[("path", path.into()), ("message", message.into())])
    })
}

/// What a file holds.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(|error| Error::file(path, &error))
}

/// The net in a file.
pub(crate) fn net(path: &Path) -> Result<Net, Error> {
    Net::from_bytes(&read_bytes(path)?).map_err(|error| {
        let (path, message) = (path.display().to_string(), error.to_string());
        Error::input("cli-error-file", &[("path", path.into()), ("message", message.into())])
    })
}

/// The text of a file, or of standard input for `-`, without a byte order mark in front.
pub(crate) fn read_text(path: &Path) -> Result<String, Error> {
    let mut text = String::new();
    let read = if path == Path::new("-") {
        std::io::stdin().lock().read_to_string(&mut text).map(|_| ())
    } else {
        std::fs::read_to_string(path).map(|read| text = read)
    };
    read.map_err(|error| Error::file(path, &error))?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

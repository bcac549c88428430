//! The game or the position as a file, in every form that is written.

use std::sync::Arc;

use hnefi_formats::{GameText, write_diagram, write_position};
use hnefi_rules::Referee;

use super::tree::Tree;
use super::view::begin;
use super::{Asked, found, rules_of, selected};

/// A file to be kept or copied.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// Its name, which is safe in a header.
    pub(crate) name: String,
    pub(crate) text: String,
}

/// The forms in which a game is written, by their words.
pub(super) const FORMS: [&str; 3] = ["text", "position", "diagram"];

impl File {
    /// What somebody asks for, or nothing where the text holds no such thing.
    pub(crate) fn new(asked: &Asked) -> Result<Option<File>, String> {
        let chosen = asked.chosen()?;
        // A button without a script says place and form in one.
        let (form, at) = asked.format.split_once('@').unwrap_or((&asked.format, &asked.at));
        let found = found::find(&asked.plain());
        let Some((index, number)) = selected(&found, at) else { return Ok(None) };
        let game = &found.games[index];
        let Some(rules) = rules_of(game, chosen.as_ref()) else { return Ok(None) };
        let referee = Arc::new(Referee::new(rules.clone()));
        let Ok(position) = begin(game, &referee) else { return Ok(None) };
        let tree = Tree::play(referee, position, &game.moves);
        let here = *tree.position(if number < tree.nodes.len() { number } else { 0 });
        let (ending, text) = match form {
            "position" => ("txt", format!("{}\n", write_position(&here))),
            "diagram" => ("txt", write_diagram(&here.setup())),
            "text" => {
                let tags: Vec<(&str, &str)> = game
                    .tags
                    .iter()
                    .filter(|(name, _)| matches!(name.as_str(), "Attackers" | "Defenders" | "Date" | "Event" | "Site"))
                    .map(|(name, value)| (name.as_str(), value.as_str()))
                    .collect();
                ("txt", GameText::write(&tree.game(&tree.line(0)), &tags))
            }
            _ => return Ok(None),
        };
        Ok(Some(File { name: format!("hnefi-{}.{ending}", rules.id()), text }))
    }
}

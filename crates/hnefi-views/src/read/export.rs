//! The game, the position or the rule set as a file, in every format that is written.
use std::sync::Arc;

use hnefi_formats::{
    Format, GameTree, Kind, Written, write_commas, write_diagram_to_move, write_json_line, write_otg, write_position,
    write_rules_string, write_taflzero, write_tag_list,
};
use hnefi_rules::{Position, Ruleset};
use hnefi_wire::house::HouseRules;
use hnefi_words::Words;

use super::found;
use super::page::{Asked, place};

/// A file to be kept or copied.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name, which is safe in a header.
    pub name: String,
    /// What it holds.
    pub text: String,
    /// What did not get into it, a sentence each.
    pub losses: Vec<String>,
}

/// A format in which the text can be taken along.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) id: &'static str,
    pub(super) name: String,
}

/// Stands for a list of tags and moves with a remark at every capture, which clause decided it.
const CLAUSES: &str = "clauses";

/// Every format, those that hold most first.
pub(crate) const FORMATS: [Format; 9] = [
    Format::TagList,
    Format::Otg,
    Format::JsonLines,
    Format::Commas,
    Format::Rows,
    Format::Diagram,
    Format::TaflZero,
    Format::OpenTaflRules,
    Format::RuleFile,
];

/// The formats for a game, or for a position alone.
pub(super) fn choices(alone: &bool) -> Vec<Choice> {
    let fits = |format: &Format| !(*alone && format.kind() == Kind::Games);
    let choice = |id: &'static str| Choice { id, name: Words::english().text(&format!("import-file-{id}")) };
    let mut choices: Vec<Choice> = FORMATS.into_iter().filter(fits).map(|format| choice(format.id())).collect();
    if !alone {
        choices.insert(1, choice(CLAUSES));
    }
    choices
}

impl File {
    /// What somebody asks for, or nothing where the text holds no such thing.
    ///
    /// # Errors
    /// A sentence about what the form says that cannot be.
    pub fn new(asked: &Asked) -> Result<Option<File>, String> {
        let chosen = asked.chosen()?;
        // A button without a script says format and place in one.
        let (format, at) = asked.format.split_once('@').unwrap_or((&asked.format, &asked.at));
        let cites = format == CLAUSES;
        let Some(format) = Format::from_id(format).or(cites.then_some(Format::TagList)) else { return Ok(None) };
        let found = found::find(&asked.plain());
        let (index, number) = place(at).unwrap_or((0, 0));
        let Some(Ok(game)) = found.games.get(index).map(|game| &game.read) else { return Ok(None) };
        let Ok(mut tree) = game.play(chosen) else { return Ok(None) };
        if cites {
            Words::english().remark_captures(&mut tree);
        }
        let number = if number < tree.nodes().len() { number } else { 0 };
        let written = write(format, &tree, tree.position(number));
        let ending = format.ending();
        let losses = written.losses.iter().map(|loss| Words::english().loss(loss)).collect();
        Ok(Some(File { name: format!("hnefi-{}.{ending}", tree.ruleset().id()), text: written.text, losses }))
    }
}

pub(crate) fn write(format: Format, tree: &GameTree, position: &Position) -> Written {
    let plain = |mut text: String| {
        if !text.ends_with('\n') {
            text.push('\n');
        }
        Written { text, losses: Vec::new() }
    };
    let mut written = match format {
        Format::Otg => write_otg(tree),
        Format::TagList => write_tag_list(tree),
        Format::JsonLines => write_json_line(tree),
        Format::Commas => write_commas(tree),
        Format::Rows => plain(write_position(position)),
        Format::TaflZero => plain(write_taflzero(&position.setup(), position.turn())),
        Format::Diagram => plain(write_diagram_to_move(&position.setup(), position.turn())),
        Format::OpenTaflRules => write_rules_string(tree.ruleset()),
        Format::RuleFile => plain(rule_file(tree.ruleset())),
    };
    if !written.text.ends_with('\n') {
        written.text.push('\n');
    }
    written
}

/// A rule set of this program whole, and any other as what it changes.
fn rule_file(rules: &Arc<Ruleset>) -> String {
    match rules.base() {
        None => rules.to_toml(),
        Some(_) => HouseRules::of(rules).to_toml(),
    }
}

//! `hnefi convert`: rule sets, positions and games from one text format into another.
//! `docs/formats/convert.md` describes it.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use hnefi_formats::{
    Content, Document, Format, GameTree, Kind, Note, ReadError, ReadPosition, ReadRules, Remark, Written, WrittenGame,
    read_any, read_as, write_commas, write_diagram, write_diagram_to_move, write_json_line, write_otg,
    write_rules_string, write_taflzero, write_tag_list,
};
use hnefi_rules::{Referee, Ruleset, Side, leaflets, ruleset as ruleset_of};
use hnefi_words::Words;

use super::Done;
use super::told::told;
use crate::args::ConvertArgs;
use crate::chosen;
use crate::error::Error;
use crate::output::Output;

/// Converts a text.
pub(crate) fn convert(out: &mut Output, args: &ConvertArgs) -> Done {
    let forced = args.rules.as_deref().map(chosen::ruleset).transpose()?;
    let document = document(args, forced.as_ref())?;
    let (from, kind) = (document.format, document.content.kind());
    let to = args.to.unwrap_or_else(|| usual(from));
    if to.kind() != kind {
        let words = Words::english();
        let fitting: Vec<&str> = Format::ALL.iter().filter(|f| f.kind() == kind).map(|f| f.id()).collect();
        return Err(Error::input(
            "cli-error-convert",
            &[
                ("from", words.format_name(from).into()),
                ("to", words.format_name(to).into()),
                ("fitting", words.list_either(&fitting).into()),
            ],
        ));
    }
    if args.split.is_some() && kind != Kind::Games {
        let from = Words::english().format_name(from);
        return Err(Error::input("cli-error-convert-split", &[("from", from.into())]));
    }
    let mut converter = Converter { out, args, to, lost: false, wrong: 0, kept: Vec::new() };
    match document.content {
        Content::Rules(rules) => converter.rules(&rules)?,
        Content::Position(position) => converter.position(&position, forced.as_ref())?,
        Content::Games(games) => converter.games(&games, forced.as_ref())?,
    }
    converter.finish()
}

/// Reads what is to be converted: a file, standard input, or a rule set of this program by its id.
fn document(args: &ConvertArgs, forced: Option<&Arc<Ruleset>>) -> Result<Document, Error> {
    let path = Path::new(&args.input);
    if args.input != "-"
        && !path.exists()
        && let Some(ruleset) = ruleset_of(&args.input)
    {
        let rules = ReadRules { ruleset: ruleset.clone(), notes: Vec::new() };
        return Ok(Document { format: Format::RuleFile, content: Content::Rules(rules) });
    }
    let text = chosen::read_text(path)?;
    let read = match args.from {
        None => read_any(&text),
        Some(format) => read_as(format, &text),
    };
    read.map_err(|error| Error::Failed(Words::english().read_error(&error, forced.unwrap_or(&leaflets()[0]))))
}

/// The format into which a text is converted if nobody names one.
fn usual(from: Format) -> Format {
    match from {
        Format::OpenTaflRules => Format::RuleFile,
        Format::RuleFile => Format::OpenTaflRules,
        Format::Rows => Format::Diagram,
        Format::TaflZero | Format::Diagram => Format::Rows,
        Format::JsonLines => Format::TagList,
        Format::Otg | Format::TagList | Format::Commas => Format::JsonLines,
    }
}

/// What is being converted.
struct Converter<'a> {
    out: &'a mut Output,
    args: &'a ConvertArgs,
    to: Format,
    /// Whether something was lost.
    lost: bool,
    /// How many games had an error.
    wrong: usize,
    /// The texts that are written at the end, once it is known that all of them may be, with the numbers of games.
    kept: Vec<(Option<usize>, String)>,
}

impl Converter<'_> {
    fn rules(&mut self, rules: &ReadRules) -> Result<(), Error> {
        self.notes(&rules.notes, &rules.ruleset, None);
        let written = match self.to {
            Format::RuleFile => Written { text: rules.ruleset.to_toml(), losses: Vec::new() },
            _ => {
                let mut written = write_rules_string(&rules.ruleset);
                written.text.push('\n');
                written
            }
        };
        self.write(written, None)
    }

    fn position(&mut self, position: &ReadPosition, ruleset: Option<&Arc<Ruleset>>) -> Result<(), Error> {
        let named = ruleset.unwrap_or(&leaflets()[0]);
        self.notes(&position.notes, named, None);
        let turn = position.turn.or(ruleset.map(|ruleset| ruleset.first()));
        if let Some(ruleset) = ruleset {
            let referee = Referee::new(ruleset.clone());
            referee.position(&position.setup, turn.unwrap_or(ruleset.first())).map_err(|errors| {
                let problems = Words::english().setup_errors(&errors, ruleset).join(" ");
                let name = ruleset.name().into();
                Error::input("cli-error-unplayable", &[("ruleset", name), ("problems", problems.into())])
            })?;
        }
        let text = match self.to {
            Format::TaflZero => {
                if turn.is_none() {
                    let remark = Remark::Turn(Side::Attackers);
                    self.notes(&[Note { place: None, remark }], named, None);
                }
                format!("{}\n", write_taflzero(&position.setup, turn.unwrap_or(Side::Attackers)))
            }
            Format::Diagram => match turn {
                Some(turn) => write_diagram_to_move(&position.setup, turn),
                None => write_diagram(&position.setup),
            },
            _ => match turn {
                Some(turn) => format!("{} {turn}\n", position.setup.to_rows()),
                None => format!("{}\n", position.setup.to_rows()),
            },
        };
        self.write(Written { text, losses: Vec::new() }, None)
    }

    fn games(&mut self, games: &[WrittenGame], ruleset: Option<&Arc<Ruleset>>) -> Result<(), Error> {
        if self.to == Format::Otg && games.len() > 1 && self.args.split.is_none() {
            return Err(Error::input("cli-error-convert-one", &[("count", games.len().into())]));
        }
        for (index, game) in games.iter().enumerate() {
            let number = (games.len() > 1).then_some(index + 1);
            match game.play(ruleset.cloned()) {
                Err(error) => self.reject(&error, ruleset.unwrap_or(&leaflets()[0]), number),
                Ok(tree) => self.game(tree, number)?,
            }
        }
        Ok(())
    }

    fn game(&mut self, mut tree: GameTree, number: Option<usize>) -> Result<(), Error> {
        let mut rejected = false;
        for node in tree.nodes() {
            let Some(error) = node.rejection() else { continue };
            if self.args.keep_prefix && node.is_after_end() {
                self.tell("cli-convert-note", number, &Words::english().read_error(&error, tree.ruleset()));
            } else {
                self.reject(&error, tree.ruleset(), number.filter(|_| !rejected));
                rejected = true;
            }
        }
        if rejected {
            return Ok(());
        }
        self.notes(&tree.notes, tree.ruleset(), number);
        if self.args.clauses {
            Words::english().remark_captures(&mut tree);
        }
        let mut written = match self.to {
            Format::Otg => write_otg(&tree),
            Format::TagList => write_tag_list(&tree),
            Format::Commas => write_commas(&tree),
            _ => write_json_line(&tree),
        };
        if self.to == Format::TagList && self.args.split.is_none() && number.is_some_and(|number| number > 1) {
            written.text.insert(0, '\n');
        }
        self.write(written, number)
    }

    /// Tells of a game or a move that cannot be converted.
    fn reject(&mut self, error: &ReadError, ruleset: &Ruleset, number: Option<usize>) {
        self.wrong += 1;
        self.tell("cli-convert-error", number, &Words::english().read_error(error, ruleset));
    }

    fn notes(&mut self, notes: &[Note], ruleset: &Ruleset, number: Option<usize>) {
        for note in notes {
            // What was taken to be something else is lost as much as what was left out.
            self.lost |= matches!(note.remark, Remark::Nearest { .. });
            self.tell("cli-convert-note", number, &Words::english().note(note, ruleset));
        }
    }

    /// Tells what is lost, and writes the text, at once or at the end.
    fn write(&mut self, written: Written, number: Option<usize>) -> Result<(), Error> {
        for loss in &written.losses {
            self.lost = true;
            self.tell("cli-convert-loss", number, &Words::english().loss(loss));
        }
        if self.args.strict || self.args.split.is_some() {
            self.kept.push((number, written.text));
        } else {
            self.out.part(&written.text)?;
        }
        Ok(())
    }

    /// Tells something on standard error, with the number of the game where there are several.
    fn tell(&mut self, id: &str, number: Option<usize>, text: &str) {
        told(self.out, id, number, text);
    }

    fn finish(self) -> Done {
        if self.args.strict && (self.lost || self.wrong > 0) {
            return Err(Error::Failed(Words::english().text("cli-convert-strict")));
        }
        match &self.args.split {
            Some(folder) => split(folder, self.to, &self.kept)?,
            None => self.kept.iter().try_for_each(|(_, text)| self.out.part(text))?,
        }
        Ok(if self.wrong > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }
}

/// Writes each text into a file of its own, or none where one of the files is there already.
fn split(folder: &Path, format: Format, texts: &[(Option<usize>, String)]) -> Result<(), Error> {
    let most = texts.iter().filter_map(|(number, _)| *number).max().unwrap_or(1);
    let digits = most.to_string().len();
    let path = |number: Option<usize>| folder.join(format!("{:0digits$}.{}", number.unwrap_or(1), format.ending()));
    if let Some(there) = texts.iter().map(|(number, _)| path(*number)).find(|path| path.exists()) {
        return Err(Error::input("cli-error-convert-there", &[("path", there.display().to_string().into())]));
    }
    std::fs::create_dir_all(folder).map_err(|error| Error::file(folder, &error))?;
    for (number, text) in texts {
        let path = path(*number);
        let written = std::fs::OpenOptions::new().write(true).create_new(true).open(&path);
        written.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|error| Error::file(&path, &error))?;
    }
    Ok(())
}

//! The chapters and sheets that the program carries.

use std::sync::{LazyLock, OnceLock};

use hnefi_rules::rulesets;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::Chapter;

/// The chapters of the rule sets, in the order of the rules page: the leaflets, then the community's.
pub fn chapters() -> impl Iterator<Item = &'static Chapter> {
    CHAPTERS.all()
}

/// The chapter of a rule set, if it has one.
pub fn chapter(ruleset: &str) -> Option<&'static Chapter> {
    CHAPTERS.named(ruleset)
}

/// The comparison of the leaflets, row by row, and what the community's rule sets add to them.
pub fn comparison() -> &'static Chapter {
    COMPARISON.0[0].chapter()
}

/// The sheets to print, in the order of the rules page. Most leaflets have one, and some others.
pub fn sheets() -> impl Iterator<Item = &'static Chapter> {
    SHEETS.all()
}

/// The sheet to print for a rule set, if it has one.
pub fn sheet(ruleset: &str) -> Option<&'static Chapter> {
    SHEETS.named(ruleset)
}

/// How we define what no publisher defines: the fort, the ring and the aggressor, as records of decisions.
///
/// Chapters link to them as `../adr/NAME.md`, which becomes `/rules/definitions/NAME`.
pub fn definitions() -> impl Iterator<Item = &'static Chapter> {
    DEFINITIONS.all()
}

/// The definition of a name, such as `0009-encirclement`.
pub fn definition(name: &str) -> Option<&'static Chapter> {
    DEFINITIONS.named(name)
}

/// Whether a name is that of a definition.
pub(crate) fn is_definition(name: &str) -> bool {
    DEFINITIONS.0.iter().any(|kept| kept.name == name)
}

/// Files of one folder, in order. Each is read when it is first asked for: nobody waits for what is not shown.
struct Folder(Vec<Kept>);

/// A file, and the chapter that it holds once it was read.
struct Kept {
    name: &'static str,
    file: fn(&str) -> Option<EmbeddedFile>,
    chapter: OnceLock<Chapter>,
}

impl Folder {
    /// Those of these files that there are.
    fn of(names: impl Iterator<Item = &'static str>, file: fn(&str) -> Option<EmbeddedFile>) -> Folder {
        let there = names.filter(|name| file(&path(name)).is_some());
        Folder(there.map(|name| Kept { name, file, chapter: OnceLock::new() }).collect())
    }

    fn all(&self) -> impl Iterator<Item = &Chapter> {
        self.0.iter().map(Kept::chapter)
    }

    fn named(&self, name: &str) -> Option<&Chapter> {
        self.0.iter().find(|kept| kept.name == name).map(Kept::chapter)
    }
}

impl Kept {
    /// The tests read every embedded file, so a program that runs has readable ones.
    fn chapter(&self) -> &Chapter {
        self.chapter.get_or_init(|| {
            let file = (self.file)(&path(self.name)).unwrap_or_else(|| panic!("{} is gone", self.name));
            match Chapter::parse(self.name, &String::from_utf8_lossy(&file.data)) {
                Ok(chapter) => chapter,
                Err(error) => panic!("embedded chapter {error}"),
            }
        })
    }
}

fn path(name: &str) -> String {
    format!("{name}.md")
}

/// The ids of the rule sets, in the order of the rules page.
fn ids() -> impl Iterator<Item = &'static str> {
    rulesets().map(|ruleset| ruleset.id())
}

#[derive(RustEmbed)]
#[folder = "../../docs/rules/"]
struct RulesFiles;

#[derive(RustEmbed)]
#[folder = "../../docs/sheets/"]
struct SheetFiles;

#[derive(RustEmbed)]
#[folder = "../../docs/adr/"]
struct Decisions;

static CHAPTERS: LazyLock<Folder> = LazyLock::new(|| Folder::of(ids(), RulesFiles::get));

static SHEETS: LazyLock<Folder> = LazyLock::new(|| Folder::of(ids(), SheetFiles::get));

static COMPARISON: LazyLock<Folder> = LazyLock::new(|| Folder::of(["comparison"].into_iter(), RulesFiles::get));

static DEFINITIONS: LazyLock<Folder> = LazyLock::new(|| {
    Folder::of(["0008-what-can-never-be-broken", "0009-encirclement", "0010-the-aggressor"].into_iter(), Decisions::get)
});

//! The chapters and sheets that the program carries.

use std::sync::OnceLock;

use crate::Chapter;

/// The chapters of all rule sets, in the order of the rules page: the five leaflets, then the community's.
pub fn chapters() -> impl Iterator<Item = &'static Chapter> {
    CHAPTERS.all()
}

/// The chapter of a rule set.
pub fn chapter(ruleset: &str) -> Option<&'static Chapter> {
    CHAPTERS.named(ruleset)
}

/// The comparison of the five leaflets, row by row, and what the community's rule sets add to them.
pub fn comparison() -> &'static Chapter {
    COMPARISON.0[0].chapter()
}

/// The sheets to print, in the order of the rules page. The leaflets have one each, and some others.
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

/// Files of one folder. Each is read when it is first asked for: nobody waits for what is not shown.
struct Folder<const N: usize>([Kept; N]);

/// A file, and the chapter that it holds once it was read.
struct Kept {
    name: &'static str,
    text: &'static str,
    chapter: OnceLock<Chapter>,
}

impl<const N: usize> Folder<N> {
    fn all(&'static self) -> impl Iterator<Item = &'static Chapter> {
        self.0.iter().map(Kept::chapter)
    }

    fn named(&'static self, name: &str) -> Option<&'static Chapter> {
        self.0.iter().find(|kept| kept.name == name).map(Kept::chapter)
    }
}

impl Kept {
    const fn new(name: &'static str, text: &'static str) -> Kept {
        Kept { name, text, chapter: OnceLock::new() }
    }

    /// The tests read every embedded file, so a program that runs has readable ones.
    fn chapter(&self) -> &Chapter {
        self.chapter.get_or_init(|| match Chapter::parse(self.name, self.text) {
            Ok(chapter) => chapter,
            Err(error) => panic!("embedded chapter {error}"),
        })
    }
}

/// Names and texts of files of one folder.
macro_rules! folder {
    ($folder:literal: $($name:literal)*) => {
        Folder([$(Kept::new($name, include_str!(concat!("../../../docs/", $folder, "/", $name, ".md")))),*])
    };
}

static CHAPTERS: Folder<17> = folder!("rules":
    "fetlar-2018" "viking-game" "cyningstan-2014" "nestorgames" "regency-chess"
    "copenhagen" "fetlar-online" "historical-11" "brandubh" "tablut-saami" "tablut-linnaeus"
    "sea-battle" "tawlbwrdd" "ard-ri" "magpie" "parlett-13" "tablut-15");

static SHEETS: Folder<7> = folder!("sheets":
    "fetlar-2018" "viking-game" "cyningstan-2014" "nestorgames" "regency-chess" "copenhagen" "brandubh");

static COMPARISON: Folder<1> = folder!("rules": "comparison");

static DEFINITIONS: Folder<3> =
    folder!("adr": "0008-what-can-never-be-broken" "0009-encirclement" "0010-the-aggressor");

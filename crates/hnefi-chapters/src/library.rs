//! The chapters and sheets that the program carries.

use std::sync::LazyLock;

use crate::Chapter;

/// The chapters of all rule sets, in the order of the rules page: the five leaflets, then the community's.
pub fn chapters() -> &'static [Chapter] {
    &CHAPTERS
}

/// The chapter of a rule set.
pub fn chapter(ruleset: &str) -> Option<&'static Chapter> {
    named(&CHAPTERS, ruleset)
}

/// The comparison of the five leaflets, row by row, and what the community's rule sets add to them.
pub fn comparison() -> &'static Chapter {
    &COMPARISON
}

/// The sheets to print, in the order of the rules page. The leaflets have one each, and some others.
pub fn sheets() -> &'static [Chapter] {
    &SHEETS
}

/// The sheet to print for a rule set, if it has one.
pub fn sheet(ruleset: &str) -> Option<&'static Chapter> {
    named(&SHEETS, ruleset)
}

/// How we define what no publisher defines: the fort, the ring and the aggressor, as records of decisions.
///
/// Chapters link to them as `../adr/NAME.md`, which becomes `/rules/definitions/NAME`.
pub fn definitions() -> &'static [Chapter] {
    &DEFINITIONS
}

/// The definition of a name, such as `0009-encirclement`.
pub fn definition(name: &str) -> Option<&'static Chapter> {
    named(&DEFINITIONS, name)
}

/// Whether a name is that of a definition.
pub(crate) fn is_definition(name: &str) -> bool {
    DEFINITION_FILES.iter().any(|&(known, _)| known == name)
}

fn named<'a>(chapters: &'a [Chapter], name: &str) -> Option<&'a Chapter> {
    chapters.iter().find(|chapter| chapter.name == name)
}

/// Names and texts of files of one folder.
macro_rules! folder {
    ($folder:literal: $($name:literal)*) => {
        [$(($name, include_str!(concat!("../../../docs/", $folder, "/", $name, ".md")))),*]
    };
}

static CHAPTERS: LazyLock<Vec<Chapter>> = LazyLock::new(|| {
    let files = folder!("rules":
        "fetlar-2018" "viking-game" "cyningstan-2014" "nestorgames" "regency-chess"
        "copenhagen" "fetlar-online" "historical-11" "brandubh" "tablut-saami" "tablut-linnaeus"
        "sea-battle" "tawlbwrdd" "ard-ri" "magpie" "parlett-13" "tablut-15");
    files.map(embedded).into()
});

static SHEETS: LazyLock<Vec<Chapter>> = LazyLock::new(|| {
    let files = folder!("sheets":
        "fetlar-2018" "viking-game" "cyningstan-2014" "nestorgames" "regency-chess" "copenhagen" "brandubh");
    files.map(embedded).into()
});

static COMPARISON: LazyLock<Chapter> =
    LazyLock::new(|| embedded(("comparison", include_str!("../../../docs/rules/comparison.md"))));

const DEFINITION_FILES: [(&str, &str); 3] =
    folder!("adr": "0008-what-can-never-be-broken" "0009-encirclement" "0010-the-aggressor");

static DEFINITIONS: LazyLock<Vec<Chapter>> = LazyLock::new(|| DEFINITION_FILES.map(embedded).into());

/// The tests read every embedded file, so a program that runs has readable ones.
fn embedded((name, text): (&str, &str)) -> Chapter {
    match Chapter::parse(name, text) {
        Ok(chapter) => chapter,
        Err(error) => panic!("embedded chapter {error}"),
    }
}

//! The chapters and sheets that the program carries.

use std::sync::LazyLock;

use crate::Chapter;

/// The chapters of the five leaflets, in the order of the rules page.
pub fn chapters() -> &'static [Chapter] {
    &CHAPTERS
}

/// The chapter of a leaflet.
pub fn chapter(ruleset: &str) -> Option<&'static Chapter> {
    CHAPTERS.iter().find(|chapter| chapter.name == ruleset)
}

/// The comparison of the five leaflets, row by row.
pub fn comparison() -> &'static Chapter {
    &COMPARISON
}

/// The sheets to print, in the order of the rules page.
pub fn sheets() -> &'static [Chapter] {
    &SHEETS
}

/// The sheet to print for a leaflet.
pub fn sheet(ruleset: &str) -> Option<&'static Chapter> {
    SHEETS.iter().find(|chapter| chapter.name == ruleset)
}

/// Names and texts of the five files of one folder, in the order of the rules page.
macro_rules! folder {
    ($folder:literal) => {
        [
            ("fetlar-2018", include_str!(concat!("../../../docs/", $folder, "/fetlar-2018.md"))),
            ("viking-game", include_str!(concat!("../../../docs/", $folder, "/viking-game.md"))),
            ("cyningstan-2014", include_str!(concat!("../../../docs/", $folder, "/cyningstan-2014.md"))),
            ("nestorgames", include_str!(concat!("../../../docs/", $folder, "/nestorgames.md"))),
            ("regency-chess", include_str!(concat!("../../../docs/", $folder, "/regency-chess.md"))),
        ]
    };
}

static CHAPTERS: LazyLock<Vec<Chapter>> = LazyLock::new(|| folder!("rules").map(embedded).into());

static SHEETS: LazyLock<Vec<Chapter>> = LazyLock::new(|| folder!("sheets").map(embedded).into());

static COMPARISON: LazyLock<Chapter> =
    LazyLock::new(|| embedded(("comparison", include_str!("../../../docs/rules/comparison.md"))));

/// The tests read every embedded file, so a program that runs has readable ones.
fn embedded((name, text): (&str, &str)) -> Chapter {
    match Chapter::parse(name, text) {
        Ok(chapter) => chapter,
        Err(error) => panic!("embedded chapter {error}"),
    }
}

//! The analysis board. What it shows, its script has from the fragment of the address, or from what the browser keeps.

use askama::Template;
use hnefi_rules::{Ruleset, community, leaflets};
use hnefi_words::Words;

use crate::filters;
use crate::read::export::FORMATS;

/// The analysis board.
///
/// ```
/// use hnefi_views::{Build, analyse::AnalysePage};
/// let build = Build { assets: "/assets".to_owned(), version: "1".to_owned() };
/// assert!(hnefi_views::render(&AnalysePage::new(), &build).unwrap().contains("js/analyse.js"));
/// ```
#[derive(Clone, Debug, Template)]
#[template(path = "analyse.html")]
pub struct AnalysePage {
    groups: [(&'static str, Vec<Choice>); 2],
}

/// A rule set to choose.
#[derive(Clone, Debug)]
struct Choice {
    id: String,
    name: String,
    size: u8,
}

impl AnalysePage {
    /// The page, which is the same for everybody.
    #[allow(clippy::new_without_default, reason = "a page is made, not defaulted")]
    pub fn new() -> AnalysePage {
        let choice = |rules: &std::sync::Arc<Ruleset>| Choice {
            id: rules.id().to_owned(),
            name: rules.name().to_owned(),
            size: rules.size(),
        };
        AnalysePage {
            groups: [
                ("house-new-leaflets", leaflets().iter().map(choice).collect()),
                ("house-new-community", community().iter().map(choice).collect()),
            ],
        }
    }

    /// The formats in which it can be taken along, those that hold most first.
    fn formats(&self) -> Vec<(&'static str, String)> {
        FORMATS
            .iter()
            .map(|format| (format.id(), Words::english().text(&format!("import-file-{}", format.id()))))
            .collect()
    }
}

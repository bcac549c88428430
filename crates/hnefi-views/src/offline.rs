//! What works without a server: the pages that are the same for everybody, and the page that leads to them.
mod asked;

use askama::Template;
use hnefi_chapters::{definitions, sheets};
use hnefi_rules::rulesets;

use crate::analyse::AnalysePage;
use crate::disputes::BookPage;
use crate::game::HerePage;
use crate::home::HomePage;
use crate::read::ReadPage;
use crate::table::TablePage;
use crate::{Base, Build, Choices, disputes, filters, house, read, render, rules, table};

pub use asked::{Answer, Asked, answer};

/// The page that says what works without a server.
#[derive(Clone, Debug, Template)]
#[template(path = "offline.html")]
pub struct OfflinePage {
    /// Whether there is no server at all.
    pub alone: bool,
    /// Whether the referee is in the page.
    pub referee: bool,
}

impl OfflinePage {
    fn title(&self) -> String {
        hnefi_words::Words::english().text(if self.alone { "offline-alone-title" } else { "offline-title" })
    }
}

/// The paths of all pages that are the same for everybody.
///
/// ```
/// let paths = hnefi_views::offline::paths();
/// assert!(paths.iter().any(|path| path == "/rules/fetlar-2018/sheet"));
/// ```
pub fn paths() -> Vec<String> {
    let fixed = [
        "/",
        "/rules",
        "/rules/compare",
        "/rules/nearest",
        "/disputes",
        "/disputes/sheet",
        "/table",
        "/analyse",
        "/read",
        "/house",
        "/here",
    ];
    let mut paths: Vec<String> = fixed.map(str::to_owned).into();
    paths.extend(rulesets().map(|ruleset| format!("/rules/{}", ruleset.id())));
    paths.extend(sheets().map(|sheet| format!("/rules/{}/sheet", sheet.name)));
    paths.extend(definitions().map(|definition| format!("/rules/definitions/{}", definition.name)));
    paths
}

/// One of these pages, as it is where there is no server; `None` for any other path.
///
/// ```
/// use hnefi_views::{Base, Build, offline};
/// let base = Base { url: String::new(), local_only: false };
/// let build = Build { assets: "/assets".to_owned(), version: "1".to_owned() };
/// for path in offline::paths().iter().filter(|path| !path.contains("copenhagen")) {
///     assert!(offline::page(path, &base, &build).unwrap().is_ok(), "{path}");
/// }
/// assert!(offline::page("/game/x", &base, &build).is_none());
/// ```
pub fn page(path: &str, base: &Base, build: &Build) -> Option<askama::Result<String>> {
    let choices = Choices::first().called(None);
    Some(match path {
        "/" => render(&HomePage::alone(base), build),
        "/rules" => render(&rules::index(), build),
        "/rules/compare" => render(&rules::compare(), build),
        "/rules/nearest" => render(&rules::NearestPage::new(&rules::Asked::default()).ok()?, build),
        "/disputes" => render(&BookPage::new("", None), build),
        "/disputes/sheet" => render(&disputes::SheetPage::new(None), build),
        "/table" => render(&TablePage::new(&table::Address::default(), base, choices), build),
        "/analyse" => render(&AnalysePage::new(), build),
        "/read" => render(&ReadPage::new(&read::Asked::default(), None).ok()?, build),
        "/house" => render(&house::begin(), build),
        "/here" => render(&HerePage, build),
        path => {
            let rest = path.strip_prefix("/rules/")?;
            match (rest.strip_prefix("definitions/"), rest.strip_suffix("/sheet")) {
                (Some(name), _) => render(&rules::DefinitionPage::new(name)?, build),
                (None, Some(id)) => render(&rules::SheetPage::new(id)?, build),
                (None, None) => render(&rules::ChapterPage::new(rest)?, build),
            }
        }
    })
}

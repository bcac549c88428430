//! The rules: chapters, cards, clauses, the comparison, the sheets to print, and which leaflet somebody's box holds.

mod balance;
pub(crate) mod card;
mod chapter;
pub(crate) mod clauses;
mod example;
mod nearest;
use askama::Template;
use hnefi_chapters::{Chapter, chapter, comparison, definition, sheet};
use hnefi_rules::{Grade, Ruleset, community, leaflets, ruleset};
use hnefi_wire::AskError;
use hnefi_words::Words;

use self::balance::Balance;
use self::card::{Card, CommunityCard};
use self::chapter::{Part, contents, in_short, parts};
use self::clauses::{ClauseRow, CompareRow, compared, rows};
use self::nearest::{Fit, nearest};
use crate::diagram::Diagram;
use crate::{ErrorPage, filters, home};

pub use self::nearest::Asked;

/// All rule sets at a glance.
#[derive(Clone, Debug, Template)]
#[template(path = "rules.html")]
pub struct IndexPage {
    cards: Vec<Card>,
    community: Vec<CommunityCard>,
}

/// The page of all rule sets.
///
/// ```
/// let build = hnefi_views::Build { assets: "/assets".to_owned(), version: "1".to_owned() };
/// let page = hnefi_views::render(&hnefi_views::rules::index(), &build).unwrap();
/// assert!(page.contains(r#"<a href="/rules/fetlar-2018">"#));
/// ```
pub fn index() -> IndexPage {
    IndexPage {
        cards: leaflets().iter().map(|ruleset| Card::new(ruleset)).collect(),
        community: community().iter().map(|ruleset| CommunityCard::new(ruleset)).collect(),
    }
}

/// Which leaflet somebody's box holds.
#[derive(Clone, Debug, Template)]
#[template(path = "nearest.html")]
pub struct NearestPage {
    fits: Vec<Fit>,
}

impl NearestPage {
    /// The leaflets that fit what somebody says of his, the best fit first.
    ///
    /// # Errors
    /// When an answer is none that the form offers.
    pub fn new(asked: &Asked) -> Result<NearestPage, AskError> {
        Ok(NearestPage { fits: nearest(&asked.said()?) })
    }
}

/// The rules of one rule set.
#[derive(Clone, Debug, Template)]
#[template(path = "chapter.html")]
pub struct ChapterPage {
    id: String,
    title: String,
    publisher: String,
    opening_words: String,
    contents: Vec<(String, String)>,
    /// The sheet's text under its headings, where there is a sheet; else the weightiest answers.
    in_short: Vec<(String, String)>,
    short_rows: Vec<ClauseRow>,
    parts: Vec<Part>,
    /// Who wins, as far as it was measured.
    balance: Option<Balance>,
    clauses: Vec<ClauseRow>,
    grades: Vec<(&'static str, String, String)>,
    has_sheet: bool,
    is_leaflet: bool,
    /// The board, where no chapter shows it.
    start: String,
}

impl ChapterPage {
    /// The rules of a rule set of this program; `None` where there is none of this id.
    ///
    /// ```
    /// use hnefi_views::rules::ChapterPage;
    /// assert!(ChapterPage::new("brandubh").is_some() && ChapterPage::new("chess").is_none());
    /// ```
    pub fn new(id: &str) -> Option<ChapterPage> {
        let ruleset = ruleset(id)?;
        let parts = chapter(id).map(parts).unwrap_or_default();
        let balance = Balance::of(id);
        let who_wins = balance.as_ref().map(|_| ("who-wins".to_owned(), Words::english().text("balance-title")));
        Some(ChapterPage {
            has_sheet: sheet(id).is_some(),
            in_short: sheet(id).map(in_short).unwrap_or_default(),
            short_rows: if sheet(id).is_none() { home::in_short(ruleset) } else { Vec::new() },
            is_leaflet: leaflets().iter().any(|leaflet| leaflet.id() == id),
            start: if parts.is_empty() { Diagram::start(ruleset).svg() } else { String::new() },
            id: id.to_owned(),
            title: ruleset.name().to_owned(),
            publisher: ruleset.publisher().to_owned(),
            opening_words: ruleset.opening_words().to_owned(),
            contents: contents(&parts).into_iter().chain(who_wins).collect(),
            parts,
            balance,
            clauses: rows(ruleset),
            grades: grades(ruleset),
        })
    }
}

/// The leaflets side by side.
#[derive(Clone, Debug, Template)]
#[template(path = "compare.html")]
pub struct ComparePage {
    title: String,
    names: Vec<(String, String)>,
    differing: Vec<CompareRow>,
    common: Vec<CompareRow>,
    contents: Vec<(String, String)>,
    parts: Vec<Part>,
    grades: Vec<(&'static str, String, String)>,
}

/// The page of the leaflets side by side.
pub fn compare() -> ComparePage {
    let chapter = comparison();
    let parts = parts(chapter);
    let words = Words::english();
    let tables = [("differing", "compare-differing"), ("common", "compare-common")];
    let tables = tables.map(|(anchor, title)| (anchor.to_owned(), words.text(title)));
    let (differing, common) = compared().into_iter().partition(|row: &CompareRow| row.differs);
    ComparePage {
        title: chapter.title.clone(),
        names: leaflets().iter().map(|ruleset| (ruleset.id().to_owned(), ruleset.name().to_owned())).collect(),
        differing,
        common,
        contents: tables.into_iter().chain(contents(&parts)).collect(),
        parts,
        grades: grades(&leaflets()[0]),
    }
}

/// The rules of one rule set on a sheet to print.
#[derive(Clone, Debug, Template)]
#[template(path = "sheet.html")]
pub struct SheetPage {
    id: String,
    title: String,
    publisher: String,
    parts: Vec<Part>,
}

impl SheetPage {
    /// The sheet of a rule set; `None` where there is none.
    pub fn new(id: &str) -> Option<SheetPage> {
        let (ruleset, sheet) = (ruleset(id)?, sheet(id)?);
        Some(SheetPage {
            id: id.to_owned(),
            title: ruleset.name().to_owned(),
            publisher: ruleset.publisher().to_owned(),
            parts: parts(sheet),
        })
    }
}

/// What a word of the rules means exactly.
#[derive(Clone, Debug, Template)]
#[template(path = "definition.html")]
pub struct DefinitionPage {
    title: String,
    parts: Vec<Part>,
}

impl DefinitionPage {
    /// A definition by its name; `None` where there is none.
    pub fn new(name: &str) -> Option<DefinitionPage> {
        let definition: &Chapter = definition(name)?;
        // The records are numbered; a reader of the rules does not need their number.
        let title = definition.title.split_once(". ").map_or(definition.title.as_str(), |(_, title)| title);
        Some(DefinitionPage { title: title.to_owned(), parts: parts(definition) })
    }
}

/// The three grades of what a publisher says: id, word, and what it means.
fn grades(ruleset: &Ruleset) -> Vec<(&'static str, String, String)> {
    let words = Words::english();
    [Grade::Text, Grade::Reading, Grade::Default]
        .map(|grade| (grade.id(), words.grade_under(grade, ruleset), words.grade_long(grade, ruleset)))
        .into()
}

/// The page that says that there are no such rules.
pub fn unknown(id: &str) -> ErrorPage {
    let words = Words::english();
    ErrorPage {
        status: 404,
        title: words.text("rules-unknown-title"),
        message: words.format("rules-unknown", &[("id", id.chars().take(40).collect::<String>().into())]),
    }
}

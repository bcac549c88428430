//! The book of disputes as pages.
use std::sync::Arc;

use askama::Template;
use hnefi_disputes::{DISPUTES, Dispute, Theme, search, voices};
use hnefi_rules::{Ruleset, community, leaflets};
use hnefi_wire::{AskError, house};
use hnefi_words::Words;
use serde::Deserialize;

use super::view::DisputeView;
use crate::filters;

/// What an address asks for: words, and the rule set whose answer comes first, as an id or the code of house rules.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Asked {
    /// The words.
    pub q: String,
    /// The rule set; empty for none.
    pub rules: String,
}

impl Asked {
    /// The rule set whose answer comes first.
    ///
    /// # Errors
    /// When there is no such rule set.
    pub fn own(&self) -> Result<Option<Arc<Ruleset>>, AskError> {
        match self.rules.as_str() {
            "" => Ok(None),
            name => house::named(name).map(Some).map_err(|error| AskError::unknown(name, error)),
        }
    }
}

/// So many that were found are shown unfolded.
const FEW: usize = 3;

/// The questions that fit what was typed, or all of them.
#[derive(Clone, Debug, Template)]
#[template(path = "disputes.html")]
pub struct BookPage {
    typed: String,
    /// How many there are, or were found, as a sentence.
    count: String,
    parts: Vec<Part>,
    groups: Vec<(&'static str, Vec<Choice>)>,
    /// The rule set whose answer comes first, as addresses name it; empty for none.
    own: String,
    own_name: String,
    own_page: String,
}

/// All of them, to print.
#[derive(Clone, Debug, Template)]
#[template(path = "disputes-sheet.html")]
pub struct SheetPage {
    title: String,
    parts: Vec<Part>,
    own: String,
}

/// Disputes under a heading.
#[derive(Clone, Debug)]
struct Part {
    title: String,
    disputes: Vec<DisputeView>,
}

/// A rule set to choose.
#[derive(Clone, Debug)]
struct Choice {
    id: String,
    name: String,
    chosen: bool,
}

impl BookPage {
    /// The page for what was typed. The answer of the rule set `own` comes first.
    ///
    /// ```
    /// use hnefi_views::disputes::BookPage;
    /// let build = hnefi_views::Build { assets: "/assets".to_owned(), version: "1".to_owned() };
    /// let page = hnefi_views::render(&BookPage::new("shieldwall", None), &build).unwrap();
    /// assert!(page.contains("shieldwall"));
    /// ```
    pub fn new(typed: &str, own: Option<&Arc<Ruleset>>) -> BookPage {
        let words = Words::english();
        let found = search(words, typed);
        let typed = typed.trim();
        let all = typed.is_empty();
        let open = |index: usize| !all && (index == 0 || found.len() <= FEW);
        let voices = voices(own);
        let view = |(index, dispute): (usize, &&'static Dispute)| DisputeView::new(dispute, &voices, own, open(index));
        let parts = match all {
            true => themes(&found, &voices, own),
            false => vec![Part {
                title: words.text("disputes-fitting"),
                disputes: found.iter().enumerate().map(view).collect(),
            }],
        };
        let count = match all {
            true => words.format("disputes-all", &[("count", found.len().into())]),
            false => words.format("disputes-found", &[("count", found.len().into()), ("words", typed.into())]),
        };
        BookPage {
            typed: typed.to_owned(),
            count,
            parts,
            groups: choices(own),
            own: own.map(|own| name(own)).unwrap_or_default(),
            own_name: own.map(|own| own.name().to_owned()).unwrap_or_default(),
            own_page: own.map(|own| house::address(own)).unwrap_or_default(),
        }
    }
}

impl SheetPage {
    /// The sheet. The answer of the rule set `own` comes first.
    pub fn new(own: Option<&Arc<Ruleset>>) -> SheetPage {
        let words = Words::english();
        let all: Vec<&'static Dispute> = DISPUTES.iter().collect();
        SheetPage {
            title: match own {
                Some(own) => words.format("disputes-sheet-own", &[("ruleset", own.name().into())]),
                None => words.text("disputes-title"),
            },
            parts: themes(&all, &voices(own), own),
            own: own.map(|own| name(own)).unwrap_or_default(),
        }
    }
}

/// Disputes under the headings of the book.
fn themes(all: &[&'static Dispute], voices: &[Arc<Ruleset>], own: Option<&Arc<Ruleset>>) -> Vec<Part> {
    let of = |theme: Theme| all.iter().filter(move |dispute| dispute.theme() == theme);
    Theme::ALL
        .into_iter()
        .map(|theme| Part {
            title: theme.title(Words::english()),
            disputes: of(theme).map(|dispute| DisputeView::new(dispute, voices, own, false)).collect(),
        })
        .collect()
}

/// What addresses call a rule set.
pub(super) fn name(rules: &Ruleset) -> String {
    let address = house::address(rules);
    address.rsplit('/').next().unwrap_or_default().to_owned()
}

fn choices(own: Option<&Arc<Ruleset>>) -> Vec<(&'static str, Vec<Choice>)> {
    let choice = |rules: &Arc<Ruleset>| Choice {
        id: name(rules),
        name: rules.name().to_owned(),
        chosen: own.is_some_and(|own| own.is_same(rules)),
    };
    let mut groups = vec![
        ("house-new-leaflets", leaflets().iter().map(choice).collect()),
        ("house-new-community", community().iter().map(choice).collect()),
    ];
    if let Some(own) = own.filter(|own| !own.is_published()) {
        groups.insert(0, ("table-house", vec![choice(own)]));
    }
    groups
}

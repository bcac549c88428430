//! The book of disputes as pages.

use std::sync::Arc;

use askama::Template;
use hnefi_disputes::{Dispute, Theme, voices};
use hnefi_rules::{Ruleset, community, leaflets};
use hnefi_wire::house;
use hnefi_words::Words;

use super::view::DisputeView;
use crate::server::filters;

/// So many that were found are shown unfolded.
const FEW: usize = 3;

/// The questions that fit what was typed, or all of them.
#[derive(Template)]
#[template(path = "disputes.html")]
pub(super) struct BookPage {
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
#[derive(Template)]
#[template(path = "disputes-sheet.html")]
pub(super) struct SheetPage {
    title: String,
    parts: Vec<Part>,
    own: String,
}

/// Disputes under a heading.
struct Part {
    title: String,
    disputes: Vec<DisputeView>,
}

/// A rule set to choose.
struct Choice {
    id: String,
    name: String,
    chosen: bool,
}

impl BookPage {
    pub(super) fn new(typed: &str, own: Option<&Arc<Ruleset>>, found: &[&'static Dispute]) -> BookPage {
        let words = Words::english();
        let all = typed.is_empty();
        let open = |index: usize| !all && (index == 0 || found.len() <= FEW);
        let voices = voices(own);
        let view = |(index, dispute): (usize, &&'static Dispute)| DisputeView::new(dispute, &voices, own, open(index));
        let parts = match all {
            true => themes(found, &voices, own),
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
    pub(super) fn new(own: Option<&Arc<Ruleset>>, all: &'static [Dispute]) -> SheetPage {
        let words = Words::english();
        let all: Vec<&'static Dispute> = all.iter().collect();
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
        chosen: own.is_some_and(|own| own.id() == rules.id()),
    };
    let mut groups = vec![
        ("house-new-leaflets", leaflets().iter().map(choice).collect()),
        ("house-new-community", community().iter().map(choice).collect()),
    ];
    if let Some(own) = own.filter(|own| !house::is_known(own)) {
        groups.insert(0, ("table-house", vec![choice(own)]));
    }
    groups
}

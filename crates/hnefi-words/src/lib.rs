//! Every sentence that a person reads, in one place.
//!
//! The sentences are [Fluent](https://projectfluent.org) messages in `words/en/`, one file for each part of
//! the program, embedded when it is built. [`Words::text`] and [`Words::format`] give any message by its id;
//! the other functions say what the referee has to say.
//!
//! ```
//! use hnefi_rules::{Game, Intent, Referee, leaflet};
//! use hnefi_words::Words;
//! use std::sync::Arc;
//!
//! let words = Words::english();
//! let fetlar = leaflet("fetlar-2018").unwrap();
//! let game = Game::new(Arc::new(Referee::new(fetlar.clone())));
//! let refusal = game.legal(Intent { from: "f2".parse().unwrap(), to: "f5".parse().unwrap() }).unwrap_err();
//! assert_eq!(words.refusal(&refusal, fetlar), "The defender on f4 is in the way.");
//! ```
//!
//! Nothing here decides anything: the rules crate says what is so, and this crate how to say it.

mod capture;
mod cites;
mod documents;
mod errors;
mod formats;
mod names;
mod outcome;
mod proof;
mod refusal;
mod review;
mod ruled;
mod ruleset;
mod score;
mod value;
mod why;

pub use cites::Cites;
pub use documents::capital;
pub use names::isolated;
pub use ruleset::ClauseWords;
pub use value::Value;
pub use why::WhyWords;

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::LanguageIdentifier;

/// The words of one language.
pub struct Words {
    bundle: FluentBundle<FluentResource>,
}

/// What pages say that the module for pages can write as well as the server.
const OF_PAGES: &[(&str, &str)] = &[
    ("analyse-lines.ftl", include_str!("../../../words/en/analyse-lines.ftl")),
    ("analyse-review.ftl", include_str!("../../../words/en/analyse-review.ftl")),
    ("analyse.ftl", include_str!("../../../words/en/analyse.ftl")),
    ("clock.ftl", include_str!("../../../words/en/clock.ftl")),
    ("days.ftl", include_str!("../../../words/en/days.ftl")),
    ("disputes.ftl", include_str!("../../../words/en/disputes.ftl")),
    ("games.ftl", include_str!("../../../words/en/games.ftl")),
    ("lobby.ftl", include_str!("../../../words/en/lobby.ftl")),
    ("people.ftl", include_str!("../../../words/en/people.ftl")),
    ("review.ftl", include_str!("../../../words/en/review.ftl")),
    ("rules.ftl", include_str!("../../../words/en/rules.ftl")),
    ("server.ftl", include_str!("../../../words/en/server.ftl")),
    ("talk.ftl", include_str!("../../../words/en/talk.ftl")),
    ("web.ftl", include_str!("../../../words/en/web.ftl")),
];

/// What only the server and the terminal say: the module for pages is smaller without it.
#[cfg(not(target_family = "wasm"))]
const OF_THE_PROGRAM: &[(&str, &str)] = &[
    ("away.ftl", include_str!("../../../words/en/away.ftl")),
    ("conduct.ftl", include_str!("../../../words/en/conduct.ftl")),
    ("events.ftl", include_str!("../../../words/en/events.ftl")),
    ("mail.ftl", include_str!("../../../words/en/mail.ftl")),
    ("order.ftl", include_str!("../../../words/en/order.ftl")),
    ("programs.ftl", include_str!("../../../words/en/programs.ftl")),
    ("ratings.ftl", include_str!("../../../words/en/ratings.ftl")),
    ("terminal.ftl", include_str!("../../../words/en/terminal.ftl")),
];
#[cfg(target_family = "wasm")]
const OF_THE_PROGRAM: &[(&str, &str)] = &[];

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let language: LanguageIdentifier = "en-GB".parse().expect("a language that exists");
    let mut bundle = FluentBundle::new_concurrent(vec![language]);
    bundle.set_use_isolating(false);
    for &(name, text) in OF_PAGES.iter().chain(OF_THE_PROGRAM) {
        let resource = FluentResource::try_new(text.to_owned())
            .unwrap_or_else(|(_, errors)| panic!("embedded words {name}: {errors:?}"));
        bundle.add_resource_overriding(resource);
    }
    Words { bundle }
});

fn ids_of(files: &'static [(&'static str, &'static str)]) -> impl Iterator<Item = (&'static str, &'static str)> {
    files.iter().flat_map(|&(file, text)| {
        text.lines()
            .filter(|line| line.starts_with(|c: char| c.is_ascii_alphabetic()))
            .filter_map(move |line| Some((file, line.split_once('=')?.0.trim())))
    })
}

impl Words {
    /// British English.
    pub fn english() -> &'static Words {
        &WORDS
    }

    /// A message without variables. An id that does not exist is shown instead of it.
    pub fn text(&self, id: &str) -> String {
        self.format(id, &[])
    }

    /// A message with its variables filled in. An id that does not exist is shown instead of it, a variable
    /// that is missing is shown in braces.
    ///
    /// ```
    /// use hnefi_words::Words;
    /// let words = Words::english();
    /// let blocked = words.format("refusal-blocked-here", &[("piece", "king".into()), ("square", "f6".into())]);
    /// assert_eq!(blocked, "f6 is taken: the king stands there.");
    /// assert_eq!(words.text("no-such-id"), "no-such-id");
    /// ```
    pub fn format(&self, id: &str, values: &[(&str, Value<'_>)]) -> String {
        let Some(pattern) = self.bundle.get_message(id).and_then(|message| message.value()) else {
            return id.to_owned();
        };
        let mut args = FluentArgs::with_capacity(values.len());
        for (name, value) in values {
            args.set(*name, value.fluent());
        }
        let mut errors = Vec::new();
        self.bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned()
    }

    /// Whether a message of this id exists.
    pub fn has(&self, id: &str) -> bool {
        self.bundle.has_message(id)
    }

    /// The ids of every message, file by file.
    pub fn ids() -> impl Iterator<Item = (&'static str, &'static str)> {
        ids_of(OF_PAGES).chain(ids_of(OF_THE_PROGRAM))
    }

    /// The ids of every message that pages say wherever they are written: the same on a server and in the module for pages.
    ///
    /// ```
    /// use hnefi_words::Words;
    /// assert!(Words::ids_of_pages().any(|id| id == "site-name"));
    /// assert!(Words::ids_of_pages().count() < Words::ids().count());
    /// ```
    pub fn ids_of_pages() -> impl Iterator<Item = &'static str> {
        ids_of(OF_PAGES).map(|(_, id)| id)
    }

    /// Several things as one: "a", "a and b", "a, b and c".
    ///
    /// ```
    /// let words = hnefi_words::Words::english();
    /// assert_eq!(words.list(&["d1", "e1", "f1"]), "d1, e1 and f1");
    /// ```
    pub fn list<T: AsRef<str>>(&self, items: &[T]) -> String {
        self.join(items, "list-two")
    }

    /// Several things of which one is meant: "a", "a or b", "a, b or c".
    pub fn list_either<T: AsRef<str>>(&self, items: &[T]) -> String {
        self.join(items, "list-either-two")
    }

    fn join<T: AsRef<str>>(&self, items: &[T], last: &str) -> String {
        let Some((final_item, before)) = items.split_last() else { return String::new() };
        let Some((first, middle)) = before.split_first() else { return final_item.as_ref().to_owned() };
        let begun = middle.iter().fold(first.as_ref().to_owned(), |so_far, item| {
            self.format("list-more", &[("first", so_far.into()), ("second", item.as_ref().into())])
        });
        self.format(last, &[("first", begun.into()), ("second", final_item.as_ref().into())])
    }
}

impl std::fmt::Debug for Words {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Words(en-GB)")
    }
}

//! Rule sets by the names that people and programs give them.

use std::borrow::Cow;
use std::sync::Arc;

use hnefi_rules::{Ruleset, ruleset, rulesets};

/// Names in use elsewhere, letters and digits only, and the rule set that each means on a board of a size.
const ALIASES: [(&str, u8, &str); 20] = [
    ("fetlar", 11, "fetlar-online"),
    ("fetlar11x11", 11, "fetlar-online"),
    ("fetlardefendersfirst", 11, "fetlar-online"),
    ("hnefataflfetlar", 11, "fetlar-online"),
    ("copenhagen11x11", 11, "copenhagen"),
    ("copenhagenhnefatafl", 11, "copenhagen"),
    ("copenhagenhnefatafl11x11", 11, "copenhagen"),
    ("brandub", 7, "brandubh"),
    ("brandub7x7", 7, "brandubh"),
    ("brandubh7x7", 7, "brandubh"),
    ("brandubstrongcenterking", 7, "brandubh"),
    ("seabattle", 9, "sea-battle"),
    ("seabattles", 9, "sea-battle"),
    ("seabattle9x9", 9, "sea-battle"),
    ("saamitablut", 9, "tablut-saami"),
    ("tablut15", 15, "tablut-15"),
    ("tablut15x15", 15, "tablut-15"),
    ("tawlbwrdd11x11", 11, "tawlbwrdd"),
    ("historicalhnefatafl", 11, "historical-11"),
    ("parlett", 13, "parlett-13"),
];

/// The rule set that goes by a name: an id of this program, or a name of the field, however it is spelt.
pub(crate) fn ruleset_named(name: &str, size: Option<u8>) -> Option<&'static Arc<Ruleset>> {
    if let Some(exact) = ruleset(name.trim()) {
        return Some(exact);
    }
    let letters = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).take(60).flat_map(char::to_lowercase).collect()
    };
    let wanted = letters(name);
    let fits = |of: u8| size.is_none_or(|size| size == of);
    let own = || rulesets().find(|r| fits(r.size()) && (letters(r.id()) == wanted || letters(r.name()) == wanted));
    let alias = || ALIASES.iter().find(|(alias, of, _)| *alias == wanted && fits(*of)).and_then(|a| ruleset(a.2));
    own().or_else(alias)
}

/// Whether a tag may be called so.
pub(crate) fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
}

/// At most 60 characters of a text.
pub(crate) fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

/// The rule set of this program that a rule set is or was made from, or else the one from which it differs least, with a
/// start of the same size where there is one.
pub(crate) fn nearest(of: &Ruleset) -> &'static Arc<Ruleset> {
    if let Some(base) = of.made_from() {
        return base;
    }
    let distance = |r: &&Arc<Ruleset>| (r.size() != of.size(), r.start() != of.start(), r.differences(of).len());
    rulesets().min_by_key(distance).expect("there are rule sets")
}

/// The id under which a rule set is written: its own, or another where that belongs to a rule set of this program which
/// it is not. Readers take what is called like a published rule set for that one, and no house rule may be.
pub(crate) fn written_id(of: &Ruleset) -> Cow<'_, str> {
    match ruleset(of.id()).is_some() && !of.is_published() {
        true => Cow::Owned(format!("{}-changed", of.id())),
        false => Cow::Borrowed(of.id()),
    }
}

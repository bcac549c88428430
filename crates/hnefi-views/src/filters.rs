//! What templates may do with a value besides showing it.

#![allow(unreachable_pub, reason = "the filter macro makes public items")]
use hnefi_words::Words;

use crate::Build;

/// The name under which templates are told of the build.
const BUILD: &str = "build";

impl askama::Values for Build {
    fn get_value<'a>(&'a self, key: &str) -> Option<&'a dyn std::any::Any> {
        (key == BUILD).then_some(self)
    }
}

/// The words of a message: `{{ "home-title"|words }}`.
#[askama::filter_fn]
pub(crate) fn words(id: &str, _: &dyn askama::Values) -> askama::Result<String> {
    Ok(Words::english().text(id))
}

/// The words of a message with one variable: `{{ "invite-title"|words_with("ruleset", name) }}`.
#[askama::filter_fn]
pub(crate) fn words_with<V: std::fmt::Display>(
    id: &str,
    _: &dyn askama::Values,
    name: &str,
    value: V,
) -> askama::Result<String> {
    Ok(Words::english().format(id, &[(name, value.to_string().into())]))
}

/// The address of a script or style: `{{ "css/hnefi.css"|asset }}`.
#[askama::filter_fn]
pub(crate) fn asset(file: &str, values: &dyn askama::Values) -> askama::Result<String> {
    askama::get_value::<Build>(values, BUILD).map(|build| build.asset(file))
}

/// What stands for the build: `{{ "version"|build }}`.
#[askama::filter_fn]
pub(crate) fn build(_: &str, values: &dyn askama::Values) -> askama::Result<String> {
    askama::get_value::<Build>(values, BUILD).map(|build| build.version.clone())
}

/// The edition of the referee whom scripts of the page may ask: `{{ "referee"|edition }}`.
#[askama::filter_fn]
pub(crate) fn edition(_: &str, _: &dyn askama::Values) -> askama::Result<&'static str> {
    Ok(hnefi_wire::edition())
}

/// JSON for a script block of the page: no `<` in it can end the block early.
#[askama::filter_fn]
pub(crate) fn json_block(json: &str, _: &dyn askama::Values) -> askama::Result<String> {
    Ok(json.replace('<', "\\u003c"))
}

/// The words that a script of the page needs, as JSON: every message whose id begins with one of these
/// words, such as `"board play"`. Its variables stay, for the script to fill in.
#[askama::filter_fn]
pub(crate) fn script_words(beginnings: &str, _: &dyn askama::Values) -> askama::Result<String> {
    let words = Words::english();
    let chosen: std::collections::BTreeMap<&str, String> = Words::ids()
        .filter(|(file, _)| {
            ["web.ftl", "clock.ftl", "days.ftl", "lobby.ftl", "people.ftl", "talk.ftl", "events.ftl"].contains(file)
                || file.starts_with("analyse")
        })
        .map(|(_, id)| id)
        .filter(|id| {
            beginnings.split(' ').any(|start| id.strip_prefix(start).is_some_and(|rest| rest.starts_with('-')))
        })
        .map(|id| (id, words.text(id)))
        .collect();
    let json = serde_json::to_string(&chosen).map_err(|error| askama::Error::Custom(Box::new(error)))?;
    Ok(json.replace('<', "\\u003c"))
}

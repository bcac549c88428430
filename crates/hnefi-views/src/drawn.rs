//! What the referee says, with how a page writes it.

use askama::Template;
use serde::Serialize;

/// What the referee says, with how a page writes it: for programs the fields, for a page the HTML to put in its place.
///
/// ```
/// let drawn = hnefi_views::Drawn { said: std::collections::BTreeMap::from([("code", "stale")]), html: "<p>Too late.</p>".to_owned() };
/// assert_eq!(serde_json::to_string(&drawn).unwrap(), r#"{"code":"stale","html":"<p>Too late.</p>"}"#);
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Drawn<T> {
    /// What the referee says.
    #[serde(flatten)]
    pub said: T,
    /// How a page writes it: elements with the ids of those whose content they are, or what stands in one place. Empty, and left out,
    /// where nothing of it is written.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub html: String,
}

/// What a template writes.
pub(crate) fn html(template: &impl Template) -> String {
    // Nothing but the words of the templates is asked for, and those are there: a text takes whatever is written to it.
    template.render().unwrap_or_default()
}

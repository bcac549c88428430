//! The pages: the templates, and the views that fill them from rule sets, games and what an address says.
//!
//! Nothing here waits, stores or sends, so that a server and a browser without one write the same pages. A view is made of
//! what is to be shown; [`render`] makes a page of it, with scripts and styles from the place that is named.
//!
//! ```
//! let build = hnefi_views::Build { assets: "/assets/0123".to_owned(), version: "1".to_owned() };
//! let page = hnefi_views::render(&hnefi_views::rules::index(), &build).unwrap();
//! assert!(page.contains(r#"<link rel="stylesheet" href="/assets/0123/css/hnefi.css">"#));
//! ```

pub mod analyse;
mod base;
mod choices;
mod clause;
pub mod diagram;
pub mod disputes;
mod drawn;
mod error;
#[cfg(not(target_family = "wasm"))]
pub mod events;
mod filters;
pub mod game;
pub mod games;
pub mod home;
pub mod house;
pub mod lobby;
pub mod mail;
pub mod offline;
pub mod order;
pub mod people;
pub mod rating_graph;
pub mod ratings;
pub mod read;
pub mod record;
pub mod review;
pub mod rules;
pub mod study;
pub mod table;
mod unfold;

pub use base::Base;
pub use choices::Choices;
pub use drawn::Drawn;
pub use error::ErrorPage;
pub use unfold::{Subject, Unfold};

/// What stands in every page of one build of the program.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
pub struct Build {
    /// The address under which the scripts and styles are, without a slash at its end.
    pub assets: String,
    /// What stands for the build: another one has another version.
    pub version: String,
}

impl Build {
    /// The address of a script or style, such as `js/game.js`.
    ///
    /// ```
    /// let build = hnefi_views::Build { assets: "/assets/0123".to_owned(), version: "1".to_owned() };
    /// assert_eq!(build.asset("icon.svg"), "/assets/0123/icon.svg");
    /// ```
    pub fn asset(&self, file: &str) -> String {
        format!("{}/{file}", self.assets)
    }
}

/// A page as HTML.
///
/// # Errors
/// When a template cannot be rendered, which is a fault of the program.
///
/// ```
/// use hnefi_views::{Build, ErrorPage};
/// let build = Build { assets: "/assets".to_owned(), version: "1".to_owned() };
/// let lost = ErrorPage { status: 404, title: "Lost".to_owned(), message: "Nothing is here.".to_owned() };
/// assert!(hnefi_views::render(&lost, &build).unwrap().contains("Nothing is here."));
/// ```
pub fn render(page: &impl askama::Template, build: &Build) -> askama::Result<String> {
    page.render_with_values(build)
}

/// An address of this server with what it asks for.
///
/// ```
/// assert_eq!(hnefi_views::address("/games", &[("player", "Åsa b"), ("rules", "")]), "/games?player=%C3%85sa+b");
/// assert_eq!(hnefi_views::address("/games", &[]), "/games");
/// ```
pub fn address(path: &str, asked: &[(&str, &str)]) -> String {
    let asked: Vec<_> = asked.iter().filter(|(_, value)| !value.is_empty()).collect();
    match serde_urlencoded::to_string(&asked) {
        Ok(query) if !query.is_empty() => format!("{path}?{query}"),
        _ => path.to_owned(),
    }
}

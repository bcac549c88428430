//! The pages: the templates, and the views that fill them from rule sets, games and what an address says.
//!
//! Nothing here waits, stores or sends, so that a server and a browser without one write the same pages. A view is made of
//! what is to be shown; [`render`] makes a page of it, with scripts and styles from the place that is named.
//!
//! ```
//! let page = hnefi_views::render(&hnefi_views::rules::index(), "/assets/0123").unwrap();
//! assert!(page.contains(r#"<link rel="stylesheet" href="/assets/0123/css/hnefi.css">"#));
//! ```

mod base;
mod choices;
pub mod diagram;
pub mod disputes;
mod error;
mod filters;
pub mod game;
pub mod home;
pub mod house;
pub mod read;
pub mod rules;
pub mod table;
mod unfold;

pub use base::Base;
pub use choices::Choices;
pub use error::ErrorPage;
pub use unfold::{Subject, Unfold};

/// A page as HTML. `assets` is the address under which the scripts and styles are, without a slash at its end.
///
/// # Errors
/// When a template cannot be rendered, which is a fault of the program.
///
/// ```
/// use hnefi_views::ErrorPage;
/// let lost = ErrorPage { status: 404, title: "Lost".to_owned(), message: "Nothing is here.".to_owned() };
/// assert!(hnefi_views::render(&lost, "/assets").unwrap().contains("Nothing is here."));
/// ```
pub fn render(page: &impl askama::Template, assets: &str) -> askama::Result<String> {
    page.render_with_values(&filters::Assets(assets.to_owned()))
}

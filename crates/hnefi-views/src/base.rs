//! The beginning of the links that a page shows.
use hnefi_live::LinkKind;

/// The beginning of every link that a page shows.
///
/// ```
/// use hnefi_live::LinkKind;
/// let base = hnefi_views::Base { url: "https://tafl.example".to_owned(), local_only: false };
/// assert_eq!(base.link(LinkKind::Watch, "abc"), "https://tafl.example/watch/abc");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// Such as `http://192.168.1.7:7117`, without a slash at its end.
    pub url: String,
    /// Whether such links open on this machine alone.
    pub local_only: bool,
}

impl Base {
    /// The address of a link.
    pub fn link(&self, kind: LinkKind, secret: &str) -> String {
        format!("{}/{}/{secret}", self.url, kind.id())
    }
}

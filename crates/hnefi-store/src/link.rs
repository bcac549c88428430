//! Links as they are made and looked up.

use hnefi_live::LinkKind;
use hnefi_rules::Side;

/// A link to be made: who has its secret gets what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// SHA-256 of its secret, in hexadecimal.
    pub secret: String,
    /// Where it leads.
    pub to: LinkTarget,
}

/// What the secret of a link opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkTarget {
    /// The game.
    pub game: String,
    /// What the link gives.
    pub kind: LinkKind,
    /// The seat; `None` for watchers.
    pub side: Option<Side>,
}

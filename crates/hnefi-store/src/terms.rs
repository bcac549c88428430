//! On what terms a game is played.

use hnefi_ratings::List;

/// On what terms a game is played: whether it counts for ratings, and who may find it.
///
/// ```
/// use hnefi_store::Terms;
/// assert_eq!(Terms::default(), Terms { rated: None, listed: false }, "friendly, for who has a link");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// The list in which it is rated; `None` for a friendly game.
    pub rated: Option<List>,
    /// Whether everybody may find and watch it. A rated game is listed whatever this says.
    pub listed: bool,
}

//! On what terms a game is played.

use hnefi_live::NewGame;
use hnefi_ratings::List;

use crate::rows::GameRow;

/// On what terms a game is played: whether it counts for ratings, and who may find it.
///
/// ```
/// use hnefi_store::Terms;
/// assert_eq!(Terms::default(), Terms { rated: None, listed: false, no_away: false, no_take_back: false }, "friendly, for who has a link");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// The list in which it is rated; `None` for a friendly game.
    pub rated: Option<List>,
    /// Whether everybody may find and watch it. A rated game is listed whatever this says.
    pub listed: bool,
    /// Whether its clocks go on whoever is away, as in an event that does not wait.
    pub no_away: bool,
    /// Whether nothing is taken back. In a rated game nothing is, whatever this says.
    pub no_take_back: bool,
}

impl Terms {
    /// A new game on these terms.
    pub(crate) fn row(self, game: &NewGame) -> GameRow {
        let rated = self.rated.map(|list| list.to_string());
        let Terms { no_away, no_take_back, .. } = self;
        GameRow { listed: self.listed || rated.is_some(), rated, no_away, no_take_back, ..GameRow::of(game) }
    }
}

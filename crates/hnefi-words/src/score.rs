//! How a match stands, in words.

use hnefi_live::{MatchLength, MatchResult, Score};
use hnefi_rules::{BySide, Side};

use crate::Words;

impl Words {
    /// How a match stands: which game it is, the points, and who won it. For `you`, who plays a side, it says “you”.
    ///
    /// ```
    /// use hnefi_live::{MatchLength, Score};
    /// use hnefi_rules::{Ending, Outcome, Side};
    /// use hnefi_words::Words;
    ///
    /// let words = Words::english();
    /// let first = Score::new(Some(MatchLength::Two));
    /// assert_eq!(words.score(&first, None), "Game 1 of 2");
    /// let first = first.after(Some(Outcome::win(Side::Attackers, Ending::KingCaptured)));
    /// assert_eq!(words.score(&first, Some(Side::Attackers)), "Game 1 of 2. You 1, your opponent 0.");
    /// let second = first.next().after(Some(Outcome::draw(Ending::Agreement)));
    /// assert_eq!(words.score(&second, Some(Side::Defenders)), "The match is over. You won it, 1½ to ½.");
    /// ```
    pub fn score(&self, score: &Score, you: Option<Side>) -> String {
        let games = score.length.map_or(0, MatchLength::games);
        if score.game == 1 && score.points == BySide::default() && score.result().is_none() {
            return self.format("match-game", &[("game", score.game.into()), ("games", games.into())]);
        }
        let (id, first) = match (score.result(), you) {
            (None, Some(side)) => ("match-score-you", side),
            (None, None) => ("match-score", Side::Attackers),
            (Some(MatchResult::Won(side)), Some(you)) if side == you => ("match-won", side),
            (Some(MatchResult::Won(side)), Some(_)) => ("match-lost", !side),
            (Some(MatchResult::Won(side)), None) => ("match-side-won", side),
            (Some(MatchResult::Drawn), _) => ("match-drawn", Side::Attackers),
        };
        let points = |side: Side| match (score.points[side] / 2, score.points[side] % 2) {
            (0, 1) => "½".to_owned(),
            (whole, 1) => format!("{whole}½"),
            (whole, _) => whole.to_string(),
        };
        let values = [
            ("game", score.game.into()),
            ("games", games.into()),
            ("side", first.into()),
            ("first", points(first).into()),
            ("second", points(!first).into()),
        ];
        self.format(id, &values)
    }
}

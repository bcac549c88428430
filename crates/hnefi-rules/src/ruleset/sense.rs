//! Combinations of answers and start positions that make no game.

use std::sync::Arc;

use super::Ruleset;
use crate::{Answers, ExitFort, Game, Intent, KingPlace, NoMove, Piece, Referee, Repetition, SetupErrors, Side};

/// Why a rule set makes no game that both sides could play and win.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Senseless {
    /// The start position cannot be played.
    #[error("{0}")]
    Start(SetupErrors),
    /// The side that moves first cannot move.
    #[error("the {0} move first and cannot move")]
    FirstCannotMove(Side),
    /// The attackers have too few men to win in any way.
    #[error("the attackers can never win: they have {attackers}, and capturing the king takes {needed} at least")]
    TooFewAttackers {
        /// How many there are at the start.
        attackers: u32,
        /// How many the easiest capture of the king takes.
        needed: u32,
    },
    /// The start position holds a fort or ring already, which nobody can break any more.
    #[error("the {} have won in the start position: it holds {} already", .0, fort_or_ring(*.0))]
    Decided(Side),
    /// The first move of the game can win it.
    #[error("the {side} move first and win at once with {}-{}", .with.from, .with.to)]
    FirstWinsAtOnce {
        /// The side that moves first.
        side: Side,
        /// A move that wins.
        with: Intent,
    },
    /// After every first move of this side, the other one can win at once.
    #[error("the {0} move first, and whatever they play, the other side can win with its first move")]
    FirstLosesAtOnce(Side),
    /// Every first move ends the game.
    #[error("the game is over after one move, whatever the {0} play")]
    OverAfterOneMove(Side),
}

fn fort_or_ring(winner: Side) -> &'static str {
    match winner {
        Side::Attackers => "a ring that cannot be broken",
        Side::Defenders => "a fort that cannot be broken",
    }
}

impl Senseless {
    /// The code of this reason in machine-readable output.
    pub const fn code(&self) -> &'static str {
        match self {
            Senseless::Start(_) => "start-position",
            Senseless::FirstCannotMove(_) => "first-cannot-move",
            Senseless::TooFewAttackers { .. } => "too-few-attackers",
            Senseless::Decided(_) => "decided-already",
            Senseless::FirstWinsAtOnce { .. } => "first-wins-at-once",
            Senseless::FirstLosesAtOnce(_) => "first-loses-at-once",
            Senseless::OverAfterOneMove(_) => "over-after-one-move",
        }
    }
}

impl Ruleset {
    /// Whether this rule set makes a game: it can be begun, and either side could win.
    ///
    /// # Errors
    /// The first reason against it.
    pub(crate) fn sense(&self) -> Result<(), Senseless> {
        self.can_be_set_up()?;
        let attackers = self.start.pieces().filter(|&(_, piece)| piece == Piece::Attacker).count() as u32;
        let needed = KingPlace::fewest_captors(&self.answers);
        if attackers < needed && !(attackers > 0 && may_win_without_capture(&self.answers)) {
            return Err(Senseless::TooFewAttackers { attackers, needed });
        }
        let referee = Arc::new(Referee::new(Arc::new(self.clone())));
        let start = referee.start();
        if !referee.has_move(&start) {
            return Err(Senseless::FirstCannotMove(self.first()));
        }
        if referee.is_encircled(&start) {
            return Err(Senseless::Decided(Side::Attackers));
        }
        if self.answers.exit_fort == ExitFort::DefendersWin && referee.has_exit_fort(&start) {
            return Err(Senseless::Decided(Side::Defenders));
        }
        self.first_move_leaves_a_game(referee)
    }

    /// Whether the start position can be played, be it ever so senseless.
    ///
    /// # Errors
    /// [`Senseless::Start`].
    pub(crate) fn can_be_set_up(&self) -> Result<(), Senseless> {
        let problems = self.start.problems(&self.answers);
        if problems.is_empty() { Ok(()) } else { Err(Senseless::Start(SetupErrors(problems))) }
    }

    fn first_move_leaves_a_game(&self, referee: Arc<Referee>) -> Result<(), Senseless> {
        let side = self.first();
        let mut game = Game::new(referee.clone());
        let (mut goes_on, mut lost) = (false, true);
        for mv in game.moves() {
            match game.play(mv).ok().and_then(|ply| ply.outcome) {
                Some(outcome) if outcome.winner == Some(side) => {
                    return Err(Senseless::FirstWinsAtOnce { side, with: mv.intent() });
                }
                Some(outcome) => lost &= outcome.winner.is_some(),
                None => {
                    goes_on = true;
                    lost = lost && referee.threatens(game.position(), !side);
                }
            }
            game.undo();
        }
        match (goes_on, lost) {
            (false, _) => Err(Senseless::OverAfterOneMove(side)),
            (true, true) => Err(Senseless::FirstLosesAtOnce(side)),
            (true, false) => Ok(()),
        }
    }
}

/// Whether attackers who cannot capture the king might still win: by leaving the defenders no move, or by repetition. A
/// ring takes more attackers than any capture.
fn may_win_without_capture(answers: &Answers) -> bool {
    let by_repetition = match answers.repetition {
        Repetition::AttackersWin | Repetition::MoverLoses | Repetition::AggressorLoses => true,
        Repetition::None | Repetition::ThirdPosition | Repetition::Sequence => false,
        Repetition::Forbidden | Repetition::DefendersForbidden | Repetition::AggressorDeviates => false,
    };
    by_repetition || answers.no_move == NoMove::Loss
}

#[cfg(test)]
mod tests {
    use crate::{Ruleset, RulesetError};

    /// What is said against a start of 7x7 under Copenhagen with some answers changed.
    fn against(start: &str, answers: &str) -> Option<&'static str> {
        let text = format!(
            "format = 2\nid = \"small\"\nname = \"Small\"\nbase = \"copenhagen\"\nboard = 7\nstart.is = \"{start}\"\n{answers}"
        );
        match Ruleset::from_toml(&text) {
            Ok(_) => None,
            Err(RulesetError::Senseless(reason)) => {
                assert!(!reason.to_string().is_empty());
                Some(reason.code())
            }
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn starts_that_make_no_game() {
        let defenders = "answers.first-move.is = \"defenders\"\n";
        let draw = "answers.no-move.is = \"draw\"\nanswers.repetition.is = \"third-position-draw\"\n";
        let usual = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
        let ring = "/7/2ttt2/1t2Tt1/1t1K1t1/1t3t1/2ttt2/1t5/";
        let fort = "/2TK1T1/3TT2/7/7/t5t/7/2t1t2/";
        let open = "/7/7/7/t2K3/7/t5t/2t4/";
        assert_eq!(against(usual, ""), None);
        assert_eq!(against(usual, defenders), None);
        assert_eq!(against(ring, ""), Some("decided-already"));
        assert_eq!(against(ring, defenders), Some("decided-already"));
        assert_eq!(against(ring, "answers.encirclement.is = \"none\"\n"), None);
        assert_eq!(against(fort, ""), Some("decided-already"));
        assert_eq!(against(fort, "answers.exit-fort.is = \"none\"\n"), None);
        // The king walks to the edge by himself, if it is he who begins.
        let edge = "answers.escape.is = \"edge\"\n";
        assert_eq!(against(open, edge), Some("first-loses-at-once"));
        assert_eq!(against("/3t3/3t3/7/ttTKTtt/3T3/3t3/3t3/", edge), None);
        assert_eq!(against(open, &format!("{edge}{defenders}")), Some("first-wins-at-once"));
        assert_eq!(against("/7/7/7/t2K3/7/7/7/", draw), Some("too-few-attackers"));
        // The king alone can move, to his throne, and nobody can after him.
        let full = "/1ttttt1/tttTttt/ttTKTtt/ttt1ttt/ttttttt/ttttttt/1ttttt1/";
        let no_ring = "answers.encirclement.is = \"none\"\n";
        assert_eq!(against(full, &format!("{draw}{defenders}")), Some("decided-already"));
        assert_eq!(against(full, &format!("{draw}{defenders}{no_ring}")), Some("over-after-one-move"));
        assert_eq!(against(full, &format!("{defenders}{no_ring}")), Some("first-wins-at-once"));
        assert_eq!(against(full, draw), Some("first-cannot-move"));
        // A single attacker may still win where the defenders lose by repetition or without a move.
        assert_eq!(against("/7/7/7/t2K3/7/7/7/", ""), None);
    }
}

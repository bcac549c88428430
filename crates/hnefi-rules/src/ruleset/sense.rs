//! Combinations of answers and start positions that make no game.

use std::sync::Arc;

use super::Ruleset;
use crate::{Answers, Escape, KingBesideThrone, KingCapture, KingExposure, NoMove, Piece, Referee, SetupErrors, Side};

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
}

impl Senseless {
    /// The code of this reason in machine-readable output.
    pub const fn code(&self) -> &'static str {
        match self {
            Senseless::Start(_) => "start-position",
            Senseless::FirstCannotMove(_) => "first-cannot-move",
            Senseless::TooFewAttackers { .. } => "too-few-attackers",
        }
    }
}

impl Ruleset {
    /// Whether this rule set makes a game: it can be begun, and either side could win.
    ///
    /// # Errors
    /// The first reason against it.
    pub(crate) fn sense(&self) -> Result<(), Senseless> {
        let problems = self.start.problems(&self.answers);
        if !problems.is_empty() {
            return Err(Senseless::Start(SetupErrors(problems)));
        }
        let attackers = self.start.pieces().filter(|&(_, piece)| piece == Piece::Attacker).count() as u32;
        let needed = fewest_captors(&self.answers);
        let may_stall = self.answers.no_move == NoMove::Loss && attackers > 0;
        if attackers < needed && !may_stall {
            return Err(Senseless::TooFewAttackers { attackers, needed });
        }
        let referee = Referee::new(Arc::new(self.clone()));
        if referee.has_move(&referee.start()) { Ok(()) } else { Err(Senseless::FirstCannotMove(self.first())) }
    }
}

/// How many attackers the easiest capture of the king takes, wherever he may stand.
fn fewest_captors(answers: &Answers) -> u32 {
    let capture = |how| match how {
        KingCapture::Four => 4,
        KingCapture::Two => 2,
    };
    let beside_throne = match answers.king_beside_throne {
        KingBesideThrone::Three => 3,
        KingBesideThrone::Four => 4,
        KingBesideThrone::Two => 2,
    };
    let fewest = capture(answers.king_open).min(capture(answers.king_on_throne)).min(beside_throne);
    if answers.escape == Escape::Edge {
        return fewest;
    }
    // Beside a corner one attacker stands opposite it, or two fill what corner and edge leave open.
    let (edge, corner) = (answers.king_on_edge, answers.king_beside_corner);
    let exposed = |how, sandwich: u32, surrounded: u32| match how {
        KingExposure::Safe => fewest,
        KingExposure::Exposed | KingExposure::Sandwich => sandwich,
        KingExposure::Surrounded => surrounded,
    };
    fewest.min(exposed(edge, 2, 3)).min(exposed(corner, 1, 2))
}

//! Moves that lost points.

use hnefi_rules::{Game, Intent, Move, Side};

use crate::{Better, Change, Found, Reason};

/// How bad a mistake is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// It lost a tenth of a point or more: where an even game was, one chance in ten to win it.
    Mistake,
    /// It lost a quarter of a point or more.
    Blunder,
}

impl Grade {
    /// The points from which on a move is one.
    pub const fn threshold(self) -> f64 {
        match self {
            Grade::Mistake => 0.10,
            Grade::Blunder => 0.25,
        }
    }

    /// The word for it: `mistake` or `blunder`.
    pub const fn id(self) -> &'static str {
        match self {
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }

    /// How bad it is to lose so many points.
    ///
    /// ```
    /// use hnefi_analysis::Grade;
    /// assert_eq!([0.09, 0.1, 0.25].map(Grade::of), [None, Some(Grade::Mistake), Some(Grade::Blunder)]);
    /// ```
    pub fn of(lost: f64) -> Option<Grade> {
        [Grade::Blunder, Grade::Mistake].into_iter().find(|grade| lost + 1e-9 >= grade.threshold())
    }
}

/// A move that lost points, what was wrong with it, and what was better.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// The move, and how the chances changed.
    pub change: Change,
    /// How bad it was.
    pub grade: Grade,
    /// What was wrong with it.
    pub reason: Reason,
    /// What was better, if that is known.
    pub better: Option<Better>,
    /// How the other side answers best, and how it goes on; empty where the move ended the game.
    pub answer: Vec<Move>,
}

impl Mistake {
    pub(crate) fn of(game: &Game, change: &Change, found: &[Option<Found>]) -> Option<Mistake> {
        let grade = change.grade?;
        let found = |at: usize| found.get(at).and_then(Option::as_ref);
        let (before, after) = (found(change.ply - 1)?, found(change.ply));
        let mut at = up_to(game, change.ply - 1);
        let best = played(&at, &before.line());
        at.play(change.mv).ok()?;
        let answer = after.map(|found| played(&at, &found.line())).unwrap_or_default();
        let better = Better::of(game, change, before, &best);
        let reason = Reason::of(game, change, before, after, &best, &answer);
        Some(Mistake { change: *change, grade, reason, better, answer })
    }

    /// Who made it.
    pub const fn side(&self) -> Side {
        self.change.side
    }
}

/// A game as it stood after so many plies.
pub(crate) fn up_to(game: &Game, plies: usize) -> Game {
    let mut at = Game::from_position(game.referee().clone(), *game.start());
    for ply in game.plies().take(plies) {
        if at.play(ply.played.mv).is_err() {
            break;
        }
    }
    at
}

/// The moves of a line, as far as they can be played.
fn played(game: &Game, line: &[Intent]) -> Vec<Move> {
    let mut at = game.clone();
    line.iter().map_while(|&intent| at.play(intent).ok().map(|ply| ply.played.mv)).collect()
}

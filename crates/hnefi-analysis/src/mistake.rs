//! Moves that lost points.

use hnefi_rules::{Game, Intent, Move, Side};

use crate::{Better, Change, Found, Reason};

/// How bad a mistake is. What a lesser one than `Mistake` costs is little: it is no exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// It lost six hundredths of a point or more; or a third of the points that its side had, four hundredths at least.
    Inaccuracy,
    /// It lost a tenth of a point or more; or half of the points that its side had, five hundredths at least.
    Mistake,
    /// It lost a fifth of a point or more; or three quarters of the points that its side had, six hundredths at least.
    Blunder,
}

impl Grade {
    /// All of them, the least bad first.
    pub const ALL: [Grade; 3] = [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];

    /// From how many points on a move is one, whatever its side had.
    pub const fn threshold(self) -> f64 {
        match self {
            Grade::Inaccuracy => 0.06,
            Grade::Mistake => 0.10,
            Grade::Blunder => 0.20,
        }
    }

    /// From which part on of the points that its side had a move is one, and how many points that has to be at least. A side that has
    /// the worse start by far has few to lose at once.
    pub const fn part(self) -> (f64, f64) {
        match self {
            Grade::Inaccuracy => (0.33, 0.04),
            Grade::Mistake => (0.50, 0.05),
            Grade::Blunder => (0.75, 0.06),
        }
    }

    /// The word for it: `inaccuracy`, `mistake` or `blunder`.
    pub const fn id(self) -> &'static str {
        match self {
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }

    /// How bad it is to lose so many of the points that a side had.
    ///
    /// ```
    /// use hnefi_analysis::Grade;
    /// assert_eq!([0.05, 0.1, 0.2].map(|lost| Grade::of(0.6, lost)), [None, Some(Grade::Mistake), Some(Grade::Blunder)]);
    /// assert_eq!([0.03, 0.05, 0.08].map(|lost| Grade::of(0.1, lost)), [None, Some(Grade::Mistake), Some(Grade::Blunder)]);
    /// ```
    pub fn of(had: f64, lost: f64) -> Option<Grade> {
        let reached = |value: f64, limit: f64| value + 1e-9 >= limit;
        Grade::ALL.into_iter().rev().find(|grade| {
            let (part, least) = grade.part();
            reached(lost, grade.threshold()) || reached(lost, least) && reached(lost, part * had)
        })
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

    /// Whether it makes an exercise: it cost much, and a better move is known.
    pub fn is_exercise(&self) -> bool {
        self.grade >= Grade::Mistake && self.better.is_some()
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

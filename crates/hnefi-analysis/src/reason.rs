//! What is wrong with a mistake.

use hnefi_rules::{Direction, Ending, Game, Intent, Move, Outcome, Piece, Position, Referee, Side, Square};

use crate::facts::{after, edge_of, edges_in_reach, king_moves, losses, open_corners, taken, threat};
use crate::mistake::up_to;
use crate::{Change, Found};

/// What is wrong with a mistake. Whatever names a move or a square is true on the board, and would not be so after the better move; that
/// something wins by force is what the search found.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// It ended the game.
    Ended {
        /// How.
        outcome: Outcome,
    },
    /// The other side wins by force after it.
    Loses {
        /// The move with which it begins to win.
        by: Move,
        /// In so many plies.
        plies: u32,
        /// How the game ends, where the line goes so far.
        ending: Option<Ending>,
        /// Where the king stands then, or fell.
        king: Option<Square>,
    },
    /// A win by force was there.
    MissedWin {
        /// In so many plies.
        plies: u32,
        /// How it ends, where the line goes so far.
        ending: Option<Ending>,
    },
    /// It moved to where it can be captured.
    WalksIntoCapture {
        /// The move that captures it.
        by: Move,
    },
    /// Soldiers can be captured.
    LosesSoldiers {
        /// The move that captures them.
        by: Move,
        /// Where they stand.
        squares: Vec<Square>,
        /// Whether they could be captured before already, so that the move only did nothing about it.
        left: bool,
    },
    /// The king can come to an edge at once.
    KingReaches {
        /// Which.
        edge: Direction,
        /// With which move.
        by: Move,
        /// Whether he could before already.
        left: bool,
    },
    /// The other side can threaten to win with its next move.
    LetsThreaten {
        /// The move that threatens.
        by: Move,
        /// The move that would win then.
        threat: Intent,
    },
    /// The king is no longer cut off from a corner.
    OpensCorner {
        /// Which.
        corner: Square,
    },
    /// The attackers can cut the king off from a corner.
    LetsCutOff {
        /// Which.
        corner: Square,
        /// With which move.
        by: Move,
    },
    /// A capture was there that wins more than it costs.
    MissedCapture {
        /// Where.
        squares: Vec<Square>,
    },
    /// The king comes nearer to where he escapes than he would have.
    KingNearer {
        /// With which move.
        by: Move,
        /// In how many further moves he would be out if nobody else moved.
        moves: u32,
    },
    /// The attackers can drive the king away from where he escapes.
    KingFarther {
        /// With which move.
        by: Move,
        /// In how many moves he would be out then if nobody else moved; `None` if that takes long, or he cannot.
        moves: Option<u32>,
        /// In how many he would have been.
        instead: u32,
    },
    /// No single thing on the board: the chances fell.
    Chances {
        /// How the other side answers.
        by: Option<Move>,
    },
}

/// Over so many plies it is counted who loses soldiers.
const COUNTED: usize = 6;

impl Reason {
    pub(crate) fn of(
        game: &Game,
        change: &Change,
        before: &Found,
        after_it: Option<&Found>,
        best: &[Move],
        answer: &[Move],
    ) -> Reason {
        let ended = game.ply(change.ply - 1).and_then(|ply| ply.outcome);
        if let Some(outcome) = ended {
            return match before.win_in {
                Some(plies) => Reason::MissedWin { plies, ending: ending(game, change.ply - 1, best).map(|e| e.0) },
                None => Reason::Ended { outcome },
            };
        }
        if let Some((plies, &by)) = after_it.and_then(|found| found.win_in).zip(answer.first()) {
            let ends = ending(game, change.ply, answer);
            return Reason::Loses { by, plies, ending: ends.map(|e| e.0), king: ends.and_then(|e| e.1) };
        }
        if let Some(plies) = before.win_in {
            return Reason::MissedWin { plies, ending: ending(game, change.ply - 1, best).map(|e| e.0) };
        }
        let scene = Scene::of(game, change, best, answer);
        scene.and_then(|scene| scene.reason()).unwrap_or(Reason::Chances { by: answer.first().copied() })
    }
}

/// How a game ends in which a line is played after so many plies, and where the king is then.
fn ending(game: &Game, plies: usize, line: &[Move]) -> Option<(Ending, Option<Square>)> {
    let mut at = up_to(game, plies);
    for &mv in line {
        let king = at.position().king();
        at.play(mv).ok()?;
        if let Some(outcome) = at.outcome() {
            return Some((outcome.reason, at.position().king().or(king)));
        }
    }
    None
}

/// A mistake on the board: before it, after it, after the better move, and after the answer to each.
struct Scene<'a> {
    referee: &'a Referee,
    change: &'a Change,
    before: &'a Position,
    made: &'a Position,
    best: Option<Position>,
    /// The same after the answer to it that was found.
    best_answered: Option<Position>,
    /// The answer, and the position after it.
    by: Move,
    answered: Position,
    taken: Vec<Square>,
    /// By how many more soldiers the mistake loses than the better move, over some plies.
    costs: i32,
    best_takes: Vec<Square>,
}

impl Scene<'_> {
    fn of<'a>(game: &'a Game, change: &'a Change, best: &[Move], answer: &[Move]) -> Option<Scene<'a>> {
        let referee = game.referee().as_ref();
        let (before, made) = (game.position_after(change.ply - 1)?, game.position_after(change.ply)?);
        let by = *answer.first()?;
        let answered = after(referee, made, by.intent())?;
        let best_made = best.first().and_then(|mv| after(referee, before, mv.intent()));
        let intents = |first: Option<Move>, line: &[Move]| -> Vec<Intent> {
            first.into_iter().chain(line.iter().copied()).map(Intent::from).take(COUNTED).collect()
        };
        let made_line = intents(Some(change.mv), answer);
        let mut best_line = intents(None, best);
        best_line.truncate(made_line.len());
        let costs = losses(referee, before, &made_line, change.side) - losses(referee, before, &best_line, change.side);
        Some(Scene {
            referee,
            change,
            before,
            made,
            best: best_made.as_ref().map(|played| played.position),
            best_answered: best_made
                .as_ref()
                .and_then(|played| after(referee, &played.position, best.get(1)?.intent()))
                .map(|played| played.position),
            by,
            answered: answered.position,
            taken: taken(&answered),
            costs,
            best_takes: best_made.as_ref().map(taken).unwrap_or_default(),
        })
    }

    fn reason(&self) -> Option<Reason> {
        self.king_reaches()
            .or_else(|| self.lets_threaten())
            .or_else(|| self.loses_soldiers())
            .or_else(|| self.corners())
            .or_else(|| self.missed_capture())
            .or_else(|| self.king_moves())
    }

    /// What the same answer does after the better move, if it can be made there.
    fn answered_best(&self) -> Option<Position> {
        after(self.referee, self.best.as_ref()?, self.by.intent()).map(|played| played.position)
    }

    fn king_reaches(&self) -> Option<Reason> {
        let king = self.made.king().filter(|&king| self.change.side == Side::Attackers && king == self.by.from())?;
        let edge = edge_of(self.made, self.by.to()).filter(|&edge| edge_of(self.made, king) != Some(edge))?;
        let open = |position: &Position| edges_in_reach(self.referee, position).contains(&edge);
        if self.best.as_ref().is_some_and(open) {
            return None;
        }
        Some(Reason::KingReaches { edge, by: self.by, left: open(self.before) })
    }

    fn lets_threaten(&self) -> Option<Reason> {
        let other = !self.change.side;
        // What threatened before, or does so whatever is played, is no fault of the move.
        if threat(self.referee, self.made, other).is_some() {
            return None;
        }
        let found = threat(self.referee, &self.answered, other)?;
        let as_well = self.answered_best().and_then(|position| threat(self.referee, &position, other));
        if as_well.is_some() { None } else { Some(Reason::LetsThreaten { by: self.by, threat: found }) }
    }

    fn loses_soldiers(&self) -> Option<Reason> {
        if self.taken.is_empty() || self.costs <= 0 {
            return None;
        }
        let takes = |position: &Position| {
            after(self.referee, &position.with_turn(!self.change.side), self.by.intent()).map(|played| taken(&played))
        };
        let still = self.best.as_ref().and_then(takes).unwrap_or_default();
        let squares: Vec<Square> = self.taken.iter().copied().filter(|square| !still.contains(square)).collect();
        if squares.is_empty() {
            return None;
        }
        if squares == [self.change.mv.to()] {
            return Some(Reason::WalksIntoCapture { by: self.by });
        }
        let already = takes(self.before).unwrap_or_default();
        let left = squares.iter().all(|square| already.contains(square));
        Some(Reason::LosesSoldiers { by: self.by, squares, left })
    }

    fn corners(&self) -> Option<Reason> {
        let open = |position: &Position| open_corners(self.referee, position);
        let (was, best) = (open(self.before), open(self.best.as_ref()?));
        if self.change.side == Side::Attackers {
            let opened = open(self.made).into_iter().find(|corner| !was.contains(corner) && !best.contains(corner));
            return opened.map(|corner| Reason::OpensCorner { corner });
        }
        let (made, answered) = (open(self.made), open(&self.answered));
        let then = self.answered_best().map_or(best, |position| open(&position));
        let cut = made.into_iter().find(|corner| !answered.contains(corner) && then.contains(corner));
        cut.map(|corner| Reason::LetsCutOff { corner, by: self.by })
    }

    /// How far the king has it after the answer, and after that to the better move or that move itself.
    fn king_moves(&self) -> Option<Reason> {
        let best = self.best_answered.or(self.best)?;
        let [made, best] = [&self.answered, &best].map(|position| king_moves(self.referee, position));
        match (self.change.side, made, best) {
            (Side::Attackers, Some(moves @ ..=2), best) if best.is_none_or(|best| moves < best) => {
                Some(Reason::KingNearer { by: self.by, moves })
            }
            (Side::Defenders, moves, Some(instead @ ..=2)) if moves.is_none_or(|moves| instead < moves) => {
                Some(Reason::KingFarther { by: self.by, moves, instead })
            }
            _ => None,
        }
    }

    fn missed_capture(&self) -> Option<Reason> {
        let takes_none = self.made.men(!self.change.side) == self.before.men(!self.change.side);
        let squares = self.best_takes.clone();
        let king = squares.iter().any(|&square| self.before.piece(square) == Some(Piece::King));
        (takes_none && !squares.is_empty() && !king && self.costs > 0).then_some(Reason::MissedCapture { squares })
    }
}

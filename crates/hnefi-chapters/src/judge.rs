//! Playing an example under a referee, and comparing what happens with what is expected.

use std::sync::Arc;

use hnefi_rules::{
    Clause, Game, GameError, Intent, Outcome, Partner, Position, Reason, Referee, Ruleset, Setup, Side, Square,
};

use crate::{CodedRefusal, Example, Fallen, Step};

/// What can play an example: the referee, or another one that is compared with it.
pub trait Judge {
    /// Begins at a board.
    ///
    /// # Errors
    /// The codes of every reason why it cannot be played.
    fn set_up(&mut self, board: &Setup, turn: Side) -> Result<(), Vec<String>>;

    /// Makes a move and tells what it captured, by file, then rank.
    ///
    /// # Errors
    /// Why it is refused.
    fn play(&mut self, intent: Intent) -> Result<Vec<Fallen>, CodedRefusal>;

    /// Does what is not a move.
    ///
    /// # Errors
    /// Why it is refused.
    fn act(&mut self, step: &Step) -> Result<(), CodedRefusal>;

    /// How the game has ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// The board now.
    fn board(&self) -> Setup;

    /// Whether the side to move may make this move.
    fn allows(&self, intent: Intent) -> bool;

    /// Why the piece on a square still stands, as a word and the weightiest clause; `None` if nothing stands there.
    fn why(&self, square: Square, last: Option<Intent>) -> Option<(String, Option<Clause>)>;
}

/// What an example asks besides its last step: about which pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Why these pieces still stand.
    pub why: Vec<Square>,
    /// Which pieces cannot move.
    pub stuck: bool,
    /// Where these pieces can go.
    pub reaches: Vec<Square>,
}

/// What happened when an example was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The board could not be played: the codes of every reason.
    pub problems: Vec<String>,
    /// A step before the last one went wrong: a sentence that names it.
    pub stumble: Option<String>,
    /// The last step was refused.
    pub refusal: Option<CodedRefusal>,
    /// What the last move captured, by file, then rank.
    pub captures: Vec<Fallen>,
    /// How the game has ended, if it has.
    pub outcome: Option<Outcome>,
    /// The board afterwards; `None` where nothing was moved.
    pub after: Option<Setup>,
    /// Why pieces still stand: square, word, weightiest clause.
    pub why: Vec<(Square, String, Option<Clause>)>,
    /// The pieces of the side to move that cannot move, if the example asks.
    pub stuck: Option<Vec<Square>>,
    /// Where pieces can go.
    pub reaches: Vec<(Square, Vec<Square>)>,
}

/// Plays an example and tells what happened.
pub fn judge(example: &Example, board: &Setup, turn: Side, asked: &Asked, judge: &mut dyn Judge) -> Found {
    let mut found = Found::default();
    if let Err(problems) = judge.set_up(board, turn) {
        found.problems = problems;
        return found;
    }
    let mut last = None;
    for (index, step) in example.steps.iter().enumerate() {
        let is_last = index + 1 == example.steps.len();
        let done = match step {
            Step::Move { intent, captures } => judge.play(*intent).map(|fallen| {
                last = Some(*intent);
                let written: Vec<Square> = fallen.iter().map(|f| f.square).collect();
                if is_last {
                    found.captures = fallen;
                } else if written != *captures {
                    found.stumble = Some(format!(
                        "step {} ({step}) captures {}; a step before the last one writes exactly what it captures",
                        index + 1,
                        list(&written)
                    ));
                }
            }),
            _ => judge.act(step),
        };
        match done {
            Ok(()) => {}
            Err(refusal) if is_last => found.refusal = Some(refusal),
            Err(refusal) => {
                found.stumble = Some(format!("step {} ({step}) is refused: {}", index + 1, refusal.code));
            }
        }
        if found.stumble.is_some() {
            return found;
        }
    }
    found.after = last.map(|_| judge.board());
    found.outcome = judge.outcome();
    found.why = asked
        .why
        .iter()
        .map(|&square| match judge.why(square, last) {
            Some((word, clause)) => (square, word, clause),
            None => (square, "nothing-there".to_owned(), None),
        })
        .collect();
    let now = judge.board();
    let reach = |from: Square| -> Vec<Square> {
        let mut to: Vec<Square> = now.squares().filter(|&to| judge.allows(Intent { from, to })).collect();
        to.sort_by_key(|s| s.file_then_rank());
        to
    };
    found.reaches = asked.reaches.iter().map(|&from| (from, reach(from))).collect();
    if asked.stuck {
        let side = if example.moves().count().is_multiple_of(2) { turn } else { !turn };
        let mut stuck: Vec<Square> = now
            .pieces()
            .filter(|&(square, piece)| piece.side() == side && reach(square).is_empty())
            .map(|(square, _)| square)
            .collect();
        stuck.sort_by_key(|s| s.file_then_rank());
        found.stuck = Some(stuck);
    }
    found
}

/// Squares as a list for people; `nothing` if there are none.
pub(crate) fn list(squares: &[Square]) -> String {
    if squares.is_empty() {
        return "nothing".to_owned();
    }
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(", ")
}

/// The referee of `hnefi-rules` as a judge.
pub struct FastJudge {
    referee: Arc<Referee>,
    game: Option<Game>,
}

impl FastJudge {
    /// A judge under a rule set.
    pub fn new(ruleset: &Arc<Ruleset>) -> FastJudge {
        FastJudge { referee: Arc::new(Referee::new(ruleset.clone())), game: None }
    }

    fn game(&self) -> &Game {
        self.game.as_ref().expect("a judge is set up before it plays")
    }

    fn position(&self) -> &Position {
        self.game().position()
    }
}

impl Judge for FastJudge {
    fn set_up(&mut self, board: &Setup, turn: Side) -> Result<(), Vec<String>> {
        let position = self
            .referee
            .position(board, turn)
            .map_err(|errors| errors.0.iter().map(|e| e.code().to_owned()).collect::<Vec<_>>())?;
        self.game = Some(Game::from_position(self.referee.clone(), position));
        Ok(())
    }

    fn play(&mut self, intent: Intent) -> Result<Vec<Fallen>, CodedRefusal> {
        let game = self.game.as_mut().expect("a judge is set up before it plays");
        let ply = game
            .play(intent)
            .map_err(|r| CodedRefusal { code: r.reason.code().to_owned(), square: fault(r.reason) })?;
        Ok(ply.played.captures.iter().map(|c| Fallen { square: c.square, by: c.by, clauses: c.clauses }).collect())
    }

    fn act(&mut self, step: &Step) -> Result<(), CodedRefusal> {
        let game = self.game.as_mut().expect("a judge is set up before it plays");
        let done = match *step {
            Step::Offer { by, offer } => game.offer(by, offer),
            Step::Accept { by } => game.accept(by),
            Step::Decline { by } => game.drop_offer(by),
            Step::Resign { by } => game.resign(by),
            Step::Move { .. } => Ok(()),
        };
        done.map_err(|error| {
            let square = match error {
                GameError::Untrue(refutation) => Some(refutation.square()),
                _ => None,
            };
            CodedRefusal { code: error.code().to_owned(), square }
        })
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game().outcome()
    }

    fn board(&self) -> Setup {
        self.position().setup()
    }

    fn allows(&self, intent: Intent) -> bool {
        self.game().legal(intent).is_ok()
    }

    fn why(&self, square: Square, last: Option<Intent>) -> Option<(String, Option<Clause>)> {
        let answer = self.referee.why_not(self.position(), square, last, &[])?;
        Some((answer.why.id().to_owned(), answer.clauses.first().copied()))
    }
}

/// The square at fault in a refusal, where it has one.
fn fault(reason: Reason) -> Option<Square> {
    match reason {
        Reason::OffBoard(s)
        | Reason::Nothing(s)
        | Reason::Nowhere(s)
        | Reason::ThroneClosed(s)
        | Reason::ThroneStop(s)
        | Reason::CornerStop(s)
        | Reason::KingBarred(s) => Some(s),
        Reason::NotYours { square, .. } | Reason::Blocked { square, .. } => Some(square),
        Reason::NotStraight | Reason::TooFar(_) | Reason::Repeats | Reason::GameOver(_) => None,
    }
}

/// A capture as the examples write it.
impl std::fmt::Display for Fallen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} against {}", self.square, self.by.id())?;
        match self.by {
            Partner::Piece(square, _) | Partner::Corner(square) => write!(f, " {square}"),
            _ => Ok(()),
        }
    }
}

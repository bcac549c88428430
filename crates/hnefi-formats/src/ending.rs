//! A written game played strictly: every move as it stands there, and the ending that was recorded.

use std::sync::Arc;

use hnefi_rules::{Ending, Game, Ground, Outcome, Position, Referee, Ruleset, Side};

use crate::{FoundMove, Place, ReadError, ReadFault, Said, WrittenGame, WrittenMove};

impl WrittenGame {
    /// Plays the main line under a rule set that is given, or else the one that the text names, and ends the game as it
    /// was recorded if it does not end on the board. Unlike [`WrittenGame::play`] it leaves nothing out that is wrong.
    ///
    /// # Errors
    /// The first [`ReadError`].
    pub fn replay(&self, ruleset: Option<Arc<Ruleset>>) -> Result<Game, ReadError> {
        let ruleset = ruleset.map_or_else(|| self.ruleset(), Ok)?;
        let mut game = self.begin(Arc::new(Referee::new(ruleset)))?;
        for found in self.main_line() {
            let written = found.written()?;
            let ply = game.play(written.intent).map_err(|refusal| ReadError::new(found.place, refusal))?;
            written.check(&ply.played).map_err(|mismatch| ReadError::new(found.place, mismatch))?;
        }
        self.end(&mut game)?;
        Ok(game)
    }

    /// The game before its first move.
    pub(crate) fn begin(&self, referee: Arc<Referee>) -> Result<Game, ReadError> {
        let position = self.start(&referee)?;
        Ok(Game::from_position(referee, position))
    }

    /// The first position.
    pub(crate) fn start(&self, referee: &Referee) -> Result<Position, ReadError> {
        let ruleset = referee.ruleset();
        let turn = self.turn.map_or(ruleset.first(), |(_, turn)| turn);
        let setup = self.position.as_ref().map_or(ruleset.start(), |(_, setup)| setup);
        referee.position(setup, turn).map_err(|errors| {
            let place = self.position.as_ref().map_or(Place::START, |(place, _)| *place);
            ReadError::new(place, ReadFault::Setup(errors, ruleset.clone()))
        })
    }

    /// The moves of the main line.
    pub(crate) fn main_line(&self) -> impl Iterator<Item = &FoundMove> {
        let mut at = 0;
        self.moves.iter().enumerate().filter_map(move |(index, found)| {
            let next = found.parent == at;
            if next {
                at = index + 1;
            }
            next.then_some(found)
        })
    }

    /// Ends a game off the board, where it is recorded that it ended so.
    pub(crate) fn end(&self, game: &mut Game) -> Result<(), ReadError> {
        let Some(result) = &self.result else { return Ok(()) };
        let wrong = |word: &str| ReadError::new(result.place, ReadFault::Result(word.to_owned()));
        if let Some(outcome) = game.outcome() {
            return if result.said == Said::from(Some(outcome)) { Ok(()) } else { Err(wrong(&result.text)) };
        }
        let (winner, usual) = match result.said {
            Said::Open => return Ok(()),
            Said::Unclear => return Err(wrong(&result.text)),
            Said::Draw => (None, Ending::Agreement),
            Said::Win(side) => (Some(side), Ending::Resignation),
        };
        let word = self.termination.as_deref().unwrap_or(usual.id());
        let reason = ended_by(word, winner, game).map_err(|fault| ReadError::new(result.place, fault))?;
        game.end(Outcome { winner, reason }).map_err(|_| wrong(word))
    }
}

/// How a game ended off the board that a side won, or nobody, by the words that stand for it.
pub(crate) fn ended_by(words: &str, winner: Option<Side>, game: &Game) -> Result<Ending, ReadFault> {
    let wrong = || ReadFault::Result(words.to_owned());
    match (words, winner) {
        ("agreement", None) => Ok(Ending::Agreement),
        ("resignation", Some(_)) => Ok(Ending::Resignation),
        ("time", _) => Ok(Ending::Time),
        ("abandoned", _) => Ok(Ending::Abandoned),
        (claim, None) => {
            let ground = claim.strip_prefix("claim ").and_then(Ground::from_id).ok_or_else(wrong)?;
            game.check_claim(ground).map_err(ReadFault::Claim)?;
            Ok(Ending::Claim(ground))
        }
        _ => Err(wrong()),
    }
}

impl FoundMove {
    /// What the move says.
    pub(crate) fn written(&self) -> Result<&WrittenMove, ReadError> {
        self.read.as_ref().map_err(|error| ReadError::new(self.place.right(error.column - 1), error.clone()))
    }
}

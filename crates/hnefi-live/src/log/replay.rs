//! Putting together what was stored: what was ruled stays ruled.

use hnefi_clock::Stamp;
use hnefi_rules::{Intent, Outcome, RulingError, Square};

use super::Log;

/// A ply as it was stored, with what it did when it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuledPly {
    /// The squares from which and to which.
    pub intent: Intent,
    /// Where pieces fell.
    pub captures: Vec<Square>,
    /// How it ended the game, if it did.
    pub outcome: Option<Outcome>,
    /// The number of the judge that said so; `None` when only the captures were kept, and not whether the game ended.
    pub judge: Option<u32>,
    /// The id that the client gave its move.
    pub client_id: Option<String>,
    /// When it was made by the running time, and what was given back of its lag; `None` in a game without clocks.
    pub clock: Option<Stamp>,
}

/// The first ply of a game that the judge of today would rule otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuledOtherwise {
    /// How many plies were played before it.
    pub ply: u32,
    /// The number of the judge that ruled it.
    pub judge: u32,
}

/// The judge of records without a number.
const FIRST_JUDGE: u32 = 1;

impl Log {
    /// Puts a stored ply on the game as it was ruled when it was played, whatever the judge of today says of it.
    ///
    /// ```
    /// use hnefi_live::{Log, RuledOtherwise, RuledPly};
    /// use hnefi_rules::{Game, Intent, Referee, leaflet};
    /// use std::sync::Arc;
    ///
    /// let mut log = Log::new(Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()))), 1_000);
    /// // Some earlier judge let a soldier stop on a corner.
    /// let intent = Intent { from: "d1".parse().unwrap(), to: "a1".parse().unwrap() };
    /// let ply = RuledPly { intent, captures: Vec::new(), outcome: None, judge: Some(1), client_id: None, clock: None };
    /// log.replay(2_000, ply).unwrap();
    /// assert_eq!(log.ruled_otherwise(), Some(RuledOtherwise { ply: 0, judge: 1 }));
    /// assert_eq!((log.plies(), log.version()), (1, 1));
    /// ```
    ///
    /// # Errors
    /// For what no board can hold; nothing has changed then.
    pub fn replay(&mut self, at_ms: i64, ply: RuledPly) -> Result<(), RulingError> {
        let RuledPly { intent, mut captures, outcome, judge, client_id, clock } = ply;
        captures.sort();
        let outcome = match judge {
            Some(_) => outcome,
            None => self.outcome_today(intent, &captures),
        };
        let by = self.game.position().turn();
        let recorded = self.game.play_as_ruled(intent, &captures, outcome)?.recorded;
        if recorded {
            self.ruled.push(RuledOtherwise { ply: self.plies(), judge: judge.unwrap_or(FIRST_JUDGE) });
        }
        self.press(by, at_ms, clock);
        self.reset_offers(by);
        self.client_ids.extend(client_id);
        self.moved_ms = Some(at_ms);
        self.note(self.plies() + 1, at_ms);
        Ok(())
    }

    /// Counts a row in which nothing happened: an answer to an offer which the end of the game had answered before.
    pub fn pass(&mut self, at_ms: i64) {
        self.note(self.plies(), at_ms);
    }

    /// The first ply that the judge of today would rule otherwise. The game stands as it was ruled.
    pub fn ruled_otherwise(&self) -> Option<RuledOtherwise> {
        self.ruled.first().copied()
    }

    /// How the judge of today ends the game with a ply, if he takes the same pieces.
    fn outcome_today(&mut self, intent: Intent, captures: &[Square]) -> Option<Outcome> {
        let ply = self.game.play(intent).ok()?;
        let mut today: Vec<Square> = ply.played.captures.iter().map(|capture| capture.square).collect();
        today.sort();
        let outcome = ply.outcome.filter(|_| today == captures);
        self.game.undo();
        outcome
    }
}

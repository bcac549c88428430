//! The quick way to judge repetition, for those who play millions of moves.

use super::{Past, Pressure, Pressures, Repeat, is_thrice, judge};
use crate::{Game, Move, Position, Referee, Repetition, Side};

/// The way to a position, kept for the quick judgement of repetition: a stack of moves and of the positions' hashes.
///
/// A search pushes each move that it makes and pops it when it takes it back. What [`Trail::judge`] says is what a
/// [`Game`] says that went the same way, up to a chance of one in 2^64 that different positions share a hash.
/// The answers that ask for threats keep the positions themselves as well.
///
/// ```
/// use hnefi_rules::{Game, Intent, Referee, Repeat, Trail, leaflet};
/// use std::sync::Arc;
/// let referee = Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()));
/// let mut position = referee.start();
/// let mut trail = Trail::of(&Game::new(referee.clone()));
/// let mut judged = Vec::new();
/// for mv in ["d1-d2", "f8-g8", "d2-d1", "g8-f8"].iter().cycle().take(8) {
///     let (from, to) = mv.split_once('-').unwrap();
///     let mv = referee.legal(&position, Intent { from: from.parse().unwrap(), to: to.parse().unwrap() }).unwrap();
///     let next = referee.advance(&position, mv);
///     trail.push(mv, &next.position, !next.taken.is_empty());
///     position = next.position;
///     judged.push(trail.judge(&referee, position.turn()));
/// }
/// assert_eq!(judged[3], Repeat::Nothing, "the start has come back for the first time");
/// assert_eq!(judged[7], Repeat::Draw);
/// ```
#[derive(Clone, Debug)]
pub struct Trail {
    rule: Repetition,
    hashes: Vec<u64>,
    moves: Vec<Move>,
    /// The positions themselves, kept only where the rule asks what each of them threatened.
    positions: Vec<Position>,
    /// What each move did for the question who forces a repetition, kept only with the positions.
    pressures: Pressures,
    /// For every position, how many plies ago the last capture happened. No position from before it returns.
    quiet: Vec<usize>,
}

impl Trail {
    /// The way that a game went so far.
    pub fn of(game: &Game) -> Trail {
        let rule = game.referee().answers.repetition;
        let mut trail = Trail {
            rule,
            hashes: vec![game.start().hash()],
            moves: Vec::new(),
            positions: if rule.asks_for_threats() { vec![*game.start()] } else { Vec::new() },
            pressures: Pressures::default(),
            quiet: vec![0],
        };
        for ply in game.plies() {
            let played = &ply.played;
            trail.push(played.mv, &played.position, !played.captures.is_empty());
        }
        trail
    }

    /// Adds a move, the position that it made, and whether it captured something.
    #[inline]
    pub fn push(&mut self, mv: Move, position: &Position, captured: bool) {
        let quiet = if captured { 0 } else { self.quiet_plies() + 1 };
        self.hashes.push(position.hash());
        self.moves.push(mv);
        self.quiet.push(quiet);
        if self.rule.asks_for_threats() {
            self.positions.push(*position);
            self.pressures.push();
        }
    }

    /// Takes the last move off. The first position stays.
    #[inline]
    pub fn pop(&mut self) {
        if self.moves.pop().is_some() {
            self.hashes.pop();
            self.quiet.pop();
            if self.rule.asks_for_threats() {
                self.positions.pop();
                self.pressures.pop();
            }
        }
    }

    /// What the rule set of `referee` says of the last position, whose side to move is `turn`. It must be the
    /// rule set of the game that the trail began with.
    #[inline]
    pub fn judge(&self, referee: &Referee, turn: Side) -> Repeat {
        judge(referee, self, turn)
    }

    /// The answer about repetition that this trail is judged by.
    #[inline(always)]
    pub fn rule(&self) -> Repetition {
        self.rule
    }

    /// The hashes of all positions, the first one first. There is always one.
    #[inline(always)]
    pub fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// The moves between the positions.
    #[inline(always)]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many plies ago the last capture happened, or the first position was. No position from before it returns.
    #[inline(always)]
    pub fn quiet_plies(&self) -> usize {
        self.quiet.last().copied().unwrap_or(0)
    }

    /// The numbers of the earlier positions that equal the last one, the latest first.
    #[inline(always)]
    pub fn returns(&self) -> impl Iterator<Item = usize> {
        let (last, earlier) = self.hashes.split_last().expect("the first position stays");
        let recent = earlier.iter().enumerate().rev().take(self.quiet_plies());
        recent.filter(move |&(_, hash)| hash == last).map(|(number, _)| number)
    }

    /// Whether the last position ends the game as a draw by repetition, where the rule set knows nothing else to do
    /// about repetition.
    #[inline]
    pub fn is_plain_draw(&self) -> bool {
        match self.rule {
            Repetition::ThirdPosition => self.first_of_three().is_some(),
            Repetition::Sequence => self.is_third_sequence(),
            Repetition::None
            | Repetition::AttackersWin
            | Repetition::MoverLoses
            | Repetition::Forbidden
            | Repetition::DefendersForbidden
            | Repetition::AggressorLoses
            | Repetition::AggressorDeviates => false,
        }
    }
}

impl Past for Trail {
    #[inline(always)]
    fn last(&self) -> usize {
        self.moves.len()
    }

    #[inline(always)]
    fn before(&self) -> Option<usize> {
        self.returns().next()
    }

    #[inline(always)]
    fn first_of_three(&self) -> Option<usize> {
        self.returns().nth(1)
    }

    #[inline(always)]
    fn is_third_sequence(&self) -> bool {
        let moves = &self.moves;
        (4..=moves.len() / 3).step_by(2).any(|length| is_thrice(moves.len(), length, |number| moves[number]))
    }

    fn pressure(&self, referee: &Referee, number: usize) -> Pressure {
        self.pressures.get(number, || Pressure::of(referee, &self.positions[number], &self.positions[number + 1]))
    }
}

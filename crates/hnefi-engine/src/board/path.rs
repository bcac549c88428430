//! The way to a position: the game so far and the line under search.

use std::collections::HashMap;

use hnefi_rules::{Game, Move, Position, Referee, Repeat, Repetition, Side, Trail};

/// The positions and moves that led to the position at hand, and from where on the search made them.
#[derive(Clone)]
pub(crate) struct Path {
    trail: Trail,
    /// The number of positions up to the one from which the search started.
    root: usize,
}

impl Path {
    /// The way that a game went so far.
    pub(crate) fn of(game: &Game) -> Path {
        let trail = Trail::of(game);
        let root = trail.hashes().len();
        Path { trail, root }
    }

    #[inline]
    pub(crate) fn push(&mut self, mv: Move, position: &Position, captured: bool) {
        self.trail.push(mv, position, captured);
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        self.trail.pop();
    }

    /// The last move, or the one so many moves back.
    #[inline(always)]
    pub(crate) fn last(&self, back: usize) -> Option<Move> {
        let moves = self.trail.moves();
        moves.len().checked_sub(back).map(|index| moves[index])
    }

    /// How many plies ago the last capture happened.
    pub(crate) fn quiet_plies(&self) -> usize {
        self.trail.quiet_plies()
    }

    /// Whether repetition may do something else than draw: win, lose, or be illegal.
    #[inline(always)]
    pub(crate) fn is_sharp(&self) -> bool {
        match self.trail.rule() {
            Repetition::None | Repetition::ThirdPosition | Repetition::Sequence => false,
            Repetition::AttackersWin
            | Repetition::MoverLoses
            | Repetition::Forbidden
            | Repetition::DefendersForbidden
            | Repetition::AggressorLoses
            | Repetition::AggressorDeviates => true,
        }
    }

    /// Whether repetition may make a move illegal.
    pub(crate) fn forbids(&self) -> bool {
        self.trail.rule().forbids()
    }

    /// Whether the last position makes no progress: it ends the game as a draw by repetition, or goes round in a circle.
    #[inline]
    pub(crate) fn is_idle(&self) -> bool {
        // A position that comes a third time goes round as well.
        self.trail.rule() == Repetition::Sequence && self.is_drawn() || self.goes_round()
    }

    /// Whether the last position ends the game as a draw by repetition, where the rule knows nothing else.
    #[inline]
    pub(crate) fn is_drawn(&self) -> bool {
        self.trail.is_plain_draw()
    }

    /// What the rule says of the last position, whose side to move is `turn`, exactly as the rule set has it.
    pub(crate) fn judged(&self, referee: &Referee, turn: Side) -> Repeat {
        self.trail.judge(referee, turn)
    }

    /// Who gains if both sides go on in the circle that brought back the last position, whose side to move is
    /// `turn`; nobody where the rule draws, or lets one side leave the circle.
    pub(crate) fn circle_favours(&self, turn: Side) -> Option<Side> {
        match self.trail.rule() {
            Repetition::AttackersWin => Some(Side::Attackers),
            // Whoever completed the position for the second time completes it for the third.
            Repetition::MoverLoses => Some(turn),
            Repetition::None
            | Repetition::ThirdPosition
            | Repetition::Sequence
            | Repetition::Forbidden
            | Repetition::DefendersForbidden
            | Repetition::AggressorLoses
            | Repetition::AggressorDeviates => None,
        }
    }

    /// Whether the line under search makes no progress: its last position arose before in the same line, or
    /// twice before in the game. The other side may leave the circle wherever it likes to, so that such a
    /// line is worth no more to anybody than a level game, also where the rule set knows no draw by it.
    #[inline]
    pub(crate) fn goes_round(&self) -> bool {
        let Some((&last, earlier)) = self.trail.hashes().split_last() else { return false };
        let reach = self.quiet_plies().min(earlier.len());
        let mut in_game = 0;
        // The same side is to move in every second position only.
        for (index, &hash) in earlier.iter().enumerate().rev().take(reach).skip(1).step_by(2) {
            if hash == last {
                if index + 1 >= self.root {
                    return true;
                }
                in_game += 1;
            }
        }
        in_game >= 2
    }

    /// The least ply of the search on which what is said of the last position depends: that of its first
    /// occurrence, or 0 if that lies in the game.
    pub(crate) fn depends_on(&self) -> usize {
        self.trail.returns().last().map_or(0, |index| (index + 1).saturating_sub(self.root))
    }
}

/// The positions that are among these at least so many times, by their hashes.
pub(crate) fn come(hashes: impl IntoIterator<Item = u64>, least: u32) -> impl Iterator<Item = u64> {
    let mut times: HashMap<u64, u32> = HashMap::new();
    for hash in hashes {
        *times.entry(hash).or_default() += 1;
    }
    times.into_iter().filter(move |&(_, times)| times >= least).map(|(hash, _)| hash)
}

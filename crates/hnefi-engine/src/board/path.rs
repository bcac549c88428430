//! The way to a position: the game so far and the line under search.

use hnefi_rules::{Game, Move, Position, Referee, Repetition, Side};

/// The hashes and moves that led to the position at hand, to judge repetition by.
#[derive(Clone)]
pub(crate) struct Path {
    rule: Repetition,
    hashes: Vec<u64>,
    moves: Vec<Move>,
    /// The positions themselves, kept only where the rule asks what each of them threatened.
    positions: Vec<Position>,
    /// For every position, how many plies ago the last capture happened. No position from before it returns.
    quiet: Vec<usize>,
    /// The number of positions up to the one from which the search started.
    root: usize,
}

/// What the rule on repetition says of a position just made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeat {
    /// Nothing: the game goes on.
    Nothing,
    /// The game is drawn.
    Draw,
    /// A side wins.
    Won(Side),
    /// The move that made it was illegal.
    Forbidden,
}

impl Path {
    /// The way that a game went so far.
    pub(crate) fn of(game: &Game) -> Path {
        let rule = game.referee().ruleset().answers().repetition;
        let mut path = Path {
            rule,
            hashes: vec![game.start().hash()],
            moves: Vec::new(),
            positions: if asks_for_threats(rule) { vec![*game.start()] } else { Vec::new() },
            quiet: vec![0],
            root: 1,
        };
        for ply in game.plies() {
            let played = &ply.played;
            path.push(played.mv, &played.position, !played.captures.is_empty());
        }
        path.root = path.hashes.len();
        path
    }

    #[inline]
    pub(crate) fn push(&mut self, mv: Move, position: &Position, captured: bool) {
        let quiet = if captured { 0 } else { self.quiet.last().map_or(0, |n| n + 1) };
        self.hashes.push(position.hash());
        self.moves.push(mv);
        self.quiet.push(quiet);
        if asks_for_threats(self.rule) {
            self.positions.push(*position);
        }
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        self.hashes.pop();
        self.moves.pop();
        self.quiet.pop();
        if asks_for_threats(self.rule) {
            self.positions.pop();
        }
    }

    /// The last move, or the one so many moves back.
    #[inline(always)]
    pub(crate) fn last(&self, back: usize) -> Option<Move> {
        self.moves.len().checked_sub(back).map(|index| self.moves[index])
    }

    /// How many plies ago the last capture happened.
    pub(crate) fn quiet_plies(&self) -> usize {
        self.quiet.last().copied().unwrap_or(0)
    }

    /// Whether repetition may do something else than draw: win, lose, or be illegal.
    #[inline(always)]
    pub(crate) fn is_sharp(&self) -> bool {
        !matches!(self.rule, Repetition::None | Repetition::ThirdPosition | Repetition::Sequence)
    }

    /// Whether repetition may make a move illegal.
    pub(crate) fn forbids(&self) -> bool {
        matches!(self.rule, Repetition::Forbidden | Repetition::DefendersForbidden | Repetition::AggressorDeviates)
    }

    /// Whether the last position makes no progress: it ends the game as a draw by repetition, or goes round in a circle.
    #[inline]
    pub(crate) fn is_idle(&self) -> bool {
        // A position that comes a third time goes round as well.
        self.rule == Repetition::Sequence && self.is_third_sequence() || self.goes_round()
    }

    /// Whether the last position ends the game as a draw by repetition, where the rule knows nothing else.
    #[inline]
    pub(crate) fn is_drawn(&self) -> bool {
        match self.rule {
            Repetition::ThirdPosition => self.occurrences() >= 3,
            Repetition::Sequence => self.is_third_sequence(),
            _ => false,
        }
    }

    /// What the rule says of the last position, whose side to move is `turn`, exactly as the rule set has it.
    pub(crate) fn judged(&self, referee: &Referee, turn: Side) -> Repeat {
        let third = || self.occurrences() >= 3;
        match self.rule {
            Repetition::None => Repeat::Nothing,
            Repetition::ThirdPosition | Repetition::Sequence if self.is_drawn() => Repeat::Draw,
            Repetition::AttackersWin if third() => Repeat::Won(Side::Attackers),
            Repetition::MoverLoses if third() => Repeat::Won(turn),
            Repetition::Forbidden if third() => Repeat::Forbidden,
            Repetition::DefendersForbidden if turn == Side::Attackers && self.occurrences() >= 2 => Repeat::Forbidden,
            Repetition::AggressorLoses if third() => match self.aggressor(referee) {
                Some(side) => Repeat::Won(!side),
                None => Repeat::Draw,
            },
            Repetition::AggressorDeviates if third() && self.aggressor(referee) == Some(!turn) => Repeat::Forbidden,
            _ => Repeat::Nothing,
        }
    }

    /// Who gains if both sides go on in the circle that brought back the last position, whose side to move is
    /// `turn`; nobody where the rule draws, or lets one side leave the circle.
    pub(crate) fn circle_favours(&self, turn: Side) -> Option<Side> {
        match self.rule {
            Repetition::AttackersWin => Some(Side::Attackers),
            // Whoever completed the position for the second time completes it for the third.
            Repetition::MoverLoses => Some(turn),
            _ => None,
        }
    }

    /// Whether the line under search makes no progress: its last position arose before in the same line, or
    /// twice before in the game. The other side may leave the circle wherever it likes to, so that such a
    /// line is worth no more to anybody than a level game, also where the rule set knows no draw by it.
    #[inline]
    pub(crate) fn goes_round(&self) -> bool {
        let Some((&last, earlier)) = self.hashes.split_last() else { return false };
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
        let Some((last, earlier)) = self.hashes.split_last() else { return 0 };
        let recent = earlier.iter().enumerate().rev().take(self.quiet_plies());
        let first = recent.filter(|&(_, hash)| hash == last).map(|(index, _)| index).min();
        first.map_or(0, |index| (index + 1).saturating_sub(self.root))
    }

    fn occurrences(&self) -> usize {
        let Some((last, earlier)) = self.hashes.split_last() else { return 0 };
        1 + earlier.iter().rev().take(self.quiet_plies()).filter(|&hash| hash == last).count()
    }

    fn is_third_sequence(&self) -> bool {
        let moves = &self.moves;
        let n = moves.len();
        (4..=n / 3).step_by(2).any(|length| {
            moves[n - 1] == moves[n - 1 - length]
                && moves[n - 1] == moves[n - 1 - 2 * length]
                && moves[n - length..] == moves[n - 2 * length..n - length]
                && moves[n - length..] == moves[n - 3 * length..n - 2 * length]
        })
    }

    /// The side that forces the third occurrence: the one that threatened to win at once after each of its moves
    /// since the first of the three, and had another move at least once, while the other side did not.
    #[inline(never)]
    fn aggressor(&self, referee: &Referee) -> Option<Side> {
        let (last, earlier) = self.hashes.split_last()?;
        let first = earlier.iter().enumerate().rev().filter(|&(_, hash)| hash == last).nth(1)?.0;
        let forces = |side: Side| {
            let own = || (first..earlier.len()).filter(|&ply| self.positions[ply].turn() == side);
            own().all(|ply| referee.threatens(&self.positions[ply + 1], side))
                && own().any(|ply| referee.count_moves(&self.positions[ply]) > 1)
        };
        match (forces(Side::Attackers), forces(Side::Defenders)) {
            (true, false) => Some(Side::Attackers),
            (false, true) => Some(Side::Defenders),
            _ => None,
        }
    }
}

/// Whether a rule asks what the positions threatened.
#[inline(always)]
fn asks_for_threats(rule: Repetition) -> bool {
    matches!(rule, Repetition::AggressorLoses | Repetition::AggressorDeviates)
}

//! The way to a position: the game so far and the line under search.

use hnefi_rules::{Game, Move, Repetition};

/// The hashes and moves that led to the position at hand, to judge repetition by.
#[derive(Clone)]
pub(crate) struct Path {
    rule: Repetition,
    hashes: Vec<u64>,
    moves: Vec<Move>,
    /// For every position, how many plies ago the last capture happened. No position from before it returns.
    quiet: Vec<usize>,
    /// The number of positions up to the one from which the search started.
    root: usize,
}

impl Path {
    /// The way that a game went so far.
    pub(crate) fn of(game: &Game) -> Path {
        let mut path = Path {
            rule: game.referee().ruleset().answers().repetition,
            hashes: vec![game.start().hash()],
            moves: Vec::new(),
            quiet: vec![0],
            root: 1,
        };
        for ply in game.plies() {
            let played = &ply.played;
            path.push(played.mv, played.position.hash(), !played.captures.is_empty());
        }
        path.root = path.hashes.len();
        path
    }

    #[inline]
    pub(crate) fn push(&mut self, mv: Move, hash: u64, captured: bool) {
        let quiet = if captured { 0 } else { self.quiet.last().map_or(0, |n| n + 1) };
        self.hashes.push(hash);
        self.moves.push(mv);
        self.quiet.push(quiet);
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        self.hashes.pop();
        self.moves.pop();
        self.quiet.pop();
    }

    /// How many plies ago the last capture happened.
    pub(crate) fn quiet_plies(&self) -> usize {
        self.quiet.last().copied().unwrap_or(0)
    }

    /// Whether the last position ends the game by repetition, exactly as the rule set has it.
    pub(crate) fn is_drawn(&self) -> bool {
        match self.rule {
            Repetition::None => false,
            Repetition::ThirdPosition => self.occurrences() >= 3,
            Repetition::Sequence => self.is_third_sequence(),
            _ => self.occurrences() >= 3,
        }
    }

    /// Whether the line under search makes no progress: its last position arose before in the same line, or
    /// twice before in the game. The other side may leave the circle wherever it likes to, so that such a
    /// line is worth no more to anybody than a level game, also where the rule set knows no draw by it.
    pub(crate) fn goes_round(&self) -> bool {
        let Some((&last, earlier)) = self.hashes.split_last() else { return false };
        let reach = self.quiet_plies().min(earlier.len());
        let mut in_game = 0;
        for (index, &hash) in earlier.iter().enumerate().rev().take(reach) {
            if hash == last {
                if index + 1 >= self.root {
                    return true;
                }
                in_game += 1;
            }
        }
        in_game >= 2
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
}

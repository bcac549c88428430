//! Whether a side can still win if the other one helps: what the end of the other's time is worth.

use crate::referee::Rare;
use crate::{KingPlace, NoMove, Position, Referee, Repetition, Side};

/// How many positions are looked at for an end of all continuations. Where more would have to be, somebody may win.
const LOOKED_AT: u32 = 300;

impl Referee {
    /// Whether a side can still win by some legal continuation, helped by the other side or not, in a position of a game
    /// that goes on. Of two players one of whom runs out of time, the other wins only if this is so.
    ///
    /// `false` is a proof. `true` is also the answer where none is found: the attackers are too few to capture the king
    /// anywhere and win in no other way, or all continuations end soon and none with this side's win.
    ///
    /// ```
    /// use hnefi_rules::{Referee, Setup, Side, leaflet};
    /// let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
    /// assert!(referee.can_win_with_help(&referee.start(), Side::Attackers));
    /// // Under Fetlar's leaflet two attackers capture no king, wherever he stands.
    /// let few = Setup::from_rows("/11/11/2t8/11/11/5K5/11/11/7t3/11/11/").unwrap();
    /// let position = referee.position(&few, Side::Defenders).unwrap();
    /// assert!(!referee.can_win_with_help(&position, Side::Attackers));
    /// assert!(referee.can_win_with_help(&position, Side::Defenders));
    /// ```
    pub fn can_win_with_help(&self, position: &Position, side: Side) -> bool {
        let attackers = position.men(Side::Attackers);
        if side == Side::Attackers && attackers == 0 {
            return false;
        }
        if self.wins_by_the_past() {
            return true;
        }
        let otherwise = self.answers.no_move == NoMove::Loss || self.rare.any(Rare::RING);
        if side == Side::Attackers && attackers < KingPlace::fewest_captors(&self.answers) && !otherwise {
            return false;
        }
        self.some_way_wins(position, side, &mut { LOOKED_AT })
    }

    /// Whether positions that occurred before may make somebody win, which the board alone does not show.
    fn wins_by_the_past(&self) -> bool {
        match self.answers.repetition {
            Repetition::ThirdPosition | Repetition::Sequence | Repetition::None => false,
            // Whoever may not repeat may be left without a move.
            Repetition::Forbidden | Repetition::DefendersForbidden | Repetition::AggressorDeviates => {
                self.answers.no_move == NoMove::Loss
            }
            Repetition::AttackersWin | Repetition::MoverLoses | Repetition::AggressorLoses => true,
        }
    }

    /// Whether some continuation is won by a side, or there are more positions on the way than may be looked at.
    fn some_way_wins(&self, position: &Position, side: Side, left: &mut u32) -> bool {
        if let Some(outcome) = self.stalled(position) {
            return outcome.winner == Some(side);
        }
        self.moves(position).into_iter().any(|mv| {
            let Some(fewer) = left.checked_sub(1) else { return true };
            *left = fewer;
            let next = self.advance(position, mv);
            match next.ending {
                Some(_) => position.turn() == side,
                None => self.some_way_wins(&next.position, side, left),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::{Game, Piece, Question, Referee, Ruleset, Setup, Side, Square, rulesets};

    fn small(base: &str, no_move: &str, repetition: &str) -> Ruleset {
        let ruleset = rulesets().find(|r| r.id() == base).expect("a rule set");
        let changed = ruleset.with(Question::NoMove, no_move).expect("an answer");
        changed.with(Question::Repetition, repetition).expect("an answer")
    }

    /// Plays by chance from boards with few pieces: no side wins of which it was said that it cannot.
    #[test]
    fn nobody_wins_by_chance_who_cannot_win_with_help() {
        let mut rng = fastrand::Rng::with_seed(17);
        let (mut refused, mut won) = (0, 0);
        for named in rulesets() {
            let referee = Arc::new(Referee::new(named.clone()));
            let size = referee.ruleset().size();
            for _ in 0..200 {
                let mut setup = Setup::empty(size).expect("a size of a rule set");
                let mut free = || loop {
                    let square = Square::new(rng.u8(1..size - 1), rng.u8(1..size - 1)).expect("a square");
                    if square != referee.throne() {
                        return square;
                    }
                };
                setup.set(free(), Some(Piece::King));
                for piece in [Piece::Attacker, Piece::Attacker, Piece::Attacker, Piece::Defender] {
                    let square = free();
                    if setup.piece(square).is_none() {
                        setup.set(square, Some(piece));
                    }
                }
                let Ok(position) = referee.position(&setup, Side::Attackers) else { continue };
                let cannot: Vec<Side> =
                    Side::ALL.into_iter().filter(|&side| !referee.can_win_with_help(&position, side)).collect();
                refused += cannot.len();
                let mut game = Game::from_position(referee.clone(), position);
                for _ in 0..80 {
                    let moves = game.moves();
                    if moves.is_empty() || game.outcome().is_some() {
                        break;
                    }
                    let mv = moves[rng.usize(..moves.len())];
                    game.play(mv).expect("a legal move");
                }
                if let Some(winner) = game.outcome().and_then(|outcome| outcome.winner) {
                    won += 1;
                    assert!(!cannot.contains(&winner), "{}: {setup:?}", named.id());
                }
            }
        }
        assert!(refused > 50 && won > 50, "too few cases: {refused}, {won}");
    }

    #[test]
    fn too_few_attackers_still_win_where_a_side_without_moves_loses_or_repetition_does() {
        let setup = Setup::from_rows("/11/11/2t8/11/11/5K5/11/11/7t3/11/11/").expect("a board");
        let can = |no_move: &str, repetition: &str| {
            let referee = Referee::new(Arc::new(small("fetlar-2018", no_move, repetition)));
            let position = referee.position(&setup, Side::Defenders).expect("a position");
            referee.can_win_with_help(&position, Side::Attackers)
        };
        let (draw, loss) = ("draw", "loss");
        assert!(!can(draw, "third-position-draw"));
        assert!(can(loss, "third-position-draw"));
        assert!(can(draw, "third-position-attackers-win"));
        assert!(!can(draw, "third-position-forbidden"));
    }

    #[test]
    fn without_attackers_they_win_nothing() {
        for named in rulesets() {
            let referee = Referee::new(named.clone());
            let mut setup = Setup::empty(named.size()).expect("a size");
            setup.set(Square::new(2, 3).expect("a square"), Some(Piece::King));
            let position = referee.position(&setup, Side::Defenders).expect("a position");
            assert!(!referee.can_win_with_help(&position, Side::Attackers), "{}", named.id());
        }
    }
}

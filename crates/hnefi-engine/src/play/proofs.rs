//! Proofs beside the search: that the side to move wins, and that the other side wins after the move that looks best.
//!
//! The search looks at every answer to a fixed depth; a proof follows what forces, as deep as it takes, and costs little. What is
//! proved goes into the table of the search, where it counts like any depth.

use hnefi_rules::{Game, Move, Position, Side};

use super::session::Session;
use crate::Verdict;
use crate::mind::Mind;
use crate::proof::Prover;
use crate::score::{FORCED, WIN};
use crate::search::Idea;
use crate::search::control::Control;
use crate::search::found::Found;
use crate::search::keys::Keys;
use crate::search::prepared::Prepared;
use crate::search::table::{Bound, Entry, PROVED, UNKNOWN, squares};

/// A search of fewer positions has none to spare.
const LEAST: u64 = 4_000;

/// So many positions of a proof take as long as one of the search.
const CHEAPER: u64 = 8;

/// So many positions are looked at for proofs between two looks at the limits.
const STEP: u64 = 8_000;

/// The table of one proof, in mebibytes.
const TABLE_MB: usize = 2;

/// So many answers are kept track of.
const REPLIES: usize = 6;

/// The proofs of one search.
pub(super) struct Proofs<'a, M: Mind> {
    session: &'a Session<'a>,
    game: &'a Game,
    prepared: &'a Prepared<M>,
    control: &'a Control<'a>,
    own: Option<Attempt<'a>>,
    replies: Vec<(Move, Attempt<'a>)>,
    spent: u64,
}

/// An attempt at one proof.
struct Attempt<'a> {
    prover: Prover<'a>,
    position: Position,
    winner: Side,
    /// There is nothing more to find out.
    over: bool,
}

impl<'a, M: Mind> Proofs<'a, M> {
    pub(super) fn new(
        session: &'a Session<'a>,
        game: &'a Game,
        prepared: &'a Prepared<M>,
        control: &'a Control<'a>,
    ) -> Proofs<'a, M> {
        Proofs { session, game, prepared, control, own: None, replies: Vec::new(), spent: 0 }
    }

    /// Looks for proofs for a share of the time that the search took so far. What is proved is told: how the side to move wins, or how
    /// it loses with the best move that was found.
    pub(super) fn beside(&mut self, found: &Found) -> Option<Found> {
        let searched = self.control.nodes();
        if !self.session.engine.ideas.has(Idea::Proofs) || searched < LEAST || found.score.abs() > FORCED {
            return None;
        }
        let share = searched.saturating_sub(self.spent);
        if share < STEP / 2 {
            return None;
        }
        let mut own = match self.own.take() {
            Some(own) => own,
            None => self.attempt(self.game, self.game.position().turn()),
        };
        let left = if own.over { share } else { share / 2 };
        let won = self.go_on(&mut own, share - left);
        self.own = Some(own);
        if let Some((line, plies)) = won {
            return Some(Found { score: WIN - plies as i32, line, ..*found });
        }
        let best = found.line[0];
        let at = self.replies.iter().position(|(mv, _)| *mv == best);
        let (_, mut reply) = match at {
            Some(at) => self.replies.remove(at),
            None => {
                let mut game = self.game.clone();
                let over = game.play(best).is_err() || game.outcome().is_some();
                let attempt = self.attempt(&game, !self.game.position().turn());
                (best, Attempt { over, ..attempt })
            }
        };
        let lost = self.go_on(&mut reply, left);
        self.replies.insert(0, (best, reply));
        self.replies.truncate(REPLIES);
        let (mut line, plies) = lost?;
        line.insert(0, best);
        Some(Found { score: plies as i32 + 1 - WIN, line, ..*found })
    }

    fn attempt(&self, game: &Game, winner: Side) -> Attempt<'a> {
        let prover = Prover::in_game(game, self.game.referee(), winner, TABLE_MB, self.control.cancel());
        Attempt { prover: prover.beside(self.control), position: *game.position(), winner, over: false }
    }

    /// Goes on with an attempt for so many positions.
    fn go_on(&mut self, attempt: &mut Attempt<'a>, positions: u64) -> Option<(Vec<Move>, u32)> {
        let mut left = positions;
        while left > 0 && !attempt.over && !self.control.is_stopped() {
            let step = left.min(STEP).min(self.control.left().saturating_mul(CHEAPER));
            if step == 0 {
                break;
            }
            left -= step;
            self.spent += step;
            let verdict = attempt.prover.go_on(&attempt.position, step);
            self.control.count(step / CHEAPER);
            self.control.spend(0);
            attempt.over = verdict.is_some();
            // A proof whose way was lost with its table, when there was no time to look again, shows no move.
            if let Some(Verdict::Proven { line, plies }) = verdict
                && !line.is_empty()
            {
                self.keep(attempt, &line, plies);
                return Some((line, plies));
            }
        }
        None
    }

    /// Puts a proof's line into the table of the search.
    fn keep(&self, attempt: &Attempt<'_>, line: &[Move], plies: u32) {
        let keys = Keys::new(self.game, self.prepared.salt, self.game.position().turn());
        let mut position = attempt.position;
        for (&mv, left) in line.iter().zip((0..=plies).rev()) {
            let wins = position.turn() == attempt.winner;
            let (score, bound) = match wins {
                true => (WIN - left as i32, Bound::AtLeast),
                false => (left as i32 - WIN, Bound::AtMost),
            };
            // The position on the board is not in the table but for its best move.
            if position.hash() != self.game.position().hash() {
                let entry =
                    Entry { squares: squares(mv), score: score as i16, standing: UNKNOWN, depth: PROVED, bound };
                self.session.engine.table.put(keys.of(&position), entry);
            }
            position = self.game.referee().advance(&position, mv).position;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use hnefi_rules::{Game, Intent, Referee, Setup, ruleset};

    use super::*;
    use crate::mind::OwnMind;
    use crate::{Budget, Cancel, Clock, Engine, EngineOptions, Level, MindChoice};

    /// What is proved of a position in which a search of so many positions found a move best.
    fn known(rows: &str, turn: Side, best: &str, nodes: u64) -> Option<Found> {
        let referee = Arc::new(Referee::new(ruleset("fetlar-2018").unwrap().clone()));
        let position = referee.position(&Setup::from_rows(rows).unwrap(), turn).unwrap();
        let game = Game::from_position(referee, position);
        let engine = Engine::of_mind(EngineOptions { threads: 1, hash_mb: 1, seed: Some(1) }, MindChoice::Hand);
        let session = engine.session("one");
        let prepared = Prepared::new(game.referee(), OwnMind::new(game.referee(), &MindChoice::Hand));
        let cancel = Cancel::new();
        let control = engine.control(Budget { depth: u32::MAX, nodes: 200_000, time: None }, &cancel);
        control.count(nodes);
        let (from, to) = best.split_once('-').unwrap();
        let mv = game.legal(Intent { from: from.parse().unwrap(), to: to.parse().unwrap() }).unwrap();
        Proofs::new(&session, &game, &prepared, &control).beside(&Found { score: 0, depth: 6, line: vec![mv] })
    }

    #[test]
    fn what_wins_and_what_loses_is_known_though_the_search_sees_neither() {
        let closing = "/11/t10/6t4/5t5/4t1t2t1/3T2tt3/6tKt2/5t1t1t1/4t6/11/11/";
        let won = known(closing, Side::Attackers, "a2-b2", 40_000).expect("the attackers win");
        assert_eq!((won.score, won.line[0].to_string().as_str()), (WIN - 5, "g7-f7"));
        assert_eq!(won.line.len(), 5);
        // The same board, before the defender came to d6.
        let before = "/11/t10/6t4/5t5/4t1t2t1/6tt3/6tKt2/5t1t1t1/4t6/11/3T7/";
        let lost = known(before, Side::Defenders, "d11-d6", 40_000).expect("the move loses");
        assert_eq!((lost.score, lost.line.len()), (6 - WIN, 6));
    }

    /// Whether a proof that works beside a search of this much time finds out anything.
    fn settled_in(time: Duration) -> bool {
        let closing = "/11/t10/6t4/5t5/4t1t2t1/3T2tt3/6tKt2/5t1t1t1/4t6/11/11/";
        let referee = Arc::new(Referee::new(ruleset("fetlar-2018").unwrap().clone()));
        let position = referee.position(&Setup::from_rows(closing).unwrap(), Side::Attackers).unwrap();
        let game = Game::from_position(referee.clone(), position);
        let cancel = Cancel::new();
        let budget = Budget::of_time(time);
        let control = Control::new(budget, &cancel, Some(&Standing));
        let prover = Prover::in_game(&game, &referee, Side::Attackers, TABLE_MB, &cancel);
        prover.beside(&control).go_on(&position, 20_000).is_some()
    }

    /// A clock that stands.
    struct Standing;

    impl Clock for Standing {
        fn now(&self) -> Duration {
            Duration::ZERO
        }
    }

    #[test]
    fn a_proof_ends_with_the_time_of_its_search() {
        assert!(settled_in(Duration::from_secs(1)));
        assert!(!settled_in(Duration::ZERO));
    }

    #[test]
    fn what_is_proved_in_one_game_is_not_trusted_where_other_positions_are_spent() {
        let closing = "/11/t10/6t4/5t5/4t1t2t1/3T2tt3/6tKt2/5t1t1t1/4t6/11/11/";
        let referee = Arc::new(Referee::new(ruleset("fetlar-2018").unwrap().clone()));
        let position = referee.position(&Setup::from_rows(closing).unwrap(), Side::Attackers).unwrap();
        let game = |moves: &[&str]| {
            let mut game = Game::from_position(referee.clone(), position);
            for mv in moves {
                let (from, to) = mv.split_once('-').unwrap();
                game.play(game.legal(Intent { from: from.parse().unwrap(), to: to.parse().unwrap() }).unwrap())
                    .unwrap();
            }
            game
        };
        let engine = Engine::of_mind(EngineOptions { threads: 1, hash_mb: 1, seed: Some(1) }, MindChoice::Hand);
        let budget = Budget { depth: u32::MAX, nodes: 100_000, time: None };
        let choice = engine.choose_within(&game(&[]), Level::FULL, budget, &Cancel::new()).unwrap();
        assert_eq!((choice.score.forced_win(), choice.mv.to_string().as_str()), (Some(5), "g7-f7"));

        let salt = Prepared::new(&referee, OwnMind::new(&referee, &MindChoice::Hand)).salt;
        let after = *game(&["g7-f7"]).position();
        let proved = |game: &Game| {
            let known = engine.table.get(Keys::new(game, salt, Side::Attackers).of(&after));
            known.is_some_and(|entry| entry.is_proved())
        };
        assert!(proved(&game(&[])) && proved(&game(&["a2-b2", "d6-d5"])));
        assert!(!proved(&game(&["a2-b2", "d6-d5", "b2-a2", "d5-d6"])), "the start has come twice");
    }

    #[test]
    fn a_short_search_has_no_time_for_proofs() {
        let closing = "/11/t10/6t4/5t5/4t1t2t1/3T2tt3/6tKt2/5t1t1t1/4t6/11/11/";
        assert!(known(closing, Side::Attackers, "a2-b2", LEAST - 1).is_none());
    }
}

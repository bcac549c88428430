//! A move that was best and turns out to lose is not played while another one may hold.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hnefi_engine::{Allowance, Budget, Cancel, Choice, Clock, Engine, EngineOptions, Idea, Level, MindChoice};
use hnefi_rules::{Game, Intent, Referee, ruleset};

/// A game under Copenhagen at whose end the attackers' best move, as two plies see it, turns out to lose after three.
const MOVES: &str = "j6j8 f4b4 h1h4 g5g2 a8c8 e5b5 h4h2 h6h10 c8c5 d6d2 h11i11 g6g2 d11d3 e6e2 b6b10 b4b5 j8h8 \
                     f5d5 k6i6 f6c6 a4c4 g7g10 a7c7 e7e10 i6i10 f8e8";
const LOSES: &str = "c4-c5";

/// So many positions are looked at before that is seen.
const SEEN_AFTER: u64 = 1_605;

fn after_all() -> Game {
    let mut game = Game::new(Arc::new(Referee::new(ruleset("copenhagen").unwrap().clone())));
    for text in MOVES.split_whitespace() {
        let at = text[1..].find(|c: char| c.is_ascii_alphabetic()).unwrap() + 1;
        let intent = Intent { from: text[..at].parse().unwrap(), to: text[at..].parse().unwrap() };
        let mv = game.legal(intent).unwrap();
        game.play(mv).unwrap();
    }
    game
}

/// A clock on which every look takes a millisecond.
struct Looks(AtomicU64);

impl Clock for Looks {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// An engine that sees by its search alone what loses.
fn searcher() -> Engine {
    prover().without(Idea::Proofs)
}

/// An engine that also proves what loses.
fn prover() -> Engine {
    let options = EngineOptions { threads: 1, hash_mb: 16, seed: Some(1) };
    Engine::of_mind(options, MindChoice::Hand).with_clock(Arc::new(Looks(AtomicU64::new(0))))
}

/// The choice at the end.
fn last_choice(budget: Budget) -> Choice {
    searcher().choose_within(&after_all(), Level::FULL, budget, &Cancel::new()).unwrap()
}

#[test]
fn where_the_positions_are_used_up_some_more_are_lent() {
    let choice = last_choice(Budget { depth: u32::MAX, nodes: SEEN_AFTER, time: None });
    assert_eq!(choice.score.forced_loss(), None, "{choice:?}");
    assert!(choice.nodes > SEEN_AFTER && choice.nodes < SEEN_AFTER * 3 / 2 + 1_000, "{choice:?}");
}

#[test]
fn wherever_the_time_ends_no_move_is_played_that_is_known_to_lose() {
    // One of these ends between the moment when the loss is seen and the one when another move is seen to hold.
    for looks in 2..=16 {
        let time = Some(Allowance::all_of(Duration::from_millis(looks)));
        let choice = last_choice(Budget { depth: u32::MAX, nodes: u64::MAX, time });
        assert_eq!(choice.score.forced_loss(), None, "{time:?}: {choice:?}");
    }
}

#[test]
fn where_the_time_is_used_up_a_move_of_which_nobody_knows_that_it_loses_is_played() {
    // A look at the clock comes with every 256 positions, and the search ends a look before the time is over.
    let seen_after = Duration::from_millis(SEEN_AFTER / 256 + 2);
    // The depth in which that is seen is begun, and goes on beyond the soft limit.
    let more = Allowance { soft: seen_after - Duration::from_millis(1), hard: seen_after * 2 };
    for time in [Allowance::all_of(seen_after), more] {
        let choice = last_choice(Budget { depth: u32::MAX, nodes: u64::MAX, time: Some(time) });
        assert_eq!(choice.score.forced_loss(), None, "{time:?}: {choice:?}");
        assert_ne!(choice.mv.to_string(), LOSES, "{time:?}: {choice:?}");
    }
}

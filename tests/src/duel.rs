//! Both referees on the same games, compared at every step.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use fastrand::Rng;
use hnefi_rules::{Ending, Game, Intent, Move, Played, Position, Referee, Ruleset, Setup, Side, Square};

use crate::slow;

/// The fast and the slow referee under one rule set. Every method panics where the two disagree, with the
/// position and the move at which they do.
///
/// ```
/// use hnefi_rules::leaflet;
/// use hnefi_tests::{Duel, Style};
///
/// let duel = Duel::new(leaflet("nestorgames").unwrap());
/// let start = duel.start();
/// let plies = duel.play_randomly(start, 20, Style::Wandering, &mut fastrand::Rng::with_seed(1));
/// assert_eq!(plies, 20);
/// ```
#[derive(Clone, Debug)]
pub struct Duel {
    fast: Arc<Referee>,
    slow: slow::Referee,
    name: String,
    seen: RefCell<BTreeMap<&'static str, usize>>,
}

/// How a random game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Any legal move.
    Wandering,
    /// A capture when there is one.
    Greedy,
    /// Mostly back and forth, so that positions and sequences of moves repeat.
    Shuffling,
}

impl Duel {
    /// Both referees for a rule set.
    pub fn new(ruleset: &Arc<Ruleset>) -> Duel {
        Duel {
            fast: Arc::new(Referee::new(ruleset.clone())),
            slow: slow::Referee::new(ruleset),
            name: ruleset.id().to_owned(),
            seen: RefCell::default(),
        }
    }

    /// Referees that ought to disagree: the fast one under one rule set, the slow one under another.
    pub fn mismatched(fast: &Arc<Ruleset>, slow: &Ruleset) -> Duel {
        Duel { slow: slow::Referee::new(slow), ..Duel::new(fast) }
    }

    /// The same, told apart in messages by a name of its own.
    pub fn named(ruleset: &Arc<Ruleset>, name: String) -> Duel {
        Duel { name, ..Duel::new(ruleset) }
    }

    /// How often each thing has happened so far: captures by what the piece fell against, endings, refusals of
    /// moves that repeat, each by the word for it.
    pub fn seen(&self) -> BTreeMap<&'static str, usize> {
        self.seen.borrow().clone()
    }

    fn saw(&self, what: &'static str) {
        *self.seen.borrow_mut().entry(what).or_default() += 1;
    }

    /// The fast referee.
    pub fn fast(&self) -> &Arc<Referee> {
        &self.fast
    }

    /// The slow referee.
    pub fn slow(&self) -> &slow::Referee {
        &self.slow
    }

    /// The start position, on which both agree.
    pub fn start(&self) -> Position {
        let start = self.fast.start();
        let board = self.slow.start();
        assert_eq!((start.rows_text(), start.turn()), (board.to_rows(), board.turn), "{}: start", self.name);
        start
    }

    /// The position of a set-up board, or `None` where both referees refuse it for the same reasons.
    pub fn position(&self, setup: &Setup, turn: Side) -> Option<Position> {
        let mut slow = self.slow.problems(setup);
        slow.sort_unstable();
        match self.fast.position(setup, turn) {
            Ok(position) => {
                assert!(slow.is_empty(), "{}: {setup:?} is refused by the slow referee alone: {slow:?}", self.name);
                Some(position)
            }
            Err(errors) => {
                let mut fast: Vec<&str> = errors.0.iter().map(|error| error.code()).collect();
                fast.sort_unstable();
                assert_eq!(fast, slow, "{}: {setup:?}", self.name);
                None
            }
        }
    }

    /// Plays a game of at most `most` plies with random moves, comparing everything. Returns the plies played.
    pub fn play_randomly(&self, start: Position, most: usize, style: Style, rng: &mut Rng) -> usize {
        let mut fast = Game::from_position(self.fast.clone(), start);
        let board = slow::Board::from_setup(&start.setup(), start.turn());
        let mut slow = slow::Game::new(self.slow.clone(), board);
        let mut plies = 0;
        while plies < most {
            assert_eq!(fast.outcome(), slow.outcome(), "{}: {:?}", self.name, fast.position());
            self.compare_reasons(&fast, &slow, 6, rng);
            if let Some(outcome) = fast.outcome() {
                self.saw(outcome.reason.id());
                if let (Ending::Repetition, Some(winner)) = (outcome.reason, outcome.winner) {
                    self.saw(if winner == Side::Attackers { "repetition-attackers" } else { "repetition-defenders" });
                }
                break;
            }
            let on_the_board = self.compare_moves(fast.position(), slow.board());
            if rng.u8(..8) == 0 {
                for &mv in &on_the_board {
                    self.compare_play(fast.position(), mv);
                }
            }
            let moves = self.compare_allowed(&fast, &slow, &on_the_board);
            let mv = self.choose(&fast, &moves, style, rng);
            let ply = fast.play(mv).expect("a legal move").clone();
            let played = slow.play(mv.from(), mv.to());
            let played = played.unwrap_or_else(|code| panic!("{}: slow refuses {mv}: {code}", self.name));
            self.same_deed(&ply.played, &played);
            assert_eq!(ply.outcome, slow.outcome(), "{}: outcome of {mv} to {:?}", self.name, fast.position());
            plies += 1;
        }
        plies
    }

    /// The legal moves, on whose list and number both agree.
    pub fn compare_moves(&self, position: &Position, board: &slow::Board) -> Vec<Move> {
        let mut moves: Vec<Move> = self.fast.moves(position).into_iter().collect();
        moves.sort();
        let pairs: Vec<(Square, Square)> = moves.iter().map(|mv| (mv.from(), mv.to())).collect();
        assert_eq!(pairs, self.slow.moves(board), "{}: moves of {position:?}", self.name);
        assert_eq!(self.fast.count_moves(position) as usize, moves.len(), "{}: count for {position:?}", self.name);
        assert_eq!(self.fast.has_move(position), !moves.is_empty(), "{}: {position:?}", self.name);
        moves
    }

    /// Of the legal moves on the board those that nothing in the game forbids, on which both agree.
    fn compare_allowed(&self, fast: &Game, slow: &slow::Game, on_the_board: &[Move]) -> Vec<Move> {
        let mut moves: Vec<Move> = fast.moves().into_iter().collect();
        moves.sort();
        let pairs: Vec<(Square, Square)> = moves.iter().map(|mv| (mv.from(), mv.to())).collect();
        assert_eq!(pairs, slow.moves(), "{}: moves of the game at {:?}", self.name, fast.position());
        for mv in on_the_board {
            let ours = fast.legal(mv.intent()).map_err(|refusal| refusal.reason.code());
            if ours.is_err() {
                self.saw("repeats");
            }
            let expected = if moves.contains(mv) { Ok(*mv) } else { Err("repeats") };
            assert_eq!(ours, expected, "{}: {mv} in {:?}", self.name, fast.position());
        }
        moves
    }

    /// Makes one move with both, apart from any game.
    pub fn compare_play(&self, position: &Position, mv: Move) -> Played {
        let board = slow::Board::from_setup(&position.setup(), position.turn());
        let fast = self.fast.play(position, mv);
        let slow = self.slow.play(&board, mv.from(), mv.to());
        self.same_deed(&fast, &slow);
        let brief = self.fast.advance(position, mv);
        assert_eq!(brief.position, fast.position, "{}: {mv} in {position:?}", self.name);
        assert_eq!(brief.ending, fast.ending.map(|outcome| outcome.reason), "{}: {mv} in {position:?}", self.name);
        let mut squares: Vec<Square> = brief.taken.squares(mv.to()).collect();
        squares.sort_by_key(|square| square.file_then_rank());
        assert!(squares.iter().eq(fast.captures.iter().map(|c| &c.square)), "{}: {mv} in {position:?}", self.name);
        fast
    }

    fn compare_reasons(&self, fast: &Game, slow: &slow::Game, samples: usize, rng: &mut Rng) {
        let size = self.fast.ruleset().size();
        // One square in a while lies off the board, where the board is smaller than the largest.
        let any = |rng: &mut Rng| {
            let limit = if rng.u8(..16) == 0 { 15 } else { size };
            Square::new(rng.u8(..limit), rng.u8(..limit)).expect("within 15x15")
        };
        let own: Vec<Square> =
            fast.position().pieces().filter(|(_, p)| p.side() == fast.position().turn()).map(|(s, _)| s).collect();
        for _ in 0..samples {
            let from = if own.is_empty() || rng.u8(..4) == 0 { any(rng) } else { own[rng.usize(..own.len())] };
            let mut to = any(rng);
            if rng.u8(..4) > 0 {
                // In line with the piece, where the interesting reasons are.
                let straight =
                    if rng.bool() { Square::new(from.file(), to.rank()) } else { Square::new(to.file(), from.rank()) };
                to = straight.expect("within 15x15");
            }
            let ours = fast.legal(Intent { from, to }).map(|_| ()).map_err(|refusal| refusal.reason.code());
            let theirs = slow.legal(from, to);
            assert_eq!(ours, theirs, "{}: {from}-{to} in {:?}", self.name, fast.position());
        }
    }

    fn same_deed(&self, fast: &Played, slow: &slow::Played) {
        let ours: Vec<_> = fast.captures.iter().map(|c| (c.square, c.piece, c.by.id(), c.by.square())).collect();
        let theirs: Vec<_> = slow.captures.iter().map(|c| (c.square, c.piece, c.by, c.partner)).collect();
        let position = &fast.position;
        assert_eq!(ours, theirs, "{}: captures of {} leading to {position:?}", self.name, fast.mv);
        for capture in &fast.captures {
            self.saw(capture.by.id());
        }
        assert_eq!(fast.ending, slow.ending, "{}: ending of {} leading to {position:?}", self.name, fast.mv);
        assert_eq!(position.turn(), slow.board.turn, "{}: turn after {}", self.name, fast.mv);
        let same = self.slow_squares(position).all(|square| position.piece(square) == slow.board.piece(square));
        assert!(same, "{}: {} leads to {position:?} and to {}", self.name, fast.mv, slow.board.to_rows());
        assert_eq!(position.king(), slow.board.king(), "{}: king after {}", self.name, fast.mv);
        assert_eq!(position.hash(), position.hash_from_scratch(), "{}: hash of {position:?}", self.name);
    }

    fn slow_squares(&self, position: &Position) -> impl Iterator<Item = Square> + use<> {
        let size = position.size();
        (0..size).flat_map(move |rank| (0..size).filter_map(move |file| Square::new(file, rank)))
    }

    fn choose(&self, game: &Game, moves: &[Move], style: Style, rng: &mut Rng) -> Move {
        let anywhere = moves[rng.usize(..moves.len())];
        match style {
            Style::Wandering => anywhere,
            Style::Greedy => {
                let captures = |mv: &&Move| !self.fast.advance(game.position(), **mv).taken.is_empty();
                moves.iter().find(captures).copied().unwrap_or(anywhere)
            }
            Style::Shuffling => {
                let back = game.plies().rev().nth(1).map(|ply| (ply.played.mv.to(), ply.played.mv.from()));
                let back = moves.iter().find(|mv| Some((mv.from(), mv.to())) == back).copied();
                if rng.u8(..20) == 0 { anywhere } else { back.unwrap_or(anywhere) }
            }
        }
    }
}

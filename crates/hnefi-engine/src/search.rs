//! Alpha-beta search: principal variation search with a table, null move and late-move reductions.

use hnefi_rules::{Advanced, Move, Position, Referee};

use crate::control::{Control, STRIDE};
use crate::evaluate::Evaluate;
use crate::guarantee::winner_of;
use crate::order::{Memory, Ordered, is_kings};
use crate::path::{Path, Repeat};
use crate::score::{FORCED, MAX_PLY, ROUND, WIN};
use crate::table::{Bound, Entry, Table, squares};
use crate::terrain::Terrain;
use crate::threats::{answer_squares, can_win, winning_move};

/// One thread of a search.
pub(crate) struct Worker<'a, E> {
    pub(crate) referee: &'a Referee,
    pub(crate) terrain: &'a Terrain,
    pub(crate) mind: &'a E,
    pub(crate) table: &'a Table,
    pub(crate) control: &'a Control<'a>,
    pub(crate) path: Path,
    pub(crate) memory: Memory,
    /// The best line found from each ply on.
    pub(crate) lines: Vec<Vec<Move>>,
    pub(crate) halted: bool,
    uncounted: u64,
    /// No line is extended beyond this ply.
    pub(crate) farthest: usize,
    /// The least ply on which the scores found since this was last set depend by repetition, where that may do
    /// something else than draw. A score that depends on the way to a position is true for no other way.
    depends_on: usize,
}

impl<'a, E: Evaluate> Worker<'a, E> {
    pub(crate) fn new(
        referee: &'a Referee,
        terrain: &'a Terrain,
        mind: &'a E,
        table: &'a Table,
        control: &'a Control<'a>,
        path: Path,
    ) -> Worker<'a, E> {
        Worker {
            referee,
            terrain,
            mind,
            table,
            control,
            path,
            memory: Memory::new(),
            lines: vec![Vec::new(); MAX_PLY + 2],
            halted: false,
            uncounted: 0,
            farthest: MAX_PLY,
            depends_on: usize::MAX,
        }
    }

    /// Counts a node. Once this says to stop, no score counts any more.
    #[inline]
    pub(crate) fn tick(&mut self) -> bool {
        self.uncounted += 1;
        if self.uncounted == STRIDE {
            self.settle();
        }
        self.halted
    }

    /// Counts what was not counted yet.
    pub(crate) fn settle(&mut self) {
        self.halted = self.control.spend(self.uncounted) || self.halted;
        self.uncounted = 0;
    }

    /// The score of a position after a move, seen by the side that moved, searched `depth` plies deep.
    pub(crate) fn after(&mut self, mv: Move, next: &Advanced, depth: i32, alpha: i32, beta: i32, ply: usize) -> i32 {
        if let Some(ending) = next.ending {
            self.lines[ply + 1].clear();
            let won = winner_of(ending) != next.position.turn();
            return if won { WIN - ply as i32 - 1 } else { ply as i32 + 1 - WIN };
        }
        self.path.push(mv, &next.position, !next.taken.is_empty());
        let score = -self.search(&next.position, depth, -beta, -alpha, ply + 1, true);
        self.path.pop();
        score
    }

    /// The score of a position for its side to move.
    fn search(&mut self, position: &Position, depth: i32, alpha: i32, beta: i32, ply: usize, may_pass: bool) -> i32 {
        self.lines[ply].clear();
        if self.tick() {
            return 0;
        }
        if let Some(score) = self.repetition(position, ply) {
            return score;
        }
        // Nothing from here on can be better than a win, or worse than a loss, from this ply.
        let alpha = alpha.max(ply as i32 - WIN);
        let beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        if let Some(mv) = winning_move(self.referee, self.terrain, position) {
            self.lines[ply].push(mv);
            return WIN - ply as i32 - 1;
        }
        let passed = position.with_turn(!position.turn());
        let threatened = can_win(self.referee, self.terrain, &passed);
        let depth = if threatened && ply < self.farthest { depth + 1 } else { depth };
        if depth <= 0 || ply >= MAX_PLY {
            if !self.referee.has_move(position) {
                return self.stuck(ply);
            }
            return self.quiesce(position, threatened, alpha, beta, ply, 0);
        }

        let key = position.hash() ^ self.terrain.salt;
        let known = self.table.get(key);
        if let Some(entry) = known {
            let score = from_table(entry.score, ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            };
            if decides && i32::from(entry.depth) >= depth && beta - alpha == 1 {
                return score;
            }
        }

        let scout = beta - alpha == 1;
        let standing = if threatened { -WIN } else { self.mind.score(self.terrain, position) };
        if may_pass && scout && !threatened && depth >= 3 && standing >= beta && self.can_pass(position) {
            let score = -self.search(&passed, depth - 3 - depth / 4, -beta, 1 - beta, ply + 1, false);
            if self.halted {
                return 0;
            }
            if score >= beta && score < FORCED {
                return score;
            }
        }
        self.try_moves(position, depth, alpha, beta, ply, Known { threatened, standing, entry: known })
    }

    /// The score of a position for its side to move if repetition decides it.
    #[inline]
    pub(crate) fn repetition(&mut self, position: &Position, ply: usize) -> Option<i32> {
        if self.path.is_sharp() {
            return self.sharp_repetition(position, ply);
        }
        (self.path.is_drawn() || self.path.goes_round()).then(|| draw(ply))
    }

    /// The same where repetition may win, lose or be illegal.
    #[inline(never)]
    fn sharp_repetition(&mut self, position: &Position, ply: usize) -> Option<i32> {
        let turn = position.turn();
        let for_turn = |side, score: i32| if side == turn { score - ply as i32 } else { ply as i32 - score };
        let score = match self.path.judged(self.referee, turn) {
            Repeat::Draw => draw(ply),
            Repeat::Won(side) => for_turn(side, WIN),
            // The other side could not move like that, and must not be thought to.
            Repeat::Forbidden => WIN,
            Repeat::Nothing if !self.path.goes_round() => return None,
            Repeat::Nothing => match self.path.circle_favours(turn) {
                Some(side) => for_turn(side, ROUND),
                None => draw(ply),
            },
        };
        self.depends_on = self.depends_on.min(self.path.depends_on());
        Some(score)
    }

    /// The score of a position by its moves.
    fn try_moves(&mut self, position: &Position, depth: i32, alpha: i32, beta: i32, ply: usize, known: Known) -> i32 {
        let from_table = known.entry.map_or(0, |entry| entry.squares);
        let moves = self.moves(position, known.threatened, ply, from_table);
        if moves.is_empty() && !self.referee.has_move(position) {
            return self.stuck(ply);
        }
        let outer = std::mem::replace(&mut self.depends_on, usize::MAX);
        let scout = beta - alpha == 1;
        let futile = !known.threatened && scout && depth <= 2 && known.standing + 120 * depth <= alpha;
        let mut best = if known.threatened { ply as i32 + 2 - WIN } else { -WIN };
        let (mut best_move, mut low) = (0, alpha);
        let mut tried: Vec<Move> = Vec::new();
        for (index, mv) in moves.enumerate() {
            let next = self.referee.advance(position, mv);
            let quiet = next.taken.is_empty();
            // A move that leaves the threat standing loses at once; the referee need not be asked again.
            if known.threatened && self.still_loses(mv, &next) {
                continue;
            }
            let small = quiet && !known.threatened && index > 0 && !is_kings(position, mv);
            if futile && small && best > -FORCED {
                continue;
            }
            let mut depth_now = depth - 1;
            if small && depth >= 3 && index >= 3 {
                depth_now -= 1 + i32::from(index >= 10) + i32::from(index >= 30 && depth >= 5);
            }
            let score = if tried.is_empty() {
                self.after(mv, &next, depth - 1, low, beta, ply)
            } else {
                let mut score = self.after(mv, &next, depth_now.max(0), low, low + 1, ply);
                if score > low && depth_now < depth - 1 {
                    score = self.after(mv, &next, depth - 1, low, low + 1, ply);
                }
                if score > low && score < beta {
                    score = self.after(mv, &next, depth - 1, low, beta, ply);
                }
                score
            };
            if self.halted {
                return 0;
            }
            if score > best {
                best = score;
                if score > low {
                    low = score;
                    best_move = squares(mv);
                    self.extend_line(mv, ply);
                }
                if score >= beta {
                    if quiet {
                        self.memory.reward(position.turn(), ply, mv, &tried, depth);
                    }
                    break;
                }
            }
            tried.push(mv);
        }
        if best == -WIN && self.path.forbids() {
            // Every move repeats something that it may not.
            best = self.stuck(ply);
        }
        let depends = self.depends_on < ply;
        self.depends_on = outer.min(if depends { self.depends_on } else { usize::MAX });
        if depends {
            return best;
        }
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best > alpha => Bound::Exact,
            _ => Bound::AtMost,
        };
        let entry = Entry { squares: best_move, score: to_table(best, ply), depth: depth.min(100) as i8, bound };
        self.table.put(position.hash() ^ self.terrain.salt, entry);
        best
    }

    /// The moves of a position, or those that may answer a threat.
    pub(crate) fn moves(&self, position: &Position, threatened: bool, ply: usize, from_table: u16) -> Ordered {
        let only = if threatened { answer_squares(self.referee, position) } else { None };
        Ordered::all(self.referee, self.terrain, position, &self.memory, ply, from_table, only.as_ref())
    }

    /// Whether a move that faces a threat leaves the other side a win in one. A move that ends the game by
    /// repetition does not.
    pub(crate) fn still_loses(&mut self, mv: Move, next: &Advanced) -> bool {
        if !can_win(self.referee, self.terrain, &next.position) {
            return false;
        }
        self.path.push(mv, &next.position, !next.taken.is_empty());
        let repeat = self.path.judged(self.referee, next.position.turn());
        self.path.pop();
        match repeat {
            Repeat::Draw => false,
            Repeat::Won(side) => side == next.position.turn(),
            Repeat::Nothing | Repeat::Forbidden => true,
        }
    }

    /// The score of a side that cannot move.
    pub(crate) fn stuck(&self, ply: usize) -> i32 {
        if self.terrain.stuck_loses { ply as i32 - WIN } else { draw(ply) }
    }

    /// The best line from a ply is this move and the best line after it.
    pub(crate) fn extend_line(&mut self, mv: Move, ply: usize) {
        let (here, after) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&after[0]);
    }

    /// Whether to pass would tell something: a side with few moves may be forced to a bad one.
    fn can_pass(&self, position: &Position) -> bool {
        position.men(position.turn()) >= 4 && self.referee.count_moves(position) >= 12
    }
}

/// What a draw is worth to the side to move: to the side that thinks a little less than a level game, so that
/// it plays on where it can.
pub(crate) fn draw(ply: usize) -> i32 {
    if ply.is_multiple_of(2) { -PLAY_ON } else { PLAY_ON }
}

const PLAY_ON: i32 = 30;

/// What is known about a position before its moves are tried.
#[derive(Clone, Copy)]
struct Known {
    threatened: bool,
    standing: i32,
    entry: Option<Entry>,
}

/// Forced ends are counted from the root in the search and from the position in the table.
fn to_table(score: i32, ply: usize) -> i16 {
    let moved = match score {
        _ if score > FORCED => score + ply as i32,
        _ if score < -FORCED => score - ply as i32,
        _ => score,
    };
    moved.clamp(-WIN, WIN) as i16
}

fn from_table(score: i16, ply: usize) -> i32 {
    match i32::from(score) {
        score if score > FORCED => score - ply as i32,
        score if score < -FORCED => score + ply as i32,
        score => score,
    }
}

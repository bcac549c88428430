//! The principal variation as it is told: up to the move that wins where the score is a forced win, else as far as the
//! table knows how it goes on. A search itself ends it sooner: where a side has no answer to a threat, and where the table
//! settles a position.

use std::sync::Arc;

use hnefi_rules::{Game, Move, Side};

use super::session::Session;
use crate::mind::Mind;
use crate::score::{FORCED, MAX_PLY, WIN};
use crate::search::control::Control;
use crate::search::found::Found;
use crate::search::keys::Keys;
use crate::search::order::from_squares;
use crate::search::prepared::Prepared;
use crate::search::table::{Bound, Entry};
use crate::{Budget, Score};

/// So many positions may be looked at to find again how a forced win goes on, while the search has any left.
const AGAIN: u64 = 20_000;

/// So many for the reply that holds out longest, where the table forgot it.
const REPLY: u64 = 5_000;

/// So many more where it has none left, over all lines.
const AFTERWARDS: u64 = 1_000;

/// How the side that loses finds the reply that holds out longest.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Replies {
    Remembered,
    Searched,
}

/// The variations of one search.
pub(super) struct Variations<'a, M: Mind> {
    session: &'a Session<'a>,
    game: &'a Game,
    prepared: &'a Prepared<M>,
    control: &'a Control<'a>,
    keys: Keys,
    /// What was told last, as the search found it and whole.
    last: Option<(Found, Found)>,
    /// How many positions were looked at beyond those that the search has.
    beyond: u64,
}

impl<'a, M: Mind> Variations<'a, M> {
    pub(super) fn new(
        session: &'a Session<'a>,
        game: &'a Game,
        prepared: &'a Prepared<M>,
        control: &'a Control<'a>,
    ) -> Variations<'a, M> {
        let keys = Keys::new(game, prepared.salt, game.position().turn());
        Variations { session, game, prepared, control, keys, last: None, beyond: 0 }
    }

    /// What was found, with its line whole.
    pub(super) fn whole(&mut self, found: &Found) -> Found {
        if let Some((before, whole)) = &self.last
            && (before.score, &before.line) == (found.score, &found.line)
        {
            return Found { depth: found.depth, ..whole.clone() };
        }
        let mut at = self.game.clone();
        let mut line = found.line.clone();
        let legal = line.iter().position(|&mv| at.play(mv).is_err());
        line.truncate(legal.unwrap_or(line.len()));
        let (turn, score) = (self.game.position().turn(), Score::from_hundredths(found.score));
        let whole = match (score.forced_win(), score.forced_loss()) {
            (Some(plies), _) => {
                let (line, plies) = self.finish(&at, &line, turn, plies);
                Found { score: WIN - plies as i32, line, ..*found }
            }
            (_, Some(plies)) => {
                let (line, plies) = self.finish(&at, &line, !turn, plies);
                Found { score: plies as i32 - WIN, line, ..*found }
            }
            _ => Found { line: self.follow(at, line, found.depth), ..*found },
        };
        self.last = Some((found.clone(), whole.clone()));
        whole
    }

    /// Goes on from move to move by what the table thinks best, up to so many plies.
    fn follow(&self, mut at: Game, mut line: Vec<Move>, plies: u32) -> Vec<Move> {
        let mut seen = vec![at.position().hash()];
        while line.len() < plies as usize && at.outcome().is_none() {
            let position = at.position();
            let best = self.known(&at).and_then(|entry| from_squares(at.referee(), position, entry.squares));
            // Of a position in which no move was good enough, the table has none. Then it is the one that was least bad.
            let searched = |known: &Entry| known.depth > 0 && known.bound != Bound::AtMost;
            let Some(mv) = best.or_else(|| self.least_bad(&mut at, searched)) else { break };
            if at.play(mv).is_err() || seen.contains(&at.position().hash()) {
                break;
            }
            seen.push(at.position().hash());
            line.push(mv);
        }
        line
    }

    /// Goes on until `winner` has won, which takes so many plies from the beginning of the line. Gives the line, and in how many
    /// plies it wins: fewer where no reply is found that holds out for as long as the search had said.
    fn finish(&mut self, at: &Game, line: &[Move], winner: Side, plies: u32) -> (Vec<Move>, u32) {
        let mut longest = (false, line.to_vec());
        for replies in [Replies::Remembered, Replies::Searched] {
            let Some((over, line)) = self.win(at.clone(), line.to_vec(), winner, plies, replies) else { break };
            if (over, line.len()) > (longest.0, longest.1.len()) {
                longest = (over, line);
            }
            if longest.1.len() >= plies as usize {
                break;
            }
        }
        let (over, line) = longest;
        let plies = if over { plies.min(line.len() as u32) } else { plies };
        (line, plies)
    }

    /// Goes on until the game is over, if it is found how; nothing where it ends without `winner`'s win.
    fn win(
        &mut self,
        mut at: Game,
        mut line: Vec<Move>,
        winner: Side,
        plies: u32,
        replies: Replies,
    ) -> Option<(bool, Vec<Move>)> {
        let mut seen = Vec::new();
        while at.outcome().is_none() && line.len() < MAX_PLY {
            let new = !seen.contains(&at.position().hash());
            seen.push(at.position().hash());
            let left = plies.saturating_sub(line.len() as u32);
            let next = match at.position().turn() == winner {
                true => winning_move(&mut at, winner).map(|mv| vec![mv]),
                false if left <= 2 => last_stand(&mut at, winner),
                false if replies == Replies::Searched => {
                    self.search_again(&at, winner, left, REPLY).map(|line| line[..1].to_vec())
                }
                false => None,
            };
            let next = next.or_else(|| self.remembered(&mut at, winner).filter(|_| new).map(|mv| vec![mv]));
            let next = next.or_else(|| self.search_again(&at, winner, left.max(1), AGAIN));
            let Some(next) = next.filter(|next| next.iter().all(|&mv| at.play(mv).is_ok())) else { break };
            line.extend(next);
        }
        let outcome = at.outcome();
        outcome.is_none_or(|outcome| outcome.winner == Some(winner)).then_some((outcome.is_some(), line))
    }

    /// How the table says that a win goes on: by the winner's best move, or the move after which the other side holds out
    /// longest.
    fn remembered(&self, at: &mut Game, winner: Side) -> Option<Move> {
        let wins = |known: &Entry| i32::from(known.score).abs() > FORCED;
        if at.position().turn() == winner {
            let known = self.known(at).filter(wins)?;
            return from_squares(at.referee(), at.position(), known.squares);
        }
        self.least_bad(at, wins)
    }

    /// The move after which the table gives the other side least, among those of which it knows something that fits.
    fn least_bad(&self, at: &mut Game, fits: impl Fn(&Entry) -> bool) -> Option<Move> {
        let moves = at.moves().into_iter();
        let known = moves.filter_map(|mv| {
            at.play(mv).ok()?;
            let known = self.known(at).filter(&fits);
            at.undo();
            Some((known?.score, mv))
        });
        known.min_by_key(|&(score, _)| score).map(|(_, mv)| mv)
    }

    /// What the table knows of a position.
    fn known(&self, at: &Game) -> Option<Entry> {
        self.session.engine.table.get(self.keys.of(at.position()))
    }

    /// The line by which `winner` wins a game within so many plies, found by another search of at most so many positions.
    fn search_again(&mut self, at: &Game, winner: Side, plies: u32, most: u64) -> Option<Vec<Move>> {
        let time = self.control.time_left();
        let over = self.control.is_stopped() || time.is_some_and(|time| time.hard.is_zero());
        let left = if over { 0 } else { most.min(self.control.left()) };
        let nodes = left.max(AFTERWARDS.saturating_sub(self.beyond));
        if nodes == 0 {
            return None;
        }
        let budget = Budget { depth: plies, nodes, time: time.filter(|_| left > 0) };
        let control = self.session.engine.control(budget, self.control.cancel());
        let mut worker = self.session.worker(at, self.prepared, &control, Arc::default());
        let moves: Vec<Move> = at.moves().into_iter().collect();
        let found = worker.resolve(at.position(), &moves, plies, self.game.position().turn());
        self.control.count(control.nodes());
        self.beyond += control.nodes().saturating_sub(left);
        let found = found?;
        let score = Score::from_hundredths(found.score);
        let wins = if at.position().turn() == winner { score.forced_win() } else { score.forced_loss() };
        wins.map(|_| found.line)
    }
}

/// A move by which the side to move, `winner`, wins at once.
fn winning_move(at: &mut Game, winner: Side) -> Option<Move> {
    at.moves().into_iter().find(|&mv| {
        let wins = at.play(mv).is_ok_and(|ply| ply.outcome.is_some_and(|outcome| outcome.winner == Some(winner)));
        at.undo();
        wins
    })
}

/// A move of the side that loses, and the one by which `winner` wins then.
fn last_stand(at: &mut Game, winner: Side) -> Option<Vec<Move>> {
    at.moves().into_iter().find_map(|mv| {
        at.play(mv).ok()?;
        let wins = if at.outcome().is_none() { winning_move(at, winner) } else { None };
        at.undo();
        wins.map(|win| vec![mv, win])
    })
}

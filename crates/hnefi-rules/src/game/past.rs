//! A game as the rules on repetition ask about it. Equal positions are found by their hash and compared in full.

use super::Game;
use crate::repetition::{Past, Pressure, Repeat, is_thrice, judge};
use crate::{Move, Position, Referee};

impl Game {
    /// What the rule on repetition says of the position now.
    pub(super) fn judge_repetition(&self) -> Repeat {
        let way = Way { game: self, next: None };
        judge(&self.referee, &way, self.position().turn())
    }

    /// What it would say after a move that the board allows.
    pub(super) fn judge_after(&self, mv: Move) -> Repeat {
        let next = self.referee.advance(self.position(), mv).position;
        let way = Way { game: self, next: Some((mv, &next)) };
        judge(&self.referee, &way, next.turn())
    }

    /// How many times the position after so many plies had stood by then, that time included; 0 where the game has fewer
    /// plies.
    ///
    /// ```
    /// use hnefi_rules::{Game, Referee, leaflet};
    /// use std::sync::Arc;
    /// let mut game = Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone())));
    /// for (from, to) in [("d1", "d4"), ("f8", "d8"), ("d4", "d1"), ("d8", "f8")] {
    ///     game.play(hnefi_rules::Intent { from: from.parse().unwrap(), to: to.parse().unwrap() }).unwrap();
    /// }
    /// assert_eq!((game.times_stood(0), game.times_stood(1), game.times_stood(4)), (1, 1, 2));
    /// ```
    pub fn times_stood(&self, plies: usize) -> usize {
        let Some(position) = self.position_after(plies) else { return 0 };
        let like = self.line.positions_like(position.hash()).filter(|&number| number <= plies);
        like.filter(|&number| self.position_after(number) == Some(position)).count()
    }

    /// The legal moves that bring back an earlier position, each with how many times that will have stood by then.
    ///
    /// ```
    /// use hnefi_rules::{Game, Referee, leaflet};
    /// use std::sync::Arc;
    /// let mut game = Game::new(Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone())));
    /// for (from, to) in [("d1", "d4"), ("f8", "d8"), ("d4", "d1")] {
    ///     game.play(hnefi_rules::Intent { from: from.parse().unwrap(), to: to.parse().unwrap() }).unwrap();
    /// }
    /// let [(mv, times)] = game.repeating()[..] else { panic!("one move goes back to the start") };
    /// assert_eq!((mv.to_string(), times), ("d8-f8".to_owned(), 2));
    /// ```
    pub fn repeating(&self) -> Vec<(Move, usize)> {
        let stood = |next: &Position| {
            let like = self.line.positions_like(next.hash());
            like.filter(|&number| self.position_after(number) == Some(next)).count()
        };
        let moves = self.moves().into_iter().map(|mv| (mv, self.referee.advance(self.position(), mv).position));
        moves.filter_map(|(mv, next)| Some((mv, stood(&next) + 1)).filter(|&(_, times)| times > 1)).collect()
    }
}

/// The plies of a game, and perhaps one more that is only considered.
struct Way<'a> {
    game: &'a Game,
    next: Option<(Move, &'a Position)>,
}

impl Way<'_> {
    fn plies(&self) -> usize {
        self.game.line.plies().len()
    }

    /// The numbers of the earlier positions that equal the last one, the latest first.
    fn returns(&self) -> impl Iterator<Item = usize> {
        let (last, number) = (self.position(self.last()), self.last());
        let like = self.game.line.positions_like(last.hash());
        like.filter(move |&like| like != number && self.position(like) == last)
    }

    fn move_at(&self, number: usize) -> Option<Move> {
        match self.game.ply(number) {
            Some(ply) => Some(ply.played.mv),
            None => self.next.map(|(mv, _)| mv),
        }
    }
}

impl Past for Way<'_> {
    fn last(&self) -> usize {
        self.plies() + usize::from(self.next.is_some())
    }

    fn before(&self) -> Option<usize> {
        self.returns().next()
    }

    fn first_of_three(&self) -> Option<usize> {
        self.returns().nth(1)
    }

    fn is_third_sequence(&self) -> bool {
        let Some(last) = self.last().checked_sub(1) else { return false };
        let Some(mv) = self.move_at(last) else { return false };
        // A sequence that comes again ends with the same move.
        let like = self.game.line.moves_like(mv).filter(|&number| number != last);
        like.take_while(|number| 3 * (last - number) <= last + 1)
            .any(|number| is_thrice(last + 1, last - number, |number| self.move_at(number)))
    }

    fn pressure(&self, referee: &Referee, number: usize) -> Pressure {
        let find = || Pressure::of(referee, self.position(number), self.position(number + 1));
        self.game.line.pressures().get(number, find)
    }
}

impl Way<'_> {
    fn position(&self, number: usize) -> &Position {
        match self.next {
            Some((_, next)) if number > self.plies() => next,
            _ => self.game.position_after(number).unwrap_or(&self.game.start),
        }
    }
}

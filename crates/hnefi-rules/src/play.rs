//! Making a move: the piece, what it captures, and whether the king ends the game.

use crate::position::NO_KING;
use crate::referee::Rare;
use crate::{
    Capture, Direction, Ending, Escape, Move, Outcome, Partner, Piece, Position, Referee, Side, Square, Taken,
};

/// What a move did, told in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// The piece that moved.
    pub piece: Piece,
    /// What it captured, by file, then rank.
    pub captures: Vec<Capture>,
    /// The position after it, the other side to move.
    pub position: Position,
    /// How the move ended the game, if it did by itself: by the king, by a fort or by a ring.
    pub ending: Option<Outcome>,
}

impl Played {
    /// The squares between which a captured piece fell, that of the piece that moved first: a partner, a corner or the
    /// throne, and of a piece that was shut in, the enemies round it. A row on the edge names only who closed it.
    ///
    /// ```
    /// use hnefi_rules::{Intent, Referee, Setup, Side, leaflet};
    /// let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
    /// let setup = Setup::from_rows("/11/11/11/6t4/5tKt3/11/11/6t4/11/11/11/").unwrap();
    /// let position = referee.position(&setup, Side::Attackers).unwrap();
    /// let intent = Intent { from: "g8".parse().unwrap(), to: "g6".parse().unwrap() };
    /// let played = referee.play(&position, referee.legal(&position, intent).unwrap());
    /// let captors: Vec<String> = played.captors(&played.captures[0]).iter().map(|square| square.to_string()).collect();
    /// assert_eq!(captors, ["g6", "h5", "g4", "f5"]);
    /// ```
    pub fn captors(&self, capture: &Capture) -> Vec<Square> {
        let to = self.mv.to();
        let mut captors = vec![to];
        if let Partner::Trap | Partner::FourSides | Partner::ThreeAndThrone(_) = capture.by {
            let beside = Direction::ALL.into_iter().filter_map(|d| capture.square.step(d, self.position.size()));
            let enemies = beside.filter(|&s| self.position.piece(s).is_some_and(|p| p.side() == self.piece.side()));
            captors.extend(enemies.filter(|&square| square != to));
        }
        captors.extend(capture.by.square());
        captors
    }
}

/// What a move did, told briefly; for those who play millions.
#[derive(Clone, Copy, Debug)]
pub struct Advanced {
    /// The position after it, the other side to move.
    pub position: Position,
    /// What was captured, seen from the square moved to.
    pub taken: Taken,
    /// How the move ended the game, if it did by itself: by the king, by a fort or by a ring.
    pub ending: Option<Ending>,
}

/// What a move did that was made in place.
#[derive(Clone, Copy, Debug)]
pub struct Made {
    /// What was captured, seen from the square moved to.
    pub taken: Taken,
    /// How the move ended the game, if it did by itself: by the king, by a fort or by a ring.
    pub ending: Option<Ending>,
}

impl Referee {
    /// **Play**: makes a move, with everything that it captures and how the king fares.
    ///
    /// ```
    /// use hnefi_rules::{Intent, Partner, Referee, Setup, Side, leaflet};
    /// let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
    /// // The defender on b1 falls between the attacker that comes to c1 and the corner a1.
    /// let setup = Setup::from_rows("/1T9/11/2t8/11/11/11/11/7K3/11/11/11/").unwrap();
    /// let position = referee.position(&setup, Side::Attackers).unwrap();
    /// let intent = Intent { from: "c3".parse().unwrap(), to: "c1".parse().unwrap() };
    /// let played = referee.play(&position, referee.legal(&position, intent).unwrap());
    /// assert_eq!(played.captures[0].by, Partner::Corner("a1".parse().unwrap()));
    /// ```
    ///
    /// Repetition and a side without a move are judged by the [`Game`](crate::Game). The move must have been
    /// made for this position; another one gives a senseless position, or a panic where no piece stands.
    pub fn play(&self, position: &Position, mv: Move) -> Played {
        let piece = position.piece(mv.from()).expect("a legal move starts where a piece stands");
        let arrived = self.arrive(position, mv);
        let advanced = self.advance(position, mv);
        let mut captures: Vec<Capture> = Direction::ALL
            .into_iter()
            .filter(|&d| advanced.taken.has(d))
            .map(|d| self.explain(&arrived, mv.to(), d))
            .chain(advanced.taken.wall(mv.to()).map(|square| self.explain_wall(&arrived, mv.to(), square)))
            .collect();
        captures.sort_by_key(|c| c.square.file_then_rank());
        let ending = advanced.ending.map(|reason| {
            // A move ends a game at once only by winning it.
            Outcome::win(position.turn(), reason)
        });
        Played { mv, piece, captures, position: advanced.position, ending }
    }

    /// Makes a move and says briefly what it did. The same promise is asked as for [`Referee::play`].
    #[inline(always)]
    pub fn advance(&self, position: &Position, mv: Move) -> Advanced {
        let mut next = *position;
        let Made { taken, ending } = self.make(&mut next, mv);
        Advanced { position: next, taken, ending }
    }

    /// Makes a move in place. The same promise is asked as for [`Referee::play`].
    ///
    /// This is the quickest way: copy the position, make the move in the copy.
    #[inline(always)]
    pub fn make(&self, position: &mut Position, mv: Move) -> Made {
        // One copy of the code for each side, each without a branch on it.
        match position.turn {
            Side::Attackers => self.make_as(position, mv, Side::Attackers),
            Side::Defenders => self.make_as(position, mv, Side::Defenders),
        }
    }

    #[inline(always)]
    fn make_as(&self, position: &mut Position, mv: Move, side: Side) -> Made {
        let king_moves = side == Side::Defenders && position.king == mv.from().index() as u8;
        let piece = if king_moves { Piece::King } else { Piece::soldier_of(side) };
        position.lift(piece, side, mv.from());
        self.land(position, piece, side, mv.to())
    }

    /// The second half of a move: puts a piece of `side` that [`Position::lift`] has taken up on the square
    /// where its move ends. Who makes every move of a piece lifts it once.
    #[inline(always)]
    pub(crate) fn land(&self, position: &mut Position, piece: Piece, side: Side, to: Square) -> Made {
        position.land(piece, side, to);
        let king_moves = piece == Piece::King;
        let taken = self.strike_as(position, to, side, king_moves);
        let mut ending = if king_moves && self.escapes(to) { Some(Ending::KingEscaped) } else { None };
        if !taken.is_empty() {
            position.take(taken, to, side);
            if position.king == NO_KING {
                ending = Some(Ending::KingCaptured);
            }
        }
        if self.rare.any(Rare::ENDINGS) && ending.is_none() {
            ending = self.enclosed(position, side);
        }
        Made { taken, ending }
    }

    /// The position after a move with nothing captured yet and the same side to move.
    pub(crate) fn arrive(&self, position: &Position, mv: Move) -> Position {
        let piece = position.piece(mv.from()).expect("a legal move starts where a piece stands");
        let mut next = *position;
        next.toggle(piece, mv.from());
        next.toggle(piece, mv.to());
        next
    }

    /// Whether the king wins by landing on a square.
    #[inline(always)]
    pub fn escapes(&self, square: Square) -> bool {
        match self.answers.escape {
            Escape::Corner => self.corners.has(square),
            Escape::Edge => self.edge.has(square),
        }
    }
}

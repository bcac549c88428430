//! Why a piece still stands: the question that people argue about.

use std::sync::Arc;

use crate::{
    Capture, Clause, Corners, Direction, Intent, KingBesideThrone, KingExposure, KingPlace, Partner, Piece, Point,
    Position, Question, Referee, Ruleset, Shieldwall, SoldiersThrone, Square, Trap,
};

/// The answer to "why was this piece not captured?"
#[derive(Clone, Debug)]
pub struct WhyNot {
    /// Where the piece stands.
    pub square: Square,
    /// What it is.
    pub piece: Piece,
    /// What is on each of its sides, clockwise from north.
    pub sides: [Neighbour; 4],
    /// Why it stands.
    pub why: Why,
    /// The clauses that decide, the weightiest first.
    pub clauses: Vec<Clause>,
    /// Other rule sets under which it would have been captured.
    pub elsewhere: Vec<Arc<Ruleset>>,
}

/// What is on one side of a piece.
#[derive(Clone, Debug)]
pub struct Neighbour {
    /// On which side.
    pub direction: Direction,
    /// The square; `None` beyond the edge.
    pub square: Option<Square>,
    /// What is there, as a captor sees it.
    pub standing: Standing,
    /// For a throne or corner that is no partner here: the other rule sets under which it would be one.
    pub hostile_elsewhere: Vec<Arc<Ruleset>>,
}

/// What a neighbouring square is to a piece that might be captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The board ends here.
    Edge,
    /// Nothing stands here.
    Empty,
    /// A comrade stands here.
    Comrade(Piece),
    /// An enemy stands here who is a partner in captures.
    Enemy(Piece),
    /// An enemy stands here who is no partner in the captures of others: the king without arms, or with a
    /// hammer alone.
    Unarmed,
    /// A corner or the throne that is hostile to this piece, by the answer to this question.
    Hostile(Question),
    /// A corner or the throne that is not hostile to this piece, by the answer to this question.
    Harmless(Question),
}

impl Standing {
    /// Whether this side is closed by a partner for a capture.
    pub const fn is_partner(self) -> bool {
        matches!(self, Standing::Enemy(_) | Standing::Hostile(_))
    }
}

/// Why a piece still stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Nothing is closed round it: no two opposite sides hold partners.
    Open,
    /// It moved in between by itself, which is safe.
    MovedIn,
    /// It stands between partners, but the last move was not made by one of them.
    NotStruck,
    /// It stands between partners; whether one of them has just arrived, nobody said.
    LastMoveUnknown,
    /// The last move captures it: it does not belong on the board any more.
    Falls(Capture),
    /// The king, who stands there, can be captured there and does not have enough round him for it.
    KingNeedsMore(KingPlace),
    /// The king cannot be captured where he stands.
    KingSafe(KingPlace),
}

impl Why {
    /// The word for this answer on the wire and in the rules chapters.
    pub const fn id(self) -> &'static str {
        match self {
            Why::Open => "open",
            Why::MovedIn => "moved-in",
            Why::NotStruck => "not-struck",
            Why::LastMoveUnknown => "last-move-unknown",
            Why::Falls(_) => "falls",
            Why::KingNeedsMore(_) => "king-needs-more",
            Why::KingSafe(_) => "king-safe",
        }
    }
}

impl Standing {
    /// The word for this on the wire.
    pub const fn id(self) -> &'static str {
        match self {
            Standing::Edge => "edge",
            Standing::Empty => "empty",
            Standing::Comrade(_) => "comrade",
            Standing::Enemy(_) => "enemy",
            Standing::Unarmed => "unarmed",
            Standing::Hostile(_) => "hostile",
            Standing::Harmless(_) => "harmless",
        }
    }
}

impl Referee {
    /// Says why the piece on a square was not captured; `None` if nothing stands there.
    ///
    /// `last` is the move that led to the position, if it is known. `others` are asked whether they would
    /// have captured it.
    ///
    /// ```
    /// use hnefi_rules::{Referee, Setup, Side, Why, leaflet};
    /// let referee = Referee::new(leaflet("regency-chess").unwrap().clone());
    /// // An attacker on f5 between a defender on f4 and the empty throne: safe under this leaflet.
    /// let setup = Setup::from_rows("/11/K10/11/5T5/5t5/11/11/11/11/11/11/").unwrap();
    /// let position = referee.position(&setup, Side::Attackers).unwrap();
    /// let answer = referee.why_not(&position, "f5".parse().unwrap(), None, &[]).unwrap();
    /// assert_eq!(answer.why, Why::Open);
    /// assert!(answer.clauses[0].id() == "empty-throne-attackers");
    /// ```
    pub fn why_not(
        &self,
        position: &Position,
        square: Square,
        last: Option<Intent>,
        others: &[Arc<Referee>],
    ) -> Option<WhyNot> {
        let piece = position.piece(square)?;
        let sides = Direction::ALL.map(|direction| self.neighbour(position, square, piece, direction, others));
        let strikers: Vec<Square> = match last {
            Some(last) => vec![last.to],
            None => self.possible_strikers(position, square, piece),
        };
        let falls = |referee: &Referee| strikers.iter().any(|&to| referee.strike_on(position, to, square).is_some());
        let elsewhere = others
            .iter()
            .filter(|other| other.size == self.size && !falls(self) && falls(other))
            .map(|other| other.ruleset.clone())
            .collect();
        let (why, clauses) = self.judge(position, square, piece, &sides, last, &strikers);
        Some(WhyNot { square, piece, sides, why, clauses, elsewhere })
    }

    /// Every enemy who might have captured the piece on a square by arriving where he stands: beside it, or at
    /// the end of its row on the edge.
    pub(crate) fn possible_strikers(&self, position: &Position, square: Square, piece: Piece) -> Vec<Square> {
        let side_on = |s: Square| position.piece(s).map(Piece::side);
        Direction::ALL
            .into_iter()
            .filter_map(|direction| {
                let mut next = square.step(direction, self.size)?;
                while side_on(next) == Some(piece.side()) && self.edge.has(square) && self.edge.has(next) {
                    next = next.step(direction, self.size)?;
                }
                (side_on(next) == Some(!piece.side())).then_some(next)
            })
            .collect()
    }

    /// What captures the piece on `victim` if the piece on `to` has just arrived there.
    pub(crate) fn strike_on(&self, position: &Position, to: Square, victim: Square) -> Option<Capture> {
        let taken = self.strike(position, to);
        let beside = Direction::ALL.into_iter().find(|&d| to.step(d, self.size) == Some(victim));
        match beside {
            Some(direction) if taken.has(direction) => Some(self.explain(position, to, direction)),
            _ => taken.wall(to).any(|fallen| fallen == victim).then(|| self.explain_wall(position, to, victim)),
        }
    }

    fn neighbour(
        &self,
        position: &Position,
        square: Square,
        piece: Piece,
        direction: Direction,
        others: &[Arc<Referee>],
    ) -> Neighbour {
        let side = piece.side();
        let next = square.step(direction, self.size);
        let standing = match next {
            None => Standing::Edge,
            Some(next) => {
                let special = next == self.throne || self.corners.has(next);
                match (self.standing_special(position, square, next, piece), position.piece(next)) {
                    (Some(hostile @ Standing::Hostile(_)), _) => hostile,
                    (_, Some(there)) if there.side() == side => {
                        match self.standing_special(position, square, next, piece) {
                            Some(harmless) if special => harmless,
                            _ => Standing::Comrade(there),
                        }
                    }
                    (_, Some(there)) if piece == Piece::King || self.is_partner(position, next, side) => {
                        Standing::Enemy(there)
                    }
                    (_, Some(_)) => Standing::Unarmed,
                    (Some(harmless), None) => harmless,
                    (None, None) => Standing::Empty,
                }
            }
        };
        let hostile_elsewhere = match (standing, next) {
            (Standing::Harmless(_), Some(next)) => others
                .iter()
                .filter(|other| other.size == self.size)
                .filter(|other| {
                    matches!(other.standing_special(position, square, next, piece), Some(Standing::Hostile(_)))
                })
                .map(|other| other.ruleset.clone())
                .collect(),
            _ => Vec::new(),
        };
        Neighbour { direction, square: next, standing, hostile_elsewhere }
    }

    /// Whether a corner or the throne counts against a piece beside it; `None` for an ordinary square.
    fn standing_special(&self, position: &Position, square: Square, next: Square, piece: Piece) -> Option<Standing> {
        let throne = next == self.throne;
        if !throne && !self.corners.has(next) {
            return None;
        }
        let (hostile, question) = if piece == Piece::King {
            if throne {
                // With a soldier on it, the throne counts neither for nor against the king beside it.
                if position.piece(next).is_some() {
                    return None;
                }
                (self.answers.king_beside_throne == KingBesideThrone::Three, Question::KingBesideThrone)
            } else {
                (self.answers.king_beside_corner != KingExposure::Safe, Question::KingBesideCorner)
            }
        } else {
            let partner = self.partner(position, next, square, piece.side());
            (
                matches!(partner, Some(Partner::Throne(_) | Partner::Corner(_))),
                self.hostility_question(position, next, piece.side()),
            )
        };
        let ordinary = if throne {
            self.answers.soldiers_throne == SoldiersThrone::Stop
        } else {
            self.answers.corners == Corners::Open
        };
        match hostile {
            true => Some(Standing::Hostile(question)),
            false => (!ordinary).then_some(Standing::Harmless(question)),
        }
    }

    fn judge(
        &self,
        position: &Position,
        square: Square,
        piece: Piece,
        sides: &[Neighbour; 4],
        last: Option<Intent>,
        strikers: &[Square],
    ) -> (Why, Vec<Clause>) {
        if last.is_some() {
            for &to in strikers {
                if let Some(capture) = self.strike_on(position, to, square) {
                    return (Why::Falls(capture), capture.clauses.iter().collect());
                }
            }
        }
        // Surrounded as it stands: would any of its neighbours have captured it by arriving last?
        let surrounded = self
            .possible_strikers(position, square, piece)
            .into_iter()
            .find_map(|to| self.strike_on(position, to, square));
        match (surrounded, piece) {
            (Some(capture), _) => self.judge_surrounded(position, &capture, last),
            (None, Piece::King) => self.judge_king(square),
            (None, Piece::Attacker | Piece::Defender) => self.judge_soldier(square, sides),
        }
    }

    /// Why a piece stands that some neighbour would have captured by arriving last.
    fn judge_surrounded(&self, position: &Position, capture: &Capture, last: Option<Intent>) -> (Why, Vec<Clause>) {
        let Capture { square, piece, by, .. } = *capture;
        let why = match last {
            None => Why::LastMoveUnknown,
            Some(last) if last.to == square => Why::MovedIn,
            Some(_) => Why::NotStruck,
        };
        let in_a_row = by == Partner::Shieldwall;
        let mut clauses = match (piece, in_a_row) {
            (Piece::King, _) => vec![self.king_place(square).question().into(), Point::SafeBetween.into()],
            (_, true) => vec![Question::Shieldwall.into(), Point::SafeBetween.into()],
            (_, false) => vec![Point::SafeBetween.into(), Point::Sandwich.into()],
        };
        let closed_an_end = |last: Intent| {
            let ends = self.possible_strikers(position, square, piece);
            self.edge.has(last.to) && ends.contains(&last.to)
        };
        if in_a_row && last.is_some_and(closed_an_end) {
            // Only for the king at one of the ends does it matter which of them is closed last.
            clauses.insert(0, Question::KingArms.into());
        }
        (why, clauses)
    }

    /// Why the king stands who is not surrounded.
    fn judge_king(&self, square: Square) -> (Why, Vec<Clause>) {
        let place = self.king_place(square);
        let why = match place.captors(&self.answers) {
            None => Why::KingSafe(place),
            Some(_) => Why::KingNeedsMore(place),
        };
        (why, vec![place.question().into()])
    }

    /// Why a soldier stands who is not surrounded.
    fn judge_soldier(&self, square: Square, sides: &[Neighbour; 4]) -> (Why, Vec<Clause>) {
        let mut clauses: Vec<Clause> = sides
            .iter()
            .filter_map(|s| match s.standing {
                Standing::Harmless(question) => Some(question.into()),
                Standing::Unarmed => Some(Question::KingArms.into()),
                Standing::Edge | Standing::Empty => None,
                Standing::Comrade(_) | Standing::Enemy(_) | Standing::Hostile(_) => None,
            })
            .collect();
        let closed = |s: &Neighbour| s.standing.is_partner();
        let across = |s: &Neighbour| sides.iter().find(|other| other.direction == s.direction.opposite());
        if sides.iter().any(|s| closed(s) && across(s).is_some_and(closed)) {
            // Partners who capture nothing by themselves: an unmoving square, and a king who is anvil alone.
            clauses.insert(0, Question::KingArms.into());
        }
        clauses.push(Point::Sandwich.into());
        let shut = sides.iter().all(|s| s.standing.is_partner() || s.standing == Standing::Edge);
        if shut && self.answers.soldier_trap == Trap::None {
            clauses.insert(0, Question::SoldierTrap.into());
        }
        let comrade = sides
            .iter()
            .any(|s| s.square.is_some_and(|next| self.edge.has(next)) && matches!(s.standing, Standing::Comrade(_)));
        if self.answers.shieldwall == Shieldwall::Captured && self.edge.has(square) && comrade {
            clauses.push(Question::Shieldwall.into());
        }
        (Why::Open, clauses)
    }
}

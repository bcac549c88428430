//! Holding for good: that a side can never lose, proved without looking ahead, and the claims that this settles.

use crate::area::Area;
use crate::enclosure::Closure;
use crate::referee::Rare;
use crate::{Ground, KingPlace, NoMove, Position, Referee, Repetition, Side, Square};

/// A proof that a side can hold for good: while it plays as told here, the other side never wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hold {
    /// Fewer attackers are left than it takes to capture the king anywhere.
    TooFew {
        /// How many attackers are left.
        attackers: u32,
        /// How many it takes at least.
        needed: u32,
    },
    /// One piece walks to and fro between two squares that the other side never reaches; nobody else moves.
    Shuttle(Box<Shuttle>),
}

/// How a side holds by moving one piece to and fro.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shuttle {
    /// The side that holds.
    pub side: Side,
    /// Where the piece that moves stands.
    pub from: Square,
    /// The neighbouring square to which it goes, and from which it comes back.
    pub to: Square,
    /// Whether it is the king.
    pub by_king: bool,
    /// The king's square, if he stays on the edge and no rule takes him there.
    pub king_stays: Option<Square>,
    /// The soldiers who close the way, and whom nobody can capture while they stay. By rank and file.
    pub wall: Vec<Square>,
    /// The squares behind the wall that the other side never reaches, the two of the piece that moves among
    /// them. For the attackers: only those two.
    pub room: Vec<Square>,
}

/// A proof that a claim is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimProof {
    /// What is claimed.
    pub ground: Ground,
    /// Why the attackers never capture the king.
    pub king: Hold,
    /// Why the king never escapes, and the defenders never win in another way, if that is proved as well.
    pub escapes: Option<Hold>,
}

/// What on the board shows that a claim is not true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refutation {
    /// The king is to be at the side, and stands on no square of the edge.
    #[error("the king on {king} is not on the edge")]
    NotAtSide {
        /// Where he stands.
        king: Square,
    },
    /// The king is to reach no refuge, and can go to one at once.
    #[error("the king on {king} can go to {to} and has won")]
    Escapes {
        /// Where he stands.
        king: Square,
        /// Where he wins.
        to: Square,
    },
}

impl Refutation {
    /// The claim that it refutes.
    pub const fn ground(self) -> Ground {
        match self {
            Refutation::NotAtSide { .. } => Ground::KingAtSide,
            Refutation::Escapes { .. } => Ground::KingShutIn,
        }
    }

    /// The square that refutes the claim: the king's, or the one to which he can escape.
    pub const fn square(self) -> Square {
        match self {
            Refutation::NotAtSide { king } => king,
            Refutation::Escapes { to, .. } => to,
        }
    }
}

impl ClaimProof {
    /// Whether the proof settles the claim of a side without the other one's consent: the other side can never win,
    /// and so loses nothing by the draw.
    pub fn settles_for(&self, claimer: Side) -> bool {
        claimer == Side::Defenders || self.escapes.is_some()
    }
}

impl Referee {
    /// A proof of a claim in a position, whoever is to move; `None` if there is none to be found without looking
    /// ahead, which does not mean that the claim is false.
    ///
    /// ```
    /// use hnefi_rules::{Ground, Referee, Setup, Side, leaflet};
    /// let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
    /// let fort = Setup::from_rows("/3TK1T4/3TTTT4/11/t9t/11/11/11/11/11/11/3ttt5/").unwrap();
    /// let position = referee.position(&fort, Side::Attackers).unwrap();
    /// let proof = referee.prove_claim(&position, Ground::KingAtSide).unwrap();
    /// assert!(proof.settles_for(Side::Defenders));
    /// assert!(!proof.settles_for(Side::Attackers), "the defenders may still win");
    /// assert_eq!(referee.prove_claim(&referee.start(), Ground::KingAtSide), None);
    /// ```
    pub fn prove_claim(&self, position: &Position, ground: Ground) -> Option<ClaimProof> {
        let king_at = position.king()?;
        let king = match ground {
            Ground::KingAtSide if self.edge.has(king_at) => self.hold(position, Side::Defenders)?,
            // Nobody comes near him: that he is safe where he stands is not enough.
            Ground::KingShutIn if self.hold(position, Side::Defenders).is_some() => self.shut_off(position, false)?,
            _ => return None,
        };
        let escapes = self.hold(position, Side::Attackers);
        (ground != Ground::KingShutIn || escapes.is_some()).then_some(ClaimProof { ground, king, escapes })
    }

    /// What on the board shows at a glance that a claim is not true; `None` where nothing does, which does not make it
    /// true.
    ///
    /// ```
    /// use hnefi_rules::{Ground, Referee, Setup, Side, leaflet};
    /// let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
    /// let refuted = referee.refute_claim(&referee.start(), Ground::KingAtSide).unwrap();
    /// assert_eq!(refuted.square().to_string(), "f6");
    /// let open = Setup::from_rows("/5K5/11/11/t9t/11/11/11/11/11/11/3ttt5/").unwrap();
    /// let position = referee.position(&open, Side::Defenders).unwrap();
    /// let refuted = referee.refute_claim(&position, Ground::KingShutIn).unwrap();
    /// assert_eq!(refuted.square().to_string(), "a1");
    /// ```
    pub fn refute_claim(&self, position: &Position, ground: Ground) -> Option<Refutation> {
        let king = position.king()?;
        match ground {
            Ground::KingAtSide => (!self.edge.has(king)).then_some(Refutation::NotAtSide { king }),
            Ground::KingShutIn => {
                // With the attackers to move, they may still stand in his way.
                let escape = self.destinations(position, king).into_iter().find(|&to| self.escapes(to));
                escape.map(|to| Refutation::Escapes { king, to })
            }
            Ground::NoProgress => None,
        }
    }

    /// A proof that a side never loses from a position on, whoever is to move; `None` if there is none to be found
    /// without looking ahead.
    ///
    /// Where repetition is lost by the side or forbidden to it nothing is found: to hold out is not enough there. A game that is over holds nothing.
    pub fn hold(&self, position: &Position, side: Side) -> Option<Hold> {
        use Repetition::{
            AggressorDeviates, AggressorLoses, AttackersWin, DefendersForbidden, Forbidden, MoverLoses, None as Never,
            Sequence, ThirdPosition,
        };
        match (self.answers.repetition, side) {
            (Never | Sequence | ThirdPosition, Side::Defenders) => {
                self.too_few(position).or_else(|| self.shut_off(position, true))
            }
            (Never | Sequence | ThirdPosition | AttackersWin | DefendersForbidden, Side::Attackers) => {
                self.shut_out(position)
            }
            (AttackersWin | DefendersForbidden, Side::Defenders) => None,
            (MoverLoses | Forbidden | AggressorLoses | AggressorDeviates, _) => None,
        }
    }

    /// The attackers keep every defender from every square where the defenders would win.
    fn shut_out(&self, position: &Position) -> Option<Hold> {
        let mut goals = Area::default();
        for square in self.border.squares() {
            if self.escapes(square) || self.rare.any(Rare::FORT) {
                goals.add(square);
            }
        }
        let attackers = Area::of(&position.rows.attackers);
        let hunters = Area::of(&position.rows.defenders);
        self.shuttles(position, Side::Attackers).find_map(|(from, to)| {
            let mut standing = attackers;
            standing.remove(from);
            let closure = Closure::of(hunters, standing, Side::Attackers);
            let (reached, left) = self.close(closure, &goals)?;
            if reached.has(from) || reached.has(to) {
                return None;
            }
            Some(Hold::Shuttle(Box::new(Shuttle {
                side: Side::Attackers,
                from,
                to,
                by_king: false,
                king_stays: None,
                wall: left.and(&reached.around()).squares().collect(),
                room: in_order([from, to]),
            })))
        })
    }

    /// The defenders keep the attackers away from the king, or from a piece that has time while nobody can take
    /// the king where he stands, if he `may_stay` there.
    fn shut_off(&self, position: &Position, may_stay: bool) -> Option<Hold> {
        let king_at = position.king()?;
        let attackers = Area::of(&position.rows.attackers);
        let mut soldiers = Area::of(&position.rows.defenders);
        soldiers.remove(king_at);
        let stays = may_stay && self.is_safe_at_side(king_at);
        let mut shuttles: Vec<_> = self.shuttles(position, Side::Defenders).collect();
        // The king's own walk makes the plainest proof.
        shuttles.sort_by_key(|&(from, _)| from != king_at);
        shuttles.into_iter().find_map(|(from, to)| {
            let by_king = from == king_at;
            let mut standing = soldiers;
            standing.remove(from);
            let (mut fixed, mut until) = (Area::default(), Area::default());
            until.add(from);
            if !by_king && stays {
                fixed.add(king_at);
            } else {
                until.add(king_at);
            }
            let closure = Closure { fixed, ..Closure::of(attackers, standing, Side::Defenders) };
            let (reached, left) = self.close(closure, &until)?;
            if reached.has(to) {
                return None;
            }
            // No ring closes round a side of which somebody stays on the edge, or has the way there to himself.
            let quiet = self.board.without(&reached);
            if self.rare.any(Rare::RING) && !left.or(&quiet.without(&soldiers)).or(&fixed).meets(&self.border) {
                return None;
            }
            let room = self.room(&quiet.without(&left).without(&fixed), [from, king_at], &fixed);
            Some(Hold::Shuttle(Box::new(Shuttle {
                side: Side::Defenders,
                from,
                to,
                by_king,
                king_stays: (!by_king && stays).then_some(king_at),
                wall: left.and(&room.around()).squares().collect(),
                room: room.squares().collect(),
            })))
        })
    }

    /// What is joined to some squares within others.
    fn room(&self, within: &Area, from: [Square; 2], without: &Area) -> Area {
        let mut room = Area::default();
        from.into_iter().for_each(|square| room.add(square));
        room = room.without(without);
        loop {
            let next = room.or(&room.around().and(within));
            if next == room {
                return room;
            }
            room = next;
        }
    }

    /// There are too few attackers for any capture of the king.
    fn too_few(&self, position: &Position) -> Option<Hold> {
        let (attackers, needed) = (position.men(Side::Attackers), KingPlace::fewest_captors(&self.answers));
        let otherwise = self.answers.no_move == NoMove::Loss || self.rare.any(Rare::RING);
        (position.king().is_some() && attackers < needed && !otherwise).then_some(Hold::TooFew { attackers, needed })
    }

    /// Whether the king stands on the edge, and no rule takes him there.
    fn is_safe_at_side(&self, king: Square) -> bool {
        let place = self.king_place(king);
        match place {
            KingPlace::OnEdge | KingPlace::BesideCorner => place.captors(&self.answers).is_none(),
            KingPlace::Open | KingPlace::OnThrone | KingPlace::BesideThrone => false,
        }
    }

    /// The moves of a side to a neighbouring square from which the piece may come back.
    fn shuttles(&self, position: &Position, side: Side) -> impl Iterator<Item = (Square, Square)> {
        let theirs = position.with_turn(side);
        let mut steps = Vec::new();
        self.for_each_move(&theirs, |mv| {
            let (from, to) = (mv.from(), mv.to());
            let stay = if position.king() == Some(from) { &self.king_stay } else { &self.soldier_stay };
            let beside = from.file().abs_diff(to.file()) + from.rank().abs_diff(to.rank()) == 1;
            // Who steps on a corner or the edge may have ended the game.
            if beside && stay.has(from) && self.advance(&theirs, mv).ending.is_none() {
                steps.push((from, to));
            }
        });
        steps.into_iter()
    }
}

fn in_order(mut squares: [Square; 2]) -> Vec<Square> {
    squares.sort_by_key(|square| square.index());
    squares.to_vec()
}

//! The referee: a rule set with the tables that make it quick.

use std::sync::Arc;

use crate::area::Area;
use crate::lanes::Lanes;
use crate::setup::{SetupError, SetupErrors};
use crate::{
    Answers, BySide, Corners, Encirclement, Ending, ExitFort, Hostility, KingArms, KingThrone, NoMove, OccupiedThrone,
    Outcome, Position, Ruleset, Setup, Shieldwall, Side, SoldiersThrone, Square, Trap,
};

/// Decides what is legal, what a move captures, and how the game ends, under one rule set.
///
/// A referee holds no game: positions go in and come out. Nobody else decides legality.
///
/// ```
/// use hnefi_rules::{Intent, Referee, leaflet};
/// let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
/// let start = referee.start();
/// assert_eq!(referee.moves(&start).len(), 116);
///
/// let intent = Intent { from: "d1".parse().unwrap(), to: "d4".parse().unwrap() };
/// let played = referee.play(&start, referee.legal(&start, intent).unwrap());
/// assert!(played.captures.is_empty());
/// assert_eq!(played.position.turn().id(), "defenders");
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    pub(crate) ruleset: Arc<Ruleset>,
    pub(crate) answers: Answers,
    pub(crate) size: u8,
    pub(crate) throne: Square,
    /// What a soldier cannot enter besides pieces: everything outside the board, and a closed throne.
    pub(crate) soldier_walls: Lanes,
    /// What the king cannot enter besides pieces.
    pub(crate) king_walls: Lanes,
    /// Where a soldier may stop.
    pub(crate) soldier_stay: Lanes,
    /// Where the king may stop.
    pub(crate) king_stay: Lanes,
    /// The squares that are partners against a side's soldiers by themselves, while the throne is empty
    /// and while the king is on it. A throne that counts only under a further condition is not among them.
    pub(crate) hostile: BySide<ByThrone<Lanes>>,
    /// Whether the king captures by his own move.
    pub(crate) hammer: bool,
    /// Whether the king is a partner in the captures of others.
    pub(crate) anvil: bool,
    /// The rare rules that this rule set has: one test passes them all by.
    pub(crate) rare: Rare,
    /// Every square.
    pub(crate) ground: Lanes,
    pub(crate) corners: Lanes,
    pub(crate) edge: Lanes,
    /// What closes a side of a king who is shut in at the edge: corners and everything outside the board.
    pub(crate) rim: Lanes,
    /// What closes a side of a soldier who is shut in, besides pieces: the same and the throne.
    pub(crate) trap_walls: Lanes,
    /// Every square, and those of the edge, for [`Area`]'s own arithmetic.
    pub(crate) board: Area,
    pub(crate) border: Area,
}

/// The rules that few rule sets have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rare(u8);

impl Rare {
    pub(crate) const NONE: Rare = Rare(0);
    /// A soldier is captured who is shut in on every side.
    pub(crate) const TRAP: Rare = Rare(1);
    /// Rows of pieces on the edge are captured together.
    pub(crate) const SHIELDWALL: Rare = Rare(2);
    /// The throne is hostile on a condition that the tables do not hold.
    pub(crate) const THRONE: Rare = Rare(4);
    /// The defenders win by an exit fort.
    pub(crate) const FORT: Rare = Rare(8);
    /// The attackers win by encirclement.
    pub(crate) const RING: Rare = Rare(16);
    /// All that concerns captures.
    pub(crate) const CAPTURES: Rare = Rare(7);
    /// Captures that happen away from the edge, too.
    pub(crate) const INLAND: Rare = Rare(5);
    /// All that concerns endings.
    pub(crate) const ENDINGS: Rare = Rare(24);

    #[inline(always)]
    pub(crate) const fn any(self, of: Rare) -> bool {
        self.0 & of.0 != 0
    }

    const fn when(self, condition: bool, rare: Rare) -> Rare {
        if condition { Rare(self.0 | rare.0) } else { self }
    }
}

/// One thing for the empty throne, one for the throne with the king on it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ByThrone<T> {
    pub(crate) empty: T,
    pub(crate) occupied: T,
}

impl std::fmt::Debug for Lanes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl Referee {
    /// A referee for a rule set.
    pub fn new(ruleset: Arc<Ruleset>) -> Referee {
        let answers = *ruleset.answers();
        Referee::answering(ruleset, answers)
    }

    /// A referee for the board of a rule set with other answers than it has.
    pub(crate) fn answering(ruleset: Arc<Ruleset>, answers: Answers) -> Referee {
        let size = ruleset.size();
        let board = ruleset.start();
        let throne = board.throne();
        let outside = !((1u32 << size) - 1) as u16;
        let mut walls = Lanes([u16::MAX; 16]);
        walls.0[..usize::from(size)].fill(outside);
        let (mut corners, mut edge, mut whole) = (Lanes::default(), Lanes::default(), Lanes::default());
        for square in board.squares() {
            whole.add(square);
            if board.is_corner(square) {
                corners.add(square);
            }
            if board.is_edge(square) {
                edge.add(square);
            }
        }

        let with_throne = |lanes: Lanes, add: bool| {
            let mut lanes = lanes;
            if add {
                lanes.add(throne);
            }
            lanes
        };
        let mut forbidden = with_throne(Lanes::default(), answers.soldiers_throne != SoldiersThrone::Stop);
        if answers.corners == Corners::KingOnly {
            for (lane, corner) in forbidden.0.iter_mut().zip(corners.0) {
                *lane |= corner;
            }
        }
        // Where soldiers may stop on the throne, that the king is not on it does not make it empty.
        let maybe_empty = answers.soldiers_throne == SoldiersThrone::Stop;
        let hostile = |corner: Hostility, empty: Hostility, occupied: bool| {
            let base = if corner == Hostility::Hostile { corners } else { Lanes::default() };
            ByThrone {
                empty: with_throne(base, empty == Hostility::Hostile && !maybe_empty),
                occupied: with_throne(base, occupied),
            }
        };
        let empty_hostile = [answers.empty_throne_attackers, answers.empty_throne_defenders];
        let throne_on_condition = answers.occupied_throne_defenders == OccupiedThrone::Boxed
            || maybe_empty && empty_hostile.contains(&Hostility::Hostile);
        let mut rim = walls;
        for (lane, corner) in rim.0.iter_mut().zip(corners.0) {
            *lane |= corner;
        }
        Referee {
            answers,
            size,
            throne,
            soldier_walls: with_throne(walls, answers.soldiers_throne == SoldiersThrone::Blocked),
            king_walls: with_throne(walls, answers.king_throne == KingThrone::Barred),
            soldier_stay: Lanes(forbidden.0.map(|lane| !lane)),
            king_stay: Lanes(
                with_throne(Lanes::default(), answers.king_throne != KingThrone::Returns).0.map(|lane| !lane),
            ),
            hostile: BySide {
                attackers: hostile(
                    answers.corners_attackers,
                    answers.empty_throne_attackers,
                    answers.occupied_throne_attackers == Hostility::Hostile,
                ),
                defenders: hostile(
                    answers.corners_defenders,
                    answers.empty_throne_defenders,
                    answers.occupied_throne_defenders == OccupiedThrone::Hostile,
                ),
            },
            hammer: matches!(answers.king_arms, KingArms::Armed | KingArms::Hammer),
            anvil: matches!(answers.king_arms, KingArms::Armed | KingArms::Anvil),
            rare: Rare::NONE
                .when(answers.soldier_trap == Trap::Captured, Rare::TRAP)
                .when(answers.shieldwall == Shieldwall::Captured, Rare::SHIELDWALL)
                .when(throne_on_condition, Rare::THRONE)
                .when(answers.exit_fort == ExitFort::DefendersWin, Rare::FORT)
                .when(answers.encirclement != Encirclement::None, Rare::RING),
            ground: whole,
            corners,
            edge,
            rim,
            trap_walls: with_throne(rim, true),
            board: Area::of(&whole),
            border: Area::of(&edge),
            ruleset,
        }
    }

    /// The rule set.
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// The central square.
    pub fn throne(&self) -> Square {
        self.throne
    }

    /// Whether a square is one of the four corners.
    pub fn is_corner(&self, square: Square) -> bool {
        self.corners.has(square)
    }

    /// Whether a square lies on the edge, corners included.
    pub fn is_edge(&self, square: Square) -> bool {
        self.edge.has(square)
    }

    /// The start position.
    pub fn start(&self) -> Position {
        place(self.ruleset.start(), self.ruleset.first())
    }

    /// Makes a position of a board that somebody set up.
    ///
    /// ```
    /// use hnefi_rules::{Referee, Setup, SetupError, Side, leaflet};
    /// let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
    /// let setup = Setup::from_rows("/K9t/11/11/11/11/5T5/11/11/11/11/11/").unwrap();
    /// let refused = referee.position(&setup, Side::Attackers).unwrap_err();
    /// assert_eq!(refused.0.len(), 3, "a king and a soldier on corners, a soldier on the throne");
    /// assert_eq!(refused.0[0], SetupError::KingOnCorner("a1".parse().unwrap()));
    /// ```
    ///
    /// A king who already stands surrounded is not captured by that, and a side to move that cannot move
    /// makes a position whose game is over: see [`Referee::stalled`].
    ///
    /// # Errors
    /// Every reason why the board cannot be played under this rule set.
    pub fn position(&self, setup: &Setup, turn: Side) -> Result<Position, SetupErrors> {
        let mut problems = setup.problems(&self.answers);
        if setup.size() != self.size {
            problems.insert(0, SetupError::Size { given: setup.size(), wanted: self.size });
        }
        if problems.is_empty() { Ok(place(setup, turn)) } else { Err(SetupErrors(problems)) }
    }

    /// How the game ends in a position whose side to move has no legal move; `None` if it has one.
    ///
    /// A king captured or escaped, and repetition, come before this.
    pub fn stalled(&self, position: &Position) -> Option<Outcome> {
        (!self.has_move(position)).then(|| self.without_move(position.turn()))
    }

    /// How the game ends when a side has no legal move.
    pub(crate) fn without_move(&self, side: Side) -> Outcome {
        match self.answers.no_move {
            NoMove::Draw => Outcome::draw(Ending::NoLegalMove),
            NoMove::Loss => Outcome::win(!side, Ending::NoLegalMove),
        }
    }
}

fn place(setup: &Setup, turn: Side) -> Position {
    let mut position = Position::empty(setup.size(), turn);
    for (square, piece) in setup.pieces() {
        position.toggle(piece, square);
    }
    position
}

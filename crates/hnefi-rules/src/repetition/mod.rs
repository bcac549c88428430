//! What repetition does: end a game, or forbid a move. Every answer of a rule set is judged here, once.

mod pressure;
mod trail;

use crate::{Ending, Outcome, Position, Referee, Repetition, Side};

pub(crate) use pressure::Pressures;
pub use trail::Trail;

/// What the rule set says to a position that was just made, if it came before.
///
/// See [`Trail::judge`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repeat {
    /// Nothing: the game goes on.
    Nothing,
    /// The game is drawn.
    Draw,
    /// A side wins.
    Won(Side),
    /// The move that made the position was illegal.
    Forbidden,
}

impl Repeat {
    /// How the game ends by this, if it does.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Repeat::Nothing | Repeat::Forbidden => None,
            Repeat::Draw => Some(Outcome::draw(Ending::Repetition)),
            Repeat::Won(side) => Some(Outcome::win(side, Ending::Repetition)),
        }
    }
}

impl Repetition {
    /// Whether this answer forbids some moves because of what happened before, so that the board alone does not
    /// tell what is legal.
    ///
    /// ```
    /// use hnefi_rules::Repetition;
    /// assert!(Repetition::DefendersForbidden.forbids());
    /// assert!(!Repetition::MoverLoses.forbids());
    /// ```
    #[inline(always)]
    pub const fn forbids(self) -> bool {
        match self {
            Repetition::Forbidden | Repetition::DefendersForbidden | Repetition::AggressorDeviates => true,
            Repetition::None
            | Repetition::ThirdPosition
            | Repetition::Sequence
            | Repetition::AttackersWin
            | Repetition::MoverLoses
            | Repetition::AggressorLoses => false,
        }
    }

    /// Whether this answer asks what each side threatened on the way.
    #[inline(always)]
    pub(crate) const fn asks_for_threats(self) -> bool {
        match self {
            Repetition::AggressorLoses | Repetition::AggressorDeviates => true,
            Repetition::None
            | Repetition::ThirdPosition
            | Repetition::Sequence
            | Repetition::AttackersWin
            | Repetition::MoverLoses
            | Repetition::Forbidden
            | Repetition::DefendersForbidden => false,
        }
    }
}

/// What a rule set says of a position of which nothing is known but how many times it has stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counted {
    /// The count decides.
    Ruled(Repeat),
    /// The moves that led from one time to the next decide.
    ByMoves,
}

impl Referee {
    /// What the rule set says to a position that has stood so many times, this time included, whose side to move is `turn`.
    ///
    /// ```
    /// use hnefi_rules::{Counted, Referee, Repeat, Side, ruleset};
    /// let says = |id, times| Referee::new(ruleset(id).unwrap().clone()).judge_count(times, Side::Attackers);
    /// assert_eq!(says("fetlar-2018", 2), Counted::Ruled(Repeat::Nothing));
    /// assert_eq!(says("fetlar-2018", 3), Counted::Ruled(Repeat::Draw));
    /// assert_eq!(says("copenhagen", 3), Counted::Ruled(Repeat::Won(Side::Attackers)));
    /// assert_eq!(says("viking-game", 3), Counted::ByMoves);
    /// ```
    pub fn judge_count(&self, times: usize, turn: Side) -> Counted {
        let third = |repeat| Counted::Ruled(if times >= 3 { repeat } else { Repeat::Nothing });
        match self.answers.repetition {
            Repetition::None => Counted::Ruled(Repeat::Nothing),
            Repetition::ThirdPosition => third(Repeat::Draw),
            Repetition::AttackersWin => third(Repeat::Won(Side::Attackers)),
            Repetition::MoverLoses => third(Repeat::Won(turn)),
            Repetition::Forbidden => third(Repeat::Forbidden),
            Repetition::DefendersForbidden if times >= 2 && turn == Side::Attackers => {
                Counted::Ruled(Repeat::Forbidden)
            }
            Repetition::DefendersForbidden => Counted::Ruled(Repeat::Nothing),
            Repetition::Sequence | Repetition::AggressorLoses | Repetition::AggressorDeviates if times >= 3 => {
                Counted::ByMoves
            }
            Repetition::Sequence | Repetition::AggressorLoses | Repetition::AggressorDeviates => {
                Counted::Ruled(Repeat::Nothing)
            }
        }
    }
}

/// The way to a position, as the rules on repetition ask about it. Positions are numbered from 0, the first one.
pub(crate) trait Past {
    /// The number of the last position.
    fn last(&self) -> usize;

    /// The number of the latest earlier position that equals the last one.
    fn before(&self) -> Option<usize>;

    /// The number of the second latest earlier position that equals the last one: the first of three.
    fn first_of_three(&self) -> Option<usize>;

    /// Whether the last moves are the same sequence three times running.
    fn is_third_sequence(&self) -> bool;

    /// What the move from the position with this number did. Asked only where the rule set asks for threats.
    fn pressure(&self, referee: &Referee, number: usize) -> Pressure;
}

/// What a move did for the question who forces a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pressure {
    /// The side that moved.
    side: Side,
    /// Whether it threatens to win at once.
    threatens: bool,
    /// Whether it had another move.
    chose: bool,
}

impl Pressure {
    /// What the move that leads from one position to another did.
    pub(crate) fn of(referee: &Referee, before: &Position, after: &Position) -> Pressure {
        let side = before.turn();
        Pressure { side, threatens: referee.threatens(after, side), chose: referee.count_moves(before) > 1 }
    }
}

/// What a rule set says to the last position of a way, whose side to move is `turn`.
#[inline(always)]
pub(crate) fn judge(referee: &Referee, past: &impl Past, turn: Side) -> Repeat {
    let third = |repeat| if past.first_of_three().is_some() { repeat } else { Repeat::Nothing };
    match referee.answers.repetition {
        Repetition::None => Repeat::Nothing,
        Repetition::ThirdPosition => third(Repeat::Draw),
        Repetition::Sequence if past.is_third_sequence() => Repeat::Draw,
        Repetition::Sequence => Repeat::Nothing,
        Repetition::AttackersWin => third(Repeat::Won(Side::Attackers)),
        Repetition::MoverLoses => third(Repeat::Won(turn)),
        Repetition::Forbidden => third(Repeat::Forbidden),
        Repetition::DefendersForbidden if turn == Side::Attackers && past.before().is_some() => Repeat::Forbidden,
        Repetition::DefendersForbidden => Repeat::Nothing,
        Repetition::AggressorLoses => match past.first_of_three().map(|first| aggressor(referee, past, first)) {
            Some(Some(side)) => Repeat::Won(!side),
            Some(None) => Repeat::Draw,
            None => Repeat::Nothing,
        },
        Repetition::AggressorDeviates => match past.first_of_three().map(|first| aggressor(referee, past, first)) {
            Some(Some(side)) if side != turn => Repeat::Forbidden,
            Some(Some(_) | None) | None => Repeat::Nothing,
        },
    }
}

/// The side that forces the repetition from the position `first` to the last one: every move of it since then
/// threatened to win at once, it had another move at least once, and the same is not true of the other side.
/// `None` if neither or both are so.
#[inline(never)]
fn aggressor(referee: &Referee, past: &impl Past, first: usize) -> Option<Side> {
    let forces = |side: Side| {
        let own = || (first..past.last()).map(|number| past.pressure(referee, number)).filter(|own| own.side == side);
        own().all(|own| own.threatens) && own().any(|own| own.chose)
    };
    match (forces(Side::Attackers), forces(Side::Defenders)) {
        (true, false) => Some(Side::Attackers),
        (false, true) => Some(Side::Defenders),
        (true, true) | (false, false) => None,
    }
}

/// Whether the last `3 * length` of `count` moves are the same `length` moves three times running, of which at
/// least four make a sequence: two of each side.
#[inline(always)]
pub(crate) fn is_thrice<T: PartialEq>(count: usize, length: usize, at: impl Fn(usize) -> T) -> bool {
    length >= 4
        && length.is_multiple_of(2)
        && 3 * length <= count
        && (count - 2 * length..count).rev().all(|number| at(number) == at(number - length))
}

impl Referee {
    /// Whether a side would win at once if it were its turn: some move of it ends the game.
    ///
    /// ```
    /// use hnefi_rules::{Referee, Setup, Side, leaflet};
    /// let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
    /// let setup = Setup::from_rows("/5K5/11/t10/11/11/11/11/11/11/11/11/").unwrap();
    /// let position = referee.position(&setup, Side::Attackers).unwrap();
    /// assert!(referee.threatens(&position, Side::Defenders), "the king goes to a corner");
    /// assert!(!referee.threatens(&position, Side::Attackers));
    /// ```
    pub fn threatens(&self, position: &Position, side: Side) -> bool {
        let position = position.with_turn(side);
        self.moves(&position).into_iter().any(|mv| self.advance(&position, mv).ending.is_some())
    }
}

//! Conditional moves: what a side plays if the other side plays as it foresees.

use hnefi_clock::Control;
use hnefi_rules::{Game, Intent, Side};

use crate::room::Changed;
use crate::{ActError, Against, Event, Moment, Room, Viewer, Written};

/// The conditional moves of a side: only their owner sees them, and the game plays them when it comes to them.
///
/// Each line begins with a move of the other side and ends with one's own. Lines that begin alike go on alike until the other
/// side has a choice. Whatever happens that no line foresees ends them all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Conditional {
    /// There are none.
    #[default]
    None,
    /// Some.
    Lines {
        /// For the position after how many plies.
        ply: u32,
        /// The lines, the other side's move first.
        lines: Vec<Vec<Intent>>,
    },
    /// There were some, and something unforeseen has ended them; their owner has not moved since.
    Ended,
}

impl Conditional {
    /// The most lines of a side.
    pub const MOST_LINES: usize = 16;
    /// The most moves of a line, those of both sides together.
    pub const LONGEST: usize = 12;

    /// The lines; none where there are none.
    pub fn lines(&self) -> &[Vec<Intent>] {
        match self {
            Conditional::Lines { lines, .. } => lines,
            Conditional::None | Conditional::Ended => &[],
        }
    }

    /// Conditional moves for a game as it stands, the other side to move.
    ///
    /// # Errors
    /// When there are too many, one is not legal, a line does not end with one's own move, or two answer the same move in
    /// two ways.
    fn new(game: &Game, ply: u32, lines: Vec<Vec<Intent>>) -> Result<Conditional, ActError> {
        if lines.len() > Conditional::MOST_LINES || lines.iter().any(|line| line.len() > Conditional::LONGEST) {
            return Err(ActError::ConditionalTooMany);
        }
        for line in &lines {
            if line.is_empty() || line.len() % 2 == 1 {
                return Err(ActError::ConditionalEnd);
            }
            let mut game = game.clone();
            for &intent in line {
                game.play(intent).map_err(ActError::Illegal)?;
            }
        }
        let answers_two_ways = |one: &Vec<Intent>, other: &Vec<Intent>| {
            let alike = one.iter().zip(other).take_while(|(a, b)| a == b).count();
            alike % 2 == 1 && alike < one.len() && alike < other.len()
        };
        if lines.iter().enumerate().any(|(at, one)| lines[at + 1..].iter().any(|other| answers_two_ways(one, other))) {
            return Err(ActError::ConditionalTwoAnswers);
        }
        Ok(if lines.is_empty() { Conditional::None } else { Conditional::Lines { ply, lines } })
    }

    /// What is played after a move of the other side, and what is foreseen from there on; `None` for what no line foresees.
    fn after(&self, played: Intent) -> Option<(Intent, Conditional)> {
        let Conditional::Lines { ply, lines } = self else { return None };
        let met: Vec<&[Intent]> = lines
            .iter()
            .filter_map(|line| line.split_first().filter(|(first, _)| **first == played))
            .map(|(_, rest)| rest)
            .collect();
        let reply = *met.first()?.first()?;
        let mut rest: Vec<Vec<Intent>> = met.iter().filter_map(|line| line.get(1..)).map(<[Intent]>::to_vec).collect();
        rest.retain(|line| !line.is_empty());
        let rest = if rest.is_empty() { Conditional::None } else { Conditional::Lines { ply: ply + 2, lines: rest } };
        Some((reply, rest))
    }
}

impl Room {
    /// The conditional moves of a side. Nobody but who plays it may be told of them.
    pub fn conditional(&self, side: Side) -> &Conditional {
        &self.conditional[side]
    }

    /// The side for which somebody may make conditional moves in this game: two people play it, and nobody sits at the board
    /// all the time.
    pub fn conditional_side(&self, who: &Viewer) -> Option<Side> {
        let live = self.clock().is_some_and(|clock| Control::is_live(clock.control()));
        match self.sides_of(who)[..] {
            [side] if !live && self.against() == Against::Person && !self.log.is_over() => Some(side),
            _ => None,
        }
    }

    /// Makes conditional moves instead of those that there were. None may be made at any time.
    pub(crate) fn set_conditional(
        &mut self,
        who: &Viewer,
        ply: u32,
        lines: Vec<Vec<Intent>>,
    ) -> Result<Changed, ActError> {
        let side = self.conditional_side(who).ok_or(ActError::ConditionalNotHere)?;
        if ply != self.log.plies() {
            return Err(ActError::Stale);
        }
        if !lines.is_empty() && self.log.turn() == Some(side) {
            return Err(ActError::ConditionalYourTurn);
        }
        let conditional = Conditional::new(self.game(), ply, lines)?;
        self.foresee(side, conditional);
        Ok(Changed::default())
    }

    /// Plays what a side has foreseen after the last thing that happened, in a row of its own; whatever nobody foresaw ends it.
    pub(crate) fn follow_conditional(&mut self, moment: Moment<'_>, entries: &mut Vec<Written>) {
        if let Some(written) = entries.last()
            && let Event::Ply { mv, .. } = &written.entry.event
            && let Some(side) = self.log.turn()
            && let Some((reply, rest)) = self.conditional[side].after(mv.intent())
            && let Ok(mv) = self.game().legal(reply)
            && self.in_time(moment.at_ms).is_ok()
            && let Ok(written) = self.append(moment, Event::Ply { mv, client_id: None })
        {
            entries.extend(written);
            self.foresee(side, rest);
        }
        for side in Side::ALL {
            self.end_conditional(side, entries);
        }
    }

    /// Ends the conditional moves of a side, if they are not those for the game as it stands.
    fn end_conditional(&mut self, side: Side, entries: &[Written]) {
        let moved = |written: &Written| {
            matches!(written.entry.event, Event::Ply { client_id: Some(_), .. }) && written.by == Some(side)
        };
        let asked = |written: &Written| matches!(written.entry.event, Event::Offered { by, .. } if by != side);
        let next = match &self.conditional[side] {
            Conditional::None => return,
            _ if self.log.is_over() => Conditional::None,
            // Who moves has seen that they ended.
            Conditional::Ended if entries.iter().any(moved) => Conditional::None,
            Conditional::Ended => return,
            Conditional::Lines { ply, .. } if *ply == self.log.plies() && !entries.iter().any(asked) => return,
            Conditional::Lines { .. } => Conditional::Ended,
        };
        self.foresee(side, next);
    }

    fn foresee(&mut self, side: Side, conditional: Conditional) {
        if self.conditional[side] != conditional {
            self.conditional[side] = conditional;
            self.conditional_changed[side] = true;
        }
    }

    /// Whether conditional moves have changed that were not stored yet.
    pub(crate) fn has_new_conditional(&self) -> bool {
        Side::ALL.into_iter().any(|side| self.conditional_changed[side])
    }

    /// The conditional moves that changed since this was asked last.
    pub(crate) fn take_conditional(&mut self) -> Vec<(Side, Conditional)> {
        let changed = std::mem::take(&mut self.conditional_changed);
        Side::ALL.into_iter().filter(|&side| changed[side]).map(|side| (side, self.conditional[side].clone())).collect()
    }
}

//! What a player did, round by round: what points, tie-breaks and pairings are made of.

use hnefi_rules::Side;

use crate::{ByeKind, Event, Form, Game, GameId, Overdue, PlayerNo, Presence, Why};

/// A game of a player, or a round without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The round.
    pub round: u32,
    /// What it was.
    pub what: Met,
    /// What the player got, in half points; `None` while the game goes on in a round that is open.
    pub halves: Option<u32>,
    /// Whether the game goes on, in a round that is over: it counts as a draw until it ends.
    pub open: bool,
}

/// What a player did in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    /// A game.
    Game {
        /// Which.
        id: GameId,
        /// Against whom.
        opponent: PlayerNo,
        /// The side of the player.
        side: Side,
        /// Whether it is, or will be, played; not if somebody forfeited it.
        played: bool,
    },
    /// No game.
    Bye(ByeKind),
    /// The round was paired before the player entered or, in a Swiss event of edition 1, while he had left.
    Missed,
}

impl Line {
    /// Against whom.
    pub const fn opponent(&self) -> Option<PlayerNo> {
        match self.what {
            Met::Game { opponent, .. } => Some(opponent),
            Met::Bye(_) | Met::Missed => None,
        }
    }

    /// The side, in a game that was not forfeited.
    pub const fn side(&self) -> Option<Side> {
        match self.what {
            Met::Game { side, played: true, .. } => Some(side),
            _ => None,
        }
    }
}

impl Event {
    /// What a player did, round by round.
    ///
    /// ```
    /// use hnefi_events::{Act, By, ByeKind, Event, Form, Met, Plan};
    /// let mut event = Event::new(Plan::new(Form::Swiss { rounds: None })).unwrap();
    /// for key in ["ann", "ben", "eve"] {
    ///     event.handle_act(0, By::Player, Act::Enter { key: key.to_owned(), rating: None }).unwrap();
    /// }
    /// event.handle_act(0, By::Machine, Act::Begin).unwrap();
    /// event.handle_act(0, By::Machine, Act::Pair).unwrap();
    /// let bye = event.round(1).unwrap().byes[0].player;
    /// // As many points as for two games won.
    /// let [line] = event.course(bye)[..] else { panic!("one round") };
    /// assert_eq!((line.what, line.halves), (Met::Bye(ByeKind::Given), Some(4)));
    /// ```
    pub fn course(&self, player: PlayerNo) -> Vec<Line> {
        let Some(known) = self.player(player) else { return Vec::new() };
        let games = self.plan.games.number();
        let gaps_count = self.plan.edition > 0 && matches!(self.plan.form, Form::Swiss { .. });
        let mut course = Vec::new();
        for round in &self.rounds {
            let unplayed = |what, halves: u32| Line { round: round.number, what, halves: Some(halves), open: false };
            if let Some(bye) = round.bye_of(player) {
                let halves = match bye.kind {
                    _ if matches!(bye.why, Why::Bracket { .. }) => 0,
                    ByeKind::Given => self.plan.unplayed.bye,
                    ByeKind::Wished => self.plan.unplayed.wished,
                    ByeKind::Free => 0,
                };
                course.push(unplayed(Met::Bye(bye.kind), halves * games));
            } else if let Some(pairing) = round.pairing_of(player) {
                let over = round.closed_ms.is_some();
                course.extend(pairing.games.iter().filter_map(|game| self.line(game, player, over)));
            } else if round.number < known.from_round {
                course.push(unplayed(Met::Missed, self.plan.unplayed.missed * games));
            } else if gaps_count {
                course.push(unplayed(Met::Missed, 0));
            }
        }
        course
    }

    fn line(&self, game: &Game, player: PlayerNo, over: bool) -> Option<Line> {
        let side = game.side_of(player)?;
        let open = over && game.result.is_none() && self.plan.overdue == Overdue::GoesOn;
        let halves = match game.result {
            Some(result) => Some(result.halves(side)),
            None => open.then_some(1),
        };
        let played = game.result.is_none_or(|result| result.is_played());
        let what = Met::Game { id: game.id, opponent: game.player(!side), side, played };
        Some(Line { round: game.id.round, what, halves, open })
    }

    /// Whether the games of a player count for nobody: he has left a round robin, or a group, before half of them were played.
    pub fn is_annulled(&self, player: PlayerNo) -> bool {
        let everybody = match self.plan.form {
            Form::RoundRobin { cycles } => cycles * (self.seeds.len() as u32).saturating_sub(1),
            Form::Groups { .. } => {
                let groups = self.groups();
                let group = groups.iter().find(|group| group.contains(&player));
                group.map_or(0, |group| group.len() as u32 - 1)
            }
            Form::Swiss { .. } | Form::KnockOut { .. } => return false,
        };
        let gone = self.player(player).is_some_and(|player| player.presence == Presence::Left);
        let table = |line: &Line| self.is_of_table(line.round);
        let played = || self.course(player).iter().filter(|line| table(line) && line.side().is_some()).count() as u32;
        gone && 2 * played() < everybody * self.plan.games.number()
    }

    /// Whether a round is one in which everybody meets everybody.
    pub(crate) fn is_of_table(&self, round: u32) -> bool {
        self.round(round).is_some_and(|round| !self.is_bracket(round))
    }
}

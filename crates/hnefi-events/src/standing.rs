//! How everybody stands.

use std::cmp::Reverse;
use std::collections::HashMap;

use hnefi_rules::Side;

use crate::tie_break::Book;
use crate::{Event, Form, Line, Met, Part, PlayerNo, Presence, Round, Stage, TieBreak};

/// How a player stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place, from 1. Those between whom nothing decides share the better one.
    pub place: u32,
    /// Who.
    pub player: PlayerNo,
    /// How far the player has come in a knock-out: the number of those who were left when he lost, or are left now, 1 for the winner and 3 for who won the
    /// match for the third place; `None` outside of one, and for who did not come into it.
    pub left: Option<u32>,
    /// The points, in half points. After groups, those of the group.
    pub halves: u32,
    /// What the tie-breaks of the plan come to, in its order; none in a knock-out.
    pub tie_breaks: Vec<TieBreakValue>,
    /// Games played.
    pub played: u32,
    /// Games won, those that the other did not play among them.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost, those that the player did not play among them.
    pub lost: u32,
    /// Games played with the attackers.
    pub as_attackers: u32,
    /// Whether the games count for nobody: [`Event::is_annulled`].
    pub annulled: bool,
}

/// What a tie-break comes to for a player, and of what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TieBreakValue {
    /// Which.
    pub tie_break: TieBreak,
    /// Its value, in quarters of a point (a won game is four); `None` where it does not apply: for a direct encounter, where nobody has the same
    /// points, or not all who have them have met.
    pub quarters: Option<u32>,
    /// What it is the sum of.
    pub parts: Vec<Part>,
}

/// What decides that one stands before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decider {
    /// How far they came in the knock-out.
    KnockOut,
    /// The place in the group, where they were in different ones.
    GroupPlace,
    /// The games of one of them count for nobody: [`Event::is_annulled`].
    Annulled,
    /// The points.
    Points,
    /// A tie-break.
    TieBreak(TieBreak),
    /// Nothing: they share the place.
    Nothing,
}

impl Event {
    /// How everybody stands who takes part or has taken part in a round, the first first. Those who share a place are in the order of their seeds.
    ///
    /// In a knock-out it is how far they came. After groups, first come those of the knock-out, then the others by their places in the groups.
    ///
    /// ```
    /// use hnefi_events::{Act, By, Decider, Event, Form, GameResult, Plan};
    /// let mut event = Event::new(Plan { by_itself: true, ..Plan::new(Form::RoundRobin { cycles: 1 }) }).unwrap();
    /// for key in ["ann", "ben"] {
    ///     event.handle_act(0, By::Player, Act::Enter { key: key.to_owned(), rating: None }).unwrap();
    /// }
    /// event.handle_act(0, By::Machine, Act::Begin).unwrap();
    /// event.handle_time(0);
    /// let game = event.round(1).unwrap().pairings[0].games[0];
    /// event.handle_act(0, By::Machine, Act::Result { game: game.id, result: GameResult::Draw }).unwrap();
    /// let standings = event.standings();
    /// assert_eq!((standings[0].place, standings[1].place, standings[1].halves), (1, 1, 1));
    /// assert_eq!(event.decider(game.attackers, game.defenders), Some(Decider::Nothing));
    /// // What each got from the other, in half points: the second game goes on.
    /// let cells: Vec<Option<u32>> = event.cross_table(None).rows[0][1].iter().map(|cell| cell.halves).collect();
    /// assert_eq!(cells, [Some(1), None]);
    /// ```
    pub fn standings(&self) -> Vec<Standing> {
        let listed = self.players.iter().map(|player| player.no).filter(|&no| self.is_listed(no));
        let everybody = || self.seeded(listed.collect());
        match self.plan.form {
            Form::RoundRobin { .. } | Form::Swiss { .. } => self.ranked(&everybody()),
            Form::KnockOut { .. } => self.far(self.ranked(&everybody())),
            Form::Groups { .. } if self.stage == Stage::Entering => self.ranked(&everybody()),
            Form::Groups { .. } => {
                let groups = 1..=self.groups().len() as u32;
                let mut standings: Vec<Standing> = groups.flat_map(|group| self.group_standings(group)).collect();
                standings.sort_by_key(|standing| (standing.place, Reverse(standing.halves)));
                self.far(standings)
            }
        }
    }

    /// Whether somebody takes part, or has. Who left before it began, or did not come, has not.
    fn is_listed(&self, no: PlayerNo) -> bool {
        let here = self.player(no).is_some_and(|player| player.presence == Presence::Here);
        let played = |round: &Round| round.pairing_of(no).is_some() || round.bye_of(no).is_some();
        here || self.seeds.contains(&no) || self.rounds.iter().any(played)
    }

    /// How those of a group stand in it, the first first. Groups count from 1.
    pub fn group_standings(&self, group: u32) -> Vec<Standing> {
        self.groups().get((group as usize).wrapping_sub(1)).map_or_else(Vec::new, |group| self.ranked(group))
    }

    /// What decides that one player stands before another; `None` where one of them is unknown.
    pub fn decider(&self, one: PlayerNo, other: PlayerNo) -> Option<Decider> {
        let standings = self.standings();
        let of = |no| standings.iter().find(|standing: &&Standing| standing.player == no);
        Some(self.decider_between(of(one)?, of(other)?))
    }

    /// What decides between two who stand so; for who asks about many, and has [`Event::standings`] already.
    pub fn decider_between(&self, one: &Standing, other: &Standing) -> Decider {
        if one.left != other.left {
            return Decider::KnockOut;
        } else if one.left.is_some() || one.place == other.place {
            return Decider::Nothing;
        } else if self.group_of(one.player) != self.group_of(other.player) {
            let place = |no| {
                let group = self.group_standings(self.group_of(no).unwrap_or(0));
                group.iter().find(|standing| standing.player == no).map(|standing| standing.place)
            };
            let same = place(one.player) == place(other.player);
            return if same { Decider::Points } else { Decider::GroupPlace };
        } else if one.annulled != other.annulled {
            return Decider::Annulled;
        } else if one.halves != other.halves {
            return Decider::Points;
        }
        let pairs = one.tie_breaks.iter().zip(&other.tie_breaks);
        let first = pairs.into_iter().find(|(one, other)| one.quarters != other.quarters);
        first.map_or(Decider::Nothing, |(one, _)| Decider::TieBreak(one.tie_break))
    }

    /// How some stand among themselves, who come by seed: by points, then by the tie-breaks.
    fn ranked(&self, players: &[PlayerNo]) -> Vec<Standing> {
        let book = Book::new(self, players);
        let mut standings: Vec<Standing> = players.iter().map(|&player| self.standing(player, &book)).collect();
        standings.sort_by_key(|standing| (standing.annulled, Reverse(standing.halves)));
        let mut ties: Vec<std::ops::Range<usize>> =
            split(&standings, 0..standings.len(), |standing| (standing.annulled, u64::from(standing.halves)));
        let tie_breaks: &[TieBreak] = if self.is_knock_out() { &[] } else { &self.plan.tie_breaks };
        for (index, &tie_break) in tie_breaks.iter().enumerate() {
            let mut finer = Vec::new();
            for tie in ties {
                let tied: Vec<PlayerNo> = standings[tie.clone()].iter().map(|standing| standing.player).collect();
                for standing in &mut standings[tie.clone()] {
                    standing.tie_breaks.push(book.tie_break(tie_break, standing.player, &tied));
                }
                standings[tie.clone()].sort_by_key(|standing| Reverse(standing.tie_breaks[index].quarters));
                finer.extend(split(&standings, tie, |standing| standing.tie_breaks[index].quarters));
            }
            ties = finer;
        }
        for tie in ties {
            for standing in &mut standings[tie.clone()] {
                standing.place = tie.start as u32 + 1;
            }
        }
        standings
    }

    fn standing(&self, player: PlayerNo, book: &Book) -> Standing {
        let mut standing = Standing {
            place: 1,
            player,
            left: None,
            halves: book.halves(player),
            tie_breaks: Vec::new(),
            played: 0,
            won: 0,
            drawn: 0,
            lost: 0,
            as_attackers: 0,
            annulled: book.is_annulled(player),
        };
        for line in book.lines(player) {
            let (Met::Game { side, played, .. }, Some(halves), false) = (line.what, line.halves, line.open) else {
                continue;
            };
            standing.played += u32::from(played);
            standing.as_attackers += u32::from(played && side == Side::Attackers);
            match halves {
                2 => standing.won += 1,
                1 => standing.drawn += 1,
                _ => standing.lost += 1,
            }
        }
        standing
    }

    fn is_knock_out(&self) -> bool {
        matches!(self.plan.form, Form::KnockOut { .. })
    }

    /// Puts those first who came far in the knock-out, and gives places anew.
    fn far(&self, mut standings: Vec<Standing>) -> Vec<Standing> {
        let reached: HashMap<PlayerNo, u32> = self.reached();
        for standing in &mut standings {
            standing.left = reached.get(&standing.player).copied();
        }
        let knock_out = self.is_knock_out();
        let key = |standing: &Standing| {
            let rest = if standing.left.is_some() || knock_out {
                (0, 0)
            } else {
                (standing.place, u32::MAX - standing.halves)
            };
            (standing.left.unwrap_or(u32::MAX), rest)
        };
        standings.sort_by_key(key);
        let keys: Vec<_> = standings.iter().map(key).collect();
        for (index, standing) in standings.iter_mut().enumerate() {
            let first = keys.iter().position(|other| *other == keys[index]).unwrap_or(index);
            standing.place = first as u32 + 1;
        }
        standings
    }
}

impl Line {
    /// Whether it tells something of the sides, the opponents or the points of a table in which everybody meets everybody.
    pub(crate) fn is_round_of(&self, event: &Event) -> bool {
        event.is_knock_out() || event.is_of_table(self.round)
    }
}

/// Cuts a sorted range where the key changes.
fn split<K: PartialEq>(
    standings: &[Standing],
    range: std::ops::Range<usize>,
    key: impl Fn(&Standing) -> K,
) -> Vec<std::ops::Range<usize>> {
    let mut ranges = Vec::new();
    let mut start = range.start;
    for index in range.clone() {
        if index + 1 == range.end || key(&standings[index]) != key(&standings[index + 1]) {
            ranges.push(start..index + 1);
            start = index + 1;
        }
    }
    ranges
}

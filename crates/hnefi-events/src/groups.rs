//! Groups: who is in which, and who goes on.

use crate::{Event, Form, PlayerNo, Presence, Stage, berger_rounds};

impl Event {
    /// The groups, each with its players by seed; none in other forms, and none before it has begun.
    ///
    /// The best seeds are dealt to the first group, the second, and so on, the next ones back from the last to the first, and so on.
    ///
    /// ```
    /// use hnefi_events::{Act, By, Event, Form, Plan};
    /// let mut event = Event::new(Plan::new(Form::Groups { groups: 2, qualify: 1, third_place: false })).unwrap();
    /// for number in 1..=5 {
    ///     event.handle_act(0, By::Player, Act::Enter { key: format!("p{number}"), rating: Some(2000 - number) }).unwrap();
    /// }
    /// event.handle_act(0, By::Machine, Act::Begin).unwrap();
    /// let groups: Vec<Vec<u32>> = event.groups().iter().map(|group| group.iter().map(|no| no.0).collect()).collect();
    /// assert_eq!(groups, [vec![1, 4, 5], vec![2, 3]]);
    /// ```
    pub fn groups(&self) -> Vec<Vec<PlayerNo>> {
        let Form::Groups { groups, .. } = self.plan.form else { return Vec::new() };
        if self.stage == Stage::Entering {
            return Vec::new();
        }
        let count = groups as usize;
        let mut dealt = vec![Vec::new(); count];
        for (index, &player) in self.seeds.iter().enumerate() {
            let (row, column) = (index / count, index % count);
            dealt[if row % 2 == 0 { column } else { count - 1 - column }].push(player);
        }
        dealt
    }

    /// How many rounds the groups have.
    pub(crate) fn group_rounds(&self) -> u32 {
        self.groups().iter().map(|group| berger_rounds(group.len() as u32)).max().unwrap_or(0)
    }

    /// Those who go on from the groups, the best first: by their places, and then by their groups. Who has left does not go on.
    pub(crate) fn qualified(&self, qualify: u32) -> Vec<PlayerNo> {
        let groups = 1..=self.groups().len() as u32;
        let here = |no: &PlayerNo| self.players[no.index()].presence == Presence::Here;
        let best = |group| -> Vec<PlayerNo> {
            let standings = self.group_standings(group);
            standings.into_iter().map(|standing| standing.player).filter(here).take(qualify as usize).collect()
        };
        let best: Vec<Vec<PlayerNo>> = groups.map(best).collect();
        (0..qualify as usize).flat_map(|place| best.iter().filter_map(move |group| group.get(place).copied())).collect()
    }

    /// The group of a player, counted from 1.
    pub fn group_of(&self, player: PlayerNo) -> Option<u32> {
        self.groups().iter().position(|group| group.contains(&player)).map(|index| index as u32 + 1)
    }
}

//! All interleavings of three nodes within bounds: what the server runs inside its transactions is driven through every order
//! in which transactions of three nodes can begin, look, write, commit and be heard of, while time goes on, nodes are stopped and
//! go on, are killed and start anew, lose answers, and a client sends its acts again until they are acknowledged.
//!
//! `HNEFI_NODES_MODEL="faults=3 shorts=5"` widens the bounds; the counts of states are in `docs/bench/nodes.md`.

mod club;

use std::collections::BTreeSet;

use club::{Action, Bounds, State, Tx, Without};
use hnefi_nodes::{LEASE_MS, WAIT_MS};
use stateright::{Checker, Expectation, Model, Property};

struct Club {
    bounds: Bounds,
    without: Without,
}

impl Model for Club {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        vec![State::new(&self.bounds)]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        state.actions(&self.bounds, actions);
    }

    fn next_state(&self, state: &State, action: Action) -> Option<State> {
        state.after(&self.bounds, action, self.without)
    }

    fn properties(&self) -> Vec<Property<Club>> {
        vec![
            Property::always("no act under an epoch that was taken over", |_, state: &State| {
                let taken = &state.rows.taken;
                taken.iter().all(|&(epoch, acts)| state.rows.log[acts..].iter().all(|&(_, under, _)| under != epoch))
            }),
            Property::always("each act is stored once, in its order", |_, state: &State| {
                state.rows.log.iter().zip(1..).all(|(&(act, _, _), place)| act == place)
            }),
            Property::always("what was acknowledged is stored", |_, state: &State| {
                usize::from(state.acknowledged) <= state.rows.log.len()
            }),
            Property::always("one node at most believes it may write the game, and can", |_, state: &State| {
                let roll = state.roll();
                let can = state.processes.iter().filter(|process| {
                    let Some(me) = process.memory.epoch else { return false };
                    process.memory.game.is_some() && roll.may_write(me) && state.rows.owner == Some(me)
                });
                can.count() <= 1
            }),
            Property::always("whoever owns the game is there", |_, state: &State| {
                state.rows.owner.is_none_or(|owner| state.rows.roll.iter().any(|node| node.epoch == owner))
            }),
            Property::always("the keeper is never displaced by an older node", |_, state: &State| {
                state.roll().keeper().is_none_or(|keeper| keeper >= state.rows.keeper)
            }),
            // But for what the counts of two nodes differ by.
            Property::always("the game's time does not go back", |club: &Club, state: &State| {
                let ahead_ms = club.bounds.ahead_ms;
                let sorted = state.rows.log.is_sorted_by(|&(_, _, before), &(_, _, after)| before <= after + ahead_ms);
                sorted && state.rows.time.at(state.now_ms) + ahead_ms >= state.rows.known_ms
            }),
            Property::always("no gap is in the game's time", |club: &Club, state: &State| {
                let (time, known) = (state.rows.time, state.rows.known_ms);
                time.waits(state.now_ms) == 0 || (known - club.bounds.ahead_ms..=known).contains(&time.at(state.now_ms))
            }),
            Property::sometimes("a game is taken over and goes on", |_, state: &State| match &state.rows.log[..] {
                [first @ .., (_, last, _)] => first
                    .iter()
                    .any(|(_, epoch, _)| state.rows.taken.iter().any(|(taken, _)| taken == epoch && taken != last)),
                [] => false,
            }),
            Property::sometimes("a game goes on after everybody is back", |_, state: &State| {
                let time = state.rows.time;
                let last = state.rows.log.last().map_or(0, |&(_, _, stamp)| stamp);
                time.skipped_ms >= WAIT_MS && last > time.resumes_ms - time.skipped_ms
            }),
            Property::sometimes("a late node is refused", |_, state: &State| {
                let late = |process: &club::Process| process.tx == Tx::Refused && process.memory.epoch.is_some();
                state.processes.iter().any(late)
            }),
            Property::sometimes(
                "a node is stopped in the middle of a transaction beyond its lease",
                |_, state: &State| {
                    let stuck = |process: &club::Process| match process.tx {
                        Tx::Looked { now_ms, .. } => state.now_ms - now_ms >= LEASE_MS,
                        _ => false,
                    };
                    state.processes.iter().any(stuck)
                },
            ),
            Property::sometimes("what is sent again meets what another node has stored", |_, state: &State| {
                state.processes.iter().any(|process| {
                    let next = state.rows.log.get(usize::from(state.acknowledged));
                    let knows = process.memory.game.is_some_and(|known| known > state.acknowledged);
                    knows && next.is_some_and(|&(_, epoch, _)| Some(epoch) != process.memory.epoch)
                })
            }),
            Property::sometimes("all acts are made", |club: &Club, state: &State| {
                state.acknowledged == club.bounds.acts
            }),
        ]
    }
}

/// What is tried with every test run: three nodes, and of two more at a time.
const BOUNDS: [Bounds; 3] = [
    Bounds { nodes: 3, epochs: 3, acts: 1, shorts: 2, longs: 0, faults: 0, batch: 1, ahead_ms: 0 },
    Bounds { nodes: 2, epochs: 2, acts: 2, shorts: 2, longs: 0, faults: 1, batch: 1, ahead_ms: 0 },
    Bounds { nodes: 2, epochs: 2, acts: 2, shorts: 2, longs: 1, faults: 0, batch: 1, ahead_ms: 400 },
];

/// Those bounds, or the ones that the environment names, where the others are as in the first of them.
fn bounds() -> Vec<Bounds> {
    let Ok(words) = std::env::var("HNEFI_NODES_MODEL") else { return BOUNDS.to_vec() };
    let mut bounds = BOUNDS[0];
    for word in words.split_whitespace() {
        let (name, value) = word.split_once('=').expect("HNEFI_NODES_MODEL has words like faults=3");
        let value: u8 = value.parse().expect("HNEFI_NODES_MODEL has numbers");
        match name {
            "nodes" => bounds.nodes = value.into(),
            "epochs" => bounds.epochs = value.into(),
            "acts" => bounds.acts = value,
            "shorts" => bounds.shorts = value,
            "longs" => bounds.longs = value,
            "faults" => bounds.faults = value,
            "batch" => bounds.batch = value.into(),
            "ahead" => bounds.ahead_ms = i64::from(value) * 100,
            _ => panic!("HNEFI_NODES_MODEL does not know `{name}`"),
        }
    }
    vec![bounds]
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[test]
fn nothing_goes_wrong_in_any_order() {
    let bounds = bounds();
    let mut happens = BTreeSet::new();
    for &bounds in &bounds {
        let club = Club { bounds, without: Without::Nothing };
        let checked = club.checker().threads(threads()).spawn_bfs().join();
        let (all, different) = (checked.state_count(), checked.unique_state_count());
        eprintln!("{bounds:?}: {different} states, {all} ways to them, {} steps deep", checked.max_depth());
        for property in checked.model().properties() {
            match property.expectation {
                Expectation::Sometimes => happens.extend(checked.discovery(property.name).map(|_| property.name)),
                _ => checked.assert_no_discovery(property.name),
            }
        }
    }
    let club = Club { bounds: bounds[0], without: Without::Nothing };
    for property in club.properties().iter().filter(|property| property.expectation == Expectation::Sometimes) {
        // What the environment names may be too narrow for it.
        assert!(happens.contains(property.name) || bounds.len() == 1, "never: {}", property.name);
    }
}

/// What is violated without a rule.
fn violated(without: Without, property: &'static str) {
    let club = Club { bounds: BOUNDS[1], without };
    let found = stateright::HasDiscoveries::AnyOf([property].into());
    let checked = club.checker().threads(threads()).finish_when(found).spawn_bfs().join();
    let path = checked.assert_any_discovery(property);
    eprintln!("{without:?}: {:?}", path.into_actions());
}

#[test]
fn a_lease_that_nobody_looks_at_is_missed() {
    violated(Without::Lease, "no act under an epoch that was taken over");
}

#[test]
fn epochs_out_of_order_are_missed() {
    violated(Without::OrderOfEpochs, "the keeper is never displaced by an older node");
}

#[test]
fn time_that_is_not_credited_is_missed() {
    violated(Without::Credit, "no gap is in the game's time");
}

//! Three nodes, one database and one client, and all that can happen to them.
//!
//! A process may take its next step at any later time, or never: so every one of them is stopped and goes on wherever it can be, in the
//! middle of a transaction too. What has to be said is only that the database then ends its transaction.

use hnefi_nodes::{GameTime, LEASE_MS, Node, Roll, Standing};

/// How long a short while is, in milliseconds: two of them end a lease.
const SHORT_MS: i64 = 1_500;
/// How long a long while is: longer than the clocks of a game wait after it was taken over.
const LONG_MS: i64 = 12_000;

/// Within which bounds everything is tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Processes that run nodes.
    pub(crate) nodes: usize,
    /// How many epochs there are: every start, and every start anew, takes one.
    pub(crate) epochs: i64,
    /// How many acts the client wants to make.
    pub(crate) acts: u8,
    /// How often time goes on for a short while.
    pub(crate) shorts: u8,
    /// How often time goes on for a long while.
    pub(crate) longs: u8,
    /// How often something is done to a node: killed, its transaction ended, an answer late or lost.
    pub(crate) faults: u8,
    /// How many things a transaction writes at most.
    pub(crate) batch: usize,
    /// By how much the clocks of two nodes differ, in milliseconds.
    pub(crate) ahead_ms: i64,
}

/// What is left out of the rules, to see that it is missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Without {
    /// Nothing.
    Nothing,
    /// Transactions do not look whether the lease holds.
    Lease,
    /// A node that joins is older than those that are there.
    OrderOfEpochs,
    /// What is taken over has its time from when it is taken over.
    Credit,
}

/// What the database holds that transactions change.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rows {
    pub(crate) roll: Vec<Node>,
    pub(crate) owner: Option<i64>,
    /// The log of the game: which act it was, under which epoch it was stored, and the game's time.
    pub(crate) log: Vec<(u8, i64, i64)>,
    pub(crate) time: GameTime,
    /// Nodes that were taken over, and how long the log was then.
    pub(crate) taken: Vec<(i64, usize)>,
    /// The game's time as it was last known: at a renewal of the owner's, or at an act.
    pub(crate) known_ms: i64,
    /// The youngest that ever was keeper.
    pub(crate) keeper: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Run {
    Running,
    Dead,
}

/// A transaction of a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tx {
    None,
    /// It has the lock. Nothing was looked at.
    Begun,
    /// It has looked, and may go on. What it would leave.
    Looked {
        now_ms: i64,
        rows: Box<Rows>,
        memory: Memory,
        wrote: usize,
    },
    /// The lease has ended: it may not.
    Refused,
    /// The database has ended it; the node does not know yet.
    Ended,
    /// It is committed; the node does not know yet.
    Committed(Memory),
}

/// What a process knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Memory {
    pub(crate) epoch: Option<i64>,
    /// By how much its count is ahead of the slowest, in milliseconds.
    pub(crate) ahead_ms: i64,
    /// How many acts of the game it knows, where it takes the game for its own.
    pub(crate) game: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Process {
    pub(crate) run: Run,
    pub(crate) memory: Memory,
    pub(crate) tx: Tx,
    /// When it has looked that renews its lease, beside its other transactions and without their lock.
    pub(crate) renews: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) now_ms: i64,
    pub(crate) shorts: u8,
    pub(crate) longs: u8,
    pub(crate) faults: u8,
    pub(crate) sequence: i64,
    pub(crate) rows: Rows,
    /// In an order of their own: which process is which makes no difference.
    pub(crate) processes: Vec<Process>,
    /// How many acts were acknowledged to the client, which then sends the next one, again and again, to all nodes.
    pub(crate) acknowledged: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum What {
    Join,
    TakeOver,
    Claim,
    Act,
    Release,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Action {
    Short,
    Long,
    Begin(usize),
    Look(usize),
    Write(usize, What),
    /// The node hears of it at once.
    Commit(usize),
    /// Something else happens before the node hears of it.
    CommitUnheard(usize),
    /// The node learns what became of its transaction.
    Hear(usize),
    /// It learns only that its connection broke.
    LoseAnswer(usize),
    /// The node reads the game and finds that it is its own.
    Load(usize),
    /// It looks whether its lease holds, in order to renew it.
    BeginRenewal(usize),
    /// It has renewed it, as of when it has looked.
    Renew(usize),
    /// The client sends an act that was stored, and is told so.
    Meet(usize),
    Kill(usize),
    Start(usize),
    /// The database ends a transaction: nothing came for too long, or its connection is cut.
    End(usize),
}

impl State {
    pub(crate) fn new(bounds: &Bounds) -> State {
        let rows = Rows {
            roll: Vec::new(),
            owner: None,
            log: Vec::new(),
            time: GameTime::default(),
            taken: Vec::new(),
            known_ms: 0,
            keeper: 0,
        };
        let process = Process { run: Run::Running, memory: Memory::default(), tx: Tx::None, renews: None };
        State {
            now_ms: 0,
            shorts: 0,
            longs: 0,
            faults: 0,
            sequence: 0,
            rows,
            processes: vec![process; bounds.nodes],
            acknowledged: 0,
        }
    }

    pub(crate) fn roll(&self) -> Roll {
        Roll { nodes: self.rows.roll.clone(), now_ms: self.now_ms }
    }

    pub(crate) fn actions(&self, bounds: &Bounds, to: &mut Vec<Action>) {
        if self.shorts < bounds.shorts {
            to.push(Action::Short);
        }
        if self.longs < bounds.longs {
            to.push(Action::Long);
        }
        let free = self.processes.iter().all(|process| !process.tx.locks());
        let fault = self.faults < bounds.faults;
        for (at, process) in self.processes.iter().enumerate() {
            if process.tx.locks() && (fault || process.run != Run::Running) {
                to.push(Action::End(at));
            }
            match process.run {
                Run::Dead if process.tx == Tx::None && self.sequence < bounds.epochs => to.push(Action::Start(at)),
                Run::Dead => {}
                Run::Running => {
                    if fault {
                        to.push(Action::Kill(at));
                    }
                    self.steps(bounds, at, free, to);
                }
            }
        }
    }

    /// What a process may do that runs.
    fn steps(&self, bounds: &Bounds, at: usize, free: bool, to: &mut Vec<Action>) {
        let Process { memory, tx, renews, .. } = &self.processes[at];
        let mine = memory.epoch.and_then(|epoch| self.rows.roll.iter().find(|node| node.epoch == epoch));
        match renews {
            Some(_) => to.push(Action::Renew(at)),
            // Twice at the same time is once.
            None if mine.is_some_and(|node| node.holds(self.now_ms) && node.until_ms != self.now_ms + LEASE_MS) => {
                to.push(Action::BeginRenewal(at));
            }
            None => {}
        }
        match tx {
            Tx::None => {
                if free && (memory.epoch.is_some() || self.sequence < bounds.epochs) {
                    to.push(Action::Begin(at));
                }
                let standing = memory.epoch.map(|me| self.roll().standing(self.rows.owner, me));
                if memory.game.is_none() && standing == Some(Standing::Mine) {
                    to.push(Action::Load(at));
                }
                if memory.game.is_some_and(|known| known > self.acknowledged) {
                    to.push(Action::Meet(at));
                }
            }
            Tx::Begun => to.push(Action::Look(at)),
            Tx::Looked { rows, memory, wrote, .. } => {
                let before = to.len();
                if *wrote < bounds.batch {
                    let roll = Roll { nodes: rows.roll.clone(), now_ms: self.now_ms };
                    let all = [What::Join, What::TakeOver, What::Claim, What::Act, What::Release];
                    let may = |what: &What| match what {
                        What::Join => memory.epoch.is_none(),
                        What::TakeOver => memory.epoch.is_some() && roll.ended().next().is_some(),
                        What::Claim => memory.epoch.is_some() && memory.game.is_none() && rows.owner.is_none(),
                        What::Act => memory
                            .game
                            .is_some_and(|known| known <= self.acknowledged && self.acknowledged < bounds.acts),
                        What::Release => memory.game.is_some(),
                    };
                    to.extend(all.into_iter().filter(may).map(|what| Action::Write(at, what)));
                }
                if *wrote > 0 || to.len() == before {
                    to.push(Action::Commit(at));
                    if self.faults < bounds.faults {
                        to.push(Action::CommitUnheard(at));
                    }
                }
            }
            Tx::Refused | Tx::Ended => to.push(Action::Hear(at)),
            Tx::Committed(_) => to.extend([Action::Hear(at), Action::LoseAnswer(at)]),
        }
    }

    /// What comes of an action; `None` where it changes nothing.
    pub(crate) fn after(&self, bounds: &Bounds, action: Action, without: Without) -> Option<State> {
        let mut next = self.clone();
        match action {
            Action::Short => {
                next.shorts += 1;
                next.now_ms += SHORT_MS;
            }
            Action::Long => {
                next.longs += 1;
                next.now_ms += LONG_MS;
            }
            Action::Begin(at) => {
                let process = &mut next.processes[at];
                process.tx = Tx::Begun;
            }
            Action::Look(at) => next.processes[at].tx = self.look(at, without),
            Action::Write(at, what) => next.write(bounds, at, what, without)?,
            Action::Commit(at) => {
                next.commit(at);
                next.hear(at);
            }
            Action::CommitUnheard(at) => {
                next.commit(at);
                next.faults += 1;
            }
            Action::Hear(at) => next.hear(at),
            Action::LoseAnswer(at) => {
                let process = &mut next.processes[at];
                if let Tx::Committed(memory) = process.tx {
                    // Who it is, it knew before; whether it has joined, it sees.
                    process.memory = Memory { game: None, ..memory };
                }
                process.tx = Tx::None;
            }
            Action::BeginRenewal(at) => next.processes[at].renews = Some(self.now_ms),
            Action::Renew(at) => next.renew(at),
            Action::Load(at) => next.processes[at].memory.game = Some(self.rows.log.len() as u8),
            Action::Meet(at) => next.acknowledged = next.processes[at].memory.game?,
            Action::Kill(at) => {
                next.faults += 1;
                let process = &mut next.processes[at];
                process.run = Run::Dead;
                process.memory = Memory::default();
                process.renews = None;
                if !process.tx.locks() {
                    process.tx = Tx::None;
                }
            }
            Action::Start(at) => next.processes[at].run = Run::Running,
            Action::End(at) => {
                let process = &mut next.processes[at];
                process.tx = if process.run == Run::Dead { Tx::None } else { Tx::Ended };
                next.faults += u8::from(process.run == Run::Running);
            }
        }
        next.forget();
        next.processes.sort_by_key(|process| (process.memory, process.run, process.tx.order(), process.renews));
        Some(next)
    }

    fn commit(&mut self, at: usize) {
        let process = &mut self.processes[at];
        if let Tx::Looked { rows, memory, .. } = &process.tx {
            self.rows = Rows::clone(rows);
            process.tx = Tx::Committed(*memory);
        }
    }

    fn hear(&mut self, at: usize) {
        let process = &mut self.processes[at];
        let memory = process.memory;
        process.memory = match process.tx {
            Tx::Committed(memory) => memory,
            // Whoever is refused starts anew; after anything else the game is read again.
            Tx::Refused => Memory { epoch: None, game: None, ..memory },
            _ => Memory { game: None, ..memory },
        };
        process.tx = Tx::None;
        process.renews = process.renews.filter(|_| process.memory.epoch.is_some());
        let told = process.memory.game.filter(|_| memory.game.is_some());
        self.acknowledged = self.acknowledged.max(told.unwrap_or(0));
    }

    /// Renews a lease, unless it was taken over since the node looked; whoever is in the middle of a transaction sees it.
    fn renew(&mut self, at: usize) {
        let process = &mut self.processes[at];
        let (Some(looked_ms), Some(epoch)) = (process.renews.take(), process.memory.epoch) else { return };
        // It counted before it looked.
        let count_ms = looked_ms + process.memory.ahead_ms;
        let roll = Roll { nodes: self.rows.roll.clone(), now_ms: looked_ms };
        // What it learns of the others is of then, and it counts on meanwhile.
        process.memory.ahead_ms = roll.count(self.now_ms + process.memory.ahead_ms) - self.now_ms;
        let open = self.processes.iter_mut().filter_map(|process| match &mut process.tx {
            Tx::Looked { rows, .. } => Some(&mut **rows),
            _ => None,
        });
        for rows in open.chain([&mut self.rows]) {
            if let Some(node) = rows.roll.iter_mut().find(|node| node.epoch == epoch)
                && let Some(renewed) = node.renewed(looked_ms, count_ms)
            {
                *node = renewed;
                if rows.owner == Some(epoch) {
                    rows.known_ms = rows.known_ms.max(rows.time.at(renewed.clock_ms));
                }
            }
        }
    }

    /// Leaves out of the rows what makes no difference any more: when a lease ended that has ended for everybody.
    fn forget(&mut self) {
        let looked = self.processes.iter().filter_map(|process| match process.tx {
            Tx::Looked { now_ms, .. } => Some(now_ms),
            _ => None,
        });
        let looked = looked.chain(self.processes.iter().filter_map(|process| process.renews));
        let oldest_ms = looked.fold(self.now_ms, i64::min);
        for node in self.rows.roll.iter_mut().filter(|node| node.until_ms <= oldest_ms) {
            node.until_ms = 0;
            if self.rows.owner != Some(node.epoch) {
                node.clock_ms = 0;
            }
        }
    }

    /// What a transaction finds that looks.
    fn look(&self, at: usize, without: Without) -> Tx {
        let memory = self.processes[at].memory;
        let roll = self.roll();
        let joins = memory.epoch.is_none();
        if !joins && without != Without::Lease && !memory.epoch.is_some_and(|epoch| roll.may_write(epoch)) {
            return Tx::Refused;
        }
        Tx::Looked { now_ms: self.now_ms, rows: Box::new(self.rows.clone()), memory, wrote: 0 }
    }

    fn write(&mut self, bounds: &Bounds, at: usize, what: What, without: Without) -> Option<()> {
        let now_ms = self.now_ms;
        let sequence = self.sequence;
        let act = self.acknowledged + 1;
        let Tx::Looked { rows, memory, wrote, .. } = &mut self.processes[at].tx else { return None };
        *wrote += 1;
        // It looked whether its lease holds when the transaction began, which may be long ago.
        let roll = Roll { nodes: rows.roll.clone(), now_ms };
        let counts = now_ms + memory.ahead_ms;
        match what {
            What::Join => {
                let epoch = match without {
                    Without::OrderOfEpochs => bounds.epochs - sequence,
                    _ => sequence + 1,
                };
                // Of two processes the clocks differ a little.
                let mine_ms = now_ms + epoch % 2 * bounds.ahead_ms;
                let count = roll.count(mine_ms);
                let node = match without {
                    Without::OrderOfEpochs => Node { epoch, until_ms: now_ms + LEASE_MS, clock_ms: count },
                    _ => roll.join(epoch, count)?,
                };
                rows.roll.push(node);
                *memory = Memory { epoch: Some(epoch), ahead_ms: count - now_ms, game: None };
                self.sequence += 1;
            }
            What::TakeOver => {
                for ended in roll.ended() {
                    if rows.owner == Some(ended.epoch) {
                        rows.owner = None;
                        let last_stamp = rows.log.last().map(|&(_, _, stamp)| stamp);
                        let seen_ms = if without == Without::Credit { counts } else { ended.clock_ms };
                        rows.time = rows.time.taken_over(seen_ms, last_stamp, roll.count(counts));
                    }
                    rows.taken.push((ended.epoch, rows.log.len()));
                }
                rows.roll.retain(|node| node.holds(now_ms));
            }
            What::Claim => {
                let epoch = memory.epoch?;
                if without != Without::Lease && !roll.may_claim(rows.owner, epoch) {
                    return None;
                }
                rows.owner = Some(epoch);
                let last_stamp = rows.log.last().map_or(0, |&(_, _, stamp)| stamp);
                rows.known_ms = last_stamp.max(rows.time.at(roll.node(epoch).map_or(0, |node| node.clock_ms)));
                memory.game = Some(rows.log.len() as u8);
            }
            What::Act => {
                let known = memory.game?;
                let epoch = memory.epoch?;
                let stored = rows.owner == Some(epoch) && rows.log.len() == usize::from(known);
                if stored {
                    let stamp = rows.time.at(counts);
                    rows.log.push((act, epoch, stamp));
                    rows.known_ms = rows.known_ms.max(stamp);
                    memory.game = Some(known + 1);
                } else {
                    memory.game = None;
                }
            }
            What::Release => {
                if rows.owner == memory.epoch {
                    rows.owner = None;
                }
                memory.game = None;
            }
        }
        let keeper = Roll { nodes: rows.roll.clone(), now_ms }.keeper();
        rows.keeper = rows.keeper.max(keeper.unwrap_or(0));
        Some(())
    }
}

impl Tx {
    /// Whether it has the lock that all of them take.
    pub(crate) fn locks(&self) -> bool {
        matches!(self, Tx::Begun | Tx::Looked { .. } | Tx::Refused)
    }

    fn order(&self) -> usize {
        match self {
            Tx::None => 0,
            Tx::Begun => 1,
            Tx::Looked { .. } => 2,
            Tx::Refused => 3,
            Tx::Ended => 4,
            Tx::Committed(_) => 5,
        }
    }
}

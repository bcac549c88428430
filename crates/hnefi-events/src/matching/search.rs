//! The search: trees of alternating paths grow from all who are unpaired, odd circles shrink to blossoms, prices move.

mod blossom;

use std::collections::VecDeque;

use super::Proof;

/// A person, or a blossom; people first.
type Node = usize;

/// Two people: the first inside of the node that the edge is kept for, the second outside.
type Edge = (usize, usize);

/// Where a node that lies in no other is in the trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    /// In none.
    Free,
    /// An even number of edges from the root.
    Even,
    /// An odd number of edges from the root.
    Odd,
}

/// An odd circle of nodes, made one.
#[derive(Clone, Debug, Default)]
struct Blossom {
    /// The nodes, the one first that is paired with somebody outside, or with nobody.
    ring: Vec<Node>,
    /// The edge from each to the next in the ring.
    edges: Vec<Edge>,
    /// The member that is cheapest for each person.
    nearest: Vec<usize>,
}

pub(super) struct Search {
    people: usize,
    /// Four times what each pair costs.
    costs: Vec<i128>,
    /// The price of each person; the rebate of each blossom.
    prices: Vec<i128>,
    /// The blossoms, from node number `people` on.
    blossoms: Vec<Blossom>,
    /// The numbers of blossoms that are no more.
    spare: Vec<Node>,
    /// The outermost node that each lies in. A blossom that is no more lies in nothing, as does nothing else.
    outermost: Vec<Option<Node>>,
    /// The blossom in whose ring each is.
    inside: Vec<Option<Node>>,
    /// The edge by which each is paired.
    paired: Vec<Option<Edge>>,
    labels: Vec<Label>,
    /// The edge of each odd node to its parent.
    up: Vec<Edge>,
    /// The cheapest edge of each free or even node from an even one.
    slack: Vec<Option<Edge>>,
    /// Even people whose edges have not been looked at.
    queue: VecDeque<usize>,
    /// In which walk to the roots a node was last seen.
    seen: Vec<u64>,
    walks: u64,
}

impl Search {
    pub(super) fn new(people: usize, cost: impl Fn(usize, usize) -> i128) -> Search {
        let costs: Vec<i128> = (0..people * people).map(|place| 4 * cost(place / people, place % people)).collect();
        // Half of what the cheapest pair of each costs: two of them are never more than a pair. They are even, so prices stay whole.
        let cheapest = |one: usize| {
            (0..people).filter(|&other| other != one).map(|other| costs[one * people + other]).min().unwrap_or(0)
        };
        let prices = (0..people).map(|one| cheapest(one) / 2).collect();
        let mut search = Search {
            people,
            costs,
            prices,
            blossoms: Vec::new(),
            spare: Vec::new(),
            outermost: (0..people).map(Some).collect(),
            inside: vec![None; people],
            paired: vec![None; people],
            labels: vec![Label::Free; people],
            up: vec![(0, 0); people],
            slack: vec![None; people],
            queue: VecDeque::new(),
            seen: vec![0; people],
            walks: 0,
        };
        for one in 0..people {
            let free = |other: usize| other != one && search.paired[other].is_none() && search.gap((one, other)) == 0;
            if search.paired[one].is_none()
                && let Some(other) = (0..people).find(|&other| free(other))
            {
                search.paired[one] = Some((one, other));
                search.paired[other] = Some((other, one));
            }
        }
        search
    }

    pub(super) fn run(mut self) -> (Vec<usize>, Proof) {
        while self.stage() {}
        let mates = (0..self.people).map(|one| self.paired[one].map_or(one, |(_, other)| other)).collect();
        let groups = (self.people..self.prices.len())
            .filter(|&node| self.outermost[node].is_some() && self.prices[node] > 0)
            .map(|node| (self.members(node), self.prices[node]))
            .collect();
        (mates, Proof { prices: self.prices[..self.people].to_vec(), groups })
    }

    /// How much dearer an edge between two outermost nodes is than the prices at its ends.
    fn gap(&self, (one, other): Edge) -> i128 {
        self.costs[one * self.people + other] - self.prices[one] - self.prices[other]
    }

    fn top(&self, node: Node) -> Node {
        self.outermost[node].unwrap_or(node)
    }

    fn is_top(&self, node: Node) -> bool {
        self.outermost[node] == Some(node)
    }

    fn ring(&self, blossom: Node) -> &Blossom {
        &self.blossoms[blossom - self.people]
    }

    /// The member of a node that is cheapest for a person outside.
    fn nearest(&self, node: Node, person: usize) -> usize {
        if node < self.people { node } else { self.ring(node).nearest[person] }
    }

    /// The people in a node.
    fn members(&self, node: Node) -> Vec<usize> {
        let mut members = Vec::new();
        let mut nodes = vec![node];
        while let Some(node) = nodes.pop() {
            if node < self.people { members.push(node) } else { nodes.extend(&self.ring(node).ring) }
        }
        members
    }

    /// One more pair than before; whether there was anybody to be paired.
    fn stage(&mut self) -> bool {
        self.labels.fill(Label::Free);
        self.slack.fill(None);
        self.queue.clear();
        for node in 0..self.labels.len() {
            if self.is_top(node) && self.paired[node].is_none() {
                self.make_even(node);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            while let Some(one) = self.queue.pop_front() {
                if self.look(one) {
                    return true;
                }
            }
            self.move_prices();
            for node in 0..self.labels.len() {
                let tight = self.slack[node].filter(|&edge| self.is_top(node) && self.gap(edge) == 0);
                if tight.is_some_and(|(one, other)| self.found((other, one))) {
                    return true;
                }
            }
            for node in self.people..self.labels.len() {
                if self.is_top(node) && self.labels[node] == Label::Odd && self.prices[node] == 0 {
                    self.expand(node);
                }
            }
        }
    }

    /// Looks at all edges of an even person; whether one of them led to another tree.
    fn look(&mut self, one: usize) -> bool {
        let mut home = self.top(one);
        for other in 0..self.people {
            let node = self.top(other);
            if node == home || self.labels[node] == Label::Odd {
                continue;
            }
            let gap = self.gap((one, other));
            if gap == 0 {
                if self.found((one, other)) {
                    return true;
                }
                home = self.top(one);
            } else if self.slack[node].is_none_or(|edge| gap < self.gap(edge)) {
                self.slack[node] = Some((other, one));
            }
        }
        false
    }

    /// An edge without a gap, from an even node: it lengthens a tree, closes a circle, or joins two trees, and then all is done.
    fn found(&mut self, (one, other): Edge) -> bool {
        let [from, to] = [one, other].map(|person| self.top(person));
        match self.labels[to] {
            _ if from == to => {}
            Label::Odd => {}
            Label::Free => {
                self.labels[to] = Label::Odd;
                self.up[to] = (other, one);
                self.slack[to] = None;
                // A free node is paired: those who are not are roots.
                if let Some((_, mate)) = self.paired[to] {
                    let mate = self.top(mate);
                    self.slack[mate] = None;
                    self.make_even(mate);
                }
            }
            Label::Even => match self.meeting(from, to) {
                Some(base) => self.shrink((one, other), base),
                None => {
                    self.augment((one, other));
                    self.augment((other, one));
                    return true;
                }
            },
        }
        false
    }

    fn make_even(&mut self, node: Node) {
        self.labels[node] = Label::Even;
        let members = self.members(node);
        self.queue.extend(members);
    }

    /// The even node above, or `None` at the root.
    fn above(&self, even: Node) -> Option<Node> {
        let odd = self.top(self.paired[even]?.1);
        Some(self.top(self.up[odd].1))
    }

    /// The even node where the ways of two to their roots meet; `None` where the roots are two.
    fn meeting(&mut self, one: Node, other: Node) -> Option<Node> {
        self.walks += 1;
        let mut ways = [Some(one), Some(other)];
        while ways != [None, None] {
            for way in &mut ways {
                let Some(node) = *way else { continue };
                if self.seen[node] == self.walks {
                    return Some(node);
                }
                self.seen[node] = self.walks;
                *way = self.above(node);
            }
        }
        None
    }

    /// Finds the cheapest edge of a node from an even one anew.
    fn find_slack(&mut self, node: Node) {
        let even = |&person: &usize| {
            let top = self.top(person);
            top != node && self.labels[top] == Label::Even
        };
        let edges = (0..self.people).filter(even).map(|person| (self.nearest(node, person), person));
        self.slack[node] = edges.min_by_key(|&edge| self.gap(edge));
    }

    /// Moves prices until an edge has no gap more, or an odd blossom no rebate.
    fn move_prices(&mut self) {
        let mut by: Option<i128> = None;
        for node in (0..self.labels.len()).filter(|&node| self.is_top(node)) {
            let most = match (self.labels[node], self.slack[node]) {
                (Label::Odd, _) if node >= self.people => self.prices[node] / 2,
                (Label::Free, Some(edge)) => self.gap(edge),
                (Label::Even, Some(edge)) => self.gap(edge) / 2,
                _ => continue,
            };
            by = Some(by.map_or(most, |by| by.min(most)));
        }
        let by = by.unwrap_or(0);
        for person in 0..self.people {
            match self.labels[self.top(person)] {
                Label::Even => self.prices[person] += by,
                Label::Odd => self.prices[person] -= by,
                Label::Free => {}
            }
        }
        for node in (self.people..self.labels.len()).filter(|&node| self.outermost[node] == Some(node)) {
            match self.labels[node] {
                Label::Even => self.prices[node] += 2 * by,
                Label::Odd => self.prices[node] -= 2 * by,
                Label::Free => {}
            }
        }
    }
}

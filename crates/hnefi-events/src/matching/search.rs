//! The search: trees of alternating paths grow from all who are unpaired, odd circles shrink to blossoms, prices move.

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

    /// Pairs the first end of an edge with the second, and all on the way from there to the root anew.
    fn augment(&mut self, mut edge: Edge) {
        loop {
            let node = self.top(edge.0);
            let before = self.paired[node];
            self.pair(node, edge);
            let Some((_, mate)) = before else { return };
            let odd = self.top(mate);
            let up = self.up[odd];
            self.pair(odd, up);
            edge = (up.1, up.0);
        }
    }

    /// Pairs a node by an edge, and all that are inside of it accordingly.
    fn pair(&mut self, node: Node, edge: Edge) {
        let mut work = vec![(node, edge)];
        while let Some((node, edge)) = work.pop() {
            self.paired[node] = Some(edge);
            if node < self.people {
                continue;
            }
            let at = self.place_in(node, edge.0);
            let blossom = &mut self.blossoms[node - self.people];
            let length = blossom.ring.len();
            // From the new first one to the old one there is an even number of steps in one direction; those on that way are paired anew.
            let (from, to) = if at.is_multiple_of(2) { (0, at) } else { (at + 1, length) };
            for step in (from..to).step_by(2) {
                let (one, other) = blossom.edges[step];
                work.push((blossom.ring[step], (one, other)));
                work.push((blossom.ring[(step + 1) % length], (other, one)));
            }
            work.push((blossom.ring[at], edge));
            blossom.ring.rotate_left(at);
            blossom.edges.rotate_left(at);
        }
    }

    /// Where in the ring of a blossom a person is.
    fn place_in(&self, blossom: Node, person: usize) -> usize {
        let mut child = person;
        while let Some(parent) = self.inside[child].filter(|&parent| parent != blossom) {
            child = parent;
        }
        self.ring(blossom).ring.iter().position(|&node| node == child).unwrap_or(0)
    }

    /// Makes the circle that an edge closes a blossom, whose first node is the base.
    fn shrink(&mut self, edge: Edge, base: Node) {
        let (mut ring, mut edges) = (vec![base], Vec::new());
        let mut left = self.way(self.top(edge.0), base);
        left.reverse();
        for (node, (one, other)) in left {
            ring.push(node);
            edges.push((other, one));
        }
        edges.push(edge);
        for (node, edge) in self.way(self.top(edge.1), base) {
            ring.push(node);
            edges.push(edge);
        }
        let number = self.spare.pop().unwrap_or_else(|| self.new_number());
        let nearest = (0..self.people)
            .map(|person| {
                let all = ring.iter().map(|&node| self.nearest(node, person));
                all.min_by_key(|&member| (self.costs[member * self.people + person] - self.prices[member], member))
            })
            .map(|member| member.unwrap_or(0))
            .collect();
        self.prices[number] = 0;
        self.paired[number] = self.paired[base];
        self.inside[number] = None;
        for &node in &ring {
            self.inside[node] = Some(number);
            if self.labels[node] == Label::Odd {
                let members = self.members(node);
                self.queue.extend(members);
            }
        }
        self.labels[number] = Label::Even;
        self.blossoms[number - self.people] = Blossom { ring, edges, nearest };
        self.settle(number, number);
        self.find_slack(number);
    }

    /// The nodes from an even one up to the base, without it, and the edge from each to the next.
    fn way(&self, from: Node, base: Node) -> Vec<(Node, Edge)> {
        let mut way = Vec::new();
        let mut node = from;
        while let Some(edge) = self.paired[node].filter(|_| node != base) {
            let odd = self.top(edge.1);
            way.extend([(node, edge), (odd, self.up[odd])]);
            node = self.top(self.up[odd].1);
        }
        way
    }

    fn new_number(&mut self) -> Node {
        self.blossoms.push(Blossom::default());
        self.prices.push(0);
        self.outermost.push(None);
        self.inside.push(None);
        self.paired.push(None);
        self.labels.push(Label::Free);
        self.up.push((0, 0));
        self.slack.push(None);
        self.seen.push(0);
        self.prices.len() - 1
    }

    /// Makes `outermost` the node in which another and all inside of it lie.
    fn settle(&mut self, node: Node, outermost: Node) {
        let mut nodes = vec![node];
        while let Some(node) = nodes.pop() {
            self.outermost[node] = Some(outermost);
            if node >= self.people {
                nodes.extend(&self.blossoms[node - self.people].ring);
            }
        }
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

    /// Takes an odd blossom without a rebate apart again. Those on the even way from where the tree enters it to its first node stay in the
    /// tree.
    fn expand(&mut self, blossom: Node) {
        let entry = self.place_in(blossom, self.up[blossom].0);
        let Blossom { ring, edges, .. } = std::mem::take(&mut self.blossoms[blossom - self.people]);
        let length = ring.len();
        for &node in &ring {
            self.inside[node] = None;
            self.labels[node] = Label::Free;
            self.settle(node, node);
        }
        self.outermost[blossom] = None;
        self.spare.push(blossom);
        self.labels[ring[entry]] = Label::Odd;
        self.up[ring[entry]] = self.up[blossom];
        self.slack[ring[entry]] = None;
        let mut evens = Vec::new();
        let mut at = entry;
        while at != 0 && at != length {
            // The next one is even, the one after it odd.
            let (even, odd, up) = if entry.is_multiple_of(2) {
                (at - 1, at - 2, edges[at - 2])
            } else {
                let (one, other) = edges[at + 1];
                (at + 1, at + 2, (other, one))
            };
            let odd_node = ring[odd % length];
            self.labels[ring[even]] = Label::Even;
            self.labels[odd_node] = Label::Odd;
            self.up[odd_node] = up;
            self.slack[odd_node] = None;
            evens.push(ring[even]);
            at = odd;
        }
        for &node in &ring {
            if self.labels[node] != Label::Odd {
                self.find_slack(node);
            }
        }
        for node in evens {
            self.make_even(node);
        }
    }
}

//! Blossoms: how odd circles shrink to one node, are paired anew inside, and are taken apart.

use super::{Blossom, Edge, Label, Node, Search};

impl Search {
    /// Pairs the first end of an edge with the second, and all on the way from there to the root anew.
    pub(super) fn augment(&mut self, mut edge: Edge) {
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
    pub(super) fn shrink(&mut self, edge: Edge, base: Node) {
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

    /// Takes an odd blossom without a rebate apart again. Those on the even way from where the tree enters it to its first node stay in the
    /// tree.
    pub(super) fn expand(&mut self, blossom: Node) {
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

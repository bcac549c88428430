//! Changing a tree: a move more, a variation promoted or deleted, another rule set.

use std::sync::Arc;

use hnefi_rules::{Intent, Refusal, Ruleset};

use super::{GameTree, Judged, Node};
use crate::{FoundMove, Place, ReadError, WrittenGame, WrittenMove, write_move};

impl GameTree {
    /// The numbers of the moves that lead to a place, its own last; none for the first position.
    pub fn way(&self, number: usize) -> Vec<usize> {
        let mut way: Vec<usize> = std::iter::successors(Some(number), |&at| Some(self.node(at).parent))
            .take(self.node(number).depth)
            .collect();
        way.reverse();
        way
    }

    /// The place to which moves lead, as far as they are in the tree; with how many of them are.
    ///
    /// ```
    /// use hnefi_formats::{Content, read_any};
    /// use hnefi_rules::Intent;
    /// let Content::Games(games) = read_any("copenhagen, d1-d4, f4-i4\n").unwrap().content else { panic!("no games") };
    /// let tree = games[0].play(None).unwrap();
    /// let intent = |from: &str, to: &str| Intent { from: from.parse().unwrap(), to: to.parse().unwrap() };
    /// let path = [intent("d1", "d4"), intent("f4", "f3")];
    /// assert_eq!(tree.find(&path), (1, 1), "the second move is another one");
    /// ```
    pub fn find(&self, path: &[Intent]) -> (usize, usize) {
        let mut at = 0;
        for (count, &intent) in path.iter().enumerate() {
            match self.next_by(at, intent) {
                Some(next) => at = next,
                None => return (at, count),
            }
        }
        (at, path.len())
    }

    fn next_by(&self, at: usize, intent: Intent) -> Option<usize> {
        let is_it = |node: &Node| node.ply().is_some_and(|ply| ply.played.mv.intent() == intent);
        self.node(at).next.iter().copied().find(|&next| is_it(self.node(next)))
    }

    /// Plays a move at a place and gives its number. One that is not in the tree becomes a variation, or goes on where the line ends.
    ///
    /// ```
    /// use hnefi_formats::{Content, read_any, write_tag_list};
    /// use hnefi_rules::Intent;
    /// let Content::Games(games) = read_any("copenhagen, d1-d4, f4-i4\n").unwrap().content else { panic!("no games") };
    /// let mut tree = games[0].play(None).unwrap();
    /// let other = Intent { from: "f4".parse().unwrap(), to: "f3".parse().unwrap() };
    /// let number = tree.play_at(1, other).unwrap();
    /// assert_eq!(tree.play_at(1, other), Ok(number), "it is there already");
    /// assert!(write_tag_list(&tree).text.ends_with("\n1. d1-d4 f4-i4 (1. ... f4-f3)\n"));
    /// tree.promote(number);
    /// assert!(write_tag_list(&tree).text.ends_with("\n1. d1-d4 f4-f3 (1. ... f4-i4)\n"));
    /// tree.delete(number);
    /// assert!(write_tag_list(&tree).text.ends_with("\n1. d1-d4 f4-i4\n"));
    /// ```
    ///
    /// # Errors
    /// When the referee refuses it.
    pub fn play_at(&mut self, at: usize, intent: Intent) -> Result<usize, Refusal> {
        if let Some(next) = self.next_by(at, intent) {
            return Ok(next);
        }
        let mut game = self.game(&self.way(at));
        let ply = game.play(intent)?.clone();
        let node = Node {
            parent: at,
            next: Vec::new(),
            depth: self.node(at).depth + 1,
            place: Place::START,
            text: write_move(&ply.played),
            comment: String::new(),
            judged: Judged::Played(Box::new(ply), None),
        };
        let number = self.nodes.len();
        self.nodes.push(node);
        self.nodes[at].next.push(number);
        self.forget_result_of(number);
        Ok(number)
    }

    /// Puts the innermost variation that leads to a place before those beside it; says whether there was one.
    pub fn promote(&mut self, number: usize) -> bool {
        let Some(at) = self.way(number).into_iter().rev().find(|&at| self.is_variation(at)) else { return false };
        let parent = self.nodes[at].parent;
        let beside = &mut self.nodes[parent].next;
        beside.retain(|&other| other != at);
        beside.insert(0, at);
        self.forget_result_of(at);
        true
    }

    /// Makes the line that leads to a place the main line.
    pub fn promote_to_main(&mut self, number: usize) {
        while self.promote(number) {}
    }

    /// Whether a move begins a variation.
    pub fn is_variation(&self, number: usize) -> bool {
        number > 0 && self.node(self.node(number).parent).next.first() != Some(&number)
    }

    /// Deletes a move with all that follows it, and gives the place before it. The first position stays.
    /// Numbers change.
    pub fn delete(&mut self, number: usize) -> usize {
        if number == 0 {
            return 0;
        }
        self.forget_result_of(number);
        let mut goes = vec![false; self.nodes.len()];
        let mut waiting = vec![number];
        while let Some(at) = waiting.pop() {
            goes[at] = true;
            waiting.extend(&self.nodes[at].next);
        }
        let mut now = 0;
        let renumbered: Vec<usize> = goes
            .iter()
            .map(|goes| {
                if *goes {
                    0
                } else {
                    now += 1;
                    now - 1
                }
            })
            .collect();
        let parent = renumbered[self.nodes[number].parent];
        let nodes = std::mem::take(&mut self.nodes);
        self.nodes = nodes.into_iter().zip(&goes).filter(|(_, goes)| !**goes).map(|(node, _)| node).collect();
        for node in &mut self.nodes {
            node.parent = renumbered[node.parent];
            node.next.retain(|&next| !goes[next]);
            node.next.iter_mut().for_each(|next| *next = renumbered[*next]);
        }
        parent
    }

    /// The same moves from the same position, judged under another rule set. What it refuses stays in the tree with the reason.
    ///
    /// # Errors
    /// When the position cannot be played under that rule set.
    pub fn under(&self, ruleset: &Arc<Ruleset>) -> Result<GameTree, ReadError> {
        let mut written = WrittenGame {
            id: self.id.clone(),
            tags: self.tags.clone(),
            position: Some((Place::START, self.start.setup())),
            turn: Some((Place::START, self.start.turn())),
            comment: self.nodes[0].comment.clone(),
            result: self.result.clone().filter(|_| self.outcome().is_none()),
            termination: self.termination.clone().filter(|_| self.outcome().is_none()),
            ..WrittenGame::default()
        };
        // Each with the number of the one before in what is written.
        let mut waiting: Vec<(usize, usize)> = self.played_after(0).into_iter().rev().map(|next| (next, 0)).collect();
        while let Some((number, parent)) = waiting.pop() {
            let node = self.node(number);
            let Some(ply) = node.ply() else { continue };
            written.moves.push(FoundMove {
                parent,
                place: Place { line: 1, column: written.moves.len() + 1 },
                text: ply.played.mv.to_string(),
                read: Ok(WrittenMove { intent: ply.played.mv.intent(), piece: None, captures: None }),
                comment: node.comment.clone(),
            });
            let own = written.moves.len();
            waiting.extend(self.played_after(number).into_iter().rev().map(|next| (next, own)));
        }
        GameTree::play(&written, ruleset, Vec::new())
    }

    /// A move comes or goes: where it is one of the main line, that is another one now, of which the result says nothing.
    fn forget_result_of(&mut self, number: usize) {
        if !self.way(number).into_iter().any(|at| self.is_variation(at)) {
            self.result = None;
            self.termination = None;
        }
    }
}

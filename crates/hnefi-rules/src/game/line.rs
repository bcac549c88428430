//! The positions that a game went through, found again without searching.

use std::collections::BTreeMap;

use crate::repetition::Pressures;
use crate::{Move, Position};

/// Stands for "there is none" among numbers of positions and moves.
const NONE: u32 = u32::MAX;

/// For each position of a game, and for each move, where the same came last before. Position 0 is the start, and
/// move 0 leads from it to position 1.
///
/// What is alike is told by hash; who asks compares the positions themselves.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Where in the stack of the game each ply lies.
    plies: Vec<u32>,
    positions: Chains<u64>,
    moves: Chains<Move>,
    pressures: Pressures,
}

impl Line {
    pub(crate) fn new(start: &Position) -> Line {
        let mut positions = Chains::default();
        positions.push(start.hash());
        Line { plies: Vec::new(), positions, moves: Chains::default(), pressures: Pressures::default() }
    }

    /// The same line before another referee, who judges for himself what each move did.
    pub(crate) fn anew(mut self) -> Line {
        self.pressures = Pressures::of(self.plies.len());
        self
    }

    /// Adds a ply that lies at `at` in the stack.
    pub(crate) fn push(&mut self, at: usize, mv: Move, position: &Position) {
        self.plies.push(at as u32);
        self.positions.push(position.hash());
        self.moves.push(mv);
        self.pressures.push();
    }

    /// Takes off the last ply, which was `mv` and led to `position`.
    pub(crate) fn pop(&mut self, mv: Move, position: &Position) {
        self.plies.pop();
        self.positions.pop(&position.hash());
        self.moves.pop(&mv);
        self.pressures.pop();
    }

    /// What the moves did for the question who forces a repetition.
    pub(crate) fn pressures(&self) -> &Pressures {
        &self.pressures
    }

    /// Where in the stack each ply lies.
    pub(crate) fn plies(&self) -> &[u32] {
        &self.plies
    }

    /// The numbers of the positions with a hash, the latest first.
    pub(crate) fn positions_like(&self, hash: u64) -> impl Iterator<Item = usize> {
        self.positions.like(hash)
    }

    /// The numbers of the moves that are alike, the latest first.
    pub(crate) fn moves_like(&self, mv: Move) -> impl Iterator<Item = usize> {
        self.moves.like(mv)
    }
}

/// Numbered things, each linked to the like one before it.
#[derive(Clone, Debug)]
struct Chains<T> {
    latest: BTreeMap<T, u32>,
    before: Vec<u32>,
}

impl<T> Default for Chains<T> {
    fn default() -> Chains<T> {
        Chains { latest: BTreeMap::new(), before: Vec::new() }
    }
}

impl<T: Ord> Chains<T> {
    fn push(&mut self, thing: T) {
        let number = self.before.len() as u32;
        self.before.push(self.latest.insert(thing, number).unwrap_or(NONE));
    }

    /// Takes off the last thing, which was this.
    fn pop(&mut self, thing: &T) {
        match self.before.pop() {
            Some(NONE) | None => {
                self.latest.remove(thing);
            }
            Some(before) => {
                if let Some(latest) = self.latest.get_mut(thing) {
                    *latest = before;
                }
            }
        }
    }

    fn like(&self, thing: T) -> impl Iterator<Item = usize> {
        let latest = self.latest.get(&thing).copied();
        std::iter::successors(latest, |&number| Some(self.before[number as usize]).filter(|&before| before != NONE))
            .map(|number| number as usize)
    }
}

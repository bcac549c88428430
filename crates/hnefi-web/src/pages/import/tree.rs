//! A recorded game with its variations, judged move by move.

use std::sync::Arc;

use hnefi_formats::{Mismatch, MoveError, Place, WrittenMove};
use hnefi_rules::{Game, Ply, Position, Referee, Refusal, Setup};

/// A move as somebody wrote it down, after another one.
#[derive(Clone, Debug)]
pub(super) struct FoundMove {
    /// After which move it comes: 0 for the first position, else the number of a move counted from 1.
    pub(super) parent: usize,
    /// Where it stands in the text.
    pub(super) place: Place,
    /// The text of the move.
    pub(super) text: String,
    /// What it says, or why it is no move.
    pub(super) read: Result<WrittenMove, MoveError>,
    /// What was remarked after it.
    pub(super) comment: String,
}

/// A recorded game with its variations. Number 0 is the first position, every other number a move.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub(super) referee: Arc<Referee>,
    pub(super) start: Position,
    pub(super) nodes: Vec<Node>,
}

/// A place in a game.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The one before; 0 has itself.
    pub(super) parent: usize,
    /// Those after it, the main line first.
    pub(super) next: Vec<usize>,
    /// How many moves lead here.
    pub(super) depth: usize,
    pub(super) judged: Judged,
}

/// What the referee says to a move.
#[derive(Clone, Debug)]
pub(super) enum Judged {
    /// No move: the first position.
    Start,
    /// It was played. The record may say something else of it.
    Played(Box<Ply>, Option<Mismatch>),
    /// It is no move.
    Unread(MoveError),
    /// It is refused.
    Refused(Refusal),
    /// It comes after one that could not be played.
    Unreached,
}

impl Tree {
    /// Plays everything that was written down from a first position.
    pub(super) fn play(referee: Arc<Referee>, start: Position, moves: &[FoundMove]) -> Tree {
        let first = Node { parent: 0, next: Vec::new(), depth: 0, judged: Judged::Start };
        let mut nodes = vec![first];
        for (index, found) in moves.iter().enumerate() {
            let parent = found.parent.min(index);
            nodes[parent].next.push(index + 1);
            let depth = nodes[parent].depth + 1;
            nodes.push(Node { parent, next: Vec::new(), depth, judged: Judged::Unreached });
        }
        let mut game = Game::from_position(referee.clone(), start);
        // Depth first, so that going on from a move means taking back what does not lead to it.
        let mut waiting: Vec<usize> = nodes[0].next.iter().rev().copied().collect();
        while let Some(number) = waiting.pop() {
            let Some(found) = moves.get(number - 1) else { continue };
            while game.happenings().len() >= nodes[number].depth {
                game.undo();
            }
            let judged = judge(&mut game, found);
            if let Judged::Played(..) = judged {
                waiting.extend(nodes[number].next.iter().rev());
            }
            nodes[number].judged = judged;
        }
        Tree { referee, start, nodes }
    }

    /// The position at a place; where a move could not be played, the one before it.
    pub(super) fn position(&self, number: usize) -> &Position {
        let mut number = number;
        loop {
            match &self.nodes[number].judged {
                Judged::Start => return &self.start,
                Judged::Played(ply, _) => return &ply.played.position,
                _ => number = self.nodes[number].parent,
            }
        }
    }

    /// The moves from the first to this one, and from here on along the main line.
    pub(super) fn line(&self, number: usize) -> Vec<usize> {
        let mut line = Vec::with_capacity(self.nodes.len());
        let mut at = number;
        while at != 0 {
            line.push(at);
            at = self.nodes[at].parent;
        }
        line.reverse();
        at = number;
        while let Some(&next) = self.nodes[at].next.first() {
            line.push(next);
            at = next;
        }
        line
    }

    /// The game along a line, as far as it could be played.
    pub(super) fn game(&self, line: &[usize]) -> Game {
        let mut game = Game::from_position(self.referee.clone(), self.start);
        for &number in line {
            let Judged::Played(ply, _) = &self.nodes[number].judged else { break };
            let Ok(mv) = game.legal(ply.played.mv.intent()) else { break };
            game.play(mv);
        }
        game
    }

    /// The places that have something wrong, in the order of the text.
    pub(super) fn faulty(&self) -> impl Iterator<Item = usize> {
        self.nodes.iter().enumerate().filter(|(_, node)| node.judged.is_faulty()).map(|(number, _)| number)
    }

    /// How many moves come after this one in the record, variations included.
    pub(super) fn after(&self, number: usize) -> usize {
        let mut waiting = self.nodes[number].next.clone();
        let mut count = 0;
        while let Some(next) = waiting.pop() {
            count += 1;
            waiting.extend(&self.nodes[next].next);
        }
        count
    }

    /// The board at a place, for drawing.
    pub(super) fn setup(&self, number: usize) -> Setup {
        self.position(number).setup()
    }
}

impl Judged {
    pub(super) fn is_faulty(&self) -> bool {
        matches!(self, Judged::Played(_, Some(_)) | Judged::Unread(_) | Judged::Refused(_))
    }

    /// What the move did, where it was played.
    pub(super) fn ply(&self) -> Option<&Ply> {
        if let Judged::Played(ply, _) = self { Some(ply) } else { None }
    }
}

/// The five steps of a move as far as a text goes: what was read, legal, play, and what the record says of it.
fn judge(game: &mut Game, found: &FoundMove) -> Judged {
    let written = match &found.read {
        Ok(written) => written,
        Err(error) => return Judged::Unread(error.clone()),
    };
    match game.legal(written.intent) {
        Err(refusal) => Judged::Refused(refusal),
        Ok(mv) => {
            let ply = game.play(mv).clone();
            let mismatch = written.check(&ply.played).err();
            Judged::Played(Box::new(ply), mismatch)
        }
    }
}

//! A recorded game with its variations, judged move by move.

mod edit;

use std::sync::Arc;

use hnefi_rules::{Ending, Game, Happening, Outcome, Ply, Position, Reason, Referee, Refusal, Ruleset, Square};

use crate::ending::ended_by;
use crate::record::ends_on_board;
use crate::scan::remark;
use crate::{
    FoundMove, Loss, Mismatch, MoveError, Note, Place, ReadError, RecordFault, RecordId, Remark, Said, Tag,
    WrittenGame, WrittenResult, write_move,
};

/// A game with its variations, every move judged by the referee.
///
/// Number 0 is the first position; every other number is a move, in the order in which they were written.
#[derive(Clone, Debug)]
pub struct GameTree {
    /// What identifies a record, if it came as one.
    pub id: Option<RecordId>,
    /// The tags in order, but those that say what else is in the tree.
    pub tags: Vec<Tag>,
    /// The recorded result. It decides nothing: see [`GameTree::outcome`].
    pub result: Option<WrittenResult>,
    /// In the recorder's words, how the game ended.
    pub termination: Option<String>,
    /// What was understood otherwise than it was written: of the rules, then of the moves, then of the result.
    pub notes: Vec<Note>,
    /// How many marks such as `!` or `$1` stand at the moves. They mean nothing here.
    pub marks: usize,
    referee: Arc<Referee>,
    start: Position,
    nodes: Vec<Node>,
}

/// A place in a game: the first position, or a move.
#[derive(Clone, Debug)]
pub struct Node {
    /// The number of the one before; 0 has itself.
    pub parent: usize,
    /// The numbers of those after it, the main line first.
    pub next: Vec<usize>,
    /// How many moves lead here.
    pub depth: usize,
    /// Where it stands in the text.
    pub place: Place,
    /// The move as it was written; empty for the first position.
    pub text: String,
    /// What is remarked about it.
    pub comment: String,
    /// What the referee says to it.
    pub judged: Judged,
}

/// What the referee says to a move.
#[derive(Clone, Debug)]
pub enum Judged {
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

impl Node {
    /// What was played; `None` for the first position and a move that could not be played.
    pub fn ply(&self) -> Option<&Ply> {
        match &self.judged {
            Judged::Played(ply, _) => Some(ply),
            _ => None,
        }
    }

    /// Whether the move was written down after the end of the game, which is why it could not be played.
    pub fn is_after_end(&self) -> bool {
        matches!(&self.judged, Judged::Refused(refusal) if matches!(refusal.reason, Reason::GameOver(_)))
    }

    /// Adds a remark to those about it.
    ///
    /// ```
    /// use hnefi_formats::{Content, read_any, write_tag_list};
    /// let Content::Games(games) = read_any("copenhagen, d1-d4, f4-i4\n").unwrap().content else { panic!("no games") };
    /// let mut tree = games[0].play(None).unwrap();
    /// tree.nodes_mut()[2].remark("Bold.");
    /// assert!(write_tag_list(&tree).text.ends_with("\n1. d1-d4 f4-i4 {Bold.}\n"));
    /// ```
    pub fn remark(&mut self, text: &str) {
        remark(&mut self.comment, text);
    }

    /// Why the move could not be played, if that is so and lies in the move itself.
    pub fn rejection(&self) -> Option<ReadError> {
        let fault = match &self.judged {
            Judged::Unread(error) => RecordFault::Move(error.clone()),
            Judged::Refused(refusal) => RecordFault::Refused(*refusal),
            Judged::Start | Judged::Played(..) | Judged::Unreached => return None,
        };
        let place = match &self.judged {
            Judged::Unread(error) => self.place.right(error.column - 1),
            _ => self.place,
        };
        Some(ReadError::new(place, fault))
    }
}

impl GameTree {
    pub(crate) fn play(game: &WrittenGame, ruleset: &Arc<Ruleset>, notes: Vec<Note>) -> Result<GameTree, ReadError> {
        let referee = Arc::new(Referee::new(ruleset.clone()));
        let start = game.start(&referee)?;
        let mut tree = GameTree {
            id: game.id.clone(),
            tags: game.tags.clone(),
            result: game.result.clone(),
            termination: game.termination.clone(),
            notes,
            marks: game.marks,
            referee,
            start,
            nodes: Vec::with_capacity(game.moves.len() + 1),
        };
        tree.nodes.push(Node {
            parent: 0,
            next: Vec::new(),
            depth: 0,
            place: Place::START,
            text: String::new(),
            comment: game.comment.clone(),
            judged: Judged::Start,
        });
        for (index, found) in game.moves.iter().enumerate() {
            tree.grow(index, found);
        }
        tree.judge(&game.moves);
        tree.remark();
        Ok(tree)
    }

    /// The tree of a game that was played here: one line, without comments.
    ///
    /// ```
    /// use hnefi_formats::{GameTree, write_otg};
    /// use hnefi_rules::{Game, Intent, Referee, ruleset};
    /// use std::sync::Arc;
    /// let mut game = Game::new(Arc::new(Referee::new(ruleset("copenhagen").unwrap().clone())));
    /// let mv = game.legal(Intent { from: "d1".parse().unwrap(), to: "d4".parse().unwrap() }).unwrap();
    /// game.play(mv).expect("a legal move");
    /// let tree = GameTree::of(&game);
    /// assert!(write_otg(&tree).text.ends_with("\n1. d1-d4\n"));
    /// ```
    pub fn of(game: &Game) -> GameTree {
        let ended = match game.happenings().last() {
            Some(Happening::Ended(outcome)) => Some(*outcome),
            _ => None,
        };
        let written = WrittenGame {
            position: Some((Place::START, game.start().setup())),
            turn: Some((Place::START, game.start().turn())),
            ..WrittenGame::default()
        };
        let ruleset = game.referee().ruleset();
        let mut tree = GameTree::play(&written, ruleset, Vec::new()).expect("a game has begun there");
        tree.result = game.outcome().map(|outcome| {
            let said = Said::from(Some(outcome));
            WrittenResult { place: Place::START, text: said.id().to_owned(), said }
        });
        tree.termination = ended.map(|outcome| match outcome.reason {
            Ending::Claim(ground) => format!("{} {}", outcome.reason.id(), ground.id()),
            reason => reason.id().to_owned(),
        });
        // As they were ruled: a judge of today may rule otherwise.
        for (index, ply) in game.plies().enumerate() {
            tree.nodes[index].next.push(index + 1);
            tree.nodes.push(Node {
                parent: index,
                next: Vec::new(),
                depth: index + 1,
                place: Place { line: 1, column: index + 1 },
                text: write_move(&ply.played),
                comment: String::new(),
                judged: Judged::Played(Box::new(ply.clone()), None),
            });
        }
        tree
    }

    fn grow(&mut self, index: usize, found: &FoundMove) {
        let parent = found.parent.min(index);
        self.nodes[parent].next.push(index + 1);
        self.nodes.push(Node {
            parent,
            next: Vec::new(),
            depth: self.nodes[parent].depth + 1,
            place: found.place,
            text: found.text.clone(),
            comment: found.comment.clone(),
            judged: Judged::Unreached,
        });
    }

    fn judge(&mut self, moves: &[FoundMove]) {
        let mut game = Game::from_position(self.referee.clone(), self.start);
        // Depth first, so that going on from a move means taking back what does not lead to it.
        let mut waiting: Vec<usize> = self.nodes[0].next.iter().rev().copied().collect();
        let mut played = 0;
        while let Some(number) = waiting.pop() {
            while played >= self.nodes[number].depth {
                game.undo();
                played -= 1;
            }
            let judged = judge(&mut game, &moves[number - 1]);
            if let Judged::Played(..) = judged {
                played += 1;
                waiting.extend(self.nodes[number].next.iter().rev());
            }
            self.nodes[number].judged = judged;
        }
    }

    /// Notes what the record says otherwise than the referee.
    fn remark(&mut self) {
        self.marks += self.nodes.iter().filter(|node| node.ply().is_some() && node.text.contains(['!', '?'])).count();
        for node in &self.nodes {
            let Judged::Played(_, Some(mismatch)) = &node.judged else { continue };
            let mv = node.text.clone();
            let remark = match mismatch.clone() {
                Mismatch::Captures { written, actual } => Remark::Captures { mv, written, actual },
                Mismatch::Piece(_) => Remark::Piece { mv },
            };
            self.notes.push(Note { place: Some(node.place), remark });
        }
        let Some(result) = &self.result else { return };
        let board = self.outcome();
        let differs = match (result.said, board) {
            (Said::Unclear, _) | (Said::Open, None) => false,
            (said, Some(_)) => said != Said::from(board),
            // Somebody may have resigned; if nobody says so, it is worth a word.
            (_, None) => self.termination.is_none(),
        };
        let place = Some(result.place);
        if result.said == Said::Unclear {
            self.notes.push(Note { place, remark: Remark::UnclearResult(result.text.clone()) });
        } else if differs && self.nodes.iter().all(|node| node.rejection().is_none() || node.is_after_end()) {
            self.notes.push(Note { place, remark: Remark::Result { said: result.said, board } });
        }
    }

    /// The referee.
    pub fn referee(&self) -> &Arc<Referee> {
        &self.referee
    }

    /// The rule set under which the moves were judged.
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        self.referee.ruleset()
    }

    /// The first position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The first position and every move.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The same, to be remarked about.
    pub fn nodes_mut(&mut self) -> &mut [Node] {
        &mut self.nodes
    }

    /// The first position (0) or a move.
    ///
    /// # Panics
    /// When there is no such number.
    pub fn node(&self, number: usize) -> &Node {
        &self.nodes[number]
    }

    /// Every move that could not be read or is refused, with line and column, in the order of the text.
    pub fn rejections(&self) -> impl Iterator<Item = ReadError> {
        self.nodes.iter().filter_map(Node::rejection)
    }

    /// The numbers of the moves of the main line, as far as they go.
    pub fn main_line(&self) -> Vec<usize> {
        self.line(0)
    }

    /// The numbers of the moves that lead to a place, and of those that go on from it along its main line.
    pub fn line(&self, number: usize) -> Vec<usize> {
        let mut line = Vec::new();
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

    /// The position at a place; after a move that could not be played, the one before it.
    pub fn position(&self, number: usize) -> &Position {
        let mut at = number;
        loop {
            match &self.nodes[at].judged {
                Judged::Start => return &self.start,
                Judged::Played(ply, _) => return &ply.played.position,
                _ => at = self.nodes[at].parent,
            }
        }
    }

    /// The game along a line of moves, as far as they could be played.
    pub fn game(&self, line: &[usize]) -> Game {
        let mut game = Game::from_position(self.referee.clone(), self.start);
        for &number in line {
            let Some(ply) = self.nodes[number].ply() else { break };
            let played = match ply.recorded {
                true => {
                    let captured: Vec<Square> = ply.played.captures.iter().map(|capture| capture.square).collect();
                    game.play_as_ruled(ply.played.mv.intent(), &captured, ply.outcome).is_ok()
                }
                false => game.play(ply.played.mv).is_ok(),
            };
            if !played {
                break;
            }
        }
        game
    }

    /// How the main line ended on the board, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        let last = self.main_line().into_iter().rev().find_map(|number| self.nodes[number].ply());
        match last {
            Some(ply) => ply.outcome,
            None => Game::from_position(self.referee.clone(), self.start).outcome(),
        }
    }

    /// The result to write: how the main line ended on the board, or else what was recorded.
    pub fn said(&self) -> Said {
        match (self.outcome(), &self.result) {
            (None, Some(result)) => result.said,
            (outcome, _) => outcome.into(),
        }
    }

    /// How the game ended, to be written: the reason on the board, or else the recorder's words.
    pub(crate) fn ending(&self) -> Option<String> {
        self.outcome().map(|outcome| outcome.reason.id().to_owned()).or_else(|| self.termination.clone())
    }

    /// Whether [`WrittenGame::replay`] takes words for how the game ended beside its result. Of a game that ended on
    /// the board or goes on it takes any.
    pub(crate) fn may_end_by(&self, words: &str) -> bool {
        let winner = match (self.outcome(), self.said()) {
            (Some(_), _) | (None, Said::Open | Said::Unclear) => return true,
            (None, Said::Draw) => None,
            (None, Said::Win(side)) => Some(side),
        };
        ended_by(words.trim(), winner, &self.game(&self.main_line())).is_ok()
    }

    /// What no format has a place for, so that every writer leaves it out.
    pub(crate) fn lost_anyway(&self) -> Vec<Loss> {
        let unclear = self.outcome().is_none() && self.said() == Said::Unclear;
        let overruled = self.outcome().and(self.termination.clone()).filter(|words| !ends_on_board(words));
        let counted = |count: usize, loss: fn(usize) -> Loss| (count > 0).then(|| loss(count));
        let losses = [
            unclear.then_some(Loss::Result),
            overruled.map(Loss::Termination),
            counted(self.marks, Loss::Marks),
            counted(self.unplayed(), Loss::Unplayed),
        ];
        losses.into_iter().flatten().collect()
    }

    /// The numbers of the moves after a place that could be played, the main line first.
    pub fn played_after(&self, number: usize) -> Vec<usize> {
        self.nodes[number].next.iter().copied().filter(|&next| self.nodes[next].ply().is_some()).collect()
    }

    /// How many moves could not be played.
    pub fn unplayed(&self) -> usize {
        self.nodes.iter().skip(1).filter(|node| node.ply().is_none()).count()
    }

    /// How many moves start a variation.
    pub fn variations(&self) -> usize {
        self.nodes.iter().map(|node| node.next.len().saturating_sub(1)).sum()
    }
}

fn judge(game: &mut Game, found: &FoundMove) -> Judged {
    let written = match &found.read {
        Ok(written) => written,
        Err(error) => return Judged::Unread(error.clone()),
    };
    match game.play(written.intent).cloned() {
        Err(refusal) => Judged::Refused(refusal),
        Ok(ply) => {
            let mismatch = written.check(&ply.played).err();
            Judged::Played(Box::new(ply), mismatch)
        }
    }
}

//! What the referee says to an example.

use std::sync::Arc;

use hnefi_rules::{Game, Ground, Intent, Offer, Outcome, Ply, Referee, Refusal, Ruleset, Setup, Side, Square};
use hnefi_words::Words;

use crate::Dispute;
use crate::dispute::Asks;
use crate::example::Done;

/// What the referee says to an example under one rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The board before anything is done.
    pub board: Setup,
    /// Who is to move there.
    pub turn: Side,
    /// What was played, the move that was refused included.
    pub moves: Vec<Intent>,
    /// The move that is judged, if there is one.
    pub judged: Option<Judged>,
    /// The pieces that the last move captured.
    pub captured: Vec<Square>,
    /// What came of it.
    pub verdict: Verdict,
    /// The same as sentences for people.
    pub says: Vec<String>,
}

/// The move of an example that is judged, and from where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The board before it.
    pub board: Setup,
    /// Who moves.
    pub turn: Side,
    /// The move.
    pub intent: Intent,
    /// How often the position to which it leads has stood then, that time included.
    pub times: usize,
}

/// What comes of an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The board cannot be played under these rules.
    Unplayable,
    /// The move or claim is refused.
    Refused,
    /// It is allowed, captures nothing, and the game goes on.
    Nothing,
    /// It captures, and the game goes on.
    Captured,
    /// The attackers win.
    AttackersWin,
    /// The defenders win.
    DefendersWin,
    /// The game is drawn.
    Draw,
    /// Nothing was done: the attackers are to move.
    AttackersMove,
    /// Nothing was done: the defenders are to move.
    DefendersMove,
}

impl Verdict {
    /// The word for it in messages and for programs.
    pub fn id(self) -> &'static str {
        match self {
            Verdict::Unplayable => "unplayable",
            Verdict::Refused => "refused",
            Verdict::Nothing => "nothing",
            Verdict::Captured => "captured",
            Verdict::AttackersWin => "attackers-win",
            Verdict::DefendersWin => "defenders-win",
            Verdict::Draw => "draw",
            Verdict::AttackersMove => "attackers-move",
            Verdict::DefendersMove => "defenders-move",
        }
    }

    fn of(outcome: Outcome) -> Verdict {
        match outcome.winner {
            Some(Side::Attackers) => Verdict::AttackersWin,
            Some(Side::Defenders) => Verdict::DefendersWin,
            None => Verdict::Draw,
        }
    }
}

impl Judged {
    fn new(game: &Game, intent: Intent) -> Judged {
        let (board, turn) = (game.position().setup(), game.position().turn());
        let mut after = board.clone();
        after.set(intent.to, board.piece(intent.from));
        after.set(intent.from, None);
        // A move that captures brings nothing back, so nothing need be taken off.
        let earlier = (0..=game.plies().len()).filter_map(|plies| game.position_after(plies));
        let times = 1 + earlier.filter(|then| then.turn() != turn && then.setup() == after).count();
        Judged { board, turn, intent, times }
    }
}

impl Ruling {
    /// Plays the example of a dispute under a rule set, up to what ends or stops it.
    pub fn new(words: &Words, dispute: &Dispute, referee: &Arc<Referee>) -> Ruling {
        let (example, ruleset) = (dispute.example(), referee.ruleset());
        let (board, turn) = (example.board(ruleset), example.turn(ruleset));
        let mut ruling = Ruling {
            board,
            turn,
            moves: Vec::new(),
            judged: None,
            captured: Vec::new(),
            verdict: Verdict::Nothing,
            says: Vec::new(),
        };
        let position = match referee.position(&ruling.board, turn) {
            Ok(position) => position,
            Err(errors) => {
                ruling.verdict = Verdict::Unplayable;
                ruling.says = words.setup_errors(&errors, ruleset);
                return ruling;
            }
        };
        let mut game = Game::from_position(referee.clone(), position);
        match example.done {
            Done::Moves(_) => ruling.play(words, &mut game, &example.moves(ruleset), dispute.asks),
            Done::Claim(by) => {
                let ground = game.grounds().first().copied().unwrap_or(Ground::KingAtSide);
                let offer = Offer::Claim(ground);
                ruling.says.push(words.offer(by, offer));
                let done = game.offer(by, offer).and_then(|()| match game.outcome() {
                    // What the referee proved needs nobody's consent.
                    Some(_) => Ok(()),
                    None => {
                        ruling.says.push(words.format("disputes-agree", &[("side", (!by).into())]));
                        game.accept(!by)
                    }
                });
                match done {
                    Ok(()) => ruling.ended(words, &game),
                    Err(error) => {
                        ruling.verdict = Verdict::Refused;
                        ruling.says.push(words.game_error(error, ruleset));
                    }
                }
            }
            Done::Nothing => {
                ruling.verdict = match game.position().turn() {
                    Side::Attackers => Verdict::AttackersMove,
                    Side::Defenders => Verdict::DefendersMove,
                };
                ruling.says.push(format!("{}.", words.status(&game)));
            }
        }
        ruling
    }

    fn play(&mut self, words: &Words, game: &mut Game, moves: &[Intent], asks: Asks) {
        for &intent in moves {
            self.moves.push(intent);
            self.judged = Some(Judged::new(game, intent));
            if let Err(refusal) = game.play(intent) {
                return self.refused(words, game, &refusal);
            }
            if game.outcome().is_some() {
                break;
            }
        }
        if let Some(ply) = game.plies().next_back() {
            self.played(words, game, ply, asks);
        }
    }

    fn refused(&mut self, words: &Words, game: &Game, refusal: &Refusal) {
        self.verdict = Verdict::Refused;
        let reason = words.refusal(refusal, game.referee().ruleset());
        let values = [("move", words.intent(refusal.intent).into()), ("reason", reason.into())];
        self.says.push(words.format("disputes-refused", &values));
    }

    fn played(&mut self, words: &Words, game: &Game, ply: &Ply, asks: Asks) {
        let ruleset: &Ruleset = game.referee().ruleset();
        self.captured = ply.played.captures.iter().map(|capture| capture.square).collect();
        self.says.push(words.played(&ply.played, ruleset));
        if game.outcome().is_some() {
            return self.ended(words, game);
        }
        if !self.captured.is_empty() {
            self.verdict = Verdict::Captured;
            return;
        }
        self.says.push(words.text(match asks {
            Asks::Capturing => "disputes-nothing",
            Asks::Moving => "disputes-allowed",
            Asks::Ending => "disputes-goes-on",
        }));
    }

    fn ended(&mut self, words: &Words, game: &Game) {
        if let Some(outcome) = game.outcome() {
            self.verdict = Verdict::of(outcome);
            self.says.push(words.outcome(&outcome, game.referee().ruleset()));
        }
    }

    /// The move that is judged, where a single one was played.
    pub fn single(&self) -> Option<Intent> {
        match self.moves[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}

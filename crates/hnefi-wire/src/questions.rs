//! Why does a piece still stand? Why is a move refused?

use std::sync::Arc;

use hnefi_rules::{Game, Happening, Intent, Position, Referee, Ruleset, Square, Why, leaflet, referees};
use hnefi_words::{WhyWords, Words};

use crate::read::read;
use crate::{Mark, Refused, Refusing, WhyState};

/// Answers a question about the position after `ply` plies: why does the piece on a square still stand, or what is to be said of a move?
///
/// # Errors
/// When there were not so many plies, when nothing stands there, or when the question cannot be read.
pub fn why(game: &Game, square: Option<&str>, mv: Option<&str>, ply: u32) -> Result<WhyState, Refusing> {
    let plies: Vec<_> = game.plies().take(ply as usize).collect();
    if plies.len() < ply as usize {
        return Err(Refusing::stale());
    }
    let position = plies.last().map_or(game.start(), |ply| &ply.played.position);
    let last = plies.last().map(|ply| ply.played.mv.intent());
    let (referee, others) = (game.referee(), other_referees(game.referee().ruleset()));
    match (square, mv) {
        (Some(square), None) => {
            let square = read(square, square)?.from;
            Ok(why_square(referee, position, square, last, &others)?)
        }
        (None, Some(mv)) => {
            let (from, to) = mv.split_once('-').ok_or_else(|| Refusing::plain("refused-unreadable"))?;
            Ok(why_move(&at_ply(game, ply as usize), read(from, to)?, &others))
        }
        _ => Err(Refusing::plain("refused-unreadable")),
    }
}

/// Referees for the rule sets with which one is compared: the base of house rules, else the other leaflets, if
/// they have a board of this size.
pub fn other_referees(own: &Ruleset) -> Vec<Arc<Referee>> {
    let base = own.made_from();
    let is_asked = |id: &str| base.map_or_else(|| leaflet(id).is_some(), |base| base.id() == id);
    let fits = |other: &Ruleset| is_asked(other.id()) && !other.is_same(own) && other.size() == own.size();
    referees().iter().filter(|other| fits(other.ruleset())).cloned().collect()
}

/// Why does the piece on a square still stand?
pub(crate) fn why_square(
    referee: &Referee,
    position: &Position,
    square: Square,
    last: Option<Intent>,
    others: &[Arc<Referee>],
) -> Result<WhyState, Refused> {
    let words = Words::english();
    let why = referee.why_not(position, square, last, others).ok_or_else(|| Refused {
        code: "nothing-there".to_owned(),
        message: words.format("refusal-nothing-there", &[("square", square.into())]),
        clause: None,
    })?;
    let mark = |side: &hnefi_rules::Neighbour| {
        Some(Mark { square: side.square?.to_string(), mark: Mark::word(side.standing)? })
    };
    let marks = why.sides.iter().filter_map(mark).collect();
    let asks_last = why.why == Why::LastMoveUnknown;
    Ok(WhyState { asks_last, ..WhyState::of(square.to_string(), words.why_not(&why, referee.ruleset()), marks) })
}

/// A game as it stood after so many plies, with what happened before: some rule sets forbid repeating it.
pub fn at_ply(game: &Game, ply: usize) -> Game {
    let mut at = game.clone();
    let mut plies = game.plies().count();
    while plies > ply || at.happenings().last().is_some_and(|last| !matches!(last, Happening::Ply(_))) {
        if let Some(Happening::Ply(_)) = at.undo() {
            plies -= 1;
        }
    }
    at
}

/// Why is a move refused? A move that is allowed is told with what it does.
///
/// The end of the game is no reason here: who asks wants to know about the board.
fn why_move(game: &Game, intent: Intent, others: &[Arc<Referee>]) -> WhyState {
    let (words, referee, position) = (Words::english(), game.referee(), game.position());
    let ruleset = referee.ruleset();
    let legal = referee.legal(position, intent).and_then(|mv| match game.outcome() {
        Some(_) => Ok(mv),
        None => game.legal(intent),
    });
    let (answer, marks) = match legal {
        Err(refusal) => {
            let answer = words.why_refused(&refusal, ruleset, &allowed_elsewhere(position, intent, others));
            (answer, vec![Mark { square: refusal.square().to_string(), mark: "refuses" }])
        }
        Ok(mv) => {
            let answer = WhyWords {
                title: words.format("why-allowed-title", &[("move", words.intent(intent).into())]),
                lines: vec![words.played(&referee.play(position, mv), ruleset)],
                clauses: Vec::new(),
            };
            (answer, Vec::new())
        }
    };
    WhyState::of(intent.to_string(), answer, marks)
}

/// The rule sets that allow a move on the same board.
pub(crate) fn allowed_elsewhere(position: &Position, intent: Intent, others: &[Arc<Referee>]) -> Vec<Arc<Ruleset>> {
    let setup = position.setup();
    let allows = |other: &&Arc<Referee>| {
        other.position(&setup, position.turn()).is_ok_and(|position| other.legal(&position, intent).is_ok())
    };
    others.iter().filter(allows).map(|other| other.ruleset().clone()).collect()
}

/// The rule sets that allow a move, as a sentence; empty for none.
pub(crate) fn allowed_words(rulesets: &[Arc<Ruleset>]) -> String {
    let words = Words::english();
    match rulesets {
        [] => String::new(),
        some => words.format("why-refused-elsewhere", &[("rulesets", words.rulesets(some).into())]),
    }
}

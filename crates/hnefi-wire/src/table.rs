//! At the table: the referee's answer about any position, for somebody beside a wooden board.

pub(crate) mod messages;
mod ruling;

use std::sync::Arc;

use hnefi_formats::read_move;
use hnefi_rules::{Game, Inquiry, Intent, Played, Position, Reason, Referee, Refusal, Setup, Side, Square};
use hnefi_words::Words;

use self::ruling::{decided, groups};
use crate::house::{self, LinkError, Unknown};
use crate::questions::{allowed_elsewhere, allowed_words, why_square};
use crate::show::legal_of;
use crate::{
    AskError, At, CaptureState, MOST_TIMES, OutcomeState, Refused, TableAnswer, TableMove, TableQuestion, WhyState,
    other_referees, say,
};

/// Answers a question about a position.
///
/// ```
/// let question = r#"{"rules":"fetlar-2018","position":"/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/","turn":"attackers","move":"d1-d4"}"#;
/// let answer = hnefi_wire::table_answer(serde_json::from_str(question).unwrap()).unwrap();
/// assert!(answer.playable && answer.mv.unwrap().allowed);
/// ```
///
/// # Errors
/// When it cannot be read.
pub fn answer(question: TableQuestion) -> Result<TableAnswer, AskError> {
    let words = Words::english();
    let ruleset = house::named(&question.rules).map_err(|unknown| match unknown {
        Unknown::Link(LinkError::Unknown) => AskError::Wrong(say("api-table-rules", &question.rules)),
        _ => AskError::unknown(&question.rules, unknown),
    })?;
    let ruleset = &ruleset;
    let setup = Setup::from_rows(&question.position).map_err(|error| AskError::Wrong(words.rows_error(&error)))?;
    let mv = question.mv.as_deref().map(read).transpose()?;
    let last = question.last.as_deref().map(read).transpose()?;
    let square = question.square.as_deref().map(str::parse::<Square>).transpose();
    let square = square.map_err(|error| AskError::Wrong(words.square_error(&error)))?;
    let turn = Side::from(question.turn);
    let times = question.times.unwrap_or(1);
    if !(1..=MOST_TIMES).contains(&times) {
        return Err(AskError::Wrong(say("api-table-times", &times.to_string())));
    }

    let referee = Arc::new(Referee::new(ruleset.clone()));
    let others = other_referees(ruleset);
    let position = match referee.position(&setup, turn) {
        Ok(position) => position,
        Err(errors) => {
            return Ok(TableAnswer { problems: words.setup_errors(&errors, ruleset), ..TableAnswer::default() });
        }
    };

    let game = Game::from_position(referee.clone(), position);
    let asked = Inquiry { intent: mv, times };
    let tried = mv.map(|mv| try_move(&game, mv, asked));
    let (stands, last) = match (&tried, mv) {
        // Who asks about a piece after trying a move wants to know why the move left it standing.
        (Some(Ok(after)), Some(mv)) => (after.position(), Some(mv)),
        _ => (&position, last),
    };
    let why = square.and_then(|square| why_at(&referee, stands, square, last, &others));
    Ok(TableAnswer {
        playable: true,
        problems: Vec::new(),
        legal: if game.outcome().is_none() { legal_of(&game) } else { Default::default() },
        outcome: OutcomeState::of(&ended(&game, asked)),
        why,
        decided: decided(&game, asked),
        groups: groups(&game, &setup, turn, asked),
        mv: mv.zip(tried.as_ref()).map(|(mv, tried)| told(&game, mv, tried, &others)),
    })
}

/// What each rule set says of the last move of a game; of its position, where nothing was played.
///
/// ```
/// let at = hnefi_wire::At { rules: "fetlar-2018".to_owned(), moves: vec!["d1-d4".to_owned()], ..Default::default() };
/// assert!(hnefi_wire::rulings(&at).unwrap().mv.unwrap().allowed);
/// ```
///
/// # Errors
/// When what is said to have been played cannot be.
pub fn rulings(at: &At) -> Result<TableAnswer, AskError> {
    let game = at.game()?;
    let plies = game.plies().len();
    let last = plies.checked_sub(1).and_then(|last| Some((game.position_after(last)?, game.ply(last)?)));
    let position = last.map_or(game.position(), |(before, _)| before);
    answer(TableQuestion {
        rules: house::name_of(game.referee().ruleset()),
        position: position.rows_text(),
        turn: position.turn().into(),
        mv: last.map(|(_, ply)| ply.played.mv.to_string()),
        square: None,
        last: None,
        times: Some(game.times_stood(plies).clamp(1, MOST_TIMES)),
    })
}

fn read(text: &str) -> Result<Intent, AskError> {
    let written = read_move(text).map_err(|_| AskError::Wrong(say("api-table-move", text)))?;
    Ok(written.intent)
}

/// The game as a position leaves it that a ring or fort, or a count of its repetition, has decided.
fn ended(game: &Game, asked: Inquiry) -> Game {
    let mut ended = game.clone();
    if let Some(outcome) = game.ruling(Inquiry { intent: None, ..asked }).outcome.filter(|_| asked.intent.is_none()) {
        // Of a game that is over already, the end stays as it is.
        let _ = ended.end(outcome);
    }
    ended
}

/// The game after a move; or why the move is refused.
type Tried = Result<Game, Refusal>;

fn try_move(game: &Game, intent: Intent, asked: Inquiry) -> Tried {
    let mut after = game.clone();
    after.play(intent)?;
    // That a position stood before is known from the count alone.
    match game.ruling(asked) {
        ruling if ruling.refusal.is_some() => Err(Refusal { intent, reason: Reason::Repeats }),
        ruling => {
            if let (Some(outcome), None) = (ruling.outcome, after.outcome()) {
                let _ = after.end(outcome);
            }
            Ok(after)
        }
    }
}

fn told(game: &Game, intent: Intent, tried: &Tried, others: &[Arc<Referee>]) -> TableMove {
    let (words, ruleset) = (Words::english(), game.referee().ruleset());
    match tried {
        Err(refusal) => {
            let elsewhere = allowed_words(&allowed_elsewhere(game.position(), intent, others));
            TableMove {
                allowed: false,
                says: words.refusal(refusal, ruleset),
                captures: Vec::new(),
                position: game.position().rows_text(),
                turn: game.position().turn().into(),
                outcome: None,
                refusal: Some(Refused::by_referee(refusal, ruleset, elsewhere)),
            }
        }
        Ok(after) => TableMove {
            allowed: true,
            says: last_played(after).map(|played| words.played(played, ruleset)).unwrap_or_default(),
            captures: last_played(after)
                .map(|played| CaptureState::all(game.position(), played, ruleset))
                .unwrap_or_default(),
            position: after.position().rows_text(),
            turn: after.position().turn().into(),
            outcome: OutcomeState::of(after),
            refusal: None,
        },
    }
}

/// What the last move of a game did.
fn last_played(game: &Game) -> Option<&Played> {
    game.plies().next_back().map(|ply| &ply.played)
}

fn why_at(
    referee: &Referee,
    position: &Position,
    square: Square,
    last: Option<Intent>,
    others: &[Arc<Referee>],
) -> Option<WhyState> {
    why_square(referee, position, square, last, others).ok()
}

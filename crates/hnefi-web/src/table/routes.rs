//! At the table: the referee's answer about any position, for somebody beside a wooden board.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::response::{IntoResponse, Response};
use hnefi_formats::read_move;
use hnefi_rules::{Game, Intent, Played, Position, Referee, Refusal, Setup, Side, Square};
use hnefi_words::Words;

use super::messages::{TableAnswer, TableMove, TableOther, TableQuestion};
use crate::game::answers::{CaptureState, Refused, WhyState};
use crate::game::open_game::{allowed_elsewhere, allowed_words, legal_of, other_referees, why_square};
use crate::game::state::{OutcomeState, RulesName};
use crate::house::{self, LinkError, Unknown};
use crate::server::Problem;
use crate::server::forms::{say, unreadable};

/// Answers a question about a position.
pub(super) async fn answer(body: Result<Bytes, BytesRejection>) -> Response {
    let answered = body.map_err(unreadable).and_then(|body| {
        let question = serde_json::from_slice(&body);
        ask(question.map_err(|error| Problem::BadForm(say("api-table-json", &error.to_string())))?)
    });
    match answered {
        Ok(answer) => Json(answer).into_response(),
        Err(problem) => problem.json(),
    }
}

fn ask(question: TableQuestion) -> Result<TableAnswer, Problem> {
    let words = Words::english();
    let ruleset = house::named(&question.rules).map_err(|unknown| match unknown {
        Unknown::Link(LinkError::Unknown) => Problem::BadForm(say("api-table-rules", &question.rules)),
        _ => house::unknown(&question.rules, unknown),
    })?;
    let ruleset = &ruleset;
    let setup = Setup::from_rows(&question.position).map_err(|error| Problem::BadForm(words.rows_error(&error)))?;
    let mv = question.mv.as_deref().map(read).transpose()?;
    let last = question.last.as_deref().map(read).transpose()?;
    let square = question.square.as_deref().map(str::parse::<Square>).transpose();
    let square = square.map_err(|error| Problem::BadForm(words.square_error(&error)))?;
    let turn = Side::from(question.turn);

    let referee = Arc::new(Referee::new(ruleset.clone()));
    let others = other_referees(ruleset);
    let position = match referee.position(&setup, turn) {
        Ok(position) => position,
        Err(errors) => {
            return Ok(TableAnswer { problems: words.setup_errors(&errors, ruleset), ..TableAnswer::default() });
        }
    };

    let game = Game::from_position(referee.clone(), position);
    let tried = mv.map(|mv| try_move(&game, mv));
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
        outcome: OutcomeState::of(&game),
        why,
        others: mv
            .map(|mv| others.iter().map(|other| compare(other, &setup, turn, mv, &tried)).collect())
            .unwrap_or_default(),
        mv: mv.zip(tried.as_ref()).map(|(mv, tried)| told(&game, mv, tried, &others)),
    })
}

fn read(text: &str) -> Result<Intent, Problem> {
    let written = read_move(text).map_err(|_| Problem::BadForm(say("api-table-move", text)))?;
    Ok(written.intent)
}

/// The game after a move; or why the move is refused.
type Tried = Result<Game, Refusal>;

fn try_move(game: &Game, intent: Intent) -> Tried {
    let mut game = game.clone();
    game.play(intent)?;
    Ok(game)
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

/// What another rule set says to the same move on the same board.
fn compare(other: &Arc<Referee>, setup: &Setup, turn: Side, intent: Intent, here: &Option<Tried>) -> TableOther {
    let (words, ruleset) = (Words::english(), other.ruleset());
    let ends_here = matches!(here, Some(Ok(after)) if after.outcome().is_some());
    let (same, says) = match other.position(setup, turn) {
        Err(errors) => (false, words.setup_errors(&errors, ruleset).join(" ")),
        Ok(position) => {
            let there = try_move(&Game::from_position(other.clone(), position), intent);
            let same = match (here, &there) {
                (Some(Ok(here)), Ok(there)) => here.position() == there.position() && here.outcome() == there.outcome(),
                (Some(Err(here)), Err(there)) => here.reason.code() == there.reason.code(),
                _ => false,
            };
            let says = match &there {
                Err(refusal) => words.refusal(refusal, ruleset),
                Ok(after) => [
                    last_played(after).map(|played| words.played(played, ruleset)).unwrap_or_default(),
                    match last_played(after).is_none_or(|played| played.captures.is_empty()) {
                        true => words.text("table-nothing-captured"),
                        false => String::new(),
                    },
                    match after.outcome() {
                        Some(outcome) => words.outcome(&outcome, ruleset),
                        None if ends_here => words.text("table-goes-on"),
                        None => String::new(),
                    },
                ]
                .into_iter()
                .filter(|sentence| !sentence.is_empty())
                .collect::<Vec<_>>()
                .join(" "),
            };
            (same, says)
        }
    };
    TableOther { rules: RulesName::of(ruleset), same, says }
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

//! At the table: the referee's answer about any position, for somebody beside a wooden board.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::response::{IntoResponse, Response};
use hnefi_formats::read_move;
use hnefi_rules::{Game, Intent, Played, Position, Referee, Setup, Side, Square};
use hnefi_words::Words;

use super::messages::{TableAnswer, TableCapture, TableMove, TableOther, TableQuestion};
use crate::game::answers::{Refused, WhyState};
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
        (Some(Ok((played, _))), Some(mv)) => (&played.position, Some(mv)),
        _ => (&position, last),
    };
    let why = square.and_then(|square| why_at(&referee, stands, square, last, &others));
    Ok(TableAnswer {
        playable: true,
        problems: Vec::new(),
        legal: if game.outcome().is_none() { legal_of(&game) } else { Default::default() },
        outcome: game.outcome().map(|outcome| OutcomeState::of(&outcome, ruleset)),
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

/// What a move does in a game that begins here, and how the game then stands; or why it is refused.
type Tried = Result<(Played, Option<hnefi_rules::Outcome>), hnefi_rules::Refusal>;

fn try_move(game: &Game, intent: Intent) -> Tried {
    let mut game = game.clone();
    let ply = game.play(intent)?;
    Ok((ply.played.clone(), ply.outcome))
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
        Ok((played, outcome)) => TableMove {
            allowed: true,
            says: words.played(played, ruleset),
            captures: played
                .captures
                .iter()
                .map(|capture| TableCapture { capture: capture.into(), says: words.capture(capture, ruleset) })
                .collect(),
            position: played.position.rows_text(),
            turn: played.position.turn().into(),
            outcome: outcome.map(|outcome| OutcomeState::of(&outcome, ruleset)),
            refusal: None,
        },
    }
}

/// What another rule set says to the same move on the same board.
fn compare(other: &Arc<Referee>, setup: &Setup, turn: Side, intent: Intent, here: &Option<Tried>) -> TableOther {
    let (words, ruleset) = (Words::english(), other.ruleset());
    let ends_here = matches!(here, Some(Ok((_, Some(_)))));
    let (same, says) = match other.position(setup, turn) {
        Err(errors) => (false, words.setup_errors(&errors, ruleset).join(" ")),
        Ok(position) => {
            let there = try_move(&Game::from_position(other.clone(), position), intent);
            let same = match (here, &there) {
                (Some(Ok((here, ends))), Ok((there, ends_there))) => {
                    here.position == there.position && ends == ends_there
                }
                (Some(Err(here)), Err(there)) => here.reason.code() == there.reason.code(),
                _ => false,
            };
            let says = match &there {
                Err(refusal) => words.refusal(refusal, ruleset),
                Ok((played, outcome)) => [
                    words.played(played, ruleset),
                    if played.captures.is_empty() { words.text("table-nothing-captured") } else { String::new() },
                    match outcome {
                        Some(outcome) => words.outcome(outcome, ruleset),
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

//! `hnefi moves`: the legal moves of a position. `docs/formats/moves.md` describes the JSON.

use std::process::ExitCode;

use hnefi_formats::{OutcomeRecord, write_move};
use hnefi_rules::{Game, Ply, Square};
use hnefi_words::Words;
use serde::Serialize;

use super::Done;
use crate::args::Moves;
use crate::output::{Output, Style};
use crate::{board, chosen};

#[derive(Serialize)]
struct MovesOut<'a> {
    rules: &'a str,
    position: String,
    turn: &'static str,
    outcome: Option<OutcomeRecord>,
    legal_moves: usize,
    moves: Vec<MoveOut>,
}

#[derive(Serialize)]
struct MoveOut {
    #[serde(rename = "move")]
    mv: String,
    from: String,
    to: String,
    piece: &'static str,
    captures: Vec<String>,
    outcome: Option<OutcomeRecord>,
}

/// Lists the legal moves of a position, with what each captures and whether it ends the game.
pub(crate) fn moves(out: &mut Output, args: &Moves) -> Done {
    let ruleset = chosen::rules_option(args.at.rules.as_deref())?;
    let (referee, position) = chosen::position(&args.at, &ruleset, None)?;
    let game = Game::from_position(referee, position);
    let plies = plies(&game);
    if args.json {
        let answer = MovesOut {
            rules: ruleset.id(),
            position: position.rows_text(),
            turn: position.turn().id(),
            outcome: game.outcome().map(OutcomeRecord::from),
            legal_moves: plies.len(),
            moves: plies.iter().map(move_out).collect(),
        };
        out.line(serde_json::to_string(&answer).expect("texts and lists always fit JSON"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let words = Words::english();
    board::draw(out, &position.setup(), None)?;
    out.line("")?;
    if let Some(outcome) = game.outcome() {
        let outcome = words.outcome(&outcome, &ruleset);
        out.line(words.format("cli-moves-over", &[("ruleset", ruleset.name().into()), ("outcome", outcome.into())]))?;
        return Ok(ExitCode::SUCCESS);
    }
    out.line(words.format(
        "cli-moves-head",
        &[("ruleset", ruleset.name().into()), ("side", position.turn().into()), ("count", plies.len().into())],
    ))?;
    list(out, &plies)?;
    for ply in &plies {
        if let Some(outcome) = ply.outcome {
            let (mv, outcome) = (write_move(&ply.played), words.outcome(&outcome, &ruleset));
            out.line(words.format("cli-moves-ends", &[("move", mv.into()), ("outcome", outcome.into())]))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Every legal move as it would be played, by the square it starts from, file before rank.
pub(crate) fn plies(game: &Game) -> Vec<Ply> {
    let mut after = game.clone();
    let mut plies: Vec<Ply> = game
        .moves()
        .into_iter()
        .map(|mv| {
            let ply = after.play(mv).expect("a legal move").clone();
            after.undo();
            ply
        })
        .collect();
    plies.sort_by_key(|ply| (ply.played.mv.from().file_then_rank(), ply.played.mv.to().file_then_rank()));
    plies
}

/// Writes moves, a line for each piece.
pub(crate) fn list(out: &mut Output, plies: &[Ply]) -> std::io::Result<()> {
    for of_piece in plies.chunk_by(|a, b| a.played.mv.from() == b.played.mv.from()) {
        let from: Square = of_piece[0].played.mv.from();
        let targets: Vec<String> = of_piece
            .iter()
            .map(|ply| {
                let written = write_move(&ply.played);
                written.split_once('-').map_or(written.clone(), |(_, to)| to.to_owned())
            })
            .collect();
        let name = out.styled(Style::Strong, format!("{:>4}", from.to_string()));
        out.line(format!("{name}  {}", targets.join(" ")))?;
    }
    Ok(())
}

fn move_out(ply: &Ply) -> MoveOut {
    let mv = ply.played.mv;
    MoveOut {
        mv: mv.to_string(),
        from: mv.from().to_string(),
        to: mv.to().to_string(),
        piece: ply.played.piece.id(),
        captures: ply.played.captures.iter().map(|c| c.square.to_string()).collect(),
        outcome: ply.outcome.map(OutcomeRecord::from),
    }
}

//! `hnefi moves`: the legal moves of a position. `docs/formats/moves.md` describes the JSON.

use std::process::ExitCode;

use hnefi_formats::answers::{MovesAnswer, legal_plies};
use hnefi_formats::write_move;
use hnefi_rules::{Game, Ply, Square};
use hnefi_words::Words;

use super::Done;
use crate::args::MovesArgs;
use crate::cited::with_cite;
use crate::output::{Output, Style};
use crate::{board, chosen};

/// Lists the legal moves of a position, with what each captures and whether it ends the game.
pub(crate) fn moves(out: &mut Output, args: &MovesArgs) -> Done {
    let ruleset = chosen::rules_option(args.at.rules.as_deref())?;
    let (referee, position) = chosen::position(&args.at, &ruleset, None)?;
    let game = Game::from_position(referee, position);
    if args.json {
        let answer = with_cite(&ruleset, |cite| MovesAnswer::of(&game, cite));
        out.line(serde_json::to_string(&answer).expect("texts and lists always fit JSON"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let plies = legal_plies(&game);
    let words = Words::english();
    board::draw(out, &position.setup(), Some(&ruleset), None)?;
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

//! `hnefi admin ratings`: whether ratings are what the results make of them, and results that count no more.

use std::process::ExitCode;

use hnefi_store::{Measure, Store, StoreError, now_ms};
use hnefi_words::Words;

use super::admin::{does, failed};
use crate::args::RatingsCommand;
use crate::error::Error;

/// Does it. The lines to say, and how the program ends.
pub(super) async fn ratings(store: &Store, command: RatingsCommand) -> Result<(Vec<String>, ExitCode), Error> {
    match command {
        RatingsCommand::Recompute { write } => recompute(store, write).await,
        RatingsCommand::Annul { game, why } => {
            match store.annul(&game, &why, now_ms()).await {
                Err(StoreError::NoGame(game)) => {
                    return Err(Error::input("cli-ratings-no-game", &[("game", game.into())]));
                }
                annulled => annulled.map_err(failed)?,
            }
            store.rate_waiting().await.map_err(failed)?;
            let said = Words::english().format("cli-ratings-annulled", &[("game", game.into())]);
            Ok((vec![said], ExitCode::SUCCESS))
        }
        RatingsCommand::AnnulSince { name, since, why } => {
            let account = does(store, &name, Measure::AnnulSince { since_ms: since }, &why).await?;
            store.rate_waiting().await.map_err(failed)?;
            let said = Words::english().format("cli-ratings-annulled-since", &[("name", account.name.as_str().into())]);
            Ok((vec![said], ExitCode::SUCCESS))
        }
    }
}

async fn recompute(store: &Store, write: bool) -> Result<(Vec<String>, ExitCode), Error> {
    let words = Words::english();
    let found = store.recomputed_ratings().await.map_err(failed)?;
    let counts = [
        ("games", found.games.into()),
        ("annulled", found.annulled.into()),
        ("ratings", (found.ratings.len() as u64).into()),
    ];
    let mut lines = vec![words.format("cli-ratings-recomputed", &counts)];
    if found.differ.is_empty() {
        lines.push(words.text("cli-ratings-same"));
        return Ok((lines, ExitCode::SUCCESS));
    }
    lines.extend(found.differ);
    if !write {
        lines.push(words.text("cli-ratings-differ"));
        return Ok((lines, ExitCode::FAILURE));
    }
    store.remake_ratings().await.map_err(failed)?;
    lines.push(words.text("cli-ratings-written"));
    Ok((lines, ExitCode::SUCCESS))
}

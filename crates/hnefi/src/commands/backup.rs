//! `hnefi backup` and `hnefi restore`: copies of the games, made while the server runs, and put back.

use std::path::Path;
use std::process::ExitCode;

use hnefi_store::{FolderError, Place};
use hnefi_words::Words;

use super::Done;
use super::serve::{data_or_default, place};
use crate::args::{BackupArgs, RestoreArgs};
use crate::error::Error;
use crate::output::Output;

/// Copies the games into a new folder.
pub(crate) fn backup(out: &mut Output, args: BackupArgs) -> Done {
    let data = data_or_default(args.place.data)?;
    of_a_folder(&data, args.place.database.as_deref(), "cli-backup-postgres")?;
    let games = run(hnefi_store::backup(&data, &args.to))?;
    let folder = args.to.display().to_string();
    out.line(Words::english().format("cli-backup-done", &[("games", games.into()), ("folder", folder.into())]))?;
    Ok(ExitCode::SUCCESS)
}

/// Puts the games of such a folder back.
pub(crate) fn restore(out: &mut Output, args: RestoreArgs) -> Done {
    let words = Words::english();
    let data = data_or_default(args.place.data)?;
    of_a_folder(&data, args.place.database.as_deref(), "cli-restore-postgres")?;
    let restored = run(hnefi_store::restore(&args.from, &data, args.overwrite))?;
    let (games, folder) = (restored.games, data.display().to_string());
    out.line(words.format("cli-restore-done", &[("games", games.into()), ("folder", folder.into())]))?;
    if let Some(replaced) = restored.replaced {
        out.line(words.format("cli-restore-replaced", &[("folder", replaced.display().to_string().into())]))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Refuses what PostgreSQL has programs of its own for.
fn of_a_folder(data: &Path, database: Option<&str>, refusal: &str) -> Result<(), Error> {
    match place(data, database)? {
        place @ Place::Postgres(_) => Err(Error::input(refusal, &[("database", place.to_string().into())])),
        _ => Ok(()),
    }
}

fn run<T>(what: impl Future<Output = Result<T, FolderError>>) -> Result<T, Error> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(what).map_err(|error| folder(&error))
}

/// A folder of games that cannot be used. One without games was named wrongly.
pub(super) fn folder(error: &FolderError) -> Error {
    match error {
        FolderError::NoGames(_) => Error::Input(error.to_string()),
        FolderError::File { error: cause, .. } => Error::caused(error.to_string(), cause),
        _ => Error::Failed(error.to_string()),
    }
}

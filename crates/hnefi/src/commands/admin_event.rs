//! `hnefi admin event`: events written into a folder, and read from one.

use std::path::Path;
use std::process::ExitCode;

use hnefi_store::Store;
use hnefi_web::{ExportError, Exported, export_event, import_event};
use hnefi_words::Words;

use super::admin::failed;
use crate::args::EventCommand;
use crate::error::Error;

/// How many events are listed.
const MOST: u32 = 10_000;

/// Does it. The lines to say, and how the program ends.
pub(super) async fn event(store: &Store, data: &Path, command: EventCommand) -> Result<(Vec<String>, ExitCode), Error> {
    let words = Words::english();
    let done = |id: &str, exported: &Exported, folder: &Path| {
        let (name, folder) = (exported.name.as_str(), folder.display().to_string());
        words.format(id, &[("event", exported.id.as_str().into()), ("name", name.into()), ("folder", folder.into())])
    };
    let lines = match command {
        EventCommand::List => {
            let events = store.events(MOST).await.map_err(failed)?;
            events.iter().map(|event| format!("{}  {}  {}", event.id, event.head.name, event.head.about)).collect()
        }
        EventCommand::Export { event, to } => {
            let exported = export_event(store, data, &event, &to).await;
            let exported = exported.map_err(wrong)?;
            vec![done("cli-event-exported", &exported, &to)]
        }
        EventCommand::Import { from } => {
            let imported = import_event(store, data, &from).await;
            let imported = imported.map_err(wrong)?;
            let link = words.format("cli-event-link", &[("link", imported.link.as_str().into())]);
            vec![done("cli-event-imported", &imported, &from), link]
        }
    };
    Ok((lines, ExitCode::SUCCESS))
}

/// What cannot be written or read. An event or a file that is not there was named wrongly.
fn wrong(error: ExportError) -> Error {
    match &error {
        ExportError::NoEvent(_) => Error::Input(error.to_string()),
        ExportError::File { error: cause, .. } => Error::caused(error.to_string(), cause),
        _ => Error::Failed(error.to_string()),
    }
}

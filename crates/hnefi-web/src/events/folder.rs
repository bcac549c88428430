//! An event in a folder that stays readable without a program, and the way back.

use std::path::{Path, PathBuf};

use hnefi_formats::{write_json_line, write_tag_list};
use hnefi_store::{EventChange, EventEntry, Store, StoreError};
use hnefi_views::events::{ExportPage, Shown};
use serde::Deserialize;

use super::log::Held;
use super::records::{Record, records};
use super::show::{self, Sides};
use super::taken::{LogLine, VERSION, json, results_csv, table_csv};
use crate::server::secret::{self, Secrets};

/// The files of the folder.
const EVENT: &str = "event.json";
const RESULTS: &str = "results.csv";
const TABLE: &str = "table.csv";
const PAGE: &str = "index.html";
/// The games that were played on the server: in one text, a line each for programs, and a page for each in a folder.
const GAMES: &str = "games.txt";
const GAME_LINES: &str = "games.jsonl";
const GAME_PAGES: &str = "games";
/// Where the files are until all of them are written.
const PART: &str = ".part";

/// The longest file of an event that is read, in bytes.
const LONGEST: u64 = 64 * 1024 * 1024;

/// An event that was written into a folder, or read from one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The path of its organisers' link, on the server that has it now.
    pub link: String,
}

/// Why an event cannot be written into a folder, or read from one.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// There is no such event.
    #[error("there is no event {0}")]
    NoEvent(String),
    /// There is an event of this id already.
    #[error("event {0} is here already")]
    Known(String),
    /// The folder has something in it.
    #[error("{0} is not empty")]
    NotEmpty(String),
    /// The file is no event: why.
    #[error("{file} is no event: {why}")]
    Unreadable {
        /// The file.
        file: String,
        /// What is wrong with it.
        why: String,
    },
    /// A file cannot be read or written.
    #[error("{file}: {error}")]
    File {
        /// The file.
        file: String,
        /// Why.
        error: std::io::Error,
    },
    /// The database failed, or the key of the links cannot be read.
    #[error("{0}")]
    Failed(String),
}

impl From<StoreError> for ExportError {
    fn from(error: StoreError) -> ExportError {
        ExportError::Failed(error.to_string())
    }
}

/// What is read of such a file: the log says the rest.
#[derive(Deserialize)]
struct ReadFile {
    v: u32,
    id: String,
    log: Vec<LogLine>,
}

/// Writes an event of the store in a data folder into another folder, which is made: its log with the results as JSON and CSV, the games that were played on
/// the server, and pages that need no program. The folder is there whole or not at all.
///
/// # Errors
/// When there is no such event, the folder has something in it, or a file cannot be written.
pub async fn export_event(store: &Store, data: &Path, id: &str, folder: &Path) -> Result<Exported, ExportError> {
    let stored = store.event(id).await?.ok_or_else(|| ExportError::NoEvent(id.to_owned()))?;
    let held = Held::read(&stored).map_err(ExportError::Failed)?;
    let rules = crate::house::asked(&held.rules).map_err(|problem| ExportError::Failed(problem.message()))?;
    let matches = store.event_matches(id).await?;
    let records = records(store, &held, &matches).await?;
    let mut shown = show::of(&held, &rules, Sides::of(store, &rules).await?, &matches);
    lead_to_records(&mut shown, &records);
    let page = page(&ExportPage { games: (!records.is_empty()).then_some((GAMES, GAME_LINES)), shown })?;
    let mut files: Vec<(PathBuf, String)> =
        [(EVENT, json(&held)), (RESULTS, results_csv(&held)), (TABLE, table_csv(&held)), (PAGE, page)]
            .map(|(name, text)| (PathBuf::from(name), text))
            .into();
    if !records.is_empty() {
        let texts = records.iter().map(|record| format!("{}\n\n", write_tag_list(&record.tree).text.trim_end()));
        files.push((GAMES.into(), texts.collect()));
        let lines = records.iter().map(|record| format!("{}\n", write_json_line(&record.tree).text.trim_end()));
        files.push((GAME_LINES.into(), lines.collect()));
        for record in &records {
            files.push((Path::new(GAME_PAGES).join(record.file()), self::page(&record.page)?));
        }
    }
    write_whole(folder, &files)?;
    exported(data, held)
}

fn page<T: askama::Template>(page: &T) -> Result<String, ExportError> {
    crate::server::page::render(page).ok_or_else(|| ExportError::Failed("no page".to_owned()))
}

/// Leads from the results to the pages of the games in the folder, and to nothing that needs the server.
fn lead_to_records(shown: &mut Shown, records: &[Record]) {
    shown.ask = None;
    shown.rounds.iter_mut().for_each(|round| round.why_not = None);
    let cells = shown.rounds.iter_mut().flat_map(|round| &mut round.tables).flat_map(|table| &mut table.games);
    for cell in cells {
        let record = records.iter().find(|record| record.cell() == cell.id);
        cell.address = record.map(|record| format!("{GAME_PAGES}/{}", record.file()));
    }
}

/// Writes files into a folder that is not there yet, or has nothing in it. Where one cannot be written, none is left.
fn write_whole(folder: &Path, files: &[(PathBuf, String)]) -> Result<(), ExportError> {
    let said = |error| ExportError::File { file: folder.display().to_string(), error };
    let was_there = folder.exists();
    std::fs::create_dir_all(folder).map_err(said)?;
    // What one has left that was killed goes.
    let part = folder.join(PART);
    if part.exists() {
        std::fs::remove_dir_all(&part).map_err(said)?;
    }
    if std::fs::read_dir(folder).map_err(said)?.next().is_some() {
        return Err(ExportError::NotEmpty(folder.display().to_string()));
    }
    let written = write_all(&part, files).and_then(|()| {
        for entry in std::fs::read_dir(&part).map_err(said)? {
            let entry = entry.map_err(said)?;
            std::fs::rename(entry.path(), folder.join(entry.file_name())).map_err(said)?;
        }
        Ok(())
    });
    let _ = std::fs::remove_dir_all(&part);
    if written.is_err() && !was_there {
        let _ = std::fs::remove_dir(folder);
    }
    written
}

fn write_all(folder: &Path, files: &[(PathBuf, String)]) -> Result<(), ExportError> {
    for (name, text) in files {
        let file = folder.join(name);
        let parent = file.parent().unwrap_or(folder);
        let written = std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&file, text));
        written.map_err(|error| ExportError::File { file: file.display().to_string(), error })?;
    }
    Ok(())
}

/// Reads an event from such a folder, or from its `event.json`, into the store in a data folder. Nobody runs it until somebody follows its organisers' link.
///
/// # Errors
/// When the file cannot be read, is no event, or the event is here already.
pub async fn import_event(store: &Store, data: &Path, from: &Path) -> Result<Exported, ExportError> {
    let file = if from.is_dir() { from.join(EVENT) } else { from.to_owned() };
    let shown = file.display().to_string();
    let said = |error| ExportError::File { file: shown.clone(), error };
    let unreadable = |why: String| ExportError::Unreadable { file: shown.clone(), why };
    let length = std::fs::metadata(&file).map_err(said)?.len();
    if length > LONGEST {
        return Err(unreadable(format!("it has {length} bytes, and at most {LONGEST} are read")));
    }
    let text = std::fs::read_to_string(&file).map_err(said)?;
    let read: ReadFile = serde_json::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
    if read.v != VERSION {
        return Err(unreadable(format!("version {} is not known: {VERSION} is", read.v)));
    }
    let fits = read.id.len() <= 40
        && !read.id.is_empty()
        && read.id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    if !fits {
        return Err(unreadable("its id is none".to_owned()));
    }
    let rows = read.log.iter().map(|line| (line.at_ms, line.row.get()));
    let held = Held::replay(&read.id, 0, rows).map_err(unreadable)?;
    crate::house::asked(&held.rules).map_err(|problem| unreadable(problem.message()))?;
    let entries =
        held.lines.iter().map(|(at_ms, line)| EventEntry { at_ms: *at_ms, person: None, act: line.to_json() });
    let change = EventChange {
        event: held.id.clone(),
        seen: 0,
        entries: entries.collect(),
        players: Vec::new(),
        head: held.head(),
    };
    match store.make_event(change, None).await {
        Err(StoreError::Known(id)) => Err(ExportError::Known(id)),
        made => made.map_err(ExportError::from).and_then(|()| exported(data, held)),
    }
}

fn exported(data: &Path, held: Held) -> Result<Exported, ExportError> {
    let key = data.join(secret::LINKS);
    let secrets = Secrets::open(&key).map_err(|error| ExportError::Failed(format!("{error:#}")))?;
    let link = format!("/events/{}/organisers/{}", held.id, secrets.organisers(&held.id, held.links));
    Ok(Exported { id: held.id, name: held.told.name, link })
}

//! `hnefi admin move-database`: the games from one database into another.

use hnefi_store::{MovedTable, Place, move_database};
use hnefi_words::Words;

use super::backup::folder;
use crate::error::Error;

/// Does it, and gives the lines to say.
pub(super) async fn move_games(from: &str, to: &str) -> Result<Vec<String>, Error> {
    let place = |text: &str| text.parse::<Place>().map_err(|error| Error::Input(error.to_string()));
    let (from, to) = (place(from)?, place(to)?);
    let tables = move_database(&from, &to).await.map_err(|error| folder(&error))?;
    let words = Words::english();
    let mut lines = compared(&tables);
    lines.push(words.format("cli-move-done", &[("from", from.to_string().into()), ("to", to.to_string().into())]));
    lines.push(words.text("cli-move-keys"));
    if let Some(file) = from.file() {
        lines.push(words.format("cli-move-old", &[("file", file.display().to_string().into())]));
    }
    Ok(lines)
}

/// The tables, below each other.
fn compared(tables: &[MovedTable]) -> Vec<String> {
    let words = Words::english();
    let head = [words.text("cli-move-table"), words.text("cli-move-rows"), words.text("cli-move-digest")];
    let rows = tables.iter().map(|table| [table.name.clone(), table.rows.to_string(), table.digest.clone()]);
    let all: Vec<[String; 3]> = std::iter::once(head).chain(rows).collect();
    let wide = |column: usize| all.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let (name, rows) = (wide(0), wide(1));
    all.iter().map(|row| format!("{:name$}  {:>rows$}  {}", row[0], row[1], row[2])).collect()
}

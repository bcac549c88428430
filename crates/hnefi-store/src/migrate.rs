//! Brings a database up to date, forward only, one file a step.

use crate::db::{Connection, params};
use crate::{StoreError, now_ms};

/// The steps in order. A step that was released is never edited; a change is a new file.
const STEPS: [(&str, &str); 1] = [("0001_games", include_str!("../migrations/0001_games.sql"))];

/// Runs the steps that this database has not seen, all of them or none.
///
/// # Errors
/// [`StoreError::TooNew`] when the database knows steps that this program does not.
pub(crate) async fn migrate(to: &mut Connection) -> Result<(), StoreError> {
    // Whoever comes second waits here, and then finds the steps done.
    to.begin_alone().await?;
    to.script(
        "create table if not exists migration (version bigint primary key, name text not null, at_ms bigint not null)",
    )
    .await?;
    let rows = to.fetch("select coalesce(max(version), 0) as version from migration", params![]).await?;
    let found: i64 = rows.first().map_or(Ok(0), |row| row.get("version"))?;
    let known = STEPS.len() as i64;
    if found > known {
        return Err(StoreError::TooNew { found, known });
    }
    for ((name, sql), version) in STEPS.iter().zip(1i64..).skip(found as usize) {
        to.script(sql).await?;
        to.execute(
            "insert into migration (version, name, at_ms) values ($1, $2, $3)",
            params![version, *name, now_ms()],
        )
        .await?;
    }
    Ok(to.script("commit").await?)
}

//! Brings a database up to date, forward only, one file a step.

use sqlx::{Connection, Row, SqliteConnection};

use crate::{StoreError, now_ms};

/// The steps in order. A step that was released is never edited; a change is a new file.
const STEPS: [(&str, &str); 1] = [("0001_games", include_str!("../migrations/0001_games.sql"))];

/// Runs the steps that this database has not seen, each in a transaction of its own.
///
/// # Errors
/// [`StoreError::TooNew`] when the database knows steps that this program does not.
pub(crate) async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let table =
        "create table if not exists migration (version bigint primary key, name text not null, at_ms bigint not null)";
    sqlx::query(table).execute(&mut *connection).await?;
    let row = sqlx::query("select coalesce(max(version), 0) as version from migration").fetch_one(&mut *connection);
    let found: i64 = row.await?.try_get("version")?;
    let known = STEPS.len() as i64;
    if found > known {
        return Err(StoreError::TooNew { found, known });
    }
    for ((name, sql), version) in STEPS.iter().zip(1i64..).skip(found as usize) {
        let mut step = connection.begin().await?;
        sqlx::raw_sql(*sql).execute(&mut *step).await?;
        sqlx::query("insert into migration (version, name, at_ms) values ($1, $2, $3)")
            .bind(version)
            .bind(*name)
            .bind(now_ms())
            .execute(&mut *step)
            .await?;
        step.commit().await?;
    }
    Ok(())
}

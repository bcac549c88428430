//! Brings a database up to date, forward only, one file a step.

use crate::db::{Connection, params};
use crate::{StoreError, digest, now_ms, persons};

/// A step. One that was released is never edited; a change is a new step.
struct Step {
    name: &'static str,
    sql: &'static str,
    /// What SQL alone cannot do, and the rest of the step.
    rest: Option<(Work, &'static str)>,
}

/// What a step does that SQL cannot.
enum Work {
    /// Gives every text of a rule set its digest.
    Digests,
    /// Tells what the names of guests look like.
    GuestsNames,
}

/// The steps in order.
const STEPS: [Step; 25] = [
    Step { name: "0001_games", sql: include_str!("../migrations/0001_games.sql"), rest: None },
    Step {
        name: "0002_rulings_and_persons",
        sql: include_str!("../migrations/0002_rulings_and_persons.sql"),
        rest: Some((Work::Digests, include_str!("../migrations/0002_rulings_and_persons_moved.sql"))),
    },
    Step { name: "0003_swapped", sql: include_str!("../migrations/0003_swapped.sql"), rest: None },
    Step { name: "0004_match_length", sql: include_str!("../migrations/0004_match_length.sql"), rest: None },
    Step { name: "0005_names", sql: include_str!("../migrations/0005_names.sql"), rest: None },
    Step { name: "0006_archive", sql: include_str!("../migrations/0006_archive.sql"), rest: None },
    Step { name: "0007_ratings", sql: include_str!("../migrations/0007_ratings.sql"), rest: None },
    Step { name: "0008_accounts", sql: include_str!("../migrations/0008_accounts.sql"), rest: None },
    Step { name: "0009_clocks", sql: include_str!("../migrations/0009_clocks.sql"), rest: None },
    Step { name: "0010_seeks", sql: include_str!("../migrations/0010_seeks.sql"), rest: None },
    Step { name: "0011_talk", sql: include_str!("../migrations/0011_talk.sql"), rest: None },
    Step { name: "0012_conditional_moves", sql: include_str!("../migrations/0012_conditional_moves.sql"), rest: None },
    Step { name: "0013_programs", sql: include_str!("../migrations/0013_programs.sql"), rest: None },
    Step { name: "0014_push", sql: include_str!("../migrations/0014_push.sql"), rest: None },
    Step { name: "0015_order", sql: include_str!("../migrations/0015_order.sql"), rest: None },
    Step { name: "0016_found_quickly", sql: include_str!("../migrations/0016_found_quickly.sql"), rest: None },
    Step { name: "0017_play", sql: include_str!("../migrations/0017_play.sql"), rest: None },
    Step { name: "0018_events", sql: include_str!("../migrations/0018_events.sql"), rest: None },
    Step { name: "0019_away", sql: include_str!("../migrations/0019_away.sql"), rest: None },
    Step { name: "0020_dodges", sql: include_str!("../migrations/0020_dodges.sql"), rest: None },
    Step { name: "0021_mail", sql: include_str!("../migrations/0021_mail.sql"), rest: None },
    Step { name: "0022_event_games", sql: include_str!("../migrations/0022_event_games.sql"), rest: None },
    Step { name: "0023_finished_as", sql: include_str!("../migrations/0023_finished_as.sql"), rest: None },
    Step { name: "0024_nodes", sql: include_str!("../migrations/0024_nodes.sql"), rest: None },
    Step {
        name: "0025_guests",
        sql: include_str!("../migrations/0025_guests.sql"),
        rest: Some((Work::GuestsNames, include_str!("../migrations/0025_guests_named.sql"))),
    },
];

/// The newest version of a database that this program knows.
pub(crate) const NEWEST: i64 = STEPS.len() as i64;

/// Runs the steps that this database has not seen, all of them or none.
///
/// # Errors
/// [`StoreError::TooNew`] when the database knows steps that this program does not.
pub(crate) async fn migrate(to: &mut Connection) -> Result<(), StoreError> {
    up_to(to, STEPS.len()).await
}

/// Runs the steps up to this one.
async fn up_to(to: &mut Connection, last: usize) -> Result<(), StoreError> {
    // Whoever comes second waits here, and then finds the steps done.
    to.begin().await?;
    let table =
        "create table if not exists migration (version bigint primary key, name text not null, at_ms bigint not null)";
    to.script(table).await?;
    let rows = to.fetch("select coalesce(max(version), 0) as version from migration", params![]).await?;
    let found: i64 = rows.first().map_or(Ok(0), |row| row.get("version"))?;
    if found > NEWEST {
        return Err(StoreError::TooNew { found, known: NEWEST });
    }
    for (step, version) in STEPS.iter().zip(1i64..).take(last).skip(found as usize) {
        to.script(step.sql).await?;
        if let Some((work, sql)) = &step.rest {
            match work {
                Work::Digests => digests(to).await?,
                Work::GuestsNames => persons::tell_looks(to).await?,
            }
            to.script(sql).await?;
        }
        let sql = "insert into migration (version, name, at_ms) values ($1, $2, $3)";
        to.execute(sql, params![version, step.name, now_ms()]).await?;
    }
    Ok(to.script("commit").await?)
}

async fn digests(to: &mut Connection) -> Result<(), StoreError> {
    for row in to.fetch("select distinct ruleset from old_game", params![]).await? {
        let toml: String = row.get("ruleset")?;
        to.execute("insert into ruleset (digest, toml) values ($1, $2)", params![&digest(&toml), &toml]).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn guests_of_before_who_go_by_a_members_name_go_by_none() {
        let folder = tempfile::tempdir().unwrap();
        let mut to = crate::db::Database::in_file(&folder.path().join("games.db")).connect().await.unwrap();
        up_to(&mut to, 24).await.unwrap();
        let before = "insert into person (id, made_ms, name) values \
                      ('ann', 1, 'Zelda'), ('bo', 1, 'ZELDA'), ('cy', 1, 'Iris'), ('di', 1, null), ('ed', 1, '2 bad'); \
                      insert into account (person, made_ms) values ('ann', 1); \
                      insert into account_name (key, name, person, since_ms) values ('zelda', 'Zelda', 'ann', 1)";
        to.script(before).await.unwrap();
        migrate(&mut to).await.unwrap();
        let sql = "select id || ' ' || coalesce(name, '-') || ' ' || coalesce(looks_small, '-') || ' ' \
                   || coalesce(looks_written, '-') as row from person order by id";
        let rows = to.fetch(sql, params![]).await.unwrap();
        let rows: Vec<String> = rows.iter().map(|row| row.get("row").unwrap()).collect();
        assert_eq!(rows, ["ann Zelda - -", "bo - - -", "cy Iris iris lris", "di - - -", "ed 2 bad - -"]);
    }
}

//! The heartbeat of a server with clocks that run, and the games in which they do.

use crate::db::{Connection, Row, params};
use crate::write::Write;
use crate::{Store, StoreError};

/// How far the running time of the server had come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beat {
    /// The running time, in milliseconds.
    pub clock_ms: i64,
    /// The time of day, in milliseconds since 1970.
    pub at_ms: i64,
}

impl Store {
    /// Notes how far the running time has come. Returns after the commit.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn beat(&self, beat: Beat) -> Result<(), StoreError> {
        self.writer.write(Write::Beat(beat)).await
    }

    /// How far the running time had come when the server was last known to run, by its last beat and the rows of the
    /// games in which clocks run; `None` where no clock ever ran.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn last_beat(&self) -> Result<Option<Beat>, StoreError> {
        last(&self.readers.fetch(LAST, params![]).await?)
    }

    /// The games in which a flag falls by this running time, in milliseconds, the first one first; `None` for all in which
    /// clocks run. Those alone that this server serves; the keeper of several is also given those that nobody serves.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn flags(&self, by_ms: Option<i64>) -> Result<Vec<String>, StoreError> {
        let sql = "select id from game where flag_ms is not null and flag_ms + skipped_ms <= $1 \
                   and (owner = $2 or (owner is null and $3 = 1)) order by flag_ms + skipped_ms, id";
        let (mine, keeps) = self.mine();
        let rows = self.readers.fetch(sql, params![by_ms.unwrap_or(i64::MAX), mine, keeps]).await?;
        rows.iter().map(|row| Ok(row.get("id")?)).collect()
    }

    /// Whether a clock runs in some game, or stands still for who is away.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn has_running_clocks(&self) -> Result<bool, StoreError> {
        let sql = "select 1 as running where exists (select 1 from game where flag_ms is not null) or exists \
                   (select 1 from seat join game on game.id = seat.game where seat.away_ms is not null and game.to_move is not null)";
        Ok(!self.readers.fetch(sql, params![]).await?.is_empty())
    }
}

/// How far the running time had come: by the last beat, and by the rows of the games in which clocks run.
pub(crate) const LAST: &str = "select clock_ms, at_ms from heartbeat union all \
    select entry.clock_ms + game.skipped_ms as clock_ms, entry.at_ms from game \
    join entry on entry.game = game.id and entry.seq = game.version \
    where game.flag_ms is not null and entry.clock_ms is not null union all \
    select entry.clock_ms + game.skipped_ms as clock_ms, entry.at_ms from seat join game on game.id = seat.game \
    join entry on entry.game = game.id and entry.seq = game.version \
    where seat.away_ms is not null and game.to_move is not null and entry.clock_ms is not null";

/// The last of them.
pub(crate) fn last(rows: &[Row]) -> Result<Option<Beat>, StoreError> {
    let beats = rows.iter().map(|row| Ok(Beat { clock_ms: row.get("clock_ms")?, at_ms: row.get("at_ms")? }));
    let beats = beats.collect::<Result<Vec<_>, StoreError>>()?;
    Ok(beats.into_iter().max_by_key(|beat| beat.clock_ms))
}

pub(crate) async fn beat(to: &mut Connection, beat: Beat) -> Result<(), StoreError> {
    let sql = "insert into heartbeat (id, clock_ms, at_ms) values (1, $1, $2) \
               on conflict (id) do update set clock_ms = $1, at_ms = $2";
    to.execute(sql, params![beat.clock_ms, beat.at_ms]).await?;
    Ok(())
}

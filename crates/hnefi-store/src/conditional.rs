//! Conditional moves, which nobody but their owner is told.

use hnefi_live::{Conditional, PersonId};
use hnefi_rules::{BySide, Intent, Side};

use crate::db::{Connection, Row, params};
use crate::{Store, StoreError};

impl Store {
    /// The conditional moves of both sides of a game.
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn conditional(&self, game: &str) -> Result<BySide<Conditional>, StoreError> {
        let sql = "select side, ply, lines from conditional_moves where game = $1";
        let mut conditional = BySide::default();
        for row in self.readers.fetch(sql, params![game]).await? {
            let (side, moves) = read(game, &row)?;
            conditional[side] = moves;
        }
        Ok(conditional)
    }

    /// The games in which a person has made conditional moves, with his lines as text.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn conditional_of(&self, person: &PersonId) -> Result<Vec<(String, String)>, StoreError> {
        let sql = "select made.game, made.lines from conditional_moves made join seat on seat.game = made.game \
                   and seat.side = made.side where seat.person = $1 and made.lines is not null order by made.game";
        let rows = self.readers.fetch(sql, params![person.as_str()]).await?;
        rows.iter().map(|row| Ok((row.get("game")?, row.get("lines")?))).collect()
    }
}

pub(crate) async fn write(
    to: &mut Connection,
    game: &str,
    side: Side,
    conditional: &Conditional,
) -> Result<(), StoreError> {
    let (ply, lines) = match conditional {
        Conditional::None => {
            let sql = "delete from conditional_moves where game = $1 and side = $2";
            to.execute(sql, params![game, side.id()]).await?;
            return Ok(());
        }
        Conditional::Lines { ply, lines } => (*ply, Some(lines.iter().map(|line| text(line)).collect::<Vec<_>>())),
        Conditional::Ended => (0, None),
    };
    let sql = "insert into conditional_moves (game, side, ply, lines) values ($1, $2, $3, $4) \
               on conflict (game, side) do update set ply = $3, lines = $4";
    let lines = lines.map(|lines| lines.join("/"));
    to.execute(sql, params![game, side.id(), i64::from(ply), lines.as_deref()]).await?;
    Ok(())
}

/// A line as text: `c7-c4 d1-d4`.
fn text(line: &[Intent]) -> String {
    line.iter().map(Intent::to_string).collect::<Vec<_>>().join(" ")
}

fn read(game: &str, row: &Row) -> Result<(Side, Conditional), StoreError> {
    let corrupt = |problem: &str| StoreError::corrupt(game, format!("conditional moves: {problem}"));
    let (side, ply, lines): (String, i64, Option<String>) = (row.get("side")?, row.get("ply")?, row.get("lines")?);
    let side: Side = side.parse().map_err(|_| corrupt(&side))?;
    let Some(lines) = lines else { return Ok((side, Conditional::Ended)) };
    let intent = |text: &str| {
        let (from, to) = text.split_once('-')?;
        Some(Intent { from: from.parse().ok()?, to: to.parse().ok()? })
    };
    let line = |line: &str| line.split(' ').map(intent).collect::<Option<Vec<_>>>();
    let ply = u32::try_from(ply).map_err(|_| corrupt("ply"))?;
    let read = lines.split('/').map(line).collect::<Option<Vec<_>>>().ok_or_else(|| corrupt(&lines))?;
    Ok((side, Conditional::Lines { ply, lines: read }))
}

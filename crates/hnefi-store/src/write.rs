//! What is written, and the statements that write it.

use hnefi_live::{PersonId, Standing};
use hnefi_rules::Side;

use crate::db::{Connection, params};
use crate::rows::{EntryRow, GameRow, link_columns, seat_columns};
use crate::{NewLink, StoreError, now_ms};

/// Something to write, all of it or nothing.
#[derive(Debug)]
pub(crate) enum Write {
    MakeGame(Box<GameRow>),
    Append(Box<Append>),
    Join {
        game: String,
        side: Side,
        person: PersonId,
        link: NewLink,
    },
    /// Something as large as a small game, to see whether there is room for it, and away with it again.
    Probe,
    /// What the probe has left.
    EndProbe,
    MoveSeat {
        game: String,
        side: Side,
        from: PersonId,
        moves: u32,
        to: PersonId,
        link: NewLink,
    },
}

/// A row for the log of a game, and the next game if it is an accepted rematch.
#[derive(Debug)]
pub(crate) struct Append {
    pub(crate) game: String,
    /// How many rows the log has.
    pub(crate) version: u64,
    pub(crate) row: EntryRow,
    pub(crate) standing: Standing,
    pub(crate) next: Option<GameRow>,
}

pub(crate) async fn write_one(to: &mut Connection, write: &Write) -> Result<(), StoreError> {
    match write {
        Write::MakeGame(row) => make_game(to, row).await,
        Write::Append(append) => append_row(to, append).await,
        Write::Join { game, side, person, link } => join(to, game, *side, person, link).await,
        Write::Probe => probe(to).await,
        Write::EndProbe => end_probe(to).await,
        Write::MoveSeat { game, side, from, moves, to: person, link } => {
            move_seat(to, game, *side, (from, *moves), person, link).await
        }
    }
}

async fn make_game(to: &mut Connection, row: &GameRow) -> Result<(), StoreError> {
    to.execute(
        "insert into game (id, made_ms, ruleset_id, ruleset_name, ruleset, position, turn, match_id, match_game, \
         version, touched_ms, plies, to_move, winner, ending) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10, $11, $12, $13, $14)",
        params![
            &row.id,
            row.made_ms,
            &row.ruleset_id,
            &row.ruleset_name,
            &row.ruleset,
            &row.position,
            row.turn.id(),
            &row.match_id,
            i64::from(row.match_game),
            row.made_ms,
            i64::from(row.standing.plies),
            row.standing.to_move.map(Side::id),
            row.standing.winner.map(Side::id),
            row.standing.ending.as_deref()
        ],
    )
    .await?;
    for (side, seat) in &row.seats {
        let (kind, level, person, moves) = seat_columns(seat);
        to.execute(
            "insert into seat (game, side, kind, level, visitor, moves) values ($1, $2, $3, $4, $5, $6)",
            params![&row.id, side.id(), kind, level, person, moves],
        )
        .await?;
    }
    for (link, side) in &row.links {
        make_link(to, &row.id, *side, link).await?;
    }
    Ok(())
}

async fn make_link(to: &mut Connection, game: &str, side: Option<Side>, link: &NewLink) -> Result<(), StoreError> {
    let (secret, kind) = link_columns(link);
    to.execute(
        "insert into link (secret, game, kind, side) values ($1, $2, $3, $4)",
        params![secret, game, kind, side.map(Side::id)],
    )
    .await?;
    Ok(())
}

async fn append_row(to: &mut Connection, append: &Append) -> Result<(), StoreError> {
    let Append { game, version, row, standing, next } = append;
    let version_now = i64::try_from(*version).unwrap_or(i64::MAX);
    let updated = to.execute("update game set version = version + 1, touched_ms = $1, plies = $2, to_move = $3, winner = $4, ending = $5 \
         where id = $6 and version = $7", params![row.at_ms, i64::from(standing.plies), standing.to_move.map(Side::id), standing.winner.map(Side::id), standing.ending.as_deref(), game, version_now])
    .await?;
    if updated == 0 {
        let known = to.fetch("select 1 from game where id = $1", params![game]).await?;
        return Err(match known.is_empty() {
            false => StoreError::Stale { game: game.clone(), version: *version },
            true => StoreError::NoGame(game.clone()),
        });
    }
    let inserted = to.execute("insert into happening (game, seq, at_ms, kind, side, ply, client_id, from_square, to_square, captures, offer) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (game, client_id) do nothing", params![game, version_now + 1, row.at_ms, row.kind, row.side.id(), row.ply, row.client_id.as_deref(), row.from.as_deref(), row.to.as_deref(), row.captures.as_deref(), row.offer])
    .await?;
    if inserted == 0 {
        let client_id = row.client_id.clone().unwrap_or_default();
        return Err(StoreError::Duplicate { game: game.clone(), client_id });
    }
    match next {
        Some(next) => make_game(to, next).await,
        None => Ok(()),
    }
}

async fn join(
    to: &mut Connection,
    game: &str,
    side: Side,
    person: &PersonId,
    link: &NewLink,
) -> Result<(), StoreError> {
    let taken = to
        .execute(
            "update seat set visitor = $1 where game = $2 and side = $3 and kind = 'person' and visitor is null",
            params![person.as_str(), game, side.id()],
        )
        .await?;
    if taken == 0 {
        return Err(StoreError::Taken);
    }
    make_link(to, game, Some(side), link).await
}

async fn move_seat(
    to: &mut Connection,
    game: &str,
    side: Side,
    (from, moves): (&PersonId, u32),
    person: &PersonId,
    link: &NewLink,
) -> Result<(), StoreError> {
    let moved = to
        .execute(
            "update seat set visitor = $1, moves = moves + 1 \
         where game = $2 and side = $3 and visitor = $4 and moves = $5",
            params![person.as_str(), game, side.id(), from.as_str(), i64::from(moves)],
        )
        .await?;
    if moved == 0 {
        return Err(StoreError::Taken);
    }
    to.execute("delete from link where game = $1 and side = $2 and kind = 'seat'", params![game, side.id()]).await?;
    make_link(to, game, Some(side), link).await
}

/// How much a probe writes, in bytes.
const PROBE: usize = 16 * 1024;

/// A row of no step of the database, which no program takes for one.
async fn probe(to: &mut Connection) -> Result<(), StoreError> {
    let sql = "insert into migration (version, name, at_ms) values (-1, $1, $2) \
               on conflict (version) do update set name = $1, at_ms = $2";
    to.execute(sql, params![&"-".repeat(PROBE), now_ms()]).await?;
    Ok(())
}

async fn end_probe(to: &mut Connection) -> Result<(), StoreError> {
    to.execute("delete from migration where version = -1", params![]).await?;
    Ok(())
}

//! What is written, and the statements that write it.

use hnefi_live::{GameStatus, SeatChange};
use hnefi_lobby::Seek;
use hnefi_rules::Side;

use crate::accounts::{self, AccountWrite};
use crate::archive::{self, Finished};
use crate::away::{self, AwayWrite};
use crate::credentials::{self, CredentialWrite};
use crate::db::{Connection, params};
use crate::events::{self, EventWrite};
use crate::mail::{self, MailWrite};
use crate::nodes::{self, NodeWrite};
use crate::order::{self, OrderWrite};
use crate::persons::{self, PersonWrite};
use crate::programs::{self, ProgramWrite};
use crate::push::{self, PushWrite};
use crate::rows::{ChangeRow, EntryRow, GameRow, seat_columns};
use crate::talk::{self, TalkWrite};
use crate::{Beat, Link, StoreError, now_ms};
use crate::{beat, conditional, prune, ratings, seeks};

/// Something to write, all of it or nothing.
#[derive(Debug)]
pub(crate) enum Write {
    Make(Box<GameRow>, Vec<Link>),
    Commit(Box<ChangeRow>),
    Keep(Box<GameRow>, Box<ChangeRow>),
    Person(PersonWrite),
    Away(AwayWrite),
    Mail(MailWrite),
    Finished(Box<Finished>),
    /// A seek that is to be kept; `None` when it has ended.
    Seek {
        id: String,
        seek: Option<Box<Seek>>,
    },
    Push(PushWrite),
    /// What is next in the queue of ratings, at most so many rows.
    Rate {
        most: i64,
    },
    /// A rated game counts no more.
    Annul {
        game: String,
        why: String,
        at_ms: i64,
    },
    /// All ratings are to be made again.
    ForgetRatings,
    Account(AccountWrite),
    Talk(TalkWrite),
    Order(OrderWrite),
    Event(EventWrite),
    Credential(CredentialWrite),
    Program(ProgramWrite),
    Beat(Beat),
    Node(NodeWrite),
    /// The digest of a key that all nodes must have alike, unless one is known.
    Key {
        name: &'static str,
        digest: String,
    },
    /// The columns that say how a game stands follow its log of this many rows.
    Status {
        game: String,
        version: u64,
        status: GameStatus,
    },
    /// What nobody needs any more, at this time.
    Prune {
        now_ms: i64,
    },
    /// Something as large as a small game, to see whether there is room for it, and away with it again.
    Probe,
    /// What the probe has left.
    EndProbe,
}

impl Write {
    /// Whether something may be in the queue of ratings afterwards that was not there before.
    pub(crate) fn may_queue(&self) -> bool {
        match self {
            Write::Commit(change) => change.status.ending.is_some(),
            Write::Annul { .. } => true,
            Write::Order(write) => write.may_annul(),
            _ => false,
        }
    }
}

/// Writes as the node of this epoch, if as one.
pub(crate) async fn write_one(to: &mut Connection, me: Option<i64>, write: &Write) -> Result<(), StoreError> {
    match write {
        Write::Make(row, links) => {
            make_game(to, row).await?;
            make_links(to, links).await
        }
        Write::Commit(change) => commit(to, me, change).await,
        Write::Keep(row, change) => {
            if !to.fetch("select id from game where id = $1", params![&row.id]).await?.is_empty() {
                return Err(StoreError::Known(row.id.clone()));
            }
            make_game(to, row).await?;
            // Nobody serves it yet.
            commit(to, None, change).await
        }
        Write::Person(write) => persons::write(to, write).await,
        Write::Away(write) => away::write(to, write).await,
        Write::Mail(write) => mail::write(to, write).await,
        Write::Finished(finished) => archive::write(to, finished).await,
        Write::Seek { id, seek } => seeks::write(to, id, seek.as_deref()).await,
        Write::Push(write) => push::write(to, write).await,
        Write::Rate { most } => ratings::rate(to, *most).await,
        Write::Annul { game, why, at_ms } => ratings::annul(to, game, why, None, *at_ms).await,
        Write::ForgetRatings => ratings::forget(to).await,
        Write::Account(write) => accounts::write(to, write).await,
        Write::Order(write) => order::write(to, write).await,
        Write::Event(write) => events::write(to, write).await,
        Write::Talk(write) => talk::write(to, write).await,
        Write::Credential(write) => credentials::write(to, write).await,
        Write::Program(write) => programs::write(to, write).await,
        Write::Beat(beat) => beat::beat(to, *beat).await,
        Write::Node(write) => nodes::write(to, me, write).await,
        Write::Key { name, digest } => nodes::key(to, name, digest).await,
        Write::Status { game, version, status } => set_status(to, game, *version, status).await,
        Write::Prune { now_ms } => prune::prune(to, *now_ms).await,
        Write::Probe => probe(to).await,
        Write::EndProbe => end_probe(to).await,
    }
}

pub(crate) async fn make_game(to: &mut Connection, row: &GameRow) -> Result<(), StoreError> {
    let sql = "insert into ruleset (digest, toml) values ($1, $2) on conflict (digest) do nothing";
    to.execute(sql, params![&row.ruleset, &row.toml]).await?;
    let sql = "insert into game (id, made_ms, ruleset, ruleset_id, ruleset_name, position, turn, arrangement, \
               match_id, match_game, swapped, match_length, version, touched_ms, plies, to_move, winner, ending, due_ms, \
               rated, listed, control, clock_ms, flag_ms, no_away, no_take_back) \
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, $2, $13, $14, $15, $16, $17, $18, $19, $20, \
               $21, $22, $23, $24)";
    let game = params![
        &row.id,
        row.made_ms,
        &row.ruleset,
        &row.ruleset_id,
        &row.ruleset_name,
        &row.position,
        row.turn.id(),
        row.arrangement.id(),
        &row.match_id,
        row.match_game,
        i64::from(row.swapped),
        row.match_length.map(i64::from),
        row.status.plies,
        row.status.to_move.map(Side::id),
        row.status.winner.map(Side::id),
        row.status.ending.as_deref(),
        row.due,
        row.rated.as_deref(),
        i64::from(row.listed),
        row.control.as_deref(),
        row.clock_ms,
        row.flag_ms,
        i64::from(row.no_away),
        i64::from(row.no_take_back),
    ];
    to.execute(sql, game).await?;
    for (side, seat) in &row.seats {
        let (kind, level, person, moves) = seat_columns(seat);
        let sql = "insert into seat (game, side, kind, level, person, moves) values ($1, $2, $3, $4, $5, $6)";
        to.execute(sql, params![&row.id, side.id(), kind, level, person, moves]).await?;
    }
    if let Some(seek) = &row.seek {
        seeks::write(to, seek, None).await?;
    }
    Ok(())
}

pub(crate) async fn make_links(to: &mut Connection, links: &[Link]) -> Result<(), StoreError> {
    for Link { secret, to: target } in links {
        let sql = "insert into link (secret, game, kind, side) values ($1, $2, $3, $4)";
        to.execute(sql, params![secret, &target.game, target.kind.id(), target.side.map(Side::id)]).await?;
    }
    Ok(())
}

async fn commit(to: &mut Connection, me: Option<i64>, change: &ChangeRow) -> Result<(), StoreError> {
    grow(to, me, change).await?;
    for seat in &change.seats {
        change_seat(to, &change.game, seat).await?;
    }
    for (side, conditional) in &change.conditional {
        conditional::write(to, &change.game, *side, conditional).await?;
    }
    if let Some(next) = &change.next {
        make_game(to, next).await?;
        // A match goes on on the terms on which it began, and its clocks go by the same time.
        let sql = "update game set rated = (select before.rated from game before where before.id = $1), \
                   listed = (select before.listed from game before where before.id = $1), \
                   skipped_ms = (select before.skipped_ms from game before where before.id = $1), \
                   resumes_ms = (select before.resumes_ms from game before where before.id = $1), \
                   no_away = (select before.no_away from game before where before.id = $1), \
                   no_take_back = (select before.no_take_back from game before where before.id = $1) where id = $2";
        to.execute(sql, params![&change.game, &next.id]).await?;
    }
    order::dodged(to, change).await?;
    if change.status.ending.is_some() {
        ratings::queue(to, &change.game).await?;
    }
    make_links(to, &change.links).await
}

/// Appends to the log of a game, if it has as many rows as were seen, and the node of this epoch serves it.
async fn grow(to: &mut Connection, me: Option<i64>, change: &ChangeRow) -> Result<(), StoreError> {
    let (game, status) = (&change.game, &change.status);
    let seen = i64::try_from(change.seen).unwrap_or(i64::MAX);
    let sql = "update game set version = $1, touched_ms = coalesce($2, touched_ms), plies = $3, to_move = $4, \
               winner = $5, ending = $6, due_ms = $7, flag_ms = $8, gap_ms = null \
               where id = $9 and version = $10 and owner is not distinct from $11";
    let game_columns = params![
        seen + change.entries.len() as i64,
        change.entries.last().map(|entry| entry.at_ms),
        status.plies,
        status.to_move.map(Side::id),
        status.winner.map(Side::id),
        status.ending.as_deref(),
        change.due,
        change.flag_ms,
        game,
        seen,
        me,
    ];
    if to.execute(sql, game_columns).await? == 0 {
        let known = to.fetch("select owner from game where id = $1", params![game]).await?;
        let Some(row) = known.first() else { return Err(StoreError::NoGame(game.clone())) };
        let stale = StoreError::Stale { game: game.clone(), version: change.seen };
        return Err(nodes::elsewhere(game, row.get("owner")?, me).unwrap_or(stale));
    }
    for (entry, seq) in change.entries.iter().zip(seen + 1..) {
        append(to, game, seq, entry).await?;
        if let (Some(until_ms), Some(side)) = (entry.away, entry.side) {
            away::note(to, game, side, until_ms).await?;
        }
    }
    Ok(())
}

async fn append(to: &mut Connection, game: &str, seq: i64, entry: &EntryRow) -> Result<(), StoreError> {
    let sql = "insert into entry (game, seq, at_ms, kind, side, judge, outcome, ply, client_id, from_square, \
               to_square, captures, offer, clock_ms, lag_ms, span_ms) \
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) \
               on conflict (game, client_id) do nothing";
    let row = params![
        game,
        seq,
        entry.at_ms,
        entry.kind,
        entry.side.map(Side::id),
        entry.judge,
        entry.outcome.as_deref(),
        entry.ply.map(i64::from),
        entry.client_id.as_deref(),
        entry.from.as_deref(),
        entry.to.as_deref(),
        entry.captures.as_deref(),
        entry.offer,
        entry.clock.map(|stamp| stamp.at_ms),
        entry.clock.filter(|_| entry.ply.is_some()).map(|stamp| i64::from(stamp.lag_ms)),
        entry.span_ms.map(i64::from),
    ];
    match to.execute(sql, row).await? {
        0 => {
            let client_id = entry.client_id.clone().unwrap_or_default();
            Err(StoreError::Duplicate { game: game.to_owned(), client_id })
        }
        _ => Ok(()),
    }
}

async fn change_seat(to: &mut Connection, game: &str, change: &SeatChange) -> Result<(), StoreError> {
    let SeatChange { side, before, after } = change;
    let (kind, level, person, moves) = seat_columns(after);
    let (kind_before, level_before, person_before, moves_before) = seat_columns(before);
    let sql = "update seat set kind = $1, level = $2, person = $3, moves = $4 where game = $5 and side = $6 \
               and kind = $7 and level is not distinct from $8 and person is not distinct from $9 and moves = $10";
    let columns =
        params![kind, level, person, moves, game, side.id(), kind_before, level_before, person_before, moves_before,];
    if to.execute(sql, columns).await? == 0 {
        return Err(StoreError::Taken);
    }
    if person != person_before {
        archive::seat_changed(to, game, *side, person).await?;
    }
    // The link that moved the seat is used up.
    let sql = "delete from link where game = $1 and side = $2 and kind = 'seat'";
    to.execute(sql, params![game, side.id()]).await?;
    Ok(())
}

async fn set_status(to: &mut Connection, game: &str, version: u64, status: &GameStatus) -> Result<(), StoreError> {
    let sql = "update game set plies = $1, to_move = $2, winner = $3, ending = $4 where id = $5 and version = $6";
    let columns = params![
        status.plies,
        status.to_move.map(Side::id),
        status.winner.map(Side::id),
        status.ending.as_deref(),
        game,
        i64::try_from(version).unwrap_or(i64::MAX),
    ];
    to.execute(sql, columns).await?;
    Ok(())
}

/// How much a probe writes, in bytes.
const PROBE: usize = 16 * 1024;

async fn probe(to: &mut Connection) -> Result<(), StoreError> {
    let sql = "insert into probe (id, at_ms, filler) values (1, $1, $2) \
               on conflict (id) do update set at_ms = $1, filler = $2";
    to.execute(sql, params![now_ms(), &"-".repeat(PROBE)]).await?;
    Ok(())
}

async fn end_probe(to: &mut Connection) -> Result<(), StoreError> {
    to.execute("delete from probe", params![]).await?;
    Ok(())
}

//! Finished games that everybody may find. They come into the archive after their end, one by one, and never in the way of
//! a move.

use std::collections::HashMap;
use std::ops::Range;

use hnefi_live::{GameStatus, Log, PersonId};
use hnefi_rules::Side;

use crate::db::{Connection, Param, Row, params};
use crate::key::position_key;
use crate::write::Write;
use crate::{Store, StoreError, Summary, replay};

/// Which finished games somebody looks for: those to which all applies that is said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The id of the rule set.
    pub ruleset: Option<String>,
    /// Who played in it.
    pub player: Option<WantedPlayer>,
    /// The id of the ending, such as `king-captured`.
    pub ending: Option<String>,
    /// Who won: a side, or nobody.
    pub winner: Option<Option<Side>>,
    /// A position that stood on the board, by its [`position_key`].
    pub position: Option<i64>,
    /// Only games that ended then or later, in milliseconds since 1970.
    pub since_ms: Option<i64>,
    /// Only games that ended before then, in milliseconds since 1970.
    pub until_ms: Option<i64>,
    /// Only games that came into the archive before the one of this number, for the next page.
    pub before: Option<i64>,
}

/// Who is to have played in a game.
///
/// ```
/// use hnefi_live::PersonId;
/// use hnefi_store::WantedPlayer;
/// let anybody = WantedPlayer::of(PersonId::new("ann"));
/// assert_eq!((anybody.side, anybody.against), (None, None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedPlayer {
    /// The player.
    pub person: PersonId,
    /// His side; `None` for either.
    pub side: Option<Side>,
    /// Against whom; `None` for anybody.
    pub against: Option<PersonId>,
}

impl WantedPlayer {
    /// Games of a person on either side against anybody.
    pub fn of(person: PersonId) -> WantedPlayer {
        WantedPlayer { person, side: None, against: None }
    }
}

impl Wanted {
    /// As what games are found that fit rule set, ending and winner; `None` where nothing of it is asked.
    fn what(&self) -> Option<String> {
        let winner = self.winner.map(nobody_or);
        let asked = self.ruleset.is_some() || self.ending.is_some() || winner.is_some();
        asked.then(|| what(self.ruleset.as_deref(), self.ending.as_deref(), winner))
    }
}

/// A game that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundGame {
    /// Its number in the archive: the newest has the greatest.
    pub number: i64,
    /// When it ended, in milliseconds since 1970.
    pub ended_ms: i64,
    /// After how many plies the position stood on the board first, if one was looked for.
    pub ply: Option<u32>,
    /// The game.
    pub game: Summary,
}

/// The word for a game that nobody won.
const NOBODY: &str = "nobody";

/// A finished game on its way into the archive.
#[derive(Debug)]
pub(crate) struct Finished {
    game: String,
    ended_ms: i64,
    ruleset_id: String,
    ending: String,
    winner: Option<&'static str>,
    plies: u32,
    /// Each position once, with the first ply after which it stood.
    positions: Vec<(i64, u32)>,
}

/// A search: `$1` before which number, `$2` from which number on, `$3` how many at most, `$4` and `$5` from when to when it ended. What is asked for is compared
/// plainly, so that an index serves; where tables are crossed, SQLite keeps to their order.
macro_rules! searched {
    ($from:literal, $ply:literal, $number:literal $(, $condition:expr)*) => {
        concat!(
            "select found.number, found.ended_ms, ",
            $ply,
            " as stood_ply, game.*, seat.* from (select finished.number, finished.game, finished.ended_ms from ",
            $from,
            " where ",
            $number,
            " < $1 and ",
            $number,
            " >= $2 and finished.ended_ms >= $4 and finished.ended_ms < $5",
            $(" and ", $condition,)*
            " order by ",
            $number,
            " desc limit $3) found join game on game.id = found.game join seat on seat.game = game.id \
             order by found.number desc, seat.side"
        )
    };
}

/// All games.
const ALL: &str = searched!("finished", "cast(null as bigint)", "finished.number");
/// By rule set, ending and winner: `$6` as what.
const BY_WHAT: &str = searched!(
    "finished_as cross join finished",
    "cast(null as bigint)",
    "finished_as.number",
    "finished_as.what = $6 and finished.number = finished_as.number"
);
/// By position: `$6`. The ply is read of the games alone that were found.
const BY_POSITION: &str = searched!(
    "stood cross join finished",
    "(select stood.ply from stood where stood.position = $6 and stood.number = found.number)",
    "stood.number",
    "stood.position = $6 and finished.number = stood.number"
);
/// By position and by rule set, ending and winner: `$7` as what. Two indexes say which games are both.
const BY_POSITION_AND_WHAT: &str = searched!(
    "stood cross join finished_as cross join finished",
    "(select stood.ply from stood where stood.position = $6 and stood.number = found.number)",
    "stood.number",
    "stood.position = $6 and finished_as.what = $7 and finished_as.number = stood.number and finished.number = stood.number"
);

/// By who played: `$6` the player, `$7` his side, `$8` the opponent, `$9` rule set, `$10` ending, `$11` winner.
macro_rules! by_player {
    () => {
        "((finished.attackers = $6 and coalesce($7, 'attackers') = 'attackers' and (cast($8 as text) is null or finished.defenders = $8)) \
         or (finished.defenders = $6 and coalesce($7, 'defenders') = 'defenders' and (cast($8 as text) is null or finished.attackers = $8))) \
         and (cast($9 as text) is null or finished.ruleset_id = $9) and (cast($10 as text) is null or finished.ending = $10) \
         and (cast($11 as text) is null or coalesce(finished.winner, 'nobody') = $11)"
    };
}

const BY_PLAYER: &str = searched!("finished", "cast(null as bigint)", "finished.number", by_player!());
/// By who played and by position: `$12`. A start stood in more games than anybody has played, so those of the player are looked through.
const BY_PLAYER_AND_POSITION: &str = searched!(
    "finished cross join stood",
    "(select stood.ply from stood where stood.position = $12 and stood.number = found.number)",
    "finished.number",
    "stood.number = finished.number and stood.position = $12",
    by_player!()
);

/// The games that go on: `$1` how many at most.
const LISTED: &str = "select * from game join seat on seat.game = game.id where game.id in \
                      (select id from game where listed = 1 and to_move is not null and not exists \
                      (select 1 from seat where seat.game = game.id and kind = 'person' and person is null) \
                      order by touched_ms desc, id limit $1) \
                      order by game.touched_ms desc, game.id, seat.side";
/// The games that are over and not in the archive yet: `$1` how many at most.
const UNARCHIVED: &str = "select id from game where listed = 1 and ending is not null \
                          and ending not in ('broken-off', 'aborted') \
                          and not exists (select 1 from finished where finished.game = game.id) \
                          order by touched_ms limit $1";

impl Store {
    /// Finished games that everybody may find, the one that came into the archive last first, at most `limit`.
    ///
    /// ```
    /// use hnefi_store::{Store, Wanted};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// # let folder = tempfile::tempdir().unwrap();
    /// let store = Store::open(&folder.path().join("games.db")).await.unwrap();
    /// let wanted = Wanted { ruleset: Some("fetlar-2018".to_owned()), ..Wanted::default() };
    /// assert_eq!(store.find(&wanted, 20).await.unwrap(), []);
    /// # });
    /// ```
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn find(&self, wanted: &Wanted, limit: u32) -> Result<Vec<FoundGame>, StoreError> {
        let Some(numbers) = self.numbers(wanted).await? else { return Ok(Vec::new()) };
        let mut params: Vec<Param> = params![
            numbers.end,
            numbers.start,
            limit,
            wanted.since_ms.unwrap_or(i64::MIN),
            wanted.until_ms.unwrap_or(i64::MAX),
        ];
        let sql = if let Some(player) = &wanted.player {
            params.extend(params![
                player.person.as_str(),
                player.side.map(Side::id),
                player.against.as_ref().map(PersonId::as_str),
                wanted.ruleset.as_deref(),
                wanted.ending.as_deref(),
                wanted.winner.map(nobody_or),
            ]);
            params.extend(wanted.position.map(Param::from));
            if wanted.position.is_some() { BY_PLAYER_AND_POSITION } else { BY_PLAYER }
        } else {
            let what = wanted.what();
            params.extend(wanted.position.map(Param::from));
            params.extend(what.as_ref().map(Param::from));
            match (wanted.position, what) {
                (None, None) => ALL,
                (None, Some(_)) => BY_WHAT,
                (Some(_), None) => BY_POSITION,
                (Some(_), Some(_)) => BY_POSITION_AND_WHAT,
            }
        };
        found(&self.readers.fetch(sql, params).await?)
    }

    /// Between which numbers the games lie that ended when it is wanted: games come into the archive almost in the order of their
    /// ends, so that a search looks at no others. `None` where there are none.
    async fn numbers(&self, wanted: &Wanted) -> Result<Option<Range<i64>>, StoreError> {
        let mut numbers = i64::MIN..wanted.before.unwrap_or(i64::MAX);
        if let Some(since_ms) = wanted.since_ms {
            let Some(first) = self.first_latest(since_ms).await? else { return Ok(None) };
            numbers.start = first;
        }
        if let Some(until_ms) = wanted.until_ms
            && let Some(first) = self.first_latest(until_ms).await?
        {
            // All games before that one ended in time, and of those after it some that came late, though none later than any.
            let sql = "select max(number) as number from finished where ended_ms < $1 \
                       and ended_ms >= $1 - (select coalesce(max(behind_ms), 0) from finished)";
            let rows = self.readers.fetch(sql, params![until_ms]).await?;
            let late: Option<i64> = rows.first().map_or(Ok(None), |row| row.get("number"))?;
            numbers.end = numbers.end.min(first.max(late.map_or(i64::MIN, |late| late + 1)));
        }
        Ok(Some(numbers))
    }

    /// The number of the first game by which the latest end was then or later.
    async fn first_latest(&self, ms: i64) -> Result<Option<i64>, StoreError> {
        let sql = "select number from finished where latest_ms >= $1 order by latest_ms, number limit 1";
        let rows = self.readers.fetch(sql, params![ms]).await?;
        Ok(rows.first().map(|row| row.get("number")).transpose()?)
    }

    /// The games that everybody may watch, and in which both sides sit and the game goes on, the one touched last first, at
    /// most `limit`.
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn listed(&self, limit: u32) -> Result<Vec<Summary>, StoreError> {
        replay::summaries(&self.readers.fetch(LISTED, params![limit]).await?)
    }

    /// The games that everybody may find and that are over with a result, but not in the archive yet, at most `limit`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn unarchived(&self, limit: u32) -> Result<Vec<String>, StoreError> {
        self.readers.fetch(UNARCHIVED, params![limit]).await?.iter().map(|row| Ok(row.get("id")?)).collect()
    }

    /// Puts a finished game into the archive, where everybody finds it. Nothing happens to one that is there already, that is
    /// not over or has no result, or that not everybody may find.
    ///
    /// # Errors
    /// When the game cannot be read, or the database fails.
    pub async fn archive(&self, game: &str) -> Result<(), StoreError> {
        let Some(summary) = self.summary(game).await?.filter(|summary| summary.listed) else { return Ok(()) };
        let ending = summary.status.ending.clone().filter(|ending| !GameStatus::VOID.contains(&ending.as_str()));
        let (Some(log), Some(ending)) = (self.load(game).await?, ending) else { return Ok(()) };
        let positions = tokio::task::spawn_blocking(move || positions(&log)).await;
        let finished = Finished {
            game: game.to_owned(),
            ended_ms: summary.touched_ms,
            ending,
            winner: summary.status.winner.map(Side::id),
            plies: summary.status.plies,
            positions: positions.map_err(|error| StoreError::corrupt(game, error))?,
            ruleset_id: summary.ruleset_id,
        };
        self.writer.write(Write::Finished(Box::new(finished))).await
    }
}

impl Finished {
    /// As what it is found.
    fn found_as(&self) -> impl Iterator<Item = String> {
        let winner = self.winner.unwrap_or(NOBODY);
        (1..8).map(move |asked| {
            let asks = |bit: u32| asked & bit != 0;
            what(
                asks(1).then_some(self.ruleset_id.as_str()),
                asks(2).then_some(self.ending.as_str()),
                asks(4).then_some(winner),
            )
        })
    }
}

/// As what a game is found of which this is asked, as the rows of `finished_as` have it. No id has a `/`.
pub(crate) fn what(ruleset: Option<&str>, ending: Option<&str>, winner: Option<&str>) -> String {
    [ruleset, ending, winner].map(Option::unwrap_or_default).join("/")
}

/// The word for who won.
pub(crate) fn nobody_or(winner: Option<Side>) -> &'static str {
    winner.map_or(NOBODY, Side::id)
}

/// Every position that stood on the board, once, with the first ply after which it did.
fn positions(log: &Log) -> Vec<(i64, u32)> {
    let game = log.game();
    let after = game.plies().map(|ply| &ply.played.position);
    let mut first = HashMap::new();
    for (position, ply) in std::iter::once(game.start()).chain(after).zip(0u32..) {
        first.entry(position_key(&position.setup(), position.turn())).or_insert(ply);
    }
    let mut positions: Vec<_> = first.into_iter().collect();
    positions.sort_by_key(|&(_, ply)| ply);
    positions
}

/// A side of a game is somebody else's from now on, also where the game was put away already.
pub(crate) async fn seat_changed(
    to: &mut Connection,
    game: &str,
    side: Side,
    person: Option<&str>,
) -> Result<(), StoreError> {
    let sql = match side {
        Side::Attackers => "update finished set attackers = $1 where game = $2",
        Side::Defenders => "update finished set defenders = $1 where game = $2",
    };
    to.execute(sql, params![person, game]).await?;
    Ok(())
}

pub(crate) async fn write(to: &mut Connection, finished: &Finished) -> Result<(), StoreError> {
    let last = to.fetch("select number, latest_ms from finished order by number desc limit 1", params![]).await?;
    let (last, latest_ms): (i64, i64) = match last.first() {
        Some(row) => (row.get("number")?, row.get("latest_ms")?),
        None => (0, i64::MIN),
    };
    let (number, latest_ms) = (last + 1, latest_ms.max(finished.ended_ms));
    let sql = "insert into finished (number, game, ended_ms, ruleset_id, ending, winner, plies, attackers, defenders, latest_ms, behind_ms) \
               values ($1, $2, $3, $4, $5, $6, $7, (select person from seat where game = $2 and side = 'attackers'), \
               (select person from seat where game = $2 and side = 'defenders'), $8, $9) on conflict (game) do nothing";
    let row = params![
        number,
        &finished.game,
        finished.ended_ms,
        &finished.ruleset_id,
        &finished.ending,
        finished.winner,
        finished.plies,
        latest_ms,
        latest_ms - finished.ended_ms,
    ];
    if to.execute(sql, row).await? == 0 {
        return Ok(());
    }
    for what in finished.found_as() {
        to.execute("insert into finished_as (what, number) values ($1, $2)", params![&what, number]).await?;
    }
    for &(position, ply) in &finished.positions {
        let sql = "insert into stood (position, number, ply) values ($1, $2, $3)";
        to.execute(sql, params![position, number, ply]).await?;
    }
    Ok(())
}

/// Games that were found, each with two rows.
fn found(rows: &[Row]) -> Result<Vec<FoundGame>, StoreError> {
    let summaries = replay::summaries(rows)?;
    let mut found = Vec::with_capacity(summaries.len());
    for (row, game) in rows.iter().step_by(2).zip(summaries) {
        let ply: Option<i64> = row.get("stood_ply")?;
        found.push(FoundGame {
            number: row.get("number")?,
            ended_ms: row.get("ended_ms")?,
            ply: ply.and_then(|ply| u32::try_from(ply).ok()),
            game,
        });
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plan of SQLite for a search.
    async fn plan(connection: &mut Connection, sql: &str) -> String {
        let sql: &'static str = Box::leak(format!("explain query plan {sql}").into_boxed_str());
        let rows = connection.fetch(sql, params![]).await.unwrap();
        rows.iter().map(|row| row.get::<String>("detail").unwrap()).collect::<Vec<_>>().join("\n")
    }

    /// What is walked first for a search must be an index in the order of the numbers, without sorting.
    #[tokio::test]
    async fn every_search_walks_one_index() {
        let folder = tempfile::tempdir().unwrap();
        let mut connection = crate::db::Database::in_file(&folder.path().join("games.db")).connect().await.unwrap();
        crate::migrate::migrate(&mut connection).await.unwrap();
        let by_position =
            "SEARCH stood USING COVERING INDEX sqlite_autoindex_stood_1 (position=? AND number>? AND number<?)";
        let by_what = "SEARCH finished_as USING COVERING INDEX sqlite_autoindex_finished_as_1 (what=? AND number";
        for (sql, walks) in [
            (ALL, vec!["SEARCH finished USING INDEX sqlite_autoindex_finished_1 (number>? AND number<?)"]),
            (BY_WHAT, vec![by_what, "SEARCH finished USING INDEX sqlite_autoindex_finished_1 (number=?)"]),
            (BY_POSITION, vec![by_position, "SEARCH finished USING INDEX sqlite_autoindex_finished_1 (number=?)"]),
            (BY_POSITION_AND_WHAT, vec![by_position, by_what]),
        ] {
            let plan = plan(&mut connection, sql).await;
            let (inner, _) = plan.split_once("SCAN found").unwrap();
            let steps: Vec<&str> = inner.lines().skip(1).collect();
            assert!(steps.iter().zip(&walks).all(|(step, walk)| step.starts_with(walk)), "{sql}\n{plan}");
            assert!(steps.len() >= walks.len() && !inner.contains("TEMP B-TREE"), "{sql}\n{plan}");
        }
        for (sql, walk) in
            [(LISTED, "SCAN game USING INDEX game_running"), (UNARCHIVED, "SCAN game USING INDEX game_over")]
        {
            let plan = plan(&mut connection, sql).await;
            let (inner, _) = plan.split_once("seat_1 (game=?)").unwrap_or((&plan, ""));
            assert!(inner.contains(walk) && !inner.contains("TEMP B-TREE"), "{plan}");
        }
        for sql in [BY_PLAYER, BY_PLAYER_AND_POSITION] {
            let plan = plan(&mut connection, sql).await;
            assert!(
                plan.contains("finished_attackers (attackers=?") && plan.contains("finished_defenders (defenders=?"),
                "{plan}"
            );
        }
    }
}

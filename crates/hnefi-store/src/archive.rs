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
    /// The search where no player is asked for.
    fn whoever_played(&self) -> &'static str {
        let winner = match self.winner {
            None => 0,
            Some(None) => 1,
            Some(Some(_)) => 2,
        };
        let games = WHOEVER_PLAYED[usize::from(self.ruleset.is_some())][usize::from(self.ending.is_some())];
        games[winner][usize::from(self.position.is_some())]
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

/// A finished game on its way into the archive.
#[derive(Debug)]
pub(crate) struct Finished {
    game: String,
    ended_ms: i64,
    ruleset_id: String,
    ending: String,
    winner: Option<&'static str>,
    plies: u32,
    players: [Option<PersonId>; 2],
    /// Each position once, with the first ply after which it stood.
    positions: Vec<(i64, u32)>,
}

/// A search. The parameters are the same for all: `$1` rule set, `$2` ending, `$3` winner, `$4` before which number, `$5` player, `$6` side of
/// his, `$7` opponent, `$8` position, `$9` how many at most, `$10` from which number on, `$11` and `$12` from when to when it ended. What is asked for is compared plainly, so that an index serves.
macro_rules! searched {
    ($from:literal, $ply:literal, $number:literal $(, $condition:expr)*) => {
        concat!(
            "select found.number, found.ended_ms, ",
            $ply,
            " as stood_ply, game.*, seat.* from (select finished.number, finished.game, finished.ended_ms from ",
            $from,
            " where ",
            $number,
            " < $4 and ",
            $number,
            " >= $10 and finished.ended_ms >= $11 and finished.ended_ms < $12",
            $(" and ", $condition,)*
            " order by ",
            $number,
            " desc limit $9) found join game on game.id = found.game join seat on seat.game = game.id \
             order by found.number desc, seat.side"
        )
    };
}

macro_rules! maybe {
    (ruleset) => {
        "(cast($1 as text) is null or finished.ruleset_id = $1)"
    };
    (ending) => {
        "(cast($2 as text) is null or finished.ending = $2)"
    };
    (winner) => {
        "(cast($3 as text) is null or coalesce(finished.winner, 'nobody') = $3)"
    };
    // A player, on a side or on either, against somebody or anybody.
    (player) => {
        "((finished.attackers = $5 and coalesce($6, 'attackers') = 'attackers' and (cast($7 as text) is null or finished.defenders = $7)) \
         or (finished.defenders = $5 and coalesce($6, 'defenders') = 'defenders' and (cast($7 as text) is null or finished.attackers = $7)))"
    };
}

macro_rules! asked {
    (ruleset yes) => {
        "finished.ruleset_id = $1"
    };
    (ruleset no) => {
        "cast($1 as text) is null"
    };
    (ending yes) => {
        "finished.ending = $2"
    };
    (ending no) => {
        "cast($2 as text) is null"
    };
    (winner a_side) => {
        "finished.winner = $3"
    };
    (winner nobody) => {
        "finished.winner is null and cast($3 as text) is not null"
    };
    (winner any) => {
        "cast($3 as text) is null"
    };
}

/// By what is said of the game itself, and maybe by position, whoever played. The ply is read of the games alone that were found:
/// of the others the indexes say enough.
macro_rules! whoever_played {
    (of $ruleset:ident, $ending:ident, $winner:ident) => {
        [
            searched!(
                "finished",
                "cast(null as bigint)",
                "finished.number",
                asked!(ruleset $ruleset),
                asked!(ending $ending),
                asked!(winner $winner),
                "cast($5 as text) is null and cast($6 as text) is null and cast($7 as text) is null and cast($8 as bigint) is null"
            ),
            searched!(
                "stood join finished on finished.number = stood.number",
                "(select stood.ply from stood where stood.position = $8 and stood.number = found.number)",
                "stood.number",
                "stood.position = $8",
                asked!(ruleset $ruleset),
                asked!(ending $ending),
                asked!(winner $winner),
                "cast($5 as text) is null and cast($6 as text) is null and cast($7 as text) is null"
            ),
        ]
    };
    ($ruleset:ident, $ending:ident) => {
        [
            whoever_played!(of $ruleset, $ending, any),
            whoever_played!(of $ruleset, $ending, nobody),
            whoever_played!(of $ruleset, $ending, a_side),
        ]
    };
}

/// By whether a rule set is asked for, whether an ending is, whether nobody or a side is to have won, and whether a position is to have stood.
const WHOEVER_PLAYED: [[[[&str; 2]; 3]; 2]; 2] =
    [[whoever_played!(no, no), whoever_played!(no, yes)], [whoever_played!(yes, no), whoever_played!(yes, yes)]];
/// By who played and by position. A start stood in more games than anybody has played, so those of the player are looked through:
/// the cross join has SQLite keep to that order.
const BY_PLAYER_AND_POSITION: &str = searched!(
    "finished cross join stood",
    "(select stood.ply from stood where stood.position = $8 and stood.number = found.number)",
    "finished.number",
    "stood.number = finished.number and stood.position = $8",
    maybe!(player),
    maybe!(ruleset),
    maybe!(ending),
    maybe!(winner)
);
/// By who played.
const BY_PLAYER: &str = searched!(
    "finished",
    "cast(null as bigint)",
    "finished.number",
    maybe!(player),
    maybe!(ruleset),
    maybe!(ending),
    maybe!(winner),
    "cast($8 as bigint) is null"
);

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
        let sql = match (wanted.position, &wanted.player) {
            (Some(_), Some(_)) => BY_PLAYER_AND_POSITION,
            (None, Some(_)) => BY_PLAYER,
            (_, None) => wanted.whoever_played(),
        };
        let Some(numbers) = self.numbers(wanted).await? else { return Ok(Vec::new()) };
        let player = wanted.player.as_ref();
        let winner = wanted.winner.map(|winner| winner.map_or("nobody", Side::id));
        let params: Vec<Param> = params![
            wanted.ruleset.as_deref(),
            wanted.ending.as_deref(),
            winner,
            numbers.end,
            player.map(|player| player.person.as_str()),
            player.and_then(|player| player.side).map(Side::id),
            player.and_then(|player| player.against.as_ref()).map(PersonId::as_str),
            wanted.position,
            limit,
            numbers.start,
            wanted.since_ms.unwrap_or(i64::MIN),
            wanted.until_ms.unwrap_or(i64::MAX),
        ];
        found(&self.readers.fetch(sql, params).await?)
    }

    /// Between which numbers the games lie that ended when it is wanted: games come into the archive almost in the order of their
    /// ends, so that a search looks at no others. `None` where there are none.
    async fn numbers(&self, wanted: &Wanted) -> Result<Option<Range<i64>>, StoreError> {
        let before = wanted.before.unwrap_or(i64::MAX);
        if wanted.since_ms.is_none() && wanted.until_ms.is_none() {
            return Ok(Some(i64::MIN..before));
        }
        let sql = "select min(number) as low, max(number) as high from finished where ended_ms >= $1 and ended_ms < $2";
        let (since_ms, until_ms) = (wanted.since_ms.unwrap_or(i64::MIN), wanted.until_ms.unwrap_or(i64::MAX));
        let rows = self.readers.fetch(sql, params![since_ms, until_ms]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let (low, high): (Option<i64>, Option<i64>) = (row.get("low")?, row.get("high")?);
        Ok(low.zip(high).map(|(low, high)| low..before.min(high + 1)))
    }

    /// The games that everybody may watch, and in which both sides sit and the game goes on, the one touched last first, at
    /// most `limit`.
    ///
    /// # Errors
    /// When the database fails, or a row cannot be read.
    pub async fn listed(&self, limit: u32) -> Result<Vec<Summary>, StoreError> {
        let sql = "select * from game join seat on seat.game = game.id where game.id in \
                   (select id from game where listed = 1 and to_move is not null and not exists \
                   (select 1 from seat where seat.game = game.id and kind = 'person' and person is null) \
                   order by touched_ms desc, id limit $1) \
                   order by game.touched_ms desc, game.id, seat.side";
        replay::summaries(&self.readers.fetch(sql, params![limit]).await?)
    }

    /// The games that everybody may find and that are over with a result, but not in the archive yet, at most `limit`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn unarchived(&self, limit: u32) -> Result<Vec<String>, StoreError> {
        let sql = "select id from game where listed = 1 and ending is not null \
                   and ending not in ('broken-off', 'aborted') and not exists (select 1 from finished where finished.game = game.id) order by touched_ms limit $1";
        self.readers.fetch(sql, params![limit]).await?.iter().map(|row| Ok(row.get("id")?)).collect()
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
        let player = |side: Side| summary.seats[side].person().cloned();
        let positions = tokio::task::spawn_blocking(move || positions(&log)).await;
        let finished = Finished {
            game: game.to_owned(),
            ended_ms: summary.touched_ms,
            ending,
            winner: summary.status.winner.map(Side::id),
            plies: summary.status.plies,
            players: [player(Side::Attackers), player(Side::Defenders)],
            positions: positions.map_err(|error| StoreError::corrupt(game, error))?,
            ruleset_id: summary.ruleset_id,
        };
        self.writer.write(Write::Finished(Box::new(finished))).await
    }
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

pub(crate) async fn write(to: &mut Connection, finished: &Finished) -> Result<(), StoreError> {
    let next = "select coalesce(max(number), 0) + 1 as number from finished";
    let number: i64 = to.fetch(next, params![]).await?.first().map_or(Ok(1), |row| row.get("number"))?;
    let sql = "insert into finished (number, game, ended_ms, ruleset_id, ending, winner, plies, attackers, defenders) \
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (game) do nothing";
    let [attackers, defenders] = finished.players.each_ref().map(|player| player.as_ref().map(PersonId::as_str));
    let row = params![
        number,
        &finished.game,
        finished.ended_ms,
        &finished.ruleset_id,
        &finished.ending,
        finished.winner,
        finished.plies,
        attackers,
        defenders,
    ];
    if to.execute(sql, row).await? == 0 {
        return Ok(());
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

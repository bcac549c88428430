//! Several servers, the nodes, on one PostgreSQL: who may write, who serves a game, and what becomes of the games of a node that is
//! gone. What follows from the rows is decided by [`hnefi_nodes`]; here they are read and written.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hnefi_nodes::{GameTime, LEASE_MS, Node, Roll, Standing, WAIT_MS};
use sqlx::postgres::PgConnection;
use tokio::time::{Instant, sleep, timeout};

use crate::db::{Connection, Database, params};
use crate::migrate::migrate;
use crate::postgres::PostgresUrl;
use crate::write::Write;
use crate::writer::{Guard, Writer};
use crate::{Place, Store, StoreError, beat, digest};

/// The time of the database's clock, in milliseconds since 1970.
const NOW: &str = "select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms";
/// A node that is stopped in the middle of a transaction keeps all others waiting: the database ends it after so long. What cannot be
/// sent to a machine that is gone is given up as well.
const IMPATIENT: &str = "set idle_in_transaction_session_timeout = '2s'; set tcp_user_timeout = '3s'";
/// The lock that one server alone holds, or all nodes share.
const SHARE: &str = "select pg_try_advisory_lock_shared(7118, hashtext(current_schema()))";
/// How long a node that starts waits for a server to let go of the database that runs alone there.
const PATIENCE: Duration = Duration::from_secs(3);
const AGAIN: Duration = Duration::from_millis(50);
/// How long a lease may take to be renewed before the connection is given up.
const RENEWAL: Duration = Duration::from_secs(1);

/// What is written as a node.
#[derive(Clone, Debug)]
pub(crate) enum NodeWrite {
    /// This node serves the game from now on.
    Claim { game: String },
    /// It does so no more.
    Release { game: String },
    /// The games of nodes whose lease has ended belong to nobody, as of this running time.
    TakeOver { clock_ms: i64 },
    /// So do those of this node, which ends.
    Leave { clock_ms: i64 },
}

/// A server as one of several.
pub(crate) struct Member {
    pub(crate) epoch: i64,
    /// Whether it keeps what only one node may.
    keeps: AtomicBool,
    url: PostgresUrl,
    database: Database,
    /// By which its lease is renewed, beside the writer and never waiting for it.
    renewing: tokio::sync::Mutex<Option<Connection>>,
}

impl std::fmt::Debug for Member {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The database's options hold its password.
        f.debug_struct("Member").field("epoch", &self.epoch).field("url", &self.url).finish_non_exhaustive()
    }
}

/// What a node is told when it has joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joined {
    /// Its number; a greater one is a younger node.
    pub epoch: i64,
    /// By which name the nodes of this database find each other: letters and digits.
    pub club: String,
    /// How far the running time has come, in milliseconds.
    pub count_ms: i64,
    /// Whether other nodes run.
    pub others: bool,
}

/// A game that this server serves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// How its time follows from the running time.
    pub time: GameTime,
    /// For how long nobody served it, in milliseconds, as nobody has been told yet.
    pub gap_ms: Option<i64>,
}

impl Store {
    /// Opens the games on PostgreSQL as one of several servers, and brings them up to date.
    ///
    /// # Errors
    /// When `place` is no PostgreSQL, a server is there that runs alone ([`StoreError::InUse`]), and those of [`Store::open`].
    pub async fn open_node(place: &Place) -> Result<(Store, Joined), StoreError> {
        let database = Database::at(place);
        let Database::Postgres(url, _) = &database else { return Err(StoreError::NoNodes(place.to_string())) };
        let mut connection = database.connect().await?;
        share(url, &mut connection).await?;
        migrate(&mut connection).await?;
        let joined = join(&mut connection).await?;
        let member = Arc::new(Member {
            epoch: joined.epoch,
            keeps: AtomicBool::new(false),
            url: url.clone(),
            database: database.clone(),
            renewing: tokio::sync::Mutex::new(None),
        });
        let writer = Writer::start(database.clone(), connection, Some(Guard::Node(member.clone())));
        let store = Store {
            writer,
            readers: database.readers(crate::store::READERS).await?,
            folder: None,
            member: Some(member),
        };
        Ok((store, joined))
    }

    /// The number of this node; `None` for a server that runs alone.
    pub fn epoch(&self) -> Option<i64> {
        self.member.as_ref().map(|member| member.epoch)
    }

    /// Whether this server keeps what only one may. One that runs alone does.
    pub fn keeps(&self) -> bool {
        self.member.as_ref().is_none_or(|member| member.keeps.load(Ordering::Relaxed))
    }

    /// Renews the lease of this node, which counts `clock_ms`, and tells which nodes there are now. Nothing is waited for long.
    ///
    /// # Errors
    /// [`StoreError::Lost`] when the lease has ended: this node can write nothing any more. Another error when the database cannot be
    /// asked just now; the lease may hold still.
    pub async fn renew(&self, clock_ms: i64) -> Result<Roll, StoreError> {
        let Some(member) = &self.member else { return Ok(Roll::default()) };
        let mut renewing = member.renewing.lock().await;
        // A connection that is given up in the middle is not used again.
        let mut connection = match renewing.take() {
            Some(connection) => connection,
            None => in_time(member, connect(&member.database)).await?,
        };
        let roll = in_time(member, renew(&mut connection, member, clock_ms)).await?;
        *renewing = Some(connection);
        member.keeps.store(roll.keeper() == Some(member.epoch), Ordering::Relaxed);
        Ok(roll)
    }

    /// Takes the games of nodes whose lease has ended away from them, at this count of the running time.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn take_over(&self, clock_ms: i64) -> Result<(), StoreError> {
        self.writer.write(Write::Node(NodeWrite::TakeOver { clock_ms })).await
    }

    /// Lets go of all games, at this count of the running time: this node ends.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn leave(&self, clock_ms: i64) -> Result<(), StoreError> {
        match self.member {
            Some(_) => self.writer.write(Write::Node(NodeWrite::Leave { clock_ms })).await,
            None => Ok(()),
        }
    }

    /// Serves a game from now on, unless another node does, and tells how its time goes.
    ///
    /// # Errors
    /// [`StoreError::Elsewhere`] names the node that serves it. [`StoreError::NoGame`], or an error of the database.
    pub async fn claim(&self, game: &str) -> Result<Held, StoreError> {
        let found = self.held(game).await?;
        let Some(member) = &self.member else { return Ok(found.1) };
        match found.0 {
            Some(owner) if owner != member.epoch => Err(StoreError::Elsewhere { game: game.to_owned(), node: owner }),
            // It may just have been let go of by what waits to be written.
            _ => {
                self.writer.write(Write::Node(NodeWrite::Claim { game: game.to_owned() })).await?;
                Ok(self.held(game).await?.1)
            }
        }
    }

    /// Serves a game no more. It is done soon; whoever claims it after this call claims it after that.
    pub fn release(&self, game: &str) {
        if self.member.is_some() {
            self.writer.write_soon(Write::Node(NodeWrite::Release { game: game.to_owned() }));
        }
    }

    /// Sees that a key which all nodes must have alike is the one that the others have, by its bytes.
    ///
    /// # Errors
    /// [`StoreError::OtherKey`] when it is another one.
    pub async fn same_key(&self, name: &'static str, key: &[u8]) -> Result<(), StoreError> {
        if self.member.is_none() {
            return Ok(());
        }
        let digest = digest(&data_encoding::HEXLOWER.encode(key));
        self.writer.write(Write::Key { name, digest: digest.clone() }).await?;
        let rows = self.readers.fetch("select digest from shared_key where name = $1", params![name]).await?;
        let known: String = rows.first().map_or(Ok(String::new()), |row| row.get("digest"))?;
        if known == digest { Ok(()) } else { Err(StoreError::OtherKey(name)) }
    }

    /// What is bound to a query for games that this node serves, and if it is the keeper for those that nobody serves:
    /// `(owner = $A or (owner is null and $B = 1))`.
    pub(crate) fn mine(&self) -> (Option<i64>, i64) {
        (self.epoch(), i64::from(self.keeps()))
    }

    async fn held(&self, game: &str) -> Result<(Option<i64>, Held), StoreError> {
        let sql = "select owner, skipped_ms, resumes_ms, gap_ms from game where id = $1";
        let rows = self.readers.fetch(sql, params![game]).await?;
        let row = rows.first().ok_or_else(|| StoreError::NoGame(game.to_owned()))?;
        let time = GameTime { skipped_ms: row.get("skipped_ms")?, resumes_ms: row.get("resumes_ms")? };
        Ok((row.get("owner")?, Held { time, gap_ms: row.get("gap_ms")? }))
    }
}

impl Member {
    /// Takes the lock that all nodes share, for the connection that comes after one that was lost.
    pub(crate) async fn take_again(&self, connection: &mut Connection) -> Result<(), StoreError> {
        share(&self.url, connection).await
    }

    /// Sees within a transaction that writes that the lease of this node holds.
    pub(crate) async fn look(&self, connection: &mut Connection) -> Result<(), StoreError> {
        match roll(connection).await?.may_write(self.epoch) {
            true => Ok(()),
            false => Err(self.lost()),
        }
    }

    fn lost(&self) -> StoreError {
        StoreError::Lost(self.url.to_string())
    }
}

async fn in_time<T>(member: &Member, what: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    let why = || format!("no answer in {} s", RENEWAL.as_secs());
    let done = timeout(RENEWAL, what).await;
    done.unwrap_or_else(|_| Err(StoreError::Unreachable { place: member.url.to_string(), why: why() }))
}

async fn connect(database: &Database) -> Result<Connection, StoreError> {
    let mut connection = database.connect().await?;
    connection.script(IMPATIENT).await?;
    Ok(connection)
}

/// Takes the lock that all nodes share, and has the database end what stands still.
async fn share(url: &PostgresUrl, connection: &mut Connection) -> Result<(), StoreError> {
    connection.script(IMPATIENT).await?;
    let Connection::Postgres(to) = connection else { return Ok(()) };
    let until = Instant::now() + PATIENCE;
    while !take_shared(to).await? {
        if Instant::now() > until {
            return Err(StoreError::InUse(url.to_string()));
        }
        sleep(AGAIN).await;
    }
    Ok(())
}

async fn take_shared(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar(SHARE).fetch_one(connection).await
}

/// All nodes as they are now.
async fn roll(from: &mut Connection) -> Result<Roll, StoreError> {
    // The clock is read first: whoever renews meanwhile seems to hold his lease no shorter than he does.
    let now_ms = from.fetch(NOW, params![]).await?.first().map_or(Ok(0), |row| row.get("now_ms"))?;
    let rows = from.fetch("select epoch, until_ms, clock_ms from node order by epoch", params![]).await?;
    let node = |row: &crate::db::Row| {
        Ok(Node { epoch: row.get("epoch")?, until_ms: row.get("until_ms")?, clock_ms: row.get("clock_ms")? })
    };
    Ok(Roll { nodes: rows.iter().map(node).collect::<Result<_, sqlx::Error>>()?, now_ms })
}

async fn renew(connection: &mut Connection, member: &Member, clock_ms: i64) -> Result<Roll, StoreError> {
    connection.script("begin").await?;
    // Whoever takes it over waits until it is renewed, and then does not.
    let own = "select epoch from node where epoch = $1 for update";
    connection.fetch(own, params![member.epoch]).await?;
    let mut roll = roll(connection).await?;
    let Some(renewed) = roll.renew(member.epoch, clock_ms) else {
        connection.script("rollback").await?;
        return Err(member.lost());
    };
    let sql = "update node set until_ms = $1, clock_ms = $2 where epoch = $3";
    connection.execute(sql, params![renewed.until_ms, renewed.clock_ms, member.epoch]).await?;
    connection.script("commit").await?;
    for node in roll.nodes.iter_mut().filter(|node| node.epoch == member.epoch) {
        *node = renewed;
    }
    Ok(roll)
}

/// Enters a new node among the others.
async fn join(connection: &mut Connection) -> Result<Joined, StoreError> {
    connection.begin().await?;
    let sql = "insert into last_epoch (id, epoch) values (1, 1) on conflict (id) do update set epoch = last_epoch.epoch + 1 \
               returning epoch";
    let rows = connection.fetch(sql, params![]).await?;
    let epoch = rows.first().map_or(Ok(1), |row| row.get("epoch"))?;
    let sql = "insert into club (id, name) values (1, $1) on conflict (id) do nothing";
    let name = new_name(connection).await?;
    connection.execute(sql, params![&name]).await?;
    let rows = connection.fetch("select name from club where id = 1", params![]).await?;
    let club = rows.first().map_or(Ok(String::new()), |row| row.get("name"))?;
    let before = beat::last(&connection.fetch(beat::LAST, params![]).await?)?;
    let roll = roll(connection).await?;
    let others = roll.living().next().is_some();
    let count_ms = roll.count(before.map_or(0, |beat| beat.clock_ms));
    if !others {
        // What nobody served was no running time at all. Everybody has a while to come back all the same.
        let ran_ms = roll.nodes.iter().map(|node| node.until_ms - LEASE_MS).chain(before.map(|beat| beat.at_ms)).max();
        let gap_ms = ran_ms.map_or(0, |ran_ms| (roll.now_ms - ran_ms).max(0));
        connection.execute(STAND, params![None::<i64>, count_ms, count_ms, WAIT_MS, gap_ms]).await?;
        connection.execute("update game set owner = null where owner is not null", params![]).await?;
        connection.execute("delete from node", params![]).await?;
    }
    let Some(node) = roll.join(epoch, count_ms) else {
        return Err(StoreError::Schema(format!("epoch {epoch} is not the youngest")));
    };
    let sql = "insert into node (epoch, until_ms, clock_ms) values ($1, $2, $3)";
    connection.execute(sql, params![node.epoch, node.until_ms, node.clock_ms]).await?;
    connection.script("commit").await?;
    Ok(Joined { epoch, club, count_ms, others })
}

/// A name that no other club has.
async fn new_name(connection: &mut Connection) -> Result<String, StoreError> {
    let rows = connection.fetch("select md5(random()::text || clock_timestamp()::text) as name", params![]).await?;
    Ok(rows.first().map_or(Ok(String::new()), |row| row.get("name"))?)
}

/// A server that runs alone serves every game.
pub(crate) async fn alone(connection: &mut Connection) -> Result<(), StoreError> {
    connection.begin().await?;
    connection.execute("update game set owner = null where owner is not null", params![]).await?;
    connection.execute("delete from node", params![]).await?;
    Ok(connection.script("commit").await?)
}

/// Why a node, or a server that runs alone, may not write an act of a game with this owner; `None` where it may.
pub(crate) fn elsewhere(game: &str, owner: Option<i64>, me: Option<i64>) -> Option<StoreError> {
    match (owner, me) {
        (Some(node), me) if Some(node) != me => Some(StoreError::Elsewhere { game: game.to_owned(), node }),
        (None, Some(_)) => Some(StoreError::Released(game.to_owned())),
        _ => None,
    }
}

pub(crate) async fn write(to: &mut Connection, me: Option<i64>, write: &NodeWrite) -> Result<(), StoreError> {
    let Some(me) = me else { return Ok(()) };
    match write {
        NodeWrite::Claim { game } => claim(to, me, game).await,
        NodeWrite::Release { game } => {
            to.execute("update game set owner = null where id = $1 and owner = $2", params![game, me]).await?;
            Ok(())
        }
        NodeWrite::TakeOver { clock_ms } => {
            let ended: Vec<Node> = roll(to).await?.ended().copied().collect();
            for node in ended {
                // Who is just renewing it has the row: he is waited for, and keeps his games.
                let sql = "select epoch from node where epoch = $1 and until_ms = $2 for update";
                if !to.fetch(sql, params![node.epoch, node.until_ms]).await?.is_empty() {
                    take(to, &node, *clock_ms).await?;
                }
            }
            Ok(())
        }
        NodeWrite::Leave { clock_ms } => {
            take(to, &Node { epoch: me, until_ms: 0, clock_ms: *clock_ms }, *clock_ms).await
        }
    }
}

async fn claim(to: &mut Connection, me: i64, game: &str) -> Result<(), StoreError> {
    let rows = to.fetch("select owner from game where id = $1", params![game]).await?;
    let owner = rows.first().ok_or_else(|| StoreError::NoGame(game.to_owned()))?.get("owner")?;
    match roll(to).await?.standing(owner, me) {
        Standing::Free => {
            to.execute("update game set owner = $1 where id = $2", params![me, game]).await?;
            Ok(())
        }
        Standing::Mine => Ok(()),
        Standing::Elsewhere(node) | Standing::Ended(node) => Err(StoreError::Elsewhere { game: game.to_owned(), node }),
    }
}

/// Takes games away from the node of an epoch, or where that is null from whichever those in which clocks run. Their time goes on from a
/// count after a wait, and they are to be told of a gap: the same as [`GameTime::taken_over`], for all of them at once.
const STAND: &str = "with held as ( \
      select game.id, greatest(greatest($2, game.resumes_ms) - game.skipped_ms, entry.clock_ms) as frozen, \
      greatest($3, $2) + $4 as resumes \
      from game left join entry on entry.game = game.id and entry.seq = game.version \
      where game.owner = $1 or ($1 is null and game.flag_ms is not null) \
    ) \
    update game set owner = null, resumes_ms = held.resumes, skipped_ms = held.resumes - held.frozen, \
    gap_ms = case when game.flag_ms is null or $5 <= 0 then game.gap_ms else coalesce(game.gap_ms, 0) + $5 end \
    from held where game.id = held.id";

/// Takes all games away from a node, which is gone then, as of when it was last seen.
async fn take(to: &mut Connection, node: &Node, clock_ms: i64) -> Result<(), StoreError> {
    let gap_ms = clock_ms - node.clock_ms;
    to.execute(STAND, params![Some(node.epoch), node.clock_ms, clock_ms, WAIT_MS, gap_ms]).await?;
    to.execute("delete from node where epoch = $1", params![node.epoch]).await?;
    Ok(())
}

/// Keeps the digest of a key that all nodes must have alike, unless one is known.
pub(crate) async fn key(to: &mut Connection, name: &'static str, digest: &str) -> Result<(), StoreError> {
    let sql = "insert into shared_key (name, digest) values ($1, $2) on conflict (name) do nothing";
    to.execute(sql, params![name, digest]).await?;
    Ok(())
}

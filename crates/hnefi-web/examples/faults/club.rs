//! The parts that `deploy/nodes.sh` starts, and what is done to them.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::Context;
use rustix::process::{Pid, Signal, kill_process};
use sqlx::{Connection, PgConnection};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};

use crate::relay::Relay;

/// What is done to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It is killed with signal 9, and started again a second later.
    Kill,
    /// It is stopped past its lease, and goes on.
    Stop,
    /// Its line to NATS is silent for a while.
    CutBus,
    /// Its lines to the database are.
    CutDatabase,
}

impl Fault {
    /// What happens in a round, and to which node: mostly the one that has taken all games over in the round before.
    pub(crate) fn of_round(round: usize) -> (Fault, usize) {
        let (fault, node) =
            [(Fault::Kill, 0), (Fault::Stop, 1), (Fault::CutBus, 0), (Fault::CutDatabase, 0)][round % 4];
        (fault, (node + round / 4) % 2)
    }
}

/// PostgreSQL, NATS, two nodes and a proxy.
pub(crate) struct Club {
    /// Where the proxy is.
    pub(crate) address: String,
    folder: TempDir,
    script: Child,
    database: String,
    to_database: Vec<Relay>,
    to_bus: Vec<Relay>,
}

/// A record of each act beside the game: who had the game when it was stored, and which nodes were gone before.
const WATCH: &str = "create table watched (id bigserial primary key, game text, epoch bigint, gone boolean not null); \
    create function watch_act() returns trigger language plpgsql as $$ begin \
    insert into watched (game, epoch, gone) values (new.id, new.owner, false); return new; end $$; \
    create trigger watch_act after update of version on game for each row when (new.version > old.version) execute function watch_act(); \
    create function watch_node() returns trigger language plpgsql as $$ begin \
    insert into watched (epoch, gone) values (old.epoch, true); return old; end $$; \
    create trigger watch_node after delete on node for each row execute function watch_node()";

impl Club {
    pub(crate) async fn start(hnefi: &Path) -> anyhow::Result<Club> {
        let mut ports = Vec::new();
        let mut held = Vec::new();
        for _ in 0..5 {
            // Held until all are found, so that no two are the same.
            let listener = TcpListener::bind("127.0.0.1:0").await?;
            ports.push(listener.local_addr()?.port());
            held.push(listener);
        }
        drop(held);
        let (postgres, nats) = (ports[1], ports[2]);
        // With spaces in its name, which the script must bear.
        let folder = tempfile::Builder::new().prefix("hnefi nodes ").tempdir()?;
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/nodes.sh");
        // Should this program be killed, the club is told to end.
        let mut command = Command::new("setpriv");
        command
            .args(["--pdeathsig", "TERM"])
            .arg(script)
            .arg(folder.path())
            .arg(hnefi)
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        for (name, port) in ["PORT", "POSTGRES_PORT", "NATS_PORT", "NODE_1_PORT", "NODE_2_PORT"].into_iter().zip(&ports)
        {
            command.env(name, port.to_string());
        }
        let (mut to_database, mut to_bus) = (Vec::new(), Vec::new());
        for node in 1..=2 {
            let (database, bus) = (Relay::to(postgres).await?, Relay::to(nats).await?);
            command.env(format!("NODE_{node}_POSTGRES_PORT"), database.port.to_string());
            command.env(format!("NODE_{node}_NATS_PORT"), bus.port.to_string());
            to_database.push(database);
            to_bus.push(bus);
        }
        let mut script = command.spawn().context("deploy/nodes.sh cannot be started")?;
        let mut said = BufReader::new(script.stdout.take().context("it has an output")?).lines();
        let line = said.next_line().await?.context("deploy/nodes.sh ended before the club was there")?;
        println!("{line}");
        tokio::spawn(async move { while let Ok(Some(_)) = said.next_line().await {} });
        let password = std::fs::read_to_string(folder.path().join("password"))?;
        let database = format!("postgres://hnefi:{password}@127.0.0.1:{postgres}/postgres");
        let address = format!("127.0.0.1:{}", ports[0]);
        let club = Club { address, folder, script, database, to_database, to_bus };
        let mut connection = PgConnection::connect(&club.database).await?;
        sqlx::raw_sql(WATCH).execute(&mut connection).await?;
        Ok(club)
    }

    /// Something happens to a node, 0 or 1.
    pub(crate) fn begin(&self, fault: Fault, node: usize) -> anyhow::Result<()> {
        match fault {
            Fault::Kill => self.signal(node, Signal::KILL)?,
            Fault::Stop => self.signal(node, Signal::STOP)?,
            Fault::CutBus => self.to_bus[node].set_whole(false),
            Fault::CutDatabase => self.to_database[node].set_whole(false),
        }
        Ok(())
    }

    /// It is over.
    pub(crate) fn end(&self, fault: Fault, node: usize) -> anyhow::Result<()> {
        match fault {
            Fault::Kill => {}
            Fault::Stop => self.signal(node, Signal::CONT)?,
            Fault::CutBus => self.to_bus[node].set_whole(true),
            Fault::CutDatabase => self.to_database[node].set_whole(true),
        }
        Ok(())
    }

    fn signal(&self, node: usize, signal: Signal) -> anyhow::Result<()> {
        let file = self.folder.path().join(format!("node-{}/pid", node + 1));
        let pid = std::fs::read_to_string(file)?.trim().parse()?;
        kill_process(Pid::from_raw(pid).context("a process has a number")?, signal).context("the node runs")
    }

    /// How many acts were stored under an epoch of which the node was gone.
    pub(crate) async fn late_acts(&self) -> anyhow::Result<i64> {
        let mut connection = PgConnection::connect(&self.database).await?;
        let sql = "select count(*) from watched act \
                   left join (select epoch, min(id) as id from watched where gone group by epoch) node on node.epoch = act.epoch \
                   where not act.gone and (act.epoch is null or node.id < act.id)";
        Ok(sqlx::query_scalar(sql).fetch_one(&mut connection).await?)
    }
}

impl Drop for Club {
    fn drop(&mut self) {
        if let Some(pid) = self.script.id().and_then(|id| Pid::from_raw(id.cast_signed())) {
            let _ = kill_process(pid, Signal::TERM);
        }
        // It ends its parts one after the other.
        for _ in 0..300 {
            if !matches!(self.script.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        eprintln!("deploy/nodes.sh does not end");
    }
}

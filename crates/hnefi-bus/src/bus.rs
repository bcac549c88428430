//! The bus: the connection to NATS, and the tasks that carry its messages to and from the machine.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectErrorKind, Event, ServerError, StatusCode, Subscriber};
use bytes::Bytes;
use futures_util::StreamExt;
use tokio::sync::Notify;
use tokio::task::AbortHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

use crate::frame::{Frame, LONGEST, LONGEST_HELLO, LONGEST_TOLD, VERSION};
use crate::machine::{Machine, Out, Why};
use crate::{BusError, BusUrl, Tunnel};

/// How long a node has to take a tunnel.
const DIAL: Duration = Duration::from_secs(2);
/// How long NATS has to answer to a new connection.
const CONNECT: Duration = Duration::from_secs(5);
/// How often NATS is asked whether it is there; it is given up after two questions without an answer.
const PING: Duration = Duration::from_secs(1);
/// For how long another node may say that it has our epoch.
const OBJECT: Duration = Duration::from_millis(250);
/// How often time goes on for the machine.
const TICK: Duration = Duration::from_millis(250);
/// How long it takes at most until NATS is tried again.
const AGAIN: Duration = Duration::from_millis(500);
/// How many messages may wait to be taken from the connection.
const RECEIVED: usize = 64 * 1024;
/// How many messages are handed over to the connection at a time.
const BATCH: usize = 64;

/// One node's connection to the others. Clones are the same one; it ends with the last of them.
#[derive(Clone)]
pub struct Bus {
    shared: Arc<Shared>,
    _tasks: Arc<Tasks>,
}

/// What the bus and its tunnels share.
pub(crate) struct Shared {
    me: i64,
    club: String,
    client: Client,
    machine: Mutex<Machine>,
    began: Instant,
    /// Woken when there is something to send, to accept, to hear.
    sends: Notify,
    accepts: Notify,
    hears: Notify,
}

/// They end with the last clone of the bus.
struct Tasks {
    shared: Arc<Shared>,
    handles: Vec<AbortHandle>,
}

impl Drop for Tasks {
    fn drop(&mut self) {
        self.shared.with(Machine::close);
        self.handles.iter().for_each(AbortHandle::abort);
    }
}

impl Bus {
    /// Connects to NATS. `club` keeps several clubs on one NATS apart; `me` is the epoch of this node, which no other node
    /// of the club has or had.
    ///
    /// Should NATS go away later, the bus connects again by itself.
    ///
    /// # Errors
    /// When the name of the club is none, NATS cannot be reached or used, or another node has this epoch.
    pub async fn connect(url: &BusUrl, club: &str, me: i64) -> Result<Bus, BusError> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        if !(1..=32).contains(&club.len()) || !club.bytes().all(plain) {
            return Err(BusError::Club(club.to_owned()));
        }
        let client = connected(url, &format!("hnefi node {me} of {club}")).await?;
        let place = || url.to_string();
        let found = client.server_info().max_payload;
        if found < LONGEST {
            return Err(BusError::Payload { place: place(), found, needed: LONGEST });
        }
        let shared = Arc::new(Shared {
            me,
            club: club.to_owned(),
            client,
            machine: Mutex::new(Machine::new(me)),
            began: Instant::now(),
            sends: Notify::new(),
            accepts: Notify::new(),
            hears: Notify::new(),
        });
        let unreachable = |why: String| BusError::Unreachable { place: place(), why };
        let mut handles = Vec::new();
        for subject in [shared.to_all(), format!("hnefi.{club}.to.{me}.>")] {
            let from = shared.client.subscribe(subject).await.map_err(|error| unreachable(error.to_string()))?;
            handles.push(tokio::spawn(shared.clone().receive(from)).abort_handle());
        }
        handles.push(tokio::spawn(shared.clone().send()).abort_handle());
        handles.push(tokio::spawn(shared.clone().tick()).abort_handle());
        let bus = Bus { shared: shared.clone(), _tasks: Arc::new(Tasks { shared, handles }) };
        bus.shared.probe(url).await?;
        Ok(bus)
    }

    /// A tunnel to the node of epoch `to`, which gets `hello` with it.
    ///
    /// # Errors
    /// At once when there is no connection to NATS, or when nobody listens who is that node; within two seconds when the
    /// node does not take it. When `hello` is longer than [`LONGEST_HELLO`].
    pub async fn dial(&self, to: i64, hello: &[u8]) -> Result<Tunnel, BusError> {
        if hello.len() > LONGEST_HELLO {
            return Err(BusError::TooLong(hello.len()));
        }
        if to == self.shared.me {
            return Err(BusError::Myself(to));
        }
        if !self.is_connected() {
            return Err(BusError::Away);
        }
        let hello = Bytes::copy_from_slice(hello);
        let dialled = self.shared.with(|machine| (!machine.closed).then(|| machine.dial(to, hello)));
        // Dropped before it is there, it is reset.
        let tunnel = Tunnel::new(self.shared.clone(), dialled.ok_or(BusError::Closed)?);
        let there = std::future::poll_fn(|cx| self.shared.with(|machine| machine.poll_dialled(tunnel.id(), cx)));
        match timeout(DIAL, there).await {
            Ok(Ok(())) => Ok(tunnel),
            Ok(Err(Why::Nobody)) => Err(BusError::Nobody(to)),
            Ok(Err(Why::Version(theirs))) => Err(BusError::Version { epoch: to, theirs, ours: VERSION }),
            Ok(Err(Why::Reset | Why::Lost)) => Err(BusError::Refused(to)),
            Ok(Err(Why::Gone)) if self.shared.with(|machine| machine.closed) => Err(BusError::Closed),
            Ok(Err(Why::Gone)) => Err(BusError::Nobody(to)),
            Ok(Err(Why::Silent)) | Err(_) => Err(BusError::Silent(to)),
        }
    }

    /// The next tunnel that another node has dialled, and its hello; `None` once the bus is closed.
    pub async fn accept(&self) -> Option<(Tunnel, Vec<u8>)> {
        loop {
            let (found, more, closed) =
                self.shared.with(|machine| (machine.accept(), machine.has_waiting(), machine.closed));
            if more {
                self.shared.accepts.notify_one();
            }
            match found {
                Some((id, hello)) => return Some((Tunnel::new(self.shared.clone(), id), hello.into())),
                None if closed => {
                    self.shared.accepts.notify_one();
                    return None;
                }
                None => self.shared.accepts.notified().await,
            }
        }
    }

    /// Tells the node of epoch `to` something. It may be lost; it is, when it is longer than [`LONGEST_TOLD`] or there is no
    /// connection to NATS.
    pub async fn tell(&self, to: i64, message: &[u8]) {
        self.shared.tell(self.shared.to(to), message).await;
    }

    /// Tells all other nodes of the club something. It may be lost, as with [`tell`](Bus::tell).
    pub async fn tell_all(&self, message: &[u8]) {
        self.shared.tell(self.shared.to_all(), message).await;
    }

    /// What another node has told, and which one; `None` once the bus is closed.
    pub async fn told(&self) -> Option<(i64, Vec<u8>)> {
        loop {
            let (found, more, closed) =
                self.shared.with(|machine| (machine.told(), machine.has_told(), machine.closed));
            if more {
                self.shared.hears.notify_one();
            }
            match found {
                Some((from, message)) => return Some((from, message.into())),
                None if closed => {
                    self.shared.hears.notify_one();
                    return None;
                }
                None => self.shared.hears.notified().await,
            }
        }
    }

    /// Whether there is a connection to NATS, as far as is known: one that was cut is noticed within three seconds.
    pub fn is_connected(&self) -> bool {
        self.shared.is_connected()
    }

    /// A node is gone: its tunnels break at once.
    pub fn forget(&self, node: i64) {
        self.shared.with(|machine| machine.forget(node));
    }

    /// Breaks all tunnels, says so to the other nodes, and ends.
    pub async fn close(&self) {
        self.shared.with(Machine::close);
        self.shared.accepts.notify_one();
        self.shared.hears.notify_one();
        let last = async {
            while self.shared.is_connected() && !self.shared.with(|machine| machine.out.is_empty()) {
                sleep(Duration::from_millis(5)).await;
            }
            // What cannot be sent now is noticed by those who wait for it.
            let _ = self.shared.client.flush().await;
            let _ = self.shared.client.drain().await;
        };
        let _ = timeout(DIAL, last).await;
    }
}

impl fmt::Debug for Bus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bus").field("me", &self.shared.me).field("club", &self.shared.club).finish_non_exhaustive()
    }
}

/// A connection to NATS.
async fn connected(url: &BusUrl, name: &str) -> Result<Client, BusError> {
    let (servers, options) = url.parts();
    let options = options
        .name(name)
        .connection_timeout(CONNECT)
        .ping_interval(PING)
        .subscription_capacity(RECEIVED)
        .reconnect_delay_callback(|attempt| AGAIN.min(Duration::from_millis(50) * attempt as u32))
        .event_callback(|event| async move {
            match event {
                Event::Connected => tracing::info!("connected to NATS"),
                Event::Disconnected => tracing::warn!("the connection to NATS was lost"),
                Event::SlowConsumer(_) => tracing::warn!("messages of NATS were lost: they came too fast"),
                Event::ServerError(error @ ServerError::AuthorizationViolation) => {
                    tracing::error!(%error, "NATS does not let us in");
                }
                Event::ServerError(error) => tracing::warn!(%error, "NATS has refused something"),
                Event::LameDuckMode | Event::Draining | Event::Closed | Event::ClientError(_) => {}
            }
        });
    let place = url.to_string();
    options.connect(servers).await.map_err(|error| match error.kind() {
        ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
            BusError::LetIn { place, why: error.to_string() }
        }
        _ => BusError::Unreachable { place, why: error.to_string() },
    })
}

impl Shared {
    /// Does something with the machine, and whatever follows from it.
    pub(crate) fn with<R>(&self, act: impl FnOnce(&mut Machine) -> R) -> R {
        let mut machine = self.machine.lock().unwrap_or_else(PoisonError::into_inner);
        machine.now_ms = machine.now_ms.max(self.began.elapsed().as_millis() as u64);
        let result = act(&mut machine);
        let wakes = std::mem::take(&mut machine.wakes);
        let (sends, accepts, hears) = (!machine.out.is_empty(), machine.has_waiting(), machine.has_told());
        drop(machine);
        for waker in wakes {
            waker.wake();
        }
        for (there, whom) in [(sends, &self.sends), (accepts, &self.accepts), (hears, &self.hears)] {
            if there {
                whom.notify_one();
            }
        }
        result
    }

    fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Where the node of this epoch listens.
    fn to(&self, epoch: i64) -> String {
        format!("hnefi.{}.to.{epoch}.m", self.club)
    }

    fn to_all(&self) -> String {
        format!("hnefi.{}.all", self.club)
    }

    /// Where NATS says that nobody listens who is `epoch`.
    fn nobody(&self, epoch: i64) -> String {
        format!("hnefi.{}.to.{}.nobody.{epoch}", self.club, self.me)
    }

    async fn tell(&self, subject: String, message: &[u8]) {
        if message.len() > LONGEST_TOLD {
            tracing::error!(bytes = message.len(), "a message to other nodes is too long and was not sent");
        } else if self.is_connected() {
            let message = Frame::Tell(Bytes::copy_from_slice(message)).write(self.me);
            // It may be lost.
            let _ = self.client.publish(subject, message.into()).await;
        }
    }

    /// Sees whether this node hears what it says, and nobody else does.
    async fn probe(&self, url: &BusUrl) -> Result<(), BusError> {
        // Any number that no other node says at the same time will do.
        let nonce = getrandom::u64().unwrap_or(self.began.elapsed().as_nanos() as u64);
        self.with(|machine| machine.probe = Some(nonce));
        let message = Frame::Probe(nonce).write(self.me);
        let mute = || BusError::Mute { place: url.to_string(), subject: format!("hnefi.{}.>", self.club) };
        self.client.publish(self.to(self.me), message.into()).await.map_err(|_| mute())?;
        let heard = async {
            while !self.with(|machine| machine.probe_heard) {
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(CONNECT, heard).await.map_err(|_| mute())?;
        let until = Instant::now() + OBJECT;
        while Instant::now() < until {
            if self.with(|machine| machine.taken) {
                return Err(BusError::Taken { club: self.club.clone(), epoch: self.me });
            }
            sleep(Duration::from_millis(25)).await;
        }
        Ok(())
    }

    /// Gives the machine what comes.
    async fn receive(self: Arc<Shared>, mut from: Subscriber) {
        let nobody = format!("hnefi.{}.to.{}.nobody.", self.club, self.me);
        while let Some(message) = from.next().await {
            if message.status == Some(StatusCode::NO_RESPONDERS) {
                if let Some(peer) = message.subject.strip_prefix(&nobody).and_then(|epoch| epoch.parse().ok()) {
                    self.with(|machine| machine.nobody(peer));
                }
            } else {
                self.with(|machine| machine.received(message.payload));
            }
        }
    }

    /// Sends what the machine has to say.
    async fn send(self: Arc<Shared>) {
        loop {
            let batch: Vec<Out> = match self.is_connected() {
                true => self.with(|machine| {
                    let count = machine.out.len().min(BATCH);
                    machine.out.drain(..count).collect()
                }),
                // It waits with the machine, which throws away what comes too late.
                false => {
                    sleep(Duration::from_millis(50)).await;
                    continue;
                }
            };
            if batch.is_empty() {
                self.sends.notified().await;
            }
            for Out { to, asks, message } in batch {
                let subject = self.to(to);
                let sent = match asks {
                    true => self.client.publish_with_reply(subject, self.nobody(to), message).await,
                    false => self.client.publish(subject, message).await,
                };
                if let Err(error) = sent {
                    tracing::debug!(%error, "a message to a node was not sent");
                }
            }
        }
    }

    async fn tick(self: Arc<Shared>) {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            self.with(Machine::tick);
        }
    }
}

//! A game between two people, whose pages come back whenever their sockets break.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{bail, ensure};
use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_tungstenite::tungstenite::Message;

use crate::common::{Browser, Page};

/// Both have an hour and a minute a move: no flag falls by itself.
const GAME: &str = "rules=fetlar-2018&mode=friend&side=attackers&clock=60%2B60";
/// As a page does: how often it says that it is there, and after which silence it connects anew.
const PING: Duration = Duration::from_secs(10);
const SILENCE: Duration = Duration::from_secs(25);
/// How long it tries to connect, and waits between two tries.
const CONNECT: Duration = Duration::from_secs(3);
const AGAIN: Duration = Duration::from_millis(500);
/// After how long a move that nobody acknowledges is given up.
const STUCK: Duration = Duration::from_secs(90);
/// One page of so many is loaded anew before a move, so that everybody is anywhere.
const RELOADS: usize = 8;

/// What all games have seen.
pub(crate) struct Seen {
    began: Instant,
    /// Sockets that broke, and when the last of them was whole.
    outages: Mutex<(usize, Duration)>,
    broken: AtomicUsize,
    moves: AtomicUsize,
    resent: AtomicUsize,
    met: AtomicUsize,
    ended: AtomicUsize,
}

impl Default for Seen {
    fn default() -> Seen {
        Seen {
            began: Instant::now(),
            outages: Mutex::default(),
            broken: AtomicUsize::new(0),
            moves: AtomicUsize::new(0),
            resent: AtomicUsize::new(0),
            met: AtomicUsize::new(0),
            ended: AtomicUsize::new(0),
        }
    }
}

impl Seen {
    pub(crate) fn now(&self) -> Duration {
        self.began.elapsed()
    }

    pub(crate) fn forget_outages(&self) {
        *self.outages.lock().unwrap_or_else(PoisonError::into_inner) = Default::default();
    }

    /// How many sockets broke, and when the last of them was whole again.
    pub(crate) fn outages(&self) -> (usize, Duration) {
        *self.outages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn broken_now(&self) -> usize {
        self.broken.load(Ordering::Relaxed)
    }

    pub(crate) fn moves(&self) -> usize {
        self.moves.load(Ordering::Relaxed)
    }

    /// How many moves were sent again.
    pub(crate) fn resent(&self) -> usize {
        self.resent.load(Ordering::Relaxed)
    }

    /// How many had been stored though the answer was lost.
    pub(crate) fn met(&self) -> usize {
        self.met.load(Ordering::Relaxed)
    }

    pub(crate) fn ended(&self) -> usize {
        self.ended.load(Ordering::Relaxed)
    }

    fn whole_again(&self) {
        let mut outages = self.outages.lock().unwrap_or_else(PoisonError::into_inner);
        outages.0 += 1;
        outages.1 = outages.1.max(self.now());
    }
}

/// Somebody's page of the game.
struct Line {
    browser: Browser,
    game: String,
    page: Page,
    heard: Instant,
    pinged: Instant,
    /// How often it has connected.
    lines: usize,
    seen: Arc<Seen>,
}

impl Line {
    fn new(browser: Browser, game: &str, page: Page, seen: Arc<Seen>) -> Line {
        let now = Instant::now();
        Line { browser, game: game.to_owned(), page, heard: now, pinged: now, lines: 1, seen }
    }

    fn plies(&self) -> usize {
        self.page.plies.len()
    }

    /// Hears what is said until a time, or until there are more plies than that.
    async fn hear(&mut self, until: Instant, plies: usize) {
        while self.plies() <= plies && Instant::now() < until {
            if self.pinged.elapsed() >= PING {
                self.pinged = Instant::now();
                self.say(json!({"type": "ping"})).await;
            }
            let wake = until.min(self.pinged + PING).min(self.heard + SILENCE);
            match timeout_at(wake, self.page.next()).await {
                Ok(Ok(_)) => self.heard = Instant::now(),
                Ok(Err(_)) => self.come_back().await,
                Err(_) if self.heard.elapsed() >= SILENCE => self.come_back().await,
                Err(_) => {}
            }
        }
    }

    /// Says something. Should the socket be broken, reading finds it.
    async fn say(&mut self, message: Value) {
        let _ = timeout(CONNECT, self.page.socket.send(Message::text(message.to_string()))).await;
    }

    /// Connects until the state of the game is there.
    async fn come_back(&mut self) {
        self.seen.broken.fetch_add(1, Ordering::Relaxed);
        while !self.connect().await {
            sleep(AGAIN).await;
        }
        self.seen.broken.fetch_sub(1, Ordering::Relaxed);
        self.seen.whole_again();
    }

    async fn connect(&mut self) -> bool {
        let path = format!("/ws/game/{}", self.game);
        let Ok(Ok(mut page)) = timeout(CONNECT, self.browser.connect(&path)).await else { return false };
        page.state = self.page.state.clone();
        page.plies = self.page.plies.clone();
        let version = page.state["version"].as_u64().unwrap_or(0);
        let hello = json!({"type": "hello", "plies": page.plies.len(), "version": version});
        let state = async {
            page.socket.send(Message::text(hello.to_string())).await.ok()?;
            loop {
                if page.next().await.ok()?["type"] == "state" {
                    return Some(());
                }
            }
        };
        if !matches!(timeout(CONNECT, state).await, Ok(Some(()))) {
            return false;
        }
        self.page = page;
        self.heard = Instant::now();
        self.lines += 1;
        true
    }
}

/// Two people, and what they know of their game.
pub(crate) struct Game {
    lines: [Line; 2],
    number: usize,
    /// The moves that were acknowledged.
    acknowledged: Vec<String>,
    seen: Arc<Seen>,
}

impl Game {
    /// One makes a game, and the other joins.
    pub(crate) async fn begin(mut one: Browser, mut other: Browser, number: usize, seen: Arc<Seen>) -> Game {
        let game = one.make_game(GAME).await;
        let ones = one.open(&game).await;
        let reply = other.post(&ones.link("join"), "").await;
        assert_eq!(reply.status, 303, "{}", reply.body);
        let others = other.open(&game).await;
        let lines = [Line::new(one, &game, ones, seen.clone()), Line::new(other, &game, others, seen.clone())];
        Game { lines, number, acknowledged: Vec::new(), seen }
    }

    /// Plays a move every so often until it is over or told to stop. Gives the number of moves that were acknowledged.
    pub(crate) async fn play(mut self, pace: Duration, stopping: watch::Receiver<bool>) -> anyhow::Result<usize> {
        // Not all at once.
        let mut next = Instant::now() + pace.mul_f64((self.number % 100) as f64 / 100.0);
        loop {
            self.hear(next, usize::MAX).await;
            next += pace;
            next = next.max(Instant::now());
            if *stopping.borrow() || self.is_over()? {
                break;
            }
            for line in &mut self.lines {
                if fastrand::usize(..RELOADS) == 0 {
                    // Where it does not come, the old one stays.
                    line.connect().await;
                }
            }
            self.one_move().await?;
        }
        self.compare().await?;
        Ok(self.acknowledged.len())
    }

    async fn hear(&mut self, until: Instant, plies: usize) {
        let [one, other] = &mut self.lines;
        tokio::join!(one.hear(until, plies), other.hear(until, plies));
    }

    /// Whether it has ended, as games may on the board.
    fn is_over(&self) -> anyhow::Result<bool> {
        let outcome = &self.lines[0].page.state["outcome"];
        if outcome.is_null() {
            return Ok(false);
        }
        let reason = outcome["reason"].as_str().unwrap_or_default();
        let by_people = ["time", "clock", "flag", "resign", "agree", "left", "abort", "away"];
        ensure!(!by_people.iter().any(|word| reason.contains(word)), "{} was decided: {outcome}", self.lines[0].game);
        self.seen.ended.fetch_add(1, Ordering::Relaxed);
        Ok(true)
    }

    async fn one_move(&mut self) -> anyhow::Result<()> {
        let ply = self.acknowledged.len();
        let mover = ply % 2;
        let wanted = self.choose(mover)?;
        let (from, to) = wanted.split_once('-').unwrap_or_default();
        let message =
            json!({"type": "move", "id": format!("{}-{ply}", self.number), "ply": ply, "from": from, "to": to});
        let sent = Instant::now();
        // A page that was loaded anew since has to send it again, unless it shows it.
        let mut on = self.lines[mover].lines;
        self.lines[mover].say(message.clone()).await;
        while self.lines.iter().any(|line| line.plies() <= ply) {
            self.hear(Instant::now() + Duration::from_millis(500), ply).await;
            let line = &mut self.lines[mover];
            if line.lines != on && line.plies() <= ply {
                on = line.lines;
                self.seen.resent.fetch_add(1, Ordering::Relaxed);
                line.say(message.clone()).await;
            }
            if sent.elapsed() > STUCK {
                bail!("{}: ply {ply} is not acknowledged after {STUCK:?}", self.lines[mover].game);
            }
        }
        // A page that came back and shows it need not send it: only the answer was lost.
        self.seen.met.fetch_add(usize::from(self.lines[mover].lines != on), Ordering::Relaxed);
        self.acknowledged.push(wanted);
        self.seen.moves.fetch_add(1, Ordering::Relaxed);
        self.check()
    }

    /// Some legal move.
    fn choose(&self, mover: usize) -> anyhow::Result<String> {
        let state = &self.lines[mover].page.state;
        let legal = state["legal"].as_object().into_iter().flatten();
        let moves: Vec<String> = legal
            .flat_map(|(from, tos)| tos.as_array().into_iter().flatten().map(move |to| (from, to)))
            .map(|(from, to)| format!("{from}-{}", to.as_str().unwrap_or_default()))
            .collect();
        ensure!(!moves.is_empty(), "{}: nothing is legal: {state}", self.lines[mover].game);
        Ok(moves[(self.number + self.acknowledged.len() * 7) % moves.len()].clone())
    }

    /// Both pages show what was acknowledged, each move once and nothing else.
    fn check(&self) -> anyhow::Result<()> {
        for line in &self.lines {
            let shown: Vec<&str> = line.page.plies.iter().filter_map(|ply| ply["move"].as_str()).collect();
            ensure!(shown == self.acknowledged, "{}: shown {shown:?}, acknowledged {:?}", line.game, self.acknowledged);
        }
        Ok(())
    }

    /// So does a page that is opened anew.
    async fn compare(&mut self) -> anyhow::Result<()> {
        for line in &mut self.lines {
            line.page.state = Value::Null;
            line.page.plies.clear();
            while !line.connect().await {
                sleep(AGAIN).await;
            }
        }
        self.check()
    }
}

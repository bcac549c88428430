//! One socket: a page that looks at one game.
//!
//! A socket is one task. It reads what the page says, does it, and sends what the page has not seen whenever
//! the game wakes it, so a slow page gets fewer states, never a queue of old ones.
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use hnefi_live::{LinkKind, PersonId, Viewer};
use hnefi_rules::Side;
use hnefi_store::StoreError;
use hnefi_views::Base;
use hnefi_wire::{ClientMessage, Goto, Incoming, Refused, RefusedId, Seen, ServerMessage};
use tokio::sync::watch;
use tokio::time::{Instant, interval_at, sleep_until, timeout};

use super::lag::Lag;
use super::open_game::{Answer, Hinting, OpenGame, Refusing};
use super::talk::{Listening, saying};
use crate::server::connections::stopped;
use crate::server::ended::{Watch, ended};
use crate::server::rates::Who;
use crate::server::state::AppState;

/// The longest message that a page may send, in bytes. The longest that means something has under 300.
pub(crate) const LONGEST: usize = 4 * 1024;
/// What is read at all before the socket is cut, so that a message that is too long can be refused politely.
pub(crate) const LONGEST_READ: usize = 256 * 1024;
/// How long a page may take to say hello.
const HELLO: Duration = Duration::from_secs(15);
/// How often the other side is asked whether it is there.
const PING: Duration = Duration::from_secs(10);
/// After how much silence the line is given up.
const SILENCE: Duration = Duration::from_secs(25);
/// How long a page that does not read may hold up its socket.
const SENDING: Duration = Duration::from_secs(10);
/// The server restarts: come back.
const RESTART: u16 = 1012;

static NUMBERS: AtomicU64 = AtomicU64::new(1);

/// A number for one more who looks on.
pub(crate) fn number() -> u64 {
    NUMBERS.fetch_add(1, Ordering::Relaxed)
}

/// Why a socket closes from this end.
struct Closing {
    code: u16,
    reason: &'static str,
}

const GARBAGE: Closing = Closing { code: close_code::POLICY, reason: "this is no message of the protocol" };
const NO_HELLO: Closing = Closing { code: close_code::POLICY, reason: "you did not say hello in time" };
const HELLO_FIRST: Closing = Closing { code: close_code::POLICY, reason: "say hello first" };
const TOO_MANY: Closing = Closing { code: close_code::POLICY, reason: "too many messages" };
const NO_SEAT: Closing = Closing { code: close_code::POLICY, reason: "you hold no seat in this game any more" };
const LOGGED_OUT: Closing = Closing { code: close_code::POLICY, reason: "you are logged out: load the page again" };
const TOO_LARGE: Closing = Closing { code: close_code::SIZE, reason: "the message is too large" };
const RESTARTING: Closing = Closing { code: RESTART, reason: "the server restarts: come back in a moment" };
const SILENT: Closing = Closing { code: close_code::AWAY, reason: "nothing was heard for too long" };
const FAILED: Closing = Closing { code: close_code::ERROR, reason: "the game could not be read" };
/// The page has gone by itself, or cannot be reached.
const GONE: Option<Closing> = None;

/// Who looks on through a socket.
pub(super) struct Visitor {
    /// As what.
    pub(super) viewer: Viewer,
    /// Who he is, where that is known and he looks on by the game's own address.
    pub(super) person: Option<PersonId>,
    /// Waits for the end of the session with which the socket was opened.
    pub(super) session: Option<Watch>,
}

/// Serves one socket until it closes.
pub(super) async fn serve(
    app: &AppState,
    socket: WebSocket,
    game: Arc<OpenGame>,
    Visitor { viewer, person, session }: Visitor,
    who: Who,
    base: Base,
) {
    let number = number();
    app.sockets.send_modify(|open| *open += 1);
    tracing::debug!(game = game.id, socket = number, "a page is here");

    let changed = game.subscribe();
    let mut line = Line {
        app: app.clone(),
        who,
        socket,
        game: game.clone(),
        viewer,
        person,
        session,
        base,
        number,
        changed,
        seen: None,
        lag: Lag::default(),
        hint: None,
        talk: None,
    };
    let closing = line.run(app.stopping.subscribe()).await;
    game.leave(number).await;
    if let Err(Some(closing)) = closing {
        line.close(closing).await;
    }
    app.sockets.send_modify(|open| *open -= 1);
    tracing::debug!(game = game.id, socket = number, "a page has gone");
}

struct Line {
    app: AppState,
    /// For whom messages are counted.
    who: Who,
    socket: WebSocket,
    game: Arc<OpenGame>,
    viewer: Viewer,
    /// Who looks on, where that is known.
    person: Option<PersonId>,
    /// Waits for the end of the session with which it was opened.
    session: Option<Watch>,
    base: Base,
    number: u64,
    changed: watch::Receiver<u64>,
    /// What the page shows; `None` until it has said hello.
    seen: Option<Seen>,
    /// How far away the page is.
    lag: Lag,
    /// What the computer looks for on behalf of the page.
    hint: Option<Hinting>,
    /// What it hears of the talk, where it listens.
    talk: Option<Box<Listening>>,
}

type Go = Result<(), Option<Closing>>;

impl Line {
    async fn run(&mut self, mut stopping: watch::Receiver<bool>) -> Go {
        let mut pings = interval_at(Instant::now() + PING, PING);
        let (begun, mut heard) = (Instant::now(), Instant::now());
        loop {
            tokio::select! {
                () = stopped(&mut stopping) => return Err(Some(RESTARTING)),
                () = ended(&mut self.session) => return Err(Some(LOGGED_OUT)),
                frame = self.socket.recv() => {
                    heard = Instant::now();
                    self.hear(frame).await?;
                }
                Ok(()) = self.changed.changed(), if self.seen.is_some() => self.show().await?,
                found = found(&mut self.hint) => {
                    self.hint = None;
                    if let Some(reply) = found {
                        self.say(&reply).await?;
                    }
                }
                () = heard_more(&mut self.talk) => Box::pin(self.tell()).await?,
                // Browsers answer this even when they let a hidden page's own timers sleep.
                _ = pings.tick() => self.ping().await?,
                () = sleep_until(heard + SILENCE) => return Err(Some(SILENT)),
                () = sleep_until(begun + HELLO), if self.seen.is_none() => return Err(Some(NO_HELLO)),
            }
        }
    }

    async fn hear(&mut self, frame: Option<Result<Message, axum::Error>>) -> Go {
        let text = match frame {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Pong(payload))) => {
                self.lag.answered(&payload);
                return Ok(());
            }
            Some(Ok(Message::Ping(_))) => return Ok(()),
            Some(Ok(Message::Binary(_))) => return Err(Some(GARBAGE)),
            Some(Ok(Message::Close(_))) | None => return Err(GONE),
            Some(Err(error)) => return Err(is_too_large(error).then_some(TOO_LARGE)),
        };
        if text.len() > LONGEST {
            return Err(Some(TOO_LARGE));
        }
        if !self.app.rates.message(&self.who) {
            return Err(Some(TOO_MANY));
        }
        let incoming: Incoming = serde_json::from_str(&text).map_err(|_| Some(GARBAGE))?;
        let seat = incoming.seat.map(Side::from);
        match incoming.message {
            ClientMessage::Ping => self.say(&ServerMessage::Pong).await,
            ClientMessage::Hello { plies, version } => {
                // The others are told that somebody is here once, however often he says hello.
                match self.seen.replace(Seen { plies, version }) {
                    None => self.enter().await,
                    Some(_) => self.show().await,
                }
            }
            _ if self.seen.is_none() => Err(Some(HELLO_FIRST)),
            // Thousands of sockets only look on: what those need who play is not kept for each of them.
            message => Box::pin(self.answer(seat, message)).await,
        }
    }

    /// Does what a page asks for that has said hello.
    async fn answer(&mut self, seat: Option<Side>, message: ClientMessage) -> Go {
        match message {
            ClientMessage::Why { square, mv, ply } => {
                match self.game.why(square.as_deref(), mv.as_deref(), ply).await {
                    Ok(why) => self.say(&ServerMessage::Why(why)).await,
                    Err(refusing) => self.refuse(None, refusing.refused, refusing.resend).await,
                }
            }
            ClientMessage::WhatIf { ply, moves } => match self.game.what_if(&self.viewer, ply, &moves).await {
                Ok(there) => self.say(&ServerMessage::WhatIf(there)).await,
                Err(refusing) => self.refuse(None, refusing.refused, refusing.resend).await,
            },
            // Whoever asks twice gets one answer.
            ClientMessage::Hint | ClientMessage::Prove { .. } if self.hint.is_some() => Ok(()),
            ClientMessage::Hint => {
                let asked = self.game.hint(&self.viewer).await;
                self.wait_for(asked).await
            }
            ClientMessage::Prove { ply } => {
                let asked = self.game.prove(&self.viewer, ply).await;
                self.wait_for(asked).await
            }
            ClientMessage::Talk => {
                self.talk = Some(Box::new(self.game.listen(self.person.clone())));
                Ok(())
            }
            ClientMessage::Say { greeting, words } => {
                let said = match saying(greeting.as_deref(), words.as_deref()) {
                    Ok(saying) => self.game.say(&self.app, (&self.viewer, self.person.as_ref()), saying).await,
                    Err(refusing) => Err(refusing),
                };
                self.done(said).await
            }
            ClientMessage::CloseTalk { closed } => {
                let done = self.game.close_talk(&self.app, &self.viewer, closed).await;
                self.done(done).await
            }
            message => {
                let id = match &message {
                    ClientMessage::Move { id, .. } => Some(id.clone()),
                    _ => None,
                };
                match self.game.act(&self.viewer, seat, message, self.lag.ms()).await {
                    // The game has woken this socket too.
                    Ok(Answer::Shown) => Ok(()),
                    Ok(Answer::Resend) => self.show().await,
                    Err(refusing) => self.refuse(id, refusing.refused, refusing.resend).await,
                }
            }
        }
    }

    /// Nothing more is to be said of what was done; of what was not, why.
    async fn done(&mut self, done: Result<(), Refusing>) -> Go {
        match done {
            Ok(()) => Ok(()),
            Err(refusing) => self.refuse(None, refusing.refused, refusing.resend).await,
        }
    }

    /// Tells the page what was said that it has not heard.
    async fn tell(&mut self) -> Go {
        let Some(listening) = &mut self.talk else { return Ok(()) };
        let state = self.game.talk_state(&self.app, &self.viewer, listening).await.map_err(failed)?;
        match state {
            Some(state) => self.say(&ServerMessage::Talk(state)).await,
            None => Ok(()),
        }
    }

    async fn ping(&mut self) -> Go {
        let payload = self.lag.asked();
        self.send(Message::Ping(payload)).await
    }

    async fn wait_for(&mut self, asked: Result<Hinting, Refusing>) -> Go {
        match asked {
            Ok(hint) => {
                self.hint = Some(hint);
                Ok(())
            }
            Err(refusing) => self.refuse(None, refusing.refused, refusing.resend).await,
        }
    }

    async fn refuse(&mut self, id: Option<String>, refused: Refused, resend: bool) -> Go {
        self.say(&ServerMessage::Refused(RefusedId { id, refused })).await?;
        if resend { self.show().await } else { Ok(()) }
    }

    /// The page is here: from now on the game counts it among those who look on.
    async fn enter(&mut self) -> Go {
        self.game.enter(self.number, self.viewer.clone()).await.map_err(failed)?;
        self.show().await?;
        // How far away it is should be known before it moves.
        self.ping().await
    }

    /// Sends the page what it has not seen.
    async fn show(&mut self) -> Go {
        let game = self.game.clone();
        let Some(seen) = self.seen else { return Ok(()) };
        let live = game.lock().await.map_err(failed)?;
        // Under the lock: what changes from here on wakes this socket again.
        self.changed.borrow_and_update();
        if self.viewer != Viewer::Watcher && live.room.sides_of(&self.viewer).is_empty() {
            return Err(Some(NO_SEAT));
        }
        let state = game.state(&live, &self.viewer, &self.base, seen);
        let next = live.room.next().filter(|_| live.room.has_gone_on());
        let went_on = next.map(str::to_owned).filter(|_| (1..state.version).contains(&seen.version));
        self.seen = Some(Seen::all(live.room.log()));
        drop(live);
        // A hint about the game as it stood is of no use any more.
        self.hint.take_if(|hint| hint.version != state.version);
        self.say(&ServerMessage::State(Box::new(state))).await?;
        match went_on {
            Some(game) => self.go_to(game).await,
            None => Ok(()),
        }
    }

    async fn go_to(&mut self, game: String) -> Go {
        let watch = match self.viewer {
            Viewer::Watcher => Some(self.game.games.secrets.link(LinkKind::Watch, &game, None, 0)),
            Viewer::Person(_) => None,
        };
        self.say(&ServerMessage::Goto(Goto { game, watch })).await
    }

    async fn say(&mut self, message: &ServerMessage) -> Go {
        let text = serde_json::to_string(&hnefi_views::game::message(message)).map_err(|error| {
            tracing::error!(%error, "a message cannot be written");
            Some(FAILED)
        })?;
        self.send(Message::Text(text.into())).await
    }

    async fn send(&mut self, message: Message) -> Go {
        match timeout(SENDING, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(GONE),
        }
    }

    /// Says why, and waits a moment for the page's own good-bye, so that the reason is not lost on the way.
    async fn close(mut self, Closing { code, reason }: Closing) {
        let frame = CloseFrame { code, reason: reason.into() };
        if self.send(Message::Close(Some(frame))).await.is_ok() {
            let good_bye = async { while let Some(Ok(_)) = self.socket.recv().await {} };
            let _ = timeout(Duration::from_secs(2), good_bye).await;
        }
    }
}

/// What the computer found; waits without an end where it looks for nothing.
async fn found(hint: &mut Option<Hinting>) -> Option<ServerMessage> {
    match hint {
        Some(hint) => hint.found().await,
        None => std::future::pending().await,
    }
}

/// Waits until there is something to tell of the talk; without an end where nobody listens.
async fn heard_more(talk: &mut Option<Box<Listening>>) {
    match talk {
        Some(listening) => listening.changed().await,
        None => std::future::pending().await,
    }
}

fn failed(error: StoreError) -> Option<Closing> {
    if let StoreError::Elsewhere { .. } | StoreError::Closing = error {
        return Some(RESTARTING);
    }
    tracing::error!(%error, "a game could not be read");
    Some(FAILED)
}

fn is_too_large(error: axum::Error) -> bool {
    let text = error.to_string();
    text.contains("too long") || text.contains("too big") || text.contains("Space limit")
}

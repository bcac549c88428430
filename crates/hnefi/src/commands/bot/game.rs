//! A bot's game: what the server says of it goes to an engine of its own, and the engine's moves to the server.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use hnefi_formats::read_move;
use hnefi_rules::{Game, Referee, Setup, Side, ruleset};
use hnefi_uci::{Client, Failure, Process, StartError};
use serde_json::{Value as Json, json};

use super::server::{Asked, Server};
use super::tell;
use crate::output::harmless;

/// How long an engine may take to say that it is there.
const GREETING: Duration = Duration::from_secs(30);
/// How much longer than its clock an engine may take before it counts as silent.
const GRACE: Duration = Duration::from_secs(30);
/// How long a game that is over is kept in mind, for the next one of its match.
const LINGERS: Duration = Duration::from_secs(125);
/// How many times something is asked of a server that cannot be reached.
const TRIES: u32 = 120;
/// After how long a move is tried that was chosen and could not be told.
const TRIES_AGAIN: Duration = Duration::from_secs(10);
/// What is kept of the clock for the way to the server and back.
const WAY: Duration = Duration::from_millis(200);

/// How the engine is started.
#[derive(Clone)]
pub(super) struct Engine {
    /// Its program and the arguments.
    pub(super) command: Vec<String>,
    /// How long a move takes where no clock runs, or one of days, in milliseconds.
    pub(super) move_time: u64,
}

impl Engine {
    /// Starts it, and waits until it says that it is there.
    pub(super) fn greet(&self) -> Result<Client, String> {
        let (program, arguments) = self.command.split_first().ok_or("no engine")?;
        let process = Process::start_words(program, arguments).map_err(|error: StartError| error.to_string())?;
        Client::greet(Box::new(process), GREETING).map_err(|failure: Failure| failure.to_string())
    }

    fn start(&self, rules: &str) -> Result<Client, String> {
        let mut client = self.greet()?;
        if let Some(rules) = ruleset(rules) {
            client.choose(rules).map_err(|failure| failure.to_string())?;
        }
        client.new_game(GREETING).map_err(|failure| failure.to_string())?;
        Ok(client)
    }
}

/// Plays a game until it is over.
pub(super) fn play(server: &Server, engine: &Engine, id: &str, rules: &str, states: &Receiver<Json>) {
    let Ok(first) = states.recv() else { return };
    let mut playing = Playing {
        server,
        engine,
        id,
        rules,
        client: None,
        plies: Vec::new(),
        told_begin: false,
        moved: None,
        chosen: None,
        gone: false,
    };
    let mut state = first;
    loop {
        // What has happened since is told by the last state; each holds what comes after the one before.
        playing.take(&state);
        while let Ok(newer) = states.try_recv() {
            playing.take(&newer);
            state = newer;
        }
        if !playing.answer(&state) {
            return;
        }
        let over = !state["outcome"].is_null();
        let claim = state["clock"]["absent"]["claim_ms"].as_i64().filter(|_| playing.is_others(&state));
        let wait = match claim {
            _ if over => LINGERS,
            _ if playing.owes(&state) => TRIES_AGAIN,
            Some(ms) => Duration::from_millis(ms.max(0).unsigned_abs() + 500),
            None => Duration::from_secs(60 * 60),
        };
        match states.recv_timeout(wait) {
            Ok(newer) => state = newer,
            Err(RecvTimeoutError::Timeout) if over => return,
            Err(RecvTimeoutError::Timeout) => {
                if claim.is_some() && !playing.owes(&state) {
                    let _ = playing.act(json!({"type": "claim-abandoned", "draw": false}));
                }
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

struct Playing<'a> {
    server: &'a Server,
    engine: &'a Engine,
    id: &'a str,
    rules: &'a str,
    client: Option<Client>,
    /// The moves as they stand.
    plies: Vec<String>,
    told_begin: bool,
    /// The version that it has moved at, and the server knows it: a state that is told once more asks for nothing.
    moved: Option<u64>,
    /// The version for which a move was chosen last, and that move as it is told.
    chosen: Option<(Option<u64>, Json)>,
    /// Whether the server has no such game any more.
    gone: bool,
}

impl Playing<'_> {
    fn take(&mut self, state: &Json) {
        let since = usize::try_from(state["since"].as_u64().unwrap_or_default()).unwrap_or_default();
        self.plies.truncate(since);
        let moves = state["plies"].as_array().into_iter().flatten();
        self.plies.extend(moves.filter_map(|ply| ply["move"].as_str().map(str::to_owned)));
    }

    fn side(state: &Json) -> Option<Side> {
        state["you"][0].as_str()?.parse().ok()
    }

    /// Whether the other side has left.
    fn is_others(&self, state: &Json) -> bool {
        let absent = state["clock"]["absent"]["side"].as_str().and_then(|side| side.parse::<Side>().ok());
        absent.is_some() && absent != Self::side(state)
    }

    /// Does what the bot has to do as the game stands; `false` when there is nothing more to come.
    fn answer(&mut self, state: &Json) -> bool {
        let Some(side) = Self::side(state) else { return false };
        if !self.told_begin {
            self.told_begin = true;
            let other = match side {
                Side::Attackers => &state["players"]["defenders"],
                Side::Defenders => &state["players"]["attackers"],
            };
            let name = harmless(other["name"].as_str().unwrap_or("?"));
            let values =
                [("game", self.id.into()), ("rules", self.rules.into()), ("side", side.into()), ("name", name.into())];
            tell("programs-bot-begins", &values);
        }
        let offer = &state["offer"];
        let kind = offer["kind"].as_str().unwrap_or_default();
        if !state["outcome"].is_null() {
            self.client = None;
            let goes_on = state["match"]["goes_on"] == true && state["next"].is_null();
            if offer["answer"] == true {
                let _ = self.act(json!({"type": "answer", "accept": goes_on}));
            } else if goes_on && offer.is_null() {
                let _ = self.act(json!({"type": "offer", "kind": "rematch"}));
            }
            if !goes_on || !state["next"].is_null() {
                let says = harmless(state["outcome"]["says"].as_str().unwrap_or_default());
                tell("programs-bot-over", &[("game", self.id.into()), ("says", says.into())]);
                return false;
            }
            return true;
        }
        if offer["answer"] == true {
            // A friendly game is for learning; draws and unproved claims are for the board to decide.
            let _ = self.act(json!({"type": "answer", "accept": kind == "take-back"}));
        }
        if self.owes(state)
            && let Err(why) = self.make_move(state)
        {
            tell("programs-bot-gives-up", &[("game", self.id.into()), ("why", harmless(&why).into())]);
            if self.act(json!({"type": "resign"})).is_ok() {
                self.moved = state["version"].as_u64();
            }
        }
        !self.gone
    }

    /// Whether it is the bot's turn, and the server has no move of it yet.
    fn owes(&self, state: &Json) -> bool {
        let turn = state["turn"].as_str().and_then(|turn| turn.parse::<Side>().ok());
        turn.is_some() && turn == Self::side(state) && self.moved != state["version"].as_u64()
    }

    /// Chooses a move, unless one is chosen already, and tells it.
    fn make_move(&mut self, state: &Json) -> Result<(), String> {
        let version = state["version"].as_u64();
        let act = match self.chosen.take().filter(|(at, _)| *at == version) {
            Some((_, act)) => act,
            None => self.choose(state)?,
        };
        self.chosen = Some((version, act.clone()));
        match self.act(act) {
            Ok(()) => {}
            // The game has moved on meanwhile, or is over: what comes next tells.
            Err(Asked::Refused { code, .. })
                if ["stale", "not-your-turn", "game-over", "over"].contains(&code.as_str()) => {}
            Err(Asked::Refused { status: 409, message, .. }) => return Err(message),
            // The move is owed still.
            Err(error) => {
                self.gone = matches!(error, Asked::Refused { status: 404, .. });
                let why = harmless(&error.says());
                tell("programs-bot-untold", &[("game", self.id.into()), ("why", why.into())]);
                return Ok(());
            }
        }
        self.moved = version;
        Ok(())
    }

    /// The move of the engine, as it is told.
    fn choose(&mut self, state: &Json) -> Result<Json, String> {
        let game = self.game(state)?;
        if self.client.is_none() {
            self.client = Some(self.engine.start(self.rules)?);
        }
        let client = self.client.as_mut().ok_or("no engine")?;
        let (limits, patience) = limits(self.engine, &game, state);
        let answer = client.ask(&game, &limits, patience).map_err(|failure| failure.to_string())?;
        let mv = answer.intent.ok_or_else(|| answer.text.clone())?;
        Ok(json!({
            "type": "move",
            // A state is answered once, however often it is sent.
            "id": format!("v{}", state["version"]),
            "ply": self.plies.len(),
            "from": mv.from.to_string(),
            "to": mv.to.to_string(),
        }))
    }

    /// The game as it stands.
    fn game(&self, state: &Json) -> Result<Game, String> {
        let rules = ruleset(self.rules).ok_or("unknown rules")?;
        let referee = Arc::new(Referee::new(rules.clone()));
        let start = state["start"]["position"].as_str().ok_or("no start")?;
        let turn: Side = state["start"]["turn"].as_str().and_then(|turn| turn.parse().ok()).ok_or("no start")?;
        let setup = Setup::from_rows(start).map_err(|error| error.to_string())?;
        let position = referee.position(&setup, turn).map_err(|error| error.to_string())?;
        let mut game = match position == referee.start() {
            true => Game::new(referee),
            false => Game::from_position(referee, position),
        };
        for text in &self.plies {
            let written = read_move(text).map_err(|error| error.to_string())?;
            game.play(written.intent).map_err(|refusal| refusal.to_string())?;
        }
        Ok(game)
    }

    /// Does something in the game, again and again for a while when the server cannot be reached.
    fn act(&self, act: Json) -> Result<(), Asked> {
        let mut tries = 0;
        loop {
            let error = match self.server.post(&format!("/api/games/{}/acts", self.id), &act) {
                Ok(_) => return Ok(()),
                Err(error) => error,
            };
            tries += 1;
            match error.again() {
                Some(wait) if tries < TRIES => std::thread::sleep(wait),
                _ => return Err(error),
            }
        }
    }
}

/// What stands after `go`, and how long an answer is waited for.
fn limits(engine: &Engine, game: &Game, state: &Json) -> (String, Duration) {
    let clock = &state["clock"];
    let increment = clock["control"].as_str().and_then(|control| control.split_once('+')?.1.parse::<u64>().ok());
    let (Some(increment), Some(turn)) = (increment, game.turn()) else {
        let time = engine.move_time;
        return (format!("movetime {time}"), Duration::from_millis(time) + GRACE);
    };
    let way = u64::try_from(WAY.as_millis()).unwrap_or_default();
    let left = |side: Side| {
        let left = clock[side.id()].as_u64().unwrap_or_default();
        // Before the first move it has a time of its own.
        let left = clock["first_ms"].as_u64().filter(|_| side == turn).map_or(left, |first| left.min(first));
        left.saturating_sub(way).max(1)
    };
    let first = game.referee().ruleset().first();
    let (w, b, more) = (left(first), left(!first), increment * 1_000);
    (format!("wtime {w} btime {b} winc {more} binc {more}"), Duration::from_millis(left(turn)) + GRACE)
}

//! `hnefi bot`: an engine plays on a server. `docs/api.md` describes what is said there.

mod challenges;
mod game;
mod server;

use std::collections::HashMap;
use std::io::Write;
use std::process::ExitCode;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use hnefi_engine::Cancel;
use hnefi_rules::ruleset;
use hnefi_words::{Value, Words};
use serde_json::Value as Json;

use super::Done;
use crate::args::BotArgs;
use crate::chosen;
use crate::error::Error;
use crate::output::{Output, harmless};
use crate::signals;
use challenges::{Challenges, Over};
use game::{Engine, play};
use server::{Asked, Server};

/// How long a line may be silent. The server says something every seven seconds.
const SILENCE: Duration = Duration::from_secs(20);
/// How often it is looked whether the bot is to stop.
const LOOK: Duration = Duration::from_millis(250);
/// How long it waits at first, and at most, before it connects again.
const AGAIN: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(30));

/// Plays until it is told to stop.
pub(crate) fn bot(out: &mut Output, args: &BotArgs) -> Done {
    let token = token(args)?;
    for id in &args.rules {
        if ruleset(id).is_none() {
            chosen::ruleset(id)?;
            // A server names rule sets by their ids, and knows no file of ours.
            let values = [("rules", id.into()), ("known", chosen::known().into())];
            return Err(Error::input("programs-bot-house-rules", &values));
        }
    }
    let challenges = Challenges::of(args)?;
    let server = Server::new(&args.server, &token)?;
    let engine = Engine { command: args.engine.clone(), move_time: args.movetime };
    // An engine that cannot play shall not take challenges.
    engine.greet().map_err(|why| Error::input("programs-bot-no-engine", &[("why", harmless(&why).into())]))?;
    out.flush()?;
    let stop = Cancel::new();
    signals::cancel(&stop);
    let mut bot =
        Bot { server, engine, args, games: HashMap::new(), seeks: Json::Null, connected: false, challenges, stop };
    let mut wait = AGAIN.0;
    loop {
        match bot.listen(&mut wait) {
            Ended::Stopped => break,
            Ended::Played => return Ok(ExitCode::SUCCESS),
            Ended::Refused(says) => return Err(Error::Failed(says)),
            Ended::Lost(why) => {
                let values =
                    [("why", harmless(&why).into()), ("seconds", wait.as_secs_f64().ceil().to_string().into())];
                tell("programs-bot-lost", &values);
                if !bot.pause(wait) {
                    break;
                }
                wait = (wait * 2).min(AGAIN.1);
            }
        }
    }
    tell("programs-bot-stopped", &[]);
    Ok(ExitCode::SUCCESS)
}

fn token(args: &BotArgs) -> Result<String, Error> {
    let text = match &args.token_file {
        Some(path) => std::fs::read_to_string(path).map_err(|error| Error::file(path, &error))?,
        None => std::env::var("HNEFI_TOKEN").map_err(|_| Error::input("programs-bot-no-token", &[]))?,
    };
    Ok(text.trim().to_owned())
}

/// Says something in a line of its own, with the time of Greenwich.
pub(super) fn tell(id: &str, values: &[(&str, Value<'_>)]) {
    // A closed standard output is no reason to stop playing.
    let now = jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M:%SZ");
    let _ = writeln!(std::io::stdout(), "{now} {}", Words::english().format(id, values));
}

/// Why the bot listens no more.
enum Ended {
    /// It was told to stop, and its games are over.
    Stopped,
    /// The games that it has challenged somebody to are over.
    Played,
    /// The server does not know it.
    Refused(String),
    /// The line is lost.
    Lost(String),
}

/// A game that is played on a thread of its own.
struct Playing {
    states: Sender<Json>,
    thread: JoinHandle<()>,
    /// Whether it is on the clock, so that it is worth waiting for its end.
    live: bool,
}

struct Bot<'a> {
    server: Server,
    engine: Engine,
    args: &'a BotArgs,
    games: HashMap<String, Playing>,
    /// What stands in the lobby for it, as it was told last.
    seeks: Json,
    /// Whether it has been connected.
    connected: bool,
    challenges: Option<Challenges>,
    stop: Cancel,
}

impl Bot<'_> {
    /// Reads the stream as long as it goes.
    fn listen(&mut self, wait: &mut Duration) -> Ended {
        let lines = match self.server.stream() {
            Ok(lines) => lines,
            Err(error @ Asked::Refused { status: 401, .. }) => return Ended::Refused(error.says()),
            // Once it was there, what a proxy says while the server starts anew ends no game.
            Err(error) if self.connected || error.again().is_some() => return Ended::Lost(error.says()),
            Err(error) => return Ended::Refused(error.says()),
        };
        // It is heard first how everything stands.
        let (mut silent, mut heard) = (Duration::ZERO, false);
        loop {
            let before = self.games.len();
            self.games.retain(|_, playing| !playing.thread.is_finished());
            if self.games.len() < before {
                // There is room now for challenges that wait.
                self.answer();
            }
            if self.stop.is_cancelled()
                && let Some(mut challenges) = self.challenges.take()
            {
                challenges.withdraw(&self.server);
            }
            if self.is_done() {
                return Ended::Stopped;
            }
            if let Some(ended) = self.challenge(heard) {
                return ended;
            }
            match lines.recv_timeout(LOOK) {
                Ok(line) => {
                    silent = Duration::ZERO;
                    if let Ok(line) = serde_json::from_str::<Json>(&line) {
                        *wait = AGAIN.0;
                        heard = true;
                        if let Some(ended) = self.hear(&line) {
                            return ended;
                        }
                    }
                }
                Err(RecvTimeoutError::Timeout) if silent < SILENCE => silent += LOOK,
                Err(RecvTimeoutError::Timeout) => return Ended::Lost(Words::english().text("programs-bot-silent")),
                Err(RecvTimeoutError::Disconnected) => {
                    return Ended::Lost(Words::english().text("programs-bot-closed"));
                }
            }
        }
    }

    /// Sends the next challenge, if one is due; how the bot ends, if nothing more comes of them.
    fn challenge(&mut self, heard: bool) -> Option<Ended> {
        let challenges = self.challenges.as_mut().filter(|_| heard)?;
        challenges.wait(&self.server);
        if let Err(says) = challenges.send(&self.server, self.games.len() < self.args.games as usize) {
            return Some(Ended::Refused(says));
        }
        match challenges.over().filter(|_| self.games.is_empty())? {
            Over::Played => Some(Ended::Played),
            Over::Declined => Some(Ended::Refused(challenges.nothing())),
        }
    }

    /// Whether it is to stop, and no game goes on that is worth waiting for.
    fn is_done(&self) -> bool {
        let plays = |playing: &Playing| playing.live && !playing.thread.is_finished();
        self.stop.is_cancelled() && !self.games.values().any(plays)
    }

    /// Waits before it connects again; `false` if there is nothing left to connect for.
    fn pause(&self, wait: Duration) -> bool {
        let mut waited = Duration::ZERO;
        while waited < wait {
            if self.is_done() {
                return false;
            }
            std::thread::sleep(LOOK);
            waited += LOOK;
        }
        true
    }

    /// Does what a line asks for; how the bot ends, if it may not play.
    fn hear(&mut self, line: &Json) -> Option<Ended> {
        match line["type"].as_str() {
            Some("hello") => {
                self.connected = true;
                let name = line["account"]["name"].as_str().unwrap_or_default();
                let values = [("name", harmless(name).into()), ("server", self.server.url().into())];
                tell("programs-bot-connected", &values);
                let scopes = line["account"]["scopes"].as_array();
                if scopes.is_some_and(|scopes| !scopes.iter().any(|scope| scope == "play")) {
                    return Some(Ended::Refused(
                        Words::english().format("programs-needs-scope", &[("scope", "play".into())]),
                    ));
                }
                let games: Vec<&Json> = line["games"].as_array().into_iter().flatten().collect();
                // What ended while the line was lost, so long ago that nothing is told of it, is waited for no more.
                self.games.retain(|id, _| games.iter().any(|game| game["id"] == id.as_str()));
                for game in games {
                    self.begin(game);
                }
                self.hear_seeks(&line["seeks"], true);
            }
            Some("seeks") => self.hear_seeks(&line["seeks"], false),
            Some("game") => self.begin(&line["game"]),
            Some("state") => {
                if let Some(playing) = line["game"].as_str().and_then(|id| self.games.get(id)) {
                    // One whose thread has ended is over.
                    let _ = playing.states.send(line.clone());
                }
            }
            _ => {}
        }
        None
    }

    /// What stands in the lobby for the bot now, of others and of its own.
    fn hear_seeks(&mut self, seeks: &Json, anew: bool) {
        self.seeks = seeks.clone();
        self.answer();
        if let Some(challenges) = &mut self.challenges {
            challenges.hear(seeks, anew);
        }
    }

    /// Accepts the challenges that fit, and declines the others; those for which there is no room now may wait.
    fn answer(&self) {
        let mut room = (self.args.games as usize).saturating_sub(self.games.len());
        for seek in self.seeks.as_array().into_iter().flatten().filter(|seek| seek["own"] == false) {
            let (Some(id), Some(rules)) = (seek["id"].as_str(), seek["rules"].as_str()) else { continue };
            let by = seek["by"].as_str().unwrap_or("?");
            let fits = ruleset(rules).is_some()
                && (self.args.rules.is_empty() || self.args.rules.iter().any(|wanted| wanted == rules));
            let values = [
                ("name", harmless(by).into()),
                ("rules", rules.into()),
                ("clock", seek["clock"].as_str().unwrap_or_default().into()),
            ];
            if self.stop.is_cancelled() || !fits {
                let declined = self.server.post(&format!("/api/lobby/seeks/{id}/withdraw"), &Json::Null);
                if declined.is_ok() {
                    tell("programs-bot-declined", &values);
                }
            } else if room > 0 {
                match self.server.post(&format!("/api/lobby/seeks/{id}/accept"), &Json::Null) {
                    Ok(_) => {
                        room -= 1;
                        tell("programs-bot-accepted", &values);
                    }
                    Err(error) => tell("programs-bot-failed", &[("why", harmless(&error.says()).into())]),
                }
            }
        }
    }

    /// Plays a game from now on, unless it is played already or cannot be.
    fn begin(&mut self, game: &Json) {
        let (Some(id), Some(rules)) = (game["id"].as_str(), game["rules"].as_str()) else { return };
        let sides = game["you"].as_array().map_or(0, Vec::len);
        if self.games.contains_key(id) || sides != 1 {
            return;
        }
        if ruleset(rules).is_none_or(|known| Some(known.name()) != game["rules_name"].as_str()) {
            tell("programs-bot-unknown-rules", &[("game", id.into())]);
            return;
        }
        let other = game["players"].as_object().into_iter().flat_map(|players| players.iter());
        let other = other.filter(|(side, _)| game["you"][0] != side.as_str()).find_map(|(_, who)| who["name"].as_str());
        if let (Some(challenges), Some(name)) = (&mut self.challenges, other) {
            challenges.begun(name);
        }
        let (states, heard) = channel();
        let (server, engine, id_of, rules) =
            (self.server.clone(), self.engine.clone(), id.to_owned(), rules.to_owned());
        let thread = std::thread::spawn(move || play(&server, &engine, &id_of, &rules, &heard));
        let live = game["clock"].as_str().is_some_and(|clock| clock.contains('+'));
        self.games.insert(id.to_owned(), Playing { states, thread, live });
    }
}

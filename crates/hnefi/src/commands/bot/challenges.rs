//! Challenges that a bot sends out, one after the other.

use std::time::{Duration, Instant};

use hnefi_words::Words;
use serde_json::{Value as Json, json};

use super::server::{Asked, Server};
use super::tell;
use crate::args::BotArgs;
use crate::error::Error;
use crate::output::harmless;

/// How long after a challenge is gone its game may be told of. After that it was declined.
const TOLD: Duration = Duration::from_secs(5);

/// Whom a bot challenges, and what has become of it.
pub(super) struct Challenges {
    name: String,
    clock: String,
    rated: bool,
    /// Under these rule sets in turn.
    rules: Vec<String>,
    /// How many there are to be.
    wanted: u64,
    sent: u64,
    declined: u64,
    /// The one that stands, by its id.
    open: Option<String>,
    /// Since when nobody has told that it stands: one that is declined at once is never told of.
    untold: Option<Instant>,
    /// Since when the last one is gone of which nobody knows yet what became of it.
    gone: Option<Instant>,
    /// When to try again, where the server has no time now.
    later: Option<Instant>,
}

/// How it ended.
pub(super) enum Over {
    /// All games that came of it are over.
    Played,
    /// None came of it.
    Declined,
}

impl Challenges {
    /// What the command line asks for; `None` for a bot that only waits.
    pub(super) fn of(args: &BotArgs) -> Result<Option<Challenges>, Error> {
        let Some(name) = &args.challenge else { return Ok(None) };
        if args.rules.is_empty() {
            return Err(Error::input("programs-bot-challenge-rules", &[("name", name.into())]));
        }
        Ok(Some(Challenges {
            name: name.clone(),
            clock: args.clock.clone(),
            rated: args.rated,
            rules: args.rules.clone(),
            wanted: args.times,
            sent: 0,
            declined: 0,
            open: None,
            untold: None,
            gone: None,
            later: None,
        }))
    }

    /// Sends the next one, if none stands and there is room for its game.
    ///
    /// # Errors
    /// What the server says when it can never be.
    pub(super) fn send(&mut self, server: &Server, room: bool) -> Result<(), String> {
        let waits = self.later.is_some_and(|later| Instant::now() < later);
        if self.sent >= self.wanted || self.open.is_some() || self.gone.is_some() || waits || !room {
            return Ok(());
        }
        let rules = &self.rules[usize::try_from(self.sent).unwrap_or_default() % self.rules.len()];
        let seek = json!({"rules": rules, "clock": self.clock, "rated": self.rated, "to": self.name});
        match server.post("/api/lobby/seeks", &seek) {
            Ok(posted) => {
                let values = [("name", (&self.name).into()), ("rules", rules.into()), ("clock", (&self.clock).into())];
                tell("programs-bot-challenged", &values);
                self.sent += 1;
                self.open = posted["seek"].as_str().map(str::to_owned);
                self.untold = Some(Instant::now());
                Ok(())
            }
            Err(error) => match error.again() {
                Some(wait) => {
                    self.later = Some(Instant::now() + wait);
                    Ok(())
                }
                None => Err(harmless(&error.says())),
            },
        }
    }

    /// The seeks that stand now; `anew` when the bot has just connected.
    pub(super) fn hear(&mut self, seeks: &Json, anew: bool) {
        let own = |seek: &&Json| seek["own"] == true && seek["to"].as_str().is_some_and(|to| self.is_him(to));
        let standing: Vec<&str> =
            seeks.as_array().into_iter().flatten().filter(own).filter_map(|seek| seek["id"].as_str()).collect();
        match &self.open {
            Some(open) if !standing.contains(&open.as_str()) => {
                self.open = None;
                self.gone = Some(Instant::now());
                self.untold = None;
            }
            Some(_) => self.untold = None,
            // One from before the bot was started stands still, or one of which the answer was lost.
            None if (anew || self.later.is_some()) && self.sent < self.wanted && self.gone.is_none() => {
                self.open = standing.first().map(|id| (*id).to_owned());
                self.sent += u64::from(self.open.is_some());
                self.later = self.later.filter(|_| self.open.is_none());
            }
            None => {}
        }
    }

    /// A game has begun against somebody of this name.
    pub(super) fn begun(&mut self, name: &str) {
        if self.is_him(name) {
            if self.open.is_none() && self.gone.is_none() && self.later.take().is_some() {
                // It was accepted before anybody heard that it stood.
                self.sent += 1;
            }
            self.open = None;
            self.untold = None;
            self.gone = None;
        }
    }

    /// Time has passed.
    pub(super) fn wait(&mut self, server: &Server) {
        if self.untold.is_some_and(|since| since.elapsed() >= TOLD) {
            self.untold = Some(Instant::now());
            if let Ok(lobby) = server.get("/api/lobby") {
                self.hear(&lobby["seeks"], false);
            }
        }
        if self.gone.is_some_and(|gone| gone.elapsed() >= TOLD) {
            self.gone = None;
            self.declined += 1;
            tell("programs-bot-was-declined", &[("name", (&self.name).into())]);
        }
    }

    /// How it ended, if nothing more comes of it but the games that go on.
    pub(super) fn over(&self) -> Option<Over> {
        let over = self.sent >= self.wanted && self.open.is_none() && self.gone.is_none();
        over.then_some(if self.declined == self.wanted { Over::Declined } else { Over::Played })
    }

    /// Takes the one back that stands.
    pub(super) fn withdraw(&mut self, server: &Server) {
        if let Some(open) = self.open.take() {
            // One that cannot be taken back ends by itself.
            let _: Result<Json, Asked> = server.post(&format!("/api/lobby/seeks/{open}/withdraw"), &Json::Null);
        }
    }

    /// The sentence for its end where no game came of it.
    pub(super) fn nothing(&self) -> String {
        Words::english().format("programs-bot-nothing", &[("name", (&self.name).into())])
    }

    fn is_him(&self, name: &str) -> bool {
        name.to_lowercase() == self.name.to_lowercase()
    }
}

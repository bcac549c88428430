//! An engine at the board, started again whenever it has fallen over.

use std::sync::Arc;
use std::time::Duration;

use hnefi_rules::{Game, Ruleset};
use hnefi_uci::{Answer, Caller, Client, Failure, InProcess, Process, StartError, Wire};

use crate::Contender;
use crate::contender::Protocol;
use crate::htp::Htp;

/// An engine at the board.
pub(crate) struct Player {
    contender: Contender,
    ruleset: Arc<Ruleset>,
    patience: Duration,
    seated: Option<Seated>,
}

/// An engine that runs, by what it speaks.
enum Seated {
    Uci(Client),
    Text(Htp),
}

impl Player {
    pub(crate) fn new(contender: Contender, ruleset: Arc<Ruleset>, patience: Duration) -> Player {
        Player { contender, ruleset, patience, seated: None }
    }

    /// Starts it if it does not run, and tells it that a game begins.
    pub(crate) fn sit_down(&mut self) -> Result<(), Failure> {
        if let Some(Seated::Uci(client)) = &mut self.seated {
            // What became of it after its last game is no fault in this one.
            if client.new_game(self.patience).is_ok() {
                return Ok(());
            }
        }
        // One that speaks text is made for a single game.
        self.end();
        self.seated = Some(self.start()?);
        let seated = match &mut self.seated {
            Some(Seated::Uci(client)) => client.new_game(self.patience),
            _ => Ok(()),
        };
        if seated.is_err() {
            self.end();
        }
        seated
    }

    /// Asks it for a move. Whoever gives none is ended, and starts anew in the next game.
    pub(crate) fn ask(&mut self, game: &Game, limits: &str, patience: Duration) -> Result<Answer, Failure> {
        let answer = match &mut self.seated {
            Some(Seated::Uci(client)) => client.ask(game, limits, patience),
            Some(Seated::Text(htp)) => htp.ask(game, patience),
            None => Err(Failure::NotStarted("it was not started".to_owned())),
        };
        if answer.is_err() {
            self.end();
        }
        answer
    }

    /// What it said for people while it was made ready: perhaps that it does not take an option.
    pub(crate) fn remarks(&self) -> &[String] {
        match &self.seated {
            Some(Seated::Uci(client)) => client.complaints(),
            _ => &[],
        }
    }

    /// Whether it is told how long a move may take.
    pub(crate) fn knows_time(&self) -> bool {
        !matches!(self.seated, Some(Seated::Text(_)))
    }

    /// Ends it; it starts anew in the next game.
    pub(crate) fn end(&mut self) {
        match self.seated.take() {
            Some(Seated::Uci(mut client)) => client.end(),
            Some(Seated::Text(mut htp)) => htp.end(),
            None => {}
        }
    }

    fn start(&self) -> Result<Seated, Failure> {
        let not_started = |error: &dyn std::fmt::Display| Failure::NotStarted(error.to_string());
        let failed = |error: StartError| match error {
            StartError::Ended { .. } => Failure::Gone(error.to_string()),
            StartError::NoCall { port, .. } => {
                Failure::Silent { question: format!("connect to port {port}"), waited: self.patience }
            }
            _ => not_started(&error),
        };
        let text = |wire: Box<dyn Wire>, answers| match self.contender.options.first() {
            Some((name, _)) => Err(Failure::Option(name.clone())),
            None => Htp::greet(wire, answers, &self.ruleset, self.patience).map(Seated::Text),
        };
        let wire: Box<dyn Wire> = match self.contender.reached() {
            Some((Protocol::Text, command)) => {
                return text(Box::new(Process::start(command).map_err(failed)?), true);
            }
            Some((Protocol::TextOnPort(port), command)) => {
                return text(Box::new(Caller::start(command, port, self.patience).map_err(failed)?), false);
            }
            Some((Protocol::Uci, command)) => Box::new(Process::start(command).map_err(failed)?),
            None => Box::new(InProcess::start(Some(self.ruleset.clone())).map_err(|error| not_started(&error))?),
        };
        self.make_ready(Client::greet(wire, self.patience)?).map(Seated::Uci)
    }

    /// Chooses the rule set and sets the options.
    fn make_ready(&self, mut client: Client) -> Result<Client, Failure> {
        // Our own engine under a house rule has no name for it: it was started with the rules themselves.
        if self.contender.is_asked_by_id() {
            client.choose(&self.ruleset)?;
        }
        for (name, value) in &self.contender.options {
            if !client.offers(name) {
                return Err(Failure::Option(name.clone()));
            }
            client.set(name, value);
        }
        client.ready(self.patience)?;
        match client.complaints().first() {
            Some(complaint) if self.contender.command.is_none() => Err(Failure::Option(complaint.clone())),
            _ => Ok(client),
        }
    }
}

//! An engine at the board, started again whenever it has fallen over.

use std::sync::Arc;
use std::time::Duration;

use hnefi_rules::{Game, Ruleset};
use hnefi_uci::{Answer, Client, Failure, InProcess, Process, Wire};

use crate::Contender;

/// An engine at the board.
pub(crate) struct Player {
    contender: Contender,
    ruleset: Arc<Ruleset>,
    patience: Duration,
    client: Option<Client>,
}

impl Player {
    pub(crate) fn new(contender: Contender, ruleset: Arc<Ruleset>, patience: Duration) -> Player {
        Player { contender, ruleset, patience, client: None }
    }

    /// Starts it if it does not run, and tells it that a game begins.
    pub(crate) fn sit_down(&mut self) -> Result<(), Failure> {
        let client = match self.client.take() {
            Some(client) => client,
            None => self.start()?,
        };
        let client = self.client.insert(client);
        let seated = client.new_game(self.patience);
        if seated.is_err() {
            self.end();
        }
        seated
    }

    /// Asks it for a move. Whoever gives none is ended, and starts anew in the next game.
    pub(crate) fn ask(&mut self, game: &Game, limits: &str, patience: Duration) -> Result<Answer, Failure> {
        let client = self.client.as_mut().ok_or_else(|| Failure::Gone("it was not started".to_owned()))?;
        let answer = client.ask(game, limits, patience);
        if answer.is_err() {
            self.end();
        }
        answer
    }

    fn end(&mut self) {
        if let Some(mut client) = self.client.take() {
            client.end();
        }
    }

    fn start(&self) -> Result<Client, Failure> {
        let wire: Box<dyn Wire> = match &self.contender.command {
            Some(command) => Box::new(Process::start(command).map_err(|error| Failure::Gone(error.to_string()))?),
            None => Box::new(
                InProcess::start(Some(self.ruleset.clone())).map_err(|error| Failure::Gone(error.to_string()))?,
            ),
        };
        let mut client = Client::greet(wire, self.patience)?;
        let by_hand = |name: &str| ["variant", "uci_variant"].contains(&name.to_ascii_lowercase().as_str());
        let options = &self.contender.options;
        // Our own engine under a house rule has no name for it: it was started with the rules themselves.
        let knows = self.contender.command.is_none();
        if !knows && !options.iter().any(|(name, _)| by_hand(name)) {
            client.choose(&self.ruleset)?;
        }
        for (name, value) in options {
            if !client.offers(name) {
                return Err(Failure::Option(name.clone()));
            }
            client.set(name, value);
        }
        client.ready(self.patience)?;
        match client.complaint() {
            Some(complaint) if self.contender.command.is_none() => Err(Failure::Option(complaint.to_owned())),
            _ => Ok(client),
        }
    }
}

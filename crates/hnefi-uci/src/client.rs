//! The other end of the protocol: driving any engine that speaks it.

use std::time::{Duration, Instant};

use hnefi_formats::{read_move, write_taflzero};
use hnefi_rules::{Game, Intent, Ruleset};

use crate::info::written;
use crate::{Info, Missing, Variant, Wire};

/// An engine that speaks the protocol, over a wire.
pub struct Client {
    wire: Box<dyn Wire>,
    name: String,
    options: Vec<Offered>,
    /// The engine starts from the same board as we do when it is told `startpos`.
    knows_start: bool,
    /// What it said for people.
    complaints: Vec<String>,
}

/// An option that an engine says it has.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Offered {
    name: String,
    choices: Vec<String>,
}

/// What an engine answered to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move as it was read; `None` if it is none, such as `(none)`.
    pub intent: Option<Intent>,
    /// What was written as the move.
    pub text: String,
    /// What it last told of its search that had a score.
    pub info: Info,
    /// The time from the question to the answer.
    pub elapsed: Duration,
}

/// Why an engine gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// It could not be started; the reason names the program.
    #[error("{0}")]
    NotStarted(String),
    /// It is gone.
    #[error("it is gone: {0}")]
    Gone(String),
    /// It said nothing in time.
    #[error("no answer to `{question}` in {} ms", waited.as_millis())]
    Silent {
        /// What it was asked.
        question: String,
        /// How long it had.
        waited: Duration,
    },
    /// It says that it plays only other rule sets.
    #[error("it does not offer the rule set {0}; set its option Variant by hand if it does know it")]
    Variant(String),
    /// It has no such option, or does not take its value.
    #[error("it does not take the option: {0}")]
    Option(String),
    /// It will not have what it was told.
    #[error("it answers `{answer}` to `{told}`")]
    Refused {
        /// What it was told: a legal move, or to move.
        told: String,
        /// What it said to that.
        answer: String,
    },
    /// It gives the game up.
    #[error("it resigns")]
    Resigned,
}

impl Client {
    /// Greets an engine and learns what it offers.
    ///
    /// # Errors
    /// A [`Failure`] when it is gone, or does not answer within `patience`.
    pub fn greet(wire: Box<dyn Wire>, patience: Duration) -> Result<Client, Failure> {
        let mut client =
            Client { wire, name: String::new(), options: Vec::new(), knows_start: true, complaints: Vec::new() };
        client.wire.send("uci");
        client.await_line("uci", patience, |client, line| {
            client.learn(line);
            line.trim() == "uciok"
        })?;
        // Some engines list their options only after `uciok`.
        client.ready(patience)?;
        Ok(client)
    }

    /// What it calls itself; empty if it does not say.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it says that it has an option. Capitals do not matter.
    pub fn offers(&self, option: &str) -> bool {
        self.options.iter().any(|offered| offered.name.eq_ignore_ascii_case(option))
    }

    /// What it said for people while it was made ready, the first ten lines. Our own engine only complains there.
    pub fn complaints(&self) -> &[String] {
        &self.complaints
    }

    /// Sets an option. If that is the rule set, games are told from then on with their first position.
    pub fn set(&mut self, name: &str, value: &str) {
        self.knows_start &= !Variant::is_option(name);
        self.wire.send(&format!("setoption name {name} value {value}"));
    }

    /// Chooses the rule set, under our name or one that other programs use. An engine without the option
    /// `Variant` is taken to know what it is asked for.
    ///
    /// # Errors
    /// [`Failure::Variant`] when the engine lists the rule sets that it knows, and this one is not among them.
    pub fn choose(&mut self, ruleset: &Ruleset) -> Result<(), Failure> {
        let offered = self.options.iter().find(|offered| Variant::is_option(&offered.name));
        let Some(offered) = offered.cloned() else { return Ok(()) };
        let listed = |name: &str| offered.choices.is_empty() || offered.choices.iter().any(|choice| choice == name);
        let known = listed(ruleset.id());
        let name = match known {
            true => Some(ruleset.id()),
            false => Variant::aliases(ruleset.id()).find(|&alias| listed(alias)),
        };
        let name = name.ok_or_else(|| Failure::Variant(ruleset.id().to_owned()))?;
        self.set(&offered.name, name);
        self.knows_start = known;
        Ok(())
    }

    /// Tells the engine that another game begins, and waits until it is ready.
    ///
    /// # Errors
    /// A [`Failure`] when it is gone or does not answer.
    pub fn new_game(&mut self, patience: Duration) -> Result<(), Failure> {
        self.wire.send("ucinewgame");
        self.ready(patience)
    }

    /// Waits until the engine has done everything that it was asked.
    ///
    /// # Errors
    /// A [`Failure`] when it is gone or does not answer.
    pub fn ready(&mut self, patience: Duration) -> Result<(), Failure> {
        self.wire.send("isready");
        self.await_line("isready", patience, |client, line| {
            client.learn(line);
            line.trim() == "readyok"
        })
    }

    /// Asks for a move. `limits` follows `go`; after `patience` without an answer the engine counts as silent.
    ///
    /// # Errors
    /// A [`Failure`] when it is gone or silent.
    pub fn ask(&mut self, game: &Game, limits: &str, patience: Duration) -> Result<Answer, Failure> {
        // What it said before was no answer to this.
        while self.wire.receive(Instant::now()).is_ok() {}
        let moves: Vec<String> = game.plies().map(|ply| written(ply.played.mv)).collect();
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        let place = if self.knows_start && *game.start() == game.referee().start() {
            "startpos".to_owned()
        } else {
            format!("fen {}", write_taflzero(&game.start().setup(), game.start().turn()))
        };
        self.wire.send(&format!("position {place}{moves}"));
        let question = format!("go {limits}");
        let asked = Instant::now();
        self.wire.send(&question);
        let until = asked + patience;
        let mut info = Info::default();
        loop {
            let (line, came) = self.receive(&question, until, patience)?;
            if let Some(told) = Info::read(&line) {
                if told.score.is_some() && told.line.is_none_or(|line| line == 1) {
                    info = told;
                }
                continue;
            }
            let mut words = line.split_whitespace();
            if words.next() == Some("bestmove") {
                let text: String = words.next().unwrap_or("").chars().take(20).collect();
                let intent = read_move(&text).ok().map(|written| written.intent);
                return Ok(Answer { intent, text, info, elapsed: came.saturating_duration_since(asked) });
            }
        }
    }

    /// Ends the engine at once.
    pub fn end(&mut self) {
        self.wire.end(false);
    }

    fn receive(&mut self, question: &str, until: Instant, waited: Duration) -> Result<(String, Instant), Failure> {
        match self.wire.receive(until) {
            // Lines that come without a pause must not put off the end.
            Ok((_, came)) if came > until => Err(Failure::Silent { question: question.to_owned(), waited }),
            Ok(line) => Ok(line),
            Err(Missing::Late) => Err(Failure::Silent { question: question.to_owned(), waited }),
            Err(Missing::Gone) => Err(Failure::Gone(self.wire.last_words())),
        }
    }

    fn await_line(
        &mut self,
        question: &str,
        patience: Duration,
        mut done: impl FnMut(&mut Client, &str) -> bool,
    ) -> Result<(), Failure> {
        let until = Instant::now() + patience;
        loop {
            let (line, _) = self.receive(question, until, patience)?;
            if done(self, &line) {
                return Ok(());
            }
        }
    }

    /// Keeps what an engine says of itself: `id name …`, `option name …`.
    fn learn(&mut self, line: &str) {
        let line = line.trim();
        if let Some(complaint) = line.strip_prefix("info string ") {
            let complaint: String = complaint.chars().filter(|c| !c.is_control()).take(400).collect();
            // An engine cannot fill the memory with complaints.
            if self.complaints.len() < 10 && !self.complaints.contains(&complaint) {
                self.complaints.push(complaint);
            }
        }
        if let Some(name) = line.strip_prefix("id name ") {
            self.name = name.chars().filter(|c| !c.is_control()).take(60).collect();
        }
        let Some(rest) = line.strip_prefix("option name ") else { return };
        let (name, rest) = rest.split_once(" type ").unwrap_or((rest, ""));
        let choices = rest.split(" var ").skip(1).map(|choice| choice.trim().to_owned()).collect();
        // An engine cannot fill the memory with options.
        if self.options.len() < 1_000 {
            self.options.push(Offered { name: name.trim().to_owned(), choices });
        }
    }
}

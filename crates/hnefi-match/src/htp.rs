//! An engine that speaks the Hnefatafl Text Protocol: `play attacker d1 d3`, `generate_move`.
//!
//! It is like the Go Text Protocol. On its standard output such an engine answers every command, `= …` where it did
//! it and `? …` where not, and says other things besides. Over a connection it answers `generate_move` alone, with
//! nothing but `play defender f8 f9`. Nothing in it says how long a move may take, and no game follows another one.

use std::time::{Duration, Instant};

use hnefi_formats::read_move;
use hnefi_rules::{Game, Ruleset, Side};
use hnefi_uci::{Answer, Failure, Info, Missing, Wire};

/// An engine that speaks the Hnefatafl Text Protocol, in one game.
pub(crate) struct Htp {
    wire: Box<dyn Wire>,
    /// Whether it answers every command.
    answers: bool,
    /// How many moves of the game it knows.
    told: usize,
}

impl Htp {
    /// Tells an engine of the board.
    pub(crate) fn greet(
        wire: Box<dyn Wire>,
        answers: bool,
        rules: &Ruleset,
        patience: Duration,
    ) -> Result<Htp, Failure> {
        let mut htp = Htp { wire, answers, told: 0 };
        let until = Instant::now() + patience;
        htp.tell(&format!("board_size {}", rules.size()), until, patience)?;
        htp.tell(&format!("first_move {}", role(rules.first())), until, patience)?;
        Ok(htp)
    }

    /// Tells it what was played and asks it for a move.
    pub(crate) fn ask(&mut self, game: &Game, patience: Duration) -> Result<Answer, Failure> {
        let asked = Instant::now();
        let until = asked + patience;
        let plies = game.plies().count();
        for ply in game.plies().skip(self.told) {
            let mv = ply.played.mv;
            self.tell(&format!("play {} {} {}", role(ply.side()), mv.from(), mv.to()), until, patience)?;
        }
        let question = "generate_move";
        self.wire.send(question);
        loop {
            let (line, came) = self.receive(question, until, patience)?;
            if let Some(answer) = line.strip_prefix('?') {
                return Err(refused(question, answer));
            }
            let Some(rest) = line.strip_prefix("= ").unwrap_or(&line).strip_prefix("play ") else { continue };
            // `defender f8 f9` or `defender resigns`, and after a comma what it thinks.
            let words: Vec<&str> = rest.split(',').next().unwrap_or("").split_whitespace().skip(1).collect();
            if words.first().is_some_and(|word| word.starts_with("resign")) {
                return Err(Failure::Resigned);
            }
            let text: String = words.join("-").chars().filter(|c| !c.is_control()).take(20).collect();
            let intent = read_move(&text).ok().map(|written| written.intent);
            // It has played its own move already.
            self.told = plies + 1;
            return Ok(Answer { intent, text, info: Info::default(), elapsed: came.saturating_duration_since(asked) });
        }
    }

    /// Ends the engine at once.
    pub(crate) fn end(&mut self) {
        self.wire.end(false);
    }

    /// Tells it something to which it answers no more than whether it agrees.
    fn tell(&mut self, line: &str, until: Instant, patience: Duration) -> Result<(), Failure> {
        self.wire.send(line);
        while self.answers {
            let (answer, _) = self.receive(line, until, patience)?;
            if let Some(answer) = answer.strip_prefix('?') {
                return Err(refused(line, answer));
            }
            if answer.starts_with('=') {
                break;
            }
        }
        Ok(())
    }

    fn receive(&mut self, question: &str, until: Instant, waited: Duration) -> Result<(String, Instant), Failure> {
        let silent = || Failure::Silent { question: question.to_owned(), waited };
        match self.wire.receive(until) {
            Ok((_, came)) if came > until => Err(silent()),
            Ok(line) => Ok(line),
            Err(Missing::Late) => Err(silent()),
            Err(Missing::Gone) => Err(Failure::Gone(self.wire.last_words())),
        }
    }
}

fn refused(told: &str, answer: &str) -> Failure {
    let answer = answer.trim().chars().filter(|c| !c.is_control()).take(200).collect();
    Failure::Refused { told: told.to_owned(), answer }
}

fn role(side: Side) -> &'static str {
    match side {
        Side::Attackers => "attacker",
        Side::Defenders => "defender",
    }
}

//! What somebody asks during a game, and the game as text. Nothing of it changes the game.

use std::io::{ErrorKind, Write};
use std::path::Path;

use hnefi_engine::{Cancel, Engine, EngineOptions};
use hnefi_formats::answers::legal_plies;
use hnefi_formats::{GameTree, write_tag_list};
use hnefi_rules::{Piece, Square};
use hnefi_words::Words;

use super::super::moves::list;
use super::super::why::{About, Answer};
use super::Table;
use crate::error::Error;

impl Table<'_> {
    pub(super) fn moves(&mut self, rest: &str) -> Result<(), Error> {
        let words = Words::english();
        if self.game.outcome().is_some() {
            self.out.wrapped(0, &words.status(&self.game))?;
            return Ok(());
        }
        let mut plies = legal_plies(&self.game);
        if !rest.is_empty() {
            match rest.parse::<Square>() {
                Err(error) => {
                    self.out.line(words.square_error(&error))?;
                    return Ok(());
                }
                Ok(square) => {
                    plies.retain(|ply| ply.played.mv.from() == square);
                    if plies.is_empty() {
                        let turn = self.game.position().turn();
                        let id = match self.game.position().piece(square).map(Piece::side) {
                            None => "cli-play-nothing-there",
                            Some(side) if side != turn => "cli-play-other-side",
                            Some(_) => "cli-play-no-moves-from",
                        };
                        self.out.line(words.format(id, &[("square", square.into()), ("side", (!turn).into())]))?;
                    }
                }
            }
        }
        list(self.out, &plies)?;
        if rest.is_empty() { self.say_repeating(2) } else { Ok(()) }
    }

    pub(super) fn why(&mut self, rest: &str) -> Result<(), Error> {
        let about = match (rest.is_empty(), self.refused) {
            (true, Some(refused)) => Ok(About::Move(refused)),
            (true, None) => Err(Error::input("cli-play-nothing-to-explain", &[])),
            (false, _) => About::read(rest),
        };
        let last = self.game.plies().next_back().map(|ply| ply.played.mv.intent());
        match about.and_then(|about| Answer::to(&self.game, about, last)) {
            Ok(answer) => {
                let ruleset = self.ruleset();
                answer.show(self.out, &ruleset)?;
            }
            Err(error) => self.out.line(error.to_string())?,
        }
        Ok(())
    }

    pub(super) fn hint(&mut self) -> Result<(), Error> {
        let words = Words::english();
        let choice = match &self.computer {
            Some(computer) => computer.engine.hint(&self.game, &Cancel::new()),
            None => Engine::new(EngineOptions::default()).hint(&self.game, &Cancel::new()),
        };
        let said = match choice {
            Some(choice) => words.format("cli-play-hint", &[("move", words.intent(choice.mv.intent()).into())]),
            None => words.text("cli-play-no-hint"),
        };
        self.out.line(said)?;
        Ok(())
    }

    pub(super) fn text(&mut self, rest: &str) -> Result<(), Error> {
        let mut tree = GameTree::of(&self.game);
        Words::english().remark_captures(&mut tree);
        let text = write_tag_list(&tree).text;
        if rest.is_empty() {
            self.out.part(text)?;
            return Ok(());
        }
        let path = Path::new(rest);
        let file = std::fs::OpenOptions::new().write(true).create_new(true).open(path);
        let said = match file.and_then(|mut file| file.write_all(text.as_bytes())) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                Words::english().format("cli-play-there", &[("path", rest.into())])
            }
            Ok(()) => Words::english().format("cli-play-saved", &[("path", rest.into())]),
            Err(error) => Error::file(path, &error).to_string(),
        };
        self.out.line(said)?;
        Ok(())
    }

    /// Says that the position stands again, what that leads to, and which moves would bring one back for the third time.
    pub(super) fn repeated(&mut self) -> Result<(), Error> {
        let words = Words::english();
        if let Some(said) = words.repeated(&self.game) {
            self.out.wrapped(0, &said)?;
        }
        self.say_repeating(3)
    }

    /// Names the moves that bring back a position which will then have stood at least so many times.
    pub(super) fn say_repeating(&mut self, least: usize) -> Result<(), Error> {
        let words = Words::english();
        for (mv, times) in self.game.repeating().into_iter().filter(|&(_, times)| times >= least) {
            let values = [("move", words.intent(mv.intent()).into()), ("times", times.into())];
            self.out.wrapped(0, &words.format("cli-play-repeats", &values))?;
        }
        Ok(())
    }
}

//! `hnefi play`: a game in the terminal, in plain lines.

use std::io::{BufRead, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;

use hnefi_engine::{Cancel, Engine, EngineOptions, Level};
use hnefi_formats::{WrittenMove, read_move};
use hnefi_live::Score;
use hnefi_rules::{Game, Intent, Offer, Ruleset, Side, leaflets, ruleset as ruleset_of, rulesets};
use hnefi_words::Words;

use super::{Done, rules};
use crate::args::PlayArgs;
use crate::error::Error;
use crate::output::{Output, Style};
use crate::{board, chosen};

mod asking;
mod ending;

/// Plays a game, against the computer or between two people.
pub(crate) fn play(out: &mut Output, args: &PlayArgs) -> Done {
    let ruleset = match &args.at.rules {
        Some(text) => chosen::ruleset(text)?,
        None if std::io::stdin().is_terminal() => match ask_for_ruleset(out)? {
            Some(ruleset) => ruleset,
            None => return Ok(ExitCode::SUCCESS),
        },
        None => chosen::rules_option(None)?,
    };
    let (referee, position) = chosen::position(&args.at, &ruleset, None)?;
    let computer = (!args.two).then(|| Computer {
        engine: Engine::new(EngineOptions::default()),
        level: args.level,
        side: !args.side.unwrap_or(Side::Attackers),
    });
    let (game, score) = (Game::from_position(referee, position), Score::new(args.games));
    let mut table = Table { out, game, score, computer, refused: None };
    table.welcome()?;
    table.play()?;
    Ok(ExitCode::SUCCESS)
}

/// Asks which leaflet is in the box, or what else is to be played; `None` when somebody leaves instead.
fn ask_for_ruleset(out: &mut Output) -> Result<Option<Arc<Ruleset>>, Error> {
    let words = Words::english();
    for (index, ruleset) in rulesets().enumerate() {
        if index == 0 {
            out.line(words.text("cli-play-which"))?;
        } else if index == leaflets().len() {
            out.line("")?;
            out.line(words.text("cli-play-which-community"))?;
        }
        let size = ruleset.size().to_string();
        let id = match index < leaflets().len() {
            true => "cli-play-which-line",
            false if ruleset.name().contains(&format!("{size}x{size}")) => "cli-play-which-line-named",
            false => "cli-play-which-line-community",
        };
        out.line(words.format(
            id,
            &[
                ("number", format!("{:>2}", index + 1).into()),
                ("name", ruleset.name().into()),
                ("words", ruleset.opening_words().into()),
                ("size", size.into()),
            ],
        ))?;
    }
    loop {
        out.part(format!("{} ", words.text("cli-play-which-ask")))?;
        let Some(answer) = read_line(out)? else { return Ok(None) };
        let chosen = answer.parse::<usize>().ok().and_then(|n| rulesets().nth(n.checked_sub(1)?));
        if let Some(ruleset) = chosen.or_else(|| ruleset_of(&answer)) {
            return Ok(Some(ruleset.clone()));
        }
        if matches!(answer.as_str(), "q" | "quit" | "exit") {
            return Ok(None);
        }
        out.line(words.format("cli-play-which-again", &[("count", rulesets().count().into())]))?;
    }
}

/// The next line of standard input; `None` at its end.
fn read_line(out: &mut Output) -> Result<Option<String>, Error> {
    out.flush()?;
    let mut line = Vec::new();
    let read = std::io::stdin().lock().read_until(b'\n', &mut line).map_err(|e| Error::Failed(e.to_string()))?;
    // Some shells put a byte order mark before what they hand on.
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).trim_start_matches('\u{feff}').trim().to_owned()))
}

struct Computer {
    engine: Engine,
    level: Level,
    side: Side,
}

/// A game in progress and those who play it.
struct Table<'a> {
    out: &'a mut Output,
    game: Game,
    /// How the match stands before this game.
    score: Score,
    computer: Option<Computer>,
    /// The move that was refused last, for "why" alone.
    refused: Option<Intent>,
}

/// Whether somebody goes on playing.
#[derive(PartialEq, Eq)]
enum Next {
    Stay,
    Leave,
}

impl Table<'_> {
    fn ruleset(&self) -> Arc<Ruleset> {
        self.game.referee().ruleset().clone()
    }

    fn welcome(&mut self) -> Result<(), Error> {
        let words = Words::english();
        let name = self.ruleset().name().to_owned();
        let welcome = match &self.computer {
            None => words.format("cli-play-welcome-two", &[("ruleset", name.into())]),
            Some(computer) => words.format(
                "cli-play-welcome-computer",
                &[
                    ("ruleset", name.into()),
                    ("side", (!computer.side).into()),
                    ("level", computer.level.number().into()),
                    ("name", words.format("level-name", &[("level", computer.level.id().into())]).into()),
                ],
            ),
        };
        self.out.wrapped_in(Style::Strong, &welcome)?;
        if self.score != Score::new(None) {
            self.out.line(words.score(&self.score, self.person()))?;
        }
        let ruleset = self.ruleset();
        let marks = [("throne", ruleset.has_throne().into()), ("corners", ruleset.has_corners().into())];
        self.out.line(self.out.styled(Style::Faint, words.format("cli-play-legend", &marks)))?;
        self.out.line("")?;
        self.draw()?;
        // Of a game that is over, it is told next what can be written.
        if self.game.outcome().is_some() { Ok(()) } else { self.say_with_example("cli-play-how") }
    }

    /// A message that gives a move as an example, one that is legal now.
    fn say_with_example(&mut self, id: &str) -> Result<(), Error> {
        let example = self.example();
        self.out.line(Words::english().format(id, &[("example", example.into())]))?;
        Ok(())
    }

    /// The side of who plays against the computer.
    fn person(&self) -> Option<Side> {
        self.computer.as_ref().map(|computer| !computer.side)
    }

    fn example(&self) -> String {
        let position = self.game.position();
        let person = self.person().unwrap_or(position.turn());
        let moves = match self.game.turn() == Some(person) {
            true => self.game.moves(),
            false => self.game.referee().moves(&position.with_turn(person)),
        };
        moves.first().map_or_else(|| "d1-d4".to_owned(), |mv| mv.to_string())
    }

    fn draw(&mut self) -> Result<(), Error> {
        let last = self.game.plies().next_back().map(|ply| ply.played.mv.intent());
        board::draw(self.out, &self.game.position().setup(), Some(self.game.referee().ruleset()), last)?;
        self.out.line("")?;
        Ok(())
    }

    fn play(&mut self) -> Result<(), Error> {
        let words = Words::english();
        self.over()?;
        loop {
            if self.computer.as_ref().is_some_and(|c| self.game.turn() == Some(c.side)) {
                self.computer_moves()?;
                continue;
            }
            let prompt = match self.game.turn() {
                Some(side) => words.format("cli-play-prompt", &[("side", side.into())]),
                None => words.text("cli-play-prompt-over"),
            };
            self.out.part(format!("{} ", self.out.styled(Style::Strong, prompt)))?;
            let Some(line) = read_line(self.out)? else {
                self.out.line("")?;
                return Ok(());
            };
            if !line.is_empty() && self.obey(&line)? == Next::Leave {
                self.out.line(words.text("cli-play-bye"))?;
                return Ok(());
            }
        }
    }

    /// Says that the game is over, if it is.
    fn over(&mut self) -> Result<(), Error> {
        if self.game.outcome().is_some() {
            let words = Words::english();
            let status = words.status(&self.game);
            self.out.wrapped_in(Style::Strong, &status)?;
            let score = self.score.after(self.game.outcome());
            if score.length.is_some() || score.game > 1 {
                self.out.line(self.out.styled(Style::Strong, words.score(&score, self.person())))?;
            }
            let next = match score.length {
                Some(_) if !score.is_last() => "cli-play-next-settled",
                Some(_) => "cli-play-next-match",
                None => "cli-play-next",
            };
            self.out.wrapped(0, &format!("{} {}", words.text("cli-play-over"), words.text(next)))?;
        }
        Ok(())
    }

    fn computer_moves(&mut self) -> Result<(), Error> {
        let words = Words::english();
        let Some(computer) = &self.computer else { return Ok(()) };
        self.out.line(self.out.styled(Style::Faint, words.text("cli-play-thinking")))?;
        self.out.flush()?;
        let choice = computer.engine.choose(&self.game, computer.level, &Cancel::new());
        match choice {
            Some(choice) => self.make(choice.mv.intent()),
            // Nothing but a game that is over has no choice.
            None => {
                let side = computer.side;
                let _ = self.game.resign(side);
                self.over()
            }
        }
    }

    /// Plays a move that is legal, and shows what came of it.
    fn make(&mut self, intent: Intent) -> Result<(), Error> {
        let words = Words::english();
        match self.game.play(intent).cloned() {
            Ok(ply) => {
                self.refused = None;
                let ruleset = self.ruleset();
                self.out.line("")?;
                self.draw()?;
                self.out.wrapped(0, &words.played(&ply.played, &ruleset))?;
                for said in words.foundations(&ply.played, &ruleset) {
                    self.out.wrapped(2, &said)?;
                }
                self.repeated()?;
                self.over()
            }
            Err(refusal) => {
                let ruleset = self.ruleset();
                self.refused = Some(intent);
                let said = words.refusal(&refusal, &ruleset);
                match refusal.reason.clause() {
                    Some(_) => self.out.wrapped(0, &format!("{said} {}", words.text("cli-play-refused-why")))?,
                    None => self.out.wrapped(0, &said)?,
                }
                Ok(())
            }
        }
    }

    /// Does what was typed.
    fn obey(&mut self, line: &str) -> Result<Next, Error> {
        let words = Words::english();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command.to_lowercase().as_str() {
            "quit" | "q" | "exit" => return Ok(Next::Leave),
            "help" | "h" | "?" => self.out.line(words.text("cli-play-help"))?,
            "board" | "b" => self.draw()?,
            "moves" | "m" => self.moves(rest)?,
            "why" | "w" => self.why(rest)?,
            "hint" => self.hint()?,
            "undo" | "u" => self.undo()?,
            "draw" => self.offer(Offer::Draw)?,
            "claim" => self.claim(rest)?,
            "resign" => self.resign()?,
            "next" | "n" => self.next_game()?,
            "rules" => {
                let ruleset = self.ruleset();
                rules::show(self.out, &ruleset, false)?;
            }
            "text" => self.text(rest)?,
            _ => match read_move(line) {
                Ok(written) => self.written(&written)?,
                Err(error)
                    if line.starts_with(|c: char| c.is_ascii_alphabetic()) && line.len() > 1 && has_digit(line) =>
                {
                    self.out.line(words.move_error(&error))?;
                }
                Err(_) if self.game.outcome().is_some() => {
                    self.out.line(words.format("cli-play-unknown-over", &[("text", line.into())]))?;
                }
                Err(_) => {
                    let example = self.example();
                    self.out.line(
                        words.format("cli-play-unknown", &[("text", line.into()), ("example", example.into())]),
                    )?;
                }
            },
        }
        Ok(Next::Stay)
    }

    /// A move as somebody wrote it; captures that are written along must be right.
    fn written(&mut self, written: &WrittenMove) -> Result<(), Error> {
        if let Ok(mv) = self.game.legal(written.intent) {
            let played = self.game.referee().play(self.game.position(), mv);
            if let Err(mismatch) = written.check(&played) {
                let ruleset = self.ruleset();
                self.out.line(Words::english().mismatch(&mismatch, &ruleset))?;
                return Ok(());
            }
        }
        self.make(written.intent)
    }
}

fn has_digit(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_digit())
}

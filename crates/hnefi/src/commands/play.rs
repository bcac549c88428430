//! `hnefi play`: a game in the terminal, in plain lines.

use std::io::{BufRead, IsTerminal};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use hnefi_engine::{Cancel, Engine, EngineOptions, Level};
use hnefi_formats::answers::legal_plies;
use hnefi_formats::{GameTree, WrittenMove, read_move, write_tag_list};
use hnefi_live::Score;
use hnefi_rules::{
    Game, GameError, Ground, Happening, Intent, Offer, Ruleset, Side, Square, leaflets, ruleset as ruleset_of, rulesets,
};
use hnefi_words::Words;

use super::moves::list;
use super::why::{About, Answer, show_clauses};
use super::{Done, rules};
use crate::args::PlayArgs;
use crate::error::Error;
use crate::output::{Output, Style};
use crate::{board, chosen};

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
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).trim().to_owned()))
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
        self.out.line(self.out.styled(Style::Faint, words.text("cli-play-legend")))?;
        self.out.line("")?;
        self.draw()?;
        self.say_with_example("cli-play-how")
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
        board::draw(self.out, &self.game.position().setup(), last)?;
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

    /// Says that the position stands again, what that leads to, and which moves would bring one back for the third time.
    fn repeated(&mut self) -> Result<(), Error> {
        let words = Words::english();
        if let Some(said) = words.repeated(&self.game) {
            self.out.wrapped(0, &said)?;
        }
        self.say_repeating(3)
    }

    /// Names the moves that bring back a position which will then have stood at least so many times.
    fn say_repeating(&mut self, least: usize) -> Result<(), Error> {
        let words = Words::english();
        for (mv, times) in self.game.repeating().into_iter().filter(|&(_, times)| times >= least) {
            let values = [("move", words.intent(mv.intent()).into()), ("times", times.into())];
            self.out.wrapped(0, &words.format("cli-play-repeats", &values))?;
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

    fn moves(&mut self, rest: &str) -> Result<(), Error> {
        let words = Words::english();
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
                        let id = match self.game.position().piece(square) {
                            None => "cli-play-nothing-there",
                            Some(_) => "cli-play-no-moves-from",
                        };
                        self.out.line(words.format(id, &[("square", square.into())]))?;
                    }
                }
            }
        }
        list(self.out, &plies)?;
        if rest.is_empty() { self.say_repeating(2) } else { Ok(()) }
    }

    fn why(&mut self, rest: &str) -> Result<(), Error> {
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

    fn hint(&mut self) -> Result<(), Error> {
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

    /// Takes back the last ending or move; against the computer, up to the person's own last move.
    fn undo(&mut self) -> Result<(), Error> {
        let words = Words::english();
        let own = self.person();
        let undone = match (self.game.happenings().last(), own) {
            (None, _) => false,
            (Some(Happening::Ended(_)), _) => {
                self.game.undo();
                // The offer that was accepted goes with it.
                if matches!(self.game.happenings().last(), Some(Happening::Offered { .. })) {
                    self.game.undo();
                }
                true
            }
            (_, None) => self.game.undo().is_some(),
            (_, Some(side)) => self.game.take_back(side).is_ok(),
        };
        if undone {
            self.refused = None;
            self.out.line(words.text("cli-play-undone"))?;
            self.draw()
        } else {
            self.out.line(words.text("cli-play-nothing-to-undo"))?;
            Ok(())
        }
    }

    /// The next game of the match, from the same first position, with sides swapped.
    fn next_game(&mut self) -> Result<(), Error> {
        if self.game.outcome().is_none() {
            self.out.line(Words::english().text("cli-play-not-over"))?;
            return Ok(());
        }
        self.score = self.score.after(self.game.outcome()).next();
        self.game = Game::from_position(self.game.referee().clone(), *self.game.start());
        self.refused = None;
        if let Some(computer) = &mut self.computer {
            computer.side = !computer.side;
        }
        self.out.line("")?;
        self.welcome()
    }

    fn confirm(&mut self, question: String) -> Result<bool, Error> {
        self.out.part(format!("{question} "))?;
        let answer = read_line(self.out)?.unwrap_or_default().to_lowercase();
        Ok(answer == "y" || answer == "yes")
    }

    /// Claims a draw on a ground of the rule set, by its number, or lists the grounds.
    fn claim(&mut self, rest: &str) -> Result<(), Error> {
        let words = Words::english();
        let grounds = self.game.grounds();
        if grounds.is_empty() {
            let name = self.ruleset().name().to_owned();
            self.out.line(words.format("cli-play-no-claims", &[("ruleset", name.into())]))?;
            return Ok(());
        }
        let number = rest.parse::<usize>().ok();
        match number.and_then(|n| grounds.get(n.checked_sub(1)?)) {
            Some(&ground) => self.offer(Offer::Claim(ground)),
            None => {
                // What the board refutes is not offered; the numbers stay as they are.
                let open: Vec<_> =
                    grounds.iter().enumerate().filter(|(_, ground)| self.game.check_claim(**ground).is_ok()).collect();
                let head = if open.is_empty() { "cli-play-no-claim-now" } else { "cli-play-claims" };
                self.out.wrapped(0, &words.text(head))?;
                for (index, &ground) in open {
                    let ground = words.ground(ground);
                    self.out.wrapped(
                        0,
                        &words.format("cli-play-claim", &[("number", (index + 1).into()), ("ground", ground.into())]),
                    )?;
                }
                Ok(())
            }
        }
    }

    /// Offers a draw or claims one; the other side answers at once.
    fn offer(&mut self, offer: Offer) -> Result<(), Error> {
        let words = Words::english();
        let (ruleset, side) = (self.ruleset(), self.game.position().turn());
        if let Err(error) = self.game.offer(side, offer) {
            self.out.wrapped(0, &words.game_error(error, &ruleset))?;
            let clauses: Vec<_> = error.clause().map(|clause| words.clause(&ruleset, clause)).into_iter().collect();
            return Ok(show_clauses(self.out, &clauses, &ruleset)?);
        }
        let said = words.offer(side, offer);
        let proof = match offer {
            Offer::Claim(ground @ (Ground::KingAtSide | Ground::KingShutIn)) => {
                let proof = self.game.referee().prove_claim(self.game.position(), ground);
                let answer = words.claim(ground, Some(side), proof.as_ref(), &ruleset);
                self.out.line(answer.title)?;
                for line in &answer.lines {
                    self.out.wrapped(2, line)?;
                }
                show_clauses(self.out, &answer.clauses, &ruleset)?;
                self.out.line("")?;
                proof
            }
            _ => None,
        };
        let agreed = match &self.computer {
            // What is proved, and takes nothing from the other side, needs nobody's consent.
            _ if proof.is_some_and(|proof| proof.settles_for(side)) => true,
            None => {
                self.out.wrapped(0, &said)?;
                let ask = words.format("cli-play-agree-ask", &[("side", (!side).into())]);
                self.confirm(ask)?
            }
            Some(computer) => computer.engine.judges_drawn(&self.game, offer, computer.side, &Cancel::new()),
        };
        if agreed {
            let _ = self.game.accept(!side);
            self.over()
        } else {
            // Nothing of it is left on the stack, so that undo takes back a move.
            self.game.undo();
            let id = if self.computer.is_some() { "cli-play-computer-declined" } else { "cli-play-goes-on" };
            self.out.line(words.text(id))?;
            Ok(())
        }
    }

    fn resign(&mut self) -> Result<(), Error> {
        let words = Words::english();
        let side = self.game.position().turn();
        if let Some(outcome) = self.game.outcome() {
            let said = words.game_error(GameError::Over(outcome), &self.ruleset());
            self.out.line(said)?;
            return Ok(());
        }
        if self.confirm(words.format("cli-play-resign-ask", &[("side", side.into())]))? {
            let _ = self.game.resign(side);
            self.over()
        } else {
            self.out.line(words.text("cli-play-goes-on"))?;
            Ok(())
        }
    }

    fn text(&mut self, rest: &str) -> Result<(), Error> {
        let mut tree = GameTree::of(&self.game);
        Words::english().remark_captures(&mut tree);
        let text = write_tag_list(&tree).text;
        if rest.is_empty() {
            self.out.part(text)?;
            return Ok(());
        }
        let path = Path::new(rest);
        let said = match std::fs::write(path, text) {
            Ok(()) => Words::english().format("cli-play-saved", &[("path", rest.into())]),
            Err(error) => Error::file(path, &error).to_string(),
        };
        self.out.line(said)?;
        Ok(())
    }
}

fn has_digit(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_digit())
}

//! How a game ends without a move, how that is undone, and the next game.

use hnefi_engine::Cancel;
use hnefi_rules::{Game, GameError, Ground, Happening, Offer};
use hnefi_words::Words;

use super::super::why::show_clauses;
use super::{Table, read_line};
use crate::error::Error;

impl Table<'_> {
    /// Takes back the last ending or move; against the computer, up to the person's own last move.
    pub(super) fn undo(&mut self) -> Result<(), Error> {
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
    pub(super) fn next_game(&mut self) -> Result<(), Error> {
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
    pub(super) fn claim(&mut self, rest: &str) -> Result<(), Error> {
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
    pub(super) fn offer(&mut self, offer: Offer) -> Result<(), Error> {
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

    pub(super) fn resign(&mut self) -> Result<(), Error> {
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
}

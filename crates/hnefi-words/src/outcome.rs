//! Endings in words, and how a game stands.

use hnefi_rules::{Ending, Escape, Game, Outcome, Question, Repetition, Ruleset};

use crate::Words;

impl Words {
    /// How a game ended, as a sentence: "The attackers win: the king is captured."
    pub fn outcome(&self, outcome: &Outcome, ruleset: &Ruleset) -> String {
        let answers = ruleset.answers();
        let id = match outcome.reason {
            Ending::KingCaptured => "outcome-king-captured",
            Ending::KingEscaped => match answers.escape {
                Escape::Corner => "outcome-king-escaped-corner",
                Escape::Edge => "outcome-king-escaped-edge",
            },
            Ending::ExitFort => "outcome-exit-fort",
            Ending::Encirclement => "outcome-encirclement",
            Ending::NoLegalMove if outcome.winner.is_none() => "outcome-no-legal-move-draw",
            Ending::NoLegalMove => "outcome-no-legal-move",
            Ending::Repetition => match answers.repetition {
                Repetition::Sequence => "outcome-repetition-sequence",
                Repetition::AggressorLoses if outcome.winner.is_none() => "outcome-repetition-nobody-forced",
                _ if outcome.winner.is_none() => "outcome-repetition-position",
                Repetition::MoverLoses => "outcome-repetition-mover-loses",
                Repetition::AggressorLoses => "outcome-repetition-aggressor-loses",
                _ => "outcome-repetition-attackers-win",
            },
            Ending::Agreement => "outcome-agreement",
            Ending::Claim(_) => "outcome-claim",
            Ending::Resignation => "outcome-resignation",
            Ending::Time => "outcome-time",
            Ending::Abandoned => "outcome-abandoned",
        };
        let ground = match outcome.reason {
            Ending::Claim(ground) => ground.id(),
            _ => "",
        };
        let side = outcome.winner.map_or("nobody", |side| side.id());
        let loser = outcome.winner.map_or("nobody", |side| (!side).id());
        self.format(id, &[("side", side.into()), ("loser", loser.into()), ("ground", ground.into())])
    }

    /// That the position of a running game stands again, and what the rule set makes of repetition; `None` where it stands
    /// for the first time, or repetition does nothing.
    ///
    /// ```
    /// use hnefi_rules::{Game, Intent, Referee, ruleset};
    /// use hnefi_words::Words;
    /// let mut game = Game::new(std::sync::Arc::new(Referee::new(ruleset("copenhagen").unwrap().clone())));
    /// assert_eq!(Words::english().repeated(&game), None);
    /// for (from, to) in [("d1", "d4"), ("f8", "d8"), ("d4", "d1"), ("d8", "f8")] {
    ///     game.play(Intent { from: from.parse().unwrap(), to: to.parse().unwrap() }).unwrap();
    /// }
    /// assert_eq!(
    ///     Words::english().repeated(&game).unwrap(),
    ///     "This position stands for the second time. Under Copenhagen: the attackers win when a position comes up for \
    ///      the third time.",
    /// );
    /// ```
    pub fn repeated(&self, game: &Game) -> Option<String> {
        let (ruleset, times) = (game.referee().ruleset(), game.times_stood(game.plies().len()));
        let repetition = ruleset.answers().repetition;
        if times < 2 || game.outcome().is_some() || repetition == Repetition::None {
            return None;
        }
        let answer = self.answer(Question::Repetition, ruleset.answers().word(Question::Repetition));
        let values = [("times", times.into()), ("ruleset", ruleset.name().into()), ("answer", answer.into())];
        Some(self.format("notice-repeated", &values))
    }

    /// How a game stands, as a label: "Attackers to move", or how it ended.
    pub fn status(&self, game: &Game) -> String {
        match game.outcome() {
            Some(outcome) => self.outcome(&outcome, game.referee().ruleset()),
            None => self.format("status-to-move", &[("side", game.position().turn().into())]),
        }
    }
}

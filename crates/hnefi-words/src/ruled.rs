//! What a clause does to a move or a position, as a sentence.

use hnefi_rules::{
    Capture, Clause, Deciding, Effect, Game, Inquiry, KingPlace, Piece, Played, Position, Question, Referee, Ruleset,
    Square,
};

use crate::{Value, Words};

impl Words {
    /// What a clause does to a ruling, as a sentence: "The king may come back to the throne." Empty where the refusal, or the
    /// sentence of another clause, says it already.
    ///
    /// ```
    /// use hnefi_rules::{Game, Inquiry, Intent, Referee, Setup, Side, leaflet};
    /// use hnefi_words::Words;
    /// let referee = Referee::new(leaflet("fetlar-2018").unwrap().clone());
    /// let setup = Setup::from_rows("/11/11/11/4K6/11/11/11/11/8t2/11/11/").unwrap();
    /// let position = referee.position(&setup, Side::Defenders).unwrap();
    /// let game = Game::from_position(std::sync::Arc::new(referee), position);
    /// let intent = Intent { from: "e4".parse().unwrap(), to: "e1".parse().unwrap() };
    /// let asked = Inquiry { intent: Some(intent), times: 1 };
    /// let deciding = game.deciding(asked);
    /// assert_eq!(Words::english().ruled(&deciding[0], &game, asked), "This is no win: only a corner is.");
    /// ```
    pub fn ruled(&self, deciding: &Deciding, game: &Game, asked: Inquiry) -> String {
        let ruleset = game.referee().ruleset();
        let clause = deciding.clause;
        match &deciding.effect {
            Effect::Refuses => String::new(),
            Effect::Ends(outcome) => self.outcome(outcome, ruleset),
            Effect::Begins(side) => self.format("ruled-begins", &[("side", (*side).into())]),
            Effect::Grants(ground) => self.format("ruled-grants", &[("ground", self.ground(*ground).into())]),
            Effect::Denies(ground) => self.format("ruled-denies", &[("ground", self.ground(*ground).into())]),
            Effect::Hangs => self.format("ruled-hangs", &[("answer", self.answer_of(clause, ruleset).into())]),
            Effect::Allows => self.format("ruled-allows", &self.values(clause, game, asked)),
            Effect::GoesOn(_) => {
                // A game that is over in another way may well be won.
                let id = if game.ruling(asked).outcome.is_some() { "ruled-ends-otherwise" } else { "ruled-goes-on" };
                self.format(id, &self.values(clause, game, asked))
            }
            Effect::Captures(squares) => self.ruled_captures(clause, squares, game, asked),
            Effect::Spares(squares) => self.ruled_spares(clause, squares, game, asked),
        }
    }

    fn values(&self, clause: Clause, game: &Game, asked: Inquiry) -> Vec<(&'static str, Value<'static>)> {
        let (referee, answers) = (game.referee(), game.referee().ruleset().answers());
        let answer = match clause {
            Clause::Question(question) => answers.word(question),
            Clause::Point(_) => "",
        };
        let stops = asked.intent.is_some_and(|intent| intent.to == referee.throne());
        vec![
            ("clause", clause.id().into()),
            ("word", answer.into()),
            ("answer", self.answer_of(clause, referee.ruleset()).into()),
            ("stops", stops.into()),
            ("fort", answers.word(Question::ExitFort).into()),
        ]
    }

    fn answer_of(&self, clause: Clause, ruleset: &Ruleset) -> String {
        match clause {
            Clause::Question(question) => self.answer(question, ruleset.answers().word(question)),
            Clause::Point(point) => self.point(point),
        }
    }

    /// What the captures are that a clause decides; the clauses that are cited after another one add nothing.
    fn ruled_captures(&self, clause: Clause, squares: &[Square], game: &Game, asked: Inquiry) -> String {
        if matches!(clause, Clause::Point(hnefi_rules::Point::SeveralAtOnce | hnefi_rules::Point::NoAttackersLeft)) {
            let trap =
                played(game, asked).is_some_and(|p| p.captures.iter().any(|c| c.by == hnefi_rules::Partner::Trap));
            return self.format("ruled-captures", &[("clause", clause.id().into()), ("trap", trap.into())]);
        }
        let Some(played) = played(game, asked) else { return String::new() };
        let told = |capture: &&Capture| squares.contains(&capture.square) && capture.clauses.first() == Some(clause);
        let mut said: Vec<String> =
            played.captures.iter().filter(told).map(|c| self.capture(c, game.referee().ruleset())).collect();
        if played.captures.iter().any(|capture| capture.by == hnefi_rules::Partner::Shieldwall) {
            said.truncate(1);
        }
        said.join(" ")
    }

    fn ruled_spares(&self, clause: Clause, squares: &[Square], game: &Game, asked: Inquiry) -> String {
        let (referee, ruleset) = (game.referee(), game.referee().ruleset());
        let Some(&first) = squares.first() else { return String::new() };
        let Some(piece) = standing(game.position(), first, asked) else { return String::new() };
        let victim = match squares {
            [_] | [] => self.piece_on_start(piece, first),
            several => {
                let squares = self.list(&several.iter().map(|s| s.to_string()).collect::<Vec<_>>());
                self.format("ruled-victims", &[("piece", piece.into()), ("squares", squares.into())])
            }
        };
        let place = referee.king_place(first);
        if piece == Piece::King && clause == place.question().into() {
            let reason = self.king_rule(place, referee);
            return self.format("ruled-spares-king", &[("victim", victim.into()), ("reason", reason.into())]);
        }
        let mut values = self.values(clause, game, asked);
        let victims = if piece == Piece::King { "king" } else { piece.side().id() };
        values.extend([
            ("piece", Value::from(piece)),
            ("victims", victims.into()),
            ("ruleset", ruleset.name().to_owned().into()),
        ]);
        let reason = self.format("ruled-reason", &values);
        let (count, victim) = (squares.len().into(), victim.into());
        self.format("ruled-spares", &[("count", count), ("victim", victim), ("reason", reason.into())])
    }

    /// What captures the king where he stands.
    fn king_rule(&self, place: KingPlace, referee: &Referee) -> String {
        let (question, answers): (Question, _) = (place.question(), referee.ruleset().answers());
        match place.captors(answers) {
            None => self.format("ruled-king-safe", &[("clause", question.id().into())]),
            Some(_) => self.text(&format!("why-{}-{}", question.id(), answers.word(question))),
        }
    }
}

/// What the move does that is asked about.
fn played(game: &Game, asked: Inquiry) -> Option<Played> {
    let mv = game.legal(asked.intent?).ok()?;
    Some(game.referee().play(game.position(), mv))
}

/// What stands on a square after the move that is asked about.
fn standing(before: &Position, square: Square, asked: Inquiry) -> Option<Piece> {
    match asked.intent {
        Some(intent) if intent.to == square => before.piece(intent.from),
        _ => before.piece(square),
    }
}

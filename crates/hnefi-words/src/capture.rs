//! Moves and captures in words.

use hnefi_formats::GameTree;
use hnefi_rules::{Capture, Clause, Partner, Piece, Played, Ply, Question, Ruleset, Side};

use crate::{Value, Words};

impl Words {
    /// A capture as a sentence: "The defender on d5 is captured against the corner a1."
    pub fn capture(&self, capture: &Capture, _ruleset: &Ruleset) -> String {
        let victim = self.piece_on_start(capture.piece, capture.square);
        let (kind, mut values) = self.capture_values(capture);
        values.extend([("capture", kind.into()), ("victim", victim.into()), ("piece", capture.piece.into())]);
        self.format("captured", &values)
    }

    /// A capture as a sentence, and on what it rests: "The king on f7 is captured: attackers stand on three sides, and the empty
    /// throne is the fourth. Our reading of “Taking the king”."
    pub fn capture_founded(&self, capture: &Capture, ruleset: &Ruleset) -> String {
        let said = self.capture(capture, ruleset);
        match self.foundation(capture, ruleset) {
            Some(foundation) => format!("{said} {foundation}"),
            None => said,
        }
    }

    /// On what the captures of a move rest, each sentence once: "Our reading of “Taking the king”."
    pub fn foundations(&self, played: &Played, ruleset: &Ruleset) -> Vec<String> {
        let mut all: Vec<String> = played.captures.iter().filter_map(|c| self.foundation(c, ruleset)).collect();
        let mut told = std::collections::HashSet::new();
        all.retain(|sentence| told.insert(sentence.clone()));
        all
    }

    /// Remarks at every move that captures which clauses decided it; not where that is known from a record alone.
    ///
    /// ```
    /// use hnefi_formats::{Content, read_any, write_tag_list};
    /// use hnefi_words::Words;
    /// let rows = "/1K9/11/11/11/11/11/11/3tT1Tt3/11/11/5t5/";
    /// let text = format!("[Rules \"fetlar-2018\"]\n[Position \"{rows}\"]\n\n1. f11-f8xe8/g8\n");
    /// let Content::Games(games) = read_any(&text).unwrap().content else { panic!("no games") };
    /// let mut tree = games[0].play(None).unwrap();
    /// Words::english().remark_captures(&mut tree);
    /// let remarked = "{e8 and g8: The leaflet says so under “Taking pieces” (sandwich).}\n";
    /// assert!(write_tag_list(&tree).text.ends_with(remarked));
    /// ```
    pub fn remark_captures(&self, tree: &mut GameTree) {
        let ruleset = tree.ruleset().clone();
        for node in tree.nodes_mut() {
            if let Some(remark) = node.ply().and_then(|ply| self.captures_remark(&ply.played, &ruleset)) {
                node.remark(&remark);
            }
        }
    }

    fn captures_remark(&self, played: &Played, ruleset: &Ruleset) -> Option<String> {
        let mut told: Vec<(String, Vec<String>)> = Vec::new();
        for capture in &played.captures {
            let Some(foundation) = self.foundation(capture, ruleset) else { continue };
            let ids: Vec<&str> = capture.clauses.iter().map(Clause::id).collect();
            let said = format!("{} ({})", foundation.trim_end_matches('.'), ids.join(", "));
            let square = capture.square.to_string();
            match told.iter_mut().find(|(before, _)| *before == said) {
                Some((_, squares)) => squares.push(square),
                None => told.push((said, vec![square])),
            }
        }
        let sentence = |(said, squares): &(String, Vec<String>)| format!("{}: {said}.", self.list(squares));
        (!told.is_empty()).then(|| told.iter().map(sentence).collect::<Vec<_>>().join(" "))
    }

    fn foundation(&self, capture: &Capture, ruleset: &Ruleset) -> Option<String> {
        let source = ruleset.source(capture.clauses.first()?);
        let id = if ruleset.is_of_a_leaflet() { "capture-founded" } else { "capture-founded-publisher" };
        let values = [("grade", source.grade.id().into()), ("section", source.section.as_str().into())];
        Some(self.format(id, &values))
    }

    /// A ply as a sentence: "Attackers d1–d4, capturing the defender on d5 against the corner a1."
    pub fn ply(&self, ply: &Ply, ruleset: &Ruleset) -> String {
        let mut said = self.played(&ply.played, ruleset);
        if let Some(outcome) = &ply.outcome {
            let outcome = self.outcome(outcome, ruleset);
            said = self.format("ply-ends", &[("ply", said.into()), ("outcome", outcome.into())]);
        }
        if ply.recorded {
            said = self.format("ply-recorded", &[("ply", said.into())]);
        }
        said
    }

    /// A move with its captures as a sentence, whatever it did to the game.
    pub fn played(&self, played: &Played, _ruleset: &Ruleset) -> String {
        let side: Side = played.piece.side();
        let (walls, alone): (Vec<_>, Vec<_>) = played.captures.iter().partition(|c| c.by == Partner::Shieldwall);
        let mut captures: Vec<String> = alone.into_iter().map(|c| self.capture_part(c)).collect();
        captures.extend(self.wall_part(&walls));
        let id = match (played.piece == Piece::King, captures.is_empty()) {
            (false, true) => "ply-soldier",
            (false, false) => "ply-soldier-captures",
            (true, true) => "ply-king",
            (true, false) => "ply-king-captures",
        };
        let (mv, captures) = (self.intent(played.mv.intent()), self.list(&captures));
        self.format(id, &[("side", side.into()), ("move", mv.into()), ("captures", captures.into())])
    }

    /// A capture within a sentence: "the defender on d5 against the corner a1".
    fn capture_part(&self, capture: &Capture) -> String {
        let victim = self.piece_on(capture.piece, capture.square);
        let (kind, mut values) = self.capture_values(capture);
        values.push(("victim", victim.into()));
        self.format(&format!("capture-{kind}"), &values)
    }

    /// The pieces that fell together in a row, within a sentence: "the defenders on c1 and d1 by a shieldwall".
    fn wall_part(&self, fallen: &[&Capture]) -> Option<String> {
        let victims = match fallen {
            [] => return None,
            [one] => self.piece_on(one.piece, one.square),
            [first, ..] => {
                let squares = self.list(&fallen.iter().map(|c| c.square.to_string()).collect::<Vec<_>>());
                self.format("pieces-on", &[("piece", first.piece.into()), ("squares", squares.into())])
            }
        };
        Some(self.format("capture-shieldwall", &[("victim", victims.into())]))
    }

    fn capture_values(&self, capture: &Capture) -> (&'static str, Vec<(&'static str, Value<'static>)>) {
        match capture.by {
            Partner::Piece(square, piece) => ("piece", vec![("partner", self.piece_on(piece, square).into())]),
            Partner::Corner(square) => ("corner", vec![("square", square.into())]),
            Partner::Throne(_) if capture.clauses.iter().any(is_occupied) => ("throne-occupied", vec![]),
            Partner::Throne(_) => ("throne-empty", vec![]),
            Partner::Trap => ("trap", vec![]),
            Partner::Shieldwall => ("shieldwall", vec![]),
            Partner::FourSides => ("four-sides", vec![]),
            Partner::ThreeAndThrone(_) => ("three-and-throne", vec![]),
            Partner::Recorded => ("recorded", vec![]),
        }
    }
}

/// Whether a clause speaks of the throne with the king on it.
pub(crate) fn is_occupied(clause: Clause) -> bool {
    matches!(clause, Clause::Question(Question::OccupiedThroneAttackers | Question::OccupiedThroneDefenders))
}

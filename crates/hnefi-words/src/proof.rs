//! Proofs in plain sentences: what holds for good, whether a claim is proved, and forced wins.

use hnefi_rules::{ClaimProof, Ending, Ground, Hold, Move, Referee, Refutation, Ruleset, Shuttle, Side, Square};

use crate::documents::capital;
use crate::{Value, WhyWords, Words};

impl Words {
    /// Whether a claim that a side makes is proved, and by what; the last line says what follows from it, and the clause
    /// is the one that knows the claim.
    ///
    /// ```
    /// use hnefi_rules::{Ground, Referee, Setup, Side, leaflet};
    /// use hnefi_words::Words;
    /// let ruleset = leaflet("fetlar-2018").unwrap();
    /// let referee = Referee::new(ruleset.clone());
    /// let setup = Setup::from_rows("/5K5/11/11/11/11/11/11/11/11/11/3t1t5/").unwrap();
    /// let position = referee.position(&setup, Side::Defenders).unwrap();
    /// let proof = referee.prove_claim(&position, Ground::KingAtSide);
    /// let said = Words::english().claim(Ground::KingAtSide, Some(Side::Defenders), proof.as_ref(), ruleset);
    /// assert_eq!(said.title, "Proved: the king is at the side and cannot be brought to where he can be taken.");
    /// assert_eq!(
    ///     said.lines[0],
    ///     "Only 2 attackers are left, and it takes at least 3 to capture the king under Fetlar 2018."
    /// );
    /// ```
    pub fn claim(
        &self,
        ground: Ground,
        claimer: Option<Side>,
        proof: Option<&ClaimProof>,
        ruleset: &Ruleset,
    ) -> WhyWords {
        let id = if proof.is_some() { "proof-claim-title" } else { "proof-claim-open-title" };
        let title = self.format(id, &[("ground", ground.into())]);
        let mut lines = Vec::new();
        match proof {
            None => lines.push(self.text("proof-claim-open")),
            Some(proof) => {
                lines.extend(self.hold(&proof.king, ruleset));
                lines.push(self.text("proof-king-safe"));
                if let Some(escapes) = &proof.escapes {
                    lines.extend(self.hold(escapes, ruleset));
                    lines.push(self.text("proof-escapes-closed"));
                }
                let settles = match claimer {
                    _ if proof.escapes.is_some() => "proof-nobody-wins",
                    Some(Side::Defenders) => "proof-settles-defenders",
                    Some(Side::Attackers) => "proof-settles-not",
                    None => "proof-settles-one",
                };
                lines.push(self.text(settles));
            }
        }
        let clause = Ending::Claim(ground).clause();
        WhyWords { title, lines, clauses: clause.map(|clause| self.clause(ruleset, clause)).into_iter().collect() }
    }

    /// That the board refutes a claim, and by what; the clause is the one that knows the claim.
    ///
    /// ```
    /// use hnefi_rules::{Ground, Referee, leaflet};
    /// use hnefi_words::Words;
    /// let ruleset = leaflet("fetlar-2018").unwrap();
    /// let referee = Referee::new(ruleset.clone());
    /// let refuted = referee.refute_claim(&referee.start(), Ground::KingAtSide).unwrap();
    /// let said = Words::english().claim_refuted(refuted, ruleset);
    /// assert_eq!(said.title, "Untrue: the king is at the side and cannot be brought to where he can be taken.");
    /// assert_eq!(said.lines, ["The king stands on f6, and that is no square of the edge."]);
    /// ```
    pub fn claim_refuted(&self, refutation: Refutation, ruleset: &Ruleset) -> WhyWords {
        let ground = refutation.ground();
        let clause = Ending::Claim(ground).clause();
        WhyWords {
            title: self.format("proof-claim-untrue-title", &[("ground", ground.into())]),
            lines: vec![capital(&self.refutation(refutation))],
            clauses: clause.map(|clause| self.clause(ruleset, clause)).into_iter().collect(),
        }
    }

    /// How a side holds for good, a sentence to a line.
    pub fn hold(&self, hold: &Hold, ruleset: &Ruleset) -> Vec<String> {
        match hold {
            Hold::TooFew { attackers, needed } => {
                let values = [
                    ("attackers", Value::from(*attackers)),
                    ("needed", (*needed).into()),
                    ("ruleset", ruleset.name().into()),
                ];
                vec![self.format("proof-too-few", &values)]
            }
            Hold::Shuttle(shuttle) => self.shuttle(shuttle),
        }
    }

    fn shuttle(&self, shuttle: &Shuttle) -> Vec<String> {
        let Shuttle { side, from, to, by_king, king_stays, wall, room } = shuttle;
        let values = [("side", (*side).into()), ("from", (*from).into()), ("to", (*to).into())];
        let mut lines = Vec::new();
        if let Some(square) = king_stays {
            lines.push(self.format("proof-king-stays", &[("square", (*square).into())]));
        }
        lines.push(self.format(if *by_king { "proof-king-walks" } else { "proof-soldier-walks" }, &values));
        if *side == Side::Defenders {
            let room = room.iter().map(Square::to_string).collect::<Vec<_>>();
            lines.push(self.format("proof-room", &[("squares", self.list_either(&room).into())]));
        }
        if !wall.is_empty() {
            let id = match side {
                Side::Attackers => "proof-wall-attackers",
                Side::Defenders => "proof-wall-defenders",
            };
            lines.push(self.format(id, &[("squares", self.squares(wall).into()), ("count", wall.len().into())]));
        }
        lines
    }

    fn squares(&self, squares: &[Square]) -> String {
        self.list(&squares.iter().map(Square::to_string).collect::<Vec<_>>())
    }

    /// That a side wins by force, with the line of the proof as numbered moves.
    ///
    /// `line` begins with a move of `turn`, the side to move, and is empty in a game that is over; `plies` is how many the
    /// proof takes at most.
    ///
    /// ```
    /// use hnefi_rules::Side;
    /// use hnefi_words::Words;
    /// let won = Words::english().forced_win(Side::Defenders, Side::Attackers, &[], 0);
    /// assert_eq!(won.title, "The game is over, and the defenders have won");
    /// ```
    pub fn forced_win(&self, winner: Side, turn: Side, line: &[Move], plies: u32) -> WhyWords {
        if line.is_empty() {
            let title = self.format("proof-won-title", &[("side", winner.into())]);
            return WhyWords { title, lines: Vec::new(), clauses: Vec::new() };
        }
        let moves = (plies + u32::from(winner == turn)) / 2;
        let title = self.format("proof-win-title", &[("side", winner.into()), ("count", moves.into())]);
        let mut text = Vec::new();
        for (ply, mv) in line.iter().enumerate() {
            let mv = self.intent(mv.intent());
            let numbered = if ply % 2 == 0 { format!("{}. {mv}", ply / 2 + 1) } else { mv };
            text.push(numbered);
        }
        let values = [("other", Value::from((!winner).id())), ("line", text.join(" ").into()), ("count", moves.into())];
        let mut lines = vec![self.format("proof-win-line", &values)];
        if line.len() > 1 {
            lines.push(self.format("proof-win-whatever", &values));
        }
        WhyWords { title, lines, clauses: Vec::new() }
    }

    /// That a side cannot force a win (`looked_at_all`), or that none was found.
    pub fn no_forced_win(&self, side: Side, looked_at_all: bool) -> WhyWords {
        let (title, line) =
            if looked_at_all { ("proof-none-title", "proof-none") } else { ("proof-unknown-title", "proof-unknown") };
        let values = [("side", side.into())];
        WhyWords { title: self.format(title, &values), lines: vec![self.format(line, &values)], clauses: Vec::new() }
    }

    /// What holds for good in a position, for either side, each with its sentences; empty if nothing is proved.
    pub fn holds(&self, referee: &Referee, position: &hnefi_rules::Position) -> Vec<String> {
        let mut lines = Vec::new();
        let ruleset = referee.ruleset();
        if let Some(hold) = referee.hold(position, Side::Defenders) {
            lines.extend(self.hold(&hold, ruleset));
            lines.push(self.text("proof-king-safe"));
        }
        if let Some(hold) = referee.hold(position, Side::Attackers) {
            lines.extend(self.hold(&hold, ruleset));
            lines.push(self.text("proof-escapes-closed"));
        }
        lines
    }
}

//! What a whole game shows, in words.

use hnefi_analysis::{Grade, Merit, Mistake, Reason, Review, Trial, Verdict, points};
use hnefi_rules::{Direction, Intent, Piece, Side, Square};

use crate::{Value, Words};

impl Words {
    /// A mistake as one sentence: what was wrong with the move, and what was better.
    ///
    /// ```
    /// use hnefi_analysis::{Found, Review};
    /// use hnefi_rules::{Game, Intent, Referee, Setup, Side, ruleset};
    /// use hnefi_words::Words;
    /// use std::sync::Arc;
    /// let referee = Arc::new(Referee::new(ruleset("copenhagen").unwrap().clone()));
    /// let setup = Setup::from_rows("/11/11/t10/11/11/K10/11/11/11/5t5/11/").unwrap();
    /// let position = referee.position(&setup, Side::Attackers).unwrap();
    /// let mut game = Game::from_position(referee, position);
    /// game.play(Intent { from: "f10".parse().unwrap(), to: "g10".parse().unwrap() }).unwrap();
    /// let before = Found { chances: [200, 300, 500], pv: vec!["f10-a10".into()], ..Found::default() };
    /// let after = Found { win_in: Some(1), chances: [0, 0, 1000], pv: vec!["a6-a11".into()], ..Found::default() };
    /// let review = Review::of(&game, &[Some(before), Some(after)]);
    /// let said = Words::english().mistake(&review.mistakes[0]);
    /// assert_eq!(said, "f10–g10 let the king escape with a6–a11; better was f10–a10, which stops a6–a11.");
    /// ```
    pub fn mistake(&self, mistake: &Mistake) -> String {
        let (mv, reason) = (self.intent(mistake.change.mv.intent()), self.reason(mistake));
        let mut values = vec![("move", Value::from(mv)), ("reason", reason.into())];
        let Some(better) = &mistake.better else { return self.format("review-mistake-alone", &values) };
        let is_said = matches!(
            (&mistake.reason, &better.merit),
            (Reason::MissedWin { .. }, Some(Merit::Wins { .. }))
                | (Reason::MissedCapture { .. }, Some(Merit::Captures { .. }))
        );
        let merit = better.merit.as_ref().filter(|_| !is_said);
        let merit = merit.map(|merit| self.merit(merit, mistake.side())).unwrap_or_default();
        values.extend([("better", self.intent(better.mv.intent()).into()), ("merit", merit.into())]);
        self.format("review-mistake", &values)
    }

    /// The same with how bad it is in front.
    pub fn graded_mistake(&self, mistake: &Mistake) -> String {
        let values = [("grade", Value::from(mistake.grade.id())), ("sentence", self.mistake(mistake).into())];
        self.format("review-grade-line", &values)
    }

    /// Whether a line of a comment is what these words say of the move that it is about; of a whole game, where it is about none.
    pub fn is_review(&self, line: &str, mv: Option<Intent>) -> bool {
        let begins = |with: String| line.strip_prefix(&with).is_some_and(|rest| rest.starts_with(' '));
        let graded = |mv: Intent, grade: Grade| {
            let values = [("grade", Value::from(grade.id())), ("sentence", self.intent(mv).into())];
            self.format("review-grade-line", &values)
        };
        match mv {
            Some(mv) => Grade::ALL.into_iter().any(|grade| begins(graded(mv, grade))),
            None => {
                let accuracy = self.format("review-accuracy", &[("attackers", "|".into()), ("defenders", "".into())]);
                accuracy.split_once(" |").is_some_and(|(with, _)| begins(with.to_owned()))
            }
        }
    }

    fn reason(&self, mistake: &Mistake) -> String {
        let (side, other) = (mistake.side(), !mistake.side());
        match &mistake.reason {
            Reason::Ended { outcome } => {
                self.text(if outcome.winner.is_none() { "review-ended-drawn" } else { "review-ended-lost" })
            }
            Reason::Loses { by, plies, ending, king } => {
                let king = king.map(|square| square.to_string()).unwrap_or_default();
                let values = [
                    ("side", other.into()),
                    ("by", self.intent(by.intent()).into()),
                    ("moves", plies.div_ceil(2).into()),
                    ("ending", ending.map_or("other", |ending| ending.id()).into()),
                    ("king", king.into()),
                ];
                self.format(if *plies == 1 { "review-loses-now" } else { "review-loses" }, &values)
            }
            Reason::MissedWin { plies, ending } => {
                let ending = ending.map_or("other", |ending| ending.id());
                let values = [("moves", plies.div_ceil(2).into()), ("ending", ending.into())];
                self.format(if *plies == 1 { "review-missed-win-now" } else { "review-missed-win" }, &values)
            }
            Reason::WalksIntoCapture { by } => {
                self.format("review-walks-into-capture", &[("by", self.intent(by.intent()).into())])
            }
            Reason::LosesSoldiers { by, squares, left } => {
                let values = [
                    ("side", other.into()),
                    ("by", self.intent(by.intent()).into()),
                    ("soldiers", self.soldiers(side, squares).into()),
                    ("left", (*left).into()),
                ];
                self.format("review-loses-soldiers", &values)
            }
            Reason::KingReaches { edge, by, left } => {
                let values =
                    [("edge", edge_word(*edge)), ("by", self.intent(by.intent()).into()), ("left", (*left).into())];
                self.format("review-king-reaches", &values)
            }
            Reason::LetsThreaten { by, threat } => {
                let values = [("by", self.intent(by.intent()).into()), ("threat", self.intent(*threat).into())];
                self.format("review-lets-threaten", &values)
            }
            Reason::OpensCorner { corner } => self.format("review-opens-corner", &[("corner", (*corner).into())]),
            Reason::LetsCutOff { corner, by } => {
                let values = [("corner", (*corner).into()), ("by", self.intent(by.intent()).into())];
                self.format("review-lets-cut-off", &values)
            }
            Reason::MissedCapture { squares } => {
                self.format("review-missed-capture", &[("soldiers", self.soldiers(other, squares).into())])
            }
            Reason::KingNearer { by, moves } => {
                let values = [("by", self.intent(by.intent()).into()), ("moves", (*moves).into())];
                self.format("review-king-nearer", &values)
            }
            Reason::KingFarther { by, moves, instead } => {
                let values = [
                    ("by", self.intent(by.intent()).into()),
                    ("moves", moves.unwrap_or_default().into()),
                    ("instead", (*instead).into()),
                ];
                self.format("review-king-farther", &values)
            }
            Reason::Chances { by } => {
                let by = by.map_or_else(|| "none".to_owned(), |by| self.intent(by.intent()));
                let percent = |chances| Value::from((100.0 * points(chances, side)).round() as u32);
                let values = [
                    ("side", side.into()),
                    ("before", percent(mistake.change.before)),
                    ("after", percent(mistake.change.after)),
                    ("by", by.into()),
                ];
                self.format("review-chances", &values)
            }
        }
    }

    fn merit(&self, merit: &Merit, side: Side) -> String {
        let intent = |intent: &Intent| Value::from(self.intent(*intent));
        match merit {
            Merit::Wins { plies: 1 } => self.text("review-merit-wins-now"),
            Merit::Wins { plies } => self.format("review-merit-wins", &[("moves", plies.div_ceil(2).into())]),
            Merit::Captures { squares } => {
                self.format("review-merit-captures", &[("soldiers", self.soldiers(!side, squares).into())])
            }
            Merit::KingReaches { edge } => self.format("review-merit-king-reaches", &[("edge", edge_word(*edge))]),
            Merit::Threatens { by } => self.format("review-merit-threatens", &[("by", intent(by))]),
            Merit::Parries { threat } => self.format("review-merit-parries", &[("threat", intent(threat))]),
            Merit::CutsOff { corner } => self.format("review-merit-cuts-off", &[("corner", (*corner).into())]),
            Merit::Closes { edge } => self.format("review-merit-closes", &[("edge", edge_word(*edge))]),
        }
    }

    /// Soldiers of a side by where they stand: “the defender on e5”.
    fn soldiers(&self, side: Side, squares: &[Square]) -> String {
        let piece = ("piece", Value::from(Piece::soldier_of(side)));
        match squares {
            [square] => self.format("piece-on", &[piece, ("square", (*square).into())]),
            _ => {
                let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
                self.format("pieces-on", &[piece, ("squares", self.list(&squares).into())])
            }
        }
    }

    /// How accurate both sides were.
    pub fn accuracy(&self, review: &Review) -> String {
        let percent = |side: Side| match review.accuracy[side] {
            Some(accuracy) => self.format("review-percent", &[("percent", (accuracy.round() as u32).into())]),
            None => self.text("review-no-percent"),
        };
        let values = [("attackers", percent(Side::Attackers).into()), ("defenders", percent(Side::Defenders).into())];
        self.format("review-accuracy", &values)
    }
}

impl Words {
    /// How a move does that is tried in the place of a mistake.
    ///
    /// ```
    /// use hnefi_analysis::{Trial, Verdict};
    /// let trial = Trial { verdict: Verdict::Good, lost: 0.02, gained: 0.3 };
    /// let said = hnefi_words::Words::english().trial(&trial);
    /// assert_eq!(said, "Solved. It is about as good as the best move, and 30 % better than what was played.");
    /// ```
    pub fn trial(&self, trial: &Trial) -> String {
        let percent = |points: f64| Value::from((100.0 * points.abs()).round() as u32);
        let values = [("lost", percent(trial.lost)), ("gained", percent(trial.gained))];
        let id = match trial.verdict {
            Verdict::Best => "review-trial-best",
            Verdict::Good => "review-trial-good",
            Verdict::Better => "review-trial-better",
            Verdict::NoBetter if trial.gained < 0.0 => "review-trial-worse",
            Verdict::NoBetter => "review-trial-no-better",
        };
        self.format(id, &values)
    }
}

fn edge_word(edge: Direction) -> Value<'static> {
    Value::from(edge.id())
}

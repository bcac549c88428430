//! Refusals in words.

use hnefi_rules::{KingThrone, MAX_SIZE, Question, Reason, Refusal, Repetition, Ruleset, Side, SoldiersThrone, Square};

use crate::{Value, Words};

impl Words {
    /// Why a move is refused, as a sentence.
    pub fn refusal(&self, refusal: &Refusal, ruleset: &Ruleset) -> String {
        let Refusal { intent, reason } = *refusal;
        let mut values: Vec<(&str, Value<'_>)> =
            vec![("from", intent.from.into()), ("to", intent.to.into()), ("ruleset", ruleset.name().into())];
        let mut id = format!("refusal-{}", reason.code());
        match reason {
            Reason::OffBoard(square) => {
                let last = ruleset.size().min(MAX_SIZE) - 1;
                values.push(("square", square.into()));
                values.extend(Square::new(last, last).map(|last| ("last", last.into())));
            }
            Reason::NotYours { square, piece } => {
                let turn: Side = !piece.side();
                values.extend([("square", square.into()), ("piece", piece.into()), ("side", turn.into())]);
            }
            Reason::Blocked { square, piece } => {
                if square == intent.to {
                    id.push_str("-here");
                }
                values.extend([("square", square.into()), ("piece", piece.into())]);
            }
            Reason::ThroneStop(square) => {
                if ruleset.answers().soldiers_throne == SoldiersThrone::Pass {
                    id.push_str("-pass");
                }
                let king = ruleset.answers().word(Question::KingThrone);
                values.extend([("square", square.into()), ("king-throne", king.into())]);
            }
            Reason::KingBarred(square) => {
                if square != intent.to {
                    id.push_str("-over");
                } else if ruleset.answers().king_throne == KingThrone::Passes {
                    id.push_str("-stop");
                }
                values.push(("square", square.into()));
            }
            Reason::Repeats => id.push_str(match ruleset.answers().repetition {
                Repetition::DefendersForbidden => "-defenders",
                Repetition::AggressorDeviates => "-aggressor",
                _ => "-forbidden",
            }),
            Reason::Nothing(square)
            | Reason::Nowhere(square)
            | Reason::ThroneClosed(square)
            | Reason::CornerStop(square) => values.push(("square", square.into())),
            Reason::TooFar(piece) => values.push(("piece", piece.into())),
            Reason::GameOver(outcome) => values.push(("outcome", self.outcome(&outcome, ruleset).into())),
            Reason::NotStraight => {}
        }
        self.format(&id, &values)
    }
}

//! Text that cannot be read, in words: moves, diagrams, recorded games.

use hnefi_formats::{DiagramError, DiagramFault, Mismatch, MoveError, MoveFault, PositionError, RecordFault};
use hnefi_rules::{Ruleset, SideError, Square};

use crate::Words;

impl Words {
    /// Why a text is no move, as a sentence.
    pub fn move_error(&self, error: &MoveError) -> String {
        let text = || ("text", (&error.text).into());
        match &error.fault {
            MoveFault::Empty => self.text("move-error-empty"),
            MoveFault::From => self.format("move-error-from", &[text()]),
            MoveFault::To(from) => self.format("move-error-to", &[text(), ("from", (*from).into())]),
            MoveFault::Capture => self.format("move-error-capture", &[text()]),
            MoveFault::Strange(letter) => {
                self.format("move-error-strange", &[text(), ("letter", letter.to_string().into())])
            }
            MoveFault::Trailing(letter) => {
                self.format("move-error-trailing", &[text(), ("letter", letter.to_string().into())])
            }
        }
    }

    /// How a written move differs from what happened, as a sentence.
    pub fn mismatch(&self, mismatch: &Mismatch, ruleset: &Ruleset) -> String {
        let list = |squares: &[Square]| match squares {
            [] => self.text("mismatch-nothing"),
            _ => self.list(&squares.iter().map(Square::to_string).collect::<Vec<_>>()),
        };
        match mismatch {
            Mismatch::Piece(piece) => self.format("mismatch-piece", &[("piece", (*piece).into())]),
            Mismatch::Captures { written, actual } => self.format(
                "mismatch-captures",
                &[
                    ("written", list(written).into()),
                    ("actual", list(actual).into()),
                    ("ruleset", ruleset.name().into()),
                ],
            ),
        }
    }

    /// Why a text is no side, as a sentence.
    pub fn side_error(&self, error: &SideError) -> String {
        self.format("side-error", &[("text", (&error.0).into())])
    }

    /// Why a line is no position, as a sentence.
    pub fn position_error(&self, error: &PositionError) -> String {
        match error {
            PositionError::Rows(error) => self.rows_error(error),
            PositionError::Side(error) => self.side_error(error),
        }
    }

    /// Why a text is no diagram, as a sentence that names line and column.
    pub fn diagram_error(&self, error: &DiagramError) -> String {
        let fault = self.diagram_fault(&error.fault);
        self.format(
            "diagram-error",
            &[("line", error.place.line.into()), ("column", error.place.column.into()), ("fault", fault.into())],
        )
    }

    /// What is wrong with a diagram, as the end of a sentence.
    pub(crate) fn diagram_fault(&self, fault: &DiagramFault) -> String {
        match fault {
            DiagramFault::Count(count) => self.format("diagram-count", &[("count", (*count).into())]),
            DiagramFault::Width { squares, size } => {
                self.format("diagram-width", &[("squares", (*squares).into()), ("size", (*size).into())])
            }
            DiagramFault::Rank { given, wanted } => {
                self.format("diagram-rank", &[("given", (*given).into()), ("wanted", (*wanted).into())])
            }
            DiagramFault::Files { size } => self.format("diagram-files", &[("size", (*size).into())]),
            DiagramFault::Letter(letter) => self.format("diagram-letter", &[("letter", letter.to_string().into())]),
            DiagramFault::NoThrone(square) => self.format("diagram-no-throne", &[("square", (*square).into())]),
            DiagramFault::NoCorner(square) => self.format("diagram-no-corner", &[("square", (*square).into())]),
        }
    }

    /// What is wrong with a recorded game, as a sentence. `ruleset` is the one under which it is replayed.
    pub fn record_fault(&self, fault: &RecordFault, ruleset: &Ruleset) -> String {
        match fault {
            RecordFault::Json(text) => self.format("record-json", &[("text", text.into())]),
            RecordFault::Shape { key, .. } => self.format("record-shape", &[("key", (*key).into())]),
            RecordFault::NoRules => self.text("record-no-rules"),
            RecordFault::UnknownRules(rules) => self.format("record-unknown-rules", &[("rules", rules.into())]),
            RecordFault::House(change) => self.format("read-house", &[("text", change.into())]),
            RecordFault::Ruleset(error) => self.ruleset_error(error),
            RecordFault::Rows(error) => self.rows_error(error),
            RecordFault::Turn(text) => self.side_error(&SideError(text.clone())),
            RecordFault::Setup(errors) => self.setup_errors(errors, ruleset).join(" "),
            RecordFault::Move(error) => self.move_error(error),
            RecordFault::Refused(refusal) => self.refusal(refusal, ruleset),
            RecordFault::Mismatch(mismatch) => self.mismatch(mismatch, ruleset),
            RecordFault::Result { written, outcome } => {
                let board = outcome.map_or_else(|| self.text("record-result-none"), |o| self.outcome(&o, ruleset));
                self.format("record-result", &[("written", written.id().into()), ("board", board.into())])
            }
        }
    }
}

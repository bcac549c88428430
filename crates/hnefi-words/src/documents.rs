//! Games, positions and rule sets in the formats of the field: what is wrong with them, what was understood
//! otherwise than it was written, and what a format cannot hold.

use hnefi_formats::{Format, KeyProblem, Loss, Note, ReadError, ReadFault, RecordFault, Remark};
use hnefi_rules::{Question, Ruleset, SideError, Square, ruleset as ruleset_of};

use crate::Words;

impl Words {
    /// Why a text was refused, as a sentence with line and column. `ruleset` is the one under which it was read.
    pub fn read_error(&self, error: &ReadError, ruleset: &Ruleset) -> String {
        let fault = self.read_fault(&error.fault, ruleset);
        self.format(
            "read-error",
            &[("line", error.place.line.into()), ("column", error.place.column.into()), ("fault", fault.into())],
        )
    }

    /// Why a text was refused, as a sentence without the place.
    pub fn read_fault(&self, fault: &ReadFault, ruleset: &Ruleset) -> String {
        match fault {
            ReadFault::Unrecognised => self.text("read-unrecognised"),
            ReadFault::TooLong(most) => self.format("read-too-long", &[("most", (*most).into())]),
            ReadFault::TooMany(most) => self.format("read-too-many", &[("most", (*most).into())]),
            ReadFault::Tag(form) => self.format("read-tag", &[("form", (*form).into())]),
            ReadFault::Unclosed(letter) => self.format("read-unclosed", &[("letter", letter.to_string().into())]),
            ReadFault::Stray(text) => self.format("read-stray", &[("text", text.into())]),
            ReadFault::Address(text) => self.format("read-address", &[("text", text.into())]),
            ReadFault::Comment(text) => self.format("read-comment", &[("text", text.into())]),
            ReadFault::Key { key, problem } => self.key_problem(key, problem),
            ReadFault::NoRules => self.text("read-no-rules"),
            ReadFault::Diagram(fault) => capital(&self.diagram_fault(fault)),
            ReadFault::Side(text) => self.side_error(&SideError(text.clone())),
            ReadFault::Setup(errors, ruleset) => self.setup_errors(errors, ruleset).join(" "),
            ReadFault::Result(text) => self.format("read-result", &[("text", text.into())]),
            ReadFault::Claim(error) => self.game_error(*error, ruleset),
            ReadFault::Record(RecordFault::Refused(refusal)) => {
                let said = self.refusal(refusal, ruleset);
                match refusal.reason.clause() {
                    None => said,
                    Some(clause) => {
                        let clause = self.clause(ruleset, clause).text;
                        self.format(
                            "read-refused",
                            &[("refusal", said.into()), ("ruleset", ruleset.name().into()), ("clause", clause.into())],
                        )
                    }
                }
            }
            ReadFault::Record(fault) => self.record_fault(fault, ruleset),
        }
    }

    fn key_problem(&self, key: &str, problem: &KeyProblem) -> String {
        let key = ("key", key.into());
        match problem {
            KeyProblem::Missing => self.format("read-key-missing", &[key]),
            KeyProblem::Twice => self.format("read-key-twice", &[key]),
            KeyProblem::Unknown => self.format("read-key-unknown", &[key]),
            KeyProblem::Value(value) => self.format("read-key-value", &[key, ("value", value.into())]),
            KeyProblem::Unplayable(value) => self.format("read-key-unplayable", &[("value", value.into())]),
        }
    }

    /// What was understood otherwise than it was written, as a sentence, with its place if it has one.
    pub fn note(&self, note: &Note, ruleset: &Ruleset) -> String {
        let said = self.remark(&note.remark, ruleset);
        match note.place {
            None => said,
            Some(place) => self.format(
                "note-at",
                &[("line", place.line.into()), ("column", place.column.into()), ("note", said.into())],
            ),
        }
    }

    fn remark(&self, remark: &Remark, ruleset: &Ruleset) -> String {
        let asked = |question: Question| ("question", self.question(question).into());
        let answered = |question: Question, word: &str| ("answer", self.answer(question, word).into());
        let squares = |squares: &[Square]| match squares {
            [] => self.text("mismatch-nothing"),
            _ => self.list(&squares.iter().map(Square::to_string).collect::<Vec<_>>()),
        };
        let name = |id: &str| ruleset_of(id).map_or_else(|| id.to_owned(), |ruleset| ruleset.name().to_owned());
        match remark {
            Remark::Nearest { written, question, taken } => self
                .format("note-nearest", &[("written", written.into()), asked(*question), answered(*question, taken)]),
            Remark::OwnDefinition { written, question } => {
                self.format("note-own-definition", &[("written", written.into()), asked(*question)])
            }
            Remark::Unsaid { question, taken } => {
                self.format("note-unsaid", &[asked(*question), answered(*question, taken)])
            }
            Remark::Against { published, question, answer } => self.format(
                "note-against",
                &[("ruleset", name(published).into()), asked(*question), answered(*question, answer)],
            ),
            Remark::AlsoFits { taken, others } => {
                let others = self.list(&others.iter().map(|id| name(id)).collect::<Vec<_>>());
                self.format("note-also-fits", &[("taken", name(taken).into()), ("others", others.into())])
            }
            Remark::Orientation => self.text("note-orientation"),
            Remark::UpsideDown => self.text("note-upside-down"),
            Remark::Turn(side) => self.format("note-turn", &[("side", (*side).into())]),
            Remark::Captures { mv, written, actual } => self.format(
                "note-captures",
                &[("move", mv.into()), ("written", squares(written).into()), ("actual", squares(actual).into())],
            ),
            Remark::Piece { mv } => self.format("note-piece", &[("move", mv.into())]),
            Remark::Result { said, board } => {
                let board = board.map_or_else(|| self.text("note-result-open"), |o| self.outcome(&o, ruleset));
                self.format("note-result", &[("said", said.id().into()), ("board", board.into())])
            }
            Remark::UnclearResult(text) => self.format("note-unclear-result", &[("text", text.into())]),
        }
    }

    /// What a written text does not say, as a sentence.
    pub fn loss(&self, loss: &Loss) -> String {
        let counted = |id: &str, count: usize| self.format(id, &[("count", count.into())]);
        match loss {
            Loss::Answer { question, answer, instead } => {
                let asked = ("question", self.question(*question).into());
                let answered = ("answer", self.answer(*question, answer).into());
                match instead {
                    None => self.format("loss-answer", &[asked, answered]),
                    Some(instead) => {
                        self.format("loss-answer-instead", &[asked, answered, ("instead", instead.into())])
                    }
                }
            }
            Loss::Name(name) => self.format("loss-name", &[("name", name.into())]),
            Loss::Comments(count) => counted("loss-comments", *count),
            Loss::Variations(count) => counted("loss-variations", *count),
            Loss::CommentLetters(count) => counted("loss-comment-letters", *count),
            Loss::TagLetters(count) => counted("loss-tag-letters", *count),
            Loss::Tags(names) => {
                self.format("loss-tags", &[("count", names.len().into()), ("names", self.list(names).into())])
            }
            Loss::Unplayed(count) => counted("loss-unplayed", *count),
            Loss::Turn(side) => self.format("loss-turn", &[("side", (*side).into())]),
            Loss::Position => self.text("loss-position"),
            Loss::Rules => self.text("loss-rules"),
            Loss::Result => self.text("loss-result"),
            Loss::Id(id) => self.format("loss-id", &[("id", id.into())]),
            Loss::Termination(text) => self.format("loss-termination", &[("text", text.into())]),
            Loss::Marks(count) => counted("loss-marks", *count),
        }
    }

    /// What a format is called, with its article: "a diagram".
    pub fn format_name(&self, format: Format) -> String {
        self.text(&format!("format-{}", format.id()))
    }
}

/// A text that begins with a capital letter.
///
/// ```
/// assert_eq!(hnefi_words::capital("each in turn"), "Each in turn");
/// ```
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

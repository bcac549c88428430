//! `hnefi why`: why a piece still stands, or why a move is refused. `docs/formats/why.md` describes the JSON.

use std::process::ExitCode;
use std::sync::Arc;

use hnefi_formats::answers::{
    AboutAnswer, AllowedAnswer, ClauseAnswer, PieceAnswer, RefusalAnswer, WhyAnswer, clauses_of,
};
use hnefi_formats::read_move;
use hnefi_rules::{Game, Intent, Ply, Position, Reason, Refusal, Ruleset, Side, Square, WhyNot};
use hnefi_words::{ClauseWords, WhyWords, Words};

use super::Done;
use crate::args;
use crate::chosen;
use crate::cited::{others, with_cite};
use crate::error::Error;
use crate::output::{Output, Style};

/// Answers for a piece or for a move.
pub(crate) fn why(out: &mut Output, args: &args::WhyArgs) -> Done {
    let ruleset = chosen::rules_option(args.at.rules.as_deref())?;
    let last = args.last.as_deref().map(last_move).transpose()?;
    let about = About::read(&args.about)?;
    let (referee, position) = chosen::position(&args.at, &ruleset, None)?;
    // Without a word about it, the turn is the side's that did not make the last move.
    let position = match last {
        Some(last) => after(&position, last, args.at.turn)?,
        None => position,
    };
    let game = Game::from_position(referee, position);
    let answer = Answer::to(&game, about, last)?;
    if args.json {
        out.line(answer.to_json(&game))?;
    } else {
        answer.show(out, &ruleset)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is asked about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum About {
    /// The piece on a square.
    Square(Square),
    /// A move.
    Move(Intent),
}

impl About {
    /// Reads a square or a move.
    pub(crate) fn read(text: &str) -> Result<About, Error> {
        let square = text.trim().parse().ok().map(About::Square);
        square
            .or_else(|| read_move(text).ok().map(|written| About::Move(written.intent)))
            .ok_or_else(|| Error::input("cli-error-about", &[("text", text.into())]))
    }
}

/// The clauses that decide, under a heading; nothing where there are none.
pub(super) fn show_clauses(out: &mut Output, clauses: &[ClauseWords], ruleset: &Ruleset) -> std::io::Result<()> {
    let words = Words::english();
    if !clauses.is_empty() {
        out.line("")?;
        out.line(words.format("cli-why-clauses", &[("ruleset", ruleset.name().into())]))?;
    }
    for clause in clauses {
        let id = if clause.section.is_empty() { "cli-why-clause-silent" } else { "cli-why-clause" };
        let text = words.format(
            id,
            &[
                ("text", (&clause.text).into()),
                ("section", (&clause.section).into()),
                ("grade", (&clause.grade_words).into()),
            ],
        );
        out.wrapped(2, &text)?;
    }
    Ok(())
}

fn last_move(text: &str) -> Result<Intent, Error> {
    read_move(text).map(|written| written.intent).map_err(|e| Error::Input(Words::english().move_error(&e)))
}

/// The position with the right side to move after the last move, if that fits it.
fn after(position: &Position, last: Intent, turn: Option<Side>) -> Result<Position, Error> {
    let mv = Words::english().intent(last);
    let fail = |id, square: Square| Error::input(id, &[("move", (&mv).into()), ("square", square.into())]);
    for square in [last.from, last.to] {
        if square.file() >= position.size() || square.rank() >= position.size() {
            return Err(fail("cli-error-last-off-board", square));
        }
    }
    let mover = position.piece(last.to).ok_or_else(|| fail("cli-error-last-to", last.to))?.side();
    if position.piece(last.from).is_some() {
        return Err(fail("cli-error-last-from", last.from));
    }
    match turn {
        Some(turn) if turn == mover => {
            Err(Error::input("cli-error-last-turn", &[("move", (&mv).into()), ("side", mover.into())]))
        }
        _ => Ok(position.with_turn(!mover)),
    }
}

/// An answer, not yet in words.
pub(crate) enum Answer {
    /// Why a piece stands.
    Piece(Box<WhyNot>, WhyWords),
    /// Why a move is refused, and which other rule sets allow it.
    Refused(Refusal, Vec<Arc<Ruleset>>, WhyWords),
    /// That a move is allowed, and what it does.
    Allowed(Box<Ply>, WhyWords),
}

impl Answer {
    /// The answer in a game as it stands now.
    pub(crate) fn to(game: &Game, about: About, last: Option<Intent>) -> Result<Answer, Error> {
        let words = Words::english();
        let (referee, position) = (game.referee(), game.position());
        let ruleset = referee.ruleset();
        let others = others(ruleset);
        match about {
            About::Square(square) => {
                if square.file() >= position.size() || square.rank() >= position.size() {
                    return Err(Error::input("cli-error-off-board", &[("square", square.into())]));
                }
                let why = referee
                    .why_not(position, square, last, &others)
                    .ok_or_else(|| Error::input("cli-error-nothing", &[("square", square.into())]))?;
                let said = words.why_not(&why, ruleset);
                Ok(Answer::Piece(Box::new(why), said))
            }
            About::Move(intent) => match game.clone().play(intent).cloned() {
                Ok(ply) => {
                    let title = words.format("cli-why-allowed-title", &[("move", words.intent(intent).into())]);
                    let mut lines: Vec<String> =
                        ply.played.captures.iter().map(|c| words.capture_founded(c, ruleset)).collect();
                    if lines.is_empty() {
                        lines.push(words.text("cli-why-allowed-captures-nothing"));
                    }
                    lines.extend(ply.outcome.map(|outcome| words.outcome(&outcome, ruleset)));
                    let clauses = clauses_of(&ply).into_iter().map(|c| words.clause(ruleset, c)).collect();
                    Ok(Answer::Allowed(Box::new(ply), WhyWords { title, lines, clauses }))
                }
                Err(refusal) => {
                    let allowing = others
                        .iter()
                        .filter(|_| !matches!(refusal.reason, Reason::GameOver(_) | Reason::Repeats))
                        .filter(|other| other.legal(position, intent).is_ok())
                        .map(|other| other.ruleset().clone())
                        .collect::<Vec<_>>();
                    let said = words.why_refused(&refusal, ruleset, &allowing);
                    Ok(Answer::Refused(refusal, allowing, said))
                }
            },
        }
    }

    fn words(&self) -> &WhyWords {
        match self {
            Answer::Piece(_, words) | Answer::Refused(_, _, words) | Answer::Allowed(_, words) => words,
        }
    }

    /// Shows the answer to people.
    pub(crate) fn show(&self, out: &mut Output, ruleset: &Ruleset) -> std::io::Result<()> {
        let said = self.words();
        out.wrapped_in(Style::Strong, &said.title)?;
        for line in &said.lines {
            out.wrapped(2, line)?;
        }
        show_clauses(out, &said.clauses, ruleset)
    }

    fn to_json(&self, game: &Game) -> String {
        let WhyWords { title, lines, clauses } = self.words().clone();
        let about = match self {
            Answer::Piece(why, _) => AboutAnswer::Piece(PieceAnswer::from(&**why)),
            Answer::Refused(refusal, allowing, _) => AboutAnswer::Refused(RefusalAnswer::of(refusal, allowing)),
            Answer::Allowed(ply, _) => AboutAnswer::Allowed(with_cite(game.referee().ruleset(), |cite| {
                AllowedAnswer::of(game.position(), ply, cite)
            })),
        };
        let clauses = clauses.into_iter().map(ClauseAnswer::from).collect();
        let answer = WhyAnswer::new(game, about, title, lines, clauses);
        serde_json::to_string(&answer).expect("texts and lists always fit JSON")
    }
}

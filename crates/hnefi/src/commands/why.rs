//! `hnefi why`: why a piece still stands, or why a move is refused. `docs/formats/why.md` describes the JSON.

use std::process::ExitCode;
use std::sync::Arc;

use hnefi_formats::{OutcomeRecord, read_move};
use hnefi_rules::{
    Clause, Game, Intent, Neighbour, Piece, Ply, Position, Reason, Referee, Refusal, Ruleset, Side, Square, Standing,
    Why, WhyNot, leaflets, rulesets,
};
use hnefi_words::{ClauseWords, WhyWords, Words};
use serde::Serialize;

use super::Done;
use crate::args;
use crate::chosen;
use crate::error::Error;
use crate::output::{Output, Style};

/// Answers for a piece or for a move.
pub(crate) fn why(out: &mut Output, args: &args::Why) -> Done {
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

/// The rule sets that people compare with: a leaflet and its house rules with the other leaflets, anything else
/// with all that are played on the same board.
fn others(ruleset: &Ruleset) -> Vec<Arc<Referee>> {
    let is_leaflet = |id: &str| leaflets().iter().any(|leaflet| leaflet.id() == id);
    let among_leaflets = is_leaflet(ruleset.base().unwrap_or(ruleset.id()));
    rulesets()
        .filter(|other| other.id() != ruleset.id() && other.size() == ruleset.size())
        .filter(|other| !among_leaflets || is_leaflet(other.id()))
        .map(|other| Arc::new(Referee::new(other.clone())))
        .collect()
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
                        ply.played.captures.iter().map(|c| words.capture(c, ruleset)).collect();
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
        out.line(out.styled(Style::Strong, &said.title))?;
        for line in &said.lines {
            out.wrapped(2, line)?;
        }
        show_clauses(out, &said.clauses, ruleset)
    }

    fn to_json(&self, game: &Game) -> String {
        let ruleset = game.referee().ruleset();
        let said = self.words();
        let (clauses, answer) = match self {
            Answer::Piece(why, _) => (why.clauses.clone(), Particular::from_piece(why)),
            Answer::Refused(refusal, allowing, _) => {
                (refusal.reason.clause().into_iter().collect(), Particular::from_refusal(refusal, allowing))
            }
            Answer::Allowed(ply, _) => (clauses_of(ply), Particular::from_ply(ply)),
        };
        let out = AnswerOut {
            rules: ruleset.id(),
            position: game.position().rows_text(),
            turn: game.position().turn().id(),
            particular: answer,
            title: &said.title,
            lines: &said.lines,
            clauses: clauses
                .iter()
                .zip(&said.clauses)
                .map(|(clause, words)| ClauseOut {
                    id: clause.id(),
                    text: &words.text,
                    section: &words.section,
                    grade: words.grade.id(),
                })
                .collect(),
        };
        serde_json::to_string(&out).expect("texts and lists always fit JSON")
    }
}

fn clauses_of(ply: &Ply) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    let ending = ply.outcome.and_then(|outcome| outcome.reason.clause());
    for clause in ply.played.captures.iter().filter_map(|c| c.clause).chain(ending) {
        if !clauses.contains(&clause) {
            clauses.push(clause);
        }
    }
    clauses
}

#[derive(Serialize)]
struct AnswerOut<'a> {
    rules: &'a str,
    position: String,
    turn: &'static str,
    #[serde(flatten)]
    particular: Particular,
    title: &'a str,
    lines: &'a [String],
    clauses: Vec<ClauseOut<'a>>,
}

#[derive(Serialize)]
struct ClauseOut<'a> {
    id: &'static str,
    text: &'a str,
    section: &'a str,
    grade: &'static str,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Particular {
    Piece {
        square: String,
        piece: &'static str,
        captured: bool,
        why: &'static str,
        sides: Vec<SideOut>,
        captured_under: Vec<String>,
    },
    Refused {
        #[serde(rename = "move")]
        mv: String,
        allowed: bool,
        reason: &'static str,
        allowed_under: Vec<String>,
    },
    Allowed {
        #[serde(rename = "move")]
        mv: String,
        allowed: bool,
        captures: Vec<CaptureOut>,
        outcome: Option<OutcomeRecord>,
    },
}

#[derive(Serialize)]
struct SideOut {
    direction: &'static str,
    square: Option<String>,
    standing: &'static str,
    piece: Option<&'static str>,
    hostile_under: Vec<String>,
}

#[derive(Serialize)]
struct CaptureOut {
    square: String,
    piece: &'static str,
    by: &'static str,
    partner: Option<String>,
}

fn ids(rulesets: &[Arc<Ruleset>]) -> Vec<String> {
    rulesets.iter().map(|r| r.id().to_owned()).collect()
}

impl Particular {
    fn from_piece(why: &WhyNot) -> Particular {
        Particular::Piece {
            square: why.square.to_string(),
            piece: why.piece.id(),
            captured: matches!(why.why, Why::Falls(_)),
            why: match why.why {
                Why::Open => "open",
                Why::MovedIn => "moved-in",
                Why::NotStruck => "not-struck",
                Why::LastMoveUnknown => "last-move-unknown",
                Why::Falls(_) => "captured",
                Why::KingNeedsMore(_) => "king-needs-more",
                Why::KingSafe(_) => "king-safe",
            },
            sides: why.sides.iter().map(side_out).collect(),
            captured_under: ids(&why.elsewhere),
        }
    }

    fn from_refusal(refusal: &Refusal, allowing: &[Arc<Ruleset>]) -> Particular {
        Particular::Refused {
            mv: refusal.intent.to_string(),
            allowed: false,
            reason: refusal.reason.code(),
            allowed_under: ids(allowing),
        }
    }

    fn from_ply(ply: &Ply) -> Particular {
        let captures = ply.played.captures.iter().map(|capture| CaptureOut {
            square: capture.square.to_string(),
            piece: capture.piece.id(),
            by: capture.by.id(),
            partner: capture.by.square().map(|s| s.to_string()),
        });
        Particular::Allowed {
            mv: ply.played.mv.to_string(),
            allowed: true,
            captures: captures.collect(),
            outcome: ply.outcome.map(OutcomeRecord::from),
        }
    }
}

fn side_out(side: &Neighbour) -> SideOut {
    let (standing, piece) = match side.standing {
        Standing::Edge => ("edge", None),
        Standing::Empty => ("empty", None),
        Standing::Comrade(piece) => ("comrade", Some(piece)),
        Standing::Enemy(piece) => ("enemy", Some(piece)),
        Standing::Unarmed => ("unarmed", Some(Piece::King)),
        Standing::Hostile(_) => ("hostile", None),
        Standing::Harmless(_) => ("harmless", None),
    };
    SideOut {
        direction: side.direction.id(),
        square: side.square.map(|s| s.to_string()),
        standing,
        piece: piece.map(Piece::id),
        hostile_under: ids(&side.hostile_elsewhere),
    }
}

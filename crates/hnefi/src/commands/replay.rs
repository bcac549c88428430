//! `hnefi replay`: checks recorded games. `docs/formats/replay.md` describes both directions.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use hnefi_formats::{
    Place, ReadError, RecordError, RecordFault, ReplayedRecord, read_tag_list, replay_game, replay_record,
    replay_record_under,
};
use hnefi_rules::{Reason, Referee, Ruleset, leaflets, ruleset as ruleset_of};
use hnefi_words::Words;

use super::Done;
use crate::args::ReplayArgs;
use crate::chosen;
use crate::cited::with_cite;
use crate::error::Error;
use crate::output::{Output, Style, harmless};

/// Replays every game of a file and says which had an error.
pub(crate) fn replay(out: &mut Output, args: &ReplayArgs) -> Done {
    let forced = args.rules.as_deref().map(chosen::ruleset).transpose()?;
    let mut input: Box<dyn BufRead> = if args.file == Path::new("-") {
        Box::new(std::io::stdin().lock())
    } else {
        let file = std::fs::File::open(&args.file).map_err(|e| Error::file(&args.file, &e))?;
        Box::new(BufReader::new(file))
    };
    let mut tally = Tally { out, json: args.json, referees: Referees::new(forced), games: 0, errors: Vec::new() };
    let mut line = Vec::new();
    let mut blank = 0;
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line).map_err(|e| Error::file(&args.file, &e))? == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&line);
        let whole = text.trim_start_matches('\u{feff}');
        let text = whole.trim();
        if text.is_empty() {
            blank += 1;
            continue;
        }
        if tally.games == 0 && is_tag(text) {
            let mut rest = Vec::new();
            input.read_to_end(&mut rest).map_err(|e| Error::file(&args.file, &e))?;
            // What is wrong is told by line and column of the file, so blank lines and indents stay.
            let before = "\n".repeat(blank);
            tally.games_as_text(&format!("{before}{whole}{}", String::from_utf8_lossy(&rest)))?;
            break;
        }
        tally.record(text)?;
    }
    tally.finish()
}

/// Whether a line is the tag of a game as text, not a record.
fn is_tag(line: &str) -> bool {
    line.starts_with('[') && line.ends_with("\"]") && line.contains(" \"")
}

/// What has been replayed so far.
struct Tally<'a> {
    out: &'a mut Output,
    json: bool,
    referees: Referees,
    games: usize,
    /// Of every game with an error, what kind of error it was.
    errors: Vec<Kind>,
}

/// What kind of disagreement a recorded game has with the referee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A move is refused.
    Illegal,
    /// The captures or the piece that were written are not those of the move.
    Capture,
    /// The game was played on after it had ended.
    AfterEnd,
    /// The recorded result is not that of the board.
    Result,
    /// The record, or a move in it, cannot be read.
    Unreadable,
}

impl Kind {
    const ALL: [Kind; 5] = [Kind::Illegal, Kind::Capture, Kind::AfterEnd, Kind::Result, Kind::Unreadable];

    fn of(fault: &RecordFault) -> Kind {
        match fault {
            RecordFault::Refused(refusal) if matches!(refusal.reason, Reason::GameOver(_)) => Kind::AfterEnd,
            RecordFault::Refused(_) => Kind::Illegal,
            RecordFault::Mismatch(_) => Kind::Capture,
            RecordFault::Result { .. } => Kind::Result,
            _ => Kind::Unreadable,
        }
    }

    /// The word that chooses its sentence.
    fn word(self) -> &'static str {
        match self {
            Kind::Illegal => "illegal",
            Kind::Capture => "capture",
            Kind::AfterEnd => "after-end",
            Kind::Result => "result",
            Kind::Unreadable => "unreadable",
        }
    }
}

/// What is wrong with a recorded game: at which ply and move, of what kind it is, and why.
pub(super) fn error_words(error: &RecordError, ruleset: &Ruleset) -> String {
    let words = Words::english();
    let message = words.record_fault(&error.fault, ruleset);
    let Some(mv) = &error.mv else { return words.format("cli-replay-error-first", &[("message", message.into())]) };
    let kind = words.format("cli-replay-kind", &[("kind", Kind::of(&error.fault).word().into())]);
    let values = [("ply", error.ply.into()), ("move", mv.into()), ("kind", kind.into()), ("message", message.into())];
    words.format("cli-replay-error", &values)
}

impl Tally<'_> {
    fn record(&mut self, line: &str) -> Result<(), Error> {
        let referees = &mut self.referees;
        let replayed = match &referees.forced {
            Some(forced) => replay_record_under(line, forced),
            None => replay_record(line, |id| referees.of(id?)),
        };
        self.answer(&replayed)
    }

    fn answer(&mut self, replayed: &ReplayedRecord) -> Result<(), Error> {
        let words = Words::english();
        let ruleset = replayed.ruleset.as_ref().or(self.referees.forced()).unwrap_or(&leaflets()[0]).clone();
        self.games += 1;
        self.errors.extend(replayed.error.as_ref().map(|error| Kind::of(&error.fault)));
        if self.json {
            let say = |fault: &RecordFault| words.record_fault(fault, &ruleset);
            let line = with_cite(&ruleset, |cite| replayed.to_json(say, cite));
            self.out.line(line)?;
            // Whoever waits at the other end of a pipe gets each answer at once.
            self.out.flush()?;
            return Ok(());
        }
        let plies = replayed.plies.len();
        let said = match (&replayed.error, replayed.outcome) {
            (Some(error), _) => error_words(error, &ruleset),
            (None, outcome) => {
                let outcome =
                    outcome.map_or_else(|| words.text("cli-replay-undecided"), |o| words.outcome(&o, &ruleset));
                words.format("cli-replay-fine", &[("plies", plies.into()), ("outcome", outcome.into())])
            }
        };
        let number = self.games;
        let line = match &replayed.id {
            None => words.format("cli-replay-line", &[("number", number.into()), ("said", said.into())]),
            Some(id) => words.format(
                "cli-replay-line-id",
                &[("number", number.into()), ("id", id.to_string().into()), ("said", said.into())],
            ),
        };
        let line = harmless(&line);
        let line = if replayed.error.is_some() { self.out.styled(Style::Wrong, line) } else { line };
        self.out.line(line)?;
        if replayed.error.as_ref().is_some_and(|error| error.ply > 0)
            && let Some((rows, side)) = replayed.last_position()
        {
            let position = words.format("cli-replay-error-position", &[("rows", rows.into()), ("side", side.into())]);
            self.out.line(format!("  {position}"))?;
        }
        Ok(())
    }

    /// Games as text are answered like records of the same moves. What is wrong with the text itself has a line and a
    /// column, so that all of it is read before the first answer.
    fn games_as_text(&mut self, text: &str) -> Result<(), Error> {
        let fail = |error: ReadError| Error::Failed(text_error(&error));
        let mut games = Vec::new();
        for game in read_tag_list(text).map_err(fail)? {
            let referee = match &self.referees.forced {
                Some(forced) => forced.clone(),
                None => Arc::new(Referee::new(game.ruleset().map_err(fail)?)),
            };
            games.push(replay_game(&game, referee).map_err(fail)?);
        }
        games.iter().try_for_each(|replayed| self.answer(replayed))
    }

    fn finish(self) -> Done {
        let words = Words::english();
        let games = self.games;
        let summary = if self.errors.is_empty() {
            words.format("cli-replay-summary", &[("games", games.into())])
        } else {
            let kinds: Vec<String> = Kind::ALL
                .into_iter()
                .map(|kind| (kind, self.errors.iter().filter(|&&error| error == kind).count()))
                .filter(|&(_, count)| count > 0)
                .map(|(kind, count)| {
                    words.format("cli-replay-kinds", &[("kind", kind.word().into()), ("count", count.into())])
                })
                .collect();
            let kinds = words.list(&kinds);
            words.format(
                "cli-replay-summary-errors",
                &[("games", games.into()), ("errors", self.errors.len().into()), ("kinds", kinds.into())],
            )
        };
        if !self.json {
            self.out.line(summary)?;
        }
        Ok(if self.errors.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }
}

/// Why a game as text cannot be read, with its place.
pub(super) fn text_error(error: &ReadError) -> String {
    let words = Words::english();
    let Place { line, column } = error.place;
    let message = words.read_fault(&error.fault, &leaflets()[0]);
    words.format(
        "cli-replay-text-error",
        &[("line", line.into()), ("column", column.into()), ("message", message.into())],
    )
}

/// The referees of the rule sets seen so far, or the one that stands for all.
struct Referees {
    forced: Option<Arc<Referee>>,
    seen: HashMap<String, Arc<Referee>>,
}

impl Referees {
    fn new(forced: Option<Arc<Ruleset>>) -> Referees {
        Referees { forced: forced.map(|r| Arc::new(Referee::new(r))), seen: HashMap::new() }
    }

    fn forced(&self) -> Option<&Arc<Ruleset>> {
        self.forced.as_ref().map(|referee| referee.ruleset())
    }

    fn of(&mut self, id: &str) -> Option<Arc<Referee>> {
        if let Some(referee) = self.seen.get(id) {
            return Some(referee.clone());
        }
        let referee = Arc::new(Referee::new(ruleset_of(id)?.clone()));
        self.seen.insert(id.to_owned(), referee.clone());
        Some(referee)
    }
}

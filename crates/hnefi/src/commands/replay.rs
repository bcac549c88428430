//! `hnefi replay`: checks recorded games. `docs/formats/replay.md` describes both directions.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use hnefi_formats::{GameText, Place, RecordFault, ReplayedRecord, TextError, TextFault, replay_record};
use hnefi_rules::{Referee, Ruleset, SideError, leaflet, leaflets};
use hnefi_words::Words;

use super::Done;
use crate::args::Replay;
use crate::chosen;
use crate::error::Error;
use crate::output::{Output, Style, harmless};

/// Replays every game of a file and says which had an error.
pub(crate) fn replay(out: &mut Output, args: &Replay) -> Done {
    let forced = args.rules.as_deref().map(chosen::ruleset).transpose()?;
    let mut input: Box<dyn BufRead> = if args.file == Path::new("-") {
        Box::new(std::io::stdin().lock())
    } else {
        let file = std::fs::File::open(&args.file).map_err(|e| Error::file(&args.file, &e))?;
        Box::new(BufReader::new(file))
    };
    let mut tally = Tally { out, json: args.json, referees: Referees::new(forced), games: 0, errors: 0 };
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line).map_err(|e| Error::file(&args.file, &e))? == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() {
            continue;
        }
        if tally.games == 0 && is_tag(text) {
            let mut rest = Vec::new();
            input.read_to_end(&mut rest).map_err(|e| Error::file(&args.file, &e))?;
            tally.game_text(&format!("{text}\n{}", String::from_utf8_lossy(&rest)))?;
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
    errors: usize,
}

impl Tally<'_> {
    fn record(&mut self, line: &str) -> Result<(), Error> {
        let referees = &mut self.referees;
        let replayed = replay_record(line, |id| referees.of(id));
        self.answer(&replayed)
    }

    fn answer(&mut self, replayed: &ReplayedRecord) -> Result<(), Error> {
        let words = Words::english();
        let ruleset = replayed.ruleset.as_ref().or(self.referees.forced()).unwrap_or(&leaflets()[0]).clone();
        self.games += 1;
        self.errors += usize::from(replayed.error.is_some());
        if self.json {
            let line = replayed.to_json(|fault| words.record_fault(fault, &ruleset));
            self.out.line(line)?;
            // Whoever waits at the other end of a pipe gets each answer at once.
            self.out.flush()?;
            return Ok(());
        }
        let plies = replayed.plies.len();
        let said = match (&replayed.error, replayed.outcome) {
            (Some(error), _) => {
                let message = words.record_fault(&error.fault, &ruleset);
                match &error.mv {
                    None => words.format("cli-replay-error-first", &[("message", message.into())]),
                    Some(mv) => words.format(
                        "cli-replay-error",
                        &[("plies", plies.into()), ("move", mv.into()), ("message", message.into())],
                    ),
                }
            }
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
        Ok(())
    }

    /// A file that holds one game as text is answered like a record of the same moves.
    fn game_text(&mut self, text: &str) -> Result<(), Error> {
        let fail = |error: TextError| Error::Input(text_error(&error));
        let game = GameText::read(text).map_err(fail)?;
        let ruleset = match self.referees.forced() {
            Some(forced) => forced.clone(),
            None => game.ruleset().map_err(fail)?,
        };
        let whole = game.replay(ruleset.clone());
        match &whole {
            // What the referee refuses is answered below, ply by ply.
            Ok(_) | Err(TextError { fault: TextFault::Refused(_) | TextFault::Mismatch(_), .. }) => {}
            Err(error) => return Err(fail(error.clone())),
        }
        let mut record = serde_json::json!({
            "rules": ruleset.id(),
            "moves": game.moves.iter().map(|(_, written)| written.to_string()).collect::<Vec<_>>(),
        });
        for (key, tag) in [("position", "Position"), ("turn", "Turn")] {
            record[key] = game.tag(tag).into();
        }
        let referee = Arc::new(Referee::new(ruleset));
        let mut replayed = replay_record(&record.to_string(), |_| Some(referee.clone()));
        // An ending off the board stands in the tags.
        replayed.outcome = whole.map_or(replayed.outcome, |game| game.outcome());
        self.answer(&replayed)
    }

    fn finish(self) -> Done {
        if !self.json {
            let summary = Words::english()
                .format("cli-replay-summary", &[("games", self.games.into()), ("errors", self.errors.into())]);
            self.out.line(summary)?;
        }
        Ok(if self.errors > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }
}

fn text_error(error: &TextError) -> String {
    let words = Words::english();
    let Place { line, column } = error.place;
    let message = match &error.fault {
        TextFault::Move(fault) => words.move_error(fault),
        TextFault::Rows(fault) => words.rows_error(fault),
        TextFault::Side(side) => words.side_error(&SideError(side.clone())),
        TextFault::NoRules => words.record_fault(&RecordFault::NoRules, &leaflets()[0]),
        TextFault::UnknownRules(id) => words.record_fault(&RecordFault::UnknownRules(id.clone()), &leaflets()[0]),
        TextFault::Setup(errors) => words.setup_errors(errors, &leaflets()[0]).join(" "),
        other => other.to_string(),
    };
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

    fn of(&mut self, id: Option<&str>) -> Option<Arc<Referee>> {
        if let Some(forced) = &self.forced {
            return Some(forced.clone());
        }
        let id = id?;
        if let Some(referee) = self.seen.get(id) {
            return Some(referee.clone());
        }
        let referee = Arc::new(Referee::new(leaflet(id)?.clone()));
        self.seen.insert(id.to_owned(), referee.clone());
        Some(referee)
    }
}

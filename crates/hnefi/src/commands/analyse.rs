//! `hnefi analyse`: whole games with their chances, mistakes and better lines. `docs/formats/analyse.md` describes it.

use std::collections::VecDeque;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};

use hnefi_analysis::{Effort, Found, Review};
use hnefi_engine::{Analysis, Budget, Cancel, Engine, EngineOptions, Level};
use hnefi_formats::{
    Content, Format, GameTree, Kind, read_any, read_as, write_commas, write_json_line, write_otg, write_tag_list,
};
use hnefi_rules::{Game, leaflets};
use hnefi_wire::{Reviewed, annotate, found};
use hnefi_words::Words;
use serde::Serialize;

use super::Done;
use super::told::told;
use crate::args::AnalyseArgs;
use crate::chosen;
use crate::error::Error;
use crate::output::Output;
use crate::progress::ProgressLine;
use crate::signals;

/// The mebibytes of each thread's table.
const TABLE: usize = 32;

/// Analyses every game of a text.
pub(crate) fn analyse(out: &mut Output, args: &AnalyseArgs) -> Done {
    let words = Words::english();
    let forced = args.rules.as_deref().map(chosen::ruleset).transpose()?;
    let named = forced.as_ref().unwrap_or(&leaflets()[0]).clone();
    let text = chosen::read_text(&args.file)?;
    let read = match args.from {
        None => read_any(&text),
        Some(format) => read_as(format, &text),
    };
    let document = read.map_err(|error| Error::Failed(words.read_error(&error, &named)))?;
    let from = document.format;
    let Content::Games(games) = document.content else {
        return Err(Error::input("cli-error-analyse", &[("from", words.format_name(from).into())]));
    };
    let to = args.to.unwrap_or(if from == Format::Commas { Format::TagList } else { from });
    if to.kind() != Kind::Games {
        let games: Vec<&str> = Format::ALL.iter().filter(|f| f.kind() == Kind::Games).map(|f| f.id()).collect();
        let (to, games) = (words.format_name(to), words.list_either(&games));
        return Err(Error::input("cli-error-analyse-to", &[("to", to.into()), ("fitting", games.into())]));
    }
    if to == Format::Otg && games.len() > 1 && !args.json {
        return Err(Error::input("cli-error-analyse-one", &[("count", games.len().into())]));
    }
    let cancel = Cancel::new();
    signals::cancel(&cancel);
    let mut wrong = false;
    for (index, game) in games.iter().enumerate() {
        let number = (games.len() > 1).then_some(index + 1);
        let mut tree = match game.play(forced.clone()) {
            Ok(tree) => tree,
            Err(error) => {
                told(out, "cli-convert-error", number, &words.read_error(&error, &named));
                wrong = true;
                continue;
            }
        };
        if !fits(out, &tree, number) {
            wrong = true;
            continue;
        }
        let line: Vec<usize> = tree.main_line().into_iter().take_while(|&at| tree.node(at).ply().is_some()).collect();
        let played = tree.game(&line);
        let effort = args.nodes.map_or_else(|| Effort::of(line.len()), Effort::first);
        let work = Work { game: &played, threads: args.threads.get(), cancel: &cancel, of: (index + 1, games.len()) };
        let Some(found) = work.done(effort) else { return Ok(ExitCode::from(130)) };
        let review = annotate(&mut tree, &line, &found);
        if args.json {
            out.line(to_json(&played, &found, &review))?;
        } else {
            write(out, &tree, to, number)?;
        }
        out.flush()?;
    }
    Ok(if wrong { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Whether all moves of a game could be played; those after its end are told and left out.
fn fits(out: &mut Output, tree: &GameTree, number: Option<usize>) -> bool {
    let words = Words::english();
    let mut fits = true;
    for node in tree.nodes() {
        let Some(error) = node.rejection() else { continue };
        let id = if node.is_after_end() { "cli-convert-note" } else { "cli-convert-error" };
        fits &= node.is_after_end();
        told(out, id, number, &words.read_error(&error, tree.ruleset()));
    }
    if fits {
        for note in &tree.notes {
            told(out, "cli-convert-note", number, &words.note(note, tree.ruleset()));
        }
    }
    fits
}

fn write(out: &mut Output, tree: &GameTree, to: Format, number: Option<usize>) -> Result<(), Error> {
    let mut written = match to {
        Format::Otg => write_otg(tree),
        Format::TagList => write_tag_list(tree),
        Format::Commas => write_commas(tree),
        _ => write_json_line(tree),
    };
    for loss in &written.losses {
        told(out, "cli-convert-loss", number, &Words::english().loss(loss));
    }
    if to == Format::TagList && number.is_some_and(|number| number > 1) {
        written.text.insert(0, '\n');
    }
    Ok(out.part(&written.text)?)
}

fn to_json(game: &Game, found: &[Option<Found>], review: &Review) -> String {
    #[derive(Serialize)]
    struct Out<'a> {
        rules: &'a str,
        position: String,
        turn: &'static str,
        moves: Vec<String>,
        found: &'a [Option<Found>],
        #[serde(flatten)]
        reviewed: Reviewed,
    }
    let out = Out {
        rules: game.referee().ruleset().id(),
        position: game.start().rows_text(),
        turn: game.start().turn().id(),
        moves: game.plies().map(|ply| ply.played.mv.to_string()).collect(),
        found,
        reviewed: Reviewed::from(review),
    };
    serde_json::to_string(&out).expect("texts, numbers and lists always fit JSON")
}

/// The searches of a game.
struct Work<'a> {
    game: &'a Game,
    threads: usize,
    cancel: &'a Cancel,
    /// Which game it is, and of how many.
    of: (usize, usize),
}

impl Work<'_> {
    /// What was found of every position; `None` if somebody cancelled.
    fn done(&self, effort: Effort) -> Option<Vec<Option<Found>>> {
        let plies = self.game.plies().len();
        let mut found = vec![None; plies + 1];
        let mut line = ProgressLine::new();
        let all: Vec<usize> = (0..=plies).filter(|&at| at < plies || self.game.outcome().is_none()).collect();
        self.search(&all, effort.first, "cli-analyse-progress", &mut found, &mut line);
        let doubtful = Review::of(self.game, &found).doubtful(&found, effort.closer);
        self.search(&doubtful, effort.closer, "cli-analyse-closer", &mut found, &mut line);
        line.end();
        (!self.cancel.is_cancelled()).then_some(found)
    }

    /// Searches positions, shared among the threads.
    fn search(
        &self,
        positions: &[usize],
        nodes: u64,
        message: &str,
        found: &mut [Option<Found>],
        line: &mut ProgressLine,
    ) {
        let waiting = Mutex::new(VecDeque::from(positions.to_vec()));
        let (tell, told) = channel();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.min(positions.len()) {
                let (tell, waiting) = (tell.clone(), &waiting);
                scope.spawn(move || self.take_from(waiting, nodes, &tell));
            }
            drop(tell);
            for (done, (at, what)) in told.into_iter().enumerate() {
                found[at] = what;
                let (game, games) = self.of;
                let values = [("done", done + 1), ("all", positions.len()), ("game", game), ("games", games)];
                line.show(|| Words::english().format(message, &values.map(|(name, value)| (name, value.into()))));
            }
        });
    }

    /// Searches one position after the other, as long as there are any.
    fn take_from(&self, waiting: &Mutex<VecDeque<usize>>, nodes: u64, tell: &Sender<(usize, Option<Found>)>) {
        let engine = Engine::new(EngineOptions { threads: 1, hash_mb: TABLE, seed: Some(1) });
        loop {
            let next = waiting.lock().ok().and_then(|mut waiting| waiting.pop_front());
            let Some(at) = next.filter(|_| !self.cancel.is_cancelled()) else { return };
            // What is found depends on no other position, and so not on how many threads there are.
            engine.forget();
            let mut game = Game::from_position(self.game.referee().clone(), *self.game.start());
            for ply in self.game.plies().take(at) {
                let _ = game.play(ply.played.mv);
            }
            let budget = Budget::of_nodes(nodes);
            let analysis = Analysis { level: Level::FULL, budget, lines: 1, among: &[] };
            let choice = engine.session("").analyse(&game, &analysis, self.cancel, &mut |_, _| {});
            let what = choice.map(|choice| found(&engine, &game, &choice));
            if tell.send((at, what)).is_err() {
                return;
            }
        }
    }
}

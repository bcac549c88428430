//! Our engine behind the protocol.

use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hnefi_engine::{Allowance, Analysis, Budget, Cancel, Choice, Engine};
use hnefi_formats::{write_diagram, write_taflzero};
use hnefi_rules::{Game, Intent, Move, Referee, Ruleset};

use crate::board::{Before, read_game};
use crate::info::{Said, told, written};
use crate::options::Recipe;
use crate::search::{Out, Progress, Search};
use crate::{Bench, Command, Go, Line, Lines, MAX_LINE, Options, Variant, perft};

/// Our engine behind the protocol: lines in, lines out.
///
/// A search runs beside it, so that every line is answered at once. Whatever a line says, the session survives
/// it: what cannot be done is answered with `info string` and changes nothing.
pub struct Session {
    out: Out,
    options: Options,
    referee: Arc<Referee>,
    game: Game,
    /// The last position that was said under this rule set.
    said: Before,
    /// The engine and what it was made with.
    engine: Option<(Recipe, Arc<Engine>)>,
    search: Option<Search>,
}

/// When the lines end while a search with limits goes on, it may go on for so long.
const LAST_WORDS: Duration = Duration::from_secs(60);

/// So late is an answer at least before it is taken out of the search's hands, twice over.
const LATE: Duration = Duration::from_millis(4);

impl Session {
    /// A session that answers there.
    pub fn new(out: impl Write + Send + 'static) -> Session {
        let options = Options::default();
        let referee = Arc::new(Referee::new(options.ruleset.clone()));
        let game = Game::new(referee.clone());
        Session { out: Out::new(out), options, referee, game, said: None, engine: None, search: None }
    }

    /// The same, starting under another rule set than the usual one. It need not be one of our own: `Variant` offers
    /// it all the same.
    pub fn with_ruleset(mut self, ruleset: Arc<Ruleset>) -> Session {
        self.options.home = ruleset.clone();
        self.choose(ruleset);
        self
    }

    /// Answers every line until `quit` or the end of the lines. At the end, a search that has limits is still
    /// answered, if it takes less than a minute.
    pub fn run(mut self, lines: impl BufRead) {
        let mut lines = Lines::new(lines);
        while let Ok(Some(line)) = lines.next() {
            match line {
                Line::Whole(line) if !self.line(&line) => return,
                Line::Whole(_) => {}
                Line::TooLong => {
                    self.complain(&format!("a line of more than {MAX_LINE} bytes is not read; it changes nothing"));
                }
            }
        }
        if let Some(search) = self.search.as_ref().filter(|search| !search.is_held()) {
            search.wait(Some(Instant::now() + LAST_WORDS));
        }
    }

    /// Answers lines one after another, each after the answer to the one before, unless that waits for `stop`.
    pub fn converse(lines: &str) -> String {
        let answers = Arc::new(Mutex::new(Vec::new()));
        let mut session = Session::new(Heard(answers.clone()));
        for line in lines.lines() {
            if !session.line(line) {
                break;
            }
            if let Some(search) = session.search.as_ref().filter(|search| !search.is_held()) {
                search.wait(None);
            }
        }
        drop(session);
        let bytes = answers.lock().map(|bytes| bytes.clone()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Answers a line. `false` means that the session is over.
    pub fn line(&mut self, line: &str) -> bool {
        let command = match Command::read(line) {
            Ok(command) => command,
            Err(error) => {
                self.complain(&error.to_string());
                return true;
            }
        };
        match command {
            Command::Nothing | Command::Ignored => {}
            Command::Uci => self.introduce(),
            Command::IsReady => {
                // The memory for its table is taken now and not on the clock.
                self.engine();
                self.out.tell("readyok");
            }
            Command::SetOption { name, value } => self.set(&name, &value),
            // A search that still runs keeps the engine that it has.
            Command::NewGame => self.engine = None,
            Command::Position(words) => match read_game(&self.referee, &words, &self.said) {
                Ok(game) => {
                    self.game = game.clone();
                    self.said = Some((words, game));
                }
                Err(error) => self.complain(&error.to_string()),
            },
            Command::Go(go) => self.go(&go),
            Command::Perft(depth) => self.perft(depth),
            Command::Bench(depth) => {
                self.begin(false, "info string stopped".to_owned(), move |cancel, progress| {
                    let mut say = |line: &str| progress.tell(&format!("info string {line}"));
                    let bench = Bench::run(depth.unwrap_or(Bench::DEPTH), cancel, &mut say);
                    bench.map_or_else(|| "info string stopped".to_owned(), |bench| bench.to_string())
                });
            }
            Command::Stop => {
                if let Some(search) = &self.search {
                    search.stop();
                }
            }
            Command::PonderHit => self.ponder_hit(),
            Command::Show => self.show(),
            Command::Eval => self.evaluate(),
            Command::Quit => return false,
        }
        true
    }

    fn complain(&self, message: &str) {
        // A message never ends the line that it stands on.
        let message: String = message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.out.tell(&format!("info string {message}"));
    }

    fn introduce(&self) {
        let mut answer =
            vec![format!("id name Hnefi {}", env!("CARGO_PKG_VERSION")), "id author the Hnefi project".to_owned()];
        answer.extend(self.options.listed());
        answer.push("uciok".to_owned());
        self.out.tell(&answer.join("\n"));
    }

    fn set(&mut self, name: &str, value: &str) {
        match self.options.set(name, value) {
            Ok(()) if *self.options.ruleset != **self.referee.ruleset() => self.choose(self.options.ruleset.clone()),
            Ok(()) if Variant::is_option(name) => self.game = Game::new(self.referee.clone()),
            Ok(()) if name.eq_ignore_ascii_case("clear hash") => self.engine = None,
            Ok(()) => {}
            Err(error) => self.complain(&error.to_string()),
        }
    }

    fn choose(&mut self, ruleset: Arc<Ruleset>) {
        self.options.ruleset = ruleset.clone();
        self.referee = Arc::new(Referee::new(ruleset));
        self.game = Game::new(self.referee.clone());
        (self.said, self.engine) = (None, None);
    }

    /// The engine, a new one if options that it was made with have changed.
    fn engine(&mut self) -> Arc<Engine> {
        let wanted = self.options.recipe();
        match &self.engine {
            Some((recipe, engine)) if *recipe == wanted => engine.clone(),
            _ => {
                // The old table goes before the new one comes, so that there is room for it.
                self.engine = None;
                let engine = Arc::new(self.options.engine());
                let (asked, has) = (wanted.options.hash_mb, engine.options().hash_mb);
                if has < asked {
                    self.complain(&format!("there is no memory for a table of {asked} MiB; it has {has}"));
                }
                if let Err(error) = wanted.eval.choice().fits(&self.referee) {
                    self.complain(&format!("{error}: positions are judged by hand"));
                }
                self.engine = Some((wanted, engine.clone()));
                engine
            }
        }
    }

    /// Starts work beside the session, unless other work goes on; gives it then.
    fn begin(
        &mut self,
        held: bool,
        best: String,
        work: impl FnOnce(&Cancel, &Progress) -> String + Send + 'static,
    ) -> Option<&mut Search> {
        if self.is_busy() {
            return None;
        }
        self.search = None;
        Some(self.search.insert(Search::start(&self.out, held, best, work)))
    }

    /// Whether a search goes on, which is said.
    fn is_busy(&self) -> bool {
        let busy = self.search.as_ref().is_some_and(|search| !search.is_answered());
        if busy {
            self.complain("a search goes on already: send stop first");
        }
        busy
    }

    fn go(&mut self, go: &Go) {
        let begun = Instant::now();
        if self.is_busy() {
            return;
        }
        let held = go.infinite || go.ponder;
        if let Some(outcome) = self.game.outcome() {
            let winner = outcome.winner.map_or("nobody wins".to_owned(), |side| format!("the {side} win"));
            self.complain(&format!("the game is over: {}, {winner}", outcome.reason.id()));
            let none = "bestmove (none)".to_owned();
            let search = self.begin(held, none.clone(), |_, _| none);
            if let Some(search) = search.filter(|_| go.ponder && !go.infinite) {
                search.ponders = Some(None);
            }
            return;
        }
        for word in &go.unknown {
            self.complain(&format!("`{word}` is no limit known here; the search begins without it"));
        }
        let among = self.search_moves(go);
        let Options { level, lines, overhead, chances, .. } = self.options;
        let clock = go.clock(self.game.position().turn(), self.referee.ruleset().first());
        let mut budget = go.budget(level, clock, overhead);
        let (engine, game) = (self.engine(), self.game.clone());
        let some_move = among.first().copied().or_else(|| game.moves().into_iter().next());
        let best = some_move.map_or("bestmove (none)".to_owned(), |mv| format!("bestmove {}", written(mv)));
        let choices = if among.is_empty() { game.moves().len() } else { among.len() };
        let limit = budget.time;
        let search = self.begin(held, best, move |cancel, progress| {
            // To get ready took time, too.
            budget.time = limit.map(|time| time.without(begun.elapsed()));
            let report = |choice: &Choice, line: usize| {
                let line_number = (lines > 1).then_some(line);
                let chances = chances.then(|| (engine.chances(&game, choice.score), game.position().turn()));
                progress.tell(&told(choice, line_number, chances, engine.hash_full(), begun.elapsed()));
                if line == 1 {
                    progress.keep(best_move(choice));
                }
            };
            let keep = |choice: &Choice| progress.keep(best_move(choice));
            search(&engine, &game, &Analysis { level, budget, lines, among: &among }, cancel, &report, &keep)
        });
        let Some(search) = search else { return };
        let late = overhead.max(LATE);
        if go.ponder && !go.infinite {
            // The search knows of no time and cannot tell how sure it is: it gets what a move takes on average, and no share of a
            // clock where there is one move alone.
            let bare = go.depth.is_none() && go.nodes.is_none();
            let time = go.time(clock, overhead).or(level.budget().time.filter(|_| bare));
            let at_once = choices == 1 && go.move_time.is_none();
            let average = |time: Allowance| if at_once { Duration::ZERO } else { time.hard.min(time.soft * 3 / 2) };
            search.ponders = Some(time.map(average));
        } else if let Some(time) = limit {
            search.answer_after(time.without(begun.elapsed()).hard + late / 2, late);
        }
    }

    /// The legal moves among those that `go` names.
    fn search_moves(&self, go: &Go) -> Vec<Move> {
        let legal = |&intent: &Intent| match self.game.legal(intent) {
            Ok(mv) => Some(mv),
            Err(refusal) => {
                self.complain(&format!("searchmoves {intent}: {}; it is left out", refusal.reason.code()));
                None
            }
        };
        for word in &go.no_moves {
            self.complain(&format!("searchmoves {word}: it is no move; it is left out"));
        }
        go.search_moves.iter().filter_map(legal).collect()
    }

    fn ponder_hit(&mut self) {
        let late = self.options.overhead.max(LATE);
        if let Some(search) = &mut self.search
            && let Some(limit) = search.ponders.take()
        {
            search.release();
            if let Some(time) = limit {
                search.stop_after(time);
                search.answer_after(time + late / 2, late);
            }
        }
    }

    fn perft(&mut self, depth: u32) {
        if self.game.outcome().is_some() && depth > 0 {
            self.complain("the game is over: there are no moves to count");
            self.begin(false, "info string stopped".to_owned(), |_, _| "Nodes searched: 0".to_owned());
            return;
        }
        let (referee, position) = (self.referee.clone(), *self.game.position());
        self.begin(false, "info string stopped".to_owned(), move |cancel, progress| {
            perft::divide(&referee, &position, depth, cancel, &|line| progress.tell(line))
        });
    }

    fn show(&self) {
        let position = self.game.position();
        let state = match self.game.outcome() {
            Some(outcome) => format!("over: {}", outcome.reason.id()),
            None => format!("{} legal moves", self.game.moves().len()),
        };
        self.out.tell(&format!(
            "{}\nrules: {}\nrows: {} {}\nfen: {}\nplies: {}\nstate: {state}",
            write_diagram(&position.setup()).trim_end(),
            self.referee.ruleset().id(),
            position.rows_text(),
            position.turn(),
            write_taflzero(&position.setup(), position.turn()),
            self.game.plies().count(),
        ));
    }

    fn evaluate(&mut self) {
        if self.game.outcome().is_some() {
            self.complain("the game is over: there is nothing to judge");
            return;
        }
        let score = self.engine().evaluate(&self.game);
        self.out.tell(&format!("eval {} for the {}", Said::from(score), self.game.position().turn()));
    }
}

/// Searches, tells of every depth, and gives the line that answers `go`.
fn search(
    engine: &Engine,
    game: &Game,
    analysis: &Analysis<'_>,
    cancel: &Cancel,
    report: &dyn Fn(&Choice, usize),
    keep: &dyn Fn(&Choice),
) -> String {
    let mut last = None;
    let mut tell = |choice: &Choice, line: usize| {
        if choice.depth == 0 {
            return keep(choice);
        }
        report(choice, line);
        if line == 1 {
            last = Some(choice.clone());
        }
    };
    let choice = engine.analyse(game, analysis, cancel, &mut tell).or_else(|| {
        // Stopped before anything was found: a look without a search is quick.
        let look = Analysis { budget: Budget { depth: 1, nodes: 1, time: None }, lines: 1, ..*analysis };
        engine.analyse(game, &look, &Cancel::new(), &mut |_, _| {})
    });
    let Some(choice) = choice else { return "bestmove (none)".to_owned() };
    // The last line tells what is answered and how many positions were looked at in all.
    if last.as_ref() != Some(&choice) {
        report(&choice, 1);
    }
    best_move(&choice)
}

fn best_move(choice: &Choice) -> String {
    let ponder = choice.pv.get(1).map_or_else(String::new, |&mv| format!(" ponder {}", written(mv)));
    format!("bestmove {}{ponder}", written(choice.mv))
}

/// Keeps everything that was said.
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if let Ok(mut heard) = self.0.lock() {
            heard.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

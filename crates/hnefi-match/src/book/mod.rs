//! Making openings: drawn ones, and books of those that both sides get something out of.

mod draw;
mod file;
mod kept;
mod lean;
mod trial;

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use hnefi_rules::{Game, Referee};

use self::draw::Likeness;
use self::file::{BookFile, BookHeader, title};
use self::lean::GLANCE_NODES;
use self::trial::Split;
use crate::openings::digest;

pub use self::draw::Draw;
pub use self::file::BookError;
pub use self::kept::Kept;
pub use self::lean::Lean;
pub use self::trial::Filter;

/// How a file of openings is made. The same recipe makes the same file on every machine, with however many
/// threads and however often the program was stopped; a longer file begins with the shorter one.
///
/// ```
/// use hnefi_match::{Draw, Openings, Recipe};
/// use hnefi_rules::{Referee, ruleset};
/// use std::sync::Arc;
/// let referee = Arc::new(Referee::new(ruleset("brandubh").unwrap().clone()));
/// let path = std::env::temp_dir().join(format!("hnefi-recipe-{}", std::process::id()));
/// let recipe = Recipe { referee: referee.clone(), draw: Draw { seed: 1, plies: 4..=8 }, trial: None };
/// let made = recipe.make(&path, 20, 1, &mut |_| {}).unwrap();
/// assert_eq!(made.kept, 20);
/// assert!(matches!(Openings::read(&path, &referee).unwrap(), Openings::File { openings, .. } if openings.len() == 20));
/// # std::fs::remove_file(&path).unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct Recipe {
    /// Under which rule set.
    pub referee: Arc<Referee>,
    /// How candidates are drawn.
    pub draw: Draw,
    /// What they must pass. Without it, whatever is drawn is kept, if it is undecided and new.
    pub trial: Option<Trial>,
}

/// How the candidates of a book are chosen and tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// What a candidate must pass.
    pub filter: Filter,
    /// How far candidates lean to a side; `None` finds out with which lean the sides get the same.
    pub lean: Option<Lean>,
    /// What tells the engine from others: the node count of its bench.
    pub engine: String,
}

/// How far a file has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Made {
    /// How many openings are in the file.
    pub kept: usize,
    /// How many there will be.
    pub wanted: usize,
    /// How many candidates were drawn for them.
    pub candidates: u64,
    /// How many of the openings were there before.
    pub found: usize,
    /// How many quick games were played since.
    pub games: u64,
    /// The time since then.
    pub elapsed: Duration,
}

/// What tells house rules from others, in the header.
const RULES_DIGEST: &str = "rules digest";

/// So many candidates in a row without a single opening mean that there are no more.
const BARREN: u64 = 100_000;

/// An opening that passed, and what is written about it.
struct Passed {
    game: Game,
    about: String,
}

/// What the threads share. Candidates are tried in any order and judged in the order of their numbers.
struct Desk<'a> {
    file: BookFile,
    known: HashSet<Likeness>,
    next: u64,
    due: u64,
    last: u64,
    tried: BTreeMap<u64, Option<Passed>>,
    made: Made,
    failed: Option<BookError>,
    show: &'a mut (dyn FnMut(&Made) + Send),
}

impl Recipe {
    /// Which of the two kept files this makes.
    pub fn kind(&self) -> Kept {
        if self.trial.is_some() { Kept::Book } else { Kept::Drawn }
    }

    /// Makes the file, or goes on with it, until it holds so many openings or there are no more. `show` is called
    /// now and then.
    ///
    /// # Errors
    /// A [`BookError`] where the file cannot be written, or was made by another recipe.
    pub fn make(
        &self,
        path: &Path,
        count: usize,
        threads: usize,
        show: &mut (dyn FnMut(&Made) + Send),
    ) -> Result<Made, BookError> {
        let (mut file, begun) = BookFile::open(path, &self.referee)?;
        let games = AtomicU64::new(0);
        let said = begun.values.iter().find(|(name, _)| name == "lean").and_then(|(_, lean)| lean.parse().ok());
        let lean = match &self.trial {
            Some(trial) => trial.lean.or(said.map(Lean)).unwrap_or_else(|| self.pilot(&trial.filter, threads, &games)),
            None => Lean(1),
        };
        let header = self.header(lean);
        if begun.is_new {
            file.begin(&header)?;
        } else {
            file.go_on(&begun.values, &header)?;
        }
        let found = begun.known.len();
        let made =
            Made { kept: found, wanted: count, candidates: begun.next, found, games: 0, elapsed: Duration::ZERO };
        show(&made);
        let desk = Mutex::new(Desk {
            file,
            known: begun.known.into_iter().collect(),
            next: begun.next,
            due: begun.next,
            last: begun.next,
            tried: BTreeMap::new(),
            made,
            failed: None,
            show,
        });
        let stop = AtomicBool::new(found >= count);
        let clock = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..threads.clamp(1, 256) {
                scope.spawn(|| self.work(lean, &desk, &stop, &games, clock));
            }
        });
        let desk = desk.into_inner().unwrap_or_else(PoisonError::into_inner);
        match desk.failed {
            Some(error) => Err(error),
            None => Ok(desk.made),
        }
    }

    /// Tries candidates until there is nothing more to do.
    fn work(&self, lean: Lean, desk: &Mutex<Desk<'_>>, stop: &AtomicBool, games: &AtomicU64, clock: Instant) {
        let lock = || desk.lock().unwrap_or_else(PoisonError::into_inner);
        while !stop.load(Ordering::Relaxed) {
            let number = {
                let mut desk = lock();
                desk.next += 1;
                desk.next - 1
            };
            let passed = self.candidate(number, lean, &|| {
                games.fetch_add(1, Ordering::Relaxed);
            });
            let mut desk = lock();
            // Nothing is written after what could not be written.
            if stop.load(Ordering::Relaxed) {
                return;
            }
            desk.tried.insert(number, passed);
            if let Err(error) = desk.judge() {
                desk.failed = Some(error);
                stop.store(true, Ordering::Relaxed);
            }
            desk.made.games = games.load(Ordering::Relaxed);
            desk.made.elapsed = clock.elapsed();
            if desk.made.kept >= desk.made.wanted || desk.due - desk.last >= BARREN {
                stop.store(true, Ordering::Relaxed);
            }
            let desk = &mut *desk;
            (desk.show)(&desk.made);
        }
    }

    /// The candidate of a number, if it passes.
    fn candidate(&self, number: u64, lean: Lean, count: &dyn Fn()) -> Option<Passed> {
        let Some(Trial { filter, .. }) = &self.trial else {
            let game = self.stream().game(number, &self.referee)?;
            return Some(Passed { game, about: String::new() });
        };
        let game = self.leaning(filter, number, lean)?;
        let score = filter.deep_score(&game)?;
        let split = filter.split(&game, self.draw.seed ^ number, count)?;
        let Split { attackers, drawn, defenders } = split;
        Some(Passed { game, about: format!("score {score:+}, attackers +{attackers} ={drawn} -{defenders}") })
    }

    /// The draws of a book have nothing to do with those of the other file, whatever the seed.
    pub(crate) fn stream(&self) -> Draw {
        let kind = if self.trial.is_some() { 0x0b00_6b00 } else { 0xd4a3_9000 };
        Draw { seed: self.draw.seed ^ kind << 24, plies: self.draw.plies.clone() }
    }

    /// What stands above the openings.
    fn header(&self, lean: Lean) -> BookHeader {
        let ruleset = self.referee.ruleset();
        let range = |low: &dyn std::fmt::Display, high: &dyn std::fmt::Display| format!("{low}-{high}");
        let mut values = vec![("openings", self.kind().id().to_owned()), ("rules", ruleset.id().to_owned())];
        // House rules can change and keep their id.
        if !ruleset.is_published() {
            values.push((RULES_DIGEST, digest(ruleset.to_toml().as_bytes())));
        }
        values.extend([
            ("seed", self.draw.seed.to_string()),
            ("plies", range(self.draw.plies.start(), self.draw.plies.end())),
        ]);
        if let Some(Trial { filter, engine, .. }) = &self.trial {
            values.extend([
                ("lean", lean.0.to_string()),
                ("glance nodes", GLANCE_NODES.to_string()),
                ("deep nodes", filter.deep_nodes.to_string()),
                ("level", filter.level.to_string()),
                ("games", filter.games.to_string()),
                ("game nodes", filter.game_nodes.to_string()),
                ("split", range(filter.split.start(), filter.split.end())),
                ("decisive", filter.decisive.to_string()),
                ("wins", filter.wins.to_string()),
                ("move cap", filter.move_cap.to_string()),
                ("engine", engine.clone()),
            ]);
        }
        BookHeader { title: title(self.kind()), values }
    }
}

impl Desk<'_> {
    /// Writes down what has passed, as far as everything before it has been tried.
    fn judge(&mut self) -> Result<(), BookError> {
        while let Some(passed) = self.tried.remove(&self.due) {
            let number = self.due;
            self.due += 1;
            let Some(Passed { game, about }) = passed else { continue };
            if self.made.kept < self.made.wanted && self.known.insert(Likeness::of(game.position())) {
                self.file.append(&game, number, &about)?;
                self.made.kept += 1;
                self.made.candidates = self.due;
                self.last = self.due;
            }
        }
        if self.made.kept < self.made.wanted {
            self.made.candidates = self.due;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Openings;
    use crate::book::lean::LEANS;
    use hnefi_rules::ruleset;

    fn referee(id: &str) -> Arc<Referee> {
        Arc::new(Referee::new(ruleset(id).unwrap().clone()))
    }

    fn drawn(id: &str) -> Recipe {
        Recipe { referee: referee(id), draw: Draw { seed: 3, plies: 1..=2 }, trial: None }
    }

    /// A book that costs next to nothing.
    fn book(lean: Option<Lean>) -> Recipe {
        let filter = Filter {
            deep_nodes: 200,
            level: 5_000,
            games: 4,
            game_nodes: 40,
            split: 20..=80,
            decisive: 10,
            wins: 0,
            move_cap: 60,
        };
        let trial = Trial { filter, lean, engine: "bench 1".to_owned() };
        Recipe { trial: Some(trial), draw: Draw { seed: 3, plies: 4..=8 }, ..drawn("brandubh") }
    }

    fn make(recipe: &Recipe, path: &Path, count: usize, threads: usize) -> (Made, String) {
        let made = recipe.make(path, count, threads, &mut |_| {}).unwrap();
        (made, std::fs::read_to_string(path).unwrap())
    }

    fn positions(path: &Path, referee: &Arc<Referee>) -> Vec<Likeness> {
        let Openings::File { openings, .. } = Openings::read(path, referee).unwrap() else { panic!("a file") };
        let position = |moves: &[hnefi_rules::Move]| {
            let mut game = Game::new(referee.clone());
            moves.iter().for_each(|&mv| {
                game.play(mv).expect("a legal move");
            });
            Likeness::of(game.position())
        };
        openings.iter().map(|opening| position(&opening.moves)).collect()
    }

    #[test]
    fn no_opening_comes_twice_however_it_is_turned() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("drawn");
        let recipe = drawn("fetlar-2018");
        let (made, text) = make(&recipe, &path, 120, 2);
        assert_eq!((made.kept, text.lines().filter(|line| !line.starts_with('#')).count()), (120, 120));
        // There are but 16 first moves that are no images of each other, so that many candidates were.
        assert!(made.candidates > 130, "{made:?}");
        let positions = positions(&path, &recipe.referee);
        assert_eq!(positions.iter().collect::<HashSet<_>>().len(), 120);
    }

    #[test]
    fn there_may_be_no_more() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("drawn");
        let recipe = Recipe { draw: Draw { seed: 1, plies: 1..=1 }, ..drawn("brandubh") };
        // Of the forty first moves, each is like seven others.
        assert_eq!(make(&recipe, &path, 100, 1).0.kept, 5);
    }

    #[test]
    fn the_same_recipe_makes_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let recipe = book(Some(Lean(3)));
        let (made, text) = make(&recipe, &folder.path().join("one"), 6, 1);
        assert_eq!(made.kept, 6);
        assert!(made.candidates > 6, "the filter keeps everything: {made:?}");
        for key in ["openings: book", "rules: brandubh", "seed: 3", "plies: 4-8", "lean: 3", "engine: bench 1"] {
            assert!(text.lines().any(|line| line == format!("# {key}")), "{key} in {text}");
        }
        assert_eq!(make(&recipe, &folder.path().join("three"), 6, 3).1, text);
        // A shorter one that was killed in the middle of a line goes on to the same end.
        let path = folder.path().join("killed");
        let (_, short) = make(&recipe, &path, 3, 1);
        assert!(text.starts_with(&short));
        std::fs::write(&path, &short[..short.len() - 9]).unwrap();
        let (made, again) = make(&recipe, &path, 6, 2);
        assert_eq!((made.found, again), (2, text.clone()));
        // Nothing is added to what is there already.
        assert_eq!(make(&recipe, &path, 6, 2).1, text);
        let other = Recipe { draw: Draw { seed: 4, plies: 4..=8 }, ..recipe };
        let error = other.make(&path, 6, 1, &mut |_| {}).unwrap_err().to_string();
        assert!(error.contains("seed is 3 there, and 4 here"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn the_lean_that_was_found_out_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book");
        let (_, text) = make(&book(None), &path, 2, 2);
        let lean = text.lines().find_map(|line| line.strip_prefix("# lean: ")).unwrap();
        assert!(LEANS.contains(&lean.parse::<i32>().unwrap().abs()), "{lean}");
        let (made, longer) = make(&book(None), &path, 3, 1);
        assert!(made.kept == 3 && longer.starts_with(&text));
    }

    #[test]
    fn a_file_goes_on_under_the_house_rules_that_it_was_begun_under_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ours");
        let recipe = |more: &str| {
            let house = format!("format = 1\nid = \"ours\"\nname = \"Ours\"\nbase = \"brandubh\"\n{more}");
            let ruleset = hnefi_rules::Ruleset::from_toml(&house).unwrap();
            Recipe { referee: Arc::new(Referee::new(Arc::new(ruleset))), ..drawn("brandubh") }
        };
        let (_, text) = make(&recipe(""), &path, 3, 1);
        assert!(text.contains("\n# rules: ours\n# rules digest: "), "{text}");
        let changed = recipe("[answers.no-move]\nis = \"draw\"\n");
        let error = changed.make(&path, 5, 1, &mut |_| {}).unwrap_err().to_string();
        assert!(error.contains("was made otherwise: rules digest is "), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        assert!(make(&recipe(""), &path, 5, 1).1.starts_with(&text));
    }

    #[test]
    fn a_header_that_says_more_is_of_another_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("drawn");
        let (_, text) = make(&drawn("brandubh"), &path, 3, 1);
        assert!(!text.contains("rules digest"), "{text}");
        let more = text.replacen("# seed", "# rules digest: 0123456789abcdef\n# seed", 1);
        std::fs::write(&path, &more).unwrap();
        let error = drawn("brandubh").make(&path, 5, 1, &mut |_| {}).unwrap_err().to_string();
        assert!(error.contains("rules digest is 0123456789abcdef there, and not said here"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), more);
        // What somebody wrote below is no part of it.
        std::fs::write(&path, format!("{text}# my favourite: the last one\n")).unwrap();
        drawn("brandubh").make(&path, 5, 1, &mut |_| {}).unwrap();
    }

    #[test]
    fn what_somebody_else_wrote_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes");
        for (notes, said) in [
            ("Buy milk", "line 1: this is no file of openings"),
            ("d1-d3\n", "line 1: this is no file of openings made by this program: the number"),
            ("# openings: drawn\nd1-d9 # 1\n", "line 2: "),
            ("# mine\n", "openings is not said there, and drawn here"),
            ("# mine\nbuy milk", "openings is not said there, and drawn here"),
            ("# A balanced diet", "line 1: this is no file of openings"),
        ] {
            std::fs::write(&path, notes).unwrap();
            let error = drawn("brandubh").make(&path, 5, 1, &mut |_| {}).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), notes);
        }
        // A file of ours that lacks its last end of a line is not cut before it is known that it goes on.
        std::fs::remove_file(&path).unwrap();
        drawn("brandubh").make(&path, 5, 1, &mut |_| {}).unwrap();
        let whole = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, whole.trim_end()).unwrap();
        let other = Recipe { draw: Draw { seed: 99, ..drawn("brandubh").draw }, ..drawn("brandubh") };
        assert!(other.make(&path, 5, 1, &mut |_| {}).unwrap_err().to_string().contains("was made otherwise"));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole.trim_end());
        drawn("brandubh").make(&path, 5, 1, &mut |_| {}).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
    }
}

//! Several shards that are read as one.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hnefi_rules::{JUDGE, Referee};

use super::{Header, Shard, ShardError};
use crate::Played;

/// The end of a shard's name.
const EXTENSION: &str = "shard";

/// Several shards, in the order of their names. Games that lie in two of them count once.
#[derive(Debug)]
pub struct Shards {
    files: Vec<Listed>,
    repeated: Vec<Repeated>,
    games: u64,
    plies: u64,
}

/// A shard, and what was found when all of its games were looked at.
#[derive(Debug)]
struct Listed {
    path: Arc<Path>,
    header: Header,
    referee: Arc<Referee>,
    /// The blocks of games that another shard has, too.
    skipped: HashSet<u64>,
    torn_at: Option<u64>,
}

/// Games that lie in two shards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeated {
    /// The shard whose games count.
    pub first: PathBuf,
    /// The shard where they are passed by.
    pub again: PathBuf,
    /// How many there are.
    pub games: u64,
}

impl Shards {
    /// The shards in a folder: all files whose name ends with `.shard`.
    ///
    /// # Errors
    /// A [`ShardError`], also where there is none. Every game is read once, so damage is told here.
    pub fn in_folder(folder: &Path) -> Result<Shards, ShardError> {
        Shards::of(&[folder])
    }

    /// The shards that are named, and those in folders that are named; each once.
    ///
    /// # Errors
    /// As of [`Shards::in_folder`].
    pub fn of<P: AsRef<Path>>(named: &[P]) -> Result<Shards, ShardError> {
        let mut paths: Vec<PathBuf> = Vec::new();
        for path in named.iter().map(AsRef::as_ref) {
            if !path.is_dir() {
                paths.push(path.to_owned());
                continue;
            }
            let before = paths.len();
            for entry in std::fs::read_dir(path).map_err(|error| ShardError::file(path, error))? {
                let found = entry.map_err(|error| ShardError::file(path, error))?.path();
                if found.extension().is_some_and(|extension| extension == EXTENSION) {
                    paths.push(found);
                }
            }
            paths[before..].sort();
            if paths.len() == before {
                return Err(ShardError::None(path.display().to_string()));
            }
        }
        // Whoever names a folder and a shard in it means the shard once.
        let mut named = HashSet::new();
        paths.retain(|path| named.insert(path.canonicalize().unwrap_or_else(|_| path.clone())));
        let mut shards = Shards { files: Vec::new(), repeated: Vec::new(), games: 0, plies: 0 };
        // By header and number: the shard that has the game.
        let mut seen: HashMap<String, HashMap<u32, usize>> = HashMap::new();
        for path in paths {
            shards.look_at(&path, &mut seen)?;
        }
        Ok(shards)
    }

    fn look_at(&mut self, path: &Path, seen: &mut HashMap<String, HashMap<u32, usize>>) -> Result<(), ShardError> {
        let mut shard = Shard::open(path)?;
        let origin = serde_json::to_string(shard.header()).expect("texts and numbers can always be written");
        let seen = seen.entry(origin).or_default();
        let own = self.files.len();
        let mut skipped = HashSet::new();
        let mut again: HashMap<usize, u64> = HashMap::new();
        for game in &mut shard {
            let game = game?;
            match seen.entry(game.number) {
                Entry::Vacant(entry) => {
                    entry.insert(own);
                    self.games += 1;
                    self.plies += game.plies.len() as u64;
                }
                Entry::Occupied(first) => {
                    skipped.insert(game.place.offset);
                    *again.entry(*first.get()).or_default() += 1;
                }
            }
        }
        let path: Arc<Path> = Arc::from(path);
        for (first, games) in again {
            let first = self.files.get(first).map_or(&path, |file| &file.path).to_path_buf();
            self.repeated.push(Repeated { first, again: path.to_path_buf(), games });
        }
        let (header, referee, torn_at) = (shard.header().clone(), shard.referee().clone(), shard.torn_at());
        self.files.push(Listed { path, header, referee, skipped, torn_at });
        Ok(())
    }

    /// How many games there are.
    pub fn len(&self) -> u64 {
        self.games
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// How many plies all games have together, those of their openings included.
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// What lies in two shards, and counts once.
    pub fn repeated(&self) -> &[Repeated] {
        &self.repeated
    }

    /// The shards whose last game was not written to its end, and the byte where it begins.
    pub fn torn(&self) -> impl Iterator<Item = (&Path, u64)> {
        self.files.iter().filter_map(|file| Some((&*file.path, file.torn_at?)))
    }

    /// The shards whose games were ruled by another judge than this program's, and its number.
    pub fn ruled_otherwise(&self) -> impl Iterator<Item = (&Path, u32)> {
        self.headers().filter(|(_, header)| header.judge != JUDGE).map(|(path, header)| (path, header.judge))
    }

    /// Whether the positions of all games can be made again by [`Played::replay`]: whether this program's judge ruled them.
    ///
    /// # Errors
    /// [`ShardError::Judge`], which names the first shard whose games another judge ruled.
    pub fn check_judge(&self) -> Result<(), ShardError> {
        match self.ruled_otherwise().next() {
            Some((path, found)) => Err(ShardError::Judge { path: path.display().to_string(), found }),
            None => Ok(()),
        }
    }

    /// The headers of all shards, in the order in which they are read.
    pub fn headers(&self) -> impl Iterator<Item = (&Path, &Header)> {
        self.files.iter().map(|file| (&*file.path, &file.header))
    }

    /// The header of the shard that keeps a game.
    ///
    /// # Panics
    /// If the game comes from elsewhere.
    pub fn header(&self, game: &Played) -> &Header {
        &self.file(game).header
    }

    /// The referee of the shard that keeps a game.
    ///
    /// # Panics
    /// If the game comes from elsewhere.
    pub fn referee(&self, game: &Played) -> &Arc<Referee> {
        &self.file(game).referee
    }

    fn file(&self, game: &Played) -> &Listed {
        let own =
            self.files.iter().find(|file| Arc::ptr_eq(&file.path, &game.place.path) || file.path == game.place.path);
        own.expect("a game of these shards")
    }

    /// All games, a shard after the other. One game is in memory at a time.
    pub fn games(&self) -> Games<'_> {
        Games { shards: self, next: 0, open: None }
    }
}

/// The games of several shards. [`Shards::games`] gives it.
#[derive(Debug)]
pub struct Games<'a> {
    shards: &'a Shards,
    next: usize,
    open: Option<Shard>,
}

impl Iterator for Games<'_> {
    type Item = Result<Played, ShardError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(shard) = &mut self.open {
                match shard.next() {
                    Some(Ok(game)) if self.shards.files[self.next - 1].skipped.contains(&game.place.offset) => continue,
                    Some(game) => return Some(game),
                    None => self.open = None,
                }
            }
            let file = self.shards.files.get(self.next)?;
            self.next += 1;
            match Shard::open(&file.path) {
                Ok(shard) => self.open = Some(shard),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

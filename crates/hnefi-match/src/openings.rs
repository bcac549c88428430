//! From where games start.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use data_encoding::HEXLOWER;
use hnefi_rules::{Game, Move, Referee};
use sha2::{Digest, Sha256};

use crate::Kept;
use crate::lines::{header_line, read_line};

/// The first moves of a game, which nobody chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its number: the line among the openings of a file, or the pair for which it was drawn; from 0.
    pub number: usize,
    /// The moves from the start position. The game is undecided after them.
    pub moves: Vec<Move>,
}

/// From where the games of a match start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// Those of a file, one after the other and then from the beginning again.
    File {
        /// The openings.
        openings: Vec<Opening>,
        /// What tells this file from another one.
        digest: String,
    },
    /// So many plies by chance, other ones for each pair.
    Drawn {
        /// How many plies.
        plies: usize,
        /// Where chance begins.
        seed: u64,
    },
}

/// Why openings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// Why not.
        error: std::io::Error,
    },
    /// A line holds no opening of this rule set.
    #[error("{path}, line {line}: {fault}")]
    Line {
        /// The file.
        path: String,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        fault: String,
    },
    /// There is none.
    #[error("{0} holds no openings")]
    Empty(String),
    /// The file says that it is for another rule set.
    #[error("{path} holds openings for {found}, and the rule set here is {wanted}")]
    OtherRules {
        /// The file.
        path: String,
        /// The id of the rule set that it names.
        found: String,
        /// The id of the rule set that was asked for.
        wanted: String,
    },
    /// No file is kept for this rule set.
    #[error("there are no kept openings `{kept}` for {ruleset}, {}", only(kept, known))]
    NotKept {
        /// The word for the kind of file.
        kept: &'static str,
        /// The id of the rule set.
        ruleset: String,
        /// The ids of the rule sets that have one.
        known: String,
    },
}

fn only(kept: &str, known: &str) -> String {
    match known {
        "" => format!("nor for any other rule set; `hnefi openings {kept}` makes them"),
        _ => format!("only for: {known}"),
    }
}

impl Openings {
    /// Reads a file: an opening a line, its moves from the start with white space between them. What follows
    /// `#`, and lines with nothing else, do not count; but where a line before the first opening says
    /// `# rules: ID`, that must be the rule set.
    ///
    /// # Errors
    /// An [`OpeningsError`] that names the line.
    pub fn read(path: &Path, referee: &Arc<Referee>) -> Result<Openings, OpeningsError> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| OpeningsError::File { path: name.clone(), error })?;
        Openings::from_text(&name, text.strip_prefix('\u{feff}').unwrap_or(&text), referee)
    }

    /// The file that is kept for a rule set.
    ///
    /// # Errors
    /// [`OpeningsError::NotKept`] where there is none.
    pub fn kept(kept: Kept, referee: &Arc<Referee>) -> Result<Openings, OpeningsError> {
        let ruleset = referee.ruleset().id();
        match kept.text(ruleset) {
            Some(text) => Openings::from_text(&format!("openings/{}", kept.name(ruleset)), &text, referee),
            None => Err(OpeningsError::NotKept {
                kept: kept.id(),
                ruleset: ruleset.to_owned(),
                known: kept.rulesets().join(", "),
            }),
        }
    }

    fn from_text(name: &str, text: &str, referee: &Arc<Referee>) -> Result<Openings, OpeningsError> {
        let mut openings = Vec::new();
        for (index, line) in text.lines().enumerate() {
            match header_line(line) {
                Some(("rules", found)) if openings.is_empty() && found != referee.ruleset().id() => {
                    let (path, found) = (name.to_owned(), found.to_owned());
                    return Err(OpeningsError::OtherRules { path, found, wanted: referee.ruleset().id().to_owned() });
                }
                _ => {}
            }
            let line = line.split('#').next().unwrap_or("").trim();
            if line.is_empty() {
                continue;
            }
            let game = read_line(line, referee).map_err(|fault| OpeningsError::Line {
                path: name.to_owned(),
                line: index + 1,
                fault,
            })?;
            let moves = game.plies().map(|ply| ply.played.mv).collect();
            openings.push(Opening { number: openings.len(), moves });
        }
        if openings.is_empty() {
            return Err(OpeningsError::Empty(name.to_owned()));
        }
        Ok(Openings::File { openings, digest: digest(text.as_bytes()) })
    }

    /// The opening of a pair of games.
    ///
    /// ```
    /// use hnefi_match::Openings;
    /// use hnefi_rules::{Referee, leaflet};
    /// use std::sync::Arc;
    /// let referee = Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()));
    /// let drawn = Openings::Drawn { plies: 6, seed: 1 };
    /// assert_eq!(drawn.of_pair(3, &referee).moves.len(), 6);
    /// assert_eq!(drawn.of_pair(3, &referee), drawn.of_pair(3, &referee));
    /// assert_ne!(drawn.of_pair(3, &referee).moves, drawn.of_pair(4, &referee).moves);
    /// ```
    pub fn of_pair(&self, pair: usize, referee: &Arc<Referee>) -> Opening {
        match self {
            Openings::File { openings, .. } => openings[pair % openings.len()].clone(),
            Openings::Drawn { plies, seed } => Opening { number: pair, moves: draw(*plies, *seed, pair, referee) },
        }
    }

    /// How many plies the longest one has.
    ///
    /// ```
    /// assert_eq!(hnefi_match::Openings::Drawn { plies: 6, seed: 1 }.longest(), 6);
    /// ```
    pub fn longest(&self) -> usize {
        match self {
            Openings::File { openings, .. } => openings.iter().map(|opening| opening.moves.len()).max().unwrap_or(0),
            Openings::Drawn { plies, .. } => *plies,
        }
    }

    /// To how many different positions the openings of the first pairs lead.
    ///
    /// ```
    /// use hnefi_match::Openings;
    /// use hnefi_rules::{Referee, leaflet};
    /// use std::sync::Arc;
    /// let referee = Arc::new(Referee::new(leaflet("fetlar-2018").unwrap().clone()));
    /// assert_eq!(Openings::Drawn { plies: 0, seed: 1 }.different(50, &referee), 1);
    /// assert_eq!(Openings::Drawn { plies: 6, seed: 1 }.different(50, &referee), 50);
    /// ```
    pub fn different(&self, pairs: usize, referee: &Arc<Referee>) -> usize {
        let place = |pair: usize| {
            let mut game = Game::new(referee.clone());
            for mv in self.of_pair(pair, referee).moves {
                game.play(mv).expect("a legal move");
            }
            game.position().hash()
        };
        (0..pairs).map(place).collect::<HashSet<u64>>().len()
    }

    /// What tells these openings from others, in the header of a record.
    pub(crate) fn identity(&self) -> String {
        match self {
            Openings::File { openings, digest } => format!("{} openings {digest}", openings.len()),
            Openings::Drawn { plies, seed } => format!("{plies} plies drawn with seed {seed}"),
        }
    }
}

/// The first sixteen digits of a digest are enough to tell files apart.
pub(crate) fn digest(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes)[..8])
}

/// Legal moves by chance that leave the game undecided.
fn draw(plies: usize, seed: u64, pair: usize, referee: &Arc<Referee>) -> Vec<Move> {
    let mut chance = fastrand::Rng::with_seed(seed ^ (pair as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    // Nearly every draw is undecided; where none is, fewer plies are.
    for attempt in 0_usize.. {
        let wanted = plies.saturating_sub(attempt / 100);
        let mut game = Game::new(referee.clone());
        while game.plies().count() < wanted && game.outcome().is_none() {
            let moves = game.moves();
            game.play(moves[chance.usize(..moves.len())]).expect("a legal move");
        }
        if game.outcome().is_none() || wanted == 0 {
            return game.plies().map(|ply| ply.played.mv).collect();
        }
    }
    unreachable!("no plies at all are undecided")
}

#[cfg(test)]
mod tests {
    use super::*;
    use hnefi_rules::ruleset;

    fn referee(id: &str) -> Arc<Referee> {
        Arc::new(Referee::new(ruleset(id).unwrap().clone()))
    }

    #[test]
    fn a_file_is_read_or_its_line_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("openings");
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            Openings::read(&path, &referee("fetlar-2018"))
        };
        let openings = read("# two of them\n1. d1-d4 f4i4 # and back\n\nh1-h4\n").unwrap();
        let Openings::File { openings: list, .. } = &openings else { panic!("a file") };
        assert_eq!(list.iter().map(|o| o.moves.len()).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(openings.of_pair(3, &referee("fetlar-2018")).number, 1);
        assert!(read("d1-d4\nd1-d4\nd1-d4 d1-d5\n").unwrap_err().to_string().contains("line 3: d1-d5"));
        assert!(read("here\n").unwrap_err().to_string().contains("line 1: "));
        let other = read("# rules: copenhagen\nd1-d4\n").unwrap_err().to_string();
        assert!(other.ends_with("holds openings for copenhagen, and the rule set here is fetlar-2018"), "{other}");
        assert!(read("# rules: fetlar-2018\nd1-d4\n# rules: of thumb\n").is_ok());
        assert!(read("#\n").unwrap_err().to_string().ends_with("holds no openings"));
        assert!(Openings::read(Path::new("/no/such"), &referee("fetlar-2018")).is_err());
    }

    #[test]
    fn drawn_openings_are_undecided_everywhere() {
        for ruleset in hnefi_rules::rulesets() {
            let referee = Arc::new(Referee::new(ruleset.clone()));
            let drawn = Openings::Drawn { plies: 12, seed: 7 };
            for pair in 0..20 {
                let mut game = Game::new(referee.clone());
                for mv in drawn.of_pair(pair, &referee).moves {
                    assert!(game.outcome().is_none());
                    let mv = game.legal(mv.intent()).unwrap();
                    game.play(mv).expect("a legal move");
                }
                assert_eq!(game.outcome(), None, "{} {pair}", ruleset.id());
            }
        }
    }
}
